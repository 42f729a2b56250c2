"""Play of the cards in Preferans: which held cards make a play illegal, who wins, who leads, who plays at all.

Source: Сочи Распасы 2 and, where the convention is silent, the rules dossier C.4 and C.5.6.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kozyr.engine.cardplay import NOTHING
from kozyr.engine.cards import Card, Suit
from kozyr.engine.seats import Seat
from kozyr.engine.trick import NATURAL_ORDER, SUIT_CARDS, SeenTrick, Trick, heights, winning_play

HAND: Final = 10
"""Cards in a hand, and tricks in a deal."""
TALON: Final = 2
"""Cards in the talon."""
_HEIGHT: Final = heights(dict.fromkeys(Suit, NATURAL_ORDER))
_SUIT_OR_TRUMP: Final = {(suit, trump): SUIT_CARDS[suit] | SUIT_CARDS[trump] for suit in Suit for trump in Suit}


class Strain(StrEnum):
    """What a game is played in, in the order of the ladder; N is without trumps (БК)."""

    SPADES = "S"
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    NO_TRUMPS = "N"

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None without trumps."""
        return _TRUMP[self]


_TRUMP: Final = {strain: None if strain == "N" else Suit(strain.value) for strain in Strain}


def forbidden(led: Suit | None, trump: Suit | None, card: Card | None) -> frozenset[Card]:
    """The cards that make this play illegal: it was legal if and only if its seat held none of them.

    ``led``: the suit to follow; None for a lead, and where nobody could read it. There is no duty to beat.
    """
    if led is None or card is None or card.suit is led:
        return NOTHING
    if trump is None or led is trump or card.suit is trump:
        return SUIT_CARDS[led]
    return _SUIT_OR_TRUMP[led, trump]


@dataclass(frozen=True, slots=True)
class PreferansConduct:
    """How one deal is played. The dealer of four lays his two talon cards to the first tricks of raspasy."""

    hands: tuple[Seat, ...]
    """The three who hold cards, in order of turn from the first hand."""
    trump: Suit | None = None
    """None without trumps, in a misère and in raspasy."""
    is_raspasy: bool = False
    """Whether everybody has passed."""
    dealer: Seat | None = None
    """The dealer of four in raspasy: to tricks 1 and 2 he leads the talon."""
    talon: tuple[Card | None, ...] = ()
    """The talon cards that set the suit of tricks 1 and 2 in raspasy of three; None for one that nobody saw."""
    hand: int = HAND
    """Tricks of a deal."""

    def players(self, number: int, leader: Seat) -> tuple[Seat, ...]:
        """The three hands, beginning with the leader; with the dealer while he has talon cards."""
        if self._has_talon(number):
            return (self.dealer, *self.hands) if self.dealer is not None else self.hands
        at = self.hands.index(leader) if leader in self.hands else 0
        return self.hands[at:] + self.hands[:at]

    def first(self) -> Seat:
        """Who leads to the first trick: the first hand, or the dealer of four with the talon."""
        return self.dealer if self.is_raspasy and self.dealer is not None else self.hands[0]

    def leader(self, number: int, won_by: Seat) -> Seat:
        """Whoever won the trick before; in raspasy the talon leads twice, and of three the first hand three times."""
        if self.is_raspasy and self.dealer is not None:
            if number <= TALON:
                return self.dealer
            return self.hands[0] if won_by is self.dealer else won_by
        return self.hands[0] if self.is_raspasy and number <= TALON + 1 else won_by

    def led(self, number: int, lying: SeenTrick) -> Suit | None:
        """The suit to follow: that of the talon card (also for who plays first), else of the card led."""
        if self._by_talon(number):
            card = self.talon[number - 1] if number <= len(self.talon) else None
        else:
            card = lying[0][1] if lying else None
        return card.suit if card is not None else None

    def forbidden(self, number: int, lying: SeenTrick, seat: Seat, card: Card | None) -> frozenset[Card]:
        """The cards that make this play illegal."""
        return forbidden(self.led(number, lying), self.trump, card)

    def winner(self, number: int, trick: Trick) -> Seat:
        """Who wins a complete trick. The talon card of three wins nothing.

        When nobody follows it, or nobody saw it, the highest card of the suit laid first wins.
        """
        led = self.led(number, trick) if self._by_talon(number) else None
        following = tuple([play for play in trick if play[1].suit is led])
        return winning_play(following or trick, self.trump, _HEIGHT)[0]

    def points(self, number: int, trick: Trick) -> int:
        """A trick is a trick."""
        return 1

    def _has_talon(self, number: int) -> bool:
        return self.is_raspasy and self.dealer is not None and number <= TALON

    def _by_talon(self, number: int) -> bool:
        return self.is_raspasy and self.dealer is None and number <= TALON
