"""Advice about light and focus, from pictures made to lack one thing."""

import cv2
import numpy as np
import pytest

from kozyr.vision.seeing import flaws
from kozyr.vision.types import Image, IndexBox

BOXES = tuple(IndexBox((x, 200.0), 16.0, 30.0, 0.0, 0.9) for x in (120.0, 300.0, 480.0))


def table(paper: int = 225, ink: int = 30) -> Image:
    """A dark green cloth with three white cards and a letter on each."""
    picture = np.full((360, 640, 3), (50, 80, 35), np.uint8)
    for box in BOXES:
        x, y = (round(v) for v in box.centre_px)
        cv2.rectangle(picture, (x - 30, y - 30), (x + 70, y + 110), (paper,) * 3, -1)
        cv2.putText(picture, "K", (x - 12, y + 13), cv2.FONT_HERSHEY_SIMPLEX, 1.1, (ink,) * 3, 3, cv2.LINE_AA)
    return picture


def test_a_well_lit_sharp_table_needs_no_advice_even_on_a_black_cloth() -> None:
    assert flaws(table(), BOXES) == ()
    black = table()
    black[(black == (50, 80, 35)).all(axis=2)] = 8
    assert flaws(black, BOXES) == ()


def test_darkness_a_window_and_too_much_light_are_told_apart() -> None:
    picture = table()
    assert flaws(np.asarray(picture // 4, np.uint8)) == ("dark",)
    window = picture.copy()
    window[:140, :420] = 255
    assert flaws(window) == ("glare",)
    pale = np.full_like(picture, 235)
    pale[::40] = pale[:, ::40] = 255
    pale[10::40] = pale[11::40] = pale[12::40] = 255
    pale[:, :6] = pale[:, 320:322] = 200
    for at in range(20, 340, 40):
        pale[at : at + 14, 8:310] = pale[at : at + 14, 330:] = 255
    assert flaws(pale) == ("bright",)


def test_a_reflection_on_the_cards_is_glare() -> None:
    assert flaws(table(paper=228, ink=190), BOXES) == ("glare",)


@pytest.mark.parametrize(("sigma", "found"), [(1.0, ()), (4.5, ("blurred",))])
def test_focus_is_judged_by_the_edges_of_the_indices(sigma: float, found: tuple[str, ...]) -> None:
    assert flaws(np.asarray(cv2.GaussianBlur(table(), (0, 0), sigma), np.uint8), BOXES) == found


def test_without_cards_nothing_is_said_about_focus() -> None:
    assert flaws(np.asarray(cv2.GaussianBlur(table(), (0, 0), 6.0), np.uint8)) == ()
