"""Finding the corner indices of a drawn face: which ink in the corner is the rank and which the suit sign.

The index of one design stands at the same place on every card, so the number cards (clean corners) say where it is and
aces and courts (art close by) are held against that.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.engine.cards import Card

_INK_STEP: Final = 60
"""How far a colour must lie from the paper to be ink, of 255."""
_CORNER_WIDE: Final = 0.32
_CORNER_HIGH: Final = 0.40
_NEAR: Final = 0.022
"""How far the index of one card may lie from the deck's usual place, in fractions of the face."""

Box = tuple[float, float, float, float]
"""x0, y0, x1, y1 in fractions of the face."""


@dataclass(frozen=True, slots=True)
class CornerIndex:
    """Rank and suit sign in one corner, as a box of ink in fractions of the face's width and height."""

    x0: float
    """Left edge."""
    y0: float
    """Upper edge."""
    x1: float
    """Right edge."""
    y1: float
    """Lower edge."""
    upside_down: bool
    """True for an index meant to be read from the other side of the card."""

    def as_row(self) -> list[float]:
        """The numbers, for a file."""
        return [round(v, 5) for v in (self.x0, self.y0, self.x1, self.y1)] + [float(self.upside_down)]

    @staticmethod
    def from_row(row: list[float]) -> "CornerIndex":
        """The index written by ``as_row``."""
        return CornerIndex(row[0], row[1], row[2], row[3], bool(row[4]))

    def quad(self, width: float, height: float) -> NDArray[np.float32]:
        """Corners in pixels of a face of that size: top left, top right, bottom right, bottom left, as it reads."""
        x0, y0, x1, y1 = self.x0 * width, self.y0 * height, self.x1 * width, self.y1 * height
        corners = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float32)
        return np.roll(corners, 2, axis=0) if self.upside_down else corners


def find_corner_indices(faces: Mapping[Card, NDArray[np.uint8]]) -> dict[Card, tuple[CornerIndex, ...]]:
    """The corner indices of all cards of one deck; a card maps to () where its index is not told reliably."""
    plain = [_rank_and_suit(face) for card, face in faces.items() if card.rank.natural < 10]
    seen = [pair for pair in plain if pair is not None]
    if len(seen) < 0.5 * len(plain):
        return dict.fromkeys(faces, ())
    rank = np.median([pair[0] for pair in seen], axis=0)
    suit = np.median([pair[1] for pair in seen], axis=0)
    return {card: _corners(face, rank, suit) for card, face in faces.items()}


