"""Pictures from which a deck is learnt and on which it is then read: all drawn, all by seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozyr.datasets import decks
from kozyr.datasets.layouts import Place
from kozyr.datasets.legible import is_legible, was_legible
from kozyr.datasets.restyle import style
from kozyr.datasets.scenes import IndexLabel, Printing, scene, spread
from kozyr.engine.cards import Card, Suit

LETTERS: Final = {"latin": "AKQJ", "cyrillic": "ТКДВ", "german": "AKDB"}
"""Ace, king, queen, jack as printed."""
LEARN_SIDE_PX: Final = 1280
READ_SIDE_PX: Final = 960
_FAN_TURN: Final = (0.09, 0.16)
"""Between two cards of a fan of eight, in radians."""
Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Seen:
    """A drawn picture and what a person sees in it."""

    seed: int
    """The seed it was drawn from."""
    picture: Picture
    """BGR."""
    labels: tuple[IndexLabel, ...]
    """Every index with a visible part."""

    @property
    def readable(self) -> frozenset[Card]:
        """Cards with at least one index that a person can read (``datasets.legible``)."""
        return frozenset(label.card for label in self.legible)

    @property
    def legible(self) -> tuple[IndexLabel, ...]:
        """The indices a person can read."""
        return tuple(one for one in self.labels if is_legible(one.quad_px, one.left))

    @property
    def readable_before(self) -> frozenset[Card]:
        """Cards that the former definition called readable (``datasets.legible.was_legible``)."""
        return frozenset(one.card for one in self.labels if was_legible(one.quad_px, one.visible, one.kept))

    @property
    def lying(self) -> frozenset[Card]:
        """All cards of which an index is to be seen, readable or not."""
        return frozenset(label.card for label in self.labels)


def printings(split: str, letters: str, count: int) -> tuple[Printing, ...]:
    """Decks of a split with those letters (a key of LETTERS): first as they are printed, then with other indices.

    Raises KozyrError when no deck of the split is installed.
    """
    names = decks.deck_names(split)
    printed = [Printing(name) for name in names if decks.deck(name).letters == LETTERS[letters]]
    seeds = [seed for seed in range(3000, 3400) if style(seed, split != "train").letters == LETTERS[letters]]
    return (*printed, *(Printing(names[place % len(names)], seed) for place, seed in enumerate(seeds)))[:count]


def suit_picture(seed: int, printing: Printing, pack: Sequence[Card], suit: Suit) -> Seen:
    """One suit laid in order, one way round or the other, in a row or a fan: a picture to learn from."""
    random = np.random.default_rng((seed, 97))
    cards = [card for card in pack if card.suit is suit]
    if random.random() < 0.5:
        cards.reverse()
    places = _row(random, len(cards)) if random.random() < 0.5 else _fan(random, len(cards))
    return Seen(seed, *spread(seed, printing, cards, places, LEARN_SIDE_PX))


def table_picture(seed: int, printing: Printing, pack: Sequence[Card], split: str) -> Seen:
    """Cards of the deck on a table, lying anyhow, with whatever else lies there: a picture to read."""
    return Seen(seed, *scene(seed, READ_SIDE_PX, split, look=printing, pack=pack, judged=True))


def _row(random: np.random.Generator, count: int) -> list[Place]:
    step = random.uniform(0.35, 0.8)
    return [
        Place(step * (place - (count - 1) / 2), random.normal(0, 0.01), random.normal(0, 0.02))
        for place in range(count)
    ]


def _fan(random: np.random.Generator, count: int) -> list[Place]:
    radius, step = random.uniform(1.4, 2.4), random.uniform(*_FAN_TURN) * 8 / max(count, 8)
    turns = [(place - (count - 1) / 2) * step for place in range(count)]
    return [Place(float(radius * np.sin(turn)), float(radius * (1 - np.cos(turn))), turn) for turn in turns]
