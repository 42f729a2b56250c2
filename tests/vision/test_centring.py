"""Where the middle of the trick is, on numbers alone."""

import pytest

from kozyr.engine.observations import ZoneKind
from kozyr.engine.seats import Seat
from kozyr.vision.calibrate import Edge, automatic
from kozyr.vision.centring import middle_after, middle_of, widened

TRICK = {Seat.S: (30.0, 62.0), Seat.W: (-22.0, 10.0), Seat.N: (30.0, -42.0), Seat.E: (82.0, 10.0)}


def test_three_players_cards_show_the_middle_and_two_do_not() -> None:
    three = {seat: TRICK[seat] for seat in (Seat.S, Seat.W, Seat.N)}
    assert middle_of(three) == pytest.approx((30.0, 10.0))
    assert middle_of({seat: TRICK[seat] for seat in (Seat.S, Seat.W)}) is None
    assert middle_of(three | {Seat.W: (-160.0, 10.0)}) is None


def test_a_trick_that_is_over_shows_it_by_two_players_and_a_talon_does_not() -> None:
    two = {1: (TRICK[Seat.S], Seat.S), 2: (TRICK[Seat.W], Seat.W)}
    assert middle_after(two) == pytest.approx((30.0, 10.0))
    talon = {1: ((-36.0, 0.0), Seat.N), 2: ((36.0, 0.0), Seat.N)}
    assert middle_after(talon) is None
    unseen = {number: (place, None) for number, place in enumerate(TRICK.values())}
    assert middle_after(unseen) == pytest.approx((30.0, 10.0))


@pytest.mark.parametrize("south", list(Edge))
def test_while_the_middle_is_a_guess_the_trick_may_lie_far_off_but_not_before_a_player(south: Edge) -> None:
    usual = automatic(1280, 720, south)
    wide = widened(usual)
    long, short = ((0.0, 1.0), (1.0, 0.0)) if south in (Edge.LEFT, Edge.RIGHT) else ((1.0, 0.0), (0.0, 1.0))
    for x, y in ((170 * long[0], 170 * long[1]), (120 * short[0], 120 * short[1]), (110, 110)):
        assert usual.zone_of((x, y)).kind is not ZoneKind.TRICK
        assert wide.zone_of((x, y)).kind is ZoneKind.TRICK
    assert wide.zone_of((145 * short[0], 145 * short[1])).kind is ZoneKind.FRONT
    assert wide.zone_of((260 * long[0], 260 * long[1])).kind is ZoneKind.FRONT
