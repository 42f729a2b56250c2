"""Synthetic pictures: the same seed gives the same picture, and the labels lie on the ink they name."""

import numpy as np
import pytest

from kozyr.datasets import decks
from kozyr.datasets.scenes import READABLE_SHARE, scene

pytestmark = pytest.mark.skipif(
    not decks.deck("anglo").source.exists(), reason="card faces are not installed (gnome-cards-data)"
)


@pytest.fixture(scope="module")
def pictures():
    return [scene(seed, 320) for seed in range(400, 412)]


def test_a_picture_is_square_and_its_seed_decides_it(pictures) -> None:
    picture, labels = scene(400, 320)
    assert picture.shape == (320, 320, 3)
    assert np.array_equal(picture, pictures[0][0])
    assert labels == pictures[0][1]


def test_readable_indices_are_visible_and_large_enough(pictures) -> None:
    readable = [label for _, labels in pictures for label in labels if label.readable]
    assert len(readable) > 12
    for label in readable:
        quad = np.array(label.quad_px)
        assert label.visible >= READABLE_SHARE
        assert np.linalg.norm(quad[3] - quad[0]) >= 8
        assert quad.mean(axis=0).min() > 0
        assert quad.mean(axis=0).max() < 320


def test_a_readable_index_stands_out_from_its_paper(pictures) -> None:
    spreads = []
    for picture, labels in pictures:
        for label in labels:
            if label.readable:
                x0, y0 = np.floor(np.min(label.quad_px, axis=0)).astype(int).clip(0, 319)
                x1, y1 = np.ceil(np.max(label.quad_px, axis=0)).astype(int).clip(1, 320)
                spreads.append(float(picture[y0:y1, x0:x1].std()))
    assert np.median(spreads) > 15


def test_a_card_of_a_picture_occurs_once(pictures) -> None:
    for _, labels in pictures:
        by_card: dict[str, int] = {}
        for label in labels:
            by_card[label.card.code] = by_card.get(label.card.code, 0) + 1
        assert all(count <= 4 for count in by_card.values())


def test_quads_follow_the_reading_direction(pictures) -> None:
    """From the top of the rank to the foot of the suit sign an index is longer than it is wide, but for a few tens."""
    taller = [
        np.linalg.norm(np.subtract(label.quad_px[3], label.quad_px[0]))
        > np.linalg.norm(np.subtract(label.quad_px[1], label.quad_px[0]))
        for _, labels in pictures
        for label in labels
        if label.readable
    ]
    assert np.mean(taller) > 0.8
