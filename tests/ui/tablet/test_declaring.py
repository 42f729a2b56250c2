"""The page of declarations goes on by itself to what is due next."""

from collections.abc import Callable
from typing import Any

from kozyr.engine.acts import Declared
from kozyr.engine.cards import Card, cards
from kozyr.engine.seats import Seat


def test_after_a_declaration_the_card_is_due(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played()
    screen = show(model, "declare")
    hand.tap(text="terz")
    assert screen.tab == "declare", "its highest card is asked for"
    hand.tap(card=Card.parse("KH"))
    assert isinstance(model.session.steps[-1].act, Declared)
    assert screen.tab == "pad"
    hand.tap(card=Card.parse("KH"))
    assert model.view.trick.plays[-1].card == Card.parse("KH")


def test_after_cards_are_shown_the_card_is_due(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any], at_once: None
) -> None:
    from .fingers import Fingers

    model = played()
    screen = show(model, "declare")
    fingers = Fingers(hand, screen)
    fingers.tip("show")
    fingers.seat(Seat.W)
    fingers.card(Card.parse("KH"))
    fingers.text("Done")
    assert screen.tab == "pad"


def test_when_nothing_may_be_declared_any_more_the_panel_goes_on(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    """The cards are the camera's: nobody touches the screen."""
    model = played("9H 8H 7H")
    screen = show(model, "declare")
    assert model.view.expectation.declarations
    model.play(model.view.expectation.seat, Card.parse("JH"))
    hand.idle()
    assert not model.view.expectation.declarations
    assert screen.tab == "pad"
    screen.choose("declare")
    for card in cards("KD QD"):
        model.play(model.view.expectation.seat, card)
        hand.idle()
    assert screen.tab == "declare", "who opens it to show cards or to claim stays there"


def test_another_page_is_not_left_when_the_declaring_is_over(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H 8H 7H")
    screen = show(model, "history")
    model.play(model.view.expectation.seat, Card.parse("JH"))
    hand.idle()
    assert screen.tab == "history"


def test_after_the_first_trick_the_page_says_that_it_is_too_late(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H")
    screen = show(model, "declare")
    assert "Declares: Третій" in hand.texts()
    for card in cards("8H 10C 7H KD"):
        model.play(model.view.expectation.seat, card)
        hand.idle()
    screen.choose("declare")
    hand.idle()
    assert any(text.endswith(" · too late") for text in hand.texts()), " | ".join(hand.texts())
