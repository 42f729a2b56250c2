"""A deal of Preferans before the first word: who plays, who speaks first, which hands were written down."""

from kozyr.engine.acts import Dealt
from kozyr.engine.errors import LogFormatError
from kozyr.engine.games.preferans import auction
from kozyr.engine.games.preferans.play import HAND, TALON
from kozyr.engine.games.preferans.raspasy import lowest_level
from kozyr.engine.games.preferans.state import Deal, Standing, Table
from kozyr.engine.possible import written_hands


def begun(table: Table, number: int, seq: int, act: Dealt, before: Standing, lowest: int | None = None) -> Deal:
    """A deal before the first word. The dealer of four sits out. When the judge deals, it is for whose deal it is.

    ``lowest``: the level from which the table bid, where that is not what ``before`` says now.

    Raises LogFormatError without a dealer of the table, ImpossibleAct for hands that cannot be.
    """
    seats = table.order.seats
    dealer = act.dealer or before.dealer
    if dealer is None or dealer not in seats:
        raise LogFormatError(
            "Dealt: in preferans a player deals; name the dealer, one of {seats}", seats=" ".join(seats)
        )
    hands = table.order.following(table.order.next(dealer))[:3]
    sitting = dealer if len(seats) == 4 else None
    written = written_hands(act, lambda seat: HAND if seat in hands else TALON)
    opening = auction.opened(hands, lowest or lowest_level(before.k, len(seats), table.rules))
    return Deal(number, seq, act, dealer, before, hands, sitting, written, opening)
