"""A long list: its first rows at once, the others afterwards; what is in sight stays in sight."""

from functools import partial
from typing import Any

import pytest

ROWS = 40


@pytest.fixture
def listed(window: Any, hand: Any) -> Any:
    from kivy.uix.widget import Widget

    from kozyr.ui.tablet.longlist import LongList

    def row(at: int) -> Any:
        made = Widget(size_hint_y=None, height=50)
        made.at = at
        return made

    made = LongList((partial(row, at) for at in range(ROWS)), size_hint=(None, None))
    made.size = (300, 200)
    window.add_widget(made)
    return made


def shown(listed: Any) -> list[int]:
    return [one.at for one in reversed(listed.rows.children)]


def test_the_first_rows_are_there_at_once_and_the_others_in_their_order(listed: Any, hand: Any) -> None:
    from kozyr.ui.tablet.longlist import AT_ONCE

    assert shown(listed) == list(range(AT_ONCE))
    hand.idle(ROWS + 2)
    assert shown(listed) == list(range(ROWS))


def test_what_is_in_sight_stays_there_while_the_list_grows(listed: Any, hand: Any) -> None:
    from kivy.uix.widget import Widget

    hand.idle(ROWS + 2)
    listed.scroll_y = 0.5
    above = 0.5 * (listed.rows.height - listed.height)
    for _ in range(10):
        listed.rows.add_widget(Widget(size_hint_y=None, height=50))
    hand.idle(2)
    assert (1 - listed.scroll_y) * (listed.rows.height - listed.height) == pytest.approx(above)


def test_a_list_that_nobody_looks_at_any_more_makes_no_more_rows(listed: Any, hand: Any, window: Any) -> None:
    window.remove_widget(listed)
    there = shown(listed)
    hand.idle(ROWS)
    assert shown(listed) == there
