"""Raspasy: what a trick costs, how one gets out, what the deal writes, and who deals next.

Source: Сочи Распасы 1-7. ``k`` is the number of raspasy deals played since the last exit.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kozyr.engine.games.preferans.rules import Rules
from kozyr.engine.games.preferans.score import Outcome, Table
from kozyr.engine.games.preferans.sheet import Change, Changes, Mountain, Pool, mountain, pool
from kozyr.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class RaspasyPlayed:
    """A deal in which all passed, played out."""

    tricks: tuple[tuple[Seat, int], ...]
    """(seat, tricks it took); at a table of four the dealer's talon cards may have won some too."""


class Ladder(NamedTuple):
    """Where a table stands between two deals."""

    k: int
    """Raspasy deals in a row."""
    dealer_moves: bool
    """False when the same dealer deals again."""


def circle(k: int, seats: int, rules: Rules) -> int:
    """Which circle the next raspasy belongs to, from 0: each deal is one, or every player deals in each."""
    return k // seats if rules.raspasy.circle == "round" else k


def cost(k: int, seats: int, rules: Rules) -> int:
    """What a trick of the next raspasy costs in mountain points: 1, 2, then 3 for good."""
    prices = rules.raspasy.cost
    return prices[min(circle(k, seats, rules), len(prices) - 1)]


def lowest_level(k: int, seats: int, rules: Rules) -> int:
    """The level from which bidding starts: 6, and 7 from the second circle on."""
    levels = rules.raspasy.min_bid
    return levels[min(circle(k, seats, rules), len(levels) - 1)]


def after(k: int, how: Outcome, rules: Rules) -> Ladder:
    """The ladder after a deal that ended so.

    A made game below 10 is the exit, whisted or not. A failed misère keeps the dealer while raspasy last. An annulled
    deal is no ending: nothing moves.
    """
    match how:
        case Outcome.RASPASY:
            return Ladder(k + 1, True)
        case Outcome.MADE:
            return Ladder(0, True)
        case Outcome.MISERE_FAILED:
            return Ladder(k, k == 0 or rules.failed_misere_in_raspasy_moves_dealer)
        case _:
            return Ladder(k, True)


def scored(ending: RaspasyPlayed, price: int, table: Table, rules: Rules) -> Changes:
    """What a deal of raspasy writes at ``price`` points a trick: the mountain, and the pool of who took none.

    The sitting dealer pays for what the talon won and has no bonus for nothing (Распасы 4).
    """
    return tuple(change for change in _written(ending, price, table, rules) if change.points)


def _written(ending: RaspasyPlayed, price: int, table: Table, rules: Rules) -> Iterator[Change]:
    taken = dict(ending.tricks)
    forgiven = min(taken.get(seat, 0) for seat in table.everybody) if rules.raspasy.amnesty else 0
    for seat in table.everybody:
        tricks = taken.get(seat, 0)
        yield mountain(seat, Mountain(price * (tricks - forgiven)), "tricks")
        has_bonus = seat in table.players or rules.raspasy.zero_bonus_dealer
        if tricks == 0 and has_bonus and rules.raspasy.zero_bonus == "cost":
            yield pool(seat, Pool(price), "no-tricks")
