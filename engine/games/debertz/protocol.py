"""The protocol of a meeting as the judge keeps it: deal by deal, in digits and in the schematic form at once.

Source: ФДУ-uk 6.2.1.4, 7.1, 7.2; rules dossier A.5.2. It is made from a report alone, so that a deal corrected later
is corrected here, with all that follows from it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from kozyr.engine.game import Report
from kozyr.engine.games.debertz.schematic import Account, Small, continued, drawn
from kozyr.engine.games.debertz.score import PENALTIES
from kozyr.engine.seats import Seat
from kozyr.engine.view import DealRow

Totals = tuple[tuple[str, int], ...]
"""(side, points)."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What one deal wrote for one side."""

    side: str
    """Whose."""
    gained: int
    """What the deal gave, penalties included."""
    total: int
    """The account after it."""
    letter: bool
    """Whether the side got a letter Б."""
    penalties: int
    """Points written off in this deal: letters, no tricks, fines."""
    deferred: int
    """Its points that went into the pot."""
    wrote: Account
    """The signs that the deal added; small points are crossed out once a later deal has made them void."""


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal."""

    deal: int
    """Its number."""
    declarer: Seat | None
    """Who ordered."""
    trump: str | None
    """``H``; None when nobody ordered."""
    cells: tuple[Cell, ...]
    """In the order of the sides."""
    annulled: bool
    """True when a ruling has annulled it."""
    counts: bool
    """False for a deal that was dealt again, and for one that a deberts has ended: nothing but fines is written."""
    redealt: str | None = None
    """Why it was dealt again, as in ``DealRow``."""


@dataclass(frozen=True, slots=True)
class PartyProtocol:
    """One party."""

    number: int
    """From 1 in each meeting."""
    lines: tuple[DealLine, ...]
    """Its deals that have a score."""
    score: Totals
    """The accounts."""
    winner: str | None
    """None while it goes on."""
    record: Totals
    """501:500 where the rules say so."""
    pot: int = 0
    """Deferred points that wait."""

    @property
    def sides(self) -> tuple[str, ...]:
        """In the order of the columns."""
        return tuple(side for side, _ in self.score)

    @property
    def by_deberts(self) -> bool:
        """Whether a deberts has won it, whatever the accounts."""
        return self.winner is not None and bool(self.lines) and not self.lines[-1].counts

    def account_of(self, side: str) -> Account:
        """The side's account drawn anew, as short as can be."""
        return drawn(dict(self.score)[side])


@dataclass(frozen=True, slots=True)
class MeetingProtocol:
    """One meeting."""

    number: int
    """From 1."""
    parties: tuple[PartyProtocol, ...]
    """In order, one that goes on last."""
    winner: str | None
    """Who has won it; None while it goes on."""

    @property
    def wins(self) -> Totals:
        """(side, parties won)."""
        won = [party.winner for party in self.parties]
        return tuple((side, won.count(side)) for side in self.parties[0].sides)


def protocol_of(report: Report, meeting_wins: int) -> tuple[MeetingProtocol, ...]:
    """The protocols of all meetings of a log, at least one, from everything that its report tells.

    ``meeting_wins`` is how many parties win a meeting (7.7).
    """
    meetings: list[MeetingProtocol] = []
    for party in _parties(report):
        if not meetings or meetings[-1].winner is not None:
            meetings.append(MeetingProtocol(len(meetings) + 1, (), None))
        before = meetings[-1].parties
        parties = (*before, replace(party, number=len(before) + 1))
        won = sum(one.winner == party.winner for one in parties)
        winner = party.winner if party.winner is not None and won >= meeting_wins else None
        meetings[-1] = replace(meetings[-1], parties=parties, winner=winner)
    return tuple(meetings)


def _parties(report: Report) -> Iterator[PartyProtocol]:
    """All parties in order; the one just won may stand among those that are over, or be the current one still."""
    last = 0
    for row in report.parties:
        deals = [deal for deal in report.deals if row.deals[0] <= deal.deal <= row.deals[1]]
        yield PartyProtocol(1, _lines(deals), row.score, row.winner, row.record)
        last = row.deals[1]
    rest = [deal for deal in report.deals if deal.deal > last]
    if rest or not report.parties:
        yield PartyProtocol(1, _lines(rest), report.match_score, report.winner, report.record, report.pot)


def _lines(deals: Iterable[DealRow]) -> tuple[DealLine, ...]:
    """The deals that have a score; what a later deal has made void is crossed out in the earlier ones."""
    counted = [deal for deal in deals if deal.finished]
    sides = [side for side, _ in counted[0].total] if counted else []
    columns = [_column(side, counted) for side in sides]
    return tuple(
        DealLine(deal.deal, deal.declarer, deal.contract, cells, deal.annulled, _counts(deal), deal.redealt)
        for deal, cells in zip(counted, zip(*columns, strict=True), strict=True)
    )


def _counts(deal: DealRow) -> bool:
    return any(line.what != "fine" for line in deal.lines) or bool(deal.bayt)


def _column(side: str, deals: list[DealRow]) -> tuple[Cell, ...]:
    """One side's cells. The account lists all small points ever written, so the last of them are those of the deal."""
    account, cells = Account(), []
    for deal in deals:
        total = dict(deal.total)[side]
        before, account = account, continued(account, total)
        cells.append(_cell(side, deal, total, _added(before, account)))
    pluses, minuses = list(account.pluses), list(account.minuses)
    return tuple(replace(cell, wrote=_as_left(cell.wrote, pluses, minuses)) for cell in cells)


def _cell(side: str, deal: DealRow, total: int, wrote: Account) -> Cell:
    mine = [line for line in deal.lines if line.side == side]
    return Cell(
        side=side,
        gained=dict(deal.score).get(side, 0),
        total=total,
        letter=side in deal.bayt,
        penalties=sum(line.value for line in mine if line.what in PENALTIES),
        deferred=-sum(line.value for line in mine if line.what == "deferred"),
        wrote=wrote,
    )


def _added(before: Account, after: Account) -> Account:
    """What was written between the two."""
    return Account(
        after.crossed - before.crossed,
        after.circles - before.circles,
        after.bars - before.bars,
        after.pluses[len(before.pluses) :],
        after.minuses[len(before.minuses) :],
    )


def _as_left(wrote: Account, pluses: list[Small], minuses: list[Small]) -> Account:
    """The small points of a deal as they stand at the end; takes them off the front of the two columns."""
    taken = [tuple(column.pop(0) for _ in own) for column, own in ((pluses, wrote.pluses), (minuses, wrote.minuses))]
    return replace(wrote, pluses=taken[0], minuses=taken[1])
