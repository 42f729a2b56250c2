"""Golden logs: the vectors of rules dossier A.5.3, 9.5 and 11.2 and a log a penalty row, each beside what it must give.

An expected file names only what its vector speaks of; findings as [offence, seat, committed, proved, row, remedy] with
``false`` at the end for one that is not certain.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from kozyr.engine.facts import Irregularity
from kozyr.engine.game import Report
from kozyr.engine.games.debertz.game import GAME
from kozyr.engine.games.debertz.laws import LAWS
from kozyr.engine.table.session import fold
from kozyr.engine.table.store import read_log_file
from kozyr.engine.view import DealRow

from .sitting import GOLDEN

NAMES = sorted(path.name.removesuffix(".kozyr.jsonl") for path in GOLDEN.glob("*.kozyr.jsonl"))
VECTORS = {
    *(f"d{number:02}" for number in range(1, 16)),
    *("d03a", "d03b", "d03c", "d07a", "q1", "q2", "q3", "q4", "q5", "r1", "r2", "r3", "r4", "r5", "r10"),
    *(f"law_{row.lower().replace('-', '')}" for row in LAWS),
}
"""The vectors that must be there."""


def played(name: str) -> Report:
    """The report of a golden log, which must be sound."""
    read = read_log_file(str(GOLDEN / f"{name}.kozyr.jsonl"))
    assert read.header is not None
    assert read.error is None
    folded = fold(GAME, read.header, read.entries)
    assert folded.errors == ()
    return GAME.report(folded.state)


def deal_said(row: DealRow) -> dict[str, Any]:
    """A deal in the words of the expected files."""
    return {
        "contract": row.contract,
        "declarer": row.declarer,
        "score": dict(row.score),
        "bayt": list(row.bayt),
        "points": dict(row.points),
        "lines": [[line.side, line.what, line.value] for line in row.lines],
        "finished": row.finished,
        "annulled": row.annulled,
    }


def finding_said(one: Irregularity) -> list[Any]:
    """A finding in the words of the expected files."""
    said = [one.offence.value, one.seat, one.committed, one.proved, one.law, one.remedy.value]
    return said if one.certain else [*said, False]


def said(report: Report) -> dict[str, Any]:
    """A report in the words of the expected files."""
    return {
        "deals": [deal_said(row) for row in report.deals],
        "irregularities": [finding_said(one) for one in report.irregularities],
        "rulings": [[row.seq, row.law, row.remedy] for row in report.rulings],
        "doubts": [[doubt.deal, doubt.what] for doubt in report.doubts],
        "match": {
            "score": dict(report.match_score),
            "winner": report.winner,
            "record": dict(report.record),
            "pot": report.pot,
        },
        "parties": [
            {"score": dict(row.score), "winner": row.winner, "record": dict(row.record), "deals": list(row.deals)}
            for row in report.parties
        ],
        "meeting": {"wins": dict(report.meeting), "winner": report.meeting_winner},
    }


def only(whole: Any, wanted: Any) -> Any:
    """``whole`` with those keys alone that ``wanted`` has."""
    if isinstance(wanted, Mapping):
        return {key: only(whole.get(key), value) for key, value in wanted.items()}
    if isinstance(wanted, list) and isinstance(whole, list) and len(whole) == len(wanted):
        return [only(one, other) for one, other in zip(whole, wanted, strict=True)]
    return whole


@pytest.mark.parametrize("name", NAMES)
def test_golden(name: str) -> None:
    wanted = json.loads((GOLDEN / f"{name}.expected.json").read_text("utf-8"))
    assert wanted, "it expects something"
    assert only(said(played(name)), wanted) == wanted


@pytest.mark.parametrize("name", NAMES)
def test_lines_of_a_side_sum_to_its_score(name: str) -> None:
    for row in played(name).deals:
        assert {side: sum(_values(row, side)) for side, _ in row.score} == dict(row.score)


@pytest.mark.parametrize("name", NAMES)
def test_log_folded_twice_leads_to_the_same_state(name: str) -> None:
    read = read_log_file(str(GOLDEN / f"{name}.kozyr.jsonl"))
    assert read.header is not None
    one, other = (fold(GAME, read.header, read.entries) for _ in range(2))
    assert one == other


def _values(row: DealRow, side: str) -> Iterable[int]:
    return (line.value for line in row.lines if line.side == side)


def test_every_vector_has_its_log() -> None:
    assert set(NAMES) >= VECTORS
