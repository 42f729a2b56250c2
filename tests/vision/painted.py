"""A painted table: cards with coloured corner marks and an arm, and eyes that find those marks in the pixels."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from kozyr.engine.cards import DECK_52, Card
from kozyr.vision.types import Frame, Image, IndexBox, IndexReading, Point

WIDTH, HEIGHT = 640, 360
PX_PER_MM = 0.92
STEP_MS = 40
_CLOTH = (60, 90, 40)
_PAPER = (235, 240, 242)
_SKIN = (120, 150, 200)
_INSET_MM = (24.5, 32.0)
_GRAIN = np.random.default_rng(1).normal(0, 2.0, (7, HEIGHT, WIDTH, 3)).astype(np.int16)
"""Sensor noise, a few frames of it in turn."""


Arm = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the painted table; ``card`` None lies face-down."""

    card: Card | None
    centre: Point
    angle: float = 0.0


def paint(cards: Sequence[Laid], arm: Arm | None = None, *, noise: int = 0, light: float = 1.0) -> Image:
    """A picture of the table; ``arm`` reaches from its first point (outside) to its second."""
    picture = np.full((HEIGHT, WIDTH, 3), _CLOTH, np.uint8)
    for x in range(0, WIDTH, 40):
        cv2.line(picture, (x, 0), (x, HEIGHT), (70, 100, 50), 2)
    for laid in cards:
        _paint_card(picture, laid)
    if arm is not None:
        ends = [tuple(round(v) for v in end) for end in arm]
        cv2.line(picture, ends[0], ends[1], _SKIN, 50)
    lit = picture if light == 1.0 else cv2.convertScaleAbs(picture, alpha=light)
    return cv2.add(lit, _GRAIN[noise % len(_GRAIN)], dtype=cv2.CV_8U)


def _paint_card(picture: Image, laid: Laid) -> None:
    wide, high = 63 * PX_PER_MM, 88 * PX_PER_MM
    corners = cv2.boxPoints((laid.centre, (wide, high), laid.angle))
    ink = _PAPER if laid.card else (200, 110, 90)
    cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), ink, cv2.LINE_AA)
    if laid.card is None:
        return
    for side in (-1, 1):
        cv2.fillConvexPoly(picture, np.round(_mark(laid, side)).astype(np.int32), _ink(laid.card))
    cv2.circle(picture, tuple(round(v) for v in laid.centre), 12, (90, 90, 160), -1)


def _mark(laid: Laid, side: int) -> np.ndarray:
    turn = math.radians(laid.angle)
    x, y = side * _INSET_MM[0] * PX_PER_MM, side * _INSET_MM[1] * PX_PER_MM
    cos, sin = math.cos(turn), math.sin(turn)
    at = (laid.centre[0] + x * cos - y * sin, laid.centre[1] + x * sin + y * cos)
    return cv2.boxPoints((at, (8, 14), laid.angle))


def _ink(card: Card) -> tuple[int, int, int]:
    return 250, 4 * DECK_52.index(card), 0


class PaintedEyes:
    """Finds and reads the painted marks in whatever part of a picture it is given."""

    def __init__(self, confidence: float = 0.995) -> None:
        self.confidence = confidence
        self.calls = 0

    def find(self, image: Image, long_side_px: int | None = None) -> tuple[IndexBox, ...]:
        """Blue marks large enough to be whole."""
        self.calls += 1
        blue = ((image[:, :, 0] > 225) & (image[:, :, 2] < 30)).astype(np.uint8)
        contours, _ = cv2.findContours(blue, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        found = []
        for contour in contours:
            (x, y), (w, h), angle = cv2.minAreaRect(contour)
            if min(w, h) < 5 or max(w, h) < 11:
                continue
            upright = angle if h >= w else angle - 90
            found.append(IndexBox((x, y), min(w, h), max(w, h), upright, 0.9))
        return tuple(found)

    def read(self, image: Image, boxes: tuple[IndexBox, ...]) -> tuple[IndexReading, ...]:
        """The card coded in the green of each mark; which way is up is told by where the card's paper goes on."""
        return tuple(self._reading(image, box) for box in boxes)

    def _reading(self, image: Image, box: IndexBox) -> IndexReading:
        x, y = (round(v) for v in box.centre_px)
        green = float(np.median(image[y - 1 : y + 2, x - 1 : x + 2, 1]))
        card = DECK_52[min(51, max(0, round(green / 4)))]
        turned = (
            box
            if _paper_below(image, box)
            else IndexBox(box.centre_px, box.width_px, box.height_px, box.angle_deg + 180, box.score)
        )
        rest = (1 - self.confidence) / 2
        others = [c for c in DECK_52 if c != card][:2]
        return IndexReading(turned, card, self.confidence, ((card, self.confidence), *((c, rest) for c in others)))


def _paper_below(image: Image, box: IndexBox) -> bool:
    """True when the card goes on below the box as it is turned, False when above."""
    turn = math.radians(box.angle_deg)
    reach = 30 * PX_PER_MM

    def white(way: int) -> int:
        x, y = box.centre_px[0] - way * reach * math.sin(turn), box.centre_px[1] + way * reach * math.cos(turn)
        column, row = round(x), round(y)
        inside = 0 <= row < image.shape[0] and 0 <= column < image.shape[1]
        return int(image[row, column, 2]) if inside else 0

    return white(1) >= white(-1)


class Film:
    """Frames at 25 a second, painted one after another."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []

    def hold(self, cards: Sequence[Laid], frames: int, arm: Arm | None = None, light: float = 1.0) -> None:
        """The same scene for some frames, with fresh noise in each."""
        for _ in range(frames):
            at = len(self.frames)
            self.frames.append(Frame(at * STEP_MS, at, paint(cards, arm, noise=at, light=light)))

    def lay(self, before: Sequence[Laid], laid: Laid, start: Point) -> None:
        """An arm from ``start`` (outside the picture) brings a card in eight frames, lets go and withdraws."""
        for share in np.linspace(0.3, 1.0, 8):
            at = _between(start, laid.centre, float(share))
            self.hold([*before, Laid(laid.card, at, laid.angle)], 1, (start, at))
        for share in np.linspace(0.85, 0.1, 6):
            self.hold([*before, laid], 1, (start, _between(start, laid.centre, float(share))))
        self.hold([*before, laid], 12)

    def sweep(self, cards: Sequence[Laid], start: Point, rest: Sequence[Laid] = ()) -> None:
        """An arm from ``start`` draws all cards to itself and out of the picture."""
        middle = (WIDTH / 2, HEIGHT / 2)
        for share in np.linspace(0.2, 1.0, 6):
            self.hold([*rest, *cards], 1, (start, _between(start, middle, float(share))))
        for share in np.linspace(0.0, 1.1, 10):
            moved = [Laid(c.card, _between(c.centre, start, float(share)), c.angle) for c in cards]
            self.hold([*rest, *moved], 1, (start, _between(middle, start, float(share))))
        self.hold(rest, 30)

    def __iter__(self) -> Iterator[Frame]:
        return iter(self.frames)


def _between(one: Point, other: Point, share: float) -> Point:
    return one[0] + share * (other[0] - one[0]), one[1] + share * (other[1] - one[1])
