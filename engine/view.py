"""What an audience may see of a table: built by the game, shown by screens, overlay and protocol."""

from dataclasses import dataclass
from enum import StrEnum

from kozyr.engine.cards import Card, Suit
from kozyr.engine.facts import Irregularity, ScoreLine
from kozyr.engine.seats import Seat


class Audience(StrEnum):
    """For whom a view is built."""

    PLAYERS = "players"
    JUDGE = "judge"
    SPECTATORS = "spectators"


class Phase(StrEnum):
    """What the table is doing."""

    BEFORE_DEAL = "before-deal"
    AUCTION = "auction"
    PLAY = "play"
    DEAL_OVER = "deal-over"
    MATCH_OVER = "match-over"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What may come next: it ranks doubtful readings and fills the pads, and refuses nothing."""

    kinds: tuple[str, ...] = ()
    """Names of the act kinds that would be regular: ``Played``, ``Called``…"""
    seat: Seat | None = None
    """Whose turn it is."""
    calls: tuple[str, ...] = ()
    """The calls that would be legal for ``seat``, in notation, in pad order."""
    calls_out_of_turn: tuple[tuple[Seat, str], ...] = ()
    """Calls that are legal although it is another's turn: contra, capo from one hand."""
    declarations: tuple[str, ...] = ()
    """The kinds of declaration that may be named now: ``terz``, ``frame``…"""
    speakers: tuple[tuple[str, Seat], ...] = ()
    """(one of ``declarations``, the seat that alone may make it): a bela belongs to the card that was just laid."""
    with_next: tuple[str, ...] = ()
    """The kinds of declaration that ``seat`` may make with the card that it is about to lay: ``bela``."""
    playable: frozenset[Card] = frozenset()
    """Cards that may still be played by ``seat`` as far as the public can know (unseen and not held elsewhere)."""
    points_in_all: int = 0
    """Small points of the whole deal where its result may be entered by hand; 0 where no sum is known."""
    caller: Seat | None = None
    """Whose word it is where cards wait for calls that were not entered; ``calls`` are then legal for this seat."""
    turns_up: int = 0
    """How many cards that nobody holds are to be laid open now: a card in the middle is then one of these, no play."""
    turner: Seat | None = None
    """Whose hand lays them open; None where that is not settled."""
    takers: tuple[Seat, ...] = ()
    """Who may take into hand what lies turned up."""
    late_takers: tuple[Seat, ...] = ()
    """Who may have taken it before the first card, while that can still be put in: until the first trick is closed."""
    swap_card: Card | None = None
    """The card that must be given for it; None where nothing is given openly."""
    players: tuple[Seat, ...] = ()
    """Who lays a card to this trick, clockwise; empty where everybody at the table does."""
    showings: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    """(entry of a declaration, its cards): declarations that count only when their cards are shown now."""
    missed: tuple[tuple[int, tuple[Card, ...]], ...] = ()
    """(entry of a declaration, its cards): declarations that fell because they were not shown; it is too late now."""


@dataclass(frozen=True, slots=True)
class PlayView:
    """One card of a trick."""

    seq: int
    """Its entry, for corrections."""
    seat: Seat
    """Who laid it."""
    card: Card | None
    """None while unread."""
    irregular: bool = False
    """True when the judge's view has a finding about it (never set for players or spectators before a ruling)."""


@dataclass(frozen=True, slots=True)
class TrickView:
    """One trick."""

    number: int
    """From 1."""
    plays: tuple[PlayView, ...]
    """In order."""
    winner: Seat | None
    """None while it is open."""
    points: int = 0
    """Small points."""


@dataclass(frozen=True, slots=True)
class CallView:
    """One call."""

    seq: int
    """Its entry."""
    seat: Seat
    """Who made it."""
    call: str
    """In notation."""
    stands: bool = True
    """False for a call out of turn or an illegal one."""


class Amiss(StrEnum):
    """What a word that is said with a card lacks, as far as all at the table can see."""

    WAITS = "waits"
    """Its card is to be laid yet: it is neither right nor wrong."""
    SECOND_CARD = "second-card"
    """It is to be said with the second of its cards as well."""
    FIRST_CARD = "first-card"
    """It was not said with the first of its cards."""
    EARLY = "early"
    """It was said before another card than its own."""
    LATE = "late"
    """It was said after its card."""
    ABSENT = "absent"
    """There is none in this contract, or its cards are somebody else's."""


@dataclass(frozen=True, slots=True)
class DeclarationView:
    """One declaration."""

    seq: int
    """Its entry."""
    seat: Seat
    """Who made it."""
    declaration: str
    """In notation."""
    counts: bool | None = None
    """Whether it scores; None while that is open."""
    value: int = 0
    """What it is worth in match points."""
    unshown: bool = False
    """True when it would count but for its cards, which were not shown in time."""
    amiss: Amiss | None = None
    """Of a word said with a card: what it lacks so far, or why it counts for nothing."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """One place at the table."""

    seat: Seat
    """Which."""
    player: str
    """The player's name."""
    side: str
    """The side it scores for."""
    tricks: int = 0
    """Tricks won in this deal."""
    cards_left: int = 0
    """Cards still in hand."""
    penalty_cards: tuple[Card, ...] = ()
    """Face-up cards that must be played at the first legal chance."""
    roles: tuple[str, ...] = ()
    """``dealer``, ``declarer``, ``obliged``, ``first``, ``whister``, ``passer``, ``half-whister``."""
    letters: int = 0
    """Letters Б in this party."""
    open_hand: tuple[Card, ...] = ()
    """The cards of a hand that lies open for all to see and have not been played."""
    is_playing: bool = True
    """False for who sits out this deal."""


