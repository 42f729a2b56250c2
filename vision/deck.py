"""A learnt deck: what its indices look like to the reader, and how that puts the reader's probabilities right.

A deck is learnt without training: each index is kept as a small picture, varied as a camera varies it, and the mean of
what the reader makes of it is the card's prototype. How far the variations stray is the spread, the same for all cards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.engine.cards import DECK_52, Card
from kozyr.vision.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX, INDEX_FILL, cut_upright, whiten
from kozyr.vision.deck_print import PATCH_SCALE, PATCH_TIMES, Pixels, fits, losses, whole
from kozyr.vision.types import Image, IndexBox

VARIATIONS: Final = 12
"""Crops made of each kept index, the plain one included."""
_IN_PATCH: Final = IndexBox(
    (CROP_WIDTH_PX * PATCH_TIMES / 2, CROP_HEIGHT_PX * PATCH_TIMES / 2),
    0.0, CROP_HEIGHT_PX * PATCH_TIMES * INDEX_FILL / PATCH_SCALE, 0.0, 1.0,
)  # fmt: skip
"""Where the index stands in its patch; a box without width is cut by its height."""
_ROUNDS: Final = 3
_PLACES: Final = {card: place for place, card in enumerate(DECK_52)}
_NO_INDEX: Final = len(DECK_52)


class Embeds(Protocol):
    """What turns crops into embeddings: the index reader."""

    @property
    def fingerprint(self) -> str:
        """Names the network; prototypes of another network are of no use to it."""
        ...

    def embed(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Unit-length embeddings (n, 128) of crops (n, 48, 32, 3)."""
        ...


@dataclass(frozen=True, slots=True)
class WeighSettings:
    """How prototypes and probabilities are combined.

    Fitted by likelihood on 3,953 drawn places of 44 decks made of the validation split, readable or not; nothing else.
    Kept for the wider reader that came after: of 460 readable places of 20 such decks it then reads 0.978 with 0.9 or
    more (3 wrong), 0.954 (4 wrong) without the deck; a new fit was less sure of the readable ones.
    """

    reader: float = 0.635
    """Power of the reader's probability."""
    prototype: float = 3.44
    """Power of 1 / distance² for a crop close to a prototype: what counts is the ratio of distances."""
    dim: float = 548.0
    """Squared distance of the nearest prototype at which that power is halved: blurred crops are far from all."""
    unlike: float = 1354.0
    """Squared distance at which a card that the deck does not have is as likely."""
    nothing: float = 0.70
    """Added to the logarithm of "no index" beside that."""
    shrink: float = 0.5
    """Share of the mean variance added to every direction of the spread."""
    least: float = 1e-5
    """Least probability of the reader that is believed."""
    doubted: float = 1e-3
    """A card with this chance or more is held against the deck's own print, if another card has it as well."""
    most_doubted: int = 5
    """So many cards at most."""
    before: float = 0.715
    """Power of the probabilities so far, where prints are compared. This and the next three are fitted by likelihood on
    320 drawn places of 24 decks made of the validation split; in six parts, each judged by the other five: of 698
    readable places 679 are then right before the fifth is wrong, 664 without (``kozyr bench deck`` measures it all)."""
    print: float = 1.15
    """Power of the ratio of squared differences from two cards' prints, for an index 20 pixels high; it grows with the
    root of the height, up to ``sharp_px``, as more that is seen is its own."""
    sharp_px: float = 40.0
    """Larger indices tell no more in a crop."""
    no_print: float = 2.84
    """Added to the logarithm of "no index" beside that."""
    unlike_print: float = 1.22
    """Power of what no card's print explains (1 - likeness²), which speaks for "no index"."""


FITTED: Final = WeighSettings()


@dataclass(frozen=True, slots=True, eq=False)
class LearntDeck:
    """The prototypes of one deck."""

    name: str
    """As its owner calls it."""
    pack: tuple[Card, ...]
    """The cards it has."""
    taught: tuple[Card, ...]
    """Whose index each patch shows."""
    patches: NDArray[np.uint8]
    """The kept indices, BGR, shape (len(taught), 96, 64, 3)."""
    reader: str
    """Fingerprint of the reader that made the prototypes."""
    prototypes: NDArray[np.float32]
    """Mean embedding of each card of ``pack``, shape (len(pack), 128)."""
    whitening: NDArray[np.float32]
    """Turns a difference of embeddings so that its squared length is the distance, shape (128, 128)."""
    prints: Mapping[int, tuple[Pixels, ...]] = field(init=False, repr=False)
    """The patches on white paper, by the card's place among all 52."""

    def __post_init__(self) -> None:
        """Whitens the patches once."""
        prints: dict[int, tuple[Pixels, ...]] = {}
        for card, white in zip(self.taught, whiten(self.patches), strict=True):
            prints[_PLACES[card]] = (*prints.get(_PLACES[card], ()), white.astype(np.float32))
        object.__setattr__(self, "prints", prints)

    @property
    def cards(self) -> frozenset[Card]:
        """The cards it has."""
        return frozenset(self.pack)

    def distances(self, embeddings: NDArray[np.float32]) -> NDArray[np.float64]:
        """Squared distances of embeddings (n, 128) from the prototypes, shape (n, len(pack))."""
        seen, known = embeddings @ self.whitening, self.prototypes @ self.whitening
        return np.asarray(((seen[:, None] - known[None]) ** 2).sum(axis=2), np.float64)

    def weigh(
        self, chances: NDArray[np.float64], embeddings: NDArray[np.float32], settings: WeighSettings = FITTED
    ) -> NDArray[np.float64]:
        """Probabilities (n, 53) of the reader put right, from its embeddings (n, 128) of the same crops."""
        weights = settings.reader * np.log(np.maximum(chances, settings.least))
        far = np.maximum(self.distances(embeddings), 1e-6)
        # Where every prototype is far, the crop is odd and tells nothing: the reader keeps its word.
        nearest = far.min(axis=1, keepdims=True)
        power = settings.prototype / (1 + nearest / settings.dim)
        likely = np.repeat(-power * np.log(np.maximum(nearest, settings.unlike)), chances.shape[1], axis=1)
        likely[:, _NO_INDEX] += settings.nothing
        likely[:, [_PLACES[card] for card in self.pack]] = -power * np.log(far)
        weights += likely
        weights = np.exp(weights - weights.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float64)

    def held_against(
        self, crop: Image, box: IndexBox, chances: NDArray[np.float64], settings: WeighSettings = FITTED
    ) -> NDArray[np.float64]:
        """Probabilities (53,) of an upright crop put right by the deck's own print, where several cards are likely."""
        likely = [int(place) for place in np.argsort(-chances) if chances[place] >= settings.doubted]
        doubted = [place for place in likely if place in self.prints][: settings.most_doubted]
        if len(doubted) < 2 or likely[0] not in (*doubted, _NO_INDEX):
            return chances  # nothing to compare, or a card of another deck, whose print nobody knows
        window, found = fits(whiten(crop[None])[0].astype(np.float32), whole(box), {k: self.prints[k] for k in doubted})
        lost = losses(window, found)
        loss = np.zeros(chances.shape)
        loss[list(self.prints)] = max(lost.values())
        loss[list(lost)] = list(lost.values())
        power = settings.print * (min(box.height_px, settings.sharp_px) / 20) ** 0.5
        weights = settings.before * np.log(np.maximum(chances, settings.least)) - power * loss
        explained = max(fit.likeness for fit in found.values())
        weights[_NO_INDEX] += settings.no_print + settings.unlike_print * np.log(1.001 - explained**2)
        weights = np.exp(weights - weights.max())
        return np.asarray(weights / weights.sum(), np.float64)


