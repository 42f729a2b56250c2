"""Random deals of Bazar Belot: honest or careless players who see only their own hands, dealt by one who sees all.

The rules of play used here are those of ``kozyr.datasets.oracle``, never the engine's.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final

from kozyr.datasets import oracle
from kozyr.datasets.careless import Habits, Script
from kozyr.engine.acts import Act, Called, Claimed, Dealt, Declared, Exposed, Played, Revealed
from kozyr.engine.cards import Card, cards
from kozyr.engine.game import Game
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Header

SEATING: Final = seating(tuple(Seat), {"SN": (Seat.S, Seat.N), "WE": (Seat.W, Seat.E)})
_RUN: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
_FRAMES: Final = ("Q", "K", "10", "A", "9", "J")
_FRAMES_WITHOUT_TRUMPS: Final = ("J", "Q", "K", "10", "A")
_KINDS: Final = {3: "terz", 4: "berz", 5: "quint"}
_LAST_TRICK: Final = 10


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
class _Table:
    """A deal being played."""

    rng: random.Random
    habits: Habits
    first_seq: int
    hands: dict[str, list[str]]
    order: str
    players: str
    partner_plays: bool
    mode: str = ""
    acts: list[Act] = field(default_factory=list)
    sights: list[oracle.Sight] = field(default_factory=list)
    penalty: dict[str, str] = field(default_factory=dict)
    out_of_turn: list[tuple[str, int]] = field(default_factory=list)
    named: dict[str, Construction] = field(default_factory=dict)
    belas: set[str] = field(default_factory=set)

    @property
    def seq(self) -> int:
        """The seq of the act last added."""
        return self.first_seq + len(self.acts) - 1

    def after(self, seat: str, places: int = 1) -> str:
        """The seat whose turn comes so many places later."""
        return self.order[(self.order.index(seat) + places) % 4]

    def turns(self, leader: str) -> list[str]:
        """The playing seats in order of turn; where the leader does not play, the next one leads."""
        at = self.order.index(leader)
        return [seat for seat in self.order[at:] + self.order[:at] if seat in self.players]

    def add(self, act: Act) -> None:
        """One more line of the log."""
        self.acts.append(act)

    def see(self, seat: str, seen: tuple[str, ...], trick: tuple[tuple[str, str], ...] | None = None) -> None:
        """The table saw cards by the act last added."""
        self.sights.append(oracle.Sight(self.seq, seat, seen, trick))

    def happens(self, chance: float) -> bool:
        """True with that probability."""
        return self.rng.random() < chance


class BelotDealer:
    """Deals, bids and plays Bazar Belot at random."""

    total_points = frozenset((162, 258))
    """All tricks of a deal in small points."""

    def __init__(self, game: Game[Any], rules: Mapping[str, object] = MappingProxyType({})) -> None:
        """``rules``: options that differ from the variant; ``direction`` and ``capo_hand`` are played by."""
        self.game = game
        self.rules = rules
        self._order = oracle.TABLE[::-1] if rules.get("direction") == "ccw" else oracle.TABLE
        capo_hand = rules.get("capo_hand")
        self._partner_plays = isinstance(capo_hand, Mapping) and capo_hand.get("closed_partner") == "plays"

    def header(self, rng: random.Random) -> Header:
        """A table of four under the variant's own options."""
        names = rng.sample([f"Гравець {number}" for number in range(1, 7)], 4)
        players = tuple(zip(Seat, names, strict=True))
        return Header("bazar-belot", "repino-2013", SEATING, players, "2026-11-30T18:00:00Z", self.rules)

    def deal(self, rng: random.Random, habits: Habits, first_seq: int = 1) -> Script:
        """One deal from ``Dealt`` to the last of its eight tricks, or to a claim with all hands laid open."""
        table = _Table(rng, habits, first_seq, _dealt(rng), self._order, oracle.TABLE, self._partner_plays)
        dealt = {seat: tuple(hand) for seat, hand in table.hands.items()}
        hands = tuple((Seat(seat), cards(hand)) for seat, hand in dealt.items())
        dealer = rng.choice(oracle.TABLE)
        table.add(Dealt(Seat(dealer), hands=hands if table.happens(habits.hands_logged) else ()))
        if table.acts[0] != Dealt(Seat(dealer)):
            for seat, hand in dealt.items():
                table.see(seat, hand)
        _auction(table, dealer)
        points = _play(table, table.after(dealer))
        found = oracle.revokes(dealt, table.sights, table.mode)
        first_seen: dict[str, int] = {}
        for sight in table.sights:
            for card in sight.cards:
                first_seen.setdefault(card, sight.seq)
        return Script(
            tuple(table.acts),
            first_seq,
            hands,
            found,
            tuple(table.out_of_turn),
            tuple(points.items()),
            tuple((seq, Card.parse(card)) for card, seq in first_seen.items()),
        )


