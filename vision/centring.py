"""Where the middle of the trick is, from the cards of several players that lie there together.

Until the first trick has shown it, the middle of the picture is a guess, and what lies farther out may belong to the
trick all the same.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from kozyr.engine.observations import Zone, ZoneKind
from kozyr.engine.seats import Seat
from kozyr.vision.calibrate import Calibration, Edge
from kozyr.vision.types import Point

FAR_MM: Final = 50.0
"""A middle farther off than this loses cards of the trick: they lie outside its area."""
OFF_MM: Final = 25.0
"""A middle farther off than this is put right as soon as it is seen; a smaller error is, after the trick."""
_WIDER: Final = 1.8
"""How much larger than usual the trick area may be while its middle is a guess."""
_BEFORE_EDGE_MM: Final = 64.0
"""So near the edge of the picture lies what a player lays down before himself."""
_PLAYERS: Final = 3
_BEFORE_MM: Final = 52.0
"""A card lies about so far from the middle, on its player's side."""
_ALIKE_MM: Final = 45.0
"""A card farther than this from where it would lie belongs to no trick."""
_SIDE: Final = {Seat.S: (0.0, 1.0), Seat.W: (-1.0, 0.0), Seat.N: (0.0, -1.0), Seat.E: (1.0, 0.0)}


def middle_of(lying: Mapping[Seat, Point]) -> Point | None:
    """The middle of a trick, in millimetres, by the cards of those who were seen laying them; None when they make none.

    Three players' cards are needed: a shown combination or a card laid aside makes no trick.
    """
    if len(lying) < _PLAYERS:
        return None
    guesses = _guesses(lying)
    middle = _mean(guesses)
    return middle if all(math.dist(middle, guess) <= _ALIKE_MM for guess in guesses) else None


def middle_after(trick: Mapping[int, tuple[Point, Seat | None]]) -> Point | None:
    """The middle of a trick that is over, by where its cards lay and who laid them; None when it does not show it.

    Cards of different players show it, be they only two; a talon that one hand laid is no trick.
    """
    places = [place for place, _ in trick.values()]
    by_seat = {seat: place for place, seat in trick.values() if seat is not None}
    if len(places) > 1 and len(by_seat) == len(places):
        return _mean(_guesses(by_seat))
    return _mean(places) if len(places) >= _PLAYERS else None


def _guesses(lying: Mapping[Seat, Point]) -> list[Point]:
    return [(x - _BEFORE_MM * _SIDE[seat][0], y - _BEFORE_MM * _SIDE[seat][1]) for seat, (x, y) in lying.items()]


def _mean(points: Sequence[Point]) -> Point:
    return float(np.mean([x for x, _ in points])), float(np.mean([y for _, y in points]))


class GuessedMiddle(Calibration):
    """A calibration whose middle is a guess: the trick area is a rectangle, for the cards may lie off to any side."""

    __slots__ = ()

    def zone_of(self, point_mm: Point) -> Zone:
        """The trick area far around the guessed middle; else as with any calibration."""
        if abs(point_mm[0]) <= self.trick_mm[0] and abs(point_mm[1]) <= self.trick_mm[1]:
            return Zone(ZoneKind.TRICK)
        return Calibration.zone_of(self, point_mm)


def widened(calibration: Calibration) -> GuessedMiddle:
    """The same with a trick area that holds the cards of a trick that lies off the middle of the picture."""
    (right, below), (wide, high) = calibration.centre_px, calibration.size_px
    room = (min(right, wide - right) / calibration.px_per_mm, min(below, high - below) / calibration.px_per_mm)
    if calibration.south in (Edge.LEFT, Edge.RIGHT):
        room = (room[1], room[0])
    across, along = (
        max(half, min(_WIDER * half, edge - _BEFORE_EDGE_MM))
        for half, edge in zip(calibration.trick_mm, room, strict=True)
    )
    return GuessedMiddle(
        calibration.size_px, calibration.homography, calibration.south, (across, along), calibration.card_mm
    )
