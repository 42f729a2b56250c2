"""Where the edges of a card lie, told from its corner indices."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from kozyr.vision.types import IndexBox, Point

_SIDE_GAP: Final = 0.16
"""From the ink of an index to the card's side, in heights of the index."""
_TOP_GAP: Final = 0.24
"""From the ink of an index to the card's top, in heights of the index."""


@dataclass(frozen=True, slots=True)
class CardShape:
    """How far the lower right index lies from the upper left one, in heights of the index."""

    across: float
    """To the right, as the upright card is read."""
    down: float
    """Downwards, as the upright card is read."""

    @staticmethod
    def between(box: IndexBox, opposite: IndexBox) -> "CardShape":
        """The shape of the card whose corners carry the two upright boxes, in the frame of the first."""
        x, y = opposite.centre_px[0] - box.centre_px[0], opposite.centre_px[1] - box.centre_px[1]
        turn = math.radians(box.angle_deg)
        unit = max((box.height_px + opposite.height_px) / 2, 1.0)
        across = (x * math.cos(turn) + y * math.sin(turn)) / unit
        down = (-x * math.sin(turn) + y * math.cos(turn)) / unit
        return CardShape(across, down)

    @property
    def is_plausible(self) -> bool:
        """Whether a playing card can look so: the other index is below and to the right, at a card's distance."""
        return 0.9 < self.across < 8 and 1.4 < self.down < 10 and 0.55 < self.down / self.across < 3.0

    def is_like(self, other: "CardShape") -> bool:
        """Whether two shapes agree within what perspective does."""
        return 0.8 < self.across / other.across < 1.25 and 0.8 < self.down / other.down < 1.25


USUAL: Final = CardShape(3.9, 5.1)
"""A poker card with an index of ordinary size."""


def usual_shape(pairs: Sequence[tuple[IndexBox, IndexBox]]) -> CardShape:
    """The middle of the shapes of the cards seen whole, or the ordinary one when none is."""
    if not pairs:
        return USUAL
    shapes = [CardShape.between(one, other) for one, other in pairs]
    return CardShape(median(shape.across for shape in shapes), median(shape.down for shape in shapes))


def card_outline(box: IndexBox, shape: CardShape) -> tuple[Point, Point, Point, Point]:
    """The card's corners in the picture, clockwise from its top left as read, from one upright index and the shape."""
    unit = box.height_px
    left, top = -box.width_px / 2 - _SIDE_GAP * unit, -(0.5 + _TOP_GAP) * unit
    right, foot = shape.across * unit - left, shape.down * unit - top
    turn = math.radians(box.angle_deg)
    cos, sin = math.cos(turn), math.sin(turn)

    def placed(x: float, y: float) -> Point:
        return (box.centre_px[0] + x * cos - y * sin, box.centre_px[1] + x * sin + y * cos)

    return placed(left, top), placed(right, top), placed(right, foot), placed(left, foot)
