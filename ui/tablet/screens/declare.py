"""The declaration pad: what is announced, its top card; and the cards shown for it."""

from functools import partial
from typing import TYPE_CHECKING, Final

from kozyr.engine.acts import Declared
from kozyr.engine.cards import Card, Rank
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import rank_text, seat_text, tr
from kozyr.ui.tablet.screens.cardpad import RANKS, SUITS, CardGrid, CardsPage
from kozyr.ui.tablet.screens.page import Page, seat_page
from kozyr.ui.tablet.widgets import coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

KINDS: Final = ("terz", "berz", "quint", "frame", "bela", "rebela")
LENGTHS: Final = {"terz": 3, "berz": 4, "quint": 5}
FRAMES: Final = (Rank.JACK, Rank.NINE, Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.EIGHT, Rank.SEVEN)


class DeclarePage(Page):
    """Announces for the seat on turn or the plate touched; corrects an announcement when given its ``seq``."""

    def __init__(self, screen: "TableScreen", seq: int | None = None) -> None:
        self._seq = seq
        self.whole = seq is not None
        self._kind: str | None = None
        super().__init__(screen)

    def build(self) -> None:
        if self._kind is None:
            self._kinds()
        elif self._kind == "frame":
            self._ranks()
        elif self._kind in LENGTHS:
            self._tops()
        else:
            self._suits()

    def _kinds(self) -> None:
        expected = set(self.model.view.expectation.declarations)
        self.heading(tr("declare.whose", seat=seat_text(self._seat)))
        keys = [
            key(tr(f"declaration.{kind}"), partial(self._pick, kind), lit=kind in expected or self._seq is not None)
            for kind in KINDS
        ]
        self.grid(2, keys)
        if self._seq is None:
            self.row(key(tr("declare.show"), self._show), height=76)
        else:
            self.row(
                key(tr("key.cancel"), self.screen.home),
                key(tr("key.take-back"), partial(self.screen.finish, self.model.take_back, self._seq), tone="danger"),
            )

    @property
    def _seat(self) -> Seat | None:
        act = self._corrected()
        return self.screen.seat if act is None else act.seat

    def _corrected(self) -> Declared | None:
        step = self.model.step_of(self._seq) if self._seq is not None else None
        return step.act if step is not None and isinstance(step.act, Declared) else None

    def _pick(self, kind: str) -> None:
        contract = self.model.view.contract or ""
        if kind in ("bela", "rebela") and "A" not in contract.split(" ")[0]:
            self._say(kind)
        else:
            self._kind = kind
            self.refresh()

    def _tops(self) -> None:
        assert self._kind is not None
        ranks = RANKS[: len(RANKS) - LENGTHS[self._kind] + 1]
        self.heading(tr("declare.top", kind=tr(f"declaration.{self._kind}").capitalize()))
        self.add_widget(CardGrid(self._top, ranks=ranks))
        self.row(key(tr("key.back"), partial(self._back)))

    def _top(self, card: Card) -> None:
        self._say(f"{self._kind} {card.code}")

    def _ranks(self) -> None:
        self.heading(tr("declare.rank"))
        self.grid(2, [key(rank_text(rank.value), partial(self._rank, rank), base_size=34) for rank in FRAMES])
        self.row(key(tr("key.back"), partial(self._back)))

    def _rank(self, rank: Rank) -> None:
        self._say(f"frame {rank.value}")

    def _suits(self) -> None:
        self.heading(tr("declare.suit", kind=tr(f"declaration.{self._kind}").capitalize()))
        self.grid(2, [key(coloured(suit.sign), partial(self._suit, suit.value), base_size=56) for suit in SUITS])
        self.row(key(tr("key.back"), partial(self._back)))

    def _suit(self, suit: str) -> None:
        self._say(f"{self._kind} {suit}")

    def _back(self) -> None:
        self._kind = None
        self.refresh()

    def _say(self, declaration: str) -> None:
        self._kind = None
        act = self._corrected()
        if act is not None and self._seq is not None:
            self.screen.finish(self.model.correct, self._seq, Declared(act.seat, declaration))
        else:
            self.screen.for_seat(partial(self._declare, declaration))

    def _declare(self, declaration: str, seat: Seat) -> None:
        self.screen.finish(self.model.declare, seat, declaration)

    def _show(self) -> None:
        seats = self.model.session.header.seating.seats
        self.screen.open(seat_page(self.screen, tr("declare.show"), seats, self._show_for))

    def _show_for(self, seat: Seat) -> None:
        title = tr("pad.shown", seat=seat_text(seat))
        self.screen.open(CardsPage(self.screen, title, partial(self.model.reveal, seat)))
