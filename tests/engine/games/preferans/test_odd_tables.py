"""Odd but real: what people enter late, wrongly or not at all, and what the record then says."""

import pytest

from kozyr.engine.acts import Dealt, Declared
from kozyr.engine.cards import Card, cards
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import AuctionEnded, DealScored, TrickWon
from kozyr.engine.games.preferans.game import GAME
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.session import Session, fold
from kozyr.engine.view import Audience, Phase

from .sitting import FOUR, THREE, E, N, S, Sat, W, acts, header, sit

BID = ("dealt N", "call S 6S, W pass, N pass")
SEVEN = (*BID, "talon 8D 9D", "exchange S 2 2", "call S order 7H, W whist, N pass")
PLAYED = (
    "S:AS W:7S N:8S", "S:KS W:9S N:10S", "S:AH W:7H N:8H", "S:KH W:9H N:10H", "S:QH W:7D N:JH",
    "S:AC W:7C N:8C", "S:KC W:9C N:10C", "S:QC W:KD N:JD", "S:JC W:AD N:QD", "S:QS W:JS N:10D",
)  # fmt: skip
"""S takes all ten tricks in hearts; the talon's diamonds were laid away."""


def three(*parts: str) -> Sat:
    return sit(*parts, seats=THREE)


def test_a_whole_deal_card_by_card() -> None:
    table = three(*SEVEN, *PLAYED)
    assert (table.found, table.doubts) == ([], [])
    assert table.sheet == {"S": {"pool": 4}, "W": {"mountain": 8}}
    assert dict(table.deal.points) == {"S": 10, "W": 0, "N": 0}
    assert [type(fact) for fact in table.facts] == [AuctionEnded, *[TrickWon] * 10, DealScored]
    scored = table.facts[-1]
    assert isinstance(scored, DealScored)
    assert [(line.side, line.what, line.value) for line in scored.lines] == [
        ("S", "pool:made", 4), ("W", "mountain:short", 8),
    ]  # fmt: skip


def test_calls_entered_after_the_cards_were_played() -> None:
    table = three("dealt N", *PLAYED, *SEVEN[1:])
    assert (table.found, table.doubts) == ([], [])
    assert table.sheet == {"S": {"pool": 4}, "W": {"mountain": 8}}
    assert three("dealt N", *PLAYED).doubts == [(1, "no-contract")]


def test_calls_entered_in_the_middle_of_the_play_make_every_card_judged() -> None:
    late = three("dealt N", "S:AS W:7C N:8S", *SEVEN[1:], "S:KS W:9S N:10S")
    assert late.found == [("revoke", "W", 3, 14, "P-4")]
    view = three("dealt N", "S:AS W:7C N:8S", "S:KS").view()
    assert (view.phase, view.expectation.caller, view.expectation.seat) == (Phase.PLAY, S, None)
    assert view.expectation.calls == ("pass", "6S", "misere", "misere-dark")
    assert [len(trick.plays) for trick in view.tricks] == [3]


def test_an_order_changed_when_the_calls_are_entered_late_judges_the_cards_anew() -> None:
    table = three("dealt N", "S:AS W:7H N:8S", *BID[1:], "call S order 7D, S order 7H, W whist, N pass")
    assert table.found == []
    assert table.view().tricks[0].winner is W


def test_orders_told_late_are_not_called_late() -> None:
    table = three("dealt N", "S:AS W:7S N:8S", *SEVEN[1:], "call W open")
    assert table.found == []


def test_cards_of_a_deal_whose_whists_nobody_entered_are_in_doubt() -> None:
    table = three(*BID, "talon 8D 9D", "exchange S 2 2", "call S order 7H", *PLAYED)
    assert (table.deal.finished, table.doubts) == (False, [(1, "defence-unknown")])
    expected = table.view().expectation
    assert (table.view().stage, expected.kinds, expected.seat) == ("whist", ("Called",), W)
    assert table.then("call W whist, N pass").sheet == {"S": {"pool": 4}, "W": {"mountain": 8}}
    begun = three(*BID, "call S order 7H", "S:AS").view().expectation
    assert (begun.kinds, begun.seat, begun.caller, begun.calls) == (("Called", "Played"), W, W, ("whist", "pass"))


def test_a_deal_with_no_calls_at_all() -> None:
    assert three("dealt N", "tally S 7 W 3 N 0").doubts == [(1, "no-contract")]
    assert three("dealt N", "tally S 7 W 3 N 0", "call S pass, W pass, N pass").sheet == {
        "S": {"mountain": 7}, "W": {"mountain": 3}, "N": {"pool": 1},
    }  # fmt: skip


