"""Every bid that the rules allow can be reached by touch, however high the auction has gone."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Called

from .fingers import Fingers

pytestmark = pytest.mark.usefixtures("at_once")


def last_call(model: Any) -> str:
    return next(step.act.call for step in reversed(model.session.steps) if isinstance(step.act, Called))


@pytest.mark.parametrize("bid", ["61S", "99A"])
def test_a_bid_above_sixty_is_reached_by_the_pages_of_numbers(
    model: Any, hand: Any, show: Callable[..., Any], bid: str
) -> None:
    from kozyr.engine.seats import Seat

    model.deal(Seat.S)
    of = Fingers(hand, show(model, "pad"))
    of.tip("level")
    while bid[:-1] not in hand.texts():
        of.tip("more-levels")
    of.text(bid[:-1])
    of.tip(bid)
    assert last_call(model) == bid
    assert model.report.irregularities == ()


def test_after_sixty_the_next_numbers_are_on_the_pad(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    from kozyr.engine.seats import Seat

    model.deal(Seat.S)
    model.call(Seat.W, "60A")
    of = Fingers(hand, show(model, "pad"))
    of.tip("61A")
    assert last_call(model) == "61A"


def test_the_pages_of_numbers_come_round_to_the_first(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    from kozyr.engine.seats import Seat

    model.deal(Seat.S)
    of = Fingers(hand, show(model, "pad"))
    of.tip("level")
    seen = set(hand.texts())
    while "99" not in hand.texts():
        of.tip("more-levels")
        seen |= set(hand.texts())
    assert {str(level) for level in range(8, 100)} <= seen
    of.tip("more-levels")
    assert "8" in hand.texts()
