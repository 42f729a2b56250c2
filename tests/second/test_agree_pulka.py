"""The engine and the second writing on a pulka whose pools close: who is helped, and what is written off (Игра 12)."""

import os
import random
from collections.abc import Sequence
from typing import Any

import pytest

from kozyr.datasets.careless import HONEST, Script
from kozyr.datasets.careless_tables import TABLES, share, tables_of
from kozyr.datasets.second import preferans_score, preferans_sheet
from kozyr.engine.acts import Called
from kozyr.engine.seats import Seat
from kozyr.engine.view import Audience

DEALS = int(os.environ.get("KOZYR_DEALS", "200"))
Sheet = Any
"""A sheet of the second writing."""


@pytest.mark.parametrize("table", tables_of("preferans"))
def test_full_pools_help_others_alike(table: str) -> None:
    """Where a made misère or ten may be written off the mountain, the choice is made at random."""
    helped = 0
    for seed in range(share(table, 40 * DEALS // 400)):
        rng = random.Random(f"pools {seed}")
        target = rng.choice((4, 8, 12))
        dealer = TABLES[table].with_rules({"pool_target": target})
        header = dealer.header(rng)
        state, seq = dealer.game.start(header), 0
        sheet = preferans_score.blank([seat.value for seat in header.seating.seats])
        script: Script | None = None
        while any(row["pool"] < target for row in sheet.values()) and seq < 600:
            script = dealer.deal(rng, HONEST, seq + 1, script)
            for act in script.acts:
                seq += 1
                state, _ = dealer.game.step(state, seq, act)
            choice = "help"
            if dealer.game.view(state, Audience.JUDGE).stage == "help":
                choice, seq = rng.choice(("help", "write-off")), seq + 1
                state, _ = dealer.game.step(state, seq, Called(Seat(script.facts["declarer"]), choice))
            before = preferans_sheet.added(sheet, script.score)
            sheet = _written(sheet, script, choice, target)
            helped += before != sheet
            report = dealer.game.report(state)
            assert report.parties or _told(report.sheet) == sheet, (seed, script.acts, script.facts)
    assert helped, "some pools were full"


def _written(sheet: Sheet, script: Script, choice: str, target: int) -> Sheet:
    """A deal written into the sheet: pool entries one by one, in order of play."""
    score = {seat: {**row, "pool": 0} for seat, row in (script.score or {}).items()}
    sheet = preferans_sheet.added(sheet, score)
    players, dealer = script.facts["players"], script.facts["dealer"]
    at = players.index(dealer) + 1
    for seat in players[at:] + players[:at]:
        points = (script.score or {})[seat]["pool"]
        if points:
            sheet = preferans_sheet.enter(
                sheet, seat, points, {**script.facts, "choice": choice}, {"pool_target": target}
            )
    return sheet


def _told(rows: Sequence[Any]) -> Sheet:
    return {row.side: {"pool": row.pool, "mountain": row.mountain, "whists": dict(row.whists)} for row in rows}
