"""Random deals of Preferans by the Sochi convention for three and four, honest or careless.

What may be called and played, what is proved and scored comes from ``kozyr.datasets.second``, never from the engine.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from kozyr.datasets.careless import Habits, Script
from kozyr.datasets.careless_play import Table, Trick, play_out
from kozyr.datasets.second import preferans_calls, preferans_score
from kozyr.datasets.second.preferans_play import PreferansPlay, raspasy_leader
from kozyr.datasets.second.proof import DECK, DISCARD, TALON, revokes
from kozyr.engine.acts import Called, Dealt, Exchanged, Revealed, Tallied, TurnedUp
from kozyr.engine.cards import cards
from kozyr.engine.game import Game
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Header

TRICKS: Final = 10
"""Of a deal that is played."""
_GLADLY: Final = (
    ("pass", 1.5), ("misere-dark", 0.1), ("misere", 0.2), ("without-three", 0.4), ("9-dark", 0.2), ("10-dark", 0.1),
    ("10", 0.03), ("9", 0.06),
)  # fmt: skip
"""How gladly a call that begins so is made, beside 1 for the others."""
_WRONG: Final = ("6S", "7H", "here", "whist", "half", "8N", "misere")
"""What is called wrongly, or perhaps rightly."""


def _gladly(call: str) -> float:
    return next((weight for start, weight in _GLADLY if call.startswith(start)), 1.0)


@dataclass(frozen=True, slots=True)
class Next:
    """What a deal leaves to the next one of the same pulka."""

    dealer: str
    """Who deals."""
    raspasy: int = 0
    """Deals of raspasy played in a row."""


@dataclass(slots=True)
class _Deal:
    """One deal on its way."""

    table: Table
    ahead: Next
    talk: str
    """The players of the deal, the first hand first."""
    talon: tuple[str, str]
    calls: list[tuple[str, str]] = field(default_factory=list)
    now: Mapping[str, Any] = field(default_factory=dict)
    """What the second writing says of the calls so far."""
    taken: bool = False
    """Whether the declarer has the talon's cards."""
    turned_up: bool = False
    """Whether the talon lies open."""

    @property
    def is_dark(self) -> bool:
        """Whether the bid that stands renounces the talon."""
        told = zip(self.calls, self.now["verdicts"], strict=True)
        bids = [call for (_, call), verdict in told if verdict == "stands" and call[:1] in "678910m" and call != "pass"]
        return bool(bids) and bids[-1].endswith("-dark")

    @property
    def ended(self) -> Mapping[str, Any]:
        """How the auction ended, empty while it goes on."""
        return self.now.get("ended") or {}

    @property
    def has_play(self) -> bool:
        """Whether cards are played."""
        return bool(self.ended) and self.ended["kind"] in ("played", "checked", "misere", "raspasy")


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
        self._talk(deal)
        hands = {seat: tuple(table.hands[seat]) for seat in deal.talk}
        if table.happens(habits.hands_logged):
            table.acts[0] = Dealt(Seat(ahead.dealer), None, _logged(hands))
            table.know_from_the_start(hands)
        play = _Play(self, deal)
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

    def _dealt(self, rng: random.Random, habits: Habits, first_seq: int, ahead: Next) -> _Deal:
        """Ten cards each, and the talon."""
        deck = rng.sample(DECK, len(DECK))
        at = self.seats.index(ahead.dealer) + 1
        talk = (self.seats[at:] + self.seats[:at])[:3]
        hands = {seat: [deck.pop() for _ in range(TRICKS)] for seat in talk}
        table = Table(rng, habits, first_seq, self.seats, hands)
        table.add(Dealt(Seat(ahead.dealer)))
        return _Deal(table, ahead, talk, (deck[0], deck[1]))

    def _talk(self, deal: _Deal) -> None:
        """Bidding, talon, order and answers, as far as they go before a card is led."""
        self._look(deal)
        while deal.now["legal"] and deal.now["stage"] != "lead":
            if deal.ended and deal.calls[-1][1][:4] != "look" and deal.table.happens(0.6):
                break
            self._call(deal)
        if deal.ended.get("kind") == "misere" and not deal.ended["dark"] and not deal.ended["in_face"]:
            self._exchange(deal, deal.ended["declarer"])

    def choose_style(self, deal: _Deal) -> None:
        """Open or closed, once the first card is led."""
        self._look(deal)
        while deal.now["turn"] and deal.now["stage"] == "style":
            self._call(deal)

    def _look(self, deal: _Deal) -> None:
        deal.now = preferans_calls.auction(self.seats, deal.ahead.dealer, deal.calls, deal.ahead.raspasy, self.rules)

    def _call(self, deal: _Deal) -> None:
        """One random call, legal unless somebody is careless."""
        table, legal, seat = deal.table, list(deal.now["legal"]), deal.now["turn"][0]
        table.legal_calls.append((table.seq, seat, frozenset(legal)))
        call = table.rng.choices(legal, [_gladly(call) for call in legal])[0]
        if deal.now["stage"] == "order" and not deal.is_dark:
            self._turn_up(deal)
            if call.startswith("order") and "talon-in-face" not in [call for _, call in deal.calls]:
                self._exchange(deal, seat)
        may_just_play = bool(deal.ended)
        if not may_just_play and table.happens(table.habits.calls_wrongly):
            wrong = table.rng.choice(_WRONG + ("order 7S",) * (deal.now["stage"] == "answer"))
            self._say(deal, table.rng.choice(self.seats), wrong)
        if deal.now["turn"][:1] == seat and call in deal.now["legal"]:
            self._say(deal, seat, call)

    def _say(self, deal: _Deal, seat: str, call: str) -> None:
        deal.calls.append((seat, call))
        deal.table.add(Called(Seat(seat), call))
        self._look(deal)
        verdict = deal.now["verdicts"][-1]
        if verdict != "stands":
            deal.table.wrong_calls.append((verdict, seat, deal.table.seq))

    def _turn_up(self, deal: _Deal) -> None:
        """Everybody sees the talon."""
        if not deal.turned_up:
            deal.turned_up = True
            deal.table.add(TurnedUp(cards(deal.talon)))
            deal.table.see(TALON, deal.talon)

    def _exchange(self, deal: _Deal, declarer: str) -> None:
        """The declarer takes the talon and discards two cards, which the log knows or only counts."""
        if deal.taken:
            return
        self._turn_up(deal)
        table = deal.table
        hand = table.hands[declarer]
        hand += deal.talon
        given = [hand.pop(table.rng.randrange(len(hand))) for _ in range(2)]
        taken = cards(deal.talon) if table.happens(0.6) else 2
        known = table.happens(0.3)
        table.add(Exchanged(Seat(declarer), taken, cards(given) if known else 2))
        if known:
            table.see(DISCARD, given)
        deal.taken = True

    def _tallied(self, deal: _Deal) -> tuple[tuple[Trick, str], ...]:
        """Tricks entered by hand."""
        table = deal.table
        aside = Table(table.rng, Habits(), 1, self.seats, {seat: list(hand) for seat, hand in table.hands.items()})
        tricks = play_out(aside, _Play(self, deal, quiet=True))
        taken = Counter(taker for _, taker in tricks)
        table.add(Tallied((), tuple((seat, taken[seat]) for seat in self.seats if seat in deal.talk or taken[seat])))
        return tricks

    def _outcome(self, deal: _Deal, taken: Counter[str] | None) -> dict[str, Any]:
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


