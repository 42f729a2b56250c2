"""Tables laid out down the pages: what does not fit goes on the next page under the same head."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

Drawing = Callable[[float], Iterable[str]]
"""Gives the elements of something whose upper edge is at that y."""


@dataclass(frozen=True, slots=True)
class Band:
    """A strip across the page."""

    high: float
    """Its height in millimetres."""
    draw: Drawing
    """What it holds."""


@dataclass(frozen=True, slots=True)
class Block:
    """A table: a head that is repeated, rows, and a foot that stays with the last row."""

    head: Band
    """Title and column heads."""
    rows: tuple[Band, ...]
    """From the first to the last."""
    foot: Band
    """Sums, and the room below."""
    seam: Drawing | None = None
    """What closes the table where it goes on on the next page."""


def laid_out(blocks: Iterable[Block], top: float, bottom: float) -> list[list[str]]:
    """The elements of each page, at least one; everything stands between ``top`` and ``bottom``."""
    pages: list[list[str]] = [[]]
    y = top
    for block in blocks:
        smallest = block.head.high + sum(row.high for row in block.rows[:2]) + block.foot.high
        if y > top and y + smallest > bottom:
            pages.append([])
            y = top
        y = _put(pages[-1], block.head, y)
        for number, row in enumerate(block.rows):
            is_last = number == len(block.rows) - 1
            if y + row.high + (block.foot.high if is_last else 0) > bottom:
                pages[-1] += block.seam(y) if block.seam else ()
                pages.append([])
                y = _put(pages[-1], block.head, top)
            y = _put(pages[-1], row, y)
        y = _put(pages[-1], block.foot, y)
    return pages


def _put(page: list[str], band: Band, y: float) -> float:
    page += band.draw(y)
    return y + band.high
