"""Cards, codes and decks."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.engine.cards import DECK_32, DECK_36, DECK_52, Card, Rank, Suit, cards
from kozyr.engine.errors import CardCodeError


def test_the_decks_have_their_cards_once() -> None:
    assert [len(set(deck)) for deck in (DECK_32, DECK_36, DECK_52)] == [32, 36, 52]
    assert {card.rank for card in DECK_32} == {Rank(code) for code in ["7", "8", "9", "10", "J", "Q", "K", "A"]}


@pytest.mark.parametrize("card", DECK_52, ids=str)
def test_a_card_is_one_object_however_it_is_made(card: Card) -> None:
    for twin in (
        Card(card.rank, card.suit),
        Card.parse(card.code),
        pickle.loads(pickle.dumps(card)),
        copy.deepcopy(card),
    ):
        assert twin is card
    assert repr(card) == f"Card('{card.code}')"


def test_cards_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Card.parse("10H").rank = Rank.ACE  # type: ignore[misc]


@given(st.text(max_size=4))
def test_any_other_text_is_no_card(text: str) -> None:
    if text in {card.code for card in DECK_52}:
        assert Card.parse(text).code == text
    else:
        with pytest.raises(CardCodeError, match="is no card"):
            Card.parse(text)


@pytest.mark.parametrize("code", ["10h", " 10H", "1H", "TH", "??", "", "10", "H10", "J♠"])
def test_near_misses_are_no_cards(code: str) -> None:
    with pytest.raises(CardCodeError):
        Card.parse(code)


def test_a_row_of_codes() -> None:
    assert [card.code for card in cards("AS 10H")] == ["AS", "10H"]
    assert Card.parse("AS").suit is Suit.SPADES
    assert (Card.parse("10H").suit.sign, Card.parse("10H").suit.is_red) == ("♥", True)
