"""The index detector run by OpenCV alone, where ONNX Runtime has no wheel."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.engine.errors import DetectorUnavailable
from kozyr.vision.detect import boxes
from kozyr.vision.types import Image, IndexBox


class OpenCvDetector:
    """Finds corner indices; implements ``vision.types.IndexDetector``."""

    def __init__(
        self, weights: Path, *, long_sides_px: tuple[int, ...], threads: int = 2, least_score: float = 0.3
    ) -> None:
        """Load the network. Raises DetectorUnavailable when the file is missing or damaged.

        ``threads`` holds for everything OpenCV does in this process.
        """
        if not weights.is_file():
            raise DetectorUnavailable(
                "the index detector {weights} is missing; train it with: kozyr train detector", weights=weights
            )
        try:
            self._network = cv2.dnn.readNetFromONNX(str(weights))
        except cv2.error as error:
            raise DetectorUnavailable(
                "the index detector {weights} is damaged; install it again", weights=weights
            ) from error
        cv2.setNumThreads(threads)
        self._long_sides_px, self._least_score = long_sides_px, least_score

    def find(self, image: Image, long_side_px: int | None = None) -> tuple[IndexBox, ...]:
        """The indices in a BGR picture of any size, best first; at one given size or at the detector's own."""
        sides = (long_side_px,) if long_side_px else boxes.sides_for(image, self._long_sides_px)
        return boxes.at_all_sides(image, sides, self._rows)

    def _rows(self, image: Image, long_side_px: int) -> NDArray[np.float64]:
        small, scale = boxes.fitted(image, long_side_px)
        self._network.setInput(boxes.as_blob(small))
        raw = np.asarray(self._network.forward(), np.float32)
        return boxes.one_each(boxes.rows_of(raw, scale, self._least_score))
