"""A short way to write down what happens at a table of Preferans."""

import re
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from kozyr.engine.acts import (
    Act,
    Called,
    Claimed,
    Dealt,
    Decision,
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
from kozyr.engine.cards import UNKNOWN, Card, cards
from kozyr.engine.facts import Fact
from kozyr.engine.game import Report
from kozyr.engine.games.preferans.game import GAME
from kozyr.engine.games.preferans.state import State
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Header
from kozyr.engine.table.session import fold
from kozyr.engine.table.store import read_log_file
from kozyr.engine.view import Audience, DealRow, TableView

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E
GOLDEN = Path(__file__).parents[3] / "golden" / "preferans"
FOUR, THREE = (S, W, N, E), (S, W, N)


def header(rules: dict[str, Any] | None = None, seats: tuple[Seat, ...] = FOUR) -> Header:
    """A header with these options and seats."""
    names = tuple((seat, f"player {seat}") for seat in seats)
    return Header(
        "preferans", "sochi-2013", seating(seats), names, "2026-11-30T18:00:00Z", MappingProxyType(rules or {})
    )


def acts(*parts: str | Act) -> tuple[Act, ...]:
    """Acts from words: ``dealt E``, ``call S 6S, W pass``, ``talon 8D 9D``, ``exchange S 2 2``, ``take S 8D 9D / 7C``,
    ``S:10H N:8H``, ``show W 9D 8D``, ``expose N JS``, ``claim S 3``, ``tally S 6 W 2 N 2``, ``misdealt E``.
    """
    done: list[Act] = []
    for part in parts:
        done += _acts(part) if isinstance(part, str) else [part]
    return tuple(done)


def _acts(part: str) -> list[Act]:
    if re.match(r"[SWNE]:(\d|[JQKA?])", part):
        plays = [play.split(":") for play in part.split()]
        return [Played(Seat(seat), None if card == UNKNOWN else Card.parse(card)) for seat, card in plays]
    word, _, rest = part.partition(" ")
    who, _, what = rest.partition(" ")
    match word:
        case "dealt":
            return [Dealt(Seat(who))]
        case "call":
            said = [call.strip().partition(" ") for call in rest.split(",")]
            return [Called(Seat(seat), call) for seat, _, call in said]
        case "talon":
            return [TurnedUp(cards(rest))]
        case "exchange":
            taken, given = what.split()
            return [Exchanged(Seat(who), int(taken), int(given))]
        case "take":
            took, gave = what.split("/")
            return [Exchanged(Seat(who), cards(took), cards(gave))]
        case "show":
            return [Revealed(Seat(who), cards(what))]
        case "expose":
            return [Exposed(Seat(who), cards(what))]
        case "claim":
            return [Claimed(Seat(who), int(what))]
        case "tally":
            words = rest.split()
            return [Tallied((), tuple((words[at], int(words[at + 1])) for at in range(0, len(words), 2)))]
        case "misdealt":
            return [Misdealt("eleven cards", Seat(who) if who else None)]
        case "time":
            return [TimeoutTaken(Seat(who))]
        case "expired":
            return [TimeExpired(Seat(who))]
    raise AssertionError(part)


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
    def deal(self) -> DealRow:
        return self.report.deals[-1]

    @property
    def wrote(self) -> dict[str, dict[str, Any]]:
        """What the last deal wrote: seat → its columns that are not empty."""
        return written(self.deal)

    @property
    def sheet(self) -> dict[str, dict[str, Any]]:
        """The running sheet, columns that are not empty."""
        return {row.side: _columns(row) for row in self.report.sheet if _columns(row)}

    @property
    def found(self) -> list[tuple[str, str, int, int, str]]:
        """(offence, seat, committed, proved, row) of every finding."""
        return [
            (one.offence.value, str(one.seat), one.committed, one.proved, one.law) for one in self.report.irregularities
        ]

    @property
    def fines(self) -> list[tuple[str, str | None, int | None]]:
        """(row, remedy, points) of every finding."""
        return [(one.law, one.remedy.value, one.points) for one in self.report.irregularities]

    @property
    def doubts(self) -> list[tuple[int, str]]:
        """(deal, what) of every doubt, an unseen talon left out."""
        return [(one.deal, one.what) for one in self.report.doubts if one.what != "talon-unseen"]

    def seq(self, act: str, nth: int = 1) -> int:
        """The entry of the nth act written like this."""
        wanted = acts(act)[0]
        return [at for at, done in enumerate(self.acts, start=1) if done == wanted][nth - 1]

    def view(self, audience: Audience = Audience.JUDGE) -> TableView:
        return GAME.view(self.state, audience)

    def then(self, *parts: str | Act) -> "Sat":
        """The same table a few acts later."""
        sat = self
        for act in acts(*parts):
            state, facts = GAME.step(sat.state, len(sat.acts) + 1, act)
            sat = Sat(state, sat.facts + facts, (*sat.acts, act))
        return sat

    def rule(self, offence: str, seat: Seat, committed: int | None, decision: str = "accepted", **rest: Any) -> "Sat":
        """The same table after a ruling."""
        return self.then(Ruled(offence, seat, committed, Decision(decision), **rest))


def _columns(row: Any) -> dict[str, Any]:
    whists = {on: points for on, points in row.whists if points}
    found = {"pool": row.pool, "mountain": row.mountain, "whists": whists}
    return {name: value for name, value in found.items() if value}


def written(row: DealRow) -> dict[str, dict[str, Any]]:
    """What a deal wrote: seat → its columns that are not empty."""
    return {each.side: _columns(each) for each in row.sheet if _columns(each)}


def sit(*parts: str | Act, rules: dict[str, Any] | None = None, seats: tuple[Seat, ...] = FOUR) -> Sat:
    """A table at which this happened; nothing of it is refused."""
    return Sat(GAME.start(header(rules, seats)), (), ()).then(*parts)


def golden(name: str) -> Report:
    """The report of a golden log, which must be sound."""
    read = read_log_file(str(GOLDEN / f"{name}.kozyr.jsonl"))
    assert read.header is not None
    assert read.error is None
    folded = fold(GAME, read.header, read.entries)
    assert folded.errors == ()
    return GAME.report(folded.state)
