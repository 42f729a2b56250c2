"""The card pad: 32 keys; to play, to correct, to insert, to choose several.

It does not tell players which cards are gone: only the judge's pad is dimmed. A card that was entered before is
corrected by touching it, which is the way to any earlier card that was misread.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card, Rank, Suit
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import card_text, tr
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.kept import lay
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.amending import Instead
from kozyr.ui.tablet.screens.page import Choice, Page, seat_page
from kozyr.ui.tablet.telling import place_text
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.ways import Prepare
from kozyr.ui.tablet.widgets import Heading, Key, Text, bare, coloured, fitting, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

RANKS: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE, Rank.EIGHT, Rank.SEVEN)
"""From the top of the pad down."""
SUITS: Final = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""From left to right; on a high screen from the top down."""


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
        upright = theme.portrait
        super().__init__(cols=len(ranks) if upright else len(SUITS), spacing=theme.s * 4)
        self._faces: list[CardFace] = []
        order = (
            [(rank, suit) for suit in SUITS for rank in ranks]
            if upright
            else [(rank, suit) for rank in ranks for suit in SUITS]
        )
        for card in (Card(rank, suit) for rank, suit in order):
            face = CardFace(card=card, wide=True, dim=card in dim, glow=card in chosen)
            face.bind(on_release=lambda made: tapped(made.card))
            self._faces.append(face)
            self.add_widget(face)

    def mark(self, dim: frozenset[Card], chosen: frozenset[Card] = frozenset()) -> None:
        """Shows which cards are played and which are chosen."""
        for face in self._faces:
            face.dim, face.glow = face.card in dim, face.card in chosen


def beside(page: Page, title: str, grid: Widget, *keys: Key, marked: bool = False) -> None:
    """A card pad as high as the page allows, with its keys in a column at its right, on a high screen below it.

    Where tabs stand above the page there is no room for the title but in the column. ``marked``: the title stands out,
    for a pad that looks like the one on which cards are played.
    """
    inside = not page.whole and not theme.portrait
    page.padding, page.spacing = theme.s * (2 if inside else 4), theme.s * 2
    if not inside:
        ink = theme.accent if marked else theme.text
        page.add_widget(Heading(text=title, base_size=18, high=32, color=ink))
    box = BoxLayout(orientation="vertical" if theme.portrait else "horizontal", spacing=theme.s * 4)
    line = BoxLayout(orientation="horizontal" if theme.portrait else "vertical", spacing=theme.s * 6)
    if theme.portrait:
        line.size_hint_y, line.height = None, theme.s * 64
    else:
        line.size_hint_x, line.width = None, theme.s * 88
    for one in keys:
        one.text, one.base_size, one.pad = one.text.replace(" ", "\n", 1), 16, 3
    lay(line, [*([_asked(title, line.width)] if inside else []), *keys])
    box.add_widget(grid)
    box.add_widget(line)
    page.add_widget(box)


def _asked(title: str, width: float) -> Text:
    """What is asked, above the keys of a column: no word of it is broken in two."""
    usual = 16 * theme.s * theme.t
    size = min(fitting(word, usual, True, (width, usual * 2)) for word in bare(title).split())
    small = size / (theme.s * theme.t)
    return Text(text=f"[b]{title}[/b]", base_size=small, padding=(0, theme.s * 6), halign="center")


def trick_of(page: Page, seq: int) -> str:
    """Where the play ``seq`` stands, in words: ``взятка 3``."""
    return place_text(page.model.parts.part(seq), page.model.view.deal)


class CardPage(Page):
    """Enters a card for the seat on turn, or for the plate that was touched; a card of the talon where one is due."""

    stays = True

    def build(self) -> None:
        self.padding = theme.s * 2
        self._grid = CardGrid(self._tapped, dim=self.model.marked)
        self.add_widget(self._grid)

    def refresh(self) -> None:
        self._grid.mark(self.model.marked)

    def _tapped(self, card: Card) -> None:
        view, seat = self.model.view, self.screen.seat
        play = self.model.play_of(card)
        penalty = [shown for one in view.seats for shown in one.penalty_cards]
        if play is not None and card not in penalty:
            self.screen.open_page(CorrectCardPage, seq=play.seq, by_pad=True)
        elif "Played" not in view.expectation.kinds and "TurnedUp" in view.expectation.kinds:
            self.screen.finish(self.model.turn_up, (card,))
        elif seat is None:
            seats = self.model.session.header.seating.seats
            done = partial(self._played_by, card)
            self.screen.open(seat_page(self.screen, tr("pad.insert.seat"), seats, done))
        else:
            self.screen.finish(self.model.play, seat, card)

    def _played_by(self, card: Card, seat: Seat) -> None:
        self.screen.finish(self.model.play, seat, card)


