"""Reading found corner indices: upright crops through a small network, which also settles which way is up.

The network is an ONNX file run by onnxruntime; it takes whitened crops and gives calibrated probabilities for the 52
cards and for "no index", and an embedding in which a particular deck can be learnt.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from kozyr.engine.cards import DECK_52, Card
from kozyr.engine.errors import DetectorUnavailable
from kozyr.vision.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX, cut_upright, whiten
from kozyr.vision.running import run_options
from kozyr.vision.types import Image, IndexBox, IndexReading

WEIGHTS: Final = Path(__file__).resolve().parent.parent / "models" / "index-reader.onnx"
"""The shipped reader."""
_NO_INDEX: Final = len(DECK_52)
_SQUARE_FROM: Final = 0.72
_LEAST: Final = 1e-7
"""Probability that every answer keeps, so that one look cannot rule a card out for ever."""


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """The numbers of reading, tuned on the validation decks only."""

    scalings: tuple[float, ...] = (0.92, 1.08)
    """Margins at which every box is cut; the geometric mean of the probabilities counts."""
    square_from: float = _SQUARE_FROM
    """From this ratio of the shorter to the longer side a box may also lie across: four directions are tried."""
    alternatives: int = 5
    """How many likely cards a reading lists."""


STILL: Final = ReadSettings(scalings=(0.84, 1.0, 1.18))
"""For a still picture, which is looked at once. With three margins, as with two, 376 of 387 cards of 121 tables of
validation decks are found, and of some 490 reports none is wrong instead of three. Five margins do no better."""


class Look(NamedTuple):
    """What the network makes of one box, in the direction in which a card is likeliest."""

    box: IndexBox
    """The box, turned upright."""
    chances: NDArray[np.float64]
    """Probabilities of the 52 cards and of "no index", shape (53,)."""
    embedding: NDArray[np.float32]
    """Of unit length, shape (128,)."""


class KnownDeck(Protocol):
    """A deck that has been learnt."""

    @property
    def cards(self) -> frozenset[Card]:
        """The cards it has."""
        ...

    def weigh(self, chances: NDArray[np.float64], embeddings: NDArray[np.float32]) -> NDArray[np.float64]:
        """Probabilities (n, 53) put right by what is known of the deck, from the embeddings (n, 128) of the crops."""
        ...

    def held_against(self, crop: Image, box: IndexBox, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """Probabilities (53,) of the upright crop of a box, put right by the deck's own print."""
        ...


