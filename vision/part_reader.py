"""The two networks on a part of the picture, at the scale they were trained for."""

import time
from dataclasses import replace

import numpy as np

from kozyr.vision.motion import Box
from kozyr.vision.tuning import PipelineSettings
from kozyr.vision.types import Image, IndexDetector, IndexReader, IndexReading


class PartReader:
    """Finds and reads the indices in a part of the picture, and keeps count."""

    def __init__(self, detector: IndexDetector, reader: IndexReader, settings: PipelineSettings) -> None:
        self._detector, self._reader, self._settings = detector, reader, settings
        self.looks = 0
        self.spent_s = 0.0
        self.readings: tuple[IndexReading, ...] = ()

    def read(self, pixels: Image, box: Box, px_per_mm: float | None) -> tuple[IndexReading, ...]:
        """The index readings in a part, in pixels of the whole picture.

        ``px_per_mm``: the scale of the picture where it is known; else the detector's own sizes are used.
        """
        begun = time.perf_counter()
        x0, y0, x1, y1 = box
        part = pixels[y0:y1, x0:x1]
        found = self._detector.find(part, None if px_per_mm is None else self._side(part, px_per_mm))
        boxes = tuple(b for b in found if b.score >= self._settings.least_score)
        readings = self._reader.read(part, boxes)
        self.spent_s += time.perf_counter() - begun
        self.looks += 1
        kept = [r for r in readings if r.card is not None and r.confidence >= self._settings.least_confidence]
        self.readings = tuple(_shifted(reading, x0, y0) for reading in kept)
        return self.readings

    def _side(self, part: Image, px_per_mm: float) -> int:
        """The size at which cards in this part look to the network as those it was trained on."""
        enlarged = float(np.clip(self._settings.network_px_per_mm / px_per_mm, 0.3, 2.5))
        return int(np.clip(round(max(part.shape[:2]) * enlarged / 32), 5, 40)) * 32


def _shifted(reading: IndexReading, x0: int, y0: int) -> IndexReading:
    x, y = reading.box.centre_px
    return replace(reading, box=replace(reading.box, centre_px=(x + x0, y + y0)))
