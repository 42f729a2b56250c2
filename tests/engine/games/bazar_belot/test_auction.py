"""The auction: legal calls, calls that do not stand, contra, capo, redeal, and the pad."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.games.bazar_belot.auction import Bid, fault, is_higher, opened, parse_call
from kozyr.engine.games.bazar_belot.auction import called as after
from kozyr.engine.games.bazar_belot.game import legal_calls
from kozyr.engine.games.bazar_belot.pad import legal_calls as pad
from kozyr.engine.games.bazar_belot.play import Denomination
from kozyr.engine.games.bazar_belot.rules import rules_of
from kozyr.engine.view import Phase

from .sitting import FOUR_PASSES, E, N, S, W, four, sit

RULES = rules_of("repino-2013", {})


@pytest.mark.parametrize("call", ["14", "S14", "014S", "14X", "100S", "0S", "14S  capo", "14S capo-hands", "Pass", ""])
def test_what_is_no_call_is_refused(call: str) -> None:
    with pytest.raises(LogFormatError, match="no call"):
        parse_call(call)


@pytest.mark.parametrize("call", ["8S", "14H", "13N", "20A", "25S capo", "34A capo", "25S capo-hand"])
def test_a_bid_reads_and_writes_the_same(call: str) -> None:
    bid = parse_call(call)
    assert isinstance(bid, Bid)
    assert bid.call == call


def test_three_passes_leave_the_bidder_a_last_word() -> None:
    table = sit("dealt E", "call S: 9C, pass, pass, pass")
    assert table.view().phase is Phase.AUCTION
    assert table.view().expectation.seat is S
    assert table.then("call S: pass").deal.contract == "9C"


def test_play_after_three_passes_takes_the_last_one_as_said() -> None:
    table = sit("dealt E", "call S: 9C, pass, pass, pass", "S:AC")
    assert table.deal.contract == "9C"
    assert table.found == []


@pytest.mark.parametrize("said", ["S: 9C, pass, pass, pass", "S: 9C, W: contra"])
@pytest.mark.parametrize("act", ["S:AC", "tally 120 42 6 2", "declare S terz AH", "claim S 8"])
def test_what_was_left_to_say_is_pass_when_the_play_begins_or_is_over(said: str, act: str) -> None:
    table = sit("dealt E", f"call {said}", act)
    assert (table.deal.contract, table.deal.doubled, table.found) == ("9C", 2 if "contra" in said else 1, [])


def test_only_the_first_leader_can_mean_to_end_the_auction() -> None:
    contra = sit("dealt E", "call S: 9C, W: contra", "W:AC")
    assert [one[:2] for one in contra.found] == [("out-of-turn", "W")]
    assert contra.then("call S: recontra").deal.doubled == 4
    assert sit("dealt E", "call S: 9C, W: contra", "S:AC").deal.doubled == 2


def test_four_passes_are_dealt_again_by_the_next_dealer() -> None:
    table = sit("dealt E", f"call S: {FOUR_PASSES}")
    assert (table.deal.contract, table.deal.score, table.deal.finished) == (None, (("SN", 0), ("WE", 0)), True)
    assert table.view().expectation.seat is S
    same = sit("dealt E", f"call S: {FOUR_PASSES}", rules={"redeal_dealer": "same"})
    assert same.view().expectation.seat is E


def test_calls_of_a_deal_that_is_over_are_refused() -> None:
    with pytest.raises(ImpossibleAct, match="deal again"):
        sit("dealt E", f"call S: {FOUR_PASSES}", "call S: 8S")


def test_a_call_out_of_turn_does_not_stand() -> None:
    table = sit("dealt E", "call N: 9H")
    assert table.found == [("call-out-of-turn", "N", 2, 2, "B-19")]
    assert table.view().expectation.seat is S
    assert [call.stands for call in table.view().calls] == [False]


def test_a_judge_may_let_a_call_stand() -> None:
    table = sit("dealt E", "call S: 8H, W: 8N", "call W: pass").rule("illegal-call", W, 3, "other", remedy="stands")
    assert [call.stands for call in table.view().calls] == [True, True, False], "the pass came after W's word was over"
    assert table.view().expectation.seat is N
    assert table.then(f"call N: {FOUR_PASSES}").deal.contract == "8N"


def test_an_accepted_illegal_call_still_does_not_stand() -> None:
    table = sit("dealt E", "call S: 8H, W: 8N").rule("illegal-call", W, 3)
    assert [call.stands for call in table.view().calls] == [True, False]
    assert table.view().expectation.seat is W


def test_two_passes_of_a_line_in_the_first_round_end_its_bidding() -> None:
    start = ("dealt E", "call S: pass, 8D, pass, pass", "call S: 9H")
    assert sit(*start).found[0][0] == "illegal-call"
    assert sit(*start, rules={"two_passes_on_line": False}).found == []


def test_contra_stays_open_to_a_line_that_is_out() -> None:
    table = sit("dealt E", "call S: pass, 8D, pass, pass", "call N: contra")
    assert table.found == []
    assert table.view().doubled == 1
    assert table.then("call W: pass, E: pass").deal.doubled == 2


def test_three_opening_passes_bind_the_first_two_to_the_partners_suit() -> None:
    start = ("dealt E", "call S: pass, pass, pass, 10S", "call S: pass", "call W: 11H")
    assert sit(*start).found[0][:2] == ("illegal-call", "W")
    free = sit(*start, rules={"three_pass_restriction": False})
    assert free.found == []
    assert sit(*start[:-1], "call W: 11S").found == []


def test_three_passes_in_a_row_put_the_other_line_out() -> None:
    table = sit("dealt E", "call S: 9C, pass, pass, pass", "call S: 11C", "call W: 12H")
    assert table.found == [("illegal-call", "W", 7, 7, "B-19")]


@pytest.mark.parametrize("first", ["S", "N"])
@pytest.mark.parametrize("answer", ["pass", "recontra"])
def test_the_other_partner_may_answer_after_a_recontra(first: str, answer: str) -> None:
    other = {"S": "N", "N": "S"}[first]
    table = sit("dealt E", f"call S: 8S, W: contra, {first}: recontra, {other}: {answer}")
    assert (table.deal.contract, table.deal.doubled, table.found) == ("8S", 4, [])
    assert [call.stands for call in table.view().calls] == [True] * 4
    assert table.view().expectation.seat is S, "the play begins as it would have without the answer"
    assert table.then("S:AC W:7C").found == []
    assert (
        table.then("tally 100 62 5 3").score
        == sit("dealt E", "call S: 8S, W: contra, S: recontra").then("tally 100 62 5 3").score
    )


def test_only_the_partner_who_has_not_answered_may_speak_after_a_recontra_and_only_before_a_card() -> None:
    table = sit("dealt E", "call S: 8S, W: contra, S: recontra")
    for late in ("call E: pass", "call W: pass", "call S: pass", "call N: 9S", "call N: contra"):
        assert [(one[0], one[1]) for one in table.then(late).found] == [("call-out-of-turn", late[5])], late
    assert [one[0] for one in table.then("call N: pass, N: pass").found] == ["call-out-of-turn"]
    assert [one[0] for one in table.then("S:AC", "call N: pass").found] == ["call-out-of-turn"]
    answered = sit("dealt E", "call S: 8S, W: contra, N: pass, S: recontra, N: pass")
    assert [one[0] for one in answered.found] == ["call-out-of-turn"], "N has answered already"


@pytest.mark.parametrize(
    ("said", "answers", "doubled"),
    [
        ("S: 12C, W: contra", "N: pass, S: pass", 2),
        ("S: 12C, W: contra", "S: pass, N: pass", 2),
        ("S: 12C, W: contra", "S: pass, N: recontra", 4),
        ("S: 12C, W: contra", "N: recontra", 4),
        ("S: 12C, W: pass, E: contra", "N: pass, S: recontra", 4),
    ],
)
def test_both_partners_answer_a_contra(said: str, answers: str, doubled: int) -> None:
    table = sit("dealt E", f"call {said}")
    assert table.deal.contract is None, "the contra asks for answers"
    done = table.then(f"call {answers}")
    assert (done.deal.contract, done.deal.doubled, done.found) == ("12C", doubled, [])


@pytest.mark.parametrize(
    ("said", "offence"),
    [
        ("S: contra", "illegal-call"),
        ("S: 9S, N: contra", "illegal-call"),
        ("S: 9S, W: recontra", "illegal-call"),
        ("S: 9S, W: contra, E: contra", "illegal-call"),
        ("S: 9S, W: contra, E: pass", "call-out-of-turn"),
        ("S: 9S, W: contra, S: pass, S: pass", "call-out-of-turn"),
        ("S: 9S, W: contra, N: 10S", "illegal-call"),
        ("S: 7S", "illegal-call"),
        ("S: 24S capo", "illegal-call"),
        ("S: 33A capo", "illegal-call"),
        ("S: 26S, W: 25H capo", "illegal-call"),
        ("S: 26S, W: 25H capo-hand", "illegal-call"),
        ("S: 25S capo-hand, W: 26H capo-hand", "illegal-call"),
        (f"S: 9S, {FOUR_PASSES}, W: contra", "call-out-of-turn"),
    ],
)
def test_calls_that_do_not_stand(said: str, offence: str) -> None:
    table = sit("dealt E", f"call {said}")
    assert [one[0] for one in table.found] == [offence]
    assert not table.view().calls[-1].stands


def test_capo_from_one_hand_is_said_out_of_turn_and_the_left_seat_speaks_next() -> None:
    table = sit("dealt E", "call S: 10H", "call E: 25S capo-hand")
    assert table.found == []
    assert table.view().expectation.seat is S
    assert table.then(f"call S: {FOUR_PASSES}").deal.contract == "25S capo-hand"


def test_capo_from_one_hand_can_be_switched_off() -> None:
    table = sit("dealt E", "call S: 25S capo-hand", rules={"capo_hand": {"enabled": False}})
    assert table.found[0][0] == "illegal-call"


def test_capo_compares_raw_when_the_option_says_so() -> None:
    assert sit("dealt E", "call S: 25S capo, W: 34A capo", rules={"capo_compare": "raw"}).found == []


def test_a_judges_deal_begins_with_whoever_speaks_first() -> None:
    table = sit("dealt", "call N: 9H, pass, pass, pass, pass")
    assert table.found == []
    assert table.view().expectation.seat is N, "the first word leads"


def test_the_other_direction() -> None:
    table = sit("dealt E", "call N: 9H, W: pass, S: pass, E: pass, N: pass", rules={"direction": "ccw"})
    assert table.found == []
    assert [seat.seat for seat in table.view().seats] == [S, W, N, E], "seats are shown clockwise all the same"


def test_the_pad_offers_legal_calls_in_order() -> None:
    table = sit("dealt E", "call S: 14S")
    offered = legal_calls(table.state)
    assert offered[:3] == ("pass", "15S", "15H")
    assert offered[-1] == "contra"
    assert "19A" not in offered
    assert "20A" in offered
    assert "25S capo" in offered
    assert (E, "contra") in table.view().expectation.calls_out_of_turn
    assert (N, "25S capo-hand") not in table.view().expectation.calls_out_of_turn, "S has called already"
    assert (E, "25S capo-hand") in table.view().expectation.calls_out_of_turn


bids = st.builds(
    lambda level, mode, capo: Bid(level, mode, capo > 0, capo == 2),
    st.integers(1, 45),
    st.sampled_from(list(type(Bid(8, parse_call("8S").denomination).denomination))),  # type: ignore[union-attr]
    st.integers(0, 2),
)
words = st.one_of(st.sampled_from(["pass", "pass", "contra", "recontra"]), bids.map(lambda bid: bid.call))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(four().seats), words), max_size=25))
def test_pad_and_judgement_agree(said: list[tuple[object, str]]) -> None:
    auction = opened(four(), E)
    for seat, call in said:
        if auction.ending is None and auction.turn is not None:
            offered = pad(auction, RULES, auction.turn)
            assert all(fault(auction, RULES, auction.turn, one) is None for one in offered[:40])
            assert (call in offered) == (fault(auction, RULES, auction.turn, call) is None)
        if fault(auction, RULES, seat, call) is None:  # type: ignore[arg-type]
            before, auction = auction, after(auction, RULES, seat, call)  # type: ignore[arg-type]
            if auction.best is not before.best and auction.best is not None:
                assert is_higher(auction.best, before.best, RULES)


@pytest.mark.parametrize(
    "said",
    ["", "pass", "pass pass", "8S", "8S pass", "20A pass", "40S", "25S_capo", "34A_capo pass", "30H_capo-hand",
     "pass pass pass 9H", "pass pass pass 9H pass 10H", "99N", "8S pass pass pass"],
)  # fmt: skip
@pytest.mark.parametrize("compare", ["excess_over_base", "raw"])
def test_the_pad_offers_every_legal_bid_and_no_other(said: str, compare: str) -> None:
    rules = rules_of("repino-2013", {"capo_compare": compare})
    auction = opened(four(), E)
    for call in said.split():
        assert auction.turn is not None
        auction = after(auction, rules, auction.turn, call.replace("_", " "))
    assert auction.turn is not None
    every = [
        Bid(level, mode, capo, hand).call
        for capo, hand in ((False, False), (True, False), (True, True))
        for level in range(1, 100)
        for mode in Denomination
    ]
    legal = [call for call in every if fault(auction, rules, auction.turn, call) is None]
    offered = pad(auction, rules, auction.turn)
    assert [call for call in offered if call not in ("pass", "contra", "recontra")] == legal


def test_the_three_pass_restriction_is_for_an_auction_that_begins_with_three_passes() -> None:
    """ "В случае начала торговли с трёх пасов": a capo from one hand before the second pass, and it did not."""
    table = sit("dealt E", "call S: pass", "call S: 25D capo-hand", "call W: pass", "call N: pass")
    assert table.deal.finished is False
    table = table.then("call E: 26S capo", "call S: pass", "call W: 27H capo")
    assert "illegal-call" not in [one[0] for one in table.found]
