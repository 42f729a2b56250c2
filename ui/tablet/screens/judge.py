"""The judge's side: the findings that wait, the ruling on each, and how the judge comes and goes."""

from functools import partial

from kozyr.engine.facts import Irregularity
from kozyr.ui.locale.text import cards_text, remedy_text, seat_text, tr
from kozyr.ui.tablet.screens.menu import PinPage
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, Rows, Scroll, Text, coloured, key


class FindingsPage(Page):
    """What the rules have found, for the judge alone; a touch opens the ruling."""

    def build(self) -> None:
        self.heading(tr("judge.title"))
        findings = self.model.view.findings
        rows = Rows(spacing=theme.s * 8)
        for finding in findings:
            rows.add_widget(self._line(finding))
        if not findings:
            rows.add_widget(Heading(text=tr("judge.empty"), color=theme.muted, halign="center"))
        scroll = Scroll()
        scroll.add_widget(rows)
        self.add_widget(scroll)

    def _line(self, finding: Irregularity) -> Key:
        unsure = [] if finding.certain else [tr("judge.unsure")]
        cards = coloured(cards_text(finding.cards))
        small = f"[size={int(theme.s * 15)}]"
        text = (
            f"{tr(f'offence.{finding.offence.value}')} · {seat_text(finding.seat)}\n"
            f"{' · '.join([cards, *unsure])}\n{small}{finding.law} · {finding.citation}[/size]"
        )
        made = key(text, partial(self.screen.open_ruling, finding), base_size=20, halign="left")
        made.size_hint_y, made.height = None, theme.s * 104
        return made


class JudgeCallPage(Page):
    """The judge was called: says only that."""

    whole = True

    def build(self) -> None:
        self.add_widget(Text(text=tr("top.judge-called"), base_size=26, padding=(theme.s * 8, theme.s * 14)))
        self.row(key(tr("judge.come"), self._come, tone="primary"), height=84)
        self.row(key(tr("judge.calm"), partial(self.screen.finish, self.model.close_judging)), height=72)
        self.fill()
        self.row(key(tr("key.back"), self.screen.home))

    def _come(self) -> None:
        if self.model.needs_pin:
            self.screen.open_page(PinPage)
        else:
            self.screen.finish(self.model.open_judging)


def proposal(finding: Irregularity) -> str:
    """What the law proposes, in words."""
    return tr("ruling.proposed", remedy=remedy_text(finding.remedy.value))
