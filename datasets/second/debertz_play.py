"""Sport Debertz, the play, from the sentences of the federation's rules ("Раздача" of the three editions).

The trumps of the deal are ordered by what the rules call юс and манела: J, 9, then A 10 K Q 8 7.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from kozyr.datasets.second.proof import TABLE, Trick

_TRUMPS: Final = "78QK1A9J"
_PLAIN: Final = "789JQK1A"
_POINTS: Final = {"A": 11, "1": 10, "K": 4, "Q": 3, "J": 2}
_POINTS_IN_TRUMPS: Final = {**_POINTS, "J": 20, "9": 14}


@dataclass(frozen=True, slots=True)
class DebertzPlay:
    """The play of one deal."""

    trump: str
    """The suit ordered."""
    fmt: str = "2x2"
    """``1x1 1x2 1x3 2x2``; in the last one partners sit opposite."""
    edition: str = "fdu-uk"
    """``fdu-uk fdu-ru2 fdu-ru1``; the last one knows no duty to beat a trump."""
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    """``follow_reference`` and ``fdu_2x2_fourth``."""

    def _height(self, card: str) -> int:
        """Of a trump, from 1; 0 of any other card."""
        return 1 + _TRUMPS.index(card[0]) if card[-1] == self.trump else 0

    def taker(self, trick: Trick, number: int = 0) -> str:
        """ "Виграшну взятку отримує той гравець, чия гральна карта за номіналом була найстаршою": trump over suit."""
        best = trick[0]
        for seat, card in trick[1:]:
            known, fresh = self._height(best[1]), self._height(card)
            higher = card[-1] == best[1][-1] and _PLAIN.index(card[0]) > _PLAIN.index(best[1][0])
            if fresh > known or (fresh == known == 0 and higher):
                best = (seat, card)
        return best[0]

    def worth(self, card: str) -> int:
        """The points of a card (ФДУ 7.3)."""
        return (_POINTS_IN_TRUMPS if card[-1] == self.trump else _POINTS).get(card[0], 0)

    def wanted(self, hand: Iterable[str], trick: Trick, seat: str, number: int = 0) -> list[str]:
        """The cards of ``hand`` that the edition lets ``seat`` play."""
        hand = list(hand)
        if not trick:
            return hand
        lead = trick[0][1]
        beats = self.edition != "fdu-ru1" and lead[-1] == self.trump
        shining = lead
        if self.options.get("follow_reference") == "top_card" and not beats:
            shining = trick[-1][1]
        if beats:
            higher = [card for card in hand if self._height(card) > self._to_beat(trick, seat)]
            if higher and self._has_duty(trick, seat):
                return higher
        in_suit = [card for card in hand if card[-1] == shining[-1]]
        return in_suit or [card for card in hand if card[-1] == self.trump] or hand

    def _to_beat(self, trick: Trick, seat: str) -> int:
        """The height of the trump to be beaten: "козирної карти, з якої було розпочато розіграш"."""
        if self.fmt == "2x2" and len(trick) == 3 and self.options.get("fdu_2x2_fourth") == "best":
            return max(self._height(card) for _, card in trick)
        return self._height(trick[0][1])

    def _has_duty(self, trick: Trick, seat: str) -> bool:
        """Whether the duty to beat the trump that was led rests on ``seat`` (by format)."""
        leader, lead = trick[0]
        if self.fmt == "2x2":
            partner = TABLE[TABLE.index(leader) - 2]
            if seat == partner:
                return False
            before = [card for other, card in trick[1:] if other != partner]
        else:
            before = [card for _, card in trick[1:]]
        return not any(self._height(card) > self._height(lead) for card in before)
