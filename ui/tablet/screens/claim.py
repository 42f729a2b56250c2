"""A claim: who, how many tricks, then the hands as they are laid open."""

from functools import partial
from typing import TYPE_CHECKING

from kozyr.engine.acts import Claimed, Revealed
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.view import SeatView
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.people import named, player
from kozyr.ui.tablet.screens.cardpad import CardsPage
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen


class ClaimPage(Page):
    """Who claims, then how many of the tricks that are left."""

    whole = True

    def __init__(self, screen: "TableScreen") -> None:
        self._seat: Seat | None = None
        super().__init__(screen)

    def build(self) -> None:
        if self._seat is None:
            self.heading(tr("menu.claim.who"))
            for seat in (one.seat for one in self.model.view.seats if one.is_playing or one.cards_left):
                self.row(key(named(self.model, seat), partial(self._claimed_by, seat), tip=f"claim-{seat}"), height=72)
            self.fill()
        else:
            self._counts(self._seat)
        self.row(key(tr("key.back"), self.screen.home))

    def _counts(self, seat: Seat) -> None:
        left = self._left
        self.heading(tr("claim.count", seat=player(self.model, seat)))
        done = partial(self._claim, seat, left)
        self.row(key(tr("claim.all", count=left), done, tone="primary", tip="claim-all"), height=84)
        fewer = [key(str(count), partial(self._claim, seat, count), base_size=30) for count in range(left - 1, -1, -1)]
        self.grid(5 if theme.portrait else 3, fewer)

    @property
    def _left(self) -> int:
        """Tricks that are not won yet."""
        return max(one.cards_left for one in self.model.view.seats)

    def _claimed_by(self, seat: Seat) -> None:
        self._seat = seat
        self.refresh()

    def _claim(self, seat: Seat, count: int) -> None:
        if self.screen.attempt(self.model.claim, seat, count):
            self.screen.acting = None
            self.screen.open_page(HandsPage)


class HandsPage(Page):
    """The hands laid open for a claim, one after another; none need be entered."""

    whole = True

    def build(self) -> None:
        self.heading(tr("claim.hands"))
        for seat in self.model.view.seats:
            if seat.is_playing and seat.cards_left:
                seen = max(len(seat.open_hand), len(laid_open(self.model, seat.seat)))
                text = tr("claim.hand", player=named(self.model, seat.seat), seen=seen, count=seat.cards_left)
                tone = "good" if seen >= seat.cards_left else "plain"
                self.row(key(text, partial(self._lay, seat), tone=tone, base_size=20, tip=f"hand-{seat.seat}"))
        self.fill()
        self.row(key(tr("key.done"), partial(self.screen.refresh, close=True), tone="primary", tip="hands-done"))

    def _lay(self, seat: SeatView) -> None:
        title = tr("pad.shown", seat=player(self.model, seat.seat))
        done = partial(self._laid, seat.seat)
        self.screen.open(CardsPage(self.screen, title, done, limit=seat.cards_left))

    def _laid(self, seat: Seat, cards: tuple[Card, ...]) -> None:
        if self.screen.attempt(self.model.reveal, seat, cards):
            self.screen.open_page(HandsPage)


def laid_open(model: TableModel, seat: Seat) -> frozenset[Card]:
    """The cards of a hand that were laid open since the claim: the deal is over then, and the table shows no hands."""
    steps = model.deal_steps
    since = max((at for at, step in enumerate(steps) if isinstance(step.act, Claimed)), default=len(steps))
    shown = [step.act.cards for step in steps[since:] if isinstance(step.act, Revealed) and step.act.seat is seat]
    return frozenset(card for cards in shown for card in cards)
