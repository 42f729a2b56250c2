"""What one look at a part of the table shows: the cards, and what became of those that are known."""

import math
from collections.abc import Sequence
from typing import Final

from kozyr.vision.group import CardGrouper, SeenCard, find_card_sized
from kozyr.vision.motion import Box, MotionGate
from kozyr.vision.places import Visit, holds, middle_in
from kozyr.vision.presence import Presence, TableMemory
from kozyr.vision.track import CardTracker, Track
from kozyr.vision.types import IndexReading

_PATTERN_SHARE: Final = 0.25
"""A single corner read where less than this share of a card differs from the bare table is the table's own pattern."""
_COVERED_LESS: Final = 0.75
"""A card's place of which less than this differs from the bare table may be the place beside it."""
_COVERED_MORE: Final = 0.85
"""So much of the place beside it must then differ,"""
_COVERED_STEP: Final = 0.2
"""and by so much more."""
_FLIPPED_MM: Final = 40.0
"""A corner of a lying card read upside down puts the card at least so far from where it lies."""
_RIM: Final = 0.01
"""Width of the picture's rim, as a share of its sides, in which no card's middle is believed."""
_FIRST_SURE: Final = 0.8
"""What lies there before anything moved must be read this surely: cloths and score sheets lie there too."""
_SPOT_MM: Final = 12.0
"""Two outlines nearer than this are of one card."""


class Sight:
    """Turns readings into cards, against what is known of the table."""

    def __init__(self, gate: MotionGate, tracker: CardTracker, grouper: CardGrouper, table: TableMemory) -> None:
        self._gate, self._tracker, self._grouper, self._table = gate, tracker, grouper, table

    def cards(self, readings: Sequence[IndexReading], visits: Sequence[Visit], first: bool) -> list[SeenCard]:
        """The cards seen; places visited more than once may hold one that cannot be read."""
        cards: list[SeenCard] = []
        for found in self._grouper.group(readings):
            card = found if len(found.indices) != 1 else self._where_it_lies(found, cards)
            trusted = card.confidence >= _FIRST_SURE if first else self._is_laid(card, cards)
            if trusted and self._in_picture(card) and not _is_there(card, cards):
                cards.append(card)
        for visit in visits:
            if visit.tries > 0:
                cards += self._unread(visit.box, cards)
        return cards

    def _in_picture(self, card: SeenCard) -> bool:
        """False for a card whose middle would lie outside the picture, as the digits of a score sheet make them."""
        x, y = self._grouper.calibration.to_px(card.centre_mm)
        width, height = self._grouper.calibration.size_px
        return _RIM * width < x < (1 - _RIM) * width and _RIM * height < y < (1 - _RIM) * height

    def presence(self, box: Box, cards: Sequence[SeenCard]) -> dict[int, Presence]:
        """What the picture says about every known card in the part looked at."""
        tracks = self._tracker.tracks
        names = {track.card for track in tracks if track.card is not None}
        fresh = [card.outline_px for card in cards if not card.scores or card.scores[0][0] not in names]
        found = {}
        for at, track in enumerate(tracks):
            if middle_in(track.outline_px, box):
                covers = [later.outline_px for later in tracks[at + 1 :]] + fresh
                step = self._gate.change_step
                found[track.number] = self._table.judge(track.number, track.outline_px, covers, self._gate.small, step)
        return found

    def _is_laid(self, card: SeenCard, cards: Sequence[SeenCard]) -> bool:
        """False for a card read out of the bare table's pattern, and for corners of one that lies elsewhere."""
        if any(self._is_misplaced(card, track) for track in self._tracker.tracks):
            return False
        if len(card.indices) > 1:
            return True
        return self._covered(card, cards) > _PATTERN_SHARE

    def _where_it_lies(self, card: SeenCard, cards: Sequence[SeenCard]) -> SeenCard:
        """A card of one corner, on the side of it where the table is covered: decks with four indices show either."""
        here = self._covered(card, cards)
        if here >= _COVERED_LESS:
            return card
        other = self._grouper.mirrored(card)
        there = self._covered(other, cards)
        return other if there >= _COVERED_MORE and there - here >= _COVERED_STEP else card

    def _covered(self, card: SeenCard, cards: Sequence[SeenCard]) -> float:
        """Share of a card's place, outside the cards that lie there, that is not bare table."""
        lying: tuple[Track | SeenCard, ...] = (*self._tracker.tracks, *cards)
        others = [one.outline_px for one in lying if math.dist(one.centre_mm, card.centre_mm) > _SPOT_MM]
        return self._table.differs(self._gate.small, card.outline_px, others, self._gate.change_step)

    def _is_misplaced(self, card: SeenCard, track: Track) -> bool:
        """True for a corner of a card that has not moved, read upside down or joined with another card's corner."""
        if track.card != card.scores[0][0] or math.dist(track.centre_mm, card.centre_mm) <= _FLIPPED_MM:
            return False
        if not self._grouper.repeats(card, track.centre_mm, track.angle_deg):
            return False
        later = [other.outline_px for other in self._tracker.tracks if other.number > track.number]
        step = self._gate.change_step
        return self._table.judge(track.number, track.outline_px, later, self._gate.small, step).says_there

    def _unread(self, box: Box, cards: Sequence[SeenCard]) -> list[SeenCard]:
        """Something of a card's size where no index could be read: face-down, glaring or too far away."""
        calibration = self._grouper.calibration
        taken = [card.outline_px for card in cards] + [track.outline_px for track in self._tracker.tracks]
        strange = self._table.strange(self._gate.small, box, taken, self._gate.change_step)
        spot = find_card_sized(strange, self._gate.scale, calibration)
        if spot is None or any(holds(outline, calibration.to_px(spot[0])) for outline in taken):
            return []
        return [SeenCard(spot[0], spot[1], self._grouper.place(*spot), ())]


def _is_there(card: SeenCard, cards: Sequence[SeenCard]) -> bool:
    """True for a further corner of a card that is among those already."""
    name = card.scores[0][0]
    return any(
        one.scores and one.scores[0][0] == name and math.dist(one.centre_mm, card.centre_mm) <= _SPOT_MM
        for one in cards
    )
