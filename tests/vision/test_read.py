"""Cutting upright crops and reading them."""

import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from kozyr.engine.cards import Card
from kozyr.engine.errors import DetectorUnavailable
from kozyr.vision.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX, INDEX_FILL, cut_upright, whiten
from kozyr.vision.fuse import DEFAULTS
from kozyr.vision.read import WEIGHTS, OnnxIndexReader
from kozyr.vision.types import Image, IndexBox

CENTRE = (150.0, 140.0)


def picture_with_index(
    card: str, height_px: float = 60.0, *, warm: bool = False, squat: bool = False
) -> tuple[Image, IndexBox]:
    """A white card's corner on green cloth with a plainly drawn index, upright, and where it is."""
    image = np.empty((280, 300, 3), np.uint8)
    image[:] = (60, 100, 40)
    half = height_px / 2
    left, top = round(CENTRE[0] - half * 0.9), round(CENTRE[1] - half * 1.35)
    cv2.rectangle(image, (left, top), (299, 279), (250, 250, 250), -1)
    parsed = Card.parse(card)
    ink = (35, 30, 205) if parsed.suit.is_red else (25, 22, 20)
    blank = image.copy()
    _draw_rank(image, parsed.rank.value, ink, height_px)
    _draw_diamond_or_spade(image, parsed, ink, height_px, squat)
    rows, columns = np.nonzero(np.abs(image.astype(int) - blank).max(axis=2) > 60)
    size = float(columns.max() - columns.min() + 1), float(rows.max() - rows.min() + 1)
    off_x, off_y = CENTRE[0] - (columns.min() + columns.max() + 1) / 2, CENTRE[1] - (rows.min() + rows.max() + 1) / 2
    image = np.asarray(np.roll(image, (round(off_y), round(off_x)), (0, 1)), np.uint8)
    if warm:
        image = np.clip(image * np.array([0.45, 0.75, 1.0]), 0, 255).astype(np.uint8)
    return image, IndexBox(CENTRE, size[0], size[1], 0.0, 1.0)


def _draw_rank(image: Image, text: str, ink: tuple[int, int, int], height_px: float) -> None:
    face, thick = cv2.FONT_HERSHEY_DUPLEX, max(2, round(height_px / 18))
    rank_height = height_px * 0.52
    wide, high = cv2.getTextSize(text, face, 1.0, thick)[0]
    scale = rank_height / high
    origin = (round(CENTRE[0] - wide * scale / 2), round(CENTRE[1] - height_px / 2 + rank_height))
    cv2.putText(image, text, origin, face, scale, ink, thick, cv2.LINE_AA)


def _draw_diamond_or_spade(image: Image, card: Card, ink: tuple[int, int, int], height_px: float, squat: bool) -> None:
    x, y, r = CENTRE[0], CENTRE[1] + height_px * 0.29, height_px * 0.2
    if card.suit.is_red:
        _fill(image, [(x, y - r), (x + r * 0.8, y), (x, y + r), (x - r * 0.8, y)], ink)
        return
    _fill(image, [(x, y), (x + r * 0.35, y + r), (x - r * 0.35, y + r)], ink)
    if squat:
        _fill(image, [(x, y - r), (x + r, y + r * 0.2), (x - r, y + r * 0.2)], ink)
        for side in (-1, 1):
            centre = (round(x + side * r * 0.5), round(y + r * 0.25))
            cv2.circle(image, centre, round(r * 0.5), ink, -1, cv2.LINE_AA)
        return
    turn = np.linspace(0, 2 * np.pi, 60)
    wide = np.sin(turn) ** 3
    high = (13 * np.cos(turn) - 5 * np.cos(2 * turn) - 2 * np.cos(3 * turn) - np.cos(4 * turn)) / 16
    _fill(image, [(x + r * across, y + r * (up - 0.12)) for across, up in zip(wide, high, strict=True)], ink)


def _fill(image: Image, points: Sequence[tuple[float, float]], ink: tuple[int, int, int]) -> None:
    cv2.fillPoly(image, [np.array(points).round().astype(np.int32)], ink, cv2.LINE_AA)


def turned(image: Image, box: IndexBox, angle_deg: float) -> tuple[Image, IndexBox]:
    """The same picture turned clockwise about the index.

    OpenCV counts from the middle of the first pixel, boxes from its edge.
    """
    move = cv2.getRotationMatrix2D((CENTRE[0] - 0.5, CENTRE[1] - 0.5), -angle_deg, 1.0)
    moved = cv2.warpAffine(image, move, image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.uint8), IndexBox(CENTRE, box.width_px, box.height_px, angle_deg, 1.0)


def test_a_crop_holds_the_index_upright_with_fixed_margins() -> None:
    image, box = picture_with_index("10D")
    crop = cut_upright(image, box)
    assert crop.shape == (CROP_HEIGHT_PX, CROP_WIDTH_PX, 3)
    rows = np.flatnonzero((crop[:, 6:-6].min(axis=2) < 140).any(axis=1))
    assert abs((rows[-1] - rows[0] + 1) - INDEX_FILL * CROP_HEIGHT_PX) <= 2.5
    assert abs((rows[0] + rows[-1]) / 2 - (CROP_HEIGHT_PX - 1) / 2) <= 1.5


