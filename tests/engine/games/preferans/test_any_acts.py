"""Whatever is written into a log, a step either happens or is refused in one sentence, and nothing breaks after it."""

import os
import random
from collections.abc import Callable

import pytest

from kozyr.engine.acts import (
    Act,
    Called,
    Claimed,
    Dealt,
    Decision,
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
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.games.preferans.game import GAME
from kozyr.engine.games.preferans.laws import LAWS
from kozyr.engine.games.preferans.state import State
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.seats import Seat
from kozyr.engine.view import Audience

from .sitting import FOUR, THREE, header

CALLS = (
    "pass", "pass", "pass", "6S", "6C", "7S", "here", "misere", "9", "misere-dark", "9-dark", "10-dark", "10H",
    "order 6S", "order 7H", "order 10N", "talon-in-face", "without-three", "whist", "whist", "half", "open", "closed",
    "look S", "look N", "help", "write-off",
)  # fmt: skip
ROUNDS = int(os.environ.get("KOZYR_SEEDS", "5"))


def some(rng: random.Random, most: int) -> tuple[Card, ...]:
    return tuple(rng.sample(DECK_32, rng.randint(1, most)))


def seats_of(state: State) -> tuple[Seat, ...]:
    return state.table.seating.seats


def called(rng: random.Random, state: State, seq: int) -> Act:
    expected = GAME.view(state, Audience.JUDGE).expectation
    seat = expected.caller or expected.seat
    if expected.calls and seat and rng.random() < 0.75:
        return Called(seat, rng.choice(expected.calls[:6]))
    return Called(rng.choice(seats_of(state)), rng.choice(CALLS))


def played(rng: random.Random, state: State, seq: int) -> Act:
    turn = state.deal.play.turn if state.deal else None
    seat = turn if turn and rng.random() < 0.9 else rng.choice(seats_of(state))
    return Played(seat, None if rng.random() < 0.03 else rng.choice(DECK_32))


def dealt(rng: random.Random, state: State, seq: int) -> Act:
    deck, seats = rng.sample(DECK_32, 32), seats_of(state)
    dealer = GAME.view(state, Audience.JUDGE).expectation.seat if rng.random() < 0.5 else None
    dealer = dealer or rng.choice(seats)
    active = [seat for seat in seats if seat is not dealer or len(seats) == 3]
    hands = tuple((seat, tuple(deck[10 * at : 10 * at + 10])) for at, seat in enumerate(active))
    return Dealt(dealer, hands=hands if rng.random() < 0.1 else ())


def ruled(rng: random.Random, state: State, seq: int) -> Act:
    open_ones = GAME.view(state, Audience.JUDGE).findings
    remedy = rng.choice([*Remedy, None, None, "odd"])
    points, column = rng.choice([None, 5]), rng.choice([None, "pool", "mountain", "whists"])
    if open_ones and rng.random() < 0.7:
        one = rng.choice(open_ones)
        decision = rng.choice(list(Decision))
        seat = one.seat or seats_of(state)[0]
        return Ruled(one.offence, seat, one.committed, decision, remedy, points=points, column=column)
    offence = rng.choice([*Offence, *LAWS, "odd"])
    committed = rng.choice([None, rng.randint(1, max(1, seq - 1))])
    seat = rng.choice(seats_of(state))
    return Ruled(offence, seat, committed, rng.choice(list(Decision)), remedy, points=points, column=column)


def talon(rng: random.Random, state: State, seq: int) -> Act:
    declarer = state.deal.declarer if state.deal else None
    seat = declarer or rng.choice(seats_of(state))
    return rng.choice(
        [
            TurnedUp(some(rng, 2)), Exchanged(seat, 2, 2), Exchanged(seat, some(rng, 2), some(rng, 2)),
            TurnedUp(some(rng, 1)),
        ]
    )  # fmt: skip


def rare(rng: random.Random, state: State, seq: int) -> Act:
    seat = rng.choice(seats_of(state))
    count = rng.randint(0, 10)
    return rng.choice(
        [
            Exposed(seat, some(rng, 3)), Revealed(seat, some(rng, 8)), Claimed(seat, rng.randint(0, 10)),
            Misdealt("eleven cards", rng.choice([seat, None])), TimeoutTaken(seat), TimeExpired(seat),
            Tallied((), ((seat.value, count),)), Tallied((), (("S", count), ("W", 10 - count), ("N", 0))),
            Declared(seat, "bela"),
        ]
    )  # fmt: skip


KINDS: tuple[tuple[Callable[[random.Random, State, int], Act], int], ...] = (
    (called, 30), (played, 50), (talon, 6), (rare, 3), (ruled, 3), (dealt, 2),
)  # fmt: skip


@pytest.mark.parametrize("rules", [{}, {"pool_target": 4, "raspasy": {"circle": "round"}}], ids=["timed", "target"])
@pytest.mark.parametrize("seats", [THREE, FOUR], ids=["3", "4"])
@pytest.mark.parametrize("seed", range(ROUNDS))
def test_any_acts(seed: int, seats: tuple[Seat, ...], rules: dict[str, object]) -> None:
    rng = random.Random(seed)
    state = GAME.start(header(rules, seats))
    makers, weights = zip(*KINDS, strict=True)
    sentences: list[str] = []
    for seq in range(1, 160):
        act = dealt(rng, state, seq) if seq == 1 else rng.choices(makers, weights)[0](rng, state, seq)
        before = repr(state)
        try:
            after, _ = GAME.step(state, seq, act)
        except (ImpossibleAct, LogFormatError) as error:
            sentences.append(str(error))
            continue
        assert repr(state) == before, "states do not change"
        state = after
        report = GAME.report(state)
        for audience in Audience:
            view = GAME.view(state, audience)
            assert audience is Audience.JUDGE or all(one in report.irregularities for one in view.findings)
        assert sum(whists for _, whists in report.settlement) == 0
    assert all(sentence and "\n" not in sentence for sentence in sentences)
