"""Whether a deck can be told apart: a spread of all its cards read and compared with what the deck has."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from kozyr.engine.cards import Card
from kozyr.vision.deck import LearntDeck
from kozyr.vision.fuse import fuse, placed, read_indices, strangers
from kozyr.vision.types import Image, IndexDetector, IndexReader, IndexReading, Point

CLOSE: Final = 0.8
"""Two cards nearer than this margin are named as easily confused."""
_MOST_CLOSE: Final = 6
"""So many pairs are named."""
_UNREAD: Final = 0.5
"""A place that is a card rather than none with this probability, and of which no card is read, is unread."""


@dataclass(frozen=True, slots=True)
class Unread:
    """An index that could not be read."""

    picture: str
    """In which picture."""
    at_px: Point
    """Where."""
    likely: tuple[tuple[Card, float], ...]
    """What it may be, with probabilities, best first, at most three."""


@dataclass(frozen=True, slots=True)
class Close:
    """Two cards whose indices look alike to the reader."""

    cards: tuple[Card, Card]
    """Which."""
    margin: float
    """Distance of their prototypes over twice the usual stray of an index from its own: below 1 they overlap."""


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """What a check found."""

    read: frozenset[Card]
    """Cards of the deck that were read."""
    missing: tuple[Card, ...]
    """Cards of the deck that were not."""
    doubled: tuple[Card, ...]
    """Cards that lie twice in one picture."""
    strange: tuple[Card, ...]
    """Cards read that the deck does not have."""
    unread: tuple[Unread, ...]
    """Places where a card lies that could not be read."""
    close: tuple[Close, ...]
    """Pairs easily confused, the closest first."""

    @property
    def is_good(self) -> bool:
        """Whether every card was read once and none is strange."""
        return not (self.missing or self.doubled or self.strange)


def check_deck(
    deck: LearntDeck, pictures: Sequence[tuple[str, Image]], detector: IndexDetector, reader: IndexReader
) -> DeckCheck:
    """Reads (name, BGR picture) pairs that show the whole deck together; the reader knows the deck."""
    read: set[Card] = set()
    doubled: list[Card] = []
    strange: list[Card] = []
    unread: list[Unread] = []
    for name, image in pictures:
        readings = read_indices(image, detector, reader)
        read |= {card.card for card in fuse(readings)}
        doubled += [card for card, count in Counter(one.card for one in placed(readings)).items() if count > 1]
        strange += strangers(readings)
        unread += _unread(name, readings)
    missing = tuple(card for card in deck.pack if card not in read)
    unique = tuple(dict.fromkeys(doubled)), tuple(dict.fromkeys(strange))
    return DeckCheck(frozenset(read), missing, *unique, tuple(unread), close_pairs(deck))


def close_pairs(deck: LearntDeck, least: float = CLOSE) -> tuple[Close, ...]:
    """The pairs of cards whose margin is below ``least``, the closest first."""
    apart = np.sqrt(deck.distances(deck.prototypes))
    stray = np.sqrt(deck.whitening.shape[0])
    found = [
        Close((one, other), round(float(apart[i, i + 1 + j]) / (2 * stray), 2))
        for i, one in enumerate(deck.pack)
        for j, other in enumerate(deck.pack[i + 1 :])
    ]
    close = sorted((pair for pair in found if pair.margin < least), key=lambda pair: pair.margin)
    return tuple(close[:_MOST_CLOSE])


def _unread(name: str, readings: Sequence[IndexReading]) -> list[Unread]:
    """Places that look like an index, on no card that was read."""
    cards = placed(readings)
    used = {id(index) for card in cards for index in card.indices}
    outlines = [np.array(card.corners_px, np.float32) for card in cards]
    found = []
    for reading in readings:
        chance = sum(share for _, share in reading.alternatives)
        if id(reading) in used or chance < _UNREAD or (reading.card is None and reading.confidence >= chance):
            continue
        if any(_inside(outline, reading.box.centre_px) for outline in outlines):
            continue
        found.append(Unread(name, reading.box.centre_px, reading.alternatives[:3]))
    return found


def _inside(outline: np.ndarray, point: Point) -> bool:
    """Whether a point lies in a convex outline."""
    edges = np.roll(outline, -1, axis=0) - outline
    away = np.array(point, np.float32) - outline
    turns = edges[:, 0] * away[:, 1] - edges[:, 1] * away[:, 0]
    return bool((turns >= 0).all() or (turns <= 0).all())
