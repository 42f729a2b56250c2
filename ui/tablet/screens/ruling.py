"""The ruling dialog: what was seen, which row of the law it meets, what is proposed; the judge accepts or decides."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.image import Image
from kivy.uix.widget import Widget

from kozyr.engine.acts import Decision, Ruled
from kozyr.engine.laws import Remedy
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import remedy_text, tr
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.keyboard import Keyboard, NumberPad, field, written
from kozyr.ui.tablet.people import named
from kozyr.ui.tablet.screens.case import Case, Exhibit, effect, fine_text
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Heading, Panel, Rows, Scroll, Text, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

DISMISSED: Final = ("slip", "misread", "unclear", "agreed", "judge")
"""Why a finding is dismissed, the commonest first: at a table without a camera a finger has slipped."""
OTHERWISE: Final = ("agreed", "reported", "repeat", "judge")
"""Why a finding is punished otherwise than proposed."""
IMPOSED: Final = ("talk", "behaviour", "slow", "reported", "repeat", "agreed", "judge")
"""For what the judge punishes of his own accord."""
EVIDENCE_SHARE: Final = 0.72
"""Of the width of the law's side."""
UPRIGHT_SHARE: Final = 0.62
"""Of its height, on an upright screen."""
TOLD_SHARE: Final = 0.85
"""The same where it is told in words what stood around it."""
CARD_SHARE: Final = 0.7
"""A card's width there, for the whole width of its picture."""
MANY: Final = 3
"""So many cards beside one another have little room."""
WORD: Final = 72
"""The height of a word that was said."""
COLUMNS: Final = ("mountain", "pool", "whists")
"""Where a fine can be written, in games whose score has columns; the usual one first."""


