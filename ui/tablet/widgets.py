"""Keys, labels and chips that every screen is made of: large, rounded, readable in a dim room."""

import re
import time
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final
from weakref import WeakSet

from kivy.core.text import Label as CoreLabel
from kivy.lang import Builder
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, OptionProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.scrollview import ScrollView
from kivy.utils import escape_markup, get_hex_from_color

from kozyr.ui.tablet.kept import Deed, kept
from kozyr.ui.tablet.sound import sounds
from kozyr.ui.tablet.textures import forget_all, words
from kozyr.ui.tablet.theme import theme

DOUBLE_TAP_S: Final = 0.12
"""Two touches that begin this close together, at one place, are one tap told twice (mouse and touch on a Pi)."""
DOUBLE_TAP_PX: Final = 24
LEADING: Final = 1.18
"""The height of a line in font sizes."""
LEAST: Final = 0.45
"""No word shrinks below this part of its size."""
_MEASURED_PX: Final = 96
"""A text is measured in this size first."""
LEAST_NAME: Final = 0.7
"""A name that would be smaller still is cut off."""
_MARKUP: Final = re.compile(r"\[/?[a-z]+(?:=[^\]]*)?\]")
_SUITED: Final = re.compile("[♥♦]")
_WITH_SUIT: Final = re.compile(r"[\w.]*[♥♦]")
_LONG: Final = re.compile(r"[^\s\[\]]{18,}")
_PART: Final = re.compile(r"[/._-](?=[^/._-])")


def coloured(text: str, red: str | None = None) -> str:
    """``text`` as markup with red hearts and diamonds, in the theme's red when none is given.

    Of several words the whole one is red: a line may end wherever a colour begins, and no call parts from its sign.
    """
    red = red or get_hex_from_color(theme.red_suit)
    return (_WITH_SUIT if " " in text else _SUITED).sub(lambda found: f"[color={red}]{found.group()}[/color]", text)


def breakable(text: str) -> str:
    """``text`` with places in its long words, such as paths, at which a line may end: an end of markup is one."""
    return _LONG.sub(lambda found: _PART.sub(lambda part: f"{part.group()}[b][/b]", found.group()), text)


def plain(text: str) -> str:
    """``text`` without its markup."""
    return _MARKUP.sub("", text)


def bare(text: str) -> str:
    """``text`` as it is read: without its markup, and the signs that stand for some of people's own as they are."""
    return plain(text).replace("&bl;", "[").replace("&br;", "]").replace("&amp;", "&")


_scaled: WeakSet["FitLabel"] = WeakSet()
"""Every label on a screen: it follows the theme's scale. ``theme.bind`` would search all it ever held at each label."""
_dressed: WeakSet["Key"] = WeakSet()
"""Every key on a screen: it follows the theme's colours."""


