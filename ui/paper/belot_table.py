"""The table of a Bazar Belot match as the regulation shows it: running totals, БТ, a dash for nothing, and the order.

Source: Репино Е: columns Ю-С, З-В, Заказ; ``14п +`` is contra, ``++`` recontra, ``К`` capo.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from kozyr.engine.view import DealRow
from kozyr.ui.locale.text import bid_parts, counted, redealt_text, seat_text, side_text, tr
from kozyr.ui.paper import frame, svg
from kozyr.ui.paper.flow import Band, Block
from kozyr.ui.paper.grid import table, widths
from kozyr.ui.paper.subject import Subject, heading, ruling_lines, score_pair, signed

_COLUMNS: Final = (10.0, 42.0, 42.0, 80.0)
_ROW_MM: Final = 7.0
_HEAD_MM: Final = 14.0


@dataclass(frozen=True, slots=True)
class Match:
    """One match of a log."""

    number: int
    """From 1."""
    sides: tuple[str, ...]
    """The two lines."""
    deals: tuple[DealRow, ...]
    """Its deals that are over, in order."""
    score: tuple[tuple[str, int], ...]
    """The totals."""
    winner: str | None
    """None while it goes on."""


def lines(subject: Subject) -> list[str]:
    """The tables for the terminal, a line each."""
    said = [f"{tr('paper.match-title')} · {_title(subject)}", subject.started]
    said += [f"{side_text(side)}: {subject.names_of(side)}" for side in subject.header.seating.side_names]
    for match in matches_of(subject):
        said += ["", f"{tr('paper.match', number=match.number)} · {_state(match)}"]
        heads = [tr("paper.deal"), *[side_text(side) for side in match.sides], tr("paper.contract")]
        rows = [heads, *[[str(row.deal), *_totals(row, match), _order(row)] for row in match.deals]]
        drawn = table(rows, ">>><")
        said += [drawn[0], "─" * (sum(widths(rows)) + 2 * (len(heads) - 1)), *drawn[1:]]
    rulings = ruling_lines(subject.report.rulings, subject.laws, subject.header.players)
    return said + (["", tr("paper.rulings"), *rulings] if rulings else [])


def pages(subject: Subject) -> tuple[str, ...]:
    """The tables as A4 pages."""
    blocks = [_block(match) for match in matches_of(subject)]
    return frame.pages(subject, tr("paper.match-title"), _title(subject), blocks, tr("paper.legend-belot"))


def matches_of(subject: Subject) -> tuple[Match, ...]:
    """The matches of a log, the one that goes on last."""
    report, sides = subject.report, subject.header.seating.side_names
    found: list[Match] = []
    last = 0
    for party in report.parties:
        first, last = party.deals
        deals = tuple(row for row in report.deals if first <= row.deal <= last and row.finished)
        found.append(Match(len(found) + 1, sides, deals, party.score, party.winner))
    rest = tuple(row for row in report.deals if row.deal > last and row.finished)
    if rest or not found:
        found.append(Match(len(found) + 1, sides, rest, report.match_score, report.winner))
    return tuple(found)


def _title(subject: Subject) -> str:
    target = int(str(subject.options["match_target"]))
    return heading(subject, counted("paper.target", target, target=target))


def _state(match: Match) -> str:
    if match.winner is None:
        return tr("paper.goes-on")
    return f"{tr('paper.won', side=side_text(match.winner))}, {score_pair(match.score)}"


def _totals(row: DealRow, match: Match) -> list[str]:
    """What stands in the columns of the lines: the running total, БТ, or a dash where the deal gave nothing."""
    given, total = dict(row.score), dict(row.total)
    return [
        tr("paper.bt") if side in row.bayt else signed(total[side]) if given.get(side) else "-" for side in match.sides
    ]


def _order(row: DealRow) -> str:
    """``14п``, ``14п ++``, ``К+ 25п``; of a deal dealt again or annulled, that it was."""
    if row.redealt:
        return redealt_text(row.redealt)
    if row.annulled:
        return tr("paper.annulled")
    parts = bid_parts(row.contract or "")
    if parts is None:
        return row.contract or tr("contract.unset")
    level, letter, extra = parts
    bid, doubled = f"{level}{tr(f'paper.trump.{letter}')}", {2: "+", 4: "++"}.get(row.doubled, "")
    if not extra:
        return f"{bid} {doubled}".strip()
    hand = f" {tr('paper.one-hand')}" if extra == "capo-hand" else ""
    return f"{tr('paper.capo')}{doubled} {bid}{hand}"


def _block(match: Match) -> Block:
    rows = tuple(Band(_ROW_MM, partial(_row, match, row)) for row in match.deals)
    return Block(Band(_HEAD_MM, partial(_head, match)), rows, Band(10, frame.ruled), frame.ruled)


def _edges() -> Iterator[tuple[float, float]]:
    """(left edge, width) of the columns."""
    x = frame.LEFT
    for wide in _COLUMNS:
        yield x, wide
        x += wide


def _head(match: Match, y: float) -> Iterator[str]:
    yield svg.text((frame.LEFT, y + 5), tr("paper.match", number=match.number), 4.6, bold=True)
    yield svg.text((frame.RIGHT, y + 5), _state(match), 3.6, anchor="end")
    top, bottom = y + 7, y + _HEAD_MM
    yield svg.box((frame.LEFT, top), frame.RIGHT - frame.LEFT, bottom - top, svg.TINT)
    heads = (tr("paper.deal"), *[side_text(side) for side in match.sides], tr("paper.contract"))
    for number, ((x, wide), head) in enumerate(zip(_edges(), heads, strict=True)):
        size = 3.0 if number == 0 else 4.0
        yield svg.text((x + wide / 2, bottom - 2.3), head, size, bold=number > 0, anchor="middle")
    yield svg.line((frame.LEFT, top), (frame.RIGHT, top), 0.5)
    yield svg.line((frame.LEFT, bottom), (frame.RIGHT, bottom), 0.5)
    yield from _verticals(top, bottom)


def _row(match: Match, row: DealRow, y: float) -> Iterator[str]:
    """One deal; the larger figures are those in force."""
    base, said = y + _ROW_MM / 2 + 1.5, (str(row.deal), *_totals(row, match), _order(row))
    for number, ((x, wide), word) in enumerate(zip(_edges(), said, strict=True)):
        if number == 0:
            yield svg.text((x + wide / 2, base), word, 3.2, anchor="middle", colour=svg.GREY)
        elif number < 3:
            yield svg.text((x + wide / 2, base), word, 4.4, anchor="middle", bold=row is match.deals[-1])
        else:
            yield svg.text((x + 14, base), word, 4.2)
            yield svg.text((x + 10, base), seat_text(row.declarer, short=True), 3.0, anchor="end", colour=svg.GREY)
    yield svg.line((frame.LEFT, y + _ROW_MM), (frame.RIGHT, y + _ROW_MM), 0.15, svg.GREY)
    yield from _verticals(y, y + _ROW_MM)


def _verticals(top: float, bottom: float) -> Iterator[str]:
    for number, x in enumerate((*[x for x, _ in _edges()], frame.RIGHT)):
        yield svg.line((x, top), (x, bottom), 0.5 if number in (0, len(_COLUMNS)) else 0.25)
