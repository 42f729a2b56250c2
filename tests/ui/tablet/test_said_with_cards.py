"""A bela is said with both of its cards: what waits is told, and one touch on it says what happened."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Declared
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat

from .fingers import Fingers
from .test_every_table import model_of, play, say

pytestmark = pytest.mark.usefixtures("at_once")
ASKED = "Гравець 2: was “bela” said with the second card too?"
LOST = "Гравець 2, bela: not said with the second card, it does not count. If it was, touch “bela”"


@pytest.fixture
def said_once(hand: Any, show: Callable[..., Any]) -> Any:
    """Debertz, hearts: W has laid the king and said bela; his queen is still in his hand."""
    model = model_of("debertz", "2x2")
    model.begin_deal(model.view.seats[0].seat)
    model.turn_up((Card.parse("8H"),))
    say(model, "pass", "play")
    play(model, "KH")
    model.declare(Seat.W, "bela")
    of = Fingers(hand, show(model, "pad"))
    play(model, "9H 10H AH")
    of.settle()
    return of


def words(of: Any) -> list[str]:
    steps = of.screen.model.session.steps
    return [step.act.declaration for step in steps if isinstance(step.act, Declared)]


def tag(of: Any) -> Any:
    """What W has said, on the felt."""
    from kozyr.ui.tablet.screens.felt import DeedChip

    return next(one for one in of.widgets() if isinstance(one, DeedChip) and "bela" in one.text)


def second_card(of: Any) -> None:
    play(of.screen.model, "7S 8S 9S")
    assert of.screen.model.view.expectation.seat is Seat.W
    play(of.screen.model, "QH")
    of.settle()


def test_until_the_second_card_lies_the_tag_tells_what_is_wanted(said_once: Any, hand: Any) -> None:
    assert tag(said_once).text == "bela\nagain with the second"
    hand.tap(tag(said_once))
    assert any(text.startswith("Гравець 2, bela\nIt is said again with the second card") for text in hand.texts())
    said_once.text("Back")
    assert words(said_once) == ["bela"]


def test_when_the_second_card_lies_a_key_asks_for_the_word(said_once: Any, hand: Any) -> None:
    second_card(said_once)
    assert ASKED in hand.texts()
    assert LOST not in hand.texts(), "it may still be said"
    assert tag(said_once).text == "bela\nthe second too?"
    hand.tap(tip="second-word")
    assert words(said_once) == ["bela", "bela"]
    assert tag(said_once).text == "bela +20"


def test_the_tag_says_it_too_while_the_second_card_lies_on_top(said_once: Any, hand: Any) -> None:
    second_card(said_once)
    hand.tap(tag(said_once))
    said_once.text("Said with the second card too")
    assert words(said_once) == ["bela", "bela"]
    assert tag(said_once).text == "bela +20"


def test_a_second_word_that_nobody_entered_is_put_in_where_its_card_was_laid(said_once: Any, hand: Any) -> None:
    second_card(said_once)
    play(said_once.screen.model, "7D 8D")
    said_once.settle()
    assert LOST in hand.texts()
    assert tag(said_once).text == "✕ bela\nsecond not said"
    hand.tap(tag(said_once))
    said_once.text("Said with the second card too")
    assert words(said_once) == ["bela", "bela"]
    assert tag(said_once).text == "bela +20"
    assert said_once.screen.model.report.irregularities == ()


def test_a_bela_that_was_not_said_is_taken_back_in_two_touches(said_once: Any, hand: Any) -> None:
    hand.tap(tag(said_once))
    said_once.text("“bela” was not said at all")
    assert words(said_once) == []


def test_who_is_about_to_lay_the_second_card_says_it_now(said_once: Any, hand: Any) -> None:
    play(said_once.screen.model, "7S 8S 9S")
    said_once.settle()
    hand.tap(tag(said_once))
    said_once.text("Says it now, with the second card")
    play(said_once.screen.model, "QH")
    said_once.settle()
    assert tag(said_once).text == "bela +20"


def test_the_rebela_of_a_king_laid_before_is_asked_for_with_its_queen(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("7S KS")
    model.declare(Seat.N, "bela")
    of = Fingers(hand, show(model, "pad"))
    play(model, "8S 9S")
    while model.view.expectation.seat is not Seat.N:
        play(model, {Seat.E: "7D", Seat.S: "7C", Seat.W: "7H"}[model.view.expectation.seat])
    play(model, "QS")
    of.settle()
    hand.tap(tip="second-word")
    assert words(of) == ["bela", "rebela"]
    assert model.report.irregularities == ()
