"""Odd but real tables: calls entered late, nothing but a result, unread cards, claims, parties, time-outs, views."""

from collections.abc import Mapping

import pytest

from kozyr.engine.acts import Dealt, Played, Tallied, TurnedUp
from kozyr.engine.cards import cards
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import AuctionEnded, DealScored, TrickWon
from kozyr.engine.games.debertz.game import GAME
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Header
from kozyr.engine.view import Audience, Phase

from .sitting import E, N, S, W, header, sit

OPEN = ("dealt E 9H", "S:play")
MADE, LOST, TIE = "tally SN:100/5 WE:62/3", "tally SN:60/3 WE:102/5", "tally SN:81/4 WE:81/4"
PLAYED = (
    "S:AH W:7H N:8H E:KH", "S:AS W:7S N:8S E:9S", "S:AD W:7D N:8D E:9D", "S:AC W:7C N:8C E:9C",
    "S:10S W:JS N:KS E:QS", "S:10D W:QD N:JD E:KD", "S:10C W:JC N:KC E:QC", "S:9H W:10H N:JH E:QH",
)  # fmt: skip


def test_whole_deal_card_by_card() -> None:
    sat = sit(*OPEN, *PLAYED)
    assert (sat.score, sat.found, sat.doubts) == ({"SN": 162, "WE": -50}, [], [])
    assert sum(fact.points for fact in sat.facts if isinstance(fact, TrickWon)) == 162
    assert [(fact.contract, fact.declarer) for fact in sat.facts if isinstance(fact, AuctionEnded)] == [("H", S)]
    assert [fact.score for fact in sat.facts if isinstance(fact, DealScored)] == [(("SN", 162), ("WE", -50))]


def test_calls_entered_after_the_cards() -> None:
    """Nobody was in time to enter the calls: the cards wait for them and are then judged."""
    sat = sit("dealt E 9H", *PLAYED[:2], "S:AD W:10S")
    assert (sat.found, sat.row.contract, sat.view().phase) == ([], None, Phase.PLAY)
    assert sat.view().expectation.calls == ("pass", "play")
    told = sat.then("S:play", "N:7D E:8D", "S:10D W:JD")
    assert told.row.contract == "H"
    assert [(row[0], row[1], row[4]) for row in told.found] == [("revoke", "W", "D-6")]


def test_declaration_before_the_calls_were_entered() -> None:
    sat = sit("dealt E 9H", "S:AS", "declare W terz QD", "W:7S N:8S E:9S", "show W QD JD 10D", "S:KS", "S:play")
    assert ([one.counts for one in sat.view().declarations], sat.found) == ([True], [])


def test_deal_of_which_nobody_entered_the_calls() -> None:
    sat = sit("dealt E 9H", *PLAYED)
    assert (sat.row.finished, sat.doubts) == (False, [(1, "no-contract")])
    assert sat.then("S:play").score == {"SN": 162, "WE": -50}


def test_deal_with_nothing_but_a_result() -> None:
    sat = sit("dealt E", MADE)
    assert sat.doubts == [(1, "no-contract")]
    assert sit("dealt E", "S:pass W:pass N:pass E:pass", "S:C", MADE).score == {"SN": 100, "WE": 62}


@pytest.mark.parametrize(
    ("tally", "format"),
    [
        ("tally SN:100/5 WE:61/3", "2x2"),
        ("tally SN:100/5 WE:62/4", "2x2"),
        ("tally SN:100/5", "2x2"),
        ("tally SN:62/8 WE:100/0", "2x2"),
        ("tally S:100/5 N:70/3", "1x1"),
        ("tally S:3/5 N:4/3", "1x1"),
        ("tally S:100 N:0", "1x1"),
        ("tally SN:/5 WE:/3", "2x2"),
    ],
)
def test_result_that_does_not_add_up_is_a_doubt(tally: str, format: str) -> None:
    opened = OPEN if format == "2x2" else ("dealt N 9H", "S:play")
    sat = sit(*opened, tally, format=format)
    assert (sat.row.finished, sat.doubts) == (False, [(1, "tally-does-not-add-up")])


@pytest.mark.parametrize(
    ("tally", "score"),
    [
        ("tally SN:100 WE:62", {"SN": 100, "WE": 62}),
        ("tally SN:162 WE:0", {"SN": 162, "WE": -50}),
        ("tally SN:/8 WE:/0", {"SN": 162, "WE": -50}),
        ("tally SN:162/7 WE:0/1", {"SN": 162, "WE": 0}),
    ],
)
def test_result_of_which_something_was_left_out(tally: str, score: Mapping[str, int]) -> None:
    assert sit(*OPEN, tally).score == score


