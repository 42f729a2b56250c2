"""``kozyr rules GAME``: the rule book in force, every rule with words, every option in one rule; pages for judges."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.games.registry import GAMES
from kozyr.engine.rulebook import Basis, Chapter
from kozyr.ui.cli import main
from kozyr.ui.commands.game_options import header_from
from kozyr.ui.laws_text import laws_page
from kozyr.ui.locale.catalog import rule_texts
from kozyr.ui.locale.text import LANGUAGES, known, law_text

DOCS = Path(__file__).parents[2] / "docs"
TABLES = [(name, variant, form) for name, game in GAMES.items() for variant in game.variants for form in game.formats]
_PLACE = re.compile(r"{([\w.]+)}")


def options_of(name: str, variant: str, form: str) -> Any:
    """Every option by its path."""
    from argparse import Namespace

    header = header_from(Namespace(game=name, variant=variant, format=form, target=None, rule=[], player=[]))
    return GAMES[name].options(header)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["rules", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(("name", "variant", "form"), TABLES)
def test_every_option_stands_in_exactly_one_rule(name: str, variant: str, form: str) -> None:
    listed = [path for rule in GAMES[name].rulebook for path in rule.options]
    assert sorted(listed) == sorted(options_of(name, variant, form))


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_has_words_in_three_languages_and_places_for_its_options_alone(name: str) -> None:
    texts = rule_texts(name)
    keys = [rule.key for rule in GAMES[name].rulebook]
    assert len(set(keys)) == len(keys) > 20
    assert [key for key in keys if set(texts.get(key, {})) != set(LANGUAGES)] == []
    for rule in GAMES[name].rulebook:
        for lang in LANGUAGES:
            assert set(_PLACE.findall(texts[rule.key][lang])) <= set(rule.options), (rule.key, lang)
        assert len({frozenset(_PLACE.findall(texts[rule.key][lang])) for lang in LANGUAGES}) == 1, rule.key
        assert rule.citation.source, rule.key
        assert rule.citation.section or rule.basis is Basis.OUTSIDE, rule.key


@pytest.mark.parametrize("name", GAMES)
def test_no_words_are_left_without_a_rule_an_option_or_a_chapter(name: str) -> None:
    game = GAMES[name]
    keys = {rule.key for rule in game.rulebook} | {f"chapter.{chapter.value}" for chapter in Chapter}
    paths = {path for rule in game.rulebook for path in rule.options}
    values = {key for key in rule_texts(name) if key.startswith("value.")}
    assert set(rule_texts(name)) - values <= keys
    assert {key for key in values if not any(key.startswith(f"value.{path}.") for path in paths)} == set()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "variant", "form"), TABLES)
def test_the_rule_book_is_printed_whole(
    name: str, variant: str, form: str, lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = (name, "--variant", variant, "--format", form, "--lang", lang)
    book = json.loads(said(capsys, *words, "--json"))
    text = said(capsys, *words)
    flat = " ".join(text.split())
    assert [rule["key"] for rule in book["rules"] if " ".join(rule["text"].split()) not in flat] == []
    assert not _PLACE.search(text)
    assert "CHANGED" not in text
    assert {rule["basis"] for rule in book["rules"]} <= {basis.value for basis in Basis}
    assert all(law["text"] == law_text(law["law"], lang) for law in book["laws"])
    assert [law["law"] for law in book["laws"]] == list(GAMES[name].laws)
    assert len(text.splitlines()) == len([line for line in text.splitlines() if len(line) <= 100])


def test_rules_of_another_edition_or_format_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    def keys(*words: str) -> set[str]:
        return {rule["key"] for rule in json.loads(said(capsys, *words, "--json"))["rules"]}

    personal, teams = keys("debertz", "--format", "1x2"), keys("debertz", "--format", "2x2")
    assert {"deal.format_1x2", "auction.swap"} <= personal - teams
    assert {"deal.format_2x2", "auction.swap_teams"} <= teams - personal
    assert "deal.rest_ru1" in keys("debertz", "--variant", "fdu-ru1") - keys("debertz")
    assert "play.raspasy_three" in keys("preferans", "--format", "3") - keys("preferans")


def test_a_changed_option_is_marked_with_what_it_would_be(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("bazar-belot", "--rule", "match_target=501", "--rule", "capo_hand.value=double")
    text = said(capsys, *words, "--lang", "en")
    assert "match_target = 501 (CHANGED, by default 301)" in text
    book = json.loads(said(capsys, *words, "--json"))
    changed = {path for path, option in book["options"].items() if option["changed"]}
    assert changed == {"match_target", "capo_hand.value"}
    assert book["options"]["match_target"] == {
        "value": 501, "default": 301, "changed": True, "choices": None,
    }  # fmt: skip
    (rule,) = [one for one in book["rules"] if any(option["path"] == "match_target" for option in one["options"])]
    assert "501" in rule["text"]


def test_our_own_choices_and_other_sources_are_marked(capsys: pytest.CaptureFixture[str]) -> None:
    text = said(capsys, "preferans", "--lang", "en")
    assert "our own choice" in text
    assert "another source" in text
    assert "derived from the text" in text


def test_d14_rows_say_what_the_edition_proposes(capsys: pytest.CaptureFixture[str]) -> None:
    def proposed(*words: str) -> dict[str, tuple[str, str]]:
        book = json.loads(said(capsys, "debertz", *words, "--json"))
        return {law["law"]: (law["remedies"][0], law["citation"]) for law in book["laws"]}

    assert proposed()["D-1"] == ("bayd", "ФДУ-uk 6.2.1.8")
    assert proposed("--variant", "fdu-ru1")["D-1"] == ("judge", "ФДУ-ru1 6.3")
    assert proposed("--variant", "fdu-ru1", "--rule", "fdu_penalties=uk")["D-1"] == proposed()["D-1"]
    assert proposed("--rule", "fdu_revoke=judge")["D-6"][0] == "judge"
    text = " ".join(said(capsys, "debertz", "--variant", "fdu-ru2", "--lang", "en").split())
    assert "D-1 In force here: judge’s decision. Where the list of penalties applies: A card out of turn: bayd." in text
    assert "In force here" not in said(capsys, "debertz", "--lang", "en")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("debertz", "--format", "4x4"), "debertz has no format '4x4'"),
        (("preferans", "--rule", "jump=true"), "preferans has no option 'jump'"),
        (("bazar-belot", "--variant", "sochi-2013"), "sochi-2013"),
    ],
)
def test_a_wrong_value_is_one_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *words]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert sentence in said[0]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_pages_for_judges_are_fresh(name: str, lang: str) -> None:
    page = DOCS / "laws" / f"{name}.{lang}.md"
    assert page.read_text("utf-8") == laws_page(GAMES[name], lang), f"{page} is stale: make docs"


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_page_for_judges_says_all_about_every_row(name: str, lang: str) -> None:
    page = laws_page(GAMES[name], lang)
    for law in GAMES[name].laws.values():
        row = page.split(f"## {law.row}\n", 1)[1].split("\n## ", 1)[0]
        assert len([line for line in row.splitlines() if line.startswith("* **")]) == 7 + known(f"laws.note.{law.row}")
        assert law.text in row
        assert str(law.citation) in row
        assert (law_text(law.row, lang) or "?") in row


@pytest.mark.parametrize("name", GAMES)
def test_what_an_option_may_be_is_told(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = GAMES[name]
    options = json.loads(said(capsys, name, "--json"))["options"]
    assert {path.removesuffix("[]") for path in game.choices} <= set(options)
    for path, one in options.items():
        if one["choices"] is None:
            assert one["value"] is None or isinstance(one["value"], int | list), path
            continue
        values = one["value"] if isinstance(one["value"], list) else [one["value"]]
        assert all(value in one["choices"] for value in values), path
    text = " ".join(said(capsys, name, "--lang", "en").split())
    path = "direction"
    assert f"{path} = cw (may be: cw, ccw)" in text
    assert "(a whole number)" in text
    assert "may be: true, false" in text or not any(one["choices"] == [True, False] for one in options.values())


def test_a_list_of_words_and_a_number_that_may_be_missing_are_told_as_such(capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(said(capsys, "preferans", "--lang", "en").split())
    assert "(may be: whister, passer, dealer)" in text
    assert "(a list of whole numbers)" in text
    assert "(a whole number or null)" in text
