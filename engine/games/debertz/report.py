"""The report of a log: deals, parties, the meeting, findings, rulings and what is in doubt."""

from collections.abc import Iterator
from typing import Final

from kozyr.engine.acts import Act, Claimed, Tallied
from kozyr.engine.claims import entry_of
from kozyr.engine.game import Report, ReportDoubt
from kozyr.engine.games.debertz.dealing import is_out_of_order
from kozyr.engine.games.debertz.match import Meetings, rows_of
from kozyr.engine.games.debertz.outcome import NOTHING, outcome_of
from kozyr.engine.games.debertz.score import Result
from kozyr.engine.games.debertz.standing import unshown
from kozyr.engine.games.debertz.state import Deal, DoubtKind, State, Table
from kozyr.engine.laws import Remedy
from kozyr.engine.seats import Seat
from kozyr.engine.view import DealRow

_NOT_OF_THIS_GAME: Final = (Remedy.TRICKS_TO_OPPONENTS, Remedy.TOTUS)
"""Remedies that no clause of these rules knows and that change nothing."""

Acts = tuple[tuple[int, Act], ...]
"""(seq, act)."""


def deal_rows(state: State, meetings: Meetings) -> tuple[DealRow, ...]:
    """Every deal with its score in its party and the running totals."""
    deals = {deal.number: deal for deal in state.deals}
    return tuple(
        _row(state.table, deals[number], result, total)
        for party in meetings.parties
        for number, result, total in zip(party.deals, party.results, party.totals, strict=True)
    )


def _row(table: Table, deal: Deal, result: Result | None, total: tuple[tuple[str, int], ...]) -> DealRow:
    outcome = deal.outcome or outcome_of(table, deal)
    sides = table.seating.side_names
    return DealRow(
        deal=deal.number,
        contract=deal.trump.value if deal.trump else None,
        declarer=deal.declarer,
        doubled=1,
        score=tuple((side, result.of(side)) for side in sides) if result else (),
        total=total,
        bayt=result.bayt if result else (),
        points=outcome.points,
        lines=result.lines if result else (),
        finished=result is not None,
        annulled=any(ruling.remedy is Remedy.ANNUL for ruling in deal.docket.in_force),
        redealt=_redealt(deal),
        unshown=_unshown(table, deal) if result is not None else (),
    )


def _unshown(table: Table, deal: Deal) -> tuple[tuple[Seat, str], ...]:
    """The combinations that fell because nobody showed them."""
    return tuple((deal.declarations[at].seat, deal.declarations[at].text) for at in unshown(table, deal))


def _redealt(deal: Deal) -> str | None:
    """Why a deal gave nothing and was dealt again; a ruling comes before what happened at the table."""
    endings = [ruling.remedy for ruling in deal.docket.in_force if ruling.remedy in NOTHING]
    if endings:
        return "ruling" if endings[-1] is Remedy.REDEAL else None
    return deal.stop.value if deal.stop else None


def report(state: State) -> Report:
    """Deals, parties, the meeting, findings, rulings and doubts of a log."""
    meetings, deals = state.meetings, state.deals
    party = meetings.current
    return Report(
        deals=deal_rows(state, meetings),
        match_score=party.score,
        winner=party.winner,
        irregularities=tuple(one for deal in deals for one in deal.docket.findings),
        parties=rows_of(meetings),
        rulings=tuple(row for deal in deals for row in deal.docket.rows(deal.number)),
        doubts=(
            *(
                doubt
                for deal in deals
                for doubt in _doubts(
                    deal, state.acts if deal is state.deal else deal.acts, is_current=deal is state.deal
                )
            ),
            *_refused_timeouts(state),
        ),
        record=party.record,
        meeting=meetings.wins,
        meeting_winner=meetings.winner,
        pot=party.pot,
        protocol=state.table.rules.protocol,
    )


def _doubts(deal: Deal, acts: Acts, is_current: bool) -> tuple[ReportDoubt, ...]:
    outcome = deal.outcome
    found: list[ReportDoubt] = []
    if is_out_of_order(deal):
        found.append(ReportDoubt(deal.number, DoubtKind.OUT_OF_ORDER.value, deal.seq))
    for ruling in deal.docket.in_force:
        if ruling.stale or ruling.remedy in _NOT_OF_THIS_GAME:
            found.append(ReportDoubt(deal.number, DoubtKind.RULING.value, ruling.seq))
    if outcome is not None and outcome.doubt is not None:
        found.append(ReportDoubt(deal.number, outcome.doubt.value, _entry(deal, outcome.doubt, acts), outcome.cards))
    elif not is_current and not deal.is_over:
        found.append(ReportDoubt(deal.number, DoubtKind.ABANDONED.value, deal.seq))
    return tuple(found)


def _entry(deal: Deal, doubt: DoubtKind, acts: Acts) -> int | None:
    """The entry that a doubt is about."""
    if doubt in (DoubtKind.CLAIM, DoubtKind.NOT_TRIED):
        return entry_of(acts, Claimed)
    return entry_of(acts, Tallied) if deal.tally is not None and doubt is not DoubtKind.CARDS_MISSING else None


def _refused_timeouts(state: State) -> Iterator[ReportDoubt]:
    """Time-outs that were asked for and could not be given (8.1, 8.8); nobody is at fault."""
    for one in state.timeouts.asked:
        if one.refusal is not None:
            number = max((deal.number for deal in state.deals if deal.seq < one.seq), default=0)
            yield ReportDoubt(number, f"timeout-{one.refusal.value}", one.seq)
