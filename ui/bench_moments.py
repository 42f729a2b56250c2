"""What made a touch slow, for ``kozyr bench tablet``: searches for garbage, the screen's own computing, or waiting."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

SLOWEST: Final = 5
"""So many are told."""
_RECENT: Final = 64
"""Searches that can lie within one moment, at most."""


@dataclass(slots=True)
class Moment:
    """From a wish to its picture."""

    what: str
    """What was wished: a card, the last card of a trick, a page by its name."""
    entries: int = 0
    """How long the log was."""
    ms: float = 0.0
    """How long it took."""
    own_cpu_ms: float = 0.0
    """What the thread that draws computed."""
    garbage_ms: float = 0.0
    """Searches for garbage meanwhile, on whatever thread: all wait for them."""

    @property
    def told(self) -> dict[str, Any]:
        """As figures; what was not computed was waited: for the eyes, the disk, the driver."""
        return {
            "what": self.what, "after_entries": self.entries, "ms": round(self.ms, 1),
            "own_cpu_ms": round(self.own_cpu_ms, 1), "garbage_ms": round(self.garbage_ms, 1),
            "waited_ms": round(max(0.0, self.ms - self.own_cpu_ms), 1),
        }  # fmt: skip


class Moments:
    """Takes the time of moments, and hears of every search for garbage until ``close``."""

    def __init__(self) -> None:
        self._begun = 0.0
        self._searches: list[tuple[float, float]] = []
        self.whole_ms: list[float] = []
        """How long each search through everything took, on whatever thread."""
        gc.callbacks.append(self._searched)

    def close(self) -> None:
        """Hears no more."""
        gc.callbacks.remove(self._searched)

    def _searched(self, phase: str, about: dict[str, int]) -> None:
        now = time.perf_counter()
        if phase == "start":
            self._begun = now
            return
        self._searches = [*self._searches[-_RECENT:], (self._begun, now)]
        if about["generation"] == len(gc.get_threshold()) - 1:
            self.whole_ms.append((now - self._begun) * 1000)

    @contextmanager
    def timed(self, what: str, entries: int = 0) -> Iterator[Moment]:
        """A moment; its figures are there when it is over."""
        made = Moment(what, entries)
        begun, cpu = time.perf_counter(), time.thread_time()
        yield made
        ended = time.perf_counter()
        made.ms, made.own_cpu_ms = (ended - begun) * 1000, (time.thread_time() - cpu) * 1000
        within = ((max(one, begun), min(other, ended)) for one, other in self._searches)
        made.garbage_ms = sum(max(0.0, other - one) for one, other in within) * 1000


def slowest(moments: list[Moment]) -> list[dict[str, Any]]:
    """The longest of them, the longest first."""
    return [one.told for one in sorted(moments, key=lambda one: -one.ms)[:SLOWEST]]
