"""The options that say which game a table plays, and the header they make."""

import argparse
from datetime import UTC, datetime

from kozyr.engine.errors import LogFormatError
from kozyr.engine.games.registry import GAMES, game_named
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.codec import moment_text
from kozyr.engine.table.log import Header

_VARIANTS = {"bazar-belot": "repino-2013"}


def add_game_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds the options of a new match."""
    parser.add_argument("--game", choices=sorted(GAMES), default="bazar-belot", help="the game (default: bazar-belot)")
    parser.add_argument("--variant", help="the edition of its rules (default: the game's usual one)")
    parser.add_argument(
        "--player", action="append", default=[], metavar="SEAT=NAME", help="a player's name, as in S=Name; once a seat"
    )


def header_from(options: argparse.Namespace) -> Header:
    """The header of a new match. Raises LogFormatError for a seat or variant that is not there."""
    names = named_players(options)
    seats = seating(tuple(Seat), {"SN": (Seat.S, Seat.N), "WE": (Seat.W, Seat.E)})
    header = Header(
        game=options.game,
        variant=options.variant or _VARIANTS[options.game],
        seating=seats,
        players=tuple((seat, names.get(seat, seat.value)) for seat in seats.seats),
        started=moment_text(datetime.now(UTC)),
    )
    game_named(header.game).start(header)
    return header


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
