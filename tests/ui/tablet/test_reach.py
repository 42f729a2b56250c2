"""A finger that comes down between two keys has meant one of them."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from kozyr.engine.acts import TurnedUp

from .fingers import Fingers, opened


@pytest.fixture
def shown_card(window: Any, hand: Any, at_once: None, pictured: Any) -> Iterator[Fingers]:
    """The page on which the judge's card is entered."""
    import further

    from kozyr.ui.tablet.app import TableApp

    with opened(window, hand) as shown:
        app = TableApp(further.debertz_shown("en"))
        shown(app)
        yield Fingers(hand, app.screen)


def touch_at(fingers: Fingers, x: float, y: float) -> None:
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(x, y)
    touch.touch_down()
    touch.touch_up()
    fingers.settle()


def on_pad(fingers: Fingers) -> list[Any]:
    return [one for one in fingers.widgets() if getattr(one, "wide", False)]


BETWEEN: dict[str, Callable[[Any], tuple[float, float]]] = {
    "above": lambda face: (face.center_x, face.top + 1.5),
    "below": lambda face: (face.center_x, face.y - 1.5),
    "left": lambda face: (face.x - 1.5, face.center_y),
    "right": lambda face: (face.right + 1.5, face.center_y),
}


@pytest.mark.parametrize("where", BETWEEN)
@pytest.mark.parametrize("at", [0, 9, 30])
def test_a_touch_in_the_gap_beside_a_card_of_the_pad_is_that_card(where: str, at: int, shown_card: Fingers) -> None:
    face = on_pad(shown_card)[at]
    touch_at(shown_card, *BETWEEN[where](face))
    act = shown_card.model.session.steps[-1].act
    assert isinstance(act, TurnedUp)
    assert act.cards == (face.card,)


def test_the_cards_of_the_shown_cards_pad_are_nine_millimetres_apart(shown_card: Fingers) -> None:
    faces = on_pad(shown_card)
    heights = sorted({one.center_y for one in faces})
    across = sorted({one.center_x for one in faces})
    assert min(after - before for before, after in pairwise(heights)) >= 60
    assert min(after - before for before, after in pairwise(across)) >= 60


def test_a_touch_on_the_edge_of_a_tab_is_the_tab_though_the_pad_lies_close(shown_card: Fingers) -> None:
    tab = next(one for one in shown_card.widgets() if getattr(one, "tip", None) == "score")
    for y in (tab.y + 0.5, tab.top - 0.5):
        touch_at(shown_card, tab.center_x, y)
        assert shown_card.screen.tab == "score"
        shown_card.tip("pad")
