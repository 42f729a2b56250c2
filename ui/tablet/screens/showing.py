"""Combinations that count only when their cards are shown: shown with one touch, or the word that it is too late."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.view import Amiss, DeclarationView, Phase, TableView
from kozyr.ui.locale.text import declaration_text, tr
from kozyr.ui.tablet.kept import Kept, kept, lay
from kozyr.ui.tablet.screens.fringes import told
from kozyr.ui.tablet.screens.plates import player_text
from kozyr.ui.tablet.screens.said_with_cards import is_asked
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

HIGH: Final = 56
"""The strip, units."""


def missed_text(declarations: Iterable[str]) -> str:
    """Why these, in notation, do not count: ``терц Т♦ не показано до другої взятки: не рахується``."""
    return tr("showing.missed", what=", ".join(declaration_text(one) for one in declarations))


def fallen(view: TableView) -> tuple[DeclarationView, ...]:
    """The declarations of this deal that do not count because nobody showed them."""
    return tuple(one for one in view.declarations if one.unshown)


def lost(view: TableView) -> tuple[DeclarationView, ...]:
    """All that do not count for a reason that people should hear once."""
    fell = [one for one in told(view) if one.amiss is not None and one.counts is False and not is_asked(view, one)]
    return tuple(one for one in told(view) if one.unshown or one in fell)


def lost_text(view: TableView, seqs: Iterable[int]) -> tuple[str, ...]:
    """Why these entries do not count, a sentence for all that nobody showed and one for each other."""
    wanted = frozenset(seqs)
    gone = [one for one in lost(view) if one.seq in wanted]
    names = {seat.seat: player_text(seat) for seat in view.seats}
    unshown = [one.declaration for one in gone if one.unshown]
    said = (missed_text(unshown),) if unshown else ()
    touched = view.phase is Phase.PLAY
    return said + tuple(amiss_text(one, names[one.seat], touched) for one in gone if one.amiss is not None)


def amiss_text(one: DeclarationView, who: str, touched: bool = False) -> str:
    """What a word that is said with its card lacks: ``Захід, бела ♥: сказано не зі своєю картою, не рахується``.

    ``touched``: with what to touch where a second word was said but not entered.
    """
    end = ".touch" if touched and one.amiss is Amiss.SECOND_CARD else ""
    return tr(f"amiss.{one.amiss}{end}", what=declaration_text(one.declaration), who=who)


class ShowingStrip(BoxLayout):
    """The keys above the felt that show what was declared, each with one touch; no room where nothing waits."""

    def __init__(self, do: Callable[[int], object], **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=0, **kwargs)
        self._do, self._keys = do, Kept()

    def forget(self) -> None:
        """Everything is made anew: other colours, another language."""
        self._keys.forget()

    def show(self, view: TableView) -> None:
        """Shows what waits to be shown."""
        waiting = dict(view.expectation.showings)
        names = {seat.seat: player_text(seat) for seat in view.seats}
        self.height, self.spacing = theme.s * HIGH if waiting else 0, theme.s * 4
        made: list[Widget] = []
        with self._keys.building():
            if waiting:
                made.append(kept(FitLabel, text=tr("showing.hint"), base_size=15, size_hint=(0.8, 1), pad=3))
            said = {one.seq: one for one in view.declarations}
            for one in (said[seq] for seq in waiting):
                what = declaration_text(one.declaration)
                text = tr("showing.show", what=what, who=names[one.seat])
                do = partial(self._do, one.seq)
                made.append(key(text, do, base_size=18, pad=4, tone="primary", tip=f"showing-{one.seat}"))
        lay(self, made)


def show_declared(screen: "TableScreen", seq: int) -> None:
    """Lays the cards of declaration ``seq`` open, as it names them; a page that is open stays."""
    view = screen.model.view
    seat = next((one.seat for one in view.declarations if one.seq == seq), None)
    cards = dict(view.expectation.showings).get(seq)
    if seat is not None and cards is not None:
        screen.attempt(screen.model.reveal, seat, cards)


def show_by_hand(screen: "TableScreen", seat: Seat, cards: tuple[Card, ...]) -> None:
    """Lays chosen cards open; those of a declaration that has fallen already are refused with the reason.

    A whole hand may always lie open: that is no showing of a combination.
    """
    view = screen.model.view
    late = [one for one in fallen(view) if one.seat is seat and _touches(view, one.seq, cards)]
    named = frozenset(card for one in late for card in dict(view.expectation.missed)[one.seq])
    left = next(one.cards_left for one in view.seats if one.seat is seat)
    if late and named.issuperset(cards) and len(cards) != left:
        screen.home()
        screen.notice(missed_text(one.declaration for one in late))
    else:
        screen.finish(screen.model.reveal, seat, cards)


def _touches(view: TableView, seq: int, cards: tuple[Card, ...]) -> bool:
    return not frozenset(cards).isdisjoint(dict(view.expectation.missed).get(seq, ()))
