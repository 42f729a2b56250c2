"""The protocol of a Debertz meeting as A4 pages: the judge's form, filled in with digits or with signs."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from kozyr.engine.games.debertz.protocol import Cell, DealLine
from kozyr.engine.games.debertz.schematic import Account
from kozyr.ui.locale.text import side_text, tr
from kozyr.ui.paper import frame, signs, svg
from kozyr.ui.paper.debertz_columns import MARGIN_MM, NUMBER_MM, ORDER_MM, SIGNS_MM, TOTAL_MM, Columns
from kozyr.ui.paper.debertz_text import (
    form_of,
    head_of,
    letters_of,
    meeting_line,
    meetings_of,
    name_of,
    order_of,
    state_of,
    title_of,
)
from kozyr.ui.paper.flow import Band, Block
from kozyr.ui.paper.lettering import width
from kozyr.ui.paper.subject import Subject, signed

_ROW_MM: Final = 6.6
_HEAD_MM: Final = 17.5
_BELOW_MM: Final = 4.5
_FIGURE: Final = 3.8
_HEAD: Final = 2.5


def pages(subject: Subject) -> tuple[str, ...]:
    """The pages of the protocol."""
    is_digit = form_of(subject) == "digit"
    blocks: list[Block] = []
    for meeting in meetings_of(subject):
        blocks += [_block(Columns(party, name_of(meeting, party), is_digit)) for party in meeting.parties]
        blocks.append(Block(frame.words([meeting_line(meeting)], 3.8), (), Band(2, lambda _: ())))
    legend = tr("paper.legend-digit" if is_digit else "paper.legend")
    return frame.pages(subject, tr("paper.title"), title_of(subject), blocks, legend)


def _block(columns: Columns) -> Block:
    rows = tuple(Band(_ROW_MM, partial(_row, columns, line)) for line in columns.party.lines)
    foot = Band(columns.sums + TOTAL_MM + _BELOW_MM, partial(_foot, columns))
    return Block(Band(_HEAD_MM, partial(_head, columns)), rows, foot, frame.ruled)


def _head(columns: Columns, y: float) -> Iterator[str]:
    """The party's name and state, then two lines of heads."""
    party = columns.party
    yield svg.text((frame.LEFT, y + 5), columns.title, 4.6, bold=True)
    yield svg.text((frame.RIGHT, y + 5), state_of(party), 3.6, anchor="end")
    top, middle, bottom = y + 7, y + 12.5, y + 17.5
    yield svg.box((frame.LEFT, top), frame.RIGHT - frame.LEFT, bottom - top, svg.TINT)
    yield from _heads(columns, bottom - 1.5)
    for number, side in enumerate(party.sides):
        x = columns.left(number)
        yield svg.text(
            (x + columns.wide / 2, middle - 1.5), side_text(side, short=True), 3.6, bold=True, anchor="middle"
        )
        yield svg.line((x, middle), (x + columns.wide, middle), 0.2)
    yield svg.line((frame.LEFT, top), (frame.RIGHT, top), 0.5)
    yield svg.line((frame.LEFT, bottom), (frame.RIGHT, bottom), 0.5)
    yield from _verticals(columns, top, bottom, middle)


def _heads(columns: Columns, y: float) -> Iterator[str]:
    yield svg.text((frame.LEFT + NUMBER_MM / 2, y), tr("paper.deal"), _HEAD, anchor="middle")
    yield svg.text((frame.LEFT + NUMBER_MM + ORDER_MM / 2, y), tr("paper.order"), _HEAD, anchor="middle")
    for number in range(len(columns.party.sides)):
        for name, x, wide in columns.edges(number):
            said = head_of(name, len(columns.party.sides))
            yield svg.text((x + wide / 2, y), said, 3.4 if said in "+−" else _HEAD, anchor="middle")


def _verticals(columns: Columns, top: float, bottom: float, thin_from: float | None = None) -> Iterator[str]:
    """The upright lines between ``top`` and ``bottom``; those inside a side begin at ``thin_from``."""
    sides = range(len(columns.party.sides))
    thick = [frame.LEFT, *[columns.left(side) for side in sides], frame.RIGHT]
    thin = [frame.LEFT + NUMBER_MM, *[edge for side in sides for _, edge, _ in tuple(columns.edges(side))[1:]]]
    yield from (svg.line((x, top), (x, bottom), 0.5) for x in thick)
    yield from (svg.line((x, top if thin_from is None else thin_from), (x, bottom), 0.2) for x in thin)


