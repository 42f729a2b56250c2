"""The judge's decisions: bayd and whom it pays, annulled deals, later rulings in place of earlier ones."""

import pytest

from kozyr.engine.acts import Decision
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import DealScored

from .sitting import E, N, S, W, sit

OPEN = ("dealt E 9H", "S:play")
MADE = "tally SN:100/5 WE:62/3"
TIE = "tally SN:81/4 WE:81/4"
OUT = (*OPEN, "S:AS", "N:7S")


def test_finding_changes_nothing_before_a_ruling() -> None:
    sat = sit(*OUT)
    assert (sat.row.finished, sat.row.score) == (False, ())


def test_judge_bayd_stops_the_deal() -> None:
    sat = sit(*OUT).rule("out-of-turn", N, 5)
    assert (sat.row.finished, sat.score, sat.row.bayt) == (True, {"SN": 0, "WE": 162}, ("SN",))
    assert sat.lines == [("WE", "judge-bayd", 162)]
    assert [fact.score for fact in sat.facts if isinstance(fact, DealScored)] == [(("SN", 0), ("WE", 162))]


def test_a28_judge_bayd_waits_for_the_end_by_option() -> None:
    sat = sit(*OUT, rules={"judge_bayd_stops_deal": False}).rule("out-of-turn", N, 5)
    assert sat.row.finished is False
    rest = (
        "W:8S", "N:7S", "E:9S", "S:AD W:7D N:8D E:9D", "S:AC W:7C N:8C E:9C", "S:AH W:7H N:8H E:10H",
        "S:10S W:JS N:KS E:QS", "S:10D W:QD N:JD E:KD", "S:10C W:JC N:KC E:QC", "S:9H W:QH N:JH E:KH",
    )  # fmt: skip
    done = sat.then(*rest)
    assert (done.score, done.row.bayt) == ({"SN": 0, "WE": 112}, ("SN",)), "early winner, and no trick: fifty off"


def test_a16_bayd_of_a_defender_among_three() -> None:
    parts = ("dealt N 9H", "S:play", "tally S:50/3 W:60/3 N:40/2")
    equal = sit(*parts, format="1x2").rule("D-3", W, None)
    assert equal.score == {"S": 75, "W": 0, "N": 75}
    declarer = sit(*parts, format="1x2", rules={"judge_bayd_beneficiary": "declarer"}).rule("D-3", W, None)
    assert declarer.score == {"S": 150, "W": 0, "N": 0}


def test_a17_index_of_a_stopped_deal_needs_the_dealt_cards() -> None:
    """With two players half the deck is unseen: the points are known when both hands lie open."""
    sat = sit("dealt N 9H", "S:play", "S:AS N:7S", format="1x1").rule("D-3", N, None)
    assert (sat.row.finished, sat.doubts) == (False, [(1, "cards-missing")])
    opened = sat.then("show S 9H AH AD AC 7H 7D 7C", "show N KS QS JS 10S 9S 8S KD")
    assert opened.score == {"S": 11 + 14 + 33 + 0 + 4 + 3 + 2 + 10 + 4 + 10, "N": 0}
    fixed = sit("dealt N 9H", "S:play", "S:AS N:7S", format="1x1", rules={"judge_bayd_base": 162})
    assert fixed.rule("D-3", N, None).score == {"S": 162, "N": 0}


def test_6_2_1_2_declared_combinations_go_with_the_index() -> None:
    parts = (*OPEN, "declare W terz AD", "declare S terz QS", "S:AS", "N:7S")
    assert sit(*parts).rule("out-of-turn", N, 7).score == {"SN": 0, "WE": 202}
    credited = sit(*parts, rules={"judge_bayd_combos": "credited_only"}).rule("out-of-turn", N, 7)
    assert credited.score == {"SN": 0, "WE": 182}


def test_judge_bayd_after_a_tie_gives_the_pot() -> None:
    sat = sit(*OPEN, TIE, "dealt E 7D", "S:AS", "N:7S").rule("out-of-turn", N, 8)
    assert sat.score == {"SN": 0, "WE": 243}
    assert sat.view().pot == 0


def test_bayd_ruled_on_a_deal_that_was_counted_already() -> None:
    sat = sit(*OPEN, MADE, "dealt S 9H", "W:play", MADE).rule("D-3", S, 2)
    assert [dict(row.score) for row in sat.report.deals] == [{"SN": 0, "WE": 162}, {"SN": 162, "WE": 0}]
    assert dict(sat.report.match_score) == {"SN": 162, "WE": 162}, "every total after it follows"


