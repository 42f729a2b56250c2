"""Follows the middle of the trick area from trick to trick, and says what belongs to the trick while it is a guess."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from kozyr.engine.observations import CardAppeared, CardLeft, Observation, Zone, ZoneCleared, ZoneKind
from kozyr.engine.seats import Seat
from kozyr.vision.calibrate import Calibration
from kozyr.vision.centring import FAR_MM, OFF_MM, middle_after, middle_of, widened
from kozyr.vision.settle import SURE
from kozyr.vision.track import Track
from kozyr.vision.types import Point

_FOLLOW: Final = 0.5
"""How far a known middle follows the middle of a trick."""
_OFF_CENTRE_MM: Final = 15.0
"""A trick's middle is never exactly in the middle; nearer than this is near enough."""
ZoneTold = Callable[[int], Zone | None]
"""Where the track of a number was told to lie (``Settler.zone_of``)."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """The first trick lies beside the guessed middle."""

    middle_mm: Point
    """Where its middle is."""
    in_trick: bool
    """Whether all its cards were told to lie in the trick area all the same."""

    @property
    def far(self) -> bool:
        """Whether cards of the trick lie outside the usual area."""
        return math.hypot(*self.middle_mm) >= FAR_MM


class TrickMiddle:
    """What the cards of the tricks show of their middle. Places are millimetres of the present calibration."""

    def __init__(self) -> None:
        self.known = False
        """Whether a trick has shown it."""
        self._places: dict[int, Point] = {}
        self._came: dict[int, Seat] = {}

    def forget_cards(self) -> None:
        """What lies there will be told anew, under new numbers; a middle that is known stays known."""
        self._places.clear()
        self._came.clear()

    def arrived(self, number: int, seat: Seat) -> None:
        """A card was brought by a player."""
        self._came[number] = seat

    def shift(self, by_mm: Point) -> None:
        """The middle has been corrected: every place moves by so much."""
        self._places = {number: (x + by_mm[0], y + by_mm[1]) for number, (x, y) in self._places.items()}

    def zones(self, calibration: Calibration) -> Calibration:
        """The calibration that says what belongs to the trick: a wide one while its middle is a guess."""
        return calibration if self.known or calibration.fixed else widened(calibration)

    def after(self, told: Sequence[Observation], zone_told: ZoneTold) -> Point | None:
        """By how much the middle is to be moved, when a trick is over and lay beside it."""
        for one in told:
            if isinstance(one, CardAppeared) and one.zone.kind is ZoneKind.TRICK:
                self._places[one.track] = one.centre_mm
        if not self._is_over(told, zone_told):
            return None
        gone = {number: place for number, place in self._places.items() if zone_told(number) is None}
        self._places = {number: place for number, place in self._places.items() if number not in gone}
        middle = middle_after({number: (place, self._came.get(number)) for number, place in gone.items()})
        if middle is None:
            return None
        follow = _FOLLOW if self.known else 1.0
        self.known = True
        return (follow * middle[0], follow * middle[1]) if math.hypot(*middle) > _OFF_CENTRE_MM else None

    def elsewhere(self, tracks: Sequence[Track], zone_told: ZoneTold) -> Elsewhere | None:
        """Whether the first trick, still lying, lies beside the guessed middle."""
        if self.known:
            return None
        laid = [track for track in tracks if track.number in self._came and track.confidence >= SURE]
        middle = middle_of({self._came[track.number]: track.centre_mm for track in laid})
        zones = [zone_told(track.number) for track in laid]
        if middle is None or None in zones or math.hypot(*middle) < OFF_MM:
            return None
        return Elsewhere(middle, all(zone is not None and zone.kind is ZoneKind.TRICK for zone in zones))

    def _is_over(self, told: Sequence[Observation], zone_told: ZoneTold) -> bool:
        """Whether a trick is gone with this: swept up at once, or several of its cards together, or its last one."""
        cleared = any(isinstance(one, ZoneCleared) and one.zone.kind is ZoneKind.TRICK for one in told)
        left = sum(isinstance(one, CardLeft) and one.zone.kind is ZoneKind.TRICK for one in told)
        if cleared or left != 1:
            # The next trick's first card may lie there already.
            return cleared or left > 1
        zones = (zone_told(number) for number in self._places)
        return all(zone is None or zone.kind is not ZoneKind.TRICK for zone in zones)
