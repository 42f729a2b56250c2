"""Parties to 501 or 1001 and the meeting of two wins: a fold over the deals, so that a corrected deal corrects all.

Source: ФДУ-uk 7.5–7.7 and 6.2.1.6 ("протягом партії"); rules dossier A.7.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from kozyr.engine.game import MatchRow
from kozyr.engine.games.debertz.rules import Rules
from kozyr.engine.games.debertz.score import Finished, Result, Standing, fresh, scored

Totals = tuple[tuple[str, int], ...]
"""(side, points)."""


@dataclass(frozen=True, slots=True)
class Course:
    """By what a meeting is played."""

    sides: tuple[str, ...]
    """All sides, in header order."""
    target: int
    """501 or 1001 (7.5)."""
    rules: Rules
    """The options."""


@dataclass(frozen=True, slots=True)
class Party:
    """A party, over or going on."""

    meeting: int
    """The meeting it belongs to, from 1: a log may go on after a meeting is won."""
    standing: Standing
    """Letters and pot after its last deal."""
    deals: tuple[int, ...] = ()
    """The numbers of its deals, unfinished ones included."""
    results: tuple[Result | None, ...] = ()
    """Of each deal; None for one that is open or cannot be scored."""
    totals: tuple[Totals, ...] = ()
    """After each deal."""
    winner: str | None = None
    """None while it goes on."""
    record: Totals = ()
    """What the protocol says of it, where several sides have reached the target: 501:500."""
    deferred: int | None = None
    """The deal whose bayd is deferred: the next one has its obliged player and its declarer."""

    @property
    def score(self) -> Totals:
        """The totals by now."""
        return self.totals[-1] if self.totals else tuple((side, 0) for side, _ in self.standing.letters)

    @property
    def pot(self) -> int:
        """Deferred points that wait for the next deal; a party that is over has none."""
        return 0 if self.winner else self.standing.pot


@dataclass(frozen=True, slots=True)
class Meetings:
    """All parties of a log; the last one may go on."""

    parties: tuple[Party, ...]
    """In order; at least one."""
    needed: int
    """How many wins a meeting takes."""

    @property
    def current(self) -> Party:
        """The party that goes on, or the last one while no deal of the next has begun."""
        return self.parties[-1]

    @property
    def over(self) -> tuple[Party, ...]:
        """The parties that are won."""
        return tuple(party for party in self.parties if party.winner is not None)

    @property
    def wins(self) -> Totals:
        """(side, parties won) in the current meeting."""
        won = [party.winner for party in self.parties if party.meeting == self.current.meeting]
        return tuple((side, won.count(side)) for side, _ in self.current.standing.letters)

    @property
    def winner(self) -> str | None:
        """Who has won the current meeting (7.7)."""
        return next((side for side, wins in self.wins if wins >= self.needed), None)


def opened(course: Course) -> Meetings:
    """Before the first deal."""
    return Meetings((Party(1, fresh(course.sides)),), course.rules.meeting_wins)


def meetings_of(course: Course, deals: Iterable[tuple[int, Finished | None]]) -> Meetings:
    """The parties and meetings of a log from its deals: (number, what it came to, None while it has no result)."""
    meetings = opened(course)
    for number, deal in deals:
        meetings = with_deal(meetings, course, number, deal)
    return meetings


def with_deal(meetings: Meetings, course: Course, number: int, deal: Finished | None) -> Meetings:
    """The meeting with one more deal; a deal after a win begins the next party, with neither letters nor pot."""
    before = _going_on(meetings, course)
    parties = meetings.parties if before is meetings.current else (*meetings.parties, before)
    result = None if deal is None else scored(deal, before.standing, course.rules)
    added = replace(before, deals=(*before.deals, number), results=(*before.results, result))
    if deal is None or result is None:
        return replace(meetings, parties=(*parties[:-1], replace(added, totals=(*before.totals, before.score))))
    total = tuple((side, points + result.of(side)) for side, points in before.score)
    winner = _winner(total, deal, result, course)
    deferred = before.deferred if result.ending is None and result.after.deferred else None
    party = replace(
        added,
        totals=(*before.totals, total),
        standing=result.after,
        winner=winner,
        record=_record(total, winner, course) if winner else (),
        deferred=number if result.ending is not None and result.after.deferred else deferred,
    )
    return replace(meetings, parties=(*parties[:-1], party))


def rows_of(meetings: Meetings) -> tuple[MatchRow, ...]:
    """The parties that are over as a report shows them; the last one of a meeting names who has won it (7.7)."""
    wins: Counter[tuple[int, str | None]] = Counter()
    rows = []
    for one in meetings.over:
        wins[one.meeting, one.winner] += 1
        won = one.winner if wins[one.meeting, one.winner] >= meetings.needed else None
        rows.append(MatchRow(one.score, one.winner, (one.deals[0], one.deals[-1]), one.record, won))
    return tuple(rows)


def _going_on(meetings: Meetings, course: Course) -> Party:
    """The party that the next deal belongs to."""
    current = meetings.current
    if current.winner is None:
        return current
    return Party(current.meeting + (meetings.winner is not None), fresh(course.sides))


def _winner(total: Totals, deal: Finished, result: Result, course: Course) -> str | None:
    """Who has won the party with this deal: the larger total; of equal ones the declarer's, else the first to move."""
    if result.won_by is not None:
        return result.won_by
    if result.after.deferred and course.rules.pot_at_target == "play_on":
        return None
    reached = _reached(total, course)
    if not reached:
        return None
    best = max(dict(total)[side] for side in reached)
    leaders = [side for side, points in total if points == best]
    return deal.declarer if deal.declarer in leaders else next(side for side in deal.sides if side in leaders)


def _reached(total: Totals, course: Course) -> tuple[str, ...]:
    least = course.target + (course.rules.target_reached == "gt")
    return tuple(side for side, points in total if points >= least)


def _record(total: Totals, winner: str, course: Course) -> Totals:
    """501:500 where more than one side has reached the target (7.6); a third one below it keeps its points."""
    reached = _reached(total, course)
    if len(reached) < 2:
        return ()
    lost = course.target - 1
    return tuple(
        (side, course.target if side == winner else lost if side in reached else points) for side, points in total
    )
