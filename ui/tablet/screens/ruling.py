"""The ruling dialog: what was seen, which row of the law it meets, what is proposed; the judge accepts or decides."""

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.image import Image
from kivy.uix.widget import Widget

from kozyr.engine.acts import Decision, Played
from kozyr.engine.cards import Card
from kozyr.engine.facts import Irregularity
from kozyr.engine.laws import Law, Remedy
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import clock_text, law_text, remedy_text, seat_text, tr
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.keyboard import Keyboard
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Heading, Panel, Scroll, Text, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

REASONS: Final = ("agreed", "misread", "reported", "repeat", "unclear", "judge")
EVIDENCE_SHARE: Final = 0.72
"""Of the width of the law's side."""
FINES: Final = (5, 10, 20, 25, 50, 100)


class RulingDialog(BoxLayout):
    """Covers the table while the judge decides one finding. Closes with a decision or with "back"."""

    def __init__(self, screen: "TableScreen", finding: Irregularity) -> None:
        super().__init__(spacing=theme.s * 10, padding=theme.s * 10)
        self.screen, self.model, self.finding = screen, screen.model, finding
        self._remedy: str | None = None
        self._points: int | None = None
        self._seat: Seat | None = finding.seat
        self._build(self._law_side())

    def _build(self, side: Widget) -> None:
        self.clear_widgets()
        self.add_widget(self._evidence())
        self.add_widget(side)

    @property
    def law(self) -> Law | None:
        """The row of the penalty table."""
        laws = self.model.session.game.laws
        return laws.get(self.finding.law)

    def _evidence(self) -> Panel:
        panel = Panel(size_hint_x=EVIDENCE_SHARE)
        offence = tr(f"offence.{self.finding.offence.value}").capitalize()
        panel.add_widget(
            Heading(text=tr("ruling.title", offence=offence, seat=seat_text(self.finding.seat)), base_size=24)
        )
        box = BoxLayout(spacing=theme.s * 16, padding=(theme.s * 12, 0))
        for what, seq, card, trick in self._exhibits():
            box.add_widget(self._exhibit(what, seq, card, trick))
        panel.add_widget(Widget(size_hint_y=None, height=theme.s * 10))
        panel.add_widget(box)
        sure = tr("judge.sure" if self.finding.certain else "judge.unsure")
        panel.add_widget(FitLabel(text=sure, color=theme.muted, size_hint_y=None, height=theme.s * 30, base_size=18))
        return panel

    def _exhibits(self) -> list[tuple[str, int, Card | None, int | None]]:
        """(what it shows, entry, card, trick): the act itself and what proves it."""
        found, cards = self.finding, self.finding.cards
        first = (tr("ruling.committed"), found.committed, cards[0] if cards else None, found.trick)
        if found.proved == found.committed:
            more = [(tr("ruling.committed"), found.committed, card, found.trick) for card in cards[1:3]]
            return [first, *more]
        proof = cards[1] if len(cards) > 1 else self._card_of(found.proved)
        return [first, (tr("ruling.proved"), found.proved, proof, found.proved_trick)]

    def _card_of(self, seq: int) -> Card | None:
        step = self.model.step_of(seq)
        return step.act.card if step is not None and isinstance(step.act, Played) else None

    def _exhibit(self, what: str, seq: int, card: Card | None, trick: int | None) -> BoxLayout:
        box = BoxLayout(orientation="vertical", spacing=theme.s * 4)
        step, entry = self.model.step_of(seq), self.model.entry_of(seq)
        time = clock_text(step.at_ms) if step else ""
        where = tr("ruling.trick", trick=trick, time=time) if trick is not None else time
        crop = self.model.crop_file(entry.crop) if entry is not None and entry.crop else None
        holder = BoxLayout()
        if card is not None:
            holder.add_widget(_centred(CardFace(card=card, size_hint=(None, None), size=_card_size(crop))))
            holder.size_hint_y, holder.height = None, _card_size(crop)[1] + theme.s * 16
        else:
            holder.add_widget(FitLabel(text=tr("ruling.no-card"), color=theme.muted, base_size=18))
        box.add_widget(holder)
        if crop is not None:
            box.add_widget(Image(source=crop, size_hint_y=0.7, fit_mode="contain"))
        box.add_widget(FitLabel(text=what, bold=True, size_hint_y=None, height=theme.s * 28, base_size=18))
        box.add_widget(FitLabel(text=where, size_hint_y=None, height=theme.s * 28, base_size=17, color=theme.muted))
        if crop is None:
            box.add_widget(Widget())
        return box

    def _law_side(self) -> Panel:
        panel, found = Panel(), self.finding
        panel.add_widget(Heading(text=tr("ruling.law", law=found.law, citation=found.citation), base_size=22))
        scroll = Scroll()
        text = law_text(found.law) or (self.law.text if self.law else "")
        scroll.add_widget(Text(text=text, base_size=20, padding=(theme.s * 8, theme.s * 4)))
        panel.add_widget(scroll)
        remedy = remedy_text(found.remedy.value)
        panel.add_widget(_row(Text(text=tr("ruling.proposed", remedy=f"[b]{remedy}[/b]"), base_size=20), height=56))
        panel.add_widget(_row(key(tr("ruling.accept"), self._accept, tone="primary", base_size=26), height=78))
        dismiss = key(tr("ruling.dismiss"), partial(self._because, Decision.DISMISSED))
        panel.add_widget(_row(dismiss, key(tr("ruling.other"), self._choose), height=68))
        panel.add_widget(_row(key(tr("key.back"), self.close, base_size=18), height=60))
        return panel

    def _accept(self) -> None:
        if self._seat is None:
            self._who(self._accept)
        elif self.finding.remedy is Remedy.FINE and self._points is None:
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
        own = self.law.remedies if self.law else ()
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
        ruled = partial(self.model.rule, self.finding, decision, remedy, why, self._points, self._seat)
        if self.screen.attempt(ruled):
            self.close()

    def close(self) -> None:
        """Back to the table."""
        self.screen.close_ruling()


def _row(*widgets: Widget, height: float) -> BoxLayout:
    row = BoxLayout(spacing=theme.s * 6, size_hint_y=None, height=theme.s * height)
    for one in widgets:
        row.add_widget(one)
    return row


def _centred(widget: Widget) -> Widget:
    widget.pos_hint = {"center_x": 0.5, "center_y": 0.5}
    holder = FloatLayout()
    holder.add_widget(widget)
    return holder


def _card_size(crop: str | None) -> tuple[float, float]:
    high = theme.s * (150 if crop else 220)
    return (high * 0.71, high)
