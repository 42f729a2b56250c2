"""A camera that runs by itself: the newest picture wins, a dead picture is noticed, a lost camera is reopened.

One thread reads the camera into a slot of one picture; whoever is slow misses pictures and never gets old ones. A
capture that was pulled out may hand back its last good picture for ever, so the content is compared, not the count.
"""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from kozyr.engine.errors import CameraLost
from kozyr.engine.observations import CameraChanged
from kozyr.vision.types import Frame, Image

_MOST_LEFT: Final = 4
"""Captures that may hang in a driver before reopening waits for them."""


class Capture(Protocol):
    """What OpenCV gives for an open camera or stream."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name
    def read(self) -> tuple[bool, Any]: ...
    def release(self) -> None: ...


@dataclass(frozen=True, slots=True)
class LiveTimes:
    """When a live source loses patience, in seconds."""

    dead_s: float = 1.8
    """Without a new picture for this long the camera counts as lost."""
    frozen_retry_s: float = 10.0
    """A picture frozen this long is reopened; a stream of a still scene may be identical for a while."""
    retry_first_s: float = 0.5
    """Pause before the first attempt to reopen."""
    retry_most_s: float = 8.0
    """Longest pause between attempts; each is twice the one before."""
    poll_s: float = 0.1
    """How often the waiting side looks at the clock."""


class _Slot:
    """The newest picture of one opened capture, written by its thread."""

    def __init__(self, open_capture: Callable[[], Capture], clock: Callable[[], float]) -> None:
        self.lock = threading.Condition()
        self.picture: Image | None = None
        self.taken_s = clock()
        self.opened = False
        self.ended = False
        self._sample: NDArray[np.uint8] | None = None
        self._repeated = False
        self._stop = False
        self._open_capture = open_capture
        self._clock = clock
        self.changed_s = clock()
        self._thread = threading.Thread(target=self._run, name="kozyr-capture", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        capture = self._open_capture()
        try:
            with self.lock:
                self.opened = bool(capture.isOpened())
                self.taken_s = self.changed_s = self._clock()
                self.lock.notify_all()
            while self.opened and not self._stop:
                got, pixels = capture.read()
                if not got or pixels is None:
                    break
                self._put(np.asarray(pixels, np.uint8))
        finally:
            capture.release()
            with self.lock:
                self.ended = True
                self.lock.notify_all()

    def _put(self, pixels: Image) -> None:
        sample = np.ascontiguousarray(pixels[::13, ::11])
        same = self._sample is not None and self._sample.shape == sample.shape and np.array_equal(self._sample, sample)
        with self.lock:
            self.taken_s = self._clock()
            if not same:
                self.picture, self.changed_s = pixels, self.taken_s
                self.lock.notify_all()
            self._repeated = same
        self._sample = sample
        if same:
            # A dead capture may return at once; do not spin on it.
            time.sleep(0.01)

    def take(self, wait_s: float) -> tuple[Image, float] | None:
        """The newest picture and when it was taken, each once; None when none came in time."""
        with self.lock:
            if self.picture is None and not self.ended:
                self.lock.wait(wait_s)
            picture, self.picture = self.picture, None
            return None if picture is None else (picture, self.changed_s)

    def trouble(self, dead_s: float) -> str | None:
        """``gone`` or ``frozen`` when no new picture has come for ``dead_s``; at once when the capture ended."""
        with self.lock:
            if self.ended:
                return "gone"
            now = self._clock()
            if now - self.taken_s > dead_s:
                return "gone"
            return "frozen" if now - self.changed_s > dead_s else None

    @property
    def alive(self) -> bool:
        """True while the thread runs or hangs."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Ask the thread to end; one stuck in a driver is left behind and ends when the driver lets go."""
        self._stop = True
        with self.lock:
            self.lock.notify_all()


class LiveSource:
    """Pictures from a camera or stream in real time."""

    live = True

    def __init__(
        self,
        name: str,
        open_capture: Callable[[], Capture],
        times: LiveTimes | None = None,
        clock: Callable[[], float] = time.monotonic,
        advice: str = "check that it is plugged in and that no other program uses it",
    ) -> None:
        """Open and wait for the first picture. Raises CameraLost, with the advice, when none comes."""
        self.name = name
        self._times = times or LiveTimes()
        self._open_capture = open_capture
        self._clock = clock
        self._closed = threading.Event()
        self._slot = _Slot(open_capture, clock)
        self._left: list[_Slot] = []
        self._pending = self._first_picture(advice)
        self._start_s = self._pending[1]

    def _first_picture(self, advice: str) -> tuple[Image, float]:
        limit = self._clock() + 8.0
        while self._clock() < limit:
            taken = self._slot.take(self._times.poll_s)
            if taken is not None:
                return taken
            if self._slot.ended:
                break
        self._slot.stop()
        why = "gives no picture" if self._slot.opened else "cannot be opened"
        raise CameraLost(f"{self.name} {why}; {advice}")

    def __iter__(self) -> Iterator[Frame | CameraChanged]:
        """Pictures as they come, until closed; each loss and return of the camera is told once."""
        index = 0
        shape: tuple[int, ...] = self._pending[0].shape
        taken: tuple[Image, float] | None = self._pending
        while not self._closed.is_set():
            if taken is None:
                why = self._slot.trouble(self._times.dead_s)
                if why is not None:
                    yield CameraChanged(self._now_ms(), False, why)
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
        """Wait for pictures again, reopening with growing pauses; None when closed meanwhile."""
        pause = self._times.frozen_retry_s if why == "frozen" else self._times.retry_first_s
        again = self._clock() + pause
        while not self._closed.is_set():
            taken = self._slot.take(self._times.poll_s)
            if taken is not None:
                return taken
            if self._slot.ended:
                self._closed.wait(self._times.poll_s)
            if self._clock() >= again:
                self._reopen()
                pause = min(max(2 * pause, self._times.retry_first_s), max(self._times.retry_most_s, pause))
                again = self._clock() + pause
        return None

    def _reopen(self) -> None:
        """Start a new capture beside at most a few that hang in a driver."""
        self._slot.stop()
        self._left = [slot for slot in (*self._left, self._slot) if slot.alive]
        if len(self._left) < _MOST_LEFT:
            self._slot = _Slot(self._open_capture, self._clock)

    def _ms(self, at_s: float) -> int:
        return max(0, round((at_s - self._start_s) * 1000))

    def _now_ms(self) -> int:
        return self._ms(self._clock())

    def close(self) -> None:
        """Let go of the camera; iteration ends within a tenth of a second."""
        self._closed.set()
        self._slot.stop()
