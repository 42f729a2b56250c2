"""When the middle of the trick becomes known, and by how much it moves."""

import pytest

from kozyr.engine.cards import Card
from kozyr.engine.observations import CardAppeared, CardLeft, Zone, ZoneCleared, ZoneKind
from kozyr.engine.seats import Seat
from kozyr.vision.calibrate import automatic
from kozyr.vision.trick_middle import TrickMiddle
from kozyr.vision.types import Point

TRICK = Zone(ZoneKind.TRICK)
LAID = {Seat.S: (60.0, 52.0), Seat.W: (8.0, 0.0), Seat.N: (60.0, -52.0), Seat.E: (112.0, 0.0)}


def appeared(number: int, seat: Seat, place: Point) -> CardAppeared:
    return CardAppeared(1000 * number, number, TRICK, seat, seat, Card.parse("9H"), 0.99, (), place)


def laid(*seats: Seat) -> tuple[TrickMiddle, dict[int, Zone]]:
    middle, told = TrickMiddle(), {}
    for number, seat in enumerate(seats, start=1):
        middle.arrived(number, seat)
        told[number] = TRICK
        assert middle.after([appeared(number, seat, LAID[seat])], told.get) is None
    return middle, told


def test_a_sweep_of_two_players_cards_shows_the_middle() -> None:
    middle, told = laid(Seat.S, Seat.W)
    assert middle.zones(automatic(1280, 720)) != automatic(1280, 720)
    told.clear()
    assert middle.after([ZoneCleared(5000, TRICK, Seat.S, (1, 2))], told.get) == pytest.approx((60.0, 0.0))
    assert middle.known
    assert middle.zones(automatic(1280, 720)) == automatic(1280, 720)


def test_cards_that_leave_together_are_a_trick_though_the_next_one_has_begun() -> None:
    middle, told = laid(*LAID)
    told[5] = TRICK
    assert middle.after([appeared(5, Seat.E, (115.0, 2.0))], told.get) is None
    for number in range(1, 5):
        del told[number]
    left = [CardLeft(6000, number, TRICK, None) for number in range(1, 5)]
    assert middle.after(left, told.get) == pytest.approx((60.0, 0.0))


def test_one_card_that_leaves_is_no_trick_while_others_lie() -> None:
    middle, told = laid(*LAID)
    del told[2]
    assert middle.after([CardLeft(6000, 2, TRICK, None)], told.get) is None
    assert not middle.known


def test_a_known_middle_follows_by_half_and_stays_where_it_is_near() -> None:
    middle, told = laid(*LAID)
    middle.known = True
    told.clear()
    assert middle.after([ZoneCleared(5000, TRICK, Seat.S, (1, 2, 3, 4))], told.get) == pytest.approx((30.0, 0.0))
    near, told = laid(Seat.S, Seat.N)
    near.shift((-52.0, 0.0))
    told.clear()
    assert near.after([ZoneCleared(5000, TRICK, Seat.S, (1, 2))], told.get) is None
    assert near.known
