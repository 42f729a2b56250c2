"""Each penalty row of rules dossier 8.1: how it is found, what it proposes and what a ruling then does."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from kozyr.engine.facts import Irregularity
from kozyr.engine.games.debertz.laws import LAWS
from kozyr.engine.laws import Remedy

from .sitting import E, N, S, Sat, W, sit

OPEN = ("dealt E 9H", "S:play")
MADE, LOST = "tally SN:100/5 WE:62/3", "tally SN:60/3 WE:102/5"


def found(sat: Sat) -> list[tuple[str, str | None, str, str, bool]]:
    """(offence, seat, row, remedy, certain) of every finding."""
    return [(one.offence.value, one.seat, one.law, one.remedy.value, one.certain) for one in sat.report.irregularities]


def only(sat: Sat) -> Irregularity:
    (one,) = sat.report.irregularities
    return one


def test_every_row_has_a_test_of_its_own() -> None:
    text = Path(__file__).read_text("utf-8")
    assert [row for row in LAWS if f"def test_{row.lower().replace('-', '')}_" not in text] == []


def test_rows_are_cited_in_the_words_of_the_rules() -> None:
    foreign = {"ФДУ-uk": "ыэъё", "ФДУ-ru1": "іїєґ", "Kozyr": "ыэъё"}
    for law in LAWS.values():
        assert len(law.text) > 20, law.row
        assert set(foreign[law.citation.source]).isdisjoint(law.text), law.row
        assert law.remedies, law.row


def test_d1_card_out_of_turn_lies_aside_and_the_turn_stays() -> None:
    sat = sit(*OPEN, "S:AS", "N:7S")
    assert found(sat) == [("out-of-turn", "N", "D-1", "bayd", True)]
    assert (sat.deal.play.turn, [aside.card.code for aside in sat.deal.play.aside]) == (W, ["7S"])
    later = sat.then("W:8S", "N:7S", "E:9S")
    assert (len(later.found), later.deal.play.turn) == (1, S), "the same card comes to the trick later"


def test_d1_card_before_the_auction_is_over() -> None:
    sat = sit("dealt E 9H", "S:pass", "S:AS")
    assert found(sat) == [("out-of-turn", "S", "D-1", "bayd", True)]
    assert sat.then("W:play").deal.play.aside != ()


def test_d1_a_card_that_was_passed_by_was_the_due_play() -> None:
    """Nobody lays down twice what lies there already."""
    sat = sit(*OPEN, "S:AS", "N:7S", "W:8S", "E:9S")
    assert [play.card for play in sat.deal.play.tricks[0].plays if play.seat is N] != []
    assert len(sat.found) == 1


def test_d1_stands_by_ruling() -> None:
    sat = sit(*OPEN, "W:AS")
    ruled = sat.rule("out-of-turn", W, 4, "other", remedy="stands")
    assert [play.seat for play in ruled.deal.play.trick] == [W]


def test_d2_untimely_and_illegal_calls() -> None:
    assert found(sit("dealt E 9H", "N:pass")) == [("call-out-of-turn", "N", "D-2", "bayd", True)]
    assert found(sit("dealt E 9H", "S:D")) == [("illegal-call", "S", "D-2", "bayd", True)]


def test_d2_bayd_before_anybody_has_ordered() -> None:
    sat = sit("dealt E 9H", "N:pass").rule("call-out-of-turn", N, 3)
    assert (sat.row.finished, sat.row.contract, sat.score, sat.row.bayt) == (True, None, {"SN": 0, "WE": 162}, ("SN",))


def test_d3_signal_is_only_told() -> None:
    sat = sit(*OPEN, "S:AS").rule("D-3", E, None, why="a signal")
    assert (sat.found, sat.score, sat.row.bayt) == ([], {"SN": 162, "WE": 0}, ("WE",))


def test_d4_led_trump_not_beaten() -> None:
    sat = sit(*OPEN, "S:10H W:7H N:8H E:KH", "S:AS W:JH")
    assert found(sat) == [("revoke", "W", "D-4", "bayd", True)]
    assert (only(sat).committed, only(sat).proved) == (5, 9)
    assert sat.rule("revoke", W, 5).score == {"SN": 162, "WE": 0}


@pytest.mark.parametrize("shown", ["expose S KD", "expose S KD QD"])
def test_d5_own_cards_exposed(shown: str) -> None:
    """One card is enough: «висвітлення гравцем своїх гральних карт»."""
    assert found(sit(*OPEN, "S:AS", shown)) == [("exposed-cards", "S", "D-5", "bayd", True)]
    assert found(sit("dealt E 9H", shown)) == [("exposed-cards", "S", "D-5", "bayd", True)]


def test_d5_exposed_card_is_known_to_be_held() -> None:
    sat = sit(*OPEN, "S:AD", "expose W KD", "W:7S")
    assert [(row[0], row[4]) for row in sat.found] == [("exposed-cards", "D-5"), ("revoke", "D-6")]
    again = sat.then("expose W KD")
    assert len(again.found) == 2, "nothing new was seen"


def test_d6_not_following_and_not_trumping() -> None:
    assert found(sit(*OPEN, "S:AD W:7S N:7D E:8D", "S:KD W:9D")) == [("revoke", "W", "D-6", "bayd", True)]
    assert found(sit(*OPEN, "S:AD W:7S N:7D E:8D", "S:KD W:7H")) == [("revoke", "W", "D-6", "bayd", True)]
    assert found(sit(*OPEN, "S:8H W:7S N:10H E:JH", "E:AS S:8S W:QH")) == [("revoke", "W", "D-6", "bayd", True)]


def test_d7_cards_seen_while_dealing_may_be_the_judges_doing() -> None:
    sat = sit("dealt E", "expose W KD")
    assert found(sat) == [("misdeal", "W", "D-7", "redeal", False)]
    redealt = sat.rule("misdeal", W, 2)
    assert (redealt.row.finished, redealt.score, redealt.row.bayt) == (True, {"SN": 0, "WE": 0}, ())
    assert redealt.view().expectation.seat is E, "the deal begins anew, the token stays"


def test_d7_misdeal_with_an_offender() -> None:
    assert found(sit("dealt E 9H", "misdealt W")) == [("misdeal", "W", "D-7", "redeal", True)]


def test_d8_too_few_points() -> None:
    sat = sit(*OPEN, LOST)
    assert (sat.score, sat.row.bayt, sat.found) == ({"SN": 0, "WE": 162}, ("SN",), [])
    assert sat.view().seats[0].letters == 1


def test_d9_no_tricks() -> None:
    assert sit(*OPEN, "tally SN:162/8 WE:0/0").score == {"SN": 162, "WE": -50}
    assert sit(*OPEN, "tally SN:0/0 WE:162/8").score == {"SN": -50, "WE": 162}


def test_d10_third_letter_and_each_later_one() -> None:
    sat = sit(*OPEN, LOST, "dealt S 9H", "W:pass N:play", LOST, target=1001)
    for obliged, calls in (("W", "N:play"), ("N", "E:pass S:play"), ("E", "S:play")):
        sat = sat.then(f"dealt {obliged} 9H", calls, LOST)
    assert [dict(row.score)["SN"] for row in sat.report.deals] == [0, 0, -100, -50, -50]


def test_d10_judge_bayd_is_a_letter_too() -> None:
    sat = sit(*OPEN, "S:AS", "N:7S").rule("out-of-turn", N, 5)
    assert {seat.seat: seat.letters for seat in sat.view().seats} == {S: 1, W: 0, N: 1, E: 0}


def test_d11_left_with_the_cards_is_told_and_the_judge_decides() -> None:
    sat = sit(*OPEN, MADE, "timeout W").rule("D-11", W, 5, "other", remedy="fine", points=20)
    assert (sat.score, sat.lines[-1]) == ({"SN": 100, "WE": 42}, ("WE", "fine", -20))


def test_d12_combination_after_the_first_trick() -> None:
    sat = sit(*OPEN, "S:AS W:7S N:8S E:9S", "declare W terz QD")
    assert found(sat) == [("late-declaration", "W", "D-12", "declarations-void", True)]


def test_d13_combination_that_does_not_exist() -> None:
    sat = sit(*OPEN, "declare W terz 9H")
    assert found(sat) == [("false-declaration", "W", "D-13", "bayd", True)]
    ruled = sat.rule("false-declaration", W, 4)
    assert ruled.score == {"SN": 162, "WE": 0}, "what does not exist is not added"


@pytest.mark.parametrize("variant", ["fdu-ru1", "fdu-ru2"])
def test_d14_without_a_list_of_penalties_the_judge_decides(variant: str) -> None:
    parts = (*OPEN, "S:AD", "N:7S", "expose W KD", "W:7C")
    sat = sit(*parts, variant=variant)
    assert [one.remedy for one in sat.report.irregularities] == [Remedy.JUDGE] * 3
    assert {one.citation for one in sat.report.irregularities} == {"ФДУ-ru1 6.3"}
    listed = sit(*parts, variant=variant, rules={"fdu_penalties": "uk"})
    assert [one.remedy for one in listed.report.irregularities] == [Remedy.BAYD] * 3
    assert sat.rule("out-of-turn", N, 5).row.finished is False, "accepted as the judge's own decision"
    assert sat.rule("out-of-turn", N, 5, "other", remedy="bayd").score == {"SN": 0, "WE": 162}


def test_d14_anything_else() -> None:
    sat = sit(*OPEN, "S:AS").rule("D-14", W, None, "other", remedy="fine", points=10).then("W:7S")
    assert [(row.law, row.remedy, row.points) for row in sat.report.rulings] == [("D-14", "fine", 10)]
    assert sit(*OPEN, "S:AS").rule("slow-play", W, None, "other", remedy="warn").report.rulings[0].law == "D-14"


@pytest.mark.parametrize(
    ("rules", "remedies"),
    [
        ({"fdu_revoke": "judge"}, ["judge", "bayd"]),
        ({"fdu_penalties": "judge"}, ["judge", "judge"]),
        ({}, ["bayd"] * 2),
    ],
)
def test_a21_options_of_the_penalties(rules: Mapping[str, object], remedies: list[str]) -> None:
    sat = sit(*OPEN, "S:10H W:7H N:8H E:KH", "S:AS W:9H N:7C E:8S", "W:JH N:7S", rules=dict(rules))
    assert {one.law: one.remedy.value for one in sat.report.irregularities} == dict(
        zip(("D-6", "D-4"), remedies, strict=True)
    )
