"""The form of a hand seen from above: a height field of smoothly joined capsules.

Millimetres in the hand's own frame: fingers point to +x, the thumb of a right hand to -y, the knuckle of the middle
finger lies near the origin.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]
"""A grid of numbers over the hand's frame, shape (height, width)."""

PX_PER_MM: Final = 2.4
"""Resolution of the drawn arms."""
REACH_MM: Final = 112.0
"""The picture's edge beyond the origin, towards the finger tips."""
ARM_MM: Final = 430.0
"""The picture's edge behind the origin: the arm has left the camera's view before that."""
HALF_WIDTH_MM: Final = 92.0
"""Half of the picture's extent across the arm."""
OPENNESS_STEPS: Final = 5
"""How many drawings lie between the closed and the spread hand."""


@dataclass(frozen=True, slots=True)
class _Bone:
    """A capsule: a segment with a radius at either end, at a height over the table."""

    start_mm: tuple[float, float, float]
    end_mm: tuple[float, float, float]
    radii_mm: tuple[float, float]


_KNUCKLES_MM: Final = ((4.0, -29.0), (8.0, -9.5), (4.0, 10.5), (-6.0, 28.5))
_FINGERS_MM: Final = (70.0, 78.0, 72.0, 56.0)
_FINGER_RADII_MM: Final = (8.8, 9.2, 8.7, 7.6)
_SPREAD_DEG: Final = (-13.0, -3.0, 7.0, 19.0)
_CLOSED_DEG: Final = (3.0, 0.5, -2.0, -5.0)


def _finger(at: int, openness: float) -> list[_Bone]:
    """The three phalanges of finger ``at`` (0 = index): closed fingers bend down, open ones lie flat."""
    x, y = _KNUCKLES_MM[at]
    angle = math.radians(_CLOSED_DEG[at] + (_SPREAD_DEG[at] - _CLOSED_DEG[at]) * openness)
    flat = 0.80 + 0.20 * openness
    height, bones = 20.0, []
    radius = _FINGER_RADII_MM[at]
    for part, drop, wide, narrow in ((0.46, 3.0, 1.08, 0.98), (0.31, 5.0, 0.98, 0.9), (0.23, 4.5, 0.9, 0.76)):
        length = _FINGERS_MM[at] * part * flat
        low = max(height - drop * (1.15 - 0.35 * openness), radius * 0.8)
        end = (x + length * math.cos(angle), y + length * math.sin(angle))
        bones.append(_Bone((x, y, height), (*end, low), (radius * wide, radius * narrow)))
        (x, y), height = end, low
        angle += math.radians(2.5 * (1 - openness) * (1.5 - at))
    return bones


def _thumb(openness: float) -> list[_Bone]:
    """Thumb from its root at the wrist; a closed hand lays it along the index finger."""
    turn = math.radians(-34.0 * openness - 6.0)
    joints = [(-66.0, -24.0), (-34.0, -44.0)]
    x, y = joints[-1]
    for length, bend in ((33.0, 0.0), (25.0, 12.0)):
        angle = turn + math.radians(bend)
        x, y = x + length * math.cos(angle), y + length * math.sin(angle)
        joints.append((x, y))
    heights, radii = (20.0, 19.0, 14.0, 10.0), (15.0, 12.0, 9.8, 7.6)
    return [
        _Bone((*joints[i], heights[i]), (*joints[i + 1], heights[i + 1]), (radii[i], radii[i + 1])) for i in range(3)
    ]


def _skeleton(openness: float) -> list[_Bone]:
    """All bones of hand and forearm."""
    bones = [bone for at in range(4) for bone in _finger(at, openness)] + _thumb(openness)
    for (x, y), root in zip(_KNUCKLES_MM, (-15.0, -5.0, 6.0, 15.0), strict=True):
        bones.append(_Bone((-88.0, root, 20.0), (x - 2, y, 18.0), (17.0, 11.5)))
    bones.append(_Bone((-70.0, 0.0, 20.0), (-22.0, 0.0, 19.0), (22.0, 24.0)))
    bones.append(_Bone((-92.0, 0.0, 22.0), (-150.0, 0.0, 26.0), (26.5, 29.0)))
    bones.append(_Bone((-150.0, 0.0, 26.0), (-520.0, 0.0, 34.0), (29.0, 43.0)))
    return bones


def grid() -> tuple[Field, Field]:
    """Millimetre coordinates of every pixel of the arm's picture."""
    xs = np.arange(-ARM_MM, REACH_MM, 1 / PX_PER_MM, dtype=np.float32)
    ys = np.arange(-HALF_WIDTH_MM, HALF_WIDTH_MM, 1 / PX_PER_MM, dtype=np.float32)
    x, y = np.meshgrid(xs, ys)
    return x, y


