"""Random deals of Bazar Belot: honest or careless players who see only their own hands, dealt by one who sees all.

The rules of play used here are those of ``kozyr.datasets.second``, never the engine's.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final

from kozyr.datasets.careless import Habits, Script
from kozyr.datasets.careless_play import Table, Trick, play_out
from kozyr.datasets.second import belot_calls, belot_melds, belot_score
from kozyr.datasets.second.belot_play import BelotPlay
from kozyr.datasets.second.proof import DECK, TABLE, revokes
from kozyr.engine.acts import Called, Dealt, Declared, Revealed
from kozyr.engine.cards import cards
from kozyr.engine.game import Game
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Header

SEATING: Final = seating(tuple(Seat), {"SN": (Seat.S, Seat.N), "WE": (Seat.W, Seat.E)})
_RUN: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
_FRAMES: Final = ("Q", "K", "10", "A", "9", "J")
_FRAMES_WITHOUT_TRUMPS: Final = ("J", "Q", "K", "10", "A")
_KINDS: Final = {3: "terz", 4: "berz", 5: "quint"}
_LAST_TRICK: Final = 10
_WRONG: Final = ("pass", "8S", "12D", "19A", "20A", "25H capo", "26C capo-hand", "34A capo", "contra", "recontra")
"""What is called by anybody at any time, rightly or not."""


@dataclass(frozen=True, slots=True)
class Construction:
    """A frame or a run of cards that a player may name."""

    name: str
    """In notation: ``terz KH``, ``frame J``."""
    cards: tuple[str, ...]
    """Its cards."""
    rank: tuple[int, int, int]
    """Compares constructions: frame or length, height, trump."""


def highest_construction(hand: list[str], mode: str) -> Construction | None:
    """The highest construction of a hand, or None."""
    found = []
    frames = _FRAMES_WITHOUT_TRUMPS if mode == "N" else _FRAMES
    for at, rank in enumerate(frames):
        four = tuple(rank + suit for suit in "SHDC")
        if set(four) <= set(hand):
            found.append(Construction(f"frame {rank}", four, (9, at, 0)))
    for suit in "SHDC":
        heights = sorted((_RUN.index(card[:-1]) for card in hand if card[-1] == suit), reverse=True)
        for _, group in groupby(enumerate(heights), key=lambda pair: pair[0] + pair[1]):
            run = tuple(_RUN[height] + suit for _, height in group)[:5]
            if len(run) >= 3:
                value = (len(run), _RUN.index(run[0][:-1]), int(mode in ("A", suit)))
                found.append(Construction(f"{_KINDS[len(run)]} {run[0]}", run, value))
    return max(found, key=lambda construction: construction.rank, default=None)


@dataclass(slots=True)
class _Auction:
    """How a deal was bid."""

    table: Table
    partner_plays: bool
    mode: str = ""
    players: str = TABLE
    contract: str = ""
    bidder: str = ""
    contra: int = 2
    recontra: int = 4
    doubled: int = 1


class BelotDealer:
    """Deals, bids and plays Bazar Belot at random."""

    def __init__(self, game: Game[Any], rules: Mapping[str, Any] = MappingProxyType({})) -> None:
        """``rules``: options that differ from the variant; ``direction`` and ``capo_hand`` are played by."""
        self.game = game
        self.rules = rules
        self._order = TABLE[::-1] if rules.get("direction") == "ccw" else TABLE
        capo_hand = rules.get("capo_hand")
        self._partner_plays = isinstance(capo_hand, Mapping) and capo_hand.get("closed_partner") == "plays"

    def with_rules(self, rules: Mapping[str, Any]) -> "BelotDealer":
        """The same table under other options."""
        return BelotDealer(self.game, rules)

    def header(self, rng: random.Random) -> Header:
        """A table of four under the variant's own options."""
        names = rng.sample([f"Гравець {number}" for number in range(1, 7)], 4)
        players = tuple(zip(Seat, names, strict=True))
        return Header("bazar-belot", "repino-2013", SEATING, players, "2026-11-30T18:00:00Z", self.rules)

    def deal(self, rng: random.Random, habits: Habits, first_seq: int = 1, before: Script | None = None) -> Script:
        """One deal from ``Dealt`` to the last of its eight tricks, or to a claim with all hands laid open."""
        dealer = str(before.sequel) if before else rng.choice(TABLE)
        table = Table(rng, habits, first_seq, self._order, _dealt(rng))
        dealt = {seat: tuple(hand) for seat, hand in table.hands.items()}
        hands = tuple((Seat(seat), cards(hand)) for seat, hand in dealt.items())
        table.add(Dealt(Seat(dealer), hands=hands if table.happens(habits.hands_logged) else ()))
        if table.acts[0] != Dealt(Seat(dealer)):
            for seat, hand in dealt.items():
                table.see(seat, hand)
        auction = _Auction(table, self._partner_plays)
        auction.contra, auction.recontra = self.rules.get("contra", 2), self.rules.get("recontra", 4)
        if habits.calls_wrongly:
            self._talk(auction, dealer)
        else:
            _bid_all(auction, dealer)
        for seat in set(TABLE) - set(auction.players):
            table.hands[seat] = []
        conduct = _Play(auction.mode, self._order, auction.players, table.after(dealer))
        tricks = play_out(table, conduct) if auction.contract else ()
        facts = self._facts(auction, conduct, tricks)
        return Script(
            tuple(table.acts),
            first_seq,
            hands,
            revokes(dealt, table.sights, conduct.book),
            tuple(table.out_of_turn),
            _points(tricks, conduct.book),
            table.first_seen(),
            tuple(Counter(_side(taker) for _, taker in tricks).items()),
            _at_stake(auction) if len(tricks) == 8 else None,
            wrong_calls=tuple(table.wrong_calls),
            legal_cards=tuple(table.legal_cards),
            legal_calls=tuple(table.legal_calls),
            course=tuple(table.course),
            facts=facts,
            score=belot_score.deal(**facts, options=self.rules)["score"] if facts else None,
            sequel=table.after(dealer),
        )

    def _talk(self, auction: _Auction, dealer: str) -> None:
        """Random calls of whose word it is, and now and then of anybody; a deal that nobody orders is not played."""
        table, calls = auction.table, list[tuple[str, str]]()
        at = self._order.index(dealer) + 1
        order = self._order[at:] + self._order[:at]
        now = belot_calls.auction(order, calls, self.rules)
        while now["ended"] is None:
            seat, call = now["turn"][0], _some_call(table.rng, now["legal"])
            table.legal_calls.append((table.seq, now["turn"], frozenset(now["legal"])))
            if table.happens(table.habits.calls_wrongly):
                seat, call = table.rng.choice(order), table.rng.choice(_WRONG)
            calls.append((seat, call))
            table.add(Called(Seat(seat), call))
            now = belot_calls.auction(order, calls, self.rules)
            if now["verdicts"][-1] != "stands":
                table.wrong_calls.append((now["verdicts"][-1], seat, table.seq))
        if "contract" in now["ended"]:
            auction.contract, auction.bidder = now["ended"]["contract"], now["ended"]["declarer"]
            auction.doubled = now["ended"]["doubled"]
            auction.mode = auction.contract.split()[0][-1]
            if auction.contract.endswith("capo-hand") and not auction.partner_plays:
                auction.players = TABLE.replace(table.after(auction.bidder, 2), "")

    def _facts(self, auction: _Auction, play: "_Play", tricks: tuple[tuple[Trick, str], ...]) -> dict[str, Any]:
        """What the second writing needs to score the deal; nothing after a claim."""
        if len(tricks) < 8:
            return {}
        side, taken = _side(auction.bidder), Counter(_side(taker) for _, taker in tricks)
        closed = auction.table.after(auction.bidder, 2) if auction.contract.endswith("capo-hand") else ""
        return {
            "contract": auction.contract,
            "side": side,
            "points": dict(_points(tricks, play.book)),
            "tricks": dict(taken),
            "melds": belot_melds.played(play.spoken, play.shown, auction.mode, side, taken, closed, self.rules),
            "doubled": auction.doubled,
        }


