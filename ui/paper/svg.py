"""Drawings as SVG text, in millimetres of an A4 page. Every function gives one element.

Only lines, closed shapes, circles and text are used, in black, grey and white: what prints well everywhere.
"""

from collections.abc import Iterable, Sequence
from typing import Final
from xml.sax.saxutils import escape, quoteattr

Point = tuple[float, float]
"""x, y in millimetres from the top left corner of the page."""

A4_MM: Final = (210, 297)
"""Width and height of the page."""
FACES: Final = "Roboto, 'Liberation Sans', Arial, Helvetica, sans-serif"
"""Sans-serif faces of about the same width."""
INK: Final = "#000"
"""Lines and figures."""
GREY: Final = "#777"
"""Small words that name things."""
TINT: Final = "#f1f1ee"
"""A light ground that a printer still keeps."""


def page(title: str, elements: Iterable[str]) -> str:
    """A whole page with its title for readers that cannot see it."""
    wide, high = A4_MM
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}" '
        f"font-family={quoteattr(FACES)}>"
    )
    ground = f'<rect width="{wide}" height="{high}" fill="#fff"/>'
    return "\n".join((head, f"<title>{escape(title)}</title>", ground, *elements, "</svg>")) + "\n"


def line(first: Point, last: Point, width: float = 0.3, colour: str = INK) -> str:
    """A straight line."""
    (x1, y1), (x2, y2) = first, last
    return (
        f'<line x1="{_mm(x1)}" y1="{_mm(y1)}" x2="{_mm(x2)}" y2="{_mm(y2)}" stroke="{colour}" '
        f'stroke-width="{_mm(width)}" stroke-linecap="round"/>'
    )


def shape(corners: Sequence[Point], width: float = 0.3, fill: str = "none") -> str:
    """A closed shape with straight sides."""
    points = " ".join(f"{_mm(x)},{_mm(y)}" for x, y in corners)
    return f'<polygon points="{points}" fill="{fill}" stroke="{INK}" stroke-width="{_mm(width)}"/>'


def box(corner: Point, wide: float, high: float, fill: str) -> str:
    """A ground without an edge, from its upper left corner."""
    x, y = corner
    return f'<rect x="{_mm(x)}" y="{_mm(y)}" width="{_mm(wide)}" height="{_mm(high)}" fill="{fill}"/>'


def circle(centre: Point, radius: float, width: float = 0.3, fill: str = "#fff") -> str:
    """A circle."""
    x, y = centre
    return (
        f'<circle cx="{_mm(x)}" cy="{_mm(y)}" r="{_mm(radius)}" fill="{fill}" stroke="{INK}" '
        f'stroke-width="{_mm(width)}"/>'
    )


def text(
    at: Point, said: str, size: float, *, colour: str = INK, bold: bool = False, anchor: str = "start", angle: float = 0
) -> str:
    """A line of text at its baseline; ``anchor`` is ``start``, ``middle`` or ``end``. It turns about ``at``."""
    x, y = at
    weight = ' font-weight="700"' if bold else ""
    placed = f' text-anchor="{anchor}"' if anchor != "start" else ""
    turn = f' transform="rotate({_mm(angle)} {_mm(x)} {_mm(y)})"' if angle else ""
    return (
        f'<text x="{_mm(x)}" y="{_mm(y)}" font-size="{_mm(size)}" fill="{colour}"{weight}{placed}{turn}>'
        f"{escape(said)}</text>"
    )


def spans(at: Point, said: Sequence[tuple[str, bool]], size: float) -> str:
    """A line of text in pieces: (text, whether it is bold)."""
    pieces = "".join(
        f'<tspan font-weight="700">{escape(piece)}</tspan>' if bold else f"<tspan>{escape(piece)}</tspan>"
        for piece, bold in said
    )
    return f'<text x="{_mm(at[0])}" y="{_mm(at[1])}" font-size="{_mm(size)}" fill="{INK}">{pieces}</text>'


def turned(elements: Iterable[str], angle: float) -> str:
    """Elements whose places are told in a frame turned clockwise about the corner of the page."""
    return f'<g transform="rotate({_mm(angle)})">' + "".join(elements) + "</g>" if angle else "".join(elements)


def _mm(value: float) -> str:
    """A length with at most two decimals."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
