"""Several rulings on one breach, rulings on the wrong seat, and rulings on what nobody had found."""

import itertools

import pytest

from kozyr.engine.acts import Decision, Misdealt, Played, Ruled
from kozyr.engine.cards import Card
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.bazar_belot.game import GAME
from kozyr.engine.laws import Offence
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.session import Session
from kozyr.engine.view import Audience

from .sitting import FOUR_PASSES, E, N, S, Sat, W, header, sit

HEARTS = ("dealt E", f"call S: 14H, {FOUR_PASSES}")
REVOKE = sit(*HEARTS, "S:AS W:7D N:7S E:8S", "S:KS W:9S N:10S E:QS")
"""W's 7♦, entry 8, is a revoke."""
EXPOSED = sit(*HEARTS, "S:AC", "expose N JS QD")
OUT_OF_TURN = sit(*HEARTS, "S:AC", "N:8C")
LATE = sit(*HEARTS, "S:AC W:7C", "declare W terz KD", "N:8C E:9C")
FALSE = sit(*HEARTS, "S:AC", "declare W berz KD", "W:7C N:8C E:JD")
CALL = sit("dealt E", "call S: 14H, 9S")
IN_AUCTION = sit("dealt E", "call S: 9S", "expose W KS QS")
BREACHES = {
    "revoke": (REVOKE, W, 8, ("tricks-to-opponents", "penalty-card", "bayt")),
    "exposed-cards": (EXPOSED, N, 8, ("bayt", "penalty-card", "warn")),
    "out-of-turn": (OUT_OF_TURN, N, 8, ("penalty-card", "stands", "bayt")),
    "late-declaration": (LATE, W, 9, ("declarations-void", "stands", "bayt")),
    "false-declaration": (FALSE, W, 8, ("declarations-void", "totus", "bayt")),
    "illegal-call": (CALL, W, 3, ("stands", "redeal", "totus")),
}


def said(ruled: Sat) -> tuple[object, ...]:
    """All that a ruling can change."""
    report, view = ruled.report, ruled.view()
    findings = [(one.offence, one.seat, one.committed, one.law, one.remedy, one.trick) for one in report.irregularities]
    return report.deals, report.match_score, findings, report.annulled, view.expectation, view.seats, view.declarations


def after(table: Sat, offence: str, *rulings: tuple[str, str | None]) -> Sat:
    _, seat, committed, _ = BREACHES[offence]
    for decision, remedy in rulings:
        table = table.rule(offence, seat, committed, decision, remedy=remedy)
    return table


@pytest.mark.parametrize("offence", list(BREACHES))
def test_of_several_rulings_on_one_breach_the_last_one_counts(offence: str) -> None:
    table, _, _, remedies = BREACHES[offence]
    kinds = [("accepted", None), ("dismissed", None), *(("other", remedy) for remedy in remedies)]
    for rulings in itertools.product(kinds, repeat=3):
        alone, all_three = after(table, offence, rulings[-1]), after(table, offence, *rulings)
        assert said(all_three) == said(alone), rulings
        history = [(row.decision.value, row.seq) for row in all_three.report.rulings]
        first = len(table.acts) + 1
        assert history == [(decision, first + at) for at, (decision, _) in enumerate(rulings)]


def test_dismissed_after_accepted_gives_the_score_back() -> None:
    done = REVOKE.rule("revoke", W, 8)
    assert done.score == {"SN": 39, "WE": 0}
    undone = done.rule("revoke", W, 8, "dismissed")
    assert (undone.score, undone.found, undone.deal.finished) == ({}, [], False)
    again = undone.rule("revoke", W, 8)
    assert (again.score, again.found) == (done.score, done.found)
    assert [one.law for one in again.view(Audience.PLAYERS).findings] == ["B-10"]


def test_accepted_after_dismissed_brings_the_finding_back() -> None:
    table = REVOKE.rule("revoke", W, 8, "dismissed")
    back = table.rule("revoke", W, 8)
    assert (back.found, back.score) == (REVOKE.found, {"SN": 39, "WE": 0})
    assert [row.remedy for row in back.report.rulings] == [None, "tricks-to-opponents"]


