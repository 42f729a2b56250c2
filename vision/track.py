"""Follows cards from look to look: the same card stays one track when it is turned, pushed or partly covered.

Pure: values in, values out; no pictures.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kozyr.engine.cards import DECK_52, Card
from kozyr.vision.group import Scores, SeenCard, agreement, normalised, same_place
from kozyr.vision.presence import Outline, Presence
from kozyr.vision.types import Point

_SAME_PLACE_MM: Final = 22.0
"""A card nudged less than this lies where it lay."""
_SLID_MM: Final = 160.0
"""How far a card can be pushed and still be followed by its name."""
_SAME_TURN_DEG: Final = 35.0
_AGAIN_WEIGHT: Final = 0.35
"""What a further look at a lying card adds: its mistakes repeat."""
_HALF_SEEN: Final = 0.6
"""What a look counts that saw fewer corners of the card than an earlier one."""
_MOST_WEIGHT: Final = 2.4
"""What all looks together may weigh; beyond it older ones fade."""
_FLOOR: Final = 1e-4
_LOST_LOOKS: Final = 3
"""Looks in a row that find something else in a card's place before it counts as gone."""
_BARE_SHARE: Final = 0.85
"""A place that looks this much like the bare table holds no card, if the looks do not see one either."""
_LOST_MS: Final = 1000
"""For so long at least, where the bare table was never seen."""
_COVERED_MS: Final = 8000
"""The same where it was: a hand may rest on a card."""


