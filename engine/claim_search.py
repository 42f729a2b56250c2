"""Whether a side takes as many of the tricks left as it claims, all hands being open: legal plays are tried, in depth.

A search stops at the first line that decides, tries only one of several cards of a hand that stand in the same places
among all cards left, and knows positions between tricks again. It gives up after a fixed number of plays.
"""

from functools import lru_cache
from typing import Final, NamedTuple

from kozyr.engine.cardplay import CardPlay, Conduct, Holdings, legal
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.trick import Trick

MOST_PLAYS: Final = 60_000
"""After so many plays a search gives up."""


class Claim(NamedTuple):
    """What is claimed."""

    side: tuple[Seat, ...]
    """Whose tricks are counted."""
    tricks: int
    """How many of those left, the open one included."""
    helpers: tuple[Seat, ...]
    """Who plays for it as well as can be; everybody else plays against it."""


def holds(play: CardPlay, conduct: Conduct, hands: Holdings, claim: Claim) -> bool | None:
    """Whether the side takes those tricks however the others play.

    None when that is not known: an unread card hides how the trick stands, or the search has given up.
    """
    lying = tuple((each.seat, each.card) for each in play.trick if each.card is not None)
    if play.leader is None or len(lying) < len(play.trick):
        return None
    return _searched(conduct, hands, _Place(lying, len(play.tricks) + 1, play.leader), claim)


class _Place(NamedTuple):
    """How far the play has come."""

    trick: Trick
    number: int
    leader: Seat


class _GivenUpError(Exception):
    """Too many plays, or somebody plays whose cards nobody knows."""


@lru_cache(maxsize=64)
def _searched(conduct: Conduct, hands: Holdings, place: _Place, claim: Claim) -> bool | None:
    """A claim is looked at again after every later entry of its deal: the answers are kept."""
    try:
        return _Search(conduct, hands, place, claim).takes(hands, place, claim.tricks)
    except _GivenUpError:
        return None


class _Search:
    """One search; counts its plays."""

    def __init__(self, conduct: Conduct, hands: Holdings, place: _Place, claim: Claim) -> None:
        self.conduct, self.claim = conduct, claim
        self.plays = 0
        self.known: dict[tuple[Holdings, Seat, int], bool] = {}
        number, leader = place.number, place.leader
        everything = [card for _, held in hands for card in held] + [card for _, card in place.trick]
        other = next(seat for seat, _ in hands if seat is not leader)
        self.beaten_by: dict[Card, frozenset[Card]] = {
            card: frozenset(
                than
                for than in everything
                if than != card and conduct.winner(conduct.hand, ((leader, card), (other, than))) is other
            )
            for card in everything
        }
        """Led card → the cards that win over it."""
        tricks = range(number, min(number + 2, conduct.hand + 1))
        seats = [seat for seat, _ in hands]
        self.leads_freely = (
            leader in seats
            and not any(conduct.forbidden(one, (), leader, card) for one in tricks for card in everything)
            and all(conduct.leader(one + 1, seat) is seat for one in tricks for seat in seats)
        )
        """False while a talon card leads, or sets the suit or the leader."""

    def takes(self, hands: Holdings, place: _Place, needed: int) -> bool:
        """Whether the side takes ``needed`` tricks from here."""
        left = self.conduct.hand - place.number + 1
        if needed <= 0 or needed > left:
            return needed <= 0
        if place.trick:
            return self._tried(hands, place, needed)
        key = (hands, place.leader, needed)
        if key not in self.known:
            plain = self._plainly(hands, place.leader, needed, left) if self.leads_freely else None
            self.known[key] = self._tried(hands, place, needed) if plain is None else plain
        return self.known[key]

    def _tried(self, hands: Holdings, place: _Place, needed: int) -> bool:
        """The same by trying what may be played next."""
        players = self.conduct.players(place.number, place.leader)
        if len(place.trick) == len(players):
            won = self.conduct.winner(place.number, place.trick)
            needed -= won in self.claim.side
            if needed <= 0 or place.number == self.conduct.hand:
                return needed <= 0
            after = place.number + 1
            return self.takes(hands, _Place((), after, self.conduct.leader(after, won)), needed)
        seat = players[len(place.trick)]
        at = next((at for at, (who, _) in enumerate(hands) if who is seat), None)
        if at is None:
            raise _GivenUpError
        outcomes = (
            self.takes(
                (*hands[:at], (seat, hands[at][1] - {card}), *hands[at + 1 :]),
                place._replace(trick=(*place.trick, (seat, card))),
                needed,
            )
            for card in self._choices(hands, place, seat, hands[at][1])
        )
        return any(outcomes) if seat in self.claim.helpers else all(outcomes)

    def _choices(self, hands: Holdings, place: _Place, seat: Seat, held: frozenset[Card]) -> list[Card]:
        """The legal cards, one of each group that no other card left stands between; high ones first."""
        others = {card for _, card in place.trick}.union(*(cards for who, cards in hands if who is not seat))
        groups: dict[tuple[object, frozenset[Card]], Card] = {}
        playable = legal(self.conduct, place.number, place.trick, seat, held)
        for card in sorted(playable, key=str):
            groups.setdefault((card.suit, self.beaten_by[card] & others), card)
        self.plays += len(groups)
        if self.plays > MOST_PLAYS:
            raise _GivenUpError
        return sorted(groups.values(), key=lambda card: (len(self.beaten_by[card]), str(card)))

    def _plainly(self, hands: Holdings, leader: Seat, needed: int, left: int) -> bool | None:
        """What can be told from the cards alone at the start of a trick; None when it must be tried."""
        held = dict(hands)
        others = frozenset[Card]().union(*(cards for seat, cards in hands if seat is not leader))
        sure = sum(not self.beaten_by[card] & others for card in held[leader])
        if leader not in self.claim.side:
            return False if left - sure < needed and leader not in self.claim.helpers else None
        if leader in self.claim.helpers:
            return True if sure >= needed else None
        return True if not self.claim.helpers and self._is_unbeatable(held, leader) else None

    def _is_unbeatable(self, held: dict[Seat, frozenset[Card]], leader: Seat) -> bool:
        """Whether no card of the other side wins over any lead of the side, whichever of its players leads."""
        against = frozenset[Card]().union(*(cards for seat, cards in held.items() if seat not in self.claim.side))
        own = held[leader]
        if any(self.beaten_by[card] & against for card in own):
            return False
        for partner in self.claim.side:
            cards = held.get(partner, frozenset())
            may_lead = any(self.beaten_by[card] & cards for card in own)
            if partner is not leader and may_lead and any(self.beaten_by[card] & against for card in cards):
                return False
        return True
