"""The state of a Preferans table: immutable records, each deal with everything its score depends on."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from kozyr.engine.acts import Act, Claimed, Dealt, Ruled, Tallied
from kozyr.engine.cardplay import CardPlay, Holdings
from kozyr.engine.cards import Card
from kozyr.engine.docket import Docket
from kozyr.engine.games.preferans.auction import Auction, Bid
from kozyr.engine.games.preferans.defence import Defence
from kozyr.engine.games.preferans.play import PreferansConduct
from kozyr.engine.games.preferans.raspasy import cost
from kozyr.engine.games.preferans.rules import Rules
from kozyr.engine.games.preferans.score import Ending, Outcome
from kozyr.engine.games.preferans.score import Table as Players
from kozyr.engine.games.preferans.sheet import Changes, Sheet
from kozyr.engine.laws import Remedy
from kozyr.engine.records import renewable
from kozyr.engine.seats import Seat, Seating
from kozyr.engine.view import CallView


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a log."""

    rules: Rules
    """The options of the table."""
    seating: Seating
    """Seats clockwise; everybody scores alone."""
    order: Seating
    """Seats in order of turn, which is not clockwise when the option ``direction`` says so."""
    players: tuple[tuple[Seat, str], ...]
    """(seat, the player's name)."""


class DoubtKind(StrEnum):
    """Why a deal cannot be scored, or something in it cannot be trusted."""

    CARDS_MISSING = "cards-missing"
    NO_CONTRACT = "no-contract"
    DEFENCE = "defence-unknown"
    TRICKS = "tricks-unknown"
    TALON = "talon-unseen"
    TALLY = "tally-does-not-add-up"
    CLAIM = "claim-leaves-tricks-open"
    NOT_TRIED = "claim-not-tried"
    RULING = "ruling-without-entry"
    ABANDONED = "deal-abandoned"
    DEALER = "dealer-out-of-order"


@dataclass(frozen=True, slots=True)
class Played:
    """What a deal has come to before the sheet is written: pools are not closed yet."""

    how: Outcome | None
    """How it ended; None for a misdeal and for a deal annulled."""
    changes: Changes
    """What it writes, fines last."""
    fines: Changes
    """The fines among them."""
    annulled: bool = False
    """True when a ruling has annulled it."""
    ending: Ending | None = None
    """How the declarer's game ended."""


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """What a deal has come to by now."""

    result: Played | None
    """None while it is open or in doubt."""
    tricks: tuple[tuple[str, int], ...]
    """(side, tricks won)."""
    doubt: DoubtKind | None = None
    """Why there is no score."""
    cards: tuple[Card, ...] = ()
    """The cards that doubt is about."""
    fines: Changes = ()
    """What rulings write although there is no result."""


class Standing(NamedTuple):
    """Where the table stands between two deals."""

    sheet: Sheet
    """The running sheet."""
    k: int = 0
    """Raspasy deals in a row."""
    dealer: Seat | None = None
    """Who deals next; None where nobody can say: before the first deal, after one without a result."""
    misdealt_by: tuple[Seat, ...] = ()
    """Who dealt wrongly in the misdeals just before, in order."""
    is_sure: bool = True
    """Whether ``k`` is certain; not after a deal without a result that may have begun or ended raspasy."""


