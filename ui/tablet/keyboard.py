"""A keyboard for names and reasons in the language in force: no Cyrillic one comes with Kivy."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from kivy.uix.boxlayout import BoxLayout

from kozyr.ui.locale.text import language, tr
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import key

LETTERS: Final = {
    "uk": ("йцукенгшщзхї", "фівапролджє’", "ґячсмитьбю-"),
    "ru": ("йцукенгшщзхъ", "фывапролджэё", "ячсмитьбю-"),
    "en": ("qwertyuiop", "asdfghjkl’", "zxcvbnm-"),
}
"""Rows of letters, top first."""
NUMERALS: Final = "1234567890"


class Keyboard(BoxLayout):
    """Letters, digits, space and erase. ``typed`` gets the whole text after each key, ``done`` nothing."""

    def __init__(self, text: str, typed: Callable[[str], object], done: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=theme.s * 4, padding=theme.s * 4, **kwargs)
        self.text, self._typed, self._done = text, typed, done
        self._upper = not text
        self._digits = False
        self._build()

    def _build(self) -> None:
        self.clear_widgets()
        rows = LETTERS[language()]
        if self._digits:
            rows = (NUMERALS, *rows[1:])
        for at, letters in enumerate(rows):
            row = BoxLayout(spacing=theme.s * 4)
            if at == len(rows) - 1:
                row.add_widget(key("↑", self._shift, tone="chosen" if self._upper else "plain", size_hint_x=1.4))
            for letter in letters:
                shown = letter.upper() if self._upper else letter
                row.add_widget(key(shown, partial(self._type, shown), base_size=24))
            if at == len(rows) - 1:
                row.add_widget(key("←", self._erase, size_hint_x=1.4, base_size=24))
            self.add_widget(row)
        row = BoxLayout(spacing=theme.s * 4)
        row.add_widget(key(tr("keyboard.letters") if self._digits else "123", self._switch, size_hint_x=1.4))
        row.add_widget(key(tr("keyboard.space"), partial(self._type, " "), size_hint_x=5, base_size=18))
        row.add_widget(key(".", partial(self._type, "."), base_size=24))
        row.add_widget(key(tr("keyboard.done"), self._done, tone="primary", size_hint_x=2.4))
        self.add_widget(row)

    def _type(self, letter: str) -> None:
        self.text = (self.text + letter)[:40]
        self._typed(self.text)
        upper = letter in (" ", ".")
        if upper != self._upper:
            self._upper = upper
            self._build()

    def _erase(self) -> None:
        self.text = self.text[:-1]
        self._typed(self.text)

    def _shift(self) -> None:
        self._upper = not self._upper
        self._build()

    def _switch(self) -> None:
        self._digits = not self._digits
        self._build()
