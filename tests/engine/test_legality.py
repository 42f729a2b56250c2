"""The four proof rules on hidden hands, without any game."""

import itertools
import random

import pytest

from kozyr.engine.cards import DECK_32, Card, cards
from kozyr.engine.legality import Ledger, Proof, open_ledger
from kozyr.engine.seats import Seat

S, W, N, E = Seat
SEATS = (S, W, N, E)
FREE: frozenset[Card] = frozenset()


def some(codes: str) -> frozenset[Card]:
    return frozenset(cards(codes))


def one(code: str) -> Card:
    return Card.parse(code)


def fresh(size: int = 8) -> Ledger:
    return open_ledger(SEATS, (size,) * 4)


def endgame(unseen: str, seats: tuple[Seat, ...], sizes: tuple[int, ...]) -> Ledger:
    """A ledger in which only ``unseen`` is left of the deck."""
    return open_ledger(seats, sizes, deck=cards(unseen))


def test_rule_1_a_card_known_to_be_held_proves_at_once() -> None:
    ledger, _ = fresh().know(3, S, cards("QH"))
    ledger, proofs = ledger.play(7, S, one("7D"), some("QH KH"), 2)
    assert proofs == (Proof(S, 7, 7, True, one("7D"), one("QH"), 2, 2),)
    assert ledger.found == proofs


def test_rule_2_a_forbidden_card_played_later_proves_the_earlier_play() -> None:
    ledger, proofs = fresh().play(5, S, one("7D"), some("AS KS"), 1)
    assert proofs == ()
    ledger, proofs = ledger.play(9, S, one("8C"), FREE, 2)
    assert proofs == ()
    ledger, proofs = ledger.play(14, S, one("KS"), FREE, 3)
    assert proofs == (Proof(S, 5, 14, True, one("7D"), one("KS"), 1, 3),)
    assert ledger.play(18, S, one("AS"), FREE, 4)[1] == (), "every illegal play is one row"


def test_rule_2_a_shown_card_proves_like_a_played_one() -> None:
    ledger, _ = fresh().play(5, S, one("7D"), some("AS KS"), 1)
    _, proofs = ledger.know(6, S, cards("AS QS"))
    assert proofs == (Proof(S, 5, 6, True, one("7D"), one("AS"), 1, 1),)


def test_one_card_can_prove_two_plays_of_the_same_seat() -> None:
    ledger, _ = fresh().play(1, S, one("7D"), some("AS"), 1)
    ledger, _ = ledger.play(5, S, one("8D"), some("AS AC"), 2)
    _, proofs = ledger.play(9, S, one("AS"), FREE, 3)
    assert [(proof.committed, proof.proved) for proof in proofs] == [(1, 9), (5, 9)]


def test_a_card_of_another_seat_proves_nothing() -> None:
    ledger, _ = fresh().play(1, S, one("7D"), some("AS"), 1)
    ledger, proofs = ledger.play(2, W, one("AS"), FREE, 1)
    assert proofs == ()
    assert ledger.bans == (), "the only card that could prove it is gone"


def test_r10_four_last_cards_all_banned_is_a_joint_contradiction_until_the_card_falls() -> None:
    unseen = "AD 7C 8H 9S"
    ledger = open_ledger(SEATS, (2, 2, 2, 2), deck=cards(f"{unseen} 7S 8S 10S JS"))
    proofs: tuple[Proof, ...] = ()
    for seq, (seat, code) in enumerate(zip(SEATS, ("7S", "8S", "10S", "JS"), strict=True), start=1):
        ledger, more = ledger.play(seq, seat, one(code), some("AD"), 7)
        proofs = (*proofs, *more)
    joint = Proof(None, 1, 4, False, one("7S"), None, 7, 7, (1, 2, 3, 4))
    assert proofs == (joint,)
    ledger, more = ledger.play(5, S, one("7C"), FREE, 8)
    assert more == (), "reported once"
    ledger, more = ledger.play(6, W, one("AD"), some("8H"), 8)
    assert more == (Proof(W, 2, 6, True, one("8S"), one("AD"), 7, 8),)
    assert ledger.found == more, "the joint contradiction is explained"


def test_r10_without_the_fourth_ban_the_fourth_must_hold_the_card() -> None:
    ledger = open_ledger(SEATS, (2, 2, 2, 2), deck=cards("AD 7C 8H 9S 7S 8S 10S JS"))
    for seq, (seat, code) in enumerate(zip(SEATS, ("7S", "8S", "10S", "JS"), strict=True), start=1):
        ledger, proofs = ledger.play(seq, seat, one(code), some("AD") if seat is not E else FREE, 7)
        assert proofs == ()
    assert ledger.play(5, E, one("AD"), FREE, 8)[1] == ()


