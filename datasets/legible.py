"""Which corner indices of a drawn picture a person can read, told without any network.

The picture before the camera is at hand, and every other card of the deck can be drawn in the place of an index
(``datasets.rivals``). So it can be measured whether what light, lens and codec have left still tells it from them.
"""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

SMALLEST_PX: Final = 16.0
"""Height of an index (rank above suit sign) whose rank, some 9 pixels high, can be read."""
NARROWEST_PX: Final = 6.0
"""Width of an index."""
VISIBLE: Final = 0.8
"""Share of the rank, and of the suit sign, that must be seen."""
TOLD: Final = 0.7
"""So much of what tells rank or suit sign from any other of the deck must be left (``told_apart``). Chosen by what a
person read on 213 indices of validation decks, before any network was measured by it: docs/decisions/0019."""
KEPT: Final = 0.75
"""How well the rank as photographed had to agree with the rank as drawn (``rank_kept``), by the former definition."""
_RANK_SHARE: Final = 0.55
"""The upper part of an index, where the rank stands."""
_FAINTEST: Final = 8.0
"""Less contrast than this, in grey levels (standard deviation), is no ink on paper."""
_CUT: Final = (24, 24)
_NOTHING: Final = 1e-6

Picture = NDArray[np.uint8]
Pixels = NDArray[np.float32]
Quad = tuple[tuple[float, float], ...]
"""Top left, top right, bottom right, bottom left of an index as it reads upright, in pixels."""


class Left(NamedTuple):
    """What other things, light, lens and codec have left of an index."""

    rank_seen: float
    """Share of the rank that is not covered."""
    suit_seen: float
    """Share of the suit sign that is not covered."""
    rank_told: float
    """How well the rank is told from the nearest other rank of the deck, at most 1; 0 where that was not asked."""
    suit_told: float
    """The same of the suit sign."""


def is_legible(quad: Quad, left: Left | None) -> bool:
    """Whether a person can read an index: large enough, and neither rank nor suit sign covered or lost in the picture.

    ``left``: as ``datasets.rivals`` measures it; an index that was not measured counts as not legible.
    """
    if left is None or not may_be_legible(quad, left.rank_seen, left.suit_seen):
        return False
    return left.rank_told >= TOLD and left.suit_told >= TOLD


def may_be_legible(quad: Quad, rank_seen: float, suit_seen: float) -> bool:
    """Whether an index is large enough and little enough covered to be read, if the picture is sharp."""
    high, wide = _sizes(quad)
    return high >= SMALLEST_PX and wide >= NARROWEST_PX and min(rank_seen, suit_seen) >= VISIBLE


def was_legible(quad: Quad, visible: float, kept: float) -> bool:
    """The definition until 30 November 2026, kept for comparison: the suit sign is not asked for, nor other cards.

    ``visible``: share of the whole index that is seen. ``kept``: as ``rank_kept`` gives.
    """
    high, wide = _sizes(quad)
    return high >= SMALLEST_PX and wide >= NARROWEST_PX and visible >= VISIBLE and kept >= KEPT


class Cut(NamedTuple):
    """Rank or suit sign of an index, (24, 24, 3), before and after the camera."""

    drawn: Pixels
    """As it lies on the table."""
    seen: Pixels
    """As the camera gives it."""


def told_apart(own: Cut, rival: Cut) -> float:
    """How much of what tells an index from another card is left in the photograph, -1 to 1.

    Drawn, the two differ in some strokes. The photograph of the one, less the camera's picture of the other, is held
    against that: 1 when nothing is lost; blur, grain and codec bring it towards 0, and below where the photograph is
    more like the other. A correlation, so neither light nor contrast matters. ``rival.seen`` is free of grain.
    """
    strokes = _centred(own.drawn) - _centred(rival.drawn)
    left = _centred(own.seen) - _centred(rival.seen)
    size = float(np.sqrt((strokes * strokes).sum() * (left * left).sum()))
    return float((strokes * left).sum()) / size if size > _NOTHING else 0.0


def _centred(cut: Pixels) -> Pixels:
    return np.asarray(cut - cut.mean(axis=(0, 1)), np.float32)


def part_of(quad: NDArray[np.float32], above: float, below: float) -> NDArray[np.float32]:
    """The part of an index's quadrilateral between two shares of its height."""
    ends = [quad[:2] + share * (quad[3:1:-1] - quad[:2]) for share in (above, below)]
    return np.stack([ends[0][0], ends[0][1], ends[1][1], ends[1][0]])


def cut_out(picture: NDArray[np.uint8] | Pixels, quad: NDArray[np.float32]) -> Pixels:
    """A quadrilateral and a little around it, (24, 24, 3); finer pixels are averaged, as an eye does."""
    wide, high = _CUT
    finer = 2 * max(1, int(np.ceil(max(np.linalg.norm(quad[3] - quad[0]), np.linalg.norm(quad[1] - quad[0])) / high)))
    target = np.array([(2, 2), (wide - 2, 2), (wide - 2, high - 2), (2, high - 2)], np.float32) * finer
    move = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), target)
    size = (wide * finer, high * finer)
    fine = cv2.warpPerspective(picture, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(fine.astype(np.float32), _CUT, interpolation=cv2.INTER_AREA), np.float32)


def rank_kept(drawn: Picture, photographed: Picture, quad: Quad) -> float:
    """Correlation of the rank of an index before and after light, lens and codec, -1 to 1; 0 without contrast.

    Both BGR pictures show the same place. A clean picture gives 1, one without a trace of the rank about 0. Of the
    three colour channels the one with the most ink is compared, as red ink on white paper is seen in green and blue.
    """
    before, after = _rank(drawn, quad), _rank(photographed, quad)
    spread = before.std(axis=(0, 1))
    channel = int(spread.argmax())
    one, other = (part[:, :, channel] - part[:, :, channel].mean() for part in (before, after))
    if one.std() < _FAINTEST or other.std() < _FAINTEST:
        return 0.0
    return float((one * other).mean() / (one.std() * other.std()))


def _rank(picture: Picture, quad: Quad) -> NDArray[np.float64]:
    corners = np.array(quad, np.float32)
    foot_left = corners[0] + _RANK_SHARE * (corners[3] - corners[0])
    foot_right = corners[1] + _RANK_SHARE * (corners[2] - corners[1])
    wide, high = _CUT
    target = np.array([(2, 2), (wide - 2, 2), (wide - 2, high - 2), (2, high - 2)], np.float32)
    move = cv2.getPerspectiveTransform(np.stack([corners[0], corners[1], foot_right, foot_left]), target)
    cut = cv2.warpPerspective(picture, move, _CUT, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.float64)


def _sizes(quad: Quad) -> tuple[float, float]:
    """Height and width in pixels."""
    corners = np.array(quad)
    down = (corners[3] + corners[2] - corners[0] - corners[1]) / 2
    across = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
    return float(np.linalg.norm(down)), float(np.linalg.norm(across))
