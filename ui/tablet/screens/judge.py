"""The judge's side: the findings that wait, offences that people report, what was decided; coming and going."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from kozyr.engine.facts import Irregularity
from kozyr.engine.game import RulingRow
from kozyr.engine.laws import Law
from kozyr.engine.seats import Seat
from kozyr.ui.laws_text import remedies_text
from kozyr.ui.locale.text import cards_text, clock_text, law_text, matter_text, offence_text, offender_text, tr
from kozyr.ui.tablet.longlist import LongList
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.people import named, player
from kozyr.ui.tablet.screens.case import capital, discretion, entries_of, fine_text, found, reported
from kozyr.ui.tablet.screens.editing import edit
from kozyr.ui.tablet.screens.menu import PinPage
from kozyr.ui.tablet.screens.page import Page, seat_page
from kozyr.ui.tablet.screens.sheet import muted
from kozyr.ui.tablet.telling import place_text
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Rows, Scroll, Text, WrapKey, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

DECIDED = 6
"""Decisions shown, newest first."""


class FindingsPage(Page):
    """What the rules have found, for the judge alone; a touch opens the ruling."""

    def build(self) -> None:
        findings, rulings = self.model.view.findings, self.model.report.rulings
        rows: list[Callable[[], Widget]] = [partial(Heading, text=tr("judge.title"))]
        rows += [partial(self._line, finding) for finding in findings]
        if not findings:
            rows.append(partial(Heading, text=tr("judge.empty"), color=theme.muted))
        for seat in self.model.view.seats:
            if seat.penalty_cards:
                text = tr(
                    "judge.penalty-cards", seat=player(self.model, seat.seat), cards=cards_text(seat.penalty_cards)
                )
                padding = (theme.s * 8, theme.s * 6)
                rows.append(partial(Text, text=coloured(text), base_size=19, padding=padding))
        if rulings:
            rows.append(partial(Heading, text=tr("judge.rulings")))
        rows += [partial(self._decided, ruling) for ruling in rulings[: -DECIDED - 1 : -1]]
        self.add_widget(LongList(rows, spacing=theme.s * 8))
        self.row(key(tr("judge.report"), self._report, base_size=20))

    def _line(self, finding: Irregularity) -> WrapKey:
        unsure = [] if finding.certain else [tr("judge.unsure")]
        cards = coloured(cards_text(finding.cards))
        proposal = fine_text(finding.remedy.value, finding.points, finding.column)
        offence = offence_text(finding.offence.value, finding.law).capitalize()
        text = (
            f"[b]{offence} · {_offender(self.model, finding)}[/b]\n"
            + (f"{' · '.join(filter(None, [cards, *unsure]))}\n" if cards or unsure else "")
            + f"{tr('ruling.proposed', remedy=proposal)}\n{muted(' · '.join(self._places(finding)), 16)}"
        )
        made = WrapKey(text, partial(self._open, finding), base_size=19)
        made.tip = f"finding-{finding.committed}"
        return made

    def _places(self, finding: Irregularity) -> list[str]:
        """Where in the deal it was, and where in the law."""
        step, part = self.model.step_of(finding.committed), self.model.parts.part(finding.committed)
        where = place_text(part, self.model.view.deal)
        when = clock_text(step.at_ms) if step is not None else ""
        return list(filter(None, (where, when, finding.law, finding.citation)))

    def _open(self, finding: Irregularity) -> None:
        self.screen.open_ruling(found(self.model, finding))

    def _decided(self, ruling: RulingRow) -> WrapKey:
        """A decision; touched, it can be taken back."""
        what = matter_text(ruling.offence, ruling.law)
        fate = tr(f"decision.{ruling.decision.value}")
        if ruling.remedy is not None:
            fate = f"{fate}: {fine_text(ruling.remedy, ruling.points, ruling.column)}"
        return WrapKey(
            f"{capital(what)} · {named(self.model, ruling.seat)}\n{fate}",
            partial(edit, self.screen, ruling.seq),
            base_size=16,
        )

    def _report(self) -> None:
        seats = self.model.session.header.seating.seats
        self.screen.open(seat_page(self.screen, tr("ruling.who"), seats, self._reported))

    def _reported(self, seat: Seat) -> None:
        self.screen.open_page(LawsPage, seat=seat)


def _offender(model: TableModel, finding: Irregularity) -> str:
    """Who broke a rule, by name."""
    return offender_text(None) if finding.seat is None else named(model, finding.seat)


class LawsPage(Page):
    """The rows of the law, to choose what somebody has reported."""

    whole = True

    def __init__(self, screen: "TableScreen", seat: Seat) -> None:
        self._seat = seat
        super().__init__(screen)

    def build(self) -> None:
        self.heading(tr("ruling.choose-law"))
        if discretion(self.model, self._seat) is not None:
            free = key(tr("ruling.discretion"), self._free, tone="primary", base_size=20, tip="discretion")
            self.row(free, height=72)
        laws = self.model.laws.values()
        self.add_widget(LongList((partial(self._row, law) for law in laws), spacing=theme.s * 6))
        self.row(key(tr("key.back"), self.screen.home))

    def _row(self, law: Law) -> WrapKey:
        words, what = law_text(law.row) or law.text, matter_text(law.row, law.row)
        said = f"[b]{words[: len(what)]}[/b]{words[len(what) :]}" if words.startswith(what) else words
        text = f"{said}  {muted(f'{law.row} · {law.citation}', 15)}"
        made = WrapKey(f"{text}\n{muted(remedies_text(law), 15)}", partial(self._open, law), base_size=17)
        made.tip = f"law-{law.row}"
        return made

    def _free(self) -> None:
        case = discretion(self.model, self._seat)
        if case is not None:
            self.screen.open_ruling(case)

    def _open(self, law: Law) -> None:
        self.screen.open_page(EntryPage, law=law, seat=self._seat)


class EntryPage(Page):
    """Which entry a reported offence is about: one of the offender's in this deal, or none."""

    whole = True

    def __init__(self, screen: "TableScreen", law: Law, seat: Seat) -> None:
        self._law, self._seat = law, seat
        super().__init__(screen)

    def build(self) -> None:
        self.heading(tr("ruling.which-entry"))
        none = key(tr("ruling.no-entry"), partial(self._open, None), tone="primary", base_size=20, tip="no-entry")
        self.row(none, height=72)
        rows = Rows(spacing=theme.s * 6)
        for seq, said in entries_of(self.model, self._seat):
            made = WrapKey(coloured(said), partial(self._open, seq), base_size=18)
            made.tip = f"entry-{seq}"
            rows.add_widget(made)
        scroll = Scroll()
        scroll.add_widget(rows)
        self.add_widget(scroll)
        self.row(key(tr("key.back"), self.screen.home))

    def _open(self, seq: int | None) -> None:
        self.screen.open_ruling(reported(self.model, self._law, self._seat, seq))


class JudgeCallPage(Page):
    """Whether to call the judge, for a finger may have come there by mistake; once he is called, only that."""

    whole = True

    def build(self) -> None:
        called = self.model.judge_called
        asked = tr("top.judge-called" if called else "judge.call-sure")
        self.add_widget(Text(text=asked, base_size=26, padding=(theme.s * 8, theme.s * 14)))
        call = key(tr("judge.call"), self._call, tone="primary", tip="judge-call")
        come = key(tr("judge.come"), self._come, tone="primary" if called else "plain", tip="judge-come")
        calm = key(tr("judge.calm"), partial(self.screen.finish, self.model.close_judging), tip="judge-calm")
        for one in (come, calm) if called else (call, come):
            self.row(one, height=84)
        self.fill()
        self.row(key(tr("key.back"), self.screen.home))

    def _call(self) -> None:
        self.model.call_judge()
        self.refresh()

    def _come(self) -> None:
        if self.model.needs_pin:
            self.screen.open_page(PinPage)
        else:
            self.screen.finish(self.model.open_judging)
