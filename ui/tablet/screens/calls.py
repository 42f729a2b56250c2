"""The plain pad of calls: those that are legal now, for the seat whose word it is; any call that was said, to correct.

Made for games whose legal calls fit a page. What else the rules wait for between the calls (cards turned up, cards
exchanged unseen) has a key of its own.
"""

from functools import partial
from typing import TYPE_CHECKING, Final

from kozyr.engine.acts import Called
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import call_text, seat_text, tr
from kozyr.ui.tablet.screens.cardpad import CardsPage
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.widgets import Key, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

_WIDE: Final = 8
"""So many calls stand in two columns; more stand in four."""


class CallsPage(Page):
    """Calls of the seat on turn, or of the plate that was touched. Given the ``seq`` of a call it corrects that."""

    def __init__(self, screen: "TableScreen", seq: int | None = None) -> None:
        self._seq = seq
        self.whole = seq is not None
        super().__init__(screen)

    def build(self) -> None:
        expected = self.model.view.expectation
        corrected = self._corrected()
        seat = corrected.seat if corrected is not None else self.screen.acting or expected.caller or expected.seat
        said = (call for who, call in expected.calls_out_of_turn if who is seat)
        calls = tuple(dict.fromkeys((*expected.calls, *said)))
        if corrected is not None:
            self.heading(tr("calls.again"))
            calls = tuple(dict.fromkeys((*self._said(), *calls)))
        else:
            self.heading(tr("auction.whose", seat=seat_text(seat)) if calls else tr("calls.none"))
        columns = 2 if len(calls) <= _WIDE else 4
        self.grid(columns, [self._call_key(call, seat, 24 if columns == 2 else 17) for call in calls])
        self._other_keys(seat)
        if self._seq is not None:
            self.row(
                key(tr("key.cancel"), self.screen.home, base_size=17),
                key(tr("key.take-back"), partial(self.screen.finish, self.model.take_back, self._seq), base_size=17),
            )

    def _other_keys(self, seat: Seat | None) -> None:
        """What is neither a call nor a card to the trick."""
        expected = self.model.view.expectation
        if self._seq is not None:
            return
        if "TurnedUp" in expected.kinds:
            self.row(key(tr("calls.turned-up"), self._turn_up, base_size=20, tip="turned-up"))
        if "Exchanged" in expected.kinds and seat is not None:
            count = max(1, len(self.model.view.turned_up))
            do = partial(self.screen.finish, self.model.exchange, seat, count)
            self.row(key(tr("calls.exchanged"), do, base_size=20, tip="exchanged"))

    def _call_key(self, call: str, seat: Seat | None, size: int) -> Key:
        return key(coloured(call_text(call)), partial(self._say, call, seat), base_size=size, tip=call)

    def _said(self) -> tuple[str, ...]:
        """Every call of this deal, the one to correct first."""
        corrected = self._corrected()
        first = (corrected.call,) if corrected is not None else ()
        return tuple(dict.fromkeys((*first, *(call.call for call in self.model.view.calls))))

    def _corrected(self) -> Called | None:
        step = self.model.step_of(self._seq) if self._seq is not None else None
        return step.act if step is not None and isinstance(step.act, Called) else None

    def _say(self, call: str, seat: Seat | None) -> None:
        corrected = self._corrected()
        if self._seq is not None and corrected is not None:
            self.screen.finish(self.model.correct, self._seq, Called(corrected.seat, call))
        elif seat is None:
            self.screen.for_seat(partial(self._said_by, call))
        else:
            self.screen.finish(self.model.call, seat, call)

    def _said_by(self, call: str, seat: Seat) -> None:
        self.screen.finish(self.model.call, seat, call)

    def _turn_up(self) -> None:
        self.screen.open(CardsPage(self.screen, tr("calls.turned-up"), self.model.turn_up))
