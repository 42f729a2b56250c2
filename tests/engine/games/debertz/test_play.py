"""Which held cards make a play illegal, in every format and edition (rules dossier A.4, 11.2)."""

import pytest

from kozyr.engine.cardplay import legal
from kozyr.engine.cards import Card, Suit, cards
from kozyr.engine.games.debertz.game import GAME
from kozyr.engine.games.debertz.play import Conduct, card_points, conduct
from kozyr.engine.games.debertz.rules import edition_of
from kozyr.engine.seats import Seat
from kozyr.engine.trick import SUIT_CARDS, SeenTrick

from .sitting import E, N, S, W, sit

EDITIONS = ("fdu-uk", "fdu-ru2")
CLUBS = SUIT_CARDS[Suit.CLUBS]
DIAMONDS = SUIT_CARDS[Suit.DIAMONDS]


def way(format: str = "2x2", variant: str = "fdu-uk", **rules: object) -> Conduct:
    """Clubs are trumps."""
    return conduct(Suit.CLUBS, GAME.seating(format), edition_of(variant, rules))


def lying(text: str) -> SeenTrick:
    """``S:10C W:AC``; ``??`` for an unread card."""
    plays = (one.split(":") for one in text.split())
    return tuple((Seat(seat), None if card == "??" else Card.parse(card)) for seat, card in plays)


def forbidden(conducted: Conduct, text: str, seat: Seat, card: str) -> frozenset[Card]:
    return conducted.forbidden(1, lying(text), seat, Card.parse(card))


def some(codes: str) -> frozenset[Card]:
    return frozenset(cards(codes))


@pytest.mark.parametrize("variant", GAME.variants)
@pytest.mark.parametrize("format", GAME.formats)
def test_plain_lead_is_followed_else_trumped_in_every_edition(format: str, variant: str) -> None:
    conducted, seat = way(format, variant), GAME.seating(format).seats[1]
    assert forbidden(conducted, "", seat, "7S") == frozenset(), "any lead"
    assert forbidden(conducted, "S:AD", seat, "7D") == frozenset()
    assert forbidden(conducted, "S:AD", seat, "7C") == DIAMONDS
    assert forbidden(conducted, "S:AD", seat, "7H") == DIAMONDS | CLUBS


@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize("format", GAME.formats)
def test_led_trump_is_beaten_by_the_next_player(format: str, variant: str) -> None:
    conducted, seat = way(format, variant), GAME.seating(format).seats[1]
    assert forbidden(conducted, "S:QC", seat, "7C") == some("KC 10C AC 9C JC")
    assert forbidden(conducted, "S:QC", seat, "KC") == frozenset()
    assert forbidden(conducted, "S:QC", seat, "7H") == CLUBS


@pytest.mark.parametrize("format", GAME.formats)
def test_led_trump_need_not_be_beaten_in_the_first_russian_text(format: str) -> None:
    conducted, seat = way(format, "fdu-ru1"), GAME.seating(format).seats[1]
    assert forbidden(conducted, "S:QC", seat, "7C") == frozenset()
    assert forbidden(conducted, "S:QC", seat, "7H") == CLUBS


@pytest.mark.parametrize("format", ["1x2", "1x3"])
def test_duty_passes_on_until_somebody_has_beaten(format: str) -> None:
    """«У разі не виконання попереднім гравцем обов'язку … переходить до наступного гравця»."""
    conducted = way(format)
    assert forbidden(conducted, "S:10C W:7C", N, "8C") == some("AC 9C JC")
    assert forbidden(conducted, "S:10C W:AC", N, "8C") == frozenset()
    assert forbidden(conducted, "S:10C W:7D", N, "8C") == some("AC 9C JC"), "a discard does not beat"


def test_2x2_partner_of_the_leader_has_no_duty() -> None:
    conducted = way()
    assert forbidden(conducted, "S:10C W:7C", N, "8C") == frozenset()
    assert forbidden(conducted, "S:10C W:7C", N, "7H") == CLUBS


