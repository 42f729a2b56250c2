"""The score sheet (pulka) as arithmetic: what is written, where, by whom and why.

Points of the three columns are whole numbers of different kinds: ``Pool``, ``Mountain`` and ``Whists``.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NewType

from kozyr.engine.facts import ScoreLine
from kozyr.engine.seats import Seat
from kozyr.engine.view import SheetRow

Pool = NewType("Pool", int)
"""Points of the pool, 10 whists each in the settlement."""
Mountain = NewType("Mountain", int)
"""Points of the mountain: what a player owes, 10 whists each."""
Whists = NewType("Whists", int)
"""Points that one player has written on another."""

Sheet = tuple[SheetRow, ...]
"""One row a player, in the order of the seats; the side of a player is the name of the seat."""


class Column(StrEnum):
    """Where on the sheet."""

    POOL = "pool"
    MOUNTAIN = "mountain"
    WHISTS = "whists"


@dataclass(frozen=True, slots=True)
class Change:
    """One figure that is written on the sheet. Make it with ``pool``, ``mountain`` or ``whists``."""

    seat: Seat
    """In whose part of the sheet."""
    column: Column
    """In which column."""
    points: int
    """How much is added; negative for what is written off."""
    why: str
    """``made``, ``no-tricks``, ``help`` · ``failed``, ``tricks``, ``short``, ``talon-in-face``, ``without-three``,
    ``written-off``, ``fine`` · ``tricks``, ``half-whist``, ``consolation``, ``talon-tricks``, ``help``."""
    on: Seat | None = None
    """Whists: on whom."""

    @property
    def line(self) -> ScoreLine:
        """The change as a line of the deal's score: ``pool:made``, ``mountain:short``, ``whists:W:tricks``."""
        where = self.column.value if self.on is None else f"{self.column.value}:{self.on.value}"
        return ScoreLine(self.seat.value, f"{where}:{self.why}", self.points)


Changes = tuple[Change, ...]
"""What a deal writes, in the order in which it is told."""


def pool(seat: Seat, points: Pool, why: str) -> Change:
    """Points into the pool of ``seat``."""
    return Change(seat, Column.POOL, points, why)


def mountain(seat: Seat, points: Mountain, why: str) -> Change:
    """Points into the mountain of ``seat``."""
    return Change(seat, Column.MOUNTAIN, points, why)


def whists(seat: Seat, on: Seat, points: Whists, why: str) -> Change:
    """Whists that ``seat`` writes on ``on``."""
    return Change(seat, Column.WHISTS, points, why, on)


def blank(seats: Iterable[Seat]) -> Sheet:
    """A sheet with nothing on it; each row names the other players in the order of the seats."""
    names = tuple(seat.value for seat in seats)
    return tuple(SheetRow(name, whists=tuple((other, 0) for other in names if other != name)) for name in names)


def added(sheet: Sheet, changes: Iterable[Change]) -> Sheet:
    """The sheet with the changes written on it. Raises KeyError for a seat that has no place on it."""
    rows = {row.side: row for row in sheet}
    for change in changes:
        rows[change.seat.value] = _written(rows[change.seat.value], change)
    return tuple(rows.values())


def lines(changes: Iterable[Change]) -> tuple[ScoreLine, ...]:
    """The changes as lines of the deal's score."""
    return tuple(change.line for change in changes)


def _written(row: SheetRow, change: Change) -> SheetRow:
    match change.column:
        case Column.POOL:
            return replace(row, pool=row.pool + change.points)
        case Column.MOUNTAIN:
            return replace(row, mountain=row.mountain + change.points)
        case Column.WHISTS:
            written = dict(row.whists)
            written[str(change.on)] += change.points
            return replace(row, whists=tuple(written.items()))
