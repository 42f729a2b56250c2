"""Bazar Belot, the auction ("Заявкой в торговле считается…" and the conventions of the tournament)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from kozyr.datasets.second.calls import ILLEGAL, OUT_OF_TURN, STANDS, Heard
from kozyr.datasets.second.defaults import BELOT, chosen

_BID: Final = re.compile(r"([1-9]\d*)([SHDCNA])(?: (capo|capo-hand))?")
HIGHEST_LISTED: Final = 40
"""Legal bids are listed up to this level."""


class Bid(NamedTuple):
    """A call that names a contract."""

    level: int
    """Large points."""
    mode: str
    """Its denomination."""
    capo: str
    """``capo``, ``capo-hand`` or nothing."""


def bid_of(call: str) -> Bid | None:
    """The bid a call makes; None for pass, contra and recontra."""
    match = _BID.fullmatch(call)
    return Bid(int(match[1]), match[2], match[3] or "") if match else None


def text_of(bid: Bid) -> str:
    """The bid in notation."""
    return f"{bid.level}{bid.mode} {bid.capo}".rstrip()


class _Talk:
    """An auction being listened to."""

    def __init__(self, order: Sequence[str], options: Mapping[str, Any]) -> None:
        self.order = list(order)
        self.rules = chosen(BELOT, options)
        self.at = 0
        self.spoken: list[tuple[str, str]] = []
        self.best: Bid | None = None
        self.bidder = ""
        self.passes = 0
        self.out: set[str] = set()
        self.answering: list[str] = []
        self.ended: dict[str, Any] | None = None

    def pair(self, seat: str) -> set[str]:
        at = self.order.index(seat)
        return {seat, self.order[(at + 2) % 4]}

    def calls_of(self, seat: str) -> list[str]:
        return [call for other, call in self.spoken if other == seat]

    def is_higher(self, bid: Bid) -> bool:
        """Whether a bid reaches the lowest level and beats the one that stands."""
        kind = {"N": "bk", "A": "vk"}
        base = self.rules["capo_base"]
        lowest = self.rules["vk_min_bid" if bid.mode == "A" else "min_bid"]
        if bid.level < max(lowest, base[kind.get(bid.mode, "suit")] if bid.capo else 0):
            return False
        best = self.best
        if best is None or not best.capo:
            return best is None or bid.level > best.level
        if not bid.capo:
            return False
        if self.rules["capo_compare"] == "raw":
            return bool(bid.level > best.level)
        over: list[int] = [one.level - base[kind.get(one.mode, "suit")] for one in (best, bid)]
        return over[1] > over[0]

    def may_bid(self, seat: str, bid: Bid) -> bool:
        """Whether a bid is open to a seat, whoever's turn it is."""
        if not self.is_higher(bid):
            return False
        partner = next(iter(self.pair(seat) - {seat}))
        if bid.capo == "capo-hand":
            opponents = set(self.order) - self.pair(seat)
            taken = any(seat in opponents and call.endswith("capo-hand") for seat, call in self.spoken)
            return bool(self.rules["capo_hand"]["enabled"]) and not self.calls_of(partner) and not taken
        if seat in self.out:
            return False
        opening = self.spoken[:3]
        if self.rules["three_pass_restriction"] and [call for _, call in opening] == ["pass"] * 3:
            named = {other.mode for call in self.calls_of(partner) if (other := bid_of(call))}
            return seat not in (opening[0][0], opening[1][0]) or bid.mode in named
        return True

    def verdict(self, seat: str, call: str) -> str:
        bid = bid_of(call)
        if self.ended or (bid is None and call not in ("pass", "contra", "recontra")):
            return ILLEGAL
        if self.answering:
            if call not in ("pass", "recontra"):
                return ILLEGAL
            return STANDS if seat in self.answering else OUT_OF_TURN
        if call == "recontra":
            return ILLEGAL
        if call == "contra":
            return STANDS if self.best and self.bidder not in self.pair(seat) else ILLEGAL
        if bid and bid.capo == "capo-hand":
            return STANDS if self.may_bid(seat, bid) else ILLEGAL
        if seat != self.order[self.at]:
            return OUT_OF_TURN
        return STANDS if bid is None or self.may_bid(seat, bid) else ILLEGAL

    def hear(self, seat: str, call: str) -> None:
        """A call that stands."""
        if self.answering:
            self.answering.remove(seat)
            if call == "recontra" or not self.answering:
                self.finish(self.rules["recontra" if call == "recontra" else "contra"])
            return
        if call == "contra":
            self.answering = [self.bidder, *(self.pair(self.bidder) - {self.bidder})]
            return
        self.spoken.append((seat, call))
        self.at = (self.order.index(seat) + 1) % 4
        bid = bid_of(call)
        if bid:
            self.best, self.bidder, self.passes = bid, seat, 0
            return
        self.passes += 1
        first = [self.calls_of(other)[:1] for other in self.pair(seat)]
        if self.rules["two_passes_on_line"] and first == [["pass"], ["pass"]]:
            self.out |= self.pair(seat)
        if self.best and self.passes == 3:
            self.out |= set(self.order) - self.pair(self.bidder)
        if self.passes == 4:
            self.finish(1)

    def finish(self, doubled: int) -> None:
        if self.best is None:
            self.ended = {"redeal": True}
        else:
            self.ended = {"contract": text_of(self.best), "declarer": self.bidder, "doubled": doubled}

    def legal(self) -> list[str]:
        """The calls of the seat on turn."""
        if self.answering:
            return ["pass", "recontra"]
        seat = self.order[self.at]
        kinds = ("", "capo", "capo-hand")
        bids = [Bid(level, mode, capo) for level in range(1, HIGHEST_LISTED + 1) for mode in "SHDCNA" for capo in kinds]
        calls = ["pass", "contra", *(text_of(bid) for bid in bids)]
        return [call for call in calls if self.verdict(seat, call) == STANDS]


def auction(order: Sequence[str], calls: Sequence[tuple[str, str]], options: Mapping[str, Any] | None = None) -> Heard:
    """The calls ``(seat, call)`` in order; ``order`` the four seats, the one at the dealer's left first.

    The two who answer a contra may do so in any order: the regulation names none.
    """
    talk = _Talk(order, options or {})
    verdicts = []
    for seat, call in calls:
        verdicts.append(talk.verdict(seat, call))
        if verdicts[-1] == STANDS:
            talk.hear(seat, call)
    if talk.ended:
        return Heard(verdicts=verdicts, turn="", legal=[], ended=talk.ended, stage="")
    turn = "".join(talk.answering) or talk.order[talk.at]
    return Heard(verdicts=verdicts, turn=turn, legal=talk.legal(), ended=None, stage="bid")
