"""The ruling dialog: what was seen, which row of the law it meets, what is proposed; the judge accepts or decides."""

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.image import Image
from kivy.uix.widget import Widget

from kozyr.engine.acts import Decision, Ruled
from kozyr.engine.laws import Remedy
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import remedy_text, seat_text, tr
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.keyboard import Keyboard
from kozyr.ui.tablet.screens.case import Case, Exhibit
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Heading, Panel, Rows, Scroll, Text, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

REASONS: Final = ("agreed", "misread", "reported", "repeat", "unclear", "judge")
EVIDENCE_SHARE: Final = 0.72
"""Of the width of the law's side."""
FINES: Final = (5, 10, 20, 25, 50, 100)


class RulingDialog(BoxLayout):
    """Covers the table while the judge decides one case. Closes with a decision or with "back"."""

    def __init__(self, screen: "TableScreen", case: Case) -> None:
        super().__init__(spacing=theme.s * 10, padding=theme.s * 10)
        self.screen, self.model, self.case = screen, screen.model, case
        self._remedy: str | None = None
        self._points: int | None = None
        self._seat: Seat | None = case.seat
        self._build(self._law_side())

    def _build(self, side: Widget) -> None:
        self.clear_widgets()
        self.add_widget(self._evidence())
        self.add_widget(side)

    def _evidence(self) -> Panel:
        panel = Panel(size_hint_x=EVIDENCE_SHARE)
        panel.add_widget(Heading(text=self.case.title, base_size=24))
        box = BoxLayout(spacing=theme.s * 16, padding=(theme.s * 12, 0))
        for exhibit in self.case.exhibits:
            box.add_widget(_shown(exhibit))
        panel.add_widget(Widget(size_hint_y=None, height=theme.s * 10))
        panel.add_widget(box)
        note = FitLabel(text=self.case.note, color=theme.muted, size_hint_y=None, height=theme.s * 30, base_size=18)
        panel.add_widget(note)
        return panel

    def _law_side(self) -> Panel:
        panel, case = Panel(), self.case
        title = tr("ruling.law", law=case.law.row, citation=case.law.citation)
        panel.add_widget(Heading(text=title, base_size=22))
        panel.add_widget(self._clause())
        remedy = f"[b]{remedy_text(case.remedy)}[/b]"
        proposed = Text(text=tr("ruling.proposed", remedy=remedy), base_size=20, padding=(theme.s * 8, 0))
        panel.add_widget(_row(proposed, height=56))
        panel.add_widget(_row(key(tr("ruling.accept"), self._accept, tone="primary", base_size=26), height=78))
        dismiss = key(tr("ruling.dismiss"), partial(self._because, Decision.DISMISSED))
        panel.add_widget(_row(dismiss, key(tr("ruling.other"), self._choose), height=68))
        panel.add_widget(_row(key(tr("key.back"), self.close, base_size=18), height=60))
        return panel

    def _clause(self) -> Scroll:
        """The row in the language in force; below it the words of the rule book."""
        words, original = self.case.law_words
        rows = Rows(padding=(theme.s * 8, theme.s * 4), spacing=theme.s * 12)
        rows.add_widget(Text(text=words, base_size=20))
        if original != words:
            quoted = f"{self.case.law.citation}: «{original}»"
            rows.add_widget(Text(text=quoted, base_size=17, color=theme.muted, padding=(0, theme.s * 10)))
        scroll = Scroll()
        scroll.add_widget(rows)
        return scroll

    def _accept(self) -> None:
        if self._seat is None:
            self._who(self._accept)
        elif self.case.remedy == Remedy.FINE and self._points is None:
            self._fine(self._accept)
        else:
            self._decide(Decision.ACCEPTED, None)

    def _who(self, then: Any) -> None:
        panel = Panel()
        panel.add_widget(Heading(text=tr("ruling.who"), base_size=22))
        for seat in self.model.session.header.seating.seats:
            panel.add_widget(_row(key(seat_text(seat), partial(self._named, seat, then)), height=76))
        panel.add_widget(Widget())
        self._build(panel)

    def _named(self, seat: Seat, then: Any) -> None:
        self._seat = seat
        then()

    def _choose(self) -> None:
        """Another remedy: those of the law first, then all others."""
        own = self.case.law.remedies
        others = [remedy for remedy in Remedy if remedy not in own and remedy not in (Remedy.BAYD, Remedy.EXCLUDE)]
        panel, grid = Panel(), GridLayout(cols=2, spacing=theme.s * 6)
        panel.add_widget(Heading(text=tr("ruling.choose"), base_size=22))
        for remedy in (*own, *others):
            tone = "chosen" if remedy in own else "plain"
            grid.add_widget(key(remedy_text(remedy.value), partial(self._chosen, remedy), base_size=18, tone=tone))
        panel.add_widget(grid)
        panel.add_widget(_row(key(tr("key.back"), self._back, base_size=18), height=60))
        self._build(panel)

    def _chosen(self, remedy: Remedy) -> None:
        self._remedy = remedy.value
        if remedy is Remedy.FINE:
            self._fine(partial(self._because, Decision.OTHER))
        else:
            self._because(Decision.OTHER)

    def _fine(self, then: Any) -> None:
        panel, grid = Panel(), GridLayout(cols=3, spacing=theme.s * 6)
        panel.add_widget(Heading(text=tr("ruling.fine"), base_size=22))
        for points in FINES:
            grid.add_widget(key(str(points), partial(self._fined, points, then), base_size=30))
        panel.add_widget(grid)
        panel.add_widget(_row(key(tr("key.back"), self._back, base_size=18), height=60))
        self._build(panel)

    def _fined(self, points: int, then: Any) -> None:
        self._points = points
        then()

    def _because(self, decision: Decision) -> None:
        """Why: a reason with one tap, or written."""
        if self._seat is None:
            self._who(partial(self._because, decision))
            return
        panel, grid = Panel(), GridLayout(cols=2, spacing=theme.s * 6)
        panel.add_widget(Heading(text=tr("ruling.why"), base_size=22))
        for reason in REASONS:
            text = tr(f"ruling.why.{reason}")
            grid.add_widget(key(text, partial(self._decide, decision, text), base_size=18))
        panel.add_widget(grid)
        back = key(tr("key.back"), self._back, base_size=18)
        write = key(tr("ruling.write"), partial(self._write, decision), base_size=18)
        panel.add_widget(_row(back, write, height=64))
        self._build(panel)

    def _write(self, decision: Decision) -> None:
        shown = Text(text="", base_size=24, padding=(theme.s * 8, theme.s * 8))
        panel = BoxLayout(orientation="vertical", spacing=theme.s * 6)
        panel.add_widget(shown)
        board = Keyboard(
            "", partial(setattr, shown, "text"), lambda: self._decide(decision, shown.text.strip() or None)
        )
        panel.add_widget(board)
        self.clear_widgets()
        self.add_widget(panel)

    def _back(self) -> None:
        self._remedy = self._points = None
        self._build(self._law_side())

    def _decide(self, decision: Decision, why: str | None) -> None:
        remedy = self._remedy if decision is Decision.OTHER else None
        case = self.case
        if self._seat is None:
            return
        act = Ruled(case.offence, self._seat, case.committed, decision, remedy, why, self._points)
        if self.screen.attempt(self.model.rule, act):
            self.close()

    def close(self) -> None:
        """Back to the table."""
        self.screen.close_ruling()


