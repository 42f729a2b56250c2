"""The stream's coder: what does not move stands still, what moves arrives."""

import numpy as np

from kozyr.datasets.video_coding import StreamCoder
from kozyr.vision.types import Image

SIZE = (96, 160)


def noisy(seed: int, level: int = 100) -> Image:
    noise = np.random.default_rng(seed).normal(level, 1.5, (*SIZE, 3))
    return np.asarray(np.clip(noise, 0, 255), np.uint8)


def test_noise_is_not_sent_again_until_the_whole_picture_is() -> None:
    coder = StreamCoder(70, 2.0)
    pictures = [coder.coded(noisy(seed)) for seed in range(9)]
    assert all(np.array_equal(pictures[0], one) for one in pictures[1:8])
    assert not np.array_equal(pictures[0], pictures[8])


def test_what_changes_is_sent_and_the_rest_stays() -> None:
    coder = StreamCoder(70, 15.0)
    first = coder.coded(noisy(0))
    moved = noisy(1)
    moved[32:48, 48:64] = 220
    second = coder.coded(moved)
    assert abs(float(second[32:48, 48:64].mean()) - 220) < 3
    kept = np.ones(SIZE, bool)
    kept[32:48, 48:64] = False
    assert np.array_equal(first[kept], second[kept])
