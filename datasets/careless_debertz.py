"""Random deals of Sport Debertz in every format and edition, honest or careless, dealt by one who sees all hands.

What is legal, proved and scored comes from ``kozyr.datasets.second``, never from the engine.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from kozyr.datasets.careless import HONEST, Habits, Script
from kozyr.datasets.careless_debertz_deal import dealt
from kozyr.datasets.careless_debertz_play import TRICKS, Deal, Play, Terms
from kozyr.datasets.careless_play import Table, Trick, play_out
from kozyr.datasets.second import debertz_melds, debertz_party, debertz_score, proof
from kozyr.engine.acts import Tallied
from kozyr.engine.cards import cards
from kozyr.engine.game import Game
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Header

FORMATS: Final = ("1x1", "1x2", "1x3", "2x2")
"""Two, three or four players, and two teams of two."""
EDITIONS: Final = ("fdu-uk", "fdu-ru2", "fdu-ru1")
"""The editions of the rules."""
_LAST_TRICK: Final = 10


@dataclass(frozen=True, slots=True)
class Next:
    """What a deal leaves to the next one of the same meeting."""

    obliged: str
    """Who holds the token then."""
    declarer: str = ""
    """Who declares without an auction, after a deferred bayd; else empty."""
    pot: int = 0
    """Points deferred."""
    letters: Mapping[str, int] = field(default_factory=dict)
    """Letters Б of each side in this party."""
    accounts: Mapping[str, int] = field(default_factory=dict)
    """Points of each side in this party."""


class DebertzDealer:
    """Deals, orders and plays Sport Debertz at random."""

    def __init__(
        self,
        game: Game[Any],
        format: str = "2x2",
        edition: str = "fdu-uk",
        rules: Mapping[str, Any] = MappingProxyType({}),
        three: str = "SWN",
        target: int = 501,
    ) -> None:
        """``rules``: options that differ from the edition; ``three``: where three players sit."""
        self.target = target
        self.game = game
        pairs: dict[str, tuple[Seat, ...]] = {"SN": (Seat.S, Seat.N), "WE": (Seat.W, Seat.E)}
        seats = tuple(map(Seat, {"1x1": "SN", "1x2": three}.get(format, "SWNE")))
        self._terms = Terms(format, edition, seating(seats, pairs if format == "2x2" else None), rules)

    def with_rules(self, rules: Mapping[str, Any]) -> "DebertzDealer":
        """The same table under other options."""
        terms = self._terms
        return DebertzDealer(self.game, terms.format, terms.edition, rules, terms.seats, self.target)

    @property
    def options(self) -> dict[str, Any]:
        """The options for the second writing."""
        return self._terms.options

    def header(self, rng: random.Random) -> Header:
        """The first line of a log."""
        terms = self._terms
        players = tuple((seat, f"Гравець {at}") for at, seat in enumerate(terms.seating.seats, start=1))
        extra = {"format": terms.format, "target": self.target}
        return Header("debertz", terms.edition, terms.seating, players, "2026-11-30T18:00:00Z", terms.rules, extra)

    def deal(self, rng: random.Random, habits: Habits, first_seq: int = 1, before: Script | None = None) -> Script:
        """One deal from ``Dealt`` to the last of its eight tricks, to a claim, or to a result entered by hand."""
        ahead = before.sequel if before and isinstance(before.sequel, Next) else Next(rng.choice(self._terms.seats))
        table = Table(rng, habits, first_seq, self._terms.seats, {})
        deal = dealt(self._terms, table, ahead.obliged, ahead.declarer)
        play = Play(self._terms, deal)
        if table.happens(habits.tallies):
            return self._tallied(deal, play, ahead)
        tricks = play_out(table, play)
        facts = self._scored(deal, play, *self._counted(play, tricks), ahead) if len(tricks) == TRICKS else None
        return Script(
            tuple(table.acts),
            first_seq,
            tuple((Seat(seat), cards(hand)) for seat, hand in deal.hands.items()),
            proof.revokes(deal.hands, table.sights, play.book),
            tuple(table.out_of_turn),
            tuple(facts["points"].items()) if facts else (),
            table.first_seen(),
            tuple(Counter(self._terms.side(taker) for _, taker in tricks).items()),
            _at_stake(deal, play) if facts else None,
            tuple(table.wrong_calls),
            tuple(table.legal_cards),
            tuple(table.legal_calls),
            tuple(table.course),
            **self._outcome(deal, facts, ahead),
        )

    def _tallied(self, deal: Deal, play: Play, ahead: Next) -> Script:
        """The result entered by hand, after what was declared, which is then enough; every other one a tie."""
        table = deal.table
        play.shows = True
        for seat in deal.talk:
            play.name(table, seat)
        sides = self._terms.sides_by_move(deal.talk)
        if table.happens(0.5):
            points, tricks = _tie(table.rng, sides, self._terms.side(deal.declarer), full=len(self._terms.seats) == 4)
        else:
            aside = Table(
                table.rng, HONEST, 1, self._terms.seats, {seat: list(hand) for seat, hand in deal.hands.items()}
            )
            quiet = Play(self._terms, deal)
            points, tricks = self._counted(quiet, play_out(aside, quiet))
        table.add(Tallied(tuple(points.items()), tuple(tricks.items())))
        facts = self._scored(deal, play, points, tricks, ahead)
        return Script(
            tuple(table.acts),
            table.first_seq,
            tuple((Seat(seat), cards(hand)) for seat, hand in deal.hands.items()),
            (),
            (),
            tuple(points.items()),
            table.first_seen(),
            at_stake=None,
            **self._outcome(deal, facts, ahead),
        )

    def _counted(self, play: Play, tricks: Sequence[tuple[Trick, str]]) -> tuple[dict[str, int], dict[str, int]]:
        """Small points and tricks of each side."""
        points, taken = Counter[str](), Counter[str]()
        for trick, taker in tricks:
            points[self._terms.side(taker)] += sum(play.book.worth(card) for _, card in trick)
            taken[self._terms.side(taker)] += 1
        points[self._terms.side(tricks[-1][1])] += _LAST_TRICK
        return {side: points[side] for side in self._terms.seating.side_names}, {
            side: taken[side] for side in self._terms.seating.side_names
        }

    def _scored(
        self, deal: Deal, play: Play, points: Mapping[str, int], tricks: Mapping[str, int], ahead: Next
    ) -> dict[str, Any]:
        """What the second writing needs to score the deal."""
        side_of = {seat: self._terms.side(seat) for seat in self._terms.seats}
        by_move = deal.talk
        return {
            "order": self._terms.sides_by_move(by_move),
            "declarer": self._terms.side(deal.declarer),
            "points": dict(points),
            "tricks": dict(tricks),
            "credited": debertz_melds.credited(play.counted(), by_move, side_of, deal.trump, self._terms.options),
            "declared": play.declared_points(),
            "bela": {self._terms.side(seat): self._terms.options.get("bella", 20) for seat in play.belas},
            "pot": ahead.pot,
            "letters": dict(ahead.letters),
        }

    def _outcome(self, deal: Deal, facts: dict[str, Any] | None, ahead: Next) -> dict[str, Any]:
        """The score, and what the deal leaves to the next one."""
        if facts is None:
            return {"sequel": Next(ahead.obliged)}
        scored = debertz_score.deal(facts, self._terms.options)
        accounts = {
            side: ahead.accounts.get(side, 0) + scored["score"].get(side, 0) for side in self._terms.seating.side_names
        }
        after = Next(deal.table.after(ahead.obliged), "", scored["pot"], scored["letters"], accounts)
        if scored["deferred"]:
            after = Next(ahead.obliged, deal.declarer, scored["pot"], scored["letters"], accounts)
        order, declarer = facts["order"], facts["declarer"]
        if debertz_party.ended(accounts, self.target, declarer, order, self._terms.options, scored["pot"]):
            after = Next(deal.table.after(ahead.obliged))
        return {"score": scored["score"], "facts": facts, "sequel": after}


def _at_stake(deal: Deal, play: Play) -> int:
    """The small points of all cards dealt, and the last trick's."""
    return sum(play.book.worth(card) for hand in deal.hands.values() for card in hand) + _LAST_TRICK


def _tie(
    rng: random.Random, sides: Sequence[str], declarer: str, *, full: bool
) -> tuple[dict[str, int], dict[str, int]]:
    """Points and tricks in which the declarer and the best opponent have the same; ``full``: all 162 points."""
    others = [side for side in sides if side != declarer]
    total = 162 if full else 2 * rng.randint(30, 80)
    if len(others) == 1:
        return {declarer: total // 2, others[0]: total // 2}, {declarer: 3, others[0]: 5}
    most = rng.randint(total // len(sides) + 5, total // 2 - 5)
    rest = total - 2 * most
    last = rest // (len(others) - 1) if len(others) > 2 else rest
    points = {declarer: most, others[0]: most, others[1]: rest - last if len(others) > 2 else rest}
    if len(others) > 2:
        points[others[2]] = last
    tricks = dict(zip(points, (3, 2, 3) if len(others) == 2 else (2, 2, 2, 2), strict=True))
    return points, tricks
