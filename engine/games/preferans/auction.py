"""The bidding of Preferans as a pure machine: the ladder without jumps, "here", misère and what beats it.

Source: Сочи Игра 3 and 13, Распасы 3; what they leave open, rules dossier C.2.
"""

from typing import Final, NamedTuple

from kozyr.engine.errors import LogFormatError
from kozyr.engine.games.preferans.play import Strain
from kozyr.engine.games.preferans.rules import Rules
from kozyr.engine.laws import Offence
from kozyr.engine.records import renewable
from kozyr.engine.seats import Seat

_STRAINS: Final = tuple(Strain)
_MISERE: Final = 15
_TENS: Final = 22
Fault = tuple[Offence, str]
"""What is wrong with a call, and the clause of the convention that says so; empty where it is silent."""


class Bid(NamedTuple):
    """A call that names a contract."""

    call: str
    """In notation."""
    height: int
    """Its place on the ladder: 6♠ is 0, a rung each; misère 15, nines from 16, misère without the talon 21, tens from
    22 with a nine without the talon beside the first, ten without the talon on top."""
    level: int
    """6 to 10; 0 for a misère."""
    strain: Strain | None = None
    """None while the suit is open: a nine in answer to a misère, a game without the talon."""
    is_dark: bool = False
    """Whether it renounces the talon."""

    @property
    def is_misere(self) -> bool:
        """Whether no trick is to be taken."""
        return self.level == 0


def _ladder() -> dict[str, Bid]:
    rungs = [f"{level}{strain}" for level in (6, 7, 8) for strain in _STRAINS]
    bids = {call: Bid(call, at, int(call[0]), Strain(call[1])) for at, call in enumerate(rungs)}
    bids["misere"] = Bid("misere", _MISERE, 0)
    bids["9"] = Bid("9", _MISERE + 1, 9)
    for at, strain in enumerate(_STRAINS):
        bids[f"9{strain}"] = Bid(f"9{strain}", _MISERE + 1 + at, 9, strain)
        bids[f"10{strain}"] = Bid(f"10{strain}", _TENS + at, 10, strain)
    bids["misere-dark"] = Bid("misere-dark", _TENS - 1, 0, is_dark=True)
    bids["9-dark"] = Bid("9-dark", _TENS, 9, is_dark=True)
    bids["10"] = Bid("10", _TENS, 10)
    bids["10-dark"] = Bid("10-dark", _TENS + len(_STRAINS), 10, is_dark=True)
    return bids


BIDS: Final = _ladder()
"""Every bid by its call."""
_RUNGS: Final = tuple(sorted({bid.height for bid in BIDS.values() if not bid.is_misere}))
PAD: Final = tuple(sorted((call for call in BIDS if call != "10"), key=lambda call: (BIDS[call].height, call)))
"""All bids from the lowest, for the pad."""


@renewable
class Auction(NamedTuple):
    """The bidding so far; only calls that stand."""

    hands: tuple[Seat, ...]
    """The three who bid, in order of turn; the first is the senior hand."""
    lowest: int
    """The level from which bidding starts."""
    turn: Seat | None
    """Whose word it is; None when it is over."""
    passed: tuple[Seat, ...] = ()
    """Who has passed, for good."""
    best: Bid | None = None
    """The bid to beat."""
    bidder: Seat | None = None
    """Whose it is."""
    bids: tuple[tuple[Seat, str], ...] = ()
    """(seat, call) of every bid, "here" included."""

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to say."""
        return self.turn is None

    @property
    def is_raspasy(self) -> bool:
        """Whether everybody has passed."""
        return self.turn is None and self.bidder is None


def opened(hands: tuple[Seat, ...], lowest: int) -> Auction:
    """The bidding before the first word."""
    return Auction(hands, lowest, hands[0])


def is_call(call: str) -> bool:
    """Whether it belongs to the bidding; ``pass`` does and belongs to the defence too."""
    return call in ("pass", "here") or call in BIDS


def fault(auction: Auction, rules: Rules, seat: Seat, call: str) -> Fault | None:
    """What is wrong with a call, or None. Raises LogFormatError for one that is not in notation."""
    if not is_call(call):
        raise LogFormatError(
            "{call!r} is no call of preferans; write pass, 6S to 10N, here, misere or 9-dark", call=call
        )
    if seat is not auction.turn:
        return Offence.CALL_OUT_OF_TURN, ""
    if call == "pass":
        return None
    clause = _hold_fault(auction, rules, seat) if call == "here" else _bid_fault(auction, rules, seat, BIDS[call])
    return None if clause is None else (Offence.ILLEGAL_CALL, clause)


def _hold_fault(auction: Auction, rules: Rules, seat: Seat) -> str | None:
    """The senior of the last two bidders may hold the other's bid; a misère cannot be held."""
    left = [each for each in auction.hands if each not in auction.passed]
    held = auction.best is not None and not auction.best.is_misere and not auction.best.is_dark
    return None if rules.hold_bid and held and len(left) == 2 and left[0] is seat else ""


