"""Auctions a second time: rows Q1-Q5, B1-B9 and F1-F9, how many ways an auction can end, and the sentences."""

from typing import Any

import pytest

from kozyr.datasets.second import belot_calls, debertz_calls, preferans_calls
from kozyr.datasets.second.calls import ILLEGAL, OUT_OF_TURN, STANDS, Heard

OK = STANDS


def said(text: str) -> list[tuple[str, str]]:
    """``S pass, W 8H`` as calls."""
    return [(call.split()[0], " ".join(call.split()[1:])) for call in text.split(",") if call.strip()]


# Debertz: seats 1 2 3 4 are W N E S, the token lies before S.


def debertz(text: str, shown: str = "9H", order: str = "WNES", **options: Any) -> Heard:
    return debertz_calls.auction(order, shown, said(text), options)


ALL_PASS = "W pass, N pass, E pass, S pass, W pass, N pass, E pass"


def test_q1_the_holder_of_the_token_must_order() -> None:
    heard = debertz(ALL_PASS + ", S pass")
    assert heard["verdicts"] == [OK] * 7 + [ILLEGAL]
    assert (heard["turn"], heard["legal"]) == ("S", ["S", "D", "C"])
    assert debertz(ALL_PASS + ", S H")["verdicts"][-1] == ILLEGAL
    forced = debertz(ALL_PASS + ", S D")["ended"]
    assert forced == {"declarer": "S", "trump": "D", "round": 2, "forced": True}
    assert debertz(ALL_PASS + ", S H", forced_order_suits="any")["verdicts"][-1] == OK


def test_q2_the_shown_suit_ordered_in_round_1() -> None:
    heard = debertz("W pass, N play")
    assert heard["ended"] == {"declarer": "N", "trump": "H", "round": 1, "forced": False}
    assert heard["turn"] == ""


def test_q3_the_seven_may_be_swapped_in_personal_formats_after_round_1() -> None:
    first = {"declarer": "N", "round": 1}
    assert debertz_calls.may_swap("E", "7H", "9H", first, "1x3")
    assert not debertz_calls.may_swap("E", "7H", "9H", first, "2x2")
    assert not debertz_calls.may_swap("E", "7H", "9H", {**first, "round": 2}, "1x3")
    assert not debertz_calls.may_swap("E", "7S", "9H", first, "1x3")
    assert not debertz_calls.may_swap("E", "7H", "9H", first, "1x3", {"seven_swap": "declarer_only"})
    assert not debertz_calls.may_swap("N", "7H", "9H", first, "1x3", {"seven_swap": "off"})


def test_q4_the_shown_suit_cannot_be_named_in_round_2() -> None:
    assert debertz("W pass, N pass, E pass, S pass, W H")["verdicts"][-1] == ILLEGAL


def test_q5_a_call_before_the_turn_does_not_stand() -> None:
    heard = debertz("W pass, E pass")
    assert heard["verdicts"] == [OK, OUT_OF_TURN]
    assert heard["turn"] == "N"


@pytest.mark.parametrize("order", ["SN", "SWN", "WNES"])
def test_an_auction_of_debertz_ends_in_4n_ways(order: str) -> None:
    endings, open_ends = 0, [""]
    while open_ends:
        text = open_ends.pop()
        heard = debertz(text, order=order)
        if heard["ended"]:
            endings += 1
        else:
            open_ends += [f"{text}, {heard['turn']} {call}" for call in heard["legal"]]
    assert endings == 4 * len(order)


# Bazar Belot: seats 1 2 3 4 are W N E S, S deals.


def belot(text: str, **options: Any) -> Heard:
    return belot_calls.auction("WNES", said(text), options)


