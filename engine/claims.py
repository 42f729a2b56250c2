"""Hands laid open: how the rest of a deal can end when nobody breaks a rule, in any game's ``Conduct``."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from kozyr.engine.acts import Act
from kozyr.engine.cardplay import CardPlay, Conduct, Holdings, legal
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.trick import Trick

SEARCHED_TRICKS: Final = 3
"""With more tricks to come not every ending is listed, unless a game says so; ``claim_search`` then tells of claims."""
Rest = tuple[tuple[Seat, int, int], ...]
"""(seat, tricks it wins, small points in them) of every seat that wins some, in the order of seats."""


def entry_of(acts: Iterable[tuple[int, Act]], kind: type[Act]) -> int | None:
    """The seq of the last act of a kind: the claim or the tally that a deal was decided by."""
    return max((seq for seq, act in acts if isinstance(act, kind)), default=None)


def remaining(play: CardPlay, hand: int, written: Holdings, seats: tuple[Seat, ...] = ()) -> Holdings | None:
    """The cards still in each hand of ``hand`` cards, or None while one of them is hidden.

    ``seats``: who has such a hand, when that is not everybody who holds cards.
    """
    if play.ledger is None:
        return None
    hands: list[tuple[Seat, frozenset[Card]]] = []
    for seat in seats or play.active:
        left = hand - len(play.laid_by(seat))
        full = next((cards for who, cards in written if who is seat), None)
        cards = play.ledger.held(seat) if full is None else full - play.cards_of(seat)
        if len(cards) != left:
            return None
        hands.append((seat, cards))
    return tuple(hands)


def possible_rests(
    play: CardPlay, conduct: Conduct, hands: Holdings, most: int = SEARCHED_TRICKS
) -> frozenset[Rest] | None:
    """Every way in which the open trick and those after it can go by legal plays, all hands being known.

    None when more than ``most`` tricks are left, or an unread card hides how the trick stands.
    """
    at = _standing(play, conduct, most)
    return None if at is None else _Search(conduct).rests(hands, *at)


def _standing(play: CardPlay, conduct: Conduct, most: int) -> tuple[Trick, int, Seat] | None:
    """(the open trick, its number, who leads it); None when it cannot be told or is too far from the end."""
    number = len(play.tricks) + 1
    lying = tuple((each.seat, each.card) for each in play.trick if each.card is not None)
    if play.leader is None or len(lying) < len(play.trick) or conduct.hand - number >= most:
        return None
    return lying, number, play.leader


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
        if len(trick) == len(self.conduct.players(number, leader)):
            return self._after(hands, trick, number)
        _, plays = self._next(hands, trick, number, leader)
        done = frozenset[Rest]().union(*(self.rests(rest, lying, number, leader) for rest, lying in plays))
        if not trick:
            self.known[key] = done
        return done

    def _next(
        self, hands: Holdings, trick: Trick, number: int, leader: Seat
    ) -> tuple[Seat, list[tuple[Holdings, Trick]]]:
        """Who plays next, and (the hands, the trick) after each of his legal plays."""
        seat = self.conduct.players(number, leader)[len(trick)]
        at = next(at for at, (who, _) in enumerate(hands) if who is seat)
        held = hands[at][1]
        cards = legal(self.conduct, number, trick, seat, held)
        before, after = hands[:at], hands[at + 1 :]
        return seat, [((*before, (seat, held - {card}), *after), (*trick, (seat, card))) for card in cards]

    def _after(self, hands: Holdings, trick: Trick, number: int) -> frozenset[Rest]:
        won, points = self.conduct.winner(number, trick), self.conduct.points(number, trick)
        if number == self.conduct.hand:
            return frozenset((((won, 1, points),),))
        later = self.rests(hands, (), number + 1, self.conduct.leader(number + 1, won))
        return frozenset(_added(rest, won, points) for rest in later)


def _added(rest: Rest, won: Seat, points: int) -> Rest:
    tricks = Counter({seat: count for seat, count, _ in rest}) + Counter({won: 1})
    small = {seat: worth for seat, _, worth in rest}
    small[won] = small.get(won, 0) + points
    return tuple((seat, tricks[seat], small[seat]) for seat in Seat if seat in tricks)
