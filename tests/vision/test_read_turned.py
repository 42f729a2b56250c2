"""Angle-free: a drawn still turned by 90, 180 and 270 degrees gives the same cards, learnt deck or not."""

import math

import numpy as np
import pytest

from kozyr.datasets import decks
from kozyr.datasets.scenes import scene
from kozyr.vision.detect import open_detector
from kozyr.vision.fuse import read_picture
from kozyr.vision.read import OnnxIndexReader
from kozyr.vision.types import CardReading, Point

pytestmark = pytest.mark.skipif(
    not decks.deck("orell").source.exists(), reason="card faces are not installed (gnome-cards-data)"
)
SIDE_PX = 640


@pytest.fixture(scope="module")
def eyes():
    return open_detector(threads=1), OnnxIndexReader()


def turned_back(point: Point, quarters: int) -> Point:
    """Where a point of the picture turned anticlockwise by quarters lies in the picture itself."""
    x, y = point
    return ((x, y), (SIDE_PX - y, x), (SIDE_PX - x, SIDE_PX - y), (y, SIDE_PX - x))[quarters]


def middle(card: CardReading) -> Point:
    x, y = np.mean(card.corners_px, axis=0)
    return float(x), float(y)


@pytest.mark.parametrize("seed", [7_300_001, 7_300_004, 7_300_006, 7_300_009])
def test_the_same_cards_at_the_same_places_whichever_way_the_picture_is_turned(eyes, seed: int) -> None:
    picture, _ = scene(seed, SIDE_PX, "validation")
    straight = {card.card: card for card in read_picture(picture, *eyes)}
    assert straight
    for quarters in (1, 2, 3):
        turned = {card.card: card for card in read_picture(np.ascontiguousarray(np.rot90(picture, quarters)), *eyes)}
        assert set(turned) == set(straight)
        for card, reading in turned.items():
            assert math.dist(turned_back(middle(reading), quarters), middle(straight[card])) < 4