@pytest.mark.parametrize(
    ("row", "text", "last"),
    [
        ("B1", "W 8H, N 8N", ILLEGAL),
        ("B2", "W 9C, N pass, E pass, S pass, W 11C", OK),
        ("B2 pair out", "W 9C, N pass, E pass, S pass, W 11C, N 12S", ILLEGAL),
        ("B2 contra", "W 9C, N pass, E pass, S pass, W 11C, S contra", OK),
        ("B3 pair out", "W pass, N pass, E pass, S 10S, W 11C", ILLEGAL),
        ("B3 other suit", "W pass, N pass, E pass, S 10S, W pass, N 11H", ILLEGAL),
        ("B3 partner's suit", "W pass, N pass, E pass, S 10S, W pass, N 11S", OK),
        ("B4 out", "W pass, N 8D, E pass, S pass, W 9H", ILLEGAL),
        ("B4 raise", "W pass, N 8D, E pass, S pass, W pass, N 9D", OK),
        ("B5 19", "W 19A", ILLEGAL),
        ("B5 20", "W 20A", OK),
        ("B6", "W 12C, N pass, S contra", OK),
        ("B8 partner spoke", "W 10H, N pass, E 25S capo-hand", ILLEGAL),
        ("B8", "W 10H, N 25S capo-hand", OK),
        ("B8 out of turn", "W 10H, S 25S capo-hand", OK),
        ("B9", "W 12C, N contra, S 12S", ILLEGAL),
        ("level 7", "W 7S", ILLEGAL),
        ("out of turn", "N 8S", OUT_OF_TURN),
        ("own contra", "W 8S, E contra", ILLEGAL),
        ("recontra alone", "W 8S, N recontra", ILLEGAL),
        ("capo by 24", "W 24S capo", ILLEGAL),
        ("capo 25, 34 in all trumps", "W 25S capo, N 34A capo", ILLEGAL),
        ("capo 25, 35 in all trumps", "W 25S capo, N 35A capo", OK),
        ("capo 34 in all trumps, 26", "W 34A capo, N 26H capo", OK),
        ("capo 26, 26", "W 26C capo, N 26H capo", ILLEGAL),
        ("capo 25, no capo", "W 25S capo, N 40A", ILLEGAL),
        ("an opponent's capo-hand", "W 25S capo-hand, N 26H capo-hand", ILLEGAL),
    ],
)
def test_belot_row(row: str, text: str, last: str) -> None:
    heard = belot(text)
    assert heard["verdicts"] == [OK] * (len(heard["verdicts"]) - 1) + [last], row


def test_b2_four_passes_end_the_bidding() -> None:
    heard = belot("W 9C, N pass, E pass, S pass, W 11C, N pass, E pass, S pass, W pass")
    assert heard["ended"] == {"contract": "11C", "declarer": "W", "doubled": 1}


def test_b6_both_answer_a_contra_and_one_recontra_is_enough() -> None:
    text = "W 12C, N pass, S contra"
    assert set(belot(text)["turn"]) == {"W", "E"}
    assert belot(text)["legal"] == ["pass", "recontra"]
    assert belot(text + ", E recontra")["ended"] == {"contract": "12C", "declarer": "W", "doubled": 4}
    assert belot(text + ", W pass")["ended"] is None
    assert belot(text + ", W pass, E pass")["ended"] == {"contract": "12C", "declarer": "W", "doubled": 2}


def test_b7_four_passes_are_a_redeal() -> None:
    assert belot("W pass, N pass, E pass, S pass")["ended"] == {"redeal": True}


def test_after_capo_from_one_hand_the_left_of_the_caller_speaks() -> None:
    assert belot("W 10H, S 25S capo-hand")["turn"] == "W"


def test_belot_conventions_can_be_left_out() -> None:
    assert belot("W pass, N 8D, E pass, S pass, W 9H", two_passes_on_line=False)["verdicts"][-1] == OK
    free = {"two_passes_on_line": False, "three_pass_restriction": False}
    assert belot("W pass, N pass, E pass, S 10S, W pass, N 11H", **free)["verdicts"][-1] == OK
    assert belot("W pass, N 25S capo-hand", capo_hand={"enabled": False})["verdicts"][-1] == ILLEGAL


