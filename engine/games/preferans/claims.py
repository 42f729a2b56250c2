"""Claims: "the rest are mine", and what the remaining cards can give when all hands lie open.

The tricks that a claim leaves go to the other side; where that does not tell whose they are, all remaining plays are
tried by the rules of the game.
"""

from typing import Final

from kozyr.engine.acts import Claimed
from kozyr.engine.cardplay import Holdings
from kozyr.engine.cards import Card
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.preferans.opening import written
from kozyr.engine.games.preferans.play import HAND, TALON, PreferansConduct, legal
from kozyr.engine.games.preferans.state import Deal
from kozyr.engine.seats import Seat
from kozyr.engine.trick import Trick

_SEARCHED_TRICKS: Final = 4
"""With more tricks to come not every play is tried."""
Shares = tuple[tuple[Seat, int], ...]
"""(seat, tricks)."""


def claimed(deal: Deal, act: Claimed) -> Deal:
    """The deal after "the rest are mine" (or none of them, with 0).

    The claim decides the deal unless play goes on. Raises ImpossibleAct for more tricks than are left.
    """
    over = deal.misdealt is not None or deal.tally is not None or deal.play.is_complete or deal.is_given_up
    if deal.conduct is None or over or (deal.defence is not None and deal.defence.is_unplayed):
        raise ImpossibleAct(f"{act.seat} cannot claim tricks: no play is going on")
    left = HAND - len(deal.play.tricks)
    if not 0 <= act.tricks <= left:
        raise ImpossibleAct(f"{act.seat} cannot claim {act.tricks} tricks: {left} are left")
    return deal._replace(claim=act)


def shares(deal: Deal, claim: Claimed) -> Shares | None:
    """The remaining tricks of each seat as the claim has it; None where that stays open or the claim may fail."""
    left = HAND - len(deal.play.tricks)
    search, declarer = _search(deal), deal.declarer
    side = (claim.seat,) if declarer in (None, claim.seat) else deal.defenders
    if search is not None and search.least(side) < claim.tricks:
        return None
    mine = (claim.seat, claim.tricks)
    if claim.tricks == left:
        return (mine,)
    if declarer is not None and claim.seat is not declarer:
        return (mine, (declarer, left - claim.tricks))
    if declarer is not None and len(deal.whisters) < 2:
        return (mine, (deal.defenders[0], left - claim.tricks))
    lines = search.lines() if search is not None else frozenset()
    fitting = [line for line in lines if dict(line).get(claim.seat, 0) == claim.tricks]
    return fitting[0] if len(fitting) == 1 else None


def _search(deal: Deal) -> "_Search | None":
    """The rest of the play when all remaining cards are known and few."""
    play, conduct, left = deal.play, deal.conduct, HAND - len(deal.play.tricks)
    if conduct is None or play.leader is None or left > _SEARCHED_TRICKS or any(c.card is None for c in play.trick):
        return None
    hands: list[tuple[Seat, frozenset[Card]]] = []
    for seat in conduct.hands:
        count = HAND - len(play.laid_by(seat))
        listed = next((cards for who, cards in written(deal) if who is seat), None)
        held = play.ledger.held(seat) if play.ledger is not None else frozenset()
        cards = held if listed is None else listed - play.cards_of(seat)
        if len(cards) != count:
            return None
        hands.append((seat, cards))
    if conduct.is_raspasy and len(play.tricks) < TALON:
        return None
    trick = tuple((each.seat, each.card) for each in play.trick if each.card is not None)
    return _Search(conduct, tuple(hands), trick, play.leader)


class _Search:
    """All ways to play on from a position in which every card is known."""

    def __init__(self, conduct: PreferansConduct, hands: Holdings, trick: Trick, leader: Seat) -> None:
        self._conduct, self._start = conduct, (hands, trick, leader)
        self._lines: dict[tuple[Holdings, Trick, Seat], frozenset[Shares]] = {}

    def lines(self) -> frozenset[Shares]:
        """Every possible share of the remaining tricks, seats without one left out."""
        return self._from(*self._start)

    def least(self, side: tuple[Seat, ...]) -> int:
        """How many tricks a side takes at the least, its own cards played as well as can be."""
        return self._worth(*self._start, side)

    def _next(self, hands: Holdings, trick: Trick, leader: Seat) -> tuple[Seat, list[tuple[Holdings, Trick]]]:
        number = HAND - max(len(cards) for _, cards in hands) + 1
        seat = self._conduct.players(number, leader)[len(trick)]
        hand = dict(hands)[seat]
        found = []
        for card in legal(hand, self._conduct.led(number, trick), self._conduct.trump):
            rest = tuple((who, cards - {card} if who is seat else cards) for who, cards in hands)
            found.append((rest, (*trick, (seat, card))))
        return seat, found

    def _from(self, hands: Holdings, trick: Trick, leader: Seat) -> frozenset[Shares]:
        if len(trick) == len(hands):
            won = self._conduct.winner(TALON + 2, trick)
            if not any(cards for _, cards in hands):
                return frozenset({((won, 1),)})
            return frozenset(_plus_one(line, won) for line in self._from(hands, (), won))
        known = self._lines.get((hands, trick, leader))
        if known is None:
            _, moves = self._next(hands, trick, leader)
            known = frozenset().union(*(self._from(rest, lying, leader) for rest, lying in moves))
            self._lines[hands, trick, leader] = known
        return known

    def _worth(self, hands: Holdings, trick: Trick, leader: Seat, side: tuple[Seat, ...]) -> int:
        if len(trick) == len(hands):
            won = self._conduct.winner(TALON + 2, trick)
            rest = self._worth(hands, (), won, side) if any(cards for _, cards in hands) else 0
            return rest + (won in side)
        seat, moves = self._next(hands, trick, leader)
        worths = [self._worth(rest, lying, leader, side) for rest, lying in moves]
        return max(worths) if seat in side else min(worths)


def _plus_one(line: Shares, seat: Seat) -> Shares:
    counted = dict(line)
    counted[seat] = counted.get(seat, 0) + 1
    return tuple(sorted(counted.items()))
