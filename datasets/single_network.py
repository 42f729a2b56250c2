"""One network that finds corner indices and reads them at once, run as the pair that ships is run: to compare them."""

import math
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozyr.engine.cards import DECK_52
from kozyr.engine.errors import DetectorUnavailable
from kozyr.vision.detect import boxes
from kozyr.vision.detect.onnx import OnnxDetector
from kozyr.vision.turns import find_all_ways
from kozyr.vision.types import Image, IndexBox, IndexReading, Point

Scores = NDArray[np.float64]
"""A score for each card of DECK_52."""
_SAME_PLACE: Final = 0.4
"""Finds nearer than this share of the height of an index are finds of it."""
_LISTED: Final = 5
"""So many likeliest cards are named."""


class SingleNetwork(OnnxDetector):
    """Finds indices just as the detector does, its score being that of the likeliest card, and reads them.

    ``size_bytes`` is the size of its file.
    """

    def __init__(self, weights: Path, *, long_sides_px: tuple[int, ...], threads: int = 2) -> None:
        """Load the network. Raises DetectorUnavailable when the file or ONNX Runtime is missing or damaged."""
        if not weights.is_file():
            raise DetectorUnavailable(f"the single network {weights} is missing; train it with: kozyr train single")
        super().__init__(weights, long_sides_px=long_sides_px, threads=threads, least_score=0.05)
        self.size_bytes = weights.stat().st_size
        self._scores: dict[tuple[Point, float], Scores] = {}
        self._ways: list[list[tuple[IndexBox, Scores]]] = []

    def find(self, image: Image, long_side_px: int | None = None) -> tuple[IndexBox, ...]:
        """The indices in a BGR picture of any size, best first; at one given size or at the network's own."""
        self._scores = {}
        found = super().find(image, long_side_px)
        self._ways.append([(box, self._scores[box.centre_px, box.score]) for box in found])
        return found

    def readings(self, image: Image, turns: int) -> tuple[IndexReading, ...]:
        """A reading for each index found in the picture and in its ``turns`` - 1 quarter turns."""
        self._ways = []
        found = find_all_ways(self, image, turns)
        size = float(image.shape[1]), float(image.shape[0])
        return upright(tuple(_reading(box, self._mean(box, size)) for box in found))

    def _rows(self, image: Image, long_side_px: int) -> NDArray[np.float64]:
        small, scale = boxes.fitted(image, long_side_px)
        raw = self._session.run(None, {self._input: boxes.as_blob(small)})[0]
        return self._remembered(raw, scale)

    def _remembered(self, raw: NDArray[np.float32], scale: float) -> NDArray[np.float64]:
        """The rows of a raw output (1, 57, n): box, 52 scores, angle."""
        table = raw[0].T.astype(np.float64)
        table = table[table[:, 4:-1].max(axis=1) >= self._least_score]
        rows = np.column_stack([table[:, :4] / scale, table[:, -1], table[:, 4:-1].max(axis=1)])
        for row, scores in zip(rows, table[:, 4:-1], strict=True):
            self._scores[(float(row[0]), float(row[1])), min(1.0, float(row[5]))] = scores
        return boxes.one_each(rows)

    def _mean(self, box: IndexBox, size: tuple[float, float]) -> Scores:
        """The scores of an index, averaged over the ways the picture was looked at; not found counts as nothing."""
        total = np.zeros(len(DECK_52))
        for quarter, found in enumerate(self._ways):
            near = [
                scores
                for other, scores in found
                if math.dist(_turned_back(other.centre_px, quarter, size), box.centre_px) < _SAME_PLACE * box.height_px
            ]
            total += max(near, key=lambda scores: float(scores.max()), default=0.0)
        return total / len(self._ways)


def upright(readings: tuple[IndexReading, ...]) -> tuple[IndexReading, ...]:
    """The readings with their boxes the right way up where that can be told: the other corner of a card is below.

    The network knows angles only up to half a turn, and fusion pairs corners that are opposite.
    """
    return tuple(_turned(one, [other for other in readings if other is not one]) for one in readings)


def _turned(one: IndexReading, others: list[IndexReading]) -> IndexReading:
    partners = [other.box.centre_px for other in others if other.card == one.card]
    if not partners:
        return one
    x, y = min(partners, key=lambda place: math.dist(place, one.box.centre_px))
    turn = math.radians(one.box.angle_deg)
    below = (y - one.box.centre_px[1]) * math.cos(turn) - (x - one.box.centre_px[0]) * math.sin(turn)
    angle = (one.box.angle_deg + (0 if below >= 0 else 180)) % 360
    box = IndexBox(one.box.centre_px, one.box.width_px, one.box.height_px, angle, one.box.score)
    return IndexReading(box, one.card, one.confidence, one.alternatives)


def _reading(box: IndexBox, scores: Scores) -> IndexReading:
    order = np.argsort(-scores)[:_LISTED]
    likeliest = tuple((DECK_52[int(place)], float(scores[place])) for place in order)
    return IndexReading(box, *likeliest[0], likeliest)


def _turned_back(centre: Point, quarter: int, size: tuple[float, float]) -> Point:
    """A place of the picture turned anticlockwise by quarters, in the picture of that width and height itself."""
    (x, y), (width, height) = centre, size
    return ((x, y), (width - y, x), (width - x, height - y), (y, height - x))[quarter]
