"""Folders of a person's own that a tablet offers: documents, downloads, sticks that are plugged in."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_OWN: Final = (("documents", ("Documents", "Документы", "Документи")), ("downloads", ("Downloads", "Загрузки")))
_STICKS: Final = ("/media", "/run/media", "/mnt")
_DEEPEST: Final = 2


@dataclass(frozen=True, slots=True)
class Place:
    """A folder to save to or to read from."""

    kind: str
    """``stick``, ``documents``, ``downloads`` or ``home``: the end of a ``place.`` text."""
    path: Path
    """Where it is."""

    @property
    def is_there(self) -> bool:
        """False for a stick that was pulled out: its folder may be left, and what is put there is on no stick."""
        return self.kind != "stick" or os.path.ismount(self.path)


def places(home: Path | None = None, sticks: tuple[str, ...] = _STICKS) -> tuple[Place, ...]:
    """What there is and can be written to, sticks first."""
    home = home or Path.home()
    found = [Place("stick", path) for root in sticks for path in _mounted(Path(root), _DEEPEST)]
    for kind, names in _OWN:
        found += [Place(kind, home / name) for name in names if os.path.isdir(home / name)][:1]
    found.append(Place("home", home))
    return tuple(one for one in found if os.access(one.path, os.W_OK))


def _mounted(folder: Path, depth: int) -> Iterator[Path]:
    """Mount points below a folder."""
    try:
        inside = sorted(one for one in folder.iterdir() if one.is_dir())
    except OSError:
        return
    for one in inside:
        if os.path.ismount(one):
            yield one
        elif depth > 1:
            yield from _mounted(one, depth - 1)


def free_name(folder: Path, stem: str, suffix: str) -> Path:
    """A name in a folder that is not taken: ``stem.pdf``, ``stem-2.pdf``…"""
    names = (stem, *(f"{stem}-{number}" for number in range(2, 1000)))
    # What cannot even be asked is not taken: whoever writes there is told why not.
    return next(file for file in (folder / f"{name}{suffix}" for name in names) if not os.path.exists(file))