# Preferans: seats 1 2 3 are W N E at a table of four where S deals, and S W N at one of three where N deals.


def four(text: str, done: int = 0, **options: Any) -> Heard:
    return preferans_calls.auction("SWNE", "S", said(text), done, options)


def three(text: str) -> Heard:
    return preferans_calls.auction("SWN", "N", said(text))


SEVEN_DIAMONDS = "W 6S, N 6C, E 6D, W 6H, N 6N, E 7S, W 7C, N pass, E 7D, W pass"


@pytest.mark.parametrize(
    ("row", "text", "last"),
    [
        ("F1", "W 6S, N 6D", ILLEGAL),
        ("F1 next", "W 6S, N 6C", OK),
        ("F2", "W 6S, N 6C, E pass, W here", OK),
        ("F2 with three", "W 6S, N 6C, E 6D, W here", ILLEGAL),
        ("F2 junior", "W pass, N 6S, E 6C, N here", OK),
        ("F3", "W 6S, N misere, E pass, W 9", OK),
        ("F3 own misere", "W 6S, N misere, E pass, W 9, N misere-dark", OK),
        ("F3 9-dark", "W 6S, N misere, E pass, W 9, N misere-dark, W 9-dark", OK),
        ("F3 10", "W 6S, N misere, E pass, W 9, N misere-dark, W 10H", OK),
        ("F3 after 9-dark 10", "W 6S, N misere, E pass, W 9-dark, N 10H", ILLEGAL),
        ("misere as a second bid", "W 6S, N 6C, E pass, W misere", ILLEGAL),
        ("F5 lower", f"{SEVEN_DIAMONDS}, E order 7C", ILLEGAL),
        ("F5 same", f"{SEVEN_DIAMONDS}, E order 7D", OK),
        ("F5 hearts", f"{SEVEN_DIAMONDS}, E order 7H", OK),
        ("F5 no trumps", f"{SEVEN_DIAMONDS}, E order 7N", OK),
        ("F5 eight", f"{SEVEN_DIAMONDS}, E order 8S", OK),
        ("F6", f"{SEVEN_DIAMONDS}, E order 8S, W pass, N half", ILLEGAL),
        ("half on 7", f"{SEVEN_DIAMONDS}, E order 7D, W pass, N half", OK),
        ("half by the first", f"{SEVEN_DIAMONDS}, E order 7D, W half", ILLEGAL),
        ("half after a whist", f"{SEVEN_DIAMONDS}, E order 7D, W whist, N half", ILLEGAL),
        ("F7 first", "W 6S, N pass, E pass, W order 6S, N pass", ILLEGAL),
        ("F7 second", "W 6S, N pass, E pass, W order 6S, N whist, E pass", ILLEGAL),
        ("F8 after", f"{SEVEN_DIAMONDS}, E order 7D, W whist, E order 7H", ILLEGAL),
        ("F8 before", f"{SEVEN_DIAMONDS}, E order 7D, E order 7H", OK),
        ("four in the face", f"{SEVEN_DIAMONDS}, E talon-in-face", OK),
        ("in the face on a misere", "W misere, N pass, E pass, W talon-in-face", OK),
        ("pass is final", "W pass, N 6S, E 6C, W 6D", OUT_OF_TURN),
        ("no whist while bidding", "W whist", ILLEGAL),
        ("10 without trumps", "W misere, N 10N, E 10-dark", OK),
    ],
)
def test_preferans_row(row: str, text: str, last: str) -> None:
    heard = four(text)
    assert heard["verdicts"] == [OK] * (len(heard["verdicts"]) - 1) + [last], row


def test_f4_in_raspasy_the_lowest_bid_is_7() -> None:
    assert four("W 6S", done=1)["verdicts"] == [ILLEGAL]
    assert four("W 7S", done=1)["verdicts"] == [OK]
    assert four("W 6S", done=3)["verdicts"] == [ILLEGAL]
    assert four("W 6S", done=3, raspasy={"circle": "round"})["verdicts"] == [OK]


