"""Which corner indices of a drawn picture a person can read, told without any network.

The picture before the camera is at hand, so what light, lens and codec have left of an index can be measured.
"""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

SMALLEST_PX: Final = 16.0
"""Height of an index (rank above suit sign) whose rank, some 9 pixels high, can be read."""
NARROWEST_PX: Final = 6.0
"""Width of an index."""
VISIBLE: Final = 0.8
"""Share of the index that must be seen."""
KEPT: Final = 0.75
"""How well the rank as photographed must agree with the rank as drawn (``rank_kept``)."""
_RANK_SHARE: Final = 0.55
"""The upper part of an index, where the rank stands."""
_FAINTEST: Final = 8.0
"""Less contrast than this, in grey levels (standard deviation), is no ink on paper."""
_CUT: Final = (24, 24)

Picture = NDArray[np.uint8]
Quad = tuple[tuple[float, float], ...]
"""Top left, top right, bottom right, bottom left of an index as it reads upright, in pixels."""


def is_legible(quad: Quad, visible: float, kept: float) -> bool:
    """Whether a person can read an index: large enough, not covered, and its rank not lost in blur, glare or noise.

    ``visible``: share of it that is seen. ``kept``: as ``rank_kept`` gives.
    """
    high, wide = _sizes(quad)
    return high >= SMALLEST_PX and wide >= NARROWEST_PX and visible >= VISIBLE and kept >= KEPT


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
