"""Rendered index crops: labels tell the truth, seeds repeat, reserved decks stay out."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

pytest.importorskip("PIL")
from kozyr.datasets import crop_corners
from kozyr.datasets.crop_glyphs import KEPT_APART, drawn_sign, faces
from kozyr.datasets.crop_paper import CANVAS_PX, CENTRE_PX, INDEX_PX, procedural_corner
from kozyr.datasets.crops import NO_INDEX, CropStream, Mix, Seen
from kozyr.datasets.decks import cache_folder, deck_names
from kozyr.engine.cards import DECK_52, Card, Suit
from kozyr.vision.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX, cut_upright

PROCEDURAL = Mix(split="train", procedural=1.0, restyled=0.0)

pytestmark = pytest.mark.skipif(len(faces()) < 3, reason="no fonts are installed")


def test_a_batch_holds_whitened_crops_of_cards_and_of_nothing() -> None:
    crops, labels = CropStream(np.random.default_rng(3), PROCEDURAL).batch(300)
    assert crops.shape == (300, CROP_HEIGHT_PX, CROP_WIDTH_PX, 3)
    assert crops.dtype == np.uint8
    assert labels.max() == NO_INDEX
    assert 0.1 < (labels == NO_INDEX).mean() < 0.45
    assert len(set(labels.tolist())) > 40


def test_a_seed_repeats_its_crops_and_another_does_not() -> None:
    def batch(seed: int) -> tuple[bytes, list[int]]:
        crops, labels = CropStream(np.random.default_rng(seed), PROCEDURAL).batch(40)
        return crops.tobytes(), labels.tolist()

    assert batch(5) == batch(5)
    assert batch(5) != batch(6)


@pytest.mark.parametrize("code", ["10H", "AS", "QD", "7C"])
def test_a_corner_has_its_index_where_it_says(code: str) -> None:
    for seed in range(12):
        corner = procedural_corner(np.random.default_rng(seed), Card.parse(code))
        rows, columns = np.nonzero(corner.ink > 90)
        assert corner.pixels.shape == (*CANVAS_PX, 4)
        assert abs(rows.max() - rows.min() + 1 - INDEX_PX) <= 6
        assert abs((columns.max() + columns.min()) / 2 - CENTRE_PX[0]) <= 4
        assert abs(columns.max() - columns.min() + 1 - corner.size_px[0]) <= 8
        assert (corner.pixels[corner.ink > 200][:, 3] > 200).mean() > 0.97


def test_red_suits_are_printed_red_and_black_ones_dark() -> None:
    for seed in range(20):
        for code, red in (("9H", True), ("9S", False)):
            corner = procedural_corner(np.random.default_rng([seed, 9]), Card.parse(code))
            blue, _, crimson = corner.pixels[corner.ink > 230][:, :3].astype(float).mean(axis=0)
            assert bool(crimson > blue + 60) is red


def test_the_box_of_a_seen_index_is_upright_and_as_high_as_asked() -> None:
    rng = np.random.default_rng(1)
    for _ in range(20):
        corner = procedural_corner(rng, Card.parse("AS"))
        canvas = np.full((*CANVAS_PX, 3), 255, np.uint8)
        canvas[corner.ink > 128] = 0
        seen = Seen.of(rng, canvas, corner.size_px, 50.0)
        crop = cut_upright(seen.picture, seen.box).astype(float).mean(axis=2)
        dark = crop.max() - crop
        straight = cv2.resize(255 - canvas[45:115, 52:98, 0], (32, 48), interpolation=cv2.INTER_AREA)
        alike = [np.corrcoef(dark.ravel(), view.astype(float).ravel())[0, 1] for view in _four_ways(straight)]
        assert alike[0] == max(alike)
        assert alike[0] > 0.4


def _four_ways(view: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    return [view, view[::-1, ::-1], view[::-1], np.roll(view, 12, axis=0)]


def test_drawn_signs_differ_between_suits_and_seeds() -> None:
    rng = np.random.default_rng(0)
    for suit in Suit:
        one, other = drawn_sign(rng, suit), drawn_sign(rng, suit)
        assert one.shape[0] == other.shape[0] == 96
        assert one.shape != other.shape or not np.array_equal(one, other)
        assert 0.2 < one.mean() < 0.9


def test_validation_fonts_never_letter_a_training_crop() -> None:
    assert not [face for face in faces() if Path(face.path).name.startswith(KEPT_APART)]


def test_training_corners_come_from_training_decks_only(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def recorded(split: str) -> tuple[str, ...]:
        asked.append(split)
        return ()

    monkeypatch.setattr(crop_corners, "deck_names", recorded)
    for cached in (crop_corners.deck_corners, crop_corners.art_pieces):
        cached.cache_clear()
    try:
        CropStream(np.random.default_rng(0), Mix(split="train", procedural=0.3)).batch(60)
    finally:
        for cached in (crop_corners.deck_corners, crop_corners.art_pieces):
            cached.cache_clear()
    assert set(asked) == {"train"}


def _drawn_decks() -> list[str]:
    try:
        names = deck_names("validation")
    except RuntimeError:
        return []
    return [name for name in names if (cache_folder() / "faces" / f"{name}-corners.json").exists()]


@pytest.mark.skipif(not _drawn_decks(), reason="no validation deck has been drawn on this machine")
def test_corners_cut_from_deck_art_show_the_index_in_the_middle() -> None:
    name = _drawn_decks()[0]
    corners = list(crop_corners._corners_of(name))
    assert {corner.card for corner in corners} == set(DECK_52)
    for corner in corners:
        rows = np.flatnonzero((corner.ink > 0).any(axis=1))
        assert rows[-1] - rows[0] + 1 >= 0.9 * INDEX_PX


@pytest.mark.parametrize(("apart_px", "labels"), [(5.0, []), (80.0, [NO_INDEX]), (float("inf"), [NO_INDEX])])
def test_a_hidden_index_is_none_unless_the_card_on_top_shows_its_own_there(
    monkeypatch: pytest.MonkeyPatch, apart_px: float, labels: list[int]
) -> None:
    monkeypatch.setattr(CropStream, "_cover", lambda self, canvas, corner: ((0.9, 0.9), apart_px))

    class Covered(np.random.Generator):
        """Every corner is covered."""

        def random(self, *size: object) -> object:  # type: ignore[override]
            return np.random.Generator.random(self, *size) if size else 0.0

    stream = CropStream(Covered(np.random.PCG64(4)), PROCEDURAL)
    assert [label for _, label in stream._with_index()] == labels
