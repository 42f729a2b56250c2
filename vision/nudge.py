"""Whether the camera was pushed: all that lies still on the table has moved together, and by how much.

Points that can be recognised are followed from the picture last looked at to the present one. A push moves nearly all
of them alike, over the whole table; a card, a sweep or a hand moves some in one place and leaves the others.
"""

import math
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.vision.motion import Movement, Small

_CHANGED: Final = 0.03
"""Less of the picture than this has changed: no push that matters."""
_MOVING: Final = 0.35
"""While more of it moves, the push goes on."""
_POINTS: Final = 240
_LEAST_POINTS: Final = 12
_BACK_PX: Final = 0.7
"""A point followed there and back ends within this distance of where it began."""
_ALIKE_PX: Final = 1.0
_LEAST_PX: Final = 1.5
"""A push by less, in small pixels (about 3 mm), is none."""
_SHARE: Final = 0.6
"""So many of the points that can be followed move together."""
_STAYED: Final = 0.2
"""At most so many of them, compared with those that moved, stayed where they were."""
_SPREAD: Final = 0.25
"""The points that moved together lie over at least this share of the picture."""
_TURN_DEG: Final = 12.0
_SIZE: Final = 0.08
"""A camera that was turned or raised by more was set up anew."""

Shift = NDArray[np.float64]
"""2 × 3: where a small pixel of the picture before is now."""


def pushed(before: Small, now: Small, movement: Movement) -> Shift | None:
    """How the whole view has moved between two pictures without anything moving in them; None when it has not."""
    changed = sum(int(region.cells.sum()) for region in movement.regions)
    if changed < _CHANGED * movement.moving.size or movement.moving_share > _MOVING:
        return None
    old, new = _grey(before), _grey(now)
    was = cv2.goodFeaturesToTrack(old, _POINTS, 0.01, 5)
    if was is None or len(was) < _LEAST_POINTS:
        return None
    start, end = _followed(old, new, np.asarray(was, np.float32))
    if len(start) < _LEAST_POINTS:
        return None
    found, inliers = cv2.estimateAffinePartial2D(start, end, method=cv2.RANSAC, ransacReprojThreshold=_ALIKE_PX)
    if found is None or inliers is None:
        return None
    together = inliers.ravel().astype(bool)
    shift = np.asarray(found, np.float64)
    if not _is_push(shift, start, end, together, before.shape):
        return None
    return shift


def _followed(old: NDArray[np.uint8], new: NDArray[np.uint8], was: NDArray[np.float32]) -> tuple[Shift, Shift]:
    """The points that are found again, and where: begun from the shift of the picture as a whole."""
    window = cv2.createHanningWindow((old.shape[1], old.shape[0]), cv2.CV_32F)
    (across, along), _ = cv2.phaseCorrelate(old.astype(np.float32), new.astype(np.float32), window)
    near = max(abs(across) / old.shape[1], abs(along) / old.shape[0]) < 0.3
    guess = was + np.array((across, along) if near else (0.0, 0.0), np.float32)
    flow = cv2.OPTFLOW_USE_INITIAL_FLOW
    there, found, _ = cv2.calcOpticalFlowPyrLK(old, new, was, guess.copy(), winSize=(15, 15), maxLevel=2, flags=flow)
    back, again, _ = cv2.calcOpticalFlowPyrLK(new, old, there, was.copy(), winSize=(15, 15), maxLevel=2, flags=flow)
    true = (found.ravel() > 0) & (again.ravel() > 0) & (np.linalg.norm((back - was).reshape(-1, 2), axis=1) < _BACK_PX)
    return (
        np.asarray(was.reshape(-1, 2)[true], np.float64),
        np.asarray(there.reshape(-1, 2)[true], np.float64),
    )


def _is_push(shift: Shift, start: Shift, end: Shift, together: NDArray[np.bool_], shape: tuple[int, ...]) -> bool:
    count = int(together.sum())
    if count < max(_LEAST_POINTS, _SHARE * len(start)):
        return False
    moved = np.linalg.norm(end - start, axis=1)
    if float(np.median(moved[together])) < _LEAST_PX:
        return False
    stayed = int((moved < 0.4 * _LEAST_PX).sum())
    hull = cv2.convexHull(start[together].astype(np.float32))
    spread = cv2.contourArea(hull) / (shape[0] * shape[1])
    turn = abs(math.degrees(math.atan2(shift[1, 0], shift[0, 0])))
    size = math.hypot(shift[0, 0], shift[1, 0])
    return stayed <= _STAYED * count and spread >= _SPREAD and turn <= _TURN_DEG and abs(size - 1) <= _SIZE


def _grey(small: Small) -> NDArray[np.uint8]:
    return np.asarray(np.clip(small, 0, 255), np.uint8)
