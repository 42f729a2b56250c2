"""Every sentence about an error is said in every language, with the same values; none stands there for nothing."""

import ast
import errno
import json
import os
import string
from functools import cache
from pathlib import Path

import pytest

from kozyr.engine.cards import Card, Suit
from kozyr.engine.errors import ImpossibleAct, KozyrError, LogFormatError, Words, system_reason
from kozyr.engine.seats import Seat
from kozyr.ui.cli import main
from kozyr.ui.commands.complaints import understood
from kozyr.ui.locale.catalog import LANGUAGES, language, set_language
from kozyr.ui.locale.errors import error_text, reasons, sentences
from kozyr.vision.deck_misfit import Fault, Misfit
from kozyr.vision.deck_teach import DeckPictureError

ROOT = Path(__file__).parents[3]
FOREIGN = tuple(lang for lang in LANGUAGES if lang != "en")
FOLDERS = ("engine", "vision", "ui")
HOME = "errors.py"
"""Where the classes are, and what says them."""
OWN_SENTENCE = {"DeckPictureError", "ConflictingCorrection"}
"""Classes that make their sentence themselves."""


@cache
def _nodes() -> tuple[tuple[str, ast.Call | ast.ClassDef], ...]:
    """(file, node) of every call and class in the sources."""
    return tuple(
        (path.name, node)
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call | ast.ClassDef)
    )


@cache
def _kinds() -> frozenset[str]:
    """The names of ``Words`` and of all classes of errors."""
    bases = {node.name: set(map(_name, node.bases)) for _, node in _nodes() if isinstance(node, ast.ClassDef)}
    found = {"KozyrError"}
    while more := {name for name, above in bases.items() if above & found} - found:
        found |= more
    return frozenset(found | {"Words"})


