"""A keyboard on the screen for names and reasons, Ukrainian, Russian or Latin, and a pad of digits.

No Cyrillic keyboard comes with Kivy. A real keyboard types into the one on the screen.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.utils import escape_markup, get_hex_from_color

from kozyr.ui.locale.text import language, tr
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Chip, Heading, key

LETTERS: Final = {
    "uk": ("йцукенгшщзхї", "фівапролджє’", "ґячсмитьбю-"),
    "ru": ("йцукенгшщзхъ", "фывапролджэё", "ячсмитьбю-"),
    "en": ("qwertyuiop", "asdfghjkl’", "zxcvbnm-"),
}
"""Rows of letters, top first."""
NAMES: Final = {"uk": "УКР", "ru": "РУС", "en": "ABC"}
"""What the key says that changes to a layout."""
NUMERALS: Final = ("1234567890", ".,:;/@!?()", "-_+=№%&\"'*")
MOST_LETTERS: Final = 40
"""Longer texts are cut off, where the caller does not want more."""
UPRIGHT_ROW: Final = 9
"""Letters that fit a row of an upright screen: a finger needs 9 mm."""


class Keyboard(BoxLayout):
    """Letters, digits, space and erase. ``typed`` gets the whole text after each key, ``done`` nothing."""

    def __init__(
        self,
        text: str,
        typed: Callable[[str], object],
        done: Callable[[], object],
        *,
        layout: str | None = None,
        most: int = MOST_LETTERS,
        **kwargs: Any,
    ) -> None:
        super().__init__(orientation="vertical", spacing=theme.s * 4, padding=theme.s * 4, **kwargs)
        self.text, self._typed, self.done, self._most = text, typed, done, most
        self.layout = layout or language()
        self._upper = not text and layout is None
        self._digits = False
        self._build()

    @property
    def _rows(self) -> tuple[str, ...]:
        rows = NUMERALS if self._digits else LETTERS[self.layout]
        if not theme.portrait or max(map(len, rows)) <= UPRIGHT_ROW:
            return rows
        letters = "".join(rows)
        long = -(-len(letters) // (len(rows) + 1))
        return tuple(letters[at : at + long] for at in range(0, len(letters), long))

    def _build(self) -> None:
        self.clear_widgets()
        for letters in self._rows:
            row = BoxLayout(spacing=theme.s * 4)
            for letter in letters:
                shown = letter.upper() if self._upper else letter
                row.add_widget(key(shown, partial(self.type, shown), base_size=24, pad=1))
            self.add_widget(row)
        self.add_widget(self._last_row())

    def _last_row(self) -> BoxLayout:
        following = list(LETTERS)[(list(LETTERS).index(self.layout) + 1) % len(LETTERS)]
        row = BoxLayout(spacing=theme.s * 4)
        row.add_widget(key("↑", self._shift, tone="chosen" if self._upper else "plain", size_hint_x=1.2, tip="shift"))
        row.add_widget(key(tr("keyboard.letters") if self._digits else "123", self._switch, size_hint_x=1.2, pad=2))
        row.add_widget(key(NAMES[following], partial(self._lay, following), size_hint_x=1.2, base_size=18, pad=2,
                           tip="layout"))  # fmt: skip
        row.add_widget(key(tr("keyboard.space"), partial(self.type, " "), size_hint_x=2.6, base_size=18, tip="space"))
        row.add_widget(key("←", self.erase, size_hint_x=1.2, base_size=24, tip="erase"))
        row.add_widget(key(tr("keyboard.done"), self.done, tone="primary", size_hint_x=2.2, tip="done", base_size=20))
        return row

    def type(self, letter: str) -> None:
        """One more letter."""
        self.text = (self.text + letter)[: self._most]
        self._typed(self.text)
        upper = letter in (" ", ".") and self.layout == language()
        if upper != self._upper:
            self._upper = upper
            self._build()

    def erase(self) -> None:
        """One letter less."""
        self.text = self.text[:-1]
        self._typed(self.text)

    def _shift(self) -> None:
        self._upper = not self._upper
        self._build()

    def _switch(self) -> None:
        self._digits = not self._digits
        self._build()

    def _lay(self, layout: str) -> None:
        self.layout, self._digits = layout, False
        self._build()


def written(text: str) -> str:
    """What is being written, as markup with the place where it goes on."""
    ink = get_hex_from_color(theme.accent)
    return f"{escape_markup(text)}[color={ink}]|[/color]"


def field(text: str, base_size: float) -> Chip:
    """The line that is being written; its ``text`` is set with ``written``."""
    return Chip(text=written(text), fill=theme.key_dim, base_size=base_size, size_hint_y=None, height=theme.s * 84)


class NumberPad(BoxLayout):
    """Digits for a whole number; ``typed`` gets all of it after each key, ``done`` when anything was typed.

    ``hidden``: dots instead of digits.
    """

    def __init__(
        self,
        text: str,
        done: Callable[[str], object],
        *,
        typed: Callable[[str], object],
        hint: str = "",
        most: int = 5,
        hidden: bool = False,
    ) -> None:
        super().__init__(orientation="vertical", spacing=theme.s * 6)
        self.text, self._done, self._typed = text, done, typed
        self._hint, self._most, self._hidden = hint, most, hidden
        self._is_wrong = False
        self._shown = Heading(base_size=36, halign="center", high=46 if theme.portrait else 60)
        self._show()
        self.add_widget(self._shown)
        grid = GridLayout(cols=3, spacing=theme.s * 6)
        for digit in "123456789":
            grid.add_widget(key(digit, partial(self.type, digit), base_size=28))
        grid.add_widget(key("←", self.erase, base_size=26, tip="erase"))
        grid.add_widget(key("0", partial(self.type, "0"), base_size=28))
        grid.add_widget(key(tr("key.done"), self.done, tone="primary", base_size=20, tip="done"))
        self.add_widget(grid)

    def type(self, digit: str) -> None:
        """One more digit."""
        if digit.isdecimal():
            self._change((self.text + digit)[: self._most])

    def erase(self) -> None:
        """One digit less."""
        self._change(self.text[:-1])

    def hint(self, text: str, *, is_wrong: bool = False) -> None:
        """What stands in the number's place while nothing is typed; ``is_wrong``: in the colour of a refusal."""
        self._hint, self._is_wrong = text, is_wrong
        self._show()

    def empty(self) -> None:
        """Nothing is typed."""
        self._change("")

    def _change(self, text: str) -> None:
        self.text = text
        self._typed(text)
        self._show()

    def _show(self) -> None:
        self._shown.text = ("•" * len(self.text) if self._hidden else self.text) or self._hint
        is_refusal = self._is_wrong and not self.text
        self._shown.color = theme.danger if is_refusal else theme.text
        self._shown.base_size = 24 if is_refusal else 36

    def done(self) -> None:
        """Hands the number over."""
        if self.text:
            self._done(self.text)
