"""The pad of words for games whose legal calls fit a page: what the table waits for now decides what it shows.

Exactly the legal calls of the seat whose word it is are offered; anything else that was said is under "another word".
"""

from collections.abc import Callable
from functools import partial
from typing import Final

from kivy.uix.widget import Widget

from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import call_text, tr
from kozyr.ui.tablet.kept import kept
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.cardpad import CardGrid, CardsPage, beside
from kozyr.ui.tablet.screens.otherwords import OtherWordsPage
from kozyr.ui.tablet.screens.page import ROW, Page, seat_page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, coloured, key

TALON: Final = 2
"""Cards of a talon."""
FEW: Final = 3
"""So many words stand one above the other."""
MANY: Final = 8
"""So many stand in two columns."""
STRAINS: Final = "SCDHN"
"""The columns of the orders."""
CALM: Final = ("pass", "closed")
"""Words that end or settle something: the large key."""


class CallsPage(Page):
    """The legal words of the seat on turn; the shown card or the talon first, where it is waited for."""

    keeps = stays = True
    _half: tuple[int, tuple[Card, ...]] = (0, ())
    """The deal whose talon is being entered, and its first card."""

    def build(self) -> None:
        view = self.model.view
        self.padding, self.spacing = theme.s * 6, theme.s * 6
        if self._half[0] != view.deal or "TurnedUp" not in view.expectation.kinds:
            self._half = view.deal, ()
        if "TurnedUp" in view.expectation.kinds and view.stage == "shown-card":
            self._shown_card()
        elif "TurnedUp" in view.expectation.kinds:
            self._talon()
        elif "Exchanged" in view.expectation.kinds:
            self._discard()
        else:
            self._words()

    @property
    def _seat(self) -> Seat | None:
        expected = self.model.view.expectation
        return self.screen.acting or expected.caller or expected.seat

    def _title(self) -> str:
        view, seat = self.model.view, self._seat
        if seat is None:
            return tr("calls.none")
        about = f"stage.{view.stage}"
        word = tr(about) if view.stage in STAGES else ""
        whose = tr("auction.whose", seat=player(self.model, seat))
        return f"{whose} · {word}" if word else whose

    def _offered(self) -> tuple[str, ...]:
        """The calls that are legal now for the seat that the pad enters for."""
        expected, seat = self.model.view.expectation, self._seat
        own = expected.calls if seat in (expected.caller, expected.seat) else ()
        return tuple(dict.fromkeys((*own, *(call for who, call in expected.calls_out_of_turn if who is seat))))

    # words

    def _words(self) -> None:
        calls = self._offered()
        orders = [call for call in calls if call.startswith("order ")]
        tight = bool(orders) and not theme.portrait
        self.add_widget(kept(Heading, text=self._title(), high=26 if tight else 40))
        large = [call for call in calls if call in CALM]
        rest = [call for call in calls if call not in orders and call not in large]
        if orders:
            self.padding = theme.s * 4
            across = 2 if theme.portrait else 1
            grid = self.grid(len(STRAINS) * across, self._in_columns(orders, across))
            grid.spacing = theme.s * 4
        if rest:
            self._put(rest, fill=not orders)
        if not orders and not rest:
            self.fill()
        self._last_rows(large, *((66, 60) if tight else (76, ROW)))

    def _in_columns(self, orders: list[str], across: int) -> list[Widget]:
        """Orders in rows of a level or two, a suit in each column; what is not legal leaves its place empty."""
        levels = list(dict.fromkeys(order.removeprefix("order ")[:-1] for order in orders))
        levels += [levels[-1]] * (-len(levels) % across)
        calls = [f"order {level}{strain}" for level in levels for strain in STRAINS]
        seen: set[str] = set()
        keys: list[Widget] = []
        for call in calls:
            keys.append(self._call_key(call, base_size=22) if call in orders and call not in seen else Widget())
            seen.add(call)
        return keys

    def _put(self, calls: list[str], *, fill: bool) -> None:
        """Words in large keys that fill the page, or below the orders in one row."""
        if fill:
            few = len(calls) if theme.portrait else 1
            columns = few if len(calls) <= FEW else 2 if len(calls) <= MANY else 4
            size = 36 if len(calls) <= FEW else 26
            self.grid(columns, [self._call_key(call, base_size=size) for call in calls])
        else:
            self.row(*(self._call_key(call, base_size=17) for call in calls[:3]))

    def _last_rows(self, large: list[str], high: float, last: float) -> None:
        expected = self.model.view.expectation
        if "Dealt" in expected.kinds and self.model.next_dealer is not None:
            dealer = self.model.next_dealer
            text = tr("deal.next", seat=player(self.model, dealer))
            self.row(key(text, partial(self.screen.finish, self.model.begin_deal, dealer), base_size=19, tip="next"))
        if expected.calls_out_of_turn and not self.screen.acting:
            seat = expected.calls_out_of_turn[0][0]
            self.row(
                self._plain(tr("calls.changes", seat=player(self.model, seat)), partial(self._change, seat), "change")
            )
        for call in large:
            self.row(self._call_key(call, tone="primary", base_size=28), height=high)
        self.row(*self._other_keys(), height=last)

    def _change(self, seat: Seat) -> None:
        """The declarer may change his order until the first defender speaks."""
        self.screen.acting = seat
        self.screen.refresh()
        self.refresh()

    def _other_keys(self) -> tuple[Key, ...]:
        """The last row."""
        return (self._other_key(),)

    def _other_key(self) -> Key:
        return self._plain(tr("calls.other"), partial(self.screen.open_page, OtherWordsPage), "other-word")

    @staticmethod
    def _plain(text: str, do: Callable[[], object], tip: str) -> Key:
        return key(text, do, base_size=18, tip=tip)

    def _call_key(self, call: str, base_size: float = 28, tone: str = "plain") -> Key:
        text = call_text(call.removeprefix("order ")) if call.startswith("order ") else call_text(call)
        shown = self.model.view.turned_up
        if call == "play" and shown:
            text = f"{text} {shown[0].suit.sign}"
        lines = text[:1].upper() + text[1:]
        if len(lines) > 12:
            lines = lines.replace(" ", "\n", 1)
        is_order = call.startswith("order ")
        if is_order:
            lines = lines.replace(" ", "\u00a0")
        pad = 3 if is_order else 8
        made = key(coloured(lines), partial(self._say, call), base_size=base_size, tone=tone, tip=call, pad=pad)
        if len(call) == 1 and call in "SHDC":
            made.base_size = 56
        return made

    def _say(self, call: str) -> None:
        seat = self._seat
        if seat is None:
            seats = self.model.session.header.seating.seats
            ask = tr("auction.who", call=call_text(call))
            self.screen.open(seat_page(self.screen, ask, seats, partial(self._said_by, call)))
        else:
            self._said_by(call, seat)

    def _said_by(self, call: str, seat: Seat) -> None:
        self.screen.finish(self.model.call, seat, call)

    # cards between the words

    def _shown_card(self) -> None:
        """One tap enters the card that the judge shows; the words stand beside it."""
        grid = CardGrid(lambda card: self.screen.finish(self.model.turn_up, (card,)))
        words = [self._call_key(call, base_size=16) for call in self._offered() if call in ("pass", "play")]
        beside(self, tr("calls.shown-card"), grid, *words, self._other_key())

    def _talon(self) -> None:
        """Two taps enter the talon; taken unseen with one."""
        seat = self._seat
        keys = [self._plain(tr("calls.unseen"), partial(self._exchange, TALON), "exchanged")] if seat else []
        more = self._plain(tr("calls.order"), partial(self.screen.open_page, OrderPage), "order")
        grid = TalonGrid(self._half[1], self._touched)
        beside(self, tr("calls.talon"), grid, *keys, more, self._other_key())

    def _touched(self, cards: tuple[Card, ...]) -> None:
        """The first card of the talon is kept however often the page is built; with the second it is entered."""
        whole = len(cards) == TALON
        self._half = self.model.view.deal, () if whole else cards
        if whole:
            self.screen.finish(self.model.turn_up, cards)

    def _discard(self) -> None:
        """The talon lies open: it is taken, and two cards are put away that nobody sees, or sees."""
        seat, view = self._seat, self.model.view
        self.heading(tr("calls.discard", seat=player(self.model, seat)))
        box = key(tr("calls.discarded"), partial(self._exchange, TALON), tone="primary", base_size=24, tip="exchanged")
        high, lower, last = (72, 58, 58) if theme.portrait else (110, 72, ROW)
        self.row(box, height=high)
        self.row(self._plain(tr("calls.discard-known"), self._choose_discards, "discards"), height=lower)
        orders = [call for call in self._offered() if not call.startswith("order ")]
        if orders:
            self.row(*(self._call_key(call, base_size=18) for call in orders[:3]), height=lower)
        if view.expectation.calls:
            order = partial(self.screen.open_page, OrderPage)
            self.row(self._plain(tr("calls.order-twelve"), order, "order"), height=last)
        self.add_widget(Widget())
        self.row(self._other_key(), height=last)

    def _exchange(self, given: tuple[Card, ...] | int) -> None:
        seat, shown = self._seat, self.model.view.turned_up
        if seat is not None:
            self.screen.finish(self.model.exchange, seat, shown or TALON, given)

    def _choose_discards(self) -> None:
        self.screen.open(CardsPage(self.screen, tr("calls.which-discarded"), self._exchange, limit=TALON))


