"""A deal that gave nothing: why it was dealt again is said in every language, in ``check`` and on paper."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.view import DealRow
from kozyr.ui.check_text import deal_lines
from kozyr.ui.checked import check
from kozyr.ui.commands.protocol import read_subject
from kozyr.ui.locale.text import LANGUAGES, language, redealt_text, set_language
from kozyr.ui.paper.papers import PAPERS
from kozyr.ui.tablet.screens.scores import contract_cell

GAMES = {"bazar-belot": ("repino-2013", {}), "debertz": ("fdu-uk", {"format": "2x2"}), "preferans": ("sochi-2013", {})}
MISDEALT: dict[str, Any] = {"type": "Misdealt", "reason": "a card too many"}
REDEAL: dict[str, Any] = {
    "type": "Ruled", "offence": "misdeal", "seat": "E", "decision": "other", "remedy": "redeal",
}  # fmt: skip
SEVENS: dict[str, Any] = {"type": "Declared", "seat": "S", "declaration": "frame 7"}
PASSES = [{"type": "Called", "seat": seat, "call": "pass"} for seat in "SWNE"]
DEALT = {"bazar-belot": {"dealer": "E"}, "debertz": {"dealer": None, "obliged": "S"}, "preferans": {"dealer": "E"}}


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = language()
    yield
    set_language(before)


def log(folder: Path, game: str, *acts: dict[str, Any]) -> str:
    variant, extra = GAMES[game]
    seats = [{"seat": seat, "player": ""} for seat in "SWNE"]
    header = {"kozyr": 1, "game": game, "variant": variant, "started": "2026-11-30T18:00:00Z", "seats": seats} | extra
    all_acts = [{"type": "Dealt"} | DEALT[game], *acts]
    rows = [
        {"seq": seq, "at_ms": seq * 1000, "source": "touch", "act": act} for seq, act in enumerate(all_acts, start=1)
    ]
    path = folder / "log.kozyr.jsonl"
    path.write_text("\n".join(map(json.dumps, (header, *rows))) + "\n", "utf-8")
    return str(path)


def row_of(name: str) -> DealRow:
    read = check(name)
    assert read.report is not None, read.broken
    assert read.doubts == ()
    return read.report.deals[0]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("act", "why"), [(MISDEALT, "misdealt"), (REDEAL, "ruling")])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_deal_dealt_again_says_why_and_not_that_all_passed(
    game: str, act: dict[str, Any], why: str, lang: str, tmp_path: Path
) -> None:
    set_language(lang)
    name = log(tmp_path, game, act)
    row = row_of(name)
    assert row.redealt == why
    said = "\n".join(deal_lines(row, game, has_sheet=game == "preferans"))
    paper = "\n".join(PAPERS[game].lines(read_subject(name, None)))
    assert said.splitlines()[0].endswith(redealt_text(why))
    assert {"en": "all passed", "ru": "все пас", "uk": "усі пас"}[lang] not in said + paper
    assert contract_cell(row) == redealt_text(why)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_four_passes_and_four_sevens_at_a_belot_table(lang: str, tmp_path: Path) -> None:
    set_language(lang)
    for acts, why in ((PASSES, "four-passes"), ([SEVENS], "four-sevens")):
        name = log(tmp_path, "bazar-belot", *acts)
        row = row_of(name)
        assert row.redealt == why
        assert deal_lines(row, "bazar-belot", has_sheet=False)[0].endswith(redealt_text(why))
        assert redealt_text(why) in "\n".join(PAPERS["bazar-belot"].lines(read_subject(name, None)))


def test_a_deal_begun_and_dealt_again_by_a_ruling_keeps_its_contract(tmp_path: Path) -> None:
    set_language("en")
    calls = [{"type": "Called", "seat": "S", "call": "8S"}, *PASSES[1:], PASSES[0]]
    row = row_of(log(tmp_path, "bazar-belot", *calls, REDEAL))
    assert deal_lines(row, "bazar-belot", has_sheet=False) == ["Deal 1: 8♠, South; dealt again: the judge’s ruling"]
