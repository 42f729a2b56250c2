"""Hands laid open: how the rest of a deal can end when nobody breaks a rule, in any game's ``Conduct``."""

from collections import Counter
from typing import Final

from kozyr.engine.cardplay import CardPlay, Conduct, Holdings
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.trick import Trick

SEARCHED_TRICKS: Final = 3
"""With more tricks to come not every play is tried."""
Rest = tuple[tuple[Seat, int, int], ...]
"""(seat, tricks it wins, small points in them) of every seat that wins some, in the order of seats."""


def remaining(play: CardPlay, hand: int, written: Holdings) -> Holdings | None:
    """The cards still in each hand of ``hand`` cards, or None while one of them is hidden."""
    if play.ledger is None:
        return None
    hands: list[tuple[Seat, frozenset[Card]]] = []
    for seat in play.active:
        left = hand - len(play.laid_by(seat))
        full = next((cards for who, cards in written if who is seat), None)
        cards = play.ledger.held(seat) if full is None else full - play.cards_of(seat)
        if len(cards) != left:
            return None
        hands.append((seat, cards))
    return tuple(hands)


def possible_rests(play: CardPlay, conduct: Conduct, hands: Holdings) -> frozenset[Rest] | None:
    """Every way in which the open trick and those after it can go by legal plays, all hands being known.

    None when too many tricks are left to try, or an unread card hides how the trick stands.
    """
    number = len(play.tricks) + 1
    lying = tuple((each.seat, each.card) for each in play.trick if each.card is not None)
    leader = play.leader
    if leader is None or len(lying) < len(play.trick) or conduct.hand - number >= SEARCHED_TRICKS:
        return None
    return _Search(conduct).rests(hands, lying, number, leader)


class _Search:
    """Tries all legal plays; positions between tricks that were seen before are not tried again."""

    def __init__(self, conduct: Conduct) -> None:
        self.conduct = conduct
        self.known: dict[tuple[Holdings, int, Seat], frozenset[Rest]] = {}

    def rests(self, hands: Holdings, trick: Trick, number: int, leader: Seat) -> frozenset[Rest]:
        """Every way to the end from here."""
        key = (hands, number, leader)
        if not trick and key in self.known:
            return self.known[key]
        found: set[Rest] = set()
        players = self.conduct.players(number, leader)
        if len(trick) == len(players):
            return self._after(hands, trick, number)
        seat = players[len(trick)]
        at = next(at for at, (who, _) in enumerate(hands) if who is seat)
        for card in self._legal(hands[at][1], trick, number, seat):
            rest = (*hands[:at], (seat, hands[at][1] - {card}), *hands[at + 1 :])
            found |= self.rests(rest, (*trick, (seat, card)), number, leader)
        done = frozenset(found)
        if not trick:
            self.known[key] = done
        return done

    def _after(self, hands: Holdings, trick: Trick, number: int) -> frozenset[Rest]:
        won, points = self.conduct.winner(number, trick), self.conduct.points(number, trick)
        if number == self.conduct.hand:
            return frozenset((((won, 1, points),),))
        later = self.rests(hands, (), number + 1, self.conduct.leader(number + 1, won))
        return frozenset(_added(rest, won, points) for rest in later)

    def _legal(self, hand: frozenset[Card], trick: Trick, number: int, seat: Seat) -> tuple[Card, ...]:
        return tuple(card for card in hand if not hand & self.conduct.forbidden(number, trick, seat, card))


def _added(rest: Rest, won: Seat, points: int) -> Rest:
    tricks = Counter({seat: count for seat, count, _ in rest}) + Counter({won: 1})
    small = {seat: worth for seat, _, worth in rest}
    small[won] = small.get(won, 0) + points
    return tuple((seat, tricks[seat], small[seat]) for seat in Seat if seat in tricks)
