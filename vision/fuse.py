"""From the corner indices of one still picture to its cards: two corners of a card are one card, each card counts once.

Nothing here knows which way the picture is turned, and no rule of a game is consulted.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from kozyr.engine.cards import Card
from kozyr.vision.beside import settled
from kozyr.vision.outline import CardShape, card_outline, usual_shape
from kozyr.vision.turns import find_all_ways
from kozyr.vision.types import CardReading, Image, IndexBox, IndexDetector, IndexReader, IndexReading


@dataclass(frozen=True, slots=True)
class FuseSettings:
    """The numbers of fusion, tuned on rendered pictures of the validation decks only."""

    accept_one: float = 0.93
    """Least confidence of a card of which one corner was read."""
    accept_two: float = 0.60
    """Least confidence of a card both of whose corners agree, each alone."""
    accept_fused: float = 0.90
    """Least confidence of a card whose two corners disagreed and were weighed against each other."""
    accept_parted: float = 0.97
    """Least confidence of a corner, alone, that lies as the other corner of a card but disagrees with it too clearly to
    be weighed: they are corners of two cards, most likely."""
    small_px: float = 16.0
    """Indices lower than this promise more than they keep: a card of which no higher one was read is small."""
    accept_small: float = 0.99
    """Least confidence of a small card."""
    sure: float = 0.98
    """Least confidence of a card whose indices show how its rank and suit look in this picture."""
    least_score: float = 0.25
    """Boxes the detector is less sure of are ignored."""
    same_place: float = 0.55
    """Two boxes no further apart than this (``IndexBox.apart``) are one index."""
    half_turn_deg: float = 20.0
    """How far two corners of a card may be from exactly opposite."""
    turns: int = 4
    """How many quarter turns of a still picture are searched; 4 makes the answer the same however it was held."""
    height_ratio: float = 1.45
    """How much the indices of one card may differ in height (perspective)."""


DEFAULTS: Final = FuseSettings()
_FLOOR: Final = 1e-3
"""Chance given to a card that a reading does not list among its alternatives."""


def read_picture(
    image: Image, detector: IndexDetector, reader: IndexReader, settings: FuseSettings = DEFAULTS
) -> tuple[CardReading, ...]:
    """The face-up cards of a BGR picture, each once, most confident first.

    Raises DetectorUnavailable when a network is missing.
    """
    return fuse(read_indices(image, detector, reader, settings), settings)


def read_indices(
    image: Image, detector: IndexDetector, reader: IndexReader, settings: FuseSettings = DEFAULTS
) -> tuple[IndexReading, ...]:
    """The index readings of a BGR picture, found however it is turned. Raises DetectorUnavailable."""
    found = find_all_ways(detector, image, settings.turns)
    return read_boxes(image, tuple(box for box in found if box.score >= settings.least_score), reader, settings)


def read_boxes(
    image: Image, boxes: Sequence[IndexBox], reader: IndexReader, settings: FuseSettings = DEFAULTS
) -> tuple[IndexReading, ...]:
    """The index readings of boxes found in a BGR picture; doubtful ones are held against sure ones beside them."""
    readings = reader.read(image, tuple(boxes))
    told = fuse(readings, settings)
    used = {id(one) for card in told for one in card.indices}
    sure = [one for card in told if card.confidence >= settings.sure for one in card.indices if one.card == card.card]
    doubtful = [one for one in readings if one.card is not None and id(one) not in used]
    return settled(image, readings, sure, doubtful)


def fuse(readings: Sequence[IndexReading], settings: FuseSettings = DEFAULTS) -> tuple[CardReading, ...]:
    """The cards of index readings of one picture, each once, most confident first."""
    return _each_once(placed(readings, settings))


def strangers(readings: Sequence[IndexReading], settings: FuseSettings = DEFAULTS) -> tuple[Card, ...]:
    """Cards that the learnt deck does not have, read as surely as a corner that agrees must be, each once."""
    sure = [one.alternatives[0] for one in readings if one.card is None and one.alternatives]
    return tuple(dict.fromkeys(card for card, chance in sure if chance >= settings.accept_two))


def placed(readings: Sequence[IndexReading], settings: FuseSettings = DEFAULTS) -> tuple[CardReading, ...]:
    """The cards of index readings of one picture; one that seems to lie twice is there twice."""
    single = _one_a_place([reading for reading in readings if reading.card is not None], settings)
    pairs, parted = _pairs(single, settings)
    shape = usual_shape([(one.box, other.box) for one, other, _, _ in pairs])
    paired = {id(reading) for one, other, _, _ in pairs for reading in (one, other)}
    found = [_of_pair(*pair, settings) for pair in pairs]
    for reading in single:
        if id(reading) not in paired:
            enough = settings.accept_parted if id(reading) in parted else settings.accept_one
            found.append(_of_one(reading, shape, enough))
    return tuple(card for card in found if card is not None and _is_clear(card, settings))


def _one_a_place(readings: list[IndexReading], settings: FuseSettings) -> list[IndexReading]:
    """The surest reading wherever several boxes lie on one index."""
    kept: list[IndexReading] = []
    for reading in sorted(readings, key=lambda one: -one.confidence):
        if all(reading.box.apart(other.box) > settings.same_place for other in kept):
            kept.append(reading)
    return kept


_Pair = tuple[IndexReading, IndexReading, Card, float]
"""Two corners of one card, the card, and its probability."""


def _pairs(readings: Sequence[IndexReading], settings: FuseSettings) -> tuple[list[_Pair], set[int]]:
    """Corners that belong to one card: first those that agree, then those that lie as the agreeing ones do.

    Also the ids of those that lie so but disagree beyond settling: they may be of two cards.
    """
    taken: set[int] = set()
    parted: set[int] = set()
    chosen: list[_Pair] = []
    shapes: list[CardShape] = []
    for agreeing in (True, False):
        for _, first, second, shape in _candidates(readings, settings, agreeing):
            if first in taken or second in taken:
                continue
            if not agreeing and not _usual(shape, shapes):
                continue
            one, other = readings[first], readings[second]
            card, chance = _combined(one, other)
            if not agreeing and chance < settings.accept_fused:
                parted |= {id(one), id(other)}
                continue
            chosen.append((one, other, card, chance))
            taken |= {first, second}
            if agreeing:
                shapes.append(shape)
    return chosen, parted


def _candidates(
    readings: Sequence[IndexReading], settings: FuseSettings, agreeing: bool
) -> list[tuple[float, int, int, CardShape]]:
    """Pairs of readings that may be the two corners of a card, the most symmetrical first."""
    found = []
    for first, one in enumerate(readings):
        for second in range(first + 1, len(readings)):
            other = readings[second]
            if (one.card == other.card) is not agreeing:
                continue
            fit = _opposite(one, other, settings)
            if fit is not None:
                found.append((fit[0], first, second, fit[1]))
    return sorted(found, key=lambda row: row[:3])


def _opposite(one: IndexReading, other: IndexReading, settings: FuseSettings) -> tuple[float, CardShape] | None:
    """How well two indices fit as opposite corners of one card (0 is best) and its shape; None if they do not."""
    turn = (one.box.angle_deg - other.box.angle_deg) % 360 - 180
    heights = sorted((one.box.height_px, other.box.height_px))
    if abs(turn) > settings.half_turn_deg or heights[1] > settings.height_ratio * heights[0]:
        return None
    mine, yours = CardShape.between(one.box, other.box), CardShape.between(other.box, one.box)
    if not (mine.is_plausible and yours.is_plausible):
        return None
    skew = abs(math.log(mine.across / yours.across)) + abs(math.log(mine.down / yours.down))
    return skew + abs(turn) / 90, mine


def _usual(shape: CardShape, known: Sequence[CardShape]) -> bool:
    """Whether a pair that disagrees lies as the agreeing pairs of the picture do."""
    return all(shape.is_like(other) for other in known)


def _combined(one: IndexReading, other: IndexReading) -> tuple[Card, float]:
    """The likeliest card of two independent readings of it, and its probability."""
    chances: dict[Card, float] = {}
    first, second = dict(one.alternatives), dict(other.alternatives)
    for card in {*first, *second}:
        chances[card] = max(first.get(card, 0.0), _FLOOR) * max(second.get(card, 0.0), _FLOOR)
    best = max(chances, key=lambda card: (chances[card], card.code))
    rest = (1 - min(one.confidence, 1 - 1e-6)) * (1 - min(other.confidence, 1 - 1e-6))
    total = sum(chances.values()) + rest
    return best, chances[best] / total


def _of_pair(
    one: IndexReading, other: IndexReading, card: Card, chance: float, settings: FuseSettings
) -> CardReading | None:
    agreed = one.card == other.card
    surest = max(one.confidence, other.confidence)
    if agreed and max(surest, chance) < settings.accept_two:
        return None
    shape = CardShape.between(one.box, other.box)
    return CardReading(card, chance, card_outline(one.box, shape), (one, other))


def _of_one(reading: IndexReading, shape: CardShape, enough: float) -> CardReading | None:
    if reading.card is None or reading.confidence < enough:
        return None
    return CardReading(reading.card, reading.confidence, card_outline(reading.box, shape), (reading,))


def _is_clear(card: CardReading, settings: FuseSettings) -> bool:
    """Whether a card is large enough in the picture, or read surely enough for its size."""
    highest = max(one.box.height_px for one in card.indices)
    return highest >= settings.small_px or card.confidence >= settings.accept_small


def _each_once(found: Iterable[CardReading]) -> tuple[CardReading, ...]:
    """The best reading of each card; a second one of the same card is taken for an error or a second deck."""
    best: dict[Card, CardReading] = {}
    for reading in found:
        known = best.get(reading.card)
        if known is None or _weight(reading) > _weight(known):
            best[reading.card] = reading
    return tuple(sorted(best.values(), key=lambda one: (-one.confidence, one.card.code)))


def _weight(reading: CardReading) -> tuple[int, float]:
    return len(reading.indices), reading.confidence


def centre_px(reading: CardReading) -> tuple[float, float]:
    """The middle of the card's outline."""
    x, y = np.mean(np.array(reading.corners_px), axis=0)
    return float(x), float(y)
