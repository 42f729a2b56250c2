"""Pictures kept as evidence: each card at its reading, and the table before a trick was swept up."""

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from kozyr.engine.observations import CardAppeared, CardReread, Observation, ZoneCleared
from kozyr.vision.places import bounds, grown
from kozyr.vision.track import Track
from kozyr.vision.types import Frame, Image

SaveCrop = Callable[[str, Image], str | None]
"""Keeps a picture under a suggested name (no folder, no ending) and returns the name it was kept under."""
_ROOM: Final = 0.12
"""Room around a card in its picture, as a share of its diagonal."""


def with_picture(
    observation: Observation, track: Track | None, frame: Frame, calm: Frame | None, save: SaveCrop
) -> Observation:
    """The observation with the name of its saved picture. ``calm``: the last frame with the whole trick at rest."""
    if isinstance(observation, CardAppeared | CardReread) and track is not None:
        picture = card_picture(track, frame)
        if picture is not None:
            return replace(observation, crop=save(f"card-{track.number:04d}-{frame.at_ms:08d}", picture))
    if isinstance(observation, ZoneCleared) and calm is not None:
        return replace(observation, crop=save(f"table-{observation.at_ms:08d}", calm.pixels))
    return observation


def card_picture(track: Track, frame: Frame) -> Image | None:
    """The part of the frame that shows the card, or None when it lies outside."""
    height, width = frame.pixels.shape[:2]
    room = _ROOM * math.dist(track.outline_px[0], track.outline_px[2])
    x0, y0, x1, y1 = grown(bounds(track.outline_px), room, (width, height))
    return frame.pixels[y0:y1, x0:x1].copy() if x1 - x0 > 4 and y1 - y0 > 4 else None
