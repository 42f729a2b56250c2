"""Used cards: a mark on a bent face lies where the bend says, wear stays at the edges, new cards stay as they are."""

import numpy as np
import pytest

from kozyr.datasets.glassware import spectacles, tumbler
from kozyr.datasets.wear import Bend, random_bend, wear_out

WIDTH, HEIGHT = 120, 180


def face() -> np.ndarray:
    return np.full((HEIGHT, WIDTH, 4), 255, np.uint8)


@pytest.mark.parametrize("at", [(42, 60), (312, 60), (180, 270), (318, 480)])
@pytest.mark.parametrize("seed", range(20))
def test_a_mark_is_where_the_bend_puts_it(at: tuple[int, int], seed: int) -> None:
    width, height = 3 * WIDTH, 3 * HEIGHT
    bend = random_bend(np.random.default_rng(seed))
    marked = np.full((height, width, 4), 255, np.uint8)
    marked[at[1] - 4 : at[1] + 5, at[0] - 4 : at[0] + 5, :3] = 0
    bent = bend.bent(marked)
    dark = (bent[:, :, 1] < 90) & (bent[:, :, 3] > 200)
    rows, columns = np.nonzero(dark)
    expected = bend.points(np.array([at], np.float32), width, height)[0]
    assert np.hypot(columns.mean() - expected[0], rows.mean() - expected[1]) < 1.0


def test_a_bow_moves_both_edges_and_not_the_middle() -> None:
    bend = Bend((1.0, 0.0), 0.0, (0.0, 0.04), 0.0)
    left, middle, right = bend.points(np.array([(0, 90), (60, 90), (120, 90)], np.float32), WIDTH, HEIGHT)
    assert left[1] == pytest.approx(right[1])
    assert left[1] - middle[1] == pytest.approx(0.04 * HEIGHT)


def test_a_turned_up_corner_leaves_the_other_three() -> None:
    bend = Bend((0.5, 0.5), 0.5, (0.03, 0.0), 0.0)
    corners = np.array([(0, 0), (WIDTH, 0), (0, HEIGHT), (WIDTH, HEIGHT)], np.float32)
    moved = bend.points(corners, WIDTH, HEIGHT) - corners - bend.pad_px(HEIGHT)
    assert np.allclose(moved[:3], 0)
    assert moved[3, 0] > 4


def test_wear_is_at_the_edges_and_grows_with_age() -> None:
    losses = []
    for much in (0.1, 1.0):
        used = face()
        wear_out(np.random.default_rng(3), used, much)
        lost = 255.0 - used[:, :, :3].mean(axis=2)
        losses.append(lost.mean())
        assert lost[:3].mean() > lost[60:120, 40:80].mean()
    assert losses[1] > 1.5 * losses[0]


@pytest.mark.parametrize("thing", [tumbler, spectacles])
def test_what_lies_behind_glass_shows_through(thing: object) -> None:
    pictures = [thing(np.random.default_rng(seed), 120) for seed in range(12)]  # type: ignore[operator]
    clear = [((one[:, :, 3] > 10) & (one[:, :, 3] < 100)).mean() for one in pictures]
    assert max(clear) > 0.08
