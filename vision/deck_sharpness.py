"""How sharp the indices of a picture are from which a deck is to be learnt.

An index is compared with what was kept of its deck: what was blurred in the hand or out of focus teaches little.
"""

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.vision.crops import whiten
from kozyr.vision.types import Image

SHARP: Final = 0.125
"""A picture whose indices are less sharp than this is blurred. Set by looking at 96 drawn pictures of 24 decks made of
the validation split: of the twelve below, eleven look blurred or shaken, the other has thin yellow numbers."""
_GRAIN_PX: Final = 1.2
"""Grain is smoothed away before edges are measured, in pixels of a patch."""
_INDEX: Final = (slice(18, 78), slice(14, 50))
"""Where in a patch of (96, 64) pixels the index stands."""
_WAYS: Final = np.pi * np.arange(4) / 4
"""Shaking blurs the edges across one direction: the worst of four counts."""


def sharpness(patches: Iterable[Image]) -> float:
    """Of the indices of one picture, as ``vision.deck.patch`` keeps them: the median; 0 without one."""
    found = [of_one(patch) for patch in patches]
    return float(np.median(found)) if found else 0.0


def of_one(patch: Image) -> float:
    """The steepest edges of an index across the direction in which it has the softest, in contrasts a pixel."""
    ink = whiten(patch[None])[0].min(axis=2).astype(np.float32)
    smooth = cv2.GaussianBlur(ink, (0, 0), _GRAIN_PX)
    across, down = (cv2.Scharr(smooth, cv2.CV_32F, *way)[_INDEX] / 32 for way in ((1, 0), (0, 1)))
    low, high = np.percentile(smooth[_INDEX], (4, 96))
    if high - low < 1:
        return 0.0
    steep = [_steepest(across * np.cos(way) + down * np.sin(way)) for way in _WAYS]
    return min(steep) / float(high - low)


def _steepest(slope: NDArray[np.float32]) -> float:
    return float(np.percentile(np.abs(slope), 97))
