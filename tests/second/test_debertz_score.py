"""Debertz, scores a second time: rows D1-D15, signs of the protocol, combinations, parties and what choices change."""

from typing import Any

import pytest

from kozyr.datasets.second.debertz_melds import credited, melds_of, winner_of_deberts
from kozyr.datasets.second.debertz_party import ended, parties, schematic
from kozyr.datasets.second.debertz_score import Scored, deal

NAMES = {2: ("D", "O"), 3: ("O1", "O2", "D"), 4: ("O1", "O2", "O3", "D")}


def scored(points: dict[str, int], tricks: dict[str, int] | None = None, **facts: Any) -> Scored:
    """A deal whose sides follow each other as named, the declarer (D) last of more than two."""
    options = facts.pop("options", {})
    shown = {"order": NAMES[len(points)], "declarer": "D", "points": points}
    return deal({**shown, "tricks": tricks or dict.fromkeys(points, 2), **facts}, options)


@pytest.mark.parametrize(
    ("row", "points", "facts", "score", "bayd"),
    [
        ("D1", {"D": 95, "O": 67}, {"credited": {"D": 20}}, {"D": 115, "O": 67}, []),
        ("D2", {"D": 70, "O": 92}, {"credited": {"D": 20}}, {"D": 0, "O": 182}, ["D"]),
        ("D3", {"D": 81, "O": 81}, {}, {"D": 0, "O": 81}, []),
        ("D3a", {"D": 100, "O": 62}, {"pot": 81}, {"D": 181, "O": 62}, []),
        ("D3b", {"D": 60, "O": 102}, {"pot": 81}, {"D": 0, "O": 243}, ["D"]),
        ("D3c", {"D": 81, "O": 81}, {"pot": 81}, {"D": 0, "O": 81}, []),
        ("D4", {"D": 50, "O1": 60, "O2": 40}, {}, {"D": 0, "O1": 110, "O2": 40}, ["D"]),
        ("D5", {"D": 30, "O1": 45, "O2": 60}, {}, {"D": 0, "O1": 60, "O2": 75}, ["D"]),
        (
            "D6",
            {"D": 31, "O1": 40, "O2": 45, "O3": 46},
            {},
            {"D": 0, "O1": 51, "O2": 55, "O3": 56},
            ["D"],
        ),
        ("D7", {"D": 50, "O1": 50, "O2": 40, "O3": 22}, {}, {"D": 0, "O1": 50, "O2": 40, "O3": 22}, []),
        (
            "D7a",
            {"D": 45, "O1": 60, "O2": 47, "O3": 10},
            {"pot": 50},
            {"D": 0, "O1": 108, "O2": 94, "O3": 10},
            ["D"],
        ),
        (
            "D8",
            {"D": 162, "O": 0},
            {"tricks": {"D": 8, "O": 0}, "credited": {"O": 20}},
            {"D": 162, "O": -50},
            [],
        ),
        (
            "D9",
            {"D": 0, "O": 162},
            {"tricks": {"D": 0, "O": 8}, "credited": {"D": 50}},
            {"D": -50, "O": 212},
            ["D"],
        ),
        ("D14", {"D": 50, "O": 30}, {}, {"D": 50, "O": 30}, []),
        ("D15", {"D": 71, "O": 91}, {"bela": {"D": 20}}, {"D": 0, "O": 91}, []),
    ],
)
def test_row(row: str, points: dict[str, int], facts: dict[str, Any], score: dict[str, int], bayd: list[str]) -> None:
    result = scored(points, **facts)
    assert (result["score"], result["bayd"]) == (score, bayd), row


@pytest.mark.parametrize(
    ("row", "points", "before", "pot"),
    [
        ("D3", {"D": 81, "O": 81}, 0, 81),
        ("D3a", {"D": 100, "O": 62}, 81, 0),
        ("D3b", {"D": 60, "O": 102}, 81, 0),
        ("D3c", {"D": 81, "O": 81}, 81, 162),
        ("D7", {"D": 50, "O1": 50, "O2": 40, "O3": 22}, 0, 50),
        ("D15", {"D": 91, "O": 91}, 0, 91),
    ],
)
def test_pot_after_row(row: str, points: dict[str, int], before: int, pot: int) -> None:
    result = scored(points, pot=before)
    assert (result["pot"], result["deferred"]) == (pot, pot > 0), row