def test_rule_4_counter_example_nobody_alone_is_proven() -> None:
    """Unseen 7♦ 8♦ 7♠ 8♠, p1 holds two, p2 and p3 one each, all banned from ♦."""
    seats = (S, W, N)
    ledger = open_ledger(seats, (3, 2, 2), deck=cards("7D 8D 7S 8S 7C 8C 9C"))
    found: list[Proof] = []
    for seq, (seat, code) in enumerate(zip(seats, ("7C", "8C", "9C"), strict=True), start=1):
        ledger, proofs = ledger.play(seq, seat, one(code), some("7D 8D"), 1)
        found += proofs
    assert [(proof.certain, proof.seat) for proof in found] == [(False, None)]


def test_rule_4_counting_proves_the_one_whose_ban_alone_leaves_no_place() -> None:
    ledger = open_ledger((S, W), (3, 2), deck=cards("7D 8D 7S 8S 7C"))
    _, proofs = ledger.play(1, S, one("7C"), some("7D 8D 7S"), 1)
    assert proofs == (Proof(S, 1, 1, True, one("7C"), None, 1, 1),)


def test_counting_leaves_places_for_cards_nobody_can_play() -> None:
    ledger = open_ledger((S, W), (3, 1), deck=cards("7D 8D 7S 8S 7C"))
    assert ledger.pool == 1
    assert ledger.play(1, S, one("7C"), some("7D 8D"), 1)[1] == ()
    assert ledger.play(1, S, one("7C"), some("7D 8D 7S"), 1)[1] != ()


def test_two_plays_of_one_seat_that_cannot_both_be_legal_name_the_seat_but_neither_play() -> None:
    ledger = open_ledger((S, W), (4, 2), deck=cards("7D 8D 7S 8S 7C 8C"))
    ledger, proofs = ledger.play(1, S, one("7C"), some("7D 8D"), 1)
    assert proofs == ()
    ledger, proofs = ledger.play(2, S, one("8C"), some("7S 8S"), 2)
    assert proofs == (Proof(S, 1, 2, False, one("7C"), None, 1, 2, (1, 2)),)
    ledger, proofs = ledger.play(3, S, one("8S"), FREE, 3)
    assert [(proof.committed, proof.certain) for proof in proofs] == [(2, True)]
    assert ledger.found == proofs


def test_forgive_takes_the_card_back_into_the_hand_seen_by_all() -> None:
    ledger, _ = fresh().play(1, S, one("7D"), some("AS"), 1)
    ledger = ledger.forgive(1)
    assert ledger.held(S) == some("7D")
    assert ledger.left == (8, 8, 8, 8)
    ledger, proofs = ledger.play(2, S, one("AS"), FREE, 1)
    assert proofs == ()
    _, proofs = ledger.play(6, S, one("8C"), some("7D 8D"), 2)
    assert [proof.shown for proof in proofs] == [one("7D")], "the card taken back is known to be held"


def test_forgive_drops_what_was_found_and_leaves_other_plays_alone() -> None:
    ledger, _ = fresh().know(1, S, cards("AS"))
    ledger, _ = ledger.play(2, S, one("7D"), some("AS"), 1)
    ledger, _ = ledger.play(3, W, one("7C"), some("KS"), 1)
    ledger = ledger.forgive(2)
    assert ledger.found == ()
    assert ledger.forgive(99) == ledger
    _, proofs = ledger.play(7, W, one("KS"), FREE, 2)
    assert [proof.committed for proof in proofs] == [3]


def test_an_unread_card_weakens_and_never_accuses() -> None:
    ledger, _ = fresh().know(1, S, cards("AS"))
    ledger, proofs = ledger.play(2, S, None, FREE, 1)
    assert proofs == ()
    assert ledger.left[0] == 7
    _, proofs = ledger.play(6, S, one("7D"), some("AS"), 2)
    assert proofs == (), "the unread card may have been the ace"


def test_an_unread_card_leaves_a_place_for_any_card() -> None:
    ledger = open_ledger((S, W), (3, 2), deck=cards("7D 8D 7S 8S 7C"))
    ledger, _ = ledger.play(1, W, None, FREE, 1)
    _, proofs = ledger.play(2, S, one("7C"), some("7D 8D"), 1)
    assert proofs == ()


def test_counting_goes_on_after_an_unread_card() -> None:
    ledger = open_ledger((S, W), (3, 2), deck=cards("7D 8D 7S 8S 7C"))
    ledger, _ = ledger.play(1, W, None, FREE, 1)
    _, proofs = ledger.play(2, S, one("7C"), some("7D 8D 7S"), 1)
    assert [(proof.committed, proof.certain) for proof in proofs] == [(2, True)], (
        "two of four cards, three of them banned"
    )


def test_a_false_bela_takes_its_proof_back_when_the_card_turns_up_elsewhere() -> None:
    ledger, _ = fresh().know(1, S, cards("QH"))
    ledger, proofs = ledger.play(2, S, one("7D"), some("QH KH"), 1)
    assert len(proofs) == 1
    ledger, proofs = ledger.play(3, W, one("QH"), FREE, 1)
    assert proofs == ()
    assert ledger.found == ()
    _, proofs = ledger.play(7, S, one("KH"), FREE, 2)
    assert [proof.committed for proof in proofs] == [2], "the ban came back with it"


