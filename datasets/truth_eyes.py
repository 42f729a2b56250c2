"""Test equipment: eyes that see what a clip's labels say, in place of the trained networks.

They give the corner indices of the cards lying open in the current frame at their true places, hidden corners left out,
so that everything behind the networks can be developed and tested without them.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from kozyr.engine.cards import Card
from kozyr.vision.types import Image, IndexBox, IndexReading, Point

Corners = tuple[Point, Point, Point, Point]
_SEEN_BEFORE = 2
"""Frames before the hand is quite gone in which the corners can be seen."""
_INDEX_AT = (0.10, 0.135)
_INDEX_SIZE = (0.11, 0.19)


@dataclass(frozen=True, slots=True)
class LabelledCard:
    """A card that lies open from one frame to another."""

    card: Card
    """Which card."""
    corners_px: Corners
    """Its outline, clockwise from the top left of the upright card."""
    first_frame: int
    """The first frame in which it lies still and free."""
    last_frame: int
    """The last one."""


def labelled_cards(path: Path) -> tuple[LabelledCard, ...]:
    """The open cards of a clip, from its labels."""
    return cards_of(json.loads(path.read_text(encoding="utf-8")))


def cards_of(truth: Mapping[str, Any]) -> tuple[LabelledCard, ...]:
    """The open cards of a clip, by its labels."""
    end = {c["trick"]: c["frame_start"] for c in truth["collections"]}
    found = []
    for play in truth["plays"]:
        last = end.get(play["trick"], 10**9)
        found.append(_labelled(play["card"], play["corners_px"], play["frame_settled"] - _SEEN_BEFORE, last))
    for event in truth["irregularities"]:
        if event["type"] == "exposed_cards":
            for code, corners in zip(event["cards"], event["corners_px"], strict=True):
                found.append(_labelled(code, corners, event["frame_start"], event["frame_end"]))
    for row in truth.get("shown", ()):
        found.append(_labelled(row["card"], row["corners_px"], row["frame_start"], row["frame_end"]))
    return tuple(sorted(found, key=lambda card: card.first_frame))


def _labelled(code: str, corners: list[list[Any]], first: int, last: int) -> LabelledCard:
    return LabelledCard(Card.parse(code), _corners(corners), first, last)


class TruthEyes:
    """Detector and reader in one. Call ``show`` with each whole frame before it is processed."""

    def __init__(self, cards: tuple[LabelledCard, ...], confidence: float = 0.995) -> None:
        self._cards = cards
        self._confidence = confidence
        self._picture: Image | None = None
        self._index = 0
        self._names: dict[IndexBox, Card] = {}
        self.calls = 0

    def show(self, index: int, picture: Image) -> None:
        """The frame that is being processed; parts of it are recognised by where they lie in memory."""
        self._index, self._picture = index, picture

    def find(self, image: Image, long_side_px: int | None = None) -> tuple[IndexBox, ...]:
        """The true indices in a part of the shown frame."""
        self.calls += 1
        x0, y0 = self._offset(image)
        height, width = image.shape[:2]
        self._names = {}
        lying = [c for c in self._cards if c.first_frame - 1 <= self._index <= c.last_frame]
        for at, card in enumerate(lying):
            for turn in (0, 2):
                box = _index_box(card.corners_px, turn)
                x, y = box.centre_px
                hidden = any(_inside(later.corners_px, (x, y)) for later in lying[at + 1 :])
                if not hidden and x0 + 8 < x < x0 + width - 8 and y0 + 8 < y < y0 + height - 8:
                    moved = IndexBox((x - x0, y - y0), box.width_px, box.height_px, box.angle_deg, 0.9)
                    self._names[moved] = card.card
        return tuple(self._names)

    def read(self, image: Image, boxes: tuple[IndexBox, ...]) -> tuple[IndexReading, ...]:
        """The true cards of boxes that ``find`` just gave."""
        named = [(box, self._names[box]) for box in boxes]
        return tuple(IndexReading(b, c, self._confidence, ((c, self._confidence),)) for b, c in named)

    def _offset(self, image: Image) -> tuple[int, int]:
        assert self._picture is not None, "show the frame first"
        start = image.__array_interface__["data"][0] - self._picture.__array_interface__["data"][0]
        row = self._picture.strides[0]
        return (start % row) // self._picture.strides[1], start // row


def _index_box(corners: Corners, turn: int) -> IndexBox:
    top_left, top_right, _, bottom_left = (np.array(corners[(k + turn) % 4]) for k in range(4))
    across, along = top_right - top_left, bottom_left - top_left
    x, y = top_left + _INDEX_AT[0] * across + _INDEX_AT[1] * along
    angle = math.degrees(math.atan2(across[1], across[0]))
    width, height = float(np.linalg.norm(across)), float(np.linalg.norm(along))
    return IndexBox((float(x), float(y)), _INDEX_SIZE[0] * width, _INDEX_SIZE[1] * height, angle, 0.9)


def _inside(corners: Corners, point: Point) -> bool:
    return bool(cv2.pointPolygonTest(np.array(corners, np.float32), point, False) > 0)


def _corners(rows: list[list[Any]]) -> Corners:
    a, b, c, d = ((float(x), float(y)) for x, y in rows)
    return a, b, c, d