def _points(tricks: tuple[tuple[Trick, str], ...], book: BelotPlay) -> tuple[tuple[str, int], ...]:
    """The small points of each side; none where a claim ended the deal."""
    if len(tricks) < 8:
        return ()
    points = {"SN": 0, "WE": 0}
    for trick, taker in tricks:
        points[_side(taker)] += sum(book.worth(card) for _, card in trick)
    points[_side(tricks[-1][1])] += _LAST_TRICK
    return tuple(points.items())


def _at_stake(auction: _Auction) -> int | None:
    """All the small points of a deal in which everybody plays."""
    if len(auction.players) < 4:
        return None
    return 258 if auction.mode == "A" else 162


def _side(seat: str) -> str:
    return "SN" if seat in "SN" else "WE"


class _Play:
    """The conduct of one deal, with its constructions and belas."""

    tricks = 8
    lying_first = True

    def __init__(self, mode: str, order: str, players: str, leader: str) -> None:
        self._mode, self._order, self._players, self._leader = mode, order, players, leader
        self.book = BelotPlay(mode)
        self._named: dict[str, Construction] = {}
        self._belas: set[str] = set()
        self.spoken: list[tuple[str, str]] = []
        self.shown: list[tuple[str, str]] = []

    def turns(self, number: int, taker: str) -> list[str]:
        """The playing seats in order of turn; where the leader does not play, the next one leads."""
        at = self._order.index(taker or self._leader)
        return [seat for seat in self._order[at:] + self._order[:at] if seat in self._players]

    def wanted(self, hand: Sequence[str], trick: Trick, seat: str, number: int) -> list[str]:
        """What the regulation lets the seat play."""
        return self.book.wanted(hand, trick, seat)

    def taker(self, trick: Trick, number: int) -> str:
        """Who takes the trick."""
        return self.book.taker(trick)

    def before_trick(self, table: Table, number: int) -> None:
        """Nothing is said between tricks."""

    def before_card(self, table: Table, seat: str, number: int) -> None:
        """Names the highest construction before the first card; the winning line shows before its second."""
        if number == 1 and table.happens(table.habits.declares):
            best = highest_construction(table.hands[seat], self._mode)
            if best:
                self._named[seat] = best
                self._say(table, seat, best.name)
        if number == 2 and seat in self._named:
            highest = max(self._named.values(), key=lambda construction: construction.rank)
            if highest in (self._named.get(seat), self._named.get(table.after(seat, 2))):
                kept = tuple(card for card in self._named[seat].cards if card in table.hands[seat])
                if kept:
                    table.add(Revealed(Seat(seat), cards(kept)))
                    table.see(seat, kept)
                    self.shown.append((seat, self._named[seat].name))

    def _say(self, table: Table, seat: str, name: str) -> None:
        self.spoken.append((seat, name))
        table.add(Declared(Seat(seat), name))

    def after_card(self, table: Table, seat: str, card: str, trick: Trick) -> None:
        """Names a bela on the first of king and queen of trumps, and its end on the second; in all trumps if led."""
        rank, suit = card[:-1], card[-1]
        counts = suit == self._mode or (self._mode == "A" and trick[0][1][-1] == suit)
        if rank not in ("K", "Q") or not counts:
            return
        named = f" {suit}" if self._mode == "A" else ""
        other = ("Q" if rank == "K" else "K") + suit
        if card in self._belas:
            self._say(table, seat, f"rebela{named}")
        elif other in table.hands[seat] and table.happens(table.habits.declares):
            self._belas.add(other)
            self._say(table, seat, f"bela{named}")
            table.see(seat, (other,))


