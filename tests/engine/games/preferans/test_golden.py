"""Golden logs: the vectors of rules dossier C.5.9, 8.3, 9.5 and 11.2, each beside what must come of it."""

import json
from typing import Any

import pytest

from kozyr.engine.games.preferans.game import GAME
from kozyr.engine.table.session import fold
from kozyr.engine.table.store import read_log_file
from kozyr.engine.view import Audience

from .sitting import GOLDEN, golden, written

NAMES = sorted(path.name.removesuffix(".kozyr.jsonl") for path in GOLDEN.glob("*.kozyr.jsonl"))
ROWS = (
    *(f"P{number}" for number in range(1, 27)), *(f"F{number}" for number in range(1, 10)), "R9", "R12", "R14",
    "8.3 P-1", "8.3 P-2 on 8", "8.3 P-3 on 7", "8.3 P-3 on misere", "8.3 P-5 c=2", "8.3 P-5 c=3",
)  # fmt: skip


def expected(name: str) -> dict[str, Any]:
    """What must come of a log, typed from the dossier."""
    found: dict[str, Any] = json.loads((GOLDEN / f"{name}.expected.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_deals(name: str) -> None:
    deals = [row for row in golden(name).deals if row.finished]
    wanted = expected(name)["deals"]
    assert [(row.contract, row.declarer, written(row)) for row in deals] == [
        (each["contract"], each["declarer"], each["wrote"]) for each in wanted
    ]
    for row, each in zip(deals, wanted, strict=True):
        assert row.annulled is each.get("annulled", False)
        total = sum(line.value for line in row.lines)
        assert total == sum(side.pool + side.mountain + sum(points for _, points in side.whists) for side in row.sheet)


@pytest.mark.parametrize("name", NAMES)
def test_findings(name: str) -> None:
    def key(one: dict[str, Any]) -> tuple[int, str]:
        return one["committed"], one["offence"]

    found = [
        {
            "offence": one.offence.value, "seat": one.seat, "committed": one.committed, "proved": one.proved,
            "law": one.law, "remedy": one.remedy.value, "points": one.points, "column": one.column,
            "certain": one.certain, "citation": one.citation,
        }
        for one in golden(name).irregularities
    ]  # fmt: skip
    wanted = sorted(expected(name)["irregularities"], key=key)
    found.sort(key=key)
    assert len(found) == len(wanted)
    assert [{what: one[what] for what in each} for one, each in zip(found, wanted, strict=True)] == wanted


@pytest.mark.parametrize("name", [name for name in NAMES if "dealer" in expected(name)])
def test_who_deals_next(name: str) -> None:
    read = read_log_file(str(GOLDEN / f"{name}.kozyr.jsonl"))
    assert read.header is not None
    state = fold(GAME, read.header, read.entries).state
    assert GAME.view(state, Audience.PLAYERS).expectation.seat == expected(name)["dealer"]


def test_every_row_has_a_log() -> None:
    assert {expected(name)["row"] for name in NAMES} == set(ROWS)
    assert len(list(GOLDEN.glob("*.expected.json"))) == len(NAMES)
