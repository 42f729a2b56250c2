"""What an act has brought that every game tells alike: tricks won and new findings."""

from kozyr.engine.cardplay import CardPlay
from kozyr.engine.docket import Docket
from kozyr.engine.facts import Fact, TrickWon


def tricks_won(before: CardPlay, after: CardPlay, seq: int) -> tuple[Fact, ...]:
    """The tricks that entry ``seq`` has closed; one whose winner an unread card hides is not told."""
    if after.tricks is before.tricks:
        return ()
    return tuple(
        TrickWon(seq, one.number, one.winner, tuple((play.seat, play.card) for play in one.plays), one.points or 0)
        for one in after.tricks[len(before.tricks) :]
        if one.winner is not None
    )


def new_findings(before: Docket, after: Docket) -> tuple[Fact, ...]:
    """The findings that were not there before."""
    if after.findings is before.findings:
        return ()
    return tuple(one for one in after.findings if one not in before.findings)
