"""Every screen that ``docs/screens/pages.py`` pictures: words fit, keys are for fingers, nothing leaves its place.

Two looks in every run; ``make test-long`` sees every screen in each language, size and text size.
"""

import ast
import json
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

from kozyr.ui.locale.catalog import LANGUAGES
from kozyr.ui.tablet.keyboard import LETTERS, NUMERALS

ROOT = Path(__file__).parents[3]
SIZES = ((1024, 600), (1280, 800), (800, 1280), (600, 1024))
TEXTS = ("normal", "large")
EVERY_TIME = (("uk", (1024, 600), "normal"), ("ru", (600, 1024), "large"))
"""The looks of every run: the usual one, and the one with the least room for words."""
LEAST_PX = 59.5
"""Where a finger meets a key, units: 9 mm on a 7-inch screen of 1024×600, and half a pixel for rounding."""
MOST_REACH_PX = 12
"""A key takes touches so far beside it, not farther."""
LEAST_SHRINK = 0.5
"""No word may be smaller than this part of its intended size."""
LOOKS = [
    pytest.param(*look, marks=() if look in EVERY_TIME else pytest.mark.long, id="-".join(map(str, look)))
    for look in product(LANGUAGES, SIZES, TEXTS)
]


@pytest.fixture
def screens(pictured: dict[str, Callable[[str], Any]]) -> Iterator[dict[str, Callable[[str], Any]]]:
    """Every screen by its name."""
    from kozyr.ui.tablet.theme import theme

    yield pictured
    theme.speak("normal")


@pytest.mark.timeout(900)
@pytest.mark.parametrize(("lang", "size", "text"), LOOKS)
def test_words_keys_and_places(
    lang: str, size: tuple[int, int], text: str, screens: dict[str, Callable[[str], Any]], window: Any
) -> None:
    from kozyr.ui.locale.text import set_language
    from kozyr.ui.tablet.theme import theme

    set_language(lang)
    theme.speak(text)
    theme.fit(*size)
    wrong: list[Any] = []
    for name, make in screens.items():
        screen = make(lang)
        screen.size_hint, screen.size = (None, None), size
        window.add_widget(screen)
        laid_out()
        wrong += [(name, *one) for one in faults(screen)]
        window.remove_widget(screen)
        screen.close()
    assert not wrong, wrong


def laid_out() -> None:
    """The layout is worked out; nothing is drawn."""
    from kivy.clock import Clock
    from kivy.lang import Builder

    for _ in range(4):
        Clock.tick()
        Builder.sync()
        Clock.tick_draw()


def faults(screen: Any) -> Iterator[tuple[Any, ...]]:
    """What a person would see that is wrong: (what, the words, sizes)."""
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import FitLabel, Text, plain

    for one in screen.walk():
        if touchable(one) and not scrolled(one):
            yield from missed_by_fingers(one, screen)
        words = plain(getattr(one, "text", "")).strip()
        if not words or one.width <= 1 or one.height <= 1:
            continue
        if isinstance(one, FitLabel):
            if one.texture_size[0] > one.width + 1 or one.texture_size[1] > one.height + 2:
                yield "clipped", words, tuple(one.size), tuple(one.texture_size)
            if one.font_size < LEAST_SHRINK * one.base_size * theme.s:
                yield "tiny", words, one.font_size / theme.s, one.base_size
            if broken(one, words):
                yield "a word is broken in two", words, tuple(one.size), one.font_size
        elif isinstance(one, Text) and one.texture_size[0] > one.width + 1:
            yield "clipped", words, tuple(one.size), tuple(one.texture_size)
        if not scrolled(one) and outside(one, screen):
            yield "outside the screen", words, one.to_window(*one.pos), tuple(one.size)
    page = getattr(screen, "_page", None)
    shown = page.children if page is not None and page.get_root_window() is not None else ()
    if any(child.top > page.top + 2 or child.y < page.y - 2 for child in shown):
        yield "higher than its page", type(page).__name__


