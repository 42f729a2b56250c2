"""The final account: the four vectors of C.5.8, and that whole whists always sum to zero."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.engine.games.preferans.rules import rules_of
from kozyr.engine.games.preferans.settlement import settled
from kozyr.engine.games.preferans.sheet import Sheet
from kozyr.engine.view import SheetRow

RULES = rules_of("sochi-2013", {}, 4)
NAMES = "SWNE"


def sheet(pools: tuple[int, ...], mountains: tuple[int, ...], whists: dict[tuple[int, int], int]) -> Sheet:
    """The sheet of players 0, 1, 2…, ``whists`` by (who writes, on whom)."""
    seats = range(len(pools))
    return tuple(
        SheetRow(
            NAMES[at],
            pools[at],
            mountains[at],
            tuple((NAMES[other], whists.get((at, other), 0)) for other in seats if other != at),
        )
        for at in seats
    )


def by_rows(*rows: tuple[int, ...]) -> dict[tuple[int, int], int]:
    return {(at, other): points for at, row in enumerate(rows) for other, points in enumerate(row)}


def account(of: Sheet) -> list[int]:
    return [whists for _, whists in settled(of, RULES)]


def test_c58_first_vector_three_players_equal_fractions_go_in_seat_order() -> None:
    written = {(0, 1): 12, (1, 0): 22, (2, 0): 22, (2, 1): 4}
    assert account(sheet((14, 8, 0), (12, 26, 6), written)) == [62, -101, 39]


def test_c58_second_vector_three_players() -> None:
    written = {(0, 1): 16, (0, 2): 24, (1, 0): 8, (1, 2): 12, (2, 0): 20, (2, 1): 4}
    assert account(sheet((10, 4, 8), (6, 2, 12), written)) == [46, 13, -59]


def test_c58_third_vector_four_players() -> None:
    written = by_rows((0, 40, 12, 30), (18, 0, 44, 20), (60, 22, 0, 8), (26, 34, 10, 0))
    assert account(sheet((20, 20, 20, 20), (10, 24, 6, 16), written)) == [18, -114, 104, -8]


def test_c58_fourth_vector_four_players() -> None:
    written = by_rows((0, 20, 8, 12), (4, 0, 16, 0), (24, 12, 0, 6), (0, 8, 18, 0))
    assert account(sheet((12, 6, 10, 4), (8, 14, 20, 10), written)) == [102, -50, -50, -2]


def test_the_account_names_the_sides_in_the_order_of_the_sheet() -> None:
    assert settled(sheet((3, 0, 0), (0, 0, 0), {}), RULES) == (("S", 20), ("W", -10), ("N", -10))


def test_the_larger_fraction_is_raised_first() -> None:
    # thirds: 10, -20 and 10 give 3 1/3, -6 2/3 and 3 1/3 whists at a rate of one
    cheap = rules_of("sochi-2013", {"pool_rate": 1}, 3)
    assert settled(sheet((11, 1, 11), (0, 0, 0), {}), cheap) == (("S", 4), ("W", -7), ("N", 3))
    assert settled(sheet((1, 11, 1), (0, 0, 0), {}), cheap) == (("S", -3), ("W", 7), ("N", -4))


def test_rates_of_pool_and_mountain_are_options() -> None:
    rates = rules_of("sochi-2013", {"pool_rate": 20, "mountain_rate": 5}, 4)
    assert settled(sheet((4, 0, 0, 0), (0, 4, 0, 0), {}), rates) == (("S", 65), ("W", -35), ("N", -15), ("E", -15))


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    players = draw(st.sampled_from([3, 4]))
    column = st.tuples(*[st.integers(-30, 300)] * players)
    pairs = [(at, other) for at in range(players) for other in range(players) if at != other]
    return sheet(draw(column), draw(column), {pair: draw(st.integers(0, 999)) for pair in pairs})


@given(sheets())
def test_whole_whists_sum_to_zero_and_stay_within_one_of_the_exact_account(of: Sheet) -> None:
    found = account(of)
    assert sum(found) == 0
    players = len(of)
    written = {(row.side, other): points for row in of for other, points in row.whists}
    for row, whists in zip(of, found, strict=True):
        exact = 10 * (row.pool - sum(one.pool for one in of) / players)
        exact -= 10 * (row.mountain - sum(one.mountain for one in of) / players)
        exact += sum(written[row.side, other] - written[other, row.side] for other, _ in row.whists)
        assert abs(whists - exact) < 1


@pytest.mark.parametrize("players", [3, 4])
def test_an_empty_sheet_is_settled_with_nothing(players: int) -> None:
    assert account(sheet((0,) * players, (0,) * players, {})) == [0] * players
