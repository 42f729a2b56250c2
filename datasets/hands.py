"""Drawn hands and arms seen from above, as shaded pictures with soft edges.

A hand is a height field: capsules for the bones, joined smoothly, lit from the lamp's side. Millimetres in the hand's
own frame: fingers point to +x, the thumb of a right hand to -y, the knuckle of the middle finger lies near the origin.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.vision.types import Image

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

SKINS_BGR: Final = ((150, 178, 226), (122, 156, 208), (96, 132, 190), (78, 110, 166), (52, 76, 120), (138, 168, 232))
"""Skin tones under white light."""
SLEEVES_BGR: Final = (
    (92, 60, 40), (60, 60, 64), (196, 200, 204), (70, 48, 120), (50, 88, 62), (140, 106, 74), (40, 40, 42),
    (120, 132, 160),
)  # fmt: skip
"""Cloth colours under white light."""


@dataclass(frozen=True, slots=True)
class ArmLook:
    """What one player's arm looks like."""

    skin_bgr: tuple[int, int, int]
    """Skin under white light."""
    sleeve_bgr: tuple[int, int, int]
    """Cloth under white light."""
    pattern: str
    """``plain``, ``stripes`` or ``check``."""
    cuff_mm: float
    """Where the sleeve ends, measured back from the origin: 110 at the wrist, 400 for a short sleeve."""
    size: float
    """1.0 is a man's hand of 190 mm."""
    left: bool
    """True for a left hand (mirrored)."""
    seed: int
    """Seed of folds and skin texture."""


@dataclass(frozen=True, slots=True)
class _Bone:
    """A capsule: a segment with a radius at either end, at a height over the table."""

    start_mm: tuple[float, float, float]
    end_mm: tuple[float, float, float]
    radii_mm: tuple[float, float]


def random_look(rng: np.random.Generator) -> ArmLook:
    """A random player's arm."""
    return ArmLook(
        skin_bgr=SKINS_BGR[int(rng.integers(len(SKINS_BGR)))],
        sleeve_bgr=SLEEVES_BGR[int(rng.integers(len(SLEEVES_BGR)))],
        pattern=str(rng.choice(["plain", "plain", "stripes", "check"])),
        cuff_mm=float(rng.choice([112.0, 122.0, 140.0, 200.0, 420.0])),
        size=float(rng.uniform(0.92, 1.10)),
        left=bool(rng.random() < 0.12),
        seed=int(rng.integers(1 << 30)),
    )


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


def _grid() -> tuple[Field, Field]:
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


def _noise(rng: np.random.Generator, shape: tuple[int, int], cell: tuple[float, float]) -> Field:
    """Smooth noise of unit spread; ``cell`` is the size of a blotch in pixels (height, width)."""
    small = (max(2, int(shape[0] / cell[0])), max(2, int(shape[1] / cell[1])))
    coarse = rng.standard_normal(small).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


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
class _Relief:
    """A hand's form before any colour."""

    alpha: Field
    surface: Field
    nail: Field


@lru_cache(maxsize=OPENNESS_STEPS)
def _relief(step: int) -> _Relief:
    """The form of the hand for one step of openness; shared by all players."""
    openness = step / (OPENNESS_STEPS - 1)
    x, y = _grid()
    outside = np.full(x.shape, 60.0, np.float32)
    total = np.full(x.shape, 1e-12, np.float32)
    for bone in _skeleton(openness):
        _raise_bone(bone, x, y, outside, total)
    surface = (2.2 * np.log(total)).astype(np.float32) - _creases(openness, x, y).astype(np.float32)
    alpha = np.clip(0.5 - outside * PX_PER_MM / 2.2, 0.0, 1.0).astype(np.float32)
    return _Relief(alpha, np.maximum(surface, 0.0), _nails(openness, x, y))


def _lit(surface: Field, light: tuple[float, float], hardness: float) -> tuple[Field, Field]:
    """Diffuse and glossy light on a surface; ``light`` is the direction towards the lamp over the table."""
    smooth = cv2.GaussianBlur(surface, (0, 0), 1.1)
    gx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=PX_PER_MM / 8)
    gy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=PX_PER_MM / 8)
    size = np.sqrt(gx * gx + gy * gy + 1.0)
    lx, ly, lz = light[0] * 0.62, light[1] * 0.62, 0.78
    facing = (-gx * lx - gy * ly + lz) / size
    diffuse = np.clip((facing + hardness) / (1 + hardness), 0.0, 1.2)
    half = np.array([lx, ly, lz + 1.0]) / math.sqrt(lx * lx + ly * ly + (lz + 1.0) ** 2)
    gloss = np.clip((-gx * half[0] - gy * half[1] + half[2]) / size, 0.0, 1.0) ** 28
    return diffuse.astype(np.float32), gloss.astype(np.float32)


def _hollow(surface: Field) -> Field:
    """Darkening between fingers and at the foot of round forms, 0 to 1."""
    around = cv2.GaussianBlur(surface, (0, 0), 4.0 * PX_PER_MM)
    return np.asarray(1.0 - np.clip((around - surface) / 26.0, 0.0, 0.5), np.float32)