def touchable(widget: Any) -> bool:
    """Whether a touch on it does something; a card of a hand that lies open is only looked at."""
    from kivy.uix.behaviors import ButtonBehavior

    idle = getattr(widget, "small", False) and widget.do is None
    return isinstance(widget, ButtonBehavior) and not widget.disabled and not idle and min(widget.size) > 1


def missed_by_fingers(key: Any, screen: Any) -> Iterator[tuple[Any, ...]]:
    """What is wrong with the place on which a touch means a key: it is small, or another key takes a part of it."""
    what = plain_name(key)
    least = LEAST_PX * label_scale()
    if taker(screen, *key.center) is not key:
        return
    for across, side in enumerate(key.size):
        met = side
        for sign in (-1, 1):
            edge = list(key.center)
            edge[across] += sign * (side / 2 - 0.5)
            if taker(screen, *edge) is not key:
                yield "another takes its touches", what, tuple(key.size)
            for _ in range(MOST_REACH_PX if side < least else 0):
                edge[across] += sign
                if not 0 <= edge[across] <= screen.size[across] or taker(screen, *edge) is not key:
                    break
                met += 1
        if met < least:
            yield "too small for a finger", what, tuple(one / label_scale() for one in key.size), met / label_scale()


def plain_name(key: Any) -> str:
    """A key as a person would name it."""
    return str(getattr(key, "text", "") or getattr(key, "card", "") or type(key).__name__)


def taker(widget: Any, x: float, y: float) -> Any:
    """Which key a touch at a place in the window means; None for none. In the order in which they are asked."""
    from kivy.uix.behaviors import ButtonBehavior
    from kivy.uix.scrollview import ScrollView

    for child in widget.children:
        if child.disabled or (isinstance(child, ScrollView) and not child.collide_point(x, y)):
            continue
        if (found := taker(child, x, y)) is not None:
            return found
    return widget if isinstance(widget, ButtonBehavior) and widget.collide_point(x, y) else None


def broken(label: Any, words: str) -> bool:
    """Whether a word is wider than its label, so that it goes on in the next line."""
    from kozyr.ui.tablet.widgets import _extent

    room = label.width - 2 * label.pad * label_scale()
    return any(_extent(word, label.font_size, label.bold) > room + 1 for word in words.split())


def label_scale() -> float:
    """The scale of the layout."""
    from kozyr.ui.tablet.theme import theme

    return float(theme.s)


def scrolled(widget: Any) -> bool:
    """Whether it lies in a list."""
    from kivy.uix.scrollview import ScrollView

    above = widget.parent
    while above is not None and above.parent is not above:
        if isinstance(above, ScrollView):
            return True
        above = above.parent
    return False


def outside(widget: Any, screen: Any) -> bool:
    """Whether a part of it cannot be seen."""
    x, y = widget.to_window(*widget.pos)
    return bool(x < -1 or y < -1 or x + widget.width > screen.width + 1 or y + widget.height > screen.height + 1)


def test_no_letter_of_any_text_is_missing_from_the_face() -> None:
    needed = set("".join("".join(rows) for rows in (*LETTERS.values(), NUMERALS)))
    needed |= {letter.upper() for letter in needed}
    for file in (ROOT / "ui" / "locale").glob("*.json"):
        needed |= set("".join(texts(json.loads(file.read_text("utf-8")))))
    for file in (ROOT / "ui" / "tablet").rglob("*.py"):
        needed |= signs(ast.parse(file.read_text("utf-8")))
    needed -= set("\n\u00a0 ")
    for file in sorted((ROOT / "ui" / "tablet" / "fonts").glob("*.ttf")):
        known = TTFont(file).getBestCmap()
        assert not [letter for letter in sorted(needed) if ord(letter) not in known], file.name


def signs(tree: ast.Module) -> set[str]:
    """The letters beyond ASCII that stand on keys and labels without being a text of any language: ``←``."""
    about = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    said = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in about)
    return {letter for node in said if isinstance(node.value, str) for letter in node.value if not letter.isascii()}


def texts(found: Any) -> Iterator[str]:
    """All words in a file of texts."""
    if isinstance(found, str):
        yield found
    else:
        for one in found.values() if isinstance(found, dict) else found:
            yield from texts(one)
