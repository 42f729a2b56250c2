"""Parts of a view that every game fills alike."""

from kozyr.engine.cardplay import Aside, CardPlay, ClosedTrick, Laid
from kozyr.engine.cards import DECK_32, cards, in_deck_order
from kozyr.engine.seats import Seat, seating
from kozyr.engine.viewing import named, penalty_cards_of, playable, tricks_of, tricks_on

S, W, N, E = Seat
FIRST = ClosedTrick(1, (Laid(4, S, cards("7S")[0]), Laid(5, N, cards("8S")[0])), N, 3)
AFTER = CardPlay(8, (S, N), N, N, tricks=(FIRST,), played=frozenset(cards("7S 8S")))


def test_deck_order_takes_each_card_once() -> None:
    assert in_deck_order(cards("7C AS 10H AS 7S")) == cards("7S AS 10H 7C")


def test_every_seat_has_a_name_even_an_empty_one() -> None:
    assert named(seating((S, W, N)), ((N, "third"), (S, "first"))) == ((S, "first"), (W, ""), (N, "third"))


def test_between_tricks_the_last_closed_one_lies_there() -> None:
    closed, lying = tricks_on(AFTER, frozenset({5}), 2)
    assert [trick.number for trick in closed] == [1]
    assert lying is closed[0]
    assert [play.irregular for play in lying.plays] == [False, True]
    assert (lying.winner, lying.points) == (N, 3)


def test_open_trick_lies_there_with_its_points_by_now() -> None:
    play = AFTER._replace(trick=(Laid(6, N, cards("AH")[0]),))
    closed, lying = tricks_on(play, frozenset(), 2, 11)
    assert lying is not None
    assert (lying.number, lying.winner, lying.points) == (2, None, 11)
    assert len(closed) == 1


def test_nothing_lies_there_before_the_play() -> None:
    assert tricks_on(CardPlay(), frozenset(), 4) == ((), None)


def test_cards_before_the_contract_come_in_rounds_that_nobody_has_won() -> None:
    laid = tuple(Laid(at, seat, card) for at, (seat, card) in enumerate(zip((S, N, S), cards("7S 8S AH"), strict=True)))
    closed, lying = tricks_on(CardPlay(unjudged=laid), frozenset({0, 1, 2}), 2)
    assert [len(trick.plays) for trick in closed] == [2]
    assert lying is not None
    assert [play.seq for play in lying.plays] == [2]
    assert not any(play.irregular for trick in (*closed, lying) for play in trick.plays)
    assert {trick.winner for trick in (*closed, lying)} == {None}


def test_seat_on_turn_may_hold_what_was_not_seen_elsewhere() -> None:
    play = AFTER._replace(aside=(Aside(7, S, cards("9S")[0], 2),), open_cards=((N, frozenset(cards("KD"))),))
    left = playable(play, 8, ((S, frozenset(cards("QD"))),), cards("JD"))
    assert left == frozenset(DECK_32) - set(cards("7S 8S 9S QD JD"))
    assert penalty_cards_of(play, S) == cards("9S")
    assert penalty_cards_of(play, N) == ()
    assert (tricks_of(play, N, None), tricks_of(play, S, None)) == (1, 0)


def test_hand_seen_to_its_last_card_is_all_a_seat_may_hold() -> None:
    assert playable(AFTER, 2, ((N, frozenset(cards("8S KD"))),)) == frozenset(cards("KD"))


def test_nobody_on_turn() -> None:
    play = CardPlay(unjudged=(Laid(1, S, cards("7S")[0]), Laid(2, N, None)))
    assert playable(play, 8) == frozenset(DECK_32) - set(cards("7S"))
