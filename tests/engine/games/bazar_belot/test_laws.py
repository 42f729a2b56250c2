"""Each penalty row B-1 to B-19: found when it can be, proposed with its remedy, executed on the ruling alone."""

import json
import re
from pathlib import Path

import pytest

from kozyr.engine.acts import Misdealt, TimeExpired
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.view import Audience, Phase

from .sitting import FOUR_PASSES, E, N, S, Sat, W, sit

HEARTS = ("dealt E", f"call S: 14H, {FOUR_PASSES}")
"""S declares 14♥ and leads."""
FIRST_TRICK = "S:7C W:8C N:9C E:10C"
REVOKE = (*HEARTS, "S:AS W:7D N:7S E:8S", "S:KS W:9S N:10S E:QS")
"""W shows with 9♠ in trick 2 that 7♦ in trick 1 was a revoke."""


def before_and_after(table: Sat, offence: str, seat: str, **rest: object) -> tuple[Sat, Sat]:
    """The table, and the same after the judge has accepted its last finding of that kind."""
    finding = [one for one in table.report.irregularities if one.offence.value == offence][-1]
    assert finding.seat == seat
    ruled = table.rule(offence, finding.seat, finding.committed, **rest)
    return table, ruled


def test_every_row_has_a_test_and_words_in_three_languages() -> None:
    text = Path(__file__).read_text("utf-8")
    words = json.loads((Path(__file__).parents[4] / "ui" / "locale" / "laws_bazar_belot.json").read_text("utf-8"))
    assert list(LAWS) == [f"B-{number}" for number in range(1, 20)] == list(words)
    for row, law in LAWS.items():
        assert re.search(rf"def test_b{row[2:]}_", text), row
        assert law.row == row
        assert law.remedies
        assert law.citation.source == "Репино"
        assert set(words[row]) == {"uk", "ru", "en"}


def test_the_clauses_are_those_of_the_regulation() -> None:
    """Fragments joined by … each stand in the original; its text is not part of the repository, so by length only."""
    assert all(len(law.text) > 40 for law in LAWS.values())
    assert len({law.text for law in LAWS.values()}) == len(LAWS)


def test_b1_open_cards_in_the_auction() -> None:
    table = sit("dealt E", "call S: 9S", "expose W KS QS")
    assert table.found == [("exposed-cards", "W", 3, 3, "B-1")]
    assert table.report.irregularities[0].remedy is Remedy.TOTUS
    _, totus = before_and_after(table, "exposed-cards", W)
    assert (totus.score, totus.deal.bayt) == ({"SN": 16, "WE": 0}, ("WE",))
    assert totus.view().expectation.seat is S, "dealt again"
    _, redeal = before_and_after(table, "exposed-cards", W, remedy="redeal")
    assert redeal.score == {"SN": 0, "WE": 0}
    high = sit("dealt E", "call S: 9S", "expose W KS QS", rules={"totus_trick_value": 25})
    assert before_and_after(high, "exposed-cards", W)[1].score == {"SN": 25, "WE": 0}


def test_b1_a_single_open_card_is_worth_a_warning() -> None:
    table = sit("dealt E", "expose W KS")
    assert [(one.law, one.remedy) for one in table.report.irregularities] == [("B-1", Remedy.WARN)]
    assert table.rule("exposed-cards", W, 2).deal.finished is False


def test_b2_false_construction_noticed_before_the_show() -> None:
    table = sit(*HEARTS, "S:AC", "declare W berz KD", "W:7C", "declare N terz AS", "N:8C E:JD")
    assert table.found == [("false-declaration", "W", 8, table.seq("E:JD"), "B-2")]
    finding = table.report.irregularities[0]
    assert (finding.remedy, [card.code for card in finding.cards]) == (Remedy.DECLARATIONS_VOID, ["JD"])
    table = table.rule("false-declaration", W, 8)
    done = table.then("tally 150 12 7 1")
    assert done.score == {"SN": 14 + 15 + 2, "WE": 1}, "all of SN's constructions count"


def test_b3_a_construction_that_is_not_there_is_shown() -> None:
    table = sit(*HEARTS, "S:AC", "declare W berz KD", "W:7C N:8C E:9C", "S:AS", "show W 7D 9D JS 8H")
    assert table.found == [("false-declaration", "W", 8, table.seq("show W 7D 9D JS 8H"), "B-3")]
    _, ruled = before_and_after(table, "false-declaration", W)
    assert (ruled.score, ruled.deal.bayt) == ({"SN": 14 + 16, "WE": 0}, ("WE",))


