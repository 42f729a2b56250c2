"""Where everything stands on a pulka sheet: frames inside frames, a sector for each player, whists at the edge.

Lengths are millimetres of the page, y grows downwards. From the edge of a sector to the centre stand the whists,
divided by opponent, the pool, and the mountain around the circle with the target. Four players have the four sides of
the sheet; of three, one has the lower side, the others a side and half of the upper one each.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kozyr.engine.seats import Seat

Point = tuple[float, float]
"""x, y."""
Polygon = tuple[Point, ...]
"""Corners of a convex area, in order."""

CENTRE: Final = (105.0, 109.0)
"""Of the sheet."""
HALF: Final = (87.0, 75.0)
"""Half of its width and of its height."""
RADIUS: Final = 9.5
"""Of the circle in the centre."""
POOL_FRAME: Final = 0.74
"""Where the pool begins: the outer frame is 1, the centre 0."""
MOUNTAIN_FRAME: Final = 0.48
"""Where the mountain begins."""
CORE: Final = 0.17
"""Where the mountain ends, outside the circle."""
NAME_GAP: Final = 3.6
"""From the outer frame to the middle of a name."""


class Area(StrEnum):
    """What is written in a zone."""

    POOL = "pool"
    MOUNTAIN = "mountain"
    WHISTS = "whists"


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for figures."""

    seat: Seat
    """Whose."""
    area: Area
    """What stands there."""
    corners: Polygon
    """The place itself."""
    angle: int
    """Which way it is read, in degrees clockwise: 0, 90 from the left side, -90 from the right."""
    on: Seat | None = None
    """Whists: on whom."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A player's place outside the sheet, for the name."""

    seat: Seat
    """Whose."""
    middle: Point
    """The middle of the name's line."""
    angle: int
    """Which way it is read."""
    length: float
    """Room for the name."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The whole sheet."""

    zones: tuple[Zone, ...]
    """Places for figures."""
    edges: tuple[Edge, ...]
    """Places for names."""
    frames: tuple[Polygon, ...]
    """Closed lines, the outermost first."""
    lines: tuple[tuple[Point, Point], ...]
    """Spokes between players and strokes between opponents."""


@dataclass(frozen=True, slots=True)
class _Side:
    """One player's side of the sheet."""

    path: Polygon
    """Its corners from his left to his right, as parts of ``HALF`` away from the centre."""
    angles: tuple[int, ...]
    """Which way is read along each stretch of the path."""
    main: int = 0
    """The stretch along which pool and mountain are written."""

    def stretch(self, number: int) -> tuple[Point, Point]:
        """Both ends of a stretch."""
        return self.path[number], self.path[number + 1]


_FOUR: Final = (
    _Side(((-1, 1), (1, 1)), (0,)),
    _Side(((-1, -1), (-1, 1)), (90,)),
    _Side(((1, -1), (-1, -1)), (0,)),
    _Side(((1, 1), (1, -1)), (-90,)),
)
"""Below, left, above, right: clockwise."""
_THREE: Final = (
    _FOUR[0],
    _Side(((0, -1), (-1, -1), (-1, 1)), (0, 90), main=1),
    _Side(((1, 1), (1, -1), (0, -1)), (-90, 0)),
)
"""Below, left with half of the upper side, right with the other half."""


def plan(seats: tuple[Seat, ...]) -> Plan:
    """The sheet of three or four players, ``seats`` clockwise; S sits below where that seat is occupied."""
    at = seats.index(Seat.S) if Seat.S in seats else 0
    placed = seats[at:] + seats[:at]
    zones: list[Zone] = []
    lines: list[tuple[Point, Point]] = []
    edges: list[Edge] = []
    for number, side in enumerate(_FOUR if len(seats) == 4 else _THREE):
        seat, others = placed[number], placed[number + 1 :] + placed[:number]
        zones += _whist_zones(seat, others, side)
        zones.append(_zone(seat, Area.POOL, side, (POOL_FRAME, MOUNTAIN_FRAME)))
        zones.append(_zone(seat, Area.MOUNTAIN, side, (MOUNTAIN_FRAME, CORE)))
        lines.append((_point(side.path[0]), _point(side.path[0], _at_circle(side.path[0]))))
        lines += [(_point(at), _point(at, POOL_FRAME)) for at in _divisions(side, len(others))]
        edges.append(_edge(seat, side))
    frames = tuple(_frame(scale) for scale in (1, POOL_FRAME, MOUNTAIN_FRAME))
    return Plan(tuple(zones), tuple(edges), frames, tuple(lines))


def _whist_zones(seat: Seat, others: tuple[Seat, ...], side: _Side) -> Iterator[Zone]:
    """From his left to his right the whists on the next clockwise, and so on; a corner of the sheet divides too."""
    stretches = len(side.path) - 1
    for number, other in enumerate(others):
        if stretches == len(others):
            place = _strip(side.stretch(number), (1, POOL_FRAME))
            yield Zone(seat, Area.WHISTS, place, side.angles[number], other)
        else:
            share = (number / len(others), (number + 1) / len(others))
            yield Zone(seat, Area.WHISTS, _strip(side.stretch(0), (1, POOL_FRAME), share), side.angles[0], other)


def _zone(seat: Seat, area: Area, side: _Side, scales: tuple[float, float]) -> Zone:
    return Zone(seat, area, _strip(side.stretch(side.main), scales), side.angles[side.main])


def _divisions(side: _Side, others: int) -> Iterator[Point]:
    """Where strokes divide the whists of one side."""
    if len(side.path) > 2:
        yield from side.path[1:-1]
        return
    for number in range(1, others):
        yield _between(*side.stretch(0), number / others)


def _strip(stretch: tuple[Point, Point], scales: tuple[float, float], share: tuple[float, float] = (0, 1)) -> Polygon:
    """The area between two frames along a part of a stretch."""
    first, last = (_between(*stretch, part) for part in share)
    outer, inner = scales
    return _point(first, outer), _point(last, outer), _point(last, inner), _point(first, inner)


def _edge(seat: Seat, side: _Side) -> Edge:
    """The line for the name, outside the frame."""
    middle = _between(*side.stretch(side.main), 0.5)
    (x, y), angle = _point(middle), side.angles[side.main]
    x += NAME_GAP * (middle[0] if angle else 0)
    y += NAME_GAP * (0 if angle else middle[1])
    return Edge(seat, (x, y), angle, 2 * (HALF[1] if angle else HALF[0]))


def _frame(scale: float) -> Polygon:
    return tuple(_point(corner, scale) for corner in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


def _at_circle(corner: Point) -> float:
    """How far along a spoke the circle stands."""
    return RADIUS / math.hypot(corner[0] * HALF[0], corner[1] * HALF[1])


def _between(first: Point, last: Point, share: float) -> Point:
    return first[0] + (last[0] - first[0]) * share, first[1] + (last[1] - first[1]) * share


def _point(corner: Point, scale: float = 1) -> Point:
    return CENTRE[0] + corner[0] * HALF[0] * scale, CENTRE[1] + corner[1] * HALF[1] * scale
