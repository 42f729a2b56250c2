"""``kozyr bench tablet``: from a touch to the new picture, from a log entry to the screen, and memory over an evening.

The table plays by real touches, unseen, while the camera pipeline follows the demo clip again and again beside it, both
on the same two cores, and its live picture is shown. A time ends when the graphics driver says that the picture is
drawn; the looks at other pages between entries are as many as in two hours of play, the pauses are not.
"""

import os
import random
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from kozyr.engine.cards import DECK_32
from kozyr.engine.view import Phase
from kozyr.ui.eyes import open_eyes
from kozyr.ui.live import LiveTable
from kozyr.ui.new_match import Plan, header_of
from kozyr.ui.runner import behind_the_screen
from kozyr.ui.settings import datasets_folder
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.sources import open_source
from kozyr.vision.types import Frame

CORES: Final = 2
LOOK_EVERY: Final = 15
"""After so many entries somebody looks at the score, the log and the pad."""
FRAMES: Final = 20
SETTLED_S: Final = 0.45
"""A page that has changed by itself takes no touch for so long; nor is one counted twice."""
MEMORY_PARTS: Final = 8
"""Memory is looked at so many times."""
_SIZE_PX: Final = (1024, 600)


def bench_tablet(entries: int, touches: int, seed: int = 1, *, alone: bool = False) -> dict[str, Any]:
    """Latencies in milliseconds, resident memory in MiB. ``touches`` of the ``entries`` are real ones, each measured;
    the others come as from a camera, each measured too. ``alone``: no pipeline beside."""
    cores = _on_two_cores()
    os.environ.setdefault("KIVY_HOME", tempfile.mkdtemp(prefix="kozyr-kivy-"))
    from kozyr.ui.tablet.display import offscreen

    offscreen()
    from kivy.base import EventLoop
    from kivy.config import Config

    for name, value in (("width", _SIZE_PX[0]), ("height", _SIZE_PX[1])):
        Config.set("graphics", name, str(value))
    EventLoop.ensure_window()
    folder = Path(tempfile.mkdtemp(prefix="kozyr-bench-"))
    evening = _Evening(folder, random.Random(seed))
    drawn = evening.whole_screens()
    if alone:
        return {"cores": cores} | drawn | evening.played(entries, touches)
    with _Looking(evening.show) as eyes:
        found = evening.played(entries, touches)
        return {"cores": cores, "pipeline_fps": eyes.fps} | drawn | found


