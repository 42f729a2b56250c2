"""A picture of a table laid together: surface, cards of one deck as they lie, things, hands, shadows; no camera yet."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets import clutter, decks, wear
from kozyr.datasets.corners import CornerIndex
from kozyr.datasets.layouts import Place, layout
from kozyr.datasets.surfaces import SURFACES, surface_kind
from kozyr.engine.cards import Card

Matrix = NDArray[np.float64]
_SIZES: Final = {56 / 87: "56 x 87 mm", 63 / 88: "63 x 88 mm"}
_SAME_ASPECT: Final = 0.014
_SEEN: Final = 0.7
_NO_CARD: Final = -1
"""Owner of the bare table; things have the numbers below."""
_NOTICED: Final = 0.004
"""A thing is told when so much of the picture shows it."""
_WORN_DECKS: Final = 0.35
_BENT: Final = 0.12
_BENT_WORN: Final = 0.4
"""Share of cards that do not lie flat, of new decks and of worn ones."""


class Laid(NamedTuple):
    """A card that has been drawn."""

    card: Card
    """Which."""
    high_px: int
    """Height of the face it was drawn from."""
    corners: tuple[CornerIndex, ...]
    """The indices of that face, lying flat."""
    bend: wear.Bend | None
    """How it is bent; None when it lies flat."""
    quads: tuple[wear.Points, ...]
    """Where the indices are on the bent face, in pixels."""
    matrix: Matrix
    """From the bent face to the picture."""


class SeenIndex(NamedTuple):
    """A corner index of which something is to be seen."""

    laid: Laid
    """Its card."""
    number: int
    """The card's, in ``owner``."""
    corner: CornerIndex
    """Which of the card's indices."""
    quad: NDArray[np.float32]
    """Its corners (4, 2) in the picture as it reads upright."""
    visible: float
    """Share of it that is seen."""


