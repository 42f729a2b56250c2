"""How fast the table pipeline is beside plain per-frame prediction."""

import importlib.util
import os
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kozyr.vision.detect import VIDEO_SIDES_PX, WEIGHTS, open_detector
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.read import OnnxIndexReader
from kozyr.vision.sources import VideoFile
from kozyr.vision.types import Frame

PLAIN_FRAMES: Final = 150
"""How many frames, evenly spread, plain prediction is timed on; it costs the same for every frame."""


@dataclass(frozen=True, slots=True)
class _Speed:
    frames: int
    wall_s: float
    cpu_s: float

    def per_video_second(self, fps: float) -> dict[str, float]:
        seconds = self.frames / fps
        return {
            "fps": round(self.frames / self.wall_s, 1),
            "cpu_s_per_video_s": round(self.cpu_s / seconds, 4),
        }


def bench_vision(
    clip: Path,
    *,
    weights: Path = WEIGHTS,
    threads: int = 2,
    image_px: Sequence[int] = (640, 1280),
    plain_frames: int = PLAIN_FRAMES,
) -> dict[str, Any]:
    """Frames a second and CPU seconds per video second of both on one clip, in one run of one process.

    CPU time is that of all threads, decoding included. The plain way is ``YOLO(weights).predict(frame)`` of ultralytics
    for every frame with the same detector; it is timed on ``plain_frames`` frames spread over the clip.
    Raises CameraLost or DetectorUnavailable when the clip or a network is missing.
    """
    fps = VideoFile(clip).fps
    detector = open_detector(weights=weights, long_sides_px=VIDEO_SIDES_PX, threads=threads)
    pipeline = Pipeline(detector, OnnxIndexReader(threads=threads))
    ours = _time_pipeline(clip, pipeline)
    stats = pipeline.stats
    result: dict[str, Any] = {
        "clip": clip.name,
        "frames": ours.frames,
        "video_s": round(ours.frames / fps, 1),
        "watch": ours.per_video_second(fps) | {"looks": stats.looks, "network_ms": round(stats.network_ms)},
    }
    if importlib.util.find_spec("ultralytics") is None:
        result["plain"] = "ultralytics is not installed, so there is nothing to compare with; run: pip install .[train]"
        return result
    for side in image_px:
        plain = _time_plain(clip, weights, side, ours.frames, plain_frames)
        row: dict[str, float] = plain.per_video_second(fps)
        row["watch_needs_times_less_cpu"] = round(row["cpu_s_per_video_s"] / result["watch"]["cpu_s_per_video_s"], 1)
        result[f"plain_{side}"] = row
    return result


def _time_pipeline(clip: Path, pipeline: Pipeline) -> _Speed:
    frames, wall, cpu = 0, time.perf_counter(), time.process_time()
    for item in VideoFile(clip):
        pipeline.process(item)
        frames += isinstance(item, Frame)
    pipeline.finish()
    return _Speed(frames, time.perf_counter() - wall, time.process_time() - cpu)


def _time_plain(clip: Path, weights: Path, side: int, frames: int, wanted: int) -> _Speed:
    """Plain prediction, its share of the decoding included."""
    os.environ.setdefault("YOLO_OFFLINE", "1")
    os.environ.setdefault("YOLO_AUTOINSTALL", "0")
    os.environ.setdefault("YOLO_VERBOSE", "false")
    os.environ.setdefault("YOLO_CONFIG_DIR", tempfile.mkdtemp(prefix="kozyr-yolo-"))
    from ultralytics import YOLO  # the optional part of the train extra

    model: Any = YOLO(str(weights), task="obb")
    every = max(1, frames // wanted)
    taken, wall, cpu, decode_wall, decode_cpu = 0, 0.0, 0.0, time.perf_counter(), time.process_time()
    for item in VideoFile(clip):
        if not isinstance(item, Frame) or item.index % every:
            continue
        begun, begun_cpu = time.perf_counter(), time.process_time()
        model.predict(item.pixels, imgsz=side, verbose=False, device="cpu")
        if item.index:  # the first one sets the model up
            taken += 1
            wall += time.perf_counter() - begun
            cpu += time.process_time() - begun_cpu
        else:
            decode_wall += time.perf_counter() - begun
            decode_cpu += time.process_time() - begun_cpu
    share = taken / frames
    decode_wall = time.perf_counter() - decode_wall - wall
    decode_cpu = time.process_time() - decode_cpu - cpu
    return _Speed(taken, wall + decode_wall * share, cpu + decode_cpu * share)
