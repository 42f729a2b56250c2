"""Language, colours, text size, sound and the judge's PIN: what people set once, kept between starts."""

from collections.abc import Iterable
from functools import partial

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.screens.look_keys import language_keys, text_keys, theme_keys
from kozyr.ui.tablet.screens.pin_setting import pin_keys
from kozyr.ui.tablet.screens.sheet import Sheet
from kozyr.ui.tablet.screens.start import StartScreen
from kozyr.ui.tablet.sound import sounds
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, key


class LookSheet(Sheet):
    """Five settings, a row of keys each; lying the last two are short enough for one."""

    def __init__(self, start: StartScreen) -> None:
        super().__init__(start, tr("start.look"))

    def build(self) -> None:
        for words, keys in (
            (tr("menu.language"), language_keys()),
            (tr("look.theme"), theme_keys()),
            (tr("look.text"), text_keys()),
        ):
            self.add_widget(_setting(words, keys))
            self.add_widget(Widget(size_hint_y=0.3))
        last = BoxLayout(
            size_hint_y=None, spacing=theme.s * 8, orientation="vertical" if theme.portrait else "horizontal"
        )
        last.add_widget(_setting(tr("look.sound"), self._sound_keys()))
        last.add_widget(_setting(tr("judge.pin"), pin_keys(self.start)))
        last.bind(minimum_height=last.setter("height"))
        self.add_widget(last)
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


def _setting(words: str, keys: Iterable[Key]) -> BoxLayout:
    """What is set, and a key for each way to set it."""
    box, row = BoxLayout(orientation="vertical", size_hint_y=None, height=theme.s * 100), BoxLayout(spacing=theme.s * 8)
    box.spacing = theme.s * 8
    box.add_widget(Heading(text=words, base_size=17, high=28, color=theme.muted))
    for one in keys:
        row.add_widget(one)
    box.add_widget(row)
    return box
