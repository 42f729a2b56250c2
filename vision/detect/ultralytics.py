"""The index detector run by ultralytics and torch, for a machine with a GPU. Slower than the others without one."""

from importlib import import_module
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kozyr.engine.errors import DetectorUnavailable
from kozyr.vision.detect import boxes
from kozyr.vision.types import Image, IndexBox


class UltralyticsDetector:
    """Finds corner indices; implements ``vision.types.IndexDetector``."""

    def __init__(self, weights: Path, *, long_sides_px: tuple[int, ...], least_score: float = 0.3) -> None:
        """Load the network. Raises DetectorUnavailable when the file or ultralytics is missing or damaged."""
        if not weights.is_file():
            raise DetectorUnavailable(
                "the index detector {weights} is missing; train it with: kozyr train detector", weights=weights
            )
        try:
            program = import_module("ultralytics")
        except ImportError as error:
            raise DetectorUnavailable(
                "the ultralytics detector needs the train extra: pip install '.[train]'"
            ) from error
        self._network = program.YOLO(str(weights), task="obb")
        self._weights, self._long_sides_px, self._least_score = weights, long_sides_px, least_score

    def find(self, image: Image, long_side_px: int | None = None) -> tuple[IndexBox, ...]:
        """The indices in a BGR picture of any size, best first; at one given size or at the detector's own."""
        sides = (long_side_px,) if long_side_px else boxes.sides_for(image, self._long_sides_px)
        return boxes.at_all_sides(image, sides, self._rows)

    def _rows(self, image: Image, long_side_px: int) -> NDArray[np.float64]:
        small, scale = boxes.fitted(image, long_side_px)
        try:
            found = self._network.predict(small, imgsz=small.shape[:2], conf=self._least_score, verbose=False)[0].obb
        except Exception as error:  # torch and ultralytics raise many kinds for a damaged file
            raise DetectorUnavailable(
                "the index detector {weights} is damaged; install it again", weights=self._weights
            ) from error
        placed = found.xywhr.cpu().numpy().astype(np.float64)
        scores = found.conf.cpu().numpy().astype(np.float64)
        return np.column_stack([placed[:, :4] / scale, placed[:, 4], scores])
