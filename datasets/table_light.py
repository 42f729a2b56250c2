"""Light over a card table: a lamp with fall-off and a glare spot, flicker, exposure that drifts, sensor noise."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.vision.types import Image


@dataclass(frozen=True, slots=True)
class TableLight:
    """The light of one room, seen through one camera."""

    colour: NDArray[np.float32]
    """BGR gain of the lamp's tint, shape (3,)."""
    lamp_px: tuple[float, float]
    """Where the lamp's middle falls in the picture."""
    fall_off: float
    """How much darker the far corner is, 0 to 0.5."""
    glare: float
    """Strength of the lamp's reflection on glossy things, 0 to 1."""
    glare_px: tuple[float, float]
    """Where the lamp is reflected."""
    glare_size_px: float
    """Radius of the reflection."""
    from_deg: float
    """Direction from the table's middle towards the lamp, as an angle of the picture."""
    shadow: float
    """Depth of shadows, 0 to 1."""
    gain: float
    """Exposure: 1.0 leaves white paper at about 215."""
    flicker: float
    """Share of light that mains flicker takes away and gives back."""
    drift: float
    """Share by which automatic exposure wanders."""
    noise: float
    """Spread of sensor noise, in grey levels."""
    blur_px: float
    """Softness of the lens."""
    jpeg: int
    """JPEG quality of the camera's own compression; 0 for none."""

    def gains(self, size_px: tuple[int, int]) -> NDArray[np.float32]:
        """BGR gain of every pixel, shape (height, width, 3)."""
        width, height = size_px
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        far = np.hypot(x - self.lamp_px[0], y - self.lamp_px[1]) / np.hypot(width, height)
        lamp = 1 - self.fall_off * np.clip(far * 1.6, 0, 1.3) ** 1.6
        edge = np.hypot(x - width / 2, y - height / 2) / np.hypot(width / 2, height / 2)
        return np.asarray((lamp * (1 - 0.10 * edge**3))[..., None] * self.colour, np.float32)

    def reflection(self, size_px: tuple[int, int]) -> NDArray[np.float32]:
        """Grey levels that the lamp adds to a glossy thing, shape (height, width, 3)."""
        width, height = size_px
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        near = np.hypot(x - self.glare_px[0], (y - self.glare_px[1]) * 1.2) / self.glare_size_px
        spot = np.exp(-(near**2)) + 0.35 * np.exp(-((near / 2.6) ** 2))
        return np.asarray((150 * self.glare * spot)[..., None] * np.sqrt(self.colour), np.float32)


def random_light(rng: np.random.Generator, size_px: tuple[int, int]) -> TableLight:
    """A random room: from neutral daylight to a warm lamp, bright to dim."""
    warm = float(rng.uniform(0, 1))
    width, height = size_px
    scale = width / 1280
    angle = float(rng.uniform(0, 360))
    return TableLight(
        colour=np.array([1 - 0.30 * warm, 1 - 0.09 * warm, 1.0], np.float32),
        lamp_px=(float(rng.uniform(0.2, 0.8)) * width, float(rng.uniform(0.1, 0.9)) * height),
        fall_off=float(rng.uniform(0.1, 0.42)),
        glare=float(rng.choice([0.0, rng.uniform(0.05, 0.5)])),
        glare_px=(float(rng.uniform(0.1, 0.9)) * width, float(rng.uniform(0.1, 0.9)) * height),
        glare_size_px=float(rng.uniform(45, 120)) * scale,
        from_deg=angle,
        shadow=float(rng.uniform(0.3, 0.55)),
        gain=float(rng.uniform(0.68, 1.02)),
        flicker=float(rng.choice([0.0, 0.008, 0.02])),
        drift=float(rng.uniform(0.0, 0.06)),
        noise=float(rng.uniform(1.0, 4.0)),
        blur_px=float(rng.uniform(0.3, 0.8)),
        jpeg=int(rng.choice([0, 70, 82, 92])),
    )


class Sensor:
    """Turns a lit picture into what the camera delivers, frame by frame."""

    def __init__(self, light: TableLight, size_px: tuple[int, int], seed: int) -> None:
        self._light = light
        self._rng = np.random.default_rng(seed)
        grain = self._rng.normal(0, max(light.noise, 1e-3), (size_px[1] + 64, size_px[0] + 64, 3))
        blurred = np.asarray(cv2.GaussianBlur(grain.astype(np.float32), (0, 0), 0.55), np.float32)
        soft = blurred * np.float32(light.noise / max(float(blurred.std()), 1e-6))
        self._more = np.clip(np.round(soft), 0, 255).astype(np.uint8)
        self._less = np.clip(np.round(-soft), 0, 255).astype(np.uint8)
        self._phase = float(self._rng.uniform(0, 6.28))

    def expose(self, lit: Image, at_s: float) -> Image:
        """The delivered picture of one frame."""
        light = self._light
        wander = np.sin(at_s * 0.21 + self._phase) * 0.6 + np.sin(at_s * 0.57 + 2 * self._phase) * 0.4
        gain = light.gain * (1 + light.drift * wander + light.flicker * np.sin(at_s * 37.7 + self._phase))
        levels = np.arange(256, dtype=np.float32) * gain
        curve = np.where(levels < 205, levels, 205 + 50 * (1 - np.exp(-(levels - 205) / 50)))
        picture: Image = np.asarray(cv2.LUT(lit, np.clip(curve + 0.5, 0, 255).astype(np.uint8)), np.uint8)
        if light.blur_px > 0.2:
            picture = np.asarray(cv2.GaussianBlur(picture, (5, 5), light.blur_px), np.uint8)
        if light.noise > 0.05:
            picture = self._grained(picture)
        if light.jpeg:
            _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, light.jpeg])
            picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return picture

    def _grained(self, picture: Image) -> Image:
        """Adds a random crop of the grain, mirrored at random so that it does not repeat."""
        top, left = self._rng.integers(0, 64, 2)
        part = np.s_[top : top + picture.shape[0], left : left + picture.shape[1]]
        more, less = self._more[part], self._less[part]
        if self._rng.random() < 0.5:
            more, less = less, more
        return np.asarray(cv2.subtract(cv2.add(picture, more), less), np.uint8)
