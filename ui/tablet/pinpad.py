"""The pad on which a PIN is entered, be it to set one or to judge: dots for digits, in their place what is wrong."""

from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.keyboard import NumberPad
from kozyr.ui.tablet.pin import MOST_DIGITS, guard

TICK_S: Final = 0.5
"""How often the seconds of a wait are told."""


class PinPad(BoxLayout):
    """Digits for a PIN; ``done`` gets it, ``typed`` all of it after each key.

    While nothing is typed ``said`` stands there, or while the guard of the window waits how many seconds it does.
    """

    def __init__(
        self,
        text: str,
        done: Callable[[str], object],
        *,
        typed: Callable[[str], object] = lambda text: None,
        said: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(orientation="vertical", **kwargs)
        self._typed, self._said = typed, said
        self._pad = NumberPad(text, done, typed=self._change, hint="–", most=MOST_DIGITS, hidden=True)
        self.add_widget(self._pad)
        self._tick: Any = Clock.schedule_interval(self._count, TICK_S)
        self._count()

    def refuse(self, said: str) -> None:
        """What was typed is not it."""
        self._pad.empty()
        self._said = said
        self._count()

    def _change(self, text: str) -> None:
        self._said = ""
        self._typed(text)
        self._count()

    def _count(self, *_: object) -> None:
        wait = guard.wait_s
        said = tr("judge.pin-wait", seconds=wait) if wait else self._said
        self._pad.hint(said or "–", is_wrong=bool(said))

    def on_parent(self, _: object, parent: object) -> None:
        """While it is not shown the seconds are not counted."""
        if parent is None:
            self._tick.cancel()
        else:
            self._tick()