def test_dismissed_finding_leaves_and_its_card_goes_back() -> None:
    sat = sit(*OUT).rule("out-of-turn", N, 5, "dismissed")
    assert (sat.found, sat.deal.play.aside) == ([], ())
    assert [(row.decision, row.remedy) for row in sat.report.rulings] == [(Decision.DISMISSED, None)]


def test_later_ruling_takes_the_place_of_an_earlier_one() -> None:
    sat = sit(*OUT).rule("out-of-turn", N, 5).rule("out-of-turn", N, 5, "other", remedy="warn")
    assert (sat.row.finished, len(sat.report.rulings)) == (False, 2)
    again = sat.rule("out-of-turn", N, 5)
    assert again.score == {"SN": 0, "WE": 162}


def test_revoke_waived_stands() -> None:
    sat = sit(*OPEN, "S:AD W:7S N:7D E:8D", "S:KD W:9D").rule("revoke", W, 5, "other", remedy="stands")
    assert (sat.row.finished, sat.report.rulings[0].remedy) == (False, "stands")


def test_annulled_deal_is_recorded_with_its_fine() -> None:
    sat = sit(*OPEN, MADE).rule("D-14", W, None, "other", remedy="annul")
    assert (sat.row.annulled, sat.row.finished, sat.score) == (True, True, {"SN": 0, "WE": 0})
    fined = sat.rule("D-3", W, None, "other", remedy="fine", points=30)
    assert (fined.score, fined.lines) == ({"SN": 0, "WE": -30}, [("WE", "fine", -30)])


def test_points_of_an_annulment_are_the_offenders_fine() -> None:
    fined = sit(*OPEN, MADE).rule("D-3", W, None, "other", remedy="annul", points=40)
    assert (fined.score, fined.lines, fined.row.annulled) == ({"SN": 0, "WE": -40}, [("WE", "fine", -40)], True)
    assert fined.report.rulings[0].points == 40


def test_redeal_by_ruling_leaves_the_token() -> None:
    sat = sit(*OUT).rule("D-14", N, None, "other", remedy="redeal")
    assert (sat.row.finished, sat.row.annulled, sat.view().expectation.seat) == (True, False, E)


def test_revoke_that_only_the_judge_saw_falls_under_the_row_of_its_card() -> None:
    sat = sit(*OPEN, "S:10H W:7H", "N:8H").rule("revoke", W, 4 + 1)
    assert [row.law for row in sat.report.rulings] == ["D-4"]
    other = sit(*OPEN, "S:AD W:7S").rule("revoke", W, 5)
    assert [row.law for row in other.report.rulings] == ["D-6"]
    assert other.found == [("revoke", "W", 5, 6, "D-6")]


def test_revoke_taken_back_by_the_judges_leave() -> None:
    """No clause has it; the judge may all the same: the card is open and another one is played."""
    sat = sit(*OPEN, "S:AD W:7S").rule("revoke", W, 5, "other", remedy="penalty-card")
    assert (sat.deal.play.turn, [aside.card.code for aside in sat.deal.play.aside]) == (W, ["7S"])
    assert [play.card.code for play in sat.then("W:7D").deal.play.trick if play.card] == ["AD", "7D"]


def test_remedy_that_these_rules_do_not_know_is_a_doubt() -> None:
    sat = sit(*OPEN, "S:AD W:7S").rule("revoke", W, 5, "other", remedy="tricks-to-opponents")
    assert sat.doubts == [(1, "ruling-without-entry")]


def test_ruling_before_the_first_deal_belongs_to_it() -> None:
    sat = sit().rule("D-3", S, None, "other", remedy="fine", points=5).then(*OPEN, MADE)
    assert sat.score == {"SN": 95, "WE": 62}


def test_ruling_that_names_nothing_is_refused() -> None:
    with pytest.raises(LogFormatError, match="unknown"):
        sit(*OUT).rule("chatting", N, 5)
    with pytest.raises(ImpossibleAct, match="was N's"):
        sit(*OUT).rule("out-of-turn", S, 5)
    with pytest.raises(LogFormatError, match="points"):
        sit(*OUT).rule("D-3", N, None, "other", remedy="fine")
    with pytest.raises(ImpossibleAct, match="nobody sits"):
        sit("dealt N 9H", format="1x1").rule("D-3", W, None)


def test_two_sides_in_bayd_at_once() -> None:
    sat = sit(*OUT).rule("out-of-turn", N, 5).rule("D-3", E, None)
    assert (sat.score, set(sat.row.bayt)) == ({"SN": 0, "WE": 0}, {"SN", "WE"})