class RulingDialog(BoxLayout):
    """Covers the table while the judge decides one case. Closes with a decision or with "back"."""

    def __init__(self, screen: "TableScreen", case: Case) -> None:
        super().__init__(spacing=theme.s * 10, padding=theme.s * 10)
        self._column: str | None = None
        self._shown: Callable[[], None] = self._law
        self.screen, self.model, self.case = screen, screen.model, case
        self._remedy: str | None = None
        self._points: int | None = None
        self._seat: Seat | None = case.seat
        self._typed = self._digits = ""
        if case.fined:
            self._chosen(Remedy.FINE)
        else:
            self._law()

    def relay(self) -> None:
        """Lays the same step out anew: another size, another language."""
        self._shown()

    def _law(self) -> None:
        self._show(self._law, self._law_side)

    def _show(self, again: Callable[[], None], side: Callable[[], Widget]) -> None:
        """Puts a step beside the evidence; ``again`` puts it once more."""
        self._shown = again
        self.orientation = "vertical" if theme.portrait else "horizontal"
        self.clear_widgets()
        self.add_widget(self._evidence())
        self.add_widget(side())

    def _evidence(self) -> Panel:
        upright = TOLD_SHARE if self.case.around or self.case.changed else UPRIGHT_SHARE
        share = {"size_hint_y": upright} if theme.portrait else {"size_hint_x": EVIDENCE_SHARE}
        panel = Panel(**share)
        panel.add_widget(Heading(text=self.case.title, base_size=24))
        box = BoxLayout(spacing=theme.s * 16, padding=(theme.s * 12, 0))
        for exhibit in self.case.exhibits:
            box.add_widget(_shown(exhibit, len(self.case.exhibits)))
        panel.add_widget(Widget(size_hint_y=None, height=theme.s * 10))
        panel.add_widget(box)
        for line in self.case.around:
            panel.add_widget(Text(text=coloured(line), base_size=18, padding=(theme.s * 8, theme.s * 2)))
        for line in self.case.changed:
            said = f"[b]{coloured(line)}[/b]"
            panel.add_widget(Text(text=said, base_size=18, color=theme.accent, padding=(theme.s * 8, theme.s * 2)))
        # What is only suspected is seen from afar.
        sure = self.case.certain
        ink = theme.muted if sure else theme.accent
        note = FitLabel(text=self.case.note, color=ink, bold=not sure, size_hint_y=None, height=theme.s * 30)
        note.base_size = 18
        panel.add_widget(note)
        return panel

    def _law_side(self) -> Panel:
        panel, case = Panel(), self.case
        title = tr("ruling.law", law=case.law.row, citation=case.law.citation)
        panel.add_widget(Heading(text=title, base_size=22))
        panel.add_widget(self._clause())
        said = tr("ruling.proposed", remedy=f"[b]{case.proposal}[/b]")
        would = self._effect()
        in_small = f"\n[size={int(theme.s * theme.t * 18)}]{would}[/size]" if would else ""
        panel.add_widget(Text(text=f"{said}{in_small}", base_size=20,
                              padding=(theme.s * 8, theme.s * 4)))  # fmt: skip
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

    def _effect(self) -> str:
        """What accepting would change in the score, as far as it can be told before the judge has said how much."""
        case = self.case
        if self._seat is None or (case.remedy == Remedy.FINE and case.points is None):
            return ""
        act = Ruled(case.offence, self._seat, case.committed, Decision.ACCEPTED)
        return "; ".join(effect(self.model, act))

    @property
    def _has_columns(self) -> bool:
        return bool(self.model.view.sheet)

    def _accept(self) -> None:
        if self._seat is None:
            self._who(self._accept)
        elif self.case.remedy == Remedy.FINE and self.case.points is None and self._points is None:
            self._fine(self._accept)
        else:
            self._decide(Decision.ACCEPTED, None)

    def _who(self, then: Callable[[], None]) -> None:
        def side() -> Panel:
            panel = Panel()
            panel.add_widget(Heading(text=tr("ruling.who"), base_size=22))
            for seat in self.model.session.header.seating.seats:
                panel.add_widget(_row(key(named(self.model, seat), partial(self._named, seat, then)), height=70))
            panel.add_widget(Widget())
            panel.add_widget(self._back_row())
            return panel

        self._show(partial(self._who, then), side)

    def _named(self, seat: Seat, then: Callable[[], None]) -> None:
        self._seat = seat
        then()

    def _choose(self) -> None:
        """Another remedy: those that the clause allows first, then all others."""

        def side() -> Panel:
            own = self.case.law.remedies
            others = [one for one in Remedy if one not in own and one not in (Remedy.BAYD, Remedy.EXCLUDE)]
            panel, rows = Panel(), Rows(spacing=theme.s * 6)
            for words, remedies, tone in (
                (tr("ruling.allowed", citation=self.case.law.citation), own, "chosen"),
                (tr("ruling.not-allowed"), others, "plain"),
            ):
                grid = GridLayout(cols=2, spacing=theme.s * 6, size_hint_y=None)
                grid.bind(minimum_height=grid.setter("height"))
                for remedy in remedies:
                    made = key(remedy_text(remedy.value), partial(self._chosen, remedy), base_size=18, tone=tone)
                    made.size_hint_y, made.height, made.tip = None, theme.s * 64, f"remedy-{remedy.value}"
                    grid.add_widget(made)
                rows.add_widget(Heading(text=words, base_size=18, high=36, color=theme.muted))
                rows.add_widget(grid)
            scroll = Scroll()
            scroll.add_widget(rows)
            panel.add_widget(scroll)
            panel.add_widget(self._back_row())
            return panel

        self._show(self._choose, side)

    def _chosen(self, remedy: Remedy) -> None:
        self._remedy = remedy.value
        if remedy is Remedy.FINE:
            self._fine(partial(self._because, Decision.OTHER))
        else:
            self._because(Decision.OTHER)

    def _fine(self, then: Callable[[], None]) -> None:
        """How many points; where the score has columns, in which."""

        def side() -> Panel:
            panel = Panel()
            panel.add_widget(Heading(text=tr("ruling.fine"), base_size=22, high=34))
            panel.add_widget(NumberPad(self._digits, partial(self._fined, then), typed=self._count))
            panel.add_widget(self._back_row())
            return panel

        self._show(partial(self._fine, then), side)

    def _count(self, typed: str) -> None:
        self._digits = typed

    def _fined(self, then: Callable[[], None], typed: str) -> None:
        self._points = int(typed)
        if self._has_columns:
            self._where(then)
        else:
            then()

    def _where(self, then: Callable[[], None]) -> None:
        def side() -> Panel:
            panel = Panel()
            panel.add_widget(Heading(text=tr("ruling.column"), base_size=22))
            for column in COLUMNS:
                made = key(tr(f"sheet.{column}"), partial(self._written, column, then), tip=f"column-{column}")
                panel.add_widget(_row(made, height=76))
            panel.add_widget(Widget())
            panel.add_widget(self._back_row())
            return panel

        self._show(partial(self._where, then), side)

    def _written(self, column: str, then: Callable[[], None]) -> None:
        self._column = column
        then()

    def _because(self, decision: Decision) -> None:
        """Why: a reason with one tap, or written."""
        if self._seat is None:
            self._who(partial(self._because, decision))
            return

        def side() -> Panel:
            panel, grid = Panel(), GridLayout(cols=2, spacing=theme.s * 6)
            is_imposed = decision is Decision.OTHER and self.case.imposed
            panel.add_widget(Heading(text=tr("ruling.what-for" if is_imposed else "ruling.why"), base_size=22))
            if decision is Decision.OTHER:
                chosen = fine_text(self._remedy, self._points, self._column)
                panel.add_widget(Text(text=f"[b]{chosen}[/b]", base_size=20, padding=(theme.s * 8, theme.s * 4)))
            why = IMPOSED if is_imposed else OTHERWISE if decision is Decision.OTHER else DISMISSED
            for reason in why:
                text = tr(f"ruling.why.{reason}")
                grid.add_widget(key(text, partial(self._decide, decision, text), base_size=18, tip=f"why-{reason}"))
            panel.add_widget(grid)
            back = key(tr("key.back"), self._back, base_size=18)
            write = key(tr("ruling.write"), partial(self._write, decision), base_size=18, tip="write")
            panel.add_widget(_row(back, write, height=64))
            return panel

        self._show(partial(self._because, decision), side)

    def _write(self, decision: Decision) -> None:
        self._shown = partial(self._write, decision)
        shown = field(self._typed, 24)
        panel = BoxLayout(orientation="vertical", spacing=theme.s * 6)
        panel.add_widget(_row(key(tr("key.back"), partial(self._because, decision), base_size=18), Widget(), height=60))
        panel.add_widget(shown)
        if theme.portrait:
            panel.add_widget(Widget(size_hint_y=0.6))

        def typed(text: str) -> None:
            self._typed = text
            shown.text = written(text)

        done = lambda: self._decide(decision, self._typed.strip() or None)  # noqa: E731
        panel.add_widget(Keyboard(self._typed, typed, done, most=160))
        self.clear_widgets()
        self.add_widget(panel)

    def _back_row(self) -> BoxLayout:
        return _row(key(tr("key.back"), self._back, base_size=18, tip="back"), height=60)

    def _back(self) -> None:
        self._remedy = self._points = self._column = None
        self._digits = ""
        self._law()

    def _decide(self, decision: Decision, why: str | None) -> None:
        remedy = self._remedy if decision is Decision.OTHER else None
        case = self.case
        if self._seat is None:
            return
        act = Ruled(case.offence, self._seat, case.committed, decision, remedy, why, self._points, self._column)
        if self.screen.attempt(self.model.rule, act):
            self.close()

    def close(self) -> None:
        """Back to the table."""
        self.screen.close_ruling()


