"""Seeded pictures of cards on tables with every corner index labelled: what the detector and the reader learn from.

A picture is drawn at its final size: faces are warped onto a surface in one plane seen from some height, things and
hands are laid over them, and then the light, the lens and the codec of a cheap camera are imitated.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kozyr.datasets import decks, lens
from kozyr.datasets.composer import Composer
from kozyr.datasets.layouts import Place
from kozyr.datasets.legible import Left, rank_kept
from kozyr.datasets.rivals import measured
from kozyr.engine.cards import DECK_52, Card

READABLE_SHARE: Final = 0.75
"""How much of an index must be seen for a person to be expected to read it."""
_SMALLEST_READABLE_PX: Final = 9.0


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
    left: Left | None = None
    """What is left of rank and suit sign, told from all other cards; None where it was not asked for."""


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
    judged: bool = False,
) -> tuple[NDArray[np.uint8], tuple[IndexLabel, ...]]:
    """A square BGR picture and its labels; the same seed gives the same picture on the same installed packages.

    The cards are of a deck of the split drawn by the seed, or of ``look``, and out of ``pack``. ``judged``: every label
    says what is ``left`` of its index (half a second a picture). Raises KozyrError when no deck of the split is
    installed.
    """
    return _photographed(_composed(seed, size_px, split, look, pack), pack if judged else ())[:2]


def described(seed: int, size_px: int = 416, split: str = "train") -> tuple[NDArray[np.uint8], tuple[str, ...]]:
    """The picture that ``scene`` gives, and in words what it shows and how it was taken."""
    composer = _composed(seed, size_px, split, None, DECK_52)
    picture, _, how = _photographed(composer)
    return picture, (*composer.described(), *how)


def _composed(seed: int, size_px: int, split: str, look: Printing | None, pack: Sequence[Card]) -> Composer:
    random = np.random.default_rng((seed, 4161, decks.SPLITS.index(split)))
    composer = Composer(random, size_px, split, None if look is None else (look.deck, look.style_seed))
    composer.compose(pack)
    return composer


def spread(
    seed: int, look: Printing, cards: Sequence[Card], places: Sequence[Place], size_px: int = 1280
) -> tuple[NDArray[np.uint8], tuple[IndexLabel, ...]]:
    """A square picture of given cards at given places, as large as fits, and its labels; nothing else is laid out.

    It is a picture that somebody takes on purpose: the cards are laid flat, and there is light.
    """
    random = np.random.default_rng((seed, 4162))
    composer = Composer(random, size_px, decks.deck(look.deck).split, (look.deck, look.style_seed))
    composer.lay_out(cards, places)
    return _photographed(composer)[:2]


def _photographed(
    composer: Composer, judged_in: Sequence[Card] = ()
) -> tuple[NDArray[np.uint8], tuple[IndexLabel, ...], tuple[str, ...]]:
    """``judged_in``: the pack against which the indices are judged; without one they are not."""
    dim_rooms = 0.0 if composer.on_purpose else lens.DIM_ROOMS
    before = copy.deepcopy(composer.random)
    shot = lens.photographed(composer.random, composer.canvas, composer.index_high_px, dim_rooms)
    indices = composer.indices()
    left: Sequence[Left | None] = (
        measured(composer, shot.picture, before, dim_rooms, judged_in) if judged_in else [None] * len(indices)
    )
    found = []
    for seen, one in zip(indices, left, strict=True):
        quad = tuple((float(x), float(y)) for x, y in seen.quad)
        label = _judged(IndexLabel(seen.laid.card, quad, seen.visible, False), shot.blur_px)
        kept = rank_kept(composer.canvas, shot.picture, label.quad_px)
        found.append(replace(label, kept=kept, left=one))
    return shot.picture, tuple(found), shot.notes


def _judged(label: IndexLabel, blur_px: float) -> IndexLabel:
    quad = np.array(label.quad_px)
    high = float(np.linalg.norm((quad[3] + quad[2] - quad[0] - quad[1]) / 2))
    wide = float(np.linalg.norm((quad[1] + quad[2] - quad[0] - quad[3]) / 2))
    clear = high >= _SMALLEST_READABLE_PX and wide >= 4 and blur_px < 0.11 * high
    return IndexLabel(label.card, label.quad_px, label.visible, clear and label.visible >= READABLE_SHARE)
