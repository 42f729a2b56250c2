"""Everything said at a Preferans table, as part of a deal: bids, the order, the defence, the closed pool.

An irregular call is recorded and flagged and does not stand unless a ruling says so. Source: Сочи Игра 1-7, 12-14.
"""

import re
from typing import Final

from kozyr.engine.acts import Called
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.games.preferans import auction as bids
from kozyr.engine.games.preferans import defence as words
from kozyr.engine.games.preferans.auction import BIDS, Bid, Fault
from kozyr.engine.games.preferans.defence import Defence
from kozyr.engine.games.preferans.findings import found, twelve_card_price
from kozyr.engine.games.preferans.laws import TWELVE_CARDS, UNPRICED
from kozyr.engine.games.preferans.opening import opened
from kozyr.engine.games.preferans.state import Deal, Table
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.view import CallView

ORDER: Final = re.compile(r"order ((?:[6-9]|10)[SCDHN])")
STYLES: Final = ("open", "closed")
SURPLUS: Final = ("help", "write-off")
_LOOK: Final = re.compile(r"look [SWNE]")
_ORDERS: Final = ("talon-in-face", "without-three")


def called(table: Table, deal: Deal, seq: int, act: Called) -> Deal:
    """The deal after a call.

    Raises LogFormatError for one that is not in notation, ImpossibleAct for one after a misdeal.
    """
    check_notation(table, act)
    if deal.misdealt is not None:
        raise ImpossibleAct(
            "{seat} cannot call {call}: the deal was wrong, deal again first", seat=act.seat, call=act.call
        )
    deal = _from_where_the_table_bids(table, _gone_on(deal, act), act.call)
    wrong = fault(table, deal, act.seat, act.call)
    stands = wrong is None or (seq in deal.docket.forced and _can_stand(deal, act))
    deal = deal._replace(calls=(*deal.calls, CallView(seq, act.seat, act.call, stands)))
    if wrong is not None:
        deal = found(deal, UNPRICED, wrong[0], act.seat, (seq, seq), clause=wrong[1])
    return _with_call(table, deal, seq, act) if stands else deal


def _from_where_the_table_bids(table: Table, deal: Deal, call: str) -> Deal:
    """Where nobody can say whether raspasy go on, the first bid shows from which level the table bids (Распасы 3)."""
    auction = deal.auction
    if deal.before.is_sure or auction.best is not None or call not in BIDS:
        return deal
    level = BIDS[call].level
    if call != f"{level}S" or level not in table.rules.raspasy.min_bid:
        return deal
    return deal._replace(auction=auction._replace(lowest=level))


def check_notation(table: Table, act: Called) -> None:
    """Raises LogFormatError for a call that preferans does not have."""
    call = act.call
    if _LOOK.fullmatch(call) and call[5:] in table.order.seats:
        return
    plain = bids.is_call(call) or ORDER.fullmatch(call) or call in (*_ORDERS, *words.WORDS, *STYLES, *SURPLUS)
    if not plain:
        raise LogFormatError(
            "{call!r} is no call of preferans; write pass, 6S to 10N, here, misere, order 7H, whist, half or look S",
            call=call,
        )


def fault(table: Table, deal: Deal, seat: Seat, call: str) -> Fault | None:
    """What is wrong with a call now, or None."""
    if not deal.auction.is_over:
        if bids.is_call(call):
            return bids.fault(deal.auction, table.rules, seat, call)
        return _misplaced(deal, seat)
    if call in SURPLUS:
        allowed = seat is deal.declarer and (call == "help" or _may_choose(deal))
        return None if allowed else (Offence.ILLEGAL_CALL, "Игра 12")
    if call.startswith("order") or call in _ORDERS:
        return _order_fault(table, deal, seat, call)
    if call in STYLES:
        return _style_fault(deal, seat)
    if deal.defence is None or not (call in words.WORDS or call.startswith("look")):
        return _misplaced(deal, seat)
    if deal.is_given_up:
        return Offence.CALL_OUT_OF_TURN, "Игра 4"
    wrong = words.fault(deal.defence, table.rules, seat, call)
    is_own_word = wrong is not None and wrong[0] is Offence.CALL_OUT_OF_TURN and seat is awaited(deal)
    return (Offence.ILLEGAL_CALL, wrong[1]) if wrong is not None and is_own_word else wrong


def _misplaced(deal: Deal, seat: Seat) -> Fault:
    """A call of another part of the deal: illegal for whose word it is, out of turn for anybody else."""
    return (Offence.ILLEGAL_CALL if seat is awaited(deal) else Offence.CALL_OUT_OF_TURN), ""


def awaited(deal: Deal) -> Seat | None:
    """Whose word must come now; None when nobody must speak."""
    if not deal.auction.is_over:
        return deal.auction.turn
    if deal.is_given_up or deal.is_raspasy or deal.is_misere:
        return None
    if deal.defence is None:
        return deal.declarer
    chooses = len(deal.whisters) == 1 and _style_fault(deal, deal.whisters[0]) is None
    return deal.defence.turn or (deal.whisters[0] if chooses else None)


def _may_choose(deal: Deal) -> bool:
    """Only a misère and a ten leave a choice to who has closed his pool (Игра 12)."""
    return deal.is_misere or (deal.order is not None and deal.order.level == words.TEN)


