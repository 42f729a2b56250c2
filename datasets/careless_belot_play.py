"""How a random deal of Bazar Belot is played: constructions named and shown, belas, and the cards.

What is legal comes from ``kozyr.datasets.second``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from kozyr.datasets.careless_play import Table, Trick
from kozyr.datasets.second.belot_play import BelotPlay
from kozyr.engine.acts import Declared, Revealed
from kozyr.engine.cards import cards
from kozyr.engine.seats import Seat

TRICKS: Final = 8
"""Of a deal."""
_RUN: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
_FRAMES: Final = ("Q", "K", "10", "A", "9", "J")
_FRAMES_WITHOUT_TRUMPS: Final = ("J", "Q", "K", "10", "A")
_KINDS: Final = {3: "terz", 4: "berz", 5: "quint"}


@dataclass(frozen=True, slots=True)
class Construction:
    """A frame or a run of cards that a player may name."""

    name: str
    """In notation: ``terz KH``, ``frame J``."""
    cards: tuple[str, ...]
    """Its cards."""
    rank: tuple[int, int, int]
    """Compares constructions: frame or length, height, trump."""


def highest_construction(hand: list[str], mode: str) -> Construction | None:
    """The highest construction of a hand, or None."""
    found = []
    frames = _FRAMES_WITHOUT_TRUMPS if mode == "N" else _FRAMES
    for at, rank in enumerate(frames):
        four = tuple(rank + suit for suit in "SHDC")
        if set(four) <= set(hand):
            found.append(Construction(f"frame {rank}", four, (9, at, 0)))
    for suit in "SHDC":
        heights = sorted((_RUN.index(card[:-1]) for card in hand if card[-1] == suit), reverse=True)
        for _, group in groupby(enumerate(heights), key=lambda pair: pair[0] + pair[1]):
            run = tuple(_RUN[height] + suit for _, height in group)[:5]
            if len(run) >= 3:
                value = (len(run), _RUN.index(run[0][:-1]), int(mode in ("A", suit)))
                found.append(Construction(f"{_KINDS[len(run)]} {run[0]}", run, value))
    return max(found, key=lambda construction: construction.rank, default=None)


class Play:
    """The conduct of one deal, with its constructions and belas."""

    tricks = TRICKS
    lying_first = True

    def __init__(self, mode: str, order: str, players: str, leader: str) -> None:
        self._mode, self._order, self._players, self._leader = mode, order, players, leader
        self.book = BelotPlay(mode)
        self._named: dict[str, Construction] = {}
        self._belas: set[str] = set()
        self.spoken: list[tuple[str, str]] = []
        self.shown: list[tuple[str, str]] = []

    def turns(self, number: int, taker: str) -> list[str]:
        """The playing seats in order of turn; where the leader does not play, the next one leads."""
        at = self._order.index(taker or self._leader)
        return [seat for seat in self._order[at:] + self._order[:at] if seat in self._players]

    def wanted(self, hand: Sequence[str], trick: Trick, seat: str, number: int) -> list[str]:
        """What the regulation lets the seat play."""
        return self.book.wanted(hand, trick, seat)

    def taker(self, trick: Trick, number: int) -> str:
        """Who takes the trick."""
        return self.book.taker(trick)

    def before_trick(self, table: Table, number: int) -> None:
        """Nothing is said between tricks."""

    def before_card(self, table: Table, seat: str, number: int) -> None:
        """Names the highest construction before the first card; the winning line shows before its second."""
        if number == 1 and table.happens(table.habits.declares):
            best = highest_construction(table.hands[seat], self._mode)
            if best:
                self._named[seat] = best
                self._say(table, seat, best.name)
        if number == 2 and seat in self._named:
            highest = max(self._named.values(), key=lambda construction: construction.rank)
            if highest in (self._named.get(seat), self._named.get(table.after(seat, 2))):
                kept = tuple(card for card in self._named[seat].cards if card in table.hands[seat])
                if kept:
                    table.add(Revealed(Seat(seat), cards(kept)))
                    table.see(seat, kept)
                    self.shown.append((seat, self._named[seat].name))

    def _say(self, table: Table, seat: str, name: str) -> None:
        self.spoken.append((seat, name))
        table.add(Declared(Seat(seat), name))

    def _say_with_card(self, table: Table, seat: str, name: str) -> None:
        self.spoken.append((seat, name))
        table.add_with_card(Declared(Seat(seat), name))

    def after_card(self, table: Table, seat: str, card: str, trick: Trick) -> None:
        """Names a bela on the first of king and queen of trumps, and its end on the second; in all trumps if led."""
        rank, suit = card[:-1], card[-1]
        counts = suit == self._mode or (self._mode == "A" and trick[0][1][-1] == suit)
        if rank not in ("K", "Q") or not counts:
            return
        named = f" {suit}" if self._mode == "A" else ""
        other = ("Q" if rank == "K" else "K") + suit
        if card in self._belas:
            self._say_with_card(table, seat, f"rebela{named}")
        elif other in table.hands[seat] and table.happens(table.habits.declares):
            self._belas.add(other)
            self._say_with_card(table, seat, f"bela{named}")
            table.see(seat, (other,))