def test_calls_and_a_tally_alone() -> None:
    table = three(*BID, "call S order 7H, W whist, N pass", "tally S 7 W 3 N 0")
    assert (table.found, table.doubts) == ([], [])
    assert table.sheet == {"S": {"pool": 4}, "W": {"whists": {"S": 12}}}


def test_a_last_pass_that_was_not_entered() -> None:
    table = three("dealt N", "call S 6S, W pass", "exchange S 2 2", "call S order 7H, W whist, N pass")
    assert (table.found, table.view().contract) == ([], "7H")
    ordered = three("dealt N", "call S 6S", "call S order 7H, W whist, N pass")
    assert (ordered.found, ordered.view().contract) == ([], "7H")
    chose = three(*SEVEN[:4], "call S order 7H, W whist", "call W closed")
    assert chose.state.deal is not None
    assert chose.state.deal.whisters == (W,)


def test_a_talon_turned_up_before_the_last_pass_ends_nothing() -> None:
    table = three("dealt N", "call S 6S, W pass", "talon 8D 9D", "call N pass", "exchange S 2 2")
    assert (table.found, table.view().stage) == ([], "order")


def test_a_talon_that_nobody_logged_is_noted_at_a_table_of_four() -> None:
    four = sit("dealt E", *SEVEN[1:2], "call S order 7H, W whist, N pass", "tally S 7 W 3 N 0")
    assert [(one.what, one.seq) for one in four.report.doubts] == [("talon-unseen", None)]
    assert four.deal.finished
    assert three(*BID, "call S order 7H, W pass, N pass").report.doubts == ()


def test_the_talon_may_be_turned_up_card_by_card() -> None:
    table = sit(
        "dealt E", *SEVEN[1:2], "talon AD", "talon KD", "exchange S 2 2", "call S order 7H, W pass, N pass, E pass"
    )
    assert table.sheet == {"S": {"pool": 4}, "E": {"whists": {"S": 8}}}
    assert [card.code for card in table.view().turned_up] == ["AD", "KD"]
    with pytest.raises(ImpossibleAct, match="two cards"):
        sit("dealt E", "talon AD KD", "talon QD")


def test_talon_cards_told_by_the_exchange_count_as_seen() -> None:
    table = sit("dealt E", *SEVEN[1:2], "take S AD KD / 7C 8C", "call S order 7H, W pass, N pass, E pass")
    assert table.sheet["E"] == {"whists": {"S": 8}}


def test_unread_cards_leave_the_winner_open_and_accuse_nobody() -> None:
    table = three(*SEVEN, *PLAYED[:2], "S:AH W:?? N:8H", *PLAYED[3:])
    assert table.found == []
    assert table.deal.finished, "the ace of trumps wins whatever it was"
    open_one = three(*SEVEN, "S:AS W:?? N:8S", *PLAYED[1:])
    assert open_one.doubts == [(1, "cards-missing")]
    assert open_one.view().expectation.kinds == ("Tallied",)
    assert open_one.then("tally S 10 W 0 N 0").sheet == {"S": {"pool": 4}, "W": {"mountain": 8}}


def test_a_hand_laid_open_late_proves_what_was_played_before() -> None:
    table = three(*SEVEN, "S:AS W:7H N:8S", "W:9H N:8H S:AH", "show W 9S JS")
    assert table.found == [("revoke", "W", 11, 16, "P-4")]
    assert table.fines == [("P-4", "annul", 12)]


def test_a_ten_without_the_talon() -> None:
    table = three("dealt N", "call S misere, W 9, N pass, S misere-dark, W 10-dark, S pass", "call W order 10S")
    assert table.found == []
    assert table.view().stage == "whist"
    assert table.then("tally W 10 S 0 N 0").sheet == {"W": {"pool": 10}}
    with pytest.raises(ImpossibleAct, match="W plays without the talon"):
        table.then("exchange W 2 2")


def test_a_misere_bought_by_the_first_hand_is_led_by_it_and_by_the_first_hand_alone() -> None:
    first = three("dealt N", "call S misere, W pass, N pass")
    assert (first.view().contract, first.view().expectation.calls) == ("misere", ("talon-in-face",)[:0])
    led = first.then("talon 8D 9D", "exchange S 2 2")
    assert (led.view().stage, led.view().expectation.seat) == ("lead", S)
    last = three("dealt N", "call S pass, W pass, N misere", "talon 8D 9D", "exchange N 2 2")
    assert (last.view().declarer, last.view().expectation.seat) == (N, S), "the first hand leads whoever plays"