def test_b3_a_construction_never_corrected() -> None:
    rest = "S:AS W:7S N:8S E:9S", "S:KS W:10S N:JS E:QD"
    table = sit(*HEARTS, "S:AC", "declare W berz KD", "W:7C N:8C E:9C", *rest)
    assert table.found[-1] == ("false-declaration", "W", 8, table.seq("E:QD"), "B-3")


def test_b4_construction_out_of_turn() -> None:
    table = sit(*HEARTS, "S:AC", "declare E terz KD", "W:7C N:8C E:9C")
    assert table.found == [("declaration-out-of-turn", "E", 8, 8, "B-4")]
    _, ruled = before_and_after(table, "declaration-out-of-turn", E)
    assert ruled.then("tally 150 12 7 1").score == {"SN": 29, "WE": 1}
    assert table.then("tally 150 12 7 1").score == {"SN": 29, "WE": 3}, "before the ruling it counts"


def test_b4_waits_for_the_first_card_since_deals_entered_by_hand_have_none() -> None:
    table = sit(*HEARTS, "declare E terz KD")
    assert table.found == []
    assert table.then("tally 150 12 7 1").found == []
    assert table.then("S:AC").found == [("declaration-out-of-turn", "E", 7, 7, "B-4")]


LOWER = (*HEARTS, "S:AC", "declare W berz AD", "W:7C N:8C E:9C", "S:AS", "show W KD QD JD 10D")


def test_b5_lower_than_announced_and_the_announced_is_not_there() -> None:
    table = sit(*LOWER)
    assert table.found == [], "W may still hold the ace of diamonds"
    table = table.then("W:7S N:AD")
    assert ("false-declaration", "W", table.seq("show W KD QD JD 10D"), table.seq("N:AD"), "B-5") in table.found
    ruled = table.rule("false-declaration", W, table.seq("show W KD QD JD 10D"))
    assert (ruled.score, ruled.deal.bayt) == ({"SN": 30, "WE": 0}, ("WE",))


def test_b5_is_at_once_certain_when_the_hand_is_written_down() -> None:
    from kozyr.engine.acts import Dealt
    from kozyr.engine.cards import cards

    hand = Dealt(E, hands=((W, cards("KD QD JD 10D 7C 7S 8S 9H")),))
    table = sit(hand, *LOWER[1:])
    rows = {one[4] for one in table.found}
    assert rows == {"B-2", "B-5"}


def test_b6_higher_than_announced_counts_as_announced() -> None:
    table = sit(*HEARTS, "S:AC", "declare W terz QD", "W:7C N:8C E:9C", "S:AS", "show W KD QD JD", "W:7S N:8S E:9S")
    assert [(one[0], one[4]) for one in table.found] == [("false-declaration", "B-6")]
    assert table.report.irregularities[0].remedy is Remedy.STANDS
    done = table.then("tally 150 12 7 1")
    assert done.score == {"SN": 29, "WE": 1 + 2}


def test_b7_card_out_of_turn_becomes_a_penalty_card() -> None:
    table = sit(*HEARTS, "S:AC", "N:8D")
    assert table.found == [("out-of-turn", "N", 8, 8, "B-7")]
    view = table.view()
    assert view.expectation.seat is W
    assert {seat.seat: [card.code for card in seat.penalty_cards] for seat in view.seats}[N] == ["8D"]
    played = table.then("W:7C", "N:8D")
    assert played.found == table.found, "it is the only card that may be played twice"
    assert [play.card for play in played.view().trick.plays][-1].code == "8D"  # type: ignore[union-attr]
    assert not any(seat.penalty_cards for seat in played.view().seats)


def test_b7_the_card_left_lying_counts_as_played_when_the_next_seat_plays_on() -> None:
    table = sit(*HEARTS, "S:AC", "N:8C", "W:7C", "E:9C")
    assert [one[0] for one in table.found] == ["out-of-turn"]
    assert [(play.seat, play.seq) for play in table.view().tricks[-1].plays] == [(S, 7), (W, 9), (N, 8), (E, 10)]


def test_b7_the_judge_may_leave_it_standing_or_dismiss_it() -> None:
    table = sit(*HEARTS, "S:AC", "N:8C")
    stands = table.rule("out-of-turn", N, 8, "other", remedy="stands")
    assert [play.seat for play in stands.view().trick.plays] == [S, N]  # type: ignore[union-attr]
    assert stands.view().expectation.seat is W
    done = stands.then("W:7C", "E:9C")
    assert [row[0] for row in done.found] == ["out-of-turn"]
    assert len(done.view().tricks) == 1
    back = table.rule("out-of-turn", N, 8, "dismissed")
    assert back.found == []
    assert not any(seat.penalty_cards for seat in back.view().seats)


