"""The auction: two rounds in strict order, the forced order, who holds the token, the deal after a deferred bayd."""

import pytest

from kozyr.engine.acts import Called
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.game import Report
from kozyr.engine.games.debertz import auction
from kozyr.engine.games.debertz.auction import Auction
from kozyr.engine.games.debertz.game import GAME
from kozyr.engine.games.debertz.rules import Rules
from kozyr.engine.seats import Seat, Seating
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.session import Session

from .sitting import E, N, S, W, acts, header, sit

ROUND_ONE = "S:pass W:pass N:pass E:pass"
ROUND_TWO = "S:pass W:pass N:pass"


def endings(at: Auction, rules: Rules) -> set[tuple[str, ...]]:
    """Every way the calls can go from here when nobody breaks a rule."""
    if at.is_over:
        return {()}
    assert at.turn is not None
    return {
        (call, *rest)
        for call in auction.legal_calls(at, rules)
        for rest in endings(auction.called(at, at.turn, call), rules)
    }


@pytest.mark.parametrize("format", GAME.formats)
def test_auction_has_four_endings_a_player(format: str) -> None:
    """One order in the first round and three in the second for each of N players, and nothing else."""
    order: Seating = GAME.seating(format)
    start = auction.opened(order, order.seats[-1])._replace(shown=auction.Suit.HEARTS)
    assert len(endings(start, Rules())) == 4 * len(order.seats)


def test_a22_any_suit_of_a_forced_order() -> None:
    """With ``forced_order_suits=any`` the shown suit may be ordered too, in both rounds of nobody else."""
    order = GAME.seating("1x1")
    start = auction.opened(order, N)._replace(shown=auction.Suit.HEARTS)
    assert len(endings(start, Rules(forced_order_suits="any"))) == 4 * 2 + 1


def test_calls_of_each_round_in_pad_order() -> None:
    sat = sit("dealt E 9H")
    assert sat.view().expectation.calls == ("pass", "play")
    assert sat.view().stage == "round-1"
    second = sat.then(ROUND_ONE)
    assert second.view().expectation.calls == ("pass", "S", "D", "C")
    assert (second.view().stage, second.view().expectation.seat) == ("round-2", S)
    forced = second.then(ROUND_TWO)
    assert forced.view().expectation.calls == ("S", "D", "C")
    assert (forced.view().stage, forced.view().expectation.seat) == ("forced", E)


def test_order_in_round_one_gives_the_shown_suit() -> None:
    sat = sit("dealt E 9H", "S:pass W:play")
    assert (sat.row.contract, sat.row.declarer, sat.deal.play.turn) == ("H", W, S)


def test_order_in_round_two_names_a_suit() -> None:
    sat = sit("dealt E 9H", ROUND_ONE, "S:pass W:C")
    assert (sat.row.contract, sat.row.declarer) == ("C", W)
    assert sat.deal.play.ledger is not None
    assert {card.code for card in sat.deal.play.ledger.held(W)} == {"9H"}, "the declarer takes the shown card"


def test_obliged_player_who_passes_last_does_not_end_the_auction() -> None:
    sat = sit("dealt E 9H", ROUND_ONE, ROUND_TWO, "E:pass")
    assert [row[0] for row in sat.found] == ["illegal-call"]
    assert sat.view().expectation.seat is E
    assert sat.then("E:D").row.contract == "D"


def test_illegal_call_stands_by_ruling() -> None:
    sat = sit("dealt E 9H", "S:H")
    assert sat.row.contract is None
    ruled = sat.rule("illegal-call", S, sat.seq("S:H"), "other", remedy="stands")
    assert (ruled.row.contract, ruled.row.declarer) == ("H", S)


def test_call_out_of_turn_does_not_move_the_turn() -> None:
    sat = sit("dealt E 9H", "S:pass", "N:play")
    assert [(row[0], row[4]) for row in sat.found] == [("call-out-of-turn", "D-2")]
    assert sat.view().expectation.seat is W
    assert sat.then("W:play").row.declarer == W