def test_a_misere_needs_only_the_declarers_tricks() -> None:
    assert three("dealt N", "call S misere, W pass, N pass", "tally S 1").sheet == {"S": {"mountain": 10}}


def test_a_deal_that_was_abandoned() -> None:
    table = three(*SEVEN, "S:AS W:7S N:8S", "dealt S", "call W pass, N pass, S pass", "tally S 4 W 3 N 3")
    assert table.doubts == [(1, "deal-abandoned")]
    assert [row.finished for row in table.report.deals] == [False, True]
    assert table.view().raspasy == 1


def test_a_deal_that_nobody_whists_is_over_at_once() -> None:
    table = three(*SEVEN[:4], "call S order 7H, W pass, N pass")
    assert (table.deal.finished, table.view().phase) == (True, Phase.DEAL_OVER)
    with pytest.raises(ImpossibleAct, match="nobody whists"):
        table.then("S:AS")


def test_a_deal_begun_by_the_wrong_dealer_is_played_as_it_lies() -> None:
    first = ("dealt N", "call S pass, W pass, N pass", "tally S 4 W 3 N 3")
    table = three(*first, "dealt W")
    assert table.doubts == [(2, "dealer-out-of-order")]
    assert table.view().expectation.seat is N, "the hand after the dealer speaks first"
    done = table.then("call N pass, S pass, W pass", "tally S 4 W 3 N 3")
    assert done.sheet == {"S": {"mountain": 12}, "W": {"mountain": 9}, "N": {"mountain": 9}}
    assert done.view().expectation.seat is N, "it goes on from who dealt"


def test_the_dealer_moves_as_raspasy_6_and_7_say() -> None:
    raspasy = ("call S pass, W pass, N pass", "tally S 4 W 3 N 3")
    first = three("dealt N", *raspasy)
    assert first.view().expectation.seat is S
    failed = first.then("dealt S", "call W misere, N pass, S pass", "tally W 1")
    assert (failed.view().expectation.seat, failed.view().raspasy) == (S, 1)
    made = first.then("dealt S", "call W misere, N pass, S pass", "tally W 0")
    assert (made.view().expectation.seat, made.view().raspasy) == (W, 1)
    out = first.then("dealt S", "call W 7S, N pass, S pass", "call W order 7S, N pass, S pass")
    assert (out.view().expectation.seat, out.view().raspasy) == (W, 0)


def test_the_judge_deals_for_whose_deal_it_is() -> None:
    table = three("dealt N", "call S pass, W pass, N pass", "tally S 4 W 3 N 3").then(Dealt(None))
    assert (table.doubts, table.view().expectation.seat) == ([], W)


def test_the_first_failed_misere_moves_the_dealer() -> None:
    assert three("dealt N", "call S misere, W pass, N pass", "tally S 1").view().expectation.seat is S


def test_a_card_out_of_turn_lies_aside_and_may_be_played_later() -> None:
    table = three(*SEVEN, "S:AS N:8S")
    assert table.found == [("out-of-turn", "N", 11, 11, "P-9")]
    assert (table.view().expectation.seat, [card.code for card in table.view().seats[2].penalty_cards]) == (W, ["8S"])
    assert table.then("W:7S N:8S").view().tricks[0].winner is S
    stands = table.rule("out-of-turn", N, 11, "other", remedy="stands")
    assert stands.then("W:7S").view().tricks[0].winner is S


def test_a_card_laid_early_in_the_bidding_is_out_of_turn_and_not_certain() -> None:
    table = three("dealt N", "call S 6S", "W:7S")
    assert [(one.offence.value, one.certain) for one in table.report.irregularities] == [("out-of-turn", False)]
    waiting = three("dealt N", "call S 6S, W pass", "S:7S")
    assert waiting.found == [], "the calls are behind"


def hands(*given: tuple[str, str]) -> Dealt:
    seats = {"S": S, "W": W, "N": N, "E": E}
    return Dealt(N, hands=tuple((seats[seat], cards(codes)) for seat, codes in given))


S_HAND = "AS KS QS AH KH QH AC KC QC JC"


