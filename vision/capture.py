"""One opened camera or stream, read by a thread of its own into a slot of one picture.

A capture that was pulled out may hand back its last good picture for ever, so the content is compared, not the count.
A real camera has noise and never gives the same picture twice; a stream without noise (a screen, a repeated film) does
so whenever nothing moves. One that has ended such spells by itself several times is known to be of that kind.
"""

import threading
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from kozyr.vision.types import Image

_SPELL_S: Final = 0.25
"""Pictures that were the same for this long, and then another, make a spell of stillness."""
_SPELLS: Final = 3
"""After so many spells a capture is known to give the same picture while nothing moves."""

Sample = NDArray[np.uint8]
"""A thin grid of a picture's pixels; two pictures of a camera with noise never have the same."""


class Capture(Protocol):
    """What OpenCV gives for an open camera or stream."""

    def isOpened(self) -> bool: ...  # noqa: N802 - OpenCV's name
    def read(self) -> tuple[bool, Any]: ...
    def release(self) -> None: ...


class Slot:
    """The newest picture of one opened capture, written by its thread."""

    def __init__(self, open_capture: Callable[[], Capture], clock: Callable[[], float]) -> None:
        self.lock = threading.Condition()
        self.picture: Image | None = None
        self.opened = False
        self.ended = False
        self.reads = 0
        self.sample: Sample | None = None
        self.taken_s = self.changed_s = clock()
        self._spells = 0
        self._stop = False
        self._open_capture, self._clock = open_capture, clock
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
        with self.lock:
            same = is_same(sample, self.sample)
            self.taken_s = self._clock()
            self.reads += 1
            if not same:
                self._spells += self.sample is not None and self.taken_s - self.changed_s > _SPELL_S
                self.picture, self.changed_s, self.sample = pixels, self.taken_s, sample
                self.lock.notify_all()
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

    def trouble(self, dead_s: float, still_s: float) -> str | None:
        """``gone`` or ``frozen`` when no new picture has come for ``dead_s``; at once when the capture ended.

        ``still_s``: the patience with one that is known to give the same picture while nothing moves.
        """
        with self.lock:
            if self.ended:
                return "gone"
            now = self._clock()
            if now - self.taken_s > dead_s:
                return "gone"
            patience = still_s if self._spells >= _SPELLS else dead_s
            return "frozen" if now - self.changed_s > patience else None

    def is_opening(self, patience_s: float) -> bool:
        """True while the driver or the network is still at it; a stream may take seconds to answer."""
        with self.lock:
            return not self.opened and not self.ended and self._clock() - self.changed_s < patience_s

    @property
    def alive(self) -> bool:
        """True while the thread runs or hangs."""
        return self._thread.is_alive()

    def stop(self) -> None:
        """Ask the thread to end; one stuck in a driver is left behind and ends when the driver lets go."""
        self._stop = True
        with self.lock:
            self.lock.notify_all()


def is_same(one: Sample | None, other: Sample | None) -> bool:
    """Whether two samples are of the same picture."""
    return one is not None and other is not None and one.shape == other.shape and np.array_equal(one, other)