def test_call_after_the_order_is_out_of_turn() -> None:
    sat = sit("dealt E 9H", "S:play", "W:pass")
    assert [row[0] for row in sat.found] == ["call-out-of-turn"]
    assert sat.row.declarer == S


def test_call_that_is_none_is_refused() -> None:
    with pytest.raises(LogFormatError, match="no call of debertz"):
        sit("dealt E 9H").then(Called(S, "14S"))


def test_shown_card_entered_after_the_order() -> None:
    """``play`` names the shown suit, whenever that is entered; cards already laid are then judged."""
    sat = sit("dealt E", "S:play", "S:AH W:7S")
    assert (sat.row.contract, sat.row.declarer, sat.found) == (None, S, [])
    assert sat.view().trick is not None
    known = sat.then("turned 9H", "N:7H E:8H", "S:AD", "W:10H")
    assert known.row.contract == "H"
    assert known.found == [("revoke", "W", 4, 9, "D-6")], known.acts


def test_second_shown_card_is_refused() -> None:
    with pytest.raises(ImpossibleAct, match="9H is the shown card"):
        sit("dealt E 9H", "turned 8H")
    with pytest.raises(ImpossibleAct, match="one card"):
        sit("dealt E", "turned 8H 9H")


def test_obliged_player_not_entered_sits_before_the_first_to_speak() -> None:
    sat = sit("dealt -", "turned 9H", "N:pass E:pass S:play")
    assert (sat.deal.auction.obliged, sat.deal.play.turn, sat.found, sat.doubts) == (W, N, [], [])


TALLY = "tally SN:100/5 WE:62/3"


def test_a3_token_moves_to_the_next_seat() -> None:
    sat = sit("dealt E 9H", "S:play", TALLY)
    assert sat.view().expectation.seat is S
    after = sat.then("dealt -", "turned 9H")
    assert (after.deal.auction.obliged, after.view().expectation.seat) == (S, W)
    assert after.then("W:play").doubts == []


@pytest.mark.parametrize(("rotation", "holder"), [("declarer", N), ("deal_winner", S)])
def test_a3_other_rotations(rotation: str, holder: Seat) -> None:
    sat = sit("dealt E 9H", "S:pass W:pass N:play", TALLY, rules={"orderer_rotation": rotation})
    assert sat.view().expectation.seat is holder


def test_deal_begun_with_the_wrong_obliged_player_is_played_as_it_lies() -> None:
    sat = sit("dealt E 9H", "S:play", TALLY, "dealt W 9H", "N:play", TALLY)
    assert sat.doubts == [(2, "dealer-out-of-order")]
    assert sat.found == []
    assert sat.row.declarer == N


def test_obliged_player_worked_out_gives_way_to_who_speaks_first() -> None:
    """Nobody entered who holds the token: the first word tells, and the difference is noted."""
    sat = sit("dealt E 9H", "S:play", TALLY, "dealt -", "turned 9H", "S:pass W:play")
    assert (sat.deal.auction.obliged, sat.found) == (E, [])
    assert sat.doubts == [(2, "dealer-out-of-order")]


def test_misdeal_leaves_the_token() -> None:
    sat = sit("dealt E 9H", "misdealt")
    assert (sat.row.finished, sat.found) == (True, [])
    assert sat.view().expectation.seat is E
    assert sat.then("dealt E 9H", "S:play").doubts == []


ALL = "tally SN:162/8 WE:0/0"


def test_meeting_begins_with_whoever_the_judge_finds() -> None:
    """After the second party won nobody can say who holds the token next: the deck does (5.1)."""
    first = ["dealt E 9H", "S:play", ALL, "dealt S 9H", "W:pass N:play", ALL, "dealt W 9H", "N:play", ALL]
    won = [*first, "dealt N 9H", "E:pass S:play", ALL]
    sat = sit(*won)
    assert (sat.report.winner, sat.view().expectation.seat) == ("SN", E), "one party: the token moves on"
    sat = sat.then(*won)
    assert (sat.report.meeting_winner, sat.view().expectation.seat) == ("SN", None)
    assert sat.then("dealt W 9H", "N:play").doubts == []


