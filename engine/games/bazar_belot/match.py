"""The match of Bazar Belot: deals added up to 301 and who has won.

Source: Репино, "При наборе играющими одинакового количества…"; rules dossier B.7.
"""

from dataclasses import dataclass
from itertools import pairwise

from kozyr.engine.games.bazar_belot.laws import OF_THE_MATCH
from kozyr.engine.games.bazar_belot.state import Deal, Table
from kozyr.engine.laws import Remedy
from kozyr.engine.seats import Seat

Totals = tuple[tuple[str, int], ...]
"""(side, total)."""


@dataclass(frozen=True, slots=True)
class Match:
    """A match, over or going on."""

    deals: tuple[Deal, ...]
    """Its deals."""
    totals: tuple[Totals, ...]
    """After each of them."""
    winner: str | None
    """None while it goes on or when its result is annulled."""
    annulled: bool
    """True when a ruling has annulled its result."""

    @property
    def score(self) -> Totals:
        """The totals by now."""
        return self.totals[-1] if self.totals else ()


def matches_of(table: Table, deals: tuple[Deal, ...]) -> tuple[Match, ...]:
    """All matches of a log, the last one perhaps going on. A deal after a win begins the next match."""
    matches: list[Match] = []
    current: list[Deal] = []
    totals: list[Totals] = []
    score = dict.fromkeys(table.order.side_names, 0)
    for deal in deals:
        if current and _winner(table, totals[-1]) is not None:
            matches.append(_match(table, current, totals))
            current, totals, score = [], [], dict.fromkeys(score, 0)
        result = deal.outcome.result if deal.outcome else None
        if result is not None:
            for side in score:
                score[side] += result.of(side)
        current.append(deal)
        totals.append(tuple(score.items()))
    return (*matches, _match(table, current, totals))


def _match(table: Table, deals: list[Deal], totals: list[Totals]) -> Match:
    annulled = any(
        ruling.remedy is Remedy.ANNUL and ruling.law in OF_THE_MATCH for deal in deals for ruling in deal.in_force
    )
    shown = totals or [tuple((side, 0) for side in table.order.side_names)]
    winner = None if annulled else _winner(table, shown[-1])
    return Match(tuple(deals), tuple(shown), winner, annulled)


def _winner(table: Table, totals: Totals) -> str | None:
    """Over the target the larger total wins; while both are equal another deal is played."""
    best = max(total for _, total in totals)
    leaders = [side for side, total in totals if total == best]
    return leaders[0] if best >= table.rules.match_target and len(leaders) == 1 else None


def next_dealer(table: Table, deal: Deal) -> Seat | None:
    """Who deals after this deal; None when the judge dealt."""
    dealer = deal.dealt.dealer
    redealt = deal.stop is not None or (deal.outcome is not None and deal.outcome.redealt)
    if dealer is None or (redealt and table.rules.redeal_dealer == "same"):
        return dealer
    return table.order.next(dealer)


def out_of_order(table: Table, match: Match) -> tuple[Deal, ...]:
    """The deals begun by another dealer than was due: they are played as they lie and only noted.

    Nobody can say who was due in the first deal of a match, after a deal without a result or one that the judge dealt.
    When a ruling has a deal dealt again, either dealer is right: the next deal may have begun before it.
    """
    found = []
    for before, deal in pairwise(match.deals):
        due = {next_dealer(table, before)}
        if before.dealt.dealer is not None and before.stop is None:
            due.add(table.order.next(before.dealt.dealer))
        if before.is_over and None not in due and deal.dealt.dealer not in (None, *due):
            found.append(deal)
    return tuple(found)
