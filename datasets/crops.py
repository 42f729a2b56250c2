"""Labelled crops of corner indices, rendered, photographed and cut exactly as live reading cuts them.

Every crop comes from a small scene: table or another card behind, the card's corner, sometimes something on top; the
scene is seen under an angle by a cheap camera, and a detector's imprecise box is cut out of it.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.crop_camera import photographed
from kozyr.datasets.crop_corners import art_pieces, deck_corners, restyled_corners
from kozyr.datasets.crop_glyphs import faces, letter, signs
from kozyr.datasets.crop_grounds import ground_window
from kozyr.datasets.crop_paper import (
    CANVAS_PX,
    CENTRE_PX,
    INDEX_PX,
    Corner,
    ink_colour,
    paint,
    paper_colour,
    procedural_corner,
    resized,
)
from kozyr.engine.cards import DECK_52, Suit
from kozyr.vision.crops import cut_upright, whiten
from kozyr.vision.types import IndexBox

NO_INDEX: Final = len(DECK_52)
"""The label of a crop that shows no readable upright index; cards have their place in DECK_52."""
_NEIGHBOURS: Final = 48
_RESTYLED: Final = 600
_OWN_INDEX: Final = 0.6
"""Nearer than this, in heights of an index, the index of a covering card stands in the crop of the covered one."""


@dataclass(frozen=True, slots=True)
class Mix:
    """Where crops come from."""

    split: str = "train"
    """Whose decks may be shown."""
    procedural: float = 0.5
    """Share of wholly procedural corners."""
    restyled: float = 0.25
    """Share of deck faces with another index; the rest is deck art as it is."""
    smallest_px: float = 12.0
    """Least height of an index in the picture."""
    largest_px: float = 60.0
    """Greatest height of an index in the picture."""
    negatives: float = 0.17
    """Share of scenes without any index."""


@dataclass(slots=True)
class CropStream:
    """An endless, seeded stream of labelled crops."""

    rng: np.random.Generator
    """Source of all choices."""
    mix: Mix = field(default_factory=Mix)
    """What is shown."""
    _recent: deque[Corner] = field(default_factory=lambda: deque(maxlen=_NEIGHBOURS))
    """Corners shown lately, used as neighbouring cards."""
    _restyled: deque[Corner] = field(default_factory=lambda: deque(maxlen=_RESTYLED))
    """Faces with another index, each shown several times."""

    def __iter__(self) -> Iterator[tuple[NDArray[np.uint8], int]]:
        """(BGR crop not yet whitened, label), for ever."""
        while True:
            if self.rng.random() < self.mix.negatives:
                yield from self._without_index()
            else:
                yield from self._with_index()

    def batch(self, count: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """``count`` whitened crops, shape (count, 48, 32, 3), and their labels."""
        crops: list[NDArray[np.uint8]] = []
        labels: list[int] = []
        for crop, label in self:
            crops.append(crop)
            labels.append(label)
            if len(crops) == count:
                break
        return whiten(np.stack(crops)), np.array(labels, np.uint8)

    def _corner(self) -> Corner:
        rng, split = self.rng, self.mix.split
        kind = rng.random() - self.mix.procedural
        known: Sequence[Corner] = ()
        if 0 <= kind < self.mix.restyled:
            if len(self._restyled) < 64 or rng.random() < 0.12:
                self._restyled.extend(restyled_corners(rng, split))
            known = self._restyled
        elif kind >= 0:
            known = deck_corners(split)
        if known:
            corner = known[int(rng.integers(len(known)))]
        else:
            art = art_pieces(split)
            piece = art[int(rng.integers(len(art)))] if art else None
            corner = procedural_corner(rng, DECK_52[int(rng.integers(len(DECK_52)))], piece)
        self._recent.append(corner)
        return corner

    def _with_index(self) -> Iterator[tuple[NDArray[np.uint8], int]]:
        rng = self.rng
        corner = self._corner()
        canvas = self._behind()
        _lay(rng, canvas, corner.pixels, shadow=rng.random() < 0.5)
        hidden, apart_px = self._cover(canvas, corner) if rng.random() < 0.45 else ((0.0, 0.0), np.inf)
        if apart_px < _OWN_INDEX * INDEX_PX:
            return  # what lies on top shows its own index in the same place: this crop is neither card nor nothing
        seen = Seen.of(rng, canvas, corner.size_px, self._height())
        label = DECK_52.index(corner.card)
        if max(hidden) > 0.65:
            yield seen.cut(rng), NO_INDEX
            return
        if max(hidden) < 0.16:
            yield seen.cut(rng), label
            if rng.random() < 0.5:
                yield seen.cut(rng), label
        if rng.random() < 0.2:
            yield seen.cut(rng, turned=float(rng.choice([180, 180, 180, 90, 270]))), NO_INDEX
        if rng.random() < 0.16:
            yield seen.missed(rng), NO_INDEX

    def _without_index(self) -> Iterator[tuple[NDArray[np.uint8], int]]:
        rng = self.rng
        canvas = self._behind()
        if rng.random() < 0.65:
            _paper_sheet(rng, canvas)
        kind = rng.random()
        if kind < 0.6:
            _false_index(rng, canvas)
        if kind > 0.4 and rng.random() < 0.5:
            _scribble(rng, canvas)
        size = (INDEX_PX * float(rng.uniform(0.35, 0.7)), float(INDEX_PX))
        seen = Seen.of(rng, canvas, size, self._height())
        yield seen.cut(rng), NO_INDEX

    def _height(self) -> float:
        low, high = np.log(self.mix.smallest_px), np.log(self.mix.largest_px)
        return float(np.exp(self.rng.uniform(low, high)))

    def _behind(self) -> NDArray[np.uint8]:
        rng = self.rng
        canvas = np.array(ground_window(rng, *CANVAS_PX))
        if self._recent and rng.random() < 0.4:
            other = self._recent[int(rng.integers(len(self._recent)))]
            shift = (-INDEX_PX * float(rng.uniform(0.4, 1.3)), INDEX_PX * float(rng.uniform(-0.6, 0.6)))
            _lay(rng, canvas, _moved(other.pixels, float(rng.normal(0, 14)), shift), shadow=False)
        return canvas

    def _cover(self, canvas: NDArray[np.uint8], corner: Corner) -> tuple[tuple[float, float], float]:
        """Lays another card, a finger or something dark on top.

        Returns the hidden shares of rank and of sign, and how far the index of what lies on top is from the hidden one.
        """
        rng, apart_px = self.rng, float(np.inf)
        if self._recent and rng.random() < 0.75:
            other = self._recent[int(rng.integers(len(self._recent)))].pixels
            solid = other[CANVAS_PX[0] // 2, :, 3] > 127
            edge = float(np.argmax(solid)) if solid.any() else CENTRE_PX[0]
            right = CENTRE_PX[0] + corner.size_px[0] / 2 + INDEX_PX * float(rng.uniform(-0.3, 0.6))
            shift = (right - edge, INDEX_PX * float(rng.uniform(-1.0, 1.0)))
            if rng.random() < 0.2:
                shift = (shift[0], INDEX_PX * float(rng.uniform(0.6, 1.7)))
            over, apart_px = _moved(other, float(rng.normal(0, 12)), shift), float(np.hypot(*shift))
        else:
            over = _finger(rng)
        before = over[..., 3].astype(np.float32) * corner.ink
        _lay(rng, canvas, over, shadow=rng.random() < 0.6)
        half = round(CENTRE_PX[1])
        shares = []
        for rows in (np.s_[:half], np.s_[half:]):
            total = float(corner.ink[rows].sum()) or 1.0
            shares.append(float(before[rows].sum()) / 255 / total)
        return (shares[0], shares[1]), apart_px


@dataclass(frozen=True, slots=True)
class Seen:
    """A scene as the camera gave it, with the true box of the index in it."""

    picture: NDArray[np.uint8]
    """BGR patch of the frame."""
    box: IndexBox
    """Where the index is, upright."""

    @staticmethod
    def of(
        rng: np.random.Generator, canvas: NDArray[np.uint8], size_px: tuple[float, float], height_px: float
    ) -> "Seen":
        """The canvas turned, foreshortened, scaled so that the index is ``height_px`` high, and photographed."""
        linear = _view(rng) * (height_px / INDEX_PX)
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(size_px) / 2 @ linear.T
        reach = float(np.abs(corners).max()) + 0.75 * height_px
        side = int(np.ceil(2 * reach))
        moved = np.column_stack([linear, np.array([side / 2, side / 2]) - linear @ np.array(CENTRE_PX)])
        shrink = INDEX_PX / height_px
        if shrink > 1.3:
            canvas = np.asarray(cv2.GaussianBlur(canvas, (0, 0), 0.42 * shrink), dtype=np.uint8)
        how = cv2.INTER_LINEAR
        patch = cv2.warpAffine(canvas, moved, (side, side), flags=how, borderMode=cv2.BORDER_REFLECT)
        up = linear @ np.array([0.0, -1.0])
        angle = float(np.degrees(np.arctan2(up[0], -up[1])))
        ahead = up / np.hypot(*up)
        aside = np.array([-ahead[1], ahead[0]])
        tall, wide = 2 * float(np.abs(corners @ ahead).max()), 2 * float(np.abs(corners @ aside).max())
        picture = photographed(rng, np.asarray(patch, dtype=np.uint8), height_px)
        return Seen(picture, IndexBox((side / 2, side / 2), wide, tall, angle, 1.0))

    def cut(self, rng: np.random.Generator, *, turned: float = 0.0) -> NDArray[np.uint8]:
        """The crop at the box as a detector would give it, slightly off; ``turned`` by so many degrees."""
        box, unit = self.box, self.box.height_px
        grow = float(np.exp(np.clip(rng.normal(0, 0.08), -0.18, 0.18)))
        offset = np.clip(rng.normal(0, 0.04, 2), -0.1, 0.1) * unit
        tilt = float(np.clip(rng.normal(0, 4.5), -11, 11))
        width, height = box.width_px * grow, box.height_px * grow
        if turned in (90.0, 270.0):
            width, height = height * 0.6, height
        centre = (box.centre_px[0] + offset[0], box.centre_px[1] + offset[1])
        return cut_upright(self.picture, IndexBox(centre, width, height, box.angle_deg + tilt + turned, 1.0))

    def missed(self, rng: np.random.Generator) -> NDArray[np.uint8]:
        """A crop that is far off: beside the index, much too wide or too tight, or of half an index."""
        box, unit = self.box, self.box.height_px
        kind = rng.random()
        offset, wide, tall = np.zeros(2), 0.5 * unit, unit
        if kind < 0.4:
            turn = rng.uniform(0, 2 * np.pi)
            offset = np.array([np.cos(turn), np.sin(turn)]) * unit * float(rng.uniform(0.5, 0.9))
        elif kind < 0.55:
            wide, tall = np.array([wide, tall]) * float(rng.uniform(0.3, 0.5))
        elif kind < 0.65:
            wide, tall = np.array([wide, tall]) * float(rng.uniform(2.0, 3.0))
        else:
            # Only the rank, or only the suit sign, in a box of its own.
            share = float(rng.uniform(0.4, 0.55))
            along = np.radians(box.angle_deg) + (np.pi if kind < 0.76 else 0.0)
            offset = np.array([np.sin(along), -np.cos(along)]) * unit * (1 - share) / 2
            wide, tall = box.width_px, unit * share * float(rng.uniform(1.0, 1.15))
        centre = (box.centre_px[0] + offset[0], box.centre_px[1] + offset[1])
        return cut_upright(self.picture, IndexBox(centre, float(wide), float(tall), box.angle_deg, 1.0))


def _view(rng: np.random.Generator) -> NDArray[np.float64]:
    """A random turn in the picture, after the foreshortening of an oblique camera."""

    def turn(angle: float) -> NDArray[np.float64]:
        cos, sin = np.cos(angle), np.sin(angle)
        return np.array([[cos, -sin], [sin, cos]])

    squash = 1.0 if rng.random() < 0.4 else float(rng.uniform(0.6, 1.0))
    tilt = rng.uniform(0, 2 * np.pi)
    oblique = turn(tilt) @ np.diag([1.0, squash]) @ turn(-tilt) / np.sqrt(squash)
    return np.asarray(turn(rng.uniform(0, 2 * np.pi)) @ oblique)


def _moved(pixels: NDArray[np.uint8], turn_deg: float, shift: tuple[float, float]) -> NDArray[np.uint8]:
    move = cv2.getRotationMatrix2D(CENTRE_PX, turn_deg, 1.0)
    move[:, 2] += np.asarray(shift)
    size = CANVAS_PX[::-1]
    return np.asarray(cv2.warpAffine(pixels, move, size, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def _lay(rng: np.random.Generator, canvas: NDArray[np.uint8], over: NDArray[np.uint8], *, shadow: bool) -> None:
    """Puts a cut-out on the canvas, with a soft shadow if wanted."""
    alpha = over[..., 3:].astype(np.uint16)
    below = canvas.astype(np.uint16)
    if shadow:
        soft = cv2.GaussianBlur(over[..., 3], (0, 0), float(rng.uniform(1, 6)))
        dark = 255 - (soft.astype(np.uint16) * int(rng.integers(60, 190)) // 255)
        below = below * dark[..., None] // 255
    canvas[:] = ((over[..., :3] * alpha + below * (255 - alpha)) // 255).astype(np.uint8)


def _finger(rng: np.random.Generator) -> NDArray[np.uint8]:
    """A finger, sleeve, coin or other thing lying over the corner, BGRA."""
    over = np.zeros((*CANVAS_PX, 4), np.uint8)
    if rng.random() < 0.6:
        tone = rng.uniform(0.4, 1.0)
        over[..., :3] = np.array([150 * tone, 175 * tone, 225 * tone])
    else:
        over[..., :3] = rng.integers(0, 255, 3)
    mask = np.zeros(CANVAS_PX, np.uint8)
    turn = rng.uniform(0, 2 * np.pi)
    near = INDEX_PX * float(rng.uniform(0.3, 1.3))
    start = np.array(CENTRE_PX) + near * np.array([np.cos(turn), np.sin(turn)])
    away = start + 200 * np.array([np.cos(turn + rng.normal(0, 0.4)), np.sin(turn + rng.normal(0, 0.4))])
    ends = [tuple(int(v) for v in point) for point in (start, away)]
    cv2.line(mask, ends[0], ends[1], 255, int(rng.integers(12, 60)), cv2.LINE_AA)
    over[..., 3] = mask
    return over


def _paper_sheet(rng: np.random.Generator, canvas: NDArray[np.uint8]) -> None:
    """A piece of card stock or paper without an index."""
    corners = (np.array(CENTRE_PX) + rng.uniform(-30, 30, 2) + 260 * _square(rng.uniform(0, 6.3))).astype(np.int32)
    if rng.random() < 0.5:
        shift = rng.uniform(150, 250) * np.array([1, 1])
        corners = (corners + shift * rng.choice([-1, 1], 2)).astype(np.int32)
    cv2.fillPoly(canvas, [corners], tuple(map(float, paper_colour(rng))), cv2.LINE_AA)


def _square(angle: float) -> NDArray[np.float64]:
    turns = angle + np.arange(4) * np.pi / 2
    return np.stack([np.cos(turns), np.sin(turns)], axis=1)


def _false_index(rng: np.random.Generator, canvas: NDArray[np.uint8]) -> None:
    """What a detector may take for an index: a lone letter, a lone pip, two pips or two letters above each other."""
    sheet = canvas.astype(np.float32)
    suit = list(Suit)[int(rng.integers(4))]
    colour = ink_colour(rng, suit, rng.random() < 0.1)
    kinds = str(rng.choice(["r-", "-s", "ss", "rr", "S", "ro", "sr", "s", "rrr"]))
    slot = INDEX_PX / min(max(len(kinds), 1), 2)
    for place, kind in enumerate(kinds):
        mask = _piece(rng, kind, suit)
        if mask is None:
            continue
        height = slot * float(rng.uniform(0.75, 1.0)) if kind != "S" else INDEX_PX * float(rng.uniform(0.8, 1.6))
        if kinds == "s":
            height = INDEX_PX * float(rng.uniform(0.5, 1.0))
        glyph = resized(mask, height * mask.shape[1] / mask.shape[0], height)
        top = CENTRE_PX[1] - INDEX_PX / 2 + place * slot
        if len(kinds) == 1:
            top = CENTRE_PX[1] - height / 2
        left = CENTRE_PX[0] - glyph.shape[1] / 2
        if kinds == "rrr":
            left, top = CENTRE_PX[0] + (place - 1.5) * slot * 0.9, CENTRE_PX[1] - height / 2
        paint(sheet, glyph, colour, round(left), round(top))
    canvas[:] = sheet.astype(np.uint8)


def _piece(rng: np.random.Generator, kind: str, suit: Suit) -> NDArray[np.float32] | None:
    if kind in "sS":
        chosen = signs(suit)
        mask = chosen[int(rng.integers(len(chosen)))]
        return mask[::-1] if rng.random() < 0.3 else mask
    if kind == "r":
        known = faces()
        text = str(rng.choice(list("23456789AKQJBDT")))
        return letter(known[int(rng.integers(len(known)))].path, text)
    if kind == "o":
        disc = np.zeros((96, 96), np.uint8)
        sides = int(rng.choice([3, 5, 6, 40]))
        turns = np.arange(sides) * 2 * np.pi / sides - np.pi / 2
        points = 48 + 46 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        cv2.fillPoly(disc, [points.astype(np.int32)], 255, cv2.LINE_AA)
        return np.asarray(disc / 255, np.float32)
    return None


def _scribble(rng: np.random.Generator, canvas: NDArray[np.uint8]) -> None:
    """Handwriting."""
    points = np.array(CENTRE_PX) + np.cumsum(rng.normal(0, 9, (int(rng.integers(5, 30)), 2)), axis=0)
    colour = tuple(map(float, rng.uniform(0, 160, 3)))
    cv2.polylines(canvas, [points.astype(np.int32)], False, colour, int(rng.integers(1, 5)), cv2.LINE_AA)
