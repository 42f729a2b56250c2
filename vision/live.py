"""A camera that runs by itself: the newest picture wins, a dead picture is noticed, a lost camera is reopened.

One thread reads the camera into a slot of one picture (see kozyr.vision.capture); whoever is slow misses pictures and
never gets old ones.
"""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from kozyr.engine.errors import CameraLost, Words
from kozyr.engine.observations import CameraChanged
from kozyr.vision.capture import Capture, Slot, is_same
from kozyr.vision.types import Frame, Image

PLUGGED_IN: Final = Words("check that it is plugged in and that no other program uses it")
"""What to do about a camera of this machine."""
_MOST_LEFT: Final = 4
"""Captures that may hang in a driver before reopening waits for them."""


@dataclass(frozen=True, slots=True)
class LiveTimes:
    """When a live source loses patience, in seconds."""

    dead_s: float = 1.7
    """Without a new picture for this long the camera counts as lost."""
    still_s: float = 10.0
    """The same where a stream is known to repeat its picture while nothing moves."""
    frozen_retry_s: float = 10.0
    """A picture frozen this long is reopened; a stream of a still scene may be identical for a while."""
    retry_first_s: float = 0.5
    """Pause before the first attempt to reopen."""
    retry_most_s: float = 8.0
    """Longest pause between attempts; each is twice the one before."""
    open_s: float = 6.0
    """How long opening may take before it is tried anew."""
    poll_s: float = 0.1
    """How often the waiting side looks at the clock."""


class LiveSource:
    """Pictures from a camera or stream in real time."""

    live = True

    def __init__(
        self,
        name: str,
        open_capture: Callable[[], Capture],
        times: LiveTimes | None = None,
        clock: Callable[[], float] = time.monotonic,
        advice: Words = PLUGGED_IN,
    ) -> None:
        """Open and wait for the first picture. Raises CameraLost, with the advice, when none comes."""
        self.name = name
        self._times = times or LiveTimes()
        self._open_capture = open_capture
        self._clock = clock
        self._closed = threading.Event()
        self._slot = Slot(open_capture, clock)
        self._left: list[Slot] = []
        self._pending = self._first_picture(advice)
        self._start_s = self._pending[1]

    def _first_picture(self, advice: Words) -> tuple[Image, float]:
        limit = self._clock() + 8.0
        while self._clock() < limit:
            taken = self._slot.take(self._times.poll_s)
            if taken is not None:
                return taken
            if self._slot.ended:
                break
        self._slot.stop()
        why = Words("gives no picture") if self._slot.opened else Words("cannot be opened")
        raise CameraLost("{source} {why}; {advice}", source=self.name, why=why, advice=advice)

    def __iter__(self) -> Iterator[Frame | CameraChanged]:
        """Pictures as they come, until closed; each loss and return of the camera is told once."""
        index = 0
        shape: tuple[int, ...] = self._pending[0].shape
        taken: tuple[Image, float] | None = self._pending
        while not self._closed.is_set():
            if taken is None:
                why = self._slot.trouble(self._times.dead_s, self._times.still_s)
                if why is not None:
                    yield CameraChanged(self.now_ms, False, why)
                    taken = self._recover(why)
                    if taken is None:
                        return
                    yield CameraChanged(self._ms(taken[1]), True, "back")
            if taken is not None:
                picture, taken_s = taken
                if picture.shape != shape:
                    shape = picture.shape
                    yield CameraChanged(self._ms(taken_s), True, "resized")
                yield Frame(self._ms(taken_s), index, picture)
                index += 1
            taken = self._slot.take(self._times.poll_s)

    def _recover(self, why: str) -> tuple[Image, float] | None:
        """Wait for pictures again, reopening with growing pauses; None when closed meanwhile.

        A camera that was opened anew is back when it has given a second picture, and after a freeze another than the
        frozen one: many give one good picture and nothing more.
        """
        dead, lost, taken = self._slot.sample, self._slot, None
        pause = self._times.frozen_retry_s if why == "frozen" else self._times.retry_first_s
        again = self._clock() + pause
        while not self._closed.is_set():
            slot = self._slot
            taken = slot.take(self._times.poll_s) or taken
            proven = slot is lost or (slot.reads > 1 and not (why == "frozen" and is_same(slot.sample, dead)))
            if taken is not None and proven:
                return taken
            if slot.ended:
                self._closed.wait(self._times.poll_s)
            if self._clock() >= again and not slot.is_opening(self._times.open_s):
                taken = None
                self._reopen()
                pause = min(max(2 * pause, self._times.retry_first_s), max(self._times.retry_most_s, pause))
                again = self._clock() + pause
        return None

    def _reopen(self) -> None:
        """Start a new capture beside at most a few that hang in a driver."""
        self._slot.stop()
        self._left = [slot for slot in (*self._left, self._slot) if slot.alive]
        if len(self._left) < _MOST_LEFT:
            self._slot = Slot(self._open_capture, self._clock)

    def _ms(self, at_s: float) -> int:
        return max(0, round((at_s - self._start_s) * 1000))

    @property
    def now_ms(self) -> int:
        """The present moment as the pictures' times are counted."""
        return self._ms(self._clock())

    def close(self) -> None:
        """Let go of the camera; iteration ends within a tenth of a second."""
        self._closed.set()
        self._slot.stop()
