"""A page of the start screen: a title, a way back, keys in one column upright and in two lying."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget
from kivy.utils import get_hex_from_color

from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, Scroll, Text, WrapKey, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.start import StartScreen

ROW: Final = 64
"""The height of a row of keys, units."""


class Sheet(BoxLayout):
    """Covers the start screen. ``build`` puts its widgets; what it keeps stands in ``start.state``."""

    says = True
    """False for a page with a place of its own for what went wrong."""

    def __init__(self, start: "StartScreen", title: str) -> None:
        super().__init__(orientation="vertical", spacing=theme.s * 8, padding=theme.s * 12)
        self.start = start
        with self.canvas.before:
            Color(*theme.ground)
            self._ground = Rectangle()
        self.bind(pos=self._place, size=self._place)
        head = BoxLayout(size_hint_y=None, height=theme.s * 62, spacing=theme.s * 12)
        head.add_widget(
            key(tr("key.back"), self.start.back, base_size=19, size_hint_x=None, width=theme.s * 130, tip="back")
        )
        head.add_widget(Heading(text=title, base_size=26, high=62))
        self.add_widget(head)
        if start.state.said and self.says:
            self.add_widget(said_line(start.state.said))
        self.build()

    def build(self) -> None:
        """Puts the widgets."""

    def _place(self, *_: object) -> None:
        self._ground.pos, self._ground.size = self.pos, self.size

    def row(self, *keys: Widget, height: float = ROW) -> BoxLayout:
        """Keys beside one another."""
        made = BoxLayout(spacing=theme.s * 8, size_hint_y=None, height=theme.s * height)
        for one in keys:
            made.add_widget(one)
        self.add_widget(made)
        return made

    def listed(self, keys: Iterable[Widget], columns: int | None = None, tip: str = "") -> Scroll:
        """Keys in a grid that scrolls where it must; where it stood is kept under ``tip``."""
        grid = GridLayout(cols=columns or columns_here(), spacing=theme.s * 8, size_hint_y=None, padding=(0, 0, 10, 0))
        grid.bind(minimum_height=grid.setter("height"))
        for one in keys:
            grid.add_widget(one)
        scroll = Scroll(scroll_y=self.start.state.scrolled.get(tip, 1.0))
        scroll.bind(scroll_y=lambda _, at: self.start.state.scrolled.__setitem__(tip, at))
        scroll.add_widget(grid)
        self.add_widget(scroll)
        return scroll

    def fill(self) -> None:
        """Takes up what is left of the page."""
        self.add_widget(Widget())


class ChoiceSheet(Sheet):
    """One of several things: ``choices`` are (words, small words below, whether it is the one in force, what to do)."""

    def __init__(
        self, start: "StartScreen", title: str, choices: Iterable[tuple[str, str, bool, Callable[[], object]]]
    ) -> None:
        self._choices = tuple(choices)
        super().__init__(start, title)

    def build(self) -> None:
        self.listed([choice_key(words, small, chosen, do) for words, small, chosen, do in self._choices], tip="choice")


def choice_key(words: str, small: str, chosen: bool, do: Callable[[], object], tip: str = "") -> WrapKey:
    """A key with a thing to choose and what it means."""
    mark = "●  " if chosen else "○  "
    text = f"[b]{mark}{words}[/b]" + (f"\n{muted(small)}" if small else "")
    made = WrapKey(text, do, base_size=19)
    made.tip = tip
    return made


def muted(text: str, size: int = 16) -> str:
    """Markup of minor words."""
    ink = get_hex_from_color(theme.muted)
    return f"[size={int(theme.s * theme.t * size)}][color={ink}]{text}[/color][/size]"


def setting_key(label: str, value: str, do: Callable[[], object], tip: str) -> Key:
    """A key that names a setting and shows what is in force; it opens the choice."""
    made = key(f"{muted(label)}\n{value}", do, base_size=20, halign="left", tip=tip, pad=14)
    made.size_hint_y, made.height = None, theme.s * max(68, 58 * theme.t)
    return made


def said_line(text: str) -> Text:
    """One sentence about what went wrong."""
    # The red of the suits is made to be read on the ground; that of danger lies below white words.
    return Text(text=text, base_size=18, color=theme.red_suit, padding=(theme.s * 8, theme.s * 4))


def columns_here() -> int:
    """How many columns of keys fit."""
    return 1 if theme.portrait else 2
