"""The state of a Debertz table: immutable records, each deal with everything its score depends on."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from kozyr.engine.acts import Act, Claimed, Dealt, Ruled, Tallied
from kozyr.engine.cardplay import CardPlay, Holdings
from kozyr.engine.cards import Card, Suit
from kozyr.engine.docket import Docket
from kozyr.engine.games.debertz.auction import Auction
from kozyr.engine.games.debertz.combinations import Combination
from kozyr.engine.games.debertz.match import Course, Meetings, with_deal
from kozyr.engine.games.debertz.play import Conduct
from kozyr.engine.games.debertz.rules import Edition, Rules
from kozyr.engine.games.debertz.score import Finished
from kozyr.engine.games.debertz.timeouts import Timeouts
from kozyr.engine.records import renewable
from kozyr.engine.seats import Seat, Seating
from kozyr.engine.view import CallView


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a log."""

    edition: Edition
    """The text of the rules, with the options of the meeting."""
    format: str
    """``1x1``, ``1x2``, ``1x3`` or ``2x2``."""
    seating: Seating
    """Seats clockwise, and sides."""
    order: Seating
    """Seats in order of turn, which is not clockwise when the option ``direction`` says so."""
    players: tuple[tuple[Seat, str], ...]
    """(seat, the player's name)."""
    course: Course
    """By what a meeting is played."""

    @property
    def rules(self) -> Rules:
        """The options of the meeting."""
        return self.edition.rules

    @property
    def is_full_deck(self) -> bool:
        """Whether all 32 cards are dealt."""
        return len(self.seating.seats) == 4

    @property
    def is_team_game(self) -> bool:
        """Whether partners play together."""
        return len(self.seating.sides) < len(self.seating.seats)


@dataclass(frozen=True, slots=True)
class Swap:
    """The seven of trumps changed for the shown card."""

    seq: int
    """Its entry."""
    seat: Seat
    """Who changed it."""
    given: Card | None
    """What was given for it; None when nobody saw it."""


@dataclass(frozen=True, slots=True)
class Announced:
    """A declaration."""

    seq: int
    """Its entry."""
    seat: Seat
    """Who made it."""
    text: str
    """In notation."""
    combination: Combination
    """What it means; of a bela, with the suit it is of once that is known."""
    in_time: bool
    """Declared while the window was open; of a bela, said with its card or where no card is logged."""
    shown: bool = False
    """Shown in time."""
    with_card: Card | None = None
    """Of a bela, the king or queen with which it was said."""
    waits: bool = False
    """A bela said before the card: it goes with the next card of its seat."""


class Stop(StrEnum):
    """Why a deal ended without play."""

    MISDEALT = "misdealt"


class DoubtKind(StrEnum):
    """Why a deal cannot be scored, or something in it should be looked at."""

    CARDS_MISSING = "cards-missing"
    NO_CONTRACT = "no-contract"
    TALLY = "tally-does-not-add-up"
    CLAIM = "claim-leaves-tricks-open"
    NOT_TRIED = "claim-not-tried"
    RULING = "ruling-without-entry"
    ABANDONED = "deal-abandoned"
    OUT_OF_ORDER = "dealer-out-of-order"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a deal has come to."""

    finished: Finished | None
    """What is scored; None while it is open or in doubt."""
    points: tuple[tuple[str, int], ...]
    """(side, small points in tricks)."""
    tricks: tuple[tuple[str, int], ...]
    """(side, tricks won)."""
    redealt: bool = False
    """True when the deal ended without play, or a ruling has it dealt again: the token stays."""
    doubt: DoubtKind | None = None
    """Why there is no score, or what contradicts it."""
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
    follows: bool = False
    """Whether it is the deal after a deferred bayd."""
    expected: Seat | None = None
    """Who should have been the obliged player; None when nobody can say."""
    is_belated: bool = False
    """Whether only a later correction made it the deal after a deferred bayd: nobody knew when it was dealt."""
    calls: tuple[CallView, ...] = ()
    """All calls."""
    shown: Card | None = None
    """The shown card."""
    swap: Swap | None = None
    """The seven swap."""
    conduct: Conduct | None = None
    """How it is played; None until the trumps are known."""
    play: CardPlay = CardPlay()
    """Its cards."""
    declarations: tuple[Announced, ...] = ()
    """All declarations."""
    declared_cards: frozenset[Card] = frozenset()
    """The cards of all combinations declared, to notice one in another hand."""
    shown_cards: Holdings = ()
    """(seat, cards it has revealed)."""
    claim: Claimed | None = None
    """The claim in force."""
    tally: Tallied | None = None
    """The result entered by hand."""
    stop: Stop | None = None
    """Why it ended without play."""
    docket: Docket = Docket()
    """Its findings and rulings."""
    acts: tuple[tuple[int, Act], ...] = ()
    """Everything that happened in it, for a ruling that changes its course; of the current deal, in ``State.acts``."""
    outcome: Outcome | None = None
    """What it has come to; None while nothing has ended it."""

    @property
    def declarer(self) -> Seat | None:
        """Who ordered."""
        return self.auction.declarer

    @property
    def trump(self) -> Suit | None:
        """The trump suit; None until it is known."""
        return None if self.conduct is None else self.conduct.trump

    @property
    def is_over(self) -> bool:
        """Whether it has a result."""
        return self.outcome is not None and self.outcome.finished is not None

    @property
    def is_by_hand(self) -> bool:
        """Whether it is entered by hand: a result and no cards."""
        return self.tally is not None and self.cards_laid == 0

    @property
    def cards_laid(self) -> int:
        """How many cards have been laid to tricks."""
        size = len(self.auction.order.seats)
        return len(self.play.unjudged) + len(self.play.trick) + size * len(self.play.tricks)


@renewable
class State(NamedTuple):
    """A table of Debertz."""

    table: Table
    """What does not change."""
    before: Meetings
    """Parties and meetings up to the current deal."""
    past: tuple[Deal, ...] = ()
    """The deals before the current one."""
    deal: Deal | None = None
    """The current deal."""
    waiting: tuple[tuple[int, Ruled], ...] = ()
    """Rulings given before the first deal: they belong to it."""
    acts: tuple[tuple[int, Act], ...] = ()
    """Everything that happened in the current deal."""
    timeouts: Timeouts = Timeouts()
    """Who has asked for a time-out."""

    @property
    def deals(self) -> tuple[Deal, ...]:
        """All deals, in order."""
        return self.past if self.deal is None else (*self.past, self.deal)

    @property
    def meetings(self) -> Meetings:
        """Parties and meetings, the current deal included."""
        deal = self.deal
        if deal is None:
            return self.before
        finished = deal.outcome.finished if deal.outcome else None
        return with_deal(self.before, self.table.course, deal.number, finished)
