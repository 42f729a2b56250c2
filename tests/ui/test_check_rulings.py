"""``kozyr check`` in words: every ruling, what a proposed fine costs, joint contradictions, doubts without an entry."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kozyr.engine.acts import Decision
from kozyr.engine.cards import Card
from kozyr.engine.facts import Irregularity
from kozyr.engine.game import Report, ReportDoubt, RulingRow
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.seats import Seat
from kozyr.ui.check_text import doubt_text, match_lines, ruling_lines
from kozyr.ui.cli import main
from kozyr.ui.locale.narrate import narrate_finding
from kozyr.ui.locale.text import LANGUAGES, language, law_text, penalty_text, set_language
from kozyr.ui.protocol import finding_lines

GOLDEN = Path(__file__).parents[1] / "golden"
REVOKE = Irregularity(
    Offence.REVOKE, Seat.W, 9, 14, True, "P-3", "Сочи Штрафы 3", Remedy.FINE, points=4, column="mountain"
)


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    before = language()
    set_language("en")
    yield
    set_language(before)


def ruling(law: str, offence: str, decision: Decision, remedy: str | None, **more: object) -> RulingRow:
    return RulingRow(20, 3, law, offence, Seat.W, 9, decision, remedy, **more)  # type: ignore[arg-type]


def said(name: str, lang: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(["check", str(GOLDEN / f"{name}.kozyr.jsonl"), "--lang", lang]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ruling_without_a_finding_is_listed(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = said("debertz/law_d3", lang, capsys)
    (line,) = [line for line in lines if "D-3" in line]
    assert str(law_text("D-3", lang)) in line
    assert lines[lines.index(line) - 1].endswith(":")


@pytest.mark.parametrize(
    ("row", "line"),
    [
        (ruling("P-8", "slow-play", Decision.ACCEPTED, "warn"), "deal 3, P-8: slow play, West – accepted: warning"),
        (ruling("B-10", "revoke", Decision.DISMISSED, None), "deal 3, B-10: revoke, West – dismissed"),
        (
            ruling("B-12", "slow-play", Decision.OTHER, "fine", points=10),
            "deal 3, B-12: slow play, West – other decision: fine of 10 points",
        ),
        (
            ruling("P-3", "revoke", Decision.ACCEPTED, "annul", points=12, column="mountain"),
            "deal 3, P-3: revoke, West – accepted: result annulled, fine 12, mountain",
        ),
    ],
)
def test_every_kind_of_ruling_is_a_line(row: RulingRow, line: str) -> None:
    assert list(ruling_lines([row])) == ["Rulings:", f"  {line}"]
    assert list(ruling_lines([])) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_annulled_match_is_said(lang: str) -> None:
    set_language(lang)
    report = Report((), (("SN", 0), ("WE", 0)), None, ())
    plain, annulled = (list(match_lines(one)) for one in (report, replace(report, annulled=True)))
    assert [line for line in annulled if line not in plain] == annulled[1:2]


def test_a_proposed_fine_shows_its_size_and_column() -> None:
    assert narrate_finding(REVOKE).endswith("Proposed: fine of 4 points, mountain")
    annulled = replace(REVOKE, remedy=Remedy.ANNUL, points=12)
    assert narrate_finding(annulled).endswith("Proposed: result annulled, fine 12, mountain")
    assert penalty_text("warn", 0, None) == penalty_text("warn", None, None) == "warning"


def test_what_is_decided_stands_apart_from_what_waits() -> None:
    waiting = replace(REVOKE, committed=30, proved=31)
    row = ruling("P-3", "revoke", Decision.ACCEPTED, "fine", points=4)
    report = Report((), (), None, (REVOKE, waiting), rulings=(row,))
    lines = list(finding_lines(report, report.irregularities, {}))
    assert [lines[0], lines[2]] == ["For the judge to decide:", "Findings decided:"]
    assert lines[3].endswith("[accepted]")
    assert next(finding_lines(report, [REVOKE], {})) == "Findings decided:"
    assert list(finding_lines(report, [], {})) == ["No irregularities found."]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_joint_contradiction_names_one_of_several(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = [line for line in said("debertz/r10_joint", lang, capsys) if "D-6" in line]
    words = {"en": "revoke, one of several: 7♥:", "ru": "кто-то из нескольких: 7♥:", "uk": "хтось із кількох: 7♥:"}
    assert words[lang] in line
    assert "  " not in line.strip()
    joint = replace(REVOKE, seat=None, cards=(Card.parse("7H"),))
    row = ruling("P-3", "revoke", Decision.ACCEPTED, "fine")
    assert len(list(finding_lines(Report((), (), None, (joint,), rulings=(row,)), [joint], {}))) == 2


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_doubt_without_an_entry_prints_no_none(lang: str) -> None:
    set_language(lang)
    for what in ("tally-does-not-add-up", "claim-leaves-tricks-open", "ruling-without-entry"):
        assert "None" not in doubt_text(ReportDoubt(2, what))