@pytest.mark.parametrize("angle_deg", [17.0, 90.0, 133.0, 180.0, 271.0])
def test_the_crop_of_a_turned_picture_is_the_same(angle_deg: float) -> None:
    image, box = picture_with_index("AS")
    straight = cut_upright(image, box).astype(float)
    crooked = cut_upright(*turned(image, box, angle_deg)).astype(float)
    middle = np.s_[4:-4, 5:-5]
    assert np.abs(straight[middle] - crooked[middle]).mean() < 8


def test_a_crop_at_the_edge_of_the_picture_is_whole() -> None:
    image, _ = picture_with_index("AS")
    crop = cut_upright(image, IndexBox((2.0, 2.0), 20.0, 40.0, 30.0, 1.0))
    assert crop.shape == (CROP_HEIGHT_PX, CROP_WIDTH_PX, 3)


def test_a_tiny_box_and_a_huge_one_can_be_cut() -> None:
    image, _ = picture_with_index("AS")
    for size in (0.0, 3.0, 2000.0):
        assert cut_upright(image, IndexBox(CENTRE, size / 2, size, 10.0, 1.0)).shape[:2] == (48, 32)


def test_paper_becomes_white_and_red_stays_red_under_a_warm_lamp() -> None:
    for card, red in (("10D", True), ("KS", False)):
        crop = whiten(cut_upright(*picture_with_index(card, warm=True))[None])[0].astype(int)
        paper = crop[2:46, 4:28].reshape(-1, 3)
        brightest = paper[paper.sum(axis=1).argsort()[-200:]].mean(axis=0)
        assert np.ptp(brightest) < 8
        assert brightest.min() > 215
        ink = paper[paper.sum(axis=1).argsort()[:60]].mean(axis=0)
        assert bool(ink[2] > ink[0] + 80) is red


def test_a_black_crop_is_no_trouble() -> None:
    assert whiten(np.zeros((2, 48, 32, 3), np.uint8)).max() <= 10


@pytest.fixture(scope="module")
def reader() -> OnnxIndexReader:
    return OnnxIndexReader()


@pytest.mark.parametrize("card", ["AS", "KS", "7S", "9S", "10D", "KD", "8D", "AD"])
def test_a_plain_index_is_read_whichever_way_it_lies(reader: OnnxIndexReader, card: str) -> None:
    image, box = picture_with_index(card)
    for angle in (0.0, 75.0, 180.0, 300.0):
        seen, at = turned(image, box, angle)
        for guess in (angle, angle + 180):
            reading = reader.read(seen, (IndexBox(CENTRE, at.width_px, at.height_px, guess % 360, 0.9),))[0]
            assert reading.card == Card.parse(card)
            assert math.isclose(reading.box.angle_deg, angle % 360)


@pytest.mark.parametrize("card", ["AS", "KS", "7S", "9S", "JS"])
def test_a_squat_spade_is_never_surely_another_card(reader: OnnxIndexReader, card: str) -> None:
    image, box = picture_with_index(card, squat=True)
    for angle in (0.0, 75.0, 180.0, 300.0):
        seen, at = turned(image, box, angle)
        reading = reader.read(seen, (at,))[0]
        assert reading.card == Card.parse(card) or reading.confidence < DEFAULTS.accept_two


def test_readings_keep_the_order_of_the_boxes_and_know_their_alternatives(reader: OnnxIndexReader) -> None:
    image, box = picture_with_index("8D")
    elsewhere = IndexBox((40.0, 40.0), 30.0, 60.0, 0.0, 0.9)
    cloth, index = reader.read(image, (elsewhere, box))
    assert cloth.card is None
    assert index.card == Card.parse("8D")
    chances = [chance for _, chance in index.alternatives]
    assert index.alternatives[0] == (index.card, index.confidence)
    assert chances == sorted(chances, reverse=True)
    assert 0 <= chances[-1] <= chances[0] <= 1


def test_no_boxes_no_readings(reader: OnnxIndexReader) -> None:
    assert reader.read(np.zeros((10, 10, 3), np.uint8), ()) == ()
    assert reader.embeddings(np.zeros((10, 10, 3), np.uint8), ()).shape == (0, 128)


def test_embeddings_have_unit_length_and_tell_cards_apart(reader: OnnxIndexReader) -> None:
    vectors = []
    for card in ("AS", "AS", "8D"):
        image, box = picture_with_index(card, height_px=50.0 if vectors else 60.0)
        vectors.append(reader.embeddings(image, (box,))[0])
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-4)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.2


def test_missing_weights_are_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(DetectorUnavailable, match=r"is missing; train it"):
        OnnxIndexReader(tmp_path / "none.onnx")


def test_damaged_weights_are_one_clear_sentence(tmp_path: Path) -> None:
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"not a network")
    with pytest.raises(DetectorUnavailable, match="is damaged"):
        OnnxIndexReader(broken)


def test_the_shipped_reader_is_small() -> None:
    assert WEIGHTS.stat().st_size < 3_200_000
