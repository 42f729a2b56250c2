"""The deck pages' two halves: the picture, and beside or below it words and keys."""

from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.screens.decks_files import Take, ask_picture
from kozyr.ui.tablet.screens.decks_picture import PicturePane
from kozyr.ui.tablet.screens.start import StartScreen
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Key, Text, key


def halves(start: StartScreen) -> tuple[BoxLayout, PicturePane, BoxLayout]:
    """A page of two: the picture, and beside or below it a column of words and keys."""
    body = BoxLayout(spacing=theme.s * 12, orientation="vertical" if theme.portrait else "horizontal")
    side = BoxLayout(orientation="vertical", spacing=theme.s * 8)
    if theme.portrait:
        side.size_hint_y, side.height = None, theme.s * 470
    else:
        side.size_hint_x, side.width = None, theme.s * 400
    pane = PicturePane(start)
    body.add_widget(pane)
    body.add_widget(side)
    return body, pane, side


def warning_ink() -> Any:
    """The colour of words about what does not fit: the accent is too pale for words on a light ground."""
    return theme.danger if theme.name == "light" else theme.accent


def beside(*keys: Key, high: float) -> BoxLayout:
    """Keys in a row."""
    row = BoxLayout(spacing=theme.s * 8, size_hint_y=None, height=theme.s * high)
    for one in keys:
        row.add_widget(one)
    return row


def add_taking_keys(side: BoxLayout, start: StartScreen, pane: PicturePane, take: Take) -> None:
    """What the light lacks, the large key that takes the camera's picture, and the one that takes one from a folder.

    They change in place: a key that is put anew under a finger would lose its touch.
    """
    hint = Text(text="", base_size=19, color=warning_ink(), padding=(theme.s * 4, theme.s * 2))
    files = key(tr("decks.from-file"), partial(ask_picture, start, take), base_size=18, tip="from-file")
    side.add_widget(hint)
    side.add_widget(Widget())
    if pane.camera is None:
        files.tone, files.base_size = "primary", 22
        side.add_widget(beside(files, high=92))
        return

    def shoot() -> None:
        if pane.shot is not None:
            take(pane.shot.copy())

    made = key(tr("decks.take"), shoot, base_size=24, tip="take")
    side.add_widget(beside(files, high=62))
    side.add_widget(beside(made, high=92))

    def heard() -> None:
        hint.text = pane.hint
        made.lit = pane.shot is not None
        made.tone = "primary" if made.lit else "plain"

    pane.heard = heard
    heard()
