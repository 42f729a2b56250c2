"""Cards, ranks, suits and the decks made of them.

Notation (docs/log-format.md): rank ``2``…``10 J Q K A`` and suit ``S H D C``, as in ``10H`` or ``JS``.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kozyr.engine.errors import CardCodeError


class Suit(StrEnum):
    """The four suits, by the letter used in logs."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def sign(self) -> str:
        """The suit sign people read: ♠ ♥ ♦ ♣."""
        return _SIGNS[self]

    @property
    def is_red(self) -> bool:
        """True for hearts and diamonds."""
        return self in (Suit.HEARTS, Suit.DIAMONDS)


_SIGNS: Final = {Suit.SPADES: "♠", Suit.HEARTS: "♥", Suit.DIAMONDS: "♦", Suit.CLUBS: "♣"}


class Rank(StrEnum):
    """The thirteen ranks, by the text used in logs."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    ACE = "A"

    @property
    def natural(self) -> int:
        """Height in the natural order, 2 = 2 … A = 14."""
        return _NATURAL[self]


_NATURAL: Final = {rank: height for height, rank in enumerate(Rank, start=2)}
_KNOWN: Final[dict[tuple[Rank, Suit], "Card"]] = {}


@dataclass(frozen=True, slots=True, init=False, eq=False)
class Card:
    """One playing card. There is one object for each card, so comparing and hashing cost next to nothing."""

    rank: Rank
    """7 … A in the 32-card games."""
    suit: Suit
    """One of the four suits."""

    def __new__(cls, rank: Rank, suit: Suit) -> "Card":
        """The card of that rank and suit."""
        known = _KNOWN.get((rank, suit))
        if known is not None:
            return known
        card = object.__new__(cls)
        object.__setattr__(card, "rank", Rank(rank))
        object.__setattr__(card, "suit", Suit(suit))
        return _KNOWN.setdefault((card.rank, card.suit), card)

    def __reduce__(self) -> tuple[type["Card"], tuple[Rank, Suit]]:
        return Card, (self.rank, self.suit)

    @property
    def code(self) -> str:
        """The code used in logs: ``10H``."""
        return _CODES[self]

    def __str__(self) -> str:
        return _CODES[self]

    def __repr__(self) -> str:
        return f"Card({_CODES[self]!r})"

    @staticmethod
    def parse(code: str) -> "Card":
        """The card named by ``code``.

        Raises CardCodeError for anything that is not exactly a code of the 52-card deck.
        """
        card = _BY_CODE.get(code) if isinstance(code, str) else None
        if card is None:
            raise CardCodeError(
                "{code!r} is no card; write a rank 2-10 J Q K A and a suit S H D C, as in 10H", code=code
            )
        return card


DECK_52: Final = tuple(Card(rank, suit) for suit in Suit for rank in Rank)
"""All cards, suit by suit (S H D C), 2 to A."""
_CODES: Final = {card: f"{card.rank.value}{card.suit.value}" for card in DECK_52}
_BY_CODE: Final = {code: card for card, code in _CODES.items()}
DECK_36: Final = tuple(card for card in DECK_52 if card.rank.natural >= 6)
"""6 to A."""
DECK_32: Final = tuple(card for card in DECK_52 if card.rank.natural >= 7)
"""7 to A: the deck of all three games."""
UNKNOWN: Final = "??"
"""How a face-down or unread card is written in a log."""


def cards(codes: str | Iterable[str]) -> tuple[Card, ...]:
    """The cards named by codes, given as one string with spaces or as an iterable of codes.

    Raises CardCodeError for the first text that is no card.
    """
    return tuple(Card.parse(code) for code in (codes.split() if isinstance(codes, str) else codes))


def in_deck_order(chosen: Iterable[Card]) -> tuple[Card, ...]:
    """The same cards, each once, in the order of the deck."""
    these = frozenset(chosen)
    return tuple(card for card in DECK_52 if card in these)
