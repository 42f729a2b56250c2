"""``kozyr rules GAME``: the rule book in force, in the user's language."""

import argparse
import json
import shutil
import textwrap
from collections.abc import Iterator
from typing import Any, Final

from kozyr.engine.errors import Words
from kozyr.engine.game import Game
from kozyr.engine.games.registry import GAMES, game_named
from kozyr.engine.laws import Law
from kozyr.engine.rulebook import Basis, Chapter
from kozyr.engine.table.log import Header
from kozyr.engine.table.strict_json import thawed
from kozyr.ui.commands.game_options import add_rules_arguments, header_from
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.laws_text import laws_page, remedies_text
from kozyr.ui.locale.catalog import rule_texts
from kozyr.ui.locale.text import language, law_text, remedy_text, tr, variant_text
from kozyr.ui.rulebook_text import OptionInForce, RuleInForce, options_in_force, plain_value, rules_in_force

_WIDEST: Final = 100
"""The longest line, in letters; a narrower terminal has shorter ones."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "game", metavar="GAME", choices=tuple(GAMES), help=Words("one of {names}", names=", ".join(GAMES))
    )
    add_rules_arguments(parser)
    parser.add_argument("--json", action="store_true", help=Words("one JSON object instead of text"))
    parser.add_argument("--laws", action="store_true", help=Words("the penalty rows for judges, as a page of Markdown"))
    add_language_argument(parser)
    parser.set_defaults(player=[])


def run(options: argparse.Namespace) -> int:
    """Prints the rule book that a match with these options would be played by."""
    speak(options.lang)
    game, header = game_named(options.game), header_from(options)
    form = options.format or game.formats[0]
    if options.laws:
        print(laws_page(game, language()), end="")
    elif options.json:
        print(json.dumps(_as_json(game, header, form), ensure_ascii=False))
    else:
        print("\n".join(_lines(game, header, form)))
    return 0


def _lines(game: Game[Any], header: Header, form: str) -> Iterator[str]:
    about = ", ".join(str(one) for one in (variant_text(header.variant), form, header.extra.get("target")) if one)
    yield tr("rules.title", game=tr(f"game.{game.name}"), variant=about)
    changed = [one for one in options_in_force(game, header).values() if one.is_changed]
    if changed:
        yield tr("rules.changed", options=", ".join(map(_option_text, changed)))
    rules = rules_in_force(game, header, form)
    for chapter in Chapter:
        inside = [one for one in rules if one.rule.chapter is chapter]
        if inside:
            yield from ("", rule_texts(game.name)[f"chapter.{chapter.value}"][language()].upper())
        for number, one in enumerate(inside, start=1):
            yield from _folded(f"{number:>3}. ", one.text)
            yield from _folded("     ", " · ".join(_marks(one)))
    yield from ("", tr("rules.laws").upper())
    for law in game.laws_in_force(header).values():
        yield from _folded(f"{law.row:>5} ", _law_in_force(game, law))
        yield from _folded("      ", f"{law.citation} · {remedies_text(law)}")


def _law_in_force(game: Game[Any], law: Law) -> str:
    """What a row says; where it proposes something else than usual, that comes first."""
    said = law_text(law.row) or law.text
    if law.remedies[:1] == game.laws[law.row].remedies[:1]:
        return said
    return tr("rules.law.other", remedy=remedy_text(law.remedies[0].value), text=said)


def _folded(head: str, text: str) -> list[str]:
    width = min(_WIDEST, shutil.get_terminal_size((_WIDEST, 24)).columns)
    return textwrap.wrap(
        text, max(40, width), initial_indent=head, subsequent_indent=" " * len(head), break_on_hyphens=False
    )


def _marks(one: RuleInForce) -> Iterator[str]:
    """Where a rule stands, what it rests on when that is not the text, its options."""
    yield str(one.rule.citation)
    if one.rule.basis is not Basis.STATED:
        yield tr(f"rules.basis.{one.rule.basis.value}")
    yield from map(_option_with_choices, one.options)


def _option_text(one: OptionInForce) -> str:
    """An option, for the list of what is changed."""
    key = "rules.option.changed" if one.is_changed else "rules.option"
    return tr(key, path=one.path, value=plain_value(one.value), default=plain_value(one.default))


def _option_with_choices(one: OptionInForce) -> str:
    """An option and what it may be."""
    if one.choices:
        may = tr("rules.option.choices", choices=", ".join(map(plain_value, one.choices)))
    elif isinstance(one.default, tuple):
        may = tr("rules.option.list")
    else:
        may = tr("rules.option.null" if one.default is None else "rules.option.number")
    return f"{_option_text(one)} {may}"


def _as_json(game: Game[Any], header: Header, form: str) -> dict[str, object]:
    return {
        "game": game.name,
        "variant": header.variant,
        "format": form,
        "target": header.extra.get("target"),
        "rules": [_rule_object(one) for one in rules_in_force(game, header, form)],
        "options": {one.path: _option_object(one) for one in options_in_force(game, header).values()},
        "laws": [
            {
                "law": law.row,
                "text": law_text(law.row),
                "clause": law.text,
                "citation": str(law.citation),
                "offences": [one.value for one in law.offences],
                "remedies": [one.value for one in law.remedies],
                "certain": [one.value for one in law.detectable],
                "decides": law.decides.value,
            }
            for law in game.laws_in_force(header).values()
        ],
    }


def _rule_object(one: RuleInForce) -> dict[str, object]:
    return {
        "key": one.rule.key,
        "chapter": one.rule.chapter.value,
        "text": one.text,
        "source": one.rule.citation.source,
        "section": one.rule.citation.section,
        "basis": one.rule.basis.value,
        "options": [{"path": option.path} | _option_object(option) for option in one.options],
    }


def _option_object(one: OptionInForce) -> dict[str, object]:
    return {"value": thawed(one.value), "default": thawed(one.default), "changed": one.is_changed,
            "choices": list(one.choices) or None}  # fmt: skip