def _dealt(rng: random.Random) -> dict[str, list[str]]:
    """Four hands without four sevens or four eights in one of them, which would end the deal or its constructions."""
    while True:
        deck = rng.sample(oracle.DECK, 32)
        hands = {seat: deck[8 * at : 8 * at + 8] for at, seat in enumerate(oracle.TABLE)}
        stops = any({rank + suit for suit in "SHDC"} <= set(hand) for hand in hands.values() for rank in "78")
        if not stops:
            return hands


def _auction(table: _Table, dealer: str) -> None:
    """Passes, a bid, sometimes a higher one by a line that has not passed, sometimes capo, sometimes contra."""
    opening, seat, level, passes, bidder = table.rng.choice((0, 0, 1, 1, 2, 3)), table.after(dealer), 0, 0, ""
    passed: set[str] = set()
    spoken: set[str] = set()
    while passes < 4:
        free = not passed & {seat, table.after(seat, 2)}
        if (not level and not opening) or (0 < level < 25 and passes < 3 and free and table.happens(0.25)):
            level = _bid(table, seat, level, table.after(seat, 2) not in spoken)
            passes, bidder = 0, seat
        else:
            opening -= not level
            passed.add(seat)
            passes += 1
            table.add(Called(Seat(seat), "pass"))
            if level and passes < 4 and table.happens(0.05):
                _contra(table, bidder)
                return
        spoken.add(seat)
        seat = table.after(seat)


def _bid(table: _Table, seat: str, level: int, partner_silent: bool) -> int:
    """A bid above ``level``; now and then capo, from one hand too. Returns its level."""
    table.mode = table.rng.choice("SHDCNA")
    capo = table.rng.choice(("capo", "capo-hand")) if table.happens(0.06) else ""
    lowest = 20 if table.mode == "A" else table.rng.randint(8, 14)
    if capo and partner_silent:
        lowest = 34 if table.mode == "A" else 25
        if capo == "capo-hand" and not table.partner_plays:
            table.players = oracle.TABLE.replace(table.after(seat, 2), "")
    level = max(level + 1, lowest)
    table.add(Called(Seat(seat), f"{level}{table.mode} {capo if lowest >= 25 else ''}".rstrip()))
    return level


def _contra(table: _Table, bidder: str) -> None:
    """Contra by an opponent of the bidder, and both answers, in order of turn from the bidder."""
    partner = table.after(bidder, 2)
    table.add(Called(Seat(table.after(table.rng.choice((bidder, partner)))), "contra"))
    for seat in (bidder, partner):
        if table.happens(0.2):
            table.add(Called(Seat(seat), "recontra"))
            return
        table.add(Called(Seat(seat), "pass"))


