"""What lies written in the middle of the felt: the auction in columns, and the result of a deal."""

from collections.abc import Sequence
from typing import Final

from kozyr.engine.seats import Seat
from kozyr.engine.view import CallView, DealRow, SeatView, TableView
from kozyr.ui.locale.text import (
    call_text,
    contract_text,
    known,
    redealt_text,
    score_text,
    seat_text,
    sheet_text,
    tr,
)
from kozyr.ui.tablet.screens.plates import player_text, scorer_text
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import coloured, shortened

ROW: Final = 60
"""The height of a line of the auction, units: a finger corrects its calls."""
HEAD: Final = 30
"""The height of its line of seats."""
WHO: Final = 140
"""Room for a name in the lines of a result, units."""
RED_ON_FELT: Final = "#ffb0ac"
"""A red suit that can be told from the felt of every theme."""
Line = tuple[str, float, float, bool]
"""(text, size in units, distance from the middle upwards in units, soft)."""


def lined(calls: Sequence[CallView], seats: Sequence[Seat]) -> list[tuple[int, int, CallView]]:
    """The calls with line and column: a new line when a seat's column is not to the right."""
    placed: list[tuple[int, int, CallView]] = []
    line, last = 0, -1
    for call in calls:
        column = seats.index(call.seat)
        line += column <= last
        last = column
        placed.append((line, column, call))
    return placed


def columns_of(view: TableView) -> list[SeatView]:
    """The seats of the auction's columns: who sits out has none, unless he spoke."""
    spoke = {call.seat for call in view.calls}
    return [seat for seat in view.seats if seat.is_playing or seat.seat in spoke]


def latest(calls: Sequence[tuple[int, int, CallView]], rows: int) -> list[tuple[int, int, CallView]]:
    """The last so many lines of the auction, counted from 0; earlier ones are in the history."""
    first = max(0, calls[-1][0] + 1 - rows) if calls else 0
    return [(line - first, column, call) for line, column, call in calls if line >= first]


def result_lines(view: TableView, doubts: Sequence[str]) -> list[Line]:
    """What a deal that is over says on the felt, from the top down; ``doubts``, in words, keep it from being scored."""
    if not view.rows:
        return []
    row = view.rows[-1]
    if not row.finished:
        return _doubted(row.deal, doubts)
    if row.redealt and not row.sheet and not row.lines:
        return [(tr("felt.redealt"), 24, 30, False), (redealt_text(row.redealt), 20, -10, True)]
    lines: list[Line] = [(tr("felt.deal-over", deal=row.deal), 18, 104, True), (_fate(view, row), 22, 66, False)]
    lines += _figures(view, row)
    if view.winner is not None:
        lines.append((tr("narrate.winner", side=scorer_text(view, view.winner)), 24, -104, False))
    return lines


def _figures(view: TableView, row: DealRow) -> list[Line]:
    """What the deal gave: points by side, or what was written on the sheet."""
    if row.sheet:
        return [
            (f"{_cut(scorer_text(view, one.side))}: {sheet_text(one, short=True)}", 17, 28 - 28 * at, False)
            for at, one in enumerate(row.sheet)
        ]
    gains = score_text((side, value) for side, value in row.score)
    lines: list[Line] = [(gains, 28, 20, False)]
    if row.total:
        lines.append((tr("felt.total", score=score_text(row.total)), 18, -22, True))
    if any(wins for _, wins in view.meeting):
        lines.append((tr("felt.meeting", score=score_text(view.meeting)), 18, -56, True))
    elif view.pot:
        lines.append((tr("felt.pot", points=view.pot), 18, -56, True))
    return lines


def _fate(view: TableView, row: DealRow) -> str:
    """The contract and what became of it."""
    # Beside pairs, which are letters, letters; beside seats that score alone their names.
    paired = any(seat.side != seat.seat.value for seat in view.seats)
    named = next((_cut(player_text(seat)) for seat in view.seats if seat.seat is row.declarer), "")
    who = seat_text(row.declarer, short=True) if paired else named
    contract = f"{who} {coloured(contract_text(row.contract, row.doubled), RED_ON_FELT)}".strip()
    if row.annulled:
        return f"{contract} · {tr('felt.annulled')}"
    if row.bayt:
        sides = ", ".join(scorer_text(view, side) for side in row.bayt)
        return f"{contract} · {tr(own_word('felt.bayt', view.game), side=sides)}"
    return contract if row.sheet or row.contract is None else f"{contract} · {tr('felt.made')}"


def _cut(name: str) -> str:
    """A name beside other words, which it must leave room for."""
    return shortened(name, 17 * theme.s * theme.t, True, WHO * theme.s)


def own_word(key: str, game: str) -> str:
    """The key of a game's own word where it has one: a bayd is no bayt."""
    own = f"{key}.{game}"
    return own if known(own) else key


def _doubted(deal: int, doubts: Sequence[str]) -> list[Line]:
    """Why a deal has no score, and what to do about it."""
    lines: list[Line] = [(tr("doubt.title", deal=deal), 24, 58, False)]
    for at, doubt in enumerate(doubts[:2]):
        lines.append((coloured(doubt, RED_ON_FELT), 19, 14 - 36 * at, False))
    return [*lines, (tr("doubt.fix"), 18, -66, True)]


def call_key_text(call: CallView) -> str:
    """A call on the board: short, in two lines where it has two words."""
    text = coloured(call_text(call.call))
    return text.replace(" ", "\n", 1) if len(call.call) > 8 else text
