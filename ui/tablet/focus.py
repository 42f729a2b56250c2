"""Mouse and keyboard: arrows move a ring from key to key, Enter presses, Escape goes back, letters are typed."""

import math
from collections.abc import Iterator
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Line
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.keyboard import Keyboard, NumberPad
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import plain

ARROWS: Final = {273: (0, 1), 274: (0, -1), 275: (1, 0), 276: (-1, 0)}
"""Key codes to directions."""
_ENTER: Final = (13, 271)
_ESCAPE: Final = 27
_ERASE: Final = 8
_TAB: Final = 9
_BACK_TIPS: Final = ("back", "close", "cancel")
_ASIDE: Final = 2.5
"""How much a step aside counts against a step in the direction of the arrow."""


class KeyFocus:
    """The ring, and what the keys of a keyboard do with a tree of widgets. ``stop`` ends it."""

    def __init__(self, root: Widget, window: Any) -> None:
        self._root, self._window = root, window
        self.on: Widget | None = None
        self._ring = InstructionGroup()
        window.bind(on_key_down=self._pressed, on_textinput=self._text, on_touch_down=self._touched)

    def stop(self) -> None:
        """No longer listens."""
        self._window.unbind(on_key_down=self._pressed, on_textinput=self._text, on_touch_down=self._touched)
        self._clear()

    def _touched(self, *_: object) -> bool:
        """A finger or the mouse is at work: the ring goes."""
        self._clear()
        return False

    def _pressed(self, _: object, code: int, scan: int, letter: str | None, held: list[str]) -> bool:
        typing = self._typing()
        if code in ARROWS:
            self._move(*ARROWS[code])
        elif code == _TAB:
            self._step(-1 if "shift" in held else 1)
        elif code in _ENTER:
            if self._on_now() is not None:
                press(self.on)
            elif typing is not None:
                typing.done()
        elif code == _ERASE and typing is not None:
            typing.erase()
        elif code == _ESCAPE:
            self._escape()
        else:
            return False
        return True

    def _text(self, _: object, text: str) -> bool:
        typing = self._typing()
        if typing is not None:
            typing.type(text)
            return True
        if text.isdecimal():
            keys = {plain(getattr(one, "text", "")): one for one in self._touchable()}
            if all(str(digit) in keys for digit in range(10)):
                press(keys[text])
                return True
        return False

    def _typing(self) -> Keyboard | NumberPad | None:
        return next((one for one in self._root.walk() if isinstance(one, Keyboard | NumberPad)), None)

    def _touchable(self) -> list[Widget]:
        """What can be pressed, from the upper left to the lower right."""
        found = [one for one in self._root.walk() if isinstance(one, ButtonBehavior) and is_seen(one)]
        return sorted(found, key=lambda one: (-round(_middle(one)[1] / 20), _middle(one)[0]))

    def _on_now(self) -> Widget | None:
        """What the ring is on, if that is still there."""
        if self.on is not None and self.on not in self._touchable():
            self._clear()
        return self.on

    def _move(self, dx: int, dy: int) -> None:
        keys = self._touchable()
        now = self._on_now()
        if not keys:
            return
        if now is None:
            self._put(next((one for one in keys if getattr(one, "tone", "") == "primary"), keys[0]))
            return
        x, y = _middle(now)
        best, least = None, math.inf
        for one in keys:
            to_x, to_y = _middle(one)
            ahead = (to_x - x) * dx + (to_y - y) * dy
            aside = abs((to_x - x) * dy) + abs((to_y - y) * dx)
            if one is not now and ahead > 1 and ahead + _ASIDE * aside < least:
                best, least = one, ahead + _ASIDE * aside
        if best is not None:
            self._put(best)

    def _step(self, by: int) -> None:
        keys = self._touchable()
        now = self._on_now()
        if keys:
            self._put(keys[(keys.index(now) + by) % len(keys)] if now in keys else keys[0])

    def _escape(self) -> None:
        words = {tr("key.back"), tr("key.close")}
        keys = self._touchable()
        for one in keys:
            if getattr(one, "tip", "") in _BACK_TIPS or plain(getattr(one, "text", "")) in words:
                press(one)
                return

    def _put(self, one: Widget) -> None:
        self._clear()
        self.on = one
        for scroll in _around(one):
            scroll.scroll_to(one, padding=20, animate=False)
        x, y, wide, high, s = one.x, one.y, one.width, one.height, theme.s
        for colour, inset, width in ((theme.accent, 1, s * 2), (theme.accent_text, 1 + s * 3, 1)):
            self._ring.add(Color(*colour))
            frame = (x + inset, y + inset, wide - 2 * inset, high - 2 * inset, s * 9)
            self._ring.add(Line(rounded_rectangle=frame, width=width))
        one.canvas.after.add(self._ring)

    def _clear(self) -> None:
        if self.on is not None:
            self.on.canvas.after.remove(self._ring)
        self.on = None
        self._ring = InstructionGroup()


def press(one: Any) -> None:
    """As a finger would."""
    one.dispatch("on_press")
    one.dispatch("on_release")


def is_seen(one: Widget) -> bool:
    """Whether a widget can be touched: shown, enabled, and not scrolled away altogether."""
    return not one.disabled and one.opacity > 0 and one.width > 1 and one.height > 1


def _middle(one: Widget) -> tuple[float, float]:
    x, y = one.to_window(*one.center)
    return float(x), float(y)


def _around(one: Widget) -> Iterator[Any]:
    parent = one.parent
    while parent is not None and parent is not parent.parent:
        if isinstance(parent, ScrollView):
            yield parent
        parent = parent.parent
