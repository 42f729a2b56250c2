"""A list that is longer than the screen: what is in sight comes at once, the rest with the pictures after it."""

import time
from collections.abc import Callable, Iterable
from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.widget import Widget

from kozyr.ui.tablet.widgets import Rows, Scroll

AT_ONCE: Final = 5
"""Rows that fill the sight; a law has three lines or more."""
_EACH_PICTURE_S: Final = 0.008
"""So long rows are made between two pictures, at least one: a touch meanwhile is answered as ever."""


class LongList(Scroll):
    """Rows in a scroll view, from ``rows``, which make one each; those behind the sight are made afterwards."""

    scroll_y: float
    """How far it is scrolled: 1 at the top, 0 at the end."""

    def __init__(self, rows: Iterable[Callable[[], Widget]], at_once: int = AT_ONCE, **of_rows: Any) -> None:
        super().__init__()
        self._wanted = iter(tuple(rows))
        self.rows = Rows(**of_rows)
        self.add_widget(self.rows)
        self._high = 0.0
        self.rows.fbind("height", self._hold)
        self._go_on = Clock.create_trigger(lambda _: self._more(), 0)
        for _ in range(at_once):
            self._next()
        # Not the next picture, which is the first one of the page, but the one after it.
        Clock.schedule_once(lambda _: self._go_on(), 0)

    def _hold(self, _: object, high: float) -> None:
        """What is in sight stays where it is when the list grows below it."""
        above = (1 - self.scroll_y) * max(0.0, self._high - self.height)
        self._high = high
        if above > 0 and high > self.height:
            self.scroll_y = max(0.0, 1 - above / (high - self.height))

    def _next(self) -> bool:
        """Makes one row; False when all are there."""
        made = next(self._wanted, None)
        if made is not None:
            self.rows.add_widget(made())
        return made is not None

    def _more(self) -> None:
        """A few more rows, as long as anybody looks at them."""
        until = time.monotonic() + _EACH_PICTURE_S
        while self.get_root_window() is not None and self._next():
            if time.monotonic() >= until:
                self._go_on()
                return
