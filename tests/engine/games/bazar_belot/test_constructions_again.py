"""Whose constructions count, worked out a second time straight from the regulation, on random hands."""

import random

import pytest

from kozyr.engine.cards import DECK_32, Card

from .sitting import FOUR_PASSES, four, sit

ORDER = ["A", "K", "Q", "J", "10", "9", "8", "7"]
SUIT_GAME = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 10, "Q": 10}
NO_TRUMPS = {"A": 19, "10": 10, "K": 10, "Q": 10, "J": 10}
Held = tuple[str, int, int, int, bool]
"""(words, value, class and length, height, is it trumps)."""


def runs(hand: list[Card], suit: str) -> list[list[str]]:
    """Ranks in a row, at least three, highest first."""
    found: list[list[str]] = [[]]
    for rank in ORDER:
        if any(card.code == rank + suit for card in hand):
            found[-1].append(rank)
        elif found[-1]:
            found.append([])
    return [run for run in found if len(run) >= 3]


def constructions(hand: list[Card], trump: str) -> list[Held]:
    """Everything a hand has, eight in a row as a quint and a terz."""
    values = NO_TRUMPS if trump == "N" else SUIT_GAME
    found: list[Held] = []
    for place, rank in enumerate(values):
        if sum(card.rank.value == rank for card in hand) == 4:
            found.append((f"frame {rank}", values[rank], 100 - place, 0, False))
    for suit in "SHDC":
        for run in runs(hand, suit):
            pieces = [run[:5], run[5:]] if len(run) == 8 else [run[:5]]
            for piece in pieces:
                name, worth = {3: ("terz", 2), 4: ("berz", 5), 5: ("quint", 10)}[len(piece)]
                height = -ORDER.index(piece[0])
                found.append((f"{name} {piece[0]}{suit}", worth, len(piece), height, suit == trump))
    return found


@pytest.mark.parametrize("trump", ["S", "H", "N", "A"])
def test_the_higher_line_scores_all_it_has(trump: str) -> None:
    counted = 0
    for seed in range(250):
        rng = random.Random(f"{trump} {seed}")
        deck = sorted(DECK_32, key=lambda card: (card.suit, card.rank.natural))
        for _ in range(rng.choice([20, 60, 300])):
            here, there = rng.randrange(32), rng.randrange(32)
            deck[here], deck[there] = deck[there], deck[here]
        hands = {seat: deck[8 * at : 8 * at + 8] for at, seat in enumerate(four().seats)}
        if any(sum(card.rank.value == low for card in hand) == 4 for hand in hands.values() for low in "78"):
            continue
        declared = [(seat, held) for seat in four().seats for held in constructions(hands[seat], trump)]
        expected = {"SN": 0, "WE": 0}
        if declared:
            best = max(declared, key=lambda one: (one[1][2:], -declared.index(one)))
            side = four().side_of(best[0])
            expected[side] = sum(held[1] for seat, held in declared if four().side_of(seat) == side)
        words = [f"declare {seat} {held[0]}" for seat, held in declared]
        table = sit("dealt E", f"call S: {20 if trump == 'A' else 8}{trump}, {FOUR_PASSES}", *words)
        total = 258 if trump == "A" else 162
        lines = table.then(f"tally {total - 20} 20 7 1").deal.lines
        got = {
            side: sum(line.value for line in lines if (line.what, line.side) == ("declarations", side))
            for side in expected
        }
        assert got == expected, (seed, declared)
        counted += bool(declared)
    assert counted > 100