class FitLabel(Label):
    """One line that shrinks rather than being cut off."""

    base_size = NumericProperty(20)
    """The font size in layout units when there is room."""
    pad = NumericProperty(8)
    """Units kept free at both ends."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("color", theme.text)
        self._shown: tuple[Any, ...] = ()
        super().__init__(markup=True, **kwargs)
        for name in ("text", "size", "base_size", "bold", "pad"):
            self.fbind(name, self.refit)
        _scaled.add(self)
        self.refit()

    @classmethod
    def as_made(cls) -> dict[str, Any]:
        """What pages change of a label, as it is when nobody has."""
        return {
            "text": "", "base_size": 20, "pad": 8, "bold": False, "halign": "center", "color": theme.text,
            "size_hint": (1, 1), "opacity": 1,
        }  # fmt: skip

    def refit(self, *_: object) -> None:
        room = self.width - 2 * self.pad * theme.s
        self.font_size = fitting(bare(self.text), self.base_size * theme.s * theme.t, self.bold, (room, self.height))
        self.text_size = (max(room, 1), None)

    def texture_update(self, *_: object) -> None:
        """Draws the text, unless it stands drawn on this label or, in the same look, on any other."""
        ink = tuple(self.disabled_color if self.disabled else self.color)
        look = (self.text, self.font_size, self.bold, ink, self.halign, self.text_size[0])
        if look == self._shown:
            return
        self._shown = look
        if not self.text.strip():
            super().texture_update()
        else:
            self.texture = words.get(look, self._drawn)
            self.texture_size = list(self.texture.size)

    def redraw(self) -> None:
        """Its picture may be gone."""
        self._shown = ()
        self._trigger_texture()

    def _drawn(self) -> Any:
        super().texture_update()
        # Else the next text would be written over this one, which other labels show.
        self._label.texture = None
        return self.texture


@lru_cache(maxsize=2048)
def fitting(text: str, wanted: float, bold: bool, room: tuple[float, float]) -> float:
    """The font size, ``wanted`` or smaller, at which a text fits a room of (width, height) pixels, in one line or,
    where that makes it larger, in two."""
    width, height = room
    if width <= 0:
        return wanted
    lines = text.split("\n")
    one = _at_size(lines, wanted, bold, room)
    if one >= wanted or len(lines) > 1 or height < 2 * LEADING * wanted * 0.6:
        return max(one, wanted * LEAST)
    words = text.split(" ")
    halves = ([" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words)))
    return max(one, *(_at_size(half, wanted, bold, room) for half in halves), wanted * LEAST)


def _at_size(lines: list[str], wanted: float, bold: bool, room: tuple[float, float]) -> float:
    """The size at which these lines fit, with a hair to spare for the rounding of letters."""
    width, height = room

    def widest(size: float) -> float:
        return max((_extent(line, size, bold) for line in lines), default=0.0)

    # Nearly every word is far from too wide: that is seen without measuring it in each size.
    fits = max((_at_most(line, wanted, bold) for line in lines), default=0.0) <= width
    across, wide = wanted, 0.0 if fits else widest(wanted)
    if wide > width:
        across = wanted * 0.97 * width / wide
        # Letters have whole sizes and whole widths: a smaller one may be a little wider than its share.
        while across > wanted * LEAST and widest(across) > width:
            across *= 0.96
    return min(across, height / (LEADING * len(lines))) if height > 1 else across


def shortened(name: str, size: float, bold: bool, width: float) -> str:
    """A name, safe among markup, that is to stand in one line: cut off where it would be much smaller than ``size``."""
    letters, least = bare(name), size * LEAST_NAME
    if _extent(letters, least, bold) <= width:
        return name
    while letters and _extent(f"{letters}…", least, bold) > width:
        letters = letters[:-1].rstrip()
    return str(escape_markup(f"{letters}…"))


def _at_most(text: str, size: float, bold: bool) -> float:
    """A text is never wider: letters have whole widths, which are up to a pixel more than their share."""
    return breadth(text, bold) * size + len(text) + 1


@lru_cache(maxsize=2048)
def breadth(text: str, bold: bool) -> float:
    """How wide a text is for each pixel of its font size, measured where whole pixels matter little."""
    return _extent(text, _MEASURED_PX, bold) / _MEASURED_PX


@lru_cache(maxsize=4096)
def _extent(text: str, size: float, bold: bool) -> float:
    return float(CoreLabel(font_size=size, font_name="KozyrSans", bold=bold).get_extents(text)[0])


class Name(FitLabel):
    """A player's name in one line: cut off before it is too small to read."""

    name = StringProperty("")
    """In full, safe among markup; ``text`` is as much of it as there is room for."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("name", self.refit)

    @classmethod
    def as_made(cls) -> dict[str, Any]:
        return super().as_made() | {"name": ""}

    def refit(self, *_: object) -> None:
        room = self.width - 2 * self.pad * theme.s
        self.text = shortened(self.name, self.base_size * theme.s * theme.t, self.bold, room)
        super().refit()


class Text(Label):
    """Running text that wraps and is as high as it needs."""

    base_size = NumericProperty(18)

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("color", theme.text)
        super().__init__(**kwargs)

    def on_text(self, _: object, text: str) -> None:
        """A path may go on in the next line where its parts end, not in the middle of a word."""
        made = breakable(text)
        if made != text:
            self.text = made


class Key(Deed, FitLabel):
    """A touch key: ``do`` is done when it is let go of. ``lit`` False: not expected now, but it can be pressed."""

    tone = OptionProperty("plain", options=["plain", "primary", "danger", "good", "quiet", "chosen"])
    lit = BooleanProperty(True)
    fill = ColorProperty((0, 0, 0, 0))
    ink = ColorProperty((1, 1, 1, 1))
    tip = StringProperty("")
    """What it is for, for tests and logs."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("tone", "lit", "state"):
            self.fbind(name, self.dress)
        _dressed.add(self)
        self.dress()

    @classmethod
    def as_made(cls) -> dict[str, Any]:
        changed = super().as_made() | {"bold": True, "base_size": 22, "tone": "plain", "lit": True, "tip": ""}
        del changed["color"]
        return changed

    def dress(self, *_: object) -> None:
        fills = {
            "plain": theme.key if self.lit else theme.key_dim, "primary": theme.accent, "danger": theme.danger,
            "good": theme.good, "quiet": (0, 0, 0, 0), "chosen": theme.key_down,
        }  # fmt: skip
        inks = {"primary": theme.accent_text, "danger": theme.danger_text, "good": theme.accent_text}
        is_down = self.state == "down"
        self.fill = theme.key_down if is_down else fills[self.tone]
        usual = theme.text if self.lit else theme.faint
        self.ink = usual if is_down else inks.get(self.tone, usual)


