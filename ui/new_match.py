"""A match that is about to begin: what is chosen, which choices there are, the header they make."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Final

from kozyr.engine.errors import LogFormatError
from kozyr.engine.game import Game
from kozyr.engine.games.registry import GAMES, game_named
from kozyr.engine.rulebook import Rule
from kozyr.engine.seats import Seat, Seating, seating
from kozyr.engine.table.codec import moment_text
from kozyr.engine.table.log import Header
from kozyr.engine.table.strict_json import frozen, parse_value
from kozyr.ui.locale.catalog import rule_texts

USUAL: Final = next(iter(GAMES))
"""The game of a table for which none is named."""
SOME: Final = 10
"""A number of points such as people agree on where the rules set none."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is chosen for a match, but for its players."""

    game: str = USUAL
    """As in the header of a log."""
    variant: str = ""
    """The edition; empty for the game's usual one."""
    form: str = ""
    """The format; empty for the game's usual one."""
    target: int | None = None
    """To how many points; None for the game's usual number, and in games that have none."""
    rules: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    """What differs from the edition: option path to value."""
    empty: Seat | None = None
    """Where nobody sits, at a table of three; None for the usual place."""

    @property
    def of(self) -> Game[Any]:
        """The game itself."""
        return game_named(self.game)

    @property
    def edition(self) -> str:
        """The edition in force."""
        return self.variant or self.of.variants[0]

    @property
    def format(self) -> str:
        """The format in force."""
        return self.form or self.of.formats[0]

    @property
    def goal(self) -> int | None:
        """To how many points; None in games that have no such number in the header."""
        return self.target or next(iter(self.of.targets), None)

    @property
    def seats(self) -> Seating:
        """Who sits where and with whom."""
        usual = self.of.seating(self.format)
        if self.empty is None or len(usual.seats) != 3:
            return usual
        return seating(tuple(seat for seat in Seat if seat is not self.empty))


def header_of(plan: Plan, names: Mapping[Seat, str]) -> Header:
    """The header of a new match; a seat without a name has its letter. Raises LogFormatError for what the game does
    not have, with one sentence."""
    game, seats = plan.of, plan.seats
    header = Header(
        game=game.name,
        variant=plan.edition,
        seating=seats,
        players=tuple((seat, names.get(seat) or seat.value) for seat in seats.seats),
        started=moment_text(datetime.now(UTC)),
        rules=MappingProxyType({name: frozen(value, name) for name, value in nested(plan.rules).items()}),
        extra=MappingProxyType(_extra(plan)),
    )
    game.start(header)
    return header


def _extra(plan: Plan) -> dict[str, object]:
    """The header fields of the game's own. A format that is a number of players is told by the seats."""
    extra: dict[str, object] = {}
    if len(plan.of.formats) > 1 and not plan.format.isdecimal():
        extra["format"] = plan.format
    if plan.goal is not None:
        extra["target"] = plan.goal
    return extra


def nested(rules: Mapping[str, object]) -> dict[str, object]:
    """Option paths as nested objects, as a header has them."""
    found: dict[str, object] = {}
    for path, value in rules.items():
        inside: Any = found
        *names, last = path.split(".")
        for name in names:
            inside = inside.setdefault(name, {})
        inside[last] = value
    return found


@dataclass(frozen=True, slots=True)
class Choosable:
    """An option that can be chosen."""

    path: str
    """``capo_hand.value``."""
    rule: Rule
    """The rule that it belongs to: its source and what it rests on."""
    values: tuple[object, ...]
    """What it may be that has words of its own, of a list the lists that people agree on; empty for a whole number."""
    is_number: bool = False
    """Whether a whole number may be typed, beside ``values`` where there are any."""


def choosable(plan: Plan) -> tuple[Choosable, ...]:
    """The options of a game that a person can choose, in the order of its rule book.

    An option with one value only is none, nor is the one that names the edition.
    """
    defaults = plan.of.options(header_of(replace(plan, rules=MappingProxyType({})), {}))
    found = []
    for rule in plan.of.rulebook:
        if (rule.variants and plan.edition not in rule.variants) or (rule.formats and plan.format not in rule.formats):
            continue
        for path in rule.options:
            usual = defaults.get(path)
            is_list = isinstance(usual, tuple)
            values = tuple(one for one in values_of(plan.game, path) if isinstance(one, tuple) is is_list)
            if is_list:
                values = tuple(sorted(values, key=lambda one: one != usual))
            is_number = values in ((), (None,)) and _moves(plan, path, usual)
            if is_number or (len(values) > 1 and path != "ruleset"):
                found.append(Choosable(path, rule, values, is_number))
    return tuple(found)


def _moves(plan: Plan, path: str, usual: object) -> bool:
    """Whether a number may be another one than its neighbour; where there is usually none, whether it may be one."""
    if usual is not None and type(usual) is not int:
        return False
    for value in (SOME,) if usual is None else (usual + 1, usual - 1):
        try:
            with_option(plan, path, value)
        except LogFormatError:
            continue
        return True
    return False


def values_of(game: str, path: str) -> tuple[object, ...]:
    """The values of an option that have words of their own: all that it may be; of a list, what it may name as well."""
    prefix = f"value.{path}."
    return tuple(frozen(parse_value(key[len(prefix) :]), path) for key in rule_texts(game) if key.startswith(prefix))


def with_option(plan: Plan, path: str, value: object) -> Plan:
    """The plan with an option chosen. Raises LogFormatError for a value that does not go with the others."""
    rules = dict(plan.rules) | {path: value}
    usual = plan.of.options(header_of(replace(plan, rules=MappingProxyType({})), {}))
    if usual[path] == value:
        del rules[path]
    changed = replace(plan, rules=MappingProxyType(rules))
    header_of(changed, {})
    return changed


def checked(plan: Plan) -> Plan:
    """The plan, or what is usual in its game where it cannot be played as it is remembered."""
    try:
        header_of(plan, {})
    except (LogFormatError, KeyError, ValueError):
        return Plan(plan.game) if plan.game in GAMES else Plan()
    return plan
