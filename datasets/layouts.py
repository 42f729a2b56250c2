"""How cards lie: a single one, a trick, a fan, a row, a grid, piles. Lengths in card heights, angles in radians."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Place:
    """Where one card lies; later places lie on top of earlier ones."""

    x: float
    """Centre to the right of the layout's origin, in card heights."""
    y: float
    """Centre below the layout's origin, in card heights."""
    angle: float
    """Clockwise turn in radians."""
    face_up: bool = True
    """False for a back."""


def layout(random: np.random.Generator, span: float) -> tuple[Place, ...]:
    """A layout for a picture that is ``span`` card heights wide, turned by any angle."""
    if random.random() < 0.04:
        return ()
    kinds = (_single, _trick, _fan, _row, _grid, _scatter)
    shares = (0.55, 0.15, 0.2, 0.1, 0.0, 0.0) if span < 1.2 else (0.05, 0.24, 0.24, 0.15, 0.12, 0.2)
    places = list(kinds[int(random.choice(len(kinds), p=shares))](random, span))
    if span > 2.2 and random.random() < 0.5:
        far = random.uniform(0.25, 0.5, 2) * span * random.choice((-1, 1), 2)
        extra = (_pile, _fan, _scatter)[int(random.integers(3))](random, span / 2)
        places = [*(_moved(place, far[0], far[1], 0.0) for place in extra), *places]
    turn = random.uniform(0, 2 * np.pi)
    return tuple(_moved(place, 0.0, 0.0, turn) for place in places)


def _moved(place: Place, x: float, y: float, turn: float) -> Place:
    c, s = np.cos(turn), np.sin(turn)
    return Place(place.x * c - place.y * s + x, place.x * s + place.y * c + y, place.angle + turn, place.face_up)


def _at(centre: NDArray[np.float64], angle: float, face_up: bool = True) -> Place:
    return Place(float(centre[0]), float(centre[1]), angle, face_up)


def _single(random: np.random.Generator, span: float) -> list[Place]:
    return [Place(0, 0, 0)]


def _trick(random: np.random.Generator, span: float) -> list[Place]:
    """One to four cards laid from the four sides, overlapping or not."""
    reach = random.uniform(0.15, 0.75)
    order = random.permutation(4)[: int(random.integers(1, 5))]
    places = []
    for side in order:
        turn = side * np.pi / 2
        x, y = np.array((np.sin(turn), -np.cos(turn))) * reach + random.normal(0, 0.06, 2)
        places.append(Place(float(x), float(y), turn + random.normal(0, 0.2)))
    return places


def _fan(random: np.random.Generator, span: float) -> list[Place]:
    """Cards of a hand held or laid in a fan; only the corner of most is seen."""
    count = int(random.integers(2, 13))
    step, radius = random.uniform(0.05, 0.25), random.uniform(0.7, 2.0)
    places = []
    for i in range(count):
        turn = (i - (count - 1) / 2) * step + random.normal(0, 0.015)
        places.append(Place(radius * np.sin(turn), radius * (1 - np.cos(turn)), turn))
    return places if random.random() < 0.8 else places[::-1]


def _row(random: np.random.Generator, span: float) -> list[Place]:
    """A row with each card covering part of the one before, across or downwards."""
    count = int(random.integers(2, 11))
    step = random.uniform(0.1, 0.85)
    along = np.array((1.0, random.normal(0, 0.03))) if random.random() < 0.7 else np.array((0.0, 1.0))
    return [
        _at(along * step * (i - (count - 1) / 2) + random.normal(0, 0.01, 2), random.normal(0, 0.03))
        for i in range(count)
    ]


def _grid(random: np.random.Generator, span: float) -> list[Place]:
    down, across = int(random.integers(1, 4)), int(random.integers(2, 5))
    gap_x, gap_y = random.uniform(0.72, 1.0), random.uniform(1.02, 1.3)
    jitter = random.uniform(0, 0.15)
    return [
        Place(
            (i - (across - 1) / 2) * gap_x + random.normal(0, 0.02),
            (j - (down - 1) / 2) * gap_y + random.normal(0, 0.02),
            random.normal(0, jitter),
            random.random() > 0.08,
        )
        for j in range(down)
        for i in range(across)
    ]


def _scatter(random: np.random.Generator, span: float) -> list[Place]:
    count = int(random.integers(2, 13))
    reach = min(span * 0.5, 2.2)
    return [
        _at(random.uniform(-reach, reach, 2), random.uniform(0, 2 * np.pi), random.random() > 0.12)
        for _ in range(count)
    ]


def _pile(random: np.random.Generator, span: float) -> list[Place]:
    """A stock or a heap of won tricks: backs nearly on each other, perhaps a card half under it."""
    turn = random.uniform(0, np.pi)
    heap = [_at(random.normal(0, 0.02, 2), turn + random.normal(0, 0.05), False) for _ in range(4)]
    if random.random() < 0.5:
        heap = [_at(random.uniform(-0.5, 0.5, 2), turn + np.pi / 2), *heap]
    return heap
