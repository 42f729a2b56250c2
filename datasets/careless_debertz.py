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
from kozyr.datasets.careless_play import Table, Trick, play_out
from kozyr.datasets.second import debertz_calls, debertz_melds, debertz_party, debertz_score, proof
from kozyr.datasets.second.debertz_play import DebertzPlay
from kozyr.engine.acts import Called, Dealt, Declared, Exchanged, Revealed, Tallied, TurnedUp
from kozyr.engine.cards import cards
from kozyr.engine.game import Game
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Header

FORMATS: Final = ("1x1", "1x2", "1x3", "2x2")
"""Two, three or four players, and two teams of two."""
EDITIONS: Final = ("fdu-uk", "fdu-ru2", "fdu-ru1")
"""The editions of the rules."""
TRICKS: Final = 8
_RUN: Final = ("7", "8", "9", "10", "J", "Q", "K", "A")
_DECK: Final = tuple(rank + suit for suit in "SHDC" for rank in _RUN)
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


@dataclass(slots=True)
class _Deal:
    """One deal on its way."""

    table: Table
    obliged: str
    talk: str
    """The seats by the rule of move, from the one after the token."""
    shown: str
    declarer: str = ""
    trump: str = ""
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """At the start of play."""


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
        self.game, self.format, self.edition, self.rules = game, format, edition, rules
        self.options: dict[str, Any] = ({"team_sum": False} if edition == "fdu-ru1" else {}) | dict(rules)
        self.seats = {"1x1": "SN", "1x2": three}.get(format, "SWNE")
        pairs: dict[str, tuple[Seat, ...]] = {"SN": (Seat.S, Seat.N), "WE": (Seat.W, Seat.E)}
        self.seating = seating(tuple(Seat(seat) for seat in self.seats), pairs if format == "2x2" else None)

    def with_rules(self, rules: Mapping[str, Any]) -> "DebertzDealer":
        """The same table under other options."""
        return DebertzDealer(self.game, self.format, self.edition, rules, self.seats, self.target)

    def header(self, rng: random.Random) -> Header:
        """The first line of a log."""
        players = tuple((Seat(seat), f"Гравець {at}") for at, seat in enumerate(self.seats, start=1))
        extra = {"format": self.format, "target": self.target}
        return Header("debertz", self.edition, self.seating, players, "2026-11-30T18:00:00Z", self.rules, extra)

    def deal(self, rng: random.Random, habits: Habits, first_seq: int = 1, before: Script | None = None) -> Script:
        """One deal from ``Dealt`` to the last of its eight tricks, to a claim, or to a result entered by hand."""
        ahead = before.sequel if before and isinstance(before.sequel, Next) else Next(rng.choice(self.seats))
        deal = self._dealt(rng, habits, first_seq, ahead)
        table = deal.table
        play = _Play(self, deal)
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
            tuple(Counter(self.side(taker) for _, taker in tricks).items()),
            _at_stake(deal, play) if facts else None,
            tuple(table.wrong_calls),
            tuple(table.legal_cards),
            tuple(table.legal_calls),
            tuple(table.course),
            **self._outcome(deal, facts, ahead),
        )

    def side(self, seat: str) -> str:
        """The side of a seat."""
        return self.seating.side_of(Seat(seat))

    def sides_by_move(self, talk: str) -> list[str]:
        """The sides by the rule of move."""
        return list(dict.fromkeys(self.side(seat) for seat in talk))

    def _dealt(self, rng: random.Random, habits: Habits, first_seq: int, ahead: Next) -> _Deal:
        """The cards in the hands of those who will play them, the auction over, the seven swapped."""
        deck = rng.sample(_DECK, len(_DECK))
        at = self.seats.index(ahead.obliged) + 1
        talk = self.seats[at:] + self.seats[:at]
        hands = {seat: [deck.pop() for _ in range(6)] for seat in talk}
        shown = deck.pop()
        table = Table(rng, habits, first_seq, self.seats, hands)
        deal = _Deal(table, ahead.obliged, talk, shown)
        table.add(Dealt(None, Seat(ahead.obliged)))
        table.add(TurnedUp(cards((shown,))))
        table.uncover((shown,))
        if ahead.declarer:
            deal.declarer, deal.trump = ahead.declarer, shown[-1]
            ended: Mapping[str, Any] = {}
        else:
            ended = self._order(deal)
        self._dealt_out(deal, deck, ended)
        return deal

    def _order(self, deal: _Deal) -> Mapping[str, Any]:
        """The auction of orders: random legal calls, now and then one that is not."""
        table, calls = deal.table, list[tuple[str, str]]()
        while True:
            now = debertz_calls.auction(deal.talk, deal.shown, calls, self.rules)
            if now["ended"]:
                deal.declarer, deal.trump = now["ended"]["declarer"], now["ended"]["trump"]
                return dict(now["ended"])
            seat, legal = now["turn"], list(now["legal"])
            table.legal_calls.append((table.seq, seat, frozenset(legal)))
            if table.happens(table.habits.calls_wrongly):
                seat, legal = table.rng.choice(self.seats), ["pass", "play", "S", "H", "D", "C"]
            if "pass" in legal and table.happens(0.7):
                legal = ["pass"]
            call = table.rng.choice(legal)
            calls.append((seat, call))
            table.add(Called(Seat(seat), call))
            verdict = debertz_calls.auction(deal.talk, deal.shown, calls, self.rules)["verdicts"][-1]
            if verdict != "stands":
                table.wrong_calls.append((verdict, seat, table.seq))

    def _dealt_out(self, deal: _Deal, deck: list[str], ended: Mapping[str, Any]) -> None:
        """The seven may be swapped, then everybody gets the rest of eight cards."""
        table, seven = deal.table, "7" + deal.shown[-1]
        holder = next((seat for seat in self.seats if seven in table.hands[seat]), "")
        given = deal.shown
        swaps = bool(holder and ended) and debertz_calls.may_swap(
            holder, seven, deal.shown, ended, self.format, self.rules
        )
        if swaps and table.happens(0.7 if holder != deal.declarer else 0.2):
            table.add(Exchanged(Seat(holder), cards((deal.shown,)), cards((seven,))))
            table.hands[holder].remove(seven)
            table.hands[holder].append(deal.shown)
            given = seven
            table.see(holder, (deal.shown,))
        for seat in deal.talk:
            table.hands[seat] += [given, deck.pop()] if seat == deal.declarer else [deck.pop(), deck.pop()]
        table.see(deal.declarer, (given,))
        deal.hands = {seat: tuple(table.hands[seat]) for seat in self.seats}
        if table.happens(table.habits.hands_logged):
            hands = tuple((Seat(seat), cards(hand)) for seat, hand in deal.hands.items())
            table.acts[0] = Dealt(None, Seat(deal.obliged), hands)
            table.know_from_the_start(deal.hands)

    def _tallied(self, deal: _Deal, play: "_Play", ahead: Next) -> Script:
        """The result entered by hand, after what was declared, which is then enough; every other one a tie."""
        table = deal.table
        play.shows = True
        for seat in deal.talk:
            play.name(table, seat)
        sides = self.sides_by_move(deal.talk)
        if table.happens(0.5):
            points, tricks = _tie(table.rng, sides, self.side(deal.declarer), full=len(self.seats) == 4)
        else:
            aside = Table(table.rng, HONEST, 1, self.seats, {seat: list(hand) for seat, hand in deal.hands.items()})
            quiet = _Play(self, deal)
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

    def _counted(self, play: "_Play", tricks: Sequence[tuple[Trick, str]]) -> tuple[dict[str, int], dict[str, int]]:
        """Small points and tricks of each side."""
        points, taken = Counter[str](), Counter[str]()
        for trick, taker in tricks:
            points[self.side(taker)] += sum(play.book.worth(card) for _, card in trick)
            taken[self.side(taker)] += 1
        points[self.side(tricks[-1][1])] += _LAST_TRICK
        return {side: points[side] for side in self.seating.side_names}, {
            side: taken[side] for side in self.seating.side_names
        }

    def _scored(
        self, deal: _Deal, play: "_Play", points: Mapping[str, int], tricks: Mapping[str, int], ahead: Next
    ) -> dict[str, Any]:
        """What the second writing needs to score the deal."""
        side_of = {seat: self.side(seat) for seat in self.seats}
        by_move = deal.talk
        return {
            "order": self.sides_by_move(by_move),
            "declarer": self.side(deal.declarer),
            "points": dict(points),
            "tricks": dict(tricks),
            "credited": debertz_melds.credited(play.counted(), by_move, side_of, deal.trump, self.options),
            "declared": play.declared_points(),
            "bela": {self.side(seat): self.options.get("bella", 20) for seat in play.belas},
            "pot": ahead.pot,
            "letters": dict(ahead.letters),
        }

    def _outcome(self, deal: _Deal, facts: dict[str, Any] | None, ahead: Next) -> dict[str, Any]:
        """The score, and what the deal leaves to the next one."""
        if facts is None:
            return {"sequel": Next(ahead.obliged)}
        scored = debertz_score.deal(facts, self.options)
        accounts = {
            side: ahead.accounts.get(side, 0) + scored["score"].get(side, 0) for side in self.seating.side_names
        }
        after = Next(deal.table.after(ahead.obliged), "", scored["pot"], scored["letters"], accounts)
        if scored["deferred"]:
            after = Next(ahead.obliged, deal.declarer, scored["pot"], scored["letters"], accounts)
        order, declarer = facts["order"], facts["declarer"]
        if debertz_party.ended(accounts, self.target, declarer, order, self.options, scored["pot"]):
            after = Next(deal.table.after(ahead.obliged))
        return {"score": scored["score"], "facts": facts, "sequel": after}


