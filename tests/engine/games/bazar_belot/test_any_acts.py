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
    Exposed,
    Misdealt,
    Played,
    Revealed,
    Ruled,
    Tallied,
    TimeExpired,
    TimeoutTaken,
)
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.games.bazar_belot.game import GAME
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.games.bazar_belot.state import State
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.view import Audience

from .sitting import four, header

SEATS = four().seats
CALLS = (
    "pass",
    "pass",
    "pass",
    "8S",
    "9H",
    "14N",
    "20A",
    "25S capo",
    "26C capo-hand",
    "35A capo",
    "contra",
    "recontra",
)
DECLARATIONS = (
    "terz KH",
    "berz AS",
    "quint AD",
    "frame J",
    "frame 8",
    "frame 7",
    "bela",
    "rebela",
    "bela H",
    "terz 9C",
)


def some(rng: random.Random, most: int) -> tuple[Card, ...]:
    return tuple(rng.sample(DECK_32, rng.randint(1, most)))


def called(rng: random.Random, state: State, seq: int) -> Act:
    turn = state.deal.auction.turn if state.deal else None
    return Called(turn if turn and rng.random() < 0.8 else rng.choice(SEATS), rng.choice(CALLS))


def played(rng: random.Random, state: State, seq: int) -> Act:
    turn = state.deal.play.turn if state.deal else None
    seat = turn if turn and rng.random() < 0.85 else rng.choice(SEATS)
    return Played(seat, None if rng.random() < 0.03 else rng.choice(DECK_32))


def dealt(rng: random.Random, state: State, seq: int) -> Act:
    deck = rng.sample(DECK_32, 32)
    hands = tuple((seat, tuple(deck[8 * at : 8 * at + 8])) for at, seat in enumerate(SEATS))
    return Dealt(rng.choice([*SEATS, None]), hands=hands if rng.random() < 0.1 else ())


def ruled(rng: random.Random, state: State, seq: int) -> Act:
    open_ones = GAME.view(state, Audience.JUDGE).findings
    remedy = rng.choice([*Remedy, None, None, "odd"])
    points = rng.choice([None, 5])
    if open_ones and rng.random() < 0.7:
        one = rng.choice(open_ones)
        return Ruled(
            one.offence, one.seat or SEATS[0], one.committed, rng.choice(list(Decision)), remedy, points=points
        )
    offence = rng.choice([*Offence, *LAWS, "odd"])
    committed = rng.choice([None, rng.randint(1, max(1, seq - 1))])
    return Ruled(offence, rng.choice(SEATS), committed, rng.choice(list(Decision)), remedy, points=points)


def rare(rng: random.Random, state: State, seq: int) -> Act:
    seat = rng.choice(SEATS)
    side = {"SN": rng.randint(0, 162)}
    return rng.choice(
        [
            Exposed(seat, some(rng, 3)), Revealed(seat, some(rng, 5)), Claimed(seat, rng.randint(0, 8)),
            Misdealt("nine cards", rng.choice([seat, None])), TimeoutTaken(seat), TimeExpired(seat),
            Tallied((("SN", side["SN"]), ("WE", 162 - side["SN"]))), Tallied((), (("SN", 8), ("WE", 0))),
        ]
    )  # fmt: skip


def declared(rng: random.Random, state: State, seq: int) -> Act:
    return Declared(rng.choice(SEATS), rng.choice(DECLARATIONS))


KINDS: tuple[tuple[Callable[[random.Random, State, int], Act], int], ...] = (
    (called, 12), (played, 40), (declared, 4), (rare, 3), (ruled, 2), (dealt, 1),
)  # fmt: skip


@pytest.mark.parametrize("seed", range(int(os.environ.get("KOZYR_SEEDS", "12"))))
def test_any_acts(seed: int) -> None:
    rng = random.Random(seed)
    state = GAME.start(header())
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
        for audience in Audience:
            view = GAME.view(state, audience)
            assert audience is Audience.JUDGE or all(one in GAME.report(state).irregularities for one in view.findings)
        for row in GAME.report(state).deals:
            for side, score in row.score:
                assert sum(line.value for line in row.lines if line.side == side) == score
    assert all(sentence and "\n" not in sentence for sentence in sentences)


@pytest.mark.parametrize("contract", ["8S", "8N", "20A"])
@pytest.mark.parametrize("card", ["6S", "2H"])
def test_a_card_of_another_deck_is_refused_in_one_sentence(contract: str, card: str) -> None:
    south, west, north, east = SEATS
    auction: tuple[Act, ...] = (
        Dealt(east),
        Called(south, contract),
        *(Called(seat, "pass") for seat in (west, north, east, south)),
    )
    state = GAME.start(header())
    for seq, act in enumerate(auction, start=1):
        state, _ = GAME.step(state, seq, act)
    foreign = Card.parse(card)
    for act in (Played(south, foreign), Played(west, foreign), Exposed(west, (foreign,)), Revealed(west, (foreign,))):
        with pytest.raises(ImpossibleAct, match=f"{card}: it is not in the deck of 32"):
            GAME.step(state, 10, act)