class _Play:
    """The conduct of one deal, with its open hands and the talon of raspasy."""

    tricks = TRICKS
    lying_first = False

    def __init__(self, dealer: PreferansDealer, deal: _Deal, *, quiet: bool = False) -> None:
        ended = deal.ended
        kind, contract = ended.get("kind"), str(ended.get("contract", ""))
        trump = contract[-1] if kind in ("played", "checked") and contract[-1] != "N" else ""
        self._raspasy = kind == "raspasy"
        self._four = len(dealer.seats) == 4
        self.book = PreferansPlay(trump, deal.talon if self._raspasy and not self._four else ())
        self._dealer, self._deal, self._quiet = dealer, deal, quiet
        self._opens = deal.table.happens(0.8)
        self._has_opened = False

    def turns(self, number: int, taker: str) -> Sequence[str]:
        """The three players, and in raspasy of four the dealer with the talon."""
        talk, dealer = self._deal.talk, self._deal.ahead.dealer
        leader = taker or talk[0]
        if self._raspasy:
            leader = raspasy_leader(number, taker, talk[0], dealer, self._dealer.seats)
        if leader not in talk:
            return leader + talk
        at = talk.index(leader)
        return talk[at:] + talk[:at]

    def wanted(self, hand: Sequence[str], trick: Trick, seat: str, number: int) -> Sequence[str]:
        """What the convention lets the seat play."""
        return self.book.wanted(hand, trick, seat, number)

    def taker(self, trick: Trick, number: int) -> str:
        """Who takes the trick."""
        return self.book.taker(trick, number)

    def before_trick(self, table: Table, number: int) -> None:
        """The talon's card that shows the suit in raspasy; hands that lie open from the start."""
        if self._raspasy and number <= 2 and not self._quiet:
            if self._four:
                table.hands[self._deal.ahead.dealer] = [self._deal.talon[number - 1]]
            else:
                table.add(TurnedUp(cards((self._deal.talon[number - 1],))))
                table.see(TALON, (self._deal.talon[number - 1],))
        elif self._raspasy and self._four and number <= 2:
            table.hands[self._deal.ahead.dealer] = [self._deal.talon[number - 1]]
        if number == 1 and self._deal.ended.get("declarer") != self._deal.talk[0]:
            self._open(table)

    def before_card(self, table: Table, seat: str, number: int) -> None:
        """Nothing is said before a card."""

    def after_card(self, table: Table, seat: str, card: str, trick: Trick) -> None:
        """After the first lead the whister chooses, where it was the declarer's lead."""
        deal = self._deal
        if self._quiet or self._has_opened:
            return
        if deal.now["stage"] == "lead":
            deal.calls.append((seat, "lead"))
            self._dealer.choose_style(deal)
        self._open(table)

    def _open(self, table: Table) -> None:
        """The defenders' hands are laid open where they are: whist in the open, misère, a ten that is checked."""
        ended = self._deal.ended
        is_open = ended.get("open") or ended.get("kind") == "misere"
        if self._quiet or self._has_opened or not is_open:
            return
        self._has_opened = True
        for seat in self._deal.talk:
            if seat != ended["declarer"] and self._opens:
                hand = tuple(table.hands[seat])
                table.add(Revealed(Seat(seat), cards(hand)))
                table.see(seat, hand)


def _logged(hands: Mapping[str, Sequence[str]]) -> tuple[tuple[Seat, tuple[Any, ...]], ...]:
    """Hands as a log holds them."""
    return tuple((Seat(seat), cards(hand)) for seat, hand in hands.items())
