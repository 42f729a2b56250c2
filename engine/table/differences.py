"""What a correction changes in the result: scores deal by deal, totals, the winner, and findings."""

from dataclasses import dataclass

from kozyr.engine.facts import Irregularity
from kozyr.engine.game import Report


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """One figure that is no longer what it was."""

    deal: int
    """The number of the deal; 0 for the total of the current match."""
    side: str
    """Whose figure."""
    old: int | None
    """What it was; None when there was none (the deal had no score)."""
    new: int | None
    """What it is."""


@dataclass(frozen=True, slots=True)
class Differences:
    """All that differs between two results of one log."""

    scores: tuple[ScoreChange, ...]
    """By deal, the total last."""
    winner: tuple[str | None, str | None] | None
    """(old, new), None when it stays the same."""
    found: tuple[Irregularity, ...]
    """Findings that are new."""
    dropped: tuple[Irregularity, ...]
    """Findings that are gone."""

    def __bool__(self) -> bool:
        """True when anything differs."""
        return bool(self.scores or self.winner or self.found or self.dropped)


def differences(before: Report, after: Report) -> Differences:
    """What differs between the result before and after a correction."""
    old, new = _figures(before), _figures(after)
    scores = (
        ScoreChange(deal, side, old.get((deal, side)), new.get((deal, side)))
        for deal, side in sorted(old.keys() | new.keys(), key=lambda place: (place[0] == 0, place))
        if old.get((deal, side)) != new.get((deal, side))
    )
    known, now = {_essence(one) for one in before.irregularities}, {_essence(one) for one in after.irregularities}
    return Differences(
        tuple(scores),
        (before.winner, after.winner) if before.winner != after.winner else None,
        tuple(one for one in after.irregularities if _essence(one) not in known),
        tuple(one for one in before.irregularities if _essence(one) not in now),
    )


def _figures(report: Report) -> dict[tuple[int, str], int]:
    figures = {(row.deal, side): value for row in report.deals for side, value in row.score}
    return figures | {(0, side): value for side, value in report.match_score}


def _essence(one: Irregularity) -> tuple[object, ...]:
    """What makes two findings the same although an entry has another number since: not the numbers of entries."""
    return one.offence, one.seat, one.law, one.deal, one.trick, one.proved_trick, one.certain, frozenset(one.cards)
