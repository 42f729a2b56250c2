"""The table plane, the seats around it and its places."""

import json
import math
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kozyr.engine.observations import ZoneKind
from kozyr.engine.seats import Seat
from kozyr.vision.calibrate import Calibration, CalibrationError, Edge, automatic, check, from_taps, load

SIZE = (1280, 720)
ENDS = {Edge.BOTTOM: (640, 715), Edge.LEFT: (5, 360), Edge.TOP: (640, 5), Edge.RIGHT: (1275, 360)}


@pytest.mark.parametrize("south", list(Edge))
def test_seats_go_clockwise_from_the_south_edge(south: Edge) -> None:
    calibration = automatic(*SIZE, south)
    edges = [Edge.BOTTOM, Edge.LEFT, Edge.TOP, Edge.RIGHT]
    turned = edges[edges.index(south) :] + edges[: edges.index(south)]
    assert [calibration.seat_of(edge) for edge in turned] == [Seat.S, Seat.W, Seat.N, Seat.E]
    assert [calibration.nearest(calibration.to_mm(ENDS[edge])) for edge in turned] == [Seat.S, Seat.W, Seat.N, Seat.E]


def test_the_axes_point_to_east_and_south() -> None:
    calibration = automatic(*SIZE)
    x, y = calibration.to_mm((1000, 600))
    assert x > 0 < y
    assert calibration.to_px((x, y)) == pytest.approx((1000, 600), abs=0.01)


def test_zones() -> None:
    calibration = automatic(*SIZE)
    assert calibration.zone_of((0, 60)).kind is ZoneKind.TRICK
    assert calibration.zone_of((-60, 10)).kind is ZoneKind.TRICK
    front = calibration.zone_of((-40, -140))
    assert (front.kind, front.edge) == (ZoneKind.FRONT, Seat.N)
    assert calibration.zone_of((150, 145)).kind is ZoneKind.ASIDE


def test_the_scale_can_be_corrected_and_the_picture_resized() -> None:
    calibration = automatic(*SIZE).with_scale(2.5)
    assert calibration.px_per_mm == pytest.approx(2.5)
    assert calibration.centre_px == pytest.approx((640, 360))
    small = calibration.resized(640, 360)
    assert small.px_per_mm == pytest.approx(1.25)
    assert small.to_mm((320 + 125, 180)) == pytest.approx(calibration.to_mm((640 + 250, 360)))


def test_the_middle_can_be_moved() -> None:
    calibration = automatic(*SIZE).with_centre((700, 300))
    assert calibration.centre_px == pytest.approx((700, 300))
    assert calibration.to_mm((700, 300)) == pytest.approx((0, 0), abs=1e-9)


def taps_of(south: Edge = Edge.BOTTOM) -> tuple[Calibration, np.ndarray]:
    """Four taps on an A4 sheet seen from an angle."""
    taps = np.array([(480, 250), (820, 240), (900, 520), (420, 540)], np.float32)
    return from_taps([tuple(t) for t in taps.tolist()], SIZE, (297, 210), south), taps


def test_four_taps_undo_the_perspective_in_any_order() -> None:
    calibration, taps = taps_of()
    corners = [calibration.to_mm(tuple(tap)) for tap in taps.tolist()]
    assert np.array(corners) == pytest.approx(
        np.array([(-148.5, -105), (148.5, -105), (148.5, 105), (-148.5, 105)]), abs=0.01
    )
    shuffled = from_taps([tuple(taps[k].tolist()) for k in (2, 0, 3, 1)], SIZE, (297, 210))
    assert shuffled.to_mm((640, 400)) == pytest.approx(calibration.to_mm((640, 400)))
    assert calibration.fixed


def test_four_taps_with_south_on_the_left() -> None:
    calibration, _ = taps_of(Edge.LEFT)
    assert calibration.nearest(calibration.to_mm((300, 400))) is Seat.S
    assert calibration.nearest(calibration.to_mm((650, 200))) is Seat.W


@pytest.mark.parametrize(
    "taps",
    [
        [(100, 100), (200, 200), (300, 300), (400, 400)],
        [(100, 100), (101, 100), (101, 101), (100, 101)],
        [(100, 100), (500, 100), (250, 150), (100, 500)],
        [(100, 100), (500, 100), (500, 500)],
    ],
)
def test_taps_that_make_no_rectangle_are_refused(taps: list[tuple[float, float]]) -> None:
    with pytest.raises(CalibrationError, match="tap"):
        from_taps(taps, SIZE, (297, 210))


def test_save_and_load_give_the_same(tmp_path: Path) -> None:
    calibration, _ = taps_of(Edge.RIGHT)
    (tmp_path / "table.json").write_bytes(calibration.as_bytes())
    assert load(tmp_path / "table.json") == calibration


def kept(**other: Any) -> str:
    """A calibration's file of which something is otherwise."""
    return json.dumps(json.loads(automatic(*SIZE).as_bytes()) | other)


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", "null", "[" * 100_000, '{"kozyr_calibration": 1}', '{"kozyr_calibration": 1, "size_px": [1]}',
        kept(size_px=[float("inf"), 480]), kept(size_px=[0, 480]), kept(trick_mm=[0, 1]), kept(card_mm=[63, math.nan]),
        kept(homography=[[1, 0, 0], [0, 1, 0], [0, 0, float("inf")]]), kept(homography=[[0] * 3] * 3),
        kept(homography=[[1, 1, 1]] * 3), kept(south=7),
    ],
)  # fmt: skip
def test_a_damaged_file_is_one_clear_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "table.json").write_text(text, encoding="utf-8")
    with pytest.raises(CalibrationError, match=r"is no calibration file; make one with kozyr calibrate"):
        load(tmp_path / "table.json")


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="cannot be read"):
        load(tmp_path / "none.json")


def test_the_check_names_what_is_wrong() -> None:
    good = automatic(*SIZE)
    assert check(good, SIZE, [18.0, 20.0]) == ()
    assert check(good, (1920, 1080)) == ()
    assert check(good, (640, 480)) == ("resized",)
    assert check(good, SIZE, [6.0, 7.0]) == ("too-far",)
    assert check(good.with_centre((1250, 700)), SIZE) == ("trick-outside",)
    assert check(good.with_scale(9.0), SIZE) == ("too-near",)


def test_the_trick_outline_is_an_ellipse_around_the_middle() -> None:
    outline = automatic(*SIZE).trick_outline_px()
    (x, y), axes, _ = cv2.fitEllipse(outline)
    assert (x, y) == pytest.approx((640, 360), abs=1)
    assert max(axes) / min(axes) == pytest.approx(115 / 105, rel=0.02)