def test_result_against_the_cards_is_a_doubt_and_the_cards_count() -> None:
    sat = sit(*OPEN, *PLAYED, MADE)
    assert (sat.score, sat.doubts) == ({"SN": 162, "WE": -50}, [(1, "tally-does-not-add-up")])


def test_result_of_a_side_that_is_none_is_refused() -> None:
    with pytest.raises(LogFormatError, match="no side"):
        sit(*OPEN, Tallied((("S", 100), ("W", 62))))
    with pytest.raises(ImpossibleAct, match="cannot have"):
        sit(*OPEN, Tallied((("SN", -1), ("WE", 163))))


def test_unread_card_leaves_the_score_open() -> None:
    sat = sit(*OPEN, *PLAYED[:4], "S:10S W:?? N:KS E:QS", *PLAYED[5:])
    assert (sat.row.finished, sat.found) == (False, [])
    (doubt,) = sat.report.doubts
    assert (doubt.what, [card.code for card in doubt.cards]) == ("cards-missing", ["JS"])


def test_ninth_card_and_second_play_are_refused() -> None:
    for parts in ((*PLAYED, "S:7H"), ("S:AS W:7S N:8S E:9S", "S:AS"), ("S:2H",)):
        with pytest.raises(ImpossibleAct):
            sit(*OPEN, *parts)


def test_seat_where_nobody_sits_is_refused() -> None:
    duel = ("dealt N 9H", "S:play")
    for act in (Played(W, cards("AS")[0]), Dealt(None, W), Dealt(None, S, ((E, cards("AS KS QS JS 10S 9S 8S 7S")),))):
        with pytest.raises(ImpossibleAct, match="nobody sits"):
            sit(*duel, act, format="1x1")


def test_nothing_before_the_first_deal() -> None:
    with pytest.raises(ImpossibleAct, match="before the first deal"):
        sit(TurnedUp(cards("9H")))


CLAIM = (*OPEN, *PLAYED[:6])


def test_claim_of_the_rest_is_taken_at_its_word() -> None:
    sat = sit(*CLAIM, "claim S 2")
    assert (sat.score, sat.row.finished) == ({"SN": 162, "WE": -50}, True)
    assert sit(*CLAIM, "claim W 0").score == {"SN": 162, "WE": -50}


def test_claim_that_play_has_gone_past() -> None:
    sat = sit(*CLAIM, "claim S 2", "S:10C")
    assert sat.row.finished is False


OPEN_HANDS = ("show S 10C 9H", "show W JC 10H", "show N KC JH", "show E QC QH")


def test_claim_with_open_hands_is_resolved_by_the_rules_of_play() -> None:
    """Whatever is played, S and N win both tricks: how many were claimed does not matter then."""
    for claim in ("claim S 1", "claim N 2", "claim W 2", "claim E 0"):
        sat = sit(*CLAIM, *OPEN_HANDS, claim)
        assert (sat.score, dict(sat.row.points)) == ({"SN": 162, "WE": -50}, {"SN": 162, "WE": 0})


DUEL = (
    "dealt N 9H", "S:play", "S:AH N:7H", "S:AS N:7S", "S:KS N:8S", "S:10D N:9D", "S:10S N:9S", "S:9H N:8H",
    "show S AC 7D", "show N KC 8D",
)  # fmt: skip


@pytest.mark.parametrize("claim", ["claim S 2", "claim S 1", "claim S 0", "claim N 2"])
def test_claim_that_depends_on_the_play_is_a_doubt(claim: str) -> None:
    """S may win the first of two tricks or the last."""
    sat = sit(*DUEL, claim, format="1x1")
    assert (sat.row.finished, sat.doubts) == (False, [(1, "claim-leaves-tricks-open")])
    played = sat.then("S:7D N:8D", "N:KC S:AC")
    assert (played.row.finished, played.doubts) == (True, [])


