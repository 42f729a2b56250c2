"""Play of the cards in Bazar Belot: rules dossier B.4, the forbidden sets and vectors of §11.2, the values of §0.3."""

import os
import random

import pytest

from kozyr.datasets.second.belot_play import BelotPlay
from kozyr.datasets.second.proof import DECK, TABLE, incriminating
from kozyr.engine.cardplay import legal
from kozyr.engine.cards import DECK_32, Card, cards
from kozyr.engine.games.bazar_belot.play import (
    LAST_TRICK_POINTS,
    BelotConduct,
    Denomination,
    card_points,
    forbidden,
    trick_points,
    winner,
)
from kozyr.engine.legality import Ledger, Proof, open_ledger
from kozyr.engine.seats import Seat, seating
from kozyr.engine.trick import Trick

S, W, N, E = Seat
SEATING = seating((S, W, N, E), {"SN": (S, N), "WE": (W, E)})
POSITIONS = int(os.environ.get("KOZYR_POSITIONS", "20000"))
"""How many random positions the two readings of the rules are compared on."""


def some(codes: str) -> frozenset[Card]:
    return frozenset(cards(codes))


def way(mode: Denomination) -> BelotConduct:
    """How four play in a denomination."""
    return BelotConduct(mode, SEATING, SEATING.seats)


def plays(text: str) -> Trick:
    """``"N AS, E 9H"`` as plays."""
    parts = (play.split() for play in text.split(",") if play.strip())
    return tuple((Seat(seat), Card.parse(code)) for seat, code in parts)


class Table:
    """A ledger driven by whole tricks in notation."""

    def __init__(self, mode: str) -> None:
        self.mode = Denomination(mode)
        self.ledger: Ledger = open_ledger(tuple(Seat), (8, 8, 8, 8))
        self.seq = 0
        self.trick: Trick = ()
        self.forbidden: frozenset[Card] = frozenset()

    def play(self, text: str, number: int) -> tuple[Proof, ...]:
        """Plays cards to trick ``number``; a new number begins a new trick. Returns what the last card proved."""
        proofs: tuple[Proof, ...] = ()
        if number != self.ledger.trick:
            self.trick = ()
        for seat, card in plays(text):
            self.seq += 1
            self.forbidden = forbidden(self.trick, seat, card, self.mode, SEATING)
            self.ledger, proofs = self.ledger.play(self.seq, seat, card, self.forbidden, number)
            self.trick = (*self.trick, (seat, card))
        return proofs

    def know(self, seat: Seat, codes: str) -> tuple[Proof, ...]:
        """A word or a shown card makes cards known."""
        self.seq += 1
        self.ledger, proofs = self.ledger.know(self.seq, seat, cards(codes))
        return proofs


def where(proofs: tuple[Proof, ...]) -> list[tuple[Seat | None, int, int]]:
    return [(proof.seat, proof.trick, proof.proved_trick) for proof in proofs if proof.certain]


SPADES, HEARTS = "7S 8S 9S 10S JS QS KS AS", "7H 8H 9H 10H JH QH KH AH"


def test_r6_not_overruffing_an_opponent_is_proven_by_the_higher_trump() -> None:
    table = Table("H")
    table.play("N AS, E 9H, S 7D", 1)
    assert table.forbidden == some(f"{SPADES} JH")
    table.play("W 8S", 1)
    assert table.play("E KC, S 7C", 2) == ()
    assert where(table.play("S JH", 4)) == [(S, 1, 4)]


def test_r6_a_trump_too_low_to_overruff_shows_the_play_was_legal() -> None:
    table = Table("H")
    table.play("N AS, E 9H, S 7D, W 8S", 1)
    assert table.play("S AH", 4) == ()
    assert table.ledger.found == ()


def test_r7_with_the_partner_winning_only_the_suit_led_is_owed() -> None:
    table = Table("H")
    table.play("N AS, E 7S, S 8D", 1)
    assert table.forbidden == some(SPADES)
    assert table.play("W 9S", 1) == ()
    assert table.play("S 8H", 3) == ()
    assert where(table.play("S 10S", 4)) == [(S, 1, 4)]


