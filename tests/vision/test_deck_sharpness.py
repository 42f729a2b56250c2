"""Blurred and shaken indices are told from sharp ones, whatever their grain, light and ink."""

import cv2
import numpy as np
import pytest

from kozyr.engine.cards import Card
from kozyr.vision.deck_sharpness import SHARP, of_one, sharpness
from kozyr.vision.types import Image
from tests.vision.test_deck_print import printed

CARDS = tuple(map(Card.parse, ("9S", "9H", "9C")))


def shaken(patch: Image, way_deg: float, length: int = 15) -> Image:
    line = np.zeros((length, length), np.float32)
    line[length // 2] = 1
    turn = cv2.getRotationMatrix2D((length // 2, length // 2), way_deg, 1)
    kernel = cv2.warpAffine(line, turn, (length, length))
    return np.asarray(cv2.filter2D(patch, -1, kernel / kernel.sum()), np.uint8)


@pytest.mark.parametrize("card", CARDS, ids=str)
@pytest.mark.parametrize("light", [1.0, 0.5, 0.3])
def test_a_sharp_index_is_sharp_in_any_light(card: Card, light: float) -> None:
    assert of_one((printed(card, 1.0) * light).astype(np.uint8)) > SHARP


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_an_index_out_of_focus_is_blurred(card: Card) -> None:
    assert of_one(printed(card, 5.0)) < SHARP


@pytest.mark.parametrize("card", CARDS, ids=str)
@pytest.mark.parametrize("way_deg", [0, 45, 90, 135])
def test_an_index_shaken_in_any_direction_is_blurred(card: Card, way_deg: float) -> None:
    assert of_one(shaken(printed(card), way_deg)) < SHARP


def test_grain_makes_no_blurred_index_sharp() -> None:
    grain = np.random.default_rng(3).normal(0, 8, (96, 64, 3))
    noisy = np.clip(printed(CARDS[0], 6.0) + grain, 0, 255).astype(np.uint8)
    assert of_one(noisy) < SHARP


def test_a_picture_is_judged_by_most_of_its_indices() -> None:
    sharp, blurred = printed(CARDS[0]), printed(CARDS[0], 6.0)
    assert sharpness([sharp, sharp, blurred]) > SHARP > sharpness([sharp, blurred, blurred])
    assert sharpness([]) == 0.0


def test_an_empty_patch_is_not_sharp() -> None:
    assert of_one(np.full((96, 64, 3), 230, np.uint8)) == 0.0
