"""Seeded deals: honest ones break no rule, careless ones break exactly the planted one."""

import pytest

from kozyr.datasets.deals import (
    ALL_TRUMPS,
    NO_TRUMPS,
    BelotDeal,
    Lay,
    deal_with_hands,
    legal_cards,
    must_lack,
    random_deal,
    trick_points,
)
from kozyr.engine.cards import DECK_32, Card, cards
from kozyr.engine.seats import Seat

MODES = ("S", "H", "D", "C", NO_TRUMPS, ALL_TRUMPS)


def illegal_plays(deal: BelotDeal) -> list[tuple[int, Seat, Card]]:
    """Every play that B.4 forbids, found again from all hands."""
    hands = {seat: list(hand) for seat, hand in deal.hands}
    found = []
    for number in range(1, 9):
        trick: tuple[Lay, ...] = ()
        for lay in deal.trick(number):
            legal = legal_cards(tuple(hands[lay.seat]), trick, lay.seat, deal.denomination)
            lacked = must_lack(tuple(hands[lay.seat]), lay.card, trick, lay.seat, deal.denomination)
            assert bool(lacked) == (lay.card not in legal)
            if lacked:
                found.append((number, lay.seat, lay.card))
            hands[lay.seat].remove(lay.card)
            trick = (*trick, lay)
    return found


@pytest.mark.parametrize("mode", MODES)
def test_an_honest_deal_plays_every_card_once_and_legally(mode: str) -> None:
    for seed in range(25):
        deal = random_deal(seed, denomination=mode)
        assert sorted(lay.card.code for lay in deal.lays) == sorted(card.code for card in DECK_32)
        assert all(lay.card in deal.hand(lay.seat) for lay in deal.lays)
        assert illegal_plays(deal) == []
        assert sum(trick_points(deal, n) for n in range(1, 9)) == (258 if mode == ALL_TRUMPS else 162)


def test_a_careless_deal_holds_the_planted_revoke_its_proof_and_the_card_out_of_turn() -> None:
    for seed in range(60):
        deal = random_deal(seed, revoke_trick=3, out_of_turn_trick=4)
        revoke, early = deal.revoke, deal.out_of_turn
        assert revoke is not None
        assert early is not None
        assert illegal_plays(deal) == [(revoke.trick, revoke.seat, revoke.card)]
        assert revoke.trick < revoke.proved_trick <= 8
        later = [lay.card for lay in deal.lays if lay.seat == revoke.seat and lay.trick > revoke.trick]
        assert next(card for card in later if card in revoke.held) == revoke.proof
        assert [lay.stands for lay in deal.lays if lay.card == early.card] == [False, True]


def test_the_same_seed_gives_the_same_deal_and_another_does_not() -> None:
    assert random_deal(5, revoke_trick=3) == random_deal(5, revoke_trick=3)
    assert random_deal(5).hands != random_deal(6).hands


def trick_of(*lays: str) -> tuple[Lay, ...]:
    """``"N AS"`` … as lays."""
    return tuple(Lay(1, Seat(text[0]), Card.parse(text[2:])) for text in lays)


@pytest.mark.parametrize(
    ("hand", "trick", "seat", "mode", "expected"),
    [
        ("7S 9H JH", ("N AS", "E 9H"), Seat.S, "H", "7S"),
        ("7D JH 8H", ("N AS", "E 9H"), Seat.S, "H", "JH"),
        ("7D 8H", ("N AS", "E 9H"), Seat.S, "H", "7D 8H"),
        ("8D 7H", ("N AS", "E 7S"), Seat.S, "H", "8D 7H"),
        ("8D 7H", ("E AS",), Seat.S, "H", "7H"),
        ("8H JH", ("W 9H",), Seat.N, "H", "JH"),
        ("8H 7H AS", ("W 9H",), Seat.N, "H", "8H 7H"),
        ("QD 8D", ("W 10D",), Seat.N, ALL_TRUMPS, "QD 8D"),
        ("JD 8D", ("W 10D",), Seat.N, ALL_TRUMPS, "JD"),
        ("JD AS", ("W 10H",), Seat.N, NO_TRUMPS, "JD AS"),
    ],
)
def test_legal_cards_of_part_b4(hand: str, trick: tuple[str, ...], seat: Seat, mode: str, expected: str) -> None:
    assert legal_cards(cards(hand), trick_of(*trick), seat, mode) == cards(expected)


def test_a_penalty_card_is_played_at_the_first_legal_opportunity() -> None:
    for seed in range(60):
        deal = random_deal(seed, out_of_turn_trick=3)
        early = deal.out_of_turn
        assert early is not None
        for number in range(early.trick, early.played_trick):
            trick = deal.trick(number)
            at = next(i for i, lay in enumerate(trick) if lay.seat == early.seat)
            later = tuple(
                lay.card for lay in deal.lays if lay.seat == early.seat and lay.trick >= number and lay.stands
            )
            assert early.card not in legal_cards(later, trick[:at], early.seat, deal.denomination)


def test_given_hands_are_played_as_given() -> None:
    dealt = random_deal(9)
    again = deal_with_hands(1, dict(dealt.hands), "A", Seat.E)
    assert dict(again.hands) == dict(dealt.hands)
    assert again.lays[0].seat is Seat.S
