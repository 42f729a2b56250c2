"""The felt shows as due whose word is asked, and no count of tricks beside a result that was entered by hand."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.cards import cards
from kozyr.engine.seats import Seat

from .fingers import Fingers
from .test_every_table import model_of, play, say

pytestmark = pytest.mark.usefixtures("at_once")


def due(of: Any) -> list[Seat]:
    from kozyr.ui.tablet.screens.plates import Plate

    return [one.seat for one in of.widgets() if isinstance(one, Plate) and one.turn]


def counted(of: Any) -> list[str]:
    from kozyr.ui.tablet.screens.plates import Plate

    plates = [one for one in of.widgets() if isinstance(one, Plate)]
    return sorted(f"{one.seat} {text}" for one in plates for text in (one.line, one.marks) if "tricks" in text)


def test_who_is_asked_to_open_his_cards_is_highlighted_and_not_who_leads(hand: Any, show: Callable[..., Any]) -> None:
    model = model_of("preferans", "3")
    model.begin_deal(model.view.seats[0].seat)
    say(model, "6S", "6C", "pass", "pass")
    model.turn_up(cards("7S 8D"))
    model.exchange(model.view.expectation.seat, 2, 2)
    say(model, "order 6C", "whist", "pass")
    expected = model.view.expectation
    assert set(expected.calls) == {"open", "closed"}
    assert expected.caller not in (None, expected.seat)
    of = Fingers(hand, show(model, "pad"))
    assert due(of) == [expected.caller]


def test_a_result_by_hand_leaves_no_count_of_the_tricks_that_were_entered(hand: Any, show: Callable[..., Any]) -> None:
    model = model_of("bazar-belot", "2x2")
    model.begin_deal(Seat.S)
    say(model, "9H", *["pass"] * 4)
    of = Fingers(hand, show(model, "pad"))
    play(model, "KS 7S 8S 9S")
    of.settle()
    assert counted(of)
    model.tally((("SN", 62), ("WE", 100)))
    of.settle()
    assert counted(of) == []


def test_a_result_by_hand_that_tells_the_tricks_of_each_player_is_what_the_table_shows(
    hand: Any, show: Callable[..., Any]
) -> None:
    model = model_of("preferans", "3")
    model.begin_deal(model.view.seats[0].seat)
    say(model, "6S", "pass", "pass")
    model.turn_up(cards("7S 8D"))
    model.exchange(model.view.expectation.seat, 2, 2)
    say(model, "order 6S", "whist", "pass", "closed")
    play(model, "AH")
    model.tally((), (("S", 2), ("W", 6), ("E", 2)))
    of = Fingers(hand, show(model, "score"))
    assert {text.split("tricks: ")[1][0] for text in counted(of)} == {"2", "6"}


def test_the_words_of_a_pressed_key_stand_out_from_its_ground() -> None:
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import Key

    for tone in ("primary", "danger", "good", "plain", "chosen"):
        pressed = Key(text="x", tone=tone)
        pressed.state = "down"
        assert tuple(pressed.fill) == tuple(theme.key_down)
        assert tuple(pressed.ink) == tuple(theme.text)
