"""Keys for language, colours and text size, for the start screen and the menu of a table."""

from functools import partial

from kivy.uix.boxlayout import BoxLayout

from kozyr.ui.locale.text import LANGUAGES, language, set_language, tr
from kozyr.ui.tablet.theme import TEXT_SIZES, THEMES, theme
from kozyr.ui.tablet.widgets import Key, key


def language_keys() -> list[Key]:
    """A key for each language, its own name on it."""
    return [
        key(
            tr("lang.name", lang), partial(set_language, lang), base_size=18, tip=f"lang-{lang}",
            tone="chosen" if lang == language() else "plain",
        )
        for lang in LANGUAGES
    ]  # fmt: skip


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
    """Language, colours and text size as rows of keys, for a menu; an upright screen is wide enough for two rows."""
    rows = []
    upright = (language_keys(), [*theme_keys(), *text_keys()])
    for keys in upright if theme.portrait else (language_keys(), theme_keys(), text_keys()):
        row = BoxLayout(spacing=theme.s * 6, size_hint_y=None, height=theme.s * 60)
        for one in keys:
            one.base_size, one.pad = 17, 3
            row.add_widget(one)
        rows.append(row)
    return rows
