"""The ink of procedural corner indices: rank letters from the fonts of the machine and drawn suit signs, as masks."""

import subprocess
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PilImage
from PIL import ImageDraw, ImageFont

from kozyr.engine.cards import Rank, Suit

Mask = NDArray[np.float32]
"""Ink coverage 0 to 1, shape (height, width)."""

GLYPH_PX: Final = 96
"""Height of a rank mask before it is scaled into an index."""

LETTERS: Final[dict[Rank, tuple[str, ...]]] = {
    Rank.ACE: ("A", "A", "Т"),
    Rank.KING: ("K", "К"),
    Rank.QUEEN: ("Q", "Q", "Д", "D"),
    Rank.JACK: ("J", "J", "В"),
}
"""How ranks are lettered: Latin, Cyrillic (Т К Д В) and German (A K D B; B looks like В). Numbers are themselves."""

_NOT_TEXT: Final = ("dingbat", "symbol", "emoji", "d050000l", "s052", "standard symbols", "cmex", "cmsy", "esint")
KEPT_APART: Final = ("PTS", "OldStandard", "Nimbus", "cmunss")
"""Beginnings of font files that only validation faces are lettered in (see ``pips``); never used here."""
_SIGN_FONTS: Final = ("DejaVu", "FreeSerif", "FreeSans", "FreeMono", "Symbola", "Libertine")


@dataclass(frozen=True, slots=True)
class Face:
    """One font file."""

    path: str
    """Where it lies."""
    cyrillic: bool
    """Whether it has Т, Д and В."""


@cache
def faces() -> tuple[Face, ...]:
    """The text fonts of this machine that have Latin capitals and digits, sorted by path.

    Raises FileNotFoundError when fontconfig is missing.
    """
    latin = _font_files(":charset=41 51 4b 4a 30 39")
    cyrillic = set(_font_files(":charset=414 422 412 41a 30 39"))
    return tuple(Face(path, path in cyrillic) for path in sorted(latin) if _draws_letters(path))


def _font_files(pattern: str) -> list[str]:
    listed = subprocess.run(["fc-list", pattern, "file", "family"], capture_output=True, text=True, check=True)
    lines = [line.split(":", 1) for line in listed.stdout.splitlines()]
    files = [path.strip() for path, rest in lines if not any(word in rest.lower() for word in _NOT_TEXT)]
    return [path for path in files if not path.rsplit("/", 1)[-1].startswith(KEPT_APART)]


def _draws_letters(path: str) -> bool:
    try:
        mask = _text_mask(path, "Q")
    except (OSError, ValueError):
        return False
    return 0.1 < float(mask.mean()) < 0.9


def _text_mask(path: str, text: str) -> Mask:
    font = ImageFont.truetype(path, 128)
    left, top, right, bottom = font.getbbox(text)
    if right - left < 4 or bottom - top < 4:
        raise ValueError(f"{path} draws nothing for {text}")
    sheet = PilImage.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(sheet).text((4 - left, 4 - top), text, font=font, fill=255)
    return _tight(np.asarray(np.asarray(sheet) / 255, np.float32))


def _tight(mask: Mask) -> Mask:
    rows, columns = np.flatnonzero(mask.max(1) > 0.3), np.flatnonzero(mask.max(0) > 0.3)
    if not len(rows):
        raise ValueError("an empty glyph")
    return mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


@cache
def letter(path: str, text: str) -> Mask:
    """One character of a font, cut to its ink and GLYPH_PX high, kept as half the memory allows."""
    mask = _text_mask(path, text)
    width = max(round(mask.shape[1] * GLYPH_PX / mask.shape[0]), 4)
    if text in "QД":
        # The tail of Q and the feet of Д hang below the line: the body keeps the height of the other letters.
        width = max(round(width * 1.08), 4)
    return np.asarray(cv2.resize(mask, (width, GLYPH_PX), interpolation=cv2.INTER_AREA), dtype=np.float32)


def rank_mask(rng: np.random.Generator, face: Face, rank: Rank, text: str, squeeze: float) -> Mask:
    """The ink of a rank, GLYPH_PX high; ``squeeze`` < 1 makes it narrow. A ten is set tight, as printers do."""
    if rank is not Rank.TEN:
        return _squeezed(letter(face.path, text), squeeze)
    one, zero = letter(face.path, "1"), letter(face.path, "0")
    if rng.random() < 0.15:
        one = _stroke(rng)
    tight = squeeze * float(rng.uniform(0.55, 0.95))
    gap = round(GLYPH_PX * float(rng.uniform(0.02, 0.16)))
    one, zero = _squeezed(one, min(tight * 1.15, 1.2)), _squeezed(zero, tight)
    return np.concatenate([one, np.zeros((GLYPH_PX, gap), np.float32), zero], axis=1)


