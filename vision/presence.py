"""Whether a card that the network does not see any more is still there: covered, unseen, or gone.

All pictures are the motion gate's small grey ones at even brightness.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.vision.motion import Box, Small
from kozyr.vision.types import Point

Outline = tuple[Point, Point, Point, Point]
"""Four corners in pixels of the full picture, clockwise."""
Mask = NDArray[np.bool_]
_RELEARN_STEP: Final = 12.0
"""A pixel that changed by more than this shows something else than before."""
_ENOUGH: Final = 0.17
"""Share of a card that must be visible to say anything about it."""
_FEW: Final = 24
"""Fewer small pixels than this say nothing."""


@dataclass(frozen=True, slots=True)
class Presence:
    """What the picture says about the place of one card."""

    visible: float
    """Share of the card not covered by cards laid later, 0 to 1."""
    changed: float
    """Share of the visible part that differs from when the card was last seen there."""
    restored: float
    """Share of the visible part that looks like the table without the card."""
    known: bool = True
    """True when the table was seen there without the card."""

    @property
    def says_gone(self) -> bool:
        """The card is not there any more: the table shows where it lay."""
        return self.visible > _ENOUGH and self.changed > 0.3 and self.restored > 0.6

    @property
    def says_there(self) -> bool:
        """Nothing happened to what can be seen of it, or nothing can be seen of it."""
        return self.visible <= _ENOUGH or self.changed < 0.3


class TableMemory:
    """The picture of the bare table, learnt wherever no followed card lies, and of every card when last seen."""

    def __init__(self, small: Small, scale: float) -> None:
        self._table = small.copy()
        self._older = small.copy()
        self._known = np.ones(small.shape, bool)
        self._scale = scale
        self._seen: dict[int, Small] = {}
        self._before: dict[int, Small] = {}

    def confirm(self, number: int, small: Small, before: Small | None) -> None:
        """A card was seen; ``before`` is the picture from before it came, when that is known."""
        if number not in self._seen and before is not None:
            self._before[number] = before
        self._seen[number] = small

    def drop(self, number: int) -> None:
        """A card is not followed any more."""
        self._seen.pop(number, None)
        self._before.pop(number, None)

    def forget(self, outline_px: Outline) -> None:
        """What lies under this outline has never been seen bare."""
        self._known &= ~self._mask(outline_px, grow=2)

    def learn(self, small: Small, box: Box, cards: Sequence[Outline]) -> None:
        """Take over the present picture in ``box``, except under the cards."""
        free = self._outside(box, cards, grow=2)
        # An arm that rested here may have been learnt: what was there before it counts as the table too.
        replaced = free & (np.abs(small - self._table) > _RELEARN_STEP)
        self._older[replaced] = self._table[replaced]
        self._table[free] = small[free]
        self._known |= free

    def differs(self, small: Small, outline_px: Outline, cards: Sequence[Outline], step: float) -> float:
        """Share of an outline, where no other card lies, that is not bare table; 1 where that cannot be told."""
        inside = self._mask(outline_px)
        area = int(inside.sum())
        for other in cards:
            inside &= ~self._mask(other, grow=1)
        inside &= self._known
        if inside.sum() < max(_FEW, 0.15 * area):
            return 1.0
        return float((~self._bare(small, step)[inside]).mean())

    def strange(self, small: Small, box: Box, cards: Sequence[Outline], step: float) -> Mask:
        """The small pixels of a box that are neither bare table nor one of these cards."""
        return self._outside(box, cards, grow=1) & self._known & ~self._bare(small, step)

    def judge(self, number: int, outline_px: Outline, covers: Sequence[Outline], small: Small, step: float) -> Presence:
        """The presence of a card that may be covered by others."""
        seen, before = self._seen.get(number), self._before.get(number)
        if seen is None:
            return Presence(1.0, 1.0, 0.0)
        whole = self._mask(outline_px)
        inside = whole.copy()
        for cover in covers:
            inside &= ~self._mask(cover, grow=1)
        area, left = int(whole.sum()), int(inside.sum())
        if area < _FEW or left < _FEW:
            return Presence(0.0, 0.0, 0.0)
        now = small[inside]
        changed = np.abs(now - seen[inside]) > step
        bare = self._bare(small, step)[inside]
        if before is not None:
            bare |= np.abs(now - before[inside]) <= step
        known = before is not None or float(self._known[inside].mean()) > 0.5
        return Presence(left / area, float(changed.mean()), float(bare.mean()), known)

    def _bare(self, small: Small, step: float) -> Mask:
        like = (np.abs(small - self._table) <= step) | (np.abs(small - self._older) <= step)
        return np.asarray(like & self._known)

    def _outside(self, box: Box, cards: Sequence[Outline], grow: int) -> Mask:
        """The small pixels of a box outside all cards."""
        x0, y0, x1, y1 = (round(v * self._scale) for v in box)
        free = np.zeros(self._table.shape, bool)
        free[y0:y1, x0:x1] = True
        for outline in cards:
            free &= ~self._mask(outline, grow)
        return free

    def _mask(self, outline_px: Outline, grow: int = 0) -> Mask:
        """The small pixels inside an outline, widened by ``grow``."""
        mask = np.zeros(self._table.shape, np.uint8)
        points = np.round(np.array(outline_px, np.float32) * self._scale).astype(np.int32)
        cv2.fillConvexPoly(mask, points, 1)
        if grow:
            mask = np.asarray(cv2.dilate(mask, np.ones((2 * grow + 1, 2 * grow + 1), np.uint8)), np.uint8)
        return mask.astype(bool)
