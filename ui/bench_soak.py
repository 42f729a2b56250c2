"""``kozyr bench soak``: a live table for half an hour: how late the eyes are, and memory, from start to end."""

import time
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from kozyr.datasets.looped_camera import LoopedCamera
from kozyr.engine.acts import Played
from kozyr.engine.errors import KozyrError
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.log import Entry
from kozyr.engine.table.session import Session
from kozyr.ui.bench_memory import memory_mib
from kozyr.ui.calls import CallsToMerge, read_calls
from kozyr.ui.eyes import open_eyes
from kozyr.ui.runner import Watcher
from kozyr.vision.live import LiveSource
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.types import Frame

PARTS: Final = ("start", "middle", "end")
"""The thirds of the time."""


def bench_soak(minutes: float, clip: Path, *, threads: int | None = None) -> dict[str, Any]:
    """Delay and memory over a time in which a clip plays again and again before a live camera, at its own speed.

    The delay is from the moment a picture is there to the moment all that follows from it is in the log, in
    milliseconds. Each round of the clip is a match of its own; the eyes are the same all the time. The clip's calls lie
    beside it (``-calls.kozyr.jsonl``). Raises KozyrError when clip, calls or networks are missing.
    """
    soak = _Soak(clip, threads)
    try:
        soak.run(minutes * 60)
    finally:
        soak.source.close()
    return soak.figures(minutes * 60)


class _Soak:
    def __init__(self, clip: Path, threads: int | None) -> None:
        self._calls = read_calls(clip.with_name(f"{clip.stem}-calls.kozyr.jsonl"))
        detector, reader = open_eyes(video=True, threads=threads)
        self._pipeline = Pipeline(detector, reader)
        self.camera = LoopedCamera(clip)
        self.source = LiveSource(clip.name, self.camera.open)
        self._watcher: Watcher | None = None
        self._round = 0
        self._cpu_s = 0.0
        self.delays: list[tuple[float, float]] = []
        self.memory: list[tuple[float, float]] = []
        self.plays: list[int] = []

    def run(self, seconds: float) -> None:
        """Follows the clip for so long."""
        begun, self._cpu_s = time.monotonic(), time.process_time()
        for item in self.source:
            spent = time.monotonic() - begun
            if spent >= seconds:
                break
            watcher = self._watched(item.at_ms)
            happened = watcher.take(self._pipeline.process(item), item.at_ms)
            played = (isinstance(one, Entry) and isinstance(one.act, Played) for one in happened)
            self.plays[-1] += sum(played)
            if isinstance(item, Frame):
                self.delays.append((spent, self.source.now_ms - item.at_ms))
            if not self.memory or spent - self.memory[-1][0] >= 1:
                self.memory.append((spent, memory_mib()))
        self._cpu_s = time.process_time() - self._cpu_s

    def _watched(self, now_ms: int) -> Watcher:
        """The match of this round of the clip."""
        if self._watcher is None or self.camera.rounds != self._round:
            header = self._calls.header
            if header is None:
                raise KozyrError("the clip's calls have no header; give the calls that belong to the clip")
            self._round = self.camera.rounds
            words = (replace(entry, at_ms=entry.at_ms + now_ms) for entry in self._calls.entries)
            self._watcher = Watcher(Session(game_named(header.game), header), CallsToMerge(words))
            self.plays.append(0)
        return self._watcher

    def figures(self, seconds: float) -> dict[str, Any]:
        """Delays and memory by thirds of the time."""
        delays, memory = (np.array(rows, float).reshape(-1, 2) for rows in (self.delays, self.memory))
        whole = self.plays[1:-1]
        return {
            "clip": self.camera.clip.name, "minutes": round(seconds / 60, 2), "fps": round(self.camera.fps, 2),
            "pictures": self.camera.given, "looked_at": len(self.delays), "rounds": self.camera.rounds,
            "delay_ms": {part: _delay_row(delays, at, seconds) for at, part in enumerate(PARTS)},
            "memory_mib": {part: _median(memory, at, seconds) for at, part in enumerate(PARTS)},
            "plays_a_round": {"least": min(whole), "most": max(whole)} if whole else None,
            "cpu_s_per_s": round(self._cpu_s / seconds, 3),
        }  # fmt: skip


def _third(rows: Any, at: int, seconds: float) -> Any:
    """The values of one third of the time."""
    inside = (rows[:, 0] >= at * seconds / 3) & (rows[:, 0] < (at + 1) * seconds / 3)
    return rows[inside, 1]


def _delay_row(rows: Any, at: int, seconds: float) -> dict[str, int] | None:
    values = _third(rows, at, seconds)
    if not len(values):
        return None
    return {
        "median": round(float(np.median(values))), "p95": round(float(np.percentile(values, 95))),
        "most": round(float(values.max())),
    }  # fmt: skip


def _median(rows: Any, at: int, seconds: float) -> float | None:
    values = _third(rows, at, seconds)
    return round(float(np.median(values)), 1) if len(values) else None
