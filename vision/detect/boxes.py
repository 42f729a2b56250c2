"""From the raw output of the network to index boxes: scaling, thresholds, and one box for each index.

A raw box is a row ``centre x, centre y, width, height, angle, score`` in pixels and radians; the angle is that of the
width, clockwise, and is the same half a turn on.
"""

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.vision.types import Image, IndexBox

Rows = NDArray[np.float64]
STRIDE_PX: Final = 32
"""Both sides of a network input are multiples of this."""
_SAME_INDEX: Final = 0.30
"""Two boxes that overlap more than this (as distributions, 0 to 1) show one index."""
_SHOWN_PX: Final = (14.0, 70.0)
"""Heights of the indices a size answers for; tuned on the validation decks: same recall, fewest false finds."""
_ENLARGED_AT_MOST: Final = 2.0
"""A picture is not blown up further than this; that shows nothing new."""


def fitted(image: Image, long_side_px: int) -> tuple[Image, float]:
    """The picture with its long side scaled to ``long_side_px`` and padded with grey to multiples of 32; the scale."""
    height, width = image.shape[:2]
    scale = long_side_px / max(height, width)
    high, wide = max(1, round(height * scale)), max(1, round(width * scale))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    small = cv2.resize(image, (wide, high), interpolation=how) if scale != 1 else image
    right, below = -wide % STRIDE_PX, -high % STRIDE_PX
    padded = cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_CONSTANT, value=(114, 114, 114))
    return np.asarray(padded, np.uint8), scale


def sides_for(image: Image, long_sides_px: tuple[int, ...]) -> tuple[int, ...]:
    """The sizes worth looking at: those that do not blow the picture up, at least one, each a multiple of 32."""
    most = max(image.shape[:2]) * _ENLARGED_AT_MOST
    chosen = [side for side in sorted(set(long_sides_px)) if side <= most] or [min(long_sides_px)]
    return tuple(max(STRIDE_PX, side // STRIDE_PX * STRIDE_PX) for side in chosen)


def at_all_sides(
    image: Image, sides_px: tuple[int, ...], rows_at: Callable[[Image, int], Rows]
) -> tuple[IndexBox, ...]:
    """The index boxes of a picture looked at in several sizes, smallest first; ``rows_at`` gives the rows of one size.

    Where several sizes are looked at, each answers only for the indices it shows best: those too small in it are seen
    better in the next larger one, those too large in the next smaller one.
    """
    parts = []
    for side in sides_px:
        rows = rows_at(image, side)
        shown = np.maximum(rows[:, 2], rows[:, 3]) * side / max(image.shape[:2])
        least, most = (0.0 if side == sides_px[-1] else _SHOWN_PX[0]), (np.inf if side == sides_px[0] else _SHOWN_PX[1])
        parts.append(rows[(shown >= least) & (shown <= most)])
    return index_boxes(one_each(np.vstack(parts)))


def as_blob(image: Image) -> NDArray[np.float32]:
    """The network input for a BGR picture: (1, 3, height, width), RGB, 0 to 1."""
    rgb = np.ascontiguousarray(image[:, :, ::-1].transpose(2, 0, 1))
    return rgb[None].astype(np.float32) / np.float32(255)


def rows_of(raw: NDArray[np.float32], scale: float, least_score: float) -> Rows:
    """Boxes of a raw output (1, 6, n): centre, width, height, score, angle, back in the pixels of the picture."""
    table = raw[0].T.astype(np.float64)
    table = table[table[:, 4] >= least_score]
    return np.column_stack([table[:, :4] / scale, table[:, 5], table[:, 4]])


def one_each(rows: Rows) -> Rows:
    """The best box of each index, best first."""
    left = rows[np.argsort(-rows[:, 5])]
    kept = []
    while len(left):
        kept.append(left[0])
        left = left[1:][_likeness(left[0], left[1:]) < _SAME_INDEX]
    return np.array(kept).reshape(-1, 6)


def index_boxes(rows: Rows) -> tuple[IndexBox, ...]:
    """Index boxes, their height along the longer side, the way rank and suit sign follow each other."""
    return tuple(_index_box(row) for row in rows)


def _index_box(row: NDArray[np.float64]) -> IndexBox:
    x, y, wide, high, angle, score = (float(v) for v in row)
    turn = np.degrees(angle) - (90.0 if wide > high else 0.0)
    upright = float((turn + 90.0) % 180.0 - 90.0)
    return IndexBox((x, y), min(wide, high), max(wide, high), upright, min(1.0, score))


def _spread(rows: Rows) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Covariances of the boxes seen as normal distributions: xx, yy, xy."""
    a, b = rows[:, 2] ** 2 / 12, rows[:, 3] ** 2 / 12
    c, s = np.cos(rows[:, 4]), np.sin(rows[:, 4])
    return a * c**2 + b * s**2, a * s**2 + b * c**2, (a - b) * c * s


def _likeness(one: NDArray[np.float64], others: Rows) -> NDArray[np.float64]:
    """1 for the same box, 0 for boxes apart (Hellinger distance of the normal distributions; Llerena et al. 2021)."""
    if len(others) == 0:
        return np.zeros(0)
    a1, b1, c1 = (float(v[0]) for v in _spread(one[None]))
    a2, b2, c2 = _spread(others)
    dx, dy = others[:, 0] - one[0], others[:, 1] - one[1]
    a, b, c = a1 + a2, b1 + b2, c1 + c2
    area = np.maximum(a * b - c**2, 1e-9)
    far = 0.25 * (a * dy**2 + b * dx**2) / area + 0.5 * (-c * dx * dy) / area
    sizes = np.sqrt(np.maximum(a1 * b1 - c1**2, 1e-9) * np.maximum(a2 * b2 - c2**2, 1e-9))
    distance = np.clip(far + 0.5 * np.log(area / (4 * sizes) + 1e-9), 1e-9, 100.0)
    return np.asarray(1 - np.sqrt(1 - np.exp(-distance) + 1e-9))
