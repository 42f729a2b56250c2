"""What is said to be done is done: a touch that was refused, or told twice, is not taken for one that did something."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card
from kozyr.engine.errors import KozyrError
from kozyr.engine.seats import Seat

from .test_slips import TRICKS, pad, plain, slip


def refuses(model: Any) -> None:
    """The disk takes nothing more."""

    def keep(*entries: Any) -> None:
        raise KozyrError("the disk is full")

    model.session._keep = keep


def hurried(model: Any) -> None:
    """Touches come so fast after one another that the same one twice is one touch told twice."""
    model.clock.step = 20


def said(hand: Any) -> str:
    return plain(hand.find(tip="notice").text)


@pytest.mark.parametrize(
    "do",
    [
        lambda model: model.play(Seat.N, Card.parse("AD")),
        lambda model: model.correct(model.session.entries[6].seq, Played(Seat.W, Card.parse("AD"))),
        lambda model: model.undo(),
    ],
    ids=["an act", "a correction", "a step back"],
)
def test_a_touch_that_was_refused_is_not_the_first_of_two(
    do: Callable[[Any], bool], played: Callable[..., Any]
) -> None:
    model = played("KH")
    hurried(model)
    keep = model.session._keep
    refuses(model)
    for _ in range(2):
        with pytest.raises(KozyrError, match="disk"):
            do(model)
    model.session._keep = keep
    assert do(model) is True
    assert do(model) is False


def test_a_step_forward_told_twice_is_done_once(played: Callable[..., Any]) -> None:
    model = played("KH 8H")
    for _ in range(2):
        model.undo()
    hurried(model)
    assert (model.redo(), model.redo()) == (True, False)
    assert len(model.redoes) == 1


def test_an_answer_to_a_question_that_is_gone_is_not_done(model: Any) -> None:
    from kozyr.engine.table.doubt import NOTHING, Question, Why

    question = Question(1, 0, Why.UNREADABLE, Seat.S, NOTHING, (NOTHING,))
    assert model.answer(question, NOTHING) is False
    model.ask(question)
    assert model.answer(question, NOTHING) is True


def test_a_correction_refused_twice_is_not_said_to_be_made(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    show(model)
    hurried(model)
    refuses(model)
    before = model.session.entries
    slip(hand, "8H", "9H")
    for _ in range(2):
        hand.tap(tip="amend")
        assert "disk is full" in said(hand)
    assert model.session.entries == before


def test_a_play_refused_twice_stays_refused(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played(TRICKS)
    show(model)
    hurried(model)
    refuses(model)
    before = model.session.entries
    for _ in range(2):
        hand.tap(pad(hand, "AC"))
        assert "disk is full" in said(hand)
    assert model.session.entries == before


@pytest.mark.parametrize("key", ["undo", "redo-this"])
def test_of_two_hurried_steps_the_one_taken_is_said(
    key: str, played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    show(model)
    if key == "redo-this":
        for _ in range(2):
            hand.tap(tip="undo")
    hurried(model)
    hand.tap(tip=key)
    once, acts = said(hand), [step.act for step in model.session.steps]
    hand.tap(tip=key)
    assert said(hand) == once
    assert [step.act for step in model.session.steps] == acts
