"""What went wrong, as a sentence of a language: the English template of an error is looked up, its values said anew.

``errors_*.json`` beside this module, and ``help.json`` for ``--help``, hold the sentences: English template to language
to text with the same places. What stands in no file is told in English. ``system.json`` has the reasons of the system:
name of its number to language to text.
"""

import errno
import json
import os
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from kozyr.engine.cards import Card
from kozyr.engine.errors import KozyrError, Listed, Reason, Words
from kozyr.engine.seats import Seat
from kozyr.ui.locale.catalog import known, language, tr
from kozyr.ui.locale.players import are_called
from kozyr.ui.locale.text import call_text, card_text, declaration_text, seat_text, side_text

_BY_NAME: Final = {"call": call_text, "declaration": declaration_text, "side": side_text}
"""How a text is said that stands under such a name, unless it is quoted as it was written."""
_OF_ENTRIES: Final = frozenset({"entry", "seq", "other", "named", "earlier"})
"""Where a number is that of an entry."""
Named = Callable[[int], str]
"""An entry's number -> the words for it."""


@cache
def sentences() -> Mapping[str, Mapping[str, str]]:
    """English template to language to text."""
    found: dict[str, Mapping[str, str]] = {}
    for file in sorted(files(__package__).iterdir(), key=lambda entry: entry.name):
        if file.name == "help.json" or (file.name.startswith("errors_") and file.name.endswith(".json")):
            found |= json.loads(file.read_text("utf-8"))
    return found


@cache
def reasons() -> Mapping[str, Mapping[str, str]]:
    """What the system says when it refuses, in English, to language to text."""
    known = json.loads(files(__package__).joinpath("system.json").read_text("utf-8"))
    return {os.strerror(getattr(errno, name)).lower(): said for name, said in known.items() if hasattr(errno, name)}


def error_text(error: BaseException | str, lang: str | None = None, named: Named | None = None) -> str:
    """An error, or words about one, as a sentence of ``lang``; what is none of Kozyr's own as it stands.

    ``named``: says an entry of the log in the place of its number, for people who see no numbers.
    """
    words = error.words if isinstance(error, KozyrError) else error
    if not isinstance(words, Words):
        return str(words)
    lang = lang or language()
    template = sentences().get(words.template, {}).get(lang)
    if lang == "en" or template is None:
        if named is None and not are_called():
            return str(words)
        template = words.template
    quoted = {name for name in words.values if f"{{{name}!r}}" in words.template}
    said = {name: value if name in quoted else _value(name, value, lang, named) for name, value in words.values.items()}
    return template.format(**said) if said else template


def _value(name: str, value: object, lang: str, named: Named | None) -> Any:
    """What stands in a place, as people of a language say it."""
    match value:
        case Words():
            return error_text(value, lang, named)
        case Listed():
            return " ".join(str(_value("", one, lang, named)) for one in value)
        case int() if named is not None and name in _OF_ENTRIES:
            return named(value)
        case Card():
            return card_text(value, lang)
        case Seat():
            return seat_text(value, lang)
        case Reason():
            return reasons().get(value, {}).get(lang, value)
        case str() if name in ("act", "game"):
            return tr(f"{name}.{value}", lang) if known(f"{name}.{value}") else value
        case str() if name in _BY_NAME:
            return _BY_NAME[name](value, lang)
        case _:
            return value
