"""The indices of a picture are given to the cards of a suit by their order, whatever an unseen deck is read as."""

import math
from typing import Any

import numpy as np
import pytest

from kozyr.engine.cards import DECK_32, DECK_36, DECK_52, Card, Suit
from kozyr.vision.deck_order import row_of, rows_of
from kozyr.vision.read import Look
from kozyr.vision.types import IndexBox

HEARTS = tuple(card for card in DECK_32 if card.suit is Suit.HEARTS)
STEP = 60.0


def look(card: Card | None, x: float, y: float, angle: float = 0.0, **how: Any) -> Look:
    """An index read as a card (None: as no index) with probability ``sure``, ``other`` with half the rest."""
    sure, other, height = how.get("sure", 0.97), how.get("other"), how.get("height", 30.0)
    chances = np.full(53, (1 - sure) / 52)
    chances[52 if card is None else DECK_52.index(card)] = sure
    if other is not None:
        chances[DECK_52.index(other)] = (1 - sure) / 2
    return Look(IndexBox((x, y), 14.0, height, angle % 360, 0.9), chances, np.zeros(128, np.float32))


def row(cards: tuple[Card, ...], angle: float = 0.0, both: bool = False) -> list[Look]:
    """Cards laid side by side, the row turned clockwise; ``both`` shows the lower corners as well."""
    turn = math.radians(angle)
    found = []
    for place, card in enumerate(cards):
        corners = [(place * STEP, 0.0, 0.0)] + ([(place * STEP + 45, 110.0, 180.0)] if both else [])
        for x, y, more in corners:
            at = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
            found.append(look(card, *at, angle + more))
    return found


def named(looks: list[Look], cards: tuple[Card, ...] = DECK_32, suit: Suit = Suit.HEARTS) -> list[str]:
    return [card.code for _, card in row_of(looks, cards, suit).indices]


@pytest.mark.parametrize("angle", [0, 35, 90, 180, 250])
@pytest.mark.parametrize("backwards", [False, True])
def test_a_row_is_told_whichever_way_it_is_turned_and_ordered(angle: float, backwards: bool) -> None:
    laid = HEARTS[::-1] if backwards else HEARTS
    found = row_of(row(laid, angle, both=True), DECK_32, Suit.HEARTS)
    assert {id(one): card for one, card in found.indices} == {
        id(one): card for one, card in found.indices if one.chances[DECK_52.index(card)] > 0.9
    }
    assert len(found.indices) == 16
    assert found.against == found.strangers == ()


def test_a_wrong_reading_is_put_right_by_its_neighbours() -> None:
    looks = row(HEARTS)
    looks[5] = look(Card.parse("9H"), 5 * STEP, 0)
    found = row_of(looks, DECK_32, Suit.HEARTS)
    assert [card for _, card in found.indices] == list(HEARTS)
    assert found.against == (Card.parse("QH"),)


def test_a_missed_corner_leaves_the_others_where_they_belong() -> None:
    looks = row(HEARTS)
    del looks[3]
    assert named(looks) == [card.code for card in HEARTS if card.code != "10H"]


def test_an_index_taken_for_none_is_recovered_from_its_place() -> None:
    looks = row(HEARTS)
    looks[4] = look(None, 4 * STEP, 0, sure=0.995)
    assert named(looks) == [card.code for card in HEARTS]


def test_what_is_no_index_lies_between_without_harm() -> None:
    looks = [*row(HEARTS), look(None, 2.4 * STEP, 20, sure=0.99), look(Card.parse("KS"), 100, 400, height=90)]
    assert named(looks) == [card.code for card in HEARTS]


def test_the_corners_of_a_fan_follow_its_arc() -> None:
    looks = []
    for place, card in enumerate(HEARTS):
        turn = (place - 3.5) * 0.15
        looks.append(look(card, 500 * math.sin(turn), 500 * (1 - math.cos(turn)), math.degrees(turn)))
    looks[6] = look(Card.parse("2H"), *looks[6].box.centre_px, looks[6].box.angle_deg)
    assert named(looks) == [card.code for card in HEARTS]


@pytest.mark.parametrize("pack", [DECK_36, DECK_52])
def test_larger_decks_have_longer_rows(pack: tuple[Card, ...]) -> None:
    clubs = tuple(card for card in pack if card.suit is Suit.CLUBS)
    assert named(row(clubs), pack, Suit.CLUBS) == [card.code for card in clubs]


def test_four_indices_a_card_are_two_each_way_up() -> None:
    looks = [
        one
        for place, card in enumerate(HEARTS)
        for one in (look(card, 130 * place, 0), look(card, 130 * place + 50, 0))
    ]
    assert named(looks) == [card.code for card in HEARTS for _ in range(2)]


def test_two_suits_read_as_one_are_told_apart_because_each_suit_is_shown() -> None:
    def suit(which: Suit) -> list[Look]:
        return row(tuple(card for card in DECK_32 if card.suit is which))

    clubs = suit(Suit.CLUBS)
    spades_read_as_clubs = [
        look(Card.parse(f"{card.rank.value}C"), place * STEP, 0, sure=0.6, other=card)
        for place, card in enumerate(card for card in DECK_32 if card.suit is Suit.SPADES)
    ]
    found = rows_of([suit(Suit.HEARTS), spades_read_as_clubs, suit(Suit.DIAMONDS), clubs], DECK_32)
    assert [one.suit for one in found] == [Suit.HEARTS, Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS]


def test_a_suit_that_was_never_shown_is_not_made_up() -> None:
    hearts = row(HEARTS)
    found = rows_of([hearts, hearts, hearts, hearts], DECK_32)
    assert {one.suit for one in found} == {Suit.HEARTS}
