"""The way out of a page that changes nothing has one word everywhere."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Called, Dealt, Declared, Played, Revealed, TurnedUp
from kozyr.engine.cards import Card

from .fingers import Fingers
from .test_every_table import model_of, play, say

pytestmark = pytest.mark.usefixtures("at_once")


@pytest.fixture
def debertz(hand: Any, show: Callable[..., Any]) -> Any:
    """A deal in which something of every kind has been entered."""
    model = model_of("debertz", "2x2")
    model.begin_deal(model.view.seats[0].seat)
    model.turn_up((Card.parse("8H"),))
    say(model, "pass", "play")
    model.declare(model.view.expectation.seat, "terz QD")
    play(model, "KS 9S 10S AS")
    model.reveal(
        next(step.act.seat for step in model.session.steps if isinstance(step.act, Declared)), (Card.parse("QD"),)
    )
    return Fingers(hand, show(model, "pad"))


@pytest.mark.parametrize("kind", [Dealt, TurnedUp, Called, Declared, Played, Revealed])
def test_every_page_that_corrects_is_left_by_back(kind: type, debertz: Any, hand: Any) -> None:
    from kozyr.ui.tablet.screens.editing import edit

    model = debertz.screen.model
    before = model.session.entries
    edit(debertz.screen, next(step.seq for step in model.session.steps if isinstance(step.act, kind)))
    debertz.settle()
    assert [text for text in hand.texts() if text in ("Back", "Cancel")] == ["Back"]
    debertz.text("Back")
    assert model.session.entries == before
    assert "Back" not in hand.texts()


@pytest.mark.parametrize("page", ["tally.TallyPage", "claim.ClaimPage"])
def test_every_page_that_enters_something_rare_is_left_by_back(page: str, debertz: Any, hand: Any) -> None:
    from importlib import import_module

    module, name = page.split(".")
    debertz.screen.open_page(getattr(import_module(f"kozyr.ui.tablet.screens.{module}"), name))
    debertz.settle()
    assert [text for text in hand.texts() if text in ("Back", "Cancel")] == ["Back"]
