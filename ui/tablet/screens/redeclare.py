"""An announcement that is put right, or one that was missed and is put before any entry."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from kozyr.engine.acts import Declared
from kozyr.engine.cards import Card
from kozyr.engine.game import DeclarationKind, Naming
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import declaration_text, tr
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.declare import DeclarePage
from kozyr.ui.tablet.screens.page import seat_page
from kozyr.ui.tablet.screens.showing import amiss_text
from kozyr.ui.tablet.telling import told
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Key, Text, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

LOW: Final = 58
"""The height of a row of keys below a pad, units."""


class RedeclarePage(DeclarePage):
    """Corrects the announcement of entry ``seq``, or with ``insert`` puts one that was missed before any entry."""

    stays = False
    whole = True

    def __init__(self, screen: "TableScreen", seq: int, insert: bool = False) -> None:
        self._seq, self._insert = seq, insert
        act = None if insert else _declared(screen, seq)
        named = [kind for kind in screen.model.session.game.declarations if kind.naming is not Naming.SUIT]
        # A combination is told by its kind and its top: what was misheard is one of them, as a rule the top.
        said = act.declaration.split()[0] if act is not None else ""
        super().__init__(screen, next((kind for kind in named if kind.name == said), None))

    @property
    def unfinished(self) -> str:
        return tr("left.insert") if self._insert else ""

    def build(self) -> None:
        is_there = self.model.standing(self._seq) is not None if self._insert else self._act is not None
        if is_there:
            super().build()

    @property
    def _act(self) -> Declared | None:
        """What is put right, as it stands now; None where one is put in."""
        return None if self._insert else _declared(self.screen, self._seq)

    @property
    def _seat(self) -> Seat | None:
        return self._act.seat if self._act is not None else self.screen.seat

    def _title(self) -> str:
        if self._insert:
            step = self.model.standing(self._seq)
            return tr("auction.insert", call=coloured(told(self.model, step.act)) if step is not None else "")
        return tr("declare.whose", seat=player(self.model, self._seat))

    def _may(self, name: str) -> bool:
        return True

    def _kinds(self) -> None:
        self._say_why_not()
        super()._kinds()

    def _say_why_not(self) -> None:
        """Why it counts for nothing as it stands, where that is known."""
        view, line = self.model.view, self.model.line_of(self._seq)
        found = [one for one in view.declarations if one.seq == line and one.amiss is not None]
        for one in found if not self._insert else ():
            text = coloured(amiss_text(one, player(self.model, one.seat)))
            self.add_widget(Text(text=text, base_size=17, color=theme.muted, padding=(theme.s * 8, theme.s * 6)))

    def _below_kinds(self) -> None:
        self.row(*self._keys(), height=LOW)

    def _asks(self, question: str) -> None:
        """What is put right here, in words; the question where something is put in."""
        if self._act is None:
            self.heading(question)
        else:
            said = f"{player(self.model, self._act.seat)}, {coloured(declaration_text(self._act.declaration))}"
            self.heading(tr("auction.correct", call=said))

    def _last_rows(self) -> None:
        """The other kinds with the same top before the way back to the kinds, and what else may be wrong."""
        if self._act is None:
            super()._last_rows()
            return
        other = key(tr("declare.other-kind"), self._back, base_size=16, pad=3, tip="other-kind")
        top = self._act.declaration.partition(" ")[2]
        self.row(*(self._near_key(kind, top) for kind in self._near(top)), other, height=LOW)
        self.row(*self._keys(), height=LOW)

    def _near(self, top: str) -> list[DeclarationKind]:
        """The other kinds that are told by the same card."""
        if self._act is None or self._kind is None or self._kind.naming is not Naming.CARD or not top[1:]:
            return []
        rank, said = Card.parse(top).rank, self._act.declaration.split()[0]
        kinds = self.model.session.game.declarations
        return [kind for kind in kinds if kind.naming is Naming.CARD and kind.name != said and rank in kind.tops]

    def _near_key(self, kind: DeclarationKind, top: str) -> Key:
        said = f"{kind.name} {top}"
        return key(coloured(declaration_text(said)), partial(self._say, said), base_size=18, pad=3, tip=said)

    def _keys(self) -> list[Key]:
        """What else may be wrong with an announcement: whose it was, that there was none, or one more before it."""
        back = key(tr("key.back"), self.screen.home, base_size=16, pad=3)
        if self._insert:
            return [back]
        insert = partial(self.screen.open_page, RedeclarePage, seq=self._seq, insert=True)
        take_back = partial(self.screen.take_back, self._seq)
        return [
            key(tr("declare.who"), self._who, base_size=16, pad=3, tip="who"),
            key(tr("key.insert"), insert, base_size=16, pad=3, tip="insert"),
            key(tr("key.take-back"), take_back, base_size=16, pad=3, tone="danger"),
            *self.changes_keys(self._seq),
            back,
        ]

    def _who(self) -> None:
        if self._act is not None:
            ask = tr("auction.who", call=coloured(declaration_text(self._act.declaration)))
            seats = self.model.session.header.seating.seats
            self.screen.open(seat_page(self.screen, ask, seats, self._said_by))

    def _said_by(self, seat: Seat) -> None:
        act = self.screen.standing(self._seq, Declared)
        if act is not None:
            self.screen.amend(partial(self.model.correction, self._seq, replace(act, seat=seat)))

    def _say(self, declaration: str) -> None:
        self._kind = None
        if self._insert:
            self._ask_seat(declaration)
            return
        act = self.screen.standing(self._seq, Declared)
        if act is not None:
            self.screen.amend(partial(self.model.correction, self._seq, Declared(act.seat, declaration)))

    def _declare(self, declaration: str, seat: Seat) -> None:
        self.screen.amend(partial(self.model.insertion, self._seq, Declared(seat, declaration)))


def _declared(screen: "TableScreen", seq: int) -> Declared | None:
    """The announcement that stands where line ``seq`` stated one."""
    step = screen.model.standing(seq)
    return step.act if step is not None and isinstance(step.act, Declared) else None
