"""A revoke told before the next lead: the card taken back becomes a penalty card and another is played (4.3.3)."""

from dataclasses import replace

from kozyr.engine.facts import Irregularity
from kozyr.engine.games.bazar_belot.findings import with_ledger
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.games.bazar_belot.state import Aside, ClosedTrick, Deal, Laid, Ruling, Table
from kozyr.engine.laws import Offence


def taken_back(table: Table, deal: Deal, ruling: Ruling) -> Deal:
    """The card becomes a penalty card and its player plays another, as long as nobody has led to the next trick.

    Too late, nothing changes: the card lies in a trick that is over.
    """
    reopened = not deal.trick and bool(deal.tricks)
    plays = deal.tricks[-1].plays if reopened else deal.trick
    at = next((at for at, play in enumerate(plays) if play.seq == ruling.committed), None)
    if at is None or at == 0 or deal.ledger is None:
        return deal
    play = plays[at]
    number = _number(deal.tricks, reopened)
    aside = () if play.card is None else (Aside(play.seq, play.seat, play.card, number),)
    opponents = table.order.opponents(play.seat)
    deal = with_ledger(deal, deal.ledger.forgive(play.seq))
    return deal._replace(
        may_change=tuple(later.seat for later in plays[at + 1 :] if later.seat in opponents),
        trick=_rest(plays, at),
        tricks=deal.tricks[:-1] if reopened else deal.tricks,
        leader=plays[0].seat,
        turn=play.seat,
        retake=(play.seat, at),
        played=deal.played - {play.card} if play.card else deal.played,
        aside=(*deal.aside, *aside),
        findings=tuple(_told(one) if one.committed == ruling.committed else one for one in deal.findings),
        rulings=tuple(replace(one, law="B-9") if one is ruling else one for one in deal.rulings),
    )


def _rest(plays: tuple[Laid, ...], at: int) -> tuple[Laid, ...]:
    return (*plays[:at], *plays[at + 1 :])


def _number(tricks: tuple[ClosedTrick, ...], reopened: bool) -> int:
    return len(tricks) if reopened else len(tricks) + 1


def _told(one: Irregularity) -> Irregularity:
    """A revoke told before the next lead falls under B-9."""
    if one.offence is not Offence.REVOKE:
        return one
    law = LAWS["B-9"]
    return replace(one, law=law.row, citation=str(law.citation), remedy=law.remedies[0])