def test_a_fine_changed_is_not_charged_twice() -> None:
    table = sit(*HEARTS, "tally 150 12 7 1").rule("B-12", N, None, "other", remedy="fine", points=5)
    assert table.score == {"SN": 24, "WE": 1}
    assert table.rule("B-12", N, None, "other", remedy="fine", points=10).score == {"SN": 19, "WE": 1}
    assert table.rule("B-12", N, None, "dismissed").score == {"SN": 29, "WE": 1}
    assert table.rule("B-12", S, None, "other", remedy="fine", points=10).score == {"SN": 14, "WE": 1}
    assert table.rule("slow-play", N, None, "other", remedy="fine", points=10).score == {"SN": 14, "WE": 1}


@pytest.mark.parametrize("row", ["B-13", "B-14", "B-15", "B-17"])
def test_an_annulled_match_counts_again_when_that_is_dismissed(row: str) -> None:
    table = sit(*HEARTS, "tally 150 12 7 1", rules={"match_target": 20}).rule(row, N, None, remedy="annul")
    assert (table.report.winner, table.report.annulled) == (None, True)
    back = table.rule(row, N, None, "dismissed")
    assert (back.report.winner, back.report.annulled) == ("SN", False)


def test_a_ruling_in_an_earlier_deal_is_changed_there() -> None:
    table = REVOKE.rule("revoke", W, 8).then("dealt S", f"call W: 9S, {FOUR_PASSES}", "tally 20 142 1 7")
    assert table.report.match_score == (("SN", 39 + 2), ("WE", 23))
    back = table.rule("revoke", W, 8, "dismissed")
    assert back.report.match_score == (("SN", 2), ("WE", 23))
    assert back.rule("revoke", W, 8).report.match_score == table.report.match_score


def test_what_was_played_after_a_ruling_stays_played() -> None:
    start = sit(*HEARTS, "S:AS W:7D N:7S E:8S").rule("revoke", W, 8, remedy="penalty-card").then("W:9S")
    back = start.rule("revoke", W, 8, "dismissed")
    assert [play.card.code for play in back.view().tricks[-1].plays] == ["AS", "9S", "7S", "8S"]  # type: ignore[union-attr]
    assert (back.found, back.view().expectation.seat) == ([], S)
    assert not any(seat.penalty_cards for seat in back.view().seats)
    stands = OUT_OF_TURN.rule("out-of-turn", N, 8, "other", remedy="stands").then("W:7C E:9C")
    dropped = stands.rule("out-of-turn", N, 8, "dismissed")
    assert (dropped.found, len(dropped.view().tricks), dropped.view().expectation.seat) == ([], 1, S)


def test_a_call_that_stood_stands_no_more() -> None:
    stood = CALL.rule("illegal-call", W, 3, "other", remedy="stands")
    assert [call.stands for call in stood.view().calls][1] is True
    back = stood.rule("illegal-call", W, 3)
    assert ([call.stands for call in back.view().calls][1], back.view().expectation) == (False, CALL.view().expectation)


@pytest.mark.parametrize("offence", ["revoke", "out-of-turn", "exposed-cards", "B-10", "B-9", "slow-play"])
@pytest.mark.parametrize("seat", [N, S, E])
def test_a_ruling_on_a_seat_that_did_not_play_the_entry_is_refused(offence: str, seat: str) -> None:
    with pytest.raises(ImpossibleAct, match=rf"^the ruling is on {seat}, and entry 8 was W's; name W or leave"):
        REVOKE.then(Ruled(offence, seat, 8, Decision.ACCEPTED))  # type: ignore[arg-type]


def test_a_ruling_on_somebody_elses_call_declaration_or_misdeal_is_refused() -> None:
    for table, offence, committed in ((CALL, "illegal-call", 3), (LATE, "late-declaration", 9)):
        for decision in ("accepted", "dismissed"):
            with pytest.raises(ImpossibleAct, match="was W's"):
                table.rule(offence, N, committed, decision)
    misdealt = sit("dealt E", Misdealt("nine cards", E))
    with pytest.raises(ImpossibleAct, match="was E's"):
        misdealt.rule("misdeal", W, 2)
    with pytest.raises(ImpossibleAct, match="entry 8 was W's"):
        REVOKE.rule("B-19", N, 8, "other", remedy="tricks-to-opponents")
    assert REVOKE.rule("revoke", N, None).deal.finished is False, "no entry is named, so there is no trick to give"


