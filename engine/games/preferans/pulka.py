"""The pulka: deals written on the sheet one after another, where the table stands, and when a pulka is over.

Source: Сочи Игра 12, Распасы 1, 3-7; rules dossier C.5.6-C.5.8.
"""

from dataclasses import dataclass

from kozyr.engine.games.preferans import pool, raspasy
from kozyr.engine.games.preferans.score import Outcome
from kozyr.engine.games.preferans.settlement import settled
from kozyr.engine.games.preferans.sheet import Changes, Sheet, added, blank
from kozyr.engine.games.preferans.state import Deal, Standing, Table
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Entry:
    """One deal as written on the sheet."""

    deal: Deal
    """The deal."""
    changes: Changes
    """What it wrote, every pool point where it could go; of a deal without a result, fines alone."""
    before: Standing
    """Where the table stood."""
    after: Standing
    """Where it stands with this deal."""


@dataclass(frozen=True, slots=True)
class Pulka:
    """A pulka, over or going on."""

    entries: tuple[Entry, ...]
    """Its deals."""
    standing: Standing
    """Where the table stands."""
    is_over: bool
    """Whether every pool is closed."""

    @property
    def sheet(self) -> Sheet:
        """The running sheet."""
        return self.standing.sheet


def beginning(table: Table, dealer: Seat | None = None) -> Standing:
    """Where a table stands before a pulka."""
    return Standing(blank(table.seating.seats), dealer=dealer)


def pulkas_of(table: Table, deals: tuple[Deal, ...]) -> tuple[Pulka, ...]:
    """All pulkas of a log, the last one perhaps going on. A deal after the last pool is closed begins the next."""
    done: list[Pulka] = []
    entries: list[Entry] = []
    standing = beginning(table)
    for deal in deals:
        if entries and pool.is_over(standing.sheet, table.rules):
            done.append(Pulka(tuple(entries), standing, True))
            entries, standing = [], beginning(table, standing.dealer)
        entry = written(table, deal, standing)
        entries.append(entry)
        standing = entry.after
    return (*done, Pulka(tuple(entries), standing, pool.is_over(standing.sheet, table.rules)))


def standing_before_next(table: Table, deals: tuple[Deal, ...]) -> Standing:
    """Where the table stands when the next deal begins.

    What stood before the last deal is kept with it, so that a long evening is not added up anew at each deal; where
    the log was corrected that may be what the table believed, and then everything is.
    """
    if deals and deals[-1].before.is_sure:
        standing = written(table, deals[-1], deals[-1].before).after
    else:
        standing = pulkas_of(table, deals)[-1].standing
    return beginning(table, standing.dealer) if deals and pool.is_over(standing.sheet, table.rules) else standing


def written(table: Table, deal: Deal, before: Standing) -> Entry:
    """A deal on the sheet: pools that are full help others, fines go where the judge said."""
    changes = changes_of(table, deal, before.sheet)
    sheet = added(before.sheet, changes)
    return Entry(deal, changes, before, _moved(table, deal, before, sheet))


def changes_of(table: Table, deal: Deal, sheet: Sheet) -> Changes:
    """What a deal writes on a sheet."""
    result = deal.outcome.result if deal.outcome else None
    if result is None:
        return deal.outcome.fines if deal.outcome else ()
    play = result.changes[: len(result.changes) - len(result.fines)]
    return (*pool.placed(play, sheet, deal.sitting, table.rules, bool(deal.writes_off)), *result.fines)


def _moved(table: Table, deal: Deal, before: Standing, sheet: Sheet) -> Standing:
    """Raspasy and the dealer after a deal; one annulled, dealt wrongly or without an ending moves nothing."""
    result = deal.outcome.result if deal.outcome else None
    if result is None:
        return _in_doubt(deal, before, sheet)
    if result.how is None:
        again = (*before.misdealt_by, deal.misdealt) if deal.misdealt and _is_blamed(deal) else ()
        return Standing(sheet, before.k, deal.dealer, again, before.is_sure)
    ladder = raspasy.after(before.k, result.how, table.rules)
    dealer = table.order.next(deal.dealer) if ladder.dealer_moves else deal.dealer
    is_sure = before.is_sure or result.how in (Outcome.RASPASY, Outcome.MADE)
    return Standing(sheet, ladder.k, dealer, is_sure=is_sure)


def _in_doubt(deal: Deal, before: Standing, sheet: Sheet) -> Standing:
    """After a deal without a result: all have passed and cards lie, so it was raspasy whoever took the tricks."""
    play = deal.play
    played = deal.is_raspasy and bool(play.trick or play.tricks or play.unjudged or play.aside)
    sure = before.is_sure and not deal.is_raspasy and before.k == 0
    return Standing(sheet, before.k + int(played), is_sure=sure)


def _is_blamed(deal: Deal) -> bool:
    """Whether the judge has not dismissed the wrong deal."""
    return any(one.offence is Offence.MISDEAL for one in deal.docket.findings)


def settlement_of(table: Table, sheet: Sheet) -> tuple[tuple[str, int], ...]:
    """(side, whists as things stand)."""
    return tuple((side, int(whists)) for side, whists in settled(sheet, table.rules))
