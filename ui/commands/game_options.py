"""The options that say which game a table plays and by which rules, and the header they make."""

import argparse
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from kozyr.engine.errors import LogFormatError, Words
from kozyr.engine.games.registry import GAMES
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Header
from kozyr.engine.table.strict_json import parse_value
from kozyr.ui.new_match import USUAL, Plan, header_of


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of a new match."""
    parser.add_argument("--game", choices=tuple(GAMES), help=Words("the game (default: {usual})", usual=USUAL))
    add_rules_arguments(parser)
    parser.add_argument(
        "--player",
        action="append",
        default=[],
        metavar="SEAT=NAME",
        help=Words("a player's name, as in S=Name; once a seat"),
    )


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options that choose the rules of a game."""
    parser.add_argument("--variant", help=Words("the edition of its rules (default: the game's usual one)"))
    parser.add_argument(
        "--format",
        help=Words("how it is played, as in 2x2 or 1x2, or the number of players (default: the game's usual one)"),
    )
    parser.add_argument("--target", help=Words("to how many points a party goes, in games whose header says so"))
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=Words(
            "an option that differs from the edition, as in direction=ccw, with dots for a part of one; repeatable "
            "(kozyr rules GAME names them all)"
        ),
    )


def header_from(options: argparse.Namespace) -> Header:
    """The header of a new match. Raises LogFormatError for whatever the game does not have, with one sentence."""
    names = named_players(options)
    return header_of(plan_from(options, names), names)


def plan_from(options: argparse.Namespace, names: Mapping[Seat, str]) -> Plan:
    """What the options choose. Raises LogFormatError for a target that is no number and a seat that is none."""
    target = options.target
    if target is not None and not (target.isascii() and target.isdecimal()):
        raise LogFormatError("--target {target!r} must be a whole number, as in 501", target=target)
    plan = Plan(
        options.game or USUAL,
        options.variant or "",
        options.format or "",
        None if target is None else int(target),
        MappingProxyType(_by_path(rules_from(options.rule))),
    )
    return replace(plan, empty=_empty(plan, names))


def _empty(plan: Plan, names: Mapping[Seat, str]) -> Seat | None:
    """Where nobody sits at a table of three, when the three are named elsewhere than usual."""
    seats = plan.of.seating(plan.format).seats
    strange = [seat for seat in names if seat not in seats]
    if not strange:
        return None
    if len(seats) == len(names) == 3:
        return next(seat for seat in Seat if seat not in names)
    where = " ".join(seats)
    other = Words("; name all three to seat them elsewhere") if len(seats) == 3 else ""
    raise LogFormatError(
        "--player names {seat}, where nobody sits: {game} {format} is played at {where}{other}",
        seat=strange[0].value,
        game=plan.game,
        format=plan.format,
        where=where,
        other=other,
    )


def _by_path(rules: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Nested options by their paths."""
    found: dict[str, object] = {}
    for name, value in rules.items():
        found |= _by_path(value, f"{prefix}{name}.") if isinstance(value, Mapping) else {f"{prefix}{name}": value}
    return found


def rules_from(given: list[str]) -> dict[str, object]:
    """The rules that ``--rule NAME=VALUE`` name, dotted names as nested objects.

    A value is JSON; what is no JSON is a text. Raises LogFormatError for what is not NAME=VALUE and for a name given
    twice.
    """
    rules: dict[str, object] = {}
    for one in given:
        path, equals, value = one.partition("=")
        names = path.strip().split(".")
        if not equals or not all(names):
            raise LogFormatError("--rule {one!r} must be NAME=VALUE, as in direction=ccw", one=one)
        inside: Any = rules
        for name in names[:-1]:
            inside = inside.setdefault(name, {})
            if not isinstance(inside, dict):
                raise LogFormatError("--rule {one!r}: {name} has a value of its own already", one=one, name=name)
        if names[-1] in inside:
            raise LogFormatError("--rule names {name} twice; give each option one value", name=path.strip())
        inside[names[-1]] = parse_value(value.strip())
    return rules


def named_players(options: argparse.Namespace) -> dict[Seat, str]:
    """The names that were given. Raises LogFormatError for a wrong or a repeated seat."""
    pairs = [_named(text) for text in options.player]
    names = dict(pairs)
    if len(names) != len(pairs):
        raise LogFormatError("--player names a seat twice; give each seat one name")
    return names


def renamed(header: Header, options: argparse.Namespace) -> Header:
    """A header with the names that were given. Raises LogFormatError for a seat at which nobody sits, or none."""
    names = named_players(options)
    seats = header.seating.seats
    strange = next((seat for seat in names if seat not in seats), None)
    if strange is not None:
        raise LogFormatError(
            "--player names {seat}, where nobody sits: the header seats {seats}",
            seat=strange.value,
            seats=" ".join(seats),
        )
    return replace(header, players=tuple((seat, names.get(seat, name)) for seat, name in header.players))


def _named(text: str) -> tuple[Seat, str]:
    seat, _, name = text.partition("=")
    if seat not in tuple(Seat) or not name.strip():
        raise LogFormatError("--player {text!r} must be a seat S W N E, = and a name, as in S=Name", text=text)
    return Seat(seat), name.strip()
