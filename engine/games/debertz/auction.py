"""The auction of Debertz: two rounds in strict order, and the forced order of the obliged player.

Pure functions on an immutable ``Auction``. Source: ФДУ "Торги замовлень", 5.2; rules dossier A.2.
"""

from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from kozyr.engine.cards import Suit
from kozyr.engine.errors import LogFormatError
from kozyr.engine.games.debertz.rules import Rules
from kozyr.engine.laws import Offence
from kozyr.engine.records import renewable
from kozyr.engine.seats import Seat, Seating

PASS: Final = "pass"
PLAY: Final = "play"
_SUITS: Final = tuple(suit.value for suit in Suit)


class Kind(StrEnum):
    """How a deal gets its trumps."""

    TWO_ROUNDS = "two-rounds"
    """The usual auction."""
    DECLARER_NAMES = "declarer-names"
    """After a deferred bayd, by option: the declarer of the deal before names any suit."""
    NONE = "none"
    """After a deferred bayd: the suit of the shown card, and nobody says anything."""


@renewable
class Auction(NamedTuple):
    """The auction so far, of calls that stand."""

    order: Seating
    """Seats in order of turn, and sides."""
    obliged: Seat | None
    """The token holder, who speaks last; None while nobody knows."""
    turn: Seat | None
    """Whose word it is; None when it has ended, and before the first call while the obliged player is not known."""
    shown: Suit | None = None
    """The suit of the shown card; None while it is not known."""
    kind: Kind = Kind.TWO_ROUNDS
    """How this deal gets its trumps."""
    round: int = 1
    """1 or 2."""
    passes: int = 0
    """Passes in this round."""
    declarer: Seat | None = None
    """Who ordered."""
    trump: Suit | None = None
    """The suit ordered; None until then, and after ``play`` while the shown card is not known."""

    @property
    def is_over(self) -> bool:
        """Whether somebody has ordered."""
        return self.declarer is not None and (self.kind is Kind.TWO_ROUNDS or self.turn is None)

    @property
    def is_forced(self) -> bool:
        """Whether the obliged player has the last word and must order."""
        return self.round == 2 and self.passes == len(self.order.seats) - 1


@lru_cache(maxsize=64)
def parse_call(call: str) -> Suit | str:
    """The suit that a call orders, or the call itself for ``pass`` and ``play``.

    Raises LogFormatError for a text that is no call of Debertz.
    """
    if call in (PASS, PLAY):
        return call
    if call in _SUITS:
        return Suit(call)
    raise LogFormatError("{call!r} is no call of debertz; write pass, play, or a suit S, H, D, C", call=call)


def opened(order: Seating, obliged: Seat | None) -> Auction:
    """An auction before its first word, which is with the player after the obliged one (5.2)."""
    return Auction(order, obliged, None if obliged is None else order.next(obliged))


def fault(auction: Auction, rules: Rules, seat: Seat, call: str) -> Offence | None:
    """What is wrong with a call, or None when it is legal."""
    parsed = parse_call(call)
    if auction.is_over or auction.turn not in (None, seat):
        return Offence.CALL_OUT_OF_TURN
    return None if _fits(auction, rules, parsed) else Offence.ILLEGAL_CALL


def _fits(auction: Auction, rules: Rules, parsed: Suit | str) -> bool:
    if auction.kind is Kind.DECLARER_NAMES:
        return isinstance(parsed, Suit)
    if parsed == PASS:
        return not auction.is_forced
    if parsed == PLAY:
        return auction.round == 1
    free = auction.is_forced and rules.forced_order_suits == "any"
    return auction.round == 2 and (free or parsed is not auction.shown)


def legal_calls(auction: Auction, rules: Rules) -> tuple[str, ...]:
    """Every call that would be legal for the seat on turn, in pad order; empty when the auction is over."""
    if auction.is_over:
        return ()
    return tuple(call for call in (PASS, PLAY, *_SUITS) if _fits(auction, rules, parse_call(call)))


def called(auction: Auction, seat: Seat, call: str) -> Auction:
    """The auction after a call that stands; a call that a judge lets stand need not be legal.

    Who speaks first while the obliged player is not known sits after him.
    """
    parsed, order = parse_call(call), auction.order
    if auction.obliged is None:
        auction = auction._replace(obliged=order.following(seat)[-1])
    if parsed == PASS:
        passes = auction.passes + 1
        if passes == len(order.seats) and auction.round == 1:
            return auction._replace(round=2, passes=0, turn=order.next(auction.obliged or seat))
        return auction._replace(passes=passes, turn=order.next(seat))
    trump = auction.shown if parsed == PLAY else parsed
    return auction._replace(declarer=seat, trump=trump if isinstance(trump, Suit) else None, turn=None)


def with_shown(auction: Auction, suit: Suit) -> Auction:
    """The auction when the shown card is known, also when that was entered after the order."""
    by_card = auction.is_over and auction.trump is None
    return auction._replace(shown=suit, trump=suit if by_card else auction.trump)


def followed(order: Seating, obliged: Seat | None, declarer: Seat, kind: Kind) -> Auction:
    """The auction of the deal after a deferred bayd: the declarer is known, the suit comes with the shown card."""
    turn = declarer if kind is Kind.DECLARER_NAMES else None
    return Auction(order, obliged, turn, kind=kind, declarer=declarer)