STAGES: Final = (
    "round-1", "round-2", "forced", "name-trump", "bid", "order", "whist", "half-answer", "look", "open", "help",
)  # fmt: skip
"""Stages that have a word of their own."""


class OrderPage(CallsPage):
    """The orders before the talon was entered: it is taken on the way, or given back, or not needed."""

    whole = True

    def build(self) -> None:
        self.padding, self.spacing = theme.s * 6, theme.s * 6
        self._words()

    def _other_keys(self) -> tuple[Key, ...]:
        """One row, so that the orders above stay as large as fingers."""
        return self._other_key(), self._plain(tr("key.back"), self.screen.home, "back")


class TalonGrid(CardGrid):
    """A card pad on which two cards are chosen; ``touched`` gets those chosen after each touch."""

    def __init__(self, cards: tuple[Card, ...], touched: Callable[[tuple[Card, ...]], object]) -> None:
        self._touched, self._cards = touched, cards
        super().__init__(self._toggle, chosen=frozenset(cards))

    def _toggle(self, card: Card) -> None:
        without = tuple(one for one in self._cards if one != card)
        self._cards = (*self._cards, card) if len(without) == len(self._cards) else without
        cards = self._cards
        if len(cards) == TALON:
            self._cards = ()
        self.mark(frozenset(), frozenset(self._cards))
        self._touched(cards)