class OnnxIndexReader:
    """The reader of ``models/index-reader.onnx`` (or of another file with the same inputs and outputs)."""

    def __init__(
        self,
        weights: Path | None = None,
        *,
        threads: int = 1,
        settings: ReadSettings | None = None,
    ) -> None:
        """Loads the network. Raises DetectorUnavailable when the file is missing, damaged, or of another kind."""
        self._settings = settings or ReadSettings()
        self._deck: KnownDeck | None = None
        self._weights = weights or WEIGHTS
        self._session = _session(self._weights, threads)

    def know(self, deck: KnownDeck | None) -> None:
        """From now on that deck lies on the table (None: any); a card that it does not have is read as no card."""
        self._deck = deck

    @property
    def fingerprint(self) -> str:
        """Names the network's file by its content."""
        return hashlib.sha256(self._weights.read_bytes()).hexdigest()[:16]

    def read(self, image: Image, boxes: Sequence[IndexBox]) -> tuple[IndexReading, ...]:
        """A reading for each box, in the same order; boxes come back turned upright."""
        return tuple(self._reading(look) for look in self.look(image, boxes))

    def look(self, image: Image, boxes: Sequence[IndexBox]) -> tuple[Look, ...]:
        """What is seen in each box, in the same order: all probabilities, and the embedding."""
        if not boxes:
            return ()
        turned = [directions(box, self._settings.square_from) for box in boxes]
        flat = [box for choices in turned for box in choices]
        chances, embeddings = self._seen(image, flat)
        looks, start = [], 0
        for choices in turned:
            here = slice(start, start + len(choices))
            best = start + int(chances[here, :_NO_INDEX].max(axis=1).argmax())
            looks.append(Look(flat[best], self._held(image, flat[best], chances[best]), embeddings[best]))
            start += len(choices)
        return tuple(looks)

    def embeddings(self, image: Image, boxes: Sequence[IndexBox]) -> NDArray[np.float32]:
        """The unit-length embedding of each upright box, shape (boxes, 128)."""
        if not boxes:
            return np.zeros((0, 128), np.float32)
        return self.embed(np.stack([cut_upright(image, box) for box in boxes]))

    def embed(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The unit-length embeddings of crops as ``vision.crops.cut_upright`` cuts them, shape (n, 128)."""
        return self._run(crops)[1]

    def chances(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Probabilities of the 52 cards and of "no index" (n, 53) for crops as ``embed`` takes them, of any deck."""
        return self._run(crops)[0]

    def _seen(self, image: Image, boxes: Sequence[IndexBox]) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
        """Probabilities (n, 53) and embeddings (n, 128) of boxes, each the mean over the margins."""
        scalings = self._settings.scalings
        crops = np.stack([cut_upright(image, box, scale=scale) for box in boxes for scale in scalings])
        found = [part.astype(np.float64).reshape(len(boxes), len(scalings), -1) for part in self._run(crops)]
        chances = _agreed(found[0])
        embeddings = found[1].mean(axis=1)
        embeddings /= np.maximum(np.linalg.norm(embeddings, axis=1, keepdims=True), 1e-9)
        unit = np.asarray(embeddings, np.float32)
        return chances if self._deck is None else self._deck.weigh(chances, unit), unit

    def _held(self, image: Image, box: IndexBox, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        if self._deck is None:
            return chances
        return self._deck.held_against(cut_upright(image, box), box, chances)

    def _run(self, crops: NDArray[np.uint8]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        chances, embedding = self._session.run(None, {"crops": whiten(crops)})
        return np.asarray(chances, np.float32), np.asarray(embedding, np.float32)

    def _reading(self, look: Look) -> IndexReading:
        row = look.chances
        order = np.argsort(row[:_NO_INDEX])[::-1][: self._settings.alternatives]
        likely = tuple((DECK_52[int(k)], float(row[k])) for k in order)
        if row[_NO_INDEX] > likely[0][1]:
            return IndexReading(look.box, None, float(row[_NO_INDEX]), likely)
        if self._deck is None:
            return IndexReading(look.box, likely[0][0], likely[0][1], likely)
        if likely[0][0] not in self._deck.cards:
            return IndexReading(look.box, None, likely[0][1], likely)
        own = tuple((card, chance) for card, chance in likely if card in self._deck.cards)
        return IndexReading(look.box, own[0][0], own[0][1], own)


def _agreed(chances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Of the probabilities (n, looks, 53) of several looks at a box, the geometric mean, shape (n, 53)."""
    logs = np.log(chances + _LEAST).mean(axis=1)
    raised = np.exp(logs - logs.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def directions(box: IndexBox, square_from: float = _SQUARE_FROM) -> tuple[IndexBox, ...]:
    """The ways the index may be turned: two, or four when the shorter side is ``square_from`` of the longer or more."""
    angles = [box.angle_deg, box.angle_deg + 180]
    choices = [replace(box, angle_deg=angle % 360) for angle in angles]
    short, long = sorted((box.width_px, box.height_px))
    if short >= square_from * long:
        across = replace(box, width_px=box.height_px, height_px=box.width_px)
        choices += [replace(across, angle_deg=(angle + 90) % 360) for angle in angles]
    return tuple(choices)


def _session(weights: Path, threads: int) -> Any:
    if not weights.is_file():
        raise DetectorUnavailable(
            "the index reader {weights} is missing; train it with `kozyr train reader` or reinstall Kozyr",
            weights=weights,
        )
    try:
        import onnxruntime
    except ImportError as error:
        raise DetectorUnavailable("onnxruntime is not installed; run: pip install onnxruntime") from error
    try:
        session = onnxruntime.InferenceSession(str(weights), run_options(threads), providers=["CPUExecutionProvider"])
    except Exception as error:  # onnxruntime raises its own unrelated types for every kind of damage
        raise DetectorUnavailable("the index reader {weights} is damaged; reinstall Kozyr", weights=weights) from error
    shape = session.get_inputs()[0].shape
    if list(shape[1:]) != [CROP_HEIGHT_PX, CROP_WIDTH_PX, 3]:
        raise DetectorUnavailable(
            "{weights} is not an index reader; give the file that `kozyr train reader` wrote", weights=weights
        )
    return session
