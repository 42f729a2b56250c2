"""The figures of the shipped networks on a fixed set of pictures, for ``test_figures.py``.

The pictures lie in ``figures/`` (drawn once by ``draw_figures.py`` from validation decks), so only a change of the
networks or of the code that uses them can move a figure.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kozyr.datasets.bench_reader import SURE, ask
from kozyr.datasets.crops import NO_INDEX
from kozyr.datasets.held_crops import HeldCrops
from kozyr.datasets.scenes import IndexLabel
from kozyr.engine.cards import Card
from kozyr.models.measure_detector import lies_on
from kozyr.vision.detect import open_detector
from kozyr.vision.fuse import DEFAULTS, fuse
from kozyr.vision.read import OnnxIndexReader
from kozyr.vision.turns import find_all_ways
from kozyr.vision.types import Image, IndexBox, IndexDetector

PICTURES = Path(__file__).parent / "figures"
STORED = Path(__file__).parent / "figures.json"
SLACK = {"index-detector": 1, "index-reader": 1, "both, whole tables": 1}
"""So many indices, crops or cards a figure may fall by: what another processor's rounding has been seen to move."""


@dataclass(frozen=True)
class Share:
    """One figure: so many of so many."""

    part: int
    whole: int

    @property
    def value(self) -> float:
        return self.part / max(1, self.whole)


def fallen(name: str, now: Share, before: Share, slack: int) -> str | None:
    """By how much a figure is worse than the stored one; None when it is not, beyond so many of its ``slack``."""
    allowed = slack / max(1, before.whole)
    loss = before.value - now.value
    if loss <= allowed + 1e-9:
        return None
    told = f"{now.part} of {now.whole} now, {before.part} of {before.whole} stored"
    return f"{name} fell by {loss:.4f} from {before.value:.4f} to {now.value:.4f} ({told}; {allowed:.4f} is allowed)"


def measured() -> dict[str, dict[str, Share]]:
    """Every figure of every network, in a minute on one core."""
    truth = json.loads((PICTURES / "truth.json").read_text("utf-8"))
    detector, reader = open_detector(threads=1), OnnxIndexReader()
    found, whole = _on_tables(truth["tables"], detector, reader)
    return {"index-detector": found, "index-reader": _on_crops(truth["crops"], reader), "both, whole tables": whole}


def _on_tables(
    tables: Sequence[Sequence[dict[str, Any]]], detector: IndexDetector, reader: OnnxIndexReader
) -> tuple[dict[str, Share], dict[str, Share]]:
    wanted = hit = finds = right = readable = read = told = true = 0
    for number, rows in enumerate(tables):
        picture = cv2.imread(str(PICTURES / f"table-{number:02d}.webp"))
        labels = [_label(row) for row in rows]
        boxes = find_all_ways(detector, picture, DEFAULTS.turns)
        clear = [label for label in labels if label.readable]
        wanted += len(clear)
        hit += sum(any(lies_on(box, label) for box in boxes) for label in clear)
        finds += len(boxes)
        right += sum(any(lies_on(box, label) for label in labels) for box in boxes)
        legible = {Card.parse(row["card"]) for row in rows if row["legible"]}
        said = _told(picture, boxes, reader)
        readable, read = readable + len(legible), read + len(legible & said)
        told, true = told + len(said), true + len(said & {label.card for label in labels})
    return (
        {"readable indices found": Share(hit, wanted), "finds that are indices": Share(right, finds)},
        {"readable cards reported": Share(read, readable), "reported cards that lie there": Share(true, told)},
    )


def _told(picture: Image, boxes: Sequence[IndexBox], reader: OnnxIndexReader) -> set[Card]:
    sure = tuple(box for box in boxes if box.score >= DEFAULTS.least_score)
    return {card.card for card in fuse(reader.read(picture, sure))}


def _label(row: dict[str, Any]) -> IndexLabel:
    quad = tuple((float(x), float(y)) for x, y in row["quad_px"])
    return IndexLabel(Card.parse(row["card"]), quad, row["visible"], row["readable"])


def _on_crops(said: dict[str, list[int]], reader: OnnxIndexReader) -> dict[str, Share]:
    sheet = cv2.imread(str(PICTURES / "crops.webp"))
    rows, across = sheet.shape[0] // 48, sheet.shape[1] // 32
    crops = sheet.reshape(rows, 48, across, 32, 3).swapaxes(1, 2).reshape(-1, 48, 32, 3)
    labels, bands = (np.array(said[name], np.uint8) for name in ("labels", "bands"))
    answers = ask(reader, HeldCrops("validation", crops[: len(labels)], labels, bands))
    shows, right = labels != NO_INDEX, answers.right
    claimed = (answers.chosen != NO_INDEX) & (answers.chance >= SURE)

    def share(part: np.ndarray, whole: np.ndarray) -> Share:
        return Share(int((part & whole).sum()), int(whole.sum()))

    return {
        "cards read right": share(right, shows),
        "no index told": share(right, ~shows),
        "sure answers (0.9) that are right": share(right, claimed),
        "cards read surely": share(right & claimed, shows),
    }


def stored() -> dict[str, dict[str, Share]]:
    """The figures that may not get worse."""
    rows = json.loads(STORED.read_text("utf-8"))
    return {network: {name: Share(*pair) for name, pair in parts.items()} for network, parts in rows.items()}


def store(now: dict[str, dict[str, Share]]) -> None:
    """Keeps new figures."""
    rows = {network: {name: [one.part, one.whole] for name, one in parts.items()} for network, parts in now.items()}
    STORED.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def card_table(figures: dict[str, dict[str, Share]], network: str) -> str:
    """The lines that a model card carries: its own figures and those of both networks together."""
    rows = [
        f"| {name} | {one.value:.4f} ({one.part} of {one.whole}) |"
        for part in (network, "both, whole tables")
        for name, one in figures[part].items()
    ]
    return "\n".join(["| watched by `tests/vision/test_figures.py` | share |", "|---|---|", *rows])