def test_claim_with_hidden_hands_of_two_players_leaves_the_points_open() -> None:
    sat = sit("dealt N 9H", "S:play", "S:AS N:7S", "claim S 7", format="1x1")
    assert sat.doubts == [(1, "claim-leaves-tricks-open")]
    opened = sat.then("show S 9H AH AD AC KH 8D 7C", "show N KS QS JS 10S 9S 8S 7D")
    assert opened.score == {"S": 11 + 14 + 33 + 4 + 4 + 3 + 2 + 10 + 10, "N": -50}
    assert opened.doubts == []
    high = sat.then("show S 9H AH AD AC KH 7D 7C", "show N KS QS JS 10S 9S 8S KD")
    assert (high.row.finished, high.doubts) == (False, [(1, "claim-leaves-tricks-open")]), (
        "7D can be led under the king"
    )


SEVEN_LEFT = (*OPEN, "S:AS W:7S N:8S E:KS", "show N KD QD KC QC 8D 8C 7C", "show E JD 10D 9D JC 10C 9C 7D")
TRUMPS, OTHERS = "show S AH KH JH 9H 10H QH 8H", "show W AD AC QS JS 10S 9S 7H"


def test_claim_of_the_last_seven_tricks_holds_where_every_play_gives_them() -> None:
    """S leads and no card that the others hold beats one of his."""
    sat = sit(*SEVEN_LEFT, TRUMPS, OTHERS, "claim S 7")
    assert (sat.score, sat.doubts) == ({"SN": 162, "WE": -50}, [])


def test_false_claim_of_seven_tricks_is_told_though_the_cards_resolve_it() -> None:
    """S and N take all tricks whatever is played: they are scored to them, and the claim of W is a doubt."""
    sat = sit(*SEVEN_LEFT, TRUMPS, OTHERS, "claim W 7")
    assert (sat.score, sat.doubts) == ({"SN": 162, "WE": -50}, [(1, "claim-leaves-tricks-open")])
    assert sat.report.doubts[0].seq == len(sat.acts)


EIGHT_TRUMPS = (
    "show S AH KH JH 9H 10H QH 8H 7H", "show W AD AC AS QS JS 10S 9S 7S",
    "show N KD QD KC QC 8D 8C 7C 8S", "show E JD 10D 9D JC 10C 9C 7D KS",
)  # fmt: skip


@pytest.mark.parametrize(("claim", "doubts"), [("S", []), ("N", []), ("W", ["claim-leaves-tricks-open"])])
def test_claim_of_all_eight_tricks_against_eight_trumps(claim: str, doubts: list[str]) -> None:
    sat = sit(*OPEN, *EIGHT_TRUMPS, f"claim {claim} 8")
    assert (sat.score, [what for _, what in sat.doubts]) == ({"SN": 162, "WE": -50}, doubts)


def test_claim_of_eight_tricks_that_one_trump_breaks() -> None:
    seven = (EIGHT_TRUMPS[0].replace("7H", "AD"), EIGHT_TRUMPS[1].replace("AD", "7H"), *EIGHT_TRUMPS[2:])
    sat = sit(*OPEN, *seven, "claim S 8")
    assert (sat.row.finished, sat.doubts) == (False, [(1, "claim-leaves-tricks-open")]), "7H ruffs the ace of diamonds"


def test_claim_with_hidden_hands_is_scored_and_told() -> None:
    sat = sit(*CLAIM, "claim S 2")
    assert (sat.row.finished, sat.doubts) == (True, [(1, "claim-not-tried")])
    assert sat.report.doubts[0].seq == len(sat.acts)


def test_claim_of_more_than_there_is_is_refused() -> None:
    for parts in ((*CLAIM, "claim S 3"), ("dealt E 9H", "claim S 8"), (*OPEN, MADE, "claim S 1")):
        with pytest.raises(ImpossibleAct):
            sit(*parts)


def test_hands_laid_open_prove_a_revoke() -> None:
    sat = sit(*OPEN, "S:AD W:7S N:7D E:8D", "show W KD 8H")
    assert [(row[0], row[1], row[4]) for row in sat.found] == [("revoke", "W", "D-6")]


def test_abandoned_deal_is_a_doubt_and_scores_nothing() -> None:
    sat = sit(*OPEN, "S:AS", "dealt S 9H", "W:play", MADE)
    assert ([row.finished for row in sat.report.deals], sat.doubts) == ([False, True], [(1, "deal-abandoned")])


