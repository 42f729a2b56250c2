"""Whatever is written into a log, a step either happens or is refused in one sentence, and nothing breaks after it."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

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
from kozyr.engine.game import Game, Report
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Header
from kozyr.engine.view import Audience, TableView


@dataclass(frozen=True, slots=True)
class Words:
    """What may be said at a table of a game, in its notation and out of it."""

    calls: tuple[str, ...]
    """Calls, legal at some time or never."""
    declarations: tuple[str, ...]
    """Declarations, likewise."""
    turned_up: int
    """How many cards are turned up at a time."""
    hand: int
    """How many cards a hand has at the start of play."""


WORDS: Final[Mapping[str, Words]] = {
    "bazar-belot": Words(
        ("pass", "pass", "8S", "9H", "14N", "20A", "25S capo", "26C capo-hand", "35A capo", "contra", "recontra", "x"),
        ("terz KH", "berz AS", "quint AD", "frame J", "frame 8", "frame 7", "bela", "rebela", "bela H", "terz 9C"),
        1,
        8,
    ),
    "debertz": Words(
        ("pass", "pass", "play", "S", "H", "D", "C", "7S"),
        ("terz QH", "terz 9S", "fifty AS", "fifty QD", "deberts KS", "deberts AH", "bela", "bela H", "terz 8C", "x"),
        1,
        8,
    ),
    "preferans": Words(
        (
            "pass", "pass", "6S", "6C", "7S", "8N", "10N", "here", "misere", "misere-dark", "9", "9-dark", "10-dark",
            "order 6S", "order 7H", "order 10N", "order misere", "talon-in-face", "without-three", "whist", "half",
            "open", "closed", "look S", "look W", "help", "write-off", "order 9", "9H",
        ),
        ("terz KH", "bela"),
        2,
        10,
    ),
}  # fmt: skip
"""By the game's name."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """Where a random act is made up."""

    rng: random.Random
    header: Header
    words: Words
    seq: int
    view: TableView

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.header.seating.seats

    def seat(self, on_turn: float = 0.85) -> Seat:
        """Mostly who is on turn."""
        turn = self.view.expectation.seat
        if turn and self.rng.random() < on_turn:
            return turn
        return self.rng.choice(tuple(Seat) if self.rng.random() < 0.03 else self.seats)

    def some(self, most: int) -> tuple[Card, ...]:
        """A few cards of the deck."""
        return tuple(self.rng.sample(DECK_32, self.rng.randint(1, most)))


def _called(at: _Moment) -> Act:
    legal = at.view.expectation.calls
    regular = legal and at.rng.random() < 0.8
    return Called(at.seat(), at.rng.choice(legal if regular else at.words.calls))


def _played(at: _Moment) -> Act:
    playable = sorted(at.view.expectation.playable, key=str)
    card = at.rng.choice(playable if playable and at.rng.random() < 0.7 else DECK_32)
    return Played(at.seat(), None if at.rng.random() < 0.03 else card)


def _dealt(at: _Moment) -> Act:
    deck = at.rng.sample(DECK_32, 32)
    size = at.words.hand
    hands = tuple((seat, tuple(deck[size * i : size * i + size])) for i, seat in enumerate(at.seats[:3]))
    dealer, obliged = (at.rng.choice([*at.seats, None]) for _ in range(2))
    if at.header.game == "debertz" and at.rng.random() < 0.9:
        dealer, obliged = None, obliged or at.seats[0]
    elif at.rng.random() < 0.9:
        dealer, obliged = dealer or at.seats[0], None
    return Dealt(dealer, obliged, hands if at.rng.random() < 0.1 else ())


def _turned_up(at: _Moment) -> Act:
    return TurnedUp(
        tuple(at.rng.sample(DECK_32, at.words.turned_up if at.rng.random() < 0.8 else at.rng.randint(1, 3)))
    )


def _exchanged(at: _Moment) -> Act:
    shown = at.view.turned_up
    taken: list[tuple[Card, ...] | int] = [shown, len(shown), at.some(2), 2, 0]
    given: list[tuple[Card, ...] | int] = [at.some(2), 2, 1, 0, tuple(at.rng.sample(DECK_32, len(shown) or 1))]
    return Exchanged(at.seat(), at.rng.choice(taken), at.rng.choice(given))


def _declared(at: _Moment) -> Act:
    return Declared(at.seat(0.5), at.rng.choice(at.words.declarations))


