"""Which card each index of a picture belongs to when the cards of one suit lie in their known order.

An unseen deck is misread here and there; the order puts that right. The indices are aligned with the cards as two
sequences are: a card may be missed, an index may be none, and neither may overtake another.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozyr.engine.cards import DECK_52, Card, Suit
from kozyr.vision.read import Look

_NO_INDEX: Final = len(DECK_52)
_LEAST: Final = 1e-3
"""The reader's word against a card counts no more than this: it has never seen the deck."""
_MISSED: Final = 2.5
"""Cost of a card of which no corner is seen on one side of the row."""
_AGAIN: Final = 1.0
"""Cost of a second index of one card that reads the same way up (decks with four indices)."""
_FAIRLY: Final = 0.6
"""Enough to ask whether the deck has more cards than was said."""
_OTHER_SIZE: Final = 1.7
"""An index this many times larger or smaller than the others of its picture lies elsewhere."""
_SO_NEAR: Final = 0.4
"""A find so near to where a missed card must lie, in steps of the row, is its index."""
_LOTH: Final = 20.0
"""What the readings may lose when suits are given so that each lies in some picture; more, and one was not shown."""
_MOST_TOGETHER: Final = 6
"""So many pictures are given their suits together."""


@dataclass(frozen=True, slots=True)
class Row:
    """The cards of one picture, found."""

    suit: Suit
    """Which suit lies there."""
    indices: tuple[tuple[Look, Card], ...]
    """Each index with the card it belongs to, in order of the row."""
    cost: float
    """How badly reading and order agree; 0 is best."""
    against: tuple[Card, ...]
    """Cards whose index the reader was sure is another card's."""
    strangers: tuple[Card, ...]
    """Sure readings of other cards that found no place in the row."""
    beyond: tuple[Card, ...]
    """Cards of the suit that the deck does not have, read fairly surely where none of its cards was placed."""


def rows_of(pictures: Sequence[Sequence[Look]], pack: Sequence[Card]) -> tuple[Row, ...]:
    """The row of each picture. Where it can be had, every suit lies in some picture; the readings decide which."""
    options = [{suit: row_of(looks, pack, suit) for suit in Suit} for looks in pictures]
    best = tuple(min(rows.values(), key=lambda row: row.cost) for rows in options)
    if len(pictures) > _MOST_TOGETHER or len(pictures) < len(Suit) or len({row.suit for row in best}) == len(Suit):
        return best
    ways = [suits for suits in product(tuple(Suit), repeat=len(pictures)) if len(set(suits)) == len(Suit)]

    def cost(suits: tuple[Suit, ...]) -> float:
        return sum(rows[suit].cost for rows, suit in zip(options, suits, strict=True))

    shared = min((tuple(way) for way in ways), key=cost)
    if cost(shared) > sum(row.cost for row in best) + _LOTH:
        return best
    return tuple(rows[suit] for rows, suit in zip(options, shared, strict=True))


def row_of(looks: Sequence[Look], pack: Sequence[Card], suit: Suit) -> Row:
    """The best alignment of a picture's indices with the cards of a suit, lying one way or the other."""
    cards = tuple(card for card in pack if card.suit is suit)
    kept = _alike(looks)
    sides, axis = _sides(kept)
    found = []
    for order in (cards, cards[::-1]):
        cost, indices = 0.0, list[tuple[Look, Card]]()
        for side in sides:
            spent, chosen = _aligned(side, order)
            cost += spent
            indices += _recovered(side, chosen, order)
        found.append((cost, indices))
    cost, indices = min(found, key=lambda option: option[0])
    indices.sort(key=lambda one: float(np.dot(axis, one[0].box.centre_px)))
    used = {id(look) for look, _ in indices}
    strangers = [sure for look in kept if id(look) not in used and (sure := sure_card(look)) is not None]
    beyond = [card for look in kept if id(look) not in used and (card := sure_card(look, _FAIRLY)) is not None]
    beyond = [card for card in beyond if card.suit is suit and card not in cards]
    against = [card for look, card in indices if sure_card(look) not in (None, card)]
    return Row(suit, tuple(indices), cost, tuple(against), tuple(strangers), tuple(beyond))


