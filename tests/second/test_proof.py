"""When the table can be sure of a revoke: worked rows R1-R14, cards that nobody plays, and the proof against all deals.

Rows are histories like ``N AS, E 9H, S 7D | S JH``; ``|`` ends a trick. Hands hold what is played and are filled up.
"""

import random
from itertools import combinations

import pytest

from kozyr.datasets.second.belot_play import BelotPlay
from kozyr.datasets.second.debertz_play import DebertzPlay
from kozyr.datasets.second.preferans_play import PreferansPlay
from kozyr.datasets.second.proof import DECK, DISCARD, TALON, Play, Revoke, Sight, incriminating, is_legal, revokes

FULL = {"debertz": 8, "belot": 8, "preferans": 10}


def told(history: str, number: int = 1) -> list[Sight]:
    """Sights 1, 2, …; ``S+QH`` is a card of S seen otherwise, ``[QH]`` a talon card turned up."""
    sights: list[Sight] = []
    for trick_text in history.split("|"):
        trick: tuple[tuple[str, str], ...] = ()
        for text in trick_text.split(","):
            seq = len(sights) + 1
            if text.strip().startswith("["):
                sights.append(Sight(seq, TALON, (text.strip()[1:-1],)))
            elif "+" in text:
                seat, card = text.strip().split("+")
                sights.append(Sight(seq, seat, (card,)))
            else:
                seat, card = text.split()
                sights.append(Sight(seq, seat, (card,), trick, number))
                trick = (*trick, (seat, card))
        number += 1
    return sights


def filled(sights: list[Sight], seats: str, size: int, keep_out: str = "") -> dict[str, list[str]]:
    """Hands that hold what is played and shown, filled with cards that break no rule where that can be."""
    hands: dict[str, list[str]] = {seat: [] for seat in seats}
    for sight in sights:
        if sight.seat in hands:
            hands[sight.seat] += [card for card in sight.cards if card not in hands[sight.seat]]
    taken = {card for sight in sights for card in sight.cards}
    loose = [card for card in DECK if card not in taken and card not in keep_out.split()]
    for seat in seats:
        while len(hands[seat]) < size:
            hands[seat].append(loose.pop())
    return hands


def found(play: Play, history: str, seats: str, size: int, talon_to: str = "") -> set[tuple[str, int, int | None]]:
    """The illegal plays proved by the history alone."""
    sights = told(history)
    rows = revokes(filled(sights, seats, size), sights, play, talon_to)
    return {(row.seat, row.committed, row.proved) for row in rows if row.proved}


DEBERTZ = {fmt: DebertzPlay("C", fmt) for fmt in ("1x1", "1x2", "1x3", "2x2")}


@pytest.mark.parametrize(
    ("row", "play", "seats", "size", "history", "proved"),
    [
        ("R1", DEBERTZ["2x2"], "SWNE", 8, "S AD, W 7D, N 8H, E 8D | N QC", {("N", 3, 5)}),
        ("R2", DEBERTZ["1x1"], "SN", 8, "S QC, N 7C | S 8S, N 9S | S 8D, N KC", {("N", 2, 6)}),
        ("R2 ru1", DebertzPlay("C", "1x1", "fdu-ru1"), "SN", 8, "S QC, N 7C | S 8S, N 9S | S 8D, N KC", set()),
        ("R3", DEBERTZ["1x2"], "SWN", 8, "S 10C, W AC, N 8C | W 7D, N JC", set()),
        ("R4 B1", DEBERTZ["2x2"], "SWNE", 8, "S KC, W QC, N 10C, E 8C | N 7D, E 8D, S 9D, W 9C", {("W", 2, 8)}),
        (
            "R4 both",
            DEBERTZ["2x2"],
            "SWNE",
            8,
            "S KC, W QC, N 10C, E 8C | N 7D, E 8D, S 9D, W 9C | W 7H, N 8H, E AC",
            {("W", 2, 8), ("E", 4, 11)},
        ),
        ("R5", DEBERTZ["1x1"], "SN", 8, "N+AC | S 7H, N 8S", {("N", 3, 3)}),
        ("R6", BelotPlay("H"), "SWNE", 8, "N AS, E 9H, S 7D, W 7S | E 7C, S JH", {("S", 3, 6)}),
        ("R6 ace", BelotPlay("H"), "SWNE", 8, "N AS, E 9H, S 7D, W 7S | E 7C, S AH", set()),
        ("R7 trump", BelotPlay("H"), "SWNE", 8, "N AS, E 7S, S 8D, W 8S | N 7C, E 8C, S 8H", set()),
        ("R7 suit", BelotPlay("H"), "SWNE", 8, "N AS, E 7S, S 8D, W 8S | N 7C, E 8C, S 10S", {("S", 3, 7)}),
        ("R8", BelotPlay("A"), "SWNE", 8, "W 10D, N QD, E 9D, S 8D | E 7S, S 8S, W 9S, N AD", {("N", 2, 8)}),
        ("R9", PreferansPlay("H"), "SWE", 10, "S AS, W 7S, E 8D | S 7C, W 8C, E 10H", {("E", 3, 6)}),
        ("R11", BelotPlay("H"), "SWNE", 8, "S KH, S+QH | W 10C, N 7C, E 8C, S 7D", {("S", 6, 6)}),
        ("R13", BelotPlay("H"), "SWNE", 8, "N KS, E QH, S 7H, W 7S | E 7C, S 9H", {("S", 3, 6)}),
        ("R13 none", BelotPlay("H"), "SWNE", 8, "N KS, E QH, S 7H, W 7S | E 7C, S 8H", set()),
        ("R14", PreferansPlay(), "SWE", 10, "W+7S, W+8D | S AS, W 8D", {("W", 4, 4)}),
    ],
)
def test_worked_row(
    row: str, play: Play, seats: str, size: int, history: str, proved: set[tuple[str, int, int | None]]
) -> None:
    assert found(play, history, seats, size) == proved, row


