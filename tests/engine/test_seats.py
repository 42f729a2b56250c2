"""Who scores with whom, as every game asks it of a header."""

import pytest

from kozyr.engine.errors import LogFormatError
from kozyr.engine.seats import TEAMS, Seat, Seating, each_alone, in_teams, seating

S, W, N, E = Seat
ALONE = (("S", (S,)), ("W", (W,)), ("N", (N,)), ("E", (E,)))


def test_four_without_sides_are_two_teams_of_opposite_seats() -> None:
    assert in_teams(seating((S, W, N, E)), "a game").sides == TEAMS


def test_teams_of_a_header_keep_its_order() -> None:
    given = seating((S, W, N, E), {"WE": (E, W), "SN": (S, N)})
    assert in_teams(given, "a game") is given


@pytest.mark.parametrize("sides", [{"SW": (S, W), "NE": (N, E)}, {"SN": (S, N), "W": (W,), "E": (E,)}])
def test_other_teams_are_refused(sides: dict[str, tuple[Seat, ...]]) -> None:
    with pytest.raises(LogFormatError, match=r'"sides" of a game must be "SN", S with N, and "WE", W with E'):
        in_teams(seating((S, W, N, E), sides), "a game")


def test_each_alone_in_the_order_of_seats_however_the_header_lists_them() -> None:
    assert each_alone(Seating((S, W, N, E), tuple(reversed(ALONE))), "a game").sides == ALONE


@pytest.mark.parametrize("sides", [TEAMS, (("first", (S,)), *ALONE[1:])])
def test_sides_of_several_seats_or_of_another_name_are_refused(sides: tuple[tuple[str, tuple[Seat, ...]], ...]) -> None:
    with pytest.raises(LogFormatError, match="in a game every seat is its own side"):
        each_alone(Seating((S, W, N, E), sides), "a game")


def test_the_turn_may_go_the_other_way_round() -> None:
    seats = seating((S, W, N))
    assert seats.in_direction("cw") is seats
    assert seats.in_direction("ccw").following(S) == (S, N, W)
    assert seats.in_direction("ccw").sides == seats.sides
