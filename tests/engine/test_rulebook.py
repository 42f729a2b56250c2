"""The rule books: every rule cited, every option in one rule, and words for both in three languages."""

import itertools
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from kozyr.engine.games.bazar_belot import laws as bazar_belot_laws
from kozyr.engine.games.bazar_belot import rulebook as bazar_belot_book
from kozyr.engine.games.bazar_belot import rules as bazar_belot
from kozyr.engine.games.debertz import laws as debertz_laws
from kozyr.engine.games.debertz import rulebook as debertz_book
from kozyr.engine.games.debertz import rules as debertz
from kozyr.engine.games.preferans import laws as preferans_laws
from kozyr.engine.games.preferans import rulebook as preferans_book
from kozyr.engine.games.preferans import rules as preferans
from kozyr.engine.laws import Law
from kozyr.engine.options import Limits, flattened
from kozyr.engine.rulebook import Basis, Chapter, Rule, cited

LANGUAGES = ("uk", "ru", "en")
LOCALE = Path(__file__).parents[2] / "ui" / "locale"
PLACEHOLDER = re.compile(r"{([^{}]*)}")
LIST = re.compile(r"\.\[.*\]$")
"""The words of an option that is a list: one of the lists that can be chosen."""
NO_LETTERS = {"uk": set("ыэёъЫЭЁЪ"), "ru": set("іїєґІЇЄҐ’"), "en": set()}
"""Letters that the language has not."""
LETTERS_OF_THE_PROTOCOL = {"Б", "БТ", "К"}
"""What is written down in Cyrillic letters whatever language people speak."""


@dataclass(frozen=True)
class Book:
    """The rule book of a game with what its rules may speak of."""

    source: str
    rules: tuple[Rule, ...]
    laws: Mapping[str, Law]
    options: Mapping[str, object]
    limits: Limits
    variants: tuple[str, ...]
    formats: tuple[str, ...]

    def choices(self, path: str) -> tuple[object, ...]:
        """The values that an option may have, where they are few."""
        default = self.options[path]
        allowed = self.limits.choices.get(path) or self.limits.choices.get(f"{path}[]")
        if allowed is None:
            allowed = (False, True) if isinstance(default, bool) else (None,) if default is None else ()
        return allowed

    @property
    def values(self) -> dict[str, bool]:
        """The keys of the words for every choice, and whether there must be such words: a number may stand alone."""
        return {
            f"value.{path}.{str_of(one)}": type(one) is not int for path in self.options for one in self.choices(path)
        }


def str_of(value: object) -> str:
    """A value as the key of its words has it."""
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


BOOKS = {
    "bazar_belot": Book(
        "Репино",
        bazar_belot_book.RULEBOOK,
        bazar_belot_laws.LAWS,
        flattened(bazar_belot.Rules()),
        bazar_belot.LIMITS,
        bazar_belot.VARIANTS,
        ("2x2",),
    ),
    "debertz": Book(
        "ФДУ",
        debertz_book.RULEBOOK,
        debertz_laws.LAWS,
        flattened(debertz.Rules()),
        debertz.LIMITS,
        debertz.VARIANTS,
        debertz.FORMATS,
    ),
    "preferans": Book(
        "Сочи",
        preferans_book.RULEBOOK,
        preferans_laws.LAWS,
        flattened(preferans.Rules()),
        preferans.LIMITS,
        preferans.VARIANTS,
        tuple(map(str, preferans.TABLE_SIZES)),
    ),
}


@cache
def words(name: str) -> Mapping[str, Mapping[str, str]]:
    """All texts of a file in ui/locale: key to language to text."""
    texts: Mapping[str, Mapping[str, str]] = json.loads((LOCALE / f"{name}.json").read_text("utf-8"))
    return texts


def sentences(game: str, lang: str) -> Iterator[tuple[str, str]]:
    """Every text of a game's rules and laws in a language, with its key."""
    for name in (f"rules_{game}", f"laws_{game}"):
        for key, texts in words(name).items():
            yield key, texts[lang]


def test_the_first_word_of_a_key_is_its_chapter() -> None:
    assert cited("play.follow", "Репино", "Г").chapter is Chapter.PLAY
    with pytest.raises(ValueError, match="dealing"):
        cited("dealing.six", "Репино", "Г")


@pytest.mark.parametrize("game", BOOKS)
def test_keys_are_unique_and_chapters_stand_in_the_order_of_play(game: str) -> None:
    rules = BOOKS[game].rules
    assert not [key for key, count in Counter(rule.key for rule in rules).items() if count > 1]
    assert all(rule.key.startswith(f"{rule.chapter}.") for rule in rules)
    order = list(Chapter)
    assert [rule.chapter for rule in rules] == sorted((rule.chapter for rule in rules), key=order.index)
    assert {rule.chapter for rule in rules} == set(order)


