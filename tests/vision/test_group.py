"""Corner readings → cards, on numbers alone."""

import math
from collections.abc import Sequence

import numpy as np
import pytest

from kozyr.engine.cards import Card, cards
from kozyr.vision.calibrate import automatic, from_taps
from kozyr.vision.group import INSET_MM, CardGrouper, agreement, find_card_sized, fuse
from kozyr.vision.types import IndexBox, IndexReading

PX_PER_MM = 720 / 390


def corner(
    code: str, centre: tuple[float, float], angle: float, side: int, confidence: float = 0.95, scale: float = PX_PER_MM
) -> IndexReading:
    """The reading of the upper left (side -1) or lower right (+1) corner of a card lying at ``centre``, turned."""
    turn = math.radians(angle)
    x, y = side * INSET_MM[0] * scale, side * INSET_MM[1] * scale
    at = (centre[0] + x * math.cos(turn) - y * math.sin(turn), centre[1] + x * math.sin(turn) + y * math.cos(turn))
    card = Card.parse(code)
    box = IndexBox(at, 12, 24, angle + (180 if side > 0 else 0), 0.9)
    return IndexReading(box, card, confidence, ((card, confidence),))


def group(readings: Sequence[IndexReading]) -> list[tuple[str, int]]:
    grouper = CardGrouper(automatic(1280, 720))
    return [(str(card.scores[0][0]), len(card.indices)) for card in grouper.group(readings)]


def test_two_corners_of_a_card_are_one_card_at_any_angle() -> None:
    for angle in range(0, 360, 30):
        grouper = CardGrouper(automatic(1280, 720))
        seen = grouper.group([corner("9H", (600, 300), angle, -1), corner("9H", (600, 300), angle, 1)])
        assert len(seen) == 1
        assert len(seen[0].indices) == 2
        assert seen[0].centre_mm == pytest.approx(grouper.calibration.to_mm((600, 300)), abs=0.01)
        assert seen[0].confidence > 0.99


def test_one_corner_is_enough_for_a_card_and_its_place() -> None:
    grouper = CardGrouper(automatic(1280, 720))
    for side in (-1, 1):
        seen = grouper.group([corner("KS", (640, 360), 25, side)])
        assert seen[0].centre_mm == pytest.approx((0, 0), abs=0.01)


def test_overlapping_cards_that_leave_one_corner_each_are_two_cards() -> None:
    readings = [corner("KS", (640, 360), 0, -1), corner("QD", (680, 380), 10, 1)]
    assert sorted(group(readings)) == [("KS", 1), ("QD", 1)]


def test_four_cards_of_a_trick_keep_their_corners_apart() -> None:
    places = {"9H": ((640, 460), 0), "KH": ((560, 350), 90), "7S": ((640, 260), 180), "AH": ((730, 350), 270)}
    readings = [corner(code, at, angle, side) for code, (at, angle) in places.items() for side in (-1, 1)]
    assert sorted(group(readings)) == sorted((code, 2) for code in places)


def test_corners_named_differently_in_one_place_are_one_doubtful_card() -> None:
    grouper = CardGrouper(automatic(1280, 720))
    seen = grouper.group([corner("9S", (640, 360), 15, -1, 0.9), corner("9C", (640, 360), 15, 1, 0.7)])
    assert len(seen) == 1
    assert str(seen[0].scores[0][0]) == "9S"
    assert 0.3 < seen[0].confidence < 0.97


def test_a_corner_read_upside_down_is_no_second_card() -> None:
    good = corner("AH", (640, 360), 0, -1)
    flipped = corner("AH", (640, 360), 0, 1)
    wrong = IndexReading(
        IndexBox(flipped.box.centre_px, 12, 24, 0, 0.9), flipped.card, flipped.confidence, flipped.alternatives
    )
    assert [code for code, _ in group([good, wrong])] == ["AH"]
    assert [code for code, _ in group([wrong, good])] == ["AH"]


def test_the_four_corners_of_one_card_are_one_card() -> None:
    others = [corner("10D", (640, 360), 0, side) for side in (-1, 1)]
    turned = []
    for reading, shift in zip(others, (2, -2), strict=True):
        x, y = reading.box.centre_px
        box = IndexBox((x + shift * INSET_MM[0] * PX_PER_MM, y), 12, 24, reading.box.angle_deg, 0.9)
        turned.append(IndexReading(box, reading.card, 0.9, reading.alternatives))
    assert [code for code, _ in group([*others, *turned])] == ["10D"]


