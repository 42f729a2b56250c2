"""What is wrong with a picture of one suit laid in order, from which a deck was to be learnt; and what to do."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kozyr.engine.cards import Card, Suit
from kozyr.engine.errors import Words
from kozyr.vision.deck_order import Row, sure_card
from kozyr.vision.read import Look

_FEWEST: Final = 4
"""A picture with fewer cards says too little about their order."""
_MOST_AGAINST: Final = 1
"""So many cards of a picture may be read surely as others: an unseen deck is misread here and there."""
_TWO_SUITS: Final = 3
"""So many sure readings of a second suit, among at least as many of the first, are two suits."""


class Fault(StrEnum):
    """Kinds of misfits."""

    FEW = "few"
    """Too few cards of one suit are told."""
    SUITS = "suits"
    """Two suits lie in one picture."""
    BEYOND = "beyond"
    """A card lies there that such a deck does not have."""
    ORDER = "order"
    """The cards do not seem to lie in order."""
    ABSENT = "absent"
    """A suit is in no picture."""
    UNSEEN = "unseen"
    """Of a card no index was found."""
    BLURRED = "blurred"
    """The indices are not sharp; the deck can be learnt from it, but it is read better from a sharp one."""


_SENTENCES: Final = {
    Fault.FEW: Words(
        "only {count} cards of one suit can be told; lay one suit flat in a row or a fan, a corner of each card to be"
        " seen, nearer to the camera, in even light without glare"
    ),
    Fault.SUITS: Words("{first} and {second} are both read in it; show one suit in a picture"),
    Fault.BEYOND: Words(
        "{cards} lies in it, which a deck of {count} cards does not have; give --cards 36 or 52, or take it away"
    ),
    Fault.ORDER: Words(
        "the cards do not seem to lie in order; lay them {cards} or the other way round, or say --trust-order when"
        " they do"
    ),
    Fault.ABSENT: Words("no picture shows {suits}; show each suit in a picture of its own"),
    Fault.UNSEEN: Words("no index of {cards} was found; take that suit again, nearer, in even light, or add a picture"),
    Fault.BLURRED: Words(
        "the indices are blurred; hold the camera still, let it focus in good light and take the picture again"
    ),
}


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a picture does not fit."""

    fault: Fault
    """What kind."""
    cards: tuple[Card, ...] = ()
    """The cards that are not seen or too many; for ORDER the order in which they are to lie."""
    suits: tuple[Suit, ...] = ()
    """The two suits in it, or those in no picture."""
    count: int = 0
    """How many cards are told, or the deck has."""

    @property
    def words(self) -> Words:
        """For the terminal: what is wrong and what to do."""
        signs = tuple(suit.sign for suit in self.suits)
        first, second = (*signs, "", "")[:2]
        return _SENTENCES[self.fault].filled(
            count=self.count, cards=self.cards, suits=signs, first=first, second=second
        )


def misread(look: Look, card: Card) -> Card | None:
    """The other card that the reader is sure to see in the index of ``card``."""
    sure = sure_card(look)
    return None if sure == card else sure


def misfit_of(row: Row, pack: Sequence[Card], trust_order: bool = False) -> Misfit | None:
    """Why a picture is no row of one suit in order; None when it is one."""
    placed = {card for _, card in row.indices}
    if len(placed) < _FEWEST:
        return Misfit(Fault.FEW, count=len(placed))
    if trust_order:
        return None
    read = [card for look, _ in row.indices if (card := sure_card(look)) is not None]
    suits = Counter(card.suit for card in (*read, *row.strangers)).most_common(2)
    if len(suits) == 2 and suits[1][1] >= _TWO_SUITS:
        return Misfit(Fault.SUITS, suits=(suits[0][0], suits[1][0]))
    if row.beyond:
        return Misfit(Fault.BEYOND, tuple(sorted(set(row.beyond), key=lambda card: card.code)), count=len(pack))
    against = {card for look, card in row.indices if misread(look, card) is not None}
    if len(against) + len(set(row.strangers)) > _MOST_AGAINST:
        return Misfit(Fault.ORDER, tuple(card for card in pack if card.suit is row.suit))
    return None


def lacking(rows: Sequence[Row], pack: Sequence[Card], suits: Sequence[Suit] = tuple(Suit)) -> Misfit | None:
    """The suits that are in no picture, or else the cards of these suits that are in none; None when all are."""
    absent = tuple(suit for suit in suits if suit not in {row.suit for row in rows})
    if absent:
        return Misfit(Fault.ABSENT, suits=absent)
    found = {card for row in rows for _, card in row.indices}
    unseen = tuple(card for card in pack if card.suit in suits and card not in found)
    return Misfit(Fault.UNSEEN, unseen) if unseen else None
