"""The light, lens and codec of a cheap camera, laid over a drawn picture."""

from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.surfaces import noise

Picture = NDArray[np.uint8]
DIM_ROOMS: Final = 0.13
"""Share of pictures taken in the evening by one warm lamp: dark, yellow and grainy."""


class Shot(NamedTuple):
    """A picture as a camera gives it."""

    picture: Picture
    """BGR."""
    blur_px: float
    """The spread of its blur."""
    notes: tuple[str, ...]
    """In words, how it was taken."""


def photographed(random: np.random.Generator, picture: Picture, detail_px: float, dim_rooms: float = DIM_ROOMS) -> Shot:
    """The picture as a camera gives it.

    ``detail_px`` is the height of an index: blur is kept in proportion, so that most indices stay readable.
    ``dim_rooms``: how likely the picture is taken in a dim room.
    """
    blurred, blur_px, dim, notes = _before_grain(random, picture, detail_px, dim_rooms)
    grainy = _grainy(random, blurred, 2.0 if dim else 1.0)
    coded = _coded(random, np.clip(grainy, 0, 255).astype(np.uint8), notes)
    return Shot(coded, blur_px, tuple(notes))


def before_grain(
    random: np.random.Generator, picture: Picture, detail_px: float, dim_rooms: float = DIM_ROOMS
) -> NDArray[np.float32]:
    """What ``photographed`` would give from the same state of ``random``, without grain and codec."""
    return np.asarray(np.clip(_before_grain(random, picture, detail_px, dim_rooms)[0], 0, 255), np.float32)


def _before_grain(
    random: np.random.Generator, picture: Picture, detail_px: float, dim_rooms: float
) -> tuple[NDArray[np.float32], float, bool, list[str]]:
    """The picture lit and blurred, the spread of the blur, whether the room is dim, and in words how it was taken."""
    notes: list[str] = []
    dim = random.random() < dim_rooms
    if dim:
        notes.append("dim warm room")
    lit = _lit(random, picture, dim, notes)
    blurred, blur_px = _blurred(random, lit, detail_px, notes)
    return blurred, blur_px, dim, notes


def _lit(random: np.random.Generator, picture: Picture, dim: bool, notes: list[str]) -> NDArray[np.float32]:
    height, width = picture.shape[:2]
    uneven = random.uniform(0, 0.2)
    field = noise(random, 4, 4)[:3, :3]
    field = np.asarray(cv2.resize(field, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
    exposure = float(np.exp(random.normal(-0.08, 0.28)))
    # A camera meters the scene: a white tablecloth comes out light grey, not burnt out.
    exposure *= min(1.0, random.uniform(130, 215) / max(1.0, float(picture[::8, ::8].mean())))
    light = exposure * np.exp(uneven * field)
    if random.random() < 0.25:
        light *= _cast_shadow(random, width, height)
        notes.append("shadow")
    warm = random.normal(0.06, 0.14)
    if dim:
        light, warm = light * random.uniform(0.35, 0.7), warm + random.uniform(0.12, 0.4)
    balance = np.exp(np.array((-warm, random.normal(0, 0.03), warm * 0.8)))
    lit = picture.astype(np.float32) * light[:, :, None] * balance.astype(np.float32)
    if random.random() < 0.2:
        lit += _glare(random, width, height)[:, :, None]
        notes.append("glare")
    contrast, lift = random.uniform(0.75, 1.15), random.uniform(0, 22)
    lit = (lit - 110) * contrast + 110 + lift * 0.5
    if random.random() < 0.03:
        lit = np.repeat(lit.mean(axis=2, keepdims=True), 3, axis=2)
        notes.append("no colour")
    saturation = random.uniform(0.6, 1.25)
    grey = lit.mean(axis=2, keepdims=True)
    return np.asarray(np.clip(grey + (lit - grey) * saturation, 0, 255), np.float32)


def _cast_shadow(random: np.random.Generator, width: int, height: int) -> NDArray[np.float32]:
    """The soft edge of somebody's shadow: darker on one side of a wavy line."""
    small = np.ones((32, 32), np.float32)
    points = random.uniform(-16, 48, (int(random.integers(3, 6)), 2)).astype(np.int32)
    cv2.fillPoly(small, [points.reshape(-1, 1, 2)], (float(random.uniform(0.35, 0.8)),))
    large = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(cv2.GaussianBlur(large, (0, 0), random.uniform(2, 14)), np.float32)


def _glare(random: np.random.Generator, width: int, height: int) -> NDArray[np.float32]:
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    x, y, spread = random.uniform(0, width), random.uniform(0, height), random.uniform(0.05, 0.3) * width
    blob = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * spread**2))
    return np.asarray(blob * random.uniform(40, 220), np.float32)


def _blurred(
    random: np.random.Generator, picture: NDArray[np.float32], detail_px: float, notes: list[str]
) -> tuple[NDArray[np.float32], float]:
    spread = 0.0
    if random.random() < 0.55:
        spread = random.uniform(0, 0.06) * min(detail_px, 60)
        if spread > 0.3:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), spread), np.float32)
    if random.random() < 0.18:
        length = random.uniform(0.05, 0.22) * min(detail_px, 60)
        picture = _dragged(random, picture, length)
        spread = float(np.hypot(spread, length / 3))
        if length >= 3:
            notes.append(f"motion blur, {length:.0f} px")
    if random.random() < 0.2:
        picture = _coarse(random, picture)
    if random.random() < 0.25:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = picture + (picture - soft) * random.uniform(0.4, 1.8)
    return picture, spread


def _dragged(random: np.random.Generator, picture: NDArray[np.float32], length: float) -> NDArray[np.float32]:
    """Blurred along a straight movement of that many pixels."""
    if length < 1.5:
        return picture
    size = int(length) | 1
    kernel = np.zeros((size, size), np.float32)
    turn, half = random.uniform(0, np.pi), (size - 1) / 2
    x, y = np.cos(turn) * half, np.sin(turn) * half
    ends = [(round(half - x), round(half - y)), (round(half + x), round(half + y))]
    cv2.line(kernel, ends[0], ends[1], (1.0,), 1, cv2.LINE_AA)
    return np.asarray(cv2.filter2D(picture, -1, kernel / max(kernel.sum(), 1e-6)), np.float32)


def _coarse(random: np.random.Generator, picture: NDArray[np.float32]) -> NDArray[np.float32]:
    """Taken at a lower resolution and enlarged, as video often is."""
    height, width = picture.shape[:2]
    share = random.uniform(0.6, 0.95)
    small = cv2.resize(picture, (round(width * share), round(height * share)), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _grainy(random: np.random.Generator, picture: NDArray[np.float32], gain: float) -> NDArray[np.float32]:
    height, width = picture.shape[:2]
    strength = abs(random.normal(0, 4.5)) * gain
    if strength < 0.8:
        return picture
    grain = random.uniform(1, 1.8)
    coloured = picture + noise(random, width, height, grain)[:, :, None] * strength
    channel = int(random.integers(3))
    coloured[:, :, channel] += noise(random, width, height, 1.5) * strength * 0.5
    return coloured


def _coded(random: np.random.Generator, picture: Picture, notes: list[str]) -> Picture:
    if random.random() < 0.25:
        return picture
    quality = int(random.integers(35, 96))
    notes.append(f"JPEG {quality}")
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
