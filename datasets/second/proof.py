"""Who sees all hands says which plays were illegal, and when the table could be sure of it without looking.

The rules of play come as an object of the game (``Play``). The proof asks one question again and again: can the cards
that nobody has seen be dealt to the hidden places so that the player was honest? Where they cannot, he is convicted.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Final, Protocol

RANKS: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks in natural order, lowest first."""
DECK: Final = tuple(rank + suit for suit in "SHDC" for rank in RANKS)
"""The 32 cards."""
TABLE: Final = "SWNE"
"""The seats, clockwise; partners sit opposite."""
TALON: Final = "talon"
"""Whose cards the talon's are until somebody takes them."""
DISCARD: Final = "discard"
"""Where discards lie that everybody knows."""

Trick = Sequence[tuple[str, str]]
"""(seat, card) in order of play."""


class Play(Protocol):
    """The rules of play of one deal."""

    def wanted(self, hand: Iterable[str], trick: Trick, seat: str, number: int = 0) -> list[str]:
        """The cards of ``hand`` that ``seat`` may play to what lies in ``trick``, the ``number``-th of the deal."""
        ...

    def taker(self, trick: Trick, number: int = 0) -> str:
        """The seat that takes the trick as it lies."""
        ...

    def worth(self, card: str) -> int:
        """The small points of a card."""
        ...


@dataclass(frozen=True, slots=True)
class Sight:
    """One thing that everybody at the table saw: a card played, shown, or certain by a word."""

    seq: int
    """The entry."""
    seat: str
    """Whose card it is: a seat, ``TALON`` or ``DISCARD``."""
    cards: tuple[str, ...]
    """The cards seen."""
    trick: tuple[tuple[str, str], ...] | None = None
    """For a card played to the trick, what lay there before; None for anything else."""
    number: int = 0
    """For a card played, in which trick of the deal, from 1."""


@dataclass(frozen=True, slots=True)
class Revoke:
    """An illegal play and the first entry at which the table could be sure of it."""

    seat: str
    """Who played."""
    committed: int
    """The entry of the play."""
    proved: int | None
    """The entry that proves it; None when the deal ended before anything did."""


def is_legal(play: Play, hand: Iterable[str], trick: Trick, seat: str, card: str, number: int = 0) -> bool:
    """Whether ``seat``, holding ``hand`` (``card`` among it), may play ``card``."""
    return card in play.wanted(hand, trick, seat, number)


def incriminating(play: Play, trick: Trick, seat: str, card: str, number: int = 0) -> frozenset[str]:
    """The cards any one of which, held beside ``card``, makes playing it illegal."""
    pairs = ((other, (card, other)) for other in DECK if other != card)
    return frozenset(other for other, hand in pairs if not is_legal(play, hand, trick, seat, card, number))


def revokes(
    hands: Mapping[str, Sequence[str]], sights: Sequence[Sight], play: Play, talon_to: str = ""
) -> tuple[Revoke, ...]:
    """Every illegal play of a deal, in order of play, by one who sees ``hands``: seat -> cards at the start of play.

    ``sights`` in order of time. ``talon_to``: who took the talon and discarded as many; "" when nobody did. A seat
    that is not in ``hands`` plays cards of the talon, which is free to him.
    """
    held = {seat: set(cards) for seat, cards in hands.items()}
    found = []
    for at, sight in enumerate(sights):
        if sight.trick is None or sight.seat not in held:
            continue
        card = sight.cards[0]
        if not is_legal(play, held[sight.seat], sight.trick, sight.seat, card, sight.number):
            against = incriminating(play, sight.trick, sight.seat, card, sight.number)
            found.append(Revoke(sight.seat, sight.seq, _proved(hands, sights, at, against, talon_to)))
        held[sight.seat].discard(card)
    return tuple(found)


def _proved(
    hands: Mapping[str, Sequence[str]], sights: Sequence[Sight], at: int, against: frozenset[str], talon_to: str
) -> int | None:
    """The first entry from ``at`` on after which no honest hand of the player of ``sights[at]`` is left."""
    seat = sights[at].seat
    where: dict[str, str] = {}
    harmless: set[str] = set()
    for index, sight in enumerate(sights):
        where.update(dict.fromkeys(sight.cards, sight.seat))
        if index < at and sight.trick is not None:
            harmless.update(sight.cards)
        if index < at:
            continue
        shown = {card for card, owner in where.items() if owner == seat}
        if shown & against - harmless or not _honest_deal_exists(hands, where, seat, against, talon_to):
            return sight.seq
    return None


_SUBSETS: Final = tuple(chain.from_iterable(combinations(range(4), size) for size in range(1, 5)))


def _honest_deal_exists(
    hands: Mapping[str, Sequence[str]], where: Mapping[str, str], seat: str, against: frozenset[str], talon_to: str
) -> bool:
    """Whether every unseen card can lie in a hidden place, none of ``against`` with ``seat`` (Hall's condition).

    ``where`` says whose each seen card is. Unseen cards are of four sorts: loose or known to come from the talon, and
    of ``against`` or not. Hidden places are the player's own, the other hands', the talon taker's and those nobody
    plays from: cards never dealt, or discards. A card of the talon can only lie with its taker or among his discards.
    """
    free = {owner: len(cards) for owner, cards in hands.items()}
    buried = len(DECK) - sum(free.values())
    sorts = [0, 0, 0, 0]
    for card in DECK:
        owner = where.get(card)
        if owner is None or (owner == TALON and talon_to):
            sorts[2 * (owner == TALON) + (card in against)] += 1
        elif owner in free:
            free[owner] -= 1
        else:
            buried -= 1
    own = free.pop(seat)
    takers = free.pop(talon_to, 0)
    others = sum(free.values())
    for subset in _SUBSETS:
        room = takers + buried
        if any(sort < 2 for sort in subset):
            room += others
        if 0 in subset or (2 in subset and seat == talon_to):
            room += own
        if sum(sorts[sort] for sort in subset) > room:
            return False
    return True
