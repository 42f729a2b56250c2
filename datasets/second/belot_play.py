"""Bazar Belot, the play, from the sentences of the regulation (Репино, "Г. Розыгрыш", "Д. … розыгрыша ВК").

Where the engine computes sets, this asks of one card at a time "was it the card the regulation wanted?", and who wins
is found by comparing strengths.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from kozyr.datasets.second.proof import TABLE, Trick

_IN_TRUMPS: Final = ("7", "8", "Q", "K", "10", "A", "9", "J")
_IN_PLAIN: Final = ("7", "8", "9", "J", "Q", "K", "10", "A")
_WORTH_IN_TRUMPS: Final = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}
_WORTH_IN_PLAIN: Final = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}


@dataclass(frozen=True, slots=True)
class BelotPlay:
    """The play of one deal."""

    mode: str
    """``S H D C``, ``N`` (БК) or ``A`` (ВК)."""

    def _is_trump(self, card: str) -> bool:
        return self.mode in ("A", card[-1])

    def _strength(self, card: str, led: str) -> int:
        """How strongly a card fights for a trick in which suit ``led`` was led; 0 when it cannot win it."""
        if self.mode != "A" and card[-1] == self.mode:
            return 100 + _IN_TRUMPS.index(card[:-1])
        if card[-1] != led:
            return 0
        return 10 + (_IN_TRUMPS if self.mode == "A" else _IN_PLAIN).index(card[:-1])

    def taker(self, trick: Trick, number: int = 0) -> str:
        """The seat that takes the trick as it lies: "старшую карту в масти хода или старшего козыря"."""
        led = trick[0][1][-1]
        return max(trick, key=lambda play: self._strength(play[1], led))[0]

    def worth(self, card: str) -> int:
        """The small points of a card."""
        if self.mode == "N" and card[:-1] == "A":
            return 19
        return (_WORTH_IN_TRUMPS if self._is_trump(card) else _WORTH_IN_PLAIN)[card[:-1]]

    def wanted(self, hand: Iterable[str], trick: Trick, seat: str, number: int = 0) -> list[str]:
        """The cards of ``hand`` that the regulation lets ``seat`` play: the first of its wishes that can be met."""
        hand = list(hand)
        if not trick:
            return hand
        led = trick[0][1][-1]

        def follows(card: str) -> bool:
            return card[-1] == led

        def takes(card: str) -> bool:
            return self.taker([*trick, (seat, card)]) == seat

        def ruffs(card: str) -> bool:
            return card[-1] == self.mode and takes(card)

        ours = (TABLE.index(self.taker(trick)) - TABLE.index(seat)) % 2 == 0
        wishes: list[Callable[[str], bool]] = []
        if self._is_trump(trick[0][1]):
            wishes.append(lambda card: follows(card) and takes(card))
        wishes.append(follows)
        if not ours:
            wishes.append(ruffs)
        met = ([card for card in hand if wish(card)] for wish in wishes)
        return next((cards for cards in met if cards), hand)
