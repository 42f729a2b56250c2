"""What players say and show beside calls and cards: combinations and constructions, a hand laid open, a claim."""

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from kozyr.engine.acts import Declared, Exchanged, Played
from kozyr.engine.cards import Card, Rank
from kozyr.engine.game import DeclarationKind, Naming
from kozyr.engine.seats import Seat
from kozyr.engine.view import Phase
from kozyr.ui.locale.text import card_text, declaration_text, known, rank_text, tr
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.cardpad import SUITS, CardGrid, CardsPage
from kozyr.ui.tablet.screens.claim import ClaimPage
from kozyr.ui.tablet.screens.page import ChoicePage, Page, seat_page
from kozyr.ui.tablet.screens.showing import show_by_hand
from kozyr.ui.tablet.telling import told
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Key, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

LOW: Final = 58
"""The height of a row of keys below a pad, units."""


class DeclarePage(Page):
    """Announces for whoever may, as a rule the seat on turn, or the plate touched.

    Given the ``seq`` of an announcement it corrects that, or with ``insert`` puts one that was missed before any entry.
    """

    keeps = stays = True

    def __init__(self, screen: "TableScreen", seq: int | None = None, insert: bool = False) -> None:
        self._seq, self._insert = seq, insert
        self.whole = seq is not None
        self._kind: DeclarationKind | None = None
        self.model = screen.model
        act = self._corrected()
        if act is not None:
            # A combination is told by its kind and its top: what was misheard is one of them, as a rule the top.
            self._kind = next((kind for kind in self._named if kind.name == act.declaration.split()[0]), None)
        super().__init__(screen)

    def again(self) -> None:
        self._kind = None
        super().again()

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
        kinds = self.model.session.game.declarations
        self.heading(self._title() if kinds else tr("acts.title"))
        keys = [
            key(_name(kind), partial(self._pick, kind), lit=self._seq is not None or self._may(kind.name))
            for kind in kinds
        ]
        if keys:
            self.grid(3 if theme.portrait else 2, keys)
        if self._seq is None:
            self._deeds()
        else:
            self.row(*self._correcting_keys(self._seq))

    @property
    def _named(self) -> list[DeclarationKind]:
        """The kinds that are told by a card or a rank."""
        return [kind for kind in self.model.session.game.declarations if kind.naming is not Naming.SUIT]

    def _title(self) -> str:
        if self._insert and self._seq is not None:
            step = self.model.step_of(self._seq)
            return tr("auction.insert", call=coloured(told(self.model, step.act)) if step is not None else "")
        view, whose = self.model.view, tr("declare.whose", seat=player(self.model, self._seat))
        is_late = self._seq is None and not view.expectation.declarations and any(t != view.trick for t in view.tricks)
        if is_late:
            return f"{whose} · {tr('declare.late')}"
        words = [] if self._seq is not None or self.screen.acting is not None else view.expectation.speakers
        others = [
            f"{tr(f'declaration.{word}')}: {player(self.model, seat)}" for word, seat in words if seat is not self._seat
        ]
        return " · ".join((whose, *others))

    def _deeds(self) -> None:
        """What is done with cards without playing them."""
        view = self.model.view
        late = view.expectation.late_takers
        if view.turned_up and (view.stage == "swap" or late):
            seven, shown = Card(Rank.SEVEN, view.turned_up[0].suit), view.turned_up[0]
            text = tr("declare.swap", seven=coloured(card_text(seven)), shown=coloured(card_text(shown)))
            text = tr("declare.swap.missed", swap=text) if late else text
            self.row(key(text, partial(self._swap, seven, shown), base_size=19, tip="swap"))
        if not self.model.session.game.declarations:
            self._large()
            return
        if view.phase is not Phase.PLAY:
            self.row(key(tr("declare.show"), self._show, base_size=20, tip="show"))
            return
        claim = key(tr("declare.claim"), partial(self.screen.open_page, ClaimPage), base_size=19, tip="claim")
        self.row(key(tr("declare.show"), self._show, base_size=19, tip="show"), claim, height=72)

    def _large(self) -> None:
        """In a game in which nothing is declared the page is free for large keys."""
        self.row(key(tr("declare.show"), self._show, base_size=24, tip="show"), height=110)
        if self.model.view.phase is Phase.PLAY:
            claim = partial(self.screen.open_page, ClaimPage)
            self.row(key(tr("declare.claim"), claim, base_size=24, tip="claim"), height=110)
        self.fill()

    def _swap(self, seven: Card, shown: Card) -> None:
        seats = self.model.session.header.seating.seats
        ask = tr("declare.swap.who", seven=coloured(card_text(seven)))
        done = partial(self._swapped, seven, shown)
        self.screen.open(seat_page(self.screen, ask, seats, done))

    def _swapped(self, seven: Card, shown: Card, seat: Seat) -> None:
        """The shown card was changed: now, or before the first card where the cards were quicker."""
        first = next((step.seq for step in self.model.deal_steps if isinstance(step.act, Played)), None)
        if first is None:
            self.screen.finish(self.model.exchange, seat, (shown,), (seven,))
        else:
            self.screen.amend(partial(self.model.insertion, first, Exchanged(seat, (shown,), (seven,))))

    @property
    def _seat(self) -> Seat | None:
        act = self._corrected()
        if act is not None:
            return act.seat
        view = self.model.view
        alone = {seat for word, seat in view.expectation.speakers}
        if len(alone) == 1 and len(view.expectation.speakers) == len(view.expectation.declarations):
            return self.screen.acting or alone.pop()
        return self.screen.seat

    def _speaker(self, name: str) -> Seat | None:
        """Whose declaration of that kind is: the plate that was touched, who alone may make it, or who is on turn."""
        return self.screen.acting or dict(self.model.view.expectation.speakers).get(name) or self.screen.seat

    def _may(self, name: str) -> bool:
        """Whether a declaration of that kind is in order now for whom it would be entered."""
        view, seat = self.model.view, self._speaker(name)
        expected = view.expectation
        if name in expected.declarations and dict(expected.speakers).get(name, seat) is seat:
            return True
        if name in expected.with_next and seat is expected.seat:
            return True
        # In a deal of which no card is logged everything is entered by hand, in any order.
        is_by_hand = view.trick is None and not view.tricks and view.phase not in (Phase.BEFORE_DEAL, Phase.AUCTION)
        return is_by_hand and view.contract is not None

    def _corrected(self) -> Declared | None:
        step = self.model.step_of(self._seq) if self._seq is not None and not self._insert else None
        return step.act if step is not None and isinstance(step.act, Declared) else None

    def _pick(self, kind: DeclarationKind) -> None:
        if kind.naming is Naming.SUIT and (self.model.view.trump is not None or self.model.view.contract is None):
            self._say(kind.name)
        else:
            self._kind = kind
            self.refresh()

    def _tops(self, kind: DeclarationKind) -> None:
        self.heading(self._corrects() or tr("declare.top", kind=_name(kind).capitalize()))
        self.add_widget(CardGrid(lambda card: self._say(f"{kind.name} {card.code}"), ranks=kind.tops))
        self._last_rows()

    def _ranks(self, kind: DeclarationKind) -> None:
        self.heading(self._corrects() or tr("declare.rank"))
        keys = [
            key(rank_text(rank.value), partial(self._say, f"{kind.name} {rank.value}"), base_size=34)
            for rank in kind.tops
        ]
        self.grid(2, keys)
        self._last_rows()

    def _last_rows(self) -> None:
        """Back; on a page that corrects, the other kinds with the same top before it, and what else may be wrong."""
        act = self._corrected()
        if act is None or self._seq is None:
            self.row(key(tr("key.back"), partial(self._back)))
            return
        said, _, top = act.declaration.partition(" ")
        near = [kind for kind in self._named if kind.naming is Naming.CARD and kind.name != said]
        if self._kind is not None and self._kind.naming is Naming.CARD and top[1:]:
            near = [kind for kind in near if Card.parse(top).rank in kind.tops]
        else:
            near = []
        other = key(tr("declare.other-kind"), partial(self._back), base_size=16, pad=3, tip="other-kind")
        self.row(*(self._near_key(kind, top) for kind in near), other, height=LOW)
        self.row(*self._correcting_keys(self._seq), height=LOW)

    def _correcting_keys(self, seq: int) -> list[Key]:
        """What else may be wrong with an announcement: whose it was, that there was none, or one more before it."""
        cancel = key(tr("key.cancel"), self.screen.home, base_size=16, pad=3)
        if self._insert:
            return [cancel]
        insert = partial(self.screen.open_page, DeclarePage, seq=seq, insert=True)
        take_back = partial(self.screen.take_back, seq)
        return [
            key(tr("declare.who"), self._who, base_size=16, pad=3, tip="who"),
            key(tr("key.insert"), insert, base_size=16, pad=3, tip="insert"),
            key(tr("key.take-back"), take_back, base_size=16, pad=3, tone="danger"),
            *self.changes_keys(seq),
            cancel,
        ]

    def _who(self) -> None:
        act = self._corrected()
        if act is not None:
            ask = tr("auction.who", call=coloured(declaration_text(act.declaration)))
            seats = self.model.session.header.seating.seats
            self.screen.open(seat_page(self.screen, ask, seats, self._said_by))

    def _said_by(self, seat: Seat) -> None:
        act = self._corrected()
        if act is not None and self._seq is not None:
            self.screen.amend(partial(self.model.correction, self._seq, replace(act, seat=seat)))

    def _corrects(self) -> str:
        """What is put right here, in words; empty where something is entered."""
        act = self._corrected()
        if act is None:
            return ""
        said = f"{player(self.model, act.seat)}, {coloured(declaration_text(act.declaration))}"
        return tr("auction.correct", call=said)

    def _near_key(self, kind: DeclarationKind, top: str) -> Key:
        said = f"{kind.name} {top}"
        return key(coloured(declaration_text(said)), partial(self._say, said), base_size=18, pad=3, tip=said)

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
        if act is not None and self._seq is not None and not self._insert:
            self.screen.amend(partial(self.model.correction, self._seq, Declared(act.seat, declaration)))
            return
        seat, name = self._speaker(declaration.split()[0]), declaration.split()[0]
        if seat is None or self._insert:
            self._ask_seat(declaration)
        elif self._may(name):
            self._declare(declaration, seat)
        else:
            said = f"{player(self.model, seat)}: {coloured(declaration_text(declaration))}"
            choices = (
                (tr("auction.record"), "plain", partial(self._declare, declaration, seat)),
                (tr("declare.another"), "plain", partial(self._ask_seat, declaration)),
            )
            self.screen.open(ChoicePage(self.screen, tr("auction.unlawful", call=said), choices))

    def _ask_seat(self, declaration: str) -> None:
        ask = tr("auction.who", call=coloured(declaration_text(declaration)))
        seats = self.model.session.header.seating.seats
        done = self._inserted if self._insert else self._declare
        self.screen.open(seat_page(self.screen, ask, seats, partial(done, declaration)))

    def _inserted(self, declaration: str, seat: Seat) -> None:
        assert self._seq is not None
        self.screen.amend(partial(self.model.insertion, self._seq, Declared(seat, declaration)))

    def _declare(self, declaration: str, seat: Seat) -> None:
        self.screen.finish(self.model.declare, seat, declaration)

    def _show(self) -> None:
        seats = self.model.session.header.seating.seats
        self.screen.open(seat_page(self.screen, tr("declare.show"), seats, self._show_for))

    def _show_for(self, seat: Seat) -> None:
        title = tr("pad.shown", seat=player(self.model, seat))
        done = partial(show_by_hand, self.screen, seat)
        self.screen.open(CardsPage(self.screen, title, done))


def _name(kind: DeclarationKind) -> str:
    """The kind in the language in force."""
    return tr(f"declaration.{kind.name}") if known(f"declaration.{kind.name}") else kind.name
