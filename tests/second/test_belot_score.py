"""Bazar Belot, scores a second time: the ten examples of the regulation, further splits, constructions, the match."""

from typing import Any

import pytest

from kozyr.datasets.second.belot_melds import melds_of, played, worth
from kozyr.datasets.second.belot_score import deal, match, split

HALF = {"SN": 4, "WE": 4}
ALL = {"SN": 8, "WE": 0}


@pytest.mark.parametrize(
    ("row", "contract", "doubled", "points", "tricks", "melds", "score", "bayt"),
    [
        ("1", "14S", 1, (144, 18), HALF, (0, 15), (28, 17), []),
        ("2", "13N", 1, (162, 0), ALL, (0, 2), (38, 2), []),
        ("3", "14S", 2, (144, 18), HALF, (0, 15), (59, 0), ["WE"]),
        ("4", "14S", 4, (144, 18), HALF, (0, 15), (87, 0), ["WE"]),
        ("5", "14S", 1, (139, 23), HALF, (0, 15), (0, 45), ["SN"]),
        ("6", "14S", 2, (139, 23), HALF, (0, 15), (0, 59), ["SN"]),
        ("7", "14S", 4, (139, 23), HALF, (0, 15), (0, 87), ["SN"]),
        ("8", "25S capo", 1, (162, 0), ALL, (0, 0), (50, 0), []),
        ("9", "25S capo", 2, (155, 7), HALF, (0, 0), (0, 66), ["SN"]),
        ("10", "30N", 1, (143, 19), HALF, (19, 0), (63, 2), []),
        ("13H made", "13H", 1, (130, 32), HALF, (0, 0), (26, 3), []),
        ("13H failed", "13H", 1, (129, 33), HALF, (0, 0), (0, 29), ["SN"]),
        ("bela", "10D", 1, (80, 82), HALF, (2, 0), (20, 8), []),
        ("20A 200", "20A", 1, (200, 58), HALF, (0, 0), (40, 6), []),
        ("20A 204", "20A", 1, (204, 54), HALF, (0, 0), (40, 5), []),
        ("20A failed", "20A", 1, (199, 59), HALF, (0, 0), (0, 46), ["SN"]),
        ("whisters take all", "8C", 1, (0, 162), {"SN": 0, "WE": 8}, (0, 2), (0, 35), ["SN"]),
        ("recontra", "8C", 4, (80, 82), HALF, (0, 2), (50, 0), ["WE"]),
        ("capo in all trumps", "34A capo", 1, (258, 0), ALL, (0, 0), (68, 0), []),
        ("capo without a trick", "25S capo", 1, (160, 2), {"SN": 7, "WE": 1}, (0, 0), (0, 41), ["SN"]),
        ("capo 27 with a terz", "27S capo", 1, (162, 0), ALL, (2, 0), (54, 0), []),
        ("capo 28 with a terz", "28S capo", 1, (162, 0), ALL, (2, 0), (0, 46), ["SN"]),
        ("failed with constructions", "16S", 1, (100, 62), HALF, (5, 0), (0, 37), ["SN"]),
    ],
)
def test_row(
    row: str,
    contract: str,
    doubled: int,
    points: tuple[int, int],
    tricks: dict[str, int],
    melds: tuple[int, int],
    score: tuple[int, int],
    bayt: list[str],
) -> None:
    sides = ("SN", "WE")
    result = deal(
        contract, "SN", dict(zip(sides, points, strict=True)), tricks, dict(zip(sides, melds, strict=True)), doubled
    )
    assert (result["score"]["SN"], result["score"]["WE"], result["bayt"]) == (*score, bayt), row


@pytest.mark.parametrize(
    ("playing", "large"),
    [
        (158, (16, 0)),
        (157, (15, 1)),
        (154, (15, 1)),
        (153, (15, 1)),
        (148, (15, 1)),
        (147, (14, 2)),
        (146, (14, 2)),
        (145, (14, 2)),
        (143, (14, 2)),
        (81, (8, 8)),
    ],
)
def test_split(playing: int, large: tuple[int, int]) -> None:
    assert split(playing, 162 - playing, 16) == large


def test_every_split_of_162_gives_16() -> None:
    assert {sum(split(playing, 162 - playing, 16)) for playing in range(163)} == {16}


@pytest.mark.parametrize(
    ("options", "contract", "points", "melds", "score"),
    [
        ({"trick_total": {"vk": 25}}, "20A", (199, 59), (0, 0), (0, 45)),
        ({"failed_declarer_constructions": "lost"}, "16S", (100, 62), (5, 0), (0, 32)),
        ({"capo_hand": {"value": "double"}}, "25S capo-hand", (155, 7), (0, 0), (0, 66)),
    ],
)
def test_choices(
    options: dict[str, Any], contract: str, points: tuple[int, int], melds: tuple[int, int], score: tuple[int, int]
) -> None:
    sides = ("SN", "WE")
    result = deal(
        contract,
        "SN",
        dict(zip(sides, points, strict=True)),
        HALF,
        dict(zip(sides, melds, strict=True)),
        options=options,
    )
    assert (result["score"]["SN"], result["score"]["WE"]) == score


