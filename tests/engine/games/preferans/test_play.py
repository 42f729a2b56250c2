"""Which cards may be played: closed forms of the forbidden sets against legality asked card by card."""

import random

import pytest

from kozyr.engine.cardplay import NOTHING, legal
from kozyr.engine.cards import DECK_32, Card, Suit, cards
from kozyr.engine.games.preferans.play import PreferansConduct, Strain, forbidden

from .sitting import E, N, S, W

THREE_HANDS = (S, W, N)


def by_the_rule(hand: frozenset[Card], led: Suit | None, trump: Suit | None) -> frozenset[Card]:
    """Of the suit led, else trumps, else any card."""
    following = frozenset(card for card in hand if card.suit is led)
    return following or frozenset(card for card in hand if led and card.suit is trump) or hand


@pytest.mark.parametrize("strain", list(Strain))
def test_a_play_is_legal_exactly_when_the_hand_holds_no_forbidden_card(strain: Strain) -> None:
    """The lemma of rules dossier 11.2."""
    rng = random.Random(str(strain))
    for _ in range(2000):
        hand, led = frozenset(rng.sample(DECK_32, rng.randint(1, 10))), rng.choice([*Suit, None])
        for card in hand:
            held = forbidden(led, strain.trump, card) & (hand - {card})
            assert (card in by_the_rule(hand, led, strain.trump)) is not bool(held), (hand, led, card)


def test_there_is_no_duty_to_beat() -> None:
    trumps = frozenset(cards("7H AH 8S"))
    hearts = PreferansConduct(THREE_HANDS, Suit.HEARTS)
    on_a_king, on_clubs = ((S, Card.parse("KH")),), ((S, Card.parse("KC")),)
    assert legal(hearts, 3, on_a_king, W, trumps) == frozenset(cards("7H AH"))
    assert legal(hearts, 3, on_clubs, W, trumps) == frozenset(cards("7H AH")), "any trump will do"
    assert legal(hearts, 3, on_clubs, W, frozenset(cards("8S 9D"))) == frozenset(cards("8S 9D"))


@pytest.mark.parametrize(
    ("strain", "trick", "winner"),
    [("H", "AS 7H KS", W), ("H", "7S 8H 9H", N), ("N", "7S AH AD", S), ("S", "10H JH QH", N), ("C", "7D AD KC", N)],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(strain: str, trick: str, winner: object) -> None:
    conduct = PreferansConduct(THREE_HANDS, Strain(strain).trump)
    assert conduct.winner(1, tuple(zip(THREE_HANDS, cards(trick), strict=True))) is winner


def test_raspasy_of_three_follows_the_talon_card_twice_and_the_first_hand_leads_three_times() -> None:
    conduct = PreferansConduct(THREE_HANDS, is_raspasy=True, talon=cards("8D 9C"))
    assert conduct.forbidden(1, (), S, Card.parse("AH")) == frozenset(cards("7D 8D 9D 10D JD QD KD AD"))
    assert conduct.forbidden(2, ((S, Card.parse("7H")),), W, Card.parse("7C")) == NOTHING
    assert conduct.forbidden(3, (), S, Card.parse("AH")) == NOTHING
    assert [conduct.leader(number, N) for number in (2, 3, 4)] == [S, S, N]
    assert conduct.winner(1, tuple(zip(THREE_HANDS, cards("AS 7D AH"), strict=True))) is W
    assert conduct.winner(1, tuple(zip(THREE_HANDS, cards("7S AH 8S"), strict=True))) is N


def test_raspasy_of_three_without_a_seen_talon_card_forbids_nothing() -> None:
    conduct = PreferansConduct(THREE_HANDS, is_raspasy=True, talon=(None, Card.parse("9C")))
    assert conduct.forbidden(1, ((S, Card.parse("7H")),), W, Card.parse("7S")) == NOTHING
    assert conduct.forbidden(2, (), S, Card.parse("7S")) != NOTHING


def test_raspasy_of_four_is_led_twice_by_the_dealer_who_may_win() -> None:
    conduct = PreferansConduct(THREE_HANDS, is_raspasy=True, dealer=E)
    assert [conduct.players(number, conduct.first()) for number in (1, 2)] == [(E, S, W, N)] * 2
    assert conduct.players(3, W) == (W, N, S)
    assert [conduct.leader(2, N), conduct.leader(3, N), conduct.leader(3, E), conduct.leader(4, W)] == [E, N, S, W]


def test_an_unread_lead_forbids_nothing() -> None:
    conduct = PreferansConduct(THREE_HANDS, Suit.HEARTS)
    assert conduct.forbidden(1, ((S, None),), W, Card.parse("7D")) == NOTHING
    assert conduct.forbidden(1, ((S, Card.parse("7S")), (W, None)), N, Card.parse("7D")) == frozenset(
        card for card in DECK_32 if card.suit in (Suit.SPADES, Suit.HEARTS)
    )
