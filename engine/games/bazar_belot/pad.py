"""The calls that would be legal, for the auction pad."""

from typing import Final

from kozyr.engine.games.bazar_belot.auction import (
    CONTRA,
    HIGHEST_LEVEL,
    PASS,
    RECONTRA,
    Auction,
    Bid,
    fault,
    lowest_level,
)
from kozyr.engine.games.bazar_belot.play import Denomination
from kozyr.engine.games.bazar_belot.rules import Rules
from kozyr.engine.seats import Seat

_CALLS: Final = {
    (capo, from_hand): {
        (level, mode): Bid(level, mode, capo, from_hand).call
        for level in range(1, HIGHEST_LEVEL + 1)
        for mode in Denomination
    }
    for capo, from_hand in ((False, False), (True, False), (True, True))
}


def legal_calls(auction: Auction, rules: Rules, seat: Seat) -> tuple[str, ...]:
    """Every call that would be legal for ``seat`` now, in pad order: pass, bids by level, capo, contra, recontra."""
    said = [call for call in (PASS, CONTRA, RECONTRA) if fault(auction, rules, seat, call) is None]
    bids: list[str] = []
    for capo, from_hand in ((False, False), (True, False), (True, True)):
        lowest = {mode: _lowest(auction, rules, seat, mode, (capo, from_hand)) for mode in Denomination}
        bids += [
            _CALLS[capo, from_hand][level, mode]
            for level in range(min(lowest.values()), HIGHEST_LEVEL + 1)
            for mode in Denomination
            if level >= lowest[mode]
        ]
    return tuple([call for call in said if call == PASS] + bids + [call for call in said if call != PASS])


def _lowest(auction: Auction, rules: Rules, seat: Seat, mode: Denomination, kind: tuple[bool, bool]) -> int:
    """The lowest number ``seat`` may bid in this way, one above the highest there is when it may not."""
    shut = auction.contra is not None or auction.ending is not None
    if shut or fault(auction, rules, seat, _CALLS[kind][HIGHEST_LEVEL, mode]) is not None:
        return HIGHEST_LEVEL + 1
    for level in range(lowest_level(Bid(1, mode, *kind), rules), HIGHEST_LEVEL + 1):
        if fault(auction, rules, seat, _CALLS[kind][level, mode]) is None:
            return level
    return HIGHEST_LEVEL + 1


def calls_out_of_turn(auction: Auction, rules: Rules) -> tuple[tuple[Seat, str], ...]:
    """The calls that seats not on turn may make: contra, answers to it, and capo from one hand at its lowest."""
    if auction.ending is not None:
        return ()
    found: list[tuple[Seat, str]] = []
    for seat in auction.seating.seats:
        if seat == auction.turn:
            continue
        words = (PASS, CONTRA, RECONTRA) if auction.turn else (CONTRA,)
        found += [(seat, call) for call in words if fault(auction, rules, seat, call) is None]
        lowest = [(mode, _lowest(auction, rules, seat, mode, (True, True))) for mode in Denomination]
        found += [(seat, Bid(low, mode, True, True).call) for mode, low in lowest if low <= HIGHEST_LEVEL]
    return tuple(found)
