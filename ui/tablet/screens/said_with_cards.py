"""Words said with their cards (a bela): what each lacks, and which second word is waited for. No Kivy in here."""

from typing import TYPE_CHECKING, Final, NamedTuple

from kozyr.engine.cards import Card, Rank, Suit
from kozyr.engine.seats import Seat
from kozyr.engine.view import Amiss, DeclarationView, TableView
from kozyr.ui.locale.text import tr

if TYPE_CHECKING:
    from kozyr.ui.tablet.model import TableModel

_RANKS: Final = (Rank.KING, Rank.QUEEN)
"""The two cards of a suit with which such a word is said."""


class Missing(NamedTuple):
    """The other of the two words, which nobody has entered."""

    word: str
    """In notation."""
    is_first: bool
    """Whether it goes with the first of the two cards."""


def with_cards(model: "TableModel", seq: int) -> DeclarationView | None:
    """The word with a card that stands at line ``seq`` in the deal that is played; None for anything else."""
    line, kinds = model.line_of(seq), model.session.game.after_a_card
    return next((one for one in model.view.declarations if one.seq == line and kind_of(one.declaration) in kinds), None)


def missing(model: "TableModel", one: DeclarationView) -> Missing | None:
    """The word that is to be said, or was to be said, with the other card; None where there is none to say."""
    after, kind = model.session.game.after_a_card, kind_of(one.declaration)
    kinds = [each.name for each in model.session.game.declarations if each.name in after]
    other = next((each for each in kinds if each != kind), kind)
    if other == kind and one.amiss is not Amiss.SECOND_CARD:
        return None
    word = " ".join((other, *one.declaration.split()[1:]))
    if other != kind and any(each.declaration == word and each.seat is one.seat for each in model.view.declarations):
        return None
    return Missing(word, kinds.index(other) < kinds.index(kind))


def asked_now(model: "TableModel") -> tuple[int, str, Seat] | None:
    """Whose second word may be said with the card that was just laid, after a first: (the first's line, word, seat)."""
    view, speakers = model.view, model.view.expectation.speakers
    plays = (view.trick.plays if view.trick else ()) or (view.tricks[-1].plays if view.tricks else ())
    for one in view.declarations if plays and speakers else ():
        other = missing(model, one) if with_cards(model, one.seq) and one.amiss in (None, Amiss.SECOND_CARD) else None
        is_said_now = other is not None and (kind_of(other.word), one.seat) in speakers and not other.is_first
        if other is not None and is_said_now and plays[-1].card in pair_of(view, one):
            return one.seq, other.word, one.seat
    return None


def is_asked(view: TableView, one: DeclarationView) -> bool:
    """Whether a word said with one card may be said now with the other, which has just been laid."""
    return one.amiss is Amiss.SECOND_CARD and (kind_of(one.declaration), one.seat) in view.expectation.speakers


def lack_text(view: TableView, one: DeclarationView) -> str:
    """What a word said with its card lacks so far, or why it counts for nothing, in a word or two."""
    if one.amiss is not Amiss.SECOND_CARD:
        return tr(f"amiss.{one.amiss}.short")
    end = "now" if is_asked(view, one) else "over" if one.counts is False else "short"
    return tr(f"amiss.second-card.{end}")


def pair_of(view: TableView, one: DeclarationView) -> tuple[Card, ...]:
    """The two cards with which a word is said; empty where its suit is not known."""
    named = one.declaration.split()[1:]
    suit = Suit(named[0]) if named else view.trump
    return () if suit is None else tuple(Card(rank, suit) for rank in _RANKS)


def kind_of(declaration: str) -> str:
    """The word of a declaration, without what follows it."""
    return declaration.split()[0]
