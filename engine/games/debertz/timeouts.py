"""Time-outs: who may still ask for one, whose clock runs or waits, and what a refused request is.

Source: ФДУ-uk "Тайм-аут" 8.1–8.8. The engine reads no time: a clock ends when the judge says so, when who asked for it
ends it (8.4), or when the next deal begins.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from kozyr.engine.games.debertz.match import Meetings
from kozyr.engine.games.debertz.rules import Timeout
from kozyr.engine.seats import Seat, Seating
from kozyr.engine.view import Clock


class Refusal(StrEnum):
    """Why a time-out is not given. It was asked for all the same: the log keeps it, and nobody is at fault."""

    BEFORE_FIRST_DEAL = "before-first-deal"
    """The meeting has not begun (8.8)."""
    USED_UP = "used-up"
    """This person, or this team, has had its time-outs of the party (8.1)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request."""

    seq: int
    """Its entry."""
    seat: Seat
    """Who asked."""
    party: int
    """The party it is counted in, from 1; between two parties the coming one."""
    refusal: Refusal | None = None
    """None when it was given."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """The time-outs of a log."""

    asked: tuple[Asked, ...] = ()
    """All requests, in order."""
    clocks: tuple[Clock, ...] = ()
    """Time-outs that are not over, in the order they were asked for: one runs after the other."""
    in_deal: bool = False
    """Whether a deal is in progress, which a time-out waits for (8.5)."""

    @property
    def clock(self) -> Clock | None:
        """The clock to show."""
        return self.clocks[0] if self.clocks else None

    @property
    def refusal(self) -> Refusal | None:
        """What became of the last request."""
        return self.asked[-1].refusal if self.asked else None


@dataclass(frozen=True, slots=True)
class Terms:
    """By what time-outs are given."""

    seating: Seating
    """Who plays with whom: a time-out may be the team's."""
    options: Timeout
    """The options."""

    def owners(self, seat: Seat) -> tuple[Seat, ...]:
        """Who shares the time-outs of ``seat``: nobody else, or its team."""
        return self.seating.seats_of(self.seating.side_of(seat)) if self.options.per == "team" else (seat,)


def with_request(timeouts: Timeouts, seq: int, seat: Seat, meetings: Meetings, terms: Terms) -> Timeouts:
    """The time-outs after ``seat`` has asked for one; ``refusal`` says whether it was given."""
    party = len(meetings.parties) + (meetings.current.winner is not None)
    refusal = _refusal(timeouts, seat, party, meetings, terms)
    asked = (*timeouts.asked, Asked(seq, seat, party, refusal))
    if refusal is not None:
        return replace(timeouts, asked=asked)
    clock = Clock(seq, seat, terms.options.seconds, is_waiting=timeouts.in_deal)
    return replace(timeouts, asked=asked, clocks=(*timeouts.clocks, clock))


def deal_begun(timeouts: Timeouts) -> Timeouts:
    """A deal begins: all are back at the table (8.4), and who asks now waits for its end."""
    return replace(timeouts, clocks=(), in_deal=True)


def deal_ended(timeouts: Timeouts) -> Timeouts:
    """A deal is over: the time-outs that waited for it start (8.5)."""
    started = tuple(replace(clock, is_waiting=False) for clock in timeouts.clocks)
    return replace(timeouts, clocks=started, in_deal=False)


def ended(timeouts: Timeouts, seat: Seat) -> Timeouts:
    """The time-out of ``seat`` is over, its time run out or ended early; without one nothing changes."""
    mine = next((clock for clock in timeouts.clocks if clock.seat == seat), None)
    return replace(timeouts, clocks=tuple(clock for clock in timeouts.clocks if clock is not mine))


def _refusal(timeouts: Timeouts, seat: Seat, party: int, meetings: Meetings, terms: Terms) -> Refusal | None:
    if not (timeouts.in_deal or _has_begun(meetings)):
        return Refusal.BEFORE_FIRST_DEAL
    owners = terms.owners(seat)
    had = [one for one in timeouts.asked if one.party == party and one.seat in owners and one.refusal is None]
    return Refusal.USED_UP if len(had) >= terms.options.per_party else None


def _has_begun(meetings: Meetings) -> bool:
    """Whether a deal of a meeting that is not won has begun."""
    return meetings.winner is None and any(
        party.deals for party in meetings.parties if party.meeting == meetings.current.meeting
    )
