"""The card faces of the overlay: ``python -m kozyr.datasets.stream_faces FOLDER`` writes 52 faces and a back as webp.

The art is Adrian Kennard's (CC0), taken from the npm package of the deck ``npm-heruka``. The corner indices are left
out and the art stands to the right, because the page sets one big index of its own, in the letters of the viewer.
"""

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from kozyr.datasets.decks import Bgra, deck
from kozyr.engine.cards import DECK_52, Card, Rank
from kozyr.engine.errors import KozyrError

WIDTH_PX: Final = 300
HEIGHT_PX: Final = 420
QUALITY: Final = 88
"""Of the webp files, 0 to 100."""
_PAPER: Final = "#fdfcf7"
_INKS: Final = {'"red"': '"#c4122f"', '"black"': '"#16181a"', '"#44F"': '"#22346f"'}
"""Inks of the source and those of Kozyr's own cards."""
_INDEX: Final = re.compile(r'<use [^>]*height="(?:32|26\.769)"[^>]*></use>')
_EDGE: Final = re.compile(r'<rect width="239"[^>]*></rect>')
_BODY: Final = re.compile(r"(<svg [^>]*>)(.*)(</svg>)", re.DOTALL)
_ART: Final = "translate(37 10) scale(0.88)"
_ACE: Final = "translate(36 30) scale(1.9)"
"""The left third stays free for the index."""


def main(folder: Path) -> None:
    """Writes all pictures. Raises KozyrError when the deck is not installed or cannot be drawn."""
    folder.mkdir(parents=True, exist_ok=True)
    for card in DECK_52:
        _write(folder / f"{card.code}.webp", _drawn(_face(card)))
    _write(folder / "back.webp", _drawn(_back()))


def _face(card: Card) -> str:
    """The face as SVG: the art of the source without its indices and its edge, smaller, in our inks."""
    source = deck("npm-heruka").source
    name = f"{'T' if card.rank is Rank.TEN else card.rank.value}{card.suit.value}.svg"
    try:
        text = (source / "src" / "images" / "2color" / name).read_text("utf-8")
    except OSError:
        raise KozyrError(f"the card faces are not installed; run: {deck('npm-heruka').package}") from None
    for ink, ours in _INKS.items():
        text = text.replace(ink, ours)
    place = _ACE if card.rank is Rank.ACE else _ART
    art = _INDEX.sub("", _EDGE.sub("", text))
    paper = f'<rect x="-120" y="-168" width="240" height="336" fill="{_PAPER}"/>'
    return _BODY.sub(rf'\g<1>{paper}<g transform="{place}">\g<2></g>\g<3>', art)


def _back() -> str:
    """A back of our own: a lattice of diamonds in a frame."""
    step, lines = 20, []
    for at in range(-440, 441, step):
        lines.append(f'<path d="M{at} -168l336 336M{at} -168l-336 336" stroke="#f2b63c" stroke-width="1.6"/>')
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-120 -168 240 336">'
        f'<rect x="-120" y="-168" width="240" height="336" fill="{_PAPER}"/>'
        '<clipPath id="c"><rect x="-104" y="-152" width="208" height="304" rx="8"/></clipPath>'
        '<g clip-path="url(#c)"><rect x="-104" y="-152" width="208" height="304" fill="#1c4a3b"/>'
        f"{''.join(lines)}</g>"
        '<rect x="-104" y="-152" width="208" height="304" rx="8" fill="none" stroke="#143a2e" stroke-width="5"/>'
        '<path d="M0 -58L42 0L0 58L-42 0Z" fill="#143a2e" stroke="#f2b63c" stroke-width="4"/>'
        '<path d="M0 -30L22 0L0 30L-22 0Z" fill="#f2b63c"/></svg>'
    )


def _drawn(svg: str) -> Bgra:
    size = ("-w", str(WIDTH_PX * 2), "-h", str(HEIGHT_PX * 2))
    done = subprocess.run(["rsvg-convert", *size], input=svg.encode(), capture_output=True, check=False)
    picture = cv2.imdecode(np.frombuffer(done.stdout or b"\0", np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise KozyrError("a card face cannot be drawn; rsvg-convert is in the package librsvg2-bin")
    return np.asarray(cv2.resize(picture, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_AREA), np.uint8)


def _write(path: Path, picture: Bgra) -> None:
    if not cv2.imwrite(str(path), picture, [cv2.IMWRITE_WEBP_QUALITY, QUALITY]):
        raise KozyrError(f"{path} cannot be written")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m kozyr.datasets.stream_faces FOLDER")
    main(Path(sys.argv[1]))