def test_a_doubtful_speck_on_a_card_is_dropped_and_a_clear_card_is_not() -> None:
    whole = [corner("10D", (640, 360), 0, side) for side in (-1, 1)]
    speck = IndexReading(IndexBox((640, 360), 10, 14, 40, 0.4), Card.parse("4C"), 0.4, ((Card.parse("4C"), 0.4),))
    assert group([*whole, speck]) == [("10D", 2)]
    other = corner("8C", (700, 400), 60, -1, 0.95)
    assert ("8C", 1) in group([*whole, other])


def test_two_boxes_on_one_index_count_once_and_no_index_counts_not_at_all() -> None:
    reading = corner("QD", (640, 360), 0, -1)
    x, y = reading.box.centre_px
    near = IndexReading(IndexBox((x + 3, y), 12, 24, 2, 0.5), Card.parse("JD"), 0.5, ((Card.parse("JD"), 0.5),))
    nothing = IndexReading(IndexBox((100, 100), 12, 24, 0, 0.5), None, 0.9, ())
    assert group([near, reading, nothing]) == [("QD", 1)]


def test_the_scale_is_learnt_from_a_card_with_two_corners() -> None:
    grouper = CardGrouper(automatic(1280, 720))
    readings = [corner("9H", (600, 300), 40, side, scale=2.6) for side in (-1, 1)]
    seen = grouper.group(readings)
    assert grouper.calibration.px_per_mm == pytest.approx(2.6, rel=0.02)
    wide = math.dist(seen[0].outline_px[0], seen[0].outline_px[1])
    assert wide == pytest.approx(63 * 2.6, rel=0.03)


def test_a_shape_of_another_size_than_the_decks_indices_is_none_once_they_are_known() -> None:
    grouper = CardGrouper(automatic(1280, 720))
    small = IndexReading(IndexBox((200, 200), 7, 11, 0, 0.9), Card.parse("QD"), 0.95, ((Card.parse("QD"), 0.95),))
    assert len(grouper.group([small])) == 1
    for code, x in (("9H", 500), ("KS", 700), ("7C", 900)):
        grouper.group([corner(code, (x, 400), 0, side) for side in (-1, 1)])
    back = IndexReading(IndexBox((200, 200), 9, 17, 0, 0.9), Card.parse("QD"), 0.95, ((Card.parse("QD"), 0.95),))
    assert grouper.group([small]) == grouper.group([back]) == ()
    assert len(grouper.group([corner("QD", (300, 300), 0, -1)])) == 1


def test_a_calibration_set_by_hand_keeps_its_scale() -> None:
    taps = [(440, 200), (840, 200), (840, 520), (440, 520)]
    calibration = from_taps(taps, (1280, 720), (250, 200))
    grouper = CardGrouper(calibration)
    grouper.group([corner("9H", (600, 300), 40, side, scale=2.0) for side in (-1, 1)])
    assert grouper.calibration == calibration


def test_a_camera_that_slipped_after_its_calibration_is_put_right_by_twelve_cards() -> None:
    taps = [(440, 200), (840, 200), (840, 520), (440, 520)]
    calibration = from_taps(taps, (1280, 720), (250, 200))
    for scale, right in ((1.85, 1.85), (1.7, 1.6)):
        grouper = CardGrouper(calibration)
        for _ in range(12):
            assert grouper.calibration == calibration
            grouper.group([corner("9H", (600, 300), 40, side, scale=scale) for side in (-1, 1)])
        assert grouper.calibration.px_per_mm == pytest.approx(right, rel=0.02)
        assert grouper.calibration.fixed


def test_fusing_readings() -> None:
    nine, queen = cards("9H QH")
    assert fuse([((nine, 0.9), (queen, 0.08)), ((nine, 0.8),)])[0][1] > 0.98
    sure = fuse([((nine, 0.999), (queen, 0.0005)), ((queen, 0.98), (nine, 0.00001))])
    assert sure[0][1] < 0.6
    doubt = dict(fuse([((nine, 0.9),), ((queen, 0.9),)]))
    assert doubt[nine] == pytest.approx(doubt[queen])
    assert agreement(((nine, 0.9), (queen, 0.1)), ((nine, 0.5), (queen, 0.5))) == pytest.approx(0.5)


def test_a_patch_of_a_cards_size_is_found_and_others_are_not() -> None:
    calibration = automatic(1280, 720)
    mask = np.zeros((180, 320), bool)
    mask[60:101, 100:129] = True
    spot = find_card_sized(mask, 0.25, calibration)
    assert spot is not None
    assert spot[0] == pytest.approx(calibration.to_mm((456, 320)), abs=2.5)
    assert find_card_sized(np.zeros((180, 320), bool), 0.25, calibration) is None
    arm = np.zeros((180, 320), bool)
    arm[80:100, 0:160] = True
    assert find_card_sized(arm, 0.25, calibration) is None
