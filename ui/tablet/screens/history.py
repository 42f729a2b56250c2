"""Everything recorded, newest first; a touch corrects it, or shows who changed it before. Undo and redo below.

Players are not reminded of gone cards: of the deal that is played they see the plays of the open trick and of the last
closed one, and no discards; the judge sees all of it.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from kivy.utils import get_hex_from_color

from kozyr.engine.acts import Act, Called, Dealt, Declared, Exchanged, Exposed, Played, Revealed, TurnedUp
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.corrections import Change, Place, history
from kozyr.engine.table.log import Source
from kozyr.engine.view import Phase
from kozyr.ui.locale.narrate import act_text
from kozyr.ui.locale.text import clock_text, known, tr
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.people import by_name
from kozyr.ui.tablet.screens.cardpad import CardsPage, CorrectCardPage
from kozyr.ui.tablet.screens.declare import DeclarePage
from kozyr.ui.tablet.screens.pads import correcting_page
from kozyr.ui.tablet.screens.page import ChoicePage, Page, seat_page
from kozyr.ui.tablet.screens.reasons import ReasonPage
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, Rows, Scroll, Text, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

SHOWN: Final = 30
"""Lines shown at once; older ones are turned to."""


class HistoryPage(Page):
    """The log as people read it."""

    def __init__(self, screen: "TableScreen") -> None:
        self._older = 0
        self._lines: dict[int, tuple[str, Key]] = {}
        super().__init__(screen)

    def refresh(self) -> None:
        if (len(self.model.session.entries), self.model.judging, self._older) != self._shown:
            super().refresh()

    def build(self) -> None:
        self._shown = (len(self.model.session.entries), self.model.judging, self._older)
        self._broken = {found.seq for found in self.model.session.errors}
        places = history(self.model.session.entries)
        self._number(places)
        open_to_all = [place for place in places if not self._is_hidden(place)]
        hidden = len(places) - len(open_to_all)
        end = len(open_to_all) - self._older * SHOWN
        before, self._lines = self._lines, {}
        self._before = before
        rows = Rows()
        if hidden and not self._older:
            rows.add_widget(Heading(text=tr("history.hidden"), color=theme.muted, base_size=15, high=28))
        for place in reversed(open_to_all[max(0, end - SHOWN) : end]):
            rows.add_widget(self._line(place))
        if not places:
            rows.add_widget(Heading(text=tr("history.empty"), color=theme.muted, halign="center"))
        scroll = Scroll()
        scroll.add_widget(rows)
        self.add_widget(scroll)
        keys = [
            key(tr("key.undo"), partial(self.screen.attempt, self.model.undo), lit=bool(self.model.session.steps)),
            key(tr("key.redo"), partial(self.screen.attempt, self.model.redo), lit=self.model.can_redo),
        ]
        keys += [key("↓", partial(self._turn, 1), base_size=26, tip="older")] if end > SHOWN else []
        keys += [key("↑", partial(self._turn, -1), base_size=26, tip="newer")] if self._older else []
        for made in keys[:2]:
            made.base_size = 18
        self.row(*keys)

    def _turn(self, by: int) -> None:
        self._older += by
        self.refresh()

    def _number(self, places: tuple[Place, ...]) -> None:
        """Which deal every place belongs to, and the last one's first."""
        deals, self._deals, self._newest = 0, dict[int, int](), 0
        for at, place in enumerate(places):
            if isinstance(place.act, Dealt):
                deals += 1
                self._newest = at
            self._deals[place.first.seq] = deals
        self._order = {place.first.seq: at for at, place in enumerate(places)}

    def _is_hidden(self, place: Place) -> bool:
        """Whether a play is gone from the players' sight."""
        view = self.model.view
        acts = (place.act, *(change.old for change in place.changes))
        if self.model.judging or view.phase is not Phase.PLAY or not any(isinstance(act, Played) for act in acts):
            return False
        if self._order[place.first.seq] < self._newest:
            return False
        if isinstance(place.act, Played) and any(place.act.card in seat.penalty_cards for seat in view.seats):
            return False
        lying = [trick for trick in (*view.tricks[-1:], view.trick) if trick is not None]
        return place.seq not in {play.seq for trick in lying for play in trick.plays} and place.act is not None

    def _told(self, act: Act, deal: int) -> str:
        """An act in words; discards stay face down for players while the deal is played."""
        view = self.model.view
        if isinstance(act, Exchanged) and not self.model.judging and deal == view.deal and _is_running(view.phase):
            act = replace(act, given=act.given if isinstance(act.given, int) else len(act.given))
        return told(self.model, act, deal)

    def _line(self, place: Place) -> Key:
        deal, seq = self._deals[place.first.seq], place.seq
        time = clock_text(place.first.at_ms)
        if place.act is not None:
            text = f"{time} {self._told(place.act, deal)}"
        else:
            old = place.changes[-1].old
            gone = self._told(old, deal) if old is not None else ""
            text = f"{time} [s]{gone}[/s]  {self._small(tr('history.taken-back'))}"
        source = place.first.source if not place.changes else place.changes[-1].source
        if source is not Source.CAMERA:
            text += f"  {self._small(tr(f'history.source.{source.value}'))}"
        changed = bool(place.changes) and place.act != place.first.act
        if changed and place.act is not None:
            before = place.changes[0].old
            was = tr("history.was", old=self._told(before, deal)) if before is not None else tr("history.not-been")
            text += f"\n[size={int(theme.s * 15)}]{was}[/size]"
        broken = seq in self._broken
        if broken:
            text += f"\n[size={int(theme.s * 14)}]{tr('history.broken')}[/size]"
        do = partial(self._open, place) if changed and not broken else partial(edit, self.screen, seq)
        made = self._made(seq, text, do)
        made.tone = "danger" if broken else "plain"
        return made

    def _made(self, seq: int, text: str, do: Callable[[], object]) -> Key:
        """The line of an entry; one that still reads as it did is not made again."""
        known, line = self._before.get(seq, ("", None))
        if line is None or known != text:
            line = key(text, do, base_size=19, halign="left", bold=False)
            line.size_hint_y, line.height = None, theme.s * 60
        elif line.parent is not None:
            line.parent.remove_widget(line)
        self._lines[seq] = (text, line)
        return line

    @staticmethod
    def _small(text: str) -> str:
        return f"[size={int(theme.s * 14)}][color={get_hex_from_color(theme.muted)}]{text}[/color][/size]"

    def _open(self, place: Place) -> None:
        self.screen.open_page(ChangesPage, place=place)


