"""The ways to put something right, and what each would do, as the table is now. No Kivy in here."""

from collections.abc import Callable
from typing import Final, NamedTuple

from kozyr.engine.acts import Act, Called, Declared
from kozyr.engine.errors import KozyrError
from kozyr.engine.table.log import Entry
from kozyr.ui.tablet.following import SUPERFLUOUS, in_turn
from kozyr.ui.tablet.foresight import Foresight, foreseen
from kozyr.ui.tablet.model import TableModel

_MOST: Final = 8
"""So many entries at most are taken out with a correction."""

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
    without: bool = False
    """Whether the calls and declarations after it that would break a rule only by it are taken out too."""

    @property
    def name(self) -> str:
        """``alone``, ``in-turn`` or ``without``."""
        return "without" if self.without else "in-turn" if self.in_turn else "alone"


def ways_of(model: TableModel, prepare: Prepare) -> tuple[Way, ...]:
    """The ways to make a correction, the likelier one first: alone, with what follows it in turn or taken out.

    Raises as ``Session.amend`` when there is none.
    """

    def following() -> tuple[Entry, ...]:
        return in_turn(model.session, prepare())

    def without() -> tuple[Entry, ...]:
        return _without(model, prepare())

    entries, moved = prepare(), following()
    found: list[Way] = []
    refused: list[KozyrError] = []
    tried = ((prepare, entries, False), (following, moved, True))[: 1 if len(entries) == len(moved) else 2]
    for make, lines, is_moved in tried:
        try:
            found.append(Way(make, foreseen(model, lines), is_moved))
        except KozyrError as error:
            refused.append(error)
    if not found:
        raise refused[0]
    if all(way.found.faulty for way in found) and len(rest := without()) > len(entries):
        found.append(Way(without, foreseen(model, rest), without=True))
    return tuple(sorted(found, key=lambda way: way.found.findings))


def _without(model: TableModel, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """``entries`` and, after them, the lines that take out what would break a rule only by them.

    Words alone: a card that lies on the table was laid. As they are where that cannot be made.
    """
    lines = entries
    for _ in range(_MOST):
        try:
            faulty = foreseen(model, lines).faulty
        except KozyrError:
            return entries
        words = [one.committed for one in faulty if _is_word(model, one.committed)]
        if not words:
            break
        last = lines[-1]
        out = Entry(last.seq + 1, last.at_ms, last.source, None, replaces=words[0], by=last.by, why=SUPERFLUOUS)
        lines = (*lines, out)
    return lines


def _is_word(model: TableModel, seq: int) -> bool:
    step = model.step_of(seq)
    return step is not None and isinstance(step.act, Called | Declared)


def places_of(prepare: Prepare) -> tuple[int, ...]:
    """The lines that a correction puts right; empty where it only puts something in."""
    return tuple(entry.replaces for entry in prepare() if entry.replaces is not None)


def stands(model: TableModel, places: tuple[int, ...]) -> tuple[Act | None, ...]:
    """What stands now where these lines stated something; None for nothing."""
    steps = map(model.standing, places)
    return tuple(None if step is None else step.act for step in steps)