def _dealt(rng: random.Random) -> dict[str, list[str]]:
    """Four hands without four sevens or four eights in one of them, which would end the deal or its constructions."""
    while True:
        deck = rng.sample(DECK, 32)
        hands = {seat: deck[8 * at : 8 * at + 8] for at, seat in enumerate(TABLE)}
        stops = any({rank + suit for suit in "SHDC"} <= set(hand) for hand in hands.values() for rank in "78")
        if not stops:
            return hands


def _some_call(rng: random.Random, legal: Sequence[str]) -> str:
    """A pass or recontra, or one of the lowest bids, or a capo."""
    others = [call for call in legal if call != "pass"]
    if "pass" in legal and (not others or rng.random() < 0.6):
        return "pass"
    capos = [call for call in others if "capo" in call]
    plain = [call for call in others if "capo" not in call]
    return rng.choice((capos if capos and (rng.random() < 0.1 or not plain) else plain)[:18])


def _bid_all(auction: _Auction, dealer: str) -> None:
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


def _bid(auction: _Auction, seat: str, level: int, partner_silent: bool) -> int:
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


def _contra(auction: _Auction, bidder: str) -> None:
    """Contra by an opponent of the bidder, and both answers, in order of turn from the bidder."""
    table, auction.doubled = auction.table, auction.contra
    partner = table.after(bidder, 2)
    table.add(Called(Seat(table.after(table.rng.choice((bidder, partner)))), "contra"))
    for seat in (bidder, partner):
        if table.happens(0.2):
            table.add(Called(Seat(seat), "recontra"))
            auction.doubled = auction.recontra
            return
        table.add(Called(Seat(seat), "pass"))
