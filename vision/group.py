"""Index readings of one look → cards: both corners of a card become one card with one place.

Everything is measured on the table plane in millimetres, so perspective does not matter. How far the indices stand from
the middle of the card is learnt from cards that show two corners, and the scale with it.
"""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.engine.cards import DECK_52, Card
from kozyr.vision.calibrate import Calibration
from kozyr.vision.presence import Outline
from kozyr.vision.types import IndexReading, Point

Scores = tuple[tuple[Card, float], ...]
"""Cards with their probabilities, best first."""
INSET_MM: Final = (24.5, 32.0)
"""From a corner index to the middle of the card, across and along, on common decks."""
_SAME_ANGLE_DEG: Final = 20.0
_FLOOR: Final = 1e-4
"""Probability left for cards that a reading does not name."""
_SPOT_MM: Final = 20.0
"""Cards nearer than this, turned alike, would hide each other's corners."""
_TWIN_MM: Final = 75.0
"""Two cards of one name nearer than this are corners of one card."""
_PAIR_FLOOR: Final = 0.01
"""The same where two corners are held against each other."""
_SIZES: Final = (0.75, 1.45)
"""An index smaller or larger than this share of the deck's is none: the indices of a deck are of one size."""
_ENOUGH_PAIRS: Final = 3
_DRIFT_PAIRS: Final = 12
_DRIFT: Final = 0.12
"""When so many cards are larger or smaller than a calibration set by hand says by more, its scale is put right; by
less, the deck is one of narrower cards."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """One card in one look."""

    centre_mm: Point
    """Its middle on the table plane."""
    angle_deg: float
    """Clockwise turn of the upright card on the table plane, as seen from above with S below."""
    outline_px: Outline
    """Its outline in the picture, clockwise."""
    scores: Scores
    """Fused probabilities of its corners; empty for a card that could not be read or lies face-down."""
    indices: tuple[IndexReading, ...] = ()
    """The corner readings it is made of."""

    @property
    def confidence(self) -> float:
        """Probability of the likeliest card; 0 when unread."""
        return self.scores[0][1] if self.scores else 0.0


@dataclass(frozen=True, slots=True)
class _Corner:
    reading: IndexReading
    at_mm: Point
    angle_deg: float


class CardGrouper:
    """Groups readings; learns the deck's index places and the picture's scale as it goes."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self._insets: deque[Point] = deque(maxlen=25)
        self._heights_mm: deque[float] = deque(maxlen=25)

    @property
    def inset_mm(self) -> Point:
        """From a corner index to the middle of the card, as learnt."""
        if not self._insets:
            return INSET_MM
        across, along = np.median(np.array(self._insets), axis=0)
        return float(across), float(along)

    def group(self, readings: Sequence[IndexReading]) -> tuple[SeenCard, ...]:
        """The cards, best read first."""
        before = self.calibration
        cards = self._group(readings)
        # A first pair may have corrected the scale; then the places are measured again.
        return cards if self.calibration is before else self._group(readings)

    def _group(self, readings: Sequence[IndexReading]) -> tuple[SeenCard, ...]:
        corners = [self._corner(reading) for reading in _one_a_place(readings) if self._is_sized(reading)]
        pairs = sorted(self._pairs(corners))
        used: set[int] = set()
        cards = []
        for _, i, j in pairs:
            if i in used or j in used:
                continue
            used |= {i, j}
            cards.append(self._from_pair(corners[i], corners[j]))
        for i, corner in enumerate(corners):
            if i not in used and not self._belongs(corner, cards):
                cards.append(self._from_corner(corner))
        return tuple(sorted(self._merged(cards), key=lambda card: -card.confidence))

    def place(self, centre_mm: Point, angle_deg: float) -> Outline:
        """The outline in the picture of a card with that middle and turn."""
        width, height = self.calibration.card_mm
        cos, sin = _turn(angle_deg)
        corners = []
        for across, along in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            x, y = across * width / 2, along * height / 2
            corners.append(self.calibration.to_px((centre_mm[0] + x * cos - y * sin, centre_mm[1] + x * sin + y * cos)))
        return corners[0], corners[1], corners[2], corners[3]

    def _corner(self, reading: IndexReading) -> _Corner:
        box = reading.box
        at = self.calibration.to_mm(box.centre_px)
        cos, sin = _turn(box.angle_deg)
        step = max(2.0, box.height_px / 2)
        right = self.calibration.to_mm((box.centre_px[0] + step * cos, box.centre_px[1] + step * sin))
        return _Corner(reading, at, math.degrees(math.atan2(right[1] - at[1], right[0] - at[0])))

    def _pairs(self, corners: Sequence[_Corner]) -> list[tuple[float, int, int]]:
        found = []
        for i, one in enumerate(corners):
            for j in range(i + 1, len(corners)):
                misfit = self._misfit(one, corners[j])
                if misfit is not None:
                    found.append((misfit, i, j))
        return found

    def _misfit(self, one: _Corner, other: _Corner) -> float | None:
        """How badly two indices fit as opposite corners of one card; None when they cannot be."""
        if abs(_turned(one.angle_deg - other.angle_deg - 180)) > _SAME_ANGLE_DEG:
            return None
        across, along = _in_frame(one, other)
        want_x, want_y = (2 * v for v in self.inset_mm)
        same = _agreement(one.reading, other.reading)
        reach = math.hypot(across, along) / math.hypot(want_x, want_y)
        sideways = math.degrees(abs(math.atan2(across, along) - math.atan2(want_x, want_y)))
        learnt = self.calibration.fixed or len(self._insets) >= _ENOUGH_PAIRS
        if same > 0.3:
            low, high, turn = (0.8, 1.25, 14.0) if learnt else (0.4, 2.5, 12.0)
        else:
            # Named differently: one was misread if they lie exactly as one card's corners do, for the upper of two
            # cards in one place hides the corners of the lower.
            low, high, turn = (0.85, 1.18, 8.0) if learnt else (0.85, 1.18, 6.0)
        if not low < reach < high or sideways > turn:
            return None
        return abs(math.log(reach)) * 5 + sideways / 10 + (1 - same)

    def _is_sized(self, reading: IndexReading) -> bool:
        """Whether an index is of the size of this deck's, once that is known: backs and cloths hold other shapes."""
        if len(self._heights_mm) < _ENOUGH_PAIRS:
            return True
        ratio = reading.box.height_px / self._scale_at(reading.box.centre_px) / float(np.median(self._heights_mm))
        return _SIZES[0] < ratio < _SIZES[1]

    def _scale_at(self, point_px: Point) -> float:
        """Pixels in a millimetre at a place of the picture."""
        at, beside = self.calibration.to_mm(point_px), self.calibration.to_mm((point_px[0] + 10, point_px[1]))
        below = self.calibration.to_mm((point_px[0], point_px[1] + 10))
        return 20 / max(math.dist(at, beside) + math.dist(at, below), 1e-6)

    def _from_pair(self, one: _Corner, other: _Corner) -> SeenCard:
        across, along = _in_frame(one, other)
        if _agreement(one.reading, other.reading) > 0.5:
            self._learn(across / 2, along / 2)
            for corner in (one, other):
                box = corner.reading.box
                self._heights_mm.append(box.height_px / self._scale_at(box.centre_px))
        centre = ((one.at_mm[0] + other.at_mm[0]) / 2, (one.at_mm[1] + other.at_mm[1]) / 2)
        best = one if one.reading.confidence >= other.reading.confidence else other
        scores = fuse([one.reading.alternatives, other.reading.alternatives])
        outline = self.place(centre, best.angle_deg)
        return SeenCard(centre, best.angle_deg, outline, scores, (one.reading, other.reading))

    def _learn(self, across: float, along: float) -> None:
        """Remember the inset; a calibration takes its scale from it, one set by hand only when far off."""
        self._insets.append((across, along))
        factor = math.hypot(*self.inset_mm) / math.hypot(*INSET_MM)
        fixed = self.calibration.fixed
        # A person's calibration is believed, but not against all cards: the camera may have slipped since.
        due = len(self._insets) >= _DRIFT_PAIRS if fixed else len(self._insets) in (1, 3, 6, 12, 25)
        if due and abs(factor - 1) > (_DRIFT if fixed else 0.02):
            self.calibration = self.calibration.with_scale(self.calibration.px_per_mm * factor)
            self._insets = deque(((x / factor, y / factor) for x, y in self._insets), maxlen=25)
            self._heights_mm = deque((height / factor for height in self._heights_mm), maxlen=25)

    def _from_corner(self, corner: _Corner) -> SeenCard:
        across, along = self.inset_mm
        cos, sin = _turn(corner.angle_deg)
        centre = (corner.at_mm[0] + across * cos - along * sin, corner.at_mm[1] + across * sin + along * cos)
        scores = fuse([corner.reading.alternatives])
        return SeenCard(centre, corner.angle_deg, self.place(centre, corner.angle_deg), scores, (corner.reading,))

    def mirrored(self, card: SeenCard) -> SeenCard:
        """The card of one corner, if that is the other upper one: decks with four indices have such."""
        corner = self._corner(card.indices[0])
        across, along = self.inset_mm
        cos, sin = _turn(corner.angle_deg)
        centre = (corner.at_mm[0] - across * cos - along * sin, corner.at_mm[1] - across * sin + along * cos)
        return replace(card, centre_mm=centre, outline_px=self.place(centre, corner.angle_deg))

    def _belongs(self, corner: _Corner, cards: Sequence[SeenCard]) -> bool:
        """True for a further index of a card already made: a third corner of a four-corner deck, a doubtful speck."""
        for card in cards:
            if not self.on_card(card.centre_mm, card.angle_deg, corner.at_mm):
                continue
            if corner.reading.card == card.scores[0][0] or corner.reading.confidence < 0.5:
                return True
        return False

    def on_card(self, centre_mm: Point, angle_deg: float, point_mm: Point) -> bool:
        """Whether a point lies on a card with that middle and turn."""
        cos, sin = _turn(angle_deg)
        x, y = point_mm[0] - centre_mm[0], point_mm[1] - centre_mm[1]
        width, height = self.calibration.card_mm
        return abs(x * cos + y * sin) <= width / 2 + 3 and abs(y * cos - x * sin) <= height / 2 + 3

    def repeats(self, card: SeenCard, centre_mm: Point, angle_deg: float) -> bool:
        """Whether a corner that names the card so lies on the card of the same name there."""
        named = [index for index in card.indices if index.card == card.scores[0][0]]
        places = (self.calibration.to_mm(index.box.centre_px) for index in named)
        return any(self.on_card(centre_mm, angle_deg, place) for place in places)

    def _merged(self, cards: Sequence[SeenCard]) -> list[SeenCard]:
        """Cards with the same name that lie on one another are one: four-corner decks, a corner read upside down."""
        kept: list[SeenCard] = []
        for card in sorted(cards, key=lambda c: (-len(c.indices), -c.confidence)):
            twins = [k for k in kept if _same_name(k, card)]
            alone = len(card.indices) == 1
            if any((alone and self.repeats(card, k.centre_mm, k.angle_deg)) or _near(k, card) for k in twins):
                continue
            # The better read one may be the flipped one: then its corner lies on this card.
            flipped = [k for k in twins if len(k.indices) == 1 and self.repeats(k, card.centre_mm, card.angle_deg)]
            kept = [k for k in kept if k not in flipped]
            kept.append(card)
        return _one_a_spot(kept)


