"""Seats at the table and the sides that score together."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kozyr.engine.errors import LogFormatError


class Seat(StrEnum):
    """The four places, in clockwise order seen from above: S W N E."""

    S = "S"
    W = "W"
    N = "N"
    E = "E"


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where, and which seats score together."""

    seats: tuple[Seat, ...]
    """The occupied seats, clockwise."""
    sides: tuple[tuple[str, tuple[Seat, ...]], ...]
    """(side name, its seats) in the order of the header; a seat on its own is its own side."""

    def next(self, seat: Seat) -> Seat:
        """The occupied seat to the left of ``seat`` (clockwise)."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def following(self, seat: Seat) -> tuple[Seat, ...]:
        """All seats in order of turn, starting with ``seat``."""
        at = self.seats.index(seat)
        return self.seats[at:] + self.seats[:at]

    def side_of(self, seat: Seat) -> str:
        """The side that ``seat`` scores for."""
        for name, seats in self.sides:
            if seat in seats:
                return name
        raise KeyError(seat)

    def seats_of(self, side: str) -> tuple[Seat, ...]:
        """The seats of a side. Raises KeyError for a name that is no side."""
        return dict(self.sides)[side]

    def partner(self, seat: Seat) -> Seat | None:
        """The other seat of the same side, or None where everybody plays alone."""
        return next((other for other in self.seats_of(self.side_of(seat)) if other != seat), None)

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """The seats of the other sides, clockwise from ``seat``."""
        mine = self.side_of(seat)
        return tuple(other for other in self.following(seat) if self.side_of(other) != mine)

    def other_sides(self, side: str) -> tuple[str, ...]:
        """The names of the other sides, in header order."""
        return tuple(name for name, _ in self.sides if name != side)

    def in_direction(self, direction: str) -> "Seating":
        """The same seats in order of turn: clockwise (``cw``), or the other way round (``ccw``)."""
        return self if direction == "cw" else Seating(tuple(reversed(self.seats)), self.sides)

    @property
    def side_names(self) -> tuple[str, ...]:
        """The names of all sides, in header order."""
        return tuple(name for name, _ in self.sides)


TEAMS: Final = (("SN", (Seat.S, Seat.N)), ("WE", (Seat.W, Seat.E)))
"""The two teams of four players: partners sit opposite."""


def in_teams(given: Seating, game: str) -> Seating:
    """Four seats in the two teams, also when a header names no sides. Raises LogFormatError for other sides."""
    if dict(given.sides) == {seat.value: (seat,) for seat in given.seats}:
        return Seating(given.seats, TEAMS)
    if {name: frozenset(seats) for name, seats in given.sides} != {name: frozenset(seats) for name, seats in TEAMS}:
        raise LogFormatError(
            '"sides" of {game} must be "SN", S with N, and "WE", W with E; or leave "sides" out', game=game
        )
    return given


def each_alone(given: Seating, game: str) -> Seating:
    """The seating when everybody scores alone, sides in the order of seats. Raises LogFormatError for other sides."""
    alone = tuple((seat.value, (seat,)) for seat in given.seats)
    if dict(given.sides) != dict(alone):
        raise LogFormatError('in {game} every seat is its own side; leave "sides" out', game=game)
    return Seating(given.seats, alone)


def seating(seats: tuple[Seat, ...], sides: dict[str, tuple[Seat, ...]] | None = None) -> Seating:
    """A checked seating.

    Raises LogFormatError when seats repeat, do not stand clockwise, or a side does not fit them; two sit at S and N.
    """
    order = [list(Seat).index(seat) for seat in seats]
    turns = sum(order[i] > order[(i + 1) % len(order)] for i in range(len(order)))
    if not 2 <= len(seats) <= 4 or len(set(seats)) != len(seats) or turns != 1:
        raise LogFormatError(
            "seats {seats} must be two to four different ones of S W N E, clockwise", seats=" ".join(seats)
        )
    if len(seats) == 2 and set(seats) != {Seat.S, Seat.N}:
        raise LogFormatError("two players sit at S and N, not at {seats}", seats=" ".join(seats))
    named = sides or {seat.value: (seat,) for seat in seats}
    if sorted(seat for members in named.values() for seat in members) != sorted(seats):
        raise LogFormatError("every seat must belong to exactly one side")
    return Seating(seats, tuple(named.items()))
