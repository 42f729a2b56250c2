"""Fingers before the table: each act entered as somebody would enter it, on the keys that the screen shows."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

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
from kozyr.engine.seats import Seat


@contextmanager
def opened(window: Any, hand: Any) -> Iterator[Callable[..., Any]]:
    """Puts apps into the test window: what it gives takes an app and a size, and gives the app's root.

    At the end every app is closed, and the usual colours and text size are worn again.
    """
    from kozyr.ui.tablet.theme import theme

    apps: list[Any] = []

    def shown(app: Any, size: tuple[int, int] = (1024, 600)) -> Any:
        apps.append(app)
        root = app.build()
        root.size_hint, root.size = (None, None), size
        window.add_widget(root)
        hand.idle(4)
        return root

    try:
        yield shown
    finally:
        for app in apps:
            app.on_stop()
        theme.wear("dark")
        theme.speak("normal")


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

    def reach(self, tip: str) -> None:
        """Touches the key of that purpose in a list, scrolled into sight."""
        from kivy.uix.scrollview import ScrollView

        while not self.shows(tip):
            self.hand.idle(1)
        found = next(one for one in self.widgets() if getattr(one, "tip", None) == tip)
        scroll = found.parent
        while not isinstance(scroll, ScrollView):
            scroll = scroll.parent
        scroll.scroll_to(found, animate=False)
        self.settle()
        self.touch(found)

    def shows(self, tip: str) -> bool:
        """Whether a key of that purpose is on the screen."""
        return any(getattr(one, "tip", None) == tip for one in self.widgets())

    def type(self, word: str) -> None:
        """Types a word on the keyboard of the screen, in whatever layout has its letters."""
        from kozyr.ui.tablet.widgets import Key

        for letter in word:
            for _ in range(4):
                keys = [one for one in self.widgets() if isinstance(one, Key) and one.text in (letter, letter.upper())]
                if keys:
                    break
                self.tip("layout")
            self.touch(keys[-1])

    def widgets(self) -> list[Any]:
        """Everything on the screen."""
        return [one for root in self.hand.window.children for one in root.walk()]

    def touch(self, widget: Any) -> None:
        """One short touch in the middle."""
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(*widget.to_window(*widget.center))
        assert self.on_screen(touch.pos), f"{widget} lies outside the window, at {touch.pos}"
        touch.touch_down()
        touch.touch_up()
        self.taps += 1
        self.settle()

    def tip(self, tip: str) -> None:
        """Touches the key of that purpose."""
        found = [one for one in self.widgets() if getattr(one, "tip", None) == tip]
        assert found, f"no key {tip}; there is {[t for t in self.hand.texts() if t]}"
        self.touch(found[-1])

    def on_screen(self, place: tuple[float, float]) -> bool:
        """Whether a place lies in what is shown."""
        return any(one.collide_point(*place) for one in self.hand.window.children)

    def text(self, *texts: str) -> None:
        """Touches the key that says one of these."""
        from kozyr.ui.tablet.widgets import Key, WrapKey, plain

        found = [one for one in self.widgets() if isinstance(one, Key | WrapKey) and plain(one.text) in texts]
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
        from kozyr.ui.tablet.people import named

        self.text(named(self.model, seat))

    def tab(self, *names: str) -> None:
        """Opens the first of these tabs that is there; a notice in their place is touched away."""
        if self.shows("notice"):
            self.tip("notice")
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
