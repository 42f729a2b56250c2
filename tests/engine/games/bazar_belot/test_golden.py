"""Golden logs: the ten examples of the regulation and the vectors of rules dossier B.5.2, 9.5 and 11.2."""

import pytest

from .sitting import GOLDEN, N, S, golden

TEN = (
    # contract, doubled, score SN and WE, running totals, bayt
    ("14S", 1, 28, 17, 28, 17, ()),
    ("13N", 1, 38, 2, 66, 19, ()),
    ("14S", 2, 59, 0, 125, 19, ("WE",)),
    ("14S", 4, 87, 0, 212, 19, ("WE",)),
    ("14S", 1, 0, 45, 212, 64, ("SN",)),
    ("14S", 2, 0, 59, 212, 123, ("SN",)),
    ("14S", 4, 0, 87, 212, 210, ("SN",)),
    ("25S capo", 1, 50, 0, 262, 210, ()),
    ("25S capo", 2, 0, 66, 262, 276, ("SN",)),
    ("30N", 1, 63, 2, 325, 278, ()),
)


def test_ten_examples_of_the_regulation() -> None:
    report = golden("b51_ten_examples")
    rows = [
        (row.contract, row.doubled, *dict(row.score).values(), *dict(row.total).values(), row.bayt)
        for row in report.deals
    ]
    assert tuple(rows) == TEN
    assert report.irregularities == ()
    assert report.winner == "SN"
    assert report.match_score == (("SN", 325), ("WE", 278))


def test_lines_of_the_ten_examples_sum_to_the_scores() -> None:
    for row in golden("b51_ten_examples").deals:
        for side, score in row.score:
            assert sum(line.value for line in row.lines if line.side == side) == score


@pytest.mark.parametrize(
    ("deal", "score", "bayt"),
    [
        (1, (26, 3), ()),
        (2, (0, 29), ("SN",)),
        (3, (20, 8), ()),
        (4, (40, 6), ()),
        (5, (40, 5), ()),
        (6, (0, 46), ("SN",)),
        (7, (0, 35), ("SN",)),
        (8, (50, 0), ("WE",)),
        (9, (68, 0), ()),
    ],
)
def test_vectors_b52(deal: int, score: tuple[int, int], bayt: tuple[str, ...]) -> None:
    row = golden("b52_vectors").deals[deal - 1]
    assert tuple(dict(row.score).values()) == score
    assert row.bayt == bayt


SPLITS = (
    # small points and tricks in large ones, the playing line first
    (158, 16, 0), (157, 15, 1), (154, 15, 1), (153, 15, 1), (148, 15, 1),
    (147, 14, 2), (146, 14, 2), (145, 14, 2), (143, 14, 2), (81, 8, 8),
)  # fmt: skip


def test_splits_b52() -> None:
    """Each line plays every other deal."""
    report = golden("b52_splits")
    for row, (points, playing, whisting) in zip(report.deals, SPLITS, strict=True):
        side = "SN" if row.declarer in (S, N) else "WE"
        other = "WE" if side == "SN" else "SN"
        assert dict(row.points) == {side: points, other: 162 - points}
        assert dict(row.score) == {side: 8 + playing, other: whisting}


def test_vector_b52_all_trumps_counted_as_25() -> None:
    assert golden("b52_vk_total_25").deals[0].score == (("SN", 0), ("WE", 45))


@pytest.mark.parametrize(
    ("name", "contract", "doubled", "illegal"),
    [
        ("auction_b1", None, 1, ["W"]),
        ("auction_b2", "11C", 1, []),
        ("auction_b2_contra", "11C", 2, []),
        ("auction_b3", None, 1, ["S", "W"]),
        ("auction_b4", "8D", 1, []),
        ("auction_b4_raised", "9H", 1, ["S"]),
        ("auction_b5", None, 1, ["S"]),
        ("auction_b6", "12C", 4, []),
        ("auction_b7", None, 1, []),
        ("auction_b8_illegal", None, 1, ["N"]),
        ("auction_b8_legal", None, 1, []),
        ("auction_b9", None, 1, ["E"]),
        ("lunokhod_26A_after_25", None, 1, ["W"]),
        ("lunokhod_26H_after_26C", None, 1, ["W"]),
        ("lunokhod_26H_after_34", None, 1, []),
        ("lunokhod_34_after_25", None, 1, ["W"]),
        ("lunokhod_35_after_25", None, 1, []),
        ("lunokhod_40A_after_25", None, 1, ["W"]),
    ],
)
def test_auction_vectors(name: str, contract: str | None, doubled: int, illegal: list[str]) -> None:
    report = golden(name)
    (row,) = report.deals
    assert (row.contract, row.doubled) == (contract, doubled)
    assert [(one.offence.value, one.seat) for one in report.irregularities] == [
        ("illegal-call", seat) for seat in illegal
    ]
    assert row.finished is (name == "auction_b7")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("r6", [("S", 9, 20)]),
        ("r6_legal", []),
        ("r7", []),
        ("r7_proved", [("S", 9, 15)]),
        ("r8", [("N", 8, 14)]),
        ("r8_proved", [("N", 8, 14), ("S", 10, 18)]),
        ("r11", [("S", 21, 21)]),
        ("r13", [("S", 9, 12)]),
        ("r13_legal", []),
    ],
)
def test_proof_vectors(name: str, expected: list[tuple[str, int, int]]) -> None:
    found = golden(name).irregularities
    assert [(one.seat, one.committed, one.proved) for one in found] == expected
    assert all((one.law, one.citation, one.certain) == ("B-10", "Репино 4.3.4", True) for one in found)


def test_law_logs() -> None:
    """One log a penalty that happens in play, with the judge's ruling."""
    turn, opened, told, revoke, dismissed = (
        golden(name) for name in ("law_b7", "law_b8", "law_b9", "law_b10", "law_b10_dismissed")
    )
    assert [(one.law, one.seat, one.committed) for one in turn.irregularities] == [("B-7", "N", 8)]
    assert (opened.deals[0].score, opened.deals[0].bayt) == ((("SN", 0), ("WE", 34)), ("SN",))
    assert [(one.law, one.citation) for one in told.irregularities] == [("B-9", "Репино 4.3.3")]
    assert told.rulings[0].law == "B-9"
    assert (revoke.deals[0].score, dict(revoke.deals[0].points)) == ((("SN", 39), ("WE", 0)), {"SN": 162, "WE": 0})
    assert [(one.committed, one.proved) for one in revoke.irregularities] == [(12, 16)]
    assert (dismissed.irregularities, dismissed.deals[0].finished) == ((), False)


def test_every_golden_log_is_tested() -> None:
    named = {path.name.removesuffix(".kozyr.jsonl") for path in GOLDEN.glob("*.kozyr.jsonl")}
    text = (GOLDEN.parents[1] / "engine" / "games" / "bazar_belot" / "test_golden.py").read_text("utf-8")
    assert {name for name in named if f'"{name}"' not in text} == set()
