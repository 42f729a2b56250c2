"""Preferans, the play: follow suit, else a trump, else anything (Сочи punishes "ход не в масть").

In raspasy of three "карта прикупа показывает масть хода", in raspasy of four "карты прикупа принадлежат сдающему".
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from kozyr.datasets.second.proof import Trick

_ORDER: Final = "7891JQKA"


@dataclass(frozen=True, slots=True)
class PreferansPlay:
    """The play of one deal."""

    trump: str = ""
    """The suit ordered; none in БК, misère and raspasy."""
    talon: tuple[str, ...] = ()
    """Raspasy of three: the cards turned up before tricks 1 and 2, as far as they are."""

    def _shown(self, number: int) -> str:
        """The suit the talon shows for a trick, or nothing."""
        return self.talon[number - 1][-1] if 1 <= number <= len(self.talon) else ""

    def wanted(self, hand: Iterable[str], trick: Trick, seat: str, number: int = 0) -> list[str]:
        """The cards of ``hand`` that may be played."""
        hand = list(hand)
        suit = self._shown(number) or (trick[0][1][-1] if trick else "")
        if not suit:
            return hand
        for needed in (suit, self.trump):
            matching = [card for card in hand if card[-1] == needed]
            if matching:
                return matching
        return hand

    def taker(self, trick: Trick, number: int = 0) -> str:
        """The seat that takes the trick; when nobody has the talon's suit, the first player's suit decides."""
        suits = [self.trump, self._shown(number), trick[0][1][-1]]
        suit = next(suit for suit in suits if any(card[-1] == suit for _, card in trick))
        return max((play for play in trick if play[1][-1] == suit), key=lambda play: _ORDER.index(play[1][0]))[0]

    def worth(self, card: str) -> int:
        """Cards are worth nothing here: tricks count."""
        return 0


def raspasy_leader(number: int, taken_by: str, first: str, dealer: str, players: Sequence[str]) -> str:
    """Who leads to trick ``number`` in raspasy; ``taken_by`` took the one before, ``first`` is the first hand.

    Of three the first hand plays first in tricks 1 to 3. Of four the dealer leads the talon's cards to tricks 1 and 2;
    when he takes the second, the first hand leads the third.
    """
    if len(players) == 4:
        if number <= 2:
            return dealer
        return first if taken_by == dealer else taken_by
    return first if number <= 3 else taken_by