def _ruled(at: _Moment) -> Act:
    remedy = at.rng.choice([*Remedy, None, None, "odd"])
    points, column = at.rng.choice([None, 5]), at.rng.choice([None, "pool", "mountain", "whists", "odd"])
    decision = at.rng.choice(list(Decision))
    if at.view.findings and at.rng.random() < 0.7:
        one = at.rng.choice(at.view.findings)
        return Ruled(one.offence, one.seat or at.seats[0], one.committed, decision, remedy, None, points, column)
    committed = at.rng.choice([None, at.rng.randint(1, max(1, at.seq - 1))])
    offence = at.rng.choice([*Offence, "D-12", "P-1", "B-19", "odd"])
    return Ruled(offence, at.rng.choice(at.seats), committed, decision, remedy, None, points, column)


def _rare(at: _Moment) -> Act:
    seat, rng = at.seat(0.3), at.rng
    sides = at.header.seating.side_names
    points = tuple((side, rng.randint(0, 100)) for side in sides)
    tricks = tuple((side, rng.randint(0, 5)) for side in sides)
    acts: tuple[Act, ...] = (
        Exposed(seat, at.some(3)), Revealed(seat, at.some(5)), Claimed(seat, rng.randint(0, at.words.hand)),
        Misdealt("nine cards", rng.choice([seat, None])), TimeoutTaken(seat), TimeExpired(seat),
        Tallied(points), Tallied((), tricks), Tallied(points, tricks),
    )  # fmt: skip
    return rng.choice(acts)


_MAKERS: Final[tuple[tuple[str, Callable[[_Moment], Act], int], ...]] = (
    ("Called", _called, 12), ("Played", _played, 40), ("Declared", _declared, 4), ("", _rare, 3), ("", _ruled, 2),
    ("Dealt", _dealt, 1), ("TurnedUp", _turned_up, 2), ("Exchanged", _exchanged, 2),
)  # fmt: skip


def _some_act(at: _Moment) -> Act:
    """Mostly what the table waits for, else anything."""
    kinds = at.view.expectation.kinds
    waited = [maker for name, maker, _ in _MAKERS if name in kinds]
    if waited and at.rng.random() < 0.75:
        return at.rng.choice(waited)(at)
    return at.rng.choices([maker for _, maker, _ in _MAKERS], [weight for _, _, weight in _MAKERS])[0](at)


def any_acts(game: Game[Any], header: Header, seed: int, acts: int = 160) -> int:
    """Random acts in any order: only ImpossibleAct and LogFormatError refuse one, and what is refused changes nothing.

    Returns how many were accepted.
    """
    rng, state, accepted = random.Random(seed), game.start(header), 0
    for seq in range(1, acts):
        moment = _Moment(rng, header, WORDS[game.name], seq, game.view(state, Audience.JUDGE))
        act = _dealt(moment) if seq == 1 else _some_act(moment)
        before = repr(state)
        try:
            after, _ = game.step(state, seq, act)
        except (ImpossibleAct, LogFormatError) as error:
            after, refusal = state, str(error)
        else:
            refusal = "accepted"
            accepted += 1
        assert refusal, (seed, seq, act)
        assert "\n" not in refusal, (seed, seq, act)
        assert repr(state) == before, f"states do not change: {(seed, seq, act)}"
        state = after
        report = game.report(state)
        for audience in Audience:
            view = game.view(state, audience)
            assert audience is Audience.JUDGE or all(one in report.irregularities for one in view.findings)
        _lines_sum_to_scores(report)
    return accepted


def _lines_sum_to_scores(report: Report) -> None:
    for row in report.deals:
        for side, score in row.score:
            assert sum(line.value for line in row.lines if line.side == side) == score, (row.deal, side)


def a_card_of_another_deck_is_refused(game: Game[Any], header: Header, acts: tuple[Act, ...], seat: Seat) -> None:
    """Cards that are not in the deck cannot have been played, exposed or shown; ``acts`` lead to ``seat``'s turn."""
    state = game.start(header)
    for seq, act in enumerate(acts, start=1):
        state, _ = game.step(state, seq, act)
    other = next(one for one in header.seating.seats if one is not seat)
    for code in ("6S", "2H"):
        foreign = Card.parse(code)
        for act in (
            Played(seat, foreign),
            Played(other, foreign),
            Exposed(other, (foreign,)),
            Revealed(other, (foreign,)),
        ):
            with pytest.raises(ImpossibleAct, match=code):
                game.step(state, len(acts) + 1, act)
