"""What the eyes see, drawn over a frame: index boxes, cards with their names, zones, speed."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from kozyr.engine.cards import Suit
from kozyr.vision.calibrate import Calibration
from kozyr.vision.pipeline import PipelineStats
from kozyr.vision.settle import SURE
from kozyr.vision.track import Track
from kozyr.vision.types import Frame, Image, IndexReading, Point

_SURE: Final = (80, 200, 60)
_DOUBT: Final = (40, 170, 255)
_UNREAD: Final = (160, 160, 160)
_ZONE: Final = (230, 190, 120)
_BOX: Final = (230, 90, 200)
_RED: Final = (60, 60, 230)
_BLACK: Final = (20, 20, 20)
_WHITE: Final = (250, 250, 250)


def draw_overlay(
    frame: Frame,
    tracks: Sequence[Track],
    calibration: Calibration | None,
    readings: Sequence[IndexReading] = (),
    stats: PipelineStats | None = None,
    *,
    lettered: bool = True,
) -> Image:
    """A copy of the frame, BGR, with everything the pipeline knows drawn on it; ``lettered``: the seats' letters."""
    picture = frame.pixels.copy()
    if calibration is not None:
        _draw_zones(picture, calibration, lettered)
    for reading in readings:
        _polygon(picture, _box_corners(reading), _BOX, 1)
    for track in tracks:
        _draw_track(picture, track)
    if stats is not None and stats.busy_ms > 0:
        rate = f"{stats.frames * 1000 / stats.busy_ms:.0f} fps  {stats.looks} looks  {frame.at_ms / 1000:.1f} s"
        _label(picture, rate, (10, picture.shape[0] - 14), _WHITE)
    return picture


def _draw_zones(picture: Image, calibration: Calibration, lettered: bool) -> None:
    _polygon(picture, [(float(x), float(y)) for x, y in calibration.trick_outline_px()], _ZONE, 2)
    if not lettered:
        return
    radius = 1.12 * max(calibration.trick_mm)
    for x, y in ((0, radius), (-radius, 0), (0, -radius), (radius, 0)):
        at = calibration.to_px((x, y))
        _label(picture, calibration.nearest((x, y)).value, (int(at[0]) - 8, int(at[1]) + 8), _ZONE)


def _draw_track(picture: Image, track: Track) -> None:
    colour = _UNREAD if track.card is None else _SURE if track.confidence >= SURE else _DOUBT
    _polygon(picture, track.outline_px, colour, 2)
    x, y = np.mean(np.array(track.outline_px), axis=0)
    if track.card is None:
        _label(picture, "?", (int(x) - 8, int(y) + 8), colour)
        return
    share = "" if track.confidence >= SURE else f" {100 * track.confidence:.0f}%"
    _label(picture, track.card.rank.value, (int(x) - 34, int(y) + 10), colour, share)
    wide = 20 * len(track.card.rank.value)
    _draw_suit(picture, track.card.suit, (int(x) - 34 + wide + 14, int(y) + 1), 11)


def _label(picture: Image, text: str, at: tuple[int, int], colour: tuple[int, int, int], more: str = "") -> None:
    """Text with a dark rim, readable on any cloth; ``more`` follows behind the room for a suit sign."""
    for thick, ink in ((5, _BLACK), (2, colour)):
        cv2.putText(picture, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.8, ink, thick, cv2.LINE_AA)
        if more:
            beside = (at[0] + 46, at[1])
            cv2.putText(picture, more, beside, cv2.FONT_HERSHEY_SIMPLEX, 0.55, ink, thick, cv2.LINE_AA)


def _draw_suit(picture: Image, suit: Suit, at: tuple[int, int], size: int) -> None:
    """A suit sign made of simple shapes (the drawing library's own letters have none), on a white disc."""
    x, y = at
    ink = _RED if suit.is_red else _BLACK
    cv2.circle(picture, at, size + 5, _WHITE, -1, cv2.LINE_AA)
    half = size // 2
    if suit is Suit.DIAMONDS:
        _fill(picture, [(x, y - size), (x + half + 2, y), (x, y + size), (x - half - 2, y)], ink)
        return
    if suit is Suit.HEARTS:
        _lobes(picture, x, y - 3, half, ink)
        _fill(picture, [(x - size + 1, y), (x + size - 1, y), (x, y + size)], ink)
        return
    if suit is Suit.SPADES:
        _fill(picture, [(x - size + 1, y + 1), (x + size - 1, y + 1), (x, y - size)], ink)
        _lobes(picture, x, y + 3, half, ink)
    else:
        _lobes(picture, x, y + 2, half, ink)
        cv2.circle(picture, (x, y - half), half, ink, -1, cv2.LINE_AA)
    _fill(picture, [(x - 4, y + size), (x + 4, y + size), (x, y)], ink)


def _lobes(picture: Image, x: int, y: int, radius: int, ink: tuple[int, int, int]) -> None:
    for side in (-1, 1):
        cv2.circle(picture, (x + side * radius, y), radius, ink, -1, cv2.LINE_AA)


def _fill(picture: Image, points: Sequence[tuple[int, int]], ink: tuple[int, int, int]) -> None:
    cv2.fillPoly(picture, [np.array(points, np.int32)], ink, cv2.LINE_AA)


def _polygon(picture: Image, points: Sequence[Point], colour: tuple[int, int, int], thick: int) -> None:
    cv2.polylines(picture, [np.round(np.array(points)).astype(np.int32)], True, colour, thick, cv2.LINE_AA)


def _box_corners(reading: IndexReading) -> list[Point]:
    box = reading.box
    rectangle = (box.centre_px, (box.width_px, box.height_px), box.angle_deg)
    return [(float(x), float(y)) for x, y in cv2.boxPoints(rectangle)]
