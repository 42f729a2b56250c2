"""Training one network that finds and reads indices at once, to be compared with the pair that ships.

The architecture, the pictures and the recipe are the index detector's (``models.train_detector``), but every card is a
class of its own. The comparison stands in docs/decisions/0016-two-networks.md; the network does not ship.
"""

from pathlib import Path
from typing import Final

from kozyr.engine.cards import DECK_52
from kozyr.models.train_detector import SEED, export, fit, write_dataset

CLASSES: Final = tuple(card.code for card in DECK_52)
"""A class for each card, in the order of the deck."""
FILE: Final = "single-network.onnx"
_CLASS_WEIGHT: Final = 2.0
"""Four times the detector's: where an index lies is learnt with the start, which card it is still has to be."""
_ABOUT: Final = "Kozyr single network: card corner indices as oriented boxes, a class for each card of the deck"


def train(
    out: Path,
    *,
    hours: float | None = None,
    tiny: bool = False,
    seed: int = SEED,
    threads: int = 2,
    start: Path | None = None,
) -> Path:
    """Train on the pictures under ``out`` (written there first where missing) and export the best weights to ONNX.

    ``hours`` limits the training time; ``tiny`` runs everything on a few pictures, to prove that it runs. ``start``:
    a detector's weights (.pt) to begin with, so that its training counts. Returns the ONNX file. Raises KozyrError when
    the training extra is not installed.
    """
    counts = (24, 8) if tiny else (24_000, 300)
    for count, split in zip(counts, ("train", "validation"), strict=True):
        write_dataset(out, count, seed * 50, split, CLASSES)
    best = fit(
        out, hours=hours, tiny=tiny, seed=seed, threads=threads, start=start,
        classes=CLASSES, class_weight=_CLASS_WEIGHT,
    )  # fmt: skip
    return export(best, out / FILE, _ABOUT)
