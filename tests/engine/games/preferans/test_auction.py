"""The bidding: the ladder without jumps, "here", misère and what beats it, by the clauses Игра 3, 13 and Распасы 3."""

import pytest

from kozyr.engine.errors import LogFormatError
from kozyr.engine.games.preferans.auction import BIDS, called, fault, legal_calls, opened
from kozyr.engine.games.preferans.rules import Rules, rules_of
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat

from .sitting import THREE, N, S, W, sit

LADDER = [f"{level}{strain}" for level in (6, 7, 8) for strain in "SCDHN"]


def illegal(auction: str, rules: Rules | None = None, lowest: int = 6) -> list[str]:
    """The calls of a bidding (``S 6S, W pass``) that do not stand."""
    now, wrong = opened((S, W, N), lowest), []
    for said in auction.split(", "):
        seat, _, call = said.partition(" ")
        if fault(now, rules or Rules(), Seat(seat), call) is None:
            now = called(now, Seat(seat), call)
        else:
            wrong.append(said)
    return wrong


def pad(auction: str, rules: Rules | None = None, lowest: int = 6) -> tuple[str, ...]:
    """The legal calls after a bidding."""
    now = opened((S, W, N), lowest)
    for said in auction.split(", ") if auction else ():
        seat, _, call = said.partition(" ")
        now = called(now, Seat(seat), call)
    return legal_calls(now, rules or Rules())


def climbed(*calls: str) -> str:
    """S and W bidding against each other after N has passed."""
    said = [f"{'SW'[at % 2]} {call}" for at, call in enumerate(calls)]
    return ", ".join([*said[:2], "N pass", *said[2:]])


def test_game_3_each_bid_is_the_next_rung() -> None:
    assert pad("") == ("pass", "6S", "misere", "misere-dark")
    for at in range(2, len(LADDER)):
        said = climbed(*LADDER[:at])
        assert illegal(said) == []
        hold = ("here",) if at % 2 == 0 else ()
        assert pad(said) == ("pass", *hold, LADDER[at])


def test_game_3_after_eight_without_trumps_come_nine_and_ten() -> None:
    climbing = [*LADDER, *(f"9{strain}" for strain in "SCDHN"), *(f"10{strain}" for strain in "SCDHN")]
    assert illegal(climbed(*climbing)) == []
    assert pad(climbed(*climbing)) == ("pass", "10-dark")
    assert pad(climbed(*climbing[:20])) == ("pass", "here", "10S", "9-dark")


def test_jumps_are_an_option() -> None:
    assert illegal("S 6S, W 7H") == ["W 7H"]
    assert illegal("S 6S, W 7H, N 7D", rules_of("sochi-2013", {"jumps": True}, 3)) == ["N 7D"]


def test_f2_here_is_the_senior_hands_when_two_are_left() -> None:
    assert illegal("S 6S, W 6C, N pass, S here, W 6D, S here, W pass") == []
    assert illegal("S 6S, W 6C, N here") == ["N here"], "three are left"
    assert illegal("S pass, W 6S, N 6C, W here, N here") == ["N here"], "N is the junior"
    assert illegal("S 6S, W misere, N pass, S here") == ["S here"], "nobody holds a misère"
    no_hold = rules_of("sochi-2013", {"hold_bid": False}, 3)
    assert illegal("S 6S, W 6C, N pass, S here", no_hold) == ["S here"]


def test_pass_is_final() -> None:
    table = sit("dealt N", "call S pass, W 6S, S 6C", seats=THREE)
    assert table.found == [("call-out-of-turn", "S", 4, 4, "P-9")]
    assert table.view().expectation.seat is N


def test_game_13_the_misere_ladder() -> None:
    assert illegal("S 6S, W misere, N pass, S 9, W misere-dark, S 9-dark, W 10-dark") == []
    assert illegal("S 6S, W misere, N pass, S 9, W misere-dark, S 9-dark, W pass") == []
    assert illegal("S 6S, W misere, N 8N") == ["N 8N"], "eight is below a misère"
    assert illegal("S misere, W 10H, N 9-dark") == ["N 9-dark"], "alternatives of equal height"
    assert illegal("S misere, W 9-dark, N 10H") == ["N 10H"]
    assert illegal("S misere, W 9-dark, N 10-dark") == []


