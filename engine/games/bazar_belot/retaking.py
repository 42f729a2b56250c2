"""A revoke told before the next lead: the card taken back becomes a penalty card and another is played (4.3.3)."""

from dataclasses import replace

from kozyr.engine import misplaced
from kozyr.engine.cardplay import CardPlay, Laid
from kozyr.engine.docket import Ruling
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.bazar_belot.findings import with_play
from kozyr.engine.games.bazar_belot.laws import LAWS
from kozyr.engine.games.bazar_belot.state import Deal, Table
from kozyr.engine.laws import Offence


def taken_back(table: Table, deal: Deal, ruling: Ruling) -> Deal:
    """The card becomes a penalty card and its player plays another, as long as nobody has led to the next trick.

    Too late, nothing changes: the card lies in a trick that is over.
    """
    conduct = deal.conduct
    play = next((each for each in _lying(deal.play) if each.seq == ruling.committed), None)
    if conduct is None or play is None:
        return deal
    after = misplaced.taken_back(deal.play, conduct, play.seq, table.order.opponents(play.seat))
    if after is deal.play:
        return deal
    deal = with_play(deal, after)
    told = tuple(_told(one) if one.committed == ruling.committed else one for one in deal.findings)
    rulings = tuple(replace(one, law="B-9") if one is ruling else one for one in deal.docket.rulings)
    return deal._replace(docket=deal.docket._replace(findings=told, rulings=rulings))


def _lying(play: CardPlay) -> tuple[Laid, ...]:
    """The cards of the trick that lies on the table, open or just closed."""
    return play.trick or (play.tricks[-1].plays if play.tricks else ())


def _told(one: Irregularity) -> Irregularity:
    """A revoke told before the next lead falls under B-9."""
    if one.offence is not Offence.REVOKE:
        return one
    law = LAWS["B-9"]
    return replace(one, law=law.row, citation=str(law.citation), remedy=law.remedies[0])
