"""From raw network output to index boxes: scaling, direction, and one box for each index."""

import numpy as np
import pytest

from kozyr.vision.detect import boxes


def row(x: float, y: float, wide: float, high: float, degrees: float, score: float) -> list[float]:
    return [x, y, wide, high, np.radians(degrees), score]


def test_a_picture_is_scaled_and_padded_to_multiples_of_32() -> None:
    small, scale = boxes.fitted(np.zeros((720, 1280, 3), np.uint8), 640)
    assert small.shape == (384, 640, 3)
    assert scale == pytest.approx(0.5)
    assert (small[365:] == 114).all()


def test_small_pictures_are_not_blown_up_to_every_size() -> None:
    assert boxes.sides_for(np.zeros((378, 504, 3), np.uint8), (640, 1280, 1920)) == (640,)
    assert boxes.sides_for(np.zeros((20, 30, 3), np.uint8), (640, 1280)) == (640,)
    assert boxes.sides_for(np.zeros((1200, 1600, 3), np.uint8), (640, 1280, 1920)) == (640, 1280, 1920)


def test_raw_rows_come_back_in_the_pixels_of_the_picture() -> None:
    raw = np.zeros((1, 6, 3), np.float32)
    raw[0, :, 1] = (100, 60, 20, 10, 0.9, 0.5)
    (found,) = boxes.rows_of(raw, 0.5, 0.25)
    assert found == pytest.approx([200, 120, 40, 20, 0.5, 0.9])


@pytest.mark.parametrize("upright", [-80.0, -30.0, 0.0, 45.0, 89.0])
def test_the_height_of_an_index_lies_along_its_longer_side(upright: float) -> None:
    rows = np.array([row(50, 50, 30, 14, upright + 90, 0.8), row(50, 50, 14, 30, upright, 0.8)])
    for box in boxes.index_boxes(rows):
        assert (box.width_px, box.height_px) == (14, 30)
        assert box.angle_deg == pytest.approx(upright, abs=1e-6)


def test_one_box_is_kept_for_an_index_found_twice() -> None:
    rows = np.array([row(100, 100, 40, 20, 30, 0.6), row(102, 101, 20, 42, -60, 0.9), row(160, 100, 40, 20, 30, 0.7)])
    kept = boxes.one_each(rows)
    assert kept[:, 5].tolist() == [0.9, 0.7]


def test_neighbours_in_a_fan_are_both_kept() -> None:
    rows = np.array([row(100, 100, 40, 20, 90, 0.8), row(118, 101, 40, 20, 95, 0.7)])
    assert len(boxes.one_each(rows)) == 2


def test_each_size_answers_for_the_indices_it_shows_best() -> None:
    large, tall, small = row(200, 200, 150, 90, 90, 0.9), row(600, 300, 20, 40, 0, 0.8), row(800, 700, 8, 20, 0, 0.7)
    false_find = row(500, 800, 60, 100, 0, 0.95)
    found = {448: [large, small], 896: [tall, small, false_find]}

    def rows_at(image: np.ndarray, side: int) -> np.ndarray:
        return np.array(found[side])

    picture = np.zeros((896, 896, 3), np.uint8)
    assert [round(box.height_px) for box in boxes.at_all_sides(picture, (448, 896), rows_at)] == [150, 40, 20]
    assert len(boxes.at_all_sides(picture, (896,), rows_at)) == 3


def test_nothing_found_is_no_box() -> None:
    assert boxes.index_boxes(boxes.one_each(np.zeros((0, 6)))) == ()
