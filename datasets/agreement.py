"""Where the engine and the rules written a second time are compared: what each says of one random deal."""

from collections.abc import Iterable, Mapping
from typing import Any

from kozyr.datasets.careless import Script
from kozyr.engine.facts import Irregularity
from kozyr.engine.laws import Offence
from kozyr.engine.view import DealRow, SheetRow

Found = list[tuple[str, str, int, int]]
"""(offence, seat, committed, proved), sorted."""
CALLS = (Offence.ILLEGAL_CALL, Offence.CALL_OUT_OF_TURN)
"""What can be wrong with a call."""
PLAYS = (Offence.REVOKE, Offence.OUT_OF_TURN)
"""What can be wrong with a card."""


def found(findings: Iterable[Irregularity], *offences: Offence) -> Found:
    """The certain ones among findings, of some offences or of all."""
    return sorted(
        (row.offence.value, str(row.seat), row.committed, row.proved)
        for row in findings
        if row.certain and (not offences or row.offence in offences)
    )


def expected(script: Script) -> Found:
    """The findings that one who sees all hands expects of the cards of a script."""
    revokes = [("revoke", revoke.seat, revoke.committed, revoke.proved or 0) for revoke in script.revokes]
    return sorted(revokes + [("out-of-turn", seat, seq, seq) for seat, seq in script.out_of_turn])


def expected_calls(script: Script) -> Found:
    """The findings that the second writing expects of its calls."""
    return sorted((offence, seat, seq, seq) for offence, seat, seq in script.wrong_calls)


def score_told(row: DealRow) -> dict[str, Any]:
    """What the engine says a deal gave, in the shape of the second writing."""
    return {line.side: columns(line) for line in row.sheet} if row.sheet else dict(row.score)


def columns(row: SheetRow) -> dict[str, Any]:
    """One player's columns of a sheet; whists that are nothing are left out."""
    return {"pool": row.pool, "mountain": row.mountain, "whists": {who: whists for who, whists in row.whists if whists}}


def score_wanted(script: Script) -> dict[str, Any] | None:
    """What the second writing says a deal gave; None where the script does not say."""
    if script.score is None:
        return None
    score: Mapping[str, Any] = script.score
    return {
        side: {**value, "whists": {who: whists for who, whists in value["whists"].items() if whists}}
        if isinstance(value, Mapping)
        else value
        for side, value in score.items()
    }


def scores_differ(script: Script, row: DealRow) -> bool:
    """Whether the two say something else of what a deal gave."""
    wanted = score_wanted(script)
    return wanted is not None and (not row.finished or score_told(row) != wanted)
