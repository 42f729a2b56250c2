"""A table with a screen: the log on the disk, the session, the model the screen draws, and the eyes on their thread."""

import contextlib
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kozyr.engine.errors import ImpossibleAct, KozyrError, LogFormatError, Words
from kozyr.engine.games.registry import game_named
from kozyr.engine.observations import CameraChanged, Observation
from kozyr.engine.table.doubt import Choice, Question, Withdrawn
from kozyr.engine.table.log import Header
from kozyr.engine.table.session import Session
from kozyr.engine.table.store import LogStore
from kozyr.ui.calls import CallsToMerge
from kozyr.ui.open_questions import OpenQuestions
from kozyr.ui.runner import CropFolder, Eyes, Happening, Watcher, crop_folder
from kozyr.ui.table_notes import TableNotes, notes_file
from kozyr.ui.tablet.model import CameraState, TableModel
from kozyr.ui.whole_file import make_folder
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.types import Frame


class LiveTable:
    """One table. Everything but the eyes belongs to the thread that draws.

    ``happened`` is told everything that happens, ``failed`` once when the log stops taking what the camera states; it
    waits and is tried again with every picture. The session's clock goes on from the last entry of a resumed log.
    """

    def __init__(
        self,
        store: LogStore,
        header: Header,
        *,
        calls: CallsToMerge | None = None,
        judge_pin: str | None = None,
        happened: Callable[[Happening], object] = lambda happening: None,
        failed: Callable[[KozyrError], object] = lambda error: None,
    ) -> None:
        self.store = store
        self.crops = CropFolder(crop_folder(store.path))
        self.session: Session[Any] = Session(game_named(header.game), header, store.read.entries, keep=store.append)
        self.watcher = Watcher(self.session, calls)
        self._set_clock(self._last_ms())
        self.model = TableModel(
            self.session, now_ms=self.now_ms, answered=self._answered, judge_pin=judge_pin, crop_file=self.crops.file,
            notes=TableNotes(header, notes_file(store.path)),
        )  # fmt: skip
        self._open = OpenQuestions(store.path)
        self.happened, self.failed = happened, failed
        self._failing = self._closed = False
        self._eyes: Eyes | None = None

    @classmethod
    def create(cls, path: Path, header: Header, **options: Any) -> "LiveTable":
        """A new match with a new log. Raises KozyrError when the log cannot be made; then there is none."""
        make_folder(path.parent)
        store = LogStore.create(path, header)
        try:
            return cls(store, header, **options)
        except BaseException:
            store.close()
            with contextlib.suppress(OSError):
                path.unlink(missing_ok=True)
            raise

    @classmethod
    def resume(cls, path: Path, **options: Any) -> "LiveTable":
        """The match of a log, at its last entry, its open questions asked again.

        Raises KozyrError when the log cannot be opened; then nobody holds it.
        """
        store = LogStore.open(path)
        try:
            if store.read.header is None or store.read.error is not None:
                why = store.read.error or Words("the log has no header")
                raise LogFormatError("{path}: {why}", path=path, why=why)
            table = cls(store, store.read.header, **options)
            table.model.notes.sat_down(table._last_ms(), datetime.now(UTC))
            table.model.questions = table.watcher.follower.reopen(table._open.read())
        except BaseException:
            store.close()
            raise
        return table

    def now_ms(self) -> int:
        """The session's clock: set by each picture; between pictures, and while none come, the machine's goes on."""
        return self._set_ms + int((time.monotonic() - self._set_s) * 1000)

    def _set_clock(self, now_ms: int) -> None:
        self._set_ms, self._set_s = now_ms, time.monotonic()

    def look(
        self,
        source: Iterable[Frame | CameraChanged],
        pipeline: Pipeline,
        post: Callable[[Callable[[], object]], object],
        *,
        show: Callable[[Any], object] | None = None,
        ended: Callable[[Exception | None], object] = lambda error: None,
        from_ms: int | None = None,
    ) -> None:
        """Starts the eyes; ``post`` hands work to the thread that draws.

        ``from_ms``: the session's time at the first picture, now when left out.
        """
        self.model.camera = CameraState(True, True, "ok")

        def tell(observations: tuple[Observation, ...], now_ms: int) -> None:
            post(lambda: self.take(observations, now_ms))

        def over(error: Exception | None) -> None:
            post(lambda: self._eyes_over(error, ended))

        self._eyes = Eyes(
            source, pipeline, tell, show=show, ended=over, offset_ms=self.now_ms() if from_ms is None else from_ms
        )
        self._eyes.start()

    def take(self, observations: tuple[Observation, ...], now_ms: int) -> None:
        """What the camera states has arrived on the thread that draws; after ``close`` it comes too late."""
        if self._closed:
            return
        self._set_clock(now_ms)
        self._try(lambda: self.watcher.take(observations, now_ms))

    def finish(self) -> None:
        """The pictures have ended."""
        self._try(lambda: self.watcher.finish((), self.now_ms()))

    def _try(self, follow: Callable[[], Iterable[Happening]]) -> None:
        """A disk that refuses an entry must not close the window: people are told, and what was seen waits."""
        try:
            happened = follow()
        except KozyrError as error:
            failing, self._failing = self._failing, True
            self.tell_screen(self.watcher.tell())
            if not failing:
                self.failed(error)
        else:
            self._failing = False
            self.tell_screen(happened)

    def tell_screen(self, happenings: Iterable[Happening]) -> None:
        """Hands what happened to the model and to ``happened``."""
        happened = tuple(happenings)
        for happening in happened:
            match happening:
                case Question():
                    self.model.ask(happening)
                case Withdrawn():
                    self.model.withdraw(happening.number)
                case CameraChanged():
                    why = "ok" if happening.working and happening.why == "back" else happening.why
                    self.model.camera_changed(CameraChanged(happening.at_ms, happening.working, why))
            self.happened(happening)
        if happened:
            self._open.keep(self.watcher.follower.asked)
            self.model.changed()

    def _answered(self, question: Question, choice: Choice) -> None:
        """Somebody touched an answer. Raises ImpossibleAct when it cannot have happened; the question then stays."""
        try:
            self.tell_screen(self.watcher.follower.answer(question.number, choice, self.now_ms()))
        except KeyError:
            raise ImpossibleAct("this question was settled already; correct the card itself") from None
        self._open.keep(self.watcher.follower.asked)

    def _eyes_over(self, error: Exception | None, ended: Callable[[Exception | None], object]) -> None:
        if self._closed:
            return
        self._set_clock(max(self.now_ms(), self._last_ms()))
        if error is not None:
            self.model.camera_changed(CameraChanged(self.now_ms(), False, "gone"))
        else:
            self.finish()
            self.model.camera_changed(CameraChanged(self.now_ms(), False, "ended"))
        ended(error)

    def _last_ms(self) -> int:
        return self.session.entries[-1].at_ms if self.session.entries else 0

    def close(self) -> None:
        """Ends the eyes and gives the log back."""
        self._closed = True
        if self._eyes is not None:
            self._eyes.stop()
        self.store.close()
