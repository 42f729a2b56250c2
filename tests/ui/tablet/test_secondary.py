"""What is not in order stands back wherever it is offered, and says why where it can be touched for nothing."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Called
from kozyr.engine.cards import Card

from .fingers import Fingers
from .test_every_table import model_of, play, say

pytestmark = pytest.mark.usefixtures("at_once")


def lit(of: Any) -> set[str]:
    from kozyr.ui.tablet.widgets import Key

    calls = {"S", "H", "D", "C", "play", "pass"}
    return {one.tip for one in of.widgets() if isinstance(one, Key) and one.tip in calls and one.lit}


@pytest.mark.parametrize(("at", "legal"), [(0, {"play", "pass"}), (4, {"S", "D", "C", "pass"})])
def test_a_call_is_corrected_to_what_its_round_allows(
    at: int, legal: set[str], hand: Any, show: Callable[..., Any]
) -> None:
    from kozyr.ui.tablet.screens.editing import edit

    model = model_of("debertz", "2x2")
    model.begin_deal(model.view.seats[0].seat)
    model.turn_up((Card.parse("8H"),))
    say(model, *["pass"] * 5, "S")
    calls = [step.seq for step in model.session.steps if isinstance(step.act, Called)]
    of = Fingers(hand, show(model, "pad"))
    edit(of.screen, calls[at])
    of.settle()
    assert lit(of) == legal


@pytest.mark.parametrize(("word", "told"), [("hundred", True), ("terz", False)])
def test_a_combination_that_the_rules_do_not_have_says_so_when_it_is_touched(
    word: str, told: bool, hand: Any, show: Callable[..., Any]
) -> None:
    model = model_of("debertz", "2x2")
    model.begin_deal(model.view.seats[0].seat)
    model.turn_up((Card.parse("8H"),))
    say(model, "play")
    play(model, "AS")
    of = Fingers(hand, show(model, "declare"))
    of.text(word)
    assert (f"By the rules of this match “{word}” is not declared" in hand.texts()) is told
