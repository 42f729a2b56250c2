"""Where the table lies in the picture: millimetres, the edges' seats, the trick area and the places around it.

Without any help the middle of the picture is the middle of the table and a card's size sets the scale; four taps on the
corners of a known rectangle (a mat, a sheet of paper, the table top) give the perspective as well.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.engine.errors import KozyrError, system_reason
from kozyr.engine.kept_json import DamagedJson, made_from
from kozyr.engine.observations import Zone, ZoneKind
from kozyr.engine.seats import Seat
from kozyr.vision.types import Point

CARD_MM: Final = (63.0, 88.0)
"""Width and height of a poker-size card; the narrower Russian cards are 57 × 87."""
_TRICK_MM: Final = (115.0, 105.0)
"""Half axes of the trick area along the west-east and north-south lines."""
_TABLE_MM: Final = 390.0
"""How much of the table the height of the picture shows when nothing is known."""
_SMALLEST_INDEX_PX: Final = 9.0
"""Below this height an index cannot be read."""
_SAME_SHAPE: Final = 0.02
"""Pictures whose sides differ in proportion by more show another part of the room."""

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]


class CalibrationError(KozyrError, ValueError):
    """A calibration that cannot be: taps on one line, a damaged file."""


class Edge(StrEnum):
    """An edge of the picture."""

    BOTTOM = "bottom"
    LEFT = "left"
    TOP = "top"
    RIGHT = "right"


_CLOCKWISE: Final = (Edge.BOTTOM, Edge.LEFT, Edge.TOP, Edge.RIGHT)
_SEATS: Final = (Seat.S, Seat.W, Seat.N, Seat.E)


@dataclass(frozen=True, slots=True)
class Calibration:
    """How pixels become places on the table."""

    size_px: tuple[int, int]
    """Width and height of the pictures it was made for."""
    homography: Matrix
    """Pixels to millimetres; origin in the middle of the trick area, x to E, y to S."""
    south: Edge = Edge.BOTTOM
    """The edge of the picture at which S sits."""
    trick_mm: tuple[float, float] = _TRICK_MM
    """Half axes of the trick area, along x and y."""
    card_mm: tuple[float, float] = CARD_MM
    """Size of a card."""
    fixed: bool = False
    """True when a person set it; an automatic one is fitted to the cards that are seen."""

    @property
    def centre_px(self) -> Point:
        """The middle of the trick area."""
        return self.to_px((0.0, 0.0))

    @property
    def px_per_mm(self) -> float:
        """The scale in the middle of the trick area."""
        at = np.array([self.to_px((x, y)) for x, y in ((-10, 0), (10, 0), (0, -10), (0, 10))])
        return float((np.linalg.norm(at[1] - at[0]) + np.linalg.norm(at[3] - at[2])) / 40)

    def to_mm(self, point_px: Point) -> Point:
        """The place on the table under a pixel."""
        return _map(np.array(self.homography), point_px)

    def to_px(self, point_mm: Point) -> Point:
        """The pixel of a place on the table."""
        return _map(np.linalg.inv(np.array(self.homography)), point_mm)

    def seat_of(self, edge: Edge) -> Seat:
        """Who sits at an edge of the picture (seats go clockwise, as the edges do)."""
        return _SEATS[(_CLOCKWISE.index(edge) - _CLOCKWISE.index(self.south)) % 4]

    def nearest(self, point_mm: Point) -> Seat:
        """The edge a place lies nearest to, seen from the middle of the trick area."""
        x, y = point_mm
        if abs(x) > abs(y):
            return Seat.E if x > 0 else Seat.W
        return Seat.S if y > 0 else Seat.N

    def zone_of(self, point_mm: Point) -> Zone:
        """Trick area, the strip in front of an edge, or aside (the corners, where tricks are kept)."""
        x, y = point_mm
        if (x / self.trick_mm[0]) ** 2 + (y / self.trick_mm[1]) ** 2 <= 1:
            return Zone(ZoneKind.TRICK)
        if min(abs(x), abs(y)) > 0.8 * max(abs(x), abs(y)):
            return Zone(ZoneKind.ASIDE)
        return Zone(ZoneKind.FRONT, self.nearest(point_mm))

    def trick_outline_px(self, points: int = 48) -> NDArray[np.float32]:
        """The trick area as a polygon in the picture, shape (points, 2)."""
        turns = np.linspace(0, 2 * np.pi, points, endpoint=False)
        outline = [self.to_px((self.trick_mm[0] * np.cos(t), self.trick_mm[1] * np.sin(t))) for t in turns]
        return np.array(outline, np.float32)

    def with_scale(self, px_per_mm: float) -> "Calibration":
        """The same, with the size of a millimetre corrected."""
        factor = self.px_per_mm / px_per_mm
        return replace(self, homography=_matrix(np.diag([factor, factor, 1.0]) @ np.array(self.homography)))

    def with_centre(self, centre_px: Point) -> "Calibration":
        """The same, with the middle of the trick area moved to a pixel."""
        x, y = self.to_mm(centre_px)
        shift = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1]], np.float64)
        return replace(self, homography=_matrix(shift @ np.array(self.homography)))

    def pushed(self, shift_px: NDArray[np.float64]) -> "Calibration":
        """The same table seen by a camera that was pushed; ``shift_px``, 2 × 3: where a pixel is now."""
        whole = np.vstack([shift_px, (0.0, 0.0, 1.0)])
        return replace(self, homography=_matrix(np.array(self.homography) @ np.linalg.inv(whole)))

    def has_shape(self, width: int, height: int) -> bool:
        """Whether pictures of this size have the shape of those it was made for."""
        was, now = self.size_px[0] / self.size_px[1], width / height
        return abs(was - now) <= _SAME_SHAPE * now

    def resized(self, width: int, height: int) -> "Calibration":
        """The same view in pictures of another size."""
        if (width, height) == self.size_px:
            return self
        scale = np.diag([self.size_px[0] / width, self.size_px[1] / height, 1.0])
        return replace(self, size_px=(width, height), homography=_matrix(np.array(self.homography) @ scale))

    def as_bytes(self) -> bytes:
        """Its file, JSON that ``load`` reads."""
        whole = {
            "kozyr_calibration": 1,
            "size_px": list(self.size_px),
            "homography": [list(row) for row in self.homography],
            "south": self.south.value,
            "trick_mm": list(self.trick_mm),
            "card_mm": list(self.card_mm),
            "fixed": self.fixed,
        }
        return (json.dumps(whole, indent=1) + "\n").encode()


def automatic(width: int, height: int, south: Edge = Edge.BOTTOM) -> Calibration:
    """The middle of the picture is the middle of the trick area; the scale is a guess until a card is seen."""
    return _turned(south, (width / 2, height / 2), height / _TABLE_MM, (width, height))


def from_taps(
    taps_px: Sequence[Point], size_px: tuple[int, int], rectangle_mm: tuple[float, float], south: Edge = Edge.BOTTOM
) -> Calibration:
    """A calibration from four taps on the corners of a rectangle around the trick area.

    ``rectangle_mm`` is its extent across and along the picture (left-right, top-bottom); taps may come in any order.
    Raises CalibrationError when they do not make a rectangle seen in perspective.
    """
    corners = np.array(taps_px, np.float32)
    if corners.shape != (4, 2):
        raise CalibrationError("four taps are needed, one on each corner of the rectangle")
    if min(rectangle_mm) < 20:
        raise CalibrationError("the rectangle must be at least 2 cm wide and high")
    corners = _clockwise_from_top_left(corners)
    area = cv2.contourArea(corners)
    if not cv2.isContourConvex(corners) or area < 0.002 * size_px[0] * size_px[1]:
        raise CalibrationError("the four taps must be the corners of one rectangle, not on a line; tap them again")
    half_x, half_y = rectangle_mm[0] / 2, rectangle_mm[1] / 2
    picture = np.array([(-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)], np.float32)
    flat = np.array(cv2.getPerspectiveTransform(corners, picture), np.float64)
    return Calibration(size_px, _matrix(_turn(south) @ flat), south, fixed=True)


def load(path: Path) -> Calibration:
    """A saved calibration. Raises CalibrationError when the file is not one."""
    try:
        found = made_from(path.read_bytes(), _from_json)
    except OSError as error:
        raise CalibrationError(
            "{path} cannot be read ({why}); calibrate again", path=path, why=system_reason(error)
        ) from error
    except DamagedJson as error:
        raise CalibrationError("{path} is no calibration file; make one with kozyr calibrate", path=path) from error
    if found is None:
        raise CalibrationError("{path} was written by a newer Kozyr; calibrate again", path=path)
    return found


def _from_json(whole: Any) -> Calibration | None:
    """The calibration as it was kept; None for one of another version. Raises ValueError for what cannot be one."""
    if whole["kozyr_calibration"] != 1:
        return None
    width, height = (int(v) for v in whole["size_px"])
    trick_mm, card_mm = _pair(whole["trick_mm"]), _pair(whole["card_mm"])
    with np.errstate(all="ignore"):
        homography = _matrix(np.array(whole["homography"], np.float64).reshape(3, 3))
        seen = np.array((homography, np.linalg.inv(np.array(homography))))
    if not (np.isfinite((*seen.ravel(), *trick_mm, *card_mm)).all() and min(width, height, *trick_mm, *card_mm) > 0):
        raise ValueError("a size or a place that cannot be")
    return Calibration((width, height), homography, Edge(whole["south"]), trick_mm, card_mm, bool(whole["fixed"]))


def check(
    calibration: Calibration, size_px: tuple[int, int], index_heights_px: Sequence[float] = ()
) -> tuple[str, ...]:
    """What is wrong with a calibration, as keys that ui/locale words; empty when it is good.

    ``resized``: made for pictures of another shape; ``trick-outside``: the trick area leaves the picture; ``too-far``:
    indices too small to read; ``too-near``: less than the trick area fits.
    """
    found = []
    if not calibration.has_shape(*size_px):
        found.append("resized")
    outline = calibration.resized(*size_px).trick_outline_px()
    inside = (outline >= 0).all(axis=1) & (outline[:, 0] <= size_px[0]) & (outline[:, 1] <= size_px[1])
    if inside.mean() < 0.5:
        larger = np.ptp(outline[:, 0]) > size_px[0] or np.ptp(outline[:, 1]) > size_px[1]
        found.append("too-near" if larger else "trick-outside")
    elif inside.mean() < 0.9:
        found.append("trick-outside")
    if index_heights_px and float(np.median(index_heights_px)) < _SMALLEST_INDEX_PX:
        found.append("too-far")
    return tuple(found)


def _turn(south: Edge) -> NDArray[np.float64]:
    """Turns millimetres along the picture's axes so that the edge of S comes to +y."""
    quarter = _CLOCKWISE.index(south)
    cos, sin = ((1, 0), (0, -1), (-1, 0), (0, 1))[quarter]
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]], np.float64)


def _turned(south: Edge, centre_px: Point, px_per_mm: float, size_px: tuple[int, int]) -> Calibration:
    plain = np.array(
        [[1 / px_per_mm, 0, -centre_px[0] / px_per_mm], [0, 1 / px_per_mm, -centre_px[1] / px_per_mm], [0, 0, 1]]
    )
    return Calibration(size_px, _matrix(_turn(south) @ plain), south)


def _clockwise_from_top_left(corners: NDArray[np.float32]) -> NDArray[np.float32]:
    middle = corners.mean(axis=0)
    turns = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    ordered = corners[np.argsort(turns)]
    start = int(np.argmin(ordered.sum(axis=1)))
    return np.ascontiguousarray(np.roll(ordered, -start, axis=0))


def _map(matrix: NDArray[np.float64], point: Point) -> Point:
    x, y, w = matrix @ np.array([point[0], point[1], 1.0])
    return float(x / w), float(y / w)


def _matrix(values: NDArray[np.float64]) -> Matrix:
    values = values / values[2, 2]
    a, b, c = (tuple(float(v) for v in row) for row in values)
    return (a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2])


def _pair(values: Sequence[float]) -> tuple[float, float]:
    first, second = (float(v) for v in values)
    return first, second
