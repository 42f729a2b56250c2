"""The three languages say the same things, and every key asked for exists."""

import json
import re
import string
from pathlib import Path

import pytest

from kozyr.engine.acts import Decision
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.games.bazar_belot.state import DoubtKind
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.table.doubt import Why
from kozyr.engine.view import Phase
from kozyr.ui.locale.catalog import (
    LANGUAGES,
    TOGETHER,
    catalog,
    counted,
    language,
    law_text,
    on_language,
    set_language,
    tr,
)

UI = Path(__file__).parents[3] / "ui"
_CALLS = re.compile(r"""\btr\(\s*(?:f?)(["'])(?P<key>[a-z][\w.{}'\[\]-]*)\1""")


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_same_keys_filled_with_same_placeholders(lang: str) -> None:
    reference, texts = catalog("en"), catalog(lang)
    assert sorted(texts) == sorted(reference)
    assert not [key for key, text in texts.items() if not text.strip()]
    assert not [key for key in texts if _placeholders(texts[key]) != _placeholders(reference[key])]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_speaks_of_an_entry_by_its_number(lang: str) -> None:
    """People at a table see no numbers. ``kozyr check`` tells one beside the act: that line of the file is damaged."""
    numbered = {key for key, text in catalog(lang).items() if {"seq", "entry", "seqs"} & _placeholders(text)}
    assert numbered == {"check.entry-error"}


def _keys_used() -> set[str]:
    sources = [path for pattern in ("*.py", "*.kv") for path in UI.rglob(pattern)]
    return {found["key"] for path in sources for found in _CALLS.finditer(path.read_text("utf-8"))}


def test_every_key_used_exists() -> None:
    used = _keys_used()
    assert len(used) > 30
    keys = set(catalog("en"))
    whole = {key for key in used if "{" not in key}
    families = {key.split("{", 1)[0] for key in used - whole}
    assert whole <= keys
    assert not [family for family in families if not any(key.startswith(family) for key in keys)]


def test_every_word_of_the_engine_has_a_text() -> None:
    keys = set(catalog("en"))
    assert {f"offence.{offence.value}" for offence in Offence} <= keys
    assert {f"remedy.{remedy.value}" for remedy in Remedy} <= keys
    assert {f"decision.{decision.value}" for decision in Decision} <= keys
    assert {f"phase.{phase.value}" for phase in Phase} <= keys


def test_language_switches_live_and_back() -> None:
    heard: list[str] = []
    before = language()
    stop = on_language(heard.append)
    try:
        set_language("en")
        assert tr("seat.S") == "South"
        set_language("ru")
        assert tr("seat.S") == "Юг"
        assert tr("seat.S", "uk") == "Південь"
        with pytest.raises(KeyError):
            set_language("xx")
        assert language() == "ru"
    finally:
        stop()
        set_language(before)
    assert heard == ["en", "ru"]


def test_every_question_doubt_and_law_has_a_text() -> None:
    keys = set(catalog("en"))
    assert {f"question.{why.value}" for why in Why} <= keys
    assert {f"doubt.{kind.value}" for kind in DoubtKind} <= keys
    for row in LAWS:
        texts = [law_text(row, lang) for lang in LANGUAGES]
        assert all(texts), row
        assert len(set(texts)) == len(LANGUAGES), row


def _keys_of(name: str) -> list[str]:
    """The keys of a file of texts as they stand, twice if they stand twice."""
    keys: list[str] = []

    def kept(pairs: list[tuple[str, object]]) -> None:
        keys.extend(key for key, _ in pairs if key not in LANGUAGES)

    json.loads((UI / "locale" / name).read_text("utf-8"), object_pairs_hook=kept)
    return keys


@pytest.mark.parametrize(
    "files",
    [
        *((f"{lang}.json", f"commands_{lang}.json", *TOGETHER) for lang in LANGUAGES),
        *((file.name,) for file in sorted((UI / "locale").glob("[lr][au]*s_*.json"))),
    ],
    ids=" ".join,
)
def test_no_text_stands_twice(files: tuple[str, ...]) -> None:
    """In a file a second text would silently take the place of the first, and so in two files of one language."""
    keys = [key for name in files for key in _keys_of(name)]
    assert len(keys) > 5
    assert sorted(keys) == sorted(set(keys))


@pytest.mark.parametrize(
    ("number", "uk", "ru", "en"),
    [
        (1, "1 очко", "1 очко", "1 point"),
        (2, "2 очки", "2 очка", "2 points"),
        (5, "5 очок", "5 очков", "5 points"),
        (11, "11 очок", "11 очков", "11 points"),
        (21, "21 очко", "21 очко", "21 points"),
        (101, "101 очко", "101 очко", "101 points"),
        (162, "162 очки", "162 очка", "162 points"),
        (301, "301 очко", "301 очко", "301 points"),
        (501, "501 очко", "501 очко", "501 points"),
    ],
)
def test_points_are_counted_as_each_language_counts(number: int, uk: str, ru: str, en: str) -> None:
    assert [counted("history.points", number, lang, count=number) for lang in ("uk", "ru", "en")] == [uk, ru, en]


@pytest.mark.parametrize(
    ("number", "uk", "ru", "en"),
    [(501, "501 очка", "501 очка", "501 points"), (1001, "1001 очка", "1001 очка", "1001 points"),
     (162, "162 очок", "162 очков", "162 points"), (500, "500 очок", "500 очков", "500 points")],
)  # fmt: skip
def test_what_is_played_to_stands_in_the_case_that_to_asks_for(number: int, uk: str, ru: str, en: str) -> None:
    assert [counted("setup.goal", number, lang, points=number) for lang in ("uk", "ru", "en")] == [uk, ru, en]


def test_a_target_stands_in_the_genitive() -> None:
    said = [counted("paper.target", number, "uk", target=number) for number in (301, 152, 111)]
    assert said == ["до 301 очка", "до 152 очок", "до 111 очок"]