R10 = {
    "S": "KC 10D 7D 8D 9D 7H 9H 8H",
    "W": "QD 8C 10H JH QH KH AH 7C",
    "N": "JD 9C 7S 8S 10S JS QS 9S",
    "E": "KD 10C KS AS JC QC AC AD",
}


def test_row_r10_four_unseen_cards_with_one_place_each_convict_nobody_until_the_card_falls() -> None:
    play = DebertzPlay("C", "1x3")
    hands = {seat: cards.split() for seat, cards in R10.items()}
    sights = told("E KD, S KC, W QD, N JD | S 10D, W 8C, N 9C, E 10C")
    done = {card for sight in sights for card in sight.cards}
    sights += [Sight(9, seat, tuple(card for card in cards[:7] if card not in done)) for seat, cards in hands.items()]
    assert revokes(hands, sights, play) == (Revoke("S", 2, 5), Revoke("E", 8, None)), "it may be with W or N as well"
    fallen = [*sights, Sight(10, "E", ("AD",), ())]
    assert revokes(hands, fallen, play) == (Revoke("S", 2, 5), Revoke("E", 8, 10))
    elsewhere = [*sights, *(Sight(10, seat, (hands[seat][7],)) for seat in "SWN")]
    assert revokes(hands, elsewhere, play)[1] == Revoke("E", 8, 10), "no other place is left"


def test_row_r12_raspasy_of_three_the_first_hand_must_follow_the_talon() -> None:
    play = PreferansPlay(talon=("8D",))
    sights = told("[8D], S AH, W 7D, N 10D | S 9D")
    assert revokes(filled(sights, "SWN", 10), sights, play) == (Revoke("S", 2, 5),)


def test_a_card_of_the_talon_is_no_evidence_before_the_declarer_shows_it() -> None:
    play = PreferansPlay("H")
    sights = told("[9S], [7D], S AS, W 7S, E 10S | W 8S, E JS, S 8D")
    hands = filled(sights, "SWE", 10, keep_out="9S 7D")
    hands["S"][-1] = "9S"
    assert [row.proved for row in revokes(hands, sights, play, "S")] == [None], "it may lie among the discards"
    shown = [*sights, Sight(9, "S", ("9S",), ())]
    assert [row.proved for row in revokes(hands, shown, play, "S")] == [9]
    known = [*sights, Sight(9, DISCARD, ("AC", "KC"))]
    assert [row.proved for row in revokes(hands, known, play, "S")] == [9], "where the discards are known, it is"


def _deals(places: list[tuple[str, int]], cards: tuple[str, ...]) -> list[dict[str, set[str]]]:
    """All ways to lay cards into places."""
    if not places:
        return [{}]
    (name, size), *rest = places
    found = []
    for chosen in combinations(cards, size):
        left = tuple(card for card in cards if card not in chosen)
        found += [{name: set(chosen), **others} for others in _deals(rest, left)]
    return found


def _position(rng: random.Random) -> tuple[Play, dict[str, list[str]], tuple[str, ...], list[Sight], frozenset[str]]:
    """An illegal play in a game with a talon, after which most cards of each hand are seen."""
    while True:
        play: Play = PreferansPlay(rng.choice(("H", "")))
        deck = rng.sample(DECK, 32)
        hands = {"S": deck[:10], "W": deck[10:20], "E": deck[20:30]}
        talon = tuple(rng.sample(hands["S"] + deck[30:], 2))
        seat = rng.choice("SWE")
        trick = (("S" if seat != "S" else "W", rng.choice(hands["S" if seat != "S" else "W"])),)
        card = rng.choice(hands[seat])
        if is_legal(play, hands[seat], trick, seat, card):
            continue
        against = incriminating(play, trick, seat, card)
        innocent = [other for other in hands[seat] if other not in against and other != card]
        sights = [Sight(1, TALON, talon)]
        for owner, cards in hands.items():
            if owner != seat:
                kept = rng.sample(cards, rng.randint(8, 9))
                sights.append(
                    Sight(2, owner, tuple(dict.fromkeys((trick[0][1], *kept))) if owner == trick[0][0] else tuple(kept))
                )
        sights += [Sight(3, seat, (card,), trick), Sight(4, seat, tuple(innocent))]
        if len(innocent) >= 7:
            return play, hands, talon, sights, against


def test_proof_is_exactly_what_all_possible_deals_say() -> None:
    """Few cards unseen: every deal of them is tried, with the talon's cards only where they can be."""
    rng = random.Random(3)
    counts = {True: 0, False: 0}
    for _ in range(800):
        play, hands, talon, sights, against = _position(rng)
        row = revokes(hands, sights, play, "S")[0]
        seen = {card: sight.seat for sight in sights for card in sight.cards}
        unseen = tuple(card for card in DECK if seen.get(card, TALON) == TALON)
        places = [(owner, 10 - list(seen.values()).count(owner)) for owner in hands]
        possible = any(
            not deal[row.seat] & against and not (deal["W"] | deal["E"]) & set(talon)
            for deal in _deals([*places, (DISCARD, 2)], unseen)
        )
        assert (row.proved is None) == possible
        counts[possible] += 1
    assert min(counts.values()) >= 10
