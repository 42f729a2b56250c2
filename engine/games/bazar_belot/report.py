"""The report of a log: the match table, findings, rulings and what is in doubt."""

from collections.abc import Iterator

from kozyr.engine.acts import Act, Claimed, Tallied
from kozyr.engine.claims import entry_of
from kozyr.engine.docket import Ruling
from kozyr.engine.game import MatchRow, Report, ReportDoubt
from kozyr.engine.games.bazar_belot.laws import OF_THE_MATCH
from kozyr.engine.games.bazar_belot.match import Match, matches_of, out_of_order
from kozyr.engine.games.bazar_belot.outcome import ENDING, outcome_of
from kozyr.engine.games.bazar_belot.state import Deal, DoubtKind, State, Table
from kozyr.engine.laws import Remedy
from kozyr.engine.view import DealRow

Acts = tuple[tuple[int, Act], ...]
"""(seq, act)."""


def rows_of(table: Table, matches: tuple[Match, ...]) -> tuple[DealRow, ...]:
    """The match table: every deal with its running totals."""
    return tuple(
        _row(table, deal, total) for match in matches for deal, total in zip(match.deals, match.totals, strict=False)
    )


def _row(table: Table, deal: Deal, total: tuple[tuple[str, int], ...]) -> DealRow:
    outcome = deal.outcome or outcome_of(table, deal)
    result = outcome.result
    sides = table.seating.side_names
    return DealRow(
        deal=deal.number,
        contract=deal.contract.bid.call if deal.contract else None,
        declarer=deal.declarer,
        doubled=deal.contract.doubled if deal.contract else 1,
        score=tuple((side, result.of(side)) for side in sides) if result else (),
        total=total,
        bayt=result.bayt if result else (),
        points=outcome.points,
        lines=result.lines if result else (),
        finished=result is not None,
        capo=bool(deal.contract and deal.contract.bid.capo),
        annulled=any(one.remedy is Remedy.ANNUL and one.law not in OF_THE_MATCH for one in deal.in_force),
        redealt=_redealt(deal),
    )


def _redealt(deal: Deal) -> str | None:
    """Why a deal gave nothing and was dealt again; a ruling comes before what happened at the table."""
    endings = [one.remedy for one in deal.in_force if one.remedy in ENDING and one.law not in OF_THE_MATCH]
    if endings:
        return "ruling" if endings[-1] is Remedy.REDEAL else None
    return deal.stop.value if deal.stop else None


def report(state: State) -> Report:
    """Deals, matches, findings, rulings and doubts of a log."""
    table, deals = state.table, state.deals
    matches = matches_of(table, deals)
    match = matches[-1]
    return Report(
        deals=rows_of(table, matches),
        match_score=match.score,
        winner=match.winner,
        irregularities=tuple(one for deal in deals for one in deal.findings),
        parties=tuple(
            MatchRow(each.score, each.winner, (each.deals[0].number, each.deals[-1].number)) for each in matches[:-1]
        ),
        rulings=tuple(row for deal in deals for row in deal.docket.rows(deal.number)),
        doubts=tuple(_all_doubts(state, matches)),
        annulled=match.annulled,
    )


def _all_doubts(state: State, matches: tuple[Match, ...]) -> Iterator[ReportDoubt]:
    """Of every deal in turn: whether another dealer was due, then what else is in doubt."""
    strange = {deal.number for match in matches for deal in out_of_order(state.table, match)}
    for deal in state.deals:
        is_current = deal is state.deal
        if deal.number in strange:
            yield ReportDoubt(deal.number, DoubtKind.DEALER.value, deal.seq)
        yield from _doubts(deal, state.acts if is_current else deal.acts, is_current)


def _doubts(deal: Deal, acts: Acts, is_current: bool) -> tuple[ReportDoubt, ...]:
    outcome = deal.outcome
    empty = [ruling for ruling in deal.in_force if ruling.stale or _names_no_trick(ruling)]
    found = [ReportDoubt(deal.number, DoubtKind.RULING.value, ruling.seq) for ruling in empty]
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


def _names_no_trick(ruling: Ruling) -> bool:
    """Tricks were given to the opponents and nobody can say from which on."""
    return ruling.remedy is Remedy.TRICKS_TO_OPPONENTS and ruling.trick is None
