"""Preferans, scores a second time: rows P1-P26, the settlement, penalty amounts, points of a round and the choices."""

from fractions import Fraction
from typing import Any

import pytest

from kozyr.datasets.second.preferans_score import Sheet, after, blank, circle_cost, deal
from kozyr.datasets.second.preferans_sheet import (
    added,
    balances,
    clock_fine,
    enter,
    fine,
    round_points,
    settle,
    total,
)

# Declarer D, then the defenders 1 and 2; at a table of four 0 deals.


def played(
    contract: str, tricks: tuple[int, int, int], answers: str, options: dict[str, Any] | None = None, **facts: Any
) -> dict[str, int]:
    """What is not zero: ``D pool``, ``1 mountain``, ``1 on D``. ``answers``: ``whist pass`` of 1, 2 and the dealer."""
    four = facts.pop("four", False)
    seats = ("0", "D", "1", "2") if four else ("D", "1", "2")
    said = dict(zip("120", answers.split(), strict=False))
    shown = {"players": seats, "dealer": seats[0], "kind": "played", "contract": contract, "bid": contract}
    shown |= {"declarer": "D", "tricks": dict(zip("D12", tricks, strict=True)), "answers": said}
    return entries(deal({**shown, **facts}, options))


def entries(sheet: Sheet) -> dict[str, int]:
    found = {}
    for seat, row in sheet.items():
        found |= {f"{seat} pool": row["pool"], f"{seat} mountain": row["mountain"]}
        found |= {f"{seat} on {other}": whists for other, whists in row["whists"].items()}
    return {name: count for name, count in found.items() if count}


FOUR = {"four": True}


