"""The match table as a club writes it: contract, running totals of the sides, БТ and Б, or the columns of a sheet; how
a deal was counted; and the way to paper."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kozyr.engine.view import DealRow, Phase, SheetRow, TableView
from kozyr.ui.locale.text import bayt_text, call_text, line_text, redealt_text, seat_text, side_text, tr
from kozyr.ui.tablet.kept import kept, lay
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.screens.papers import PaperPage
from kozyr.ui.tablet.screens.plates import scorer_text
from kozyr.ui.tablet.screens.score_lines import ScoreLineBox, ScoreScroll, Told
from kozyr.ui.tablet.screens.showing import lost_text, missed_text
from kozyr.ui.tablet.telling import doubt_said
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Heading, Name, Text, coloured, key, shortened

SMALLER = 0.55
"""The width of the smaller key below, of that of the other."""
LOW = 72
"""The height of the row below, units."""
WHO = 112
"""Room for a name on the smaller key below, units."""
LINE = 56
"""The height of a deal's line, units."""
DOUBTED = 27
"""About that of a doubt below it."""
WON = 40
"""That of the words that somebody has won."""
GAP = 4
"""Between two lines."""
COUNTED = 26
"""The least height of a line of an account, units."""
DOUBLING = {1: "", 2: " +", 4: " ++"}
"""Contra and recontra as the protocol writes them."""


def cell(text: str, share: float, **kwargs: Any) -> FitLabel:
    """One field of a line."""
    return kept(FitLabel, text=text, size_hint_x=share, pad=3, **kwargs)