def find_card_sized(changed: NDArray[np.bool_], scale: float, calibration: Calibration) -> tuple[Point, float] | None:
    """Middle (mm) and turn of a card-sized patch of changed pixels (of a picture shrunk by ``scale``), or None.

    A card laid over others changes only where it covers the table or their ink, so half a card is enough.
    """
    closed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    if count < 2:
        return None
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    points = np.argwhere(labels == largest)[:, ::-1].astype(np.float32) / scale
    (x, y), sides, angle = cv2.minAreaRect(points)
    short, long = sorted(side / calibration.px_per_mm for side in sides)
    width, height = calibration.card_mm
    area = float(stats[largest, cv2.CC_STAT_AREA]) / (scale * calibration.px_per_mm) ** 2
    if not 0.45 < area / (width * height) < 1.3 or short < 0.6 * width or long > 1.2 * height:
        return None
    upright = angle if sides[0] <= sides[1] else angle + 90
    centre = calibration.to_mm((float(x), float(y)))
    ahead = calibration.to_mm((float(x) + math.cos(math.radians(upright)), float(y) + math.sin(math.radians(upright))))
    return centre, math.degrees(math.atan2(ahead[1] - centre[1], ahead[0] - centre[0]))


def fuse(readings: Sequence[Scores]) -> Scores:
    """Probabilities of readings of one card's corners, multiplied; at most six cards, best first.

    A corner may be half covered and still read surely: two sure corners that disagree leave both names likely.
    """
    floor = _FLOOR if len(readings) == 1 else _PAIR_FLOOR
    total = dict.fromkeys(DECK_52, 0.0)
    for scores in readings:
        named = dict(scores)
        rest = max(1 - sum(named.values()), 0.0) / max(1, len(DECK_52) - len(named))
        for card in total:
            total[card] += math.log(max(named.get(card, rest), floor))
    return normalised(total)