class Composer:
    """Lays one picture together: canvas, for each pixel the number of the card seen there, and what is to be seen."""

    def __init__(
        self, random: np.random.Generator, size: int, split: str, printing: tuple[str, int | None] | None = None
    ) -> None:
        """A bare table ``size`` pixels wide for a deck of the split, or for ``printing``: a deck's name and the seed of
        the index that is printed on it (None: its own)."""
        self.random, self.size = random, size
        names = decks.deck_names(split)
        self.deck = decks.deck(names[int(random.integers(len(names)))])
        self.restyled = not self.deck.letters or random.random() < (0.0 if split == "reserved" else 0.65)
        self.style_seed = int(random.integers(20_000))
        if printing is not None:
            self.deck = decks.deck(printing[0])
            self.restyled, self.style_seed = printing[1] is not None, printing[1] or self.style_seed
        kind = surface_kind(random)
        self.canvas = SURFACES[kind](random, size, size)
        # What is drawn, in words, and whose pixels in ``owner`` show it; None for what is everywhere.
        self.notes: list[tuple[str, int | None]] = [(kind, None)]
        self.things = 0
        self.owner = np.full((size, size), _NO_CARD, np.int16)
        self.placed: list[Laid] = []
        self.on_purpose = False
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
        """Draw the given cards at the given places, filling the picture, flat, seen nearly from above."""
        self.on_purpose = True
        share = self._measure(cards[0])
        reach = max(float(np.hypot(place.x, place.y)) for place in places) + 0.62
        self.card_high = min(self.size / (2 * reach), 0.7 * self.size)
        self.index_high_px = self.card_high * share
        self.view = self._view(0.4)
        for card, place in zip(cards, places, strict=True):
            self._lay_card(card, place, np.zeros(2))

    def _measure(self, card: Card) -> float:
        """Takes the deck's proportions from a card; the height of its index in card heights."""
        sample, corners = self.face(card, decks.FACE_HEIGHT_PX)
        self.aspect = sample.shape[1] / sample.shape[0]
        return corners[0].y1 - corners[0].y0 if corners else 0.18

    def described(self) -> tuple[str, ...]:
        """In words: how many open cards are seen and of what make, what they lie on, and what else is there."""
        seen = [[self.visible(number, self._in_picture(one, laid.matrix)) for one in laid.quads]
                for number, laid in enumerate(self.placed)]  # fmt: skip
        shown = sum(any(share > _SEEN for share in shares) for shares in seen)
        said = [f"{shown} open card{'' if shown == 1 else 's'}"]
        said += [size for aspect, size in _SIZES.items() if shown and abs(self.aspect - aspect) < _SAME_ASPECT]
        said += ["four-corner index"] if any(len(shares) == 4 for shares in seen) else []
        corners = sum(sum(share > _SEEN for share in shares) == 1 < len(shares) for shares in seen)
        said += [f"{corners} with one corner seen"] if corners else []
        if shown and self.worn:
            said.append(f"worn cards, {self.worn:.0%}")
        said.append(f"index {self.index_high_px:.0f} px")
        size = self.owner.size
        shares = {int(n): count / size for n, count in zip(*np.unique(self.owner, return_counts=True), strict=True)}
        said += [what for what, owner in self.notes if owner is None or shares.get(owner, 0.0) > _NOTICED]
        return tuple(dict.fromkeys(said))

    @staticmethod
    def _in_picture(on_face: wear.Points, matrix: Matrix) -> NDArray[np.float32]:
        return np.asarray(cv2.perspectiveTransform(on_face[None], matrix)[0], np.float32)

    def indices(self) -> list[SeenIndex]:
        """Every corner index that is to be seen."""
        found = []
        for number, laid in enumerate(self.placed):
            for corner, on_face in zip(laid.corners, laid.quads, strict=True):
                quad = self._in_picture(on_face, laid.matrix)
                visible = self.visible(number, quad)
                if visible > 0.02:
                    found.append(SeenIndex(laid, number, corner, quad, visible))
        return found

    def visible(self, number: int, quad: NDArray[np.float32]) -> float:
        """Share of a quadrilateral of the picture in which the card of that number is seen."""
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

    def face(self, card: Card, high: int) -> tuple[NDArray[np.uint8], tuple[CornerIndex, ...]]:
        """A card of the deck that lies here, new and flat, BGRA and ``high`` pixels high, and its corner indices."""
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
            face, corners = self.face(card, high)
        else:
            face, corners = clutter.card_back(np.random.default_rng(self.style_seed), high, self.aspect), ()
            self.notes.append(("backs", len(self.placed)))
        face = face.copy()
        face[:, :, :3] = (face[:, :, :3] * self.tint).astype(np.uint8)
        if self.worn:
            wear.wear_out(self.random, face, self.worn)
        if self.random.random() < 0.18:
            _gloss(self.random, face)
            self.notes.append(("gloss", len(self.placed)))
        wide, scale = face.shape[1], self.card_high / face.shape[0]
        quads = tuple(corner.quad(wide, high) for corner in corners)
        bend = None
        if not self.on_purpose and self.random.random() < (_BENT_WORN if self.worn else _BENT):
            bend = wear.random_bend(self.random)
            self.notes.append(("bent cards", len(self.placed)))
            face, quads = bend.bent(face), tuple(bend.points(quad, wide, high) for quad in quads)
        matrix = self._matrix(face, scale, place, shift)
        self._paste(face, matrix, len(self.placed), self.random.uniform(0.003, 0.03))
        self.placed.append(Laid(card, high, tuple(corners), bend, quads, matrix))

    def _matrix(self, face: NDArray[np.uint8], scale: float, place: Place, shift: NDArray[np.float64]) -> Matrix:
        high, wide = face.shape[:2]
        c, s = np.cos(place.angle) * scale, np.sin(place.angle) * scale
        x, y = (np.array((place.x, place.y)) + shift) * self.card_high
        onto = np.array(((c, -s, x), (s, c, y), (0, 0, 1.0)))
        centred = np.array(((1, 0, -wide / 2), (0, 1, -high / 2), (0, 0, 1.0)))
        return np.asarray(self.view @ onto @ centred)

    def _paste(self, face: NDArray[np.uint8], matrix: Matrix, number: int, lift: float) -> None:
        """Warp a BGRA face onto the canvas with its shadow; a ``number`` below 0 marks a thing that is no card."""
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
        name = clutter.thing_name(self.random)
        picture = clutter.THINGS[name](self.random, max(12, size))
        self._lay(picture, name, self.random.uniform(0, 2 * np.pi), self.random.uniform(-0.6, 0.6, 2))

    def _lay_hand(self) -> None:
        size = round(np.clip(self.card_high * self.random.uniform(0.9, 1.5), 40, 1.6 * self.size))
        angle = self.random.uniform(0, 2 * np.pi)
        toward = np.array((-np.sin(angle), np.cos(angle))) * size / self.size
        at = toward * self.random.uniform(0.3, 1.0) + self.random.normal(0, 0.22, 2)
        sleeved = self.random.random() < 0.6
        name = "hand and sleeve" if sleeved else "hand"
        self._lay(clutter.hand(self.random, size, sleeved=sleeved), name, angle, at)

    def _lay(self, picture: NDArray[np.uint8], name: str, angle: float, at: NDArray[np.float64]) -> None:
        """A thing turned by an angle, its centre at fractions of the picture from the middle."""
        self.things += 1
        self.notes.append((name, _NO_CARD - self.things))
        clutter.grain(self.random, picture, self.random.uniform(1, 6))
        high, wide = picture.shape[:2]
        c, s = np.cos(angle), np.sin(angle)
        onto = np.array(((c, -s, at[0] * self.size), (s, c, at[1] * self.size), (0, 0, 1.0)))
        centred = np.array(((1, 0, -wide / 2), (0, 1, -high / 2), (0, 0, 1.0)))
        self._paste(picture, self.view @ onto @ centred, _NO_CARD - self.things, self.random.uniform(0.01, 0.06))


def _gloss(random: np.random.Generator, face: NDArray[np.uint8]) -> None:
    """A pale streak of reflected light across a face, in place."""
    high, wide = face.shape[:2]
    ys, xs = np.mgrid[0:high, 0:wide].astype(np.float32)
    turn = random.uniform(0, np.pi)
    along = (xs * np.cos(turn) + ys * np.sin(turn)) / high
    streak = np.exp(-(((along - random.uniform(0, 1)) / random.uniform(0.05, 0.3)) ** 2)) * random.uniform(0.1, 0.8)
    face[:, :, :3] = (face[:, :, :3] * (1 - streak[:, :, None]) + 250 * streak[:, :, None]).astype(np.uint8)
