"""What keeps a camera from seeing a table well: darkness, too much light, glare, a picture out of focus.

Answers are keys that ui/locale words as advice, the most important first.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from kozyr.vision.types import Image, IndexBox

_DARK: Final = 90.0
"""Where even the brightest parts, paper and lamps, stay below this, of 255, an index has no contrast."""
_WHITE: Final = 250
_TOO_WHITE: Final = 0.12
"""The share of white pixels above which something is wrong with the light."""
_ONE_SPOT: Final = 0.6
"""White mostly in one place is a lamp or a window; all over, the picture is overexposed."""
_WASHED_OUT: Final = 0.25
"""Ink and paper of an index differ by less than this share of the paper: it lies in a reflection."""
_SOFT: Final = 0.14
"""An edge of an index wider than this share of its height is out of focus, or shaken."""
_FEW: Final = 2
"""Fewer indices than this say nothing about focus."""


def flaws(pixels: Image, indices: Sequence[IndexBox] = ()) -> tuple[str, ...]:
    """``dark``, ``bright``, ``glare``, ``blurred`` where they hold of a BGR picture; ``indices`` were read in it."""
    grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
    found = list(_light(grey))
    parts = [part for part in (_cut(grey, box) for box in indices) if part is not None]
    if len(parts) >= _FEW:
        washed = [_contrast(part) < _WASHED_OUT * float(np.percentile(part, 90)) for part, _ in parts]
        if float(np.mean(washed)) >= 0.5 and "glare" not in found:
            found.append("glare")
        if float(np.median([_softness(part) / height for part, height in parts])) > _SOFT:
            found.append("blurred")
    return tuple(found)


def _light(grey: Image) -> tuple[str, ...]:
    size = (160, max(1, 160 * grey.shape[0] // grey.shape[1]))
    small = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA))
    if float(np.percentile(small, 98)) < _DARK:
        return ("dark",)
    white = (small > _WHITE).astype(np.uint8)
    if float(white.mean()) <= _TOO_WHITE:
        return ()
    _, _, stats, _ = cv2.connectedComponentsWithStats(white, connectivity=8)
    largest = float(stats[1:, cv2.CC_STAT_AREA].max())
    return ("glare",) if largest > _ONE_SPOT * float(white.sum()) else ("bright",)


def _cut(grey: Image, box: IndexBox) -> tuple[Image, float] | None:
    """The picture around an index, and its height; None at the edge of the picture."""
    (x, y), reach = box.centre_px, 0.6 * max(box.height_px, box.width_px)
    x0, y0, x1, y1 = round(x - reach), round(y - reach), round(x + reach), round(y + reach)
    if x0 < 0 or y0 < 0 or x1 > grey.shape[1] or y1 > grey.shape[0] or x1 - x0 < 6:
        return None
    return np.asarray(grey[y0:y1, x0:x1], np.uint8), box.height_px


def _contrast(part: Image) -> float:
    low, high = np.percentile(part, (5, 90))
    return float(high - low)


def _softness(part: Image) -> float:
    """How many pixels the steepest edges of an index take from ink to paper."""
    smooth = part.astype(np.float32)
    steps = np.hypot(cv2.Sobel(smooth, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(smooth, cv2.CV_32F, 0, 1) / 8)
    return _contrast(part) / max(1.0, float(np.percentile(steps, 97)))