def patch(image: Image, box: IndexBox) -> Image:
    """The picture of an upright index as it is kept, BGR, shape (96, 64, 3)."""
    return cut_upright(image, box, scale=PATCH_SCALE, times=PATCH_TIMES)


def plain_crop(kept: Image) -> Image:
    """The crop of an index, (48, 32, 3), from its patch."""
    return cut_upright(kept, _IN_PATCH)


def learn_patches(
    name: str, pack: Sequence[Card], taught: Sequence[Card], patches: NDArray[np.uint8], reader: Embeds
) -> LearntDeck:
    """The deck whose indices the patches show; each card of the pack needs one. The same patches give the same deck."""
    random = np.random.default_rng(20_136)
    crops = np.concatenate([_varied(random, one) for one in patches])
    embeddings = reader.embed(crops).reshape(len(patches), VARIATIONS, -1).astype(np.float64)
    owners = np.array([_PLACES[card] for card in taught])
    means, strays = [], []
    for card in pack:
        own = embeddings[owners == _PLACES[card]].reshape(-1, embeddings.shape[2])
        mean = _robust_mean(own)
        means.append(mean)
        strays.append(own - mean)
    return LearntDeck(
        name, tuple(pack), tuple(taught), np.asarray(patches, np.uint8), reader.fingerprint,
        np.asarray(means, np.float32), _whitening(np.concatenate(strays), FITTED.shrink),
    )  # fmt: skip


def _robust_mean(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    """The geometric median: a crop gone wrong does not move it."""
    mean = vectors.mean(axis=0)
    for _ in range(_ROUNDS):
        weight = 1 / np.maximum(np.linalg.norm(vectors - mean, axis=1), 0.05)
        mean = (vectors * weight[:, None]).sum(axis=0) / weight.sum()
    return np.asarray(mean, np.float64)


def _whitening(strays: NDArray[np.float64], shrink: float) -> NDArray[np.float32]:
    spread = strays.T @ strays / len(strays)
    spread += shrink * np.trace(spread) / len(spread) * np.eye(len(spread))
    return np.asarray(np.linalg.cholesky(np.linalg.inv(spread)), np.float32)


def _varied(random: np.random.Generator, kept: Image) -> NDArray[np.uint8]:
    """Crops of one patch as a detector and a cheap camera give them, shape (VARIATIONS, 48, 32, 3)."""
    crops = [plain_crop(kept)]
    for _ in range(VARIATIONS - 1):
        x, y = np.array(_IN_PATCH.centre_px) + random.normal(0, 0.035, 2) * _IN_PATCH.height_px
        moved = replace(_IN_PATCH, centre_px=(float(x), float(y)), angle_deg=float(random.normal(0, 3)))
        crops.append(_worn(random, cut_upright(kept, moved, scale=float(np.exp(random.normal(0, 0.07))))))
    return np.stack(crops)


def _worn(random: np.random.Generator, crop: Image) -> Image:
    """The crop from farther away, blurred, in another light, with grain."""
    pixels = crop.astype(np.float32)
    if random.random() < 0.6:
        share = random.uniform(0.25, 0.8)
        small = cv2.resize(pixels, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        pixels = np.asarray(cv2.resize(small, (CROP_WIDTH_PX, CROP_HEIGHT_PX)), np.float32)
    if random.random() < 0.5:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), random.uniform(0.4, 1.5)), np.float32)
    light = np.exp(random.normal(-0.1, 0.3) + random.normal(0, 0.06, 3))
    lit = (pixels * light - 110) * random.uniform(0.7, 1.15) + 110 + random.uniform(-5, 15)
    grain = random.normal(0, abs(random.normal(0, 5)), lit.shape)
    return np.clip(lit + grain, 0, 255).astype(np.uint8)
