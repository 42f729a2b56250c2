"""The names of those who sit at a table, for texts about that table: people know each other, not points of a compass.

Outside of ``players_called`` a seat is told by its place.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from kozyr.engine.seats import Seat

_NOBODY: Mapping[Seat, str] = {}
_called: ContextVar[Mapping[Seat, str]] = ContextVar("players", default=_NOBODY)


@contextmanager
def players_called(players: Iterable[tuple[Seat, str]]) -> Iterator[None]:
    """Within it seats are told by these names; two of one name, and a seat without, by their places."""
    names = {seat: name for seat, name in players if name and name != seat.value}
    often = Counter(names.values())
    token = _called.set({seat: name for seat, name in names.items() if often[name] == 1})
    try:
        yield
    finally:
        _called.reset(token)


def are_called() -> bool:
    """Whether names are in force."""
    return bool(_called.get())


def name_of(seat: Seat) -> str:
    """The name in force of who sits there; empty where there is none."""
    return _called.get().get(seat, "")
