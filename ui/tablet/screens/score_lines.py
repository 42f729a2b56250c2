"""The lines of the match table in a scroll view: a long evening has no more widgets than a short one."""

import itertools
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kozyr.engine.view import DealRow
from kozyr.ui.tablet.kept import Deed, Kept, lay
from kozyr.ui.tablet.textures import rounded
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Rows, Scroll

AT_ONCE: Final = 16
"""So many deals have widgets; no screen shows as many."""
_BEFORE: Final = 4
"""So many of them stand before the sight when it has moved."""


class ScoreLineBox(Deed, BoxLayout):
    """One line of the match table, touchable: its account is shown below."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._told: DealRow | None = None
        self._cells = Kept()
        with self.canvas.before:
            Color(*theme.key)
            self._ground = Rectangle()
        self.bind(pos=self._place, size=self._place)

    def tell(self, row: DealRow, fields: Callable[[], list[FitLabel]]) -> None:
        """Shows a deal in ``fields``, which are asked for where they are not there already."""
        if row != self._told:
            self._told = row
            with self._cells.building():
                lay(self, fields())

    def _place(self, *_: object) -> None:
        self._ground.pos, self._ground.size = self.pos, self.size
        self._ground.texture = rounded(self.width, self.height, theme.s * 8)


class Told(NamedTuple):
    """A deal's part of the table."""

    high: float
    """How high it is in pixels, about: it is measured while it has widgets."""
    tell: Callable[[ScoreLineBox], list[Widget]]
    """Shows it on a line; returns that and what is said below it."""


class ScoreScroll(Scroll):
    """The deals, the newest in sight; of the others those have widgets that are near the sight."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rows = Rows()
        self._deals: Sequence[Told] = ()
        self._rest: list[Widget] = []
        self._first = 0
        self._lines: list[ScoreLineBox] = []
        self._words, self._gaps = Kept(), (Widget(size_hint_y=None), Widget(size_hint_y=None))
        self._is_at_newest, self._goes_there = True, False
        self.add_widget(self.rows)
        self.rows.fbind("height", self._stay)
        self.fbind("height", self._stay)
        self.fbind("scroll_y", self._scrolled)
        self._soon = Clock.create_trigger(self._follow, -1)

    def show(self, deals: Sequence[Told], rest: list[Widget]) -> None:
        """Shows all deals, the newest in sight, and ``rest`` below them."""
        self._deals, self._rest, self._is_at_newest = deals, rest, True
        self._fill(len(deals) - AT_ONCE)
        self._stay()

    def _stay(self, *_: object) -> None:
        """Down to the end; to the top where all of it is in sight. Not while somebody looks at an older deal."""
        if self._is_at_newest:
            self._goes_there = True
            self.scroll_y = 1 if self.rows.height <= self.height else 0
            self._goes_there = False

    def _scrolled(self, *_: object) -> None:
        """A finger has moved it."""
        if not self._goes_there and len(self._deals) > AT_ONCE:
            self._is_at_newest = self.scroll_y * (self.rows.height - self.height) < 1
            self._soon()

    def _follow(self, _: float) -> None:
        """What is in sight must have widgets."""
        newest = len(self._deals) - AT_ONCE
        top = (1 - self.scroll_y) * max(0.0, self.rows.height - self.height)
        seen = self._at(top), self._at(top + self.height)
        if self._is_at_newest:
            self._fill(newest)
        elif seen[0] < self._first or seen[1] >= self._first + AT_ONCE:
            self._fill(min(seen[0] - _BEFORE, newest))

    def _fill(self, first: int) -> None:
        """Widgets for the deals from ``first`` on, and a gap as high as those before them and behind them."""
        self._first = first = max(0, first)
        parts = self._deals[:first], self._deals[first : first + AT_ONCE], self._deals[first + AT_ONCE :]
        with self._words.building():
            shown = [one for at, deal in enumerate(parts[1], first) for one in deal.tell(self._line(at))]
        for gap, deals in zip(self._gaps, parts[::2], strict=True):
            gap.height = sum(map(self._height, deals)) - self.rows.spacing[1]
        before, after = ([gap] if deals else [] for gap, deals in zip(self._gaps, parts[::2], strict=True))
        lay(self.rows, [*before, *shown, *after, *self._rest])

    def _line(self, at: int) -> ScoreLineBox:
        """The line of a deal: it stays with it as long as it is shown, then another deal has it."""
        while len(self._lines) <= at % AT_ONCE:
            self._lines.append(ScoreLineBox(size_hint_y=None))
        return self._lines[at % AT_ONCE]

    def _height(self, deal: Told) -> float:
        """With the room below it, pixels."""
        return deal.high + float(self.rows.spacing[1])

    def _at(self, way: float) -> int:
        """Which deal lies so many pixels below the beginning; the last one for what lies below them all."""
        ends = itertools.accumulate(map(self._height, self._deals))
        return next((at for at, end in enumerate(ends) if end > way), len(self._deals) - 1)