def _skin(look: ArmLook, relief: _Relief, light: tuple[float, float], rng: np.random.Generator) -> NDArray[np.float32]:
    """Lit skin, BGR, 0 to 255."""
    shape = relief.surface.shape
    texture = 0.16 * _noise(rng, shape, (2, 2)) + 0.25 * _noise(rng, shape, (14, 20))
    diffuse, gloss = _lit(np.asarray(relief.surface + 0.30 * texture, np.float32), light, 0.35)
    colour = np.empty((*shape, 3), np.float32)
    colour[:] = look.skin_bgr
    blotch = _noise(rng, shape, (26, 40))[..., None]
    colour *= 1 + 0.03 * blotch * np.array([1.3, 1.0, 0.4], np.float32)
    x, _ = _grid()
    ruddy = np.clip((x - 25) / 70, 0, 1)[..., None]
    colour *= 1 - ruddy * np.array([0.10, 0.09, 0.0], np.float32)
    nail = relief.nail[..., None]
    colour = colour * (1 - nail) + nail * (colour * 0.45 + np.array([178, 184, 226], np.float32) * 0.55)
    shade = (0.34 + 0.74 * diffuse) * _hollow(relief.surface)
    warm = np.stack([shade**1.18, shade**1.08, shade**0.92], axis=-1)
    return np.asarray(colour * warm + (16 + 60 * nail) * gloss[..., None], np.float32)


def _cloth_colour(look: ArmLook, shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Unlit cloth with its pattern, BGR."""
    x, y = _grid()
    colour = np.empty((*shape, 3), np.float32)
    colour[:] = look.sleeve_bgr
    lighter = np.minimum(np.array(look.sleeve_bgr, np.float32) * 1.5 + 24, 235)
    if look.pattern in ("stripes", "check"):
        lines = (np.abs(y) % 11 < 1.6).astype(np.float32)
        if look.pattern == "check":
            lines = np.clip(lines * 0.7 + (x % 13 < 2.2) * 0.6, 0, 1).astype(np.float32)
        colour += (lighter - colour) * lines[..., None] * 0.7
    weave = rng.standard_normal(shape).astype(np.float32)
    return colour * (1 + 0.05 * cv2.GaussianBlur(weave, (0, 0), 0.8)[..., None])


def _sleeve(look: ArmLook, light: tuple[float, float], rng: np.random.Generator) -> tuple[NDArray[np.float32], Field]:
    """Lit cloth (BGR) and its alpha."""
    x, y = _grid()
    shape = x.shape
    back = -look.cuff_mm - x
    width = 36 + 0.035 * np.maximum(back, 0) + 1.4 * _noise(rng, shape, (9999, 90))
    outside = np.maximum(np.abs(y + 1.5 * _noise(rng, shape, (9999, 160))) - width, -back)
    alpha = np.clip(0.5 - outside * PX_PER_MM / 2.2, 0, 1).astype(np.float32)
    form = 22 + np.sqrt(np.maximum(width**2 - y**2, 0)) * 0.85
    folds = 2.4 * _noise(rng, shape, (110, 26)) + 1.2 * _noise(rng, shape, (36, 70))
    seam = 1.3 * np.exp(-(((back - 3) / 2.0) ** 2)) - 1.4 * np.exp(-(((back - 28) / 0.8) ** 2)) * (look.cuff_mm < 180)
    surface = np.asarray(form + folds * np.clip(back / 30, 0.25, 1) + seam, np.float32)
    diffuse, _ = _lit(surface, light, 0.3)
    edge = np.clip(1 - np.maximum(np.abs(y) - width * 0.6, 0) / (width * 0.9), 0.3, 1)
    return _cloth_colour(look, shape, rng) * ((0.30 + 0.75 * diffuse) * edge)[..., None], alpha


def draw_arm(look: ArmLook, step: int, light: tuple[float, float]) -> Image:
    """One arm, lit, as a premultiplied BGRA picture in the hand's frame.

    ``step`` is the openness, 0 (carrying a card) … OPENNESS_STEPS - 1 (spread); ``light`` the unit direction towards
    the lamp in the hand's frame. Map pixels to millimetres with ``arm_to_mm``.
    """
    rng = np.random.default_rng(look.seed)
    relief = _relief(step)
    if look.left:
        light = (light[0], -light[1])
    skin = _skin(look, relief, light, rng)
    cloth, cover = _sleeve(look, light, rng)
    shadowed = cv2.GaussianBlur(cover, (0, 0), 5.0)
    under = 1 - 0.55 * np.clip(np.roll(shadowed, int(5 * PX_PER_MM), axis=1) - cover, 0, 1)
    colour = skin * under[..., None] * (1 - cover[..., None]) + cloth * cover[..., None]
    alpha = np.maximum(relief.alpha, cover)
    bgra = np.dstack([np.clip(colour, 0, 255) * alpha[..., None], alpha * 255])
    picture = np.clip(bgra + 0.5, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(picture[::-1] if look.left else picture)


def arm_to_mm(size: float) -> NDArray[np.float64]:
    """The 3×3 matrix from pixels of ``draw_arm`` to millimetres in the hand's frame, for a hand of ``size``."""
    scale = size / PX_PER_MM
    return np.array([[scale, 0, -ARM_MM * size], [0, scale, -HALF_WIDTH_MM * size], [0, 0, 1.0]])
