"""Pages of ``svg.py`` as one PDF of A4 sheets.

Only what ``svg.py`` writes is read: rectangles, lines, closed shapes, circles, text with its pieces, and turned groups.
The letters are Kozyr Sans, which has Cyrillic and suit signs; those that are used go into the file.
"""

import math
import re
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.resources import as_file, files
from typing import Final
from xml.etree import ElementTree

from fpdf import FPDF
from fpdf.drawing_primitives import DeviceRGB
from fpdf.enums import RenderStyle

from kozyr.ui.paper.svg import A4_MM

_FACE: Final = "KozyrSans"
_POINTS_PER_MM: Final = 72 / 25.4
_SVG: Final = "{http://www.w3.org/2000/svg}"
_TURN: Final = re.compile(r"rotate\(([-\d.]+)(?: ([-\d.]+) ([-\d.]+))?\)")
_SHORT_HEX: Final = 4


def pdf(title: str, pages: Iterable[str]) -> bytes:
    """The document. Every page is a whole SVG of ``svg.page``."""
    made = FPDF(unit="mm", format=A4_MM)
    made.set_auto_page_break(False)
    made.set_title(title)
    made.set_creator("Kozyr")
    made.set_creation_date(datetime.now(UTC))
    fonts = files("kozyr.ui.tablet.fonts")
    for style, name in (("", "Regular"), ("B", "Bold")):
        with as_file(fonts.joinpath(f"{_FACE}-{name}.ttf")) as file:
            made.add_font(_FACE, style, str(file))
    for page in pages:
        made.add_page()
        for element in ElementTree.fromstring(page):
            _draw(made, element)
    return bytes(made.output())


def _draw(made: FPDF, element: ElementTree.Element) -> None:
    """One element and what is in it."""
    kind = element.tag.removeprefix(_SVG)
    turn = _TURN.search(element.get("transform", ""))
    if turn is not None:
        angle, x, y = (float(one or 0) for one in turn.groups())
        with made.rotation(-angle, x, y):
            _plain(made, kind, element)
    else:
        _plain(made, kind, element)


def _plain(made: FPDF, kind: str, element: ElementTree.Element) -> None:
    match kind:
        case "g":
            for inner in element:
                _draw(made, inner)
        case "rect":
            made.set_fill_color(_colour(element.get("fill", "#000")))
            x, y, wide, high = _lengths(element, "x", "y", "width", "height")
            made.rect(x, y, wide, high, style="F")
        case "line":
            _pen(made, element)
            x1, y1, x2, y2 = _lengths(element, "x1", "y1", "x2", "y2")
            made.line(x1, y1, x2, y2)
        case "polygon":
            corners = [pair.split(",") for pair in element.get("points", "").split()]
            made.polygon([(float(x), float(y)) for x, y in corners], style=_pen(made, element))
        case "circle":
            x, y, radius = _lengths(element, "cx", "cy", "r")
            made.circle(x, y, radius, style=_pen(made, element))
        case "text":
            _text(made, element)
        case "title":
            pass
        case _:
            raise ValueError(f"a page has an element {kind!r} that no PDF is made of")


def _pen(made: FPDF, element: ElementTree.Element) -> RenderStyle:
    """Takes up the pen and the fill of an element; says which of the two it needs."""
    made.set_draw_color(_colour(element.get("stroke", "#000")))
    made.set_line_width(float(element.get("stroke-width", "0.3")))
    fill = element.get("fill", "none")
    if fill == "none":
        return RenderStyle.D
    made.set_fill_color(_colour(fill))
    return RenderStyle.DF


def _text(made: FPDF, element: ElementTree.Element) -> None:
    """A line of text, or its pieces one after another; placed by its start, its middle or its end."""
    x, y, size = _lengths(element, "x", "y", "font-size")
    made.set_text_color(_colour(element.get("fill", "#000")))
    whole = element.get("font-weight") == "700"
    pieces = [(piece.text or "", piece.get("font-weight") == "700") for piece in element]
    pieces = pieces or [(element.text or "", whole)]
    wide = math.fsum(_width(made, said, bold, size) for said, bold in pieces)
    x -= {"middle": wide / 2, "end": wide}.get(element.get("text-anchor", "start"), 0)
    for said, bold in pieces:
        step = _width(made, said, bold, size)
        made.text(x, y, said)
        x += step


def _width(made: FPDF, said: str, bold: bool, size: float) -> float:
    """How long a text is in millimetres; its letters are in force afterwards."""
    made.set_font(_FACE, "B" if bold else "", size * _POINTS_PER_MM)
    return float(made.get_string_width(said))


def _lengths(element: ElementTree.Element, *names: str) -> list[float]:
    return [float(element.get(name, "0")) for name in names]


def _colour(text: str) -> DeviceRGB:
    """``#rgb`` or ``#rrggbb``."""
    digits = text[1:] if len(text) > _SHORT_HEX else "".join(one * 2 for one in text[1:])
    return DeviceRGB(*(int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)))
