"""Track changes → observations: a card is told once it is sure or has been looked at enough, a sweep is told as one.

Pure: values in, values out; no pictures.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kozyr.engine.cards import Card
from kozyr.engine.observations import (
    CardAppeared,
    CardLeft,
    CardReread,
    Observation,
    Zone,
    ZoneCleared,
    ZoneKind,
)
from kozyr.engine.seats import Seat
from kozyr.vision.calibrate import Calibration
from kozyr.vision.track import Track
from kozyr.vision.types import Point

SURE: Final = 0.97
"""A card read this surely, in both corners or in two looks, is told at once."""
PATIENCE_MS: Final = 700
"""A doubtful card is told after this long."""
UNREAD_PATIENCE_MS: Final = 1100
"""An unread card is told after this long."""
_LOOKS_BEFORE: Final = 3
"""A doubtful card is told after this many looks, not before."""
_TOGETHER_MS: Final = 450
"""Cards that leave within this time leave together."""
_SWEEP_MOST_MS: Final = 4000
"""A sweep takes no longer than this while something moves over the trick area."""
_LATE_MS: Final = 500
"""A card is usually seen within this time of coming to rest."""
_BETTER: Final = 0.08
"""By how much a reading must improve to be told again."""
_PUSHED_MM: Final = 25.0
"""A card must be pushed this far to be in another zone; a nudge over the border is none."""


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A track that has just begun."""

    track: Track
    """The track."""
    arrived_from: Seat | None
    """Which edge the movement came from."""


@dataclass(frozen=True, slots=True)
class Leaver:
    """A track that has just ended."""

    track: Track
    """The track as it was."""
    at_ms: int
    """When it was found gone."""
    toward: Seat | None
    """Which edge the movement came from and went to."""


@dataclass(frozen=True, slots=True)
class _Told:
    zone: Zone
    centre_mm: Point
    card: Card | None
    confidence: float


@dataclass(frozen=True, slots=True)
class _Waiting:
    arrived_from: Seat | None
    at_ms: int
    patient_from_ms: int


@dataclass(frozen=True, slots=True)
class _Leaving:
    number: int
    zone: Zone
    card: Card | None
    at_ms: int
    toward: Seat | None