def _at_stake(deal: _Deal, play: "_Play") -> int:
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


class _Play:
    """The conduct of one deal, with its combinations and belas."""

    tricks = TRICKS
    lying_first = False

    def __init__(self, dealer: DebertzDealer, deal: _Deal) -> None:
        self.book = DebertzPlay(deal.trump, dealer.format, dealer.edition, dealer.options)
        self._dealer, self._deal = dealer, deal
        self._named: list[tuple[str, str, tuple[str, ...]]] = []
        self.shows = deal.table.happens(deal.table.habits.shows)
        self._asks = deal.table.happens(0.5)
        self.belas: list[str] = []

    def turns(self, number: int, taker: str) -> Sequence[str]:
        """Everybody, from the seat after the token or the one that took the last trick."""
        order = self._dealer.seats
        at = order.index(taker or self._deal.talk[0])
        return order[at:] + order[:at]

    def wanted(self, hand: Sequence[str], trick: Trick, seat: str, number: int) -> Sequence[str]:
        """What the rules let the seat play."""
        return self.book.wanted(hand, trick, seat, number)

    def taker(self, trick: Trick, number: int) -> str:
        """Who takes the trick."""
        return self.book.taker(trick, number)

    def before_trick(self, table: Table, number: int) -> None:
        """After the first trick the side with the highest combination shows all that it named."""
        if number != 2 or not self._named or not self.shows:
            return
        best = max(self.credited_all(), key=lambda side: self.credited_all()[side])
        for seat, _, run in self._named:
            left = [card for card in run if card in table.hands[seat]]
            shown = run if table.happens(0.5) else left
            if self._dealer.side(seat) == best and shown:
                table.add(Revealed(Seat(seat), cards(shown)))
                table.see(seat, left)

    def before_card(self, table: Table, seat: str, number: int) -> None:
        """Names the combinations before the first card; on some tables the judge then asks everybody else at once."""
        if number == 1 and seat not in [named[0] for named in self._named]:
            self.name(table, seat)
            if self._named and self._asks:
                at = self._deal.talk.index(seat)
                for other in self._deal.talk[at + 1 :]:
                    if other not in [named[0] for named in self._named]:
                        self.name(table, other)
                self._asks = False

    def after_card(self, table: Table, seat: str, card: str, trick: Trick) -> None:
        """Says bela with the second of king and queen of trumps, or with the first where the rules are so."""
        rank, other = card[:-1], ("Q" if card[0] == "K" else "K") + card[-1]
        if rank not in ("K", "Q") or card[-1] != self._deal.trump or other not in self._deal.hands[seat]:
            return
        first = self._dealer.rules.get("bella_announce") == "first_card"
        if (other in table.hands[seat]) == first and table.happens(table.habits.declares):
            self.belas.append(seat)
            table.add(Declared(Seat(seat), "bela"))
            if first:
                table.see(seat, (other,))

    def name(self, table: Table, seat: str) -> None:
        """Names all combinations of a hand, the highest first; none where a deberts would end the party."""
        hand = self._deal.hands[seat]
        names = [name for name, _ in debertz_melds.melds_of(hand, self._deal.trump, self._dealer.options)]
        if any(name.startswith("deberts") for name in names) or not table.happens(table.habits.declares):
            return
        for name in names:
            self._named.append((seat, name, _run(hand, name.split()[1])))
            table.add(Declared(Seat(seat), name))

    def credited_all(self) -> dict[str, int]:
        """The points of the combinations named, as far as they are the highest."""
        return self._credit([(seat, name, len(run)) for seat, name, run in self._named])

    def counted(self) -> list[tuple[str, str, int]]:
        """(seat, name, length) of what was named and shown."""
        return [(seat, name, len(run)) for seat, name, run in self._named] if self.shows else []

    def declared_points(self) -> dict[str, int]:
        """The points of all combinations named, by side."""
        points = Counter[str]()
        for seat, name, run in self._named:
            points[self._dealer.side(seat)] += debertz_melds.worth(name, len(run), self._dealer.options)
        return dict(points)

    def _credit(self, named: Sequence[tuple[str, str, int]]) -> dict[str, int]:
        dealer = self._dealer
        side_of = {seat: dealer.side(seat) for seat in dealer.seats}
        return dict(debertz_melds.credited(named, self._deal.talk, side_of, self._deal.trump, dealer.options))


def _run(hand: Sequence[str], top: str) -> tuple[str, ...]:
    """The cards of a hand that follow each other downwards from ``top``."""
    at, suit = _RUN.index(top[:-1]), top[-1]
    run = []
    while at >= 0 and _RUN[at] + suit in hand:
        run.append(_RUN[at] + suit)
        at -= 1
    return tuple(run)
