"""What can be said, for the pads: the calls that would be legal, and the kinds of declaration."""

from functools import lru_cache
from typing import Final

from kozyr.engine.cards import Rank
from kozyr.engine.game import DeclarationKind, Naming
from kozyr.engine.games.bazar_belot.auction import (
    CONTRA,
    HIGHEST_LEVEL,
    PASS,
    RECONTRA,
    Auction,
    Bid,
    fault,
    lowest_overcall,
)
from kozyr.engine.games.bazar_belot.play import Denomination
from kozyr.engine.games.bazar_belot.rules import Rules
from kozyr.engine.seats import Seat

_DOWN: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN, Rank.NINE, Rank.EIGHT, Rank.SEVEN)
_FRAMES: Final = (Rank.JACK, Rank.NINE, Rank.ACE, Rank.TEN, Rank.KING, Rank.QUEEN, Rank.EIGHT, Rank.SEVEN)
DECLARATIONS: Final = (
    DeclarationKind("terz", Naming.CARD, _DOWN[:6]),
    DeclarationKind("berz", Naming.CARD, _DOWN[:5]),
    DeclarationKind("quint", Naming.CARD, _DOWN[:4]),
    DeclarationKind("frame", Naming.RANK, _FRAMES),
    DeclarationKind("bela", Naming.SUIT),
    DeclarationKind("rebela", Naming.SUIT),
)
"""The kinds of construction and the halves of a bela."""
Kind = tuple[bool, bool]
"""(capo, from one hand)."""
_KINDS: Final[tuple[Kind, ...]] = ((False, False), (True, False), (True, True))
_HIGHEST: Final = {(kind, mode): Bid(HIGHEST_LEVEL, mode, *kind) for kind in _KINDS for mode in Denomination}


def legal_calls(auction: Auction, rules: Rules, seat: Seat) -> tuple[str, ...]:
    """Every call that would be legal for ``seat`` now, in pad order: pass, bids by level, capo, contra, recontra."""
    said = [call for call in (PASS, CONTRA, RECONTRA) if fault(auction, rules, seat, call) is None]
    bids: list[str] = []
    for kind in _KINDS:
        bids += _bids(kind, tuple(_lowest(auction, rules, seat, mode, kind) for mode in Denomination))
    return tuple([call for call in said if call == PASS] + bids + [call for call in said if call != PASS])


@lru_cache(maxsize=256)
def _bids(kind: Kind, lowest: tuple[int, ...]) -> tuple[str, ...]:
    """All bids of a kind from the lowest number of each denomination on, by level."""
    return tuple(
        Bid(level, mode, *kind).call
        for level in range(min(lowest), HIGHEST_LEVEL + 1)
        for mode, low in zip(Denomination, lowest, strict=True)
        if level >= low
    )


def _lowest(auction: Auction, rules: Rules, seat: Seat, mode: Denomination, kind: Kind) -> int:
    """The lowest number ``seat`` may bid in this way, one above the highest there is when it may not.

    Whoever may not make the highest bid of a kind may make none: a larger number never breaks a rule that a smaller
    one keeps.
    """
    highest = _HIGHEST[kind, mode]
    shut = auction.contra is not None or auction.ending is not None
    if shut or fault(auction, rules, seat, highest.call) is not None:
        return HIGHEST_LEVEL + 1
    return lowest_overcall(highest, auction.best, rules)


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
        lowest = [(mode, _lowest(auction, rules, seat, mode, _KINDS[-1])) for mode in Denomination]
        found += [(seat, Bid(low, mode, True, True).call) for mode, low in lowest if low <= HIGHEST_LEVEL]
    return tuple(found)
