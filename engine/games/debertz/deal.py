"""One deal as a fold over its acts: what each act does, the judge's decisions included."""

from typing import assert_never

from kozyr.engine import rulings
from kozyr.engine.acts import (
    Act,
    Called,
    Claimed,
    Dealt,
    Declared,
    Exchanged,
    Exposed,
    Misdealt,
    Played,
    Revealed,
    Ruled,
    Tallied,
    TimeExpired,
    TimeoutTaken,
    TurnedUp,
)
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.debertz import bidding, declaring, trickplay
from kozyr.engine.games.debertz.combinations import Kind
from kozyr.engine.games.debertz.court import Court
from kozyr.engine.games.debertz.findings import found
from kozyr.engine.games.debertz.outcome import outcome_of
from kozyr.engine.games.debertz.play import HAND
from kozyr.engine.games.debertz.state import Deal, Stop, Table
from kozyr.engine.laws import Offence
from kozyr.engine.possible import check_cards, check_seat, check_tally
from kozyr.engine.seats import Seat


def advanced(table: Table, deal: Deal, seq: int, act: Act) -> Deal:
    """The deal after an act that is no ruling and no new deal.

    Raises ImpossibleAct for what cannot have happened, LogFormatError for what is not in notation.
    """
    check_seat(act, table.order.seats)
    check_cards(act)
    after = trickplay.played(table, deal, seq, act) if isinstance(act, Played) else _after(table, deal, seq, act)
    if after.play.unjudged and after.conduct is not None:
        after = trickplay.judged(table, after)
    return _with_outcome(table, after)


def recorded(table: Table, deal: Deal, seq: int, act: Ruled) -> Deal:
    """The deal after a ruling, which belongs to its acts.

    Raises LogFormatError and ImpossibleAct as ``rulings.ruled``.
    """
    check_seat(act, table.order.seats)
    deal = deal._replace(acts=(*deal.acts, (seq, act)))
    return _with_outcome(table, rulings.ruled(Court(table, replayed), deal, seq, act))


def replayed(table: Table, deal: Deal) -> Deal:
    """The deal folded again from its acts: its forced entries stand, its overruled rulings have no effect."""
    auction = bidding.auction_of(table, deal.dealt.obliged or deal.expected, _followed(deal))
    again = Deal(deal.number, deal.seq, deal.dealt, deal.hands, auction, deal.follows, deal.expected, deal.is_belated)
    again = again._replace(docket=deal.docket.before_replay)
    for seq, act in deal.acts:
        if isinstance(act, Ruled):
            again = recorded(table, again, seq, act)
        else:
            again = advanced(table, again, seq, act)._replace(acts=(*again.acts, (seq, act)))
    return again


def _followed(deal: Deal) -> Seat | None:
    """The declarer of the deal that this one follows; by an option it may then have an auction of its own."""
    return deal.auction.declarer if deal.follows else None


def _with_outcome(table: Table, deal: Deal) -> Deal:
    """The deal with its outcome, once something may have ended it."""
    ended = (
        deal.play.is_complete or deal.stop or deal.tally or deal.claim or deal.docket.rulings or _may_win_party(deal)
    )
    if ended or (deal.conduct is None and deal.play.unjudged):
        return deal._replace(outcome=outcome_of(table, deal))
    return deal if deal.outcome is None else deal._replace(outcome=None)


def _may_win_party(deal: Deal) -> bool:
    """Whether a deberts is declared, which ends the deal when it is shown."""
    return bool(deal.declarations) and Kind.DEBERTS in [one.combination.kind for one in deal.declarations]


def _after(table: Table, deal: Deal, seq: int, act: Act) -> Deal:
    match act:
        case Called():
            return bidding.called(table, deal, seq, act)
        case Declared():
            return declaring.declared(table, deal, seq, act)
        case Revealed():
            return declaring.revealed(table, deal, seq, act)
        case TurnedUp():
            return bidding.turned_up(table, deal, seq, act)
        case Exchanged():
            return bidding.exchanged(table, deal, seq, act)
        case Exposed():
            return trickplay.exposed(table, deal, seq, act)
        case Claimed():
            return _claimed(deal, act)
        case Tallied():
            return _tallied(table, deal, act)
        case Misdealt():
            return _misdealt(table, deal, seq, act)
        case TimeExpired() | TimeoutTaken():
            return deal
        case Dealt() | Ruled() | Played():
            raise ImpossibleAct("{act} does not belong to a deal", act=type(act).__name__)
        case _:
            assert_never(act)


def _claimed(deal: Deal, act: Claimed) -> Deal:
    """The deal after "the rest are mine" (or none of them, with 0). It decides the deal unless play goes on."""
    if deal.conduct is None or deal.stop is not None or deal.tally is not None or deal.play.is_complete:
        raise ImpossibleAct("{seat} cannot claim tricks: no play is going on", seat=act.seat)
    left = HAND - len(deal.play.tricks)
    if not 0 <= act.tricks <= left:
        raise ImpossibleAct(
            "{seat} cannot claim {tricks} tricks: {left} are left", seat=act.seat, tricks=act.tricks, left=left
        )
    return deal._replace(claim=act)


def _tallied(table: Table, deal: Deal, act: Tallied) -> Deal:
    """The play's result entered by hand; figures that do not add up leave the deal in doubt, not refused."""
    if deal.stop is not None:
        raise ImpossibleAct("Tallied: the deal ended without play")
    check_tally(act, table.order.side_names)
    return deal._replace(tally=act)


def _misdealt(table: Table, deal: Deal, seq: int, act: Misdealt) -> Deal:
    """The deal is begun anew (6.3); the token stays."""
    if deal.is_over:
        raise ImpossibleAct("Misdealt: the deal is over; enter a ruling instead")
    deal = deal._replace(stop=Stop.MISDEALT)
    if act.offender is None:
        return deal
    return found(table, deal, "D-7", Offence.MISDEAL, act.offender, (seq, seq))
