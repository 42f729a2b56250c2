"""Files beside a log that are damaged, by a disk or by hand, cost what they held and never the game."""

import json
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.table.store import read_log_file
from kozyr.ui.live import LiveTable
from kozyr.ui.logbook import heading_of
from kozyr.ui.open_questions import questions_file
from kozyr.ui.table_notes import TableNotes, notes_file

GOLDEN = Path(__file__).parents[1] / "golden" / "debertz" / "r4.kozyr.jsonl"
DEEP = "[" * 100_000


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log to go on with."""
    path = tmp_path / "evening.kozyr.jsonl"
    path.write_bytes(GOLDEN.read_bytes())
    return path


def question(**other: Any) -> str:
    choice = {"acts": [{"type": "Played", "seat": "S", "card": "9H"}], "confidence": 0.5}
    choice |= {"replaces": other.pop("replaces", None), "before": other.pop("before", None)}
    whole = {"number": 1, "at_ms": 5, "why": "doubtful", "seat": "S", "guess": choice, "choices": [choice]}
    return json.dumps([whole | {"crops": [], "guessed": []} | other])


@pytest.mark.parametrize(
    "text",
    [
        DEEP,
        '{"deal": 1e999, "looks": 1, "sittings": []}',
        '{"deal": 1, "looks": 1, "sittings": [[1e999, "2026-01-01T00:00:00+00:00"]]}',
        '{"deal": 1, "looks": 1, "sittings": [[5, "0001-01-01T00:00:00+14:00"]]}',
        '{"deal": 1, "looks": 1, "sittings": [[5, 7]]}',
        "7",
    ],
)
def test_damaged_notes_are_none(log: Path, text: str) -> None:
    notes_file(log).write_text(text)
    table = LiveTable.resume(log)
    assert table.model.notes.looks == (0, 0)
    assert table.model.notes.time_of_day(10) is not None
    table.close()
    again = LiveTable.resume(log)
    again.close()


def test_sound_questions_are_asked_again(log: Path) -> None:
    questions_file(log).write_text(question())
    table = LiveTable.resume(log)
    assert [one.number for one in table.model.questions] == [1]
    table.close()


@pytest.mark.parametrize(
    "text",
    [
        DEEP,
        '[{"number": 1e999}]',
        question(number=float("inf")),
        question(replaces="x"),
        question(before=[]),
        question(choices=[]),
        question(guessed=7),
        question(why="no such reason"),
        "7",
    ],
)
def test_damaged_questions_are_none(log: Path, text: str) -> None:
    questions_file(log).write_text(text)
    table = LiveTable.resume(log)
    assert table.model.questions == ()
    table.close()


@pytest.fixture
def in_the_west(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A place whose clocks stand behind UTC: there the first moment of the calendar is none."""
    monkeypatch.setenv("TZ", "WST+11")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("in_the_west")
def test_a_log_of_the_first_moment_of_the_calendar_is_listed_without_it(log: Path) -> None:
    first, *rest = log.read_text("utf-8").splitlines(keepends=True)
    header = json.loads(first) | {"started": "0001-01-01T00:00:00Z"}
    log.write_text("".join((json.dumps(header) + "\n", *rest)), "utf-8")
    found = heading_of(log)
    assert found is not None
    assert found.started is None
    known = read_log_file(GOLDEN).header
    assert known is not None
    notes = TableNotes(replace(known, started=header["started"]))
    assert notes.time_of_day(10) is None
