"""A doubtful index is settled by sure ones beside it, and only by such as show what tells its likeliest cards apart."""

import cv2
import numpy as np
import pytest

from kozyr.engine.cards import Card
from kozyr.vision.beside import settled
from kozyr.vision.fuse import FuseSettings, read_boxes
from kozyr.vision.types import Image, IndexBox, IndexReading
from tests.vision.test_deck_print import HIGH, printed

SHARE = 0.4
"""Indices are this much smaller than in a patch: 22 pixels high."""


def table(*codes: str) -> tuple[Image, list[IndexBox]]:
    """Indices side by side, a little blurred and grainy, and where they are."""
    drawn = np.hstack([printed(Card.parse(code), 1.5) for code in codes])
    far = cv2.resize(drawn, None, fx=SHARE, fy=SHARE, interpolation=cv2.INTER_AREA)
    grain = np.random.default_rng(6).normal(0, 3, far.shape)
    boxes = [
        IndexBox(((64 * place + 32) * SHARE, 48 * SHARE), 26 * SHARE, HIGH * SHARE, 0.0, 1.0)
        for place in range(len(codes))
    ]
    return np.clip(far * 0.7 + 10 + grain, 0, 255).astype(np.uint8), boxes


def reading(box: IndexBox, **chances: float) -> IndexReading:
    likely = tuple((Card.parse(code.lstrip("_")), chance) for code, chance in chances.items())
    return IndexReading(box, likely[0][0], likely[0][1], likely)


@pytest.mark.parametrize(("true", "taken_for"), [("9S", "9C"), ("9C", "9S")])
def test_a_sign_is_told_by_the_signs_beside_it(true: str, taken_for: str) -> None:
    picture, boxes = table("9S", "9C", true)
    sure = [reading(boxes[0], _9S=0.99), reading(boxes[1], _9C=0.99)]
    doubtful = reading(boxes[2], **{f"_{taken_for}": 0.6, f"_{true}": 0.38})
    *kept, told = settled(picture, [*sure, doubtful], sure, [doubtful])
    assert kept == sure
    assert told.card == Card.parse(true)
    assert told.confidence > 0.8
    assert sum(chance for _, chance in told.alternatives) == pytest.approx(0.98)


def test_without_both_signs_beside_it_a_reading_stays() -> None:
    picture, boxes = table("9S", "9H", "9C")
    sure = [reading(boxes[0], _9S=0.99), reading(boxes[1], _9H=0.99)]
    doubtful = reading(boxes[2], _9S=0.6, _9C=0.38)
    assert settled(picture, [*sure, doubtful], sure, [doubtful]) == (*sure, doubtful)


def test_cards_that_differ_in_rank_and_suit_stay_as_read() -> None:
    picture, boxes = table("9S", "9C", "9C")
    sure = [reading(boxes[0], _9S=0.99), reading(boxes[1], _9C=0.99)]
    doubtful = reading(boxes[2], _9S=0.6, _8C=0.38)
    assert settled(picture, [*sure, doubtful], sure, [doubtful])[-1] == doubtful


class _Told:
    """Reads the boxes as it is told."""

    def __init__(self, readings: list[IndexReading]) -> None:
        self._readings = readings

    def read(self, image: Image, boxes: tuple[IndexBox, ...]) -> tuple[IndexReading, ...]:
        return tuple(self._readings)


def test_only_cards_that_are_told_surely_stand_for_their_rank_and_suit() -> None:
    picture, boxes = table("9S", "9C", "9S")
    doubtful = reading(boxes[2], _9C=0.6, _9S=0.38)
    sure = [reading(boxes[0], _9S=0.995), reading(boxes[1], _9C=0.995)]
    unsure = [reading(boxes[0], _9S=0.95), reading(boxes[1], _9C=0.95)]
    settings = FuseSettings(same_place=0.2)
    assert read_boxes(picture, tuple(boxes), _Told([*sure, doubtful]), settings)[-1].card == Card.parse("9S")
    assert read_boxes(picture, tuple(boxes), _Told([*unsure, doubtful]), settings)[-1] == doubtful
