"""The auction of Bazar Belot: the calls, which of them are legal, and when it ends.

Source: Репино, "Конвенции" and "Заявкой в торговле считается…"; restated as the state table of rules dossier B.2.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from kozyr.engine.errors import LogFormatError
from kozyr.engine.games.bazar_belot.play import Denomination
from kozyr.engine.games.bazar_belot.rules import Rules
from kozyr.engine.laws import Offence
from kozyr.engine.records import renewable
from kozyr.engine.seats import Seat, Seating

PASS: Final = "pass"
CONTRA: Final = "contra"
RECONTRA: Final = "recontra"
HIGHEST_LEVEL: Final = 99
"""The highest number a bid may carry: no line can come near it."""
_BID: Final = re.compile(r"([1-9][0-9]?)([SHDCNA])( capo(-hand)?)?")


class Ending(StrEnum):
    """How an auction ended."""

    CONTRACT = "contract"
    REDEAL = "redeal"


@dataclass(frozen=True, slots=True)
class Bid:
    """A call that names a contract."""

    level: int
    """In large points: what the line undertakes to make."""
    denomination: Denomination
    """What the deal would be played in."""
    capo: bool = False
    """All tricks."""
    from_hand: bool = False
    """All tricks from one hand, the partner's hand closed."""

    @property
    def call(self) -> str:
        """The bid in notation."""
        return f"{self.level}{self.denomination}{' capo-hand' if self.from_hand else ' capo' if self.capo else ''}"


@renewable
class Auction(NamedTuple):
    """The auction so far, of calls that stand."""

    seating: Seating
    """Seats in order of turn, and lines."""
    turn: Seat | None
    """Whose word it is; None before the first call when the judge dealt."""
    best: Bid | None = None
    """The highest bid."""
    bidder: Seat | None = None
    """Who made it."""
    passes: int = 0
    """Passes in a row."""
    out: tuple[str, ...] = ()
    """Lines that may bid no more."""
    first_calls: tuple[tuple[Seat, str], ...] = ()
    """(seat, its first call)."""
    bids: tuple[tuple[Seat, Denomination], ...] = ()
    """(seat, denomination) of every bid."""
    from_hand: tuple[str, ...] = ()
    """Lines that have announced capo from one hand."""
    contra: Seat | None = None
    """Who said contra."""
    answers: tuple[Seat, ...] = ()
    """Who of the contra'd line has answered, with pass or recontra."""
    doubled: bool = False
    """True after recontra."""
    ending: Ending | None = None
    """How it ended; None while it goes on."""
    opening_passes: int = 0
    """How many passes were said before anybody bid."""


@lru_cache(maxsize=2048)
def parse_call(call: str) -> Bid | str:
    """The bid that a call names, or the call itself for pass, contra, recontra.

    Raises LogFormatError for a text that is no call of Bazar Belot.
    """
    if call in (PASS, CONTRA, RECONTRA):
        return call
    found = _BID.fullmatch(call)
    if found is None:
        raise LogFormatError(
            "{call!r} is no call of bazar-belot; write pass, contra, recontra or a bid such as 14S, 25H capo, 20A",
            call=call,
        )
    return Bid(int(found[1]), Denomination(found[2]), found[3] is not None, found[4] is not None)


def opened(seating: Seating, dealer: Seat | None) -> Auction:
    """An auction before its first word, which is with the seat after the dealer."""
    return Auction(seating, None if dealer is None else seating.next(dealer))


def fault(auction: Auction, rules: Rules, seat: Seat, call: str) -> Offence | None:
    """What is wrong with a call, or None when it is legal."""
    parsed = parse_call(call)
    if auction.ending is not None:
        return Offence.CALL_OUT_OF_TURN
    if parsed == CONTRA:
        legal = auction.contra is None and auction.bidder in auction.seating.opponents(seat)
        return None if legal else Offence.ILLEGAL_CALL
    if auction.contra is not None:
        return _answer_fault(auction, seat, parsed)
    if parsed == RECONTRA:
        return Offence.ILLEGAL_CALL
    if isinstance(parsed, Bid) and parsed.from_hand:
        return None if _may_call_from_hand(auction, rules, seat, parsed) else Offence.ILLEGAL_CALL
    if auction.turn not in (None, seat):
        return Offence.CALL_OUT_OF_TURN
    if isinstance(parsed, Bid) and not _may_bid(auction, rules, seat, parsed):
        return Offence.ILLEGAL_CALL
    return None


def _answer_fault(auction: Auction, seat: Seat, parsed: Bid | str) -> Offence | None:
    """After contra only the two partners speak, once each, with pass or recontra."""
    if auction.bidder is None or isinstance(parsed, Bid):
        return Offence.ILLEGAL_CALL
    if seat not in (auction.bidder, auction.seating.partner(auction.bidder)):
        return Offence.CALL_OUT_OF_TURN
    return Offence.CALL_OUT_OF_TURN if seat in auction.answers else None


def is_second_answer(auction: Auction, seat: Seat, call: str) -> bool:
    """Whether a call is the answer of the other partner after a recontra.

    One recontra settles the doubling, but both partners are to answer the contra: what the other one says is in order
    and changes nothing.
    """
    if not auction.doubled or auction.bidder is None or seat in auction.answers:
        return False
    line = (auction.bidder, auction.seating.partner(auction.bidder))
    return seat in line and parse_call(call) in (PASS, RECONTRA)


