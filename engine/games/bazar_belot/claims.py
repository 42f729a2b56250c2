"""Claims: whether "the rest are mine" holds however the cards are played.

"Беру остальные взятки - карты линии кладутся на стол, один из оппонентов играет по своему усмотрению" (Репино Г): the
opponents choose every card, so a claim is good only when no legal play at all gives them a trick.
"""

from kozyr.engine.acts import Claimed
from kozyr.engine.claim_search import Claim, holds
from kozyr.engine.claims import remaining
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.bazar_belot.play import HAND
from kozyr.engine.games.bazar_belot.state import Deal, Table


def claimed(deal: Deal, act: Claimed) -> Deal:
    """The deal after "the rest are mine" (or none of them, with 0).

    The claim decides the deal unless play goes on. Raises ImpossibleAct for more tricks than are left.
    """
    if deal.contract is None or deal.stop is not None or deal.tally is not None or len(deal.play.tricks) == HAND:
        raise ImpossibleAct("{seat} cannot claim tricks: no play is going on", seat=act.seat)
    left = HAND - len(deal.play.tricks)
    if not 0 <= act.tricks <= left:
        raise ImpossibleAct(
            "{seat} cannot claim {tricks} tricks: {left} are left", seat=act.seat, tricks=act.tricks, left=left
        )
    return deal._replace(claim=act)


def is_good(table: Table, deal: Deal) -> bool | None:
    """False when all remaining cards are known and some legal play gives the other line one of the tricks claimed.

    None when that cannot be tried: a hand is hidden, or there are too many ways to play.
    """
    if deal.claim is None or deal.claim.tricks == 0:
        return True
    conduct, hands = deal.conduct, remaining(deal.play, HAND, deal.hands)
    if conduct is None or hands is None:
        return None
    side = table.order.side_of(deal.claim.seat)
    line = tuple(seat for seat in table.order.seats if table.order.side_of(seat) == side)
    return holds(deal.play, conduct, hands, Claim(line, HAND - len(deal.play.tricks), ()))
