"""Corner indices of one picture become cards, each once."""

import math
from dataclasses import replace

import numpy as np
import pytest

from kozyr.engine.cards import Card
from kozyr.vision.fuse import FuseSettings, centre_px, fuse, read_picture
from kozyr.vision.types import Image, IndexBox, IndexReading

H = 20.0
ACROSS, DOWN = 3.9 * H, 5.1 * H


def reading(
    card: str, at: tuple[float, float], angle: float, confidence: float = 0.97, other: str = "2C"
) -> IndexReading:
    likely = ((Card.parse(card), confidence), (Card.parse(other), (1 - confidence) * 0.9))
    return IndexReading(IndexBox(at, 10.0, H, angle % 360, 0.9), likely[0][0], confidence, likely)


def corners(
    card: str,
    at: tuple[float, float],
    angle: float,
    second: str | None = None,
    chances: tuple[float, float] = (0.97, 0.97),
) -> list[IndexReading]:
    """The two corner readings of a card whose upper left index is at ``at``."""
    turn = math.radians(angle)
    x = at[0] + ACROSS * math.cos(turn) - DOWN * math.sin(turn)
    y = at[1] + ACROSS * math.sin(turn) + DOWN * math.cos(turn)
    lower = second or card
    return [
        reading(card, at, angle, chances[0], other=lower if second else "2C"),
        reading(lower, (x, y), angle + 180, chances[1], other=card if second else "2C"),
    ]


def codes(readings: list[IndexReading]) -> set[str]:
    return {one.card.code for one in fuse(readings)}


def test_two_corners_are_one_surer_card() -> None:
    found = fuse(corners("9H", (100, 100), 30, chances=(0.9, 0.85)))
    assert [one.card.code for one in found] == ["9H"]
    assert len(found[0].indices) == 2
    assert found[0].confidence > 0.95


@pytest.mark.parametrize("angle", [0, 45, 90, 200, 333])
def test_the_outline_holds_both_indices_and_is_clockwise_from_the_top_left(angle: float) -> None:
    pair = corners("9H", (300, 300), angle)
    outline = np.array(fuse(pair)[0].corners_px)
    area = sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(outline, np.roll(outline, -1, 0), strict=True)) / 2
    assert area > 0
    middle = np.mean([one.box.centre_px for one in pair], axis=0)
    assert np.allclose(centre_px(fuse(pair)[0]), middle, atol=1.0)
    distances = np.linalg.norm(outline - np.array(pair[0].box.centre_px), axis=1)
    assert sorted(distances)[0] < H * 1.2


def test_two_cards_side_by_side_stay_two() -> None:
    assert codes(corners("9H", (100, 100), 0) + corners("KS", (210, 100), 0)) == {"9H", "KS"}


def test_a_single_sure_corner_is_a_card_and_a_doubtful_one_is_not() -> None:
    assert codes([reading("9H", (100, 100), 0, 0.97)]) == {"9H"}
    assert codes([reading("9H", (100, 100), 0, 0.5)]) == set()


def test_what_is_no_index_is_no_card() -> None:
    nothing = replace(reading("9H", (100, 100), 0), card=None, confidence=0.99)
    assert fuse([nothing]) == ()


def test_two_boxes_on_one_index_give_the_surer_reading() -> None:
    found = fuse([reading("9H", (100, 100), 0, 0.85), reading("9D", (103, 102), 0, 0.96)])
    assert [one.card.code for one in found] == ["9D"]


def test_a_card_that_seems_to_lie_twice_is_listed_once_with_its_best_reading() -> None:
    found = fuse([reading("9H", (100, 100), 0, 0.9), reading("9H", (600, 400), 10, 0.98)])
    assert len(found) == 1
    assert found[0].confidence == pytest.approx(0.98)


def test_corners_that_disagree_are_weighed_against_each_other() -> None:
    sure_nine = corners("9H", (100, 100), 0, second="9D", chances=(0.99, 0.6))
    assert codes(sure_nine + corners("KS", (300, 100), 0)) == {"9H", "KS"}
    torn = corners("9H", (100, 100), 0, second="9D", chances=(0.85, 0.85))
    assert codes(torn + corners("KS", (300, 100), 0)) == {"KS"}


def test_neighbours_in_a_narrow_fan_stay_two_cards() -> None:
    close = 0.46 * H  # nearer than half the height of an index, yet almost a width apart
    fan = [reading(card, (100 + k * close, 100 + k), 4.0 * k) for k, card in enumerate(("QS", "8C", "QD", "7C"))]
    assert codes(fan) == {"QS", "8C", "QD", "7C"}


def test_two_sure_corners_that_disagree_beyond_weighing_are_of_two_cards() -> None:
    sure = (0.995, 0.995)
    chance_pair = [*corners("10C", (100, 100), 0, chances=sure)[:1], *corners("AS", (100, 100), 0, chances=sure)[1:]]
    assert codes(chance_pair) == {"10C", "AS"}
    less_sure = [replace(one, confidence=0.96) for one in chance_pair]
    assert codes(less_sure) == set()


def test_a_card_too_small_to_be_read_for_certain_needs_more_certainty() -> None:
    large = reading("9H", (100, 100), 0, 0.97)
    small = replace(large, box=replace(large.box, width_px=6.0, height_px=12.0))
    assert codes([large]) == {"9H"}
    assert codes([small]) == set()
    assert codes([replace(small, confidence=0.995)]) == {"9H"}


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_turned_picture_gives_the_same_cards(turn: float) -> None:
    scene = corners("9H", (100, 100), 12) + corners("KS", (300, 180), 140) + [reading("7C", (500, 90), 77)]
    angle = math.radians(turn)

    def moved(one: IndexReading) -> IndexReading:
        x, y = one.box.centre_px
        at = (x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))
        return replace(one, box=replace(one.box, centre_px=at, angle_deg=(one.box.angle_deg + turn) % 360))

    straight, crooked = fuse(scene), fuse([moved(one) for one in scene])
    assert [(a.card, round(a.confidence, 9)) for a in straight] == [(a.card, round(a.confidence, 9)) for a in crooked]


def test_an_empty_picture_has_no_cards() -> None:
    assert fuse([]) == ()


class _Found:
    """A detector that always finds the same boxes."""

    def __init__(self, boxes: tuple[IndexBox, ...]) -> None:
        self.boxes = boxes

    def find(self, image: Image) -> tuple[IndexBox, ...]:
        return self.boxes


class _Read:
    """A reader that takes every box for the nine of hearts and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[IndexBox] = []

    def read(self, image: Image, boxes: tuple[IndexBox, ...]) -> tuple[IndexReading, ...]:
        self.asked.extend(boxes)
        return tuple(replace(reading("9H", (0, 0), 0), box=box) for box in boxes)


def test_a_picture_goes_through_detector_reader_and_fusion() -> None:
    sure, doubtful = IndexBox((50, 50), 10, H, 0, 0.9), IndexBox((90, 90), 10, H, 0, 0.01)
    reader = _Read()
    once = FuseSettings(turns=1)
    found = read_picture(np.zeros((200, 200, 3), np.uint8), _Found((sure, doubtful)), reader, once)
    assert [one.card.code for one in found] == ["9H"]
    assert reader.asked == [sure]