def _order_fault(table: Table, deal: Deal, seat: Seat, call: str) -> Fault | None:
    """The declarer orders, gives the talon back or gives up, until the first defender speaks (Игра 14)."""
    best = deal.auction.best
    if best is None or seat is not deal.declarer:
        return _misplaced(deal, seat)
    if (deal.is_divided and not deal.is_told_late) or (deal.is_given_up and call != "talon-in-face"):
        return Offence.ILLEGAL_CALL, "Игра 14"
    if call == "talon-in-face":
        allowed = table.rules.talon_in_face.is_allowed(len(table.order.seats)) and not (
            best.is_dark or deal.is_returned
        )
        return None if allowed else (Offence.ILLEGAL_CALL, "Игра 3")
    if call == "without-three":
        allowed = table.rules.without_three.allowed and not best.is_misere
        return None if allowed else (Offence.ILLEGAL_CALL, "Игра 4")
    game = game_of(call)
    fits = not best.is_misere and game.level >= best.level and (best.strain is None or game.height >= best.height)
    return None if fits else (Offence.ILLEGAL_CALL, "")


def game_of(call: str) -> Bid:
    """The game that ``order 7H`` names."""
    return BIDS[call.removeprefix("order ")]


def _style_fault(deal: Deal, seat: Seat) -> Fault | None:
    """A single whister says whether he lays his cards open: before his side's lead, after the declarer's (Игра 2).

    Of a ten that is only checked nothing is said; either defender may lay his cards open.
    """
    if deal.defence is not None and seat in deal.defenders and words.is_checked(deal.defence):
        return None
    if deal.whisters != (seat,) or deal.is_given_up:
        return _misplaced(deal, seat)[0], "Игра 2"
    declarer_leads = deal.hands[0] is deal.declarer
    laid = len(deal.play.trick) + 4 * len(deal.play.tricks)
    in_time = laid == (1 if declarer_leads else 0) or deal.is_told_late
    return None if in_time and deal.style is None else (Offence.CALL_OUT_OF_TURN, "Игра 2")


def _can_stand(deal: Deal, act: Called) -> bool:
    """Whether a ruling can let a call stand: it then still has something to say."""
    call = act.call
    if not deal.auction.is_over:
        return (call == "pass" or call in BIDS or (call == "here" and deal.auction.best is not None)) and (
            act.seat in deal.hands
        )
    if call.startswith("order") or call in _ORDERS:
        return act.seat is deal.declarer
    if call in STYLES or call in SURPLUS:
        return True
    is_word = call in words.WORDS or call.startswith("look")
    return is_word and deal.defence is not None and act.seat is not deal.declarer


def _gone_on(deal: Deal, act: Called) -> Deal:
    """The deal when the last bidder orders, or the first whister chooses, and a pass before was not entered."""
    auction, defence = deal.auction, deal.defence
    names_game = act.call.startswith("order") or act.call in _ORDERS
    if names_game and not auction.is_over and act.seat is auction.bidder:
        deal = deal._replace(auction=bids.ended(auction))
    waits = defence is not None and (defence.said, defence.answered) == ("whist", None)
    if defence is not None and waits and act.call in STYLES and act.seat is defence.first:
        deal = deal._replace(defence=defence._replace(answered="pass"))
    return deal


def _with_call(table: Table, deal: Deal, seq: int, act: Called) -> Deal:
    """The deal after a call that stands."""
    seat, call = act.seat, act.call
    if not deal.auction.is_over:
        return with_auction(table, deal, seq, bids.called(deal.auction, seat, call))
    if call in STYLES:
        return deal._replace(style=call)
    if call in SURPLUS:
        return deal._replace(writes_off=call == "write-off")
    if call == "talon-in-face":
        return opened(table, deal._replace(is_returned=True), seq)
    if call == "without-three":
        return deal._replace(is_given_up=True)
    if call.startswith("order"):
        return _ordered(table, deal, seq, game_of(call))
    return deal if deal.defence is None else deal._replace(defence=words.spoken(deal.defence, seat, call))


def with_auction(table: Table, deal: Deal, seq: int, auction: bids.Auction) -> Deal:
    """The deal with a later bidding: the play of a misère or of raspasy can begin when that is over."""
    return opened(table, deal._replace(auction=auction), seq)


def ended_silently(table: Table, deal: Deal, seq: int) -> Deal:
    """The deal when the table has gone on with the last bidder's game: what was left to say was pass."""
    auction = bids.ended(deal.auction)
    return deal if auction is deal.auction else with_auction(table, deal, seq, auction)


def _ordered(table: Table, deal: Deal, seq: int, game: Bid) -> Deal:
    """The deal with its game; an order with twelve cards in hand is P-2, and the latest order counts."""
    if deal.declarer is None:
        return deal
    first, second = deal.defenders
    defence = Defence(game.level, game.call == "6S", first, second, deal.sitting)
    if deal.defence is not None and deal.defence.has_begun:
        defence = deal.defence._replace(level=game.level, is_stalingrad=game.call == "6S")
    deal = deal._replace(order=game, order_seq=seq, defence=defence)
    deal = _repriced(table, deal)
    if deal.holds_twelve is not None and not deal.is_returned:
        price = twelve_card_price(table, deal)
        deal = found(deal, TWELVE_CARDS, Offence.TWELVE_CARD_ORDER, deal.declarer, (seq, seq), price=price)
    return opened(table, deal, seq)


def _repriced(table: Table, deal: Deal) -> Deal:
    """The deal after another order: an order with twelve cards found before costs as much as the game now ordered."""
    old = [one for one in deal.docket.findings if one.law == TWELVE_CARDS and not deal.docket.is_ruled(one)]
    if not old:
        return deal
    left = tuple(one for one in deal.docket.findings if one not in old)
    again = deal._replace(docket=deal.docket._replace(findings=left))
    for one in old:
        price, seqs = twelve_card_price(table, deal), (one.committed, one.proved)
        again = found(again, TWELVE_CARDS, one.offence, one.seat, seqs, price=price)
    return again