def _name(node: ast.AST) -> str:
    """The last part of a name with dots."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


@cache
def _calls() -> tuple[tuple[str, ast.Call], ...]:
    """(where, the making of an error or of words) everywhere in the sources; of classes with a sentence of their own
    the call in which they make it."""
    found = []
    for file, node in _nodes():
        if file == HOME or not isinstance(node, ast.Call):
            continue
        is_own = _name(node.func) == "__init__" and node.args and isinstance(node.args[0], ast.Constant)
        if is_own or _name(node.func) in _kinds() - OWN_SENTENCE:
            found.append((f"{file}:{node.lineno}", node))
    return tuple(found)


def _templates() -> dict[str, str]:
    """Template -> where it stands."""
    return {
        call.args[0].value: where
        for where, call in _calls()
        if call.args and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
    }


def _places(text: str) -> set[tuple[str, str, str]]:
    return {
        (name, form or "", conversion or "")
        for _, name, form, conversion in string.Formatter().parse(text)
        if name is not None
    }


def test_a_sentence_is_a_template_and_named_values() -> None:
    calls = _calls()
    assert len(calls) > 250
    for where, call in calls:
        assert len(call.args) == 1, f"{where}: one template, and values by name"
        assert isinstance(call.args[0], (ast.Constant, ast.Attribute)), (
            f"{where}: no text put together; name the values"
        )
        if isinstance(call.args[0], ast.Constant):
            named = {one.arg for one in call.keywords}
            places = {name for name, _, _ in _places(call.args[0].value)} if named else set()
            assert named == places, f"{where}: {named ^ places}"


def test_every_sentence_is_said_in_every_language_and_none_is_stale() -> None:
    templates = _templates()
    assert not {template: where for template, where in templates.items() if template not in sentences()}
    assert not [template for template in sentences() if template not in templates]


@pytest.mark.parametrize("lang", FOREIGN)
def test_a_sentence_has_the_places_of_its_template(lang: str) -> None:
    for template, said in sentences().items():
        assert said[lang].strip(), template
        assert _places(said[lang]) == _places(template), template
    words = [template for template in sentences() if template.strip("{}:; ()").isalpha() is False]
    assert sum(sentences()[template][lang] != template for template in words) > 0.9 * len(words)


def test_no_sentence_stands_in_two_files() -> None:
    keys = [
        key
        for file in sorted((ROOT / "ui" / "locale").glob("errors_*.json"))
        for key, _ in json.loads(file.read_text("utf-8"), object_pairs_hook=list)
    ]
    assert len(keys) > 200
    assert sorted(keys) == sorted(set(keys))


def test_values_are_said_as_people_say_them() -> None:
    error = ImpossibleAct(
        "{seat} cannot play {card}: it has been played already in this deal", seat=Seat.W, card=Card.parse("JS")
    )
    assert str(error) == "W cannot play JS: it has been played already in this deal"
    assert error_text(error, "en") == str(error)
    assert error_text(error, "uk") == "Захід не може зіграти В♠: у цій здачі її вже зіграно"
    assert error_text(error, "ru") == "Запад не может сыграть В♠: в этой сдаче она уже сыграна"


def test_an_error_within_an_error_is_said_too() -> None:
    inner = LogFormatError("{what} must have the key {key}", what=Words("the header"), key='"seats"')
    outer = LogFormatError("line {at}: {found}", at=1, found=inner)
    assert str(outer) == 'line 1: the header must have the key "seats"'
    assert error_text(outer, "uk") == 'рядок 1: заголовок: потрібен ключ "seats"'


def test_a_quoted_text_stays_as_it_was_written() -> None:
    error = LogFormatError("{call!r} is no call of debertz; write pass, play, or a suit S, H, D, C", call="pass\n")
    assert error_text(error, "ru").startswith("'pass\\n' – не заявка")


def test_braces_of_a_name_do_no_harm() -> None:
    error = KozyrError("{path} is closed; open it again to go on with it", path="{0}{nothing}")
    for lang in LANGUAGES:
        assert "{0}{nothing}" in error_text(error, lang)


@pytest.mark.parametrize(
    ("number", "uk", "ru"),
    [
        (errno.ENOSPC, "на диску немає місця", "на диске нет места"),
        (errno.EACCES, "доступ заборонено", "доступ запрещён"),
        (errno.ENOENT, "такого файлу чи теки немає", "такого файла или папки нет"),
        (errno.EADDRINUSE, "адреса вже зайнята", "адрес уже занят"),
    ],
)
def test_a_reason_of_the_system_is_said_in_the_language(number: int, uk: str, ru: str) -> None:
    why = system_reason(OSError(number, "some words of a library", "/a/path"))
    error = KozyrError("{path} cannot be read: {why}", path="a.kozyr.jsonl", why=why)
    assert str(error) == f"a.kozyr.jsonl cannot be read: {os.strerror(number).lower()}"
    assert error_text(error, "en") == str(error)
    assert error_text(error, "uk").endswith(f": {uk}")
    assert error_text(error, "ru").endswith(f": {ru}")


def test_an_error_of_the_system_in_a_sentence_is_its_reason() -> None:
    error = KozyrError("{path} cannot be read: {why}", path="a", why=PermissionError(errno.EACCES, "x", "/b"))
    assert error_text(error, "uk").endswith(": доступ заборонено")


def test_a_reason_that_nobody_knows_stays_as_it_is() -> None:
    error = KozyrError("{path} cannot be read: {why}", path="a", why=system_reason(OSError("Strange things")))
    assert error_text(error, "uk").endswith(": strange things")


def test_every_reason_has_a_number_of_the_system_and_both_languages() -> None:
    for name, said in json.loads((ROOT / "ui" / "locale" / "system.json").read_text("utf-8")).items():
        assert getattr(errno, name) > 0
        assert sorted(said) == sorted(FOREIGN)
        assert all(text and text[0].islower() for text in said.values()), "it stands in the middle of a sentence"
    assert len(reasons()) > 30


@pytest.mark.parametrize("lang", FOREIGN)
def test_a_command_says_the_reason_in_the_language(lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    before = language()
    try:
        assert main(["check", "nowhere.kozyr.jsonl", "--lang", lang]) == 2
    finally:
        set_language(before)
    assert "no such file" not in capsys.readouterr().err


def test_what_nobody_has_translated_is_english() -> None:
    assert error_text(KozyrError("{thing} is new here", thing=3), "uk") == "3 is new here"
    assert error_text(OSError("disk"), "uk") == "disk"


@pytest.mark.parametrize(
    ("words", "uk"),
    [
        (["read", "--lang", "uk"], "бракує обов’язкових аргументів: IMAGE (дивіться: kozyr read --help)"),
        (["check", "a", "--nothing", "--lang=uk"], "зайві або невідомі аргументи: --nothing"),
        (["overlay", "--lang", "uk", "--revoke", "x"], "--revoke: 'x' тут не підходить; виберіть із"),
        (["overlay", "--lang", "uk", "--port", "x"], "--port: 'x' – не ціле число від 0 до 65535"),
        (["overlay", "--lang", "uk", "--port"], "--port: потрібне одне значення"),
        (["calibrate", "0", "--lang", "uk", "--out", "a", "--taps", "1,1"], "--taps: значень має бути 4"),
        (["check", "nowhere.kozyr.jsonl", "--lang", "uk"], "nowhere.kozyr.jsonl: прочитати не вдалося ("),
        (["juggle", "--lang", "uk"], "'juggle' – такої команди немає"),
    ],
)
def test_a_command_complains_in_the_language_asked_for(
    words: list[str], uk: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = language()
    try:
        try:
            status = main(words)
        except SystemExit as ended:
            status = ended.code
    finally:
        set_language(before)
    assert status == 2
    assert capsys.readouterr().err.startswith(f"kozyr: {uk}")


def test_a_complaint_that_nobody_knows_stays() -> None:
    assert understood("ambiguous option: --x could match --xa, --xb") == "ambiguous option: --x could match --xa, --xb"


def test_a_picture_that_does_not_fit_is_told_with_the_cards_as_people_read_them() -> None:
    error = DeckPictureError(Misfit(Fault.BEYOND, (Card.parse("6H"), Card.parse("6S")), count=32), "one.png")
    assert str(error).startswith("one.png: 6H 6S lies in it, which a deck of 32 cards does not have")
    assert error_text(error, "uk").startswith("one.png: тут лежить 6♥ 6♠, а в колоді з 32 карт такої немає")
    alone = DeckPictureError(Misfit(Fault.ABSENT, suits=(Suit.HEARTS,)))
    assert error_text(alone, "ru") == "ни на одном снимке нет ♥; снимите каждую масть отдельно"
