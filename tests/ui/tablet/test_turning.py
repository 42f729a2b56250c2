"""A tablet that is turned, locked, or speaks another language in the middle of something loses none of it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import set_language

TURNS = [(600, 1024), (1280, 800), (800, 1280), (1024, 600)]


@pytest.fixture
def app(window: Any, hand: Any, played: Callable[..., Any]) -> Iterator[Any]:
    from kozyr.ui.tablet.app import TableApp

    made = TableApp(played("9H 8H 10C 7H KD QD AD 7D JH"))
    root = made.build()
    root.size_hint, root.size = (None, None), (1024, 600)
    window.add_widget(root)
    hand.idle(4)
    yield made
    made.on_stop()


def turn(app: Any, hand: Any) -> Iterator[None]:
    """Every size once, and both of what redraws everything."""
    for size in TURNS:
        app._root.size = size
        hand.idle(5)
        yield
    app.on_resume()
    hand.idle(4)
    yield
    set_language("uk")
    hand.idle(4)
    set_language("en")
    hand.idle(4)
    yield


def test_half_a_pin_and_half_a_number_stay(app: Any, hand: Any) -> None:
    from kozyr.ui.tablet.screens.menu import PinPage

    app.model._judge_pin = "47"
    app.screen.open_page(PinPage)
    hand.idle()
    hand.tap(text="4")
    for _ in turn(app, hand):
        assert "•" in hand.texts()
    hand.tap(text="7")
    hand.tap(text="Done")
    assert app.model.judging


def test_a_ruling_begun_stays_open(app: Any, hand: Any) -> None:
    from kozyr.ui.tablet.screens.case import found

    app.model.open_judging()
    hand.idle(3)
    app.screen.open_ruling(found(app.model, app.model.view.findings[0]))
    hand.idle(3)
    hand.tap(text="Dismiss")
    for _ in turn(app, hand):
        assert "Why?" in hand.texts()
    hand.tap(tip="why-misread")
    assert app.model.session.steps[-1].act.decision.value == "dismissed"


def test_a_seat_chosen_and_one_tap_after_each_turn_is_one_entry(app: Any, hand: Any) -> None:
    app.screen.acting = Seat.S
    for _ in turn(app, hand):
        assert app.screen.acting is Seat.S
    app.screen.acting = None
    app.screen.choose("pad")
    before = len(app.model.session.entries)
    app._root.size = (600, 1024)
    hand.idle(5)
    hand.tap(next(one for one in app._root.walk() if getattr(one, "wide", False) and one.card == Card.parse("AS")))
    app._root.size = (1024, 600)
    hand.idle(5)
    assert len(app.model.session.entries) == before + 1
    assert isinstance(app.model.session.steps[-1].act, Played)
