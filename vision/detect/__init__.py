"""Index detectors, one file a backend; ``open_detector`` chooses."""

from pathlib import Path
from typing import Final

from kozyr.engine.errors import DetectorUnavailable
from kozyr.vision.types import IndexDetector

BACKENDS: Final = ("onnx", "opencv", "ultralytics")
"""What can run the network: ONNX Runtime, OpenCV's own runner, or ultralytics with torch (for a machine with a GPU)."""
WEIGHTS: Final = Path(__file__).parents[2] / "models" / "index-detector.onnx"
"""The shipped network."""
STILL_SIDES_PX: Final = (448, 896, 1792)
"""Long sides a still picture is looked at, so that small and large indices are both found."""
LIGHT_STILL_SIDES_PX: Final = (448, 896)
"""The same on a small computer: indices lower than about 9 pixels at the larger size are not found."""
VIDEO_SIDES_PX: Final = (960,)
"""Long side of a video frame as the network sees it."""


def open_detector(
    backend: str = "onnx",
    *,
    weights: Path = WEIGHTS,
    long_sides_px: tuple[int, ...] = STILL_SIDES_PX,
    threads: int = 2,
    least_score: float = 0.3,
) -> IndexDetector:
    """The index detector of a backend.

    ``long_sides_px`` are the sizes a picture is scaled to (one for video, several for stills); ``least_score`` is the
    confidence below which a find is dropped. Raises DetectorUnavailable when the backend, its program or the weights
    are missing or damaged.
    """
    if backend == "onnx":
        from kozyr.vision.detect.onnx import OnnxDetector

        return OnnxDetector(weights, long_sides_px=long_sides_px, threads=threads, least_score=least_score)
    if backend == "opencv":
        from kozyr.vision.detect.opencv import OpenCvDetector

        return OpenCvDetector(weights, long_sides_px=long_sides_px, threads=threads, least_score=least_score)
    if backend == "ultralytics":
        from kozyr.vision.detect.ultralytics import UltralyticsDetector

        return UltralyticsDetector(weights, long_sides_px=long_sides_px, least_score=least_score)
    raise DetectorUnavailable(
        "{backend!r} is no detector; choose one of {backends}", backend=backend, backends=", ".join(BACKENDS)
    )
