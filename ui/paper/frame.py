"""What every page of a protocol has around its tables: title, players, rulings, signatures, the number of the sheet."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from kozyr.ui.locale.text import side_text, tr
from kozyr.ui.paper import svg
from kozyr.ui.paper.flow import Band, Block, laid_out
from kozyr.ui.paper.lettering import width
from kozyr.ui.paper.subject import Subject, ruled_pairs

LEFT: Final = 18.0
"""Left edge of what is drawn, in millimetres."""
RIGHT: Final = 192.0
"""Right edge."""
_TITLE_Y: Final = 21.0
_TOP: Final = 36.0
_BOTTOM: Final = 266.0
_SIGN_Y: Final = 277.0
_RULINGS_MOST: Final = 8
_RULED: Final = 9.2
_MORE: Final = 5.0


def pages(subject: Subject, title: str, said: str, blocks: Iterable[Block], legend: str = "") -> tuple[str, ...]:
    """The pages of a protocol: ``title``, what is played (``said``), its tables, and what its signs mean."""
    drawn = laid_out([*blocks, *_rulings(subject)], _TOP, _BOTTOM)
    number = len(drawn)
    return tuple(
        svg.page(title, (*_head(subject, title, said), *elements, *_signatures(subject), *_last(legend, at, number)))
        for at, elements in enumerate(drawn, start=1)
    )


def ruled(y: float) -> list[str]:
    """A line across the page: the end of a table."""
    return [svg.line((LEFT, y), (RIGHT, y), 0.5)]


def cut(said: str, size: float, room: float) -> str:
    """The text, or as much of it as there is room for."""
    if width(said, size) <= room:
        return said
    while said and width(said + "…", size) > room:
        said = said[:-1]
    return said.rstrip(" ,·") + "…"


def words(lines: Sequence[str], size: float = 3.4) -> Band:
    """Lines of text from the left edge."""
    step = size * 1.5
    return Band(step * len(lines), partial(_words, lines, size))


def _words(lines: Sequence[str], size: float, y: float) -> Iterator[str]:
    for at, line in enumerate(lines):
        yield svg.text((LEFT, y + size * 1.5 * (at + 0.75)), cut(line, size, RIGHT - LEFT), size)


def _head(subject: Subject, title: str, said: str) -> Iterator[str]:
    yield svg.text((LEFT, _TITLE_Y), title, 7.5, bold=True)
    yield svg.text((RIGHT, _TITLE_Y - 4), said, 3.4, anchor="end")
    yield svg.text((RIGHT, _TITLE_Y + 0.6), subject.started, 3.4, anchor="end", colour=svg.GREY)
    sides = subject.header.seating.side_names
    room = (RIGHT - LEFT) / len(sides)
    for at, side in enumerate(sides):
        name = subject.names_of(side)
        where = side_text(side, short=True)
        told = f"{where} · {name}" if name else side_text(side)
        yield svg.text((LEFT + at * room, _TITLE_Y + 9.5), cut(told, 3.8, room - 3), 3.8, bold=True)
    yield svg.line((LEFT, _TITLE_Y + 12.5), (RIGHT, _TITLE_Y + 12.5), 0.5)


def _rulings(subject: Subject) -> Iterator[Block]:
    pairs = ruled_pairs(subject.report.rulings, subject.laws, subject.header.players)
    shown = pairs if len(pairs) <= _RULINGS_MOST else pairs[: _RULINGS_MOST - 1]
    if pairs:
        head = Band(7, lambda y: [svg.text((LEFT, y + 4.5), tr("paper.rulings"), 4.2, bold=True)])
        yield Block(
            head, (), Band(_RULED * len(shown) + _MORE * (shown is not pairs), partial(_ruled, shown, len(pairs)))
        )


def _ruled(pairs: Sequence[tuple[str, str]], count: int, y: float) -> Iterator[str]:
    """Every ruling with its clause below it; how many of ``count`` are left out."""
    for at, (said, law) in enumerate(pairs):
        below = y + _RULED * at
        yield svg.text((LEFT, below + 3.6), cut(said, 3.2, RIGHT - LEFT), 3.2)
        yield svg.text((LEFT + 4, below + 7.4), cut(law, 2.8, RIGHT - LEFT - 4), 2.8, colour=svg.GREY)
    if count > len(pairs):
        more = tr("paper.more-rulings", count=count - len(pairs))
        yield svg.text((LEFT, y + _RULED * len(pairs) + 3.6), more, 3.2)


def _signatures(subject: Subject) -> Iterator[str]:
    """A line for the judge and for every side."""
    names = [tr("paper.judge"), *[side_text(side) for side in subject.header.seating.side_names]]
    gap = 6.0
    wide = (RIGHT - LEFT - gap * (len(names) - 1)) / len(names)
    for number, name in enumerate(names):
        x = LEFT + number * (wide + gap)
        yield svg.line((x, _SIGN_Y), (x + wide, _SIGN_Y), 0.25)
        yield svg.text((x, _SIGN_Y + 3.6), f"{name}, {tr('paper.signature')}", 2.8, colour=svg.GREY)


def _last(legend: str, at: int, number: int) -> Iterator[str]:
    """The last line of a sheet: what the signs mean, and which sheet it is."""
    y = _SIGN_Y + 9.5
    if legend:
        yield svg.text((LEFT, y), legend, 2.8, colour=svg.GREY)
    if number > 1:
        yield svg.text((RIGHT, y), tr("paper.page", page=at, pages=number), 2.8, anchor="end", colour=svg.GREY)