def test_2x2_second_opponent_has_the_duty_that_the_first_did_not_do() -> None:
    conducted = way()
    assert forbidden(conducted, "S:KC W:QC N:10C", E, "8C") == some("10C AC 9C JC")
    assert forbidden(conducted, "S:KC W:10C N:7C", E, "8C") == frozenset()
    assert forbidden(conducted, "S:KC W:QC N:10C", E, "AC") == frozenset()


def test_a6_fourth_seat_beats_the_best_trump_by_option() -> None:
    conducted = way(fdu_2x2_fourth="best")
    assert forbidden(conducted, "S:KC W:QC N:AC", E, "10C") == some("9C JC")
    assert forbidden(way(), "S:KC W:QC N:AC", E, "10C") == frozenset(), "the lead card is beaten"
    assert forbidden(conducted, "S:KC W:QC", N, "8C") == frozenset()
    assert forbidden(way("1x3", fdu_2x2_fourth="best"), "S:KC W:QC N:8C", E, "7C") == some("10C AC 9C JC")


def test_ruff_need_not_be_overruffed() -> None:
    assert forbidden(way(), "S:AD W:9C", N, "7C") == DIAMONDS


def test_a5_top_card_sets_the_suit_by_option() -> None:
    conducted = way(follow_reference="top_card")
    assert forbidden(conducted, "S:AD W:9C", N, "7C") == frozenset()
    assert forbidden(conducted, "S:AD W:9C", N, "7D") == CLUBS
    assert forbidden(conducted, "S:AD W:7H", N, "7D") == SUIT_CARDS[Suit.HEARTS] | CLUBS
    assert forbidden(conducted, "S:KC W:7H", N, "7H") == CLUBS, "a led trump is followed whatever lies on top"


@pytest.mark.parametrize(
    ("plays", "card", "found"),
    [
        ("S:??", "7H", frozenset()),
        ("S:AD W:??", "7H", DIAMONDS | CLUBS),
        ("S:10C W:??", "8C", frozenset()),
        ("S:10C W:??", "7H", CLUBS),
    ],
)
def test_unread_card_makes_nothing_illegal_that_depends_on_it(plays: str, card: str, found: frozenset[Card]) -> None:
    assert forbidden(way("1x2"), plays, N, card) == found


def test_unread_card_under_the_options_that_ask_for_it() -> None:
    assert forbidden(way(follow_reference="top_card"), "S:AD W:??", N, "7H") == frozenset()
    assert forbidden(way(fdu_2x2_fourth="best"), "S:KC W:QC N:??", E, "8C") == frozenset()
    assert way().forbidden(1, lying("S:AD"), W, None) == frozenset()


def test_legal_cards_are_those_that_the_hand_makes_no_breach() -> None:
    hand = some("7C AC 8D KH")
    assert legal(way(), 1, lying("S:10C"), W, hand) == some("AC")
    assert legal(way(), 1, lying("S:10C W:AC"), E, hand) == some("7C AC")
    assert legal(way(), 1, lying("S:AD"), W, hand) == some("8D")
    assert legal(way(), 1, lying("S:AD"), W, some("7C KH")) == some("7C")
    assert legal(way(), 1, lying("S:AD"), W, some("KS KH")) == some("KS KH")


def test_7_3_points_of_the_deck_make_152_and_the_last_trick_ten() -> None:
    deck = [card for suit in Suit for card in SUIT_CARDS[suit]]
    assert sum(card_points(card, Suit.CLUBS) for card in deck) == 152
    trick = tuple((seat, card) for seat, card in zip((S, W, N, E), cards("JC 9C AC 10C"), strict=True))
    assert (way().points(7, trick), way().points(8, trick), way().winner(1, trick)) == (55, 65, S)


def test_hidden_cards_of_two_and_three_players() -> None:
    """1x1: 16 cards stay unseen, 1x2: 8 (the pool Z of rules dossier 11.2)."""
    pools = {}
    for format in GAME.formats:
        obliged = GAME.seating(format).seats[-1]
        ledger = sit(f"dealt {obliged} 9H", "S:play", format=format).deal.play.ledger
        assert ledger is not None
        pools[format] = ledger.pool
    assert pools == {"2x2": 0, "1x1": 16, "1x2": 8, "1x3": 0}
