"""The options that say which game a table plays and by which rules, and the header they make."""

import argparse
from collections.abc import Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any, Final

from kozyr.engine.errors import LogFormatError
from kozyr.engine.game import Game
from kozyr.engine.games.registry import GAMES, game_named
from kozyr.engine.seats import Seat, Seating, seating
from kozyr.engine.table.codec import moment_text
from kozyr.engine.table.log import Header
from kozyr.engine.table.strict_json import frozen, parse_value

_USUAL: Final = next(iter(GAMES))
"""The game of a table for which none is named."""


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of a new match."""
    parser.add_argument("--game", choices=tuple(GAMES), default=_USUAL, help=f"the game (default: {_USUAL})")
    add_rules_arguments(parser)
    parser.add_argument(
        "--player", action="append", default=[], metavar="SEAT=NAME", help="a player's name, as in S=Name; once a seat"
    )


def add_rules_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options that choose the rules of a game."""
    parser.add_argument("--variant", help="the edition of its rules (default: the game's usual one)")
    parser.add_argument(
        "--format", help="how it is played, as in 2x2 or 1x2, or the number of players (default: the game's usual one)"
    )
    parser.add_argument("--target", help="to how many points a party goes, in games whose header says so")
    parser.add_argument(
        "--rule",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option that differs from the edition, as in direction=ccw, with dots for a part of one; repeatable "
        "(kozyr rules GAME names them all)",
    )


def header_from(options: argparse.Namespace) -> Header:
    """The header of a new match. Raises LogFormatError for whatever the game does not have, with one sentence."""
    game, names = game_named(options.game), named_players(options)
    form = options.format or game.formats[0]
    seats = _seats(game, form, names)
    header = Header(
        game=game.name,
        variant=options.variant or game.variants[0],
        seating=seats,
        players=tuple((seat, names.get(seat, seat.value)) for seat in seats.seats),
        started=moment_text(datetime.now(UTC)),
        rules=MappingProxyType({name: frozen(value, name) for name, value in rules_from(options.rule).items()}),
        extra=MappingProxyType(_extra(game, form, options.target)),
    )
    game.start(header)
    return header


def _seats(game: Game[Any], form: str, names: Mapping[Seat, str]) -> Seating:
    """The usual seats of a format; at a table of three, the three that are named."""
    usual = game.seating(form)
    strange = [seat for seat in names if seat not in usual.seats]
    if not strange:
        return usual
    if len(usual.seats) == len(names) == 3:
        return seating(tuple(seat for seat in Seat if seat in names))
    where = " ".join(usual.seats)
    other = "; name all three to seat them elsewhere" if len(usual.seats) == 3 else ""
    raise LogFormatError(
        f"--player names {strange[0]}, where nobody sits: {game.name} {form} is played at {where}{other}"
    )


def _extra(game: Game[Any], form: str, target: str | None) -> dict[str, object]:
    """The header fields of the game's own. A format that is a number of players is told by the seats."""
    extra: dict[str, object] = {}
    if len(game.formats) > 1 and not form.isdecimal():
        extra["format"] = form
    if target is not None and not (target.isascii() and target.isdecimal()):
        raise LogFormatError(f"--target {target!r} must be a whole number, as in 501")
    if target is not None:
        extra["target"] = int(target)
    elif game.targets:
        extra["target"] = game.targets[0]
    return extra


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
            raise LogFormatError(f"--rule {one!r} must be NAME=VALUE, as in direction=ccw")
        inside: Any = rules
        for name in names[:-1]:
            inside = inside.setdefault(name, {})
            if not isinstance(inside, dict):
                raise LogFormatError(f"--rule {one!r}: {name} has a value of its own already")
        if names[-1] in inside:
            raise LogFormatError(f"--rule names {path.strip()} twice; give each option one value")
        inside[names[-1]] = parse_value(value.strip())
    return rules


def named_players(options: argparse.Namespace) -> dict[Seat, str]:
    """The names that were given. Raises LogFormatError for a wrong or a repeated seat."""
    pairs = [_named(text) for text in options.player]
    names = dict(pairs)
    if len(names) != len(pairs):
        raise LogFormatError("--player names a seat twice; give each seat one name")
    return names


def _named(text: str) -> tuple[Seat, str]:
    seat, _, name = text.partition("=")
    if seat not in tuple(Seat) or not name.strip():
        raise LogFormatError(f"--player {text!r} must be a seat S W N E, = and a name, as in S=Name")
    return Seat(seat), name.strip()
