"""How the rest of a deal can end, by trying all legal plays."""

from random import Random

import pytest

from kozyr.engine import cardplay
from kozyr.engine.acts import Claimed, Dealt, Played
from kozyr.engine.cardplay import CardPlay, Holdings
from kozyr.engine.cards import DECK_32, Suit, cards
from kozyr.engine.claim_search import Claim, holds
from kozyr.engine.claims import entry_of, possible_rests, remaining
from kozyr.engine.games.debertz.game import GAME
from kozyr.engine.games.debertz.play import Conduct, conduct
from kozyr.engine.games.debertz.rules import edition_of
from kozyr.engine.legality import open_ledger
from kozyr.engine.seats import Seat

S, N = Seat.S, Seat.N
PLAYS = "AH 7H AS 7S KS 8S 10D 9D 10S 9S 9H 8H"


def way() -> Conduct:
    """Two players, hearts are trumps."""
    return conduct(Suit.HEARTS, GAME.seating("1x1"), edition_of("fdu-uk", {}))


def after(count: int, unread: bool = False) -> CardPlay:
    """The play after so many tricks that S led and won."""
    play = cardplay.opened(CardPlay(), way(), (S, N), S, open_ledger((S, N), (8, 8)))
    for seq, card in enumerate(cards(PLAYS)[: 2 * count], start=1):
        hidden = unread and seq == 2 * count
        play = cardplay.to_trick(play, way(), seq, (N, S)[seq % 2], None if hidden else card)
        play = cardplay.closed(play, way()) if cardplay.is_full(play, way()) else play
    return play


def hands(south: str, north: str) -> Holdings:
    return ((S, frozenset(cards(south))), (N, frozenset(cards(north))))


def test_every_way_of_the_last_two_tricks() -> None:
    rests = possible_rests(after(6), way(), hands("AC 7D", "KC 8D"))
    first, last = 11 + 4, 10
    assert rests == {((S, 1, first), (N, 1, last)), ((S, 1, first + last), (N, 1, 0))}


def test_cards_of_the_open_trick_count() -> None:
    play = cardplay.to_trick(after(6), way(), 20, S, cards("7D")[0])
    assert possible_rests(play, way(), hands("AC", "KC 8D")) == {((S, 1, 25), (N, 1, 0))}


def test_not_tried_with_more_than_three_tricks_to_come() -> None:
    assert possible_rests(after(4), way(), hands("AC 7D KD QD", "KC 8D JD JC")) is None
    assert possible_rests(after(5), way(), hands("AC 7D KD", "KC 8D JD")) is not None


def test_not_tried_when_nobody_knows_who_leads() -> None:
    assert possible_rests(after(6, unread=True), way(), hands("AC 7D", "KC 8D")) is None


def test_remaining_cards_are_known_when_they_lie_open_or_were_written_down() -> None:
    play = after(6)
    assert remaining(CardPlay(), 8, ()) is None
    assert remaining(play, 8, ()) is None
    half = cardplay.known(play, 20, S, cards("AC 7D"))
    assert remaining(half, 8, ()) is None
    written = ((N, frozenset(cards("7H 7S 8S 9D 9S 8H KC 8D"))),)
    assert remaining(half, 8, written) == hands("AC 7D", "KC 8D")


def least(count: int, open_hands: Holdings, side: Seat) -> int:
    """The most tricks that ``side`` is sure of when it plays as well as can be."""
    found = [holds(after(count), way(), open_hands, Claim((side,), tricks, (side,))) for tricks in range(9 - count)]
    assert None not in found
    return max(tricks for tricks, is_sure in enumerate(found) if is_sure)


def test_tricks_of_a_side_that_plays_well() -> None:
    lead_lost = hands("AC 7D", "KC 8D")
    assert least(6, lead_lost, S) == 1, "the ace is sure, the seven is not"
    assert least(6, lead_lost, N) == 1, "the eight beats the seven whenever it is led"
    assert least(6, hands("AC 8D", "KC 7D"), S) == 2
    four = hands("AC 7D KD QD", "KC 8D JD JC")
    assert least(4, four, S) == 4, "two high diamonds clear the way for the seven"
    assert holds(after(4), way(), four, Claim((S,), 4, ())) is False, "the opponents would lead it first"


def test_every_answer_of_the_search_is_that_of_all_endings() -> None:
    """Three tricks at random, against the list of every ending."""
    random = Random(5)
    for _ in range(150):
        left = random.sample([card for card in DECK_32 if card not in after(5).played], 6)
        dealt: Holdings = ((S, frozenset(left[:3])), (N, frozenset(left[3:])))
        rests = possible_rests(after(5), way(), dealt)
        assert rests is not None
        fewest = min(sum(tricks for seat, tricks, _ in rest if seat is S) for rest in rests)
        for tricks in range(4):
            assert holds(after(5), way(), dealt, Claim((S,), tricks, ())) is (tricks <= fewest)


def test_a_search_gives_up_after_so_many_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kozyr.engine.claim_search.MOST_PLAYS", 3)
    assert holds(after(4), way(), hands("AC 7D KD 9C", "KC 8D JD JC"), Claim((S,), 3, (S,))) is None
    assert holds(after(6, unread=True), way(), hands("AC 7D", "KC 8D"), Claim((S,), 1, ())) is None


def test_a_claim_is_the_last_one_of_its_deal() -> None:
    acts = ((3, Claimed(S, 2)), (5, Claimed(N, 1)), (9, Dealt()))
    assert (entry_of(acts, Claimed), entry_of(acts, Played)) == (5, None)
