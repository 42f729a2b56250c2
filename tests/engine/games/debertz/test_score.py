"""The score of a deal: every vector of A.5.3 by its row, every option, and the balance of all formats."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.engine.games.debertz.rules import Rules
from kozyr.engine.games.debertz.score import (
    Ending,
    Finished,
    Result,
    Standing,
    Taken,
    combinations_of,
    ending_of,
    fresh,
    scored,
)

from .balance import imbalance, miscounted

RULES = Rules()
FORMATS = {"1x1": ("D", "O1"), "1x2": ("O1", "O2", "D"), "1x3": ("O1", "O2", "O3", "D"), "2x2": ("O", "D")}


def deal(declarer: str | None = "D", /, **taken: Taken | int) -> Finished:
    """A deal, the sides in the order given being that of the rule of move; a number is points in three tricks."""
    sides = tuple((side, Taken(one, 3) if isinstance(one, int) else one) for side, one in taken.items())
    return Finished(declarer, sides)


def result_of(played: Finished, before: Standing | None = None, rules: Rules = RULES) -> Result:
    """The score of a deal that has one, checked for balance where no option lets points vanish."""
    before = before or fresh(played.sides)
    result = scored(played, before, rules)
    assert result is not None
    if rules.split_remainder != "drop":
        assert imbalance(played, before, result, rules) == 0
    return result


def points(result: Result) -> dict[str, int]:
    return {side: result.of(side) for side, _ in result.after.letters}


def waiting(pot: int, *sides: str) -> Standing:
    return replace(fresh(sides), pot=pot, deferred=True)


def test_d1_made_everyone_books_his_own() -> None:
    result = result_of(deal(O=67, D=Taken(95, 5, credited=20, declared=20)))
    assert (points(result), result.bayt, result.ending) == ({"O": 67, "D": 115}, (), Ending.MADE)


def test_d2_bayd_moves_the_combination_too() -> None:
    result = result_of(deal(O=92, D=Taken(70, 4, credited=20, declared=20)))
    assert (points(result), result.bayt) == ({"O": 182, "D": 0}, ("D",))
    assert result.after.letters_of("D") == 1


def test_d3_equal_points_defer_the_bayd() -> None:
    result = result_of(deal(O=81, D=81))
    assert (points(result), result.bayt) == ({"O": 81, "D": 0}, ())
    assert result.after == Standing((("O", 0), ("D", 0)), 81, True)


def test_d3a_the_pot_goes_to_a_declarer_who_makes_the_next_deal() -> None:
    result = result_of(deal(O=62, D=100), waiting(81, "O", "D"))
    assert points(result) == {"O": 62, "D": 181}
    assert (result.after.pot, result.after.deferred) == (0, False)


def test_d3b_the_pot_goes_to_the_opponents_when_he_does_not() -> None:
    result = result_of(deal(O=102, D=60), waiting(81, "O", "D"))
    assert (points(result), result.bayt, result.after.pot) == ({"O": 243, "D": 0}, ("D",), 0)


def test_d3c_another_tie_adds_to_the_pot() -> None:
    result = result_of(deal(O=81, D=81), waiting(81, "O", "D"))
    assert points(result) == {"O": 81, "D": 0}
    assert (result.after.pot, result.after.deferred) == (162, True)


def test_d4_the_only_one_who_outscored_gets_all() -> None:
    assert points(result_of(deal(O1=60, O2=40, D=50))) == {"O1": 110, "O2": 40, "D": 0}


def test_d5_both_outscored_and_share_equally() -> None:
    assert points(result_of(deal(O1=45, O2=60, D=30))) == {"O1": 60, "O2": 75, "D": 0}


def test_d6_what_cannot_be_divided_goes_by_the_rule_of_move() -> None:
    result = points(result_of(deal(O1=40, O2=45, O3=46, D=31)))
    assert result == {"O1": 51, "O2": 55, "O3": 56, "D": 0}
    assert sum(result.values()) == 162


def test_d7_and_d7a_pot_and_bayd_are_divided_each_for_itself() -> None:
    tie = result_of(deal(O1=50, O2=40, O3=22, D=50))
    assert (points(tie), tie.after.pot) == ({"O1": 50, "O2": 40, "O3": 22, "D": 0}, 50)
    result = result_of(deal(O1=60, O2=47, O3=10, D=45), tie.after)
    assert points(result) == {"O1": 108, "O2": 94, "O3": 10, "D": 0}
    assert sum(points(result).values()) == 162 + 50


def test_d8_opponents_without_a_trick_lose_fifty_and_their_combination() -> None:
    result = result_of(deal(O=Taken(0, 0, credited=20, declared=20), D=Taken(162, 8)))
    assert (points(result), result.bayt) == ({"O": -50, "D": 162}, ())


def test_d9_a_declarer_without_a_trick() -> None:
    result = result_of(deal(O=Taken(162, 8), D=Taken(0, 0, credited=50, declared=50)))
    assert (points(result), result.bayt) == ({"O": 212, "D": -50}, ("D",))


def test_d10_the_third_letter_costs_100_and_each_later_one_50() -> None:
    account, standing = 200, replace(fresh(("O", "D")), letters=(("O", 0), ("D", 2)))
    accounts = []
    for _ in range(3):
        result = result_of(deal(O=102, D=60), standing)
        account, standing = account + result.of("D"), result.after
        accounts.append(account)
    assert accounts == [100, 50, 0]


def test_d13_the_judge_stops_the_deal_and_the_early_winner_has_the_whole_index() -> None:
    stopped = deal(O=Taken(20, 2), D=Taken(15, 1, credited=20, declared=20))
    result = result_of(replace(stopped, index=162, offenders=("O",)))
    assert (points(result), result.bayt) == ({"O": 0, "D": 182}, ("O",))
    assert [(line.what, line.value) for line in result.lines] == [("judge-bayd", 162), ("combinations", 20)]


def test_d14_the_index_of_two_players_is_what_was_dealt() -> None:
    assert points(result_of(replace(deal(D=50, O=30), index=80))) == {"D": 50, "O": 30}


def test_d15_bela_counts_for_the_comparison() -> None:
    result = result_of(deal(O=91, D=Taken(71, 4, bela=20)))
    assert (points(result), result.after.pot) == ({"O": 91, "D": 0}, 91)


def test_a_bela_without_a_trick_is_not_void() -> None:
    result = result_of(deal(O=Taken(0, 0, credited=20, declared=20, bela=20), D=Taken(162, 8)))
    assert points(result) == {"O": -30, "D": 162}


def test_the_lines_tell_what_moved() -> None:
    result = result_of(deal(O=92, D=Taken(70, 4, credited=20, declared=20)), waiting(81, "O", "D"))
    assert [(line.side, line.what, line.value) for line in result.lines] == [
        ("O", "tricks", 92),
        ("D", "tricks", 70),
        ("D", "combinations", 20),
        ("D", "bayd", -90),
        ("O", "bayd", 90),
        ("O", "pot", 81),
    ]


def test_must_beat_each_or_the_sum() -> None:
    played = deal(O1=50, O2=40, D=72)
    assert ending_of(played, RULES) is Ending.MADE
    summed = replace(RULES, must_beat="sum")
    assert ending_of(played, summed) is Ending.BAYD
    assert points(result_of(played, None, summed)) == {"O1": 86, "O2": 76, "D": 0}, "nobody outscored: all share"
    assert ending_of(deal(O1=50, O2=31, D=81), summed) is Ending.DEFERRED


@pytest.mark.parametrize(
    ("split", "expected"),
    [
        ("outscorers_equal", {"O1": 75, "O2": 76, "O3": 7, "D": 0}),
        ("all_equal", {"O1": 68, "O2": 68, "O3": 22, "D": 0}),
        ("highest", {"O1": 52, "O2": 99, "O3": 7, "D": 0}),
    ],
)
def test_bayd_split(split: str, expected: dict[str, int]) -> None:
    played = deal(O1=52, O2=53, O3=7, D=46)
    assert points(result_of(played, None, replace(RULES, bayd_split=split))) == expected


def test_of_equally_high_opponents_the_first_by_the_rule_of_move() -> None:
    rules = replace(RULES, bayd_split="highest")
    assert points(result_of(deal(O1=60, O2=60, D=42), None, rules)) == {"O1": 102, "O2": 60, "D": 0}


@pytest.mark.parametrize(
    ("remainder", "expected"),
    [
        ("by_move", {"O1": 51, "O2": 55, "O3": 56, "D": 0}),
        ("to_highest", {"O1": 50, "O2": 55, "O3": 57, "D": 0}),
        ("drop", {"O1": 50, "O2": 55, "O3": 56, "D": 0}),
    ],
)
def test_split_remainder(remainder: str, expected: dict[str, int]) -> None:
    played = deal(O1=40, O2=45, O3=46, D=31)
    assert points(result_of(played, None, replace(RULES, split_remainder=remainder))) == expected


def test_bayd_transfers_credited_or_all_declared() -> None:
    played = deal(O=Taken(92, 4, credited=50, declared=50), D=Taken(70, 4, credited=0, declared=20))
    assert points(result_of(played)) == {"O": 212, "D": 0}
    assert points(result_of(played, None, replace(RULES, bayd_transfers="all_declared"))) == {"O": 232, "D": 0}


def test_combinations_of_a_declarer_without_a_trick_may_be_void() -> None:
    played = deal(O=Taken(162, 8), D=Taken(0, 0, credited=50, declared=50))
    assert points(result_of(played, None, replace(RULES, no_trick_declarer_combos="void"))) == {"O": 162, "D": -50}


def test_penalties_are_options() -> None:
    rules = replace(RULES, no_trick_penalty=40, third_b_penalty=90, later_b_penalty=30)
    played = deal(O=Taken(162, 8), D=Taken(0, 0))
    letters = [replace(fresh(("O", "D")), letters=(("O", 0), ("D", had))) for had in (1, 2, 3)]
    assert [result_of(played, before, rules).of("D") for before in letters] == [-40, -130, -70]


def test_a_deferred_bayd_may_count_as_a_letter() -> None:
    rules = replace(RULES, deferred_counts_as_b=True)
    before = replace(fresh(("O", "D")), letters=(("O", 0), ("D", 2)))
    result = result_of(deal(O=81, D=81), before, rules)
    assert (points(result), result.bayt, result.after.pot) == ({"O": 81, "D": -100}, ("D",), 81)


def test_judge_bayd_base() -> None:
    stopped = replace(deal(D=20, O=Taken(11, 1)), index=92, offenders=("D",))
    assert points(result_of(stopped)) == {"D": 0, "O": 92}
    assert points(result_of(stopped, None, replace(RULES, judge_bayd_base=162))) == {"D": 0, "O": 162}


def test_judge_bayd_without_known_cards_has_no_score() -> None:
    stopped = replace(deal(D=20, O=Taken(11, 1)), offenders=("D",))
    assert scored(stopped, fresh(stopped.sides), RULES) is None
    assert scored(deal(None, D=20, O=30), fresh(("D", "O")), RULES) is None, "nobody ordered"
    played = replace(deal(D=Taken(50, 5), O=Taken(30, 3)), offenders=("D",))
    assert points(result_of(played)) == {"D": 0, "O": 80}, "all tricks are there: they are the index"


def test_judge_bayd_before_an_order_is_worth_a_whole_deck() -> None:
    stopped = replace(deal(None, O1=Taken(), O2=Taken(), O3=Taken(), O4=Taken()), offenders=("O3",))
    result = result_of(stopped)
    assert (points(result), result.bayt) == ({"O1": 54, "O2": 54, "O3": 0, "O4": 54}, ("O3",))


def test_judge_bayd_combos() -> None:
    stopped = deal(O=Taken(20, 2, declared=50), D=Taken(15, 1, credited=20, declared=20, bela=20))
    stopped = replace(stopped, index=162, offenders=("O",))
    assert points(result_of(stopped)) == {"O": 0, "D": 252}
    assert points(result_of(stopped, None, replace(RULES, judge_bayd_combos="credited_only"))) == {"O": 0, "D": 202}


def test_judge_bayd_beneficiary() -> None:
    stopped = replace(deal(O1=Taken(20, 2), O2=Taken(), D=Taken()), index=121, offenders=("O1",))
    assert points(result_of(stopped)) == {"O1": 0, "O2": 61, "D": 60}
    rules = replace(RULES, judge_bayd_beneficiary="declarer")
    assert points(result_of(stopped, None, rules)) == {"O1": 0, "O2": 0, "D": 121}
    assert points(result_of(replace(stopped, offenders=("D",)), None, rules)) == {"O1": 61, "O2": 60, "D": 0}


def test_judge_bayd_in_the_deal_after_a_deferred_one() -> None:
    before = waiting(81, "O1", "O2", "D")
    stopped = replace(deal(O1=Taken(), O2=Taken(), D=Taken()), index=120)
    assert points(result_of(replace(stopped, offenders=("O2",)), before)) == {"O1": 60, "O2": 0, "D": 141}
    result = result_of(replace(stopped, offenders=("D",)), before)
    assert points(result) == {"O1": 101, "O2": 100, "D": 0}
    assert (result.after.pot, result.after.deferred) == (0, False)


def test_judge_bayd_to_everybody_gives_nothing_out() -> None:
    stopped = replace(deal(O=Taken(20, 2), D=Taken()), index=162, offenders=("D", "O"))
    result = scored(stopped, fresh(stopped.sides), RULES)
    assert result is not None
    assert (points(result), result.bayt) == ({"O": 0, "D": 0}, ("O", "D"))


def test_judge_bayd_counts_no_trick_only_when_the_deal_was_played_out() -> None:
    played = replace(deal(O=Taken(162, 8), D=Taken()), index=162, offenders=("O",))
    assert points(result_of(played)) == {"O": 0, "D": 162}
    assert points(result_of(played, None, replace(RULES, judge_bayd_stops_deal=False))) == {"O": 0, "D": 112}


def test_judge_bayd_is_a_letter_like_any_other() -> None:
    before = replace(fresh(("O", "D")), letters=(("O", 2), ("D", 0)))
    stopped = replace(deal(O=Taken(), D=Taken()), index=162, offenders=("O",))
    result = result_of(stopped, before)
    assert (points(result), result.after.letters) == ({"O": -100, "D": 162}, (("O", 3), ("D", 0)))


def test_an_annulled_deal_leaves_the_fine_and_the_pot() -> None:
    annulled = replace(deal(O=100, D=62), annulled=True, fines=(("O", 30),))
    result = result_of(annulled, waiting(81, "O", "D"))
    assert (points(result), result.after) == ({"O": -30, "D": 0}, waiting(81, "O", "D"))


def test_a_fine_stands_beside_the_score() -> None:
    result = result_of(replace(deal(O=67, D=95), fines=(("D", 10),)))
    assert points(result) == {"O": 67, "D": 85}


def test_deberts_wins_the_party_and_nothing_else_counts() -> None:
    result = result_of(replace(deal(O=67, D=95), won_by="O"))
    assert (result.lines, result.won_by) == ((), "O")


rules_strategy = st.builds(
    replace,
    st.just(RULES),
    must_beat=st.sampled_from(("each", "sum")),
    bayd_split=st.sampled_from(("outscorers_equal", "all_equal", "highest")),
    split_remainder=st.sampled_from(("by_move", "drop", "to_highest")),
    bayd_transfers=st.sampled_from(("credited_only", "all_declared")),
    no_trick_declarer_combos=st.sampled_from(("to_opponents", "void")),
    deferred_counts_as_b=st.booleans(),
    judge_bayd_base=st.sampled_from(("dealt_points_plus_10", 162)),
    judge_bayd_combos=st.sampled_from(("all_declared", "credited_only")),
    judge_bayd_stops_deal=st.booleans(),
    judge_bayd_beneficiary=st.sampled_from(("others_equal", "declarer")),
)


@st.composite
def played_deals(draw: st.DrawFn) -> tuple[Finished, Standing]:
    """A deal that can have been played, with what the party carried into it."""
    name = draw(st.sampled_from(sorted(FORMATS)))
    sides = FORMATS[name]
    index = 162 if name in ("2x2", "1x3") else draw(st.integers(20, 162))
    winners = draw(st.lists(st.sampled_from(sides), min_size=8, max_size=8))
    cuts = sorted(draw(st.lists(st.integers(0, index - 10), min_size=7, max_size=7)))
    worth = [high - low for low, high in zip([0, *cuts], [*cuts, index - 10], strict=True)]
    worth[-1] += 10
    credited_side, bela_side = draw(st.sampled_from(sides)), draw(st.sampled_from(sides))
    taken = []
    for side in sides:
        credited = draw(st.sampled_from((0, 20, 50, 70))) if side == credited_side else 0
        declared = credited + draw(st.sampled_from((0, 20)))
        bela = draw(st.sampled_from((0, 20))) if side == bela_side else 0
        mine = [points for points, winner in zip(worth, winners, strict=True) if winner == side]
        taken.append((side, Taken(sum(mine), len(mine), credited, declared, bela)))
    offenders = (draw(st.sampled_from(sides)),) if draw(st.booleans()) else ()
    letters = tuple((side, draw(st.integers(0, 4))) for side in sides)
    pot = draw(st.integers(0, 200))
    return Finished("D", tuple(taken), index, offenders), Standing(letters, pot, pot > 0)


@given(played_deals(), rules_strategy)
def test_the_balance_of_every_format_and_option(given_deal: tuple[Finished, Standing], rules: Rules) -> None:
    """Points only move: what was dealt, declared and waiting is booked or waits; a dropped remainder is below it."""
    played, before = given_deal
    result = scored(played, before, rules)
    assert result is not None
    assert miscounted(played) == 0
    lost = imbalance(played, before, result, rules)
    assert 0 <= lost <= (2 * (len(played.sides) - 1) if rules.split_remainder == "drop" else 0)
    assert len(result.bayt) == sum(result.after.letters_of(side) - before.letters_of(side) for side in played.sides)


@given(played_deals(), rules_strategy)
def test_162_and_the_combinations_are_conserved_with_four_players(
    given_deal: tuple[Finished, Standing], rules: Rules
) -> None:
    """The same without the engine's own sum: A.5 for 1x3 and 2x2, no judge, nothing dropped."""
    played, before = replace(given_deal[0], offenders=()), given_deal[1]
    rules = replace(rules, split_remainder="by_move", bayd_transfers="credited_only")
    result = scored(played, before, rules)
    assert result is not None
    losing = result.ending is Ending.BAYD and rules.no_trick_declarer_combos == "to_opponents"
    combos = sum(one.credited for side, one in played.taken if one.tricks or (side == "D" and losing))
    belas = sum(one.bela for _, one in played.taken)
    no_tricks = sum(one.tricks == 0 for _, one in played.taken)
    letters = sum(
        {3: 100}.get(result.after.letters_of(side), 50 if result.after.letters_of(side) > 3 else 0)
        for side in result.bayt
    )
    moved = sum(points(result).values()) + result.after.pot - before.pot
    assert moved == (played.index or 0) + combos + belas - 50 * no_tricks - letters


@given(played_deals())
def test_a_declarer_in_bayd_books_nothing_but_penalties(given_deal: tuple[Finished, Standing]) -> None:
    played, before = replace(given_deal[0], offenders=()), given_deal[1]
    result = scored(played, before, RULES)
    assert result is not None
    own = {side: one.own for side, one in played.taken}
    best = max(points for side, points in own.items() if side != "D")
    penalties = sum(line.value for line in result.lines if line.side == "D" and line.value < 0 and line.what != "bayd")
    if own["D"] < best:
        assert result.of("D") == penalties
    elif own["D"] > best:
        assert result.of("D") == own["D"] + before.pot + penalties
        assert all(result.of(side) == own[side] - 50 * (one.tricks == 0) for side, one in played.taken if side != "D")
    else:
        assert result.after.pot == before.pot + own["D"]


def test_a_miscount_shows() -> None:
    assert miscounted(replace(deal(O=Taken(70, 4), D=Taken(91, 4)), index=162)) == -1
    assert miscounted(replace(deal(O=Taken(70, 4), D=Taken(91, 3)), index=162)) == 0, "a trick is still open"
    assert combinations_of(deal(O=70, D=92), "D", RULES) == 0
