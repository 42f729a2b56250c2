"""The rule book in force: which rules a header has, in words with the values of their options put in."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from kozyr.engine.game import Game
from kozyr.engine.rulebook import Rule
from kozyr.engine.table.log import Header
from kozyr.engine.table.strict_json import thawed
from kozyr.ui.locale.catalog import language, rule_texts, tr


@dataclass(frozen=True, slots=True)
class OptionInForce:
    """An option of the rules."""

    path: str
    """``capo_hand.value``."""
    value: object
    """What is in force."""
    default: object
    """What the edition says."""
    choices: tuple[object, ...] = ()
    """What it may be, of a list what it may name; empty for a number, which may be any whole one within its bounds."""

    @property
    def is_changed(self) -> bool:
        """Whether the header says otherwise than the edition."""
        return self.value != self.default


@dataclass(frozen=True, slots=True)
class RuleInForce:
    """A rule with its words."""

    rule: Rule
    """Its source and chapter."""
    text: str
    """In the language in force."""
    options: tuple[OptionInForce, ...]
    """What its words depend on."""


def options_in_force(game: Game[Any], header: Header) -> dict[str, OptionInForce]:
    """Every option by its path. Raises LogFormatError as ``Game.start``."""
    plain = game.options(replace(header, rules=MappingProxyType({})))
    return {
        path: OptionInForce(path, value, plain[path], choices_of(game, path, value))
        for path, value in game.options(header).items()
    }


def choices_of(game: Game[Any], path: str, value: object) -> tuple[object, ...]:
    """What an option may be, of a list what it may name; empty for numbers."""
    choices = game.choices.get(path, game.choices.get(f"{path}[]", ()))
    return choices or ((True, False) if isinstance(value, bool) else ())


def rules_in_force(game: Game[Any], header: Header, form: str) -> tuple[RuleInForce, ...]:
    """The rules of the edition and the format, in order. Raises LogFormatError as ``Game.start``."""
    options = options_in_force(game, header)
    return tuple(
        RuleInForce(rule, rule_text(game.name, rule, options), tuple(options[path] for path in rule.options))
        for rule in game.rulebook
        if (not rule.variants or header.variant in rule.variants) and (not rule.formats or form in rule.formats)
    )


def rule_text(game: str, rule: Rule, options: Mapping[str, OptionInForce], lang: str | None = None) -> str:
    """The words of a rule; a placeholder is the path of an option, in its place comes the value in words."""
    text = rule_texts(game)[rule.key][lang or language()]
    for path in rule.options:
        text = text.replace(f"{{{path}}}", value_text(game, path, options[path].value, lang))
    return text


def value_text(game: str, path: str, value: object, lang: str | None = None) -> str:
    """A value in words: of a choice its own, of a row each in turn, of anything else the value."""
    if isinstance(value, tuple):
        return ", ".join(value_text(game, path, one, lang) for one in value) or tr("rules.nobody", lang)
    words = rule_texts(game).get(f"value.{path}.{plain_value(value)}")
    return words[lang or language()] if words else plain_value(value)


def meaning(game: str, path: str, value: object, lang: str | None = None) -> str:
    """A value as a choice of its own: of a list that people agree on what it means, else as ``value_text``."""
    words = rule_texts(game).get(f"value.{path}.{json.dumps(thawed(value))}") if isinstance(value, tuple) else None
    return words[lang or language()] if words else value_text(game, path, value, lang)


def plain_value(value: object) -> str:
    """A value as it is written after ``--rule NAME=``."""
    if isinstance(value, tuple):
        return "[" + ", ".join(map(plain_value, value)) + "]"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