def _raise_bone(bone: _Bone, x: Field, y: Field, outside: Field, top: Field) -> None:
    """Joins one bone into the outline (``outside``: signed distance) and the surface (``top``: sum of exponents)."""
    (ax, ay, az), (bx, by, bz), (ra, rb) = bone.start_mm, bone.end_mm, bone.radii_mm
    reach = max(ra, rb) + 16.0
    left, right = np.searchsorted(x[0], (min(ax, bx) - reach, max(ax, bx) + reach))
    upper, lower = np.searchsorted(y[:, 0], (min(ay, by) - reach, max(ay, by) + reach))
    part = np.s_[upper:lower, left:right]
    px, py = x[part], y[part]
    length = max((bx - ax) ** 2 + (by - ay) ** 2, 1e-6)
    along = np.clip(((px - ax) * (bx - ax) + (py - ay) * (by - ay)) / length, 0.0, 1.0)
    distance = np.hypot(px - (ax + (bx - ax) * along), py - (ay + (by - ay) * along))
    radius = ra + (rb - ra) * along
    signed = distance - radius
    near = np.maximum(radius * radius - distance * distance, 0.0)
    surface = az + (bz - az) * along + np.where(signed < 0, np.sqrt(near), -2.2 * signed)
    k = 3.5
    h = np.clip(0.5 + 0.5 * (outside[part] - signed) / k, 0.0, 1.0)
    outside[part] = outside[part] * (1 - h) + signed * h - k * h * (1 - h)
    top[part] += np.exp(np.clip(surface, -40, 80) / 2.2)


def _creases(openness: float, x: Field, y: Field) -> Field:
    """Grooves over the finger joints, in millimetres to take off the surface."""
    groove = np.zeros_like(x)
    for at in range(4):
        bones = _finger(at, openness)
        for joint, strength in ((0, 0.5), (1, 1.0), (2, 0.8)):
            bone = bones[joint]
            dx, dy = bone.end_mm[0] - bone.start_mm[0], bone.end_mm[1] - bone.start_mm[1]
            size = math.hypot(dx, dy)
            cx, cy = bone.start_mm[:2]
            u = ((x - cx) * dx + (y - cy) * dy) / size
            v = ((x - cx) * -dy + (y - cy) * dx) / size
            across = np.exp(-((v / (bone.radii_mm[0] * 0.75)) ** 2))
            for shift in (-2.1, 0.0, 2.1):
                bow = u + shift + 0.03 * v * v * np.sign(shift)
                groove += strength * 0.30 * across * np.exp(-((bow / 0.55) ** 2)) * (np.abs(u) < 6)
    return groove


def _nails(openness: float, x: Field, y: Field) -> Field:
    """Where the finger nails are, 0 to 1."""
    nail = np.zeros_like(x)
    tips = [(_finger(at, openness)[2], 0.60) for at in range(4)] + [(_thumb(openness)[2], 0.72)]
    for bone, width in tips:
        dx, dy = bone.end_mm[0] - bone.start_mm[0], bone.end_mm[1] - bone.start_mm[1]
        size = math.hypot(dx, dy)
        u = ((x - bone.end_mm[0]) * dx + (y - bone.end_mm[1]) * dy) / size - 0.4
        v = ((x - bone.end_mm[0]) * -dy + (y - bone.end_mm[1]) * dx) / size
        radius = bone.radii_mm[1]
        inside = (np.abs(u) / (radius * 0.80)) ** 2.6 + (np.abs(v) / (radius * width)) ** 2.6
        nail = np.maximum(nail, np.clip((1.0 - inside) * 3.0, 0.0, 1.0))
    return nail


@dataclass(frozen=True, slots=True)
class Relief:
    """A hand's form before any colour."""

    alpha: Field
    surface: Field
    nail: Field


@lru_cache(maxsize=OPENNESS_STEPS)
def relief(step: int) -> Relief:
    """The form of the hand for one step of openness; shared by all players."""
    openness = step / (OPENNESS_STEPS - 1)
    x, y = grid()
    outside = np.full(x.shape, 60.0, np.float32)
    total = np.full(x.shape, 1e-12, np.float32)
    for bone in _skeleton(openness):
        _raise_bone(bone, x, y, outside, total)
    surface = (2.2 * np.log(total)).astype(np.float32) - _creases(openness, x, y).astype(np.float32)
    alpha = np.clip(0.5 - outside * PX_PER_MM / 2.2, 0.0, 1.0).astype(np.float32)
    return Relief(alpha, np.maximum(surface, 0.0), _nails(openness, x, y))
