"""A pinhole camera over the table: millimetres on and above the table to pixels."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kozyr.datasets.motion import CARD_MM, Pose

Points = NDArray[np.float64]
"""Points, shape (n, 2) in pixels or (n, 3) in millimetres; the third is the height over the table."""


@dataclass(frozen=True, slots=True)
class TableCamera:
    """Where the camera is and how it looks; ``matrix`` is the 3×4 projection."""

    size_px: tuple[int, int]
    """Width and height of the picture."""
    px_per_mm: float
    """Scale at the middle of the table."""
    height_mm: float
    """Height over the table."""
    matrix: NDArray[np.float64]
    """Projection of (x, y, height, 1) millimetres to homogeneous pixels."""

    def project(self, points_mm: Points) -> Points:
        """Pixels of points given in millimetres, shape (n, 3) to (n, 2)."""
        homogeneous = np.column_stack([points_mm, np.ones(len(points_mm))]) @ self.matrix.T
        return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float64)

    def card_corners(self, pose: Pose) -> Points:
        """The four corners of a card in pixels, from its own top left clockwise; shape (4, 2)."""
        return self.project(card_corners_mm(pose))

    @property
    def table_to_px(self) -> NDArray[np.float64]:
        """The 3×3 homography from table millimetres to pixels."""
        return self.matrix[:, (0, 1, 3)]

    def seen_mm(self) -> tuple[float, float]:
        """Half width and half height of the part of the table that is surely in the picture."""
        width, height = self.size_px
        edge = np.array([[0, height / 2], [width, height / 2], [width / 2, 0], [width / 2, height]])
        back = np.column_stack([edge, np.ones(4)]) @ np.linalg.inv(self.table_to_px).T
        table = back[:, :2] / back[:, 2:]
        return float(min(-table[0, 0], table[1, 0])), float(min(-table[2, 1], table[3, 1]))


def card_corners_mm(pose: Pose) -> Points:
    """Corners of a card in millimetres; turning it over swings it about its long axis. Shape (4, 3)."""
    half_w, half_h = CARD_MM[0] / 2, CARD_MM[1] / 2
    swing = math.pi * pose.turn
    across, rise = math.cos(swing), math.sin(swing)
    c, s = math.cos(math.radians(pose.angle_deg)), math.sin(math.radians(pose.angle_deg))
    corners = []
    for u, v in ((-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h)):
        x, y = u * across, v
        height = pose.lift_mm + u * rise + half_w * rise * 0.4
        corners.append((pose.x_mm + c * x - s * y, pose.y_mm + s * x + c * y, max(height, 0.0)))
    return np.array(corners)


def overhead_camera(
    rng: np.random.Generator,
    size_px: tuple[int, int] = (1280, 720),
    px_per_mm: float | None = None,
    off_mm: tuple[float, float] = (0.0, 0.0),
) -> TableCamera:
    """A camera that somebody hung over the table: nearly upright, a little off the middle and a little turned.

    ``off_mm``: how far it hangs, and looks, beside where it should.
    """
    scale = px_per_mm or float(rng.uniform(1.75, 2.15)) * size_px[0] / 1280
    height = float(rng.uniform(750, 1100))
    place = np.array([rng.uniform(-70, 70), rng.uniform(-50, 90), height])
    aim = np.array([rng.uniform(-8, 8), rng.uniform(-6, 6), 0.0])
    roll = math.radians(float(rng.uniform(-2.0, 2.0)))
    place[:2] += off_mm
    aim[:2] += off_mm
    forward = (aim - place) / np.linalg.norm(aim - place)
    right = np.array([1.0, 0.0, 0.0]) - forward * forward[0]
    right /= np.linalg.norm(right)
    down = np.array([0.0, 1.0, 0.0]) - forward * forward[1] - right * right[1]
    down /= np.linalg.norm(down)
    across = right * math.cos(roll) + down * math.sin(roll)
    along = -right * math.sin(roll) + down * math.cos(roll)
    focal = scale * float(np.linalg.norm(aim - place))
    turn = np.stack([across * focal + forward * size_px[0] / 2, along * focal + forward * size_px[1] / 2, forward])
    return TableCamera(size_px, scale, height, np.column_stack([turn, -turn @ place]))
