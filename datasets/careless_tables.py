"""Every way in which the games are played, each with the dealer of its random deals: a new game is one line here."""

from collections.abc import Mapping
from typing import Final

from kozyr.datasets.careless import Dealer
from kozyr.datasets.careless_belot import BelotDealer
from kozyr.datasets.careless_debertz import EDITIONS, FORMATS, DebertzDealer
from kozyr.datasets.careless_preferans import PreferansDealer
from kozyr.engine.games.registry import GAMES

_THREES: Final = ("SWN", "SWE", "SNE")


def _tables() -> dict[str, Dealer]:
    tables: dict[str, Dealer] = {}
    if "bazar-belot" in GAMES:
        tables["bazar-belot 2x2"] = BelotDealer(GAMES["bazar-belot"])
    if "debertz" in GAMES:
        for at, edition in enumerate(EDITIONS):
            for format in FORMATS:
                name = f"debertz {format} {edition}"
                tables[name] = DebertzDealer(
                    GAMES["debertz"], format, edition, three=_THREES[at], target=1001 if format == "1x3" else 501
                )
    if "preferans" in GAMES:
        tables["preferans 3"] = PreferansDealer(GAMES["preferans"], "SNE")
        tables["preferans 4"] = PreferansDealer(GAMES["preferans"], "SWNE")
    return tables


TABLES: Final[Mapping[str, Dealer]] = _tables()
"""Dealers by game, format and edition."""


def tables_of(game: str) -> tuple[str, ...]:
    """The names of all tables at which a game is played."""
    return tuple(name for name in TABLES if name.split()[0] == game)


def share(table: str, deals: int) -> int:
    """How many of a number of deals of its game fall to a table, at least two."""
    return max(2, deals // len(tables_of(table.split()[0])))
