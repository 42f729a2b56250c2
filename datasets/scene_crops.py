"""Labelled crops cut out of whole drawn tables, at the places where a detector looks.

``datasets.crops`` draws each corner alone, with every kind of print in equal shares; here the corner lies where it lies
on a table: bent, worn, in a fan, in a dim room. And what the detector takes for an index without being right (the edge
of a pile, the print of a back, a figure on a score sheet) is shown as what it is: none.
"""

import math
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.crops import NO_INDEX
from kozyr.datasets.scenes import READABLE_SHARE, IndexLabel, scene
from kozyr.engine.cards import DECK_52
from kozyr.vision.crops import cut_upright, whiten
from kozyr.vision.read import directions
from kozyr.vision.types import Image, IndexBox, IndexDetector

SIZES_PX: Final = (416, 416, 544, 704)
"""Sides of the tables, chosen at random."""
_LOOKED_AT: Final = 0.35
"""Share of the tables in which the detector is asked; in the others only the indices are cut, which is quicker."""
_FOUND: Final = 0.35
"""Nearer than this, in heights of the index, a find is of it."""
_LOOKED_AT_PX: Final = (448, 640, 896)
_KEPT: Final = 0.6
"""An index whose rank the camera has lost (``datasets.legible.rank_kept``) is neither a card nor nothing; above 0.75 a
person reads it."""
_LEAST_PX: Final = 10.0
_UPRIGHT_DEG: Final = 35.0
_TURNED: Final = 0.15
"""Share of the directions in which an index is not upright that are shown, as none."""
_MISSED_TWICE: Final = 2
"""An index that the detector did not find is cut so often, as inexactly as a detector finds it."""

Crop = tuple[NDArray[np.uint8], int]


def scene_batch(detector: IndexDetector, first_seed: int, count: int, split: str) -> tuple[NDArray[np.uint8], ...]:
    """``count`` whitened crops, shape (count, 48, 32, 3), and their labels: places in DECK_52, or NO_INDEX.

    Tables are drawn from ``first_seed`` on. Raises KozyrError when no deck of the split is installed.
    """
    crops: list[Crop] = []
    seed = first_seed
    while len(crops) < count:
        crops += scene_crops(detector, seed, split)
        seed += 1
    chosen = crops[:count]
    return whiten(np.stack([crop for crop, _ in chosen])), np.array([label for _, label in chosen], np.uint8)


def scene_crops(detector: IndexDetector, seed: int, split: str) -> Iterator[Crop]:
    """(BGR crop not yet whitened, label) of one table: of what the detector finds in it, and of what it misses."""
    random = np.random.default_rng((seed, 4163))
    picture, labels = scene(seed, int(random.choice(SIZES_PX)), split)
    looked = random.random() < _LOOKED_AT
    found = detector.find(picture, int(random.choice(_LOOKED_AT_PX))) if looked else ()
    for box in found:
        near = [label for label in labels if _distance(label, box) < 1.0]
        if not near:
            yield _cut(random, picture, directions(box)[int(random.integers(2))]), NO_INDEX
        elif len(near) == 1 and _distance(near[0], box) < _FOUND and _is_readable(near[0]):
            yield from _of_index(random, picture, box, near[0])
    for label in labels:
        if _is_readable(label) and all(_distance(label, box) > _FOUND for box in found):
            for _ in range(_MISSED_TWICE if looked else 1):
                yield _cut(random, picture, inexact_box(random, label)), _place(label)


def _of_index(random: np.random.Generator, picture: Image, box: IndexBox, label: IndexLabel) -> Iterator[Crop]:
    """A found index in the direction in which it is upright, and now and then in another, as none."""
    for way in directions(box):
        turn = (way.angle_deg - _upright_deg(label) + 180) % 360 - 180
        if abs(turn) < _UPRIGHT_DEG:
            yield _cut(random, picture, way), _place(label)
        elif random.random() < _TURNED:
            yield _cut(random, picture, way), NO_INDEX


def _cut(random: np.random.Generator, picture: Image, box: IndexBox) -> NDArray[np.uint8]:
    return cut_upright(picture, box, scale=float(random.uniform(0.88, 1.12)))


def _is_readable(label: IndexLabel) -> bool:
    return label.visible >= READABLE_SHARE and label.kept >= _KEPT and _height_px(label.quad_px) >= _LEAST_PX


def _place(label: IndexLabel) -> int:
    return DECK_52.index(label.card)


def _distance(label: IndexLabel, box: IndexBox) -> float:
    """From the middle of a label to that of a box, in heights of the label."""
    middle = np.mean(label.quad_px, axis=0)
    return math.dist(middle, box.centre_px) / max(_height_px(label.quad_px), 1.0)


def _height_px(quad: Sequence[tuple[float, float]]) -> float:
    return math.dist(quad[0], quad[3])


def _upright_deg(label: IndexLabel) -> float:
    (x0, y0), (x1, y1) = label.quad_px[:2]
    return math.degrees(math.atan2(y1 - y0, x1 - x0))


def inexact_box(random: np.random.Generator, label: IndexLabel, score: float = 1.0) -> IndexBox:
    """The box of an index as inexactly as a detector gives it, upright."""
    corners = np.array(label.quad_px)
    across = (corners[1] + corners[2] - corners[0] - corners[3]) / 2
    down = (corners[3] + corners[2] - corners[0] - corners[1]) / 2
    high, wide = float(np.linalg.norm(down)), float(np.linalg.norm(across))
    x, y = corners.mean(axis=0) + random.normal(0, 0.035, 2) * high
    angle = math.degrees(math.atan2(across[1], across[0])) + random.normal(0, 2.5)
    size = np.exp(random.normal(0, 0.05, 2))
    return IndexBox((float(x), float(y)), wide * float(size[0]), high * float(size[1]), angle % 360, score)
