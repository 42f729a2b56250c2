"""Whole deals entered by touch alone, from the deal screen to the score, in every game; corrections on the way.

The deals are honest ones at random; what the fingers entered must come to the same result as the log of the deal.
"""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kozyr.datasets.careless import Habits, Script, entries
from kozyr.datasets.careless_belot import BelotDealer
from kozyr.datasets.careless_debertz import DebertzDealer
from kozyr.datasets.careless_preferans import PreferansDealer
from kozyr.engine.acts import Called, Played
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.session import Session
from kozyr.engine.view import Phase

from .fingers import Fingers

WIDE, HIGH = (1024, 600), (600, 1024)


@pytest.fixture
def table(window: Any, hand: Any, at_once: None) -> Iterator[Callable[..., Fingers]]:
    """A table of a game in the window, and fingers before it."""
    from kozyr.ui.tablet.model import TableModel
    from kozyr.ui.tablet.screens.table import TableScreen
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import TapFilter

    screens: list[Any] = []

    def opened(header: Any, size: tuple[int, int] = WIDE) -> Fingers:
        at = iter(range(0, 10**9, 500))
        model = TableModel(Session(game_named(header.game), header), now_ms=lambda: next(at))
        theme.fit(*size)
        root, screen = TapFilter(size_hint=(None, None), size=size), TableScreen(model)
        screens.append(screen)
        root.add_widget(screen)
        window.add_widget(root)
        fingers = Fingers(hand, screen)
        fingers.settle()
        return fingers

    yield opened
    for screen in screens:
        screen.close()


DEALERS: dict[str, Callable[[], Any]] = {
    "bazar-belot": lambda: BelotDealer(game_named("bazar-belot"), {"match_target": 101}),
    "debertz-2x2": lambda: DebertzDealer(game_named("debertz"), "2x2"),
    "debertz-1x1": lambda: DebertzDealer(game_named("debertz"), "1x1"),
    "debertz-1x2": lambda: DebertzDealer(game_named("debertz"), "1x2"),
    "debertz-1x3": lambda: DebertzDealer(game_named("debertz"), "1x3"),
    "preferans-4": lambda: PreferansDealer(game_named("preferans"), rules={"pool_target": 4}),
    "preferans-3": lambda: PreferansDealer(game_named("preferans"), "SWE", {"pool_target": 4}),
}
CARDS = Habits()
EVERY_TIME = ("bazar-belot", "debertz-2x2", "preferans-4")
"""The tables that every run of the tests plays; the others are long (``make test-long``)."""


def result(session: Any) -> tuple[Any, ...]:
    """All that is written down."""
    report = session.report()
    return report.match_score, report.sheet, report.parties, report.meeting, report.winner, report.irregularities


def entered(fingers: Fingers, script: Script, session: Any) -> None:
    """Enters a deal by touch; ``session`` gets its log as it was dealt."""
    for entry in entries(script):
        session.append(entry)
    for act in script.acts:
        fingers.enter(act)


@pytest.mark.parametrize(
    ("name", "size"),
    [
        *(pytest.param(name, WIDE, marks=() if name in EVERY_TIME else pytest.mark.long) for name in DEALERS),
        pytest.param("debertz-2x2", HIGH, marks=pytest.mark.long),
        pytest.param("preferans-4", HIGH, marks=pytest.mark.long),
    ],
)
def test_a_deal_card_by_card(name: str, size: tuple[int, int], table: Callable[..., Fingers]) -> None:
    dealer, rng = DEALERS[name](), random.Random(f"deal {name}")
    header = dealer.header(rng)
    fingers, told = table(header, size), Session(game_named(header.game), header)
    script = dealer.deal(rng, CARDS)
    entered(fingers, script, told)
    assert fingers.view.phase is told.view(fingers.view.audience).phase
    assert fingers.view.phase in (Phase.DEAL_OVER, Phase.MATCH_OVER) or fingers.view.stage == "look"
    assert result(fingers.model.session) == result(told)
    assert fingers.model.session.errors == ()


def rest_of(fingers: Fingers, script: Script) -> None:
    """What of a deal was not entered yet, as far as the table waits for it."""
    done = len(fingers.model.session.steps)
    for act in script.acts[done:]:
        fingers.enter(act)


@pytest.mark.parametrize("name", ["bazar-belot", "debertz-1x2", "preferans-4"])
def test_a_deal_with_a_wrong_call_a_correction_and_a_step_back(name: str, table: Callable[..., Fingers]) -> None:
    """From the deal screen to the score; what went wrong is put right by touch and leaves its trace in the log."""
    dealer, rng = DEALERS[name](), random.Random(f"played out {name} 3")
    header = dealer.header(rng)
    fingers, told = table(header), Session(game_named(header.game), header)
    script = dealer.deal(rng, CARDS)
    while not any(isinstance(act, Played) for act in script.acts):
        script = dealer.deal(rng, CARDS)
    for entry in entries(script):
        told.append(entry)
    first_card = next(at for at, act in enumerate(script.acts) if isinstance(act, Played))
    for act in script.acts[: min(3, first_card)]:
        fingers.enter(act)
    wrong_call(fingers)
    for act in script.acts[min(3, first_card) : first_card + 5]:
        fingers.enter(act)
    wrong_card(fingers)
    steps = len(fingers.model.session.steps)
    for left in (steps, steps, steps - 1):
        fingers.tip("undo")
        assert len(fingers.model.session.steps) == left, "two corrections are taken back, then a card"
        fingers.tip("notice")
    rest_of(fingers, script)
    assert result(fingers.model.session) == result(told)
    changed = [entry for entry in fingers.model.session.entries if entry.replaces is not None]
    assert len(changed) == 6, "the call is taken back, the card changed to and fro, and three steps go back"


def wrong_call(fingers: Fingers) -> None:
    """Somebody speaks who is not asked: recorded, does not stand, and is taken back from the board."""
    turn = fingers.view.expectation.seat
    other = next(seat.seat for seat in fingers.view.seats if seat.seat is not turn and seat.is_playing)
    fingers.tab("auction", "pad")
    fingers.plate(other)
    call = "12D" if fingers.view.game == "bazar-belot" else "pass"
    if fingers.view.game == "bazar-belot":
        fingers.bid(call)
    else:
        fingers.tip("other-word")
    fingers.tip(call)
    fingers.text("Record it")
    said = fingers.view.calls[-1]
    assert (said.seat, said.call, said.stands) == (other, call, False)
    assert fingers.model.session.steps[-1].act == Called(other, call)
    fingers.screen._felt.dispatch("on_call", said.seq)
    fingers.settle()
    fingers.text("Take back")
    assert not any(call.seq == said.seq for call in fingers.view.calls)


def wrong_card(fingers: Fingers) -> None:
    """The last card was misread: two taps to another one, two taps back; on the pad a third says that it is no slip."""
    last = next(step for step in reversed(fingers.model.session.steps) if isinstance(step.act, Played))
    assert isinstance(last.act, Played)
    assert last.act.card is not None
    free = next(card for card in sorted(fingers.view.expectation.playable, key=str) if card != last.act.card)
    fingers.tab("cards", "pad")
    for old, new in ((last.act.card, free), (free, last.act.card)):
        fingers.card(old)
        before = fingers.taps
        fingers.card(new)
        fingers.tip("amend")
        assert fingers.taps == before + 2
        assert new in fingers.model.played
        assert old not in fingers.model.played
