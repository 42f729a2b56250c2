"""Claims: "the rest are mine", and what the remaining cards can give when all hands lie open.

The tricks that a claim leaves go to the other side; where that does not tell whose they are, all remaining plays are
tried by the rules of the game.
"""

from typing import Final

from kozyr.engine.acts import Claimed
from kozyr.engine.cardplay import Holdings
from kozyr.engine.claim_search import Claim, holds
from kozyr.engine.claims import possible_rests, remaining
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.preferans.opening import written
from kozyr.engine.games.preferans.play import HAND
from kozyr.engine.games.preferans.state import Deal
from kozyr.engine.seats import Seat

_SEARCHED_TRICKS: Final = 4
"""With more tricks to come not every play is tried; there are three hands."""
Shares = tuple[tuple[Seat, int], ...]
"""(seat, tricks)."""


def claimed(deal: Deal, act: Claimed) -> Deal:
    """The deal after "the rest are mine" (or none of them, with 0).

    The claim decides the deal unless play goes on. Raises ImpossibleAct for more tricks than are left.
    """
    over = deal.misdealt is not None or deal.tally is not None or deal.play.is_complete or deal.is_given_up
    if deal.conduct is None or over or (deal.defence is not None and deal.defence.is_unplayed):
        raise ImpossibleAct("{seat} cannot claim tricks: no play is going on", seat=act.seat)
    left = HAND - len(deal.play.tricks)
    if not 0 <= act.tricks <= left:
        raise ImpossibleAct(
            "{seat} cannot claim {tricks} tricks: {left} are left", seat=act.seat, tricks=act.tricks, left=left
        )
    return deal._replace(claim=act)


def shares(deal: Deal, claim: Claimed) -> Shares | None:
    """The remaining tricks of each seat as the claim has it; None where that stays open or the claim may fail."""
    left = HAND - len(deal.play.tricks)
    declarer, hands = deal.declarer, _hands(deal)
    if is_good(deal, claim) is False:
        return None
    mine = (claim.seat, claim.tricks)
    if claim.tricks == left:
        return (mine,)
    if declarer is not None and claim.seat is not declarer:
        return (mine, (declarer, left - claim.tricks))
    if declarer is not None and len(deal.whisters) < 2:
        return (mine, (deal.defenders[0], left - claim.tricks))
    if deal.conduct is None or hands is None:
        return None
    rests = possible_rests(deal.play, deal.conduct, hands, _SEARCHED_TRICKS) or frozenset()
    shared = [tuple((seat, tricks) for seat, tricks, _ in rest) for rest in rests]
    fitting = [each for each in shared if dict(each).get(claim.seat, 0) == claim.tricks]
    return fitting[0] if len(fitting) == 1 else None


def is_good(deal: Deal, claim: Claimed) -> bool | None:
    """Whether the claimers can take what they claim however the others play; in a misère and in raspasy, no more.

    None when that cannot be tried: a hand is hidden, or there are too many ways to play.
    """
    left = HAND - len(deal.play.tricks)
    own = (claim.seat,) if deal.declarer in (None, claim.seat) else deal.defenders
    others = tuple(seat for seat in (deal.conduct.hands if deal.conduct else ()) if seat not in own)
    shuns = deal.is_raspasy or deal.is_misere
    aim = Claim(others, left - claim.tricks, own) if shuns else Claim(own, claim.tricks, own)
    if aim.tricks == 0:
        return True
    hands = _hands(deal)
    return None if deal.conduct is None or hands is None else holds(deal.play, deal.conduct, hands, aim)


def _hands(deal: Deal) -> Holdings | None:
    """The cards still in the three hands, when all are known."""
    return None if deal.conduct is None else remaining(deal.play, HAND, written(deal), deal.conduct.hands)
