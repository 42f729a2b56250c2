"""A sheet of training pictures for a person to judge: one for everything that tables and cameras do, and reader crops.

Every picture is one that training draws, the plainest of some hundreds that shows what is wanted; the lines below it
tell all that it shows.
"""

from collections.abc import Callable, Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.crops import NO_INDEX, CropStream, Mix
from kozyr.datasets.scenes import described
from kozyr.engine.cards import DECK_52

Picture = NDArray[np.uint8]
Notes = tuple[str, ...]
_SIDE_PX: Final = 416
_TILE_PX: Final = 264
_CAPTION_PX: Final = 62
_ACROSS: Final = 7
_CROPS: Final = (2, 29)
"""Rows and columns of the strip of crops."""
_SEEDS: Final = 260


def _has(*wanted: str) -> Callable[[Notes], bool]:
    return lambda notes: all(one in notes for one in wanted)


def _number(notes: Notes, word: str) -> int:
    """The number in the first note with that word, 0 when there is none."""
    found = next((note for note in notes if word in note and note[-5:] != "index"), "")
    return int("".join(sign for sign in found if sign.isdigit()) or 0)


def _near(notes: Notes) -> bool:
    """A few cards, seen from near enough to judge their paper."""
    return 26 <= _number(notes, "index") <= 70 and 1 <= _open(notes) <= 6


def _open(notes: Notes) -> int:
    return int(notes[0].split()[0])


WANTED: Final[dict[str, Callable[[Notes], bool]]] = {
    "patterned oilcloth": _has("oilcloth"),
    "white cloth": _has("white cloth"),
    "wood": _has("wood"),
    "felt": lambda notes: "felt or plain cloth" in notes and _open(notes) > 3,
    "leather mat": _has("leather mat"),
    "checked cloth": lambda notes: "gingham" in notes and _open(notes) > 0,
    "dim warm room": lambda notes: "dim warm room" in notes and _open(notes) > 1,
    "motion blur": lambda notes: _number(notes, "motion blur") >= 5 and _open(notes) > 0,
    "cheap camera: JPEG below 42": lambda notes: 0 < _number(notes, "JPEG") < 42 and _open(notes) > 2,
    "glare": lambda notes: "glare" in notes and _open(notes) > 2,
    "gloss on cards": lambda notes: "gloss" in notes and _near(notes),
    "shadow across": lambda notes: "shadow" in notes and _open(notes) > 2,
    "hand": lambda notes: "hand" in notes and _open(notes) > 0,
    "hand and sleeve": lambda notes: "hand and sleeve" in notes and _open(notes) > 0,
    "drinking glass": lambda notes: "glass" in notes and _open(notes) > 0,
    "spectacles": _has("spectacles"),
    "phone": lambda notes: "phone" in notes and _open(notes) > 0,
    "score sheet": lambda notes: "score sheet" in notes and _open(notes) > 0,
    "coins": lambda notes: "coin" in notes and _open(notes) > 0,
    "mug": lambda notes: "mug" in notes and _open(notes) > 0,
    "chips": lambda notes: "chip" in notes and _open(notes) > 0,
    "backs and piles": lambda notes: "backs" in notes and _open(notes) > 1,
    "11 open cards or more": lambda notes: _open(notes) >= 11,
    "heavy overlap, one corner left": lambda notes: _number(notes, "one corner") >= 7,
    "cards of 56 x 87 mm": lambda notes: "56 x 87 mm" in notes and 2 <= _open(notes) <= 6,
    "cards of 63 x 88 mm": lambda notes: "63 x 88 mm" in notes and 2 <= _open(notes) <= 6,
    "four-corner indices": lambda notes: "four-corner index" in notes and _open(notes) > 2,
    "worn edges and creases": lambda notes: _number(notes, "worn") >= 75 and _near(notes),
    "bent cards": lambda notes: "bent cards" in notes and _near(notes),
    "camera without colour": _has("no colour"),
    "no card: score sheet": lambda notes: _open(notes) == 0 and "score sheet" in notes,
    "no card: picture card": lambda notes: _open(notes) == 0 and "picture card" in notes,
    "no card: label, print": lambda notes: _open(notes) == 0 and "label" in notes,
    "no card: only backs": lambda notes: _open(notes) == 0 and "backs" in notes,
    "no card at all": lambda notes: _open(notes) == 0 and len(notes) <= 4,
}
"""What a training picture may be asked for, and how one that has it is told."""