class ChangesPage(Page):
    """What became of one entry: who, when, old, new, why. It can be corrected again."""

    whole = True

    def __init__(self, screen: "TableScreen", place: Place) -> None:
        self._place = place
        super().__init__(screen)

    def build(self) -> None:
        place = self._place
        self.heading(tr("history.changes"))
        rows = Rows(spacing=theme.s * 6)
        first = self._by(place.first.source, place.first.by, place.first.at_ms)
        rows.add_widget(self._text(f"{first}\n[b]{told(self.model, place.first.act)}[/b]"))
        for change in place.changes:
            rows.add_widget(self._text(self._changed(change)))
        scroll = Scroll()
        scroll.add_widget(rows)
        self.add_widget(scroll)
        again = partial(edit, self.screen, place.seq) if place.act is not None else self._bring_back
        text = tr("history.correct-again" if place.act is not None else "history.bring-back")
        why = partial(self.screen.open_page, ReasonPage, place=place)
        self.row(key(text, again, base_size=18, tip="again"), key(tr("history.add-why"), why, base_size=18, tip="why"))
        self.row(key(tr("key.back"), self.screen.home))

    @staticmethod
    def _text(text: str) -> Text:
        return Text(text=text, base_size=17, padding=(theme.s * 6, theme.s * 4))

    def _changed(self, change: Change) -> str:
        why = f"\n{why_text(change.why)}" if change.why else ""
        by = self._by(change.source, change.by, change.at_ms)
        if change.old == change.new:
            return by + why
        return f"{by}\n{tr('history.change', old=told(self.model, change.old), new=told(self.model, change.new))}{why}"

    @staticmethod
    def _by(source: Source, by: str | None, at_ms: int) -> str:
        return " · ".join(filter(None, (clock_text(at_ms), tr(f"history.source.{source.value}"), by)))

    def _bring_back(self) -> None:
        old = self._place.changes[-1].old
        if old is not None:
            self.screen.amend(partial(self.model.correction, self._place.seq, old))