class ScorePage(Page):
    """The match table, newest deal at the bottom, and the account of the deal touched last."""

    keeps = stays = True

    def refresh(self) -> None:
        view = self.model.view
        if (view.rows, view.phase, self.screen.shown_deal, self._doubts()) != self._shown:
            super().refresh()

    def _doubts(self) -> dict[int, list[str]]:
        """What keeps deals from being scored, or should be looked at, by their numbers."""
        view, found = self.model.view, dict[int, list[str]]()
        over = view.phase in (Phase.DEAL_OVER, Phase.MATCH_OVER)
        for doubt in self.model.report.doubts:
            if over or doubt.deal != view.deal:
                found.setdefault(doubt.deal, []).append(doubt_said(self.model, doubt))
        return found

    def build(self) -> None:
        view = self.model.view
        doubts = self._doubts()
        self._shown = (view.rows, view.phase, self.screen.shown_deal, doubts)
        sides = self.model.sides
        if view.sheet:
            self._sheet(view)
        else:
            self._head(sides)
        won = {party.deals[1]: (party.winner,) for party in self.model.report.parties}
        deals = [self._told(row, sides, doubts.get(row.deal, []), won.get(row.deal, ())) for row in view.rows]
        below: list[Widget] = []
        if not view.rows:
            below.append(kept(Heading, text=tr("score.empty"), color=theme.muted, halign="center"))
        finished = [row for row in view.rows if row.finished]
        shown = next(
            (row for row in finished if row.deal == self.screen.shown_deal), finished[-1] if finished else None
        )
        below += self._account(shown) if shown is not None else []
        scroll = kept(ScoreScroll)
        scroll.show(deals, below)
        self.add_widget(scroll)
        self._next(view)

    def _sheet(self, view: TableView) -> None:
        """The sheet as it stands: a row each for the pool, the mountain, the whists and the result, a column a seat."""
        settled = dict(view.settlement)
        names = [self._scorer(row.side, 16) for row in view.sheet]
        lines = [(tr("sheet.pool"), [str(row.pool) for row in view.sheet])]
        lines += [(tr("sheet.mountain"), [str(row.mountain) for row in view.sheet])]
        lines += [(tr("sheet.whists"), [str(sum(value for _, value in row.whists)) for row in view.sheet])]
        lines += [(tr("score.result"), [_signed(settled.get(row.side, 0)) for row in view.sheet])]
        self._sheet_line("", names)
        for word, figures in lines:
            self._sheet_line(word, [cell(one, 1.0, base_size=19, bold=word == lines[-1][0]) for one in figures])

    def _sheet_line(self, word: str, fields: Sequence[Widget]) -> None:
        line = kept(BoxLayout, size_hint_y=None, height=theme.s * 30, spacing=0)
        lay(line, [cell(word, 1.3, base_size=16, color=theme.muted, halign="left"), *fields])
        self.add_widget(line)

    def _scorer(self, side: str, size: float) -> Name:
        """The head of a side's column."""
        return kept(Name, name=scorer_text(self.model.view, side), pad=3, base_size=size, bold=True)

    def _head(self, sides: tuple[str, ...]) -> None:
        head = kept(BoxLayout, size_hint_y=None, height=theme.s * 34, spacing=0)
        about = ((tr("score.number"), 0.5), (tr("score.order"), 1.5))
        fields = [cell(text, share, base_size=16, color=theme.muted, bold=True) for text, share in about]
        lay(head, [*fields, *(self._scorer(side, 18) for side in sides)])
        self.add_widget(head)

    def _told(self, row: DealRow, sides: tuple[str, ...], doubts: list[str], won: tuple[str | None, ...]) -> Told:
        """A deal's line, what keeps it from being scored, and who has won with it."""

        def tell(line: ScoreLineBox) -> list[Widget]:
            line.height = theme.s * LINE
            line.do = partial(self._show, row.deal) if row.finished else None
            line.tell(row, partial(self._fields, row, sides))
            return [line, *(_doubted(said) for said in doubts), *(self._won(winner) for winner in won)]

        below = (*(DOUBTED for _ in doubts), *(WON for _ in won))
        return Told(theme.s * (LINE + sum(below) + GAP * len(below)), tell)

    def _won(self, winner: str | None) -> Heading:
        who = scorer_text(self.model.view, winner) if winner else ""
        text = tr("score.won", side=who) if winner else tr("score.next-match")
        return kept(Heading, text=text, base_size=17, color=theme.good, halign="center", high=WON)

    def _fields(self, row: DealRow, sides: tuple[str, ...]) -> list[FitLabel]:
        fields = [cell(str(row.deal), 0.5, base_size=18, color=theme.muted)]
        fields.append(cell(contract_cell(row), 1.5, base_size=19))
        if row.sheet:
            gave = "; ".join(gave_text(one) for one in row.sheet if _wrote(one))
            return [*fields, cell(gave, 3.0, base_size=16, halign="left")]
        totals, gains = dict(row.total), dict(row.score)
        for side in sides:
            text = total_cell(row, side, totals, gains, self.model.view.game)
            fields.append(cell(text, 1.0, base_size=23, bold=True))
        return fields

    def _show(self, deal: int) -> None:
        self.screen.shown_deal = deal
        self.refresh()

    def _account(self, row: DealRow) -> list[Widget]:
        """How a deal was counted, a line each."""
        title = tr("score.lines", deal=row.deal)
        lines: list[Widget] = [kept(Heading, text=title, base_size=16, color=theme.muted, high=30)]
        for line in row.lines:
            if line.value:
                word = line_text(line.what, short=True)
                lines.append(_counted(f"{scorer_text(self.model.view, line.side)} · {word}", line.value))
        unshown = [f"{player(self.model, seat)} · {missed_text((declaration,))}" for seat, declaration in row.unshown]
        view = self.model.view
        amiss = [one.seq for one in view.declarations if one.amiss is not None and row.deal == view.deal]
        return lines + [_missed(said) for said in (*unshown, *lost_text(view, amiss))]

    def _next(self, view: TableView) -> None:
        """The way to paper, which stands where it stands whatever the table does; after a deal the next one."""
        won, over = view.phase is Phase.MATCH_OVER, view.phase not in (Phase.AUCTION, Phase.PLAY)
        paper = key(
            tr("score.paper"), partial(self.screen.open_page, PaperPage), tone="primary" if won else "plain",
            base_size=20 if won else 18, tip="paper",
        )  # fmt: skip
        dealer = self.model.next_dealer if over else None
        if dealer is None:
            paper.size_hint_x = SMALLER
            self.row(paper, kept(Widget), height=LOW)
            return
        who = shortened(player(self.model, dealer), 18 * theme.s * theme.t, True, WHO * theme.s)
        text = tr("deal.next.short", seat=who) if won else tr("deal.next", seat=player(self.model, dealer))
        begin = key(
            text, partial(self.screen.finish, self.model.begin_deal, dealer), tone="plain" if won else "primary",
            base_size=18 if won else 20, tip="next",
        )  # fmt: skip
        (begin if won else paper).size_hint_x = SMALLER
        self.row(*((begin, paper) if won else (paper, begin)), height=LOW)


