"""Learning a deck from pictures: one suit in each, laid in order; and saying what is wrong with a picture."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozyr.engine.cards import Card, Suit
from kozyr.engine.errors import KozyrError
from kozyr.vision.deck import LearntDeck, learn_patches, patch, plain_crop
from kozyr.vision.deck_file import settled
from kozyr.vision.deck_order import Row, rows_of, sure_card
from kozyr.vision.read import Look, OnnxIndexReader
from kozyr.vision.turns import find_all_ways
from kozyr.vision.types import Image, IndexDetector

LEAST_SCORE: Final = 0.3
"""Boxes the detector is less sure of are ignored."""
_FEWEST: Final = 4
"""A picture with fewer cards says too little about their order."""
_ALL_WAYS: Final = 4
"""A picture that does not fit when it is searched once is searched turned all ways; four times the time."""
_MOST_PATCHES: Final = 6
"""Kept of each card."""
_MOST_AGAINST: Final = 1
"""So many cards of a picture may be read surely as others: an unseen deck is misread here and there."""
_TWO_SUITS: Final = 3
"""So many sure readings of a second suit, among at least as many of the first, are two suits."""


class DeckPictureError(KozyrError, ValueError):
    """A picture from which the deck cannot be learnt, with what to do."""


@dataclass(frozen=True, slots=True)
class Taught:
    """A deck, and what its learning had to put right."""

    deck: LearntDeck
    """What was learnt."""
    put_right: tuple[tuple[Card, Card], ...]
    """(card, what the reader took an index of it for): set right by the order."""
    left_out: int
    """Indices that looked like another card of the deck and were not kept."""


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
    wrong = [(card, other) for row in rows for look, card in row.indices if (other := _misread(look, card)) is not None]
    return Taught(deck, tuple(dict.fromkeys(wrong)), left_out)


def _rows(
    pictures: Sequence[tuple[str, Image]],
    pack: Sequence[Card],
    eyes: tuple[IndexDetector, OnnxIndexReader],
    trust_order: bool,
) -> tuple[Row, ...]:
    """The rows of the pictures; one that does not fit at first is searched turned all ways. Raises DeckPictureError."""
    seen = [looks(image, eyes, 1) for _, image in pictures]
    rows = rows_of(seen, pack)
    poor = [place for place, row in enumerate(rows) if _wrong_with(row, pack, trust_order) or _lacks(row, pack)]
    if poor:
        for place in poor:
            seen[place] = looks(pictures[place][1], eyes, _ALL_WAYS)
        rows = rows_of(seen, pack)
    for (label, _), row in zip(pictures, rows, strict=True):
        wrong = _wrong_with(row, pack, trust_order)
        if wrong:
            raise DeckPictureError(f"{label}: {wrong}")
    _check_all(rows, pack)
    return rows


def _lacks(row: Row, pack: Sequence[Card]) -> bool:
    """Whether a card of the row's suit was not found in it."""
    return len({card for _, card in row.indices}) < sum(card.suit is row.suit for card in pack)


def looks(image: Image, eyes: tuple[IndexDetector, OnnxIndexReader], turns: int = 4) -> tuple[Look, ...]:
    """What is seen in a picture searched so many quarter turns, one look for each place."""
    detector, reader = eyes
    boxes = [box for box in find_all_ways(detector, image, turns) if box.score >= LEAST_SCORE]
    kept: list[Look] = []
    for look in sorted(reader.look(image, boxes), key=lambda one: float(one.chances[-1])):
        if all(_apart(look, other) > 0.5 for other in kept):
            kept.append(look)
    return tuple(kept)


def _apart(one: Look, other: Look) -> float:
    """Distance of two centres in heights of the larger index."""
    away = np.subtract(one.box.centre_px, other.box.centre_px)
    return float(np.linalg.norm(away)) / max(one.box.height_px, other.box.height_px, 1.0)


def _misread(look: Look, card: Card) -> Card | None:
    sure = sure_card(look)
    return None if sure == card else sure


def _wrong_with(row: Row, pack: Sequence[Card], trust_order: bool) -> str:
    """Why a picture is no row of one suit in order, and what to do; empty when it is one."""
    placed = {card for _, card in row.indices}
    if len(placed) < _FEWEST:
        return (
            f"only {len(placed)} cards of one suit can be told; lay one suit flat in a row or a fan, a corner of each"
            " card to be seen, nearer to the camera, in even light without glare"
        )
    if trust_order:
        return ""
    read = [card for look, _ in row.indices if (card := sure_card(look)) is not None]
    suits = Counter(card.suit for card in (*read, *row.strangers)).most_common(2)
    if len(suits) == 2 and suits[1][1] >= _TWO_SUITS:
        return f"{suits[0][0].sign} and {suits[1][0].sign} are both read in it; show one suit in a picture"
    foreign = sorted({card.code for card in row.beyond})
    if foreign:
        return (
            f"{', '.join(foreign)} lies in it, which a deck of {len(pack)} cards does not have; give --cards 36 or 52,"
            " or take it away"
        )
    against = {card for look, card in row.indices if _misread(look, card) is not None}
    if len(against) + len(set(row.strangers)) > _MOST_AGAINST:
        names = " ".join(card.code for card in pack if card.suit is row.suit)
        return (
            f"the cards do not seem to lie in order; lay them {names} or the other way round, or say --trust-order when"
            " they do"
        )
    return ""


def _check_all(rows: Sequence[Row], pack: Sequence[Card]) -> None:
    """Raises DeckPictureError when a suit or a card was in no picture."""
    absent = [suit.sign for suit in Suit if suit not in {row.suit for row in rows}]
    if absent:
        raise DeckPictureError(f"no picture shows {' '.join(absent)}; show each suit in a picture of its own")
    found = {card for row in rows for _, card in row.indices}
    unseen = [card.code for card in pack if card not in found]
    if unseen:
        raise DeckPictureError(
            f"no index of {' '.join(unseen)} was found; take that suit again, nearer, in even light, or add a picture"
        )


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
