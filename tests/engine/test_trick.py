"""Who wins a trick, and the orders the cards stand in."""

import pytest

from kozyr.engine.cards import DECK_32, Card, Suit
from kozyr.engine.seats import Seat
from kozyr.engine.trick import (
    NATURAL_ORDER,
    PLAIN_ORDER,
    SUIT_CARDS,
    TRUMP_ORDER,
    Trick,
    cards_above,
    fully_seen,
    heights,
    winning_play,
)

NATURAL = heights(dict.fromkeys(Suit, NATURAL_ORDER))


def trick(text: str) -> Trick:
    """``"N AS, E 9H"`` as plays."""
    plays = (play.split() for play in text.split(","))
    return tuple((Seat(seat), Card.parse(code)) for seat, code in plays)


def height_with(trump: Suit | None) -> dict[Card, int]:
    return heights({suit: TRUMP_ORDER if suit is trump else PLAIN_ORDER for suit in Suit})


@pytest.mark.parametrize(
    ("plays", "trump", "winner"),
    [
        ("S 9S, W 10S, N JS, E 8S", None, "W"),
        ("S 9S, W JS, N 10S, E AS", "S", "W"),
        ("S JC, W KD, N 7C, E 8C", "S", "S"),
        ("S AC, W KD, N 7S, E 8S", "S", "E"),
        ("S 7H, W AS, N AC, E AD", None, "S"),
        ("S 9H, W JH, N AS, E AH", "H", "W"),
    ],
)
def test_the_highest_trump_wins_else_the_highest_card_of_the_suit_led(
    plays: str, trump: str | None, winner: str
) -> None:
    suit = Suit(trump) if trump else None
    assert winning_play(trick(plays), suit, height_with(suit))[0] == winner


def test_a_discard_never_wins_whoever_sits_where() -> None:
    for turn in range(4):
        seats = (*Seat, *Seat)[turn : turn + 4]
        cards = (Card.parse(code) for code in ("7D", "AS", "AC", "8D"))
        plays = tuple(zip(seats, cards, strict=True))
        assert winning_play(plays, Suit.HEARTS, height_with(Suit.HEARTS)) == plays[3]


@pytest.mark.parametrize(
    ("order", "codes"),
    [(NATURAL_ORDER, "A K Q J 10 9 8 7"), (PLAIN_ORDER, "A 10 K Q J 9 8 7"), (TRUMP_ORDER, "J 9 A 10 K Q 8 7")],
)
def test_orders_are_those_of_the_rule_books(order: tuple[str, ...], codes: str) -> None:
    assert list(order) == codes.split()


def test_cards_above_are_the_beating_cards_of_the_same_suit() -> None:
    above = cards_above(height_with(Suit.HEARTS))
    assert above[Card.parse("AH")] == {Card.parse("JH"), Card.parse("9H")}
    assert above[Card.parse("KS")] == {Card.parse("AS"), Card.parse("10S")}
    assert above[Card.parse("JH")] == frozenset()
    assert cards_above(NATURAL)[Card.parse("QD")] == {Card.parse("AD"), Card.parse("KD")}


def test_suits_share_out_the_deck() -> None:
    assert sorted(card.code for cards in SUIT_CARDS.values() for card in cards) == sorted(c.code for c in DECK_32)
    assert {len(cards) for cards in SUIT_CARDS.values()} == {8}


def test_a_trick_with_an_unread_card_is_not_fully_seen() -> None:
    plays = trick("S 9S, W 10S")
    assert fully_seen(plays) == plays
    assert fully_seen((*plays, (Seat.N, None))) is None
