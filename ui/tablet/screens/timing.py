"""The clocks that people ask for: "Время!" and time-outs, counted on the felt."""

from typing import Any, Final

from kivy.clock import Clock

from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import clock_text, tr
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Key, shortened

TICK_S: Final = 0.5


class ClockKey(Key):
    """Asks for a clock, then counts it down; red when it has run out. Hidden while nobody may ask."""

    def __init__(self, model: TableModel, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), size=(theme.s * 142, theme.s * 60), base_size=16, **kwargs)
        self.pad, self.tip = 5, "clock"
        self._model = model
        self._ticks = Clock.schedule_interval(lambda _: self.show(), TICK_S)

    def close(self) -> None:
        """Stops counting."""
        self._ticks.cancel()

    @property
    def is_offered(self) -> bool:
        """Whether a clock runs, waits, or can be asked for now."""
        view = self._model.view
        return view.clock is not None or "TimeoutTaken" in view.expectation.kinds

    def _whose(self, seat: Seat, share: float = 1.0) -> str:
        """His name; ``share``: of the width that it may take."""
        size, width = self.base_size * theme.s * theme.t, self.width - 2 * self.pad * theme.s
        return shortened(player(self._model, seat), size, True, width * share)

    def show(self) -> None:
        """The clock as it is now."""
        self.opacity, self.disabled = (1, False) if self.is_offered else (0, True)
        if not self.is_offered:
            self.text = ""
            return
        view, left = self._model.view, self._model.clock_left_s
        if view.clock is None:
            self.text = tr(f"clock.ask.{view.game}")
        elif left is None:
            self.text = tr("clock.waits", seat=self._whose(view.clock.seat, 0.55))
        elif left <= 0:
            self.text = tr("clock.over", seat=self._whose(view.clock.seat))
        else:
            self.text = f"{self._whose(view.clock.seat)}\n{clock_text(left * 1000)}"
        over = left is not None and left <= 0
        self.fill = theme.danger if over else theme.accent if view.clock is not None else theme.plate
        self.ink = theme.danger_text if over else theme.accent_text if view.clock is not None else theme.text