_THERE: Final = Presence(1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Arrival:
    """What movement told about a card that is new in a look."""

    arrival_ms: int
    """When its place began to change."""
    rest_ms: int
    """When its place came to rest."""


@dataclass(frozen=True, slots=True)
class Track:
    """One card that lies on the table."""

    number: int
    """Its number, from 1, never used again."""
    centre_mm: Point
    """Where its middle lies."""
    angle_deg: float
    """Its turn."""
    outline_px: Outline
    """Its outline in the picture."""
    logs: tuple[tuple[Card, float], ...]
    """Sums of log probabilities over the looks; empty while unread."""
    scores: Scores
    """The probabilities they make, best first."""
    looks: int
    """How often it was read."""
    misses: int
    """Looks in a row that did not see it though nothing covered it."""
    arrival_ms: int
    """When it came."""
    rest_ms: int
    """When it came to rest."""
    seen_ms: int
    """When it was last confirmed."""
    looked_ms: int
    """When its place was last looked at."""
    corners: int = 1
    """How many of its corners were seen at best."""
    overlooked: int = 0
    """Looks in a row that did not see it though its place had not changed."""
    weight: float = 1.0
    """What the looks in ``logs`` weigh together."""
    bare: float = 0.0
    """Share of its place that looked like the bare table when it was last not seen."""

    @property
    def card(self) -> Card | None:
        """The likeliest card."""
        return self.scores[0][0] if self.scores else None

    @property
    def confidence(self) -> float:
        """Probability of the likeliest card; 0 when unread."""
        return self.scores[0][1] if self.scores else 0.0


@dataclass(frozen=True, slots=True)
class Look:
    """What one look at a part of the table gave."""

    at_ms: int
    """Time of the frame."""
    seen: tuple[SeenCard, ...]
    """The cards in it."""
    presence: Mapping[int, Presence]
    """For every track in the part looked at, what the picture says about its place; tracks elsewhere are absent."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What a look changed."""

    new: tuple[Track, ...] = ()
    """Cards that were not there before."""
    seen: tuple[Track, ...] = ()
    """Tracks seen again, with their new place and probabilities."""
    left: tuple[Track, ...] = ()
    """Tracks that are gone."""


class CardTracker:
    """The cards on the table."""

    def __init__(self) -> None:
        self._tracks: dict[int, Track] = {}
        self._next = 1

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The cards that lie on the table, in the order they came; a later one lies on top."""
        return tuple(self._tracks.values())

    def get(self, number: int) -> Track | None:
        """The track of that number while it lies on the table."""
        return self._tracks.get(number)

    def scale(self, factor: float) -> None:
        """Millimetres have been corrected by this factor."""
        for number, track in self._tracks.items():
            centre = (track.centre_mm[0] * factor, track.centre_mm[1] * factor)
            self._tracks[number] = replace(track, centre_mm=centre)

    def shift(self, by_mm: Point) -> None:
        """The middle of the table has been corrected: every place moves by so much."""
        for number, track in self._tracks.items():
            centre = (track.centre_mm[0] + by_mm[0], track.centre_mm[1] + by_mm[1])
            self._tracks[number] = replace(track, centre_mm=centre)

    def clear(self) -> None:
        """Forget all cards; numbers are not used again."""
        self._tracks.clear()

    def touch(self, number: int, at_ms: int) -> None:
        """The place of a track was found unchanged without asking the network."""
        self._tracks[number] = replace(self._tracks[number], looked_ms=at_ms)

    def forget(self, number: int) -> None:
        """Drop a track without a word."""
        self._tracks.pop(number, None)

    def update(self, look: Look, arrivals: Sequence[Arrival]) -> Changes:
        """Take in a look; ``arrivals`` belong to ``look.seen``, one each."""
        matches = self._match(look)
        seen, new = [], []
        for at, card in enumerate(look.seen):
            number = matches.get(at)
            if number is None and self._is_second_reading(card, look, matches):
                continue
            if number is not None:
                self._tracks[number] = _confirmed(self._tracks[number], card, look.at_ms)
                seen.append(self._tracks[number])
            else:
                new.append(self._start(card, arrivals[at], look.at_ms))
        known = {track.number for track in (*seen, *new)}
        left = [track for track in self._unseen(look, known) if self._is_gone(track, look)]
        for track in left:
            del self._tracks[track.number]
        return Changes(tuple(new), tuple(seen), tuple(left))

    def _match(self, look: Look) -> dict[int, int]:
        """Which seen card is which track: place first, then the name of a card that was pushed."""
        offers = []
        for at, card in enumerate(look.seen):
            for track in self._tracks.values():
                offer = _offer(card, track, look.presence.get(track.number))
                if offer is not None:
                    offers.append((offer, at, track.number))
        matches: dict[int, int] = {}
        for _, at, number in sorted(offers):
            if at not in matches and number not in matches.values():
                matches[at] = number
        return matches

    def _is_second_reading(self, card: SeenCard, look: Look, matches: Mapping[int, int]) -> bool:
        """True for a card read where another one lies and was seen: one of its corners, misread."""
        tracks = (self._tracks[number] for number in matches.values())
        return any(
            same_place(card, track.centre_mm, track.angle_deg) and look.presence.get(track.number, _THERE).says_there
            for track in tracks
        )

    def _start(self, card: SeenCard, arrival: Arrival, at_ms: int) -> Track:
        track = Track(
            self._next,
            card.centre_mm,
            card.angle_deg,
            card.outline_px,
            _logs(card.scores),
            card.scores,
            1 if card.scores else 0,
            0,
            arrival.arrival_ms,
            arrival.rest_ms,
            at_ms,
            at_ms,
            len(card.indices),
        )
        self._tracks[track.number] = track
        self._next += 1
        return track

    def _unseen(self, look: Look, known: set[int]) -> list[Track]:
        return [self._tracks[n] for n in look.presence if n in self._tracks and n not in known]

    def _is_gone(self, track: Track, look: Look) -> bool:
        presence = look.presence[track.number]
        if presence.says_gone:
            return True
        if presence.says_there:
            overlooked, bare = track.overlooked + 1, presence.restored if presence.known else 0.0
            self._tracks[track.number] = replace(track, looked_ms=look.at_ms, overlooked=overlooked, bare=bare)
            return overlooked >= _LOST_LOOKS and bare > _BARE_SHARE
        misses = track.misses + 1
        self._tracks[track.number] = replace(track, misses=misses, looked_ms=look.at_ms)
        return misses >= _LOST_LOOKS and look.at_ms - track.seen_ms >= (_COVERED_MS if presence.known else _LOST_MS)


def _offer(card: SeenCard, track: Track, presence: Presence | None) -> float | None:
    """How badly a seen card fits a track; None when it is another card."""
    far = math.dist(card.centre_mm, track.centre_mm)
    turned = abs((card.angle_deg - track.angle_deg + 90) % 180 - 90)
    same = agreement(card.scores, track.scores) if card.scores and track.scores else 0.0
    if far <= _SAME_PLACE_MM and (turned <= _SAME_TURN_DEG or far <= 8):
        unread = not card.scores or not track.scores
        replaced = presence is not None and presence.changed > 0.5
        if unread or same > 0.05 or not replaced:
            return far / _SAME_PLACE_MM + (0.0 if same > 0.3 else 1.0)
        doubtful = min(card.confidence, track.confidence) < 0.6
        return 2.0 if doubtful else None
    named = same > 0.4 and (presence is None or not presence.says_there or presence.visible <= 0.17 or far < 60)
    if named and far <= _SLID_MM:
        return 3.0 + far / _SLID_MM
    return None


def _confirmed(track: Track, card: SeenCard, at_ms: int) -> Track:
    logs, weight = _added(track, card)
    moved = math.dist(card.centre_mm, track.centre_mm) > 2 or len(card.indices) >= track.corners
    return replace(
        track,
        centre_mm=card.centre_mm if moved and card.indices else track.centre_mm,
        angle_deg=card.angle_deg if moved and card.indices else track.angle_deg,
        outline_px=card.outline_px if moved and card.indices else track.outline_px,
        logs=logs,
        scores=normalised(dict(logs)) if logs else (),
        weight=weight,
        looks=track.looks + (1 if card.scores else 0),
        misses=0,
        overlooked=0,
        seen_ms=at_ms,
        looked_ms=at_ms,
        corners=max(track.corners, len(card.indices)),
    )


def _logs(scores: Scores) -> tuple[tuple[Card, float], ...]:
    if not scores:
        return ()
    named = dict(scores)
    rest = max(1 - sum(named.values()), 0.0) / max(1, len(DECK_52) - len(named))
    return tuple((card, math.log(max(named.get(card, rest), _FLOOR))) for card in DECK_52)


def _added(track: Track, card: SeenCard) -> tuple[tuple[tuple[Card, float], ...], float]:
    """The votes with those of a further look, and their weight. An unread card's first reading counts in full."""
    more = _logs(card.scores)
    if not track.logs or not more:
        return track.logs or more, track.weight
    weight = _AGAIN_WEIGHT * (1.0 if len(card.indices) >= track.corners else _HALF_SEEN)
    keep = min(1.0, (_MOST_WEIGHT - weight) / track.weight)
    added = ((name, keep * old + weight * new) for (name, old), (_, new) in zip(track.logs, more, strict=True))
    return tuple(added), keep * track.weight + weight