TIE = ("dealt E 9H", "S:play", "tally SN:81/4 WE:81/4")


def test_6_2_2_deal_after_a_deferred_bayd_has_no_calls() -> None:
    sat = sit(*TIE, "dealt - 7D")
    assert (sat.row.contract, sat.row.declarer, sat.deal.auction.obliged) == ("D", S, E)
    assert sat.view().expectation.calls == ()
    assert sat.view().pot == 81
    assert sat.deal.play.ledger is not None
    assert {card.code for card in sat.deal.play.ledger.held(S)} == {"7D"}


def test_6_2_2_call_after_a_deferred_bayd_is_out_of_turn() -> None:
    sat = sit(*TIE, "dealt E 7D", "S:play")
    assert [(row[0], row[4]) for row in sat.found] == [("call-out-of-turn", "D-2")]
    assert sat.row.contract == "D"


def test_6_2_2_deal_whose_bayd_was_made_a_deferred_one_by_a_later_correction_keeps_its_auction() -> None:
    begun = [*acts("dealt E 9H", "S:play", "tally SN:82/4 WE:80/4", "dealt S 7D")]

    def corrected(*later: str) -> Report:
        entries = (Entry(at, at, Source.TOUCH, act) for at, act in enumerate((*begun, *acts(*later)), start=1))
        correction = Entry(100, 100, Source.JUDGE, acts("tally SN:81/4 WE:81/4")[0], replaces=4)
        return Session(GAME, header(), (*entries, correction)).report()

    own = corrected("W:pass N:pass E:pass S:pass", "W:S", "W:AS N:7S E:8S S:9S", "S:AC W:8C")
    assert (own.deals[-1].contract, own.deals[-1].declarer, own.irregularities) == ("S", W, ())
    assert [doubt.what for doubt in own.doubts] == ["dealer-out-of-order"]
    scored = corrected("W:pass N:pass E:pass S:pass", "W:S", "tally SN:100/5 WE:62/3")
    assert dict(scored.deals[-1].score) == {"SN": 100 + 62 + 81, "WE": 0}, "the deferred points go to who won the next"
    foreseen = corrected("W:AC N:8C E:9C S:10C")
    assert (foreseen.deals[-1].contract, foreseen.deals[-1].declarer, foreseen.irregularities) == ("D", S, ())


def test_6_2_2_3_wrong_obliged_player_after_a_deferred_bayd_is_noted() -> None:
    assert sit(*TIE, "dealt S 7D").doubts == [(2, "dealer-out-of-order")]


def test_a13_declarer_names_the_trumps_after_a_deferred_bayd() -> None:
    sat = sit(*TIE, "dealt E 7D", rules={"deferred_trump": "declarer_names"})
    assert (sat.view().stage, sat.view().expectation.seat) == ("name-trump", S)
    assert sat.view().expectation.calls == ("S", "H", "D", "C")
    named = sat.then("S:H")
    assert (named.row.contract, named.row.declarer, named.found) == ("H", S, [])


def test_a13_auction_after_a_deferred_bayd() -> None:
    sat = sit(*TIE, "dealt E 7D", "S:pass W:play", rules={"deferred_trump": "auction"})
    assert (sat.row.contract, sat.row.declarer, sat.found) == ("D", W, [])


def test_misdeal_after_a_deferred_bayd_is_followed_all_the_same() -> None:
    sat = sit(*TIE, "dealt E 7D", "misdealt", "dealt E 8C", "tally SN:100/5 WE:62/3")
    assert (sat.row.contract, sat.row.declarer, sat.score) == ("C", S, {"SN": 181, "WE": 62})


@pytest.mark.parametrize(("lead", "first"), [("after_token", S), ("token", E), ("after_declarer", N)])
def test_a4_first_lead(lead: str, first: Seat) -> None:
    assert sit("dealt E 9H", "S:pass W:play", rules={"first_lead": lead}).deal.play.turn is first


def test_counter_clockwise() -> None:
    sat = sit("dealt E 9H", "N:pass W:play", rules={"direction": "ccw"})
    assert (sat.found, sat.deal.play.turn) == ([], N)