@pytest.mark.parametrize(
    ("row", "contract", "tricks", "answers", "facts", "written"),
    [
        ("P1", "6C", (6, 2, 2), "whist whist", {}, {"D pool": 2, "1 on D": 4, "2 on D": 4}),
        (
            "P2",
            "6C",
            (5, 3, 2),
            "whist whist",
            FOUR,
            {"D mountain": 2, "1 on D": 8, "2 on D": 6, "0 on D": 2},
        ),
        ("P3", "7H", (8, 1, 1), "whist pass", {}, {"D pool": 4, "1 on D": 8}),
        ("P4", "7H", (9, 1, 0), "whist pass", {}, {"D pool": 4, "1 on D": 4, "1 mountain": 4}),
        ("P5", "6D", (7, 3, 0), "whist whist", {}, {"D pool": 2, "1 on D": 6, "2 mountain": 2}),
        ("P6", "6D", (6, 4, 0), "whist whist", {}, {"D pool": 2, "1 on D": 8}),
        ("P7", "8S", (9, 1, 0), "whist whist", {}, {"D pool": 6, "1 on D": 6, "2 mountain": 6}),
        ("P8", "8S", (8, 2, 0), "whist whist", {}, {"D pool": 6, "1 on D": 12}),
        ("P9", "8S", (10, 0, 0), "whist whist", {}, {"D pool": 6, "1 mountain": 6, "2 mountain": 6}),
        ("P10", "9D", (9, 1, 0), "whist whist", {}, {"D pool": 8, "1 on D": 8, "2 mountain": 8}),
        (
            "P11",
            "10N",
            (9, 1, 0),
            "whist pass",
            FOUR,
            {"D mountain": 10, "1 on D": 20, "2 on D": 10, "0 on D": 10},
        ),
        ("P12", "10N", (9, 1, 0), "pass pass", {"kind": "checked"}, {"D mountain": 10}),
        ("P13", "10N", (10, 0, 0), "whist whist", {}, {"D pool": 10, "1 mountain": 10, "2 mountain": 10}),
        ("P14", "misere", (2, 4, 4), "", {"kind": "misere"}, {"D mountain": 20}),
        ("misere made", "misere", (0, 5, 5), "", {"kind": "misere"}, {"D pool": 10}),
        (
            "P15",
            "7D",
            (0, 0, 0),
            "",
            {"kind": "given-up", "in_face": True, **FOUR},
            {"D mountain": 12, "0 mountain": 4},
        ),
        (
            "P16",
            "8H",
            (8, 1, 1),
            "whist pass",
            {"bid": "7H", "in_face": True, "talon": ("AS", "AD"), **FOUR},
            {"D pool": 6, "0 mountain": 4, "1 on D": 12},
        ),
        (
            "P17 made",
            "7H",
            (8, 1, 1),
            "whist pass",
            {"talon": ("AS", "AD"), **FOUR},
            {"D pool": 4, "1 on D": 8, "0 on D": 12},
        ),
        (
            "P17 failed",
            "7H",
            (6, 2, 2),
            "whist pass",
            {"talon": ("AS", "AD"), **FOUR},
            {"D mountain": 4, "1 on D": 20, "2 on D": 4, "0 on D": 16},
        ),
        (
            "P18",
            "7H",
            (10, 0, 0),
            "pass pass",
            {"kind": "unplayed", "talon": ("AC", "KC"), **FOUR},
            {"D pool": 4, "0 on D": 8},
        ),
        (
            "talon A and K",
            "7H",
            (10, 0, 0),
            "pass pass",
            {"kind": "unplayed", "talon": ("AC", "KD"), **FOUR},
            {"D pool": 4, "0 on D": 4},
        ),
        (
            "talon K and Q",
            "6H",
            (10, 0, 0),
            "pass pass",
            {"kind": "unplayed", "talon": ("QC", "KC"), **FOUR},
            {"D pool": 2, "0 on D": 2},
        ),
        ("talon of three", "7H", (10, 0, 0), "pass pass", {"kind": "unplayed", "talon": ("AC", "KC")}, {"D pool": 4}),
        ("P19", "7H", (0, 0, 0), "pass half", {"kind": "unplayed"}, {"D pool": 4, "2 on D": 4}),
        ("half on 6", "6H", (0, 0, 0), "pass half", {"kind": "unplayed"}, {"D pool": 2, "2 on D": 4}),
        (
            "the dealer whists",
            "7H",
            (8, 1, 1),
            "pass half whist",
            FOUR,
            {"D pool": 4, "0 on D": 8},
        ),
        (
            "in the face on a misere",
            "misere",
            (0, 5, 5),
            "",
            {"kind": "misere", "in_face": True, **FOUR},
            {"D pool": 10, "0 mountain": 2},
        ),
        (
            "in the face on a misere in raspasy",
            "misere",
            (0, 5, 5),
            "",
            {"kind": "misere", "in_face": True, "raspasy": 1, **FOUR},
            {"D pool": 10, "0 mountain": 4},
        ),
    ],
)
def test_row(
    row: str,
    contract: str,
    tricks: tuple[int, int, int],
    answers: str,
    facts: dict[str, Any],
    written: dict[str, int],
) -> None:
    assert played(contract, tricks, answers, **facts) == written, row


@pytest.mark.parametrize(
    ("options", "contract", "tricks", "written"),
    [
        ({"two_whist_shortfall": "uncapped_quota"}, "6D", (7, 3, 0), {"D pool": 2, "1 on D": 6, "2 mountain": 4}),
        ({"two_whist_shortfall": "uncapped_quota"}, "6D", (6, 4, 0), {"D pool": 2, "1 on D": 8}),
        ({"two_whist_shortfall": "always_quota"}, "6D", (6, 4, 0), {"D pool": 2, "1 on D": 8, "2 mountain": 4}),
        ({"eight_second_whister": "second_to_declare"}, "8S", (9, 0, 1), {"D pool": 6, "2 on D": 6, "2 mountain": 6}),
        ({"consolation": ["whister"]}, "6D", (5, 3, 2), {"D mountain": 2, "1 on D": 8, "2 on D": 6}),
    ],
)
def test_choices(options: dict[str, Any], contract: str, tricks: tuple[int, int, int], written: dict[str, int]) -> None:
    assert played(contract, tricks, "whist whist", options, four=options.get("consolation") is not None) == written


def test_a_gentleman_shares_the_whists_of_a_game_that_failed() -> None:
    gentleman = {"whist_style": "gentleman"}
    assert played("6D", (5, 3, 2), "whist pass", gentleman) == {"D mountain": 2, "1 on D": 7, "2 on D": 7}
    assert played("6D", (6, 2, 2), "whist pass", gentleman) == {"D pool": 2, "1 on D": 8}