def test_d10_the_third_letter_costs_100_and_each_later_one_50() -> None:
    account = 200
    for letters, after in ((2, 100), (3, 50), (4, 0)):
        result = scored({"D": 60, "O": 102}, letters={"D": letters})
        assert result["letters"] == {"D": letters + 1, "O": 0}
        account += result["score"]["D"]
        assert account == after


def test_d11_both_past_the_target_are_written_501_to_500() -> None:
    assert ended({"D": 520, "O": 512}, 501, "O", ("D", "O")) == {"winner": "D", "record": (501, 500)}
    assert ended({"D": 1020, "O": 1012}, 1001, "O", ("D", "O")) == {"winner": "D", "record": (1001, 1000)}
    assert ended({"D": 520, "O": 480}, 501, "O", ("D", "O")) == {"winner": "D", "record": None}
    assert ended({"D": 500, "O": 480}, 501, "O", ("D", "O")) is None
    assert ended({"D": 501, "O": 480}, 501, "O", ("D", "O"), {"target_reached": "gt"}) is None


def test_d12_a_tie_past_the_target_goes_to_the_last_declarer() -> None:
    assert ended({"A": 515, "B": 515}, 501, "B", ("A", "B")) == {"winner": "B", "record": (501, 500)}
    three = {"A": 515, "B": 515, "C": 400}
    assert ended(three, 501, "C", ("B", "A", "C")) == {"winner": "B", "record": (501, 500)}, "by the rule of move"


def test_d13_bayd_by_the_judge_gives_the_whole_index() -> None:
    result = scored({"D": 0, "O": 0}, offender="O", declared={"D": 20})
    assert result["score"] == {"D": 182, "O": 0}
    assert result["letters"] == {"D": 0, "O": 1}
    shared = scored({"D": 0, "O1": 0, "O2": 0}, offender="O1", dealt=111)
    assert shared["score"] == {"O1": 0, "O2": 61, "D": 60}
    alone = scored({"D": 0, "O1": 0, "O2": 0}, offender="O1", dealt=111, options={"judge_bayd_beneficiary": "declarer"})
    assert alone["score"] == {"O1": 0, "O2": 0, "D": 121}
    fixed = scored({"D": 0, "O": 0}, offender="D", dealt=70, options={"judge_bayd_base": "162"})
    assert fixed["score"] == {"D": 0, "O": 162}


@pytest.mark.parametrize(
    ("options", "points", "score"),
    [
        ({"must_beat": "sum"}, {"D": 70, "O1": 50, "O2": 42}, {"D": 0, "O1": 85, "O2": 77}),
        ({"bayd_split": "all_equal"}, {"D": 50, "O1": 60, "O2": 52}, {"D": 0, "O1": 85, "O2": 77}),
        ({"bayd_split": "highest"}, {"D": 30, "O1": 45, "O2": 60}, {"D": 0, "O1": 45, "O2": 90}),
        ({"split_remainder": "drop"}, {"D": 31, "O1": 45, "O2": 60}, {"D": 0, "O1": 60, "O2": 75}),
        ({"split_remainder": "to_highest"}, {"D": 31, "O1": 45, "O2": 60}, {"D": 0, "O1": 60, "O2": 76}),
    ],
)
def test_choices(options: dict[str, Any], points: dict[str, int], score: dict[str, int]) -> None:
    assert scored(points, options=options)["score"] == score


def test_choices_of_what_goes_over() -> None:
    void = scored(
        {"D": 0, "O": 162},
        {"D": 0, "O": 8},
        credited={"D": 50},
        options={"no_trick_declarer_combos": "void"},
    )
    assert void["score"] == {"D": -50, "O": 162}
    lost = {"declared": {"D": 20, "O": 50}, "credited": {"O": 50}}
    assert scored({"D": 70, "O": 92}, **lost)["score"] == {"D": 0, "O": 212}
    assert scored({"D": 70, "O": 92}, **lost, options={"bayd_transfers": "all_declared"})["score"]["O"] == 232
    lettered = scored({"D": 81, "O": 81}, letters={"D": 2}, options={"deferred_counts_as_b": True})
    assert lettered["score"] == {"D": -100, "O": 81}


SIGNS = {
    3: (0, 0, 0, 3, 0),
    10: (0, 0, 0, 10, 0),
    30: (0, 0, 1, 10, 0),
    47: (0, 1, 0, 0, 3),
    81: (0, 0, 4, 1, 0),
    95: (0, 1, 2, 5, 0),
    98: (1, 0, 0, 0, 2),
    115: (0, 1, 3, 5, 0),
    162: (1, 0, 3, 2, 0),
    182: (1, 0, 4, 2, 0),
    243: (2, 0, 2, 3, 0),
    501: (5, 0, 0, 1, 0),
}


