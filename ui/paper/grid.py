"""Tables of text for the terminal: columns as wide as their widest cell; a stroke through a letter takes no room."""

import unicodedata
from collections.abc import Sequence

_STRIKE = "\u0336"


def struck(text: str) -> str:
    """The text with a line through it."""
    return "".join(letter + _STRIKE for letter in text)


def width(text: str) -> int:
    """How many places a text takes in the terminal."""
    return sum(not unicodedata.combining(letter) for letter in text)


def table(rows: Sequence[Sequence[str]], aligned: str) -> list[str]:
    """The rows as lines; ``aligned`` has ``<``, ``>`` or ``^`` for each column."""
    wide = [max(width(row[column]) for row in rows) for column in range(len(aligned))]
    return [
        "  ".join(_padded(cell, room, side) for cell, room, side in zip(row, wide, aligned, strict=True)).rstrip()
        for row in rows
    ]


def spanned(wide: Sequence[int], heads: Sequence[tuple[str, int]]) -> str:
    """A line of heads, each in the middle over as many columns as it says, of the columns' widths."""
    said, at = [], 0
    for head, columns in heads:
        room = sum(wide[at : at + columns]) + 2 * (columns - 1)
        said.append(_padded(head, room, "^"))
        at += columns
    return "  ".join(said).rstrip()


def widths(rows: Sequence[Sequence[str]]) -> list[int]:
    """How wide each column is."""
    return [max(width(row[column]) for row in rows) for column in range(len(rows[0]))]


def _padded(text: str, room: int, side: str) -> str:
    rest = max(0, room - width(text))
    left = {"<": 0, ">": rest, "^": rest // 2}[side]
    return " " * left + text + " " * (rest - left)
