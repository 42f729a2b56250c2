"""Three passes do not close an auction of four: the pad says so, and who takes it for closed touches no bid."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Called
from kozyr.engine.seats import Seat
from kozyr.engine.view import Phase

from .fingers import Fingers
from .test_every_table import model_of, say

pytestmark = pytest.mark.usefixtures("at_once")


@pytest.fixture
def passed(hand: Any, show: Callable[..., Any]) -> Any:
    """Nine hearts and three passes."""
    model = model_of("bazar-belot", "2x2")
    model.begin_deal(Seat.S)
    of = Fingers(hand, show(model, "pad"))
    say(model, "9H", "pass", "pass", "pass")
    of.settle()
    return of


def calls(of: Any) -> list[str]:
    return [step.act.call for step in of.screen.model.session.steps if isinstance(step.act, Called)]


def tips(of: Any) -> set[str]:
    return {one.tip for one in of.widgets() if getattr(one, "tip", "")}


def test_before_the_last_pass_the_pad_says_what_it_does_and_offers_no_bid(passed: Any, hand: Any) -> None:
    assert "All have passed. One more pass closes the auction: 9♥" in hand.texts()
    assert not {"10S", "9N", "level", "contra"} & tips(passed)
    passed.tip("pass")
    assert passed.screen.model.view.phase is Phase.PLAY
    assert calls(passed) == ["9H", *["pass"] * 4]


def test_another_bid_is_one_key_further(passed: Any, hand: Any) -> None:
    passed.tip("goes-on")
    assert "level" in tips(passed)
    passed.tip("10H")
    assert calls(passed)[-1] == "10H"
    say(passed.screen.model, "pass", "pass", "pass")
    passed.settle()
    assert "All have passed. One more pass closes the auction: 10♥" in hand.texts()


def test_three_passes_without_a_bid_leave_the_bids_to_the_fourth(hand: Any, show: Callable[..., Any]) -> None:
    model = model_of("bazar-belot", "2x2")
    model.begin_deal(Seat.S)
    say(model, "pass", "pass", "pass")
    of = Fingers(hand, show(model, "pad"))
    assert "level" in tips(of)


def test_the_plate_of_another_player_brings_his_whole_pad(passed: Any) -> None:
    passed.plate(Seat.E)
    assert "level" in tips(passed)
