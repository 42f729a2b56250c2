"""The report of a Preferans log: deals with what they wrote, the running sheet, settlement, rulings, doubts."""

from dataclasses import replace

from kozyr.engine.acts import Act, Claimed, Tallied
from kozyr.engine.claims import entry_of
from kozyr.engine.facts import Irregularity
from kozyr.engine.game import MatchRow, Report, ReportDoubt, RulingRow
from kozyr.engine.games.preferans import score
from kozyr.engine.games.preferans.findings import MOUNTAIN
from kozyr.engine.games.preferans.laws import BY_DEFENDER
from kozyr.engine.games.preferans.outcome import fine_of
from kozyr.engine.games.preferans.pulka import Entry, Pulka, pulkas_of, settlement_of
from kozyr.engine.games.preferans.score import GamePlayed, GameUnplayed
from kozyr.engine.games.preferans.sheet import added, blank, lines
from kozyr.engine.games.preferans.state import Deal, DoubtKind, State, Table
from kozyr.engine.laws import Remedy
from kozyr.engine.view import DealRow

Acts = tuple[tuple[int, Act], ...]
"""(seq, act)."""


def report(state: State) -> Report:
    """Everything a log has come to."""
    table, deals = state.table, state.deals
    pulkas = pulkas_of(table, deals)
    last = pulkas[-1]
    return Report(
        deals=rows_of(table, pulkas),
        match_score=(),
        winner=winner_of(table, last),
        irregularities=tuple(proposed(deal, one) for deal in deals for one in deal.docket.findings),
        parties=tuple(_party(table, each) for each in pulkas[:-1]),
        rulings=tuple(row for deal in deals for row in _ruling_rows(deal)),
        doubts=tuple(
            doubt
            for deal in deals
            for doubt in _doubts(deal, state.acts if deal is state.deal else deal.acts, is_current=deal is state.deal)
        ),
        sheet=last.sheet,
        settlement=settlement_of(table, last.sheet),
    )


def rows_of(table: Table, pulkas: tuple[Pulka, ...]) -> tuple[DealRow, ...]:
    """The match table."""
    return tuple(_row(table, entry) for pulka in pulkas for entry in pulka.entries)


def winner_of(table: Table, pulka: Pulka) -> str | None:
    """Who has most whists when a pulka is over; None while it goes on, and when several have as many."""
    if not pulka.is_over:
        return None
    whists = dict(settlement_of(table, pulka.sheet))
    best = [side for side, count in whists.items() if count == max(whists.values())]
    return best[0] if len(best) == 1 else None


def proposed(deal: Deal, one: Irregularity) -> Irregularity:
    """A finding with what its row proposes now: a defender off suit annuls only a game that the declarer has lost."""
    if one.law == BY_DEFENDER and one.remedy is Remedy.ANNUL and _is_made(deal):
        return replace(one, remedy=Remedy.FINE)
    return one


def _is_made(deal: Deal) -> bool:
    ending = deal.outcome.result.ending if deal.outcome and deal.outcome.result else None
    return ending is not None and score.is_made(ending)


def _row(table: Table, entry: Entry) -> DealRow:
    deal = entry.deal
    result = deal.outcome.result if deal.outcome else None
    return DealRow(
        deal=deal.number,
        contract=deal.contract,
        declarer=deal.declarer,
        doubled=1,
        score=(),
        total=(),
        points=deal.outcome.tricks if deal.outcome and result else (),
        lines=lines(entry.changes) if result else (),
        finished=result is not None,
        sheet=added(blank(table.seating.seats), entry.changes) if result or entry.changes else (),
        annulled=result is not None and result.annulled,
        redealt=_redealt(deal),
    )


def _redealt(deal: Deal) -> str | None:
    """Why a deal has no ending and was dealt again; a ruling comes before what happened at the table."""
    result = deal.outcome.result if deal.outcome else None
    if result is None or result.how is not None or result.annulled:
        return None
    is_ruled = any(ruling.remedy is Remedy.REDEAL for ruling in deal.docket.in_force)
    return "ruling" if is_ruled else "misdealt" if deal.misdealt else None


def _party(table: Table, pulka: Pulka) -> MatchRow:
    deals = (pulka.entries[0].deal.number, pulka.entries[-1].deal.number)
    return MatchRow(settlement_of(table, pulka.sheet), winner_of(table, pulka), deals)


def _ruling_rows(deal: Deal) -> tuple[RulingRow, ...]:
    """The decisions, with the fine that each of them comes to."""
    rows = []
    for ruling, row in zip(deal.docket.rulings, deal.docket.rows(deal.number), strict=True):
        points, remedy = fine_of(ruling), row.remedy
        if ruling.law == BY_DEFENDER and ruling.act.remedy is None and _is_made(deal) and remedy == Remedy.ANNUL:
            remedy = Remedy.FINE.value
        if points:
            rows.append(replace(row, points=points, column=ruling.column or MOUNTAIN, remedy=remedy))
        else:
            rows.append(row)
    return tuple(rows)


def _doubts(deal: Deal, acts: Acts, is_current: bool) -> tuple[ReportDoubt, ...]:
    outcome = deal.outcome
    found = [ReportDoubt(deal.number, DoubtKind.RULING.value, one.seq) for one in deal.docket.in_force if one.stale]
    if deal.before.dealer not in (None, deal.dealer):
        found.append(ReportDoubt(deal.number, DoubtKind.DEALER.value, deal.seq))
    if outcome is not None and outcome.doubt is not None:
        found.append(ReportDoubt(deal.number, outcome.doubt.value, _entry(deal, outcome.doubt, acts), outcome.cards))
    elif not is_current and not deal.has_result:
        found.append(ReportDoubt(deal.number, DoubtKind.ABANDONED.value, deal.seq))
    elif _lacks_talon(deal):
        found.append(ReportDoubt(deal.number, DoubtKind.TALON.value))
    return tuple(found)


def _entry(deal: Deal, doubt: DoubtKind, acts: Acts) -> int | None:
    """The entry that a doubt is about."""
    if doubt in (DoubtKind.CLAIM, DoubtKind.NOT_TRIED):
        return entry_of(acts, Claimed)
    return entry_of(acts, Tallied) if deal.tally is not None and doubt is not DoubtKind.CARDS_MISSING else None


def _lacks_talon(deal: Deal) -> bool:
    """Whether the dealer of four may have whists for a talon that nobody saw."""
    ending = deal.outcome.result.ending if deal.outcome and deal.outcome.result else None
    best = deal.auction.best
    if deal.sitting is None or best is None or best.is_dark or len(deal.talon) == 2:
        return False
    return isinstance(ending, GamePlayed | GameUnplayed) and not deal.is_returned