@pytest.mark.parametrize(("points", "signs"), SIGNS.items())
def test_schematic_form(points: int, signs: tuple[int, int, int, int, int]) -> None:
    assert schematic(points) == signs


@pytest.mark.parametrize("points", range(-60, 700, 7))
def test_schematic_form_keeps_the_value_and_never_both_small_columns(points: int) -> None:
    crosses, circles, bars, plus, minus = schematic(points)
    assert 100 * crosses + 50 * circles + 20 * bars + plus - minus == points
    assert 0 in (plus, minus)


SIDES = {"S": "SN", "N": "SN", "W": "WE", "E": "WE"}


@pytest.mark.parametrize(
    ("hand", "names"),
    [
        ("7S 8S 9S AD KD 10D 7H 8H", ["terz 9S"]),
        ("QH KH AH JH 7S 8S 9S 10C", ["fifty AH", "terz 9S"]),
        ("7C 8C 9C 10C JC QC KC AS", ["deberts KC"]),
        ("7H 8H 9H 10H JH QH KH AS", ["fifty KH"]),
        ("7H 8H 9H JH QH KH AH 7S", ["fifty AH", "terz 9H"]),
        ("7H 8H 10H JH KH AH 7S 8S", []),
    ],
)
def test_combinations_of_a_hand(hand: str, names: list[str]) -> None:
    assert [name for name, _ in melds_of(hand.split(), "C")] == names


def test_the_higher_combination_counts_whatever_the_trump() -> None:
    declared = [("W", "terz QC", 3), ("N", "terz KH", 3)]
    assert credited(declared, "WNES", SIDES, "C") == {"SN": 20}
    assert credited([("W", "terz QC", 3), ("N", "terz QH", 3)], "NESW", SIDES, "C") == {"SN": 20}, "first by move"
    assert credited([*declared, ("E", "fifty 10S", 4)], "WNES", SIDES, "C") == {"WE": 70}, "partners' are added"
    single = {"S": "S", "W": "W", "N": "N", "E": "E"}
    assert credited([*declared, ("E", "fifty 10S", 4)], "WNES", single, "C") == {"E": 50}
    longer = [("W", "fifty KS", 4), ("N", "fifty QH", 5)]
    assert credited(longer, "WNES", SIDES, "C") == {"WE": 50}
    assert credited(longer, "WNES", SIDES, "C", {"sequence_compare": "length_then_top"}) == {"SN": 50}
    assert credited(longer, "WNES", SIDES, "C", {"hundred_for_five": True}) == {"SN": 100}
    assert credited([], "WNES", SIDES, "C") == {}


def test_choices_of_combinations() -> None:
    own = [("W", "fifty AH", 4), ("W", "terz 9S", 3), ("E", "terz KD", 3)]
    assert credited(own, "WNES", SIDES, "C") == {"WE": 90}
    assert credited(own, "WNES", SIDES, "C", {"winner_scores_all_own": False}) == {"WE": 70}
    assert credited(own, "WNES", SIDES, "C", {"team_sum": False}) == {"WE": 70}
    assert winner_of_deberts([*own, ("N", "deberts KC", 7)], "WNES", SIDES) == "SN"
    assert winner_of_deberts(own, "WNES", SIDES) == ""


def test_parties_and_meeting() -> None:
    win = {"order": ("D", "O"), "declarer": "D", "points": {"D": 162, "O": 0}, "tricks": {"D": 8, "O": 0}}
    bayd = {**win, "points": {"D": 62, "O": 100}, "tricks": {"D": 4, "O": 4}}
    tie = {**win, "points": {"D": 81, "O": 81}, "tricks": {"D": 4, "O": 4}}
    meeting = parties([win, bayd, win, tie, win], 501)
    assert meeting["parties"] == [{"score": {"D": 567, "O": 93}, "winner": "D", "record": None}]
    assert (meeting["wins"], meeting["winner"]) == ({"D": 1, "O": 0}, "")
    assert meeting["score"] == {"D": 0, "O": 0}
    assert meeting["results"][3]["pot"] == 81
    again = parties([win] * 8 + [bayd], 501)
    assert again["winner"] == "D"
    assert again["score"] == {"D": 0, "O": 162}
    assert again["results"][-1]["letters"] == {"D": 1, "O": 0}
    by_deberts = parties([{**win, "deberts": "O"}, {**win, "deberts": "O"}], 501)
    assert by_deberts["winner"] == "O"