def _doubted(said: str) -> Text:
    """A doubt about a deal, below its line."""
    return Text(text=f"? {coloured(said)}", base_size=16, color=theme.red_suit, padding=(theme.s * 8, theme.s * 2))


def _counted(what: str, value: int) -> BoxLayout:
    """A line of an account: what is long goes on below, in letters as large as those of the others."""
    box = BoxLayout(size_hint_y=None, height=theme.s * COUNTED, padding=(0, 0, theme.s * 14, 0))
    words = Text(
        text=what, base_size=17, size_hint_x=3.0, padding=(theme.s * 3, theme.s * 1), pos_hint={"center_y": 0.5}
    )

    def high(_: object, height: float) -> None:
        box.height = max(height, theme.s * COUNTED)

    words.bind(height=high)
    signed = f"{value:+d}".replace("-", "−")
    lay(box, [words, cell(signed, 0.8, base_size=18, bold=True, halign="right")])
    return box


def _missed(said: str) -> Text:
    """Why a declaration brought nothing."""
    return Text(text=coloured(said), base_size=16, color=theme.muted, padding=(theme.s * 3, theme.s * 2))


def contract_cell(row: DealRow) -> str:
    """The contract as the protocol writes it: side, call, ``+`` for contra."""
    if row.contract is None:
        if row.redealt:
            return redealt_text(row.redealt)
        return tr("contract.unset") if row.finished else tr("score.open")
    who = seat_text(row.declarer, short=True)
    return f"{who} {coloured(call_text(row.contract))}{DOUBLING.get(row.doubled, '')}"


def _signed(value: int) -> str:
    return f"{value:+d}".replace("-", "−") if value else "0"


def gave_text(row: SheetRow) -> str:
    """What a deal wrote for a seat, in few letters: ``Сх куля 2, вісти 6``."""
    parts = (("pool", row.pool), ("mountain", row.mountain), ("whists", sum(value for _, value in row.whists)))
    written = ", ".join(f"{tr(f'sheet.{column}')} {value}" for column, value in parts if value)
    return f"{side_text(row.side, short=True)} {written}".replace("-", "−")


def _wrote(row: SheetRow) -> bool:
    """Whether a deal wrote anything for a seat."""
    return bool(row.pool or row.mountain or any(value for _, value in row.whists))


def total_cell(row: DealRow, side: str, totals: dict[str, int], gains: dict[str, int], game: str) -> str:
    """The running total with the deal's gain small beside it; the game's word for a side in bayt."""
    if not row.finished:
        return "·"
    small = f"[size={int(theme.s * 15)}]"
    if side in row.bayt:
        return f"{bayt_text(game)}{small}  {totals.get(side, 0)}[/size]".replace("-", "−")
    gain = gains.get(side, 0)
    grown = f"{small}  {gain:+d}[/size]" if gain else ""
    return f"{totals.get(side, 0)}{grown}".replace("-", "−")