@dataclass(frozen=True, slots=True)
class SheetRow:
    """What one player has on a score sheet with columns: the pulka of Preferans."""

    side: str
    """Whose."""
    pool: int = 0
    """Points in the pool."""
    mountain: int = 0
    """Points in the mountain."""
    whists: tuple[tuple[str, int], ...] = ()
    """(other player, whists written on that player)."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that somebody asked for. The engine reads no time: who shows it counts from the entry's ``at_ms``."""

    seq: int
    """The entry that asked for it."""
    seat: Seat
    """Whose time-out it is, or whose move is waited for."""
    seconds: int
    """How long it runs."""
    is_waiting: bool = False
    """True while it starts only after the deal now played."""


@dataclass(frozen=True, slots=True)
class DealRow:
    """One line of the match table."""

    deal: int
    """Its number."""
    contract: str | None
    """In notation, None when nobody bid."""
    declarer: Seat | None
    """Whose contract."""
    doubled: int
    """1, 2 or 4."""
    score: tuple[tuple[str, int], ...]
    """(side, what the deal gave)."""
    total: tuple[tuple[str, int], ...]
    """(side, running total)."""
    bayt: tuple[str, ...] = ()
    """Sides in bayt or bayd."""
    points: tuple[tuple[str, int], ...] = ()
    """(side, small points in tricks)."""
    lines: tuple[ScoreLine, ...] = ()
    """How the score came about."""
    finished: bool = True
    """False for a deal still open or abandoned."""
    capo: bool = False
    """True for a capo contract."""
    sheet: tuple[SheetRow, ...] = ()
    """What the deal gave, in games whose score has columns; ``score`` and ``total`` are then empty."""
    annulled: bool = False
    """True for a deal that a ruling has annulled: nothing is scored but the fine."""
    redealt: str | None = None
    """Why it was dealt again: ``misdealt``, ``ruling``, ``four-sevens`` or ``four-passes``; None when it was not."""
    unshown: tuple[tuple[Seat, str], ...] = ()
    """(who made it, in notation): declarations that did not count because their cards were not shown in time."""


@dataclass(frozen=True, slots=True)
class TableView:
    """Everything a screen needs about one table."""

    audience: Audience
    """For whom."""
    game: str
    """``bazar-belot``…"""
    deal: int
    """The number of the current deal, 0 before the first."""
    phase: Phase
    """What the table is doing."""
    seats: tuple[SeatView, ...]
    """Clockwise."""
    expectation: Expectation
    """What may come next."""
    contract: str | None = None
    """In notation."""
    declarer: Seat | None = None
    """Whose contract."""
    doubled: int = 1
    """1, 2 or 4."""
    trump: Suit | None = None
    """None in no trumps, all trumps and before the auction ends."""
    calls: tuple[CallView, ...] = ()
    """The auction so far."""
    declarations: tuple[DeclarationView, ...] = ()
    """The declarations of this deal."""
    trick: TrickView | None = None
    """The open trick (or the complete one that still lies)."""
    tricks: tuple[TrickView, ...] = ()
    """Closed tricks: for players the last one only, for the judge and spectators all."""
    points: tuple[tuple[str, int], ...] = ()
    """(side, small points taken in this deal)."""
    score: tuple[tuple[str, int], ...] = ()
    """(side, running match score)."""
    rows: tuple[DealRow, ...] = ()
    """The match table."""
    findings: tuple[Irregularity, ...] = ()
    """For the judge: what is to be ruled on. For others: only what was accepted."""
    winner: str | None = None
    """The side that has won the match."""
    format: str | None = None
    """How it is played, where a game has several ways: ``2x2``, ``3``."""
    turned_up: tuple[Card, ...] = ()
    """The shown card, the talon, the talon card of this trick."""
    stage: str | None = None
    """What the auction or the play waits for, in games with more of it than calls: ``talon``, ``order``, ``whist``,
    ``swap``…"""
    sheet: tuple[SheetRow, ...] = ()
    """The running score sheet, in games whose score has columns."""
    settlement: tuple[tuple[str, int], ...] = ()
    """(side, whists as things stand)."""
    meeting: tuple[tuple[str, int], ...] = ()
    """(side, parties won)."""
    record: tuple[tuple[str, int], ...] = ()
    """(side, what is written down) where it differs from the points."""
    pot: int = 0
    """Points of a deferred bayd that wait for the next deal."""
    raspasy: int = 0
    """How many deals of raspasy have been played in a row: the next costs and the exit depend on it."""
    clock: Clock | None = None
    """A clock that runs or waits."""

    @property
    def turn(self) -> Seat | None:
        """Whose word or card is waited for: who is asked for a word goes before who then lays the first card."""
        expected = self.expectation
        return expected.caller or expected.seat if self.phase is Phase.AUCTION else expected.seat
