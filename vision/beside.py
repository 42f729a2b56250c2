"""A doubtful index held against sure ones of the same picture: the same print, in the same light, by the same camera.

Whether a sign a few pixels high is ♠ or ♣ is told best by another ♠ and another ♣ that lie beside it.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from kozyr.engine.cards import Card
from kozyr.vision.crops import cut_upright, whiten
from kozyr.vision.deck import patch
from kozyr.vision.deck_print import Area, Pixels, fits, losses, rank_of, suit_of
from kozyr.vision.types import Image, IndexReading

_DOUBTED: Final = (0.4, 0.01)
"""Least chance of the likeliest card and of the next one: below it there is nothing to settle."""
_POWER: Final = 1.15
"""Of the ratio of squared differences, for an index 20 pixels high, as in ``vision.deck.WeighSettings``. On 121 tables
of validation decks 0.8, 1.15 and 1.5 find the same cards: 378 of 387 (376 without), 2 wrong of 492 (2 of 490)."""
_SHARP_PX: Final = 40.0
_MOST: Final = 6
"""So many sure indices of a rank or suit are looked at."""


def settled(
    image: Image, readings: Sequence[IndexReading], sure: Sequence[IndexReading], doubtful: Sequence[IndexReading]
) -> tuple[IndexReading, ...]:
    """The readings of a BGR picture; the doubtful ones weighed anew where sure ones tell their two likeliest apart."""
    better = {id(one): _weighed(image, one, sure) for one in doubtful} if sure else {}
    return tuple(better.get(id(one), one) for one in readings)


def _weighed(image: Image, reading: IndexReading, sure: Sequence[IndexReading]) -> IndexReading:
    if len(reading.alternatives) < 2:
        return reading
    (first, chance), (second, less) = reading.alternatives[:2]
    asked = _asked(reading, first, second, sure)
    if chance < _DOUBTED[0] or less < _DOUBTED[1] or asked is None:
        return reading
    area, mine, others = asked
    window, found = fits(
        _white(cut_upright(image, reading.box)), area, {0: _kept(image, mine), 1: _kept(image, others)}
    )
    lost = losses(window, found)
    power = _POWER * math.sqrt(min(reading.box.height_px, _SHARP_PX) / 20)
    odds = math.log(chance / less) + power * (lost[1] - lost[0])
    share = 1 / (1 + math.exp(-odds))
    both = chance + less
    likely = sorted(((first, both * share), (second, both * (1 - share))), key=lambda one: -one[1])
    return replace(
        reading, card=likely[0][0], confidence=likely[0][1], alternatives=(*likely, *reading.alternatives[2:])
    )


def _asked(
    reading: IndexReading, first: Card, second: Card, sure: Sequence[IndexReading]
) -> tuple[Area, list[IndexReading], list[IndexReading]] | None:
    """What tells two cards apart, rank or suit sign, and the sure indices that show the one and the other."""
    known = [(one, one.card) for one in sure if one.card is not None]
    if first.rank is second.rank:
        area = suit_of(reading.box)
        shown = [[one for one, card in known if card.suit is wanted.suit] for wanted in (first, second)]
    elif first.suit is second.suit:
        area = rank_of(reading.box)
        shown = [[one for one, card in known if card.rank is wanted.rank] for wanted in (first, second)]
    else:
        return None
    return (area, shown[0], shown[1]) if all(shown) else None


def _kept(image: Image, readings: Sequence[IndexReading]) -> list[Pixels]:
    return [_white(patch(image, one.box)) for one in readings[:_MOST]]


def _white(picture: Image) -> Pixels:
    return np.asarray(whiten(picture[None])[0], np.float32)
