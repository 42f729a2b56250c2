"""Labelled crops to measure a reader with: rendered once from seeds of their own and kept in the user's cache folder.

No crop of theirs is ever trained on: the decks are those of the validation and the reserved split, and the seeds lie
apart from those of training and of its validation.
"""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.crops import NO_INDEX, CropStream, Mix
from kozyr.datasets.decks import cache_folder

SEED: Final = 7_700_000
BANDS_PX: Final = ((12, 16), (16, 24), (24, 60))
"""Heights of an index in the picture, in pixels; each is measured for itself."""
_PROCEDURAL: Final = 0.0
_RESTYLED: Final = 0.5
_DRAWN_BY: Final = (
    "crops", "crop_camera", "crop_corners", "crop_glyphs", "crop_grounds", "crop_paper", "corners", "decks", "pips",
    "restyle",
)  # fmt: skip
"""What decides how a crop looks: when one of these modules changes, crops are rendered anew."""


@dataclass(frozen=True, slots=True)
class HeldCrops:
    """Crops of one split."""

    split: str
    """``validation`` or ``reserved``."""
    crops: NDArray[np.uint8]
    """BGR as cut, not yet whitened, shape (n, 48, 32, 3)."""
    labels: NDArray[np.uint8]
    """Places in DECK_52, or NO_INDEX, shape (n,)."""
    bands: NDArray[np.uint8]
    """Places in BANDS_PX, shape (n,)."""

    @property
    def shows_card(self) -> NDArray[np.bool_]:
        """Which of them show a readable upright index."""
        return np.asarray(self.labels != NO_INDEX)


def held_crops(split: str, count: int) -> HeldCrops:
    """``count`` crops of the decks of a split, half of them as printed and half with another index.

    Heights are spread as in training, evenly on a logarithmic scale. Raises KozyrError when no deck is installed.
    """
    path = cache_folder() / "reader-bench" / f"{split}-{count}-{_version()}.npz"
    if not path.exists():
        _keep(path, _rendered(split, count))
    with np.load(path) as kept:
        return HeldCrops(split, kept["crops"], kept["labels"], kept["bands"])


def _rendered(split: str, count: int) -> HeldCrops:
    cv2.setNumThreads(1)
    edges = np.log(np.array([BANDS_PX[0][0], *(high for _, high in BANDS_PX)], float))
    ends = np.round(count * (edges - edges[0]) / (edges[-1] - edges[0])).astype(int)
    crops: list[NDArray[np.uint8]] = []
    labels: list[int] = []
    bands: list[int] = []
    for band, (low, high) in enumerate(BANDS_PX):
        mix = Mix(split, _PROCEDURAL, _RESTYLED, float(low), float(high))
        stream = iter(CropStream(np.random.default_rng([SEED, band]), mix))
        for _ in range(ends[band + 1] - ends[band]):
            crop, label = next(stream)
            crops.append(crop)
            labels.append(label)
            bands.append(band)
    return HeldCrops(split, np.stack(crops), np.array(labels, np.uint8), np.array(bands, np.uint8))


def _keep(path: Path, held: HeldCrops) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part.npz")
    np.savez(part, crops=held.crops, labels=held.labels, bands=held.bands)
    part.replace(path)


def _version() -> str:
    folder = Path(__file__).parent
    texts = (folder.joinpath(f"{name}.py").read_bytes() for name in _DRAWN_BY)
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:10]