def _bid_fault(auction: Auction, rules: Rules, seat: Seat, bid: Bid) -> str | None:
    best, has_misere = auction.best, any(BIDS[call].is_misere for _, call in auction.bids if call in BIDS)
    own = [BIDS[call] for who, call in auction.bids if who is seat and call in BIDS]
    held = [call for who, call in auction.bids if who is seat and call == "here"]
    if best is not None and not _is_higher(bid, best):
        return "Игра 13" if best.height >= _MISERE else "Игра 3"
    if bid.level and bid.level < auction.lowest:
        return "Распасы 3"
    if bid.is_misere:
        late = rules.misere_first_bid_only and (held or not all(each.is_misere for each in own))
        return "" if late else None
    if rules.jumps:
        return None if bid.strain or bid.is_dark or has_misere else ""
    if has_misere:
        return None
    # Without a misère a nine or a ten names its suit.
    is_next = bid.height == _next_rung(auction) and (bid.strain is not None or bid.is_dark)
    return None if is_next else "Игра 3"


def _is_higher(bid: Bid, best: Bid) -> bool:
    """Whether a bid beats another: a nine without the talon and a ten with it are equals (Игра 13)."""
    if best.is_dark and best.level == 9:
        return bid.is_dark and bid.level == 10
    return bid.height > best.height


def _next_rung(auction: Auction) -> int:
    """The height of the one bid that is no jump."""
    if auction.best is not None and auction.best.is_dark:
        return BIDS["10-dark"].height
    if auction.best is None:
        return (auction.lowest - 6) * len(_STRAINS) if auction.lowest < 9 else BIDS[f"{auction.lowest}S"].height
    return next((height for height in _RUNGS if height > auction.best.height), auction.best.height + 1)


def called(auction: Auction, seat: Seat, call: str) -> Auction:
    """The bidding after a call that stands."""
    if call == "pass":
        passed = (*auction.passed, *(() if seat in auction.passed else (seat,)))
        return _turned(auction._replace(passed=passed), seat)
    best = auction.best if call == "here" else BIDS[call]
    passed = tuple(each for each in auction.passed if each is not seat)
    return _turned(
        auction._replace(best=best, bidder=seat, bids=(*auction.bids, (seat, call)), passed=passed),
        seat,
    )


def _turned(auction: Auction, seat: Seat) -> Auction:
    """The bidding with the turn after ``seat``; over when all have passed, or all but the last bidder.

    After a call out of turn that stands by ruling the turn stays where it was.
    """
    at = auction.hands.index(seat) if seat in auction.hands else 0
    others = auction.hands[at + 1 :] + auction.hands[: at + 1]
    left = [each for each in others if each not in auction.passed and each is not auction.bidder]
    if auction.turn is not seat and auction.turn in left:
        return auction
    return auction._replace(turn=left[0] if left else None)


def ended(auction: Auction) -> Auction:
    """The bidding when the table has gone on with the last bidder's game: what was left to say was pass."""
    if auction.bidder is None or auction.is_over:
        return auction
    left = tuple(each for each in auction.hands if each is not auction.bidder and each not in auction.passed)
    return auction._replace(turn=None, passed=auction.passed + left)


def legal_calls(auction: Auction, rules: Rules) -> tuple[str, ...]:
    """The calls that are legal for the seat whose word it is, in pad order."""
    if auction.turn is None:
        return ()
    calls = ("pass", "here", *PAD)
    return tuple(call for call in calls if fault(auction, rules, auction.turn, call) is None)
