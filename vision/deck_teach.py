"""Learning a deck from pictures: one suit in each, laid in order; and saying what is wrong with a picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozyr.engine.cards import Card
from kozyr.engine.errors import KozyrError
from kozyr.vision.deck import LearntDeck, learn_patches, patch, plain_crop
from kozyr.vision.deck_file import settled
from kozyr.vision.deck_misfit import Fault, Misfit, lacking, misfit_of, misread
from kozyr.vision.deck_order import Row, rows_of
from kozyr.vision.deck_sharpness import SHARP, sharpness
from kozyr.vision.fuse import DEFAULTS
from kozyr.vision.read import Look, OnnxIndexReader
from kozyr.vision.turns import find_all_ways
from kozyr.vision.types import Image, IndexDetector

LEAST_SCORE: Final = 0.3
"""Boxes the detector is less sure of are ignored."""
_ALL_WAYS: Final = 4
"""A picture that does not fit when it is searched once is searched turned all ways; four times the time."""
_MOST_PATCHES: Final = 6
"""Kept of each card."""


class DeckPictureError(KozyrError, ValueError):
    """A picture from which the deck cannot be learnt, with what to do."""

    def __init__(self, misfit: Misfit, label: str = "") -> None:
        """``label``: which picture; empty when it is all of them together."""
        if label:
            super().__init__("{picture}: {misfit}", picture=label, misfit=misfit.words)
        else:
            super().__init__(misfit.words)
        self.misfit, self.label = misfit, label


@dataclass(frozen=True, slots=True)
class Taught:
    """A deck, and what its learning had to put right."""

    deck: LearntDeck
    """What was learnt."""
    put_right: tuple[tuple[Card, Card], ...]
    """(card, what the reader took an index of it for): set right by the order."""
    left_out: int
    """Indices that looked like another card of the deck and were not kept."""
    blurred: tuple[str, ...] = ()
    """The pictures whose indices are not sharp: the deck is read better when they are taken again."""


def learn_deck(
    name: str,
    pictures: Sequence[tuple[str, Image]],
    pack: Sequence[Card],
    eyes: tuple[IndexDetector, OnnxIndexReader],
    *,
    trust_order: bool = False,
) -> Taught:
    """Learns a deck from (name, BGR picture) pairs, each showing cards of one suit in their order, either way round.

    ``trust_order``: believe the order even where the reader is sure of other cards. Raises DeckPictureError with one
    sentence when a picture does not fit.
    """
    rows = _rows(pictures, pack, eyes, trust_order)
    taught, patches = _kept(rows, [image for _, image in pictures])
    deck, left_out = _without_strays(settled(learn_patches(name, pack, taught, patches, eyes[1])), eyes[1])
    blurred = [label for row, (label, image) in zip(rows, pictures, strict=True) if _is_blurred(row, image)]
    wrong = [(card, other) for row in rows for look, card in row.indices if (other := misread(look, card)) is not None]
    return Taught(deck, tuple(dict.fromkeys(wrong)), left_out, tuple(blurred))


def row_seen(
    image: Image, pack: Sequence[Card], eyes: tuple[IndexDetector, OnnxIndexReader]
) -> tuple[Row, Misfit | None]:
    """The row that one BGR picture shows, and what does not fit; a first word before all suits are there."""
    row, misfit = _row_seen(image, pack, eyes, 1)
    if misfit is not None:
        row, misfit = _row_seen(image, pack, eyes, _ALL_WAYS)
    if misfit is None and _is_blurred(row, image):
        misfit = Misfit(Fault.BLURRED)
    return row, misfit


def _is_blurred(row: Row, image: Image) -> bool:
    return sharpness(patch(image, look.box) for look, _ in row.indices) < SHARP


def _row_seen(
    image: Image, pack: Sequence[Card], eyes: tuple[IndexDetector, OnnxIndexReader], turns: int
) -> tuple[Row, Misfit | None]:
    (row,) = rows_of([looks(image, eyes, turns)], pack)
    return row, misfit_of(row, pack) or lacking([row], pack, (row.suit,))


def _rows(
    pictures: Sequence[tuple[str, Image]],
    pack: Sequence[Card],
    eyes: tuple[IndexDetector, OnnxIndexReader],
    trust_order: bool,
) -> tuple[Row, ...]:
    """The rows of the pictures; one that does not fit at first is searched turned all ways. Raises DeckPictureError."""
    seen = [looks(image, eyes, 1) for _, image in pictures]
    rows = rows_of(seen, pack)
    poor = [
        place
        for place, row in enumerate(rows)
        if misfit_of(row, pack, trust_order) or lacking([row], pack, (row.suit,))
    ]
    if poor:
        for place in poor:
            seen[place] = looks(pictures[place][1], eyes, _ALL_WAYS)
        rows = rows_of(seen, pack)
    for (label, _), row in zip(pictures, rows, strict=True):
        if misfit := misfit_of(row, pack, trust_order):
            raise DeckPictureError(misfit, label)
    if misfit := lacking(rows, pack):
        raise DeckPictureError(misfit)
    return rows


def looks(image: Image, eyes: tuple[IndexDetector, OnnxIndexReader], turns: int = 4) -> tuple[Look, ...]:
    """What is seen in a picture searched so many quarter turns, one look for each place."""
    detector, reader = eyes
    boxes = [box for box in find_all_ways(detector, image, turns) if box.score >= LEAST_SCORE]
    kept: list[Look] = []
    for look in sorted(reader.look(image, boxes), key=lambda one: float(one.chances[-1])):
        if all(look.box.apart(other.box) > DEFAULTS.same_place for other in kept):
            kept.append(look)
    return tuple(kept)


def _kept(rows: Sequence[Row], images: Sequence[Image]) -> tuple[list[Card], NDArray[np.uint8]]:
    """Whose index each kept patch is, and the patches: of every card the ones that are largest in their picture."""
    found: dict[Card, list[tuple[float, Image]]] = {}
    for row, image in zip(rows, images, strict=True):
        for look, card in row.indices:
            found.setdefault(card, []).append((look.box.height_px, patch(image, look.box)))
    taught, patches = [], []
    for card in sorted(found, key=lambda one: one.code):
        best = sorted(found[card], key=lambda one: -one[0])[:_MOST_PATCHES]
        taught += [card] * len(best)
        patches += [picture for _, picture in best]
    return taught, np.stack(patches)


def _without_strays(deck: LearntDeck, reader: OnnxIndexReader) -> tuple[LearntDeck, int]:
    """The deck without patches that look like another of its cards, where a card has better ones; how many."""
    plain = reader.embed(np.stack([plain_crop(one) for one in deck.patches]))
    nearest = [deck.pack[int(place)] for place in deck.distances(plain).argmin(axis=1)]
    good = [near == card for near, card in zip(nearest, deck.taught, strict=True)]
    has_good = {card for card, fits in zip(deck.taught, good, strict=True) if fits}
    keep = [fits or card not in has_good for card, fits in zip(deck.taught, good, strict=True)]
    if all(keep):
        return deck, 0
    taught = [card for card, kept in zip(deck.taught, keep, strict=True) if kept]
    patches = deck.patches[np.array(keep)]
    return settled(learn_patches(deck.name, deck.pack, taught, patches, reader)), keep.count(False)
