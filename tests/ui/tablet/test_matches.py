"""Whole deals and whole matches entered by touch alone, from the deal screen to the score, in every game.

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
from kozyr.engine.acts import (
    Act,
    Called,
    Dealt,
    Declared,
    Exchanged,
    Played,
    Revealed,
    Tallied,
    TurnedUp,
)
from kozyr.engine.cards import Card
from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat
from kozyr.engine.table.session import Session
from kozyr.engine.view import Phase

WIDE, HIGH = (1024, 600), (600, 1024)


class Fingers:
    """Touches without waiting: the layout is worked out after each, the picture is not drawn."""

    def __init__(self, hand: Any, screen: Any) -> None:
        self.hand, self.screen, self.taps = hand, screen, 0

    @property
    def model(self) -> Any:
        """The table."""
        return self.screen.model

    @property
    def view(self) -> Any:
        """The table as players see it."""
        return self.model.view

    def settle(self) -> None:
        """Lets everything that waits for the next picture happen."""
        from kivy.clock import Clock
        from kivy.lang import Builder

        for _ in range(3):
            Clock.tick()
            Builder.sync()
            Clock.tick_draw()

    def widgets(self) -> list[Any]:
        """Everything on the screen."""
        return [one for root in self.hand.window.children for one in root.walk()]

    def touch(self, widget: Any) -> None:
        """One short touch in the middle."""
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(*widget.to_window(*widget.center))
        touch.touch_down()
        touch.touch_up()
        self.taps += 1
        self.settle()

    def tip(self, tip: str) -> None:
        """Touches the key of that purpose."""
        found = [one for one in self.widgets() if getattr(one, "tip", None) == tip]
        assert found, f"no key {tip}; there is {[t for t in self.hand.texts() if t]}"
        self.touch(found[-1])

    def text(self, *texts: str) -> None:
        """Touches the key that says one of these."""
        from kozyr.ui.tablet.widgets import Key, plain

        found = [one for one in self.widgets() if isinstance(one, Key) and plain(one.text) in texts]
        assert found, f"no key {texts}; there is {self.hand.texts()}"
        self.touch(found[-1])

    def card(self, card: Card) -> None:
        """Touches a card of the pad."""
        found = [one for one in self.widgets() if getattr(one, "wide", False) and one.card == card]
        assert found, f"no {card} on a pad; there is {self.hand.texts()}"
        self.touch(found[-1])

    def plate(self, seat: Seat) -> None:
        """Touches a player's plate."""
        from kozyr.ui.tablet.screens.plates import Plate

        self.touch(next(one for one in self.widgets() if isinstance(one, Plate) and one.seat is seat))

    def seat(self, seat: Seat) -> None:
        """Touches a seat on a page that asks for one."""
        from kozyr.ui.tablet.screens.page import named

        self.text(named(self.model, seat))

    def tab(self, *names: str) -> None:
        """Opens the first of these tabs that is there."""
        there = {getattr(one, "tip", None) for one in self.widgets()}
        name = next(name for name in names if name in there)
        if self.screen.tab != name:
            self.tip(name)

    # acts

    def enter(self, act: Act) -> None:
        """Enters an act as somebody at the table would."""
        match act:
            case Dealt():
                self.tab("pad")
                self.tip("next" if self.view.stage == "look" else f"deal-{act.dealer or act.obliged}")
            case TurnedUp():
                self.tab("pad")
                for card in act.cards:
                    self.card(card)
            case Called():
                self.call(act)
            case Exchanged():
                self.exchange(act)
            case Declared():
                self.declare(act)
            case Revealed():
                self.show(act)
            case Played(card=Card() as card):
                self.play(act.seat, card)
            case Tallied():
                self.tally(act)
            case _:
                raise AssertionError(f"nobody enters {act}")

    def for_seat(self, seat: Seat) -> None:
        """Makes the pads enter for a seat."""
        if self.screen.seat is not seat:
            self.plate(seat)

    def play(self, seat: Seat, card: Card) -> None:
        """A card to the trick."""
        self.tab("cards", "pad")
        self.for_seat(seat)
        self.card(card)

    def call(self, act: Called) -> None:
        """A word: on the pad when it is legal there, else under "something else was said"."""
        self.tab("auction", "pad")
        expected = self.view.expectation
        if act.seat not in (expected.caller, expected.seat) or (expected.caller not in (None, act.seat)):
            self.plate(act.seat)
        if act.call[:1].isdigit() and self.view.game == "bazar-belot":
            self.bid(act.call)
        there = {getattr(one, "tip", None) for one in self.widgets()}
        if act.call not in there and "order" in there:
            self.tip("order")
        elif act.call not in there:
            self.tip("other-word")
        while act.call not in {getattr(one, "tip", None) for one in self.widgets()}:
            self.tip("group")
        self.tip(act.call)

    def bid(self, call: str) -> None:
        """Steps to the level of a bid."""
        kind = call.partition(" ")[2]
        if kind:
            self.text({"capo": "Capo", "capo-hand": "Capo from hand"}[kind])
        level = int(call.split(" ")[0][:-1])
        for _ in range(60):
            shown = int(next(one.text for one in self.widgets() if getattr(one, "tip", None) == "level"))
            if shown == level:
                return
            self.tip("level-up" if shown < level else "level-down")

    def exchange(self, act: Exchanged) -> None:
        """The talon taken and discards, or the seven of trumps changed."""
        if self.view.stage == "swap":
            self.tab("declare")
            self.tip("swap")
            self.seat(act.seat)
            return
        self.tab("pad")
        if isinstance(act.given, tuple) and self.view.turned_up:
            self.tip("discards")
            for card in act.given:
                self.card(card)
        else:
            self.tip("exchanged")

    def declare(self, act: Declared) -> None:
        """A combination or construction, a bela."""
        from kozyr.ui.locale.text import rank_text, tr

        self.tab("declare")
        self.for_seat(act.seat)
        kind, _, top = act.declaration.partition(" ")
        self.text(tr(f"declaration.{kind}"))
        if len(top) > 1 and top[-1] in "SHDC":
            self.card(Card.parse(top))
        elif top in ("S", "H", "D", "C"):
            self.text({"S": "♠", "H": "♥", "D": "♦", "C": "♣"}[top])
        elif top:
            self.text(rank_text(top))

    def show(self, act: Revealed) -> None:
        """Cards laid open."""
        self.tab("declare")
        self.tip("show")
        self.seat(act.seat)
        for card in act.cards:
            self.card(card)
        self.text("Done")

    def tally(self, act: Tallied) -> None:
        """The result by hand."""
        self.tip("menu")
        self.text("Enter the tricks by number")
        there = {getattr(one, "tip", None) for one in self.widgets()}
        taken = dict(act.tricks)
        for side, count in act.points or act.tricks:
            self.tip(f"tally-{side}")
            if act.points and "no-trick" in there and taken.get(side) == 0:
                self.tip("no-trick")
            else:
                self.digits(count)
        self.tip("done")
        if any(getattr(one, "tip", None) == "done" for one in self.widgets()):
            for side, count in act.tricks:
                self.tip(f"tally-{side}")
                self.digits(count)
            self.tip("done")

    def digits(self, count: int) -> None:
        """Types a number."""
        for digit in str(count):
            self.tip(f"digit-{digit}")


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pauses between touches."""
    monkeypatch.setattr("kozyr.ui.tablet.widgets.DOUBLE_TAP_S", 0.0)
    monkeypatch.setattr("kozyr.ui.tablet.screens.table.SETTLE_S", 0.0)


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
MATCH = Habits(tallies=0.85)
SHORT = {"bazar-belot": 12, "debertz-2x2": 7, "debertz-1x2": 33, "preferans-3": 9}
"""Seeds of matches that are short for their game and have a deal or more card by card."""
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


@pytest.mark.timeout(900)
@pytest.mark.long
@pytest.mark.parametrize("name", SHORT)
def test_a_match_to_its_end(name: str, table: Callable[..., Fingers]) -> None:
    dealer, rng = DEALERS[name](), random.Random(f"match {name} {SHORT[name]}")
    header = dealer.header(rng)
    fingers, told = table(header), Session(game_named(header.game), header)
    script: Script | None = None
    for _ in range(40):
        script = dealer.deal(rng, MATCH, told.next_seq, script)
        entered(fingers, script, told)
        assert result(fingers.model.session) == result(told)
        report = told.report()
        if (report.meeting_winner if report.meeting else report.winner) or fingers.view.phase is Phase.MATCH_OVER:
            break
    else:
        raise AssertionError("the match never ended")
    assert fingers.view.winner is not None


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
    fingers.tip("undo")
    assert len(fingers.model.session.steps) == steps - 1
    fingers.tip("notice")
    rest_of(fingers, script)
    assert result(fingers.model.session) == result(told)
    changed = [entry for entry in fingers.model.session.entries if entry.replaces is not None]
    assert len(changed) == 4, "the call and the step back are taken back, the card is changed to and fro"


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
    """The last card was misread: two taps to another one, two taps back."""
    last = next(step for step in reversed(fingers.model.session.steps) if isinstance(step.act, Played))
    assert isinstance(last.act, Played)
    assert last.act.card is not None
    free = next(card for card in sorted(fingers.view.expectation.playable, key=str) if card != last.act.card)
    fingers.tab("cards", "pad")
    for old, new in ((last.act.card, free), (free, last.act.card)):
        fingers.card(old)
        before = fingers.taps
        fingers.card(new)
        assert fingers.taps == before + 1
        assert new in fingers.model.played
        assert old not in fingers.model.played
