"""Draws the pictures that ``test_figures.py`` measures on: `python tests/vision/draw_figures.py`.

Run it only to replace them: the stored figures hold for these very files. Needs the card faces of Debian's
gnome-cards-data and kdegames-card-data-kf5 (validation decks; GPL-3+ and GPL-2+).
"""

import json
from pathlib import Path

import cv2
import numpy as np

from kozyr.datasets.held_crops import held_crops
from kozyr.datasets.legible import is_legible
from kozyr.datasets.scenes import scene

OUT = Path(__file__).parent / "figures"
FIRST_SEED, TABLES, SIDE_PX = 5_100_000, 16, 640
CROPS, ACROSS = 400, 20


def main() -> None:
    """Writes the tables, the crops in one sheet, and what they show."""
    OUT.mkdir(exist_ok=True)
    tables = []
    for number in range(TABLES):
        picture, labels = scene(FIRST_SEED + number, SIDE_PX, "validation", judged=True)
        cv2.imwrite(str(OUT / f"table-{number:02d}.webp"), picture, [cv2.IMWRITE_WEBP_QUALITY, 88])
        tables.append([
            {
                "card": one.card.code, "quad_px": np.round(one.quad_px, 1).tolist(), "visible": round(one.visible, 2),
                "readable": one.readable, "legible": is_legible(one.quad_px, one.left),
            }
            for one in labels
        ])  # fmt: skip
    held = held_crops("validation", CROPS)
    rows = [np.hstack(list(held.crops[at : at + ACROSS])) for at in range(0, CROPS, ACROSS)]
    cv2.imwrite(str(OUT / "crops.webp"), np.vstack(rows), [cv2.IMWRITE_WEBP_QUALITY, 95])
    truth = {
        "first_seed": FIRST_SEED, "split": "validation", "tables": tables,
        "crops": {"labels": held.labels.tolist(), "bands": held.bands.tolist()},
    }  # fmt: skip
    (OUT / "truth.json").write_text(json.dumps(truth, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
