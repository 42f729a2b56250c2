"""The ways to put something right, and what each would do, as the table is now. No Kivy in here."""

from collections.abc import Callable
from typing import NamedTuple

from kozyr.engine.acts import Act
from kozyr.engine.errors import KozyrError
from kozyr.engine.table.log import Entry
from kozyr.ui.tablet.following import in_turn
from kozyr.ui.tablet.foresight import Foresight, foreseen
from kozyr.ui.tablet.model import TableModel

Prepare = Callable[[], tuple[Entry, ...]]
"""Makes the log lines of a correction."""


class Way(NamedTuple):
    """One way to put something right."""

    prepare: Prepare
    """Makes its log lines."""
    found: Foresight
    """What follows from it."""
    in_turn: bool = False
    """Whether what was entered after it for the seat on turn goes on in turn."""


def ways_of(model: TableModel, prepare: Prepare) -> tuple[Way, ...]:
    """The ways to make a correction, the likelier one first: with what follows it in turn, and alone.

    Raises as ``Session.amend`` when there is none.
    """

    def following() -> tuple[Entry, ...]:
        return in_turn(model.session, prepare())

    entries, moved = prepare(), following()
    if len(entries) == len(moved):
        return (Way(prepare, foreseen(model, entries)),)
    found: list[Way] = []
    refused: list[KozyrError] = []
    for make, lines, is_moved in ((prepare, entries, False), (following, moved, True)):
        try:
            found.append(Way(make, foreseen(model, lines), is_moved))
        except KozyrError as error:
            refused.append(error)
    if not found:
        raise refused[0]
    return tuple(sorted(found, key=lambda way: way.found.findings))


def places_of(prepare: Prepare) -> tuple[int, ...]:
    """The lines that a correction puts right; empty where it only puts something in."""
    return tuple(entry.replaces for entry in prepare() if entry.replaces is not None)


def stands(model: TableModel, places: tuple[int, ...]) -> tuple[Act | None, ...]:
    """What stands now where these lines stated something; None for nothing."""
    steps = map(model.standing, places)
    return tuple(None if step is None else step.act for step in steps)
