"""What is done while nobody waits for the screen: memory is tidied, and pages that are likely next are made.

Python looks for cycles of garbage whenever it likes; through all that a table has made this takes 35 to 250 ms, and a
touch in the middle of it waits. Here the whole search runs in pauses alone: in any short one through what is new, for
what lasts is set aside (``gc.freeze``), and in a longer one through everything, when much was set aside since.
"""

import gc
import time
from collections.abc import Callable
from typing import Final

from kivy.base import EventLoop
from kivy.clock import Clock

from kozyr.ui.reserves import give_back

PAUSE_S: Final = 0.15
"""Nobody has touched anything, and nothing was entered, for so long: a short pause."""
LONG_PAUSE_S: Final = 1.5
"""A long one: the cards are gathered, shuffled, thought about."""
ENOUGH: Final = 4000
"""So many new objects are worth a search."""
SET_ASIDE: Final = 40_000
"""So many objects set aside since the last search through everything are worth another; some of them may be garbage."""
TOO_MANY: Final = 3
"""So many times that, and a short pause must do."""
MUCH: Final = 1000
"""So many objects found, and a search through everything is made again: what a page has thrown away holds other cycles
that are seen only when it is gone, up to a third as many."""
THRESHOLDS: Final = (2000, 10, 50)
"""Python's own searches: through what is youngest nearly as ever; through everything only where a million new
objects found no pause after them, so that memory stays bounded."""
_USUAL: Final = gc.get_threshold()
"""Python's own habit, to go back to: taken once, as of two apps the second finds the habit of the first."""
_LOOK_S: Final = 0.05
_DELETED_S: Final = 0.1
"""So soon after the next picture the driver has deleted what it had of what was found."""


class Tidying:
    """Tidies while the table is quiet. ``lasting``: whether what is shown now stays, so that it may be set aside;
    ``prepare`` does a little that will be wanted soon, and returns whether there was anything."""

    def __init__(self, lasting: Callable[[], bool], prepare: Callable[[], bool] = lambda: False) -> None:
        self._lasting, self._prepare = lasting, prepare
        self._stirred_s, self._fingers = time.monotonic(), 0
        self._aside = self._aside_before = 0
        self._started = self._again = False
        self._events = {
            "on_touch_down": self._down, "on_touch_move": self._moved, "on_touch_up": self._up,
            "on_key_down": self._moved,
        }  # fmt: skip

    def start(self) -> None:
        """From now on the search for garbage keeps to the pauses."""
        self._started = True
        gc.set_threshold(*THRESHOLDS)
        EventLoop.window.bind(**self._events)
        Clock.schedule_interval(self._look, _LOOK_S)

    def stop(self) -> None:
        """As Python does it by itself."""
        if self._started:
            Clock.unschedule(self._look)
            EventLoop.window.unbind(**self._events)
            gc.set_threshold(*_USUAL)
            gc.unfreeze()
            self._started = False

    def stir(self) -> None:
        """Something happens: the screen is waited for."""
        self._stirred_s = time.monotonic()

    def _down(self, *_: object) -> bool:
        self._fingers += 1
        return self._moved()

    def _moved(self, *_: object) -> bool:
        self.stir()
        return False

    def _up(self, *_: object) -> bool:
        self._fingers = max(0, self._fingers - 1)
        return self._moved()

    def _look(self, _: float) -> None:
        quiet_s = time.monotonic() - self._stirred_s
        if self._fingers or quiet_s < PAUSE_S:
            return
        if not self._aside or ((self._again or self._is_due(quiet_s)) and self._lasting()):
            self._tidy_all()
        elif _new() > ENOUGH:
            self._tidy()
        elif self._prepare():
            self.stir()

    def _is_due(self, quiet_s: float) -> bool:
        """Whether enough was set aside to look through all of it."""
        return self._aside - self._aside_before > SET_ASIDE * (1 if quiet_s >= LONG_PAUSE_S else TOO_MANY)

    def _tidy(self) -> None:
        """What is new and not used any more goes; what is left of it is not looked at again for now."""
        gc.collect()
        if self._lasting():
            gc.freeze()
            self._aside = gc.get_freeze_count()

    def whole(self) -> int:
        """Whatever is not used any more goes, on whatever page; returns how many objects are left to look at."""
        self._again = False
        self._tidy_all()
        if self._again:
            self._tidy_all()
        return self._aside

    def _tidy_all(self) -> None:
        """A search through everything; ``_again`` tells whether it is worth another, which is the last one."""
        gc.unfreeze()
        self._again = gc.collect() >= MUCH and not self._again
        gc.freeze()
        self._aside = self._aside_before = gc.get_freeze_count()
        # Kivy deletes pictures and shapes that nobody holds any more when the next picture is due, the driver after it.
        Clock.schedule_once(lambda _: Clock.schedule_once(lambda _: give_back(), _DELETED_S), 0)


def _new() -> int:
    """How many objects there are more than after the last search through everything, about."""
    young, middle, old = gc.get_count()
    return young + THRESHOLDS[0] * (middle + THRESHOLDS[1] * old)