class Waiting(NamedTuple):
    """ "Время!": somebody's move is waited for."""

    seq: int
    """The entry from which the half minute counts."""
    seat: Seat
    """Whose move it is."""
    is_free: bool
    """True during the first half minute, which costs nothing."""


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
    dealer: Seat
    """Who dealt."""
    before: Standing
    """Where the table stood."""
    hands: tuple[Seat, ...]
    """The three who hold cards, in order of turn from the first hand."""
    sitting: Seat | None
    """The dealer of four, who sits out; None at a table of three."""
    written: Holdings
    """The hands known from the start."""
    auction: Auction
    """Of the calls that stand."""
    calls: tuple[CallView, ...] = ()
    """All calls."""
    talon: tuple[Card | None, ...] = ()
    """The talon as it was turned up; in raspasy of three None for a card that nobody saw."""
    is_exchanged: bool = False
    """Whether the declarer has discarded."""
    holds_twelve: int | None = None
    """The entry by which the declarer took the talon without discarding."""
    given: frozenset[Card] = frozenset()
    """The discards, as far as seen."""
    order: Bid | None = None
    """The game ordered."""
    order_seq: int = 0
    """The entry of the order."""
    is_returned: bool = False
    """Whether the talon went back to the dealer's face."""
    is_given_up: bool = False
    """"Without three"."""
    defence: Defence | None = None
    """The words of the defence; None before the order, in a misère and in raspasy."""
    style: str | None = None
    """``open`` or ``closed``, as the single whister said."""
    writes_off: bool | None = None
    """Whether the declarer's surplus is written off his own mountain; None while he has not said."""
    conduct: PreferansConduct | None = None
    """How it is played; None until the game is known."""
    play: CardPlay = CardPlay()
    """The cards on the table."""
    open_hands: Holdings = ()
    """(seat, the cards it has laid open)."""
    is_told_late: bool = False
    """True when cards were played before the calls were entered: nothing is said of their order."""
    waiting: Waiting | None = None
    """"Время!"."""
    claim: Claimed | None = None
    """The claim in force."""
    tally: Tallied | None = None
    """The result entered by hand."""
    misdealt: Seat | None = None
    """Who dealt wrongly; the deal is then over."""
    docket: Docket = Docket()
    """Findings and rulings."""
    acts: tuple[tuple[int, Act], ...] = ()
    """Everything that happened in it, for a ruling that changes its course; of the current deal, in ``State.acts``."""
    outcome: DealOutcome | None = None
    """What it has come to; None while nothing has ended it."""

    @property
    def is_raspasy(self) -> bool:
        """Whether everybody has passed."""
        return self.auction.is_raspasy

    @property
    def is_misere(self) -> bool:
        """Whether a misère is played."""
        return self.auction.is_over and self.auction.best is not None and self.auction.best.is_misere

    @property
    def declarer(self) -> Seat | None:
        """Whose game it is; None until the bidding is over, and in raspasy."""
        return self.auction.bidder if self.auction.is_over else None

    @property
    def contract(self) -> str | None:
        """The game in notation: the order, ``misere``, ``raspasy``; None until it is known."""
        if self.is_raspasy:
            return "raspasy"
        if self.is_misere:
            return "misere"
        game = self.order or (self.auction.best if self.is_given_up else None)
        return game.call if game is not None else None

    @property
    def is_divided(self) -> bool:
        """Whether the defenders have begun to speak, or a card lies."""
        begun = self.play.trick or self.play.tricks or self.tally
        return bool(begun) or (self.defence is not None and self.defence.has_begun)

    @property
    def whisters(self) -> tuple[Seat, ...]:
        """Who whists, in the order of their words."""
        return self.defence.whisters if self.defence is not None else ()

    @property
    def defenders(self) -> tuple[Seat, ...]:
        """The two who play against the declarer, in order of turn from him; empty without one."""
        if self.declarer is None:
            return ()
        at = self.hands.index(self.declarer)
        return self.hands[at + 1 :] + self.hands[:at]

    @property
    def players(self) -> Players:
        """Who takes part, for the score."""
        return Players(self.hands, self.sitting)

    @property
    def has_result(self) -> bool:
        """Whether it has a result."""
        return self.outcome is not None and self.outcome.result is not None

    @property
    def trick_number(self) -> int:
        """The number of the trick being played, 0 before the play."""
        return self.play.trick_number

    def price(self, table: Table) -> int:
        """What a trick costs if this deal is raspasy."""
        return cost(self.before.k, len(table.order.seats), table.rules)

    def value(self, rules: Rules) -> int:
        """The value of the game ordered; of a game not yet ordered, of the bid; 0 in raspasy."""
        game = self.order or self.auction.best
        if game is None:
            return 0
        return rules.value.misere if game.is_misere else rules.value.of(game.level)


@renewable
class State(NamedTuple):
    """A table of Preferans."""

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
    latest: int = 0
    """The highest entry among the acts of all deals: a later Dealt with a lower one stands in a corrected log."""

    @property
    def deals(self) -> tuple[Deal, ...]:
        """All deals, in order."""
        return self.past if self.deal is None else (*self.past, self.deal)


ENDS_WITHOUT_RESULT: Final = (Remedy.ANNUL, Remedy.REDEAL)
"""Remedies after which nothing of a deal counts but fines."""
FINING: Final = (Remedy.FINE, Remedy.ANNUL, Remedy.PENALTY_CARD)
"""Remedies that carry the points proposed with them."""