def test_a_ruling_whose_entry_a_correction_gave_to_another_seat_is_left_in_doubt() -> None:
    session = Session(GAME, header())
    for act in REVOKE.acts:
        session.record(act, 0, Source.TOUCH)
    session.record(Ruled("revoke", W, 8, Decision.ACCEPTED), 0, Source.JUDGE)
    seq = session.next_seq
    seven, spade = Played(N, Card.parse("7D")), Played(W, Card.parse("7S"))
    session.amend((Entry(seq, 0, Source.TOUCH, seven, replaces=8), Entry(seq + 1, 0, Source.TOUCH, spade, replaces=9)))
    assert session.errors == ()
    assert ("ruling-without-entry", 15) in [(one.what, one.seq) for one in session.report().doubts]
    assert session.report().deals[0].score == ()


def test_a_finding_made_by_a_ruling_is_of_the_trick_of_its_entry() -> None:
    table = sit(*HEARTS, "declare S terz AS", "S:AC W:7C N:8C E:9C", "S:AS W:7S N:8S E:9S", "S:KS")
    cases = (("revoke", W, "W:7C", 1), ("revoke", E, "E:9S", 2), ("false-declaration", S, "declare S terz AS", 1))
    for offence, seat, act, trick in cases:
        ruled = table.rule(offence, seat, table.seq(act))
        (finding,) = ruled.report.irregularities
        assert (finding.committed, finding.trick) == (table.seq(act), trick)
        assert (finding.proved, finding.proved_trick) == (len(ruled.acts), 3)
    in_the_auction = table.rule("illegal-call", S, 2).report.irregularities[0]
    assert (in_the_auction.trick, in_the_auction.law) == (None, "B-19")
    open_then = sit("dealt E", "expose W KS", f"call S: 14H, {FOUR_PASSES}", "S:AC").rule("exposed-cards", W, None)
    assert [one.law for one in open_then.report.irregularities] == ["B-1"]


def test_proved_is_never_lower_than_committed() -> None:
    session = Session(GAME, header())
    for act in sit(*HEARTS, "S:AS W:7S N:8S E:9S").acts:
        session.record(act, 0, Source.TOUCH)
    session.record(Ruled("revoke", E, 10, Decision.ACCEPTED), 0, Source.JUDGE)
    session.record(Played(S, Card.parse("KS")), 0, Source.TOUCH)
    session.correct(10, Played(E, Card.parse("10S")), 0, Source.TOUCH)
    (finding,) = session.report().irregularities
    assert (finding.committed, finding.proved, finding.trick) == (13, 13, 1)


@pytest.mark.parametrize("decision", ["accepted", "other"])
def test_a_ruling_on_another_matter_is_no_illegal_call(decision: str) -> None:
    table = sit(*HEARTS, "S:AC").rule("B-19", S, 7, decision, remedy="warn", why="looked at a neighbour's cards")
    assert table.report.irregularities == ()
    assert [(row.law, row.committed, row.remedy) for row in table.report.rulings] == [("B-19", 7, "warn")]
    called = CALL.rule("B-19", W, None, decision, remedy="fine", points=5)
    assert [(one.offence, one.proved) for one in called.report.irregularities] == [(Offence.ILLEGAL_CALL, 3)]
    assert called.view().findings == CALL.view().findings, "the illegal call still waits for its ruling"
    meant = CALL.rule("B-19", W, 3, decision, remedy="warn")
    assert (meant.found, meant.view().findings) == (CALL.found, ())


@pytest.mark.parametrize("offence", ["old-trick-viewed", "twelve-card-order", "misdeal", "call-out-of-turn"])
def test_an_offence_that_the_judge_names_is_shown_as_he_names_it(offence: str) -> None:
    ruled = sit(*HEARTS, "S:AC").rule(offence, S, 7, remedy="warn")
    assert ruled.found == [(offence, "S", 7, 8, "B-19")]
    assert ruled.report.rulings[0].offence == offence
