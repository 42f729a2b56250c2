"""Nobody but a programmer meets a word of the source: findings, rulings, corrections and doubts in people's words."""

import json
import re
from enum import StrEnum
from itertools import product
from pathlib import Path

import pytest

from kozyr.engine import acts, laws, view
from kozyr.engine.acts import Decision, Played, Ruled
from kozyr.engine.cards import Card, cards
from kozyr.engine.facts import Irregularity
from kozyr.engine.game import MatchRow, ReportDoubt, RulingRow
from kozyr.engine.games.registry import GAMES, game_named
from kozyr.engine.laws import Law, Remedy
from kozyr.engine.seats import Seat
from kozyr.engine.table import doubt
from kozyr.engine.table.amended import Correction
from kozyr.engine.table.differences import Differences, PartyChange, ScoreChange
from kozyr.engine.table.log import Entry, Source
from kozyr.ui.check_text import doubt_text, ruling_lines
from kozyr.ui.checked import check
from kozyr.ui.correction_text import correction_lines
from kozyr.ui.happenings import question_text
from kozyr.ui.locale.catalog import known, tr
from kozyr.ui.locale.narrate import narrate_act, narrate_finding
from kozyr.ui.locale.players import players_called
from kozyr.ui.overlay.packed import words_of
from kozyr.ui.paper.subject import ruled_pairs

GOLDEN = sorted((Path(__file__).parents[2] / "golden").rglob("*.kozyr.jsonl"))
COLUMNS = (None, "pool", "mountain", "whists")
LATIN = re.compile(r"[a-z]{3,}", re.IGNORECASE)
SIGNS = re.compile(r"[BDP]-\d+|Kozyr|player [SWNE]")
"""Numbers of law rows, the source that says what is our own choice, and the players of the golden logs."""
NAMED = re.compile(r"\b[a-z]+(?:-[a-z]+)+\b|\b[A-Z][a-z]+[A-Z]\w*")
"""What a name in the source looks like in an English text."""


def _codes() -> frozenset[str]:
    """The values of all enumerations that stand in logs, reports and views."""
    kinds = [
        one for module in (acts, laws, view, doubt) for one in vars(module).values()
        if isinstance(one, type) and issubclass(one, StrEnum)
    ]  # fmt: skip
    return frozenset(value for kind in (*kinds, Source) for value in kind)


CODES = _codes()


def assert_said(text: str, lang: str, citation: str = "") -> None:
    """No code stands in a text; ``citation``: words of a rule book that may."""
    bare = SIGNS.sub("", text.replace(citation, "")) if citation else SIGNS.sub("", text)
    found = LATIN.findall(bare) if lang != "en" else [one for one in NAMED.findall(bare) if one in CODES]
    assert not found, (text, found)


def rows() -> list[tuple[str, Law]]:
    """(game, row) of all penalty tables."""
    return [(name, law) for name, game in GAMES.items() for law in game.laws.values()]


ROWS = [pytest.param(*one, id=f"{one[0]}-{one[1].row}") for one in rows()]


@pytest.mark.parametrize(("game", "law"), ROWS)
def test_a_finding(game: str, law: Law, lang: str) -> None:
    for offence, remedy, column in product(law.offences, Remedy, COLUMNS):
        for seat in (Seat.W, None):
            found = Irregularity(
                offence, seat, 3, 9, True, law.row, "", remedy, cards("9C KC"), points=4, column=column
            )
            assert_said(narrate_finding(found, committed_ms=1, proved_ms=2), lang)


