"""Acts: what people at the table did, legal or not. The closed union ``Act`` is all that a log can hold.

Field names and order are those of docs/log-format.md; calls and declarations stay in notation here and are
understood by the game they belong to.
"""

from dataclasses import dataclass
from enum import StrEnum

from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Dealt:
    """A deal begins; every ``Dealt`` is a deal of its own number, redeals included."""

    dealer: Seat | None = None
    """Who deals; None when the judge does."""
    obliged: Seat | None = None
    """The token holder of Debertz."""
    hands: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    """The full hands at the start of play, of the seats for which they are known."""


@dataclass(frozen=True, slots=True)
class TurnedUp:
    """A card shown to all: the shown card of Debertz, the talon of Preferans."""

    cards: tuple[Card, ...]
    """In the order they were shown."""


@dataclass(frozen=True, slots=True)
class Called:
    """Anything said in the auction."""

    seat: Seat
    """Who said it."""
    call: str
    """In notation: ``14S``, ``pass``, ``contra``, ``25S capo``."""


@dataclass(frozen=True, slots=True)
class Exchanged:
    """Cards taken and given back: the seven swap, the talon and the discards."""

    seat: Seat
    """Who exchanged."""
    taken: tuple[Card, ...] | int
    """The cards taken, or their number when unseen."""
    given: tuple[Card, ...] | int
    """The cards given, or their number when unseen."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A combination or construction named aloud."""

    seat: Seat
    """Who named it."""
    declaration: str
    """In notation: ``terz KH``, ``frame J``, ``bela``."""


@dataclass(frozen=True, slots=True)
class Revealed:
    """Cards shown to all and kept: a shown combination, an open hand."""

    seat: Seat
    """Whose cards they are."""
    cards: tuple[Card, ...]
    """The cards shown; those already played may be left out."""


@dataclass(frozen=True, slots=True)
class Played:
    """A card laid to the trick."""

    seat: Seat
    """Who laid it."""
    card: Card | None
    """The card, or None while nobody can say which one it was."""


@dataclass(frozen=True, slots=True)
class Exposed:
    """Cards lying face-up outside the trick."""

    seat: Seat
    """Whose cards they are."""
    cards: tuple[Card, ...]
    """What could be seen."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """ "The rest are mine"."""

    seat: Seat
    """Who claims."""
    tricks: int
    """How many of the remaining tricks."""


@dataclass(frozen=True, slots=True)
class Misdealt:
    """The deal was wrong and ends without play."""

    reason: str
    """What was wrong, in the words of whoever entered it."""
    offender: Seat | None = None
    """Who dealt wrongly, when it matters."""


@dataclass(frozen=True, slots=True)
class TimeoutTaken:
    """A time-out asked for."""

    seat: Seat
    """Who asked."""


@dataclass(frozen=True, slots=True)
class TimeExpired:
    """A clock ran out on a seat."""

    seat: Seat
    """Whose time it was."""


@dataclass(frozen=True, slots=True)
class Tallied:
    """The result of the play entered by hand instead of card by card."""

    points: tuple[tuple[str, int], ...] = ()
    """(side, small points in tricks with the last trick's 10)."""
    tricks: tuple[tuple[str, int], ...] = ()
    """(side, number of tricks)."""


class Decision(StrEnum):
    """What the judge decided about a finding."""

    ACCEPTED = "accepted"
    DISMISSED = "dismissed"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Ruled:
    """The judge decides; no remedy changes a score before this."""

    offence: str
    """The offence's name in notation: ``revoke``, ``out-of-turn``…"""
    seat: Seat
    """The offender."""
    committed: int | None
    """The seq of the entry that broke the rule; None for what no log line shows."""
    decision: Decision
    """Accepted, dismissed, or another remedy."""
    remedy: str | None = None
    """The remedy in notation, for ``accepted`` the law's own when left out."""
    why: str | None = None
    """The judge's reason."""
    points: int | None = None
    """The size of a ``fine``."""
    column: str | None = None
    """The Preferans column of a ``fine``: ``pool``, ``mountain`` or ``whists``."""


Act = (
    Dealt | TurnedUp | Called | Exchanged | Declared | Revealed | Played | Exposed | Claimed | Misdealt
    | TimeoutTaken | TimeExpired | Tallied | Ruled
)  # fmt: skip
"""Everything a log can hold. Match on it with ``assert_never``."""
