"""What calibrating by hand needs on a screen and without one: taps to a calibration, and its zones to look at."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.engine.seats import Seat
from kozyr.vision.calibrate import CARD_MM, Calibration, CalibrationError, Edge, from_taps
from kozyr.vision.draw import draw_overlay
from kozyr.vision.types import Frame, Image, Point

ZONES_LONG_PX: Final = 1280
"""The longer side of the picture with zones; letters are drawn for that size."""
_SEAT_AT: Final = {Seat.S: (0, 1), Seat.W: (-1, 0), Seat.N: (0, -1), Seat.E: (1, 0)}
_FRONT: Final = 0.8
"""Where the strip in front of an edge ends and the corner of the table begins, as Calibration.zone_of has it."""
_REACH: Final = 1.7
"""How far out the strips are drawn, in half axes of the trick area."""
_LYING: Final = 1.15
"""A tapped card this many times wider than high lies on its side."""
_LINE: Final = (230, 190, 120)


def tapped_calibration(
    taps_px: Sequence[Point], size_px: tuple[int, int], size_mm: tuple[float, float] | None, south: Edge
) -> Calibration:
    """A calibration from four taps; ``size_mm`` None: on the corners of one card, upright or on its side.

    Raises CalibrationError when a tap lies outside the picture or the four make no rectangle in perspective.
    """
    width, height = size_px
    for x, y in taps_px:
        if not (0 <= x <= width and 0 <= y <= height):
            raise CalibrationError(
                "the tap {x:g},{y:g} lies outside the picture of {width}x{height} pixels",
                x=x,
                y=y,
                width=width,
                height=height,
            )
    if size_mm is not None:
        return from_taps(taps_px, size_px, size_mm, south)
    calibration = from_taps(taps_px, size_px, CARD_MM, south)
    across, along = _extents(taps_px)
    lying = across > _LYING * along
    return from_taps(taps_px, size_px, (CARD_MM[1], CARD_MM[0]), south) if lying else calibration


def _extents(taps_px: Sequence[Point]) -> tuple[float, float]:
    """Mean width and height of a tapped rectangle, pixels, whatever the order of the taps."""
    across, along = (np.sort(np.array(taps_px, np.float64)[:, axis]) for axis in (0, 1))
    return float(across[2:].sum() - across[:2].sum()) / 2, float(along[2:].sum() - along[:2].sum()) / 2


def front_borders_px(calibration: Calibration) -> tuple[NDArray[np.float32], ...]:
    """The sides of the strips in front of the four edges, each a line from the trick area outwards, shape (2, 2)."""
    a, b = calibration.trick_mm
    found = []
    for x, y in ((1, _FRONT), (_FRONT, 1)):
        for sign_x, sign_y in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            at = np.array((x * sign_x, y * sign_y))
            inner, outer = at / np.hypot(at[0] / a, at[1] / b), at * _REACH * max(a, b)
            ends = [calibration.to_px((float(p[0]), float(p[1]))) for p in (inner, outer)]
            if _in_view(calibration, outer):
                found.append(np.array(ends, np.float32))
    return tuple(found)


def seat_places_px(calibration: Calibration) -> dict[Seat, Point]:
    """Where in the picture each seat's name belongs: before the trick area, moved inside the picture."""
    width, height = calibration.size_px
    radius = 1.5 * max(calibration.trick_mm)
    found = {}
    for seat, (x, y) in _SEAT_AT.items():
        at_x, at_y = calibration.to_px((x * radius, y * radius))
        found[seat] = (min(max(at_x, 0.06 * width), 0.94 * width), min(max(at_y, 0.05 * height), 0.95 * height))
    return found


def zones_picture(pixels: Image, calibration: Calibration, *, lettered: bool = True) -> Image:
    """A copy of a picture, at most ZONES_LONG_PX long, with the trick area and the strips on it.

    ``lettered``: and the seats' letters, which are Latin, for no others can be drawn into a picture.
    """
    height, width = pixels.shape[:2]
    scale = min(1.0, ZONES_LONG_PX / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
    fitted = calibration.resized(*size)
    for line in front_borders_px(fitted):
        first, second = ((int(x), int(y)) for x, y in np.round(line))
        cv2.line(small, first, second, _LINE, 1, cv2.LINE_AA)
    return draw_overlay(Frame(0, 0, small), (), fitted, lettered=lettered)


def _in_view(calibration: Calibration, place_mm: NDArray[np.float64]) -> bool:
    """Whether a place lies before the camera: beyond the horizon of a steep view it would be drawn mirrored."""
    back = np.linalg.inv(np.array(calibration.homography))
    middle, there = back @ (0, 0, 1), back @ (place_mm[0], place_mm[1], 1)
    return bool(middle[2] * there[2] > 0)