@pytest.mark.parametrize(("game", "law"), ROWS)
def test_a_ruling_in_the_log_on_paper_and_beside_the_stream(game: str, law: Law, lang: str) -> None:
    words = json.loads(words_of(lang).body)
    for offence in (*law.offences, law.row):
        for decision, remedy in product(Decision, Remedy):
            row = RulingRow(5, 2, law.row, offence, Seat.W, 3, decision, remedy, 4, None, "mountain")
            said = [*ruling_lines([row]), narrate_act(0, Ruled(offence, Seat.W, 3, decision, remedy, None, 4))]
            for line in said:
                assert_said(line, lang, citation=law.text)
            assert f"remedy.{remedy}" in words
            assert all(f"offence.{one}" in words for one in law.offences)
            for told, _ in ruled_pairs((row,), game_named(game).laws):
                assert_said(told, lang, citation=law.text)


def _correction(why: str | None, by: str | None) -> Correction:
    found = Irregularity(laws.Offence.REVOKE, Seat.W, 3, 9, True, "B-10", "", Remedy.TRICKS_TO_OPPONENTS)
    figures = [ScoreChange(1, "SN", 4, 5), ScoreChange(0, "WE", None, 5), ScoreChange(2, "SN", 3, None, "total")]
    figures += [ScoreChange(1, "W", 1, 2, what, "S") for what in ("pool", "mountain", "whists", "settlement", "wins")]
    party = MatchRow((("SN", 501), ("WE", 300)), "SN", (1, 9))
    changed = Differences(
        tuple(figures), ("SN", None), (found,), (found,), (PartyChange(1, party, None),), (None, "WE")
    )
    play = Played(Seat.W, Card.parse("9C"))
    entry = Entry(9, 12_000, Source.JUDGE, play, replaces=3, by=by, why=why)
    return Correction((entry,), (Played(Seat.W, None),), changed)


WHYS = [None, "in-turn", "slip", "undo", "redo", *(each.value for each in doubt.Why)]


@pytest.mark.parametrize("by", [None, *Source])
@pytest.mark.parametrize("why", WHYS)
def test_a_correction(why: str | None, by: str | None, lang: str) -> None:
    for line in correction_lines(_correction(why, by), {}):
        assert_said(line, lang)


def test_the_judge_is_named_and_people_as_they_are_called(lang: str) -> None:
    head = next(iter(correction_lines(_correction("slip", "judge"), {})))
    assert tr("history.source.judge") in head
    assert tr("history.why.slip") in head
    assert "Другий" in next(iter(correction_lines(_correction(None, "Другий"), {})))


def test_what_may_be_asked_or_doubted(lang: str) -> None:
    for why in doubt.Why:
        assert_said(question_text(doubt.Question(1, 0, why, Seat.W, doubt.NOTHING, (), ())), lang)
    kinds = [
        key.removeprefix("doubt.")
        for key in _keys("doubt.")
        if key not in ("doubt.somebody", "doubt.fix", "doubt.title")
    ]
    assert len(kinds) > 10
    for kind in kinds:
        assert_said(doubt_text(ReportDoubt(1, kind, None, cards("9C"))), lang)


def test_every_name_that_a_view_holds_has_words() -> None:
    for kind, prefix in ((view.Phase, "phase"), (Decision, "decision"), (Remedy, "remedy"), (laws.Offence, "offence")):
        assert all(known(f"{prefix}.{one}") for one in kind), prefix
    assert all(known(f"amiss.{one}") and known(f"amiss.{one}.short") for one in view.Amiss)
    assert all(known(f"history.source.{one}") for one in Source)


def _keys(prefix: str) -> list[str]:
    from kozyr.ui.locale.catalog import catalog

    return [key for key in catalog("en") if key.startswith(prefix)]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.name.removesuffix(".kozyr.jsonl"))
def test_what_check_says_about_the_golden_logs(path: Path, lang: str) -> None:
    from kozyr.ui.check_text import check_text

    log = check(str(path))
    if log.report is None:
        return
    citations = {str(law.citation) for game in GAMES.values() for law in game.laws.values()}
    with players_called(log.header.players if log.header else ()):
        said = check_text(log)
    for line in said.splitlines()[1:-1]:
        for one in sorted(citations, key=len, reverse=True):
            line = line.replace(one, "")
        assert_said(line, lang)
