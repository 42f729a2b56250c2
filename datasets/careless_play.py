"""A deal played card by card at random, whatever the game: players see their own hands, who deals sees all of them.

What a game's rules say of the play comes from its ``Conduct``; mistakes, claims and what the table could see are alike
in every game and stand here.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from kozyr.datasets.careless import Habits
from kozyr.datasets.second.proof import Sight
from kozyr.engine.acts import Act, Claimed, Exposed, Played, Revealed
from kozyr.engine.cards import Card, cards
from kozyr.engine.seats import Seat

Trick = tuple[tuple[str, str], ...]
"""(seat, card) in order of play."""


@dataclass(slots=True)
class Table:
    """A deal on its way: the hands as they are now, the log so far, and what everybody at the table has seen."""

    rng: random.Random
    """Every choice comes from here."""
    habits: Habits
    """How the players behave."""
    first_seq: int
    """The number of the first act."""
    order: str
    """The seats at the table in order of turn."""
    hands: dict[str, list[str]]
    """The cards of each seat that have not been played."""
    acts: list[Act] = field(default_factory=list)
    """The log so far."""
    sights: list[Sight] = field(default_factory=list)
    """What the table has seen, in order."""
    lying: dict[str, str] = field(default_factory=dict)
    """Cards laid out of turn that still lie before their seats."""
    out_of_turn: list[tuple[str, int]] = field(default_factory=list)
    """(seat, seq) of every card laid out of turn."""
    exposed: list[tuple[str, int]] = field(default_factory=list)
    """(seat, seq) of every card shown by mistake."""
    wrong_calls: list[tuple[str, str, int]] = field(default_factory=list)
    """(offence, seat, seq) of every call out of turn or illegal."""
    legal_cards: list[tuple[int, frozenset[str], frozenset[str]]] = field(default_factory=list)
    """(seq, hand, the cards of it that may be played) of every card played in turn."""
    legal_calls: list[tuple[int, str, frozenset[str]]] = field(default_factory=list)
    """(seq, seat or seats, their legal calls): whose call is awaited after that entry."""
    course: list[tuple[int, int, str]] = field(default_factory=list)
    """(seq of the first card, of the last one, the seat that took it) of every trick."""
    uncovered: dict[str, int] = field(default_factory=dict)
    """Cards that everybody saw before anybody held them, with the entry."""

    @property
    def seq(self) -> int:
        """The number of the act last added."""
        return self.first_seq + len(self.acts) - 1

    def after(self, seat: str, places: int = 1) -> str:
        """The seat whose turn comes so many places later."""
        return self.order[(self.order.index(seat) + places) % len(self.order)]

    def add(self, act: Act) -> None:
        """One more line of the log."""
        self.acts.append(act)

    def add_with_card(self, act: Act) -> None:
        """What is said with the card that was just played: after it, or a moment before it."""
        self.add(act)
        if self.happens(0.3):
            self.acts[-2], self.acts[-1] = self.acts[-1], self.acts[-2]
            self.sights[-1] = replace(self.sights[-1], seq=self.seq)
            self.legal_cards[-1] = (self.seq, *self.legal_cards[-1][1:])

    def see(self, seat: str, seen: Sequence[str], trick: Trick | None = None, number: int = 0) -> None:
        """The table saw cards of ``seat`` by the act last added; for a card played, in which trick."""
        self.sights.append(Sight(self.seq, seat, tuple(seen), trick, number))

    def uncover(self, seen: Sequence[str]) -> None:
        """The table saw cards that nobody holds by the act last added."""
        for card in seen:
            self.uncovered.setdefault(card, self.seq)

    def know_from_the_start(self, hands: Mapping[str, Sequence[str]]) -> None:
        """The hands stand in the log from its first act on; what was seen of their cards elsewhere says no more."""
        held = {card for hand in hands.values() for card in hand}
        later = [replace(at, cards=tuple(card for card in at.cards if card not in held)) for at in self.sights]
        known = [Sight(self.first_seq, seat, tuple(hand)) for seat, hand in hands.items()]
        self.sights = known + [sight for sight in later if sight.cards]

    def first_seen(self) -> tuple[tuple[int, Card], ...]:
        """(seq, card) of every card when the whole table first saw it or could be sure where it was."""
        first = dict(self.uncovered)
        for sight in self.sights:
            for card in sight.cards:
                first.setdefault(card, sight.seq)
        return tuple((seq, Card.parse(card)) for card, seq in first.items())

    def happens(self, chance: float) -> bool:
        """True with that probability."""
        return self.rng.random() < chance


class Conduct(Protocol):
    """What the rules of a game say of the play of one deal."""

    tricks: int
    """How many tricks a deal has."""
    lying_first: bool
    """Whether a card laid out of turn must be played as soon as it may be."""

    def turns(self, number: int, taker: str) -> Sequence[str]:
        """Who plays to trick ``number``, in order of turn; ``taker`` took the trick before, empty before the first."""
        ...

    def wanted(self, hand: Sequence[str], trick: Trick, seat: str, number: int) -> Sequence[str]:
        """The cards of ``hand`` that ``seat`` may play."""
        ...

    def taker(self, trick: Trick, number: int) -> str:
        """Who takes a complete trick."""
        ...

    def before_trick(self, table: Table, number: int) -> None:
        """What is said or shown before a trick is led to."""
        ...

    def before_card(self, table: Table, seat: str, number: int) -> None:
        """What ``seat`` says or shows before its card."""
        ...

    def after_card(self, table: Table, seat: str, card: str, trick: Trick) -> None:
        """What ``seat`` says with its card, which ends ``trick`` as it lies."""
        ...


@dataclass(slots=True)
class _Mistakes:
    """When something out of the ordinary happens, counted in cards played; -1 for never."""

    out_of_turn: int
    exposure: int
    claim: int


def play_out(table: Table, conduct: Conduct) -> tuple[tuple[Trick, str], ...]:
    """All tricks with their takers; those before a claim when the hands are laid open for one."""
    mistakes = _mistakes(table, conduct)
    done, taker, tricks = 0, "", []
    for number in range(1, conduct.tricks + 1):
        turns = conduct.turns(number, taker)
        if number == mistakes.claim:
            _claim(table, turns)
            break
        conduct.before_trick(table, number)
        trick: Trick = ()
        for seat in turns:
            if done == mistakes.out_of_turn:
                _lay_out_of_turn(table, seat)
            if done == mistakes.exposure:
                _expose(table)
            conduct.before_card(table, seat, number)
            trick = _play(table, conduct, seat, trick, number)
            done += 1
        taker = conduct.taker(trick, number)
        tricks.append((trick, taker))
        played = [sight.seq for sight in table.sights if sight.number == number]
        table.course.append((min(played), max(played), taker))
    return tuple(tricks)


def _mistakes(table: Table, conduct: Conduct) -> _Mistakes:
    players = len(conduct.turns(conduct.tricks, table.order[0]))
    habits, cards_in_all = table.habits, players * conduct.tricks
    return _Mistakes(
        table.rng.randrange(cards_in_all) if table.happens(habits.out_of_turn) else -1,
        table.rng.randrange(players, cards_in_all - players) if table.happens(habits.exposes) else -1,
        table.rng.randint(conduct.tricks // 2, conduct.tricks) if table.happens(habits.claims) else -1,
    )


def _play(table: Table, conduct: Conduct, seat: str, trick: Trick, number: int) -> Trick:
    card = _choose(table, conduct, seat, trick, number)
    table.hands[seat].remove(card)
    if table.lying.get(seat) == card:
        del table.lying[seat]
    table.add(Played(Seat(seat), Card.parse(card)))
    table.see(seat, (card,), trick, number)
    trick = (*trick, (seat, card))
    conduct.after_card(table, seat, card, trick)
    return trick


def _choose(table: Table, conduct: Conduct, seat: str, trick: Trick, number: int) -> str:
    """A legal card, or carelessly an illegal one; a card that lies open first, where the game asks for that."""
    hand, lying = table.hands[seat], table.lying.get(seat)
    wanted = conduct.wanted(hand, trick, seat, number)
    table.legal_cards.append((table.seq + 1, frozenset(hand), frozenset(wanted)))
    if lying in wanted and (conduct.lying_first or table.happens(0.5)):
        assert lying is not None
        return lying
    illegal = [card for card in hand if card not in wanted and card != lying]
    return table.rng.choice(illegal if illegal and table.happens(table.habits.illegal_play) else list(wanted))


def _claim(table: Table, turns: Sequence[str]) -> None:
    """ "The rest are mine", and everybody lays the hand open."""
    table.add(Claimed(Seat(turns[0]), len(table.hands[turns[0]])))
    for seat in turns:
        hand = tuple(table.hands[seat])
        table.add(Revealed(Seat(seat), cards(hand)))
        table.see(seat, hand)


def _lay_out_of_turn(table: Table, on_turn: str) -> None:
    """Somebody else than the seat on turn lays a card, which then lies before him until it can be played."""
    others = [seat for seat, hand in table.hands.items() if seat != on_turn and hand]
    if not others:
        return
    seat = table.rng.choice(others)
    card = table.rng.choice(table.hands[seat])
    table.add(Played(Seat(seat), Card.parse(card)))
    table.see(seat, (card,))
    table.lying[seat] = card
    table.out_of_turn.append((seat, table.seq))


def _expose(table: Table) -> None:
    """One card of a hand is seen and goes back into it."""
    seats = [seat for seat, hand in table.hands.items() if hand and seat not in table.lying]
    if not seats:
        return
    seat = table.rng.choice(seats)
    card = table.rng.choice(table.hands[seat])
    table.add(Exposed(Seat(seat), (Card.parse(card),)))
    table.see(seat, (card,))
    table.exposed.append((seat, table.seq))
