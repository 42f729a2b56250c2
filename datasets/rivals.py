"""What a camera would have seen had another card of the deck lain at the place of an index: its rivals, drawn and shot.

The composer knows deck, place and camera. So every other rank, and every other suit sign, of the very same print is put
into the place of an index and seen through the same light and lens; what the camera truly gave is held against each.
"""

import copy
from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets import lens
from kozyr.datasets.composer import Composer, Laid, SeenIndex
from kozyr.datasets.corners import CornerIndex, ink_mask
from kozyr.datasets.legible import Cut, Left, Pixels, cut_out, may_be_legible, part_of, told_apart
from kozyr.engine.cards import Card

_USUAL_SHARE: Final = 0.55
_GAP_WITHIN: Final = (0.3, 0.8)
_FADED: Final = (0.1, 1.3)
"""Least and most contrast of print on a card that lies there, as shares of that of the new face."""
Picture = NDArray[np.uint8]


def measured(
    composer: Composer, photographed: Picture, before: np.random.Generator, dim_rooms: float, pack: Sequence[Card]
) -> list[Left]:
    """What is left of each of ``composer.indices()``, told from the other cards of the pack.

    ``photographed``: what the camera gave. ``before``: the generator as it was before it photographed.
    """
    rivals = Rivals(composer, before, dim_rooms)
    places = [_Place(composer, rivals, seen) for seen in composer.indices()]
    asked = [place for place in places if place.may_be_legible]
    if asked:
        _tell_apart(rivals, asked, photographed, pack)
    return [place.left for place in places]


def _tell_apart(rivals: "Rivals", places: Sequence["_Place"], photographed: Picture, pack: Sequence[Card]) -> None:
    """Puts the rivals of all places into one picture at a time, as many as one place has."""
    truth = rivals.drawn([])
    for place in places:
        place.photograph(truth, photographed)
    others = [place.others(pack) for place in places]
    for turn in range(max(map(len, others))):
        put = [(place, row[turn]) for place, row in zip(places, others, strict=True) if turn < len(row)]
        drawn = rivals.drawn([(place.index, card) for place, card in put])
        seen = rivals.shot(drawn)
        for place, card in put:
            place.compare(card, drawn, seen)


class _Place:
    """An index, and how well it is told from the cards that were held against it."""

    def __init__(self, composer: Composer, rivals: "Rivals", index: SeenIndex) -> None:
        self.index = index
        share = rank_share(rivals.face(index.laid.card, index.laid.high_px)[0], index.corner)
        self._parts = part_of(index.quad, 0, share), part_of(index.quad, share, 1)
        self._seen = [composer.visible(index.number, part) for part in self._parts]
        self._told = [0.0, 0.0]
        self._own: list[Cut] = []

    @property
    def may_be_legible(self) -> bool:
        quad = tuple((float(x), float(y)) for x, y in self.index.quad)
        return may_be_legible(quad, self._seen[0], self._seen[1])

    @property
    def left(self) -> Left:
        return Left(self._seen[0], self._seen[1], self._told[0], self._told[1])

    def others(self, pack: Sequence[Card]) -> list[Card]:
        """The cards of the pack that share the suit, and those of the rank, with the one that lies here."""
        own = self.index.laid.card
        return [card for card in pack if (card.suit is own.suit) != (card.rank is own.rank)]

    def photograph(self, drawn: Picture, seen: Picture) -> None:
        self._own = [Cut(cut_out(drawn, part), cut_out(seen, part)) for part in self._parts]
        self._told = [1.0, 1.0]

    def compare(self, card: Card, drawn: Picture, seen: Pixels) -> None:
        half = 0 if card.suit is self.index.laid.card.suit else 1
        rival = Cut(cut_out(drawn, self._parts[half]), cut_out(seen, self._parts[half]))
        self._told[half] = min(self._told[half], told_apart(self._own[half], rival))


def rank_share(face: Picture, corner: CornerIndex) -> float:
    """Where the rank of an index ends and its suit sign begins, as a share of its height from above."""
    high, wide = face.shape[:2]
    y0, y1 = round(corner.y0 * high), round(corner.y1 * high)
    ink = ink_mask(face)[y0:y1, round(corner.x0 * wide) : round(corner.x1 * wide)]
    rows = ink.sum(axis=1)[:: -1 if corner.upside_down else 1]
    if not len(rows):
        return _USUAL_SHARE
    low, top = (round(share * len(rows)) for share in _GAP_WITHIN)
    least = rows[low:top].min(initial=ink.size)
    empty = np.flatnonzero(rows[low:top] == least)
    return float((low + empty.mean() + 0.5) / len(rows)) if least <= 0.1 * ink.shape[1] else _USUAL_SHARE


