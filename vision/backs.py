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
    symmetry: float = 0.35
    """Least likeness of a patterned back to itself half a turn on."""
    paper_share: float = 0.55
    """A patch with more white than this is a face, a sheet or a box, not a back."""


def face_down(image: Image, cards: Sequence[CardReading], settings: BackSettings | None = None) -> tuple[Quad, ...]:
    """The outlines of face-down cards in a BGR picture, apart from the face-up ``cards`` found in it."""
    chosen = settings or BackSettings()
    scale = min(1.0, chosen.long_side_px / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    outlines = [np.array(card.corners_px, np.float32) * scale for card in cards]
    sizes = _areas(cards, scale)
    found: list[NDArray[np.float32]] = []
    for quad in sorted(_card_shapes(np.asarray(small, np.uint8), chosen), key=_area, reverse=True):
        if not _right_size(_area(quad), sizes, small.shape[0] * small.shape[1], chosen):
            continue
        if any(_covers(known, quad) for known in (*outlines, *found)):
            continue
        if _is_back(np.asarray(small, np.uint8), quad, chosen):
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


def _is_back(small: Image, quad: NDArray[np.float32], settings: BackSettings) -> bool:
    """Whether the patch, its border left out, is printed like a back: coloured or patterned, the same half a turn on."""
    patch = _straightened(small, quad)
    inner = patch[12:-12, 8:-8].astype(np.float32)
    grey = inner.mean(axis=2)
    colour = np.ptp(inner, axis=2)
    bright = float(np.percentile(small, 95))
    paper = (grey > 0.72 * bright) & (colour < 45)
    if paper.mean() > settings.paper_share:
        return False
    plain = float(grey.std()) < 14
    if plain:
        return float(np.median(colour)) > 60
    turned = grey[::-1, ::-1]
    soft, other = (cv2.GaussianBlur(view, (0, 0), 1.5).ravel() for view in (grey, turned))
    return float(np.corrcoef(soft, other)[0, 1]) > settings.symmetry


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
