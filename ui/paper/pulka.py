"""The pulka of Preferans: the running figures as they are written by hand, and the sheet as text.

In each column stands every total that a deal has left, the last one in force: ``2.6.10.``
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from kozyr.engine.game import RulingRow
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Header
from kozyr.engine.view import DealRow
from kozyr.ui.paper.subject import Subject, signed

GAME: Final = "preferans"
"""The game that is written down so."""

Figures = tuple[int, ...]
"""The totals of one column, the first one first."""


@dataclass(frozen=True, slots=True)
class Part:
    """One player's part of the sheet."""

    seat: Seat
    """Whose."""
    player: str
    """The name."""
    pool: Figures
    """The pool."""
    mountain: Figures
    """The mountain."""
    whists: tuple[tuple[Seat, Figures], ...]
    """(other player, the whists written on him), clockwise from the left-hand neighbour."""

    @property
    def written(self) -> int:
        """All whists this player has written."""
        return sum(last(figures) for _, figures in self.whists)


@dataclass(frozen=True, slots=True)
class Pulka:
    """One pulka: a sheet from its first deal to its last."""

    parts: tuple[Part, ...]
    """The players, clockwise."""
    target: int | None
    """The points that close a pool; None where a round is timed."""
    settlement: tuple[tuple[Seat, int], ...]
    """(player, final whists); empty before the first deal."""
    deals: tuple[int, int]
    """The numbers of the first and the last deal; (0, 0) before the first."""
    rulings: tuple[RulingRow, ...]
    """What the judge has decided, in order."""
    started: str
    """Day and time of the log's start."""
    variant: str
    """The convention."""

    @property
    def players(self) -> tuple[tuple[Seat, str], ...]:
        """Who sits where."""
        return tuple((part.seat, part.player) for part in self.parts)

    def against(self, seat: Seat) -> int:
        """All whists that others have written on ``seat``."""
        return sum(last(figures) for part in self.parts for other, figures in part.whists if other is seat)


def last(figures: Figures) -> int:
    """The total in force: the last one, 0 where nothing is written."""
    return figures[-1] if figures else 0


def figures_text(figures: Figures) -> str:
    """The figures as people write them: ``2.6.10.``, nothing where nothing is written."""
    return "".join(f"{signed(figure)}." for figure in figures)


def pulkas(subject: Subject) -> tuple[Pulka, ...]:
    """The finished pulkas of a log and the current one, each with the deals that belong to it."""
    report = subject.report
    over = [(party.deals, party.score) for party in report.parties]
    begins = over[-1][0][1] + 1 if over else 1
    ends = max((row.deal for row in report.deals), default=0)
    if ends >= begins or not over:
        over.append(((min(begins, ends), ends), report.settlement))
    return tuple(_pulka(subject, deals, score) for deals, score in over)


def _pulka(subject: Subject, deals: tuple[int, int], score: Iterable[tuple[str, int]]) -> Pulka:
    first, final = deals
    header, report = subject.header, subject.report
    rows = [row for row in report.deals if first <= row.deal <= final]
    names, target = dict(header.players), subject.options.get("pool_target")
    return Pulka(
        parts=tuple(_part(seat, names.get(seat, ""), header, rows) for seat in header.seating.seats),
        target=target if isinstance(target, int) else None,
        settlement=tuple((Seat(side), whists) for side, whists in score),
        deals=deals,
        rulings=tuple(row for row in report.rulings if first <= row.deal <= final),
        started=subject.started,
        variant=header.variant,
    )


def _part(seat: Seat, player: str, header: Header, rows: list[DealRow]) -> Part:
    """One player's columns from what each deal gave."""
    mine = [one for row in rows for one in row.sheet if one.side == seat.value]
    others = header.seating.following(seat)[1:]
    return Part(
        seat,
        player,
        _totals(one.pool for one in mine),
        _totals(one.mountain for one in mine),
        tuple((other, _totals(dict(one.whists).get(other.value, 0) for one in mine)) for other in others),
    )


def _totals(changes: Iterable[int]) -> Figures:
    """The running totals, one for every deal that has changed them."""
    return tuple(accumulate(change for change in changes if change))