def normalised(logs: dict[Card, float], most: int = 6) -> Scores:
    """Probabilities from log probabilities, best first."""
    top = max(logs.values())
    raised = {card: math.exp(value - top) for card, value in logs.items()}
    whole = sum(raised.values())
    ranked = sorted(raised.items(), key=lambda item: -item[1])[:most]
    return tuple((card, value / whole) for card, value in ranked)


def agreement(one: Scores, other: Scores) -> float:
    """How likely two sets of probabilities mean the same card, 0 to 1."""
    first = dict(one)
    return sum(first.get(card, 0.0) * value for card, value in other)


def _one_a_place(readings: Sequence[IndexReading]) -> list[IndexReading]:
    """The surest reading wherever several boxes lie on one index; what is no index is dropped."""
    kept: list[IndexReading] = []
    for reading in sorted((r for r in readings if r.card is not None), key=lambda r: -r.confidence):
        centre, height = reading.box.centre_px, reading.box.height_px
        if all(math.dist(centre, k.box.centre_px) > 0.5 * max(height, k.box.height_px) for k in kept):
            kept.append(reading)
    return kept


def _agreement(one: IndexReading, other: IndexReading) -> float:
    if one.card == other.card:
        return max(0.6, agreement(one.alternatives, other.alternatives))
    return agreement(one.alternatives, other.alternatives)


