"""A short way to write down what happens at a table of Bazar Belot."""

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
    Declared,
    Exposed,
    Played,
    Revealed,
    Ruled,
    Tallied,
)
from kozyr.engine.acts import Decision as Decision
from kozyr.engine.cards import UNKNOWN, Card, cards
from kozyr.engine.facts import Fact, Irregularity
from kozyr.engine.game import Report
from kozyr.engine.games.bazar_belot.game import GAME
from kozyr.engine.games.bazar_belot.state import State
from kozyr.engine.seats import Seat, Seating, seating
from kozyr.engine.table.log import Header
from kozyr.engine.table.session import fold
from kozyr.engine.table.store import read_log_file
from kozyr.engine.view import Audience, DealRow, TableView

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E
GOLDEN = Path(__file__).parents[3] / "golden" / "bazar_belot"
FOUR_PASSES = "pass, pass, pass, pass"


def four() -> Seating:
    """The usual table."""
    return seating((S, W, N, E), {"SN": (S, N), "WE": (W, E)})


def header(rules: dict[str, Any] | None = None, variant: str = "repino-2013") -> Header:
    """A header with these options."""
    names = tuple((seat, f"player {seat}") for seat in four().seats)
    return Header("bazar-belot", variant, four(), names, "2026-11-30T18:00:00Z", MappingProxyType(rules or {}))


def calls(text: str) -> tuple[Called, ...]:
    """``S: 14S, pass, E: contra``: calls in order of turn unless a seat is named."""
    said, seat = [], S
    for word in (part.strip() for part in text.split(",")):
        if ":" in word:
            seat, word = Seat(word[0]), word.split(":")[1].strip()
        said.append(Called(seat, word))
        seat = four().next(seat)
    return tuple(said)


def acts(*parts: str | Act) -> tuple[Act, ...]:
    """Acts from words: ``dealt E``, ``call S: 14S, pass``, ``W:10H N:8H``, ``declare W frame 10``, ``show W 9D 8D``,
    ``expose N JS QD``, ``claim S 3``, ``tally 144 18 7 1``.
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
            return [Dealt(Seat(who) if who else None)]
        case "call":
            return list(calls(rest))
        case "declare":
            return [Declared(Seat(who), what)]
        case "show":
            return [Revealed(Seat(who), cards(what))]
        case "expose":
            return [Exposed(Seat(who), cards(what))]
        case "claim":
            return [Claimed(Seat(who), int(what))]
        case "tally":
            numbers = [int(number) for number in rest.split()]
            tricks = (("SN", numbers[2]), ("WE", numbers[3])) if len(numbers) > 2 else ()
            return [Tallied((("SN", numbers[0]), ("WE", numbers[1])), tricks)]
    raise AssertionError(part)


@dataclass(frozen=True)
class Sat:
    """What came of it."""

    state: State
    facts: tuple[Fact, ...]
    steps: tuple[tuple[Fact, ...], ...]
    acts: tuple[Act, ...]

    @property
    def report(self) -> Report:
        return GAME.report(self.state)

    @property
    def deal(self) -> DealRow:
        return self.report.deals[-1]

    @property
    def score(self) -> dict[str, int]:
        return dict(self.deal.score)

    @property
    def found(self) -> list[tuple[str, str, int, int, str]]:
        """(offence, seat, committed, proved, row) of every finding."""
        return [
            (one.offence.value, str(one.seat), one.committed, one.proved, one.law) for one in self.report.irregularities
        ]

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
        sat = Sat(state, sat.facts + facts, (*sat.steps, facts), (*sat.acts, act))
    return sat


def sit(*parts: str | Act, rules: dict[str, Any] | None = None) -> Sat:
    """A table at which this happened; nothing of it is refused."""
    return _played(Sat(GAME.start(header(rules)), (), (), ()), acts(*parts))


def findings(facts: tuple[Fact, ...]) -> list[Irregularity]:
    """The irregularities among facts."""
    return [fact for fact in facts if isinstance(fact, Irregularity)]


def golden(name: str) -> Report:
    """The report of a golden log, which must be sound."""
    read = read_log_file(str(GOLDEN / f"{name}.kozyr.jsonl"))
    assert read.header is not None
    assert read.error is None
    folded = fold(GAME, read.header, read.entries)
    assert folded.errors == ()
    return GAME.report(folded.state)
