"""A file that is there whole or not at all."""

import contextlib
import os
from pathlib import Path

from kozyr.engine.errors import KozyrError


def write_whole(path: Path, data: bytes) -> None:
    """Writes a file beside its place and puts it there when it is on the disk.

    Raises KozyrError with one sentence when that cannot be done; what was there before then stays.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        why = (error.strerror or str(error)).lower()
        raise KozyrError(
            "{path} cannot be written ({why}); make room or choose another folder", path=path, why=why
        ) from None
