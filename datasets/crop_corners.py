"""Corners cut from real card art, on the common canvas of ``crop_paper``, and pieces of art to stand beside them."""

from collections.abc import Iterator
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.corners import CornerIndex
from kozyr.datasets.crop_paper import CANVAS_PX, CENTRE_PX, INDEX_PX, Canvas, Corner
from kozyr.datasets.decks import deck_names, face, index_boxes, reindexed
from kozyr.engine.cards import DECK_52, Card
from kozyr.engine.errors import KozyrError

Bgra = NDArray[np.uint8]


def cut_corner(card: Card, picture: Bgra, index: CornerIndex) -> Corner:
    """The corner of a face around one of its indices, turned upright and scaled to the common canvas."""
    height, width = picture.shape[:2]
    quad = index.quad(width, height)
    top_left, across, down = quad[0], quad[1] - quad[0], quad[3] - quad[0]
    index_height = max(float(np.hypot(*down)), 1.0)
    index_width = float(np.hypot(*across))
    scale = INDEX_PX / index_height
    centre = top_left + (across + down) / 2
    cos, sin = (-scale, 0.0) if index.upside_down else (scale, 0.0)
    move = np.array(
        [
            [cos, -sin, CENTRE_PX[0] - cos * centre[0] + sin * centre[1]],
            [sin, cos, CENTRE_PX[1] - sin * centre[0] - cos * centre[1]],
        ]
    )
    if scale < 0.7:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.4 / scale), dtype=np.uint8)
    how = cv2.INTER_LINEAR if scale < 1 else cv2.INTER_CUBIC
    cut = np.asarray(cv2.warpAffine(picture, move, CANVAS_PX[::-1], flags=how), dtype=np.uint8)
    return Corner(card, cut, _index_ink(cut, index_width * scale), (index_width * scale, float(INDEX_PX)))


def _index_ink(cut: Bgra, width: float) -> NDArray[np.uint8]:
    """What inside the index's box differs from the paper around it."""
    ink = np.zeros(CANVAS_PX, np.uint8)
    left, top = round(CENTRE_PX[0] - width / 2), round(CENTRE_PX[1] - INDEX_PX / 2)
    box = np.s_[max(top, 0) : top + INDEX_PX, max(left, 0) : left + max(round(width), 2)]
    part = cut[box][..., :3].astype(np.int16)
    paper = np.percentile(part.reshape(-1, 3), 85, axis=0)
    ink[box] = np.where(np.abs(part - paper).max(axis=2) > 60, 255, 0)
    return ink


@cache
def deck_corners(split: str) -> tuple[Corner, ...]:
    """All corners of the installed decks of a split whose index could be told from the art."""
    return tuple(corner for name in _installed(split) for corner in _corners_of(name))


def _corners_of(name: str) -> Iterator[Corner]:
    for card in DECK_52:
        picture = face(name, card)
        cut = [cut_corner(card, picture, index) for index in index_boxes(name, card)]
        # Some designs print the lower index half turned: only what looks like the upper one is a true index.
        yield from (one for place, one in enumerate(cut) if place == 0 or _alike(one, cut[0]))


def _alike(one: Corner, other: Corner) -> bool:
    """Whether two corners carry the same print in the middle of the index."""
    width = min(one.size_px[0], other.size_px[0])
    left, top = round(CENTRE_PX[0] - width / 2), round(CENTRE_PX[1] - INDEX_PX / 2)
    box = np.s_[top : top + INDEX_PX, left : left + max(round(width), 2), 1]
    grey = [cv2.GaussianBlur(corner.pixels[box], (0, 0), 2).astype(np.float64).ravel() for corner in (one, other)]
    return float(np.corrcoef(grey[0], grey[1])[0, 1]) > 0.75


def _installed(split: str) -> tuple[str, ...]:
    try:
        return deck_names(split)
    except KozyrError:
        return ()


def restyled_corners(rng: np.random.Generator, split: str) -> tuple[Corner, ...]:
    """The corners of one card of a random deck of a split, its index drawn anew in a random style."""
    names = _installed(split)
    if not names:
        return ()
    card = DECK_52[int(rng.integers(len(DECK_52)))]
    picture, indices = reindexed(names[int(rng.integers(len(names)))], card, int(rng.integers(100_000)))
    return tuple(cut_corner(card, picture, index) for index in indices[:2])


@cache
def art_pieces(split: str) -> tuple[Canvas, ...]:
    """Inner pieces of court faces of a split, canvas-sized, to be shown beside a procedural index."""
    rng = np.random.default_rng(23)
    pieces: list[Canvas] = []
    for name in _installed(split):
        for card in (card for card in DECK_52 if card.rank.natural in (11, 12, 13)):
            scale = float(rng.uniform(0.55, 1.2))
            picture = face(name, card, round(480 * scale))
            high, wide = picture.shape[0] - CANVAS_PX[0], picture.shape[1] - CANVAS_PX[1]
            if high < 40 or wide < 30:
                continue
            y, x = round(high * float(rng.uniform(0.2, 0.6))), round(wide * float(rng.uniform(0.3, 0.7)))
            window = picture[y : y + CANVAS_PX[0], x : x + CANVAS_PX[1], :3]
            pieces.append(window.astype(np.float32))
    return tuple(pieces)
