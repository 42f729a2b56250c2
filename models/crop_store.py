"""Chunks of crops on disk, of lone corners and of whole tables: rendered once from a seed, read for several epochs.

A chunk is a pair of ``.npy`` files, ``NAME-crops.npy`` (n, 48, 32, 3) BGR and ``NAME-labels.npy`` (n,).
"""

import os
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.crops import CropStream, Mix
from kozyr.datasets.scene_crops import scene_batch
from kozyr.vision.detect import open_detector
from kozyr.vision.types import IndexDetector

CHUNK: Final = 20_000
"""Crops in a chunk."""
_TABLES_A_CHUNK: Final = 100_000
"""More than a chunk ever needs, so that no table is shown twice."""


def write_chunk(folder: Path, mix: Mix, seed: int, number: int, count: int = CHUNK) -> Path:
    """Renders one chunk unless it is there already; returns the path of its crops.

    The same seed, number and count give the same crops as long as the same fonts and decks are installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{mix.split}-{seed}-{number:04d}-crops.npy"
    if path.exists():
        return path
    cv2.setNumThreads(1)
    return _kept(path, *CropStream(np.random.default_rng([seed, number]), mix).batch(count))


def write_scene_chunk(
    folder: Path, split: str, seed: int, number: int, count: int = CHUNK, detector: IndexDetector | None = None
) -> Path:
    """The same of crops out of whole tables, ``datasets.scene_crops``, where ``detector`` looks (or the shipped one).

    Tables are drawn from ``seed`` plus 100,000 times ``number`` on.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{split}-tables-{seed}-{number:04d}-crops.npy"
    if path.exists():
        return path
    cv2.setNumThreads(1)
    looking = detector or open_detector("onnx", threads=1)
    return _kept(path, *scene_batch(looking, seed + _TABLES_A_CHUNK * number, count, split))


def _kept(path: Path, crops: NDArray[np.uint8], labels: NDArray[np.uint8]) -> Path:
    """Writes both arrays so that a chunk is there whole or not at all."""
    for target, array in ((labels_path(path), labels), (path, crops)):
        part = target.with_suffix(f".{os.getpid()}.part.npy")
        np.save(part, array)
        part.replace(target)
    return path


def labels_path(crops: Path) -> Path:
    """Where the labels of a chunk lie."""
    return crops.with_name(crops.name.replace("-crops.npy", "-labels.npy"))


def chunks(folder: Path, split: str) -> tuple[Path, ...]:
    """The finished chunks of a split, in order."""
    return tuple(sorted(folder.glob(f"{split}-*-crops.npy")))


def load_chunk(path: Path) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Crops and labels of one chunk."""
    return np.load(path), np.load(labels_path(path))
