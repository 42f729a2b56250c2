"""Play of the cards in Debertz: which held cards make a play illegal, who wins a trick, what it is worth.

Source: ФДУ "Роздача", "Правило ходу" and 7.3; closed forms of rules dossier 11.2.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kozyr.engine.cardplay import NOTHING
from kozyr.engine.cards import Card, Rank, Suit
from kozyr.engine.games.debertz.rules import Edition
from kozyr.engine.seats import Seat, Seating
from kozyr.engine.trick import (
    PLAIN_ORDER,
    SUIT_CARDS,
    TRUMP_ORDER,
    SeenTrick,
    Trick,
    cards_above,
    heights,
    winning_play,
)

HAND: Final = 8
"""Cards of a hand and tricks of a deal, in every format."""
_PLAIN_POINTS: Final = {Rank.ACE: 11, Rank.TEN: 10, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2}
_TRUMP_POINTS: Final = {**_PLAIN_POINTS, Rank.JACK: 20, Rank.NINE: 14}


@dataclass(frozen=True, slots=True)
class _Cards:
    """Everything about the cards that depends on the trump suit alone."""

    height: Mapping[Card, int]
    above: Mapping[Card, frozenset[Card]]
    points: Mapping[Card, int]
    suit_or_trump: Mapping[Suit, frozenset[Card]]


def _cards(trump: Suit) -> _Cards:
    height = heights({suit: TRUMP_ORDER if suit is trump else PLAIN_ORDER for suit in Suit})
    return _Cards(
        height,
        cards_above(height),
        {card: (_TRUMP_POINTS if card.suit is trump else _PLAIN_POINTS).get(card.rank, 0) for card in height},
        {suit: SUIT_CARDS[suit] | SUIT_CARDS[trump] for suit in Suit},
    )


_CARDS: Final = {trump: _cards(trump) for trump in Suit}


@dataclass(frozen=True, slots=True)
class Conduct:
    """How one deal is played."""

    trump: Suit
    """The trump suit."""
    order: Seating
    """Seats in order of turn, and sides."""
    beats_led_trump: bool
    """Whether a trump that is led must be beaten."""
    follows_top: bool
    """Whether the suit to follow is that of the card on top, which changes after a ruff."""
    last_beats_best: bool
    """Whether the last seat of a team game must beat the best trump and not the one led."""
    last_trick: int
    """Small points for the last trick."""

    @property
    def hand(self) -> int:
        """Eight tricks."""
        return HAND

    def players(self, number: int, leader: Seat) -> tuple[Seat, ...]:
        """Everybody plays to every trick."""
        seats = self.order.seats
        at = seats.index(leader)
        return seats[at:] + seats[:at]

    def leader(self, number: int, won_by: Seat) -> Seat:
        """Who took a trick leads to the next one (5.4)."""
        return won_by

    def winner(self, number: int, trick: Trick) -> Seat:
        """The highest trump, else the highest card of the suit led."""
        return winning_play(trick, self.trump, _CARDS[self.trump].height)[0]

    def points(self, number: int, trick: Trick) -> int:
        """The small points of a complete trick (7.3), those of the last trick included."""
        points = _CARDS[self.trump].points
        return sum([points[card] for _, card in trick]) + (self.last_trick if number == HAND else 0)

    def forbidden(self, number: int, lying: SeenTrick, seat: Seat, card: Card | None) -> frozenset[Card]:
        """The cards that make this play illegal: it was legal if and only if ``seat`` held none of them.

        Where cards are unread only those are named that make the play illegal whatever the unread cards were.
        """
        lead = lying[0][1] if lying else None
        if lead is None or card is None:
            return NOTHING
        trump = self.trump
        if lead.suit is trump and self.beats_led_trump:
            return self._not_beating(lying, seat, card) if card.suit is trump else SUIT_CARDS[trump]
        reference = lying[-1][1] if self.follows_top else lead
        if reference is None or card.suit is reference.suit:
            return NOTHING
        if card.suit is trump or reference.suit is trump:
            return SUIT_CARDS[reference.suit]
        return _CARDS[trump].suit_or_trump[reference.suit]

    def _not_beating(self, lying: SeenTrick, seat: Seat, card: Card) -> frozenset[Card]:
        """The higher trumps that a trump laid on a led trump should have been, where its seat has to beat.

        The first opponent of the leader has to, and while none has done it the next one; the leader's partner never.
        """
        leader, lead = lying[0]
        side = self.order.side_of(leader)
        if lead is None or self.order.side_of(seat) == side:
            return NOTHING
        above = _CARDS[self.trump].above
        for who, laid in lying[1:]:
            if self.order.side_of(who) != side and (laid is None or laid in above[lead]):
                return NOTHING
        target = lead
        if self.last_beats_best and len(lying) == len(self.order.seats) - 1:
            for _, laid in lying[1:]:
                if laid is None:
                    return NOTHING
                target = laid if laid in above[target] else target
        return NOTHING if card in above[target] else above[target]


@lru_cache(maxsize=256)
def conduct(trump: Suit, order: Seating, edition: Edition) -> Conduct:
    """How a deal with these trumps is played under an edition and its options."""
    rules = edition.rules
    return Conduct(
        trump,
        order,
        edition.must_beat_led_trump,
        rules.follow_reference == "top_card",
        rules.fdu_2x2_fourth == "best" and len(order.sides) < len(order.seats),
        rules.last_trick,
    )


def card_points(card: Card, trump: Suit) -> int:
    """The small points of a card."""
    return _CARDS[trump].points[card]


def is_overtrump_duty(lead: Card | None, played: Card, trump: Suit) -> bool:
    """Whether an illegal play broke the duty to beat a led trump (D-4), and not that to follow or to trump (D-6)."""
    return lead is not None and lead.suit is trump and played.suit is trump
