"""A page that somebody has opened stays until it is left; what happens meanwhile is said, and no key moves."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import NOTHING, Choice, Question, Why
from kozyr.engine.view import Phase

from .test_every_table import model_of, play, say

pytestmark = pytest.mark.usefixtures("at_once")
Shown = Callable[..., Any]


def asked(model: Any) -> None:
    choice = Choice((Played(Seat.N, Card.parse("8D")),), 0.5)
    model.ask(Question(1, 61_000, Why.DOUBTFUL, Seat.N, choice, (choice, NOTHING)))


def auction() -> Any:
    """Before the last word of an auction."""
    model = model_of("bazar-belot", "2x2")
    model.begin_deal(Seat.E)
    say(model, "14S")
    for _ in range(3):
        say(model, "pass")
    return model


@pytest.mark.parametrize("tab", ["score", "history"])
def test_a_page_opened_by_hand_stays_when_play_begins(tab: str, hand: Any, show: Shown) -> None:
    model = auction()
    screen = show(model, "pad")
    hand.tap(tip=tab)
    say(model, "pass")
    hand.idle(3)
    assert (model.view.phase, screen.tab) == (Phase.PLAY, tab)
    hand.tap(tip="pad")
    play(model, "9S")
    assert screen.tab == "pad"


def test_the_score_that_came_up_by_itself_gives_way_to_the_next_deal(played: Shown, hand: Any, show: Shown) -> None:
    model = played("9H")
    screen = show(model)
    model.tally((("SN", 130), ("WE", 32)))
    hand.idle(3)
    assert screen.tab == "score"
    hand.tap(tip="next")
    assert (model.view.phase, screen.tab) == (Phase.AUCTION, "pad")


@pytest.mark.parametrize("tab", ["score", "history"])
def test_a_question_is_told_of_where_somebody_reads(tab: str, played: Shown, hand: Any, show: Shown) -> None:
    model = played("9H")
    screen = show(model, tab)
    asked(model)
    hand.idle(3)
    assert screen.tab == tab
    assert "The camera asks: touch “? 1”" in hand.texts()
    screen._side.fill_tabs()
    hand.tap(tip="question")
    assert screen.tab == "question"


def test_a_question_waits_behind_the_protocol(played: Shown, hand: Any, show: Shown) -> None:
    from kozyr.ui.tablet.screens.papers import PaperPage

    model = played("9H")
    screen = show(model, "score")
    hand.tap(tip="paper")
    before = [(one.pos, one.size) for one in screen._page.children]
    asked(model)
    hand.idle(3)
    assert isinstance(screen._page, PaperPage)
    assert "The camera asks: touch “? 1”" in hand.texts()
    assert [(one.pos, one.size) for one in screen._page.children] == before, "no key moves under a finger"
    hand.tap(tip="back")
    hand.tap(tip="question")
    assert screen.tab == "question"


def test_the_protocol_is_on_the_score_page_in_every_phase_and_in_one_place(
    played: Shown, hand: Any, show: Shown
) -> None:
    model = played("9H")
    show(model, "score")
    during = hand.find(tip="paper")
    where = (tuple(during.pos), tuple(during.size))
    model.tally((("SN", 130), ("WE", 32)))
    hand.idle(3)
    after = hand.find(tip="paper")
    assert (tuple(after.pos), tuple(after.size)) == where


def test_when_it_is_too_late_to_declare_the_panel_goes_on_and_says_why(hand: Any, show: Shown) -> None:
    model = model_of("debertz", "2x2")
    model.begin_deal(Seat.E)
    from kozyr.engine.cards import cards

    model.turn_up(cards("9H"))
    say(model, "play")
    screen = show(model, "declare")
    play(model, "AS 7S 8S 9S")
    hand.idle(3)
    assert screen.tab != "declare"
    assert "Too late to declare: the game goes on" in hand.texts()


def test_the_judge_comes_to_the_findings(played: Shown, hand: Any, show: Shown) -> None:
    model = played("9H 8H 10C 7H KD QD AD 7D JH")
    screen = show(model, "pad")
    hand.tap(text="Judge")
    hand.tap(tip="judge-come")
    assert screen.tab == "judge"
    model.close_judging()
    hand.idle(2)
    assert screen.tab == "pad"
