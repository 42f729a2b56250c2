"""Everything recorded, newest first; a touch corrects it. Undo and redo below."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from kivy.utils import get_hex_from_color

from kozyr.engine.acts import Called, Dealt, Declared, Played
from kozyr.engine.seats import Seat
from kozyr.engine.table.corrections import history
from kozyr.engine.table.log import Source, Step
from kozyr.ui.locale.narrate import act_text, narrate_act
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.screens.cardpad import CorrectCardPage
from kozyr.ui.tablet.screens.declare import DeclarePage
from kozyr.ui.tablet.screens.pads import calls_page
from kozyr.ui.tablet.screens.page import ChoicePage, Page, seat_page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, Rows, Scroll, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

SHOWN = 80
"""Lines shown at once: a deal and a half."""


class HistoryPage(Page):
    """The log as people read it."""

    def refresh(self) -> None:
        if len(self.model.session.entries) != self._entries:
            super().refresh()

    def build(self) -> None:
        self._entries = len(self.model.session.entries)
        rows = Rows()
        broken = {found.seq for found in self.model.session.errors}
        deals = 0
        self._places = {place.seq: place for place in history(self.model.session.entries)}
        numbers: dict[int, int] = {}
        for step in self.model.session.steps:
            deals += isinstance(step.act, Dealt)
            numbers[step.seq] = deals
        for step in reversed(self.model.session.steps[-SHOWN:]):
            rows.add_widget(self._line(step, numbers[step.seq], step.seq in broken))
        if not self.model.session.steps:
            rows.add_widget(Heading(text=tr("history.empty"), color=theme.muted, halign="center"))
        scroll = Scroll()
        scroll.add_widget(rows)
        self.add_widget(scroll)
        self.row(
            key(tr("key.undo"), partial(self.screen.attempt, self.model.undo), lit=bool(self.model.session.steps)),
            key(tr("key.redo"), partial(self.screen.attempt, self.model.redo), lit=self.model.can_redo),
        )

    def _line(self, step: Step, deal: int, broken: bool) -> Key:
        entry = self.model.entry_of(step.seq)
        source = Source.TOUCH if entry is None else entry.source
        text = coloured(narrate_act(step.at_ms, step.act, deal=deal))
        if source is not Source.CAMERA:
            muted = get_hex_from_color(theme.muted)
            text += f"  [size={int(theme.s * 14)}][color={muted}]{tr(f'history.source.{source.value}')}[/color][/size]"
        place = self._places.get(step.seq)
        if place is not None and place.changes:
            old = place.changes[0].old
            was = tr("history.was", old=coloured(act_text(old))) if old is not None else tr("history.not-been")
            text += f"  [size={int(theme.s * 15)}]{was}[/size]"
        if broken:
            text = f"{text}\n[size={int(theme.s * 14)}]{tr('history.broken')}[/size]"
        made = key(text, partial(edit, self.screen, step.seq), base_size=20, halign="left", bold=False)
        made.size_hint_y, made.height = None, theme.s * 60
        made.tone = "danger" if broken else "plain"
        return made


def edit(screen: "TableScreen", seq: int) -> None:
    """Opens the page that corrects what entry ``seq`` states."""
    step = screen.model.step_of(seq)
    match None if step is None else step.act:
        case Played():
            screen.open_page(CorrectCardPage, seq=seq)
        case Called():
            screen.open_page(calls_page(screen.model), seq=seq)
        case Declared():
            screen.open_page(DeclarePage, seq=seq)
        case Dealt():
            seats = screen.model.session.header.seating.seats
            who = tr("deal.who-obliged" if screen.model.session.game.judge_deals else "deal.who")
            screen.open(seat_page(screen, who, seats, partial(_redealt, screen, seq)))
        case None:
            screen.home()
        case act:
            assert step is not None
            take_back = (tr("key.take-back"), "danger", partial(screen.finish, screen.model.take_back, seq))
            screen.open(ChoicePage(screen, coloured(narrate_act(step.at_ms, act)), (take_back,)))


def _redealt(screen: "TableScreen", seq: int, seat: Seat) -> None:
    step = screen.model.step_of(seq)
    if step is not None and isinstance(step.act, Dealt):
        if screen.model.session.game.judge_deals:
            screen.finish(screen.model.correct, seq, replace(step.act, obliged=seat))
        else:
            screen.finish(screen.model.correct, seq, replace(step.act, dealer=seat))