def raspasy(done: int, tricks: dict[str, int], dealer: str, **options: Any) -> dict[str, int]:
    facts = {"players": tuple(tricks), "dealer": dealer, "kind": "raspasy", "tricks": tricks, "raspasy": done}
    return entries(deal(facts, options))


def test_raspasy_rows() -> None:
    assert raspasy(1, {"A": 5, "B": 5, "C": 0}, "C") == {"A mountain": 10, "B mountain": 10, "C pool": 2}, "P20"
    four = {"A": 4, "B": 3, "C": 3, "0": 0}
    assert raspasy(0, four, "0") == {"A mountain": 4, "B mountain": 3, "C mountain": 3}, "P21"
    assert raspasy(4, {"A": 6, "B": 3, "C": 1}, "A") == {"A mountain": 18, "B mountain": 9, "C mountain": 3}, "P22"
    assert raspasy(0, four, "0", raspasy={"zero_bonus_dealer": True})["0 pool"] == 1
    assert raspasy(0, four, "0", raspasy={"amnesty": True}) == raspasy(0, four, "0")
    three = {"A": 5, "B": 3, "C": 2}
    assert raspasy(0, three, "A", raspasy={"amnesty": True}) == {"A mountain": 3, "B mountain": 1}


def test_p26_the_ladder_of_raspasy() -> None:
    seats = ("S", "W", "N")
    assert [circle_cost(done, 3) for done in range(5)] == [1, 2, 3, 3, 3]
    assert [circle_cost(done, 3, {"raspasy": {"circle": "round"}}) for done in (0, 2, 3, 6, 20)] == [1, 1, 2, 3, 3]
    once = after(0, "S", seats, "raspasy")
    twice = after(*once, seats, "raspasy")
    misere = after(*twice, seats, "failed-misere")
    assert (once, twice, misere) == ((1, "W"), (2, "N"), (2, "N"))
    assert after(*misere, seats, "made") == (0, "S")
    assert after(2, "N", seats, "made-misere") == after(2, "N", seats, "made-10") == (2, "S")
    assert after(2, "N", seats, "failed") == (2, "S")
    assert after(2, "N", seats, "annulled") == (2, "N")
    assert after(0, "N", seats, "failed-misere") == (0, "S"), "the rule speaks of raspasy"


def pools(seats: str, **held: int) -> Sheet:
    sheet = blank(seats)
    for seat, points in held.items():
        sheet[seat]["pool"] = points
    return sheet


def test_p23_a_closed_player_helps_the_largest_open_pool() -> None:
    sheet = pools("ABC", A=20, B=18, C=12)
    facts = {"players": "ABC", "dealer": "B"}
    result = enter(sheet, "A", 4, facts, {"pool_target": 20})
    assert entries(result) == {"A pool": 20, "B pool": 20, "C pool": 14, "A on B": 20, "A on C": 20}
    assert entries(sheet) == {"A pool": 20, "B pool": 18, "C pool": 12}


def test_p24_a_made_misere_may_be_written_off() -> None:
    sheet = pools("ABC", A=20, B=18, C=12)
    facts = {"players": "ABC", "dealer": "B", "choice": "write-off"}
    assert entries(enter(sheet, "A", 10, facts, {"pool_target": 20}))["A mountain"] == -10


def test_help_goes_past_the_dealer_of_four_and_at_last_off_the_mountain() -> None:
    facts = {"players": "ABCD", "dealer": "B"}
    options = {"pool_target": 20}
    result = enter(pools("ABCD", A=20, B=19, C=12, D=12), "A", 4, facts, options)
    assert entries(result)["A on C"] == 40, "the next clockwise of equals"
    closed = enter(pools("ABCD", A=20, B=19, C=20, D=20), "A", 4, facts, options)
    assert entries(closed)["A mountain"] == -4
    over = enter(pools("ABCD", A=18, B=0, C=0, D=10), "A", 4, facts, options)
    assert (over["A"]["pool"], over["D"]["pool"], over["A"]["whists"]["D"]) == (20, 12, 20)
    assert enter(pools("ABC"), "A", 4, {"players": "ABC", "dealer": "B"})["A"]["pool"] == 4


