"""Tricks as every game here plays them: orders of the cards, who wins, which cards stand above another.

Orders are data. A game says which order rules in which suit; nothing in this module knows a game.
"""

from collections.abc import Mapping
from typing import Final, cast

from kozyr.engine.cards import DECK_32, Card, Rank, Suit
from kozyr.engine.seats import Seat

Trick = tuple[tuple[Seat, Card], ...]
"""The plays of a trick in order, every card known."""
SeenTrick = tuple[tuple[Seat, Card | None], ...]
"""The plays of a trick in order; None where nobody can say which card it was."""
Order = tuple[Rank, ...]
"""Ranks from the highest to the lowest."""


def _order(ranks: str) -> Order:
    return tuple(Rank(rank) for rank in ranks.split())


NATURAL_ORDER: Final = _order("A K Q J 10 9 8 7")
"""Preferans, and the sequence order of combinations everywhere."""
PLAIN_ORDER: Final = _order("A 10 K Q J 9 8 7")
"""A suit that is not trump in Debertz and Bazar Belot."""
TRUMP_ORDER: Final = _order("J 9 A 10 K Q 8 7")
"""The trump suit in Debertz and Bazar Belot."""
SUIT_CARDS: Final[Mapping[Suit, frozenset[Card]]] = {
    suit: frozenset(card for card in DECK_32 if card.suit is suit) for suit in Suit
}
"""The eight cards of each suit."""


def heights(orders: Mapping[Suit, Order]) -> dict[Card, int]:
    """How high each card stands in its own suit, 1 for the lowest; comparable within a suit only."""
    return {Card(rank, suit): len(order) - at for suit, order in orders.items() for at, rank in enumerate(order)}


def cards_above(height: Mapping[Card, int]) -> dict[Card, frozenset[Card]]:
    """For each card, the cards of its suit that beat it."""
    return {
        card: frozenset(other for other in height if other.suit is card.suit and height[other] > own)
        for card, own in height.items()
    }


def winning_play(trick: Trick, trump: Suit | None, height: Mapping[Card, int]) -> tuple[Seat, Card]:
    """The play that wins the trick so far: the highest trump, else the highest card of the suit led.

    ``trick`` holds at least one play. A card of another plain suit never wins, whatever its rank.
    """
    best = trick[0]
    for play in trick[1:]:
        suit, best_suit = play[1].suit, best[1].suit
        if suit is best_suit:
            if height[play[1]] > height[best[1]]:
                best = play
        elif suit is trump:
            best = play
    return best


def fully_seen(trick: SeenTrick) -> Trick | None:
    """The same trick when every card of it is known, else None."""
    for _, card in trick:
        if card is None:
            return None
    return cast(Trick, trick)
