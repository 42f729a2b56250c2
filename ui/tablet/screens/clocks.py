"""Asking for a clock and ending it: a time-out, or "Время!" for a move."""

from functools import partial
from typing import TYPE_CHECKING

from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.page import Page, seat_page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Text, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen


def ask_time(screen: "TableScreen") -> None:
    """Players hurry the seat on turn ("Время!"); where a judge leads the table a time-out is somebody's: whose?"""
    view, model = screen.model.view, screen.model
    turn = view.expectation.seat
    if not model.session.game.judge_deals and turn is not None:
        screen.finish(model.take_time, turn)
        return
    seats = model.session.header.seating.seats
    ask = tr(f"clock.who.{view.game}")
    screen.open(seat_page(screen, ask, seats, partial(screen.finish, model.take_time)))


class TimePage(Page):
    """A clock runs or waits: its time is over, or it was asked for by mistake."""

    whole = True

    def build(self) -> None:
        clock = self.model.view.clock
        if clock is None:
            return
        text = tr("clock.title", seat=player(self.model, clock.seat))
        self.add_widget(Text(text=text, base_size=24, padding=(theme.s * 8, theme.s * 14)))
        over = partial(self.screen.finish, self.model.end_time, clock.seat)
        self.row(key(tr(f"clock.end.{self.model.view.game}"), over, tone="primary", tip="time-over"), height=84)
        self.row(key(tr("key.take-back"), partial(self.screen.take_back, clock.seq), base_size=18))
        self.fill()
        self.row(key(tr("key.back"), self.screen.home))
