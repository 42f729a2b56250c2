"""The index detector run by ONNX Runtime: the usual one, on a laptop as on a Raspberry Pi."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kozyr.engine.errors import DetectorUnavailable
from kozyr.vision.detect import boxes
from kozyr.vision.running import run_options
from kozyr.vision.types import Image, IndexBox


class OnnxDetector:
    """Finds corner indices; implements ``vision.types.IndexDetector``."""

    def __init__(
        self, weights: Path, *, long_sides_px: tuple[int, ...], threads: int = 2, least_score: float = 0.3
    ) -> None:
        """Load the network. Raises DetectorUnavailable when the file or ONNX Runtime is missing or damaged."""
        self._session = _session(weights, threads)
        self._input: str = self._session.get_inputs()[0].name
        self._long_sides_px, self._least_score = long_sides_px, least_score

    def find(self, image: Image, long_side_px: int | None = None) -> tuple[IndexBox, ...]:
        """The indices in a BGR picture of any size, best first; at one given size or at the detector's own."""
        sides = (long_side_px,) if long_side_px else boxes.sides_for(image, self._long_sides_px)
        return boxes.at_all_sides(image, sides, self._rows)

    def _rows(self, image: Image, long_side_px: int) -> NDArray[np.float64]:
        small, scale = boxes.fitted(image, long_side_px)
        raw = self._session.run(None, {self._input: boxes.as_blob(small)})[0]
        return boxes.one_each(boxes.rows_of(raw, scale, self._least_score))


def _session(weights: Path, threads: int) -> Any:
    if not weights.is_file():
        raise DetectorUnavailable(
            "the index detector {weights} is missing; train it with: kozyr train detector", weights=weights
        )
    try:
        import onnxruntime
    except ImportError as error:
        raise DetectorUnavailable("the index detector needs onnxruntime; run: pip install onnxruntime") from error
    try:
        return onnxruntime.InferenceSession(str(weights), run_options(threads), providers=["CPUExecutionProvider"])
    except Exception as error:  # ONNX Runtime raises a class of its own for each kind of damage
        raise DetectorUnavailable(
            "the index detector {weights} is damaged; install it again", weights=weights
        ) from error
