"""The games that Kozyr knows, by the name in a log's header."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from kozyr.engine.errors import LogFormatError
from kozyr.engine.game import Game
from kozyr.engine.games.bazar_belot.game import GAME as BAZAR_BELOT
from kozyr.engine.games.debertz.game import GAME as DEBERTZ
from kozyr.engine.games.preferans.game import GAME as PREFERANS

GAMES: Final[Mapping[str, Game[Any]]] = MappingProxyType(
    {game.name: game for game in (BAZAR_BELOT, DEBERTZ, PREFERANS)}
)
"""Games by name."""


def game_named(name: str) -> Game[Any]:
    """The game of that name. Raises LogFormatError for one that is not there."""
    game = GAMES.get(name)
    if game is None:
        raise LogFormatError("game {name!r} is unknown; this program plays {games}", name=name, games=", ".join(GAMES))
    return game
