"""Words too long for their line go on in another one, as large as their neighbours, and part where they may."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.seats import Seat
from kozyr.ui.locale.catalog import LANGUAGES


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_long_line_of_an_account_is_as_large_as_its_neighbours(window: Any, hand: Any, lang: str) -> None:
    from kozyr.ui.locale.text import line_text, seat_text, set_language
    from kozyr.ui.tablet.screens.scores import _counted
    from kozyr.ui.tablet.widgets import Rows, Text

    set_language(lang)
    who = seat_text(Seat.E, short=True)
    lines = [_counted(f"{who} · {line_text(what, short=True)}", 4) for what in ("whists:E:talon-tricks", "pool:made")]
    lines.append(_counted(f"{who} · {line_text('whists:E:talon-tricks')} {line_text('whists:E:talon-tricks')}", 4))
    rows = Rows(size_hint=(None, None), width=360)
    for line in lines:
        rows.add_widget(line)
    window.add_widget(rows)
    hand.idle(4)
    words = [next(one for one in line.children if isinstance(one, Text)) for line in lines]
    assert len({one.font_size for one in words}) == 1
    assert all(line.height >= word.texture_size[1] for line, word in zip(lines, words, strict=True))
    assert lines[-1].height > lines[1].height, "it goes on below"
    window.remove_widget(rows)


@pytest.mark.parametrize("call", ["14H", "14D", "25H capo"])
def test_a_call_never_parts_from_its_suit_sign(call: str) -> None:
    """A line may end where a colour begins: it begins with the number."""
    from kozyr.ui.locale.text import call_text
    from kozyr.ui.tablet.widgets import coloured

    number = call_text(call).split()[0]
    assert f"]{number}[/color]" in coloured(f"0:12  Перший: {call_text(call)}")
    assert number not in coloured(number), "alone it cannot part: the sign is red, the number is not"


@pytest.mark.parametrize("call", ["14H", "13N", "25S capo"])
def test_a_call_of_the_history_stands_in_one_line(call: str, model: Any, show: Callable[..., Any]) -> None:
    from kozyr.ui.locale.text import call_text
    from kozyr.ui.tablet.screens.history import HistoryPage
    from kozyr.ui.tablet.widgets import bare

    model.deal(Seat.E)
    model.call(Seat.S, call)
    screen = show(model, "history")
    assert isinstance(screen._page, HistoryPage)
    line = screen._page._lines[model.session.steps[-1].seq]
    assert call_text(call).replace(" ", "\u00a0") in bare(line.text)
