"""How large the picture of a question about a card is beside its answers."""

from collections.abc import Callable
from typing import Any

import pytest
from kivy.uix.image import Image

LEAST = 0.6
"""The part of an upright page that its picture takes in one direction at least."""


@pytest.fixture
def asked(pictured: dict[str, Callable[[str], Any]], window: Any, hand: Any) -> Callable[[int, int], Any]:
    """The page of a question about a card, with its picture and two answers, on a screen of a size."""
    from kozyr.ui.tablet.theme import theme

    def page(wide: int, high: int) -> Any:
        theme.fit(wide, high)
        screen = pictured["question"]("en")
        screen.size_hint, screen.size = (None, None), (wide, high)
        window.add_widget(screen)
        hand.idle(4)
        return screen._page

    return page


def parts(page: Any) -> tuple[Any, list[Any]]:
    """The picture, and the cards to touch."""
    found = list(page.walk())
    faces = [one for one in found if getattr(one, "card", None) is not None]
    return next(one for one in found if type(one) is Image), faces


def test_upright_the_picture_has_the_height_beside_the_cards(asked: Callable[[int, int], Any]) -> None:
    page = asked(600, 1024)
    picture, faces = parts(page)
    assert len(faces) == 2
    assert picture.height > LEAST * page.height
    assert picture.norm_image_size[1] > LEAST * page.height
    assert all(picture.right <= face.x and face.right <= page.right for face in faces)
    assert all(page.y <= face.y and face.top <= page.top for face in faces)


def test_lying_the_picture_stands_above_the_cards(asked: Callable[[int, int], Any]) -> None:
    page = asked(1024, 600)
    picture, faces = parts(page)
    assert all(face.top <= picture.y for face in faces)
    assert picture.width > page.width * 0.9
