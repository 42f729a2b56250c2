"""What is found in a still picture does not depend on how it was held."""

import cv2
import numpy as np
import pytest

from kozyr.vision.turns import find_all_ways
from kozyr.vision.types import Image, IndexBox

CENTRES = ((60.0, 40.0), (150.0, 90.0))


def picture() -> Image:
    """Two slanted white bars on black, 220 by 130."""
    image = np.zeros((130, 220, 3), np.uint8)
    for x, y in CENTRES:
        corners = cv2.boxPoints(((x, y), (12.0, 30.0), 20.0))
        cv2.fillPoly(image, [np.round(corners * 8).astype(np.int32)], (255, 255, 255), cv2.LINE_AA, 3)
    return image


class Bars:
    """A detector of white bars that sees them less surely in a picture higher than wide."""

    def __init__(self, blind_when_upright: bool = False) -> None:
        self.blind_when_upright = blind_when_upright
        self.sizes: list[tuple[int, int]] = []

    def find(self, image: Image) -> tuple[IndexBox, ...]:
        self.sizes.append((image.shape[0], image.shape[1]))
        upright = image.shape[0] > image.shape[1]
        if upright and self.blind_when_upright:
            return ()
        contours, _ = cv2.findContours(
            (image[:, :, 0] > 127).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
        )
        return tuple(self._box(contour, 0.6 if upright else 0.8) for contour in contours)

    def _box(self, contour: np.ndarray, score: float) -> IndexBox:
        (x, y), (wide, high), angle = cv2.minAreaRect(contour)
        if wide > high:
            wide, high, angle = high, wide, angle - 90
        return IndexBox((x + 0.5, y + 0.5), wide + 1, high + 1, (angle + 90) % 180 - 90, score)


def test_the_four_ways_give_one_box_each_where_it_is() -> None:
    found = sorted(find_all_ways(Bars(), picture()), key=lambda box: box.centre_px)
    assert len(found) == 2
    for box, centre in zip(found, CENTRES, strict=True):
        assert box.centre_px == pytest.approx(centre, abs=1.0)
        assert (box.width_px, box.height_px) == pytest.approx((12, 30), abs=3.0)
        assert box.angle_deg == pytest.approx(20, abs=3)
        assert box.score == pytest.approx(0.7)


def test_a_turned_picture_gives_the_same_boxes() -> None:
    straight = find_all_ways(Bars(), picture())
    width, height = 220.0, 130.0
    turned = find_all_ways(Bars(), np.ascontiguousarray(np.rot90(picture())))
    back = sorted((width - box.centre_px[1], box.centre_px[0]) for box in turned)
    assert np.allclose(back, sorted(box.centre_px for box in straight), atol=1e-6)
    assert height > max(y for _, y in back)


def test_what_only_some_ways_show_counts_less() -> None:
    found = find_all_ways(Bars(blind_when_upright=True), picture())
    assert [box.score for box in found] == pytest.approx([0.4, 0.4])


def test_one_turn_is_the_picture_as_it_is() -> None:
    bars = Bars()
    assert len(find_all_ways(bars, picture(), turns=1)) == 2
    assert bars.sizes == [(130, 220)]