def test_next_party_begins_with_the_next_deal() -> None:
    won = "tally SN:162/8 WE:0/0"
    sat = sit(*OPEN, won, "dealt S 9H", "W:pass N:play", won, "dealt W 9H", "N:play", won)
    assert sat.report.winner is None
    sat = sat.then("dealt N 9H", "E:pass S:play", won)
    assert (sat.report.winner, dict(sat.report.meeting), sat.view().phase) == (
        "SN",
        {"SN": 1, "WE": 0},
        Phase.MATCH_OVER,
    )
    after = sat.then("dealt E 9H", "S:play", MADE)
    assert (dict(after.report.match_score), after.report.winner) == ({"SN": 100, "WE": 62}, None)
    assert [(row.winner, row.deals) for row in after.report.parties] == [("SN", (1, 4))]


def test_a_meeting_won_stays_told_when_the_next_one_begins() -> None:
    """Two parties of two deals each win the meeting; a fifth deal begins another (7.7)."""
    won, orders = "tally SN:162/8 WE:0/0", ("S:play", "W:pass N:play", "N:play", "E:pass S:play")
    sat = sit()
    for at in range(8):
        sat = sat.then(f"dealt {'ESWN'[at % 4]} 9H", orders[at % 4], won)
    assert (sat.report.meeting_winner, sat.report.parties[-1].meeting_winner) == ("SN", "SN")
    after = sat.then("dealt E 9H", "S:play", MADE)
    assert (after.report.meeting_winner, dict(after.report.meeting)) == (None, {"SN": 0, "WE": 0})
    assert [party.meeting_winner for party in after.report.parties] == [None, "SN"]


def test_target_of_1001() -> None:
    won = "tally SN:162/8 WE:0/0"
    sat = sit(*OPEN, won, target=1001)
    for obliged, calls in (
        ("S", "W:pass N:play"),
        ("W", "N:play"),
        ("N", "E:pass S:play"),
        ("E", "S:play"),
        ("S", "W:pass N:play"),
    ):
        sat = sat.then(f"dealt {obliged} 9H", calls, won)
    assert (dict(sat.report.match_score), sat.report.winner) == ({"SN": 972, "WE": -300}, None)


def test_8_1_time_out_waits_for_the_end_of_the_deal() -> None:
    sat = sit(*OPEN, "S:AS", "timeout W")
    clock = sat.view().clock
    assert clock is not None
    assert (clock.seat, clock.seconds, clock.is_waiting) == (W, 300, True)
    ended = sit(*OPEN, "timeout W", MADE)
    clock = ended.view().clock
    assert clock is not None
    assert clock.is_waiting is False
    assert ended.then("expired W").view().clock is None


def test_8_8_time_out_before_the_first_deal_is_recorded_and_not_given() -> None:
    sat = sit("timeout W")
    assert (sat.view().clock, sat.report.deals, len(sat.state.timeouts.asked)) == (None, (), 1)


def test_8_1_and_8_8_a_time_out_that_there_is_not_is_noted() -> None:
    assert sit("timeout W").doubts == [(0, "timeout-before-first-deal")]
    assert sit(*OPEN, "timeout W", MADE, "timeout S").doubts == []
    twice = sit(*OPEN, "timeout W", MADE, "timeout W")
    assert (twice.doubts, twice.found) == ([(1, "timeout-used-up")], [])


def test_views_of_the_table() -> None:
    sat = sit(*OPEN, *PLAYED[:2], "S:AD")
    players, judge = sat.view(Audience.PLAYERS), sat.view(Audience.JUDGE)
    assert (len(players.tricks), len(judge.tricks)) == (1, 2)
    assert (players.format, players.contract, players.trump, players.declarer) == ("2x2", "H", "H", S)
    assert [card.code for card in players.turned_up] == ["9H"]
    roles = {seat.seat: seat.roles for seat in players.seats}
    assert roles == {S: ("declarer", "first"), W: (), N: (), E: ("obliged",)}
    assert dict(players.points) == {"SN": 11 + 4 + 11, "WE": 0}
    assert players.meeting == (("SN", 0), ("WE", 0))


def test_stages_of_a_deal() -> None:
    sat = sit("dealt E")
    assert (sat.view().stage, sat.view().expectation.kinds) == ("shown-card", ("TurnedUp", "Called", "TimeoutTaken"))
    sat = sat.then("turned 9H", "S:play")
    assert (sat.view().stage, "Tallied" in sat.view().expectation.kinds) == ("combinations", True)
    sat = sat.then("declare S terz AS", "S:AS W:7S N:8S E:9S")
    assert sat.view().stage == "show"
    assert sat.then("show S KS QS").view().stage is None


