"""Where the middle of the trick is, from the cards of several players that lie there together."""

import math
from collections.abc import Mapping
from typing import Final

import numpy as np

from kozyr.engine.seats import Seat
from kozyr.vision.types import Point

FAR_MM: Final = 50.0
"""A middle farther off than this loses cards of the trick: they lie outside its area."""
_PLAYERS: Final = 3
_BEFORE_MM: Final = 52.0
"""A card lies about so far from the middle, on its player's side."""
_ALIKE_MM: Final = 45.0
"""A card farther than this from where it would lie belongs to no trick."""
_SIDE: Final = {Seat.S: (0.0, 1.0), Seat.W: (-1.0, 0.0), Seat.N: (0.0, -1.0), Seat.E: (1.0, 0.0)}


def middle_of(lying: Mapping[Seat, Point]) -> Point | None:
    """The middle of a trick, in millimetres, by the cards of those who were seen laying them; None when they make none.

    Three players' cards are needed: a shown combination or a card laid aside makes no trick.
    """
    if len(lying) < _PLAYERS:
        return None
    guesses = [(x - _BEFORE_MM * _SIDE[seat][0], y - _BEFORE_MM * _SIDE[seat][1]) for seat, (x, y) in lying.items()]
    middle = (float(np.mean([x for x, _ in guesses])), float(np.mean([y for _, y in guesses])))
    return middle if all(math.dist(middle, guess) <= _ALIKE_MM for guess in guesses) else None
