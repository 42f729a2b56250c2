"""Finding indices in a still picture turned all four ways, so that what is found does not depend on how it was held.

A network sees a picture and the same picture turned by a quarter as two pictures; what it finds in the four of them
together is the same whichever of the four it was given.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from kozyr.vision.types import Image, IndexBox, IndexDetector

_SAME_PLACE: Final = 0.5
"""Boxes no further apart than this (``IndexBox.apart``), of like size and angle, are finds of one index."""
_LIKE_SIZE: Final = 1.6
_LIKE_ANGLE_DEG: Final = 25.0


def find_all_ways(detector: IndexDetector, image: Image, turns: int = 4) -> tuple[IndexBox, ...]:
    """The indices found in a BGR picture turned by 0, 90, 180 and 270 degrees, one averaged box each, best first.

    ``turns`` 1 looks at the picture as it is.
    """
    width, height = float(image.shape[1]), float(image.shape[0])
    found: list[IndexBox] = []
    for quarter in range(turns):
        turned = np.ascontiguousarray(np.rot90(image, quarter)) if quarter else image
        found += [_turned_back(box, quarter, width, height) for box in detector.find(turned)]
    return tuple(found) if turns == 1 else _merged(found, turns)


def _turned_back(box: IndexBox, quarter: int, width: float, height: float) -> IndexBox:
    """A box of the picture turned anticlockwise by quarters, in the picture of that width and height itself."""
    x, y = box.centre_px
    places = ((x, y), (width - y, x), (width - x, height - y), (y, height - x))
    angle = (box.angle_deg + 90 * quarter + 90) % 180 - 90
    return IndexBox(places[quarter], box.width_px, box.height_px, angle, box.score)


def _merged(found: Sequence[IndexBox], turns: int) -> tuple[IndexBox, ...]:
    """One box for each index: the mean of its finds weighed by score. What only one way shows counts less."""
    left = sorted(found, key=lambda box: (-box.score, box.centre_px))
    merged = []
    while left:
        alike = [box for box in left if _is_same(left[0], box)]
        merged.append(_mean(alike, turns))
        left = [box for box in left if not _is_same(left[0], box)]
    return tuple(sorted(merged, key=lambda box: -box.score))


def _is_same(one: IndexBox, other: IndexBox) -> bool:
    if one.apart(other) > _SAME_PLACE:
        return False
    ratio = max(other.height_px, 1.0) / max(one.height_px, 1.0)
    return 1 / _LIKE_SIZE < ratio < _LIKE_SIZE and abs(_half_turn(other.angle_deg - one.angle_deg)) < _LIKE_ANGLE_DEG


def _half_turn(angle_deg: float) -> float:
    """The same axis, from -90 to 90 degrees."""
    return (angle_deg + 90) % 180 - 90


def _mean(boxes: Sequence[IndexBox], turns: int) -> IndexBox:
    total = sum(box.score for box in boxes)
    first = boxes[0]

    def mean(values: Sequence[float]) -> float:
        return sum(value * box.score for value, box in zip(values, boxes, strict=True)) / total

    return IndexBox(
        (mean([box.centre_px[0] for box in boxes]), mean([box.centre_px[1] for box in boxes])),
        mean([box.width_px for box in boxes]),
        mean([box.height_px for box in boxes]),
        first.angle_deg + mean([_half_turn(box.angle_deg - first.angle_deg) for box in boxes]),
        min(total / turns, 1.0),
    )
