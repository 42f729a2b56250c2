"""The judge's PIN: set, changed and taken away on the screen; whoever does so knows the one in force."""

from functools import partial

from kivy.uix.anchorlayout import AnchorLayout

from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.pin import LEAST_DIGITS, guard, is_right, kept_pin
from kozyr.ui.tablet.pinpad import PinPad
from kozyr.ui.tablet.screens.sheet import Sheet
from kozyr.ui.tablet.screens.side import WIDTH
from kozyr.ui.tablet.screens.start import Making, StartScreen
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Key, key


def pin_keys(start: StartScreen) -> list[Key]:
    """The keys that go with the PIN as it is."""
    if start.desk.pin_named:
        return [key(tr("pin.named"), lambda: None, lit=False, base_size=19, tip="pin-named")]
    if start.desk.remembered.now.pin is None:
        return [key(tr("pin.set"), partial(start.go, NewPinSheet), base_size=19, tip="pin-set")]
    return [
        key(
            tr("pin.change"), partial(start.go, partial(OldPinSheet, then=NewPinSheet)), base_size=19, tip="pin-change"
        ),
        key(tr("pin.remove"), partial(start.go, partial(OldPinSheet, then=None)), base_size=19, tip="pin-remove"),
    ]


class PinSheet(Sheet):
    """The pad on which the judge enters a PIN at the table; what was wrong stands above its dots there as here."""

    says = False

    def build(self) -> None:
        state = self.start.state
        self._pad = PinPad(state.typed, self.given, typed=self._typed, said=state.said)
        # As wide as beside the felt: the digits lie where the judge's fingers know them.
        wide = theme.s * WIDTH
        held = AnchorLayout()
        if not theme.portrait:
            self._pad.size_hint_x, self._pad.width = None, wide
        held.add_widget(self._pad)
        self.add_widget(held)

    def _typed(self, typed: str) -> None:
        self.start.state.typed = typed

    def given(self, pin: str) -> None:
        """All digits were typed."""

    def turn_to(self, page: Making | None, said: str = "") -> None:
        """Another page in the place of this one, None for none; ``said`` stands on it."""
        self.start.state.pages.pop()
        self.start.state.said, self.start.state.typed = said, ""
        if page is not None:
            self.start.state.pages.append(page)
        self.start.redraw()


class OldPinSheet(PinSheet):
    """The PIN in force first; ``then`` None takes it away."""

    def __init__(self, start: StartScreen, then: Making | None) -> None:
        self._then = then
        super().__init__(start, tr("pin.old"))

    def given(self, pin: str) -> None:
        kept = self.start.desk.remembered
        if kept.now.pin is not None and not guard.opens(pin, kept.now.pin):
            self._pad.refuse(tr("judge.pin-wrong"))
        elif self._then is not None or self.start.attempt(partial(kept.change, pin=None)):
            self.turn_to(self._then)


class NewPinSheet(PinSheet):
    """A new one."""

    def __init__(self, start: StartScreen) -> None:
        super().__init__(start, tr("pin.new"))

    def given(self, pin: str) -> None:
        if len(pin) < LEAST_DIGITS:
            self._pad.refuse(tr("pin.short", least=LEAST_DIGITS))
        else:
            self.turn_to(partial(RepeatPinSheet, pin=kept_pin(pin)))


class RepeatPinSheet(PinSheet):
    """The new one once more, for a finger may have slipped where only dots are seen."""

    def __init__(self, start: StartScreen, pin: str) -> None:
        self._pin = pin
        super().__init__(start, tr("pin.repeat"))

    def given(self, pin: str) -> None:
        if not is_right(pin, self._pin):
            self.turn_to(NewPinSheet, tr("pin.differ"))
        elif self.start.attempt(partial(self.start.desk.remembered.change, pin=self._pin)):
            self.turn_to(None)