def test_b8_open_cards_in_play() -> None:
    table = sit(*HEARTS, "S:AC", "declare W terz KD", "W:7C", "declare N terz AS", "N:8C E:9C", "expose N JS 10H")
    found = [one for one in table.report.irregularities if one.offence is Offence.EXPOSED_CARDS]
    assert [(one.law, one.remedy, one.seat) for one in found] == [("B-8", Remedy.BAYT, N)]
    ruled = table.rule("exposed-cards", N, table.seq("expose N JS 10H"))
    assert (ruled.score, ruled.deal.bayt) == ({"SN": 0, "WE": 14 + 16 + 2 + 2}, ("SN",)), "all announced constructions"
    assert ruled.view().phase is Phase.DEAL_OVER


def test_b8_counts_cards_that_lie_open_together() -> None:
    table = sit(*HEARTS, "expose N JS", "S:AS W:7S N:JS E:8S", "expose N QD")
    assert [one.remedy for one in table.report.irregularities] == [Remedy.WARN, Remedy.WARN]
    more = table.then("expose N QD 7D")
    assert more.report.irregularities[-1].remedy is Remedy.BAYT
    assert more.then("expose N QD 7D").found == more.found, "seen again is nothing new"


def test_b9_revoke_told_before_the_next_lead() -> None:
    table = sit(*HEARTS, "S:AS W:7D N:7S E:8S").rule("revoke", W, 8, remedy="penalty-card")
    assert [(one[0], one[1], one[4]) for one in table.found] == [("revoke", "W", "B-9")]
    view = table.view()
    assert view.expectation.seat is W
    assert [play.card.code for play in view.trick.plays] == ["AS", "7S", "8S"]  # type: ignore[union-attr]
    assert {seat.seat: [card.code for card in seat.penalty_cards] for seat in view.seats}[W] == ["7D"]
    done = table.then("W:9S")
    assert [play.card.code for play in done.view().tricks[-1].plays] == ["AS", "9S", "7S", "8S"]  # type: ignore[union-attr]
    later = done.then("S:KS W:10S N:JS E:QS")
    assert [one[4] for one in later.found] == ["B-9"], "the card taken back proves nothing"


def test_b9_an_opponent_who_played_after_it_may_change_his_card() -> None:
    told = sit(*HEARTS, "S:AS W:7D N:7S E:8S").rule("revoke", W, 8, remedy="penalty-card")
    done = told.then("W:9S", "N:10S")
    assert [play.card.code for play in done.view().tricks[-1].plays] == ["AS", "9S", "10S", "8S"]  # type: ignore[union-attr]
    assert [one[4] for one in done.found] == ["B-9"], "changing it is no card out of turn"
    before = told.then("N:10S", "W:9S")
    assert before.view().tricks[-1].winner is S
    assert [one[4] for one in before.found] == ["B-9"]
    later = done.then("S:KS W:10C N:7S E:9C")
    assert [(one[0], one[1]) for one in later.found] == [("revoke", "W")], "the card changed is in the hand again"
    partner = told.then("W:9S", "E:KS")
    assert [one[0] for one in partner.found] == ["revoke", "out-of-turn"], "the offender's partner may not"


def test_b9_in_the_last_trick_takes_the_result_back() -> None:
    plays = "S:AC W:7C N:8C E:9C S:AD W:7D N:8D E:9D S:AS W:8S N:7S E:9S S:KC W:10C N:JC E:QC"
    table = sit(*HEARTS, plays, "W:10D N:JD E:QD S:KD W:10S N:JS E:QS S:KS W:7H N:8H E:KH S:9H", "S:JH W:AH N:10H E:QH")
    assert table.deal.finished
    seq = table.seq("E:QH")
    back = table.rule("revoke", E, seq, "other", remedy="penalty-card")
    assert not back.deal.finished
    assert back.view().expectation.seat is E
    assert back.then("E:QH").deal.finished


def test_b8_exposed_cards_may_become_penalty_cards() -> None:
    table = sit(*HEARTS, "S:AC", "expose N JS 10D")
    ruled = table.rule("exposed-cards", N, 8, "other", remedy="penalty-card")
    assert {seat.seat: [card.code for card in seat.penalty_cards] for seat in ruled.view().seats}[N] == ["JS", "10D"]
    assert ruled.then("W:7C N:JS").found == ruled.found