def preview_sheet(seed: int = 0) -> Picture:
    """The sheet, BGR: pictures of the training split from ``seed`` on. Raises KozyrError when no deck is installed."""
    tiles = [_captioned(picture, name, notes) for name, picture, notes in _found(seed)]
    tiles += [np.full_like(tiles[0], 255)] * (-len(tiles) % _ACROSS)
    rows = [np.hstack(tiles[at : at + _ACROSS]) for at in range(0, len(tiles), _ACROSS)]
    strip = _crops(seed)
    wide = rows[0].shape[1] - strip.shape[1]
    return np.vstack([*rows, cv2.copyMakeBorder(strip, 8, 0, 0, wide, cv2.BORDER_CONSTANT, value=(255, 255, 255))])


def _found(seed: int) -> Iterator[tuple[str, Picture, Notes]]:
    """For everything wanted the plainest picture that shows it and is not taken; nothing where none does."""
    drawn = (described(at, _SIDE_PX, "train") for at in range(seed, seed + _SEEDS))
    seen = [(_small(picture), notes) for picture, notes in drawn]
    taken: set[int] = set()
    for name, shows in WANTED.items():
        able = [at for at, (_, notes) in enumerate(seen) if at not in taken and shows(notes)]
        if able:
            plainest = min(able, key=lambda at: _fuss(seen[at][1]))
            taken.add(plainest)
            yield name, *seen[plainest]


def _fuss(notes: Notes) -> tuple[bool, int]:
    """Less for cards of a middling size in the picture, and for few other things."""
    return not 18 <= _number(notes, "index") <= 60, len(notes)


def _small(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, (_TILE_PX, _TILE_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _captioned(picture: Picture, name: str, notes: Notes) -> Picture:
    tile = np.full((_TILE_PX + _CAPTION_PX, _TILE_PX + 6, 3), 255, np.uint8)
    tile[:_TILE_PX, :_TILE_PX] = picture
    _write(tile, name, (2, _TILE_PX + 15), 0.45, (0, 0, 0))
    line = ""
    down = _TILE_PX + 29
    for part in notes:
        longer = f"{line}, {part}" if line else part
        if len(longer) > 48 and down < _TILE_PX + 55:
            _write(tile, f"{line},", (2, down), 0.34, (90, 90, 90))
            line, down = part, down + 13
        elif len(longer) <= 48:
            line = longer
    _write(tile, line, (2, down), 0.34, (90, 90, 90))
    return tile


def _crops(seed: int) -> Picture:
    """Rows of reader crops, whitened as the reader gets them, each with its label."""
    down, across = _CROPS
    crops, labels = CropStream(np.random.default_rng([seed, 1]), Mix()).batch(down * across)
    rows = []
    for row in range(down):
        tiles = []
        for at in range(row * across, (row + 1) * across):
            tile = np.full((96 + 18, 65, 3), 255, np.uint8)
            tile[:96, :64] = cv2.resize(crops[at], (64, 96), interpolation=cv2.INTER_CUBIC)
            code = "none" if labels[at] == NO_INDEX else DECK_52[int(labels[at])].code
            _write(tile, code, (14, 110), 0.42, (0, 0, 0))
            tiles.append(tile)
        rows.append(np.hstack(tiles))
    return np.vstack(rows)


def _write(tile: Picture, text: str, at: tuple[int, int], size: float, ink: tuple[int, int, int]) -> None:
    cv2.putText(tile, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, ink, 1, cv2.LINE_AA)
