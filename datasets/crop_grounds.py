"""What lies behind and beside a card in a crop: cloth, wood, patterns, print, pictures that come with the system."""

from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.crop_glyphs import faces, letter

Ground = NDArray[np.uint8]
"""BGR texture, shape (GROUND_PX, GROUND_PX, 3)."""

GROUND_PX: Final = 320
_DRAWN: Final = 160
_FOLDERS: Final = ("/usr/share/wallpapers", "/usr/share/backgrounds", "/usr/share/sweethome3d")
_MOST_PICTURES: Final = 80


@cache
def grounds() -> tuple[Ground, ...]:
    """Textures, always the same ones on a machine: 160 drawn ones, then pieces of installed pictures."""
    rng = np.random.default_rng(11)
    drawn = [_drawn(rng) for _ in range(_DRAWN)]
    return (*drawn, *_pictures(rng))


def _pictures(rng: np.random.Generator) -> list[Ground]:
    files = sorted(p for folder in _FOLDERS for kind in ("jpg", "png") for p in Path(folder).rglob(f"*.{kind}"))
    found: list[Ground] = []
    for path in files[:: max(1, len(files) // _MOST_PICTURES)]:
        picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if picture is None or min(picture.shape[:2]) < GROUND_PX:
            continue
        scale = max(float(rng.uniform(0.1, 0.5)), 1.01 * GROUND_PX / min(picture.shape[:2]))
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        y = int(rng.integers(0, small.shape[0] - GROUND_PX + 1))
        x = int(rng.integers(0, small.shape[1] - GROUND_PX + 1))
        found.append(np.asarray(small[y : y + GROUND_PX, x : x + GROUND_PX], dtype=np.uint8))
    return found


def _drawn(rng: np.random.Generator) -> Ground:
    base = np.empty((GROUND_PX, GROUND_PX, 3), np.float32)
    base[:] = _table_colour(rng)
    kind = int(rng.integers(6))
    if kind in (0, 1):
        stretch = (1, 1) if kind == 0 else (1, int(rng.integers(6, 30)))
        for size in (8, 24, 80, 200):
            rough = rng.standard_normal((max(size // stretch[0], 2), max(size // stretch[1], 2)), np.float32)
            field = cv2.resize(rough, (GROUND_PX, GROUND_PX), interpolation=cv2.INTER_CUBIC)
            base += field[..., None] * float(rng.uniform(2, 22))
    elif kind == 2:
        _checked(rng, base)
    elif kind == 3:
        _printed(rng, base)
    elif kind == 4:
        _blobs(rng, base)
    base += rng.standard_normal(base.shape, np.float32) * float(rng.uniform(0, 9))
    return np.clip(base, 0, 255).astype(np.uint8)


def _table_colour(rng: np.random.Generator) -> NDArray[np.float32]:
    """Green felt, brown wood, white or coloured cloth, dark leather, BGR."""
    bases = ((60, 95, 30), (50, 85, 130), (215, 220, 225), (120, 80, 50), (50, 40, 150), (35, 35, 38), (150, 190, 215))
    chosen = np.array(bases[int(rng.integers(len(bases)))], np.float32)
    return np.asarray(chosen * rng.uniform(0.6, 1.25) + rng.uniform(-15, 15, 3), dtype=np.float32)


def _checked(rng: np.random.Generator, base: NDArray[np.float32]) -> None:
    step = int(rng.integers(6, 50))
    rows = (np.arange(GROUND_PX) // step % 2).astype(np.float32)
    pattern = rows[:, None] + (rows[None] if rng.random() < 0.6 else 0)
    base += pattern[..., None] * rng.uniform(-70, 70, 3).astype(np.float32)


def _printed(rng: np.random.Generator, base: NDArray[np.float32]) -> None:
    """Lines of text and figures, as on score sheets, boxes and screens."""
    if rng.random() < 0.7:
        base[:] = rng.uniform(190, 255)
    colour = rng.uniform(0, 130, 3).astype(np.float32)
    known = faces()
    path = known[int(rng.integers(len(known)))].path
    height = int(rng.integers(14, 60))
    for top in range(4, GROUND_PX - height, round(height * float(rng.uniform(1.2, 1.9)))):
        left = int(rng.integers(0, 40))
        while left < GROUND_PX - height:
            mask = letter(path, str(rng.choice(list("0123456789AKQJBDTMXO"))))
            width = max(round(mask.shape[1] * height / mask.shape[0]), 2)
            glyph = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA)
            window = base[top : top + height, left : left + width]
            window += glyph[:, : window.shape[1], None] * (colour - window)
            left += width + int(rng.integers(2, height))


def _blobs(rng: np.random.Generator, base: NDArray[np.float32]) -> None:
    for _ in range(int(rng.integers(5, 40))):
        centre = (int(rng.integers(GROUND_PX)), int(rng.integers(GROUND_PX)))
        colour = tuple(map(float, rng.uniform(0, 255, 3)))
        if rng.random() < 0.5:
            cv2.circle(base, centre, int(rng.integers(3, 40)), colour, int(rng.choice([-1, 2, 4])), cv2.LINE_AA)
        else:
            corners = (np.array(centre) + rng.integers(-50, 50, (4, 2))).astype(np.int32)
            cv2.fillPoly(base, [corners], colour, cv2.LINE_AA)


def ground_window(rng: np.random.Generator, height: int, width: int) -> Ground:
    """A random piece of a random texture, flipped at random."""
    chosen = grounds()
    texture = chosen[int(rng.integers(len(chosen)))]
    y, x = int(rng.integers(0, GROUND_PX - height)), int(rng.integers(0, GROUND_PX - width))
    window = texture[y : y + height, x : x + width]
    return window[:: int(rng.choice([-1, 1])), :: int(rng.choice([-1, 1]))]