def test_b9_is_too_late_after_the_next_lead() -> None:
    table = sit(*HEARTS, "S:AS W:7D N:7S E:8S", "S:KS").rule("revoke", W, 8, remedy="penalty-card")
    assert len(table.view().tricks) == 1
    assert not any(seat.penalty_cards for seat in table.view().seats)


def test_b10_the_trick_and_all_later_ones_go_to_the_opponents() -> None:
    table = sit(*REVOKE)
    assert table.found == [("revoke", "W", 8, table.seq("W:9S"), "B-10")]
    finding = table.report.irregularities[0]
    assert (finding.trick, finding.proved_trick, [card.code for card in finding.cards]) == (1, 2, ["7D", "9S"])
    assert table.deal.finished is False
    ruled = table.rule("revoke", W, 8)
    assert ruled.score == {"SN": 14 + 25, "WE": 0}, "all eight tricks"
    assert ruled.view().phase is Phase.DEAL_OVER


def test_b10_tricks_before_the_revoke_stay() -> None:
    start = (*HEARTS, "S:7C W:8C N:9C E:AC", "E:AS S:7D W:7S N:8S")
    table = sit(*start, "E:KS S:9S W:10S N:QS")
    assert table.found == [("revoke", "S", 12, table.seq("S:9S"), "B-10")]
    ruled = table.rule("revoke", S, 12)
    assert dict(ruled.deal.points) == {"SN": 0, "WE": 162}
    assert ruled.score == {"SN": 0, "WE": 14 + 25}
    kept = sit(*HEARTS, "S:AC W:8C N:9C E:10C", "S:AS W:7D N:7S E:8S", "S:KS W:9S N:10S E:QS").rule("revoke", W, 12)
    assert dict(kept.deal.points) == {"SN": 162, "WE": 0}
    other = sit(*HEARTS, "S:7C W:8C N:9C E:AC", "E:AS S:7S W:7D N:8S", "E:KS S:9S W:10S N:QS").rule("revoke", W, 13)
    assert dict(other.deal.points) == {"SN": 151, "WE": 11}


def test_b10_play_may_go_on_after_the_ruling() -> None:
    ruled = sit(*REVOKE).rule("revoke", W, 8)
    on = ruled.then("N:AD E:8D S:9D W:10D")
    assert on.score == ruled.score


def test_b10_nothing_changes_before_the_ruling_and_after_a_dismissal() -> None:
    table = sit(*REVOKE)
    assert dict(table.deal.points) == {"SN": 11 + 4 + 10 + 3, "WE": 0}
    dismissed = table.rule("revoke", W, 8, "dismissed")
    assert dismissed.found == []
    assert dismissed.deal.finished is False
    assert [(row.decision.value, row.remedy) for row in dismissed.report.rulings] == [("dismissed", None)]
    assert dismissed.then("N:AD E:8D S:9D W:10D").found == []


def test_b11_declared_after_the_first_card() -> None:
    table = sit(*HEARTS, "S:AC W:7C", "declare W terz KD", "N:8C E:9C")
    assert table.found == [("late-declaration", "W", 9, 9, "B-11")]
    assert table.then("tally 150 12 7 1").score == {"SN": 29, "WE": 1}
    assert table.rule("late-declaration", W, 9).then("tally 150 12 7 1").score == {"SN": 29, "WE": 1}
    stands = table.rule("late-declaration", W, 9, "other", remedy="stands")
    assert stands.then("tally 150 12 7 1").score == {"SN": 29, "WE": 3}


def test_b11_shown_after_the_second_card() -> None:
    start = (*HEARTS, "S:AC", "declare W terz KD", "W:7C N:8C E:9C", "S:AS W:7S")
    table = sit(*start, "show W KD QD JD")
    assert table.found == [("late-declaration", "W", table.seq("show W KD QD JD"), 14, "B-11")]
    assert table.view().declarations[0].counts is not True


def test_b12_asking_partner_to_show_is_ruled_by_hand() -> None:
    table = sit(*HEARTS, "S:AC").rule("B-12", N, None, "other", remedy="fine", points=5)
    done = table.then("tally 150 12 7 1")
    assert done.score == {"SN": 29 - 5, "WE": 1}
    assert [(line.what, line.value) for line in done.deal.lines if line.side == "SN"][-1] == ("ruling", -5)
    assert done.report.rulings[0].law == "B-12"


