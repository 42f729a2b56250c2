"""A file that is there whole or not at all."""

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

from kozyr.engine.errors import KozyrError
from kozyr.ui.file_trouble import unwritten


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file beside its place and puts it there when it is on the disk.

    Raises KozyrError with one sentence when that cannot be done; what was there before then stays.
    """
    try:
        put_whole(path, lambda part: part.write_bytes(data))
    except OSError as error:
        raise KozyrError("{path} cannot be written: {why}", path=path, why=unwritten(error)) from None


def make_folder(folder: Path) -> Path:
    """The folder, made with all above it where it is missing. Raises KozyrError with one sentence."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise KozyrError("{path} cannot be written: {why}", path=folder, why=unwritten(error)) from None
    return folder


def put_whole(path: Path, write: Callable[[Path], object]) -> None:
    """Has ``write`` make a file beside ``path`` and puts it in its place when it is on the disk.

    What ``write`` raises is raised, and OSError; what was there before then stays.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        write(part)
        with part.open("rb") as written:
            os.fsync(written.fileno())
        os.replace(part, path)
    except Exception:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise
