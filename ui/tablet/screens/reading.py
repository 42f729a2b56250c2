"""Which deal of the history is read and how far: kept while other pages are shown. And the deals to choose from."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from kivy.uix.widget import Widget
from kivy.utils import get_hex_from_color

from kozyr.engine.table.corrections import history
from kozyr.engine.view import DealRow
from kozyr.ui.locale.text import counted, score_text, tr
from kozyr.ui.tablet.kept import lay
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.screens.scores import contract_cell, gave_text
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Key, Rows, Scroll, key

AT_AN_END: Final = 0.001
"""So near to an end, in parts of the way, is at it."""


BESIDE: Final = 12
"""Room for the bar beside the lines, units."""


@dataclass(slots=True)
class Reading:
    """What is read."""

    deal: int | None = None
    """Its deal; None for the newest, whichever that is."""
    at: int | None = None
    """The first entry of the line at the top of the sight; None for the end of the deal."""
    past: float = 0.0
    """How much of that line is above the sight, units."""

    def turn(self, deal: int | None) -> None:
        """Another deal, from its end."""
        self.deal, self.at, self.past = deal, None, 0.0


class ReadingScroll(Scroll):
    """A list that stays where it is read: whatever is added to it or changed, the line at the top stays there."""

    def __init__(self, reading: Reading) -> None:
        super().__init__()
        self._reading, self._rows = reading, Rows(padding=(0, 0, theme.s * BESIDE, 0))
        self._tops: list[tuple[float, tuple[int, ...]]] = []
        self._moving = False
        self.add_widget(self._rows)
        self._rows.fbind("height", self._restore)
        self.fbind("height", self._restore)
        self.fbind("scroll_y", self._read)

    def show(self, rows: Sequence[tuple[Widget, tuple[int, ...]]]) -> None:
        """Shows these widgets of known heights, each with the entries that it tells."""
        self._tops, top = [], 0.0
        self._moving = True
        for widget, seqs in rows:
            self._tops.append((top, seqs))
            top += (widget.height + self._rows.spacing[1]) / theme.s
        lay(self._rows, [widget for widget, _ in rows])
        self._moving = False
        self._restore()

    @property
    def _way(self) -> float:
        """How far it can be scrolled, units."""
        high: float = self._rows.height - self.height
        return high / float(theme.s)

    def _read(self, *_: object) -> None:
        """A finger has moved it."""
        if self._moving or self._way <= 0:
            return
        above = (1 - self.scroll_y) * self._way
        lines = [(top, seqs[0]) for top, seqs in self._tops if seqs and top <= above] or [
            (top, seqs[0]) for top, seqs in self._tops[:2] if seqs
        ]
        if self.scroll_y <= AT_AN_END or not lines:
            self._reading.at = None
        else:
            top, self._reading.at = lines[-1]
            self._reading.past = above - top

    def _restore(self, *_: object) -> None:
        """To where it was read."""
        if self._moving:
            return
        at = self._reading.at
        top = next((top for top, seqs in self._tops if at in seqs), None) if at is not None else None
        self._moving = True
        if self._way <= 0:
            self.scroll_y = 1.0
        elif top is None:
            self.scroll_y = 0.0
        else:
            self.scroll_y = min(1.0, max(0.0, 1 - (top + self._reading.past) / self._way))
        self._moving = False


def deal_text(model: TableModel, deal: int) -> str:
    """A deal by its number and contract: ``Здача 2 · Зах 13♥``."""
    named = tr("tell.deal", number=deal)
    row = next((row for row in model.view.rows if row.deal == deal), None)
    said = contract_cell(row) if row is not None else ""
    return f"{named} · {said}" if said else named


class DealsPage(Page):
    """All deals, the newest first, with what each gave and how much in it was corrected."""

    whole = True

    def build(self) -> None:
        self.heading(tr("history.choose"))
        parts = self.model.parts
        corrected = [0] * (parts.deals + 1)
        for place in history(self.model.session.entries):
            corrected[parts.of[place.first.seq].deal] += bool(place.changes)
        rows = Rows()
        for deal in range(parts.deals, 0, -1):
            rows.add_widget(self._line(deal, corrected[deal]))
        scroll = Scroll()
        scroll.add_widget(rows)
        self.add_widget(scroll)
        self.row(key(tr("key.back"), self.screen.home))

    def _line(self, deal: int, corrected: int) -> Key:
        row = next((row for row in self.model.view.rows if row.deal == deal), None)
        below = [gave(row)] if row is not None and row.finished else []
        below += [counted("history.corrected", corrected, count=corrected)] if corrected else []
        small = f"[size={round(theme.s * theme.t * 15)}][color={get_hex_from_color(theme.muted)}]"
        text = f"[b]{deal_text(self.model, deal)}[/b]"
        if any(below):
            text += f"\n{small}{' · '.join(filter(None, below))}[/color][/size]"
        is_shown = deal == (self.screen.reading.deal or self.model.parts.deals)
        made = key(text, partial(self._choose, deal), base_size=19, bold=False, halign="left", tip=f"deal-{deal}")
        made.tone = "chosen" if is_shown else "plain"
        made.size_hint_y, made.height = None, theme.s * 64
        return made

    def _choose(self, deal: int) -> None:
        self.screen.reading.turn(deal if deal < self.model.parts.deals else None)
        self.screen.home()


def gave(row: DealRow) -> str:
    """What a deal gave, in few words."""
    return "; ".join(gave_text(one) for one in row.sheet) if row.sheet else score_text(row.score)
