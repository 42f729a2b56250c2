"""Cards lying face-down in a still picture: card-shaped patches that are no paper and carry no index.

This is told from shape and print alone. A back is counted only when it looks like one from every side: four straight
edges in a card's proportions, not white inside, and, where face-up cards tell how large a card is, of that size.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.vision.types import CardReading, Image, Point

Quad = tuple[Point, Point, Point, Point]
"""Corners in pixels of the picture, clockwise."""


@dataclass(frozen=True, slots=True)
class BackSettings:
    """The numbers of the search for backs."""

    long_side_px: int = 1000
    """The picture is searched at this size."""
    proportions: tuple[float, float] = (0.52, 0.86)
    """Width to length of a card as a camera may see it."""
    filled: float = 0.9
    """How much of its rectangle the outline must fill."""
    same_size: float = 1.5
    """How much larger or smaller than the face-up cards a back may be (by area)."""
    picture_share: tuple[float, float] = (0.003, 0.35)
    """Area of a card in the picture where no face-up card tells it."""
    paper_share: float = 0.62
    """A patch with more of the paper's colour inside is a face, a sheet or a box, not a back."""
    border_share: float = 0.6
    """How much of the rim must be paper for a plain patch to be a back with a white border."""
    evenness: float = 0.16
    """How much the parts of a back may differ in brightness, of its mean."""
    texture: float = 0.07
    """Least contrast of a printed back without a white border, where white paper is 1."""


def face_down(image: Image, cards: Sequence[CardReading], settings: BackSettings | None = None) -> tuple[Quad, ...]:
    """The outlines of face-down cards in a BGR picture, apart from the face-up ``cards`` found in it."""
    chosen = settings or BackSettings()
    scale = min(1.0, chosen.long_side_px / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    paper = _paper_colour(np.asarray(small, np.uint8), cards, scale)
    outlines = [np.array(card.corners_px, np.float32) * scale for card in cards]
    sizes = _areas(cards, scale)
    found: list[NDArray[np.float32]] = []
    for quad in sorted(_card_shapes(np.asarray(small, np.uint8), chosen), key=_area, reverse=True):
        if not _right_size(_area(quad), sizes, small.shape[0] * small.shape[1], chosen):
            continue
        if any(_covers(known, quad) for known in (*outlines, *found)):
            continue
        if _is_back(_straightened(np.asarray(small, np.uint8), quad), paper, bool(sizes), chosen):
            found.append(quad)
    return tuple(_as_quad(quad / scale) for quad in found)


def _areas(cards: Sequence[CardReading], scale: float) -> list[float]:
    """Areas of the cards seen with both corners: only those tell a card's size surely."""
    whole = [card for card in cards if len(card.indices) >= 2]
    return [_area(np.array(card.corners_px, np.float32) * scale) for card in whole]


def _area(quad: NDArray[np.float32]) -> float:
    return abs(float(cv2.contourArea(quad)))


def _card_shapes(small: Image, settings: BackSettings) -> list[NDArray[np.float32]]:
    """Convex four-cornered outlines in a card's proportions, each (4, 2)."""
    found: list[NDArray[np.float32]] = []
    for edges in _edge_pictures(small):
        contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            hull = cv2.convexHull(contour)
            rectangle = cv2.minAreaRect(hull)
            short, long = sorted(rectangle[1])
            if long < 20 or not settings.proportions[0] < short / long < settings.proportions[1]:
                continue
            if cv2.contourArea(hull) < settings.filled * short * long:
                continue
            if cv2.contourArea(contour) < 0.7 * cv2.contourArea(hull):
                continue
            found.append(np.asarray(cv2.boxPoints(rectangle), np.float32))
    return found


def _edge_pictures(small: Image) -> list[NDArray[np.uint8]]:
    """Regions bounded by edges, at two strengths, and regions of one colour."""
    smooth = cv2.bilateralFilter(small, 7, 40, 7)
    pictures = []
    for low, high in ((30, 80), (70, 160)):
        edges = np.max([cv2.Canny(smooth[:, :, channel], low, high) for channel in range(3)], axis=0)
        closed = cv2.morphologyEx(np.asarray(edges, np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        pictures.append(np.asarray(closed, np.uint8))
    return pictures


def _right_size(area: float, known: Sequence[float], picture: float, settings: BackSettings) -> bool:
    if known:
        ratio = area / float(np.median(known))
        return 1 / settings.same_size < ratio < settings.same_size
    low, high = settings.picture_share
    return low < area / picture < high


def _covers(known: NDArray[np.float32], quad: NDArray[np.float32]) -> bool:
    """Whether two outlines share a good part of the smaller one."""
    shared, _ = cv2.intersectConvexConvex(known.reshape(-1, 1, 2), quad.reshape(-1, 1, 2))
    return shared > 0.3 * min(_area(known), _area(quad))


def _paper_colour(small: Image, cards: Sequence[CardReading], scale: float) -> NDArray[np.float32]:
    """The colour of card paper in this light, BGR: from the face-up cards, or else the brightest there is."""
    whites = []
    for card in cards:
        patch = _straightened(small, np.array(card.corners_px, np.float32) * scale).reshape(-1, 3).astype(np.float32)
        level = patch.sum(axis=1)
        whites.append(np.median(patch[level >= np.percentile(level, 70)], axis=0))
    if whites:
        return np.asarray(np.median(whites, axis=0), np.float32)
    pixels = small.reshape(-1, 3).astype(np.float32)
    light = pixels.sum(axis=1)
    return np.asarray(np.median(pixels[light >= np.percentile(light, 95)], axis=0), np.float32)


def _is_back(patch: Image, paper: NDArray[np.float32], size_is_known: bool, settings: BackSettings) -> bool:
    """Whether a patch is printed like a back: not paper inside, alike everywhere, with a white rim or a pattern."""
    relative = patch.astype(np.float32) / np.maximum(paper, 1.0)
    white = (relative.min(axis=2) > 0.6) & (np.ptp(relative, axis=2) < 0.2)
    inner = np.s_[12:-12, 8:-8]
    if white[inner].mean() > settings.paper_share:
        return False
    grey = relative[inner].mean(axis=2)
    mean = max(float(grey.mean()), 0.02)
    parts = cv2.resize(grey, (2, 3), interpolation=cv2.INTER_AREA)
    if float(np.ptp(parts)) > 2 * settings.evenness * max(mean, 0.2):
        return False
    rim = np.ones(white.shape, bool)
    rim[5:-5, 4:-4] = False
    rim[:1], rim[-1:], rim[:, :1], rim[:, -1:] = False, False, False, False
    bordered = float(white[rim].mean()) > settings.border_share
    patterned = float(grey.std()) > settings.texture
    return bordered or (patterned and size_is_known)


def _straightened(small: Image, quad: NDArray[np.float32]) -> Image:
    """The patch as an upright rectangle of 64 by 96."""
    first = math.dist(quad[0], quad[1])
    second = math.dist(quad[1], quad[2])
    corners = quad if first <= second else np.roll(quad, 1, axis=0)
    target = np.array([(0, 0), (64, 0), (64, 96), (0, 96)], np.float32)
    move = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), target)
    return np.asarray(cv2.warpPerspective(small, move, (64, 96)), np.uint8)


def _as_quad(quad: NDArray[np.float32]) -> Quad:
    first, second, third, fourth = ((float(x), float(y)) for x, y in quad)
    return first, second, third, fourth
