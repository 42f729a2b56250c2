"""How a random deal of Preferans is played: cards, open hands, the talon of raspasy.

What is legal and who leads comes from ``kozyr.datasets.second``.
"""

from collections.abc import Sequence
from typing import Final

from kozyr.datasets.careless_play import Table, Trick
from kozyr.datasets.careless_preferans_talk import Deal, choose_style
from kozyr.datasets.second.preferans_play import PreferansPlay, raspasy_leader
from kozyr.datasets.second.proof import TALON
from kozyr.engine.acts import Revealed, TurnedUp
from kozyr.engine.cards import cards
from kozyr.engine.seats import Seat

TRICKS: Final = 10
"""Of a deal that is played."""


class Play:
    """The conduct of one deal, with its open hands and the talon of raspasy."""

    tricks = TRICKS
    lying_first = False

    def __init__(self, deal: Deal, *, quiet: bool = False) -> None:
        ended = deal.ended
        kind, contract = ended.get("kind"), str(ended.get("contract", ""))
        trump = contract[-1] if kind in ("played", "checked") and contract[-1] != "N" else ""
        self._raspasy = kind == "raspasy"
        self._four = len(deal.table.order) == 4
        self.book = PreferansPlay(trump, deal.talon if self._raspasy and not self._four else ())
        self._deal, self._quiet = deal, quiet
        self._opens = deal.table.happens(0.8)
        self._has_opened = False

    def turns(self, number: int, taker: str) -> Sequence[str]:
        """The three players, and in raspasy of four the dealer with the talon."""
        talk, dealer = self._deal.talk, self._deal.ahead.dealer
        leader = taker or talk[0]
        if self._raspasy:
            leader = raspasy_leader(number, taker, talk[0], dealer, self._deal.table.order)
        if leader not in talk:
            return leader + talk
        at = talk.index(leader)
        return talk[at:] + talk[:at]

    def wanted(self, hand: Sequence[str], trick: Trick, seat: str, number: int) -> Sequence[str]:
        """What the convention lets the seat play."""
        return self.book.wanted(hand, trick, seat, number)

    def taker(self, trick: Trick, number: int) -> str:
        """Who takes the trick."""
        return self.book.taker(trick, number)

    def before_trick(self, table: Table, number: int) -> None:
        """The talon's card that shows the suit in raspasy; hands that lie open from the start."""
        if self._raspasy and number <= 2 and not self._quiet:
            if self._four:
                table.hands[self._deal.ahead.dealer] = [self._deal.talon[number - 1]]
            else:
                table.add(TurnedUp(cards((self._deal.talon[number - 1],))))
                table.see(TALON, (self._deal.talon[number - 1],))
        elif self._raspasy and self._four and number <= 2:
            table.hands[self._deal.ahead.dealer] = [self._deal.talon[number - 1]]
        if number == 1 and self._deal.ended.get("declarer") != self._deal.talk[0]:
            self._open(table)

    def before_card(self, table: Table, seat: str, number: int) -> None:
        """Nothing is said before a card."""

    def after_card(self, table: Table, seat: str, card: str, trick: Trick) -> None:
        """After the first lead the whister chooses, where it was the declarer's lead."""
        deal = self._deal
        if self._quiet or self._has_opened:
            return
        if deal.now["stage"] == "lead":
            deal.calls.append((seat, "lead"))
            choose_style(deal)
        self._open(table)

    def _open(self, table: Table) -> None:
        """The defenders' hands are laid open where they are: whist in the open, misère, a ten that is checked."""
        ended = self._deal.ended
        is_open = ended.get("open") or ended.get("kind") == "misere"
        if self._quiet or self._has_opened or not is_open:
            return
        self._has_opened = True
        for seat in self._deal.talk:
            if seat != ended["declarer"] and self._opens:
                hand = tuple(table.hands[seat])
                table.add(Revealed(Seat(seat), cards(hand)))
                table.see(seat, hand)