def test_a_suit_is_left_out_only_in_answer_to_a_misere() -> None:
    assert illegal("S misere, W 9, N pass, S pass") == []
    climbing = [f"{'SW'[n % 2]} {call}" for n, call in enumerate(LADDER)]
    climbing.insert(2, "N pass")
    assert illegal(", ".join([*climbing, "W 9"])) == ["W 9"]


def test_misere_is_a_first_bid_only() -> None:
    assert illegal("S 6S, W 6C, N pass, S misere") == ["S misere"]
    assert illegal("S pass, W misere, N 9, W misere-dark") == [], "his own misère may be raised"
    free = rules_of("sochi-2013", {"misere_first_bid_only": False}, 3)
    assert illegal("S 6S, W 6C, N pass, S misere", free) == []


def test_raspasy_3_the_lowest_bid_is_seven_from_the_second_circle_on() -> None:
    assert pad("", lowest=7) == ("pass", "7S", "misere", "misere-dark")
    assert illegal("S 6S, S 7S", lowest=7) == ["S 6S"]


def test_an_illegal_call_does_not_stand_until_the_judge_lets_it() -> None:
    table = sit("dealt N", "call S 6S, W 6D", seats=THREE)
    assert table.view().expectation.seat is W
    stands = table.rule("illegal-call", W, 3, "other", remedy="stands")
    assert stands.view().expectation.seat is N
    done = stands.then("call N pass, S pass")
    assert (done.state.deal and done.state.deal.declarer) is W
    again = done.rule("illegal-call", W, 3, "dismissed")
    assert again.state.deal is not None
    assert again.found == []


def test_a_call_out_of_turn_that_stands_leaves_the_turn() -> None:
    table = sit("dealt N", "call W 6S", seats=THREE)
    assert table.found == [("call-out-of-turn", "W", 2, 2, "P-9")]
    stands = table.rule("call-out-of-turn", W, 2, "other", remedy="stands")
    assert stands.view().expectation.seat is S
    assert "6C" in stands.view().expectation.calls


def test_all_pass_is_raspasy_and_one_bidder_is_the_declarer() -> None:
    assert sit("dealt N", "call S pass, W pass, N pass", seats=THREE).view().contract == "raspasy"
    table = sit("dealt N", "call S pass, W pass, N 6S", seats=THREE)
    assert table.state.deal is not None
    assert table.state.deal.declarer is N


def test_the_dealer_of_four_does_not_bid() -> None:
    table = sit("dealt E", "call S pass, W pass, N pass")
    assert table.view().contract == "raspasy"
    assert [seat.is_playing for seat in table.view().seats] == [True, True, True, False]
    assert sit("dealt E", "call E 6S").found[0][:2] == ("call-out-of-turn", "E")


@pytest.mark.parametrize("call", ["14S", "contra", "order 5S", "order", "look X", "nine", "9-darker", ""])
def test_other_words_are_refused(call: str) -> None:
    with pytest.raises(LogFormatError, match="no call of preferans"):
        sit("dealt E", f"call S {call}")


def test_a_look_names_a_seat_of_the_table() -> None:
    with pytest.raises(LogFormatError):
        sit("dealt N", "call S look E", seats=THREE)


def test_the_pad_shows_what_is_legal_and_nothing_else() -> None:
    table = sit("dealt E", "call S 6S, W 6C, N pass")
    expected = table.view().expectation
    assert expected.calls == ("pass", "here", "6D")
    assert expected.seat is S
    for call in BIDS:
        wrong = sit("dealt E", "call S 6S, W 6C, N pass", f"call S {call}").found
        assert bool(wrong) is (call not in expected.calls), call


def test_direction_turns_the_table_round() -> None:
    table = sit("dealt E", rules={"direction": "ccw"})
    assert table.view().expectation.seat is N
    assert table.then("call N pass, W pass, S pass").view().contract == "raspasy"


def test_offences_by_their_clause() -> None:
    now = opened((S, W, N), 6)
    assert fault(now, Rules(), S, "6H") == (Offence.ILLEGAL_CALL, "Игра 3")
    assert fault(now, Rules(), W, "6S") == (Offence.CALL_OUT_OF_TURN, "")