def _shown(exhibit: Exhibit, among: int) -> BoxLayout:
    """A card with its picture, what it shows, and when."""
    box = BoxLayout(orientation="vertical", spacing=theme.s * 4)
    holder, size = FloatLayout(size_hint_y=None), _card_size(exhibit.crop, among)
    holder.height = size[1] + theme.s * 16
    shown = CardFace(card=exhibit.card, size_hint=(None, None), size=size)
    if exhibit.card is None:
        # A word has no card: it stands itself where a card would.
        said = f"[b]{coloured(exhibit.said)}[/b]"
        shown = Text(text=said, base_size=26) if exhibit.said else FitLabel(text=tr("ruling.no-card"), base_size=18)
        holder.height = theme.s * WORD if exhibit.said else holder.height
    shown.pos_hint = {"center_x": 0.5, "center_y": 0.5}
    holder.add_widget(shown)
    if exhibit.crop is not None:
        # On an upright screen there is no room below the card: the picture stands beside it.
        pictures = BoxLayout(orientation="horizontal" if theme.portrait else "vertical", spacing=theme.s * 4)
        if theme.portrait:
            holder.size_hint = (CARD_SHARE, 1)
        pictures.add_widget(holder)
        pictures.add_widget(Image(source=exhibit.crop, fit_mode="contain"))
        box.add_widget(pictures)
    else:
        box.add_widget(holder)
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


def _card_size(crop: str | None, among: int) -> tuple[float, float]:
    """Three beside one another are smaller than two."""
    usual, upright = (150, 100) if crop else (220 if among < MANY else 160, 150)
    high = theme.s * (upright if theme.portrait else usual)
    return (high * 0.71, high)
