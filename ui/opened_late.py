"""A camera that is opened on the thread that reads it, again and again until it is there."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from kozyr.engine.errors import CameraLost
from kozyr.engine.observations import CameraChanged
from kozyr.vision.sources import Source
from kozyr.vision.types import Frame

_PAUSE_S: Final = 2.0
"""Between two attempts to open a camera that is not there."""
_ADDRESS: Final = re.compile(r"(?:rtsps?|https?|tcp)://[^\s/]\S*", re.IGNORECASE)
_DEVICE: Final = re.compile(r"\d+|/dev/video\d+")


class OpenedLate:
    """A source whose opening may take seconds or fail: neither holds up the screen, and a match begins without it."""

    def __init__(self, open_it: Callable[[], Source], pause_s: float = _PAUSE_S) -> None:
        self._open_it, self._pause_s = open_it, pause_s
        self._closed = threading.Event()
        self._source: Source | None = None

    def __iter__(self) -> Iterator[Frame | CameraChanged]:
        """The source's pictures, in time since the first attempt. A camera that is missing is told once, as ``absent``.

        Raises CameraLost when a source that was opened cannot be read on.
        """
        begun_s = time.monotonic()
        lost = False
        while not self._closed.is_set():
            try:
                source = self._source = self._open_it()
            except CameraLost:
                if not lost:
                    yield CameraChanged(_ms_since(begun_s), False, "absent")
                lost = True
                self._closed.wait(self._pause_s)
                continue
            late_ms = _ms_since(begun_s) if source.live else 0
            if lost:
                yield CameraChanged(late_ms, True, "back")
            yield from self._pictures(source, late_ms)
            return

    def _pictures(self, source: Source, late_ms: int) -> Iterator[Frame | CameraChanged]:
        try:
            for item in source:
                if self._closed.is_set():
                    return
                yield replace(item, at_ms=item.at_ms + late_ms)
        finally:
            source.close()

    def close(self) -> None:
        """Lets go of the camera; a camera that is just being opened is closed as soon as it is."""
        self._closed.set()
        if self._source is not None and self._source.live:
            # A file is closed where it is read: releasing it under a read in progress is not safe.
            self._source.close()


def is_address(camera: str) -> bool:
    """Whether this is the whole address of a camera in the network."""
    return _ADDRESS.fullmatch(camera) is not None


def may_come(camera: str) -> bool:
    """Whether a source that is not there now may be there later: a camera, not a file."""
    return is_address(camera) or _DEVICE.fullmatch(camera) is not None


def _ms_since(begun_s: float) -> int:
    return int((time.monotonic() - begun_s) * 1000)
