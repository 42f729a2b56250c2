"""What is needed rarely: language, colours, exposed cards, a claim, a misdeal, a result entered by number; the PIN."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kozyr.engine.seats import Seat
from kozyr.engine.view import Phase
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.pinpad import PinPad
from kozyr.ui.tablet.screens.cardpad import CardsPage
from kozyr.ui.tablet.screens.claim import ClaimPage
from kozyr.ui.tablet.screens.look_keys import look_rows
from kozyr.ui.tablet.screens.page import ChoicePage, Page, seat_page
from kozyr.ui.tablet.screens.papers import PaperPage
from kozyr.ui.tablet.screens.pin_at_table import TablePinPage
from kozyr.ui.tablet.screens.tally import TallyPage, can_tally
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Key, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen


class MenuPage(Page):
    """The menu of the table."""

    whole = True

    def build(self) -> None:
        for row in look_rows():
            self.add_widget(row)
        phase = self.model.view.phase
        running = phase in (Phase.AUCTION, Phase.PLAY)
        expose = self._action("menu.expose", self._expose, running)
        claim = self._action("menu.claim", partial(self.screen.open_page, ClaimPage), phase is Phase.PLAY)
        tally = self._action("menu.tally", partial(self.screen.open_page, TallyPage), can_tally(self.screen))
        misdeal = self._action("menu.misdeal", self._misdeal, running)
        high = 64 if theme.portrait else 74
        self.row(expose, claim, height=high)
        self.row(tally, misdeal, height=high)
        paper = self._action("papers.open", partial(self.screen.open_page, PaperPage), True)
        pin = self._action("menu.pin", partial(self.screen.open_page, TablePinPage), True)
        self.row(*((paper,) if self.model.keep_pin is None else (paper, pin)), height=62)
        self.fill()
        self.add_widget(FitLabel(text=tr("menu.leave.kept"), base_size=16, color=theme.muted, size_hint_y=None,
                                 height=theme.s * 26))  # fmt: skip
        self.row(key(tr("menu.leave"), self.screen.leave, base_size=18), key(tr("key.close"), self.screen.home))

    def _action(self, word: str, do: Callable[[], object], lit: bool) -> Key:
        return key(tr(word), do if lit else self._not_now, lit=lit, base_size=18, tip=word)

    def _not_now(self) -> None:
        self.screen.notice(tr(f"phase.{self.model.view.phase.value}"))

    @property
    def _seats(self) -> tuple[Seat, ...]:
        return self.model.session.header.seating.seats

    def _expose(self) -> None:
        self.screen.open(seat_page(self.screen, tr("menu.expose"), self._seats, self._exposed))

    def _exposed(self, seat: Seat) -> None:
        title = tr("pad.exposed", seat=player(self.model, seat))
        done = partial(self.screen.finish, self.model.expose, seat)
        self.screen.open(CardsPage(self.screen, title, done))

    def _misdeal(self) -> None:
        record = partial(self.screen.finish, self.model.misdeal, tr("menu.misdeal.reason"))
        choices = ((tr("auction.record"), "danger", record),)
        self.screen.open(ChoicePage(self.screen, tr("menu.misdeal.sure"), choices))


class PinPage(Page):
    """The judge's PIN; after wrong ones it waits, and says for how long."""

    whole = True

    def __init__(self, screen: "TableScreen") -> None:
        self._digits = self._said = ""
        super().__init__(screen)

    def head(self) -> None:
        """What stands above the pad."""
        self.heading(tr("judge.pin"))

    def build(self) -> None:
        self.head()
        self._pad = PinPad(self._digits, self._open, typed=self._type, said=self._said)
        self.add_widget(self._pad)
        self.row(key(tr("key.back"), self.screen.home))

    def refresh(self) -> None:
        """What happens at the table changes nothing here: no digit moves under a finger."""

    def _type(self, digits: str) -> None:
        self._digits, self._said = digits, ""

    def _open(self, pin: str) -> None:
        if self.model.open_judging(pin):
            self.screen.home()
        else:
            self._pad.refuse(tr("judge.pin-wrong"))
            self._said = tr("judge.pin-wrong")
