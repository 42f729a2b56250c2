"""How many corner indices a detector finds, and how many of its finds are none, on synthetic tables of a split."""

from dataclasses import dataclass

import cv2
import numpy as np

from kozyr.datasets.scenes import IndexLabel, scene
from kozyr.vision.types import IndexBox, IndexDetector

MEASURE_SEED = 5_000_000
"""First seed of the measuring pictures; training seeds lie far below."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over a set of pictures."""

    pictures: int
    """Pictures looked at."""
    readable: int
    """Indices a person could be expected to read."""
    found: int
    """Those of them the detector found."""
    reported: int
    """Finds of the detector, without those on half-covered or blurred indices, which count neither way."""
    right: int
    """Finds that lie on a readable index, each index once."""

    @property
    def recall(self) -> float:
        """Share of the readable indices that were found."""
        return self.found / max(1, self.readable)

    @property
    def precision(self) -> float:
        """Share of the finds that are indices."""
        return self.right / max(1, self.reported)


def measure(detector: IndexDetector, split: str, pictures: int = 200, size_px: int = 640) -> Figures:
    """Figures of a detector on new pictures with decks of a split. Raises KozyrError when none is installed."""
    readable = found = reported = right = 0
    for seed in range(MEASURE_SEED, MEASURE_SEED + pictures):
        picture, labels = scene(seed, size_px, split)
        finds = detector.find(picture)
        hit = _hits(labels, finds)
        readable += sum(label.readable for label in labels)
        found += sum(label.readable and hit[n] >= 0 for n, label in enumerate(labels))
        right += sum(label.readable and hit[n] >= 0 for n, label in enumerate(labels))
        reported += len(finds) - _on_unreadable(labels, finds, hit)
    return Figures(pictures, readable, found, reported, right)


def _hits(labels: tuple[IndexLabel, ...], finds: tuple[IndexBox, ...]) -> list[int]:
    """For each label the find that lies on it, or -1; a find serves one label."""
    taken: set[int] = set()
    hits = []
    for label in labels:
        near = [n for n, find in enumerate(finds) if n not in taken and lies_on(find, label)]
        hits.append(min(near) if near else -1)
        taken.update(near[:1])
    return hits


def _on_unreadable(labels: tuple[IndexLabel, ...], finds: tuple[IndexBox, ...], hits: list[int]) -> int:
    serving = {hit for hit, label in zip(hits, labels, strict=True) if label.readable}
    hazy = [label for label in labels if not label.readable]
    return sum(n not in serving and any(lies_on(find, label) for label in hazy) for n, find in enumerate(finds))


def lies_on(find: IndexBox, label: IndexLabel) -> bool:
    """True when the find's centre is inside the label and its size and direction are the label's."""
    quad = np.array(label.quad_px, np.float32)
    if cv2.pointPolygonTest(quad, find.centre_px, False) < 0:
        return False
    down = (quad[3] + quad[2] - quad[0] - quad[1]) / 2
    high = float(np.linalg.norm(down))
    wide = float(np.linalg.norm((quad[1] + quad[2] - quad[0] - quad[3]) / 2))
    long, short = max(high, wide), min(high, wide)
    if not 0.6 < find.height_px / max(long, 1e-6) < 1.6 or not 0.5 < find.width_px / max(short, 1e-6) < 2:
        return False
    turn = float(np.degrees(np.arctan2(-down[0], down[1])))
    off = abs((find.angle_deg - turn + 90) % 180 - 90)
    return off < 20 or short > 0.75 * long
