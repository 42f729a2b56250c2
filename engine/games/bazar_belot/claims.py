"""Claims: whether "the rest are mine" holds however the cards are played.

"Беру остальные взятки - карты линии кладутся на стол, один из оппонентов играет по своему усмотрению" (Репино Г): the
opponents choose every card, so a claim is good only when no legal play at all gives them a trick.
"""

from typing import Final

from kozyr.engine.acts import Claimed
from kozyr.engine.cardplay import Holdings
from kozyr.engine.cards import Card
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.bazar_belot.play import HAND, Denomination, legal, winner
from kozyr.engine.games.bazar_belot.state import Deal, Table
from kozyr.engine.seats import Seat
from kozyr.engine.trick import Trick

_SEARCHED_TRICKS: Final = 3
"""With more tricks to come not every play is tried."""


def claimed(deal: Deal, act: Claimed) -> Deal:
    """The deal after "the rest are mine" (or none of them, with 0).

    The claim decides the deal unless play goes on. Raises ImpossibleAct for more tricks than are left.
    """
    if deal.contract is None or deal.stop is not None or deal.tally is not None or len(deal.play.tricks) == HAND:
        raise ImpossibleAct(f"{act.seat} cannot claim tricks: no play is going on")
    left = HAND - len(deal.play.tricks)
    if not 0 <= act.tricks <= left:
        raise ImpossibleAct(f"{act.seat} cannot claim {act.tricks} tricks: {left} are left")
    return deal._replace(claim=act)


def may_fail(table: Table, deal: Deal) -> bool:
    """True when all remaining cards are known and some legal play gives the other line one of the tricks claimed."""
    hands = _remaining(deal)
    denomination = deal.denomination
    if deal.claim is None or hands is None or denomination is None or HAND - len(deal.play.tricks) > _SEARCHED_TRICKS:
        return False
    lying = tuple((play.seat, play.card) for play in deal.play.trick if play.card is not None)
    if deal.play.leader is None or len(lying) < len(deal.play.trick):
        return False
    search = _Search(table, denomination, deal.play.active, table.order.side_of(deal.claim.seat))
    return search.loses(hands, lying, deal.play.leader)


def _remaining(deal: Deal) -> Holdings | None:
    """The cards still in each hand, or None while one of them is hidden."""
    hands: list[tuple[Seat, frozenset[Card]]] = []
    for seat in deal.play.active:
        left = HAND - len(deal.play.laid_by(seat))
        written = next((cards for who, cards in deal.hands if who is seat), None)
        held = deal.play.ledger.held(seat) if deal.play.ledger is not None else frozenset()
        cards = held if written is None else written - deal.play.cards_of(seat)
        if len(cards) != left:
            return None
        hands.append((seat, cards))
    return tuple(hands)


class _Search:
    """Looks for a line of play in which the claiming line loses a trick; positions seen before are not tried again."""

    def __init__(self, table: Table, denomination: Denomination, active: tuple[Seat, ...], side: str) -> None:
        self.table, self.denomination, self.active, self.side = table, denomination, active, side
        self.safe: set[tuple[Holdings, Seat]] = set()

    def loses(self, hands: Holdings, trick: Trick, leader: Seat) -> bool:
        """Whether some legal play from here gives the other line a trick."""
        if len(trick) == len(self.active):
            won = winner(trick, self.denomination)
            if self.table.order.side_of(won) != self.side:
                return True
            return any(cards for _, cards in hands) and self.loses(hands, (), won)
        if not trick and (hands, leader) in self.safe:
            return False
        at = (self.active.index(leader) + len(trick)) % len(self.active)
        seat, hand = hands[at]
        for card in legal(hand, trick, seat, self.denomination, self.table.order):
            rest = (*hands[:at], (seat, hand - {card}), *hands[at + 1 :])
            if self.loses(rest, (*trick, (seat, card)), leader):
                return True
        if not trick:
            self.safe.add((hands, leader))
        return False