def _same_name(one: SeenCard, other: SeenCard) -> bool:
    return bool(one.scores and other.scores and one.scores[0][0] == other.scores[0][0])


def _one_a_spot(cards: Sequence[SeenCard]) -> list[SeenCard]:
    """Cards in one place are one card whose corners were named differently."""
    kept: list[SeenCard] = []
    for card in sorted(cards, key=lambda c: (-len(c.indices), -c.confidence)):
        at = next((k for k, other in enumerate(kept) if same_place(other, card.centre_mm, card.angle_deg)), None)
        if at is None:
            kept.append(card)
        elif len(kept[at].indices) == len(card.indices) == 1:
            both = fuse([kept[at].scores, card.scores])
            kept[at] = replace(kept[at], scores=both, indices=kept[at].indices + card.indices)
    return kept


def same_place(card: SeenCard, centre_mm: Point, angle_deg: float) -> bool:
    """Whether a card lies where another one would hide it."""
    turned = abs((card.angle_deg - angle_deg + 90) % 180 - 90)
    return math.dist(card.centre_mm, centre_mm) < _SPOT_MM and turned < _SAME_ANGLE_DEG


def _near(one: SeenCard, other: SeenCard) -> bool:
    return math.dist(one.centre_mm, other.centre_mm) < _TWIN_MM


def _in_frame(one: _Corner, other: _Corner) -> Point:
    """Where the other index lies, across and along the upright first one, in millimetres."""
    cos, sin = _turn(one.angle_deg)
    x, y = other.at_mm[0] - one.at_mm[0], other.at_mm[1] - one.at_mm[1]
    return x * cos + y * sin, -x * sin + y * cos


def _turn(angle_deg: float) -> Point:
    angle = math.radians(angle_deg)
    return math.cos(angle), math.sin(angle)


def _turned(angle_deg: float) -> float:
    return (angle_deg + 180) % 360 - 180