def _may_bid(auction: Auction, rules: Rules, seat: Seat, bid: Bid) -> bool:
    if auction.seating.side_of(seat) in auction.out:
        return False
    if rules.three_pass_restriction and auction.opening_passes >= 3:
        passers = [who for who, _ in auction.first_calls[:2]]
        partner = auction.seating.partner(seat)
        if seat in passers and (partner, bid.denomination) not in auction.bids:
            return False
    return is_higher(bid, auction.best, rules)


def _may_call_from_hand(auction: Auction, rules: Rules, seat: Seat, bid: Bid) -> bool:
    """Out of turn too, before any call of the partner, unless an opponent has announced the same."""
    if not rules.capo_hand.enabled or auction.seating.side_of(seat) in auction.out:
        return False
    if any(who == auction.seating.partner(seat) for who, _ in auction.first_calls):
        return False
    opposing = auction.seating.other_sides(auction.seating.side_of(seat))
    return not any(side in opposing for side in auction.from_hand) and is_higher(bid, auction.best, rules)


def lowest_level(bid: Bid, rules: Rules) -> int:
    """The lowest number with which a bid of this kind may be made at all."""
    if bid.capo:
        return rules.capo_base.of(bid.denomination)
    return rules.vk_min_bid if bid.denomination is Denomination.ALL_TRUMPS else rules.min_bid


def lowest_overcall(bid: Bid, best: Bid | None, rules: Rules) -> int:
    """The lowest number with which a bid of this kind overcalls the highest one so far; the suits are all equal.

    A capo is overcalled by a costlier capo alone (правило Лунохода: 34 capo in all trumps is not above 25 capo);
    for any other bid the answer is then more than a bid may carry.
    """
    lowest = lowest_level(bid, rules)
    if best is None:
        return lowest
    if best.capo and not bid.capo:
        return HIGHEST_LEVEL + 1
    by_base = best.capo and rules.capo_compare != "raw"
    base = rules.capo_base.of(bid.denomination) - rules.capo_base.of(best.denomination) if by_base else 0
    return max(lowest, best.level + 1 + base)


def is_higher(bid: Bid, best: Bid | None, rules: Rules) -> bool:
    """Whether a bid overcalls the highest one so far."""
    return bid.level >= lowest_overcall(bid, best, rules)


def called(auction: Auction, rules: Rules, seat: Seat, call: str) -> Auction:
    """The auction after a call that stands; a call that a judge lets stand need not be legal."""
    parsed = parse_call(call)
    if all(who != seat for who, _ in auction.first_calls):
        auction = auction._replace(first_calls=(*auction.first_calls, (seat, call)))
    if parsed == CONTRA:
        return auction._replace(contra=seat, turn=_answering(auction))
    if parsed == RECONTRA:
        answers = (*auction.answers, seat)
        return auction._replace(answers=answers, doubled=True, ending=Ending.CONTRACT, turn=None)
    if isinstance(parsed, Bid):
        return _after_bid(auction, seat, parsed)
    return _after_answer(auction, seat) if auction.contra else _after_pass(auction, rules, seat)


def _answering(auction: Auction) -> Seat | None:
    """The first to answer a contra: of the contra'd line, whoever's word comes first."""
    if auction.bidder is None:
        return None
    line = (auction.bidder, auction.seating.partner(auction.bidder))
    return next((seat for seat in auction.seating.following(auction.turn or auction.bidder) if seat in line), None)


def _after_bid(auction: Auction, seat: Seat, bid: Bid) -> Auction:
    side = auction.seating.side_of(seat)
    return auction._replace(
        best=bid,
        bidder=seat,
        passes=0,
        turn=auction.seating.next(seat),
        bids=(*auction.bids, (seat, bid.denomination)),
        from_hand=(*auction.from_hand, side) if bid.from_hand else auction.from_hand,
    )


def _after_answer(auction: Auction, seat: Seat) -> Auction:
    answers = (*auction.answers, seat)
    if len(answers) == 2:
        return auction._replace(answers=answers, ending=Ending.CONTRACT, turn=None)
    return auction._replace(answers=answers, turn=auction.seating.partner(seat))


def _after_pass(auction: Auction, rules: Rules, seat: Seat) -> Auction:
    seating, passes = auction.seating, auction.passes + 1
    out = auction.out
    if not auction.bids:
        auction = auction._replace(opening_passes=auction.opening_passes + 1)
    if rules.two_passes_on_line:
        passed = {who for who, call in auction.first_calls if call == PASS}
        out = (*out, *(name for name, seats in seating.sides if name not in out and passed.issuperset(seats)))
    if auction.bidder is not None and passes == 3:
        out = (*out, *(name for name in seating.other_sides(seating.side_of(auction.bidder)) if name not in out))
    if passes == 4:
        ending = Ending.CONTRACT if auction.best else Ending.REDEAL
        return auction._replace(passes=passes, out=out, ending=ending, turn=None)
    return auction._replace(passes=passes, out=out, turn=seating.next(seat))
