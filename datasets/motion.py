"""How cards and hands move: poses, tracks of timed poses, places given from a seat.

Places are millimetres on the table, x to the right and y down as the camera sees it, the origin in the middle of the
trick area. Angles are degrees clockwise, 0 for a card that stands upright in the picture.
"""

import bisect
import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from kozyr.datasets.deals import SEATS
from kozyr.engine.seats import Seat

CARD_MM: Final = (63.0, 88.0)
"""Width and height of a card."""
QUARTER_DEG: Final = {seat: 90.0 * at for at, seat in enumerate(SEATS)}
"""Angle of a card that its seat sees upright."""


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a card or a hand is at one moment."""

    x_mm: float
    y_mm: float
    angle_deg: float
    """Clockwise; for a hand, the direction its fingers point to (0 = right)."""
    lift_mm: float = 0.0
    """Height over the table."""
    turn: float = 0.0
    """Cards: 0 face up … 1 face down. Hands: openness, 0 … 1."""


@dataclass(frozen=True, slots=True)
class _Key:
    """A pose at a time, and how to get there from the key before."""

    at_s: float
    pose: Pose
    smooth: bool
    rank: int


def blend(a: Pose, b: Pose, share: float) -> Pose:
    """The pose between two poses."""

    def mix(p: float, q: float) -> float:
        return p + (q - p) * share

    return Pose(
        mix(a.x_mm, b.x_mm), mix(a.y_mm, b.y_mm), mix(a.angle_deg, b.angle_deg), mix(a.lift_mm, b.lift_mm),
        mix(a.turn, b.turn),
    )  # fmt: skip


@dataclass(slots=True)
class Track:
    """How one thing moves: it exists from its first key to its last (or for ever, when ``stays``)."""

    keys: list[_Key] = field(default_factory=list)
    stays: bool = True

    def add(self, at_s: float, pose: Pose, *, smooth: bool = True, rank: int = 0) -> None:
        """Appends a key; the angle is taken the short way round from the key before."""
        if self.keys:
            before = self.keys[-1].pose.angle_deg
            pose = replace(pose, angle_deg=before + (pose.angle_deg - before + 180) % 360 - 180)
            at_s = max(at_s, self.keys[-1].at_s)
        self.keys.append(_Key(at_s, pose, smooth, rank or (self.keys[-1].rank if self.keys else 0)))

    def hold(self, until_s: float) -> None:
        """Stays where the last key put it until a moment."""
        self.add(until_s, self.keys[-1].pose)

    def at(self, at_s: float) -> tuple[Pose, int] | None:
        """Pose and drawing rank at a moment, or None while it is not there."""
        if not self.keys or at_s < self.keys[0].at_s or (not self.stays and at_s >= self.keys[-1].at_s):
            return None
        after = bisect.bisect_right(self.keys, at_s, key=lambda key: key.at_s)
        if after >= len(self.keys):
            return self.keys[-1].pose, self.keys[-1].rank
        a, b = self.keys[after - 1], self.keys[after]
        share = (at_s - a.at_s) / max(b.at_s - a.at_s, 1e-6)
        if b.smooth:
            share = share**3 * (10 - 15 * share + 6 * share * share)
        return blend(a.pose, b.pose, share), a.rank


def at_seat(seat: Seat, right_mm: float, near_mm: float) -> tuple[float, float]:
    """Table place of a point given from a seat: ``right_mm`` to its right, ``near_mm`` from the origin towards it."""
    turns: dict[Seat, Callable[[float, float], tuple[float, float]]] = {
        Seat.S: lambda u, v: (u, v), Seat.W: lambda u, v: (-v, u),
        Seat.N: lambda u, v: (-u, -v), Seat.E: lambda u, v: (v, -u),
    }  # fmt: skip
    return turns[seat](right_mm, near_mm)


def rotated(x: float, y: float, angle_deg: float) -> tuple[float, float]:
    c, s = math.cos(math.radians(angle_deg)), math.sin(math.radians(angle_deg))
    return c * x - s * y, s * x + c * y


@dataclass(frozen=True, slots=True)
class Grip:
    """How a hand holds a card: the card's centre and angle in the hand's frame."""

    x_mm: float
    y_mm: float
    angle_deg: float

    def card(self, hand: Pose, lift_mm: float) -> Pose:
        """Pose of the held card."""
        dx, dy = rotated(self.x_mm, self.y_mm, hand.angle_deg)
        return Pose(hand.x_mm + dx, hand.y_mm + dy, hand.angle_deg + self.angle_deg, lift_mm)
