"""What is needed rarely: language, colours, exposed cards, a claim, a misdeal, a result entered by number; the PIN."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock

from kozyr.engine.seats import Seat
from kozyr.engine.view import Phase
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.pin import MOST_DIGITS, guard
from kozyr.ui.tablet.screens.cardpad import CardsPage
from kozyr.ui.tablet.screens.claim import ClaimPage
from kozyr.ui.tablet.screens.look_keys import look_rows
from kozyr.ui.tablet.screens.page import ChoicePage, Page, seat_page
from kozyr.ui.tablet.screens.papers import PaperPage
from kozyr.ui.tablet.screens.tally import TallyPage, can_tally
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

DIGITS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9")


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
        self.row(self._action("papers.open", partial(self.screen.open_page, PaperPage), True), height=62)
        self.fill()
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


class NumberPage(Page):
    """Digits for a number; ``done`` is called with the text typed."""

    whole = True
    hidden = False
    """True: dots instead of digits."""
    most = 6
    """Digits."""

    def __init__(self, screen: "TableScreen", title: str, done: Callable[[str], object]) -> None:
        self._title, self._done, self._typed = title, done, ""
        super().__init__(screen)

    def build(self) -> None:
        self.heading(self._title)
        shown = "•" * len(self._typed) if self.hidden else self._typed
        self.add_widget(Heading(text=shown or "–", base_size=40, halign="center", high=46 if theme.portrait else 64))
        self.above_digits()
        keys = [key(digit, partial(self._type, digit), base_size=30) for digit in DIGITS]
        keys += [key("←", self._erase, base_size=28), key("0", partial(self._type, "0"), base_size=30)]
        keys.append(key(tr("key.done"), self._finish, tone="primary" if self._typed else "plain", base_size=20))
        self.grid(3, keys)
        self.row(key(tr("key.cancel"), self.screen.home))

    def above_digits(self) -> None:
        """Room for what goes with the number."""

    def _type(self, digit: str) -> None:
        self._typed = (self._typed + digit)[: self.most]
        self.refresh()

    def _erase(self) -> None:
        self._typed = self._typed[:-1]
        self.refresh()

    def _finish(self) -> None:
        if self._typed:
            self._done(self._typed)


class PinPage(NumberPage):
    """The judge's PIN; after wrong ones it waits, and says for how long."""

    hidden = True
    most = MOST_DIGITS

    def __init__(self, screen: "TableScreen") -> None:
        self._wrong = False
        self._said = Heading(text="", color=theme.danger, halign="center")
        self._tick: Any = Clock.schedule_interval(self._count, 0.5)
        super().__init__(screen, tr("judge.pin"), self._open)

    def above_digits(self) -> None:
        """A line of its own for what is wrong, so that the digits stay where they are."""
        self._said = Heading(text="", color=theme.danger, halign="center")
        self.add_widget(self._said)
        self._count()

    def _count(self, *_: object) -> None:
        wait = guard.wait_s
        if wait:
            self._said.text = tr("judge.pin-wait", seconds=wait)
        else:
            self._said.text = tr("judge.pin-wrong") if self._wrong and not self._typed else ""

    def on_parent(self, _: object, parent: object) -> None:
        """While the page is not shown the seconds are not counted."""
        if parent is None:
            self._tick.cancel()
        else:
            self._tick()

    def _open(self, pin: str) -> None:
        if self.model.open_judging(pin):
            self.screen.home()
        else:
            self._typed, self._wrong = "", True
            self.refresh()
