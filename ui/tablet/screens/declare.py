"""The declaration pad: what is announced, its top card; and the cards shown for it."""

from functools import partial
from typing import TYPE_CHECKING

from kozyr.engine.acts import Declared
from kozyr.engine.game import DeclarationKind, Naming
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import known, rank_text, seat_text, tr
from kozyr.ui.tablet.screens.cardpad import SUITS, CardGrid, CardsPage
from kozyr.ui.tablet.screens.page import Page, seat_page
from kozyr.ui.tablet.widgets import coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen


class DeclarePage(Page):
    """Announces for the seat on turn or the plate touched; corrects an announcement when given its ``seq``."""

    def __init__(self, screen: "TableScreen", seq: int | None = None) -> None:
        self._seq = seq
        self.whole = seq is not None
        self._kind: DeclarationKind | None = None
        super().__init__(screen)

    def build(self) -> None:
        if self._kind is None:
            self._kinds()
        elif self._kind.naming is Naming.RANK:
            self._ranks(self._kind)
        elif self._kind.naming is Naming.CARD:
            self._tops(self._kind)
        else:
            self._suits(self._kind)

    def _kinds(self) -> None:
        expected = set(self.model.view.expectation.declarations)
        self.heading(tr("declare.whose", seat=seat_text(self._seat)))
        keys = [
            key(_name(kind), partial(self._pick, kind), lit=kind.name in expected or self._seq is not None)
            for kind in self.model.session.game.declarations
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

    def _pick(self, kind: DeclarationKind) -> None:
        if kind.naming is Naming.SUIT and (self.model.view.trump is not None or self.model.view.contract is None):
            self._say(kind.name)
        else:
            self._kind = kind
            self.refresh()

    def _tops(self, kind: DeclarationKind) -> None:
        self.heading(tr("declare.top", kind=_name(kind).capitalize()))
        self.add_widget(CardGrid(lambda card: self._say(f"{kind.name} {card.code}"), ranks=kind.tops))
        self.row(key(tr("key.back"), partial(self._back)))

    def _ranks(self, kind: DeclarationKind) -> None:
        self.heading(tr("declare.rank"))
        keys = [
            key(rank_text(rank.value), partial(self._say, f"{kind.name} {rank.value}"), base_size=34)
            for rank in kind.tops
        ]
        self.grid(2, keys)
        self.row(key(tr("key.back"), partial(self._back)))

    def _suits(self, kind: DeclarationKind) -> None:
        self.heading(tr("declare.suit", kind=_name(kind).capitalize()))
        keys = [
            key(coloured(suit.sign), partial(self._say, f"{kind.name} {suit.value}"), base_size=56) for suit in SUITS
        ]
        self.grid(2, keys)
        self.row(key(tr("key.back"), partial(self._back)))

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


def _name(kind: DeclarationKind) -> str:
    """The kind in the language in force."""
    return tr(f"declaration.{kind.name}") if known(f"declaration.{kind.name}") else kind.name
