"""Preferans, the play a second time: following, ruffing, and raspasy with the talon's suits."""

import random

import pytest

from kozyr.datasets.second.preferans_play import PreferansPlay, raspasy_leader
from kozyr.datasets.second.proof import DECK, incriminating, is_legal


def lying(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((play.split()[0], play.split()[1]) for play in text.split(",") if play.strip())


@pytest.mark.parametrize(
    ("trump", "trick", "hand", "wanted"),
    [
        ("H", "", "7S AH", "7S AH"),
        ("H", "W KS", "7S AS JH", "7S AS"),
        ("H", "W KS", "7D JH", "JH"),
        ("H", "W KS, N AH", "7H 7D", "7H"),
        ("H", "W KS", "7D JD", "7D JD"),
        ("H", "W 8H", "7H AH 7D", "7H AH"),
        ("", "W KS", "7D JH", "7D JH"),
        ("", "W KS", "7S JH", "7S"),
    ],
)
def test_wanted_cards(trump: str, trick: str, hand: str, wanted: str) -> None:
    assert PreferansPlay(trump).wanted(hand.split(), lying(trick), "E", 3) == wanted.split()


def test_raspasy_of_three_the_talon_shows_the_suit_even_to_the_first_player() -> None:
    play = PreferansPlay(talon=("8D", "KC"))
    assert play.wanted(["7D", "AS", "AD"], (), "S", 1) == ["7D", "AD"]
    assert play.wanted(["7D", "AS", "AD"], (), "S", 2) == ["7D", "AS", "AD"]
    assert play.wanted(["7D", "7C"], (("S", "AS"),), "W", 2) == ["7C"]
    assert play.wanted(["7D", "7C"], (), "S", 3) == ["7D", "7C"]


def test_raspasy_of_three_takers() -> None:
    play = PreferansPlay(talon=("AD", "KC"))
    assert play.taker(lying("S 7D, W 10D, N AS"), 1) == "W", "the talon's card itself takes nothing"
    assert play.taker(lying("S AS, W 7D, N KS"), 1) == "W"
    assert play.taker(lying("S 7S, W AH, N KS"), 1) == "N", "nobody has the talon's suit"
    assert play.taker(lying("S 7S, W AH, N KS"), 3) == "N"


def test_takers_are_found_in_natural_order() -> None:
    assert PreferansPlay("H").taker(lying("S 10S, W KS, N AH")) == "N"
    assert PreferansPlay().taker(lying("S 10S, W JS, N AH")) == "W"
    assert PreferansPlay("D").taker(lying("S 10S, W 9S, N AH")) == "S"


@pytest.mark.parametrize(
    ("players", "number", "taken_by", "leader"),
    [
        ("SWN", 1, "", "S"),
        ("SWN", 2, "N", "S"),
        ("SWN", 3, "N", "S"),
        ("SWN", 4, "N", "N"),
        ("SWNE", 1, "", "E"),
        ("SWNE", 2, "W", "E"),
        ("SWNE", 3, "E", "S"),
        ("SWNE", 3, "W", "W"),
        ("SWNE", 9, "W", "W"),
    ],
)
def test_who_leads_in_raspasy(players: str, number: int, taken_by: str, leader: str) -> None:
    assert raspasy_leader(number, taken_by, "S", "E" if players == "SWNE" else "N", players) == leader


@pytest.mark.parametrize("talon", [(), ("8D", "KC")])
@pytest.mark.parametrize("trump", ["H", ""])
def test_lemma_legal_exactly_when_the_hand_has_no_incriminating_card(trump: str, talon: tuple[str, ...]) -> None:
    rng = random.Random(f"{trump} {talon}")
    play = PreferansPlay(trump if not talon else "", talon)
    for _ in range(500):
        deck = rng.sample([card for card in DECK if card not in talon], 12)
        lies = rng.randrange(3)
        trick = tuple(("SWN"[at], deck[at]) for at in range(lies))
        hand = deck[2 : 2 + rng.randint(1, 10)]
        number = rng.randint(1, 4)
        for card in hand:
            against = incriminating(play, trick, "SWN"[lies], card, number)
            assert is_legal(play, hand, trick, "SWN"[lies], card, number) == (not against & set(hand))
