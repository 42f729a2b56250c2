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

    @property
    def says_gone(self) -> bool:
        """The card is not there any more: the table shows where it lay."""
        return self.visible > 0.12 and self.changed > 0.3 and self.restored > 0.6

    @property
    def says_there(self) -> bool:
        """Nothing happened to what can be seen of it, or nothing can be seen of it."""
        return self.visible <= 0.12 or self.changed < 0.3


class TableMemory:
    """The picture of the bare table, learnt wherever no followed card lies."""

    def __init__(self, small: Small, scale: float) -> None:
        self._table = small.copy()
        self._older = small.copy()
        self._known = np.ones(small.shape, bool)
        self._scale = scale

    def forget(self, outline_px: Outline) -> None:
        """What lies under this outline has never been seen bare."""
        self._known &= ~self.mask(outline_px, grow=2)

    def learn(self, small: Small, box: Box, cards: Sequence[Outline]) -> None:
        """Take over the present picture in ``box``, except under the cards."""
        x0, y0, x1, y1 = (round(v * self._scale) for v in box)
        free = np.zeros(small.shape, bool)
        free[y0:y1, x0:x1] = True
        for outline in cards:
            free &= ~self.mask(outline, grow=2)
        # An arm that rested here may have been learnt: what was there before it counts as the table too.
        replaced = free & (np.abs(small - self._table) > _RELEARN_STEP)
        self._older[replaced] = self._table[replaced]
        self._table[free] = small[free]
        self._known |= free

    def differs(self, small: Small, outline_px: Outline, step: float) -> float:
        """Share of the outline that does not look like the bare table; 1 where the table was never seen."""
        inside = self.mask(outline_px)
        if inside.sum() < _FEW or (inside & self._known).sum() < 0.5 * inside.sum():
            return 1.0
        inside &= self._known
        return float((~self._bare(small, step)[inside]).mean())

    def strange(self, small: Small, box: Box, cards: Sequence[Outline], step: float) -> Mask:
        """The small pixels of a box that are neither bare table nor one of these cards."""
        x0, y0, x1, y1 = (round(v * self._scale) for v in box)
        mask = np.zeros(small.shape, bool)
        mask[y0:y1, x0:x1] = True
        for outline in cards:
            mask &= ~self.mask(outline, grow=1)
        return mask & self._known & ~self._bare(small, step)

    def _bare(self, small: Small, step: float) -> Mask:
        like = (np.abs(small - self._table) <= step) | (np.abs(small - self._older) <= step)
        return np.asarray(like & self._known)

    def judge(
        self, small: Small, outline_px: Outline, covers: Sequence[Outline], seen: Small, before: Small | None, step: float
    ) -> Presence:
        """The presence of a card: ``seen`` is the picture when it was last confirmed, ``before`` that from before it came."""
        whole = self.mask(outline_px)
        inside = whole.copy()
        for cover in covers:
            inside &= ~self.mask(cover, grow=1)
        area, left = int(whole.sum()), int(inside.sum())
        if area < _FEW or left < _FEW:
            return Presence(0.0, 0.0, 0.0)
        now = small[inside]
        changed = np.abs(now - seen[inside]) > step
        bare = self._bare(small, step)[inside]
        if before is not None:
            bare |= np.abs(now - before[inside]) <= step
        return Presence(left / area, float(changed.mean()), float(bare.mean()))

    def mask(self, outline_px: Outline, grow: int = 0) -> Mask:
        """The small pixels inside an outline, widened by ``grow``."""
        mask = np.zeros(self._table.shape, np.uint8)
        points = np.round(np.array(outline_px, np.float32) * self._scale).astype(np.int32)
        cv2.fillConvexPoly(mask, points, 1)
        if grow:
            mask = np.asarray(cv2.dilate(mask, np.ones((2 * grow + 1, 2 * grow + 1), np.uint8)), np.uint8)
        return mask.astype(bool)