@pytest.mark.parametrize(
    ("hand", "mode", "names"),
    [
        ("7S 8S 9S AD KD 10H JH 7H", "H", ["terz 9S"]),
        ("7S 8S 9S AD KD QD JD 7H", "H", ["berz AD", "terz 9S"]),
        ("9S 10S JS QS KS AS 7D 8D", "H", ["quint AS"]),
        ("7S 8S 9S 10S JS QS KS AS", "H", ["quint AS", "terz 9S"]),
        ("JS JH JD JC QS KS AS 7D", "H", ["frame J", "berz AS"]),
        ("JS JH JD JC AS AH AD AC", "N", ["frame A", "frame J"]),
        ("JS JH JD JC AS AH AD AC", "H", ["frame J", "frame A"]),
        ("9S 9H 9D 9C 7D 8D AS KS", "N", ["terz 9D"]),
        ("7S 9S JS KS 7D 9D JD KD", "H", []),
        ("7S 8S 9S JS QS KS 7D 9D", "S", ["terz KS", "terz 9S"]),
        ("7S 8S 9S 7H 8H 9H AD KD", "H", ["terz 9H", "terz 9S"]),
    ],
)
def test_constructions_of_a_hand(hand: str, mode: str, names: list[str]) -> None:
    assert melds_of(hand.split(), mode) == names


def test_values_of_constructions() -> None:
    suits = {"frame J": 20, "frame 9": 14, "frame A": 11, "frame 10": 10, "frame K": 10, "frame Q": 10, "frame 8": 0}
    assert {name: worth(name, "S") for name in suits} == suits
    without = {"frame A": 19, "frame 10": 10, "frame K": 10, "frame Q": 10, "frame J": 10, "frame 9": 0}
    assert {name: worth(name, "N") for name in without} == without
    assert worth("frame J", "N", {"bk_jack_frames": 0}) == 0
    assert [worth(name, "A") for name in ("terz 9S", "berz AS", "quint AS")] == [2, 5, 10]


def count(spoken: str, mode: str = "H", shown: str | None = None, **facts: Any) -> tuple[int, int]:
    """Points of SN and WE; SN plays the contract."""
    said = [(text.split()[0], " ".join(text.split()[1:])) for text in spoken.split(",")]
    seen = said if shown is None else [(one.split()[0], " ".join(one.split()[1:])) for one in shown.split(",")]
    result = played(said, seen, mode, "SN", facts.pop("tricks", HALF), **facts)
    return result["SN"], result["WE"]


@pytest.mark.parametrize(
    ("why", "spoken", "mode", "points"),
    [
        ("longer", "S terz AS, W berz 10D", "H", (0, 5)),
        ("all of the line", "S terz AS, W berz 10D, E terz 9C", "H", (0, 7)),
        ("height", "S terz KS, W terz AD", "H", (0, 2)),
        ("trump", "S terz AS, W terz AH", "H", (0, 2)),
        ("first announced", "S terz AS, W terz AD", "H", (2, 0)),
        ("frames", "S quint AS, W frame Q", "H", (0, 10)),
        ("frames in order", "S frame 10, W frame A", "H", (0, 11)),
        ("aces first without trumps", "S frame J, W frame A", "N", (0, 19)),
        ("nines are nothing without trumps", "S frame 9, W terz AS", "N", (0, 2)),
        ("eights cancel all but bela", "S frame 8, W terz AS, E bela, E rebela", "H", (0, 2)),
        ("half a bela", "S bela", "H", (0, 0)),
        ("bela beats nothing", "S bela, S rebela, W terz AS", "H", (2, 2)),
        ("belas of all trumps", "S bela H, W bela S, W rebela S, S rebela H", "A", (2, 2)),
        ("no bela without trumps", "S bela, S rebela", "N", (0, 0)),
    ],
)
def test_whose_constructions_count(why: str, spoken: str, mode: str, points: tuple[int, int]) -> None:
    assert count(spoken, mode) == points, why


def test_constructions_not_shown_are_not_played() -> None:
    assert count("S berz AS, W terz AD", shown="W terz AD") == (0, 2)
    assert count("S berz AS, W terz AD", shown="S berz AS") == (5, 0)
    assert count("S berz AS, N terz 9D, W terz AD", shown="N terz 9D, W terz AD") == (0, 2)
    assert count("S berz AS, N terz AD, W terz KD", shown="N terz AD, W terz KD") == (2, 0)


def test_the_playing_line_needs_a_trick_and_the_whisters_none() -> None:
    assert count("S berz AS, N bela, N rebela", tricks={"SN": 0, "WE": 8}) == (0, 0)
    assert count("W berz AS", tricks={"SN": 8, "WE": 0}) == (0, 5)


def test_the_closed_hand_of_a_capo_counts_nothing() -> None:
    assert count("N berz AS, W terz AD", closed="N") == (0, 2)


def test_the_match() -> None:
    scores = [{"SN": 150, "WE": 100}, {"SN": 157, "WE": 202}]
    assert match(scores) == {"score": {"SN": 307, "WE": 302}, "winner": "SN"}
    assert match([{"SN": 302, "WE": 302}])["winner"] == ""
    assert match([{"SN": 300, "WE": 100}])["winner"] == ""
    assert match([{"SN": 300, "WE": 100}], {"match_target": 201})["winner"] == "SN"
