"""A learnt deck as one small file: a numpy archive of the kept indices, the prototypes and what they belong to."""

import io
import json
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.engine.cards import cards
from kozyr.engine.errors import KozyrError
from kozyr.vision.crops import CROP_HEIGHT_PX, CROP_WIDTH_PX
from kozyr.vision.deck import Embeds, LearntDeck, learn_patches
from kozyr.vision.deck_print import PATCH_TIMES

VERSION: Final = 1
ENDING: Final = ".deck.npz"
_JPEG_QUALITY: Final = 95
_EMBEDDING: Final = 128
_PATCH: Final = (CROP_HEIGHT_PX * PATCH_TIMES, CROP_WIDTH_PX * PATCH_TIMES, 3)


_DAMAGE: Final = (
    OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, RuntimeError, ArithmeticError, MemoryError,
    KozyrError, zipfile.BadZipFile, zlib.error, cv2.error,
)  # fmt: skip
"""What numpy, zipfile, json and OpenCV raise for bytes that are no deck."""


class DeckFileError(KozyrError, ValueError):
    """A file that is no learnt deck, or is damaged."""


def as_bytes(deck: LearntDeck) -> bytes:
    """The file of a deck."""
    about = {
        "kozyr_deck": VERSION,
        "name": deck.name,
        "pack": [card.code for card in deck.pack],
        "taught": [card.code for card in deck.taught],
        "reader": deck.reader,
    }
    file = io.BytesIO()
    np.savez_compressed(
        file,
        about=np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8),
        patches=_as_jpeg(deck.patches),
        prototypes=deck.prototypes,
        whitening=deck.whitening,
    )
    return file.getvalue()


def from_bytes(data: bytes, where: Path) -> LearntDeck:
    """The deck of a file's bytes; ``where`` is named in what is said of a bad one. Raises DeckFileError."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            about = json.loads(archive["about"].tobytes().decode())
            if about["kozyr_deck"] != VERSION:
                raise DeckFileError(
                    "{where} was written by another version of Kozyr; learn the deck again", where=where
                )
            return _checked(about, {name: archive[name] for name in ("patches", "prototypes", "whitening")})
    except DeckFileError:
        raise
    except _DAMAGE as error:
        raise DeckFileError("{where} is damaged or is no learnt deck; learn the deck again", where=where) from error


def fitted_to(deck: LearntDeck, reader: Embeds) -> LearntDeck:
    """The deck for the reader at hand: made anew from its kept indices when they were read by another network."""
    if deck.reader == reader.fingerprint:
        return deck
    return learn_patches(deck.name, deck.pack, deck.taught, deck.patches, reader)


def _checked(about: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> LearntDeck:
    pack, taught = cards(about["pack"]), cards(about["taught"])
    patches = _from_jpeg(arrays["patches"], len(taught))
    deck = LearntDeck(
        str(about["name"]), pack, taught, patches, str(about["reader"]),
        arrays["prototypes"].astype(np.float32), arrays["whitening"].astype(np.float32),
    )  # fmt: skip
    good = (
        deck.prototypes.shape == (len(pack), _EMBEDDING)
        and deck.whitening.shape == (_EMBEDDING, _EMBEDDING)
        and bool(np.isfinite(deck.prototypes).all() and np.isfinite(deck.whitening).all())
        and len(set(pack)) == len(pack) > 0
        and set(taught) == set(pack)
    )
    if not good:
        raise ValueError("parts that do not belong together")
    return deck


def _as_jpeg(patches: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The patches below each other in one JPEG picture, its bytes."""
    _, data = cv2.imencode(".jpg", patches.reshape(-1, *_PATCH[1:]), [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    return np.asarray(data, np.uint8).ravel()


def _from_jpeg(data: NDArray[Any], count: int) -> NDArray[np.uint8]:
    picture = cv2.imdecode(data.astype(np.uint8), cv2.IMREAD_COLOR)
    if picture is None or picture.shape != (count * _PATCH[0], *_PATCH[1:]):
        raise ValueError("the kept indices are damaged")
    return np.asarray(picture.reshape(count, *_PATCH), np.uint8)


def settled(deck: LearntDeck) -> LearntDeck:
    """The deck with its indices as they will be read back, so that learning again from the file changes nothing."""
    return replace(deck, patches=_from_jpeg(_as_jpeg(deck.patches), len(deck.taught)))
