"""Crops cut out of whole drawn tables show what their labels say."""

import numpy as np
import pytest

from kozyr.datasets.crops import NO_INDEX
from kozyr.datasets.decks import deck
from kozyr.datasets.scene_crops import inexact_box, scene_batch, scene_crops
from kozyr.datasets.scenes import scene
from kozyr.vision.read import OnnxIndexReader
from kozyr.vision.types import Image, IndexBox

pytestmark = pytest.mark.skipif(not deck("orell").source.exists(), reason="card faces are not installed")
SEEDS = range(9_950_000, 9_950_012)


class FindsNothing:
    """A detector that is blind."""

    def find(self, image: Image, long_side_px: int | None = None) -> tuple[IndexBox, ...]:
        return ()


class FindsTheCorner:
    """A detector that takes a table's own corner for an index."""

    def find(self, image: Image, long_side_px: int | None = None) -> tuple[IndexBox, ...]:
        return (IndexBox((14.0, 14.0), 8.0, 20.0, 0.0, 0.9),)


def test_the_reader_reads_most_crops_as_their_label_says() -> None:
    shown = [pair for seed in SEEDS for pair in scene_crops(FindsNothing(), seed, "validation")]
    labels = np.array([label for _, label in shown])
    best = OnnxIndexReader().chances(np.stack([crop for crop, _ in shown])).argmax(axis=1)
    assert len(labels) > 30
    assert (labels != NO_INDEX).all()
    assert (best == labels).mean() > 0.75


def test_a_find_far_from_every_index_is_labelled_none() -> None:
    found = [label for seed in SEEDS for _, label in scene_crops(FindsTheCorner(), seed, "validation")]
    assert 0 < found.count(NO_INDEX) <= len(SEEDS)


def test_the_same_seed_gives_the_same_crops() -> None:
    one, other = (scene_batch(FindsNothing(), SEEDS[0], 20, "validation") for _ in range(2))
    assert all(np.array_equal(mine, yours) for mine, yours in zip(one, other, strict=True))


def test_an_inexact_box_lies_on_its_index() -> None:
    label = next(label for seed in SEEDS for label in scene(seed, 416, "validation")[1] if label.readable)
    middle = np.mean(label.quad_px, axis=0)
    high = float(np.linalg.norm(np.subtract(label.quad_px[3], label.quad_px[0])))
    boxes = [inexact_box(np.random.default_rng(seed), label) for seed in range(50)]
    away = [float(np.linalg.norm(np.subtract(box.centre_px, middle))) / high for box in boxes]
    assert 0.01 < float(np.mean(away)) < 0.1
    assert max(away) < 0.25