def test_points_of_the_whole_deal_are_known_where_all_cards_are_dealt() -> None:
    assert sit(*OPEN).view().expectation.points_in_all == 162
    assert sit("dealt N 9H", "S:play", format="1x1").view().expectation.points_in_all == 0


def test_players_do_not_see_findings_before_a_ruling() -> None:
    sat = sit(*OPEN, "S:AS", "N:7S")
    assert (sat.view(Audience.PLAYERS).findings, len(sat.view().findings)) == ((), 1)
    ruled = sat.rule("out-of-turn", N, 5, "other", remedy="warn")
    assert (len(ruled.view(Audience.PLAYERS).findings), ruled.view().findings) == (1, ())


def test_playable_cards_are_those_not_seen_elsewhere() -> None:
    sat = sit(*OPEN, "S:AS", "expose N KD")
    playable = sat.view().expectation.playable
    assert {card.code for card in playable}.isdisjoint({"AS", "KD", "9H"})
    assert len(playable) == 29


def test_hand_laid_open_is_in_the_view() -> None:
    sat = sit(*CLAIM, "claim S 2", "show S 10C 9H")
    assert {seat.seat: len(seat.open_hand) for seat in sat.view().seats} == {S: 2, W: 0, N: 0, E: 0}


@pytest.mark.parametrize(
    ("extra", "seats", "sides", "words"),
    [
        ({"format": "3x1"}, "SWNE", None, "format"),
        ({"format": "1x1"}, "SWNE", None, "played by 2"),
        ({"target": 301}, "SWNE", None, "target"),
        ({"match_target": 301}, "SWNE", None, "match_target"),
        ({"format": "1x3"}, "SWNE", {"SN": (S, N), "WE": (W, E)}, "own side"),
        ({"format": "2x2"}, "SWNE", {"SW": (S, W), "NE": (N, E)}, "sides"),
    ],
)
def test_header_that_does_not_fit_is_refused(
    extra: Mapping[str, object], seats: str, sides: dict[str, tuple[Seat, ...]] | None, words: str
) -> None:
    table = seating(tuple(Seat(seat) for seat in seats), sides)
    with pytest.raises(LogFormatError, match=words):
        GAME.start(Header("debertz", "fdu-uk", table, (), "2026-11-30T18:00:00Z", {}, extra))


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"target": 501}, "target"),
        ({"ruleset": "fdu_ru1"}, "variant"),
        ({"terz": 0}, "terz"),
        ({"deberts": {"min_len": 5}}, "min_len"),
        ({"judge_bayd_base": 160}, "judge_bayd_base"),
        ({"trump_breaks_tie": True}, "trump_breaks_tie"),
    ],
)
def test_options_that_cannot_be_are_refused(rules: dict[str, object], words: str) -> None:
    with pytest.raises(LogFormatError, match=words):
        GAME.options(header(rules=rules))
    with pytest.raises(LogFormatError, match="variant"):
        GAME.options(header(variant="fdu-en"))


def test_options_restated_do_no_harm() -> None:
    options = GAME.options(header(rules={"ruleset": "fdu_uk", "deberts": {"min_len": 7}, "judge_bayd_base": 162}))
    assert (options["judge_bayd_base"], options["deberts.effect"], options["timeout.seconds"]) == (
        162,
        "win_party",
        300,
    )


def test_header_may_leave_sides_and_format_out() -> None:
    table = seating((S, W, N, E))
    state = GAME.start(Header("debertz", "fdu-uk", table, (), "2026-11-30T18:00:00Z", {}, {}))
    assert (state.table.format, state.table.seating.side_names) == ("2x2", ("SN", "WE"))
    three = GAME.start(Header("debertz", "fdu-uk", seating((W, N, E)), (), "2026-11-30T18:00:00Z", {}, {}))
    assert (three.table.format, three.table.seating.side_names) == ("1x2", ("W", "N", "E"))
    with pytest.raises(LogFormatError, match="no format"):
        GAME.seating("3x3")


def test_lost_deal_after_a_correction_moves_every_total() -> None:
    """The same acts with another first result: nothing else of the log need change."""
    rest = ("dealt S 9H", "W:play", TIE, "dealt S 7C", MADE)
    first, second = sit(*OPEN, MADE, *rest), sit(*OPEN, LOST, *rest)
    assert dict(first.report.match_score) == {"SN": 100 + 81 + 162 + 81, "WE": 62}
    assert dict(second.report.match_score) == {"SN": 0 + 81 + 162 + 81, "WE": 162}
