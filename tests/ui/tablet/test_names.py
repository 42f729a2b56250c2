"""Names as people type them: long ones are cut off, signs that mean markup are read as they are, everywhere."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.errors import KozyrError
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import set_language, tr

from .test_every_screen import EVERY_TIME, broken, laid_out

TYPED = "Найдовшеодинокеслово[i]&amp;"
"""A name of one word, with signs that mean markup."""
DRAWN = "&bl;i&br;&amp;amp;"
"""Its end as a label must be given it."""
LOOKS = (pytest.param(*EVERY_TIME[0], marks=pytest.mark.long), EVERY_TIME[1])
"""That with the least room for words is seen in every run."""


@pytest.fixture
def long_names(pictured: dict[str, Callable[[str], Any]], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Every screen with such players, folders and files."""
    import further
    import pages
    import play

    for words in (pages.WORDS, play.WORDS, further.FOLDERS):
        for lang in words:
            monkeypatch.setitem(words, lang, TYPED)
    return pictured


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("lang", "size", "text"), LOOKS)
def test_long_names_with_signs_of_markup_on_every_screen(
    lang: str, size: tuple[int, int], text: str, long_names: dict[str, Callable[[str], Any]], window: Any
) -> None:
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import FitLabel, Name, bare

    set_language(lang)
    theme.speak(text)
    theme.fit(*size)
    drawn, wrong = 0, list[Any]()
    for name, make in long_names.items():
        screen = make(lang)
        screen.size_hint, screen.size = (None, None), size
        window.add_widget(screen)
        laid_out()
        for one in screen.walk():
            words = getattr(one, "text", "")
            drawn += DRAWN in words
            if "[i]" in words or (isinstance(one, Name) and "[i]" in one.name):
                wrong.append((name, "markup of people's own", words))
            if isinstance(one, FitLabel) and one.width > 1 and broken(one, bare(words)):
                wrong.append((name, "a word is broken in two", words, tuple(one.size), one.font_size))
        window.remove_widget(screen)
        screen.close()
    theme.speak("normal")
    assert not wrong, wrong
    assert drawn > 20


def test_columns_of_the_auction_are_headed_by_names(model: Any, show: Callable[..., Any], hand: Any) -> None:
    model.deal(Seat.S)
    show(model)
    hand.idle()
    assert hand.texts().count("Третій") == 2
    assert tr("seat.N") not in hand.texts()


def test_why_something_cannot_be_is_said_as_it_is_written(window: Any, tmp_path: Path) -> None:
    from kozyr.ui.tablet.screens.start import StartDesk, StartScreen, first_state
    from kozyr.ui.tablet.widgets import bare

    def refuse() -> None:
        raise KozyrError("{path} cannot be read", path="[b]stick[/b]")

    desk = StartDesk(lambda _: None, lambda _: None)
    screen = StartScreen(desk, lambda _: None, first_state(desk))
    assert not screen.attempt(refuse)
    assert "[b]" not in screen.state.said
    assert "[b]stick[/b]" in bare(screen.state.said)
