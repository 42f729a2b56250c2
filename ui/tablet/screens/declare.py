"""What players say beside calls: combinations, constructions, a bela, entered for whoever may say them."""

from functools import partial
from typing import TYPE_CHECKING

from kozyr.engine.game import DeclarationKind, Naming
from kozyr.engine.seats import Seat
from kozyr.engine.view import Phase
from kozyr.ui.locale.text import declaration_text, known, rank_text, tr
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.carddeeds import card_deeds
from kozyr.ui.tablet.screens.cardpad import SUITS, CardGrid
from kozyr.ui.tablet.screens.page import ChoicePage, Page, seat_page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen


class DeclarePage(Page):
    """Announces for whoever may, as a rule the seat on turn, or the plate touched: the kind, then its top card."""

    keeps = stays = True

    def __init__(self, screen: "TableScreen", kind: DeclarationKind | None = None) -> None:
        self._kind = kind
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
        keys = [key(kind_text(kind), partial(self._pick, kind), lit=self._may(kind.name)) for kind in kinds]
        if keys:
            self.grid(3 if theme.portrait else 2, keys)
        self._below_kinds()

    def _title(self) -> str:
        view, whose = self.model.view, tr("declare.whose", seat=player(self.model, self._seat))
        if not view.expectation.declarations and any(trick != view.trick for trick in view.tricks):
            return f"{whose} · {tr('declare.late')}"
        words = view.expectation.speakers if self.screen.acting is None else ()
        others = [
            f"{tr(f'declaration.{word}')}: {player(self.model, seat)}" for word, seat in words if seat is not self._seat
        ]
        return " · ".join((whose, *others))

    def _below_kinds(self) -> None:
        card_deeds(self)

    @property
    def _seat(self) -> Seat | None:
        """Whose the page is."""
        expected = self.model.view.expectation
        alone = {seat for _, seat in expected.speakers}
        if len(alone) == 1 and len(expected.speakers) == len(expected.declarations):
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

    def _is_in_rules(self, kind: DeclarationKind) -> bool:
        """Whether such a combination exists here, as far as what may be declared now tells."""
        kinds = {one.name for one in self.model.session.game.declarations if one.naming is kind.naming}
        now = set(self.model.view.expectation.declarations) & kinds
        return not now or kind.name in now

    def _pick(self, kind: DeclarationKind) -> None:
        if not self._may(kind.name) and not self._is_in_rules(kind):
            self.screen.notice(tr("declare.not-in-rules", what=kind_text(kind)), tone="plain")
        if kind.naming is Naming.SUIT and (self.model.view.trump is not None or self.model.view.contract is None):
            self._say(kind.name)
        else:
            self._kind = kind
            self.refresh()

    def _tops(self, kind: DeclarationKind) -> None:
        self._asks(tr("declare.top", kind=kind_text(kind).capitalize()))
        self.add_widget(CardGrid(lambda card: self._say(f"{kind.name} {card.code}"), ranks=kind.tops))
        self._last_rows()

    def _ranks(self, kind: DeclarationKind) -> None:
        self._asks(tr("declare.rank"))
        keys = [
            key(rank_text(rank.value), partial(self._say, f"{kind.name} {rank.value}"), base_size=34)
            for rank in kind.tops
        ]
        self.grid(2, keys)
        self._last_rows()

    def _suits(self, kind: DeclarationKind) -> None:
        self._asks(tr("declare.suit", kind=kind_text(kind).capitalize()))
        keys = [
            key(coloured(suit.sign), partial(self._say, f"{kind.name} {suit.value}"), base_size=56) for suit in SUITS
        ]
        self.grid(2, keys)
        self._last_rows()

    def _asks(self, question: str) -> None:
        """The head of a page that asks for more than the kind."""
        self.heading(question)

    def _last_rows(self) -> None:
        """Below a pad."""
        self.row(key(tr("key.back"), self._back))

    def _back(self) -> None:
        self._kind = None
        self.refresh()

    def _say(self, declaration: str) -> None:
        self._kind = None
        name = declaration.split()[0]
        seat = self._speaker(name)
        if seat is None:
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
        done = partial(self._declare, declaration)
        self.screen.open(seat_page(self.screen, ask, seats, done, unfinished=self.unfinished))

    def _declare(self, declaration: str, seat: Seat) -> None:
        self.screen.finish(self.model.declare, seat, declaration)


def kind_text(kind: DeclarationKind) -> str:
    """The kind in the language in force."""
    return tr(f"declaration.{kind.name}") if known(f"declaration.{kind.name}") else kind.name
