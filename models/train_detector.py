"""Training the index detector from scratch on synthetic tables, and exporting it.

The network has one class, the corner index of a card, as an oriented box. It is trained on seeded pictures of
``kozyr.datasets.scenes`` only; nothing is downloaded and no pretrained weights are used.
"""

import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from kozyr.datasets.scenes import IndexLabel, scene
from kozyr.engine.errors import KozyrError

TILE_PX: Final = 416
"""Side of a training picture."""
RECIPE: Final = "yolo11n-obb.yaml"
"""Architecture, built with random weights."""
WEIGHTS: Final = Path(__file__).parent / "index-detector.onnx"
"""Where the shipped detector lies."""
SEED: Final = 20130
_LABELLED_SHARE: Final = 0.7
"""An index less visible than this is neither taught as one nor counted."""
_THREADS: Final = 2


def write_dataset(out: Path, count: int, seed: int, split: str) -> Path:
    """Write ``count`` labelled pictures under ``out``/images/``split`` and ``out``/labels/``split``.

    Labels are oriented boxes, one line an index: class 0 and four corners in fractions of the picture. Pictures that
    are already there are kept, so an interrupted run goes on. Raises KozyrError when no deck is installed.
    """
    images, labels = out / "images" / split, out / "labels" / split
    images.mkdir(parents=True, exist_ok=True)
    labels.mkdir(parents=True, exist_ok=True)
    for number in range(seed, seed + count):
        file = images / f"{number:07d}.jpg"
        if file.exists():
            continue
        picture, indices = scene(number, TILE_PX, split)
        lines = [line for label in indices if (line := _line(label)) is not None]
        (labels / f"{number:07d}.txt").write_text("".join(lines))
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 93])
        file.write_bytes(data.tobytes())
    return images


def _line(label: IndexLabel) -> str | None:
    quad = np.array(label.quad_px)
    high = float(np.linalg.norm(quad[3] - quad[0]))
    if label.visible < _LABELLED_SHARE or high < 9 or not (label.readable or high >= 12):
        return None
    points = np.clip(quad / TILE_PX, 0, 1).reshape(-1)
    return "0 " + " ".join(f"{v:.5f}" for v in points) + "\n"
