"""What is said stays its time: only a newer sentence or a touch takes its place, not what the camera sees."""

from collections.abc import Callable
from typing import Any

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card


def camera_sees(model: Any, card: str) -> None:
    model.seen(Played(model.view.expectation.seat, Card.parse(card)), model.now_ms())


def test_a_sentence_stays_when_the_camera_enters_a_card(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H")
    screen = show(model)
    screen.notice("Something is said")
    hand.idle(2)
    for card in ("8H", "7H"):
        camera_sees(model, card)
        hand.idle(3)
        assert "Something is said" in hand.texts()
    screen.notice("Something newer")
    hand.idle(2)
    assert "Something is said" not in hand.texts()
    hand.tap(tip="notice")
    assert "Something newer" not in hand.texts(), "a touch takes it away"
    camera_sees(model, "JH")
    hand.idle(3)
    assert "Something newer" not in hand.texts(), "and it does not come back"


def test_a_sentence_whose_time_is_over_goes(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played("9H")
    screen = show(model)
    screen.notice("Something is said")
    camera_sees(model, "8H")
    hand.idle(3)
    screen._side._over.cancel()
    screen._side.fill_tabs()
    hand.idle(2)
    assert "Something is said" not in hand.texts()


def test_a_step_beside_a_sentence_goes_when_it_would_be_another_one(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H 8H")
    show(model)
    hand.tap(tip="undo")
    said = [text for text in hand.texts() if text.startswith("Undone")]
    assert said
    assert hand.find(tip="redo-this") is not None
    camera_sees(model, "7H")
    hand.idle(3)
    assert set(said) <= set(hand.texts())
    tips = [getattr(one, "tip", "") for root in hand.window.children for one in root.walk()]
    assert "redo-this" not in tips
