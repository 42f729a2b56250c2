"""Random deals of Bazar Belot: honest or careless players who see only their own hands, dealt by one who sees all.

The rules of play used here are those of ``kozyr.datasets.second``, never the engine's.
"""

import random
from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from kozyr.datasets.careless import Habits, Script
from kozyr.datasets.careless_belot_calls import Auction, bid_all, talk_through
from kozyr.datasets.careless_belot_play import TRICKS, Play
from kozyr.datasets.careless_play import Table, Trick, play_out
from kozyr.datasets.second import belot_melds, belot_score
from kozyr.datasets.second.belot_play import BelotPlay
from kozyr.datasets.second.proof import DECK, TABLE, revokes
from kozyr.engine.acts import Dealt
from kozyr.engine.cards import cards
from kozyr.engine.game import Game
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Header

SEATING: Final = seating(tuple(Seat), {"SN": (Seat.S, Seat.N), "WE": (Seat.W, Seat.E)})
_LAST_TRICK: Final = 10


class BelotDealer:
    """Deals, bids and plays Bazar Belot at random."""

    def __init__(self, game: Game[Any], rules: Mapping[str, Any] = MappingProxyType({})) -> None:
        """``rules``: options that differ from the variant; ``direction`` and ``capo_hand`` are played by."""
        self.game = game
        self.rules = rules
        self._order = TABLE[::-1] if rules.get("direction") == "ccw" else TABLE

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
        auction = Auction(table, self.rules)
        if habits.calls_wrongly:
            talk_through(auction, dealer)
        else:
            bid_all(auction, dealer)
        for seat in set(TABLE) - set(auction.players):
            table.hands[seat] = []
        conduct = Play(auction.mode, self._order, auction.players, table.after(dealer))
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
            _at_stake(auction) if len(tricks) == TRICKS else None,
            wrong_calls=tuple(table.wrong_calls),
            legal_cards=tuple(table.legal_cards),
            legal_calls=tuple(table.legal_calls),
            course=tuple(table.course),
            facts=facts,
            score=belot_score.deal(**facts, options=self.rules)["score"] if facts else None,
            sequel=table.after(dealer),
        )

    def _facts(self, auction: Auction, play: Play, tricks: tuple[tuple[Trick, str], ...]) -> dict[str, Any]:
        """What the second writing needs to score the deal; nothing after a claim."""
        if len(tricks) < TRICKS:
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
    if len(tricks) < TRICKS:
        return ()
    points = {"SN": 0, "WE": 0}
    for trick, taker in tricks:
        points[_side(taker)] += sum(book.worth(card) for _, card in trick)
    points[_side(tricks[-1][1])] += _LAST_TRICK
    return tuple(points.items())


def _at_stake(auction: Auction) -> int | None:
    """All the small points of a deal in which everybody plays."""
    if len(auction.players) < 4:
        return None
    return 258 if auction.mode == "A" else 162


def _side(seat: str) -> str:
    return "SN" if seat in "SN" else "WE"


def _dealt(rng: random.Random) -> dict[str, list[str]]:
    """Four hands without four sevens or four eights in one of them, which would end the deal or its constructions."""
    while True:
        deck = rng.sample(DECK, 32)
        hands = {seat: deck[8 * at : 8 * at + 8] for at, seat in enumerate(TABLE)}
        stops = any({rank + suit for suit in "SHDC"} <= set(hand) for hand in hands.values() for rank in "78")
        if not stops:
            return hands
