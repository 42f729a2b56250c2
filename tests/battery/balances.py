"""What the scores of each game must sum to, whoever won what."""

from collections.abc import Callable, Mapping
from typing import Final

from kozyr.datasets.careless import Script
from kozyr.datasets.second import preferans_sheet
from kozyr.datasets.second.preferans_score import Row
from kozyr.engine.game import Report

_PENALTIES: Final = ("no-tricks", "third-b", "later-b", "fine")
_SHARED: Final = {"N": (16,), "A": (25, 26)}
_SWEPT: Final = {"N": 25, "A": 34}


def belot(script: Script, report: Report) -> None:
    """Contract, tricks and constructions are given out whole, to whichever line: the tricks are worth 16, in all trumps
    26 less what rounding loses, and 25 or 34 when one line took all."""
    row, facts = report.deals[-1], script.facts
    level, mode = facts["contract"].split()[0][:-1], facts["contract"].split()[0][-1]
    given = sum(value for _, value in row.score) - int(level) * facts["doubled"] - sum(facts["melds"].values())
    if len([side for side, tricks in script.tricks if tricks]) == 1:
        assert given == _SWEPT.get(mode, 25)
    else:
        assert given in _SHARED.get(mode, (16,))


def debertz(script: Script, report: Report) -> None:
    """All points of the tricks, combinations and belas, and what waited in the pot, are given out or wait again; with
    four players the tricks are worth 162."""
    row, facts = report.deals[-1], script.facts
    tricks = sum(facts["points"].values())
    assert len(script.hands) < 4 or tricks == 162
    counted = {
        side: points for side, points in facts["credited"].items() if facts["tricks"][side] or side == facts["declarer"]
    }
    at_stake = tricks + sum(counted.values()) + sum(facts["bela"].values()) + facts["pot"]
    given = sum(line.value for line in row.lines if line.what not in _PENALTIES)
    assert given + report.pot == at_stake
    assert sum(value for _, value in row.score) <= given


def preferans(script: Script, report: Report) -> None:
    """Ten tricks are taken; the final whists are those of the second writing and sum to nothing."""
    if any(script.facts["tricks"].values()):
        assert sum(script.facts["tricks"].values()) == 10
    sheet = {row.side: Row(pool=row.pool, mountain=row.mountain, whists=dict(row.whists)) for row in report.sheet}
    assert sum(whists for _, whists in report.settlement) == 0
    assert dict(report.settlement) == preferans_sheet.settle(sheet), sheet


BALANCES: Final[Mapping[str, Callable[[Script, Report], None]]] = {
    "bazar-belot": belot,
    "debertz": debertz,
    "preferans": preferans,
}
"""By the game's name."""
