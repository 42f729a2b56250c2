"""What use does to cards: rubbed and dirty edges, nicks, scuffs and creases, and bends that paper keeps."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.surfaces import noise

Bgra = NDArray[np.uint8]
Points = NDArray[np.float32]
_DIRT: Final = np.array((96, 116, 126), np.float32)
_FIBRE: Final = np.array((214, 226, 232), np.float32)
"""What shows where the print is rubbed off, BGR."""
_ROUNDS: Final = 6
"""After so many, a point of a bent face is found to a tenth of a pixel of 560."""


@dataclass(frozen=True, slots=True)
class Bend:
    """A card that does not lie flat, as seen from above: what is raised is shifted and catches other light."""

    along: tuple[float, float]
    """The direction in which it curves, in halves of the card's width and height: (1, 0) bows its long sides."""
    begins: float
    """From the middle (0) to the edge (1): where the curve begins."""
    shift: tuple[float, float]
    """How far the raised edge is shifted, in card heights."""
    shade: float
    """How much lighter (or darker, below 0) the raised edge is, as a share."""

    def pad_px(self, height: int) -> int:
        """Room the bent card needs around a face of that height, on every side."""
        return int(np.ceil(max(abs(v) for v in self.shift) * height)) + 1

    def points(self, quad: Points, width: int, height: int) -> Points:
        """Where points (n, 2) of a flat face lie on the bent and padded one."""
        moved = np.asarray(quad, np.float32)
        for _ in range(_ROUNDS):  # how far a point is raised depends on where the bend has put it, as in ``bent``
            share = np.asarray(moved / np.array((width, height)) * 2 - 1, np.float32)
            raised = self._raised(share[:, 0], share[:, 1])[:, None]
            moved = np.asarray(quad + raised * np.array(self.shift) * height, np.float32)
        return moved + np.float32(self.pad_px(height))

    def bent(self, face: Bgra) -> Bgra:
        """The face bent, with ``pad_px`` of nothing added on every side."""
        height, width = face.shape[:2]
        pad = self.pad_px(height)
        x = np.arange(-pad, width + pad, dtype=np.float32)
        y = np.arange(-pad, height + pad, dtype=np.float32)
        across = np.asarray(x[None] / width * 2 - 1, np.float32)
        down = np.asarray(y[:, None] / height * 2 - 1, np.float32)
        raised = self._raised(across, down)
        from_x = x[None] - raised * np.float32(self.shift[0] * height)
        from_y = y[:, None] - raised * np.float32(self.shift[1] * height)
        out = np.asarray(cv2.remap(face, from_x, from_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT), np.uint8)
        light = (1 + self.shade * raised)[:, :, None]
        out[:, :, :3] = np.clip(out[:, :, :3] * light, 0, 255).astype(np.uint8)
        return out

    def _raised(self, x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
        far = self.along[0] * x + self.along[1] * y
        if abs(self.along[0] * self.along[1]) < 1e-6:
            far = np.abs(far)  # a bow is the same on both sides; only a corner is turned up alone
        return np.asarray(np.clip((far - self.begins) / (1 - self.begins), 0, 1.3) ** 2, np.float32)


def random_bend(random: np.random.Generator) -> Bend:
    """A bow over the long or the short way, or one corner turned up."""
    kind = random.random()
    strength = random.uniform(0.008, 0.045)
    turn = random.uniform(0, 2 * np.pi)
    shift = strength * float(np.cos(turn)), strength * float(np.sin(turn))
    shade = float(np.clip(random.normal(0, 0.14), -0.35, 0.25))
    if kind < 0.4:
        return Bend((1.0, 0.0), 0.0, shift, shade)
    if kind < 0.75:
        return Bend((0.0, 1.0), 0.0, shift, shade)
    corner = 0.5 * float(random.choice((-1, 1))), 0.5 * float(random.choice((-1, 1)))
    return Bend(corner, random.uniform(0.45, 0.7), shift, shade)


def wear_out(random: np.random.Generator, face: Bgra, much: float) -> None:
    """Makes a face look used, in place; ``much`` from 0 (new) to 1 (a pack of many years)."""
    height, width = face.shape[:2]
    colour = face[:, :, :3].astype(np.float32)
    grime = noise(random, width, height, height / 9)
    colour *= (1 - 0.05 * much * np.clip(1 + grime, 0, 2.5))[:, :, None]
    _rub_edges(random, face, colour, much)
    if random.random() < much:
        specks = noise(random, width, height, max(1.0, height * random.uniform(0.004, 0.02))) > 2.6 - 0.7 * much
        colour[specks] += 0.7 * (_FIBRE - colour[specks])
    face[:, :, :3] = np.clip(colour, 0, 255).astype(np.uint8)
    for _ in range(int(random.choice((0, 0, 1, 1, 2)) if random.random() < 0.6 * much else 0)):
        _crease(random, face)


def _rub_edges(random: np.random.Generator, face: Bgra, colour: NDArray[np.float32], much: float) -> None:
    """A dirty or whitened rim, widest at the corners, and nicks where paper is missing."""
    height, width = face.shape[:2]
    x = np.minimum(np.arange(width), np.arange(width)[::-1]).astype(np.float32)[None] / height
    y = np.minimum(np.arange(height), np.arange(height)[::-1]).astype(np.float32)[:, None] / height
    rough = noise(random, width, height, max(1.0, height / 45))
    wide = (0.006 + 0.02 * much) * random.uniform(0.5, 1.3)
    edge = np.minimum(x, y) + 0.35 * np.minimum(np.maximum(x, y), 0.08)
    share = np.clip(1 - edge / (wide * (1.6 + 0.5 * rough)).clip(1e-3), 0, 1) * random.uniform(0.35, 0.9)
    ink = _DIRT if random.random() < 0.6 else _FIBRE
    colour += share[:, :, None] * (ink * random.uniform(0.75, 1.15) - colour)
    if random.random() < 0.5 * much:
        face[:, :, 3][(np.minimum(x, y) < 0.3 * wide) & (rough > 2.0)] = 0


def _crease(random: np.random.Generator, face: Bgra) -> None:
    """A fold over a corner or right across: a pale broken line with a dark one beside it."""
    height, width = face.shape[:2]
    if random.random() < 0.6:
        reach = random.uniform(0.1, 0.45) * width
        corner = np.array((random.choice((0, width)), random.choice((0, height))), float)
        inward = np.where(corner > 0, -1.0, 1.0)
        ends = corner + inward * ((reach * random.uniform(0.6, 1.5), 0.0), (0.0, reach))
    else:
        at = random.uniform(0.2, 0.8, 2) * height
        ends = np.array(((0.0, at[0]), (float(width), at[1])))
    base = np.ascontiguousarray(face[:, :, :3])
    thick = max(1, round(height / 170))
    drawn = base.copy()
    for beside, ink in ((thick, (120, 128, 132)), (0, (232, 238, 240))):
        line = np.round(ends + beside).astype(int)
        cv2.line(drawn, tuple(line[0].tolist()), tuple(line[1].tolist()), ink, thick, cv2.LINE_AA)
    share = random.uniform(0.3, 0.8)
    broken = np.clip(0.7 + 0.5 * noise(random, width, height, max(1.0, height / 60)), 0, 1)[:, :, None] * share
    face[:, :, :3] = (base * (1 - broken) + drawn * broken).astype(np.uint8)
