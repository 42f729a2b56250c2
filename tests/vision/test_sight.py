"""Where a card lies of which one corner was read, against a drawn table."""

import math
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest

from kozyr.engine.cards import Card
from kozyr.vision.calibrate import automatic
from kozyr.vision.group import INSET_MM, CardGrouper
from kozyr.vision.presence import TableMemory
from kozyr.vision.sight import Sight
from kozyr.vision.track import CardTracker
from kozyr.vision.types import IndexBox, IndexReading

SCALE = 0.25
AT_PX = (640.0, 360.0)


def sight(turn_deg: float) -> tuple[Sight, CardGrouper]:
    """A table on which one card lies in the middle, turned."""
    grouper = CardGrouper(automatic(1280, 720))
    bare = np.full((180, 320), 60, np.float32)
    table = TableMemory(bare, SCALE)
    now = bare.copy()
    outline = grouper.place(grouper.calibration.to_mm(AT_PX), turn_deg)
    cv2.fillConvexPoly(now, np.round(np.array(outline) * SCALE).astype(np.int32), 220.0)
    gate: Any = SimpleNamespace(small=now, change_step=15.0, scale=SCALE)
    return Sight(gate, CardTracker(), grouper, table), grouper


def corner(grouper: CardGrouper, turn_deg: float, across: int, along: int) -> IndexReading:
    """The reading of one of four corners: ``across`` -1 left and 1 right, ``along`` -1 above and 1 below."""
    scale, turn = grouper.calibration.px_per_mm, math.radians(turn_deg)
    x, y = across * INSET_MM[0] * scale, along * INSET_MM[1] * scale
    at = (AT_PX[0] + x * math.cos(turn) - y * math.sin(turn), AT_PX[1] + x * math.sin(turn) + y * math.cos(turn))
    card = Card.parse("7H")
    box = IndexBox(at, 12, 24, turn_deg + (180 if along > 0 else 0), 0.9)
    return IndexReading(box, card, 0.95, ((card, 0.95),))


@pytest.mark.parametrize("turn_deg", [0.0, 25.0, 90.0, 200.0])
@pytest.mark.parametrize(("across", "along"), [(-1, -1), (1, 1), (1, -1), (-1, 1)])
def test_any_corner_of_a_deck_with_four_indices_tells_where_the_card_lies(
    turn_deg: float, across: int, along: int
) -> None:
    eyes, grouper = sight(turn_deg)
    (card,) = eyes.cards([corner(grouper, turn_deg, across, along)], (), first=False)
    assert card.centre_mm == pytest.approx(grouper.calibration.to_mm(AT_PX), abs=0.5)


def test_both_upper_corners_of_one_card_are_one_card() -> None:
    eyes, grouper = sight(0.0)
    found = eyes.cards([corner(grouper, 0.0, side, -1) for side in (-1, 1)], (), first=False)
    assert len(found) == 1
    assert found[0].centre_mm == pytest.approx(grouper.calibration.to_mm(AT_PX), abs=0.5)