class Rivals:
    """Draws rivals into the picture that a composer has laid together."""

    def __init__(self, composer: Composer, random: np.random.Generator, dim_rooms: float) -> None:
        """``random``: in the state in which the picture was photographed; it is left as it is."""
        self._composer, self._random, self._dim_rooms = composer, random, dim_rooms
        self._faces: dict[tuple[Card, int], tuple[Picture, tuple[CornerIndex, ...]]] = {}

    def drawn(self, put: Sequence[tuple[SeenIndex, Card]]) -> Picture:
        """The picture before the camera, with these indices replaced by those of other cards."""
        canvas = self._composer.canvas.copy()
        for seen, card in put:
            if card != seen.laid.card:
                self._put(canvas, seen, card)
        return canvas

    def shot(self, drawn: Picture) -> NDArray[np.float32]:
        """A drawn picture as the camera gives it, before grain and codec."""
        random = copy.deepcopy(self._random)
        return lens.before_grain(random, drawn, self._composer.index_high_px, self._dim_rooms)

    def face(self, card: Card, high: int) -> tuple[Picture, tuple[CornerIndex, ...]]:
        """A card of the deck, drawn once."""
        if (card, high) not in self._faces:
            self._faces[card, high] = self._composer.face(card, high)
        return self._faces[card, high]

    def _put(self, canvas: Picture, seen: SeenIndex, card: Card) -> None:
        """Prints the index of another card over an index, where it is seen, as pale as the print there is."""
        composer, laid = self._composer, seen.laid
        own = self.face(laid.card, laid.high_px)[0]
        other, others = self.face(card, laid.high_px)
        place = laid.corners.index(seen.corner)
        x0, y0, x1, y1 = _both(seen.corner, others[place] if place < len(others) else seen.corner, own)
        changed = own.copy()
        changed[y0:y1, x0:x1] = other[y0:y1, x0:x1]
        before, after = (self._as_laid(face, laid) for face in (own, changed))
        left, top, right, bottom = _window(before, after, laid.matrix, composer.size)
        if right <= left or bottom <= top:
            return
        onto = np.array(((1, 0, -left), (0, 1, -top), (0, 0, 1.0))) @ laid.matrix
        size = right - left, bottom - top
        before, after = (
            np.asarray(cv2.warpPerspective(one, onto, size, flags=cv2.INTER_LINEAR), np.float32)
            for one in (before, after)
        )
        shown = composer.owner[top:bottom, left:right] == seen.number
        window = canvas[top:bottom, left:right].astype(np.float32)
        change = (after - before) * _contrast(window, before, shown) * shown[:, :, None]
        canvas[top:bottom, left:right] = np.clip(np.round(window + change), 0, 255).astype(np.uint8)

    def _as_laid(self, face: Picture, laid: Laid) -> NDArray[np.float32]:
        tinted = face.copy()
        tinted[:, :, :3] = (face[:, :, :3] * self._composer.tint).astype(np.uint8)
        return (tinted if laid.bend is None else laid.bend.bent(tinted))[:, :, :3].astype(np.float32)


def _both(one: CornerIndex, other: CornerIndex, face: Picture) -> tuple[int, int, int, int]:
    """The pixels of a face that hold two indices."""
    high, wide = face.shape[:2]
    x0, y0 = round(min(one.x0, other.x0) * wide - 1), round(min(one.y0, other.y0) * high - 1)
    x1, y1 = round(max(one.x1, other.x1) * wide + 1), round(max(one.y1, other.y1) * high + 1)
    return max(0, x0), max(0, y0), min(wide, x1), min(high, y1)


def _window(
    before: NDArray[np.float32], after: NDArray[np.float32], matrix: NDArray[np.float64], side: int
) -> tuple[int, int, int, int]:
    """The pixels of the picture that change when one face lies there for another: left, top, right, bottom."""
    ys, xs = np.nonzero((before != after).any(axis=2))
    if not len(ys):
        return 0, 0, 0, 0
    x0, y0, x1, y1 = xs.min() - 1, ys.min() - 1, xs.max() + 2, ys.max() + 2
    quad = cv2.perspectiveTransform(np.array((((x0, y0), (x1, y0), (x1, y1), (x0, y1)),), np.float64), matrix)[0]
    left, top = np.maximum(0, np.floor(quad.min(axis=0)).astype(int))
    right, bottom = np.minimum(side, np.ceil(quad.max(axis=0)).astype(int) + 1)
    return int(left), int(top), int(right), int(bottom)


def _contrast(window: NDArray[np.float32], printed: NDArray[np.float32], where: NDArray[np.bool_]) -> float:
    """How strong the print is on the card that lies there, as a share of a new one: worn, glossy, shaded."""
    if not where.any():
        return 1.0
    here, new = window[where], printed[where]
    here, new = here - here.mean(axis=0), new - new.mean(axis=0)
    return float(np.clip((here * new).sum() / max(1.0, float((new * new).sum())), *_FADED))