def _on_two_cores() -> int:
    """Keeps the whole program on two cores, as on the machine that a club has."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:CORES]))
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Looking:
    """The pipeline on a thread, on the demo clip at its own speed, over and over; ``show`` gets every picture."""

    def __init__(self, show: Callable[[Any], object]) -> None:
        self._show = show

    def __enter__(self) -> "_Looking":
        self._stop = threading.Event()
        self._frames, self._begun = 0, time.monotonic()
        detector, reader = open_eyes(video=True)
        self._pipeline = Pipeline(detector, reader)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        return self

    def _run(self) -> None:
        behind_the_screen()
        while not self._stop.is_set():
            begun = time.monotonic()
            for item in open_source(datasets_folder() / "demo.mp4"):
                self._stop.wait(max(0.0, begun + item.at_ms / 1000 - time.monotonic()))
                if self._stop.is_set():
                    return
                if isinstance(item, Frame):
                    self._show(item.pixels)
                self._pipeline.process(item)
                self._frames += 1

    @property
    def fps(self) -> float:
        """Pictures that were followed, a second."""
        return round(self._frames / max(time.monotonic() - self._begun, 1e-6), 1)

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(10)


class _Evening:
    """One table, played until there are enough entries."""

    def __init__(self, folder: Path, rng: random.Random) -> None:
        from kivy.base import EventLoop

        from kozyr.ui.preferences import Remembered
        from kozyr.ui.tablet.app import TableApp
        from kozyr.ui.tablet.live_picture import LivePicture
        from kozyr.ui.tablet.screens.start import StartDesk

        self._rng = rng
        self._table = LiveTable.create(folder / "bench.kozyr.jsonl", header_of(Plan(), {}))
        self._model = self._table.model
        desk = StartDesk(lambda _: None, lambda _: None, remembered=Remembered(folder / "settings.json"))
        self._app = TableApp(self._model, desk=desk)
        self._app.desk = None
        self._root: Any = self._app.build()
        EventLoop.window.add_widget(self._root)
        self._fed: list[float] = []
        self._touched: list[float] = []
        self._entered: list[float] = []
        self._touch_cpu: list[float] = []
        self._entry_cpu: list[float] = []
        self.show = LivePicture(self._app).show

    def whole_screens(self) -> dict[str, Any]:
        """What drawing the whole screen costs when nothing on it has changed, and nobody else works."""
        from kivy.base import EventLoop

        self._draw_for(1.5)
        times = []
        for _ in range(FRAMES):
            EventLoop.window.canvas.ask_update()
            begun = time.process_time()
            _drawn()
            times.append((time.process_time() - begun) * 1000)
        return {"whole_screen_cpu_ms": round(statistics.median(times), 1)}

    def played(self, entries: int, touches: int) -> dict[str, Any]:
        """Plays, and says what was measured."""
        memory = [memory_mib()]
        every, looks = max(1, entries // max(touches, 1)), 0
        while self._model.session.next_seq <= entries:
            at = self._model.session.next_seq
            if at >= len(memory) * entries / MEMORY_PARTS:
                memory.append(memory_mib())
            if at // LOOK_EVERY > looks:
                looks += 1
                self._look_around()
            if at % every or not self._touch():
                self._enter()
        self._table.close()
        memory.append(memory_mib())
        return {
            "touch_to_key_down_ms": _figures(self._fed),
            "touch_to_redraw_ms": _figures(self._touched),
            "touch_own_cpu_ms": _figures(self._touch_cpu),
            "entry_to_screen_ms": _figures(self._entered),
            "entry_own_cpu_ms": _figures(self._entry_cpu),
            "entries": self._model.session.next_seq - 1,
            "looks": looks,
            "memory_mib": memory,
        }

    def _look_around(self) -> None:
        """Somebody looks at the score, the log and the pad."""
        from kozyr.ui.tablet.screens.table import TableScreen

        assert isinstance(self._app.screen, TableScreen)
        for tab in ("score", "history", "pad"):
            self._app.screen.choose(tab)
            _drawn()

    def _draw_for(self, seconds: float) -> None:
        from kivy.base import EventLoop

        until = time.monotonic() + seconds
        while time.monotonic() < until:
            EventLoop.idle()

    def _touch(self) -> bool:
        """One regular thing on its key; the time from the finger's lifting to the picture that shows it."""
        from kivy.tests.common import UnitTestTouch

        self._draw_for(SETTLED_S)
        wanted = self._key()
        if wanted is None:
            return False
        before = self._model.session.next_seq
        finger = UnitTestTouch(*wanted.to_window(*wanted.center))
        begun = time.perf_counter()
        finger.touch_down()
        _drawn()
        self._fed.append((time.perf_counter() - begun) * 1000)
        self._draw_for(0.06)
        begun, cpu = time.perf_counter(), time.thread_time()
        finger.touch_up()
        _drawn()
        if self._model.session.next_seq > before:
            self._touched.append((time.perf_counter() - begun) * 1000)
            self._touch_cpu.append((time.thread_time() - cpu) * 1000)
        return self._model.session.next_seq > before

    def _enter(self) -> None:
        """One regular thing as from a camera; the time from its entry to the picture that shows it."""
        begun, cpu = time.perf_counter(), time.thread_time()
        self._regular()
        _drawn()
        self._entered.append((time.perf_counter() - begun) * 1000)
        self._entry_cpu.append((time.thread_time() - cpu) * 1000)

    def _key(self) -> Any:
        """The key or card of something regular that comes next, if the screen shows one."""
        from kozyr.ui.tablet.screens.table import TableScreen
        from kozyr.ui.tablet.widgets import Key

        view, expected = self._model.view, self._model.view.expectation
        if view.phase is Phase.PLAY and "Played" in expected.kinds:
            assert isinstance(self._app.screen, TableScreen)
            self._app.screen.choose("pad")
            self._draw_for(0.05)
            pads = [one for one in self._root.walk() if getattr(one, "wide", False) and one.card in expected.playable]
            return self._rng.choice(pads) if pads else None
        found = [one for one in self._root.walk() if isinstance(one, Key) and one.tip in expected.calls]
        return self._rng.choice(found) if found else None

    def _regular(self) -> None:
        """Records what would come next."""
        model, view = self._model, self._model.view
        expected = view.expectation
        if view.phase in (Phase.BEFORE_DEAL, Phase.DEAL_OVER, Phase.MATCH_OVER):
            model.begin_deal(model.next_dealer or view.seats[0].seat)
        elif expected.calls and "Played" not in expected.kinds:
            caller = expected.caller or expected.seat
            assert caller is not None
            model.call(caller, self._rng.choice((*expected.calls[:6], expected.calls[0])))
        else:
            assert expected.seat is not None
            left = [card for card in DECK_32 if card not in model.played]
            fitting = [card for card in left if card in expected.playable] or left
            model.play(expected.seat, self._rng.choice(fitting))


def _drawn() -> None:
    """One round of the app's loop, until its picture is really drawn: the driver draws behind a flip."""
    from kivy.base import EventLoop
    from kivy.graphics.opengl import glFinish

    EventLoop.idle()
    glFinish()


def memory_mib() -> float:
    """Resident memory of this program, MiB; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def _figures(times_ms: list[float]) -> dict[str, float]:
    """How many, the middle one, the 95th percentile and the longest."""
    if len(times_ms) < 2:
        return {"n": len(times_ms)}
    cuts = statistics.quantiles(times_ms, n=20)
    return {
        "n": len(times_ms), "median": round(statistics.median(times_ms), 1), "p95": round(cuts[18], 1),
        "max": round(max(times_ms), 1),
    }  # fmt: skip
