"""Movement and change on small drawn pictures."""

import numpy as np
import pytest

from kozyr.vision.calibrate import Edge
from kozyr.vision.motion import MotionGate, Movement
from kozyr.vision.types import Frame

from .painted import HEIGHT, STEP_MS, WIDTH, Film, Laid, paint


def run(gate: MotionGate, film: Film, accept: bool = True) -> list[Movement]:
    seen = []
    for frame in film:
        movement = gate.step(frame)
        seen.append(movement)
        if accept:
            for region in movement.regions:
                gate.accept(region.box)
    return seen


def test_the_first_frame_is_looked_at_whole_and_a_still_table_never_again() -> None:
    film = Film()
    film.hold([], 60)
    seen = run(MotionGate(), film)
    assert [region.box for region in seen[0].regions] == [(0, 0, WIDTH, HEIGHT)]
    assert not any(movement.regions for movement in seen[1:])


def test_flicker_and_drifting_exposure_are_no_change() -> None:
    film = Film()
    for at in range(80):
        film.hold([], 1, light=1.0 + 0.02 * np.sin(at) - 0.003 * at)
    seen = run(MotionGate(), film)
    assert not any(movement.regions for movement in seen[1:])


def test_a_laid_card_is_one_region_soon_after_it_lies_still() -> None:
    film = Film()
    film.hold([], 12)
    film.lay([], Laid(None, (320, 240)), (320, 420))
    seen = run(MotionGate(), film)
    found = [(m.at_ms, r) for m in seen[1:] for r in m.regions if r.cells.sum() >= 2]
    assert len(found) >= 1
    at_ms, region = found[0]
    x0, y0, x1, y1 = region.box
    assert x0 < 320 < x1
    assert y0 < 240 < y1
    rest_ms = (12 + 8 + 6) * STEP_MS
    assert at_ms <= rest_ms + 320


def test_who_reached_in_is_told_by_the_edge() -> None:
    for start, edge in (((320.0, 420.0), Edge.BOTTOM), ((-60.0, 180.0), Edge.LEFT), ((700.0, 180.0), Edge.RIGHT)):
        film = Film()
        film.hold([], 12)
        film.lay([], Laid(None, (320, 200)), start)
        gate = MotionGate()
        run(gate, film)
        outline = [(290, 160), (350, 160), (350, 240), (290, 240)]
        shares = gate.reached_from(outline, 0, 10_000)
        assert max(shares, key=lambda e: shares[e]) is edge
        assert sum(shares.values()) == pytest.approx(1.0)


def test_movement_over_a_place_keeps_it_restless() -> None:
    film = Film()
    film.hold([], 12)
    gate = MotionGate()
    run(gate, film)
    for step in range(6):
        gate.step(Frame((12 + step) * STEP_MS, 12 + step, paint([], ((-60, 180), (100 + 30 * step, 180)))))
    assert gate.restless((100, 150, 250, 210))
    assert not gate.restless((500, 250, 600, 340))


def test_pictures_far_apart_stand_for_themselves() -> None:
    gate = MotionGate()
    gate.step(Frame(0, 0, paint([])))
    gate.accept((0, 0, WIDTH, HEIGHT))
    movement = gate.step(Frame(1000, 1, paint([Laid(None, (320, 180))], noise=1)))
    assert len(movement.regions) == 1
    assert not movement.moving.any()


def test_another_size_starts_afresh() -> None:
    gate = MotionGate()
    gate.step(Frame(0, 0, paint([])))
    movement = gate.step(Frame(40, 1, np.zeros((480, 640, 3), np.uint8)))
    assert [region.box for region in movement.regions] == [(0, 0, 640, 480)]
