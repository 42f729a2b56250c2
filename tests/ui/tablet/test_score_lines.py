"""The match table of a long evening: every deal can be looked at, and no more widgets stand than a screen shows."""

import gc
from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.seats import Seat

DEALS = 40


@pytest.fixture
def long_evening(model: Any) -> Any:
    """So many deals in which everybody passed."""
    for _ in range(DEALS):
        model.deal(model.next_dealer or Seat.S)
        while model.view.expectation.calls:
            model.call(model.view.expectation.seat, "pass")
    assert len(model.view.rows) == DEALS
    return model


def numbers(screen: Any) -> list[int]:
    """The deals whose lines stand in the table, from the top down."""
    from kozyr.ui.tablet.screens.score_lines import ScoreLineBox

    lines = [one for one in screen.walk() if isinstance(one, ScoreLineBox)]
    return [int(one.children[-1].text) for one in sorted(lines, key=lambda one: -one.to_window(*one.pos)[1])]


def in_sight(screen: Any) -> list[int]:
    """Those of them that can be seen."""
    from kozyr.ui.tablet.screens.score_lines import ScoreLineBox

    scroll, found = scroll_of(screen), []
    low = scroll.to_window(*scroll.pos)[1]
    for one in screen.walk():
        if isinstance(one, ScoreLineBox) and low < one.to_window(*one.center)[1] < low + scroll.height:
            found.append(int(one.children[-1].text))
    return sorted(found)


def scroll_of(screen: Any) -> Any:
    from kozyr.ui.tablet.screens.score_lines import ScoreScroll

    return next(one for one in screen.walk() if isinstance(one, ScoreScroll))


def test_the_newest_deals_are_in_sight(long_evening: Any, hand: Any, show: Callable[..., Any]) -> None:
    screen = show(long_evening, "score")
    hand.idle(4)
    assert in_sight(screen)[-1] == DEALS
    assert in_sight(screen) == list(range(in_sight(screen)[0], DEALS + 1))


def test_every_deal_comes_in_sight_by_scrolling(long_evening: Any, hand: Any, show: Callable[..., Any]) -> None:
    screen = show(long_evening, "score")
    hand.idle(4)
    scroll, seen = scroll_of(screen), set[int]()
    high = scroll.rows.height
    for step in (*range(100, -1, -4), *range(0, 101, 4)):
        scroll.scroll_y = 1 - step / 100
        hand.idle(3)
        there = in_sight(screen)
        assert there == list(range(there[0], there[0] + len(there))), "no deal is left out"
        assert len(there) >= 3
        assert scroll.rows.height == pytest.approx(high, abs=1), "what was not drawn took as much room"
        assert scroll.scroll_y == pytest.approx(1 - step / 100), "it stays where the finger has put it"
        seen |= set(there)
    assert seen == set(range(1, DEALS + 1))
    assert in_sight(screen)[-1] == DEALS


def test_a_deal_far_up_is_touched_for_its_account(long_evening: Any, hand: Any, show: Callable[..., Any]) -> None:
    screen = show(long_evening, "score")
    hand.idle(4)
    scroll_of(screen).scroll_y = 1.0
    hand.idle(4)
    assert numbers(screen)[0] == 1
    from kozyr.ui.tablet.screens.score_lines import ScoreLineBox

    line = next(one for one in screen.walk() if isinstance(one, ScoreLineBox) and one.children[-1].text == "2")
    line.do()
    hand.idle(4)
    assert screen.shown_deal == 2


def test_a_new_deal_takes_the_line_that_nobody_sees(long_evening: Any, hand: Any, show: Callable[..., Any]) -> None:
    """Forty deals more leave as many widgets of each class, and the others keep their lines."""
    from kivy.uix.widget import Widget

    def counted() -> dict[str, int]:
        while gc.collect():
            pass
        found: dict[str, int] = {}
        for one in gc.get_objects():
            if issubclass(type(one), Widget):
                found[type(one).__name__] = found.get(type(one).__name__, 0) + 1
        return found

    screen = show(long_evening, "score")
    hand.idle(4)
    before = counted()
    for _ in range(DEALS):
        long_evening.deal(long_evening.next_dealer)
        while long_evening.view.expectation.calls:
            long_evening.call(long_evening.view.expectation.seat, "pass")
        screen.choose("score")
        hand.idle(2)
    assert in_sight(screen)[-1] == 2 * DEALS
    assert numbers(screen) == sorted(numbers(screen))
    after = counted()
    assert after == {**after, **before}
    assert sum(after.values()) <= sum(before.values()) + 4, "the digits of a tab, a key that a pass brings"