@pytest.mark.parametrize("row", ["B-13", "B-14", "B-15"])
def test_b13_b14_b15_annul_the_result_of_the_match(row: str) -> None:
    table = sit(*HEARTS, "tally 150 12 7 1", rules={"match_target": 20})
    assert table.report.winner == "SN"
    ruled = table.rule(row, N, None)
    assert (ruled.report.winner, ruled.report.annulled) == (None, True)
    assert ruled.view().phase is Phase.MATCH_OVER


def test_b13_deliberate_loss() -> None:
    assert LAWS["B-13"].remedies == (Remedy.ANNUL, Remedy.EXCLUDE)


def test_b14_unauthorised_substitution() -> None:
    assert LAWS["B-14"].remedies == (Remedy.ANNUL, Remedy.EXCLUDE)


def test_b15_substitution_of_the_wrong_player() -> None:
    assert LAWS["B-15"].remedies == (Remedy.ANNUL,)


def test_b16_slow_play() -> None:
    table = sit(*HEARTS, "S:AC", TimeExpired(W))
    (finding,) = table.report.irregularities
    assert (finding.offence, finding.law, finding.certain) == (Offence.SLOW_PLAY, "B-16", False)
    assert table.rule("slow-play", W, 8, remedy="warn").deal.finished is False


def test_b17_late_arrival_is_ruled_before_the_first_deal() -> None:
    table = sit().rule("B-17", E, None)
    assert table.report.rulings == ()
    assert [row.law for row in table.then("dealt E").report.rulings] == ["B-17"]
    annulled = sit(*HEARTS, "tally 150 12 7 1").rule("B-17", E, None, remedy="annul")
    assert (annulled.report.annulled, annulled.score) == (True, {"SN": 29, "WE": 1}), "the match, not the deal"
    assert annulled.report.deals[0].annulled is False


def test_b18_spectators_are_ruled_by_hand() -> None:
    table = sit("dealt E").rule("B-18", W, None, why="talking")
    assert [(row.law, row.remedy, row.why) for row in table.report.rulings] == [("B-18", "judge", "talking")]


def test_b19_anything_else() -> None:
    table = sit(*HEARTS, "S:AC").rule("B-19", W, 7, "other", remedy="bayt")
    assert (table.score, table.deal.bayt) == ({"SN": 30, "WE": 0}, ("WE",))
    annulled = sit(*HEARTS, "S:AC").rule("B-19", W, 7, "other", remedy="annul").report.deals[0]
    assert (annulled.annulled, annulled.finished, dict(annulled.score)) == (True, True, {"SN": 0, "WE": 0})
    misdeal = sit("dealt E", Misdealt("nine cards", E))
    assert misdeal.found == [("misdeal", "E", 2, 2, "B-19")]
    assert (misdeal.score, misdeal.view().expectation.seat) == ({"SN": 0, "WE": 0}, S)


def test_players_see_only_what_the_judge_has_accepted() -> None:
    table = sit(*REVOKE)
    for audience in (Audience.PLAYERS, Audience.SPECTATORS):
        assert table.view(audience).findings == ()
        assert not any(play.irregular for trick in table.view(audience).tricks for play in trick.plays)
    ruled = table.rule("revoke", W, 8)
    assert [one.law for one in ruled.view(Audience.PLAYERS).findings] == ["B-10"]
    assert ruled.view(Audience.JUDGE).findings == (), "nothing is left to rule on"
    assert any(play.irregular for play in ruled.view(Audience.SPECTATORS).tricks[0].plays)


def test_b7_cards_lying_from_out_of_turn_are_not_passed_over_wrongly() -> None:
    """Only who plays right after the lying cards has taken them as played; anybody else is out of turn."""
    table = sit(*HEARTS, "S:AC", "N:8C", "S:AD")
    assert [(one[0], one[1]) for one in table.found] == [("out-of-turn", "N"), ("out-of-turn", "S")]
    last = sit(*HEARTS, "S:AC", "E:8C", "W:7C N:9C", "S:AD")
    assert [(one[0], one[1]) for one in last.found] == [("out-of-turn", "E")]
    assert last.view().expectation.seat is W, "E's card closed the trick and S led on"
    assert last.then("E:8C").found == last.found, "put to the trick by hand afterwards"
    wrong = sit(*HEARTS, "S:AC", "E:8C", "W:7C N:9C", "N:AD")
    assert [(one[0], one[1]) for one in wrong.found] == [("out-of-turn", "E"), ("out-of-turn", "N")]