class Settler:
    """Decides when what the tracker knows becomes an observation."""

    def __init__(self) -> None:
        self._told: dict[int, _Told] = {}
        self._waiting: dict[int, _Waiting] = {}
        self._leaving: list[_Leaving] = []

    @property
    def something_leaves(self) -> bool:
        """True while it is open whether cards left alone or as a sweep."""
        return bool(self._leaving)

    def is_told(self, number: int) -> bool:
        """True when the track has been reported and not yet reported gone."""
        return number in self._told

    def zone_of(self, number: int) -> Zone | None:
        """Where the track was told to lie; None while it is not told."""
        told = self._told.get(number)
        return None if told is None else told.zone

    def take(self, new: Sequence[Newcomer], left: Sequence[Leaver]) -> None:
        """Take in what a look changed."""
        for comer in new:
            track = comer.track
            # A card overlooked when it came is new now, however long it has lain.
            patient_from = max(track.rest_ms, track.seen_ms - _LATE_MS)
            self._waiting[track.number] = _Waiting(comer.arrived_from, track.rest_ms, patient_from)
        for leaver in left:
            number = leaver.track.number
            self._waiting.pop(number, None)
            told = self._told.pop(number, None)
            if told is not None:
                self._leaving.append(_Leaving(number, told.zone, told.card, leaver.at_ms, leaver.toward))

    def step(
        self,
        at_ms: int,
        tracks: Sequence[Track],
        calibration: Calibration,
        trick_busy: bool,
        stirred: Collection[int] = (),
    ) -> tuple[Observation, ...]:
        """The observations that are due at this time.

        ``trick_busy``: something moves over the trick area; ``stirred``: the numbers of cards over which something
        moved since they were last looked at.
        """
        found: list[Observation] = []
        for track in tracks:
            zone = calibration.zone_of(track.centre_mm)
            told = self._told.get(track.number)
            if told is None:
                found += self._tell(track, zone, calibration, at_ms)
            elif zone != told.zone and math.dist(track.centre_mm, told.centre_mm) > _PUSHED_MM:
                self._push(track, told, at_ms)
            else:
                found += self._retell(track, told, at_ms)
        # A card that left is told before one that came later.
        doubted = frozenset(track.number for track in tracks if track.misses or track.number in stirred)
        gone = self._departures(at_ms, trick_busy, doubted)
        return (*gone, *sorted(found, key=_order))

    def shift(self, by_mm: Point) -> None:
        """The middle of the table has been corrected: every place moves by so much."""
        for number, told in self._told.items():
            centre = (told.centre_mm[0] + by_mm[0], told.centre_mm[1] + by_mm[1])
            self._told[number] = replace(told, centre_mm=centre)

    def finish(self, at_ms: int, tracks: Sequence[Track], calibration: Calibration) -> tuple[Observation, ...]:
        """What is left to tell when the pictures end."""
        return self.step(at_ms + _SWEEP_MOST_MS + UNREAD_PATIENCE_MS, tracks, calibration, trick_busy=False)

    def doubtful(self, track: Track, calibration: Calibration) -> bool:
        """True for a reading seen once, weakly, and not again: a speck, not a card.

        Outside the trick, where backs and score sheets lie, a clear reading too must be seen again.
        """
        unseen = track.overlooked + track.misses
        if self.is_told(track.number) or track.looks != 1 or not unseen:
            return False
        outside = calibration.zone_of(track.centre_mm).kind is not ZoneKind.TRICK
        repeated = outside and track.corners < 2 and track.overlooked >= 2
        return track.bare > 0.6 or repeated or (unseen >= 2 and track.confidence < 0.6)

    def _tell(self, track: Track, zone: Zone, calibration: Calibration, at_ms: int) -> list[Observation]:
        waiting = self._waiting.get(track.number)
        if waiting is None:
            return []
        twice = track.corners >= 2 or track.looks >= 2
        sure = track.confidence >= SURE and twice and waiting.at_ms == track.rest_ms
        patience = PATIENCE_MS if track.scores else UNREAD_PATIENCE_MS
        waited = at_ms - waiting.patient_from_ms
        if not sure and waited < patience:
            return []
        clear = track.corners >= 2 or (track.looks >= 2 and track.confidence >= SURE)
        if track.scores and not clear and zone.kind is not ZoneKind.TRICK:
            # Backs, score sheets and cups lie there too, and a card told there is a question about its player.
            return []
        looks = track.looks + track.overlooked + track.misses
        if track.scores and track.confidence < SURE and looks < _LOOKS_BEFORE and waited < 3 * patience:
            return []
        del self._waiting[track.number]
        self._told[track.number] = _Told(zone, track.centre_mm, track.card, track.confidence)
        return [
            CardAppeared(
                at_ms=waiting.at_ms,
                track=track.number,
                zone=zone,
                nearest=calibration.nearest(track.centre_mm),
                arrived_from=waiting.arrived_from,
                card=track.card,
                confidence=track.confidence,
                alternatives=track.scores,
                centre_mm=track.centre_mm,
                arrival_ms=track.arrival_ms,
            )
        ]

    def _push(self, track: Track, told: _Told, at_ms: int) -> None:
        """A card pushed into another zone has left the one and, once it rests, appears in the other."""
        self._leaving.append(_Leaving(track.number, told.zone, told.card, at_ms, None))
        del self._told[track.number]
        self._waiting[track.number] = _Waiting(None, at_ms, at_ms)

    def _retell(self, track: Track, told: _Told, at_ms: int) -> list[Observation]:
        if track.card is None:
            return []
        other = track.card != told.card and track.confidence > 0.5
        better = track.confidence >= min(told.confidence + _BETTER, SURE) > told.confidence
        if not other and not better:
            return []
        self._told[track.number] = _Told(told.zone, told.centre_mm, track.card, track.confidence)
        return [CardReread(at_ms, track.number, track.card, track.confidence, track.scores)]

    def _departures(self, at_ms: int, trick_busy: bool, doubted: frozenset[int]) -> list[Observation]:
        found: list[Observation] = []
        for zone in dict.fromkeys(leaving.zone for leaving in self._leaving):
            group = [leaving for leaving in self._leaving if leaving.zone == zone]
            lying = {n for n, told in self._told.items() if told.zone == zone and told.card is not None}
            first, last = min(g.at_ms for g in group), max(g.at_ms for g in group)
            # A hand may still cover the last of them.
            unclear = bool(lying & doubted) or (zone.kind is ZoneKind.TRICK and trick_busy)
            if at_ms - last < _TOGETHER_MS or (lying and unclear and at_ms - first < _SWEEP_MOST_MS):
                continue
            self._leaving = [leaving for leaving in self._leaving if leaving.zone != zone]
            found += _told_gone(zone, group, len(lying))
        return found


def _told_gone(zone: Zone, group: Sequence[_Leaving], remain: int) -> list[Observation]:
    last = max(leaving.at_ms for leaving in group)
    if len(group) >= 2 and remain == 0:
        return [ZoneCleared(last, zone, _commonest(group), tuple(leaving.number for leaving in group))]
    return [CardLeft(leaving.at_ms, leaving.number, zone, leaving.card) for leaving in group]


def _commonest(group: Sequence[_Leaving]) -> Seat | None:
    seats = [leaving.toward for leaving in group if leaving.toward is not None]
    return max(dict.fromkeys(seats), key=seats.count) if seats else None


def _order(observation: Observation) -> tuple[int, int]:
    if isinstance(observation, CardAppeared):
        arrival = observation.arrival_ms if observation.arrival_ms is not None else observation.at_ms
        return (0, arrival)
    return (1, observation.at_ms)
