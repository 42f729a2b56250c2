"""Things that lie at the edge of a card table, drawn from above: score sheet with pen, mug, chips."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from kozyr.vision.types import Image

PX_PER_MM: Final = 4.0
"""Resolution of the drawings."""


@dataclass(frozen=True, slots=True)
class Prop:
    """One thing on the table."""

    picture: Image
    """Premultiplied BGRA."""
    size_mm: tuple[float, float]
    """Width and height of the picture on the table."""
    tall_mm: float
    """Height over the table, for its shadow."""


def _blank(width_mm: float, height_mm: float) -> Image:
    return np.zeros((round(height_mm * PX_PER_MM), round(width_mm * PX_PER_MM), 4), np.uint8)


def _finished(picture: Image, size_mm: tuple[float, float], tall_mm: float) -> Prop:
    """Softens the edges; colours outside the shape are black, so the blurred picture is premultiplied."""
    return Prop(np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.2), np.uint8), size_mm, tall_mm)


def score_sheet(rng: np.random.Generator) -> Prop:
    """A sheet of paper with two columns of handwritten running scores."""
    width, height = 92.0, 126.0
    picture = _blank(width, height)
    paper = tuple(int(v) for v in rng.integers((205, 214, 216), (232, 240, 246)))
    picture[:] = (*paper, 255)
    ink = (120, 60, 30, 255) if rng.random() < 0.6 else (50, 50, 55, 255)
    columns = [int(width * PX_PER_MM * share) for share in (0.36, 0.68)]
    for x in columns:
        cv2.line(picture, (x, 30), (x + int(rng.integers(-4, 5)), picture.shape[0] - 30), ink, 2, cv2.LINE_AA)
    cv2.line(picture, (16, 62), (picture.shape[1] - 20, 58), ink, 2, cv2.LINE_AA)
    totals = np.zeros(3, int)
    for row in range(int(rng.integers(3, 8))):
        totals += rng.integers(0, 40, 3)
        for column, x in enumerate((14, columns[0] + 14, columns[1] + 14)):
            at = (x + int(rng.integers(0, 14)), 100 + row * 42 + int(rng.integers(-4, 5)))
            size = float(rng.uniform(0.95, 1.2))
            cv2.putText(picture, str(totals[column]), at, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, size, ink, 2, cv2.LINE_AA)
    return _finished(picture, (width, height), 0.4)


def pen(rng: np.random.Generator) -> Prop:
    """A ball-point pen."""
    width, height = 11.0, 140.0
    picture = _blank(width, height)
    body = tuple(int(v) for v in rng.choice([(40, 30, 170), (150, 60, 20), (40, 40, 40), (60, 140, 60)]))
    middle, px = picture.shape[1] // 2, PX_PER_MM
    for at, radius, colour in ((0.90, 1.3, (180, 190, 196)), (0.86, 2.6, body), (0.16, 4.0, body), (0.02, 3.2, body)):
        end = (middle, int(height * px * at))
        start = (middle, int(height * px * max(at - 0.70, 0.05)))
        cv2.line(picture, start, end, (*colour, 255), int(2 * radius * px / 2), cv2.LINE_AA)
    lit = np.cos(np.linspace(-1.3, 1.3, picture.shape[1]))[None, :, None]
    picture[..., :3] = np.clip(picture[..., :3] * (0.45 + 0.75 * lit), 0, 255).astype(np.uint8)
    return _finished(picture, (width, height), 7.0)


def mug(rng: np.random.Generator) -> Prop:
    """A mug of tea or coffee with its handle."""
    side = 118.0
    picture = _blank(side, side)
    china = tuple(int(v) for v in rng.choice([(150, 110, 60), (228, 228, 226), (60, 60, 170), (90, 130, 80)]))
    drink = (28, 52, 92) if rng.random() < 0.5 else (38, 92, 150)
    centre, px = (int(50 * PX_PER_MM), int(60 * PX_PER_MM)), PX_PER_MM
    cv2.ellipse(picture, (int(92 * px), centre[1]), (int(17 * px), int(13 * px)), 0, 0, 360, (*china, 255),
                int(8 * px), cv2.LINE_AA)  # fmt: skip
    cv2.circle(picture, centre, int(42 * px), (*china, 255), -1, cv2.LINE_AA)
    dark = tuple(int(v * 0.62) for v in china)
    cv2.circle(picture, centre, int(38 * px), (*dark, 255), -1, cv2.LINE_AA)
    cv2.circle(picture, (centre[0] + 6, centre[1] + 8), int(36 * px), (*drink, 255), -1, cv2.LINE_AA)
    cv2.ellipse(picture, (centre[0] - 40, centre[1] - 50), (26, 12), -40, 0, 360, (120, 140, 160, 255), -1, cv2.LINE_AA)
    return _finished(picture, (side, side), 60.0)


def chips(rng: np.random.Generator) -> Prop:
    """A small stack of chips."""
    side = 44.0
    picture = _blank(side, side)
    colour = tuple(int(v) for v in rng.choice([(140, 60, 30), (40, 40, 170), (60, 120, 40), (40, 40, 40)]))
    middle, px = (picture.shape[1] // 2, picture.shape[0] // 2), PX_PER_MM
    cv2.circle(picture, middle, int(20 * px), (*colour, 255), -1, cv2.LINE_AA)
    start = float(rng.uniform(0, 60))
    for spoke in range(6):
        cv2.ellipse(picture, middle, (int(18 * px), int(18 * px)), 0, start + spoke * 60, start + spoke * 60 + 22,
                    (228, 230, 232, 255), int(4 * px))  # fmt: skip
    cv2.circle(picture, middle, int(13 * px), (222, 226, 228, 255), -1, cv2.LINE_AA)
    cv2.circle(picture, middle, int(11 * px), (*colour, 255), -1, cv2.LINE_AA)
    return _finished(picture, (side, side), 14.0)
