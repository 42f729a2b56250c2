"""Cutting the upright picture of a corner index out of a full-resolution frame.

Training and live reading cut with this one function: a reader that sees other margins than it learnt reads nothing.
A crop is cut isotropically around the centre of the index; the index fills ``INDEX_FILL`` of the crop's height.
"""

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.vision.types import Image, IndexBox

CROP_WIDTH_PX: Final = 32
CROP_HEIGHT_PX: Final = 48
INDEX_FILL: Final = 0.8
"""Height of the index (rank and suit sign) as a share of the crop's height."""
WIDE: Final = 1.35
"""A box wider than height / 1.35 is scaled by its width, so that a wide index still fits the crop."""
_PAPER_LEVEL: Final = 230.0
"""The grey level to which the card's own paper is brought."""
_MAX_OVERSAMPLING: Final = 8


def cut_upright(image: Image, box: IndexBox, *, scale: float = 1.0, times: int = 1) -> Image:
    """The crop of one index, BGR, shape (CROP_HEIGHT_PX, CROP_WIDTH_PX, 3), turned so that the box's angle is upright.

    ``scale`` widens (> 1) or tightens (< 1) the margins; ``times`` gives the same view in so many times the pixels,
    across and down. Pixels outside the picture repeat its border.
    """
    unit_px = max(box.height_px, WIDE * box.width_px, 1.0) * scale
    step = unit_px / INDEX_FILL / CROP_HEIGHT_PX / times
    over = min(max(math.ceil(step - 0.3), 1), _MAX_OVERSAMPLING)
    cut = _warp(image, box, step / over, over * times)
    if over == 1:
        return cut
    size = CROP_WIDTH_PX * times, CROP_HEIGHT_PX * times
    return np.asarray(cv2.resize(cut, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _warp(image: Image, box: IndexBox, step: float, over: int) -> Image:
    """The upright window around the box, ``over`` times the size of a crop, ``step`` frame pixels a crop pixel."""
    width, height = CROP_WIDTH_PX * over, CROP_HEIGHT_PX * over
    turn = math.radians(box.angle_deg)
    cos, sin = math.cos(turn) * step, math.sin(turn) * step
    centre_x, centre_y = box.centre_px
    left, top = (width - 1) / 2, (height - 1) / 2
    to_frame = np.array(
        [
            [cos, -sin, centre_x - 0.5 - cos * left + sin * top],
            [sin, cos, centre_y - 0.5 - sin * left - cos * top],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(image, to_frame, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, dtype=np.uint8)


def whiten(crops: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Crops, shape (n, height, width, 3), with the colour of each card's own paper brought to a light grey.

    Paper is taken to be the brighter part of the middle of the crop, where an index stands on it. Red stays red and
    black stays black under a warm lamp, because the lamp's colour is divided out.
    """
    pixels = crops.astype(np.float32)
    middle = pixels[:, 4:-4, 4:-4]
    grey = middle.sum(axis=3)
    flat = grey.reshape(len(grey), -1)
    low, high = np.percentile(flat, (60, 92), axis=1)
    chosen = (grey >= low[:, None, None]) & (grey <= high[:, None, None] + 1)
    weight = chosen[..., None].astype(np.float32)
    paper = (middle * weight).sum(axis=(1, 2)) / weight.sum(axis=(1, 2))
    gain = np.clip(_PAPER_LEVEL / np.maximum(paper, 1.0), 0.5, 6.0)
    white = np.clip(pixels * gain[:, None, None, :] + 0.5, 0, 255)
    return np.asarray(white, dtype=np.uint8)
