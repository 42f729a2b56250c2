"""A correction that makes an offence of a later entry says so before it is made, and takes it out with one touch."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Called
from kozyr.engine.cards import cards
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.view import Audience

from .test_every_table import model_of, say

pytestmark = pytest.mark.usefixtures("at_once")


def found(model: Any) -> list[Any]:
    return list(model.session.view(Audience.JUDGE).findings)


def calls(model: Any) -> list[tuple[Seat, str]]:
    return [(step.act.seat, step.act.call) for step in model.session.steps if isinstance(step.act, Called)]


@pytest.fixture
def passed() -> Any:
    """Two passes, of which the first was an order."""
    model = model_of("debertz", "2x2")
    model.begin_deal(model.view.seats[0].seat)
    model.turn_up(cards("10H"))
    say(model, "pass", "pass")
    return model


def corrected(model: Any, screen: Any) -> tuple[int, Called]:
    """The first call becomes an order of the card turned up, as the pad does it."""
    step = next(step for step in model.session.steps if isinstance(step.act, Called))
    screen.amend(lambda: model.correction(step.seq, Called(step.act.seat, "play")))
    return step.seq, step.act


def test_a_call_that_a_correction_puts_out_of_turn_is_named_before_and_taken_out_with_one_touch(
    passed: Any, hand: Any, show: Callable[..., Any]
) -> None:
    screen = show(passed)
    (first, _), (second, _) = calls(passed)
    corrected(passed, screen)
    hand.idle()
    assert hand.find(tip="way.without").tone == "chosen"
    assert any("is superfluous then" in text for text in hand.texts())
    hand.tap(tip="way.alone")
    named = [text for text in hand.texts() if "becomes an offence" in text]
    assert len(named) == 1
    assert str(dict(passed.session.header.players)[second]) in named[0]
    hand.tap(tip="way.without")
    hand.tap(tip="amend")
    assert calls(passed) == [(first, "play")]
    assert found(passed) == []
    passed.undo()
    assert [call for _, call in calls(passed)] == ["pass", "pass"], "one step back brings back both"


def test_a_finding_that_a_correction_brought_about_is_not_certain_and_tells_what_was_corrected_when(
    passed: Any, hand: Any, show: Callable[..., Any]
) -> None:
    screen = show(passed)
    corrected(passed, screen)
    hand.idle()
    hand.tap(tip="way.alone")
    hand.tap(tip="amend")
    (finding,) = found(passed)
    assert finding.offence is Offence.CALL_OUT_OF_TURN
    assert not finding.certain
    (correction,) = passed.session.brought_about(finding)
    assert correction.act == Called(calls(passed)[0][0], "play")


def test_a_correction_that_leaves_everything_in_order_asks_nothing(
    passed: Any, hand: Any, show: Callable[..., Any]
) -> None:
    screen = show(passed)
    step = next(step for step in reversed(passed.session.steps) if isinstance(step.act, Called))
    screen.amend(lambda: passed.correction(step.seq, Called(step.act.seat, "play")))
    assert [call for _, call in calls(passed)] == ["pass", "play"]
