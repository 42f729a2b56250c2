"""One table being followed: pictures in, log entries and questions out.

``Watcher`` is the whole chain on one thread, for files and for tables without a screen. A table with a screen runs
``Eyes`` on a thread of its own and hands what they state to the thread that owns the session (``Watcher.take``).
"""

import contextlib
import os
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2

from kozyr.engine.errors import KozyrError
from kozyr.engine.observations import CameraChanged, CardAppeared, Observation, ZoneKind
from kozyr.engine.table.follow import Event, Follower
from kozyr.engine.table.session import Session
from kozyr.ui.calls import CallsToMerge
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.types import Frame, Image

_MOST_FAULTS: Final = 5
"""Pictures the eyes may stumble over before they give up and say why."""
_FORGIVEN_AFTER: Final = 500
"""Good pictures after which earlier faults count no more."""
Happening = Event | CameraChanged
"""What following a table gives: entries, questions, withdrawn questions, notes about the camera."""


class CropFolder:
    """Keeps the pictures of cards beside a log, for questions and for the judge."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._count = self._last_number()

    def keep(self, name: str, picture: Image) -> str | None:
        """Saves a picture and returns its file name; None when it could not be saved (the game goes on without it)."""
        self._count += 1
        file = f"{self._count:05}-{name}.jpg"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])
            if not good:
                return None
            (self.folder / file).write_bytes(data.tobytes())
        except (OSError, cv2.error):
            with contextlib.suppress(OSError):
                (self.folder / file).unlink(missing_ok=True)
            return None
        return file

    def _last_number(self) -> int:
        """Pictures of an earlier evening at the same log are evidence: numbers go on after theirs."""
        try:
            numbers = [path.name.partition("-")[0] for path in self.folder.iterdir()]
        except OSError:
            return 0
        return max((int(number) for number in numbers if number.isdecimal() and number.isascii()), default=0)

    def file(self, name: str) -> str | None:
        """The path of a saved picture, None when it is not there."""
        path = self.folder / Path(name).name
        return str(path) if path.is_file() else None


def crop_folder(log: Path) -> Path:
    """Where the pictures of a log lie: ``evening.kozyr.jsonl`` has ``evening.crops``."""
    return log.with_name(log.name.removesuffix(".jsonl").removesuffix(".kozyr") + ".crops")


class Watcher:
    """Follows one table for one session; belongs to the thread that owns the session.

    When the log refuses an entry, the observation it came from is not lost: it is taken in again with the next ones.
    Nor is what was recorded before: ``tell`` gives it, and else the next call.
    """

    def __init__(self, session: Session[Any], calls: CallsToMerge | None = None) -> None:
        self.session = session
        self.follower: Follower[Any] = Follower(session)
        self._calls = calls or CallsToMerge()
        self._observed: list[Observation] = []
        self._happened: list[Happening] = []

    def take(self, observations: Iterable[Observation], now_ms: int) -> tuple[Happening, ...]:
        """What follows from the observations made by ``now_ms``. Raises KozyrError when the log cannot be written."""
        self._observed += observations
        self._happened = list(self.tell())
        if self._calls.deal_overdue(self.session, now_ms):
            self._happened += self.follower.finish(now_ms)
            self._happened += self._calls.due(self.session, now_ms)
        while self._observed:
            observation = self._observed[0]
            lies = isinstance(observation, CardAppeared) and observation.zone.kind is ZoneKind.TRICK
            self._happened += self._calls.due(self.session, now_ms, card_on_table=lies)
            followed = self.follower.observe(observation)
            if isinstance(observation, CameraChanged):
                self._happened.append(observation)
            self._happened += followed
            del self._observed[0]
        self._happened += self._calls.due(self.session, now_ms)
        self._happened += self.follower.tick(now_ms)
        self._happened += self._calls.due(self.session, now_ms)
        return self.tell()

    def finish(self, observations: Iterable[Observation], now_ms: int) -> tuple[Happening, ...]:
        """The pictures have ended: what still waits is guessed, calls that still wait are recorded."""
        taken = self.take(observations, now_ms)
        self._happened += taken
        self._happened += self.follower.finish(now_ms)
        self._happened += self._calls.due(self.session, now_ms)
        self._happened += self._calls.rest(self.session)
        return self.tell()

    def tell(self) -> tuple[Happening, ...]:
        """What has happened and was not told yet, because a call ended with an error."""
        happened = (*self._happened, *self.follower.tell(), *self._calls.tell())
        self._happened = []
        return happened


def follow(source: Iterable[Frame | CameraChanged], pipeline: Pipeline, watcher: Watcher) -> Iterator[Happening]:
    """Everything that happens at a table, as it happens, on this thread.

    Raises KozyrError when the log cannot be written, after all that it holds has been told.
    """
    now_ms = 0
    try:
        for item in source:
            now_ms = item.at_ms
            yield from watcher.take(pipeline.process(item), now_ms)
        yield from watcher.finish(pipeline.finish(), now_ms)
    except KozyrError:
        yield from watcher.tell()
        raise


_BEHIND: Final = 5
"""How far the eyes stand back from the screen where both want the same core: the nice value of their thread."""
_TURN_S: Final = 0.001
"""How long a thread of Python may keep the others waiting."""


def behind_the_screen() -> None:
    """Called on the thread of the eyes: a touch is answered at once, a picture may wait a moment longer."""
    sys.setswitchinterval(_TURN_S)
    if sys.platform == "linux":
        # Here a nice value is a thread's own; elsewhere it would be the whole program's.
        thread = threading.get_native_id()
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _BEHIND)


class Eyes:
    """The camera and the networks on a thread of their own.

    A recording is shown at its own speed, a late picture is not waited for; a live camera is never ahead of the clock.
    ``tell(observations, now_ms)`` and ``show(picture)`` are called from that thread; ``ended(error)`` once, with None
    when the pictures came to their end.
    """

    def __init__(
        self,
        source: Iterable[Frame | CameraChanged],
        pipeline: Pipeline,
        tell: Callable[[tuple[Observation, ...], int], object],
        *,
        show: Callable[[Image], object] | None = None,
        ended: Callable[[Exception | None], object] = lambda error: None,
        offset_ms: int = 0,
    ) -> None:
        self._source, self._pipeline = source, pipeline
        self._tell, self._show, self._ended = tell, show, ended
        self._offset_ms = offset_ms
        self._stop = threading.Event()
        self._faults = self._good = 0
        self._thread = threading.Thread(target=self._run, name="kozyr-eyes", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def stop(self, wait_s: float = 3.0) -> None:
        """End; returns when the thread is through or after ``wait_s``."""
        self._stop.set()
        if not isinstance(self._source, Generator) and hasattr(self._source, "close"):
            self._source.close()
        if self._thread.is_alive():
            self._thread.join(wait_s)

    def _seen(self, item: Frame | CameraChanged) -> tuple[Observation, ...]:
        """What the pipeline makes of a picture; one picture it stumbles over must not end the evening.

        After a fault it looks at the table anew, as after a camera that was lost and is back. Raises when it stumbles
        again and again.
        """
        try:
            seen = self._pipeline.process(item)
        except Exception:
            self._faults += 1
            if self._faults > _MOST_FAULTS:
                raise
            self._good = 0
            lost, back = CameraChanged(item.at_ms, False, "gone"), CameraChanged(item.at_ms, True, "back")
            return (*self._pipeline.process(lost), *self._pipeline.process(back))
        self._good += 1
        if self._good > _FORGIVEN_AFTER:
            self._faults = 0
        return seen

    def _run(self) -> None:
        behind_the_screen()
        now_ms = self._offset_ms
        begun_s = time.monotonic()
        try:
            for item in self._source:
                self._stop.wait(max(0.0, begun_s + item.at_ms / 1000 - time.monotonic()))
                if self._stop.is_set():
                    break
                item = replace(item, at_ms=item.at_ms + self._offset_ms)
                now_ms = item.at_ms
                self._tell(self._seen(item), now_ms)
                if self._show is not None and isinstance(item, Frame):
                    self._show(item.pixels)
            self._tell(self._pipeline.finish(), now_ms)
        except Exception as error:
            # A fault of the eyes must reach the screen as words; the table goes on by touch.
            self._ended(error)
        else:
            self._ended(None)
