"""The auction as part of a deal: calls recorded, illegal ones flagged, the play begun when it has ended."""

from kozyr.engine import cardplay
from kozyr.engine.acts import Called
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.bazar_belot import auction as bids
from kozyr.engine.games.bazar_belot.auction import Auction, Ending
from kozyr.engine.games.bazar_belot.findings import found, with_play
from kozyr.engine.games.bazar_belot.play import HAND, BelotConduct
from kozyr.engine.games.bazar_belot.score import Contract
from kozyr.engine.games.bazar_belot.state import Deal, Stop, Table
from kozyr.engine.legality import open_ledger
from kozyr.engine.seats import Seat
from kozyr.engine.view import CallView


def called(table: Table, deal: Deal, seq: int, act: Called) -> Deal:
    """The deal after a call. An irregular one is recorded and flagged and does not stand unless a ruling says so."""
    if _answers_too(deal, act):
        auction = deal.auction._replace(answers=(*deal.auction.answers, act.seat))
        return deal._replace(calls=(*deal.calls, CallView(seq, act.seat, act.call, True)), auction=auction)
    wrong = bids.fault(deal.auction, table.rules, act.seat, act.call)
    if deal.stop or deal.tally or deal.play.is_complete:
        raise ImpossibleAct(
            "{seat} cannot call {call}: the deal is over, deal again first", seat=act.seat, call=act.call
        )
    stands = wrong is None or (seq in deal.docket.forced and deal.auction.ending is None)
    deal = deal._replace(calls=(*deal.calls, CallView(seq, act.seat, act.call, stands)))
    if wrong is not None:
        deal = found(deal, "B-19", wrong, act.seat, (seq, seq))
    if not stands:
        return deal
    return with_auction(table, deal, seq, bids.called(deal.auction, table.rules, act.seat, act.call))


def _answers_too(deal: Deal, act: Called) -> bool:
    """Whether the partner of whoever said recontra answers the contra as well, before a card lies."""
    begun = deal.play.tricks or deal.play.trick or deal.tally or deal.stop
    return not begun and bids.is_second_answer(deal.auction, act.seat, act.call)


def ended_silently(table: Table, deal: Deal, seq: int) -> Deal:
    """The deal when play goes on after three passes or a contra: what was left to say was pass.

    Nobody who leads a card means to bid on, and the last pass is often not spoken.
    """
    auction = deal.auction
    if auction.ending is None and auction.best is not None and (auction.passes == 3 or auction.contra):
        return with_auction(table, deal, seq, auction._replace(ending=Ending.CONTRACT, turn=None))
    return deal


def first_leader(table: Table, deal: Deal) -> Seat:
    """The seat after the dealer; in a judge's deal whoever spoke first."""
    dealer = deal.dealt.dealer
    if dealer is not None:
        return table.order.next(dealer)
    return next((seat for seat, _ in deal.auction.first_calls), table.order.seats[0])


def with_auction(table: Table, deal: Deal, seq: int, auction: Auction) -> Deal:
    """The deal with a later auction: the play begins, or the deal is over, when that has ended."""
    if auction.ending is Ending.REDEAL:
        return deal._replace(auction=auction, stop=Stop.FOUR_PASSES)
    if auction.ending is None or auction.best is None or auction.bidder is None:
        return deal._replace(auction=auction)
    rules, bidder = table.rules, auction.bidder
    doubled = 1 if auction.contra is None else rules.recontra if auction.doubled else rules.contra
    closed = table.order.partner(bidder) if auction.best.from_hand and _lies_down(table) else None
    first = first_leader(table, deal._replace(auction=auction))
    active = tuple(seat for seat in table.order.following(first) if seat != closed)
    contract = Contract(auction.best, table.order.side_of(bidder), doubled)
    conduct = BelotConduct(auction.best.denomination, table.order, active)
    deal = deal._replace(auction=auction, contract=contract, declarer=bidder, conduct=conduct)
    play = cardplay.opened(deal.play, conduct, active, active[0], open_ledger(active, (HAND,) * len(active)))
    return with_play(deal, cardplay.known_before(play, seq, deal.hands))


def _lies_down(table: Table) -> bool:
    return table.rules.capo_hand.closed_partner == "face_down"
