"""The values that pass between the stages of the picture pipeline.

Pixels are of the full-resolution frame, x to the right and y down; angles in degrees, clockwise as seen in the picture.
"""

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from kozyr.engine.cards import Card

Image = NDArray[np.uint8]
"""A BGR picture, shape (height, width, 3), or a grey one, shape (height, width)."""

Point = tuple[float, float]
"""(x, y) in pixels or millimetres, as the name of the field says."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture from a source."""

    at_ms: int
    """Milliseconds from the start of the source; for a file its own clock, never the wall clock."""
    index: int
    """Number of the frame in its source, from 0."""
    pixels: Image
    """BGR, shape (height, width, 3)."""


@dataclass(frozen=True, slots=True)
class IndexBox:
    """Where one corner index (rank above suit sign) lies in a picture."""

    centre_px: Point
    """Centre of the ink of rank and suit sign together."""
    width_px: float
    """Extent across the reading direction (the width of the rank)."""
    height_px: float
    """Extent along the reading direction, top of the rank to the foot of the suit sign."""
    angle_deg: float
    """Clockwise turn of the upright index, 0 when the rank stands above the suit sign in the picture. A detector knows
    it only up to half a turn; the reader settles which way is up."""
    score: float
    """The detector's confidence, 0 to 1."""

    def apart(self, other: "IndexBox") -> float:
        """Distance of two centres in sizes of the larger index: across in widths, along in heights.

        Indices in a narrow fan lie less than half a height apart, yet about a width.
        """
        x, y = other.centre_px[0] - self.centre_px[0], other.centre_px[1] - self.centre_px[1]
        cos, sin = math.cos(math.radians(self.angle_deg)), math.sin(math.radians(self.angle_deg))
        across, along = x * cos + y * sin, y * cos - x * sin
        wide, high = max(self.width_px, other.width_px, 1.0), max(self.height_px, other.height_px, 1.0)
        return math.hypot(across / wide, along / high)


@dataclass(frozen=True, slots=True)
class IndexReading:
    """What the reader makes of one index box."""

    box: IndexBox
    """The box, turned so that its angle is the upright one."""
    card: Card | None
    """The likeliest card; None when the reader thinks this is no index."""
    confidence: float
    """Calibrated probability of ``card``, 0 to 1."""
    alternatives: tuple[tuple[Card, float], ...]
    """The likeliest cards with their probabilities, best first, ``card`` included."""


@dataclass(frozen=True, slots=True)
class CardReading:
    """One face-up card in a picture: its readable corners fused."""

    card: Card
    """The best reading."""
    confidence: float
    """Probability that it is right, 0 to 1."""
    corners_px: tuple[Point, Point, Point, Point]
    """The outline of the card (or of its index where the outline cannot be told), clockwise from its top left."""
    indices: tuple[IndexReading, ...]
    """The corner readings it was made of."""


class IndexDetector(Protocol):
    """Anything that finds corner indices in a picture."""

    def find(self, image: Image, long_side_px: int | None = None) -> tuple[IndexBox, ...]:
        """The indices in a BGR picture of any size, best first.

        ``long_side_px``: the size at which the network is to see the picture's longer side, a multiple of 32, where
        the caller knows how large the indices are; else the detector's own sizes are used.
        """
        ...


class IndexReader(Protocol):
    """Anything that reads found indices."""

    def read(self, image: Image, boxes: tuple[IndexBox, ...]) -> tuple[IndexReading, ...]:
        """A reading for each box, in the same order; ``image`` is the picture the boxes were found in."""
        ...