def test_p25_the_clock() -> None:
    assert [clock_fine(seconds) for seconds in (10, 30, 59, 60, 95)] == [0, 0, 0, 1, 2]


def sheet_of(pool: tuple[int, ...], mountain: tuple[int, ...], whists: dict[str, int]) -> Sheet:
    seats = "0123"[: len(pool)]
    sheet = blank(seats)
    for at, seat in enumerate(seats):
        sheet[seat]["pool"], sheet[seat]["mountain"] = pool[at], mountain[at]
    for pair, count in whists.items():
        sheet[pair[0]]["whists"][pair[1]] = count
    return sheet


@pytest.mark.parametrize(
    ("pool", "mountain", "whists", "exact", "whole"),
    [
        (
            (14, 8, 0),
            (12, 26, 6),
            {"01": 12, "10": 22, "20": 22, "21": 4},
            (Fraction(184, 3), Fraction(-302, 3), Fraction(118, 3)),
            (62, -101, 39),
        ),
        (
            (10, 4, 8),
            (6, 2, 12),
            {"01": 16, "02": 24, "10": 8, "12": 12, "20": 20, "21": 4},
            (Fraction(136, 3), Fraction(40, 3), Fraction(-176, 3)),
            (46, 13, -59),
        ),
        (
            (20, 20, 20, 20),
            (10, 24, 6, 16),
            {
                "01": 40,
                "02": 12,
                "03": 30,
                "10": 18,
                "12": 44,
                "13": 20,
                "20": 60,
                "21": 22,
                "23": 8,
                "30": 26,
                "31": 34,
                "32": 10,
            },
            (18, -114, 104, -8),
            (18, -114, 104, -8),
        ),
        (
            (12, 6, 10, 4),
            (8, 14, 20, 10),
            {
                "01": 20,
                "02": 8,
                "03": 12,
                "10": 4,
                "12": 16,
                "20": 24,
                "21": 12,
                "23": 6,
                "31": 8,
                "32": 18,
            },
            (102, -50, -50, -2),
            (102, -50, -50, -2),
        ),
    ],
)
def test_settlement(
    pool: tuple[int, ...],
    mountain: tuple[int, ...],
    whists: dict[str, int],
    exact: tuple[Fraction, ...],
    whole: tuple[int, ...],
) -> None:
    sheet = sheet_of(pool, mountain, whists)
    assert tuple(balances(sheet).values()) == exact
    assert tuple(settle(sheet).values()) == whole
    assert sum(whole) == 0


@pytest.mark.parametrize(
    ("row", "value", "late", "points"),
    [
        ("P-3", 4, False, 4),
        ("P-3", 4, True, 12),
        ("P-5", 2, False, 6),
        ("P-5", 2, True, 20),
        ("P-5", 3, False, 9),
        ("P-5", 3, True, 30),
        ("P-2", 6, False, 6),
        ("P-2", 6, True, 18),
        ("P-1", 1, False, 0),
        ("P-1", 3, False, 4),
        ("P-3", 10, False, 10),
        ("P-3", 10, True, 30),
        ("P-6", 2, False, 4),
        ("P-7", 95, False, 2),
    ],
)
def test_penalty_amounts(row: str, value: int, late: bool, points: int) -> None:
    assert fine(row, value, late) == points


def test_points_of_a_round() -> None:
    assert list(round_points({"A": 220, "B": 30, "C": -60, "D": -190}).values()) == [6, 2, -3, -6]
    whists = {0: 0, 50: 1, 51: 2, 150: 2, 151: 3, 300: 3, 301: 4, 500: 4, 501: 5}
    for won, expected in whists.items():
        assert round_points({"A": 9999, "B": won, "C": -9999})["B"] == expected
    assert list(round_points({"A": 50, "B": 50, "C": -100}).values()) == [Fraction(5, 2), Fraction(5, 2), -5]


def test_sheets_add_up() -> None:
    one = sheet_of((2, 0, 0), (0, 3, 0), {"10": 4})
    assert entries(added(one, one)) == {"0 pool": 4, "1 mountain": 6, "1 on 0": 8}
    assert entries(total("012", [one, one])) == entries(added(one, one))