def test_f9_three_cannot_throw_the_talon_in_the_face() -> None:
    assert three("S 6S, W pass, N pass, S talon-in-face")["verdicts"][-1] == ILLEGAL


def test_three_passes_are_raspasy() -> None:
    ended = four("W pass, N pass, E pass")["ended"]
    assert ended is not None
    assert (ended["kind"], ended["declarer"]) == ("raspasy", "")


def test_the_last_of_three_may_still_bid() -> None:
    heard = three("S pass, W pass")
    assert (heard["turn"], heard["legal"]) == ("N", ["pass", "6S", "misere", "misere-dark"])
    assert three("S pass, W pass, N 6S")["stage"] == "order"


def ended(text: str) -> dict[str, Any]:
    result = four(text)["ended"]
    assert result is not None
    return result


def test_defence() -> None:
    order = f"{SEVEN_DIAMONDS}, E order 7H"
    both = ended(f"{order}, W whist, N whist")
    assert (both["kind"], both["open"], both["contract"], both["bid"]) == ("played", False, "7H", "7D")
    one = four(f"{order}, W whist, N pass")
    assert (one["turn"], one["legal"]) == ("W", ["open", "closed"])
    assert ended(f"{order}, W whist, N pass, W open")["open"] is True
    returned = ended(f"{order}, W pass, N half, W whist, W closed")
    assert (returned["answers"], returned["open"]) == ({"W": "whist", "N": "half"}, False)
    assert ended(f"{order}, W pass, N half, W pass")["kind"] == "unplayed"
    ten = f"{SEVEN_DIAMONDS}, E order 10H, W pass, N pass"
    assert (ended(ten)["kind"], four(ten)["turn"]) == ("checked", "")


def test_the_dealer_of_four_may_look_at_one_hand_and_whist() -> None:
    order = f"{SEVEN_DIAMONDS}, E order 7H, W pass, N pass"
    heard = four(order)
    assert (heard["turn"], heard["legal"], heard["stage"]) == ("S", ["pass", "look W", "look N"], "look")
    assert ended(order)["kind"] == "unplayed"
    whisted = four(f"{order}, S look N, S whist")
    assert whisted["ended"] is not None
    assert whisted["ended"]["kind"] == "played"
    assert (whisted["turn"], whisted["stage"]) == ("S", "style")
    assert four(f"{order}, S look N, S pass")["stage"] == ""
    half = four(f"{SEVEN_DIAMONDS}, E order 7H, W pass, N half, W pass, S look N, S whist, S open")
    assert half["ended"] is not None
    assert (half["ended"]["answers"], half["turn"]) == ({"W": "pass", "N": "half", "S": "whist"}, "")
    assert four(f"{order}, S whist")["verdicts"][-1] == OK, "he has looked, though nobody wrote it down"
    assert four(f"{order}, S look N, S look W")["verdicts"][-1] == ILLEGAL
    three_only = three("S 6S, W pass, N pass, S order 6C, W pass, N pass")
    assert (three_only["stage"], three_only["turn"]) == ("", "")


def test_the_whister_decides_after_the_declarers_lead_in_the_dark() -> None:
    order = "W 6S, N pass, E pass, W order 6C, N whist, E pass"
    assert four(f"{order}, N open")["verdicts"][-1] == ILLEGAL
    assert four(order)["stage"] == "lead"
    assert four(f"{order}, W lead, N open")["ended"] == {**ended(order), "open": True}


def test_without_three_gives_the_deal_up() -> None:
    given_up = ended(f"{SEVEN_DIAMONDS}, E talon-in-face, E without-three")
    assert (given_up["kind"], given_up["in_face"], given_up["bid"]) == ("given-up", True, "7D")
