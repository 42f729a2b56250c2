"""Language, colours, text size and sound: what people set once, kept between starts."""

from functools import partial

from kivy.uix.widget import Widget

from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.screens.look_keys import language_keys, text_keys, theme_keys
from kozyr.ui.tablet.screens.sheet import Sheet
from kozyr.ui.tablet.screens.start import StartScreen
from kozyr.ui.tablet.sound import sounds
from kozyr.ui.tablet.theme import theme
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
