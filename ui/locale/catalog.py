"""The words of Kozyr in Ukrainian, Russian and English, and the language in force.

Texts are flat JSON files beside this module, key to sentence with ``{named}`` placeholders: ``uk.json``… for the
screen, ``commands_uk.json``… for the terminal. Law rows stand in ``laws_<game>.json``: row id to language to text, and
the words of protocols in ``paper.json``: key to language to text.
"""

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import Final

LANGUAGES: Final = ("uk", "ru", "en")
"""The languages, in the order the switch shows them."""
TOGETHER: Final = (
    "paper.json", "games.json", "overlay.json", "tablet.json", "start.json", "options.json", "deck.json", "decks.json",
    "history.json",
)  # fmt: skip
"""The files that hold all languages of a text side by side: key to language to text."""
_listeners: list[Callable[[str], None]] = []
_current = LANGUAGES[0]


def language() -> str:
    """The language in force."""
    return _current


def set_language(lang: str) -> None:
    """Speaks ``lang`` from now on and tells everybody who listens. Raises KeyError for a language that is not there."""
    global _current
    if lang not in LANGUAGES:
        raise KeyError(f"{lang!r} is none of {' '.join(LANGUAGES)}")
    _current = lang
    for listener in tuple(_listeners):
        listener(lang)


def on_language(listener: Callable[[str], None]) -> Callable[[], None]:
    """Calls ``listener`` with the language at each change; the function returned stops that."""
    _listeners.append(listener)
    return lambda: _listeners.remove(listener)


@cache
def catalog(lang: str) -> Mapping[str, str]:
    """All texts of a language by key."""
    texts: dict[str, str] = {}
    for name in (f"{lang}.json", f"commands_{lang}.json"):
        texts |= json.loads(files(__package__).joinpath(name).read_text("utf-8"))
    for name in TOGETHER:
        texts |= {
            key: said[lang] for key, said in json.loads(files(__package__).joinpath(name).read_text("utf-8")).items()
        }
    return texts


def known(key: str) -> bool:
    """Whether there is a text under ``key``."""
    return key in catalog(LANGUAGES[-1])


def tr(key: str, lang: str | None = None, **args: object) -> str:
    """The text under ``key`` in ``lang`` (the language in force when left out), placeholders filled from ``args``.

    Raises KeyError for an unknown key: every key is checked by the tests.
    """
    return catalog(lang or _current)[key].format(**args)


def counted(key: str, number: int, lang: str | None = None, **args: object) -> str:
    """The text under ``key.one``, ``key.few`` or ``key.many``, as the language counts ``number`` things.

    Ukrainian and Russian go by the last digits (one: 1, 21, 501; few: 2–4, 162; many: 5, 11), English has
    one and many. Raises KeyError as ``tr`` does.
    """
    return tr(f"{key}.{_form(number, lang or _current)}", lang, **args)


def _form(number: int, lang: str) -> str:
    if lang == "en":
        return "one" if number == 1 else "many"
    ones, teens = number % 10, number % 100 // 10 == 1
    if ones == 1 and not teens:
        return "one"
    return "few" if 2 <= ones <= 4 and not teens else "many"


@cache
def _laws() -> Mapping[str, Mapping[str, str]]:
    rows: dict[str, Mapping[str, str]] = {}
    for name in sorted(entry.name for entry in files(__package__).iterdir()):
        if name.startswith("laws_") and name.endswith(".json"):
            rows.update(json.loads(files(__package__).joinpath(name).read_text("utf-8")))
    return rows


@cache
def rule_texts(game: str) -> Mapping[str, Mapping[str, str]]:
    """The words of a game's rule book: key to language to text; empty for a game without."""
    file = files(__package__).joinpath(f"rules_{game.replace('-', '_')}.json")
    found: Mapping[str, Mapping[str, str]] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found


def law_text(row: str, lang: str | None = None) -> str | None:
    """The text of a penalty row such as ``B-10``, or None when the row has no text."""
    return _laws().get(row, {}).get(lang or _current)