class CorrectCardPage(Page):
    """What a recorded card really was: one tap on the pad corrects it, wherever it stands in the deal.

    ``by_pad``: a card was touched that is played already, where the next one is entered. That may be a slip, so
    whatever is put right here is shown before it is made.
    """

    whole = True

    def __init__(self, screen: "TableScreen", seq: int, by_pad: bool = False) -> None:
        self._seq, self._by_pad = seq, by_pad
        super().__init__(screen)

    def build(self) -> None:
        step = self.model.standing(self._seq)
        if step is None or not isinstance(step.act, Played):
            return
        card, seat = coloured(card_text(step.act.card)), player(self.model, step.act.seat)
        chosen = frozenset([step.act.card] if step.act.card else [])
        beside(
            self,
            tr("pad.correct.gone", card=card)
            if self.model.is_gone(self._seq)
            else tr("pad.correct", card=card, seat=seat, trick=trick_of(self, self._seq)),
            CardGrid(self._tapped, dim=self.model.marked - chosen, chosen=chosen),
            key(tr("key.insert"), partial(self.screen.open_page, InsertCardPage, seq=self._seq, by_pad=self._by_pad)),
            key(tr("key.who"), self._who),
            key(tr("key.take-back"), self._take_back),
            *self.changes_keys(self._seq),
            key(tr("key.back"), self.screen.home),
            marked=self._by_pad,
        )

    def _who(self) -> None:
        seats = self.model.session.header.seating.seats
        self.screen.open(seat_page(self.screen, tr("pad.insert.seat"), seats, self._laid_by))

    def _laid_by(self, seat: Seat) -> None:
        act = self.screen.standing(self._seq, Played)
        if act is not None:
            self._amend(partial(self.model.correction, self._seq, replace(act, seat=seat)))

    def _take_back(self) -> None:
        if self.screen.standing(self._seq, Played) is not None:
            self._amend(partial(self.model.correction, self._seq, None))

    def _tapped(self, card: Card) -> None:
        """Another card is put right with this touch; one that is recorded already is shown as an exchange first."""
        act, other = self.screen.standing(self._seq, Played), self.model.play_of(card, self._seq)
        if act is None:
            return
        if act.card == card:
            self.screen.home()
        elif other is None:
            prepare = partial(self.model.correction, self._seq, replace(act, card=card))
            self._amend(prepare, partial(self._as_play, card) if self._by_pad else lambda: None)
        else:
            self.screen.amend(partial(self.model.swapping, self._seq, other.seq), asks=True)

    def _amend(self, prepare: Prepare, instead: Instead = lambda: None) -> None:
        self.screen.amend(prepare, asks=self._by_pad, instead=instead)

    def _as_play(self, card: Card) -> Choice | None:
        """The card as the next play: whoever touched a wrong key before it has meant that."""
        seat = self.screen.seat
        if seat is None or "Played" not in self.model.view.expectation.kinds or card in self.model.played:
            return None
        text = tr("amend.next-play", who=player(self.model, seat), card=coloured(card_text(card)))
        return text, "plain", partial(self.screen.finish, self.model.play, seat, card)


class InsertCardPage(Page):
    """A card that nobody recorded, put before another; ``by_pad`` as on the page that corrects.

    A player's plate that is touched meanwhile says who laid it.
    """

    whole = True

    def __init__(self, screen: "TableScreen", seq: int, by_pad: bool = False) -> None:
        self._seq, self._by_pad = seq, by_pad
        self._seat: Seat | None = None
        super().__init__(screen)

    @property
    def unfinished(self) -> str:
        return tr("left.insert")

    def seat_touched(self, seat: Seat) -> bool:
        self._seat = seat
        self.refresh()
        return True

    def build(self) -> None:
        step = self.model.standing(self._seq)
        if step is None or not isinstance(step.act, Played):
            return
        title = tr("pad.insert", card=coloured(card_text(step.act.card)))
        if self._seat is not None:
            title += f" ({player(self.model, self._seat)})"
        keys = [key(tr("key.back"), self.screen.home)]
        if self.model.session.game.declarations:
            said = partial(self.screen.insert_declared, self._seq)
            keys.insert(0, key(tr("declare.missed"), said, tip="insert-declared"))
        beside(self, title, CardGrid(self._tapped, dim=self.model.marked), *keys)

    def _tapped(self, card: Card) -> None:
        if self._seat is not None:
            self._insert(card, self._seat)
            return
        seats, done = self.model.session.header.seating.seats, partial(self._insert, card)
        ask = tr("pad.insert.who", card=coloured(card_text(card)))
        self.screen.open(seat_page(self.screen, ask, seats, done, unfinished=self.unfinished))

    def _insert(self, card: Card, seat: Seat) -> None:
        self.screen.amend(partial(self.model.insertion, self._seq, Played(seat, card)), asks=self._by_pad)


class CardsPage(Page):
    """Chooses several cards: shown to all, taken, discarded, lying open. ``chosen`` gets them and does all the rest.

    ``limit``: so many cards are done by themselves, with no other key. ``begin``: the cards chosen at first.
    """

    whole = True

    def __init__(
        self,
        screen: "TableScreen",
        title: str,
        chosen: Callable[[tuple[Card, ...]], object],
        *,
        limit: int | None = None,
        begin: tuple[Card, ...] = (),
    ) -> None:
        self._title, self._chosen, self._limit = title, chosen, limit
        self._cards = self._begin = begin
        super().__init__(screen)

    @property
    def unfinished(self) -> str:
        return tr("left.cards") if self._cards and self._cards != self._begin else ""

    def build(self) -> None:
        self._grid = CardGrid(self._toggle, chosen=frozenset(self._cards))
        self._key = key(tr("key.done"), self._done)
        self._dress()
        keys = [] if self._limit == 1 else [self._key]
        beside(self, self._title, self._grid, *keys, key(tr("key.back"), self.screen.home))

    def _dress(self) -> None:
        self._grid.mark(frozenset(), frozenset(self._cards))
        self._key.lit, self._key.tone = bool(self._cards), "primary" if self._cards else "plain"

    def _toggle(self, card: Card) -> None:
        without = tuple(one for one in self._cards if one != card)
        self._cards = (*self._cards, card) if len(without) == len(self._cards) else without
        self._dress()
        if self._limit is not None and len(self._cards) >= self._limit:
            self._done()

    def _done(self) -> None:
        if self._cards:
            self._chosen(self._cards)