def sure_card(look: Look, least: float = 0.9) -> Card | None:
    """The card that the reader is sure to see, if any: with that probability or more."""
    best = int(look.chances[:_NO_INDEX].argmax())
    return DECK_52[best] if look.chances[best] >= least else None


def _alike(looks: Sequence[Look]) -> list[Look]:
    """Without finds of quite another size than the indices of the row."""
    heights = [look.box.height_px for look in looks if look.chances[_NO_INDEX] < 0.5]
    usual = float(np.median(heights)) if heights else 0.0
    return [look for look in looks if usual / _OTHER_SIZE < look.box.height_px < usual * _OTHER_SIZE]


def _sides(looks: Sequence[Look]) -> tuple[list[list[Look]], NDArray[np.float64]]:
    """The indices that read one way up and those that read the other, each along the row, and the row's direction."""
    if not looks:
        return [], np.array((1.0, 0.0))
    angles = np.radians([look.box.angle_deg for look in looks])
    weights = np.array([1.02 - look.chances[_NO_INDEX] for look in looks])
    upright = np.angle((weights * np.exp(2j * angles)).sum()) / 2
    first = np.cos(angles - upright) >= 0
    if weights[first].sum() < weights[~first].sum():
        first, upright = ~first, upright + np.pi
    centres = np.array([look.box.centre_px for look in looks])
    scatter = np.zeros((2, 2))
    for side in (first, ~first):
        if side.any():
            around = centres[side] - np.average(centres[side], axis=0, weights=weights[side])
            scatter += (around * weights[side, None]).T @ around
    axis = np.linalg.eigh(scatter)[1][:, 1]
    if axis @ (np.cos(upright + 0.7), np.sin(upright + 0.7)) < 0:  # to the right and down, as the first side reads
        axis = -axis
    along = centres @ axis
    sides = [[looks[int(i)] for i in np.argsort(along) if side[i]] for side in (first, ~first)]
    return [side for side in sides if side], axis


def _aligned(side: Sequence[Look], cards: Sequence[Card]) -> tuple[float, dict[int, int]]:
    """The cheapest alignment: its cost, and which card (by place) each index (by place) belongs to."""
    count = len(cards)
    columns = [DECK_52.index(card) for card in cards]
    # cost[k]: everything so far told, card k - 1 the last one met (0: none yet).
    cost = np.full(count + 1, np.inf)
    cost[0] = 0.0
    came: list[NDArray[np.int64]] = []
    for look in side:
        belongs = -np.log(np.maximum(look.chances[columns], _LEAST))
        nothing = -np.log(max(float(look.chances[_NO_INDEX]), _LEAST))
        after, source = cost + nothing, np.full(count + 1, -1, np.int64)
        for card in range(1, count + 1):
            steps = np.array([_MISSED * (card - 1 - last) for last in range(card)] + [_AGAIN])
            steps = cost[: card + 1] + steps + belongs[card - 1]
            last = int(steps.argmin())
            if steps[last] < after[card]:
                after[card], source[card] = steps[last], last
        cost = after
        came.append(source)
    ends = cost + _MISSED * (count - np.arange(count + 1))
    state = int(ends.argmin())
    total, chosen = float(ends[state]), {}
    for place in reversed(range(len(side))):
        if came[place][state] >= 0:
            chosen[place] = state - 1
            state = int(came[place][state])
    return total, chosen


def _recovered(side: Sequence[Look], chosen: dict[int, int], cards: Sequence[Card]) -> list[tuple[Look, Card]]:
    """The aligned indices, and those taken for none that lie just where a missed card must."""
    by_card = {card: place for place, card in chosen.items()}
    result = [(side[place], cards[card]) for place, card in chosen.items()]
    for card in range(1, len(cards) - 1):
        if card in by_card or card - 1 not in by_card or card + 1 not in by_card:
            continue
        before, after = (np.array(side[by_card[one]].box.centre_px) for one in (card - 1, card + 1))
        reach = _SO_NEAR * float(np.linalg.norm(after - before)) / 2
        for place in range(by_card[card - 1] + 1, by_card[card + 1]):
            if place not in chosen and np.linalg.norm(side[place].box.centre_px - (before + after) / 2) < reach:
                result.append((side[place], cards[card]))
                break
    return result
