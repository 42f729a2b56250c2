"""Preferans Sochi, the bidding ("Игра-Висты" 3, 13): steps of one, the senior's "here", misère and what answers it.

Bids are compared by height: the ladder from 6 spades on in steps of one, above it what the convention puts in order:
"мизер - 9 - мизер без прикупа - 9 без прикупа либо 10 с прикупом".
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kozyr.datasets.second.defaults import PREFERANS, chosen

LADDER: Final = tuple(f"{level}{suit}" for level in range(6, 11) for suit in "SCDHN")
"""Games in order of height."""
ZONE: Final = ("misere", "9", "misere-dark", "9-dark", "10-dark")
"""Bids that have no place on the ladder."""


def level_of(text: str) -> int:
    """Tricks of a game or a bid that names them; 0 of a misère."""
    digits = "".join(letter for letter in text if letter.isdigit())
    return int(digits) if digits else 0


def circle(raspasy: int, players: int, options: Mapping[str, Any]) -> int:
    """Which circle of raspasy it is after so many in a row, from 0, at most 2."""
    done = raspasy // players if options["raspasy"]["circle"] == "round" else raspasy
    return min(done, 2)


def lowest_bid(raspasy: int, players: int, options: Mapping[str, Any] | None = None) -> int:
    """The level a game begins with, 6, or 7 to get out of raspasy ("2 круг: выход из распасов - 7")."""
    rules = chosen(PREFERANS, options or {})
    return int(rules["raspasy"]["min_bid"][min(circle(raspasy, players, rules), 1)])


def _zone_height(bid: str) -> int:
    """The height of a bid once somebody has said misère; 0 below misère."""
    if bid in ("misere", "misere-dark", "10-dark"):
        return {"misere": 1, "misere-dark": 3, "10-dark": 5}[bid]
    if bid == "9-dark" or level_of(bid) == 10:
        return 4
    return 2 if level_of(bid) == 9 else 0


def _step(bid: str) -> int:
    """The place of a game on the ladder, ``9`` without a suit as 9 of spades; -1 where there is none."""
    return LADDER.index("9S" if bid == "9" else bid) if bid == "9" or bid in LADDER else -1


def _beats(bid: str, best: str) -> bool:
    """Whether a bid answers the one that stands, a misère having been said.

    Of two games with the talon on one level the suit decides as on the ladder; 9 without it and 10 with it are equal.
    """
    if _zone_height(bid) != _zone_height(best):
        return _zone_height(bid) > _zone_height(best)
    return _step(bid) > _step(best) >= 0


class Bidding:
    """The bids of one deal; ``active`` the three who play, the first hand first, ``lowest`` the level to begin with."""

    def __init__(self, active: Sequence[str], lowest: int, rules: Mapping[str, Any]) -> None:
        self.rules = rules
        self.active = list(active)
        self.lowest = LADDER.index(f"{lowest}S")
        self.bids: dict[str, list[str]] = {seat: [] for seat in active}
        self.left = list(active)
        self.best = ""
        self.bidder = ""
        self.turn = self.active[0]

    @property
    def is_over(self) -> bool:
        """Whether all have passed, or all but the highest bidder."""
        return not self.left or self.left == [self.bidder]

    def legal(self, seat: str) -> list[str]:
        """What ``seat``, being on turn, may say."""
        zone = any(bid.startswith("misere") for bids in self.bids.values() for bid in bids)
        misere_free = not self.rules["misere_first_bid_only"] or all(bid == "misere" for bid in self.bids[seat])
        holds = len(self.left) == 2 and self.left == [seat, self.bidder] and _step(self.best) >= 0
        bids = ["here"] if self.rules["hold_bid"] and holds else []
        if zone:
            bids += [bid for bid in (*LADDER, *ZONE) if _beats(bid, self.best)]
        else:
            at = LADDER.index(self.best) + 1 if self.best else self.lowest
            bids += LADDER[at:] if self.rules["jumps"] else LADDER[at : at + 1]
            # Without a misère before it, one may be bid as long as it is higher than the game that stands.
            height = _zone_height(self.best) if self.best else 0
            bids += [bid for bid in ("misere", "misere-dark") if _zone_height(bid) > height]
        return ["pass", *(bid for bid in bids if misere_free or not bid.startswith("misere"))]

    def hear(self, seat: str, call: str) -> None:
        """A legal call of the seat on turn."""
        at = self.active.index(seat)
        following = [*self.active[at + 1 :], *self.active[:at]]
        if call == "pass":
            self.left.remove(seat)
        else:
            self.best, self.bidder = (self.best if call == "here" else call), seat
            self.bids[seat].append(self.best)
        self.turn = next((other for other in following if other in self.left), "")
