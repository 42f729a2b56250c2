"""Language, colours, text size and sound: what people set once, kept between starts."""

from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.screens.menu import language_keys
from kozyr.ui.tablet.screens.sheet import Sheet
from kozyr.ui.tablet.screens.start import StartScreen
from kozyr.ui.tablet.sound import sounds
from kozyr.ui.tablet.theme import TEXT_SIZES, THEMES, theme
from kozyr.ui.tablet.widgets import Heading, Key, key


class LookSheet(Sheet):
    """Four settings, a row of keys each."""

    def __init__(self, start: StartScreen) -> None:
        super().__init__(start, tr("start.look"))

    def build(self) -> None:
        for words, keys in (
            (tr("menu.language"), language_keys()),
            (tr("look.theme"), theme_keys()),
            (tr("look.text"), text_keys()),
            (tr("look.sound"), self._sound_keys()),
        ):
            self.add_widget(Heading(text=words, base_size=17, high=28, color=theme.muted))
            self.row(*keys, height=64)
            self.add_widget(Widget(size_hint_y=0.3))
        self.fill()

    def _sound_keys(self) -> list[Key]:
        return [
            key(tr(f"look.sound.{'on' if on else 'off'}"), partial(self._sound, on), base_size=19,
                tone="chosen" if sounds.on == on else "plain", tip=f"sound-{'on' if on else 'off'}")
            for on in (False, True)
        ]  # fmt: skip

    def _sound(self, on: bool) -> None:
        sounds.on = on
        if self.start.attempt(partial(self.start.desk.remembered.change, sound=on)):
            self.start.redraw()
        sounds.tap()


def theme_keys() -> list[Key]:
    """A key for each set of colours."""
    return [
        key(tr(f"menu.theme.{name}"), partial(theme.wear, name), base_size=19, tip=f"theme-{name}",
            tone="chosen" if theme.name == name else "plain")
        for name in THEMES
    ]  # fmt: skip


def text_keys() -> list[Key]:
    """A key for each text size."""
    return [
        key(tr(f"look.text.{name}"), partial(theme.speak, name), base_size=19, tip=f"text-{name}",
            tone="chosen" if theme.text_size == name else "plain")
        for name in TEXT_SIZES
    ]  # fmt: skip


def look_rows() -> list[BoxLayout]:
    """Language, colours and text size as rows of keys, for a menu."""
    rows = []
    for keys in (language_keys(), theme_keys(), text_keys()):
        row = BoxLayout(spacing=theme.s * 6, size_hint_y=None, height=theme.s * 60)
        for one in keys:
            one.base_size, one.pad = 17, 3
            row.add_widget(one)
        rows.append(row)
    return rows
