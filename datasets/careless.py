"""Random deals as logs of acts, with what must be found in them: the material of the battery every game gets free.

A ``Dealer`` knows one game well enough to deal, bid and play it at random, honestly or carelessly, seeing all hands.
A ``Script`` is what came of it: the acts in order and the findings that exactly must follow.
"""

import random
from dataclasses import dataclass
from typing import Any, Protocol

from kozyr.datasets.oracle import Revoke
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
    """(side, small points in tricks, the last trick's bonus included); empty after a claim."""
    seen: tuple[tuple[int, Card], ...]
    """(seq, card) of every card when the whole table first saw it or could be sure where it was."""


class Dealer(Protocol):
    """What a game needs to take part in the battery."""

    @property
    def game(self) -> Game[Any]:
        """The game under test."""
        ...

    @property
    def total_points(self) -> frozenset[int]:
        """What the small points of all sides may sum to in one deal."""
        ...

    def header(self, rng: random.Random) -> Header:
        """A log's first line."""
        ...

    def deal(self, rng: random.Random, habits: Habits, first_seq: int = 1) -> Script:
        """One deal from ``Dealt`` to the last trick or a claim; the auction ends in a contract."""
        ...


def entries(script: Script) -> tuple[Entry, ...]:
    """The log lines of a script, a second apart."""
    return tuple(
        Entry(seq, seq * 1000, Source.TOUCH, act) for seq, act in enumerate(script.acts, start=script.first_seq)
    )
