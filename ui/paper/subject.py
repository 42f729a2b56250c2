"""What a paper is drawn from, and the words that every paper needs."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from kozyr.engine.acts import Decision
from kozyr.engine.game import Report, RulingRow
from kozyr.engine.games.registry import game_named
from kozyr.engine.laws import Law
from kozyr.engine.seats import Seat, Seating
from kozyr.engine.table.log import Header
from kozyr.engine.view import TableView
from kozyr.ui.locale.players import players_called
from kozyr.ui.locale.text import law_text, matter_text, penalty_text, seat_text, side_text, tr

Players = Iterable[tuple[Seat, str]]
"""(seat, the name of who sits there)."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One log, replayed."""

    report: Report
    """What its game reports."""
    header: Header
    """Who plays what, with the sides that the game has (``seated``)."""
    options: Mapping[str, object]
    """Every option in force, by its path."""
    form: str | None = None
    """How the paper is to be kept, where there are several ways; None for the way that the report names."""

    def names_of(self, side: str) -> str:
        """The players of a side, in the order of their seats; a seat that nobody named has its letter for a name."""
        names = {seat: name for seat, name in self.header.players if name != seat.value}
        return ", ".join(names[seat] for seat in self.header.seating.seats_of(side) if names.get(seat))

    @property
    def laws(self) -> Mapping[str, Law]:
        """The penalty rows under the edition in force."""
        return game_named(self.header.game).laws_in_force(self.header)

    @property
    def started(self) -> str:
        """Day and time of the start, UTC."""
        day, _, time = self.header.started.partition("T")
        return f"{'.'.join(reversed(day.split('-')))} {time[:5]}".strip()


def seated(header: Header, view: TableView) -> Header:
    """The header with the sides that the game has, whether the log names them or not."""
    sides: dict[str, tuple[Seat, ...]] = {}
    for one in sorted(view.seats, key=lambda one: header.seating.seats.index(one.seat)):
        sides[one.side] = (*sides.get(one.side, ()), one.seat)
    if sides.keys() == set(header.seating.side_names):
        return header
    return replace(header, seating=Seating(header.seating.seats, tuple(sides.items())))


def heading(subject: Subject, *said: str) -> str:
    """The game and how it is played, in one line."""
    return ", ".join((tr(f"paper.game.{subject.header.game}"), *said))


def signed(value: int) -> str:
    """A whole number with a proper minus."""
    return str(value).replace("-", "−")


def score_pair(score: tuple[tuple[str, int], ...]) -> str:
    """Sides and numbers: ``Ю–С 501 : 500 З–В``; of more than two sides one after another."""
    if len(score) == 2:
        (first, one), (second, other) = score
        return f"{side_text(first)} {signed(one)} : {signed(other)} {side_text(second)}"
    return ", ".join(f"{side_text(side)} {signed(value)}" for side, value in score)


def ruled_pairs(
    rulings: tuple[RulingRow, ...], laws: Mapping[str, Law], players: Players = ()
) -> list[tuple[str, str]]:
    """What the judge has decided and not dismissed, with the reason where one was given; and the clause with its words.

    ``laws``: the rows under the edition in force; ``players``: who sits where, for the names of offenders.
    """
    stands = [row for row in rulings if row.decision is not Decision.DISMISSED]
    with players_called(players):
        return [(_ruling_line(row), _law_line(laws.get(row.law))) for row in stands]


def ruling_lines(rulings: tuple[RulingRow, ...], laws: Mapping[str, Law], players: Players = ()) -> list[str]:
    """The rulings for the terminal, two lines each."""
    return [line for said, law in ruled_pairs(rulings, laws, players) for line in (f"  {said}", f"    {law}")]


def _law_line(law: Law | None) -> str:
    """Where a penalty row stands, what it is about as far as the first stop, and its number for the judge."""
    if law is None:
        return ""
    about = re.split(r"[:.](?:\s|$)", law_text(law.row) or law.text, maxsplit=1)[0]
    return f"{law.citation}: {about} ({law.row})"


def _ruling_line(row: RulingRow) -> str:
    """A decision in words: who, what it does, what for."""
    offence = matter_text(row.offence, row.law)
    offence = offence[:1].lower() + offence[1:]
    said = tr("paper.ruling", deal=row.deal, seat=seat_text(row.seat), offence=offence, remedy=_remedy(row))
    return f"{said}: {row.why}" if row.why else said


def _remedy(row: RulingRow) -> str:
    """What a ruling does; of a fine how many points, and where they are written."""
    if row.remedy is None:
        return tr(f"decision.{row.decision.value}")
    return penalty_text(row.remedy, row.points, row.column)
