"""The pulka for the terminal: every player at his place around the target, then the settlement and the rulings."""

import textwrap
from collections.abc import Sequence
from typing import Final

from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat
from kozyr.ui.locale.text import known, seat_text, tr
from kozyr.ui.paper.pulka import GAME, Figures, Part, Pulka, figures_text, last
from kozyr.ui.paper.subject import ruling_lines, signed

_BLOCK: Final = 44
"""Letters in a player's block, the frame not counted."""
_CORE: Final = 9
"""Letters of the space for the target."""

Block = tuple[str, ...]
"""Lines of one length."""


def text_lines(pulka: Pulka) -> tuple[str, ...]:
    """The whole pulka, a line each."""
    settled = ("", tr("pulka.settlement"), *_settlement(pulka))
    rulings = ruling_lines(pulka.rulings, game_named(GAME).laws, pulka.players) or [f"  {tr('pulka.no-rulings')}"]
    told = ("", tr("paper.rulings"), *rulings)
    return (*head_lines(pulka), "", *_sheet(pulka), *settled, *told)


def head_lines(pulka: Pulka) -> tuple[str, str]:
    """The convention; the start and the deals."""
    variant = f"pulka.variant.{pulka.variant}"
    said = tr(variant) if known(variant) else pulka.variant
    game = tr("pulka.game", variant=said, players=len(pulka.parts))
    first, final = pulka.deals
    deals = tr("pulka.deals", first=first, last=final) if final else tr("pulka.no-deals")
    return game, f"{pulka.started} · {deals}"


def player_text(part: Part) -> str:
    """A player with the letter of the seat."""
    return f"{seat_text(part.seat, short=True)} · {part.player}" if part.player else seat_text(part.seat)


def result_text(pulka: Pulka, seat: Seat) -> str:
    """What a player has in the settlement, with its sign."""
    result = dict(pulka.settlement).get(seat, 0)
    return f"+{result}" if result > 0 else signed(result)


def _sheet(pulka: Pulka) -> tuple[str, ...]:
    """S below, the others clockwise: left, above and right of four, left and right of three."""
    at = next((number for number, part in enumerate(pulka.parts) if part.seat is Seat.S), 0)
    below, *others = pulka.parts[at:] + pulka.parts[:at]
    left, *above, right = (_block(part) for part in others)
    middle = _beside(left, _core(pulka, max(len(left), len(right))), right)
    wide = len(middle[0])
    upper = [line.center(wide).rstrip() for block in above for line in block]
    lower = [line.center(wide).rstrip() for line in _block(below, is_below=True)]
    return (*upper, *middle, *lower)


def _block(part: Part, *, is_below: bool = False) -> Block:
    """A framed part: from the edge to the centre whists, pool, mountain, as on the sheet."""
    name = [_cut(player_text(part))]
    whists = [
        line
        for other, figures in part.whists
        for line in _column(tr("pulka.whists-on", name=seat_text(other, short=True)), figures)
    ]
    pool = _column(tr("pulka.pool"), part.pool)
    mountain = _column(tr("pulka.mountain"), part.mountain)
    bands = [mountain, pool, whists, name] if is_below else [name, whists, pool, mountain]
    rule = "├" + "─" * _BLOCK + "┤"
    inner: list[str] = []
    for band in bands:
        inner += [rule] * bool(inner) + [f"│{line.ljust(_BLOCK)}│" for line in band]
    return ("┌" + "─" * _BLOCK + "┐", *inner, "└" + "─" * _BLOCK + "┘")


def _column(label: str, figures: Figures) -> list[str]:
    """The label and the figures behind it, as many lines as they need."""
    start = f" {label.ljust(11)} "
    spaced = figures_text(figures).replace(".", ". ").strip()
    rows = textwrap.wrap(spaced, _BLOCK - len(start) - 1) or [""]
    return [(start if number == 0 else " " * len(start)) + row.replace(". ", ".") for number, row in enumerate(rows)]


def _core(pulka: Pulka, high: int) -> Block:
    """The target in the middle."""
    said = tr("pulka.timed") if pulka.target is None else str(pulka.target)
    lines = [" " * _CORE] * high
    lines[high // 2] = said.center(_CORE)
    return tuple(lines)


def _beside(*blocks: Sequence[str]) -> tuple[str, ...]:
    """Blocks side by side, the lower ones filled up."""
    high = max(len(block) for block in blocks)
    filled = [[*block, *[" " * len(block[0])] * (high - len(block))] for block in blocks]
    return tuple("".join(line) for line in zip(*filled, strict=True))


def _cut(name: str) -> str:
    """A name that fits its line."""
    return f" {name}" if len(name) <= _BLOCK - 2 else f" {name[: _BLOCK - 3]}…"


def _settlement(pulka: Pulka) -> tuple[str, ...]:
    """A table: a row a player."""
    heads = [tr(f"pulka.{head}") for head in ("player", "pool", "mountain", "written", "against", "result")]
    rows = [heads]
    for part in pulka.parts:
        figures = (last(part.pool), last(part.mountain), part.written, pulka.against(part.seat))
        rows.append([player_text(part), *map(signed, figures), result_text(pulka, part.seat)])
    wide = [max(len(row[at]) for row in rows) for at in range(len(heads))]
    return tuple(
        "  " + "  ".join(cell.rjust(wide[at]) if at else cell.ljust(wide[0]) for at, cell in enumerate(row))
        for row in rows
    )
