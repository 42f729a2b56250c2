"""What is needed rarely: language, colours, exposed cards, a claim, a misdeal, a result entered by number; the PIN."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from kozyr.engine.seats import Seat
from kozyr.engine.view import Phase
from kozyr.ui.locale.text import LANGUAGES, language, seat_text, set_language, tr
from kozyr.ui.tablet.screens.cardpad import CardsPage
from kozyr.ui.tablet.screens.claim import ClaimPage
from kozyr.ui.tablet.screens.page import ChoicePage, Page, seat_page
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
        self.row(*language_keys())
        dark = theme.name == "dark"
        self.row(
            key(tr("menu.theme.dark"), partial(theme.wear, "dark"), tone="chosen" if dark else "plain"),
            key(tr("menu.theme.light"), partial(theme.wear, "light"), tone="plain" if dark else "chosen"),
        )
        phase = self.model.view.phase
        running = phase in (Phase.AUCTION, Phase.PLAY)
        for text, do, lit in (
            (tr("menu.expose"), self._expose, running),
            (tr("menu.claim"), partial(self.screen.open_page, ClaimPage), phase is Phase.PLAY),
            (tr("menu.tally"), partial(self.screen.open_page, TallyPage), can_tally(self.screen)),
            (tr("menu.misdeal"), self._misdeal, running),
        ):
            self.row(key(text, do if lit else self._not_now, lit=lit, base_size=20))
        self.fill()
        self.row(key(tr("menu.leave"), self.screen.leave, base_size=18), key(tr("key.close"), self.screen.home))

    def _not_now(self) -> None:
        self.screen.notice(tr(f"phase.{self.model.view.phase.value}"))

    @property
    def _seats(self) -> tuple[Seat, ...]:
        return self.model.session.header.seating.seats

    def _expose(self) -> None:
        self.screen.open(seat_page(self.screen, tr("menu.expose"), self._seats, self._exposed))

    def _exposed(self, seat: Seat) -> None:
        title = tr("pad.exposed", seat=seat_text(seat))
        done = partial(self.screen.finish, self.model.expose, seat)
        self.screen.open(CardsPage(self.screen, title, done))

    def _misdeal(self) -> None:
        record = partial(self.screen.finish, self.model.misdeal, tr("menu.misdeal.reason"))
        choices = ((tr("auction.record"), "danger", record),)
        self.screen.open(ChoicePage(self.screen, tr("menu.misdeal.sure"), choices))


def language_keys() -> list[Key]:
    """A key for each language, its own name on it."""
    return [
        key(
            tr("lang.name", lang), partial(set_language, lang), base_size=18, tip=f"lang-{lang}",
            tone="chosen" if lang == language() else "plain",
        )
        for lang in LANGUAGES
    ]  # fmt: skip


class NumberPage(Page):
    """Digits for a number; ``done`` is called with the text typed."""

    whole = True
    hidden = False
    """True: dots instead of digits."""

    def __init__(self, screen: "TableScreen", title: str, done: Callable[[str], object]) -> None:
        self._title, self._done, self._typed = title, done, ""
        super().__init__(screen)

    def build(self) -> None:
        self.heading(self._title)
        shown = "•" * len(self._typed) if self.hidden else self._typed
        self.add_widget(Heading(text=shown or "–", base_size=40, halign="center", high=64))
        self.above_digits()
        keys = [key(digit, partial(self._type, digit), base_size=30) for digit in DIGITS]
        keys += [key("←", self._erase, base_size=28), key("0", partial(self._type, "0"), base_size=30)]
        keys.append(key(tr("key.done"), self._finish, tone="primary" if self._typed else "plain", base_size=20))
        self.grid(3, keys)
        self.row(key(tr("key.cancel"), self.screen.home))

    def above_digits(self) -> None:
        """Room for what goes with the number."""

    def _type(self, digit: str) -> None:
        self._typed = (self._typed + digit)[:6]
        self.refresh()

    def _erase(self) -> None:
        self._typed = self._typed[:-1]
        self.refresh()

    def _finish(self) -> None:
        if self._typed:
            self._done(self._typed)


class PinPage(NumberPage):
    """The judge's PIN."""

    hidden = True

    def __init__(self, screen: "TableScreen") -> None:
        self._wrong = False
        super().__init__(screen, tr("judge.pin"), self._open)

    def above_digits(self) -> None:
        """A line of its own for what is wrong, so that the digits stay where they are."""
        text = tr("judge.pin-wrong") if self._wrong and not self._typed else ""
        self.add_widget(Heading(text=text, color=theme.danger, halign="center"))

    def _open(self, pin: str) -> None:
        if self.model.open_judging(pin):
            self.screen.home()
        else:
            self._typed, self._wrong = "", True
            self.refresh()
