"""Facts: what follows from the acts under the rules. Games return them; nothing else makes them."""

from dataclasses import dataclass

from kozyr.engine.cards import Card
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class AuctionEnded:
    """The bidding is over."""

    seq: int
    """The entry that ended it."""
    contract: str | None
    """In notation, or None when all passed."""
    declarer: Seat | None
    """Whose contract it is."""
    doubled: int
    """1, 2 after contra, 4 after recontra."""


@dataclass(frozen=True, slots=True)
class TrickWon:
    """A trick is complete."""

    seq: int
    """The entry that completed it."""
    number: int
    """1 for the first trick of the deal."""
    seat: Seat
    """Who won it."""
    cards: tuple[tuple[Seat, Card | None], ...]
    """The plays in order."""
    points: int
    """Its small points, the last trick's bonus included."""


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A finding: a proposal to the judge, never a sanction."""

    offence: Offence
    """What was done."""
    seat: Seat | None
    """By whom; None when only a group of seats can be named."""
    committed: int
    """The seq of the entry that broke the rule."""
    proved: int
    """The seq of the entry that proves it; the same one when illegal on its face."""
    certain: bool
    """False for a joint contradiction or a doubt that a person must settle."""
    law: str
    """The row of the penalty table: ``B-10``."""
    citation: str
    """``Репино 4.3.4``."""
    remedy: Remedy
    """What the row proposes."""
    cards: tuple[Card, ...] = ()
    """The cards that show it: the card played and the card that proves it, or the exposed cards."""
    deal: int = 0
    """The number of the deal."""
    trick: int | None = None
    """The number of the trick in which it was committed."""
    proved_trick: int | None = None
    """The number of the trick in which it was proved."""
    points: int | None = None
    """What the remedy costs where the row says so in numbers: the size of a fine."""
    column: str | None = None
    """Where a fine goes, in games whose score has columns: ``mountain``."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a deal's score."""

    side: str
    """Who gets it."""
    what: str
    """``contract``, ``tricks``, ``declarations``, ``opponents-declarations``, ``ruling``…"""
    value: int
    """In the points that the match is counted in."""


@dataclass(frozen=True, slots=True)
class DealScored:
    """A deal is over and has a result."""

    seq: int
    """The entry that ended it."""
    deal: int
    """Its number."""
    score: tuple[tuple[str, int], ...]
    """(side, what the deal gave)."""
    lines: tuple[ScoreLine, ...]
    """How the score came about; the lines of a side sum to its score."""
    bayt: tuple[str, ...] = ()
    """The sides in bayt or bayd."""


Fact = AuctionEnded | TrickWon | Irregularity | DealScored
"""Everything a game can find."""
