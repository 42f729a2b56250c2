"""How a random deal of Bazar Belot is bid: sensibly, or by anything that may be called and some that may not."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kozyr.datasets.careless_play import Table
from kozyr.datasets.second import belot_calls
from kozyr.datasets.second.proof import TABLE
from kozyr.engine.acts import Called
from kozyr.engine.seats import Seat

_WRONG: Final = ("pass", "8S", "12D", "19A", "20A", "25H capo", "26C capo-hand", "34A capo", "contra", "recontra")
"""What is called by anybody at any time, rightly or not."""


@dataclass(slots=True)
class Auction:
    """How a deal was bid."""

    table: Table
    """Hands, log and what has been seen."""
    rules: Mapping[str, Any]
    """Options that differ from the variant."""
    mode: str = ""
    """The denomination."""
    players: str = TABLE
    """Who plays: not the partner of a capo from one hand."""
    contract: str = ""
    """As called; empty when all passed."""
    bidder: str = ""
    """Whose contract."""
    doubled: int = 1
    """What the contract is multiplied by."""

    @property
    def partner_plays(self) -> bool:
        """Whether the partner of a capo from one hand plays."""
        capo_hand = self.rules.get("capo_hand")
        return isinstance(capo_hand, Mapping) and capo_hand.get("closed_partner") == "plays"


def talk_through(auction: Auction, dealer: str) -> None:
    """Random calls of whose word it is, and now and then of anybody; a deal that nobody orders is not played."""
    table, calls = auction.table, list[tuple[str, str]]()
    at = table.order.index(dealer) + 1
    order = table.order[at:] + table.order[:at]
    now = belot_calls.auction(order, calls, auction.rules)
    while now["ended"] is None:
        seat, call = now["turn"][0], _some_call(table.rng, now["legal"])
        table.legal_calls.append((table.seq, now["turn"], frozenset(now["legal"])))
        if table.happens(table.habits.calls_wrongly):
            seat, call = table.rng.choice(order), table.rng.choice(_WRONG)
        calls.append((seat, call))
        table.add(Called(Seat(seat), call))
        now = belot_calls.auction(order, calls, auction.rules)
        if now["verdicts"][-1] != "stands":
            table.wrong_calls.append((now["verdicts"][-1], seat, table.seq))
    if "contract" in now["ended"]:
        auction.contract, auction.bidder = now["ended"]["contract"], now["ended"]["declarer"]
        auction.doubled = now["ended"]["doubled"]
        auction.mode = auction.contract.split()[0][-1]
        if auction.contract.endswith("capo-hand") and not auction.partner_plays:
            auction.players = TABLE.replace(table.after(auction.bidder, 2), "")


def _some_call(rng: random.Random, legal: Sequence[str]) -> str:
    """A pass or recontra, or one of the lowest bids, or a capo."""
    others = [call for call in legal if call != "pass"]
    if "pass" in legal and (not others or rng.random() < 0.6):
        return "pass"
    capos = [call for call in others if "capo" in call]
    plain = [call for call in others if "capo" not in call]
    return rng.choice((capos if capos and (rng.random() < 0.1 or not plain) else plain)[:18])


def bid_all(auction: Auction, dealer: str) -> None:
    """Passes, a bid, sometimes a higher one by a line that has not passed, sometimes capo, sometimes contra."""
    table = auction.table
    opening, seat, level, passes, bidder = table.rng.choice((0, 0, 1, 1, 2, 3)), table.after(dealer), 0, 0, ""
    passed: set[str] = set()
    spoken: set[str] = set()
    while passes < 4:
        free = not passed & {seat, table.after(seat, 2)}
        if (not level and not opening) or (0 < level < 25 and passes < 3 and free and table.happens(0.25)):
            level = _bid(auction, seat, level, table.after(seat, 2) not in spoken)
            passes, bidder = 0, seat
        else:
            opening -= not level
            passed.add(seat)
            passes += 1
            table.add(Called(Seat(seat), "pass"))
            if level and passes < 4 and table.happens(0.05):
                _contra(auction, bidder)
                return
        spoken.add(seat)
        seat = table.after(seat)


def _bid(auction: Auction, seat: str, level: int, partner_silent: bool) -> int:
    """A bid above ``level``; now and then capo, from one hand too. Returns its level."""
    table = auction.table
    mode = auction.mode = table.rng.choice("SHDCNA")
    capo = table.rng.choice(("capo", "capo-hand")) if table.happens(0.06) else ""
    lowest = 20 if mode == "A" else table.rng.randint(8, 14)
    if capo and partner_silent:
        lowest = 34 if mode == "A" else 25
        if capo == "capo-hand" and not auction.partner_plays:
            auction.players = TABLE.replace(table.after(seat, 2), "")
    level = max(level + 1, lowest)
    auction.contract = f"{level}{mode} {capo if lowest >= 25 else ''}".rstrip()
    auction.bidder = seat
    table.add(Called(Seat(seat), auction.contract))
    return level


def _contra(auction: Auction, bidder: str) -> None:
    """Contra by an opponent of the bidder, and both answers, in order of turn from the bidder."""
    table, auction.doubled = auction.table, auction.rules.get("contra", 2)
    partner = table.after(bidder, 2)
    table.add(Called(Seat(table.after(table.rng.choice((bidder, partner)))), "contra"))
    for seat in (bidder, partner):
        if table.happens(0.2):
            table.add(Called(Seat(seat), "recontra"))
            auction.doubled = auction.rules.get("recontra", 4)
            return
        table.add(Called(Seat(seat), "pass"))
