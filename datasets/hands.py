"""Drawn hands and arms seen from above, as shaded pictures with soft edges.

The form comes from ``hand_form``; here it gets skin, nails and a sleeve, and the light of the lamp.
"""

import math
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.hand_form import ARM_MM, HALF_WIDTH_MM, PX_PER_MM, Field, Relief, grid, relief
from kozyr.vision.types import Image

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


def _noise(rng: np.random.Generator, shape: tuple[int, int], cell: tuple[float, float]) -> Field:
    """Smooth noise of unit spread; ``cell`` is the size of a blotch in pixels (height, width)."""
    small = (max(2, int(shape[0] / cell[0])), max(2, int(shape[1] / cell[1])))
    coarse = rng.standard_normal(small).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


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


def _skin(look: ArmLook, form: Relief, light: tuple[float, float], rng: np.random.Generator) -> NDArray[np.float32]:
    """Lit skin, BGR, 0 to 255."""
    shape = form.surface.shape
    texture = 0.16 * _noise(rng, shape, (2, 2)) + 0.25 * _noise(rng, shape, (14, 20))
    diffuse, gloss = _lit(np.asarray(form.surface + 0.30 * texture, np.float32), light, 0.35)
    colour = np.empty((*shape, 3), np.float32)
    colour[:] = look.skin_bgr
    blotch = _noise(rng, shape, (26, 40))[..., None]
    colour *= 1 + 0.03 * blotch * np.array([1.3, 1.0, 0.4], np.float32)
    x, _ = grid()
    ruddy = np.clip((x - 25) / 70, 0, 1)[..., None]
    colour *= 1 - ruddy * np.array([0.10, 0.09, 0.0], np.float32)
    nail = form.nail[..., None]
    colour = colour * (1 - nail) + nail * (colour * 0.45 + np.array([178, 184, 226], np.float32) * 0.55)
    shade = (0.34 + 0.74 * diffuse) * _hollow(form.surface)
    warm = np.stack([shade**1.18, shade**1.08, shade**0.92], axis=-1)
    return np.asarray(colour * warm + (16 + 60 * nail) * gloss[..., None], np.float32)


def _cloth_colour(look: ArmLook, shape: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Unlit cloth with its pattern, BGR."""
    x, y = grid()
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
    x, y = grid()
    shape = x.shape
    back = -look.cuff_mm - x
    width = 36 + 0.035 * np.maximum(back, 0) + 1.4 * _noise(rng, shape, (9999, 90))
    outside = np.maximum(np.abs(y + 1.5 * _noise(rng, shape, (9999, 160))) - width, -back)
    alpha = np.clip(0.5 - outside * PX_PER_MM / 2.2, 0, 1).astype(np.float32)
    profile = 22 + np.sqrt(np.maximum(width**2 - y**2, 0)) * 0.85
    folds = 2.4 * _noise(rng, shape, (110, 26)) + 1.2 * _noise(rng, shape, (36, 70))
    seam = 1.3 * np.exp(-(((back - 3) / 2.0) ** 2)) - 1.4 * np.exp(-(((back - 28) / 0.8) ** 2)) * (look.cuff_mm < 180)
    surface = np.asarray(profile + folds * np.clip(back / 30, 0.25, 1) + seam, np.float32)
    diffuse, _ = _lit(surface, light, 0.3)
    edge = np.clip(1 - np.maximum(np.abs(y) - width * 0.6, 0) / (width * 0.9), 0.3, 1)
    return _cloth_colour(look, shape, rng) * ((0.30 + 0.75 * diffuse) * edge)[..., None], alpha


def draw_arm(look: ArmLook, step: int, light: tuple[float, float]) -> Image:
    """One arm, lit, as a premultiplied BGRA picture in the hand's frame.

    ``step`` is the openness, 0 (carrying a card) … OPENNESS_STEPS - 1 (spread); ``light`` the unit direction towards
    the lamp in the hand's frame. Map pixels to millimetres with ``arm_to_mm``.
    """
    rng = np.random.default_rng(look.seed)
    form = relief(step)
    if look.left:
        light = (light[0], -light[1])
    skin = _skin(look, form, light, rng)
    cloth, cover = _sleeve(look, light, rng)
    shadowed = cv2.GaussianBlur(cover, (0, 0), 5.0)
    under = 1 - 0.55 * np.clip(np.roll(shadowed, int(5 * PX_PER_MM), axis=1) - cover, 0, 1)
    colour = skin * under[..., None] * (1 - cover[..., None]) + cloth * cover[..., None]
    alpha = np.maximum(form.alpha, cover)
    bgra = np.dstack([np.clip(colour, 0, 255) * alpha[..., None], alpha * 255])
    picture = np.clip(bgra + 0.5, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(picture[::-1] if look.left else picture)


def arm_to_mm(size: float) -> NDArray[np.float64]:
    """The 3×3 matrix from pixels of ``draw_arm`` to millimetres in the hand's frame, for a hand of ``size``."""
    scale = size / PX_PER_MM
    return np.array([[scale, 0, -ARM_MM * size], [0, scale, -HALF_WIDTH_MM * size], [0, 0, 1.0]])
