"""How many ways an auction can go: in closed form where there is one, else stored numbers to a stated depth."""

import random

import pytest

from kozyr.datasets.careless import Dealer
from kozyr.datasets.careless_tables import TABLES, tables_of
from kozyr.engine.acts import Act, Dealt, TurnedUp
from kozyr.engine.cards import cards
from kozyr.engine.table.log import Header

from .walk import auctions


def header_of(table: str) -> tuple[Dealer, Header]:
    dealer = TABLES[table]
    return dealer, dealer.header(random.Random(1))


@pytest.mark.parametrize("shown", ["9H", "AS"])
@pytest.mark.parametrize("table", tables_of("debertz"))
def test_debertz_has_4n_endings_for_n_players(table: str, shown: str) -> None:
    """N orders of the shown suit, then N players with three suits each, the last of them forced."""
    dealer, header = header_of(table)
    players = header.seating.seats
    begun: tuple[Act, ...] = (Dealt(None, players[-1]), TurnedUp(cards(shown)))
    found = auctions(dealer.game, header, begun, 2 * len(players))
    assert found == {"ended": 4 * len(players)}