def why_text(why: str) -> str:
    """Why something was corrected: a doubt of the camera or a reason noted, in the language in force, else as it is."""
    named = (one for one in (f"question.{why}", f"history.why.{why}") if known(one))
    return next((tr(one, seat="") for one in named), why)


def told(model: TableModel, act: Act | None, deal: int = 0) -> str:
    """An act in words, with the name of whoever it is about; "nothing" for none."""
    if act is None:
        return tr("history.nothing")
    seat = getattr(act, "seat", None) or getattr(act, "dealer", None)
    return by_name(model, coloured(act_text(act, deal=deal)), seat)


def _is_running(phase: Phase) -> bool:
    return phase in (Phase.AUCTION, Phase.PLAY)


def edit(screen: "TableScreen", seq: int) -> None:
    """Opens the page that corrects what entry ``seq`` states."""
    step = screen.model.step_of(seq)
    match None if step is None else step.act:
        case Played():
            screen.open_page(CorrectCardPage, seq=seq)
        case Called():
            screen.open_page(correcting_page(screen.model), seq=seq)
        case Declared():
            screen.open_page(DeclarePage, seq=seq)
        case Dealt():
            seats = screen.model.session.header.seating.seats
            who = tr("deal.who-obliged" if screen.model.session.game.judge_deals else "deal.who")
            screen.open(seat_page(screen, who, seats, partial(_redealt, screen, seq)))
        case TurnedUp() | Revealed() | Exposed() as act:
            assert step is not None
            other = partial(_other_cards, screen, seq, act)
            choices = ((tr("history.other-cards"), "primary", other), _taken_back(screen, seq))
            screen.open(ChoicePage(screen, f"{clock_text(step.at_ms)} {told(screen.model, act)}", choices))
        case None:
            screen.home()
        case act:
            assert step is not None
            screen.open(
                ChoicePage(screen, f"{clock_text(step.at_ms)} {told(screen.model, act)}", (_taken_back(screen, seq),))
            )


def _taken_back(screen: "TableScreen", seq: int) -> tuple[str, str, partial[None]]:
    return tr("key.take-back"), "danger", partial(screen.take_back, seq)


def _other_cards(screen: "TableScreen", seq: int, act: TurnedUp | Revealed | Exposed) -> None:
    """The cards that were shown were others."""

    def chosen(cards: tuple[Card, ...]) -> None:
        screen.amend(partial(screen.model.correction, seq, replace(act, cards=cards)))

    limit = len(act.cards) if isinstance(act, TurnedUp) else None
    begin = () if limit else act.cards
    screen.open(CardsPage(screen, tr("history.which-cards"), chosen, limit=limit, begin=begin))


def _redealt(screen: "TableScreen", seq: int, seat: Seat) -> None:
    step = screen.model.step_of(seq)
    if step is not None and isinstance(step.act, Dealt):
        if screen.model.session.game.judge_deals:
            screen.amend(partial(screen.model.correction, seq, replace(step.act, obliged=seat)))
        else:
            screen.amend(partial(screen.model.correction, seq, replace(step.act, dealer=seat)))
