"""A pushed camera is told from everything that moves on the table."""

import cv2
import numpy as np
import pytest

from kozyr.engine.seats import Seat
from kozyr.vision.calibrate import automatic
from kozyr.vision.centring import middle_of
from kozyr.vision.motion import CELL, Movement, Region, Small
from kozyr.vision.nudge import pushed

SHAPE = (180, 320)


def table(seed: int = 3) -> Small:
    """A cloth with a faint weave and some things on it."""
    rng = np.random.default_rng(seed)
    picture = cv2.GaussianBlur(rng.normal(110, 60, SHAPE).astype(np.float32), (0, 0), 2.0)
    for _ in range(14):
        x, y = int(rng.integers(10, 290)), int(rng.integers(10, 150))
        cv2.rectangle(picture, (x, y), (x + 18, y + 24), float(rng.integers(150, 240)), -1)
    return np.asarray(np.clip(picture, 0, 255), np.float32)


def still(share: float = 1.0) -> Movement:
    """Nothing moves, and a share of the picture has changed."""
    cells = np.zeros((-(-SHAPE[0] // CELL), -(-SHAPE[1] // CELL)), bool)
    cells.ravel()[: round(share * cells.size)] = True
    return Movement(0, (Region((0, 0, 640, 360), cells, True, 700),), np.zeros_like(cells), 0.0)


def moved(picture: Small, across: float, along: float, turn_deg: float = 0.0) -> Small:
    matrix = cv2.getRotationMatrix2D((160, 90), turn_deg, 1.0)
    matrix[:, 2] += (across, along)
    return np.asarray(cv2.warpAffine(picture, matrix, SHAPE[::-1], borderMode=cv2.BORDER_REFLECT), np.float32)


@pytest.mark.parametrize(("across", "along", "turn"), [(9.0, -6.0, 0.0), (-3.5, 2.5, 2.0), (40.0, 15.0, 0.0)])
def test_a_push_is_measured(across: float, along: float, turn: float) -> None:
    before = table()
    shift = pushed(before, moved(before, across, along, turn), still())
    assert shift is not None
    middle = shift @ np.array((160.0, 90.0, 1.0))
    assert middle == pytest.approx((160 + across, 90 + along), abs=0.3)


def test_a_still_view_and_a_card_that_is_pushed_or_taken_are_no_push() -> None:
    before = table()
    assert pushed(before, before, still()) is None
    after = before.copy()
    after[60:100, 120:170] = before[66:106, 112:162]
    assert pushed(before, after, still(0.1)) is None
    after[60:100, 120:170] = 110
    assert pushed(before, after, still(0.1)) is None


def test_a_lamp_and_a_bare_cloth_are_no_push() -> None:
    before = table()
    assert pushed(before, np.asarray(before * 0.8 + 20, np.float32), still()) is None
    bare = np.full(SHAPE, 120, np.float32)
    assert pushed(bare, bare + 15, still()) is None


def test_the_calibration_moves_with_the_view() -> None:
    before = automatic(1280, 720)
    after = before.pushed(np.array([[1.0, 0.0, 40.0], [0.0, 1.0, -25.0]]))
    assert after.centre_px == pytest.approx((680.0, 335.0))
    assert after.px_per_mm == pytest.approx(before.px_per_mm)


def test_the_middle_of_a_trick_is_where_three_players_cards_agree() -> None:
    off = {Seat.S: (80.0, 60.0), Seat.W: (25.0, -4.0), Seat.N: (84.0, -50.0)}
    middle = middle_of(off)
    assert middle == pytest.approx((80.0, 2.0), abs=6)
    assert middle_of({Seat.S: (80.0, 60.0), Seat.N: (84.0, -50.0)}) is None
    assert middle_of({**off, Seat.N: (84.0, -170.0)}) is None
