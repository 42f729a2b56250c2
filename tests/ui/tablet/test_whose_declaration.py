"""Whose a declaration is that is entered, put right or put in; what is against the rules is asked about first."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Declared, Exchanged, Played
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat

from .fingers import Fingers
from .test_every_table import model_of, play, say

pytestmark = pytest.mark.usefixtures("at_once")
Shown = Callable[..., Any]


def said(model: Any) -> list[tuple[Seat, str]]:
    return [(step.act.seat, step.act.declaration) for step in model.session.steps if isinstance(step.act, Declared)]


def fingers(hand: Any, show: Shown, model: Any, tab: str = "declare") -> Fingers:
    return Fingers(hand, show(model, tab))


def lit(of: Fingers, word: str) -> bool:
    from kozyr.ui.tablet.widgets import Key, plain

    return next(one.lit for one in of.widgets() if isinstance(one, Key) and plain(one.text) == word)


def test_the_bela_of_the_card_just_laid_is_its_players_and_the_page_says_so(
    played: Shown, hand: Any, show: Shown
) -> None:
    model = played("7S KS")
    of = fingers(hand, show, model)
    assert model.view.expectation.seat is Seat.E
    assert "Declares: Четвертий · bela: Третій" in hand.texts(), "a construction would be E's"
    of.text("bela")
    assert said(model) == [(Seat.N, "bela")]
    assert model.report.irregularities == ()


def test_when_only_the_bela_may_be_said_the_page_is_headed_by_its_player(played: Shown, hand: Any, show: Shown) -> None:
    model = played("7S 8S 9S 10S 7C 8C KS")
    fingers(hand, show, model)
    assert any(text.startswith("Declares: ") for text in hand.texts())
    last = model.view.trick.plays[-1].seat
    from kozyr.ui.tablet.people import player

    assert f"Declares: {player(model, last)}" in hand.texts()


def test_the_bela_of_debertz_is_the_last_players_too(hand: Any, show: Shown) -> None:
    model = model_of("debertz", "2x2")
    model.begin_deal(model.view.seats[0].seat)
    model.turn_up((Card.parse("10S"),))
    say(model, "play")
    lays = model.view.expectation.seat
    play(model, "KS")
    fingers(hand, show, model).text("bela")
    assert said(model) == [(lays, "bela")]


def test_a_plate_that_was_touched_goes_before_whose_card_it_is(played: Shown, hand: Any, show: Shown) -> None:
    model = played("7S KS")
    of = fingers(hand, show, model)
    of.plate(Seat.E)
    assert not lit(of, "bela")
    of.text("bela")
    assert said(model) == []
    assert any("against the rules" in text for text in hand.texts())
    of.text("Record it")
    assert said(model) == [(Seat.E, "bela")]


def test_who_is_on_turn_may_say_bela_before_the_card_and_nobody_is_accused(
    played: Shown, hand: Any, show: Shown
) -> None:
    model = played("7S")
    of = fingers(hand, show, model)
    assert lit(of, "bela")
    of.text("bela")
    assert said(model) == [(Seat.N, "bela")]
    play(model, "KS 8S")
    assert model.report.irregularities == ()


def test_a_declaration_against_the_rules_is_asked_about_and_may_be_another_players(
    played: Shown, hand: Any, show: Shown
) -> None:
    model = played("7S KS 8S 9S")
    of = fingers(hand, show, model)
    assert not lit(of, "rebela")
    of.text("rebela")
    assert said(model) == []
    of.text("Somebody else")
    of.seat(Seat.N)
    assert said(model) == [(Seat.N, "rebela")]


def test_in_a_deal_without_cards_every_declaration_is_entered_at_a_touch(played: Shown, hand: Any, show: Shown) -> None:
    model = played()
    of = fingers(hand, show, model)
    of.plate(Seat.E)
    of.text("rebela")
    assert said(model) == [(Seat.E, "rebela")]


def test_whose_a_declaration_was_is_put_right(played: Shown, hand: Any, show: Shown) -> None:
    from kozyr.ui.tablet.screens.editing import edit

    model = played("7S KS")
    model.declare(Seat.E, "bela")
    of = fingers(hand, show, model)
    edit(of.screen, model.session.steps[-1].seq)
    of.settle()
    of.text("Something else was said…")
    of.tip("who")
    of.seat(Seat.N)
    assert said(model) == [(Seat.N, "bela")]


def test_a_declaration_that_was_missed_is_put_before_another(played: Shown, hand: Any, show: Shown) -> None:
    from kozyr.ui.tablet.screens.editing import edit

    model = played()
    model.declare(Seat.N, "terz KH")
    of = fingers(hand, show, model)
    edit(of.screen, model.session.steps[-1].seq)
    of.settle()
    of.tip("insert")
    of.text("terz")
    of.card(Card.parse("AD"))
    of.seat(Seat.W)
    assert said(model) == [(Seat.W, "terz AD"), (Seat.N, "terz KH")]


def test_a_declaration_that_was_missed_is_put_before_a_card(played: Shown, hand: Any, show: Shown) -> None:
    from kozyr.ui.tablet.screens.editing import edit

    model = played("7S KS 8S")
    of = fingers(hand, show, model, "pad")
    edit(of.screen, model.play_of(Card.parse("8S")).seq)
    of.settle()
    of.text("Insert\nbefore")
    of.tip("insert-declared")
    of.text("bela")
    of.seat(Seat.N)
    assert said(model) == [(Seat.N, "bela")]
    assert [type(step.act) for step in model.session.steps][-2:] == [Declared, Played]
    assert model.report.irregularities == ()


def swaps(model: Any) -> list[tuple[Seat, int]]:
    """(who changed the seven, how many cards lay by then)."""
    steps = model.session.steps
    return [
        (step.act.seat, sum(isinstance(before.act, Played) for before in steps[:at]))
        for at, step in enumerate(steps)
        if isinstance(step.act, Exchanged)
    ]


def with_swap() -> Any:
    model = model_of("debertz", "1x3")
    model.begin_deal(model.view.seats[0].seat)
    model.turn_up((Card.parse("10H"),))
    say(model, "pass", "play")
    return model


def test_the_seven_can_be_changed_before_the_first_card_and_who_did_is_put_right(hand: Any, show: Shown) -> None:
    from kozyr.ui.tablet.screens.editing import edit

    model = with_swap()
    of = fingers(hand, show, model)
    first, other = [one.seat for one in model.view.seats][:2]
    of.tip("swap")
    of.seat(first)
    assert swaps(model) == [(first, 0)]
    edit(of.screen, model.session.steps[-1].seq)
    of.settle()
    of.text("Another player")
    of.seat(other)
    assert swaps(model) == [(other, 0)]


def test_a_seven_changed_in_time_is_put_in_though_the_first_cards_are_recorded(hand: Any, show: Shown) -> None:
    model = with_swap()
    play(model, "9S")
    of = fingers(hand, show, model)
    seat = model.session.header.seating.seats[0]
    of.tip("swap")
    of.seat(seat)
    assert swaps(model) == [(seat, 0)]
    assert not of.shows("swap"), "it is changed once"
    model.take_back(next(step.seq for step in model.session.steps if isinstance(step.act, Exchanged)))
    play(model, "8S 7S 10S")
    of.screen.choose("declare")
    of.settle()
    assert not of.shows("swap"), "the first trick is closed"
