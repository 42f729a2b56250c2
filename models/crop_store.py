"""Chunks of training crops on disk: rendered once from a seed, read for several epochs.

A chunk is a pair of ``.npy`` files, ``NAME-crops.npy`` (n, 48, 32, 3) BGR and ``NAME-labels.npy`` (n,).
"""

import os
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.crops import CropStream, Mix

CHUNK: Final = 20_000
"""Crops in a chunk."""


def write_chunk(folder: Path, mix: Mix, seed: int, number: int, count: int = CHUNK) -> Path:
    """Renders one chunk unless it is there already; returns the path of its crops.

    The same seed, number and count give the same crops as long as the same fonts and decks are installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{mix.split}-{seed}-{number:04d}-crops.npy"
    if path.exists():
        return path
    cv2.setNumThreads(1)
    crops, labels = CropStream(np.random.default_rng([seed, number]), mix).batch(count)
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
