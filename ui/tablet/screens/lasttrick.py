"""The last closed trick, on request: for players the last one only, for the judge all of them."""

from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kozyr.engine.view import TrickView
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.editing import edit
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Name, Rows, Scroll, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen


class LastTrickPage(Page):
    """The trick in play order, its winner framed; a touched card is corrected. The looks of a deal are counted."""

    whole = True

    def __init__(self, screen: "TableScreen") -> None:
        screen.model.look()
        super().__init__(screen)

    def build(self) -> None:
        view = self.model.view
        closed = [trick for trick in view.tricks if trick != view.trick] or list(view.tricks)
        if not self.model.judging:
            for trick in closed[-1:]:
                self._title(trick)
                self._cards(self, trick, 190 if theme.portrait else 116)
            self.fill()
            text = tr("last-trick.looks", count=self.model.looks)
            self.add_widget(FitLabel(text=text, color=theme.muted, base_size=17, size_hint_y=None, height=theme.s * 30))
        else:
            rows = Rows(spacing=theme.s * 6)
            for trick in reversed(closed):
                rows.add_widget(self._label(trick))
                self._cards(rows, trick, 84)
            scroll = Scroll()
            scroll.add_widget(rows)
            self.add_widget(scroll)
        self.row(key(tr("key.close"), self.screen.home, tip="close"))

    def _title(self, trick: TrickView) -> None:
        self.add_widget(self._label(trick))

    def _label(self, trick: TrickView) -> FitLabel:
        text = tr("last-trick.title", number=trick.number, seat=player(self.model, trick.winner))
        return FitLabel(text=text, bold=True, base_size=20, halign="left", size_hint_y=None, height=theme.s * 34)

    def _cards(self, onto: Widget, trick: TrickView, height: float) -> None:
        s = theme.s
        box = BoxLayout(spacing=s * 6, padding=(s * 4, s * 4), size_hint_y=None, height=s * (height + 36))
        for play in trick.plays:
            column = BoxLayout(orientation="vertical", size_hint_x=None, width=s * height * 0.72)
            face = CardFace(card=play.card, glow=trick.winner == play.seat, flag=play.irregular, small=height < 100)
            face.bind(on_release=lambda _, seq=play.seq: edit(self.screen, seq))
            column.add_widget(face)
            name = player(self.model, play.seat)
            column.add_widget(Name(name=name, base_size=15, size_hint_y=None, height=s * 26, pad=1))
            box.add_widget(column)
        box.add_widget(Widget())
        onto.add_widget(box)