def _row(columns: Columns, line: DealLine, y: float) -> Iterator[str]:
    """One deal."""
    base = y + _ROW_MM / 2 + _FIGURE * 0.35
    yield svg.text((frame.LEFT + NUMBER_MM / 2, base), str(line.deal), 3.2, anchor="middle", colour=svg.GREY)
    middle = frame.LEFT + NUMBER_MM + ORDER_MM / 2
    said = order_of(line)
    size, colour = (3.4, svg.INK) if line.counts else (2.4, svg.GREY)
    size = min(size, (ORDER_MM - 1) / max(width(said, 1), 1))
    yield svg.text((middle, base), said, size, anchor="middle", colour=colour)
    for number, cell in enumerate(line.cells):
        for name, x, wide in columns.edges(number):
            yield from _cell(name, cell, (x, y), wide)
    yield svg.line((frame.LEFT, y + _ROW_MM), (frame.RIGHT, y + _ROW_MM), 0.15, svg.GREY)
    yield from _verticals(columns, y, y + _ROW_MM)


def _cell(name: str, cell: Cell, corner: svg.Point, wide: float) -> Iterator[str]:
    x, y = corner
    middle, base = y + _ROW_MM / 2, y + _ROW_MM / 2 + _FIGURE * 0.35
    if name == "points":
        yield from signs.drawn((x + 1.5, middle), wide - 3, signs.signs_of(cell.wrote))
    elif name in ("pluses", "minuses"):
        column = cell.wrote.pluses if name == "pluses" else cell.wrote.minuses
        yield from signs.small((x + wide / 2, middle), wide - 1.5, column)
    elif name == "letter":
        yield from _letter(cell, (x + wide / 2, base))
    else:
        figure = cell.gained if name == "gained" else cell.total
        colour = svg.GREY if name == "gained" else svg.INK
        yield svg.text((x + wide - wide * 0.3, base), signed(figure), _FIGURE, anchor="end", colour=colour)


def _letter(cell: Cell, at: svg.Point) -> Iterator[str]:
    """Б, with what it cost below it."""
    x, base = at
    said = letters_of(cell)
    up, size = (1.3, 3.3) if cell.penalties else (0.0, _FIGURE)
    yield svg.text((x, base - up), said, size if cell.letter else 3.0, bold=cell.letter, anchor="middle")
    if cell.penalties:
        yield svg.text((x, base + (1.1 if said else 0)), signed(cell.penalties), 2.1, anchor="middle")


def _foot(columns: Columns, y: float) -> Iterator[str]:
    """The accounts: drawn anew in signs, and told in digits."""
    party, last = columns.party, y + columns.sums
    yield svg.text((frame.LEFT + 1.5, y + TOTAL_MM / 2 + 1.3), tr("paper.total"), 3.6, bold=True)
    base = last + TOTAL_MM / 2 + 1.6
    for number, side in enumerate(party.sides):
        x, said = columns.left(number), signed(dict(party.score)[side])
        if columns.is_digit:
            _, x, wide = tuple(columns.edges(number))[1]
            yield svg.text((x + wide * 0.7, base), said, 4.6, bold=True, anchor="end")
        else:
            yield from _drawn_sum(party.account_of(side), (x, y), columns.wide)
            yield svg.text((x + columns.wide / 2, base), said, 4.6, bold=True, anchor="middle")
    if not columns.is_digit:
        yield svg.line((columns.left(0), last), (frame.RIGHT, last), 0.2)
    edges = [frame.LEFT, *[columns.left(number) for number in range(len(party.sides))], frame.RIGHT]
    yield from (svg.line((x, y), (x, last + TOTAL_MM), 0.5) for x in edges)
    yield from (svg.line((frame.LEFT, at), (frame.RIGHT, at), 0.5) for at in (y, last + TOTAL_MM))


def _drawn_sum(account: Account, corner: svg.Point, wide: float) -> Iterator[str]:
    """A side's account: signs, and behind them what is to be added or subtracted."""
    (x, y), lines = corner, signs.lines_of(signs.signs_of(account), wide - MARGIN_MM)
    for number, line in enumerate(lines):
        middle = y + TOTAL_MM / 2 + number * SIGNS_MM
        yield from signs.drawn((x + 1.5, middle), wide - MARGIN_MM, line)
    small = account.value - account.symbols
    if small:
        said = f"+{small}" if small > 0 else signed(small)
        behind = min(signs.length(lines[-1]), wide - MARGIN_MM)
        yield svg.text((x + 2 + behind, middle + _FIGURE * 0.35), said, _FIGURE)
