"""The course of one deal: each act handed to the part it belongs to, rulings recorded, the outcome kept up to date."""

from typing import assert_never

from kozyr.engine import news
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
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.facts import AuctionEnded, DealScored, Fact
from kozyr.engine.games.preferans import bidding, claims, court, defence, outcome, talon, trickplay
from kozyr.engine.games.preferans.dealing import begun
from kozyr.engine.games.preferans.findings import Price, found
from kozyr.engine.games.preferans.laws import SLOW_PLAY
from kozyr.engine.games.preferans.pulka import changes_of
from kozyr.engine.games.preferans.sheet import lines
from kozyr.engine.games.preferans.state import Deal, Table, Waiting
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.possible import check_cards, check_seat, check_tally
from kozyr.engine.rulings import ruled
from kozyr.engine.seats import Seat


def advanced(table: Table, deal: Deal, seq: int, act: Act) -> Deal:
    """The deal after an act that is no ruling and no new deal.

    Raises ImpossibleAct for what cannot have happened, LogFormatError for what is not in notation.
    """
    check_cards(act)
    check_seat(act, table.seating.seats)
    after = _after(table, deal, seq, act)
    if after.play.unjudged and after.conduct is not None:
        after = trickplay.judged(table, after)
    return _with_outcome(table, after)


def recorded(table: Table, deal: Deal, seq: int, act: Ruled) -> Deal:
    """The deal after a ruling."""
    deal = deal._replace(acts=(*deal.acts, (seq, act)))
    return _with_outcome(table, ruled(court.PreferansCourt(table, replayed), deal, seq, act))


def replayed(table: Table, deal: Deal) -> Deal:
    """The deal folded again from its acts: its forced entries stand, its overruled rulings have no effect."""
    again = begun(table, deal.number, deal.seq, deal.dealt, deal.before, deal.auction.lowest)
    again = again._replace(docket=deal.docket.before_replay)
    for seq, act in deal.acts:
        if isinstance(act, Ruled):
            again = recorded(table, again, seq, act)
        else:
            again = advanced(table, again, seq, act)._replace(acts=(*again.acts, (seq, act)))
    return again


def facts(table: Table, before: Deal, after: Deal, seq: int) -> tuple[Fact, ...]:
    """What is new in a deal."""
    new: list[Fact] = []
    if after.auction.is_over and not before.auction.is_over:
        best = after.auction.best
        new.append(AuctionEnded(seq, best.call if best else after.contract, after.declarer, 1))
    new += news.tricks_won(before.play, after.play, seq)
    new += news.new_findings(before.docket, after.docket)
    if after.outcome is before.outcome:
        return tuple(new)
    result = after.outcome.result if after.outcome else None
    if result is not None and (before.outcome is None or before.outcome.result != result):
        new.append(DealScored(seq, after.number, (), lines(changes_of(table, after, after.before.sheet))))
    return tuple(new)


def _with_outcome(table: Table, deal: Deal) -> Deal:
    """The deal with its outcome, once something may have ended it."""
    ended = deal.play.is_complete or deal.tally or deal.claim or deal.misdealt or deal.is_given_up
    unplayed = deal.defence is not None and deal.defence.is_unplayed
    if ended or unplayed or deal.docket.rulings or (deal.conduct is None and deal.play.unjudged):
        return deal._replace(outcome=outcome.outcome_of(table, deal))
    return deal if deal.outcome is None else deal._replace(outcome=None)


def _after(table: Table, deal: Deal, seq: int, act: Act) -> Deal:
    match act:
        case Played():
            return trickplay.played(table, deal, seq, act)
        case Called():
            return bidding.called(table, deal, seq, act)
        case TurnedUp():
            return talon.turned_up(table, deal, seq, act)
        case Exchanged():
            return talon.exchanged(table, deal, seq, act)
        case Revealed():
            return trickplay.revealed(table, deal, seq, act)
        case Exposed():
            return trickplay.exposed(table, deal, seq, act)
        case Claimed():
            return claims.claimed(deal, act)
        case Tallied():
            return _tallied(table, deal, seq, act)
        case Misdealt():
            return _misdealt(table, deal, seq, act)
        case TimeoutTaken():
            return deal._replace(waiting=Waiting(seq, act.seat, is_free=True))
        case TimeExpired():
            return _expired(deal, seq, act.seat)
        case Declared():
            raise ImpossibleAct("Declared: nothing is declared in preferans")
        case Dealt() | Ruled():
            raise ImpossibleAct("{act} does not belong to a deal", act=type(act).__name__)
        case _:
            assert_never(act)


def _tallied(table: Table, deal: Deal, seq: int, act: Tallied) -> Deal:
    """The play's result entered by hand; figures that do not add up leave the deal in doubt, not refused."""
    if deal.misdealt is not None or deal.is_given_up:
        raise ImpossibleAct("Tallied: the deal ended without play")
    check_tally(act, table.order.side_names)
    if not act.tricks:
        raise LogFormatError("Tallied: preferans counts tricks; give them by side")
    best = deal.auction.best
    if best is not None and best.is_misere:
        deal = bidding.ended_silently(table, deal, seq)
    if deal.defence is not None:
        deal = deal._replace(defence=defence.settled(deal.defence))
    return deal._replace(tally=act)


def _misdealt(table: Table, deal: Deal, seq: int, act: Misdealt) -> Deal:
    if deal.has_result:
        raise ImpossibleAct("Misdealt: the deal is over; enter a ruling instead")
    return court.misdealt(table, deal, seq, act.offender or deal.dealer)


def _expired(deal: Deal, seq: int, seat: Seat) -> Deal:
    """Half a minute more has gone. The first after "Время!" costs nothing; in a misère nobody is hurried (Схема).

    It is certain only of a seat whose move the play waits for: of another one it may be meant otherwise.
    """
    is_free = deal.waiting is not None and deal.waiting.is_free
    awaited = deal.conduct is not None and not deal.has_result and seat in (deal.play.turn, bidding.awaited(deal))
    deal = deal._replace(waiting=Waiting(seq, seat, is_free=False))
    if deal.is_misere:
        return deal
    price = Price(Remedy.WARN, 0) if is_free else Price(Remedy.FINE, court.HALF_MINUTE_POINTS)
    return found(deal, SLOW_PLAY, Offence.SLOW_PLAY, seat, (seq, seq), certain=awaited, price=price)
