"""The side panel: the remark, the tabs and the page beside the felt, or below it on a high screen."""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kozyr.ui.tablet.kept import Kept, lay
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.screens.remark import RemarkStrip
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Key, key, plain

WIDTH: Final = 392
"""The panel beside the felt, units."""
HEIGHT: Final = 462
"""The panel below the felt on a high screen, units."""
TABS: Final = 60
"""The row of tabs, units."""
NOTICE_S: Final = 4.0
"""How long a notice stays."""
OFFER_S: Final = 8.0
"""How long one stays that offers something to do."""
OFFERED: Final = 76
"""The width of a key beside what is said, units."""
Offer = tuple[str, Callable[[], object], str]
"""A key beside what is said: (text, what to do, what it is for)."""
STEPS: Final = ("undo-this", "redo-this")
"""Keys beside what is said that mean the step it tells of."""
SETTLE_S: Final = 0.4
"""How long the panel takes no touch after its page has changed by itself: such a touch was meant for the other page."""


class SidePanel(BoxLayout):
    """Shows one page. ``row`` makes the tabs; they go while a page has a task of its own.

    ``above`` is put above the felt: what is said while no tabs are there stands in it, so that no key of the page moves
    or becomes smaller for that.
    """

    settled_at = 0.0
    """From when on it takes touches, ``time.monotonic`` seconds."""

    def __init__(self, remark: RemarkStrip, row: Callable[[], list[Key]], **kwargs: Any) -> None:
        super().__init__(orientation="vertical", **kwargs)
        self.page: Page | None = None
        self.said = ""
        """What was said last."""
        self.offers: tuple[Offer, ...] = ()
        """The keys beside it."""
        self._remark, self._row = remark, row
        self._tabs, self._keys = BoxLayout(), Kept()
        self.above = BoxLayout(size_hint_y=None, height=0)
        self._tone, self._says_on = "plain", False
        self._over = Clock.create_trigger(lambda *_: self.fill_tabs(), NOTICE_S)
        self._offer_over = Clock.create_trigger(lambda *_: self.fill_tabs(), OFFER_S)

    def assemble(self) -> None:
        """Lays everything out anew, for another size, language or colours."""
        for one in (self._remark, self._tabs):
            if one.parent is not None:
                one.parent.remove_widget(one)
        self.clear_widgets()
        self._keys.forget()
        self.size_hint = (1, 1)
        self._tabs.size_hint_y, self._tabs.spacing = None, theme.s * 4
        self._tabs.padding = (theme.s * 4, 0)
        self.above.clear_widgets()
        self.above.height, self.above.spacing = 0, theme.s * 4
        shown: tuple[Widget | None, ...] = (self._remark if theme.portrait else None, self._tabs, self.page)
        for one in filter(None, shown):
            self.add_widget(one)
        if theme.portrait:
            self.size_hint_y, self.height = None, theme.s * HEIGHT
        else:
            self.size_hint_x, self.width = None, theme.s * WIDTH

    def show(self, page: Page) -> None:
        """Shows another page; the tabs are filled by ``fill_tabs``."""
        if self.page is not None:
            self.remove_widget(self.page)
        self.page = page
        self.add_widget(page)
        if page.settles:
            self.settle()

    @contextmanager
    def saying_on(self) -> Iterator[None]:
        """Meanwhile the table changes by itself, not by a touch here: what is said stays its time.

        A step back or forward beside it goes: it would be another one now.
        """
        self._says_on = self._is_saying
        if self._says_on:
            self.offers = tuple(one for one in self.offers if one[2] not in STEPS)
        try:
            yield
        finally:
            self._says_on = False

    @property
    def _is_saying(self) -> bool:
        """Whether a sentence stands there whose time is not over, and that nobody has touched away."""
        return bool(self._over.is_triggered or self._offer_over.is_triggered)

    def fill_tabs(self) -> None:
        """The tabs that are offered now; none while a page has a task of its own. What is not to stay goes."""
        whole = self.page is not None and self.page.whole
        self._remark.show(aside=whole or (theme.portrait and self.page is not None and self.page.full))
        self._tabs.height = 0 if whole else theme.s * TABS
        self.above.height = 0
        with self._keys.building():
            tabs = [] if whole else self._row()
            for one in tabs:
                # High enough as they are; what lies beside them is not.
                one.reach = 0
            lay(self.above, [])
            lay(self._tabs, tabs)
        if self._says_on and self._is_saying:
            self._say()
        else:
            self._over.cancel()
            self._offer_over.cancel()

    def notice(self, text: str, tone: str, offers: Iterable[Offer] = ()) -> None:
        """Says one sentence where the tabs stand, or else above the felt; goes away by itself or when touched.

        ``offers``: keys beside it.
        """
        self._over.cancel()
        self._offer_over.cancel()
        self.said, self.offers, self._tone = plain(text), tuple(offers), tone
        self._say()
        (self._offer_over if self.offers else self._over)()

    def _say(self) -> None:
        """What was said last, and the keys beside it."""
        place = self.above if self.page is not None and self.page.whole else self._tabs
        place.height = theme.s * TABS
        with self._keys.building():
            made = [key(self.said, self.fill_tabs, tone=self._tone, base_size=18, tip="notice", pad=4)]
            # Beside several keys the words would be too small.
            words_wide = 2 if len(self.offers) < 2 else 1.5
            for words, do, tip in self.offers:
                wide = theme.s * OFFERED * (1 if len(words) < 3 else words_wide)
                size = 34 if len(words) < 3 else 17
                made.append(key(words, do, tone="primary", base_size=size, tip=tip, size_hint=(None, 1), width=wide))
            for one in made:
                one.reach = 0
        lay(place, made)

    def close(self) -> None:
        """Nothing comes up by itself any more."""
        self._over.cancel()
        self._offer_over.cancel()

    def settle(self) -> None:
        """What it shows has changed by itself: the finger above it meant something else."""
        self.settled_at = time.monotonic() + SETTLE_S

    def on_touch_down(self, touch: Any) -> bool:
        if time.monotonic() < self.settled_at and self.collide_point(*touch.pos):
            return True
        return bool(super().on_touch_down(touch))
