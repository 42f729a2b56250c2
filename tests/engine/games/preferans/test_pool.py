"""Closing the pool and helping others: P23, P24 and Сочи Игра 12."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.engine.games.preferans.pool import has_choice, is_over, placed
from kozyr.engine.games.preferans.rules import rules_of
from kozyr.engine.games.preferans.score import Outcome
from kozyr.engine.games.preferans.settlement import settled
from kozyr.engine.games.preferans.sheet import (
    Changes,
    Mountain,
    Pool,
    Sheet,
    Whists,
    added,
    blank,
    mountain,
    pool,
    whists,
)
from kozyr.engine.seats import Seat

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E
TWENTY = rules_of("sochi-2013", {"pool_target": 20}, 4)
TIMED = rules_of("sochi-2013", {}, 4)


def pools(**at: int) -> Sheet:
    """A sheet with these pools: ``pools(S=20, W=18, N=12)``."""
    return added(blank(map(Seat, at)), [pool(Seat(side), Pool(points), "made") for side, points in at.items()])


def made(seat: Seat, points: int) -> Changes:
    return (pool(seat, Pool(points), "made"),)


def test_p23_a_closed_player_helps_the_largest_open_pool_then_the_next() -> None:
    assert placed(made(S, 4), pools(S=20, W=18, N=12), None, TWENTY) == (
        pool(W, Pool(2), "help"),
        whists(S, W, Whists(20), "help"),
        pool(N, Pool(2), "help"),
        whists(S, N, Whists(20), "help"),
    )


def test_p24_a_made_misere_may_be_written_off_the_own_mountain() -> None:
    before = pools(S=20, W=18, N=12)
    assert placed(made(S, 10), before, None, TWENTY, writes_off=True) == (mountain(S, Mountain(-10), "written-off"),)
    helped = placed(made(S, 10), before, None, TWENTY)
    assert [(change.seat, change.points) for change in helped] == [(W, 2), (S, 20), (N, 8), (S, 80)]


@pytest.mark.parametrize(
    ("how", "expected"),
    [(Outcome.MISERE_MADE, True), (Outcome.TEN_MADE, True), (Outcome.MADE, False), (Outcome.RASPASY, False)],
)
def test_igra12_only_misere_and_ten_leave_a_choice(how: Outcome, expected: bool) -> None:
    assert has_choice(made(S, 10), how, pools(S=20, W=18, N=12), None, TWENTY) is expected


def test_igra12_no_choice_where_nothing_is_left_for_others() -> None:
    assert not has_choice(made(S, 10), Outcome.TEN_MADE, pools(S=10, W=18, N=12), None, TWENTY)
    assert not has_choice(made(S, 10), Outcome.TEN_MADE, pools(S=20, W=20, N=20), None, TWENTY)
    assert not has_choice(made(S, 10), Outcome.TEN_MADE, pools(S=20, W=20, N=20, E=3), E, TWENTY)
    assert not has_choice(made(S, 10), Outcome.TEN_MADE, pools(S=20, W=18, N=12), None, TIMED)


def test_igra12_what_the_own_pool_still_takes_goes_there_first() -> None:
    assert placed(made(S, 4), pools(S=18, W=10, N=12), None, TWENTY) == (
        pool(S, Pool(2), "made"),
        pool(N, Pool(2), "help"),
        whists(S, N, Whists(20), "help"),
    )
    assert placed(made(S, 10), pools(S=18, W=10, N=12), None, TWENTY, writes_off=True) == (
        pool(S, Pool(2), "made"),
        mountain(S, Mountain(-8), "written-off"),
    )


def test_igra12_the_sitting_dealer_is_not_helped() -> None:
    told = placed(made(S, 2), pools(S=20, W=19, N=12, E=5), W, TWENTY)
    assert [(change.seat, change.points) for change in told] == [(N, 2), (S, 20)]


def test_igra12_all_but_the_dealer_closed_is_written_off() -> None:
    told = placed(made(S, 4), pools(S=20, W=19, N=20, E=20), W, TWENTY)
    assert told == (mountain(S, Mountain(-4), "written-off"),)


@pytest.mark.parametrize(("helper", "expected"), [(S, W), (W, N), (N, S)])
def test_c57_equal_pools_are_helped_clockwise(helper: Seat, expected: Seat) -> None:
    before = {S: 7, W: 7, N: 7} | {helper: 20}
    told = placed(made(helper, 2), pools(**{seat.value: points for seat, points in before.items()}), None, TWENTY)
    assert told[0] == pool(expected, Pool(2), "help")


def test_c57_what_the_last_open_pool_cannot_take_is_written_off() -> None:
    told = placed(made(S, 8), pools(S=20, W=19, N=18), None, TWENTY)
    assert [(change.seat, change.points) for change in told] == [(W, 1), (S, 10), (N, 2), (S, 20), (S, -5)]
    assert told[-1] == mountain(S, Mountain(-5), "written-off")


def test_igra12_raspasy_without_a_trick_helps_too_each_after_the_other() -> None:
    bonus = (pool(S, Pool(2), "no-tricks"), pool(W, Pool(2), "no-tricks"))
    told = placed(bonus, pools(S=20, W=19, N=5), None, TWENTY)
    assert [(change.seat, change.column, change.points) for change in told] == [
        (W, "pool", 1),
        (S, "whists", 10),
        (N, "pool", 1),
        (S, "whists", 10),
        (N, "pool", 2),
        (W, "whists", 20),
    ]


def test_other_columns_stay_as_they_are_and_timed_rounds_close_nothing() -> None:
    deal = (mountain(W, Mountain(4), "short"), *made(S, 6), whists(N, S, Whists(8), "tricks"))
    assert placed(deal, pools(S=300, W=1, N=1), None, TIMED) == deal
    assert placed(deal, pools(S=0, W=1, N=1), None, TWENTY) == deal


def test_the_rate_of_help_is_an_option() -> None:
    rules = rules_of("sochi-2013", {"pool_target": 20, "aid_rate": 7}, 4)
    told = placed(made(S, 2), pools(S=20, W=1, N=1), None, rules)
    assert told[-1] == whists(S, W, Whists(14), "help")


def test_the_pulka_is_over_when_every_pool_is_closed() -> None:
    assert is_over(pools(S=20, W=20, N=21), TWENTY)
    assert not is_over(pools(S=20, W=20, N=19), TWENTY)
    assert not is_over(pools(S=20, W=20, N=20), TIMED)


@given(
    st.lists(st.integers(0, 20), min_size=4, max_size=4),
    st.lists(st.tuples(st.sampled_from([S, W, N, E]), st.integers(1, 10)), max_size=12),
    st.sampled_from([None, S, W, N, E]),
    st.booleans(),
)
def test_help_and_writing_off_never_change_the_settlement(
    at: list[int], deals: list[tuple[Seat, int]], dealer: Seat | None, writes_off: bool
) -> None:
    closing = sheet = pools(S=at[0], W=at[1], N=at[2], E=at[3])
    for seat, points in deals:
        told = placed(made(seat, points), closing, dealer if dealer != seat else None, TWENTY, writes_off)
        closing = added(closing, told)
        sheet = added(sheet, made(seat, points))
        assert all(row.pool <= 20 for row in closing)
    assert settled(closing, TWENTY) == settled(sheet, TWENTY)
