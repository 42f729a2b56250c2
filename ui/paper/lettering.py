"""Figures set into an area of any convex shape: as large as they fit, line by line, the current one last.

The widths are those of the sans-serif faces that every viewer has, measured generously.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Point = tuple[float, float]
"""x, y in millimetres."""

LARGEST_MM: Final = 4.4
"""Of figures."""
SMALLEST_MM: Final = 2.2
"""Below this the oldest figures give way to an ellipsis."""
LABEL_MM: Final = 2.5
"""Of the small words that name an area."""
_STEP_MM: Final = 0.2
_LEADING: Final = 1.22
_MARGIN_MM: Final = 1.6
_WIDE: Final = {".": 0.29, "…": 1.0, "−": 0.6, " ": 0.29}


@dataclass(frozen=True, slots=True)
class Row:
    """One line of text, in the frame that is turned by the area's angle."""

    left: float
    """x of its first letter."""
    baseline: float
    """y."""
    words: tuple[str, ...]
    """The figures of the line."""


@dataclass(frozen=True, slots=True)
class Setting:
    """How an area is filled."""

    size: float
    """Of the figures, in millimetres."""
    label: Point
    """Where the label of the area begins: left, baseline."""
    label_room: float
    """How long the label may be."""
    rows: tuple[Row, ...]
    """From the first line to the last."""


def width(text: str, size: float) -> float:
    """About how wide a text is in millimetres."""
    return size * sum(_WIDE.get(letter, 0.58) for letter in text)


def turned(point: Point, angle: float) -> Point:
    """A point in a frame that is turned clockwise by ``angle`` degrees about the origin."""
    sine, cosine = math.sin(math.radians(angle)), math.cos(math.radians(angle))
    return point[0] * cosine + point[1] * sine, point[1] * cosine - point[0] * sine


def fitted(words: Sequence[str], corners: Sequence[Point], angle: float) -> Setting:
    """``words`` set into the area in the largest size that holds them all, without the oldest where none does.

    Lines begin below one another where there is room for that, otherwise each as far left as the area allows.
    """
    shape = [turned(corner, angle) for corner in corners]
    steps = round((LARGEST_MM - SMALLEST_MM) / _STEP_MM)
    for size in (LARGEST_MM - _STEP_MM * step for step in range(steps + 1)):
        rows = _aligned(words, shape, size) or _set(words, shape, size)
        if rows is not None:
            return Setting(size, *_label(shape, rows), rows)
    for dropped in range(1, len(words)):
        rows = _set(("…", *words[dropped:]), shape, SMALLEST_MM)
        if rows is not None:
            return Setting(SMALLEST_MM, *_label(shape, rows), rows)
    return Setting(SMALLEST_MM, *_label(shape, ()), ())


def _label(shape: Sequence[Point], rows: Sequence[Row]) -> tuple[Point, float]:
    """Where the label begins, above the first line, and its room."""
    top = min(y for _, y in shape) + _MARGIN_MM
    left, right = _span(shape, top, top + LABEL_MM)
    if rows:
        left = max(left, rows[0].left)
    return (left, top + LABEL_MM * 0.8), right - left


def _aligned(words: Sequence[str], shape: Sequence[Point], size: float) -> tuple[Row, ...] | None:
    """The lines with one left edge, or None where there is no room for that."""
    edge = _label(shape, ())[0][0]
    rows = _set(words, shape, size, edge)
    while rows and rows[-1].left > edge:
        edge = rows[-1].left
        rows = _set(words, shape, size, edge)
    return rows


def _set(
    words: Sequence[str], shape: Sequence[Point], size: float, edge: float = float("-inf")
) -> tuple[Row, ...] | None:
    """The lines in one size, or None where there is no room. The first line stands below the label."""
    top = min(y for _, y in shape) + _MARGIN_MM + LABEL_MM + 0.6
    bottom = max(y for _, y in shape) - _MARGIN_MM
    left = list(words)
    rows: list[Row] = []
    while left:
        if top + size > bottom:
            return None
        start, end = _span(shape, top, top + size)
        start = max(start, edge)
        here: list[str] = []
        while left and width("".join((*here, left[0])), size) <= end - start:
            here.append(left.pop(0))
        if here:
            rows.append(Row(start, top + size * 0.82, tuple(here)))
        top += size * _LEADING
    return tuple(rows)


def _span(shape: Sequence[Point], top: float, bottom: float) -> tuple[float, float]:
    """From where to where a line between two heights may reach."""
    spans = [_across(shape, y) for y in (top, bottom)]
    return max(left for left, _ in spans) + _MARGIN_MM, min(right for _, right in spans) - _MARGIN_MM


def _across(shape: Sequence[Point], y: float) -> tuple[float, float]:
    """Where a horizontal line enters and leaves a convex shape."""
    crossings = []
    for (x1, y1), (x2, y2) in zip(shape, [*shape[1:], shape[0]], strict=True):
        if min(y1, y2) <= y <= max(y1, y2):
            crossings += [x1, x2] if y1 == y2 else [x1 + (x2 - x1) * (y - y1) / (y2 - y1)]
    return (min(crossings), max(crossings)) if crossings else (0.0, 0.0)
