"""The card pad: 32 keys, four suits beside one another; to play, to correct, to insert, to choose several."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from kivy.uix.gridlayout import GridLayout

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card, Rank, Suit
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import card_text, seat_text, tr
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.screens.page import ChoicePage, Page, seat_page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

RANKS: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE, Rank.EIGHT, Rank.SEVEN)
"""From the top of the pad down."""
SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""From left to right."""


class CardGrid(GridLayout):
    """The cards of a deck as keys. ``dim``: already played; ``chosen``: framed."""

    def __init__(
        self,
        tapped: Callable[[Card], object],
        *,
        dim: frozenset[Card] = frozenset(),
        chosen: frozenset[Card] = frozenset(),
        ranks: tuple[Rank, ...] = RANKS,
    ) -> None:
        super().__init__(cols=len(SUITS), spacing=theme.s * 4)
        for rank in ranks:
            for suit in SUITS:
                card = Card(rank, suit)
                face = CardFace(card=card, wide=True, dim=card in dim, glow=card in chosen)
                face.bind(on_release=lambda made: tapped(made.card))
                self.add_widget(face)


def trick_of(page: Page, seq: int) -> int:
    """The number of the trick that the play ``seq`` belongs to: plays of the deal counted four to a trick."""
    plays = [step.seq for step in page.model.deal_steps if isinstance(step.act, Played)]
    size = len(page.model.session.header.seating.seats)
    return plays.index(seq) // size + 1 if seq in plays else 0


class CardPage(Page):
    """Enters a card for the seat on turn, or for the plate that was touched."""

    def build(self) -> None:
        self.padding = theme.s * 4
        self.add_widget(CardGrid(self._tapped, dim=self.model.played))

    def _tapped(self, card: Card) -> None:
        play, seat = self.model.play_of(card), self.screen.seat
        penalty = [shown for one in self.model.view.seats for shown in one.penalty_cards]
        if play is not None and isinstance(play.act, Played) and card not in penalty:
            where, trick = seat_text(play.act.seat), trick_of(self, play.seq)
            self.screen.notice(tr("pad.played", card=coloured(card_text(card)), seat=where, trick=trick))
        elif seat is None:
            seats = self.model.session.header.seating.seats
            done = partial(self._played_by, card)
            self.screen.open(seat_page(self.screen, tr("pad.insert.seat"), seats, done))
        else:
            self.screen.finish(self.model.play, seat, card)

    def _played_by(self, card: Card, seat: Seat) -> None:
        self.screen.finish(self.model.play, seat, card)


class CorrectCardPage(Page):
    """What a recorded card really was: one tap on the pad corrects it, wherever it stands in the deal."""

    whole = True

    def __init__(self, screen: "TableScreen", seq: int) -> None:
        self._seq = seq
        super().__init__(screen)

    def build(self) -> None:
        step = self.model.step_of(self._seq)
        if step is None or not isinstance(step.act, Played):
            return
        self.padding, self.spacing = theme.s * 4, theme.s * 2
        card, seat = coloured(card_text(step.act.card)), seat_text(step.act.seat)
        self.heading(tr("pad.correct", card=card, seat=seat))
        chosen = frozenset([step.act.card] if step.act.card else [])
        self.add_widget(CardGrid(self._tapped, dim=self.model.played - chosen, chosen=chosen))
        self.row(
            key(tr("key.cancel"), self.screen.home, base_size=17),
            key(tr("key.take-back"), partial(self.screen.finish, self.model.take_back, self._seq), base_size=17),
            key(tr("key.insert"), partial(self.screen.open_page, InsertCardPage, seq=self._seq), base_size=17),
            height=58,
        )

    def _tapped(self, card: Card) -> None:
        other = self.model.play_of(card)
        if other is None or not isinstance(other.act, Played):
            self.screen.finish(self.model.correct_card, self._seq, card)
        elif other.seq == self._seq:
            self.screen.home()
        else:
            where, trick = seat_text(other.act.seat), trick_of(self, other.seq)
            question = tr("pad.swap", card=coloured(card_text(card)), seat=where, trick=trick)
            swap = partial(self.screen.finish, self.model.swap_cards, self._seq, other.seq)
            self.screen.open(ChoicePage(self.screen, question, ((tr("pad.swap.yes"), "primary", swap),)))


class InsertCardPage(Page):
    """A card that nobody recorded, put before another."""

    whole = True

    def __init__(self, screen: "TableScreen", seq: int) -> None:
        self._seq = seq
        super().__init__(screen)

    def build(self) -> None:
        step = self.model.step_of(self._seq)
        if step is None or not isinstance(step.act, Played):
            return
        self.heading(tr("pad.insert", card=coloured(card_text(step.act.card))))
        self.add_widget(CardGrid(self._tapped, dim=self.model.played))
        self.row(key(tr("key.cancel"), self.screen.home), height=58)

    def _tapped(self, card: Card) -> None:
        seats = self.model.session.header.seating.seats
        self.screen.open(seat_page(self.screen, tr("pad.insert.seat"), seats, partial(self._insert, card)))

    def _insert(self, card: Card, seat: Seat) -> None:
        self.screen.finish(self.model.insert_before, self._seq, Played(seat, card))


class CardsPage(Page):
    """Chooses several cards: shown to all, or lying open."""

    whole = True

    def __init__(self, screen: "TableScreen", title: str, chosen: Callable[[tuple[Card, ...]], object]) -> None:
        self._title, self._chosen = title, chosen
        self._cards: tuple[Card, ...] = ()
        super().__init__(screen)

    def build(self) -> None:
        self.padding, self.spacing = theme.s * 4, theme.s * 2
        self.heading(self._title)
        self.add_widget(CardGrid(self._toggle, chosen=frozenset(self._cards)))
        done = key(tr("key.done"), self._done, tone="primary" if self._cards else "plain", lit=bool(self._cards))
        self.row(key(tr("key.cancel"), self.screen.home), done, height=58)

    def _toggle(self, card: Card) -> None:
        without = tuple(one for one in self._cards if one != card)
        self._cards = (*self._cards, card) if len(without) == len(self._cards) else without
        self.refresh()

    def _done(self) -> None:
        if self._cards:
            self.screen.finish(self._chosen, self._cards)