def key(text: str, do: Callable[[], object], **kwargs: Any) -> Key:
    """A key that calls ``do`` when it is released."""
    made = kept(Key, text=text, **kwargs)
    made.do = do
    return made


class WrapKey(ButtonBehavior, Text):
    """A key with running text, as high as its text and never lower than a finger."""

    def __init__(self, text: str, do: Callable[[], object], **kwargs: Any) -> None:
        super().__init__(text=text, **kwargs)
        self.bind(on_release=lambda *_: do())


class Chip(FitLabel):
    """A short mark on a rounded ground, not touchable."""

    fill = ColorProperty((0, 0, 0, 0.25))

    @classmethod
    def as_made(cls) -> dict[str, Any]:
        return super().as_made() | {"bold": True, "base_size": 15}


class DeedChip(Deed, Chip):
    """A mark that a finger can ask about, wherever it has a ``do``; it lies free, so its reach is larger."""

    reach = 10

    def collide_point(self, x: float, y: float) -> bool:
        """Whether a finger at this place means it."""
        return self.do is not None and super().collide_point(x, y)


class Panel(BoxLayout):
    """A rounded ground for keys."""


class Rows(GridLayout):
    """Rows under one another in a scroll view: grows with its content."""


class Scroll(ScrollView):
    """A scroll view with a bar that a finger finds."""


class Heading(FitLabel):
    """The title of a page, ``high`` units high."""

    high = NumericProperty(40)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, **kwargs)
        self.fbind("high", self._rise)
        self._rise()

    def _rise(self, *_: object) -> None:
        self.height = theme.s * self.high

    @classmethod
    def as_made(cls) -> dict[str, Any]:
        changed = super().as_made() | {"bold": True, "halign": "left", "high": 40}
        del changed["size_hint"]
        return changed


class TapFilter(FloatLayout):
    """The root of the window: swallows a tap that is told twice, whatever it hits."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._last = (0.0, 0.0, -1.0)

    @property
    def touched_s(self) -> float:
        """When it was touched last, ``time.monotonic`` seconds."""
        return self._last[2]

    def on_touch_down(self, touch: Any) -> bool:
        now = time.monotonic()
        x, y, at = self._last
        near = abs(touch.x - x) <= DOUBLE_TAP_PX and abs(touch.y - y) <= DOUBLE_TAP_PX
        self._last = (touch.x, touch.y, now)
        if near and now - at < DOUBLE_TAP_S and not getattr(touch, "is_mouse_scrolling", False):
            return True
        taken = bool(super().on_touch_down(touch))
        if taken and not getattr(touch, "is_mouse_scrolling", False):
            sounds.tap()
        return taken


def draw_anew() -> None:
    """After the graphics memory was lost."""
    forget_all()
    # Every ground of a rule has the scale in its corners: said again, each rule fetches its picture anew.
    theme.property("s").dispatch(theme)
    for one in tuple(_scaled):
        one.redraw()


def _rescale(*_: object) -> None:
    for one in tuple(_scaled):
        one.refit()


def _redress(*_: object) -> None:
    for one in tuple(_dressed):
        one.dress()


theme.fbind("s", _rescale)
theme.fbind("t", _rescale)
theme.fbind("name", _redress)
Builder.load_file(str(Path(__file__).with_suffix(".kv")))
