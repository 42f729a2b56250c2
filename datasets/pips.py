"""Rank and suit shapes as soft masks: ranks from the installed fonts, suit signs drawn from curves or taken from fonts.

A mask is a grey picture, 255 where the ink is, trimmed to the ink.
"""

import subprocess
from functools import cache, lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.engine.cards import Suit
from kozyr.engine.errors import KozyrError

Mask = NDArray[np.uint8]
_CANVAS: Final = 192
_OLD_STYLE_DIGITS: Final = ("Vollkorn", "EBGaramond", "Z003", "BebasNeue-Thin", "RobotoSlab-Thin", "ClearSans-Thin")
"""Fonts whose 1 reads as I, or whose strokes vanish at the size of an index."""
_KEPT_APART: Final = ("PTS", "OldStandard", "Nimbus", "cmunss")
"""Beginnings of font files used on validation faces only."""


@lru_cache(maxsize=4)
def font_files(validation: bool = False) -> tuple[str, ...]:
    """Installed upright and italic fonts that hold A-Z, digits and Т К Д В, for training or for validation faces.

    Raises KozyrError when none is installed.
    """
    asked = ["fc-list", ":charset=422 41a 414 412 51", "file"]
    try:
        listed = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=60).stdout
    except FileNotFoundError:
        listed = ""
    files = sorted(line.split(":")[0] for line in listed.splitlines())
    files = [file for file in files if file.endswith((".ttf", ".otf"))]
    files = [file for file in files if not any(name in file for name in _OLD_STYLE_DIGITS)]
    apart = [file for file in files if file.rsplit("/", 1)[-1].startswith(_KEPT_APART)]
    chosen = apart if validation else [file for file in files if file not in apart]
    if not chosen:
        raise KozyrError("no fonts with Latin and Cyrillic letters were found; run: apt-get install fonts-dejavu-core")
    return tuple(chosen)


@cache
def font(file: str) -> "cv2.FontFace":
    """The font of a file. Kept for good: OpenCV mixes up the glyphs of fonts that come and go."""
    return cv2.FontFace(file)


@lru_cache(maxsize=6000)
def text_mask(file: str, text: str) -> Mask:
    """A text in a font, its ink about 130 pixels high."""
    canvas = np.zeros((260, 120 + 260 * len(text)), np.uint8)
    cv2.putText(canvas, text, (60, 190), (255,), font(file), 170, 0)
    return trimmed(canvas)


@lru_cache(maxsize=6000)
def suit_mask(suit: Suit, shape_seed: int) -> Mask:
    """A suit sign; each seed is one printer's shape, the same for all sizes."""
    random = np.random.default_rng((shape_seed, 77))
    if random.random() < 0.3:
        glyph = text_mask(_SIGN_FONTS[int(random.integers(len(_SIGN_FONTS)))], suit.sign)
        if glyph.size > 400:
            return glyph
    outlines = {
        Suit.HEARTS: _heart,
        Suit.DIAMONDS: _diamond,
        Suit.SPADES: _spade,
        Suit.CLUBS: _club,
    }[suit](random)
    canvas = np.zeros((_CANVAS * 2, _CANVAS * 2), np.uint8)
    for outline in outlines:
        points = np.round((outline * 0.42 + 0.5) * _CANVAS * 2 * 16).astype(np.int32)
        cv2.fillPoly(canvas, [points], (255,), cv2.LINE_AA, 4)
    return trimmed(np.asarray(cv2.resize(canvas, (_CANVAS, _CANVAS), interpolation=cv2.INTER_AREA), np.uint8))


_SIGN_FONTS: Final = (
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf",
)


def trimmed(mask: NDArray[np.uint8]) -> Mask:
    """The mask without its empty surround."""
    ys, xs = np.nonzero(mask > 40)
    if len(ys) == 0:
        return np.zeros((1, 1), np.uint8)
    return np.ascontiguousarray(mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])


def _curve(points: list[tuple[float, float]], steps: int = 24) -> NDArray[np.float64]:
    """A chain of cubic Bézier curves: start, then (handle, handle, end) for each."""
    t = np.linspace(0, 1, steps)[:, None]
    pieces, start = [], np.array(points[0])
    for i in range(1, len(points), 3):
        a, b, end = (np.array(p) for p in points[i : i + 3])
        pieces.append((1 - t) ** 3 * start + 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t**2 * b + t**3 * end)
        start = end
    return np.vstack(pieces)


def _mirrored(half: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.vstack([half, half[::-1] * (-1, 1)])


def _heart(random: np.random.Generator) -> list[NDArray[np.float64]]:
    wide, dip, low = random.uniform(0.8, 1.05), random.uniform(-0.75, -0.35), random.uniform(-0.1, 0.35)
    half = _curve(
        [(0, dip), (0.1, -1.15), (wide, -1.2), (wide, -0.35), (wide, low), (random.uniform(0.05, 0.45), 0.55), (0, 1)]
    )
    return [_mirrored(half)]


def _diamond(random: np.random.Generator) -> list[NDArray[np.float64]]:
    wide, bow = random.uniform(0.62, 0.92), random.uniform(-0.02, 0.2)
    mid = ((wide / 2) * (1 - bow), -0.5 * (1 - bow))
    half = _curve([(0, -1), mid, mid, (wide, 0), (mid[0], -mid[1]), (mid[0], -mid[1]), (0, 1)])
    return [_mirrored(half)]


def _stem(random: np.random.Generator, top: float) -> NDArray[np.float64]:
    foot, waist = random.uniform(0.2, 0.5), random.uniform(0.03, 0.1)
    return _mirrored(_curve([(waist, top), (waist, 0.6), (foot * 0.4, 0.95), (foot, 1.0)]))


def _spade(random: np.random.Generator) -> list[NDArray[np.float64]]:
    wide, low = random.uniform(0.75, 1.0), random.uniform(0.5, 0.75)
    shoulder = random.uniform(0.05, 0.35)
    half = _curve([(0, -1), (shoulder, -0.6), (wide, -0.2), (wide, 0.25), (wide, low), (0.25, low + 0.1), (0, 0.35)])
    return [_mirrored(half), _stem(random, 0.2)]


def _club(random: np.random.Generator) -> list[NDArray[np.float64]]:
    size, apart = random.uniform(0.38, 0.48), random.uniform(0.42, 0.55)
    turn = np.linspace(0, 2 * np.pi, 40)
    ring = np.column_stack([np.cos(turn), np.sin(turn)]) * size
    low = random.uniform(0.12, 0.3)
    middle = np.column_stack([np.cos(turn), np.sin(turn)]) * 0.22
    leaves = [ring + np.array(place) for place in ((0, size - 1), (-apart, low), (apart, low))]
    return [*leaves, middle, _stem(random, 0.0)]
