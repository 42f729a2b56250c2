"""Play of the cards in Bazar Belot: which cards may be played, which held cards make a play illegal, who wins.

Source: Репино, "Г. Розыгрыш" and "Д. Особенности торговли и розыгрыша ВК"; card values: rules dossier 0.3.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kozyr.engine.cardplay import NOTHING
from kozyr.engine.cards import Card, Rank, Suit
from kozyr.engine.seats import Seat, Seating
from kozyr.engine.trick import (
    PLAIN_ORDER,
    SUIT_CARDS,
    TRUMP_ORDER,
    SeenTrick,
    Trick,
    cards_above,
    fully_seen,
    heights,
    winning_play,
)


class Denomination(StrEnum):
    """What a deal is played in: a trump suit, no trumps (БК) or all trumps (ВК)."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"
    NO_TRUMPS = "N"
    ALL_TRUMPS = "A"

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None in no trumps and in all trumps."""
        return _TRUMP[self]


_TRUMP: Final = {mode: Suit(mode.value) if mode.value in "SHDC" else None for mode in Denomination}
_PLAIN_POINTS: Final = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
_TRUMP_POINTS: Final = {**_PLAIN_POINTS, Rank.JACK: 20, Rank.NINE: 14}
_NO_TRUMPS_POINTS: Final = {**_PLAIN_POINTS, Rank.ACE: 19}
LAST_TRICK_POINTS: Final = 10
"""Small points for the last trick of a deal."""
HAND: Final = 8
"""Cards in a hand, and tricks of a deal."""


@dataclass(frozen=True, slots=True)
class _Table:
    """Everything about the cards that depends on the denomination alone."""

    trump: Suit | None
    height: Mapping[Card, int]
    above: Mapping[Card, frozenset[Card]]
    points: Mapping[Card, int]
    suit_or_trump: Mapping[Suit, frozenset[Card]]
    suit_or_above: Mapping[tuple[Suit, Card], frozenset[Card]]


def _points_of(mode: Denomination, suit: Suit) -> Mapping[Rank, int]:
    if mode is Denomination.NO_TRUMPS:
        return _NO_TRUMPS_POINTS
    return _TRUMP_POINTS if mode is Denomination.ALL_TRUMPS or suit is mode.trump else _PLAIN_POINTS


def _table(mode: Denomination) -> _Table:
    trump = mode.trump
    in_trumps = {suit: mode is Denomination.ALL_TRUMPS or suit is trump for suit in Suit}
    height = heights({suit: TRUMP_ORDER if in_trumps[suit] else PLAIN_ORDER for suit in Suit})
    above = cards_above(height)
    trumps = SUIT_CARDS[trump] if trump else NOTHING
    return _Table(
        trump,
        height,
        above,
        {card: _points_of(mode, card.suit).get(card.rank, 0) for card in height},
        {suit: SUIT_CARDS[suit] | trumps for suit in Suit},
        {(suit, card): SUIT_CARDS[suit] | above[card] for suit in Suit for card in trumps},
    )


_TABLES: Final = {mode: _table(mode) for mode in Denomination}


def forbidden(
    trick: SeenTrick, seat: Seat, card: Card | None, denomination: Denomination, seating: Seating
) -> frozenset[Card]:
    """The cards that make this play illegal: it was legal if and only if ``seat`` held none of them.

    Closed forms of rules dossier 11.2. Where cards are unread only those are named that make the play illegal
    whatever the unread cards were.
    """
    lead = trick[0][1] if trick else None
    if lead is None or card is None:
        return NOTHING
    seen = fully_seen(trick)
    if seen is None:
        return NOTHING if card.suit is lead.suit else SUIT_CARDS[lead.suit]
    table = _TABLES[denomination]
    best_seat, best = winning_play(seen, table.trump, table.height)
    if card.suit is lead.suit:
        must_beat = denomination is Denomination.ALL_TRUMPS or lead.suit is table.trump
        return table.above[best] if must_beat and card not in table.above[best] else NOTHING
    if table.trump is None or lead.suit is table.trump or best_seat == seating.partner(seat):
        return SUIT_CARDS[lead.suit]
    if best.suit is table.trump:
        return SUIT_CARDS[lead.suit] if card in table.above[best] else table.suit_or_above[lead.suit, best]
    return SUIT_CARDS[lead.suit] if card.suit is table.trump else table.suit_or_trump[lead.suit]


def winner(trick: Trick, denomination: Denomination) -> Seat:
    """Who wins a trick of at least one card."""
    table = _TABLES[denomination]
    return winning_play(trick, table.trump, table.height)[0]


def card_points(card: Card, denomination: Denomination) -> int:
    """The small points of a card; all 32 and the last trick make 162, in all trumps 258."""
    return _TABLES[denomination].points[card]


def trick_points(trick: SeenTrick, denomination: Denomination) -> int:
    """The small points of the cards of a trick, unread ones counted as nothing, the last trick's bonus not included."""
    points = _TABLES[denomination].points
    return sum([points[card] for _, card in trick if card is not None])


@dataclass(frozen=True, slots=True)
class BelotConduct:
    """How a deal is played: eight tricks, everybody who holds cards plays to each, the winner leads."""

    denomination: Denomination
    """What it is played in."""
    order: Seating
    """Seats in order of turn, and lines."""
    active: tuple[Seat, ...]
    """Who plays: not the closed partner of capo from one hand."""
    hand: int = HAND
    """Tricks of a deal."""

    def players(self, number: int, leader: Seat) -> tuple[Seat, ...]:
        """Everybody who plays, beginning with the leader."""
        at = self.active.index(leader) if leader in self.active else 0
        return self.active[at:] + self.active[:at]

    def leader(self, number: int, won_by: Seat) -> Seat:
        """Whoever won the trick before."""
        return won_by

    def forbidden(self, number: int, lying: SeenTrick, seat: Seat, card: Card | None) -> frozenset[Card]:
        """The cards that make this play illegal."""
        return forbidden(lying, seat, card, self.denomination, self.order)

    def winner(self, number: int, trick: Trick) -> Seat:
        """Who wins a complete trick."""
        return winner(trick, self.denomination)

    def points(self, number: int, trick: Trick) -> int:
        """Its small points, with the last trick's bonus."""
        return trick_points(trick, self.denomination) + (LAST_TRICK_POINTS if number == self.hand else 0)
