"""The signs of the schematic form as a pen draws them: upright bars, circles and circles crossed out."""

from collections.abc import Iterator
from typing import Final

from kozyr.engine.games.debertz.schematic import Account, Small
from kozyr.ui.paper import svg
from kozyr.ui.paper.lettering import width

_RADIUS: Final = 2.1
_GAP: Final = 1.0
_BAR_STEP: Final = 1.9
_BAR_HALF: Final = 2.2
_SLANT: Final = 0.35
_PEN: Final = 0.42
_OVER: Final = 0.8
_BETWEEN: Final = 1.0
_SMALLEST: Final = 0.8
_WIDTHS: Final = {"X": 2 * _RADIUS + _GAP, "O": 2 * _RADIUS + _GAP, "|": _BAR_STEP}


def drawn(at: svg.Point, room: float, signs: str) -> Iterator[str]:
    """Signs from the left, ``at`` being the middle of their left edge; smaller where they need more room.

    ``signs`` has X for a crossed circle, O for a circle and | for a bar.
    """
    scale = min(1.0, room / max(length(signs), 0.1))
    x, y = at
    pen = _PEN * scale
    for sign in signs:
        if sign == "|":
            half, slant = _BAR_HALF * scale, _SLANT * scale
            yield svg.line((x + 2 * slant, y - half), (x, y + half), pen)
        else:
            radius = _RADIUS * scale
            yield svg.circle((x + radius, y), radius, pen, "none")
            if sign == "X":
                yield from _cross((x + radius, y), radius, pen)
        x += _WIDTHS[sign] * scale


def signs_of(account: Account) -> str:
    """The signs of an account, a letter each."""
    return "X" * account.crossed + "O" * account.circles + "|" * account.bars


def lines_of(signs: str, room: float) -> list[str]:
    """The signs in as many lines as they need; in one where drawing them a little smaller is enough."""
    if length(signs) * _SMALLEST <= room:
        return [signs]
    lines = [""]
    for sign in signs:
        if lines[-1] and length(lines[-1] + sign) > room:
            lines.append("")
        lines[-1] += sign
    return lines


def length(signs: str) -> float:
    """How long the signs are in one line."""
    return sum(_WIDTHS[sign] for sign in signs)


def small(at: svg.Point, room: float, column: tuple[Small, ...], size: float = 3.6) -> Iterator[str]:
    """Small points in the middle of a column; a stroke of the pen crosses out what has lost its relevance."""
    said = [str(one.points) for one in column]
    wide = sum(width(one, size) for one in said) + _BETWEEN * (len(said) - 1)
    shrunk = min(1.0, (room - 2 * _OVER) / max(wide, 0.1))
    size, x, y = size * shrunk, at[0] - wide * shrunk / 2, at[1]
    for one, figure in zip(column, said, strict=True):
        wide = width(figure, size)
        yield svg.text((x + wide / 2, y + size * 0.35), figure, size, anchor="middle")
        if one.struck:
            yield svg.line((x - _OVER, y + size * 0.3), (x + wide + _OVER, y - size * 0.32), 0.25)
        x += wide + _BETWEEN * shrunk


def _cross(centre: svg.Point, radius: float, pen: float) -> Iterator[str]:
    """Two strokes a little beyond the circle."""
    x, y = centre
    arm = radius * 0.86
    yield svg.line((x - arm, y - arm), (x + arm, y + arm), pen)
    yield svg.line((x - arm, y + arm), (x + arm, y - arm), pen)