def _play(table: _Table, leader: str) -> dict[str, int]:
    """Eight tricks. Returns the small points of each side."""
    points = {"SN": 0, "WE": 0}
    mistake_at = table.rng.randrange(32) if table.happens(table.habits.out_of_turn) else -1
    slip_at = table.rng.randrange(4, 28) if table.happens(table.habits.exposes) else -1
    claim_at = table.rng.randint(4, 8) if table.happens(table.habits.claims) else 9
    done = 0
    for number in range(1, 9):
        if number == claim_at:
            _claim(table, leader)
            return {}
        trick: tuple[tuple[str, str], ...] = ()
        for seat in table.turns(leader):
            if done == mistake_at:
                _lay_out_of_turn(table, seat)
            if done == slip_at:
                _expose(table)
            _construct(table, seat, number)
            card = _choose(table, seat, trick)
            table.hands[seat].remove(card)
            table.add(Played(Seat(seat), Card.parse(card)))
            table.see(seat, (card,), trick)
            trick = (*trick, (seat, card))
            _say_bela(table, seat, card, trick[0][1])
            done += 1
        leader = oracle.taker(trick, table.mode)
        points[_side(leader)] += sum(oracle.worth(card, table.mode) for _, card in trick)
    points[_side(leader)] += _LAST_TRICK
    return points


def _claim(table: _Table, seat: str) -> None:
    """ "The rest are mine", and everybody lays the hand open."""
    claimer = table.turns(seat)[0]
    table.add(Claimed(Seat(claimer), len(table.hands[claimer])))
    for seat in table.turns(claimer):
        hand = tuple(table.hands[seat])
        table.add(Revealed(Seat(seat), cards(hand)))
        table.see(seat, hand)


def _side(seat: str) -> str:
    return "SN" if seat in "SN" else "WE"


def _choose(table: _Table, seat: str, trick: tuple[tuple[str, str], ...]) -> str:
    """A card to play: a penalty card when it is legal, else a legal one, or carelessly an illegal one."""
    hand = table.hands[seat]
    wanted = oracle.wanted(hand, trick, seat, table.mode)
    if table.penalty.get(seat) in wanted:
        return table.penalty.pop(seat)
    illegal = [card for card in hand if card not in wanted and card != table.penalty.get(seat)]
    return table.rng.choice(illegal if illegal and table.happens(table.habits.illegal_play) else wanted)


def _lay_out_of_turn(table: _Table, on_turn: str) -> None:
    """Somebody else than the seat on turn lays a card, which then lies before him until it can be played."""
    others = [seat for seat in table.players if seat != on_turn and table.hands[seat]]
    if not others:
        return
    seat = table.rng.choice(others)
    card = table.rng.choice(table.hands[seat])
    table.add(Played(Seat(seat), Card.parse(card)))
    table.see(seat, (card,))
    table.penalty[seat] = card
    table.out_of_turn.append((seat, table.seq))


def _expose(table: _Table) -> None:
    """One card of a hand is seen and goes back into it."""
    seat = table.rng.choice([seat for seat in table.players if table.hands[seat] and seat not in table.penalty])
    card = table.rng.choice(table.hands[seat])
    table.add(Exposed(Seat(seat), (Card.parse(card),)))
    table.see(seat, (card,))


def _construct(table: _Table, seat: str, number: int) -> None:
    """Names the highest construction before the first card; the winning line shows before its second."""
    if number == 1 and table.happens(table.habits.declares):
        best = highest_construction(table.hands[seat], table.mode)
        if best:
            table.named[seat] = best
            table.add(Declared(Seat(seat), best.name))
    if number == 2 and seat in table.named:
        highest = max(table.named.values(), key=lambda construction: construction.rank)
        if highest in (table.named.get(seat), table.named.get(table.after(seat, 2))):
            kept = tuple(card for card in table.named[seat].cards if card in table.hands[seat])
            if kept:
                table.add(Revealed(Seat(seat), cards(kept)))
                table.see(seat, kept)


def _say_bela(table: _Table, seat: str, card: str, led: str) -> None:
    """Names a bela on the first of king and queen of trumps, and its end on the second; in all trumps if led."""
    rank, suit = card[:-1], card[-1]
    counts = suit == table.mode or (table.mode == "A" and led[-1] == suit)
    if rank not in ("K", "Q") or not counts:
        return
    named = f" {suit}" if table.mode == "A" else ""
    other = ("Q" if rank == "K" else "K") + suit
    if card in table.belas:
        table.add(Declared(Seat(seat), f"rebela{named}"))
    elif other in table.hands[seat] and table.happens(table.habits.declares):
        table.belas.add(other)
        table.add(Declared(Seat(seat), f"bela{named}"))
        table.see(seat, (other,))
