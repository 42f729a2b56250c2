"""Parts of the picture that are worth a look, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from kozyr.vision.motion import Box, Region
from kozyr.vision.presence import Outline
from kozyr.vision.types import Point


@dataclass(frozen=True, slots=True)
class Visit:
    """A place that changed and is not yet explained."""

    box: Box
    """Where."""
    due_ms: int
    """When it is to be looked at again."""
    tries: int
    """How often that was done already."""


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the picture to be looked at."""

    box: Box
    """Where, with some room around."""
    regions: tuple[Region, ...] = ()
    """What changed in it."""
    visits: tuple[Visit, ...] = ()
    """What is unexplained in it."""

    def with_place(self, other: "Place") -> "Place":
        """Both in one look."""
        (a, b, c, d), (e, f, g, h) = self.box, other.box
        box = (min(a, e), min(b, f), max(c, g), max(d, h))
        return Place(box, self.regions + other.regions, self.visits + other.visits)


def joined(places: Sequence[Place]) -> list[Place]:
    """Places that overlap are looked at together."""
    done: list[Place] = []
    for place in places:
        at = next((k for k, other in enumerate(done) if _overlap(place.box, other.box)), None)
        if at is None:
            done.append(place)
        else:
            done[at] = done[at].with_place(place)
    return done


def bounds(outline: Sequence[Point]) -> Box:
    """The upright box around an outline."""
    xs, ys = [float(p[0]) for p in outline], [float(p[1]) for p in outline]
    return round(min(xs)), round(min(ys)), round(max(xs)), round(max(ys))


def grown(box: Box, margin: float, size_px: tuple[int, int]) -> Box:
    """A box with room around it, cut at the picture's edges."""
    x0, y0, x1, y1 = box
    room = round(margin)
    return max(0, x0 - room), max(0, y0 - room), min(size_px[0], x1 + room), min(size_px[1], y1 + room)


def widened(box: Box, least_px: int, size_px: tuple[int, int]) -> Box:
    """A box at least so wide and high, as far as the picture goes."""
    (x0, x1), (y0, y1) = (
        _span(low, high, least_px, most) for low, high, most in zip(box[:2], box[2:], size_px, strict=True)
    )
    return x0, y0, x1, y1


def middle_in(outline: Outline, box: Box) -> bool:
    """Whether the middle of an outline lies in a box."""
    x, y = (sum(p[k] for p in outline) / 4 for k in (0, 1))
    return box[0] <= x <= box[2] and box[1] <= y <= box[3]


def holds(outline: Outline, point: Point) -> bool:
    """Whether a point lies inside an outline."""
    return bool(cv2.pointPolygonTest(np.array(outline, np.float32), point, False) >= 0)


def _span(low: int, high: int, least: int, most: int) -> tuple[int, int]:
    lack = max(0, least - (high - low))
    low = max(0, min(low - lack // 2, most - max(least, high - low)))
    return low, min(most, max(high, low + least))


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
