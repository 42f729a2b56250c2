"""``kozyr bench tablet``: from a touch to the new picture, from a log entry to the screen, and memory over two hours.

Random deals are played as in a club, unseen: some entries by real touches, the others as from a camera, while the
pipeline follows the demo clip again and again beside it, on the same two cores, and its live picture is shown. A time
ends when the graphics driver says that the picture is drawn. Entries, looks at pages and corrections are as many as in
two hours of play; the pauses between them are not, but for short ones while cards are shuffled and pages looked at.
"""

import os
import random
import signal
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kozyr.datasets.looped_camera import LoopedCamera
from kozyr.ui.eyes import open_eyes
from kozyr.ui.reserves import one_reserve
from kozyr.ui.runner import Eyes
from kozyr.ui.settings import datasets_folder
from kozyr.vision.live import LiveSource
from kozyr.vision.pipeline import Pipeline

CORES: Final = 2
_SIZE_PX: Final = (1024, 600)
_NAP_S: Final = 0.005
_PICTURE_S: Final = 60.0
"""No picture takes the eyes so long, not on a machine that is busy with other things either."""


@dataclass(frozen=True, slots=True)
class TabletWanted:
    """What is to be measured."""

    entries: int
    """Log entries."""
    touches: int
    """How many of them are real touches, at most."""
    game: str
    """Which game is played."""
    alone: bool = False
    """No pipeline beside."""
    seed: int = 1
    """Other deals."""


def bench_tablet(wanted: TabletWanted, tell: Callable[[str], object] = lambda line: None) -> dict[str, Any]:
    """Latencies in milliseconds, resident memory in MiB; ``tell`` gets a line on the way every hundred entries.

    When the program is asked to end (SIGINT, SIGTERM), what was measured so far comes back. Nothing stays on the disk.
    """
    cores = _on_two_cores()
    with ExitStack() as ending:
        asked = ending.enter_context(asked_to_end())
        folder = Path(ending.enter_context(tempfile.TemporaryDirectory(prefix="kozyr-bench-")))
        _open_window(folder)
        from kozyr.ui.bench_evening import Evening

        evening = Evening(folder, wanted.game, random.Random(wanted.seed), asked, tell)
        ending.callback(evening.close)
        found: dict[str, Any] = {"cores": cores, "game": wanted.game} | evening.whole_screens()
        if wanted.alone:
            evening.play(wanted.entries, wanted.touches)
        else:
            with Looking(evening.show) as eyes:
                evening.play(wanted.entries, wanted.touches, eyes)
            found |= {"pipeline_fps": eyes.fps, "pipeline_pictures": eyes.pictures}
        return found | {"ended_early": asked.is_set()} | evening.figures()


def _open_window(folder: Path) -> None:
    """A window that nobody sees, with Kivy's own files in ``folder``; memory is reserved as by ``kozyr table``."""
    one_reserve()
    os.environ.setdefault("KIVY_HOME", str(folder / "kivy"))
    from kozyr.ui.tablet.display import offscreen

    offscreen()
    from kivy.base import EventLoop
    from kivy.config import Config

    for name, value in (("width", _SIZE_PX[0]), ("height", _SIZE_PX[1])):
        Config.set("graphics", name, str(value))
    EventLoop.ensure_window()


@contextmanager
def asked_to_end() -> Iterator[threading.Event]:
    """Set as soon as the program is asked to end; the second time it ends there and then.

    To be entered before a window is opened: its library else takes these signals for itself.
    """
    asked = threading.Event()

    def ask(number: int, _: object) -> None:
        if asked.is_set():
            raise KeyboardInterrupt
        asked.set()

    before = {one: signal.signal(one, ask) for one in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield asked
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _on_two_cores() -> int:
    """Keeps the whole program on two cores, as on the machine that a club has."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:CORES]))
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Looking:
    """The eyes as at a table, before a camera that shows the demo clip over and over; ``show`` gets every picture."""

    def __init__(self, show: Callable[[Any], object]) -> None:
        detector, reader = open_eyes(video=True)
        camera = LoopedCamera(datasets_folder() / "demo.mp4")
        source = LiveSource(camera.clip.name, camera.open)
        self._eyes = Eyes(source, Pipeline(detector, reader), self._tell, show=show, ended=self._ended)
        self.pictures, self.fps = 0, 0.0
        """How many were followed so far, and in a second in the end."""
        self._turn, self._over = threading.Lock(), threading.Event()

    def _tell(self, *_: object) -> None:
        self.pictures += 1
        with self._turn:
            pass  # Whoever wants the eyes to rest holds it.

    @contextmanager
    def resting(self) -> Iterator[None]:
        """Within it the eyes stand still between two pictures."""
        with self._turn:
            begun, until = self.pictures, time.monotonic() + _PICTURE_S
            while self.pictures == begun and time.monotonic() < until and not self._over.is_set():
                time.sleep(_NAP_S)
            yield

    def _ended(self, error: Exception | None) -> None:
        self._over.set()
        if error is not None:
            print(f"the eyes ended: {error}", file=sys.stderr, flush=True)

    def __enter__(self) -> "Looking":
        self._begun = time.monotonic()
        self._eyes.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.fps = round(self.pictures / max(time.monotonic() - self._begun, 1e-6), 1)
        self._eyes.stop(60)


def figures_of(times_ms: list[float]) -> dict[str, float]:
    """How many, the middle one, the 95th percentile and the longest."""
    if len(times_ms) < 2:
        return {"n": len(times_ms)}
    cuts = statistics.quantiles(times_ms, n=20)
    return {
        "n": len(times_ms), "median": round(statistics.median(times_ms), 1), "p95": round(cuts[18], 1),
        "max": round(max(times_ms), 1),
    }  # fmt: skip
