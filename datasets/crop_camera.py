"""What light, lens, sensor and file format do to a small picture of a card's corner."""

from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""BGR, shape (height, width, 3)."""


def photographed(rng: np.random.Generator, patch: Picture, index_px: float) -> Picture:
    """The patch as a cheap camera would give it; ``index_px`` is the height of the index in it."""
    seen = _lit(rng, patch)
    seen = _blurred(rng, seen, index_px)
    if rng.random() < 0.35:
        soft = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.7, 1.6)))
        gain = float(rng.uniform(0.3, 1.4))
        seen = np.asarray(cv2.addWeighted(seen, 1 + gain, soft, -gain, 0), np.uint8)
    seen = _noisy(rng, seen)
    if rng.random() < 0.85:
        quality = int(rng.choice([rng.integers(35, 60), rng.integers(60, 85), rng.integers(80, 97)]))
        coded = cv2.imencode(".jpg", seen, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        seen = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return seen


def lamp(rng: np.random.Generator) -> NDArray[np.float32]:
    """The colour of the light as gains of B, G, R: neutral, warm (the usual evening), cold, or odd."""
    kind = rng.random()
    if kind < 0.4:
        gains = rng.uniform(0.92, 1.08, 3)
    elif kind < 0.75:
        warmth = rng.uniform(0.1, 1.0)
        gains = np.array([1 - 0.6 * warmth, 1 - 0.22 * warmth + rng.uniform(-0.05, 0.05), 1.0])
    elif kind < 0.9:
        gains = np.array([1.0, rng.uniform(0.85, 1.0), rng.uniform(0.65, 0.95)])
    else:
        gains = rng.uniform(0.7, 1.1, 3)
    return gains.astype(np.float32)


def _lit(rng: np.random.Generator, patch: Picture) -> Picture:
    levels = [rng.uniform(0.25, 0.6), rng.uniform(0.55, 1.0), rng.uniform(0.95, 1.35)]
    exposure = float(rng.choice(levels, p=[0.25, 0.5, 0.25]))
    gamma = float(rng.uniform(0.75, 1.35))
    haze = float(rng.choice([0, rng.uniform(0, 45)], p=[0.6, 0.4]))
    ramp = np.arange(256, dtype=np.float32) / 255
    curve = haze + (255 - haze) * np.clip(ramp[:, None] * lamp(rng) * exposure, 0, 1) ** gamma
    seen = np.asarray(cv2.LUT(patch, curve.astype(np.uint8)[None]), dtype=np.uint8)
    if rng.random() < 0.35:
        seen = _shaded(rng, seen)
    return seen


def _shaded(rng: np.random.Generator, patch: Picture) -> Picture:
    """A slope of light, the edge of a shadow, or a highlight on glossy stock."""
    height, width = patch.shape[:2]
    turn = rng.uniform(0, 2 * np.pi)
    x = (np.arange(width, dtype=np.float32) / width - 0.5)[None] * np.cos(turn)
    y = (np.arange(height, dtype=np.float32) / height - 0.5)[:, None] * np.sin(turn)
    along = (x + y - float(rng.uniform(-0.4, 0.4))).astype(np.float32)
    kind = rng.random()
    if kind < 0.4:
        field = 1 + along * float(rng.uniform(-0.8, 0.8))
    elif kind < 0.75:
        soft, deep = float(rng.uniform(3, 40)), float(rng.uniform(0.25, 0.65))
        field = 1 - deep / (1 + np.exp(-along * soft))
    else:
        shine = float(rng.uniform(40, 190)) * np.exp(-((along * float(rng.uniform(2, 7))) ** 2))
        return np.asarray(np.clip(patch + shine[..., None], 0, 255), np.uint8)
    return np.asarray(np.clip(patch * field[..., None], 0, 255), np.uint8)


def _blurred(rng: np.random.Generator, patch: Picture, index_px: float) -> Picture:
    soft = float(rng.uniform(0.25, 0.65))
    if rng.random() < 0.3:
        soft += float(rng.uniform(0, 0.04)) * index_px
    seen = cv2.GaussianBlur(patch, (0, 0), soft)
    if rng.random() < 0.2:
        seen = cv2.filter2D(seen, -1, _smear(rng, float(rng.uniform(0.03, 0.13)) * index_px))
    return np.asarray(seen, dtype=np.uint8)


def _smear(rng: np.random.Generator, length: float) -> NDArray[np.float32]:
    side = max(int(length) | 1, 3)
    kernel = np.zeros((side, side), np.uint8)
    turn = rng.uniform(0, np.pi)
    reach = length / 2 * 16
    end = (np.cos(turn) * reach, np.sin(turn) * reach)
    middle = (side // 2) * 16
    ends = [(round(middle + sign * end[0]), round(middle + sign * end[1])) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 255, 1, cv2.LINE_AA, 4)
    total = float(kernel.sum()) or 1.0
    return (kernel / total).astype(np.float32) if kernel.any() else np.full((1, 1), 1, np.float32)


@cache
def _grain() -> NDArray[np.float32]:
    return np.random.default_rng(5).standard_normal((512, 512, 3)).astype(np.float32)


def _noisy(rng: np.random.Generator, patch: Picture) -> Picture:
    strength = float(rng.choice([rng.uniform(0, 3), rng.uniform(2, 8), rng.uniform(6, 16)], p=[0.5, 0.38, 0.12]))
    if strength < 0.6:
        return patch
    height, width = patch.shape[:2]
    x, y = int(rng.integers(0, 512 - width)), int(rng.integers(0, 512 - height))
    grain = _grain()[y : y + height, x : x + width] * strength
    if rng.random() < 0.4:
        grain = cv2.GaussianBlur(grain, (0, 0), 0.8) * 1.7
    return np.clip(patch + grain, 0, 255).astype(np.uint8)
