"""What the judge's page shows of a finding, why it is decided so, and a penalty of his own with few touches."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kozyr.engine.acts import Called, Decision, Ruled
from kozyr.engine.cards import Card, cards
from kozyr.engine.games.registry import game_named
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import LANGUAGES, set_language
from kozyr.ui.new_match import Plan, header_of
from kozyr.ui.paper.subject import ruled_pairs
from kozyr.ui.tablet.screens.case import found

from .test_every_table import model_of, say

pytestmark = pytest.mark.usefixtures("at_once")


@pytest.fixture
def speaking() -> Iterator[None]:
    yield
    set_language("en")


@pytest.fixture
def out_of_turn() -> Any:
    """A call that the correction of an earlier one has put out of turn."""
    model = model_of("debertz", "2x2")
    model.begin_deal(model.view.seats[0].seat)
    model.turn_up(cards("10H"))
    say(model, "pass", "pass")
    first = next(step for step in model.session.steps if isinstance(step.act, Called))
    model.amend(model.correction(first.seq, Called(first.act.seat, "play")))
    model.open_judging()
    return model


def test_a_finding_about_a_call_shows_the_call_what_stood_before_whose_turn_it_was_and_what_was_corrected(
    out_of_turn: Any, hand: Any, show: Callable[..., Any]
) -> None:
    screen = show(out_of_turn)
    screen.open_ruling(found(out_of_turn, out_of_turn.view.findings[-1]))
    hand.idle()
    shown = hand.texts()
    assert any(text.endswith(": pass") for text in shown)
    assert any(text.startswith("Before it: ") and ": play" in text for text in shown)
    assert any(text.startswith("It was the turn of ") for text in shown)
    (loud,) = [text for text in shown if text.startswith("Mind: an earlier entry was corrected after this one, at 0:")]
    assert "pass”, it is “" in loud


def test_a_revoke_shows_the_card_led(played: Callable[..., Any]) -> None:
    model = played("9H 8H 10C 7H KD QD AD 7D JH")
    model.open_judging()
    (revoke,) = [one for one in model.view.findings if one.offence is Offence.REVOKE]
    assert [one.card for one in found(model, revoke).exhibits] == [Card.parse(code) for code in ("9H", "10C", "JH")]


def test_an_entry_mistake_is_the_first_reason_to_dismiss_a_finding(
    out_of_turn: Any, hand: Any, show: Callable[..., Any]
) -> None:
    screen = show(out_of_turn)
    screen.open_ruling(found(out_of_turn, out_of_turn.view.findings[-1]))
    hand.tap(text="Dismiss")
    hand.tap(tip="why-slip")
    assert out_of_turn.session.steps[-1].act.why == "entry mistake: a wrong touch"


def test_a_penalty_of_the_judges_own_has_its_reasons_and_keeps_the_points_in_sight(
    out_of_turn: Any, hand: Any, show: Callable[..., Any]
) -> None:
    """It stands first among the rows, and the points are asked for on the next screen."""
    show(out_of_turn, "judge")
    hand.tap(text="Another offence")
    hand.tap(next(one for one in hand.texts() if "South" in one) and hand.find(text="Гравець 1 · South"))
    hand.tap(tip="discretion")
    for digit in "20":
        hand.tap(text=digit)
    hand.tap(tip="done")
    assert "fine of 20 points" in hand.texts()
    tips = {getattr(one, "tip", "") for root in hand.window.children for one in root.walk()}
    assert "why-talk" in tips
    assert not {"why-misread", "why-unclear", "why-slip"} & tips
    hand.tap(tip="why-behaviour")
    act = out_of_turn.session.steps[-1].act
    assert isinstance(act, Ruled)
    assert (act.seat, act.remedy, act.points, act.why) == (Seat.S, "fine", 20, "behaviour")


@pytest.mark.usefixtures("speaking")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ruling_is_told_in_words_and_the_row_comes_last_under_the_edition_in_force(lang: str) -> None:
    set_language(lang)
    model = model_of("debertz", "2x2")
    model.begin_deal(Seat.S)
    model.open_judging()
    model.rule(Ruled("D-14", Seat.S, None, Decision.OTHER, "fine", points=20))
    header = model.session.header
    laws = game_named("debertz").laws_in_force(header)
    ((said, law),) = ruled_pairs(model.report.rulings, laws, header.players)
    assert "D-14" not in said
    assert "20" in said
    assert law.startswith("ФДУ-uk 6.4: ")
    assert law.endswith("(D-14)")


def test_where_no_ukrainian_list_is_in_force_the_judges_right_stands_in_the_russian_text() -> None:
    header = header_of(Plan("debertz", variant="fdu-ru1"), {})
    law = game_named("debertz").laws_in_force(header)["D-14"]
    assert str(law.citation) == "ФДУ-ru1 6.3"