def test_hands_written_down_prove_at_once() -> None:
    table = sit(hands(("S", S_HAND), ("W", "7S 9S JS 7H 9H 7C 9C 7D KD AD")), *SEVEN[1:], "S:AS W:7C", seats=THREE)
    assert table.found == [("revoke", "W", 11, 11, "P-4")]
    with pytest.raises(ImpossibleAct, match="not in the hand written down"):
        table.then("N:8S", "S:10S")


def test_a_declarers_hand_written_down_as_dealt_is_put_right_by_its_discards() -> None:
    as_dealt = "AS KS QS AH KH QH AC KC 10D JD"
    table = sit(hands(("S", as_dealt)), *BID[1:], "talon QC JC", "take S QC JC / 10D JD", seats=THREE)
    assert table.then("call S order 7H, W whist, N pass", "S:QC").found == []


def test_strange_headers_and_deals_are_refused_in_one_sentence() -> None:
    with pytest.raises(LogFormatError, match="name the dealer"):
        sit(Dealt(None))
    with pytest.raises(LogFormatError, match="no obliged seat"):
        sit(Dealt(N, obliged=N))
    with pytest.raises(LogFormatError, match="the header seats 4"):
        GAME.start(header({"players": 3}))
    with pytest.raises(LogFormatError, match="played by three or four"):
        GAME.start(header(seats=(S, N)))
    with pytest.raises(LogFormatError, match=r"half_whist is \[5\]"):
        GAME.start(header({"half_whist": [5]}))
    with pytest.raises(ImpossibleAct, match="must be 10 different cards"):
        sit(hands(("S", "7S 8S")))
    with pytest.raises(ImpossibleAct, match="nothing is declared"):
        sit("dealt N", Declared(S, "bela"))
    with pytest.raises(ImpossibleAct, match="not in the deck of 32"):
        three(*SEVEN, "S:6S")
    with pytest.raises(ImpossibleAct, match="enter Dealt first"):
        sit("talon 8D 9D")
    with pytest.raises(ImpossibleAct, match="nobody sits at E"):
        three("dealt N", "expose E 7S")
    assert GAME.options(header({"players": 4}))["players"] == 4


def test_the_state_folds_the_same_twice_and_a_correction_recomputes_every_total() -> None:
    script = acts("dealt N", "call S pass, W pass, N pass", "tally S 4 W 3 N 3",
                  "dealt S", "call W pass, N pass, S pass", "tally S 4 W 3 N 3",
                  "dealt W", "call N pass, S pass, W pass", "tally S 4 W 3 N 3")  # fmt: skip
    log = [Entry(seq, seq * 1000, Source.TOUCH, act) for seq, act in enumerate(script, start=1)]
    one, two = (fold(GAME, header(seats=THREE), log).state for _ in range(2))
    assert one == two
    session = Session(GAME, header(seats=THREE), log)
    assert {row.side: row.mountain for row in session.report().sheet} == {"S": 24, "W": 18, "N": 18}
    session.append(Entry(16, 20_000, Source.JUDGE, acts("tally S 10 W 0 N 0")[0], replaces=5))
    assert {row.side: row.mountain for row in session.report().sheet} == {"S": 30, "W": 15, "N": 15}
    assert {row.side: row.pool for row in session.report().sheet} == {"S": 0, "W": 1, "N": 1}


def test_a_pulka_whose_pools_are_closed_is_over_and_the_next_deal_begins_another() -> None:
    made = ("call S 6S, W pass, N pass", "call S order 6C, W pass, N pass")
    table = sit("dealt N", *made, "dealt S", "call W 6S, N pass, S pass", "call W order 6C, N pass, S pass",
                "dealt W", "call N 6S, S pass, W pass", "call N order 6C, S pass, W pass",
                rules={"pool_target": 2}, seats=THREE)  # fmt: skip
    assert table.view().phase is Phase.MATCH_OVER
    assert table.report.winner is None, "all are equal"
    again = table.then("dealt N", *made)
    assert [(party.deals, party.winner) for party in again.report.parties] == [((1, 3), None)]
    assert again.sheet == {"S": {"pool": 2}}


UNREAD = ("dealt N", "call S pass, W pass, N pass", "talon 8D", "S:9D W:?? N:JD")
UNKNOWN = ("dealt N", "call S pass, W pass, N pass", "tally S 4 W 3 N 3", "dealt S", "call W 7S, N pass, S pass",
           "call W order 7S, N whist, S whist")  # fmt: skip


