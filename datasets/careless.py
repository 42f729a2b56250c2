"""Random deals as logs of acts, with what must be found in them: the material of the battery every game gets free.

A ``Dealer`` knows one game well enough to deal, bid and play it at random, honestly or carelessly, seeing all hands.
A ``Script`` is what came of it: the acts in order and the findings that exactly must follow.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from kozyr.datasets.second.proof import Revoke
from kozyr.engine.acts import Act
from kozyr.engine.cards import Card
from kozyr.engine.game import Game
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Header, Source


@dataclass(frozen=True, slots=True)
class Habits:
    """How the players of a random deal behave, as probabilities from 0 to 1."""

    illegal_play: float = 0.0
    """To play an illegal card where there is one."""
    out_of_turn: float = 0.0
    """That somebody lays a card out of turn once in the deal."""
    exposes: float = 0.0
    """That somebody shows one card of the hand by mistake once in the deal."""
    declares: float = 0.7
    """To name what may be named, and to show what must then be shown."""
    claims: float = 0.0
    """That somebody claims the last tricks and all hands are laid open."""
    shows: float = 0.9
    """That what was named and is the highest is shown at all, where a whole side shows at once."""
    calls_wrongly: float = 0.0
    """To call out of turn, or what may not be called."""
    tallies: float = 0.0
    """That the result is entered by hand instead of card by card."""
    hands_logged: float = 0.0
    """That the log holds the hands as dealt."""


HONEST = Habits()
"""Players who break no rule."""
CARELESS = Habits(illegal_play=0.12, out_of_turn=0.2, exposes=0.1)
"""Players who break the rules of play two or three times a deal."""


@dataclass(frozen=True, slots=True)
class Script:
    """One random deal: its acts and everything that must be found in it."""

    acts: tuple[Act, ...]
    """The first act is entry ``first_seq`` of the log."""
    first_seq: int
    """The seq of the first act."""
    hands: tuple[tuple[Seat, tuple[Card, ...]], ...]
    """The hands as dealt."""
    revokes: tuple[Revoke, ...]
    """Every illegal play, in order of play."""
    out_of_turn: tuple[tuple[str, int], ...]
    """(seat, seq) of every card laid out of turn."""
    points: tuple[tuple[str, int], ...]
    """(side, small points in tricks with the last trick's bonus); empty after a claim or where none are counted."""
    seen: tuple[tuple[int, Card], ...]
    """(seq, card) of every card when the whole table first saw it or could be sure where it was."""
    tricks: tuple[tuple[str, int], ...] = ()
    """(side, tricks taken) before a claim."""
    at_stake: int | None = None
    """The small points that all sides together must have; None after a claim and where none are counted."""
    wrong_calls: tuple[tuple[str, str, int], ...] = ()
    """(offence, seat, seq) of every call out of turn or illegal."""
    legal_cards: tuple[tuple[int, frozenset[str], frozenset[str]], ...] = ()
    """(seq, hand, the cards of it that may be played) of every card played in turn."""
    legal_calls: tuple[tuple[int, str, frozenset[str]], ...] = ()
    """(seq, seat or seats, their legal calls): whose call is awaited after that entry."""
    course: tuple[tuple[int, int, str], ...] = ()
    """(seq of the first card, of the last one, the seat that took it) of every trick."""
    score: Mapping[str, Any] | None = None
    """What the deal gives by the second writing: side -> points, or a sheet; None where it is not known."""
    facts: Mapping[str, Any] = field(default_factory=dict)
    """What the second writing was asked."""
    sequel: object = None
    """What the next deal of the same match needs to know, for the dealer that made this one."""


class Dealer(Protocol):
    """What a game needs to take part in the battery."""

    @property
    def game(self) -> Game[Any]:
        """The game under test."""
        ...

    def with_rules(self, rules: Mapping[str, Any]) -> "Dealer":
        """The same table under other options."""
        ...

    def header(self, rng: random.Random) -> Header:
        """The first line of a log."""
        ...

    def deal(self, rng: random.Random, habits: Habits, first_seq: int = 1, before: Script | None = None) -> Script:
        """One deal from ``Dealt`` to its end: the last trick, a claim, or whatever else ends a deal of this game.

        ``before``: the deal played just before this one in the same match.
        """
        ...


def entries(script: Script) -> tuple[Entry, ...]:
    """The log lines of a script, a second apart."""
    return tuple(
        Entry(seq, seq * 1000, Source.TOUCH, act) for seq, act in enumerate(script.acts, start=script.first_seq)
    )
