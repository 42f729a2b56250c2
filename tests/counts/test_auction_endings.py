"""How many ways an auction can go: in closed form where there is one, else stored numbers to a stated depth."""

import random

import pytest

from kozyr.datasets.careless import Dealer
from kozyr.datasets.careless_tables import TABLES, tables_of
from kozyr.engine.acts import Act, Called, Dealt, Exchanged, TurnedUp
from kozyr.engine.cards import cards
from kozyr.engine.table.log import Header
from kozyr.engine.view import Audience

from .walk import auctions

ONE_LEVEL = {
    "min_bid": 99,
    "vk_min_bid": 99,
    "capo_base": {"suit": 99, "bk": 99, "vk": 99},
    "capo_hand": {"enabled": False},
}
"""Bids of Bazar Belot go up to 99: with these options there is one bid and one capo of each denomination."""


def header_of(dealer: Dealer) -> Header:
    return dealer.header(random.Random(1))


@pytest.mark.parametrize("shown", ["9H", "AS"])
@pytest.mark.parametrize("table", tables_of("debertz"))
def test_debertz_has_4n_endings_for_n_players(table: str, shown: str) -> None:
    """N orders of the shown suit, then N players with three suits each, the last of them forced."""
    header = header_of(TABLES[table])
    players = header.seating.seats
    begun: tuple[Act, ...] = (Dealt(None, players[-1]), TurnedUp(cards(shown)))
    found = auctions(TABLES[table].game, header, begun, 2 * len(players))
    assert found == {"ended": 4 * len(players)}


def test_debertz_has_4n_plus_1_endings_where_any_suit_may_be_forced() -> None:
    dealer = TABLES["debertz 1x3 fdu-uk"].with_rules({"forced_order_suits": "any"})
    header = header_of(dealer)
    begun: tuple[Act, ...] = (Dealt(None, header.seating.seats[-1]), TurnedUp(cards("9H")))
    assert auctions(dealer.game, header, begun, 8) == {"ended": 4 * 4 + 1}


@pytest.mark.parametrize(
    ("calls", "counts"),
    [(3, {"open": 61, "ended": 12}), (6, {"open": 60, "ended": 193}), (9, {"ended": 337})],
)
def test_bazar_belot_with_one_level(calls: int, counts: dict[str, int]) -> None:
    dealer = TABLES["bazar-belot 2x2"].with_rules(ONE_LEVEL)
    header = header_of(dealer)
    assert auctions(dealer.game, header, (Dealt(header.seating.seats[-1]),), calls) == counts


def test_bazar_belot_opens_with_a_pass_or_any_bid() -> None:
    """Levels 8 to 99 in five denominations and 20 to 99 in all trumps; capo, from one hand or not, from 25 and 34."""
    dealer = TABLES["bazar-belot 2x2"]
    header = header_of(dealer)
    bids, capos = 5 * 92 + 80, 5 * 75 + 66
    state, _ = dealer.game.step(dealer.game.start(header), 1, Dealt(header.seating.seats[-1]))
    assert len(dealer.game.view(state, Audience.JUDGE).expectation.calls) == 1 + bids + 2 * capos


@pytest.mark.parametrize(
    ("calls", "counts"),
    [
        (1, {"open": 4}),
        (2, {"open": 31}),
        (3, {"open": 197, "ended": 10}),
        (4, {"open": 980, "ended": 82}),
    ],
)
@pytest.mark.parametrize("table", tables_of("preferans"))
def test_the_bidding_of_preferans(table: str, calls: int, counts: dict[str, int]) -> None:
    """The same for three and four, of whom three bid. Ended: raspasy, or one bidder left."""
    header = header_of(TABLES[table])
    begun = (Dealt(header.seating.seats[-1]),)
    stages = frozenset({"talon", "order", "discard"})
    assert auctions(TABLES[table].game, header, begun, calls, stages) == counts


@pytest.mark.parametrize(
    ("order", "answers", "unplayed"),
    [("6S", 1, 0), ("6H", 6, 2), ("7N", 6, 2), ("8S", 4, 1), ("9N", 4, 1), ("10S", 4, 0)],
)
@pytest.mark.parametrize("table", tables_of("preferans"))
def test_the_defence_of_preferans(table: str, order: str, answers: int, unplayed: int) -> None:
    """Whist or pass, each; after a pass half, and then the first again.

    Of four, where nobody whists and the game is not played, the dealer passes, or looks at one of two hands and then
    whists or passes.
    """
    header = header_of(TABLES[table])
    seats = header.seating.seats
    first, second, third = seats[:3]
    begun: tuple[Act, ...] = (
        Dealt(seats[-1]),
        Called(first, "6S"),
        Called(second, "pass"),
        Called(third, "pass"),
        TurnedUp(cards("7S 8S")),
        Exchanged(first, 2, 2),
        Called(first, f"order {order}"),
    )
    looks = 4 * unplayed if len(seats) == 4 else 0
    assert auctions(TABLES[table].game, header, begun, 9, frozenset({"open"})) == {"ended": answers + looks}