@pytest.mark.parametrize("before", [UNREAD, UNKNOWN, UNREAD[:2]])
@pytest.mark.parametrize(("lowest", "next"), [("6S", "6C"), ("7S", "7C")])
def test_after_a_deal_in_doubt_nobody_is_accused_of_the_level_from_which_the_table_bids(
    before: tuple[str, ...], lowest: str, next: str
) -> None:
    dealer, first, second, third = ("W", "N", "S", "W") if before is UNKNOWN else ("S", "W", "N", "S")
    table = sit(*before, f"dealt {dealer}", f"call {first} {lowest}, {second} {next}, {third} pass", seats=THREE)
    assert table.found == []
    jump = sit(*before, f"dealt {dealer}", f"call {first} {lowest}, {second} 8S", seats=THREE)
    assert [row[0] for row in jump.found] == ["illegal-call"]


def test_a_deal_that_a_correction_makes_raspasy_accuses_nobody_of_the_bids_after_it() -> None:
    made = acts("dealt N", "call S 6S, W pass, N pass", "call S order 6C, W pass, N pass")
    later = acts("dealt S", "call W 6S, N pass, S pass", "call W order 6C, N pass, S pass")
    log = [Entry(at, at, Source.TOUCH, act) for at, act in enumerate((*made, *later), start=1)]
    fixes = [Entry(50, 50, Source.JUDGE, acts("call S pass")[0], replaces=2)]
    fixes += [Entry(50 + at, 50, Source.JUDGE, None, replaces=at) for at in (5, 6, 7)]
    fixes.append(Entry(60, 60, Source.JUDGE, acts("tally S 4 W 3 N 3")[0], before=8))
    report = Session(GAME, header(seats=THREE), [*log, *fixes]).report()
    assert [(row.contract, row.finished) for row in report.deals] == [("raspasy", True), ("6C", True)]
    assert report.irregularities == ()


def test_raspasy_with_an_unread_card_count_as_raspasy() -> None:
    table = sit(*UNREAD, "dealt S", "call W pass, N pass, S pass", "tally W 4 N 3 S 3", seats=THREE)
    assert table.sheet["W"] == {"mountain": 8}, "the second circle"


def test_who_has_closed_his_pool_chooses_after_a_misere() -> None:
    table = sit("dealt N", "call S misere, W pass, N pass", "tally S 0", "dealt S", "call W pass, N pass, S misere",
                "tally S 0", rules={"pool_target": 10}, seats=THREE)  # fmt: skip
    assert (table.view().stage, table.view().expectation.calls) == ("help", ("help", "write-off"))
    assert table.sheet["W"] == {"pool": 10}
    off = table.then("call S write-off")
    assert off.sheet == {"S": {"pool": 10, "mountain": -10}}
    assert table.then("call W write-off").found[0][:2] == ("illegal-call", "W")
    assert table.then("call S help").view().stage == "over"


def test_views_of_players_hide_the_talon_once_cards_are_played_and_all_discards() -> None:
    table = three(*BID, "talon 8D 9D", "take S 8D 9D / 7C 9D", "call S order 7H, W whist, N pass")
    assert [card.code for card in table.view(Audience.PLAYERS).turned_up] == ["8D", "9D"]
    led = table.then("S:AS")
    assert led.view(Audience.PLAYERS).turned_up == ()
    assert [card.code for card in led.view(Audience.SPECTATORS).turned_up] == ["8D", "9D"]
    assert Card.parse("7C") in led.view(Audience.PLAYERS).expectation.playable, "nobody but S knows where it is"
    assert Card.parse("8D") not in led.view(Audience.PLAYERS).expectation.playable


def test_the_view_names_roles_format_and_who_plays() -> None:
    view = sit("dealt E", *SEVEN[1:], "S:AS").view()
    assert {seat.seat: seat.roles for seat in view.seats} == {
        S: ("first", "declarer"), W: ("whister",), N: ("passer",), E: ("dealer",),
    }  # fmt: skip
    assert [seat.is_playing for seat in view.seats] == [True, True, True, False]
    assert (view.format, view.trump, view.contract) == ("4", "H", "7H")
    assert len(view.sheet) == len(view.settlement) == 4
    assert tuple(seat.seat for seat in view.seats) == FOUR


def test_a_card_played_twice_is_refused() -> None:
    with pytest.raises(ImpossibleAct, match="played already"):
        three(*SEVEN, "S:AS", "W:AS")
