"""Raspasy: the vectors P20-P22 and P26, the ladder of cost and exits, and its options."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.engine.games.preferans.raspasy import RaspasyPlayed, after, cost, lowest_level, scored
from kozyr.engine.games.preferans.rules import Rules, rules_of
from kozyr.engine.games.preferans.score import MiserePlayed, Outcome, Table
from kozyr.engine.games.preferans.score import scored as scored_game
from kozyr.engine.games.preferans.settlement import settled
from kozyr.engine.games.preferans.sheet import added, blank
from kozyr.engine.seats import Seat

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E
FOUR = Table((W, N, E), dealer=S)
THREE = Table((W, N, E))
RULES = rules_of("sochi-2013", {}, 4)


def written(price: int, tricks: dict[Seat, int], table: Table = THREE, rules: Rules = RULES) -> dict[str, int]:
    ending = RaspasyPlayed(tuple(tricks.items()))
    return {f"{change.seat} {change.column}": change.points for change in scored(ending, price, table, rules)}


def raspasy_rules(**options: object) -> Rules:
    return rules_of("sochi-2013", {"raspasy": options}, 4)


def test_p20_second_circle_three_players() -> None:
    price = cost(1, 3, RULES)
    assert written(price, {W: 5, N: 5, E: 0}) == {"W mountain": 10, "N mountain": 10, "E pool": 2}


def test_p21_the_sitting_dealer_has_no_bonus() -> None:
    price = cost(0, 4, RULES)
    expected = {"W mountain": 4, "N mountain": 3, "E mountain": 3}
    assert written(price, {W: 4, N: 3, E: 3}, FOUR) == expected
    assert written(price, {W: 4, N: 3, E: 3}, FOUR, raspasy_rules(zero_bonus_dealer=True)) == expected | {"S pool": 1}


def test_p22_from_the_third_circle_on_a_trick_costs_three() -> None:
    price = cost(4, 4, RULES)
    assert written(price, {W: 6, N: 3, E: 1}, FOUR) == {"W mountain": 18, "N mountain": 9, "E mountain": 3}


def test_p26_misere_in_raspasy_keeps_the_dealer_and_a_made_game_leads_out() -> None:
    k, told = 0, []
    for how in (Outcome.RASPASY, Outcome.RASPASY, Outcome.MISERE_FAILED, Outcome.MADE):
        price = cost(k, 4, RULES)
        k, moves = after(k, how, RULES)
        told.append((price, k, moves))
    assert told == [(1, 1, True), (2, 2, True), (3, 2, False), (3, 0, True)]
    assert [change.points for change in scored_game(MiserePlayed(W, 3, is_in_raspasy=True), FOUR, RULES)] == [30]


def test_raspasy4_talon_tricks_go_into_the_dealers_mountain() -> None:
    told = written(2, {W: 4, N: 4, E: 0, S: 2}, FOUR)
    assert told == {"W mountain": 8, "N mountain": 8, "S mountain": 4, "E pool": 2}


@pytest.mark.parametrize(
    ("k", "how", "expected"),
    [
        (2, Outcome.MADE, (0, True)),
        (2, Outcome.TEN_MADE, (2, True)),
        (2, Outcome.MISERE_MADE, (2, True)),
        (2, Outcome.MISERE_FAILED, (2, False)),
        (0, Outcome.MISERE_FAILED, (0, True)),
        (2, Outcome.FAILED, (2, True)),
        (0, Outcome.FAILED, (0, True)),
        (0, Outcome.MADE, (0, True)),
        (2, Outcome.RASPASY, (3, True)),
    ],
)
def test_raspasy5_to_7_what_leads_out_and_who_deals(k: int, how: Outcome, expected: tuple[int, bool]) -> None:
    assert after(k, how, RULES) == expected


def test_c17_a_failed_misere_may_move_the_dealer() -> None:
    moving = rules_of("sochi-2013", {"failed_misere_in_raspasy_moves_dealer": True}, 4)
    assert after(2, Outcome.MISERE_FAILED, moving) == (2, True)


def test_raspasy3_cost_and_lowest_bid_by_circle() -> None:
    assert [cost(k, 4, RULES) for k in range(6)] == [1, 2, 3, 3, 3, 3]
    assert [lowest_level(k, 4, RULES) for k in range(4)] == [6, 7, 7, 7]


def test_c1_a_circle_may_be_a_round_of_all_dealers() -> None:
    rounds = raspasy_rules(circle="round")
    assert [cost(k, 3, rounds) for k in range(10)] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 3]
    assert [cost(k, 4, rounds) for k in (3, 4, 8)] == [1, 2, 3]
    assert [lowest_level(k, 4, rounds) for k in (0, 3, 4)] == [6, 6, 7]


def test_no_bonus_where_the_option_says_so() -> None:
    assert written(1, {W: 5, N: 5, E: 0}, rules=raspasy_rules(zero_bonus="none")) == {"W mountain": 5, "N mountain": 5}


def test_c18_amnesty_takes_the_fewest_tricks_off_everybody() -> None:
    amnesty = raspasy_rules(amnesty=True)
    assert written(2, {W: 5, N: 3, E: 2}, rules=amnesty) == {"W mountain": 6, "N mountain": 2}
    assert written(2, {W: 5, N: 5, E: 0}, rules=amnesty) == {"W mountain": 10, "N mountain": 10, "E pool": 2}


@given(st.integers(0, 10), st.integers(0, 10), st.integers(0, 2), st.integers(1, 3))
def test_c18_amnesty_never_changes_the_balance(mine: int, his: int, talon: int, price: int) -> None:
    left = max(0, 10 - talon - mine)
    tricks = {W: min(mine, 10 - talon), N: min(his, left), S: talon}
    tricks[E] = 10 - sum(tricks.values())
    ending = RaspasyPlayed(tuple(tricks.items()))
    found = [
        settled(added(blank((S, W, N, E)), scored(ending, price, FOUR, rules)), rules)
        for rules in (RULES, raspasy_rules(amnesty=True))
    ]
    assert found[0] == found[1]
    assert sum(tricks.values()) == 10