@pytest.mark.parametrize("game", BOOKS)
def test_every_option_stands_in_exactly_one_rule(game: str) -> None:
    book = BOOKS[game]
    assert Counter(path for rule in book.rules for path in rule.options) == Counter(list(book.options))


@pytest.mark.parametrize("game", BOOKS)
def test_editions_and_formats_of_a_rule_are_those_of_the_game(game: str) -> None:
    book = BOOKS[game]
    for rule in book.rules:
        assert set(rule.variants) < set(book.variants) or not rule.variants, rule.key
        assert set(rule.formats) < set(book.formats) or not rule.formats, rule.key


@pytest.mark.parametrize("game", BOOKS)
def test_every_rule_says_where_it_stands(game: str) -> None:
    """What another source says names it; all else names a clause of the book, our own choice the one that is silent."""
    book = BOOKS[game]
    for rule in book.rules:
        source, section = rule.citation.source, rule.citation.section
        if rule.basis is Basis.OUTSIDE:
            assert source, rule.key
            assert not source.startswith(book.source), rule.key
        else:
            assert source.partition("-")[0] == book.source, rule.key
            assert section, rule.key


@pytest.mark.parametrize("game", BOOKS)
def test_every_rule_chapter_and_choice_has_words_and_no_words_are_left_over(game: str) -> None:
    book, keys = BOOKS[game], set(words(f"rules_{game}"))
    known = {rule.key for rule in book.rules} | {f"chapter.{chapter}" for chapter in Chapter}
    assert known | {key for key, needed in book.values.items() if needed} <= keys
    lists = {key for key in keys if LIST.search(key)}
    assert keys - lists <= known | set(book.values)
    named: dict[str, list[tuple[object, ...]]] = {}
    for path, value in (key.removeprefix("value.").split(".[", 1) for key in lists):
        named.setdefault(path, []).append(tuple(json.loads(f"[{value}")))
    for path, values in named.items():
        assert book.options[path] in values, "what holds without a choice has words"
        for one in itertools.chain.from_iterable(values):
            assert one in (book.choices(path) or (one,)), path


@pytest.mark.parametrize("game", BOOKS)
def test_every_penalty_row_has_words_and_no_words_are_left_over(game: str) -> None:
    texts = words(f"laws_{game}")
    assert set(texts) == set(BOOKS[game].laws)
    assert all(set(by_language) == set(LANGUAGES) for by_language in texts.values())
    assert all(text.endswith(".") for by_language in texts.values() for text in by_language.values())


@pytest.mark.parametrize("game", BOOKS)
def test_a_text_names_each_option_of_its_rule_and_no_other(game: str) -> None:
    texts = words(f"rules_{game}")
    options = {rule.key: set(rule.options) for rule in BOOKS[game].rules}
    for key, by_language in texts.items():
        assert set(by_language) == set(LANGUAGES), key
        for lang, text in by_language.items():
            assert set(PLACEHOLDER.findall(text)) == options.get(key, set()), (key, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", BOOKS)
def test_texts_are_clean(game: str, lang: str) -> None:
    """No word of two alphabets, no letter of another language, no spaces or quotes that printing would not have."""
    for key, text in sentences(game, lang):
        plain = PLACEHOLDER.sub(" ", text)
        for word in re.findall(r"[^\W\d_]+", plain):
            cyrillic = re.search(r"[а-яёіїєґ]", word, re.IGNORECASE) is not None
            assert not (cyrillic and re.search(r"[a-z]", word, re.IGNORECASE)), (key, word)
            assert not (cyrillic and lang == "en" and word not in LETTERS_OF_THE_PROTOCOL), (key, word)
        assert not NO_LETTERS[lang] & set(plain), key
        assert text == " ".join(text.split()), key
        assert not set(text) & set("'\"…`"), key


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", BOOKS)
def test_rules_are_sentences_with_the_words_of_their_options_put_in(game: str, lang: str) -> None:
    """Every rule under every choice of its options begins with a capital and ends with a full stop."""
    book, texts = BOOKS[game], words(f"rules_{game}")
    for rule in book.rules:
        for text in worded(texts[rule.key][lang], rule, book, lang, texts):
            assert text.endswith("."), (rule.key, text)
            assert text[0] == text[0].upper(), (rule.key, text)
            assert ".." not in text, (rule.key, text)


def worded(text: str, rule: Rule, book: Book, lang: str, texts: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """A rule's text with every choice of words that its options give it; a number where an option has none."""
    choices = [[(path, one) for one in book.choices(path) or (6,)] for path in rule.options]
    for chosen in itertools.product(*choices):
        filled = text
        for path, one in chosen:
            known = texts.get(f"value.{path}.{str_of(one)}")
            filled = filled.replace(f"{{{path}}}", known[lang] if known else str(one))
        yield filled