def ink_mask(face: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Where a face is printed: 1 for ink, 0 for paper and outside. The paper is the commonest bright colour."""
    bgr, alpha = face[:, :, :3].astype(np.int16), face[:, :, 3]
    bright = bgr[(alpha > 200) & (bgr.sum(axis=2) > 480)]
    paper = np.median(bright, axis=0) if len(bright) else np.array([255, 255, 255])
    far = np.abs(bgr - paper.astype(np.int16)).max(axis=2) > _INK_STEP
    return np.asarray(far & (alpha > 200), np.uint8)


def _corners(face: NDArray[np.uint8], rank: NDArray[np.float64], suit: NDArray[np.float64]) -> tuple[CornerIndex, ...]:
    found: list[CornerIndex] = []
    turned = np.ascontiguousarray(face[::-1, ::-1])
    for picture, upside_down in ((face, False), (turned, True)):
        box = _index_at(picture, rank, suit)
        if box is not None:
            found.append(_placed(box, upside_down))
    if len(found) == 2:
        found += _other_corners(face, found[0])
    return tuple(found)


def _placed(box: Box, upside_down: bool) -> CornerIndex:
    x0, y0, x1, y1 = box
    return CornerIndex(1 - x1, 1 - y1, 1 - x0, 1 - y0, True) if upside_down else CornerIndex(x0, y0, x1, y1, False)


def _index_at(picture: NDArray[np.uint8], rank: NDArray[np.float64], suit: NDArray[np.float64]) -> Box | None:
    """The index box of the upper left corner, checked against the deck's usual place for it."""
    pair = _rank_and_suit(picture)
    if pair is not None:
        own_rank, own_suit = pair
        heights = [abs(own_rank[i] - rank[i]) for i in (1, 3)] + [abs(own_suit[i] - suit[i]) for i in (1, 3)]
        if max(heights) < _NEAR and abs(own_suit[0] - suit[0]) < 2 * _NEAR and abs(own_suit[2] - suit[2]) < 2 * _NEAR:
            return _joined(own_rank, own_suit)
    # The art touches the index: keep the usual place, if it is inked like an index.
    x0, y0, x1, y1 = _joined(tuple(rank), tuple(suit))
    height, width = picture.shape[:2]
    window = ink_mask(picture)[round(y0 * height) : round(y1 * height), round(x0 * width) : round(x1 * width)]
    return (x0, y0, x1, y1) if window.size and 0.12 < float(window.mean()) < 0.8 else None


def _joined(rank: Box | tuple[float, ...], suit: Box | tuple[float, ...]) -> Box:
    return min(rank[0], suit[0]), min(rank[1], suit[1]), max(rank[2], suit[2]), max(rank[3], suit[3])


def _rank_and_suit(face: NDArray[np.uint8]) -> tuple[Box, Box] | None:
    """Boxes of the rank and of the suit sign below it in the upper left corner, or None."""
    height, width = face.shape[:2]
    corner = ink_mask(face)[: round(_CORNER_HIGH * height), : round(_CORNER_WIDE * width)]
    _, _, stats, _ = cv2.connectedComponentsWithStats(corner, connectivity=8)
    parts = [_fractions(row, width, height) for row in stats[1:] if row[4] >= 12]
    parts = [box for box in parts if box[2] - box[0] < 0.28 and 0.02 < box[3] - box[1] < 0.2 and _inside(box)]
    ranks = [box for box in parts if box[1] < 0.15 and box[0] < 0.16 and box[3] - box[1] > 0.03]
    if not ranks:
        return None
    rank = min(ranks, key=lambda box: box[0] + box[1])
    beside = [b for b in parts if _overlap(b, rank, 1) > 0.6 and 0 <= b[0] - rank[2] < 0.03 and b[2] < 0.27]
    for box in beside:  # the 0 of a 10
        rank = _joined(rank, box)
    below = [b for b in parts if -0.01 < b[1] - rank[3] < 0.06 and _overlap(b, rank, 0) > 0.5]
    if not below:
        return None
    return rank, min(below, key=lambda box: box[1])


def _fractions(row: NDArray[np.int32], width: int, height: int) -> Box:
    x, y, w, h = (int(v) for v in row[:4])
    return x / width, y / height, (x + w) / width, (y + h) / height


def _inside(box: Box) -> bool:
    """False for outlines of the card and for art that leaves the corner."""
    return box[0] > 0.008 and box[1] > 0.006 and box[2] < _CORNER_WIDE - 0.005 and box[3] < _CORNER_HIGH - 0.005


def _overlap(one: Box, other: Box, axis: int) -> float:
    low, high = max(one[axis], other[axis]), min(one[axis + 2], other[axis + 2])
    return (high - low) / min(one[axis + 2] - one[axis], other[axis + 2] - other[axis])


def _other_corners(face: NDArray[np.uint8], upright: CornerIndex) -> list[CornerIndex]:
    """Indices in the other two corners, found by looking there for the same print."""
    height, width = face.shape[:2]
    ink = ink_mask(face).astype(np.float32)
    x0, x1 = round(upright.x0 * width), round(upright.x1 * width)
    y0, y1 = round(upright.y0 * height), round(upright.y1 * height)
    pattern = ink[y0:y1, x0:x1]
    if min(pattern.shape) < 4 or pattern.std() < 0.05:
        return []
    found = []
    for picture, upside_down in ((ink, False), (np.ascontiguousarray(ink[::-1, ::-1]), True)):
        left = round(0.66 * width)
        window = picture[max(0, y0 - 12) : y1 + 12, left:]
        if window.shape[1] < pattern.shape[1]:
            continue
        scores = cv2.matchTemplate(window, pattern, cv2.TM_CCOEFF_NORMED)
        _, best, _, at = cv2.minMaxLoc(scores)
        if best > 0.72:
            bx, by = at[0] + left, at[1] + max(0, y0 - 12)
            box = (bx / width, by / height, (bx + x1 - x0) / width, (by + y1 - y0) / height)
            found.append(_placed(box, upside_down))
    return found
