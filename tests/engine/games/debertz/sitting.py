"""A short way to write down what happens at a table of Debertz."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kozyr.engine.acts import (
    Act,
    Called,
    Claimed,
    Dealt,
    Declared,
    Exchanged,
    Exposed,
    Misdealt,
    Played,
    Revealed,
    Ruled,
    Tallied,
    TimeExpired,
    TimeoutTaken,
    TurnedUp,
)
from kozyr.engine.acts import Decision as Decision
from kozyr.engine.cards import UNKNOWN, Card, cards
from kozyr.engine.facts import Fact
from kozyr.engine.game import Report
from kozyr.engine.games.debertz.game import GAME
from kozyr.engine.games.debertz.state import Deal, State
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Header
from kozyr.engine.view import Audience, DealRow, TableView

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E
GOLDEN = Path(__file__).parents[3] / "golden" / "debertz"


def header(
    format: str = "2x2", variant: str = "fdu-uk", rules: dict[str, Any] | None = None, target: int = 501
) -> Header:
    """A header of this format."""
    seats = GAME.seating(format)
    names = tuple((seat, f"player {seat}") for seat in seats.seats)
    extra = {"format": format, "target": target}
    return Header("debertz", variant, seats, names, "2026-11-30T18:00:00Z", rules or {}, extra)


def acts(*parts: str | Act) -> tuple[Act, ...]:
    """Acts from words: ``dealt E 9H`` (the obliged seat, the shown card), ``S:pass W:play``, ``S:AS W:7S``,
    ``declare S terz QH``, ``show S QH JH``, ``swap N 9H 7H``, ``expose W 7S``, ``claim S 3``, ``tally SN:95/5 WE:67/3``
    (points/tricks), ``timeout S``, ``expired S``, ``misdealt``.
    """
    done: list[Act] = []
    for part in parts:
        done += _acts(part) if isinstance(part, str) else [part]
    return tuple(done)


def _acts(part: str) -> list[Act]:
    if re.match(r"[SWNE]:", part):
        return [_said_or_laid(Seat(one[0]), one[2:]) for one in part.split()]
    word, _, rest = part.partition(" ")
    who, _, what = rest.partition(" ")
    match word:
        case "dealt":
            shown: list[Act] = [TurnedUp(cards(what))] if what else []
            return [Dealt(None, Seat(who) if who and who != "-" else None), *shown]
        case "turned":
            return [TurnedUp(cards(rest))]
        case "declare":
            return [Declared(Seat(who), what)]
        case "show":
            return [Revealed(Seat(who), cards(what))]
        case "swap":
            taken, given = cards(what)
            return [Exchanged(Seat(who), (taken,), (given,))]
        case "expose":
            return [Exposed(Seat(who), cards(what))]
        case "claim":
            return [Claimed(Seat(who), int(what))]
        case "tally":
            return [_tally(rest)]
        case "timeout":
            return [TimeoutTaken(Seat(who))]
        case "expired":
            return [TimeExpired(Seat(who))]
        case "misdealt":
            return [Misdealt("a card was turned", Seat(who) if who else None)]
    raise AssertionError(part)


def _said_or_laid(seat: Seat, what: str) -> Act:
    if what in ("pass", "play", *"SHDC"):
        return Called(seat, what)
    return Played(seat, None if what == UNKNOWN else Card.parse(what))


def _tally(text: str) -> Tallied:
    points, tricks = [], []
    for side, figures in (one.split(":") for one in text.split()):
        small, _, count = figures.partition("/")
        points += [(side, int(small))] if small else []
        tricks += [(side, int(count))] if count else []
    return Tallied(tuple(points), tuple(tricks))


@dataclass(frozen=True)
class Sat:
    """What came of it."""

    state: State
    facts: tuple[Fact, ...]
    acts: tuple[Act, ...]

    @property
    def report(self) -> Report:
        return GAME.report(self.state)

    @property
    def row(self) -> DealRow:
        return self.report.deals[-1]

    @property
    def deal(self) -> Deal:
        assert self.state.deal is not None
        return self.state.deal

    @property
    def score(self) -> dict[str, int]:
        return dict(self.row.score)

    @property
    def lines(self) -> list[tuple[str, str, int]]:
        return [(line.side, line.what, line.value) for line in self.row.lines]

    @property
    def found(self) -> list[tuple[str, str, int, int, str]]:
        """(offence, seat, committed, proved, row) of every finding."""
        return [
            (one.offence.value, str(one.seat), one.committed, one.proved, one.law) for one in self.report.irregularities
        ]

    @property
    def doubts(self) -> list[tuple[int, str]]:
        return [(doubt.deal, doubt.what) for doubt in self.report.doubts]

    def seq(self, act: str, nth: int = 1) -> int:
        """The entry of the nth act written like this."""
        wanted = acts(act)[0]
        return [at for at, done in enumerate(self.acts, start=1) if done == wanted][nth - 1]

    def view(self, audience: Audience = Audience.JUDGE) -> TableView:
        return GAME.view(self.state, audience)

    def then(self, *parts: str | Act) -> "Sat":
        """The same table a few acts later."""
        return _played(self, acts(*parts))

    def rule(self, offence: str, seat: Seat, committed: int | None, decision: str = "accepted", **rest: Any) -> "Sat":
        """The same table after a ruling."""
        return self.then(Ruled(offence, seat, committed, Decision(decision), **rest))


def _played(sat: Sat, more: tuple[Act, ...]) -> Sat:
    for act in more:
        state, facts = GAME.step(sat.state, len(sat.acts) + 1, act)
        sat = Sat(state, sat.facts + facts, (*sat.acts, act))
    return sat


def sit(
    *parts: str | Act,
    format: str = "2x2",
    variant: str = "fdu-uk",
    rules: dict[str, Any] | None = None,
    target: int = 501,
) -> Sat:
    """A table at which this happened; nothing of it is refused."""
    return _played(Sat(GAME.start(header(format, variant, rules, target)), (), ()), acts(*parts))