def _shown(exhibit: Exhibit) -> BoxLayout:
    """A card with its picture, what it shows, and when."""
    box = BoxLayout(orientation="vertical", spacing=theme.s * 4)
    holder, size = FloatLayout(size_hint_y=None), _card_size(exhibit.crop)
    holder.height = size[1] + theme.s * 16
    shown = CardFace(card=exhibit.card, size_hint=(None, None), size=size)
    if exhibit.card is None:
        shown = FitLabel(text=tr("ruling.no-card"), color=theme.muted, base_size=18)
    shown.pos_hint = {"center_x": 0.5, "center_y": 0.5}
    holder.add_widget(shown)
    box.add_widget(holder)
    if exhibit.crop is not None:
        box.add_widget(Image(source=exhibit.crop, fit_mode="contain"))
    box.add_widget(FitLabel(text=exhibit.what, bold=True, size_hint_y=None, height=theme.s * 28, base_size=18))
    where = FitLabel(text=exhibit.where, size_hint_y=None, height=theme.s * 28, base_size=17, color=theme.muted)
    box.add_widget(where)
    if exhibit.crop is None:
        box.add_widget(Widget())
    return box


def _row(*widgets: Widget, height: float) -> BoxLayout:
    row = BoxLayout(spacing=theme.s * 6, size_hint_y=None, height=theme.s * height)
    for one in widgets:
        row.add_widget(one)
    return row


def _card_size(crop: str | None) -> tuple[float, float]:
    high = theme.s * (150 if crop else 220)
    return (high * 0.71, high)
