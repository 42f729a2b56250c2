"""The state of a Bazar Belot table: immutable records, each deal with everything its score depends on."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from kozyr.engine.acts import Act, Claimed, Dealt, Ruled, Tallied
from kozyr.engine.cardplay import CardPlay, Holdings
from kozyr.engine.cards import Card
from kozyr.engine.docket import Docket, Ruling
from kozyr.engine.facts import Irregularity
from kozyr.engine.games.bazar_belot.auction import Auction
from kozyr.engine.games.bazar_belot.melds import Meld
from kozyr.engine.games.bazar_belot.play import BelotConduct, Denomination
from kozyr.engine.games.bazar_belot.rules import Rules
from kozyr.engine.games.bazar_belot.score import Contract, Result
from kozyr.engine.records import renewable
from kozyr.engine.seats import Seat, Seating
from kozyr.engine.view import CallView


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a log."""

    rules: Rules
    """The options of the match."""
    seating: Seating
    """Seats clockwise, and lines."""
    order: Seating
    """Seats in order of turn, which is not clockwise when the option ``direction`` says so."""
    players: tuple[tuple[Seat, str], ...]
    """(seat, the player's name)."""


@dataclass(frozen=True, slots=True)
class Announced:
    """A declaration."""

    seq: int
    """Its entry."""
    seat: Seat
    """Who made it."""
    text: str
    """In notation."""
    meld: Meld
    """What it means; of a bela half, with the suit it is of."""
    in_time: bool
    """Declared in time; of a bela half, said with its card. In a deal without logged cards halves are in time."""
    shown: bool = False
    """Shown in time."""
    waits: bool = False
    """A bela half said before the card: the next card of its seat decides."""


@dataclass(frozen=True, slots=True)
class LowShow:
    """A construction shown lower than announced: an offence when the hand turns out not to hold the announced rank."""

    seq: int
    """The entry that showed it."""
    announced: Announced
    """What was announced."""


class Stop(StrEnum):
    """Why a deal ended without play."""

    FOUR_PASSES = "four-passes"
    FOUR_SEVENS = "four-sevens"
    MISDEALT = "misdealt"


class DoubtKind(StrEnum):
    """Why a deal cannot be scored, or something in it cannot be trusted."""

    CARDS_MISSING = "cards-missing"
    NO_CONTRACT = "no-contract"
    TALLY = "tally-does-not-add-up"
    CLAIM = "claim-leaves-tricks-open"
    NOT_TRIED = "claim-not-tried"
    RULING = "ruling-without-entry"
    ABANDONED = "deal-abandoned"
    DEALER = "dealer-out-of-order"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a deal has come to."""

    result: Result | None
    """The score; None while it is open or in doubt."""
    points: tuple[tuple[str, int], ...]
    """(side, small points in tricks)."""
    tricks: tuple[tuple[str, int], ...]
    """(side, tricks won)."""
    redealt: bool = False
    """True when the deal ended without play, or a ruling has it dealt again."""
    doubt: DoubtKind | None = None
    """Why there is no score."""
    cards: tuple[Card, ...] = ()
    """The cards that doubt is about."""


@renewable
class Deal(NamedTuple):
    """One distribution and what follows.

    A named tuple: each card makes a new one, and a frozen dataclass of so many fields costs three times as much.
    """

    number: int
    """From 1."""
    seq: int
    """The entry it began with."""
    dealt: Dealt
    """The act it began with."""
    hands: Holdings
    """The hands known from the start."""
    auction: Auction
    """Of the calls that stand."""
    calls: tuple[CallView, ...] = ()
    """All calls."""
    contract: Contract | None = None
    """None until the auction has ended with one."""
    declarer: Seat | None = None
    """Whose contract it is."""
    conduct: BelotConduct | None = None
    """How the deal is played; None before the contract."""
    play: CardPlay = CardPlay()
    """The cards on the table."""
    declarations: tuple[Announced, ...] = ()
    """All declarations."""
    declared_cards: frozenset[Card] = frozenset()
    """The cards of all constructions declared, to notice one in another hand."""
    low_shows: tuple[LowShow, ...] = ()
    """Shown lower than announced."""
    showing: tuple[Seat, ...] = ()
    """Who has shown cards since the last card was played."""
    shown_cards: Holdings = ()
    """(seat, cards it has revealed)."""
    claim: Claimed | None = None
    """The claim in force."""
    tally: Tallied | None = None
    """The result entered by hand."""
    stop: Stop | None = None
    """Why it ended without play."""
    docket: Docket = Docket()
    """Its findings, and the judge's decisions on them."""
    acts: tuple[tuple[int, Act], ...] = ()
    """Everything that happened in it, for a ruling that changes its course; of the current deal, in ``State.acts``."""
    outcome: Outcome | None = None
    """What it has come to; None while nothing has ended it."""

    @property
    def denomination(self) -> Denomination | None:
        """What it is played in."""
        return self.contract.bid.denomination if self.contract else None

    @property
    def findings(self) -> tuple[Irregularity, ...]:
        """In order of proof, dismissed ones left out."""
        return self.docket.findings

    @property
    def in_force(self) -> tuple[Ruling, ...]:
        """The rulings that no later one has replaced."""
        return self.docket.in_force

    @property
    def is_over(self) -> bool:
        """Whether it has a result."""
        return self.outcome is not None and self.outcome.result is not None

    @property
    def trick_number(self) -> int:
        """The number of the trick being played, 0 in the auction."""
        return self.play.trick_number


@renewable
class State(NamedTuple):
    """A table of Bazar Belot."""

    table: Table
    """What does not change."""
    past: tuple[Deal, ...] = ()
    """The deals before the current one."""
    deal: Deal | None = None
    """The current deal."""
    waiting: tuple[tuple[int, Ruled], ...] = ()
    """Rulings given before the first deal: they belong to it."""
    acts: tuple[tuple[int, Act], ...] = ()
    """Everything that happened in the current deal."""

    @property
    def deals(self) -> tuple[Deal, ...]:
        """All deals, in order."""
        return self.past if self.deal is None else (*self.past, self.deal)