def test_r8_in_all_trumps_the_best_card_of_the_suit_must_be_beaten_over_the_partner_too() -> None:
    table = Table("A")
    table.play("W 10D, N QD", 1)
    assert table.forbidden == some("9D JD AD")
    table.play("E 9D, S 8D", 1)
    assert table.forbidden == some("JD")
    assert where(table.play("N AD", 3)) == [(N, 1, 3)]
    assert [ban.seat for ban in table.ledger.bans] == [S]
    assert where(table.play("S JD", 5)) == [(S, 1, 5)]


def test_r11_the_other_half_of_a_bela_proves_at_once() -> None:
    table = Table("H")
    table.play("S KH", 3)
    assert table.know(S, "QH") == ()
    table.play("W 10C, N 7C, E 8C", 4)
    proofs = table.play("S 7D", 4)
    assert table.forbidden == some(f"7C 8C 9C 10C JC QC KC AC {HEARTS}")
    assert where(proofs) == [(S, 4, 4)]
    assert proofs[0].shown == Card.parse("QH")
    assert proofs[0].committed == proofs[0].proved


def test_r13_an_under_ruff_is_proven_by_a_trump_that_would_have_beaten() -> None:
    table = Table("H")
    table.play("N KS, E QH, S 7H", 1)
    assert table.forbidden == some(f"{SPADES} KH 10H AH 9H JH")
    assert where(table.play("S 9H", 5)) == [(S, 1, 5)]


def test_r13_without_such_a_trump_it_was_legal() -> None:
    table = Table("H")
    table.play("N KS, E QH, S 7H, W 8S", 1)
    assert table.play("S 8H", 5) == ()


@pytest.mark.parametrize(
    ("mode", "trick", "seat", "hand", "expected"),
    [
        ("H", "", "S", "7S 8H AD", "7S 8H AD"),
        ("H", "W 10S", "N", "7S AS 9H", "7S AS"),
        ("H", "W 10S", "N", "7D AC 9H 7H", "9H 7H"),
        ("H", "W 10S", "N", "7D AC", "7D AC"),
        ("H", "W 10S, N 8S", "E", "7D 9H", "7D 9H"),
        ("H", "W 10S, N 8H", "E", "7D 9H 7H", "9H"),
        ("H", "W 10S, N 9H", "E", "7D 8H 7H", "7D 8H 7H"),
        ("H", "W 10S, N 9H", "E", "7D JH 7H", "JH"),
        ("H", "N AS, E 9H, S 8S", "W", "7D 10H", "7D 10H"),
        ("H", "W AH", "N", "7H 9H JH", "9H JH"),
        ("H", "W 9H, N 7H", "E", "8H JH AD", "JH"),
        ("H", "W JH", "N", "8H 9H AD", "8H 9H"),
        ("H", "W JH", "N", "8S AD", "8S AD"),
        ("N", "W KS", "N", "7S AS 9H", "7S AS"),
        ("N", "W KS", "N", "7D 9H", "7D 9H"),
        ("A", "W KS", "N", "7S AS 9S JD", "AS 9S"),
        ("A", "W JS", "N", "7S AS JD", "7S AS"),
        ("A", "W JS", "N", "7D JD", "7D JD"),
        ("A", "W KS, N 7D, E 7S", "S", "8S 9S QS", "9S"),
    ],
)
def test_legal_cards_by_the_regulation(mode: str, trick: str, seat: str, hand: str, expected: str) -> None:
    assert legal(way(Denomination(mode)), 1, plays(trick), Seat(seat), some(hand)) == some(expected)


@pytest.mark.parametrize(
    ("mode", "trick", "expected"),
    [
        ("S", "S JC, W KD, N 7C, E 8C", "S"),
        ("N", "S 9S, W 10S, N AD, E JS", "W"),
        ("A", "S 10S, W AS, N 9S, E JD", "N"),
        ("A", "S 10S, W JD, N JH, E JC", "S"),
        ("H", "S AS, W 7H, N 8H, E 10S", "N"),
    ],
)
def test_winner(mode: str, trick: str, expected: str) -> None:
    assert winner(plays(trick), Denomination(mode)) == expected


