"""What a game is to the rest of Kozyr: a pure transition with views and a report."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeVar

from kozyr.engine.acts import Act, Decision
from kozyr.engine.cards import Card, Rank
from kozyr.engine.facts import Fact, Irregularity
from kozyr.engine.laws import Law
from kozyr.engine.rulebook import Rule
from kozyr.engine.seats import Seat, Seating
from kozyr.engine.table.log import Header
from kozyr.engine.view import Audience, DealRow, SheetRow, TableView


class Naming(StrEnum):
    """What the word of a declaration is followed by in notation."""

    CARD = "card"
    """Its top card: ``terz KH``."""
    RANK = "rank"
    """A rank: ``frame J``."""
    SUIT = "suit"
    """A suit where no trump says which, else nothing: ``bela H``, ``bela``."""


@dataclass(frozen=True, slots=True)
class DeclarationKind:
    """A kind of declaration, for the pads."""

    name: str
    """In notation: ``terz``, ``frame``, ``bela``."""
    naming: Naming
    """What follows the word."""
    tops: tuple[Rank, ...] = ()
    """The ranks that may be named, in pad order; empty for a suit."""


@dataclass(frozen=True, slots=True)
class RulingRow:
    """One decision of the judge, for the protocol."""

    seq: int
    """Its entry."""
    deal: int
    """The number of the deal it concerns."""
    law: str
    """The row it rests on."""
    offence: str
    """As the judge named it."""
    seat: Seat
    """The offender."""
    committed: int | None
    """The seq of the entry that broke the rule."""
    decision: Decision
    """Accepted, dismissed or another remedy."""
    remedy: str | None
    """What it does, in notation; None when dismissed."""
    points: int | None = None
    """The size of a fine."""
    why: str | None = None
    """The judge's reason."""
    column: str | None = None
    """The column of a fine, in games whose score has columns."""


@dataclass(frozen=True, slots=True)
class ReportDoubt:
    """Something that keeps a deal from being scored, or that a person should look at."""

    deal: int
    """The number of the deal."""
    what: str
    """``cards-missing``, ``no-contract``, ``tally-does-not-add-up``, ``claim-leaves-tricks-open``,
    ``claim-not-tried``, ``ruling-without-entry``, ``deal-abandoned``, ``dealer-out-of-order``,
    ``defence-unknown``, ``tricks-unknown``, ``talon-unseen``, ``timeout-used-up``,
    ``timeout-before-first-deal``."""
    seq: int | None = None
    """The entry it is about, when there is one."""
    cards: tuple[Card, ...] = ()
    """The cards it is about: of ``cards-missing``, those that nobody has seen."""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match or party that is over."""

    score: tuple[tuple[str, int], ...]
    """(side, its total)."""
    winner: str | None
    """The side that won."""
    deals: tuple[int, int]
    """The numbers of its first and last deal."""
    record: tuple[tuple[str, int], ...] = ()
    """(side, what is written down as the result) where the rules want other figures than the points: ``501:500``."""
    meeting_winner: str | None = None
    """The side that this party has made winner of a meeting; None while the meeting went on."""


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a log so far: what ``kozyr check`` prints and protocols are drawn from."""

    deals: tuple[DealRow, ...]
    """All deals begun, in order."""
    match_score: tuple[tuple[str, int], ...]
    """(side, running total of the current match)."""
    winner: str | None
    """The side that has won."""
    irregularities: tuple[Irregularity, ...]
    """All findings of the log, in order of proof, ruled on or not; what the judge has dismissed is in ``rulings``."""
    parties: tuple[MatchRow, ...] = ()
    """Matches that were over before the current one began."""
    rulings: tuple[RulingRow, ...] = ()
    """All decisions of the judge, in order."""
    doubts: tuple[ReportDoubt, ...] = ()
    """What is in doubt."""
    annulled: bool = False
    """True when a ruling has annulled the result of the current match."""
    record: tuple[tuple[str, int], ...] = ()
    """(side, what is written down as the result) where the rules want other figures than the points: ``501:500``."""
    meeting: tuple[tuple[str, int], ...] = ()
    """(side, parties won) where a meeting consists of parties; empty where it does not."""
    meeting_winner: str | None = None
    """The side that has won the current meeting; earlier ones are told in ``parties``."""
    sheet: tuple[SheetRow, ...] = ()
    """The running score sheet, in games whose score has columns; ``match_score`` is then empty."""
    settlement: tuple[tuple[str, int], ...] = ()
    """(side, final whists as things stand); it sums to zero. Empty where there is no settlement."""
    pot: int = 0
    """Points of a deferred bayd that wait for the next deal."""
    protocol: str | None = None
    """How the meeting's protocol is drawn: ``digit`` or ``schematic``; None where there is one way only."""


State = TypeVar("State")


class Game(Protocol[State]):
    """A rule set as pure functions. States are immutable; nothing here reads a clock, a file or a random number."""

    name: str
    """``bazar-belot``."""
    variants: tuple[str, ...]
    """Its editions, the usual one first."""
    formats: tuple[str, ...]
    """How it can be played, the usual one first: ``2x2``…, or by the number of players: ``4``."""
    targets: tuple[int, ...]
    """To how many points a party goes, the usual number first; empty where that is no field of the header."""
    judge_deals: bool
    """True where the judge deals and a player holds a token: a ``Dealt`` then names ``obliged`` and no dealer."""
    laws: Mapping[str, Law]
    """Penalty rows by id."""
    rulebook: tuple[Rule, ...]
    """Every rule with its source, by chapters."""
    choices: Mapping[str, tuple[object, ...]]
    """The values of the options that may have only some, by path; of a list's words under ``path[]``."""
    declarations: tuple[DeclarationKind, ...]
    """Every kind of declaration, in pad order; empty in a game without."""
    after_a_card: frozenset[str]
    """Kinds of declaration that are said with a card and follow its ``Played`` at once: ``bela``."""

    def seating(self, format: str) -> Seating:
        """Seats and sides of a new match. Raises LogFormatError for a format that the game does not have."""
        ...

    def options(self, header: Header) -> Mapping[str, object]:
        """Every option in force by its path, in the order of the registry. Raises LogFormatError as ``start``."""
        ...

    def laws_in_force(self, header: Header) -> Mapping[str, Law]:
        """The penalty rows as this header has them, what they propose first. Raises LogFormatError as ``start``."""
        ...

    def start(self, header: Header) -> State:
        """The state before the first deal. Raises LogFormatError for an unknown variant, option or seating."""
        ...

    def step(self, state: State, seq: int, act: Act) -> tuple[State, tuple[Fact, ...]]:
        """The state after ``act`` and what follows from it.

        Raises ImpossibleAct for what cannot have happened, LogFormatError for a call or declaration that is not in
        this game's notation; the state given stays as it was.
        """
        ...

    def view(self, state: State, audience: Audience) -> TableView:
        """The table as ``audience`` may see it."""
        ...

    def report(self, state: State) -> Report:
        """Deals, match and findings so far."""
        ...
