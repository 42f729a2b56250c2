"""Random deals of Preferans by the Sochi convention for three and four, honest or careless.

What may be called and played, what is proved and scored comes from ``kozyr.datasets.second``, never from the engine.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from kozyr.datasets.careless import Habits, Script
from kozyr.datasets.careless_play import Table, Trick, play_out
from kozyr.datasets.careless_preferans_play import TRICKS, Play
from kozyr.datasets.careless_preferans_talk import Deal, Next, talk_through
from kozyr.datasets.second import preferans_score
from kozyr.datasets.second.proof import DECK, revokes
from kozyr.engine.acts import Dealt, Tallied
from kozyr.engine.cards import cards
from kozyr.engine.game import Game
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Header


class PreferansDealer:
    """Deals, bids and plays Preferans at random."""

    def __init__(self, game: Game[Any], seats: str = "SWNE", rules: Mapping[str, Any] = MappingProxyType({})) -> None:
        """``seats``: three or four, clockwise; ``rules``: options that differ from the convention."""
        self.game, self.seats, self.rules = game, seats, rules
        self.seating = seating(tuple(Seat(seat) for seat in seats))

    def with_rules(self, rules: Mapping[str, Any]) -> "PreferansDealer":
        """The same table under other options."""
        return PreferansDealer(self.game, self.seats, rules)

    def header(self, rng: random.Random) -> Header:
        """The first line of a log."""
        players = tuple((Seat(seat), f"Игрок {at}") for at, seat in enumerate(self.seats, start=1))
        return Header("preferans", "sochi-2013", self.seating, players, "2026-11-30T18:00:00Z", self.rules)

    def deal(self, rng: random.Random, habits: Habits, first_seq: int = 1, before: Script | None = None) -> Script:
        """One deal from ``Dealt`` to its last trick, a claim, a result by hand or an end without play."""
        ahead = before.sequel if before and isinstance(before.sequel, Next) else Next(rng.choice(self.seats))
        deal = self._dealt(rng, habits, first_seq, ahead)
        table = deal.table
        talk_through(deal)
        hands = {seat: tuple(table.hands[seat]) for seat in deal.talk}
        if table.happens(habits.hands_logged):
            table.acts[0] = Dealt(Seat(ahead.dealer), None, _logged(hands))
            table.know_from_the_start(hands)
        play = Play(deal)
        tricks: tuple[tuple[Trick, str], ...] = ()
        if deal.has_play and table.happens(habits.tallies):
            tricks = self._tallied(deal)
        elif deal.has_play:
            tricks = play_out(table, play)
        taken = Counter(taker for _, taker in tricks)
        whole = len(tricks) == TRICKS * deal.has_play
        return Script(
            tuple(table.acts),
            first_seq,
            _logged(hands),
            revokes(hands, table.sights, play.book, deal.ended["declarer"] if deal.taken else ""),
            tuple(table.out_of_turn),
            (),
            table.first_seen(),
            tuple(taken.items()),
            None,
            tuple(table.wrong_calls),
            tuple(table.legal_cards),
            tuple(table.legal_calls),
            tuple(table.course),
            **self._outcome(deal, taken if whole else None),
        )

    def _dealt(self, rng: random.Random, habits: Habits, first_seq: int, ahead: Next) -> Deal:
        """Ten cards each, and the talon."""
        deck = rng.sample(DECK, len(DECK))
        at = self.seats.index(ahead.dealer) + 1
        talk = (self.seats[at:] + self.seats[:at])[:3]
        hands = {seat: [deck.pop() for _ in range(TRICKS)] for seat in talk}
        table = Table(rng, habits, first_seq, self.seats, hands)
        table.add(Dealt(Seat(ahead.dealer)))
        return Deal(table, self.rules, ahead, talk, (deck[0], deck[1]))

    def _tallied(self, deal: Deal) -> tuple[tuple[Trick, str], ...]:
        """Tricks entered by hand."""
        table = deal.table
        aside = Table(table.rng, Habits(), 1, self.seats, {seat: list(hand) for seat, hand in table.hands.items()})
        tricks = play_out(aside, Play(deal, quiet=True))
        taken = Counter(taker for _, taker in tricks)
        table.add(Tallied((), tuple((seat, taken[seat]) for seat in self.seats if seat in deal.talk or taken[seat])))
        return tricks

    def _outcome(self, deal: Deal, taken: Counter[str] | None) -> dict[str, Any]:
        """The score, and what the deal leaves to the next one."""
        ended, ahead = deal.ended, deal.ahead
        if taken is None or not ended:
            return {"sequel": ahead}
        facts = {
            "players": self.seats,
            "dealer": ahead.dealer,
            "kind": ended["kind"],
            "contract": ended["contract"],
            "declarer": ended["declarer"],
            "bid": ended["bid"],
            "tricks": {seat: taken[seat] for seat in self.seats},
            "answers": ended["answers"],
            "talon": deal.talon if deal.turned_up else (),
            "in_face": ended["in_face"],
            "raspasy": ahead.raspasy,
        }
        after = preferans_score.after(ahead.raspasy, ahead.dealer, self.seats, _outcome(ended, taken), self.rules)
        return {
            "score": preferans_score.deal(facts, self.rules),
            "facts": facts,
            "sequel": Next(after[1], after[0]),
        }


def _outcome(ended: Mapping[str, Any], taken: Mapping[str, int]) -> str:
    """How a deal came out, for the raspasy."""
    kind, contract = ended["kind"], ended["contract"]
    if kind == "raspasy":
        return "raspasy"
    if kind == "given-up":
        return "failed"
    tricks = taken[ended["declarer"]]
    if kind == "misere":
        return "failed-misere" if tricks else "made-misere"
    level = int(contract[:-1])
    if kind != "unplayed" and tricks < level:
        return "failed"
    return "made-10" if level == 10 else "made"


def _logged(hands: Mapping[str, Sequence[str]]) -> tuple[tuple[Seat, tuple[Any, ...]], ...]:
    """Hands as a log holds them."""
    return tuple((Seat(seat), cards(hand)) for seat, hand in hands.items())
