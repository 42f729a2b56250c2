"""Whose arm it was, from the edges of the picture that the movement came from."""

from typing import Final

from kozyr.engine.seats import Seat
from kozyr.vision.calibrate import Calibration
from kozyr.vision.motion import MotionGate
from kozyr.vision.track import Track

_BEFORE_MS: Final = 400
"""An arm is seen this long before the card it brings changes its place."""
_SWEEP_MS: Final = 1500
"""How long before a card is found gone the arm that took it was there."""
_NEAR_WEIGHT: Final = 0.25
"""What the side a card lies on counts against the movement that was seen."""


def came_from(gate: MotionGate, track: Track, at_ms: int, calibration: Calibration, least_share: float) -> Seat | None:
    """Who brought a card. Where two arms crossed, the side it lies on weighs in; None when nothing was seen."""
    shares = gate.reached_from(track.outline_px, track.arrival_ms - _BEFORE_MS, at_ms)
    if not shares:
        return None
    weights = {calibration.seat_of(edge): share for edge, share in shares.items()}
    near = calibration.nearest(track.centre_mm)
    weights[near] = weights.get(near, 0.0) + _NEAR_WEIGHT
    return _most(weights, least_share)


def went_to(gate: MotionGate, track: Track, at_ms: int, calibration: Calibration, least_share: float) -> Seat | None:
    """Who took a card; None when no arm was seen."""
    shares = gate.reached_from(track.outline_px, at_ms - _SWEEP_MS, at_ms)
    return _most({calibration.seat_of(edge): share for edge, share in shares.items()}, least_share)


def _most(weights: dict[Seat, float], least: float) -> Seat | None:
    best = max(weights, key=lambda seat: weights[seat], default=None)
    return best if best is not None and weights[best] >= least else None
