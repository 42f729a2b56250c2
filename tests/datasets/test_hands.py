"""Drawn arms: a hand where it should be, premultiplied, lit from the side asked for."""

from dataclasses import replace

import numpy as np

from kozyr.datasets.hand_form import ARM_MM, HALF_WIDTH_MM, OPENNESS_STEPS
from kozyr.datasets.hands import ArmLook, arm_to_mm, draw_arm, random_look

LOOK = ArmLook((122, 156, 208), (92, 60, 40), "check", 140.0, 1.0, False, 7)


def covered(arm: np.ndarray, x_mm: float, y_mm: float) -> bool:
    """Whether a point of the hand's frame is part of the arm."""
    column, row = np.linalg.inv(arm_to_mm(1.0)) @ [x_mm, y_mm, 1.0] @ np.eye(3)[:, :2]
    return bool(arm[round(row), round(column), 3] > 127)


def test_an_arm_has_palm_fingers_thumb_and_sleeve_where_they_belong() -> None:
    arm = draw_arm(LOOK, OPENNESS_STEPS - 1, (0.0, -1.0))
    assert covered(arm, -40, 0)
    assert covered(arm, 60, -13)
    assert covered(arm, -ARM_MM + 20, 0)
    assert not covered(arm, 105, 60)
    assert not covered(arm, 20, -HALF_WIDTH_MM + 4)
    thumb_side, other_side = (sum(covered(arm, -10, sign * y) for y in range(45, 80)) for sign in (-1, 1))
    assert thumb_side > other_side


def test_a_spread_hand_covers_more_than_a_closed_one_and_a_left_one_is_mirrored() -> None:
    closed, spread = (draw_arm(LOOK, step, (1.0, 0.0))[..., 3] for step in (0, OPENNESS_STEPS - 1))
    assert np.count_nonzero(spread.any(axis=1)) > np.count_nonzero(closed.any(axis=1))
    left = draw_arm(replace(LOOK, left=True), 0, (1.0, 0.0))[..., 3]
    assert np.array_equal(left, closed[::-1])


def test_colours_are_premultiplied_and_brighter_towards_the_lamp() -> None:
    lit_above, lit_below = (draw_arm(LOOK, 2, (0.0, y)).astype(int) for y in (-1.0, 1.0))
    assert (lit_above[..., :3] <= lit_above[..., 3:] + 1).all()
    middle = slice(round(0.3 * lit_above.shape[1]), round(0.6 * lit_above.shape[1]))
    upper = slice(0, lit_above.shape[0] // 2)
    assert lit_above[upper, middle, :3].sum() > lit_below[upper, middle, :3].sum()


def test_looks_repeat_with_their_seed() -> None:
    assert random_look(np.random.default_rng(3)) == random_look(np.random.default_rng(3))
    assert len({random_look(np.random.default_rng(seed)).sleeve_bgr for seed in range(30)}) > 4