def test_counts_that_contradict_themselves_prove_nothing() -> None:
    ledger = open_ledger((S, W), (3, 1), deck=cards("7D 8D 7S 7C"))
    ledger, _ = ledger.know(1, W, cards("7D 8D"))
    _, proofs = ledger.play(2, S, one("7C"), some("7S"), 1)
    assert proofs == ()


def test_hands_laid_open_prove_everything_they_show() -> None:
    ledger = fresh()
    ledger, _ = ledger.play(1, S, one("7D"), some("AS KS"), 1)
    ledger, _ = ledger.play(2, W, one("7C"), some("QS"), 1)
    ledger, proofs = ledger.lay_open(9, ((S, cards("KS 8C")), (W, cards("QS 9C"))))
    assert [(proof.seat, proof.committed, proof.proved) for proof in proofs] == [(S, 1, 9), (W, 2, 9)]


def test_cards_of_a_seat_that_does_not_play_are_out_of_all_hands() -> None:
    ledger = open_ledger((S, W), (2, 2), deck=cards("7D 8D 7S 8S 7C 8C"))
    ledger, _ = ledger.know(1, N, cards("7S 8S"))
    assert ledger.pool == 0
    _, proofs = ledger.play(2, S, one("7C"), some("7D 8D 8C"), 1)
    assert [proof.certain for proof in proofs] == [True]


def test_cards_already_played_may_be_shown_again() -> None:
    ledger, _ = fresh().play(1, S, one("KS"), FREE, 1)
    ledger, proofs = ledger.know(5, S, cards("AS KS QS"))
    assert ledger.held(S) == some("AS QS")
    assert proofs == ()


def test_playable_is_what_a_seat_may_hold() -> None:
    ledger, _ = fresh().know(1, W, cards("AS"))
    ledger, _ = ledger.play(2, S, one("KS"), FREE, 1)
    assert one("AS") not in ledger.playable(S)
    assert one("KS") not in ledger.playable(W)
    assert {one("AS"), one("7D")} <= ledger.playable(W)
    ledger, _ = ledger.lay_open(3, ((N, cards("7D 8D 9D 10D JD QD KD AD")),))
    assert ledger.playable(N) == some("7D 8D 9D 10D JD QD KD AD")


def _consistent(hands_left: dict[Seat, int], unseen: list[Card], bans: list[tuple[Seat, frozenset[Card]]]) -> bool:
    """Whether some way to deal the unseen cards keeps every play of ``bans`` legal: all ways are tried."""
    if not hands_left:
        return True
    seat, *rest = hands_left
    banned = frozenset().union(*(cards for who, cards in bans if who is seat))
    free = [card for card in unseen if card not in banned]
    return any(
        _consistent({other: hands_left[other] for other in rest}, [c for c in unseen if c not in pick], bans)
        for pick in itertools.combinations(free, hands_left[seat])
    )


@pytest.mark.parametrize("seed", range(300))
def test_counting_agrees_with_trying_every_hand(seed: int) -> None:
    """Small random endings with random bans: certain exactly when no hand is left in which the play was legal."""
    rng = random.Random(seed)
    seats = SEATS[: rng.choice((2, 3, 3, 4))]
    sizes = {seat: rng.choice((1, 2, 2, 3)) for seat in seats}
    pool = rng.choice((0, 0, 1, 2))
    unseen = rng.sample(DECK_32, sum(sizes.values()) + pool)
    spare = [card for card in DECK_32 if card not in unseen]
    ledger = open_ledger(seats, [sizes[seat] + 2 for seat in seats], deck=(*unseen, *spare[: 2 * len(seats)]))
    bans: dict[int, tuple[Seat, frozenset[Card]]] = {}
    proved: set[int] = set()
    for seq, (turn, seat) in enumerate(itertools.product((1, 2), seats), start=1):
        banned = frozenset(rng.sample(unseen, rng.choice((0, 1, 2, len(unseen) // 2))))
        bans[seq] = (seat, banned)
        ledger, proofs = ledger.play(seq, seat, spare[seq - 1], banned, turn)
        proved |= {proof.committed for proof in proofs if proof.certain}
    places = {seat: sizes[seat] for seat in seats}
    assert proved == {seq for seq, ban in bans.items() if not _consistent(places, unseen, [ban])}
    doubtful = {suspect for proof in ledger.found for suspect in proof.suspects}
    left = [ban for seq, ban in bans.items() if seq not in proved]
    assert bool(doubtful) == (not _consistent(places, unseen, left))
    assert _consistent(places, unseen, [ban for seq, ban in bans.items() if seq not in proved | doubtful])
