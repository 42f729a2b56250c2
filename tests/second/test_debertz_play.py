"""Debertz, the play a second time: the sentences of the editions, by format, and the totals of the deck."""

import random

import pytest

from kozyr.datasets.second.debertz_play import DebertzPlay
from kozyr.datasets.second.proof import DECK, TABLE, incriminating, is_legal

FORMATS = ("1x1", "1x2", "1x3", "2x2")
EDITIONS = ("fdu-uk", "fdu-ru2", "fdu-ru1")
SEATS = {"1x1": "SN", "1x2": "SWN", "1x3": "SWNE", "2x2": "SWNE"}


def lying(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((play.split()[0], play.split()[1]) for play in text.split(",") if play.strip())


@pytest.mark.parametrize(
    ("sentence", "fmt", "edition", "trick", "hand", "wanted"),
    [
        ("будь-яку карту будь-якої масті", "1x3", "fdu-uk", "", "7S AH", "7S AH"),
        ("карту тієї масті, яка світить", "1x3", "fdu-uk", "W KS", "7S AS JC", "7S AS"),
        ("у разі відсутності такої – козирну", "1x3", "fdu-uk", "W KS", "7C AD JC", "7C JC"),
        ("козырную: нет обязанности перебить козыря", "1x3", "fdu-uk", "W KS, N 9C", "7C AD JC", "7C JC"),
        ("у разі відсутності й козирних – будь-яку іншу", "1x3", "fdu-uk", "W KS", "7D AD", "7D AD"),
        ("старшу козирну карту, ніж та, що світить", "1x3", "fdu-uk", "W QC", "7C KC JC AD", "KC JC"),
        ("у разі відсутності старшої – іншу козирну", "1x3", "fdu-uk", "W JC", "7C KC AD", "7C KC"),
        ("без козирних – будь-яку", "1x3", "fdu-uk", "W JC", "7D AD", "7D AD"),
        ("1х2: перша козирна перебита попереднім", "1x2", "fdu-uk", "S 10C, W AC", "8C JC", "8C JC"),
        ("1х2: не виконав, обов'язок переходить", "1x2", "fdu-ru2", "S 10C, W 7C", "8C JC", "JC"),
        ("1х3: не виконали двоє", "1x3", "fdu-uk", "S 10C, W 7C, N AD", "8C JC", "JC"),
        ("1х3: перебив перший з двох", "1x3", "fdu-uk", "S 10C, W AC, N 7C", "8C JC", "8C JC"),
        ("1x1: наступний гравець", "1x1", "fdu-uk", "S 10C", "8C JC", "JC"),
        ("2х2: перший з супротивників", "2x2", "fdu-uk", "S KC", "QC AC", "AC"),
        ("2х2: напарник того, хто починав, позбавлений", "2x2", "fdu-uk", "S KC, W QC", "8C JC", "8C JC"),
        ("2х2: не виконав, переходить до напарника", "2x2", "fdu-ru2", "S KC, W QC, N 10C", "8C AC", "AC"),
        ("2х2: карту, з якої було розпочато", "2x2", "fdu-uk", "S KC, W QC, N 9C", "8C AC", "AC"),
        ("2х2: виконав перший", "2x2", "fdu-uk", "S KC, W AC, N 10C", "8C JC", "8C JC"),
        ("ru1: перебивать не надо", "1x1", "fdu-ru1", "S QC", "7C KC", "7C KC"),
        ("ru1: козырная по масти хода", "2x2", "fdu-ru1", "S QC", "7C AD", "7C"),
    ],
)
def test_wanted_cards_by_the_sentence(
    sentence: str, fmt: str, edition: str, trick: str, hand: str, wanted: str
) -> None:
    plays = lying(trick)
    seat = TABLE[(TABLE.index(plays[-1][0]) + 1) % 4] if plays and fmt != "1x1" else "N"
    assert DebertzPlay("C", fmt, edition).wanted(hand.split(), plays, seat) == wanted.split(), sentence


def test_the_fourth_of_two_pairs_beats_the_best_card_where_that_is_chosen() -> None:
    play = DebertzPlay("C", "2x2", options={"fdu_2x2_fourth": "best"})
    assert play.wanted(["8C", "AC", "JC"], lying("S KC, W QC, N 9C"), "E") == ["JC"]


def test_the_top_card_shows_the_suit_where_that_is_chosen() -> None:
    play = DebertzPlay("C", "1x3", options={"follow_reference": "top_card"})
    assert play.wanted(["8S", "AC"], lying("S KS, W QC"), "N") == ["AC"]


def test_total_of_the_deck_is_152() -> None:
    for trump in "SHDC":
        assert sum(DebertzPlay(trump).worth(card) for card in DECK) == 152


@pytest.mark.parametrize(
    ("trick", "taker"),
    [
        ("S 7D, W AD, N KH, E 8D", "W"),
        ("S 7D, W AD, N 7C, E 8C", "E"),
        ("S 9C, W JC, N AC, E 10C", "W"),
        ("S 9S, W KH, N AH, E 7S", "S"),
        ("S 10S, W KS, N AH, E JS", "S"),
    ],
)
def test_taker(trick: str, taker: str) -> None:
    assert DebertzPlay("C").taker(lying(trick)) == taker


@pytest.mark.parametrize("fmt", FORMATS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_lemma_legal_exactly_when_the_hand_has_no_incriminating_card(fmt: str, edition: str) -> None:
    rng = random.Random(f"{fmt} {edition}")
    seats = SEATS[fmt]
    for _ in range(300):
        play = DebertzPlay(rng.choice("SHDC"), fmt, edition)
        deck = rng.sample(DECK, 11)
        lies = rng.randrange(len(seats))
        trick = tuple((seats[at], deck[at]) for at in range(lies))
        hand = deck[3 : 3 + rng.randint(1, 8)]
        for card in hand:
            against = incriminating(play, trick, seats[lies], card)
            assert is_legal(play, hand, trick, seats[lies], card) == (not against & set(hand))
