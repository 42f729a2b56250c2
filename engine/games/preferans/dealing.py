"""A deal of Preferans before the first word: who plays, who speaks first, which hands were written down."""

from kozyr.engine.acts import Dealt
from kozyr.engine.cardplay import Holdings
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.games.preferans import auction
from kozyr.engine.games.preferans.play import HAND, TALON
from kozyr.engine.games.preferans.raspasy import lowest_level
from kozyr.engine.games.preferans.state import Deal, Standing, Table
from kozyr.engine.seats import Seat


def begun(table: Table, number: int, seq: int, act: Dealt, before: Standing, lowest: int | None = None) -> Deal:
    """A deal before the first word. The dealer of four sits out. When the judge deals, it is for whose deal it is.

    ``lowest``: the level from which the table bid, where that is not what ``before`` says now.

    Raises LogFormatError without a dealer of the table, ImpossibleAct for hands that cannot be.
    """
    seats = table.order.seats
    dealer = act.dealer or before.dealer
    if dealer is None or dealer not in seats:
        raise LogFormatError(f"Dealt: in preferans a player deals; name the dealer, one of {' '.join(seats)}")
    hands = table.order.following(table.order.next(dealer))[:3]
    sitting = dealer if len(seats) == 4 else None
    opening = auction.opened(hands, lowest or lowest_level(before.k, len(seats), table.rules))
    return Deal(number, seq, act, dealer, before, hands, sitting, _written(act, hands), opening)


def _written(act: Dealt, hands: tuple[Seat, ...]) -> Holdings:
    """The hands written down: ten cards, of a dealer who sits out the two of the talon."""
    seen: set[Card] = set()
    for seat, cards in act.hands:
        size = HAND if seat in hands else TALON
        if len(set(cards)) != size or len(cards) != size or not set(cards) <= set(DECK_32):
            raise ImpossibleAct(f"Dealt: the hand of {seat} must be {size} different cards from 7 to A")
        if seen & set(cards):
            raise ImpossibleAct(f"Dealt: {min(card.code for card in seen & set(cards))} is in two hands")
        seen |= set(cards)
    return tuple((seat, frozenset(cards)) for seat, cards in act.hands)
