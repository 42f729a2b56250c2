"""The score of a deal and the match."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.engine.games.bazar_belot.auction import Bid
from kozyr.engine.games.bazar_belot.play import Denomination
from kozyr.engine.games.bazar_belot.rules import rules_of
from kozyr.engine.games.bazar_belot.score import Contract, Taken, is_made, scored, split, total_points

from .sitting import FOUR_PASSES, sit

RULES = rules_of("repino-2013", {})
MODES = list(Denomination)


@pytest.mark.parametrize(
    ("playing", "whisting", "expected"),
    [
        (158, 4, (16, 0)),
        (157, 5, (15, 1)),
        (154, 8, (15, 1)),
        (153, 9, (15, 1)),
        (148, 14, (15, 1)),
        (147, 15, (14, 2)),
        (146, 16, (14, 2)),
        (145, 17, (14, 2)),
        (143, 19, (14, 2)),
        (81, 81, (8, 8)),
    ],
)
def test_rounding_prefers_the_whisters(playing: int, whisting: int, expected: tuple[int, int]) -> None:
    assert split(playing, whisting, 16) == expected


def test_every_split_of_162_gives_16() -> None:
    for playing in range(163):
        large, whisting = split(playing, 162 - playing, 16)
        assert (large, whisting) == (16 - whisting, (162 - playing + 5) // 10)


def test_every_split_in_all_trumps_gives_25_or_26_and_never_more_than_its_points() -> None:
    for playing in range(259):
        large, whisting = split(playing, 258 - playing, 26)
        assert large + whisting in (25, 26)
        assert abs(10 * large - playing) <= 5


taken = st.builds(Taken, st.just(0), st.just(0), st.integers(0, 60))
contracts = st.builds(
    lambda level, mode, side, doubled: Contract(Bid(level, mode), side, doubled),
    st.integers(8, 40),
    st.sampled_from(MODES),
    st.sampled_from(["SN", "WE"]),
    st.sampled_from([1, 2, 4]),
)


@given(contracts, st.integers(0, 258), st.integers(0, 40), st.integers(0, 40))
def test_the_balance_of_every_deal(contract: Contract, points: int, pc: int, wc: int) -> None:
    """Whoever gets what: a doubled or failed deal gives one side everything, any other shares the tricks."""
    total = total_points(contract.bid.denomination)
    points = min(points, total)
    other = "WE" if contract.side == "SN" else "SN"
    tricks = 8 if points == total else 0 if points == 0 else 4
    playing, whisting = Taken(points, tricks, pc), Taken(total - points, 8 - tricks, wc)
    result = scored(contract, {contract.side: playing, other: whisting}, RULES)
    every = RULES.all_tricks_value.of(contract.bid.denomination)
    usual = RULES.trick_total.of(contract.bid.denomination)
    cost = contract.bid.level * contract.doubled
    if not is_made(contract, playing, RULES):
        assert result.bayt == (contract.side,)
        assert (result.of(contract.side), result.of(other)) == (0, cost + (every if tricks == 0 else usual) + wc + pc)
    elif contract.doubled > 1:
        assert result.bayt == (other,)
        assert (result.of(other), result.of(contract.side)) == (0, cost + (every if tricks == 8 else usual) + wc + pc)
    else:
        assert result.bayt == ()
        gave = result.of(contract.side) + result.of(other)
        assert gave - cost - pc - wc in ((every,) if tricks == 8 else (usual, usual - 1))


def test_more_points_never_lose_the_contract() -> None:
    contract = Contract(Bid(13, Denomination.HEARTS), "SN", 1)
    made = [is_made(contract, Taken(points, 4, 0), RULES) for points in range(163)]
    assert all(later or not earlier for earlier, later in pairwise(made))
    assert (made[129], made[130]) == (False, True)


def test_declarers_constructions_need_a_trick_and_help_the_contract() -> None:
    start = ("dealt E", f"call S: 10D, {FOUR_PASSES}", "declare S terz KH")
    assert sit(*start, "tally 80 82 4 4").score == {"SN": 20, "WE": 8}
    assert sit(*start, "tally 79 83 4 4").score == {"SN": 0, "WE": 28}
    assert sit(*start, "tally 0 162 0 8").score == {"SN": 0, "WE": 35}, "no trick: the terz is nobody's"


def test_failed_declarers_constructions_may_be_lost() -> None:
    start = ("dealt E", f"call S: 14D, {FOUR_PASSES}", "declare S terz KH", "tally 80 82 4 4")
    assert sit(*start).score == {"SN": 0, "WE": 32}
    assert sit(*start, rules={"failed_declarer_constructions": "lost"}).score == {"SN": 0, "WE": 30}


def test_capo_needs_every_trick_and_what_was_bid_above_it() -> None:
    start = ("dealt E", f"call S: 27S capo, {FOUR_PASSES}")
    assert sit(*start, "tally 162 0 8 0").score == {"SN": 0, "WE": 43}
    assert sit(*start, "declare N terz KH", "tally 162 0 8 0").score == {"SN": 54, "WE": 0}
    assert sit(*start, "declare N berz KH", "tally 162 0 7 1").score == {"SN": 0, "WE": 48}, "one trick of no points"


def test_capo_from_one_hand_may_cost_double() -> None:
    start = ("dealt E", f"call S: 25S capo-hand, {FOUR_PASSES}", "tally 162 0 8 0")
    assert sit(*start).score == {"SN": 50, "WE": 0}
    assert sit(*start, rules={"capo_hand": {"value": "double"}}).score == {"SN": 75, "WE": 0}


def test_options_of_the_values() -> None:
    start = ("dealt E", f"call S: 10S, {FOUR_PASSES}", "declare N bela S", "declare N rebela S", "tally 162 0 8 0")
    assert sit(*start).score == {"SN": 37, "WE": 0}
    assert sit(*start, rules={"bela": 3, "all_tricks_value": {"suit": 30}}).score == {"SN": 43, "WE": 0}
    doubled = ("dealt E", "call S: 10S, contra, pass, pass", "tally 100 62 5 3")
    assert sit(*doubled[:1], "call S: 10S, W: contra, N: pass, S: pass", doubled[2]).score == {"SN": 36, "WE": 0}
    assert sit(*doubled[:1], "call S: 10S, W: contra, N: pass, S: pass", doubled[2], rules={"contra": 3}).score == {
        "SN": 46,
        "WE": 0,
    }


@pytest.mark.parametrize(
    ("tally", "doubt"),
    [
        ("tally 144 17 6 2", "tally-does-not-add-up"),
        ("tally 144 18 6 1", "tally-does-not-add-up"),
        ("tally 144 18 8 0", "tally-does-not-add-up"),
        ("tally 162 1 7 1", "tally-does-not-add-up"),
    ],
)
def test_figures_that_contradict_each_other_are_a_doubt(tally: str, doubt: str) -> None:
    table = sit("dealt E", f"call S: 10S, {FOUR_PASSES}", tally)
    assert not table.deal.finished
    assert table.deal.score == ()
    assert [one.what for one in table.report.doubts] == [doubt]


def test_a_tally_before_the_contract_is_a_doubt() -> None:
    table = sit("dealt E", "tally 144 18 6 2")
    assert [one.what for one in table.report.doubts] == ["no-contract"]


def test_a_tally_of_tricks_alone_is_enough_when_one_line_took_them_all() -> None:
    start = ("dealt E", f"call S: 25S capo, {FOUR_PASSES}")
    table = sit(*start, "tally 162 0")
    assert table.score == {"SN": 50, "WE": 0}


def test_both_over_the_target_the_larger_wins_and_a_tie_goes_on() -> None:
    rules = {"match_target": 20}
    over = sit("dealt E", f"call S: 13S, {FOUR_PASSES}", "declare W frame A", "tally 144 18 7 1", rules=rules)
    assert (over.report.winner, over.report.match_score) == ("SN", (("SN", 27), ("WE", 13)))
    equal = sit(
        "dealt E", f"call S: 8S, {FOUR_PASSES}", "declare W frame K", "tally 96 66 4 4", rules={"match_target": 17}
    )
    assert dict(equal.report.match_score) == {"SN": 17, "WE": 17}
    assert equal.report.winner is None


def test_a_deal_after_a_win_begins_another_match() -> None:
    deal = ("dealt E", f"call S: 13S, {FOUR_PASSES}", "tally 144 18 7 1")
    table = sit(*deal, "dealt S", f"call W: 8S, {FOUR_PASSES}", "tally 62 100 4 4", rules={"match_target": 20})
    assert [(row.winner, row.score, row.deals) for row in table.report.parties] == [
        ("SN", (("SN", 27), ("WE", 2)), (1, 1))
    ]
    assert table.report.match_score == (("SN", 6), ("WE", 18))
