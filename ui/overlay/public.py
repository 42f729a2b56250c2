"""A table as the audience may see it, as the JSON object that the pages draw.

It is made from the game's own view for spectators and nothing else: no hidden hand and no finding that the judge has
not accepted can be in it. Cards, seats, calls and remedies stay in notation; the pages put them into words.
"""

from collections.abc import Iterable
from typing import Any, Final

from kozyr.engine.game import Report, RulingRow
from kozyr.engine.table.log import Header
from kozyr.engine.view import CallView, Clock, DealRow, SeatView, SheetRow, TableView, TrickView

MOST_LINES: Final = 40
"""Of so many deals at the end of the table it is told how their scores came about: it bounds what is sent."""
Object = dict[str, Any]


def public_state(
    header: Header, view: TableView, report: Report, target: int | None = None, clock_at_ms: int | None = None
) -> Object:
    """One table's state. ``view`` is the view for spectators.

    ``target``: what the match is played to;
    ``clock_at_ms``: when its clock was asked for.
    """
    return {
        "game": view.game,
        "variant": header.variant,
        "format": view.format,
        "started": header.started,
        "target": target,
        "deal": view.deal,
        "phase": view.phase.value,
        "stage": view.stage,
        "turn": view.turn,
        "seats": [_seat(seat) for seat in view.seats],
        "sides": _sides(view),
        "contract": view.contract,
        "declarer": view.declarer,
        "doubled": view.doubled,
        "trump": view.trump,
        "turned_up": [card.code for card in view.turned_up],
        "calls": [_call(one) for one in _told_calls(view)],
        "declarations": [
            {"seq": one.seq, "seat": one.seat, "declaration": one.declaration, "counts": one.counts, "value": one.value}
            for one in view.declarations
        ],
        "trick": None if view.trick is None else _trick(view.trick),
        "tricks": [_trick(trick) for trick in view.tricks],
        "points": dict(view.points),
        "score": dict(view.score),
        "rows": _rows(view, report),
        "sheet": [_sheet(row) for row in view.sheet],
        "settlement": dict(view.settlement),
        "meeting": dict(view.meeting),
        "record": dict(view.record),
        "parties": [
            {"score": dict(one.score), "record": dict(one.record), "winner": one.winner} for one in report.parties
        ],
        "pot": view.pot,
        "raspasy": view.raspasy,
        "winner": view.winner,
        "ruling": _ruling(view, report),
        "clock": None if view.clock is None else _clock(view.clock, clock_at_ms),
    }


def _seat(seat: SeatView) -> Object:
    return {
        "seat": seat.seat,
        "player": seat.player,
        "side": seat.side,
        "tricks": seat.tricks,
        "cards_left": seat.cards_left,
        "roles": list(seat.roles),
        "letters": seat.letters,
        "plays": seat.is_playing,
        "open_hand": [card.code for card in seat.open_hand],
        "penalty_cards": [card.code for card in seat.penalty_cards],
    }


def _sides(view: TableView) -> list[Object]:
    """Sides in the order of the seats; whoever scores together stands together."""
    found: dict[str, list[str]] = {}
    for seat in view.seats:
        found.setdefault(seat.side, []).append(seat.seat)
    return [{"side": side, "seats": seats} for side, seats in found.items()]


def _trick(trick: TrickView) -> Object:
    plays = [{"seq": one.seq, "seat": one.seat, "card": one.card.code if one.card else None} for one in trick.plays]
    return {"number": trick.number, "plays": plays, "winner": trick.winner, "points": trick.points}


def _told_calls(view: TableView) -> Iterable[CallView]:
    """A call that does not stand is told when the judge has accepted why: before, it would be an accusation."""
    accepted = {one.committed for one in view.findings}
    return (one for one in view.calls if one.stands or one.seq in accepted)


def _call(call: CallView) -> Object:
    return {"seq": call.seq, "seat": call.seat, "call": call.call, "stands": call.stands}


def _rows(view: TableView, report: Report) -> list[Object]:
    """The deals of the match that the last deal belongs to; those of earlier ones are told by ``parties``."""
    begins = max((one.deals[1] for one in report.parties if one.deals[1] < view.deal), default=0)
    rows = [row for row in view.rows if row.deal > begins]
    told = len(rows) - MOST_LINES
    return [_row(row) | ({"lines": []} if at < told else {}) for at, row in enumerate(rows)]


def _row(row: DealRow) -> Object:
    return {
        "deal": row.deal,
        "contract": row.contract,
        "declarer": row.declarer,
        "doubled": row.doubled,
        "score": dict(row.score),
        "total": dict(row.total),
        "bayt": list(row.bayt),
        "points": dict(row.points),
        "lines": [{"side": line.side, "what": line.what, "value": line.value} for line in row.lines],
        "sheet": [_sheet(one) for one in row.sheet],
        "finished": row.finished,
        "annulled": row.annulled,
    }


def _sheet(row: SheetRow) -> Object:
    return {"side": row.side, "pool": row.pool, "mountain": row.mountain, "whists": dict(row.whists)}


def _ruling(view: TableView, report: Report) -> Object | None:
    """The judge's last decision that found an offence; a dismissed accusation is nobody's business."""
    accepted = {(one.committed, one.seat) for one in view.findings}
    later: list[RulingRow] = []
    for row in reversed(report.rulings):
        if row.remedy is not None and not any(_replaces(one, row) for one in later) and _stands(row, accepted):
            return {
                "seq": row.seq,
                "deal": row.deal,
                "law": row.law,
                "offence": row.offence,
                "seat": row.seat,
                "remedy": row.remedy,
                "points": row.points,
            }
        later.append(row)
    return None


def _replaces(later: RulingRow, row: RulingRow) -> bool:
    """Whether a later decision may be about the same thing. In doubt it is: what was taken back must not be told."""
    same = later.law == row.law or later.offence == row.offence
    entry = later.committed == row.committed or None in (later.committed, row.committed)
    return same and later.seat is row.seat and later.deal == row.deal and entry


def _stands(row: RulingRow, accepted: set[tuple[int, Any]]) -> bool:
    """Whether the entry it names still has a finding; what names no entry was reported by a person."""
    return row.committed is None or any((row.committed, seat) in accepted for seat in (None, row.seat))


def _clock(clock: Clock, at_ms: int | None) -> Object:
    return {"seat": clock.seat, "seconds": clock.seconds, "waiting": clock.is_waiting, "at_ms": at_ms}
