"""Seeded pictures of cards on tables with every corner index labelled: what the detector and the reader learn from.

A picture is drawn at its final size: faces are warped onto a surface in one plane seen from some height, things and
hands are laid over them, and then the light, the lens and the codec of a cheap camera are imitated.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets import clutter, decks, lens, wear
from kozyr.datasets.corners import CornerIndex
from kozyr.datasets.layouts import Place, layout
from kozyr.datasets.legible import rank_kept
from kozyr.datasets.surfaces import surface
from kozyr.engine.cards import DECK_52, Card

Matrix = NDArray[np.float64]
READABLE_SHARE: Final = 0.75
"""How much of an index must be seen for a person to be expected to read it."""
_SMALLEST_READABLE_PX: Final = 9.0
_WORN_DECKS: Final = 0.35
_BENT: Final = 0.12
_BENT_WORN: Final = 0.4
"""Share of cards that do not lie flat, of new decks and of worn ones."""


@dataclass(frozen=True, slots=True)
class IndexLabel:
    """One corner index in a picture."""

    card: Card
    """The card it names."""
    quad_px: tuple[tuple[float, float], ...]
    """Top left, top right, bottom right, bottom left of the ink as the index reads upright."""
    visible: float
    """Share of its area inside the picture and not covered."""
    readable: bool
    """Seen well enough to be read: enough of it, large and sharp enough. The detector is taught and measured by it."""
    kept: float = 1.0
    """What the camera has left of the rank, as ``datasets.legible.rank_kept`` measures it."""


@dataclass(frozen=True, slots=True)
class Printing:
    """A deck as it lies on the table."""

    deck: str
    """Its name."""
    style_seed: int | None = None
    """Whose index is printed on it; None leaves it as the deck has it."""


def scene(
    seed: int,
    size_px: int = 416,
    split: str = "train",
    *,
    look: Printing | None = None,
    pack: Sequence[Card] = DECK_52,
) -> tuple[NDArray[np.uint8], tuple[IndexLabel, ...]]:
    """A square BGR picture and its labels; the same seed gives the same picture on the same installed packages.

    The cards are of a deck of the split drawn by the seed, or of ``look``, and out of ``pack``. Raises KozyrError when
    no deck of the split is installed.
    """
    random = np.random.default_rng((seed, 4161, decks.SPLITS.index(split)))
    composer = _Composer(random, size_px, split, look)
    composer.compose(pack)
    return _photographed(composer)


def spread(
    seed: int, look: Printing, cards: Sequence[Card], places: Sequence[Place], size_px: int = 1280
) -> tuple[NDArray[np.uint8], tuple[IndexLabel, ...]]:
    """A square picture of given cards at given places, as large as fits, and its labels; nothing else is laid out."""
    random = np.random.default_rng((seed, 4162))
    composer = _Composer(random, size_px, decks.deck(look.deck).split, look)
    composer.lay_out(cards, places)
    return _photographed(composer)


def _photographed(composer: "_Composer") -> tuple[NDArray[np.uint8], tuple[IndexLabel, ...]]:
    labels = composer.labels()
    picture, blur_px = lens.photographed(composer.random, composer.canvas, composer.index_high_px)
    judged = (_judged(label, blur_px) for label in labels)
    drawn = composer.canvas
    return picture, tuple(replace(one, kept=rank_kept(drawn, picture, one.quad_px)) for one in judged)


def _judged(label: IndexLabel, blur_px: float) -> IndexLabel:
    quad = np.array(label.quad_px)
    high = float(np.linalg.norm((quad[3] + quad[2] - quad[0] - quad[1]) / 2))
    wide = float(np.linalg.norm((quad[1] + quad[2] - quad[0] - quad[3]) / 2))
    clear = high >= _SMALLEST_READABLE_PX and wide >= 4 and blur_px < 0.11 * high
    return IndexLabel(label.card, label.quad_px, label.visible, clear and label.visible >= READABLE_SHARE)


class _Composer:
    """Lays one picture together: canvas, and for each pixel the number of the card seen there."""

    def __init__(self, random: np.random.Generator, size: int, split: str, look: Printing | None = None) -> None:
        self.random, self.size = random, size
        names = decks.deck_names(split)
        self.deck = decks.deck(names[int(random.integers(len(names)))])
        self.restyled = not self.deck.letters or random.random() < (0.0 if split == "reserved" else 0.65)
        self.style_seed = int(random.integers(20_000))
        if look is not None:
            self.deck = decks.deck(look.deck)
            self.restyled, self.style_seed = look.style_seed is not None, look.style_seed or self.style_seed
        self.canvas = surface(random, size, size)
        self.owner = np.full((size, size), -1, np.int16)
        # Each card, its indices in pixels of its face, and the way from the face to the picture.
        self.placed: list[tuple[Card, tuple[wear.Points, ...], Matrix]] = []
        self.worn = random.uniform(0.15, 1.0) if random.random() < _WORN_DECKS else 0.0
        self.tint = 1 - np.array((0.22, 0.08, 0.02)) * random.uniform(0, 1) ** 2
        self.index_high_px = float(np.exp(random.normal(np.log(27), 0.55)))
        if random.random() < 0.22:  # one card held before a telephone fills the picture
            self.index_high_px = random.uniform(35, 0.28 * size)
        self.index_high_px = float(np.clip(self.index_high_px, 11, 0.28 * size))
        self.light_from = random.normal(0, 0.02, 2)

    def compose(self, cards: Sequence[Card]) -> None:
        """Draw everything that lies on the table, the face-up cards out of the given ones."""
        random = self.random
        pack = [cards[i] for i in random.permutation(len(cards))]
        share = self._measure(pack[0])
        self.card_high = min(self.index_high_px / share, 2.4 * self.size)
        self.view = self._view()
        for _ in range(int(random.integers(0, 3))):
            self._lay_thing()
        places = layout(random, self.size / self.card_high)
        shift = self._shift(places)
        for number, place in enumerate(places):
            self._lay_card(pack[number % len(pack)], place, shift)
            if random.random() < 0.03:
                self._lay_thing()
        for _ in range(int(random.choice((0, 0, 0, 1, 1, 2)))):
            self._lay_thing()
        if random.random() < 0.22:
            self._lay_hand()

    def lay_out(self, cards: Sequence[Card], places: Sequence[Place]) -> None:
        """Draw the given cards at the given places, filling the picture, seen nearly from above."""
        share = self._measure(cards[0])
        reach = max(float(np.hypot(place.x, place.y)) for place in places) + 0.62
        self.card_high = min(self.size / (2 * reach), 0.7 * self.size)
        self.index_high_px = self.card_high * share
        self.view = self._view(0.4)
        for card, place in zip(cards, places, strict=True):
            self._lay_card(card, place, np.zeros(2))

    def _measure(self, card: Card) -> float:
        """Takes the deck's proportions from a card; the height of its index in card heights."""
        sample, corners = self._face(card, decks.FACE_HEIGHT_PX)
        self.aspect = sample.shape[1] / sample.shape[0]
        return corners[0].y1 - corners[0].y0 if corners else 0.18

    def labels(self) -> list[IndexLabel]:
        """The labels of all face-up cards, readable not yet judged."""
        found = []
        for number, (card, quads, matrix) in enumerate(self.placed):
            for on_face in quads:
                quad = cv2.perspectiveTransform(on_face[None], matrix)[0]
                visible = self._visible(number, quad)
                if visible > 0.02:
                    points = tuple((float(x), float(y)) for x, y in quad)
                    found.append(IndexLabel(card, points, visible, False))
        return found

    def _visible(self, number: int, quad: NDArray[np.float32]) -> float:
        x0, y0 = np.floor(quad.min(axis=0)).astype(int)
        x1, y1 = np.ceil(quad.max(axis=0)).astype(int) + 1
        outside = x1 <= 0 or y1 <= 0 or x0 >= self.size or y0 >= self.size
        if outside or max(x1 - x0, y1 - y0) > 4 * self.size:  # so large only where the plane passes its horizon
            return 0.0
        inside = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(inside, np.round(quad - (x0, y0)).astype(np.int32), (1,))
        own = np.zeros_like(inside)
        cx0, cy0, cx1, cy1 = max(0, x0), max(0, y0), min(self.size, x1), min(self.size, y1)
        own[cy0 - y0 : cy1 - y0, cx0 - x0 : cx1 - x0] = self.owner[cy0:cy1, cx0:cx1] == number
        return float((inside & own).sum() / max(1, inside.sum()))

    def _face(self, card: Card, high: int) -> tuple[NDArray[np.uint8], tuple[CornerIndex, ...]]:
        if self.restyled:
            return decks.reindexed(self.deck, card, self.style_seed, high)
        return decks.face(self.deck, card, high), decks.index_boxes(self.deck, card)

    def _view(self, share: float = 1.0) -> Matrix:
        """How the table plane is seen: turned, foreshortened and with some perspective, about the picture's centre.

        ``share`` below 1 sees it more nearly from above.
        """
        random, half = self.random, self.size / 2
        flat = 1 - share * abs(random.normal(0, 0.14))
        lean = random.uniform(0, 2 * np.pi)
        c, s = np.cos(lean), np.sin(lean)
        turn = np.array(((c, -s), (s, c)))
        linear = turn @ np.diag((1.0, max(0.5, flat))) @ turn.T
        view = np.eye(3)
        view[:2, :2] = linear
        view[2, :2] = turn @ np.array((0.0, share * random.normal(0, 0.12) / half))
        centre = np.array(((1, 0, half), (0, 1, half), (0, 0, 1.0)))
        return centre @ view

    def _shift(self, places: tuple[Place, ...]) -> NDArray[np.float64]:
        """Where the layout's origin goes: large cards are moved so that a corner comes into the picture."""
        random, span = self.random, self.size / self.card_high
        if not places or self.card_high < 0.6 * self.size:
            return random.normal(0, 0.12 * span, 2)
        place = places[int(random.integers(len(places)))]
        c, s = np.cos(place.angle), np.sin(place.angle)
        corner = np.array((-0.42 * self.aspect, -0.42)) * random.choice((-1, 1))
        corner = np.array(((c, -s), (s, c))) @ corner + (place.x, place.y)
        return np.asarray(random.uniform(-0.32, 0.32, 2) * span - corner)

    def _lay_card(self, card: Card, place: Place, shift: NDArray[np.float64]) -> None:
        high = int(np.clip(self.card_high * 1.3, 120, decks.FACE_HEIGHT_PX))
        if place.face_up:
            face, corners = self._face(card, high)
        else:
            face, corners = clutter.card_back(np.random.default_rng(self.style_seed), high, self.aspect), ()
        face = face.copy()
        face[:, :, :3] = (face[:, :, :3] * self.tint).astype(np.uint8)
        if self.worn:
            wear.wear_out(self.random, face, self.worn)
        if self.random.random() < 0.18:
            _gloss(self.random, face)
        wide, scale = face.shape[1], self.card_high / face.shape[0]
        quads = tuple(corner.quad(wide, high) for corner in corners)
        if self.random.random() < (_BENT_WORN if self.worn else _BENT):
            bend = wear.random_bend(self.random)
            face, quads = bend.bent(face), tuple(bend.points(quad, wide, high) for quad in quads)
        matrix = self._matrix(face, scale, place, shift)
        self._paste(face, matrix, len(self.placed), self.random.uniform(0.003, 0.03))
        self.placed.append((card, quads, matrix))

    def _matrix(self, face: NDArray[np.uint8], scale: float, place: Place, shift: NDArray[np.float64]) -> Matrix:
        high, wide = face.shape[:2]
        c, s = np.cos(place.angle) * scale, np.sin(place.angle) * scale
        x, y = (np.array((place.x, place.y)) + shift) * self.card_high
        onto = np.array(((c, -s, x), (s, c, y), (0, 0, 1.0)))
        centred = np.array(((1, 0, -wide / 2), (0, 1, -high / 2), (0, 0, 1.0)))
        return np.asarray(self.view @ onto @ centred)

    def _paste(self, face: NDArray[np.uint8], matrix: Matrix, number: int, lift: float) -> None:
        """Warp a BGRA face onto the canvas with its shadow; ``number`` -2 marks a thing that is no card."""
        high, wide = face.shape[:2]
        outline = np.array((((0, 0), (wide, 0), (wide, high), (0, high)),), np.float64)
        quad = cv2.perspectiveTransform(outline, matrix)[0]
        if not np.isfinite(quad).all() or np.abs(quad).max() > 20 * self.size:
            return
        reach = round(lift * self.card_high) + 3
        x0, y0 = np.maximum(0, np.floor(quad.min(axis=0)).astype(int) - reach)
        x1, y1 = np.minimum(self.size, np.ceil(quad.max(axis=0)).astype(int) + reach)
        if x1 <= x0 or y1 <= y0:
            return
        to_window = np.array(((1, 0, -x0), (0, 1, -y0), (0, 0, 1.0))) @ matrix
        size = int(x1 - x0), int(y1 - y0)
        warped = np.asarray(cv2.warpPerspective(face, to_window, size, flags=cv2.INTER_LINEAR), np.uint8)
        window = self.canvas[y0:y1, x0:x1].astype(np.float32)
        alpha = warped[:, :, 3]
        window *= 1 - self._shadow(alpha, reach)[:, :, None]
        share = alpha[:, :, None].astype(np.float32) / 255
        self.canvas[y0:y1, x0:x1] = window * (1 - share) + warped[:, :, :3] * share
        self.owner[y0:y1, x0:x1][alpha > 100] = number

    def _shadow(self, alpha: NDArray[np.uint8], reach: int) -> NDArray[np.float32]:
        moved = np.array(((1, 0, self.light_from[0] * 30 * reach / 3), (0, 1, self.light_from[1] * 30 * reach / 3)))
        shade = cv2.warpAffine(alpha, moved, (alpha.shape[1], alpha.shape[0]))
        soft = cv2.GaussianBlur(shade, (0, 0), max(0.8, reach / 2.5))
        return np.asarray(soft.astype(np.float32) * (0.45 / 255), np.float32)

    def _lay_thing(self) -> None:
        size = round(np.clip(self.card_high * self.random.uniform(0.4, 1.2), 16, 1.2 * self.size))
        picture = clutter.thing(self.random, size)
        self._lay(picture, self.random.uniform(0, 2 * np.pi), self.random.uniform(-0.6, 0.6, 2))

    def _lay_hand(self) -> None:
        size = round(np.clip(self.card_high * self.random.uniform(0.9, 1.5), 40, 1.6 * self.size))
        angle = self.random.uniform(0, 2 * np.pi)
        toward = np.array((-np.sin(angle), np.cos(angle))) * size / self.size
        at = toward * self.random.uniform(0.3, 1.0) + self.random.normal(0, 0.22, 2)
        self._lay(clutter.hand(self.random, size), angle, at)

    def _lay(self, picture: NDArray[np.uint8], angle: float, at: NDArray[np.float64]) -> None:
        """A thing turned by an angle, its centre at fractions of the picture from the middle."""
        clutter.grain(self.random, picture, self.random.uniform(1, 6))
        high, wide = picture.shape[:2]
        c, s = np.cos(angle), np.sin(angle)
        onto = np.array(((c, -s, at[0] * self.size), (s, c, at[1] * self.size), (0, 0, 1.0)))
        centred = np.array(((1, 0, -wide / 2), (0, 1, -high / 2), (0, 0, 1.0)))
        self._paste(picture, self.view @ onto @ centred, -2, self.random.uniform(0.01, 0.06))


def _gloss(random: np.random.Generator, face: NDArray[np.uint8]) -> None:
    """A pale streak of reflected light across a face, in place."""
    high, wide = face.shape[:2]
    ys, xs = np.mgrid[0:high, 0:wide].astype(np.float32)
    turn = random.uniform(0, np.pi)
    along = (xs * np.cos(turn) + ys * np.sin(turn)) / high
    streak = np.exp(-(((along - random.uniform(0, 1)) / random.uniform(0.05, 0.3)) ** 2)) * random.uniform(0.1, 0.8)
    face[:, :, :3] = (face[:, :, :3] * (1 - streak[:, :, None]) + 250 * streak[:, :, None]).astype(np.uint8)