@pytest.mark.parametrize("mode", list(Denomination))
def test_the_deck_and_the_last_trick_make_the_known_totals(mode: Denomination) -> None:
    total = sum(card_points(card, mode) for card in DECK_32) + LAST_TRICK_POINTS
    assert total == (258 if mode is Denomination.ALL_TRUMPS else 162)


def test_trumps_name_their_suit() -> None:
    assert [mode.trump for mode in Denomination] == ["S", "H", "D", "C", None, None]


def test_points_of_a_trick_leave_an_unread_card_out() -> None:
    seen = plays("S AH, W JH, N 9H")
    assert trick_points(seen, Denomination.HEARTS) == 45
    assert trick_points((*seen, (E, None)), Denomination.HEARTS) == 45


def test_with_an_unread_card_only_what_is_illegal_in_every_case_is_forbidden() -> None:
    hearts = Denomination.HEARTS
    assert forbidden(((W, None),), N, Card.parse("7D"), hearts, SEATING) == frozenset()
    seen = ((W, Card.parse("10S")), (N, None))
    assert forbidden(seen, E, Card.parse("7D"), hearts, SEATING) == some(SPADES)
    assert forbidden(seen, E, None, hearts, SEATING) == frozenset()
    assert legal(way(hearts), 1, seen, E, some("7D 8S")) == some("8S")
    trumps_led = ((W, Card.parse("10H")), (N, None))
    assert forbidden(trumps_led, E, Card.parse("7H"), hearts, SEATING) == frozenset()
    assert forbidden(trumps_led, E, Card.parse("7D"), hearts, SEATING) == some(HEARTS)


def _position(rng: random.Random) -> tuple[str, list[tuple[str, str]], str, list[str]]:
    """A random trick of any cards, legal or not, and a random hand of 1 to 8 cards beside it."""
    mode = rng.choice("SHDCNA")
    deck = rng.sample(DECK, 11)
    lying = rng.randrange(4)
    first = rng.randrange(4)
    seats = [TABLE[(first + at) % 4] for at in range(lying + 1)]
    suit = rng.choice("SHDC")
    deck.sort(key=lambda card: card[-1] != suit and rng.random() < 0.5)
    return mode, list(zip(seats, deck[:lying], strict=False)), seats[-1], deck[3 : 4 + rng.randrange(8)]


def test_two_readings_of_the_rules_agree_and_one_card_decides_every_case() -> None:
    """Legality and winner against the second reading, and the lemma: legal if and only if no forbidden card is held."""
    rng = random.Random(20130)
    for _ in range(POSITIONS):
        mode_code, lying, seat_code, hand_codes = _position(rng)
        mode, seat = Denomination(mode_code), Seat(seat_code)
        trick = tuple((Seat(who), Card.parse(code)) for who, code in lying)
        hand = frozenset(cards(hand_codes))
        allowed = legal(way(mode), 1, trick, seat, hand)
        assert {card.code for card in allowed} == set(BelotPlay(mode_code).wanted(hand_codes, lying, seat_code))
        for card in hand:
            against = forbidden(trick, seat, card, mode, SEATING)
            assert (card in allowed) == (not hand & against), (mode, lying, seat, hand_codes, card)
            assert card not in against
        if trick:
            assert winner(trick, mode) == BelotPlay(mode_code).taker(lying)


def test_forbidden_sets_are_complete() -> None:
    """Card by card: a card is forbidden exactly when holding it alone beside the card played makes that illegal."""
    rng = random.Random(2013)
    for _ in range(POSITIONS // 100):
        mode, lying, seat, hand = _position(rng)
        trick = tuple((Seat(who), Card.parse(code)) for who, code in lying)
        engine = forbidden(trick, Seat(seat), Card.parse(hand[0]), Denomination(mode), SEATING)
        on_table = {code for _, code in lying}
        second = incriminating(BelotPlay(mode), lying, seat, hand[0])
        assert {card.code for card in engine} - on_table == second - on_table


@pytest.mark.parametrize("mode", "SHDCNA")
def test_card_values_agree_with_the_second_reading(mode: str) -> None:
    assert all(card_points(Card.parse(code), Denomination(mode)) == BelotPlay(mode).worth(code) for code in DECK)
