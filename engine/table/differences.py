"""What a correction changes in the result: scores and totals deal by deal, sheets, parties, winners, and findings."""

from dataclasses import dataclass
from typing import NamedTuple

from kozyr.engine.facts import Irregularity
from kozyr.engine.game import MatchRow, Report
from kozyr.engine.view import SheetRow


class ScoreChange(NamedTuple):
    """One figure that is no longer what it was."""

    deal: int
    """The number of the deal; 0 for the figure as it stands at the end of the log."""
    side: str
    """Whose figure."""
    old: int | None
    """What it was; None when there was none (the deal had no score)."""
    new: int | None
    """What it is."""
    what: str = "score"
    """``score``: what the deal gave, or the total of the current match; ``total``: the running total after the deal;
    ``pool``, ``mountain``, ``whists`` of a sheet with columns; ``settlement``; ``wins`` of a meeting."""
    on: str | None = None
    """Of ``whists``, on whom they are written."""


class PartyChange(NamedTuple):
    """A match or party that is over, or was, and is no longer what it was."""

    number: int
    """From 1."""
    old: MatchRow | None
    """None when it was not over."""
    new: MatchRow | None
    """None when it is over no longer."""


@dataclass(frozen=True, slots=True)
class Differences:
    """All that differs between two results of one log."""

    scores: tuple[ScoreChange, ...]
    """By deal, the figures of the current match last."""
    winner: tuple[str | None, str | None] | None
    """(old, new), None when it stays the same."""
    found: tuple[Irregularity, ...]
    """Findings that are new."""
    dropped: tuple[Irregularity, ...]
    """Findings that are gone."""
    parties: tuple[PartyChange, ...] = ()
    """Finished matches and parties that are not what they were."""
    meeting_winner: tuple[str | None, str | None] | None = None
    """(old, new), None when it stays the same."""

    def __bool__(self) -> bool:
        """True when anything differs."""
        return bool(self.scores or self.winner or self.found or self.dropped or self.parties or self.meeting_winner)


def differences(before: Report, after: Report) -> Differences:
    """What differs between the result before and after a correction."""
    known, now = {_essence(one) for one in before.irregularities}, {_essence(one) for one in after.irregularities}
    return Differences(
        _scores(before, after),
        _changed(before.winner, after.winner),
        tuple(one for one in after.irregularities if _essence(one) not in known),
        tuple(one for one in before.irregularities if _essence(one) not in now),
        _parties(before.parties, after.parties),
        _changed(before.meeting_winner, after.meeting_winner),
    )


def _changed(old: str | None, new: str | None) -> tuple[str | None, str | None] | None:
    return (old, new) if old != new else None


def _scores(before: Report, after: Report) -> tuple[ScoreChange, ...]:
    old, new = _figures(before), _figures(after)
    return tuple(
        ScoreChange(deal, side, old.get((deal, what, side, on)), new.get((deal, what, side, on)), what, on or None)
        for deal, what, side, on in sorted(old.keys() | new.keys(), key=_place)
        if old.get((deal, what, side, on)) != new.get((deal, what, side, on))
    )


_Key = tuple[int, str, str, str]
"""(deal, what, side, on whom or empty)."""
_ORDER = ("score", "pool", "mountain", "whists", "total", "settlement", "wins")


def _place(key: _Key) -> tuple[bool, int, int, str, str]:
    return key[0] == 0, key[0], _ORDER.index(key[1]), key[2], key[3]


def _figures(report: Report) -> dict[_Key, int]:
    figures: dict[_Key, int] = {}
    for row in report.deals:
        figures |= {(row.deal, "score", side, ""): value for side, value in row.score}
        figures |= {(row.deal, "total", side, ""): value for side, value in row.total if row.finished}
        figures |= _columns(row.deal, row.sheet)
    figures |= {(0, "score", side, ""): value for side, value in report.match_score}
    figures |= {(0, "settlement", side, ""): value for side, value in report.settlement}
    figures |= {(0, "wins", side, ""): value for side, value in report.meeting}
    return figures | _columns(0, report.sheet)


def _columns(deal: int, sheet: tuple[SheetRow, ...]) -> dict[_Key, int]:
    figures: dict[_Key, int] = {}
    for row in sheet:
        figures |= {(deal, "pool", row.side, ""): row.pool, (deal, "mountain", row.side, ""): row.mountain}
        figures |= {(deal, "whists", row.side, other): value for other, value in row.whists}
    return figures


def _parties(old: tuple[MatchRow, ...], new: tuple[MatchRow, ...]) -> tuple[PartyChange, ...]:
    changes = []
    for at in range(max(len(old), len(new))):
        was, now = old[at] if at < len(old) else None, new[at] if at < len(new) else None
        if was != now:
            changes.append(PartyChange(at + 1, was, now))
    return tuple(changes)


def _essence(one: Irregularity) -> tuple[object, ...]:
    """What makes two findings the same although an entry has another number since: not the numbers of entries."""
    return one.offence, one.seat, one.law, one.deal, one.trick, one.proved_trick, one.certain, frozenset(one.cards)
