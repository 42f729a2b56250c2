"""The trained networks, opened for stills or for video."""

import os
from typing import Final

from kozyr.engine.errors import DetectorUnavailable
from kozyr.ui.decks import load_deck
from kozyr.ui.reserves import one_reserve
from kozyr.ui.settings import models_folder
from kozyr.vision.deck_file import fitted_to
from kozyr.vision.detect import BACKENDS, LIGHT_STILL_SIDES_PX, STILL_SIDES_PX, VIDEO_SIDES_PX, open_detector
from kozyr.vision.read import STILL, OnnxIndexReader
from kozyr.vision.tuning import LIGHT, PipelineSettings
from kozyr.vision.types import IndexDetector

DETECTOR: Final = "index-detector.onnx"
READER: Final = "index-reader.onnx"
DETAILS: Final = {"full": PipelineSettings(), "light": LIGHT}
"""How closely the networks look: ``light`` for a Raspberry Pi."""


def open_eyes(
    *,
    video: bool,
    backend: str = BACKENDS[0],
    threads: int | None = None,
    deck: str | None = None,
    detail: str = "full",
) -> tuple[IndexDetector, OnnxIndexReader]:
    """Detector and reader, as set up for video frames or for still pictures.

    ``threads``: for each network, the machine's cores up to two when left out. ``deck``: the name of the learnt deck
    on the table. ``detail``: a key of DETAILS; of video frames the pipeline's settings decide. Raises
    DetectorUnavailable, with a sentence that names the file, when a network is missing or damaged, and KozyrError when
    the deck is.
    """
    folder = models_folder()
    for name in (DETECTOR, READER):
        if not (folder / name).is_file():
            raise DetectorUnavailable(
                "the network {path} is missing; reinstall Kozyr, or set KOZYR_MODELS to its folder", path=folder / name
            )
    one_reserve()
    count = threads or min(2, os.cpu_count() or 1)
    still = LIGHT_STILL_SIDES_PX if detail == "light" else STILL_SIDES_PX
    sides = VIDEO_SIDES_PX if video else still
    detector = open_detector(backend, weights=folder / DETECTOR, long_sides_px=sides, threads=count)
    reader = OnnxIndexReader(folder / READER, threads=count, settings=None if video else STILL)
    if deck is not None:
        reader.know(fitted_to(load_deck(deck), reader))
    return detector, reader