def _stroke(rng: np.random.Generator) -> Mask:
    """The bare upright stroke that many decks print for the 1 of a ten."""
    return np.ones((GLYPH_PX, round(GLYPH_PX * float(rng.uniform(0.08, 0.18)))), np.float32)


def _squeezed(mask: Mask, squeeze: float) -> Mask:
    width = max(round(mask.shape[1] * squeeze), 3)
    return np.asarray(cv2.resize(mask, (width, GLYPH_PX), interpolation=cv2.INTER_AREA), dtype=np.float32)


def _bezier(points: list[tuple[float, float]], steps: int = 14) -> NDArray[np.float64]:
    """Points of a cubic curve, shape (steps, 2)."""
    t = np.linspace(0, 1, steps)[:, None]
    p0, p1, p2, p3 = (np.array(point) for point in points)
    return np.asarray((1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t**2 * p2 + t**3 * p3)


def _mirrored(half: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.concatenate([half, half[::-1] * np.array([-1.0, 1.0])])


def _heart(rng: np.random.Generator) -> list[NDArray[np.float64]]:
    u = rng.uniform
    notch, side = u(0.08, 0.26), u(-0.3, -0.12)
    lobe = _bezier([(0, -0.5 + notch), (u(0.02, 0.14), -0.56), (0.5, u(-0.66, -0.5)), (0.5, side)])
    flank = _bezier([(0.5, side), (0.5, side + u(0.12, 0.34)), (u(0.06, 0.3), u(0.12, 0.3)), (0, 0.5)])
    return [_mirrored(np.concatenate([lobe, flank]))]


def _diamond(rng: np.random.Generator) -> list[NDArray[np.float64]]:
    wide, bend = rng.uniform(0.34, 0.52), rng.uniform(-0.02, 0.12)
    upper = _bezier([(0, -0.5), (wide / 3 - bend / 2, -0.33), (wide * 2 / 3 - bend, -0.17), (wide, 0)])
    lower = upper[::-1] * np.array([1.0, -1.0])
    return [_mirrored(np.concatenate([upper, lower]))]


def _stem(rng: np.random.Generator, top: float) -> NDArray[np.float64]:
    foot, thin = rng.uniform(0.1, 0.26), rng.uniform(0.02, 0.05)
    half = _bezier([(thin, top), (thin, 0.3), (foot * 0.4, 0.44), (foot, 0.5)])
    return _mirrored(half)


def _spade(rng: np.random.Generator) -> list[NDArray[np.float64]]:
    low = rng.uniform(0.22, 0.36)
    body = _heart(rng)[0] * np.array([1.0, -1.0])
    body[:, 1] = (body[:, 1] + 0.5) * (low + 0.5) - 0.5
    return [body, _stem(rng, 0.0)]


def _club(rng: np.random.Generator) -> list[NDArray[np.float64]]:
    radius, spread = rng.uniform(0.19, 0.26), rng.uniform(0.22, 0.29)
    low = rng.uniform(0.02, 0.12)
    turn = np.linspace(0, 2 * np.pi, 30)
    disc = radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    leaves = [disc + np.array(c) for c in ((0.0, -0.5 + radius), (spread, low), (-spread, low))]
    heart = 0.7 * rng.uniform(0.5, 1.1) * disc + np.array([0.0, -0.05])
    return [*leaves, heart, _stem(rng, -0.1)]


_SHAPES: Final = {Suit.HEARTS: _heart, Suit.DIAMONDS: _diamond, Suit.SPADES: _spade, Suit.CLUBS: _club}


def drawn_sign(rng: np.random.Generator, suit: Suit) -> Mask:
    """A suit sign of random shape, cut to its ink, 96 px high."""
    canvas = np.zeros((512, 512), np.uint8)
    for outline in _SHAPES[suit](rng):
        cv2.fillPoly(canvas, [np.round(outline * 340 + 256).astype(np.int32)], 255, lineType=cv2.LINE_AA)
    mask = _tight(np.asarray(canvas / 255, np.float32))
    width = round(mask.shape[1] * GLYPH_PX / mask.shape[0])
    return np.asarray(cv2.resize(mask, (width, GLYPH_PX), interpolation=cv2.INTER_AREA), dtype=np.float32)


@cache
def _sign_faces() -> tuple[str, ...]:
    files = _font_files(":charset=2660 2663 2665 2666")
    return tuple(sorted(path for path in files if any(name in path for name in _SIGN_FONTS)))


@cache
def signs(suit: Suit) -> tuple[Mask, ...]:
    """Two hundred signs of a suit: drawn ones of many shapes and those of the fonts."""
    rng = np.random.default_rng([7, list(Suit).index(suit)])
    drawn = [drawn_sign(rng, suit) for _ in range(200)]
    typed = [letter(path, suit.sign) for path in _sign_faces()]
    return (*drawn, *typed)
