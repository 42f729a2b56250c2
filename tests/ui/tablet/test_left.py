"""A task that another key interrupts is said to be left, and one touch brings it back with what was entered."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Called, Declared, Played
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat

from .test_slips import pad, tips
from .test_two_taps import band


def plate(screen: Any, seat: Seat) -> Any:
    from kozyr.ui.tablet.screens.felt import Plate

    return next(one for one in screen.walk() if isinstance(one, Plate) and one.seat is seat)


def inserting(hand: Any, screen: Any) -> None:
    """A card is being put before the last one of the trick."""
    from kozyr.ui.tablet.screens.editing import edit

    edit(screen, screen.model.session.steps[-1].seq)
    hand.idle()
    hand.tap(text="Insert\nbefore")


@pytest.mark.parametrize("other", ["menu", "contract", "undo", "judge", "card"])
def test_an_insertion_that_is_left_is_said_and_brought_back(
    other: str, played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    from kozyr.ui.tablet.cardface import CardFace

    model = played("9H 8H 7H")
    screen = show(model)
    inserting(hand, screen)
    keys = {"menu": {"tip": "menu"}, "undo": {"tip": "undo"}, "judge": {"text": "Judge"}}
    if other == "contract":
        hand.tap(band(screen))
    elif other == "card":
        hand.tap(next(one for one in screen.walk() if isinstance(one, CardFace) and not one.wide))
    else:
        hand.tap(**keys[other])
    assert "What was missed is not put in yet" in hand.find(tip="notice").text
    if other == "undo":
        assert hand.find(tip="notice").text.startswith("Undone: Четвертий: 7")
        return
    hand.tap(tip="go-on")
    assert "Which card was missed before 7♥?" in hand.texts()
    hand.tap(pad(hand, "AC"))
    hand.tap(text="Четвертий · East")
    hand.tap(tip="amend")
    assert Played(Seat.E, Card.parse("AC")) in [step.act for step in model.session.steps]


def test_the_plate_of_a_player_says_who_laid_the_missed_card(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H 7H")
    screen = show(model)
    inserting(hand, screen)
    hand.tap(pad(hand, "8H"))
    hand.tap(plate(screen, Seat.N))
    hand.tap(tip="amend")
    laid = [step.act for step in model.session.steps if isinstance(step.act, Played)]
    assert laid[1] == Played(Seat.N, Card.parse("8H"))


def test_a_plate_touched_before_the_missed_card_is_its_player(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H 7H")
    screen = show(model)
    inserting(hand, screen)
    hand.tap(plate(screen, Seat.N))
    assert "Which card was missed before 7♥? (Третій)" in hand.texts()
    hand.tap(pad(hand, "8H"))
    hand.tap(tip="amend")
    laid = [step.act for step in model.session.steps if isinstance(step.act, Played)]
    assert laid[1] == Played(Seat.N, Card.parse("8H"))


def test_a_correction_that_is_left_before_it_is_made_is_said(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("KH 8H 7H JH QD")
    screen = show(model)
    before = model.session.entries
    hand.tap(pad(hand, "8H"))
    hand.tap(pad(hand, "AH"))
    hand.tap(plate(screen, Seat.S))
    assert hand.find(tip="notice").text == "Nothing was corrected"
    assert model.session.entries == before
    hand.tap(tip="go-on")
    hand.tap(tip="amend")
    assert model.play_of(Card.parse("AH")) is not None


def test_chosen_cards_that_are_left_are_said_and_still_chosen(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    from kozyr.engine.acts import Exposed

    model = played("9H")
    screen = show(model)
    hand.tap(tip="menu")
    hand.tap(text="Exposed cards")
    hand.tap(plate(screen, Seat.E))
    hand.tap(pad(hand, "AC"))
    hand.tap(tip="last-trick" if "last-trick" in tips(hand) else "menu")
    assert hand.find(tip="notice").text == "The chosen cards were not entered"
    hand.tap(tip="go-on")
    hand.tap(text="Done")
    assert model.session.steps[-1].act == Exposed(Seat.E, (Card.parse("AC"),))


def test_a_missed_call_and_a_missed_declaration_are_kept_as_well(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H")
    screen = show(model, "history")
    first = next(step.seq for step in model.session.steps if isinstance(step.act, Called))
    hand.tap(tip=f"entry-{first}")
    hand.tap(text="Insert before")
    hand.tap(tip="menu")
    assert "What was missed is not put in yet" in hand.find(tip="notice").text
    hand.tap(tip="go-on")
    hand.tap(tip="pass")
    hand.tap(plate(screen, Seat.S))
    assert Called(Seat.S, "pass") == next(step.act for step in model.session.steps if isinstance(step.act, Called))
    inserting(hand, screen)
    hand.tap(tip="insert-declared")
    hand.tap(tip="menu")
    hand.tap(tip="go-on")
    hand.tap(text="terz")
    hand.tap(card=Card.parse("KH"))
    hand.tap(plate(screen, Seat.W))
    assert Declared(Seat.W, "terz KH") in [step.act for step in model.session.steps]


def test_what_is_gone_on_with_after_its_entry_was_taken_back_does_no_harm(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H 8H 7H")
    screen = show(model)
    inserting(hand, screen)
    hand.tap(tip="undo")
    hand.tap(tip="go-on")
    assert screen.tab == "pad"
    assert len(screen._page.children) > 0
