"""Glasses for drinking and for seeing, from above: what is behind them shows through."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

Bgra = NDArray[np.uint8]
_DRINKS: Final = ((235, 225, 215), (40, 70, 130), (60, 150, 210), (70, 190, 230), (45, 30, 110))
"""Water, tea, juice, beer, wine, BGR."""
_FRAMES: Final = ((25, 25, 28), (40, 50, 110), (170, 175, 180), (60, 130, 180))


def tumbler(random: np.random.Generator, size: int) -> Bgra:
    """A glass with something in it, or empty: a pale rim, a tinted middle, bright reflections."""
    size = max(16, round(size * random.uniform(0.7, 1.1)))
    picture = np.zeros((size, size, 4), np.uint8)
    at, radius = (size // 2, size // 2), size * 0.46
    drink = np.array(_DRINKS[int(random.integers(len(_DRINKS)))], float) * random.uniform(0.8, 1.1)
    see_through = int(random.integers(35, 95)) if random.random() < 0.75 else int(random.integers(150, 230))
    cv2.circle(picture, at, round(radius), (215, 222, 222, 70), -1, cv2.LINE_AA)
    cv2.circle(picture, at, round(radius * 0.84), (*np.clip(drink, 0, 255).tolist(), see_through), -1, cv2.LINE_AA)
    thick = max(1, size // 26)
    for share, ink in ((0.98, (235, 240, 240, 210)), (0.84, (150, 158, 158, 170)), (0.6, (225, 230, 230, 60))):
        cv2.circle(picture, at, round(radius * share), ink, thick, cv2.LINE_AA)
    for _ in range(int(random.integers(1, 4))):
        start, span = int(random.integers(360)), int(random.integers(12, 55))
        axes = (round(radius * random.uniform(0.7, 0.95)),) * 2
        cv2.ellipse(picture, at, axes, 0, start, start + span, (252, 254, 255, 240), 2 * thick, cv2.LINE_AA)
    return picture


def spectacles(random: np.random.Generator, size: int) -> Bgra:
    """A pair of glasses laid down, its arms folded or open."""
    wide, high = max(24, round(size * 1.3)), max(18, round(size * 0.8))
    picture = np.zeros((high, wide, 4), np.uint8)
    frame = (*_FRAMES[int(random.integers(len(_FRAMES)))], 255)
    thick = max(1, round(size * random.uniform(0.02, 0.06)))
    glass = (200, 190, 180, 40) if random.random() < 0.75 else (40, 38, 36, 200)
    middle, lens = high * 0.3, (round(wide * 0.19), round(high * random.uniform(0.18, 0.26)))
    for side in (0.24, 0.76):
        at = (round(wide * side), round(middle))
        cv2.ellipse(picture, at, lens, 0, 0, 360, glass, -1, cv2.LINE_AA)
        cv2.ellipse(picture, at, lens, 0, 0, 360, frame, thick, cv2.LINE_AA)
        if glass[3] < 100:
            cv2.ellipse(picture, at, (lens[0] // 2, lens[1] // 2), 0, 190, 250, (250, 252, 252, 190), thick)
    cv2.line(picture, (round(wide * 0.43), round(middle)), (round(wide * 0.57), round(middle)), frame, thick)
    folded = random.random() < 0.5
    for side, away in ((0.06, 0.9), (0.94, 0.1)):
        foot = (round(wide * (away if folded else side)), round(high * (0.55 if folded else 0.97)))
        cv2.line(picture, (round(wide * side), round(middle)), foot, frame, thick, cv2.LINE_AA)
    return picture
