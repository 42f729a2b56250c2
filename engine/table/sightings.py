"""What the translation remembers of the cards that the camera has told, and what the table shows in public."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final

from kozyr.engine.acts import Played
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.observations import CardAppeared, Zone, ZoneKind
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import Question, Why
from kozyr.engine.view import Phase, PlayView, TableView


@dataclass(frozen=True, slots=True)
class Caution:
    """How careful the translation is. Times are of the pictures, not of the wall clock."""

    accept: float = 0.95
    """A reading of at least this probability is clear."""
    deck: frozenset[Card] = frozenset(DECK_32)
    """The cards of the game."""
    read_ms: int = 500
    """How long a doubtful reading may become better before somebody is asked."""
    order_ms: int = 1500
    """How long a card out of turn waits for the one that may have come before it, and is told later."""
    breath_ms: int = 500
    """Cards that came to rest within this time came together, where the moment of touching is not known."""
    exposed_ms: int = 700
    """How long cards exposed together are gathered."""
    exposed_single_ms: int = 1500
    """How long a single card outside the trick may be on its way into it."""
    swept_ms: int = 800
    """How long after a sweep cards may still be told that lay in it."""
    same_mm: float = 60.0
    """Two readings of one card this near to each other are one card."""
    hides_mm: float = 30.0
    """So near to the middle of another card one hides it: both seen, one of them is a wrong reading."""
    together_ms: int = 1000
    """Two readings that came from one edge within this time, near to each other, are of the one card laid."""
    found_ms: int = 5000
    """A card that was lost from sight is the one found near its place within this time."""
    choices: int = 6
    """The most cards offered."""


class Role(StrEnum):
    """What a card on the table has been taken for."""

    WAITING = "waiting"
    PLAY = "play"
    ASIDE = "aside"
    SHOWN = "shown"
    IGNORED = "ignored"


@dataclass(frozen=True, slots=True)
class Sighting:
    """A card that the camera has told."""

    track: int
    """The camera's number for it."""
    zone: Zone
    """Where it lies."""
    nearest: Seat
    """The edge it lies nearest to."""
    arrived_from: Seat | None
    """The edge it came from."""
    card: Card | None
    """Its likeliest reading."""
    confidence: float
    """Of that reading."""
    alternatives: tuple[tuple[Card, float], ...]
    """The likeliest readings, best first."""
    centre_mm: tuple[float, float]
    """Where its centre lies."""
    crop: str | None
    """The name of its picture."""
    at_ms: int
    """When it came to rest."""
    arrival_ms: int | None
    """When it touched the table, where that is known."""
    told_ms: int
    """When the camera told it."""
    role: Role = Role.WAITING
    """What it has been taken for."""
    seat: Seat | None = None
    """Whose it is, once decided."""
    trick: int | None = None
    """The number of the trick it was played to, or is asked about in."""
    question: int | None = None
    """The question asked about it."""
    gone_ms: int | None = None
    """When it left, None while it lies there."""
    taken_at: float = 1.0
    """How sure its reading was when a play was recorded by it."""
    moved_to: Zone | None = None
    """Where it lies now, when it was put there before it was understood."""
    reread: bool = False
    """True while a better reading has not been looked at."""
    dragged: bool = False
    """True for a lead that a sweep has dragged along; it waits a moment, for more of that trick may be back."""
    also: tuple[int, ...] = ()
    """Older numbers under which the camera tells it still: of a card that it has taken for two."""

    @property
    def order_ms(self) -> int:
        """Its place in time among the others."""
        return self.at_ms if self.arrival_ms is None else min(self.arrival_ms, self.at_ms)

    @property
    def in_trick(self) -> bool:
        """True for a card in the trick area."""
        return self.zone.kind is ZoneKind.TRICK

    @property
    def owner(self) -> Seat:
        """Whose a card outside the trick is."""
        return self.zone.edge or self.nearest


def sighting(seen: CardAppeared, told_ms: int) -> Sighting:
    """The memory of a card that has just been told."""
    return Sighting(
        seen.track, seen.zone, seen.nearest, seen.arrived_from, seen.card, seen.confidence,
        seen.alternatives or (((seen.card, seen.confidence),) if seen.card else ()),
        seen.centre_mm, seen.crop, seen.at_ms, seen.arrival_ms, told_ms,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sweep:
    """The trick area was emptied."""

    at_ms: int
    """When."""
    tracks: tuple[int, ...]
    """The cards that went."""
    crop: str | None = None
    """The name of the picture of the table before they went."""


@dataclass(frozen=True, slots=True)
class Memory:
    """All that the translation remembers between two observations."""

    caution: Caution = field(default_factory=Caution)
    """How careful it is."""
    cards: tuple[Sighting, ...] = ()
    """The cards told in this deal, in the order they were told."""
    questions: tuple[Question, ...] = ()
    """Asked and neither answered, withdrawn nor guessed."""
    guessed: tuple[Question, ...] = ()
    """Guessed, and still open to an answer."""
    sweep: Sweep | None = None
    """The last sweep, until it has been understood."""
    asked: int = 0
    """How many questions have been asked in the session."""
    deal: int = 0
    """The number of the deal that ``cards`` belong to."""
    eliminations: int = 0
    """How often cards of this deal have been looked for by elimination."""
    now_ms: int = 0
    """The latest time heard of."""
    contradicted: tuple[tuple[int, Card], ...] = ()
    """(Number of the question about the reading that contradicts it, 0 for none; card) of what was said of cards of
    this deal."""
    working: bool = True
    """False while the camera is lost."""
    back_ms: int | None = None
    """When it last came back."""

    @property
    def is_quiet(self) -> bool:
        """True when neither time nor a change of the table can bring anything: nothing waits to be understood."""
        waits = any(card.reread or card.role in (Role.WAITING, Role.ASIDE) for card in self.cards)
        return not waits and self.sweep is None and not self.questions and not self.contradicted

    def open_question(self, number: int | None) -> Question | None:
        """The question of that number while it is neither answered, withdrawn nor guessed."""
        return next((one for one in self.questions if one.number == number), None)

    def renumbered(self, card: Sighting, track: int) -> "Memory":
        """The same when the camera follows ``card`` under another number."""

        def moved(question: Question) -> Question:
            return replace(question, tracks=tuple(track if one == card.track else one for one in question.tracks))

        return replace(
            self,
            cards=tuple(replace(one, track=track) if one.track == card.track else one for one in self.cards),
            questions=tuple(map(moved, self.questions)),
            guessed=tuple(map(moved, self.guessed)),
        )

    def contradicting(self, number: int | None, *cards: Card | None) -> "Memory":
        """The same when a reading, asked about in question ``number``, cannot be right beside what was said of them."""
        pairs = tuple((number or 0, card) for card in cards if card is not None)
        return replace(self, contradicted=tuple(dict.fromkeys((*self.contradicted, *pairs))))

    def with_card(self, card: Sighting) -> "Memory":
        """The same with ``card`` in the place of the one with its number."""
        return replace(self, cards=tuple(card if one.track == card.track else one for one in self.cards))


TOWARD: Final = {Seat.S: (0.0, 1.0), Seat.W: (-1.0, 0.0), Seat.N: (0.0, -1.0), Seat.E: (1.0, 0.0)}
"""From the middle of the trick area to each edge."""
_IN_PLAY: Final = (Phase.AUCTION, Phase.PLAY)


@dataclass(frozen=True, slots=True)
class Shown:
    """What the translation needs of a table's view."""

    view: TableView
    """The view, with all closed tricks (the judge's)."""
    seats: tuple[Seat, ...]
    """The seats that lay a card to this trick, clockwise."""
    open_plays: tuple[PlayView, ...]
    """The plays of the trick that is not complete."""
    number: int
    """The number of the trick that the next card belongs to."""
    played: dict[Card, tuple[int, Seat]]
    """Card -> trick and seat, of every play of the deal."""
    plays: dict[tuple[int, Seat], PlayView]
    """Trick and seat -> play."""
    penalty: dict[Card, Seat]
    """Card -> seat, of the penalty cards."""
    doubted: dict[Card, Question]
    """Card -> the open question, of the plays that are only a guess of which card it was."""

    @property
    def expected(self) -> Seat | None:
        """Whose turn it is."""
        return self.view.expectation.seat

    @property
    def in_play(self) -> bool:
        """True while cards are played to tricks."""
        return self.view.phase is Phase.PLAY

    @property
    def with_hands(self) -> bool:
        """True while players hold cards that they must not show."""
        return self.view.phase in _IN_PLAY

    def nearest(self, card: Sighting) -> Seat:
        """The player that a card lies nearest to; the edge it lies at may be nobody's."""
        if card.owner in self.seats:
            return card.owner
        near = {seat: sum(a * b for a, b in zip(card.centre_mm, TOWARD[seat], strict=True)) for seat in self.seats}
        return max(near, key=lambda seat: near[seat])

    def open_with(self, card: Card | None) -> Seat | None:
        """The player whose open hand holds a card."""
        return next((row.seat for row in self.view.seats if card is not None and card in row.open_hand), None)

    def after(self, seat: Seat) -> Seat:
        """The next seat, clockwise."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def between(self, first: Seat, last: Seat) -> tuple[Seat, ...]:
        """The seats from ``first`` up to, and without, ``last``."""
        at = self.seats.index(first)
        turn = self.seats[at:] + self.seats[:at]
        return turn[: turn.index(last)]


ABOUT_WHICH: Final = (Why.UNREADABLE, Why.DOUBTFUL, Why.PLAYED_BEFORE, Why.IMPOSSIBLE)
"""The questions of which card it is."""


def shown(view: TableView, guessed: tuple[Question, ...] = ()) -> Shown:
    """The public state in the form in which observations are judged against it.

    ``guessed``: the open questions whose guesses have been recorded.
    """
    seats = view.expectation.players or tuple(row.seat for row in view.seats)
    closed = {trick.number for trick in view.tricks}
    is_open = view.trick is not None and view.trick.number not in closed and view.trick.winner is None
    tricks = (*view.tricks, view.trick) if view.trick and view.trick.number not in closed else view.tricks
    plays = {(trick.number, play.seat): play for trick in tricks for play in trick.plays}
    number = max((trick.number for trick in tricks), default=0) + (not is_open)
    return Shown(
        view=view,
        seats=seats,
        open_plays=view.trick.plays if view.trick and is_open else (),
        number=number,
        played={play.card: place for place, play in plays.items() if play.card},
        plays=plays,
        penalty={card: row.seat for row in view.seats for card in row.penalty_cards},
        doubted={
            act.card: question
            for question in guessed
            for act in question.guess.acts
            if question.why in ABOUT_WHICH
            and len(question.guess.acts) == 1
            and isinstance(act, Played)
            and act.card is not None
        },
    )


def near(one: Sighting, other: Sighting, within_mm: float) -> bool:
    """Whether the middles of two cards lie no further apart than that."""
    across, along = one.centre_mm[0] - other.centre_mm[0], one.centre_mm[1] - other.centre_mm[1]
    return across * across + along * along <= within_mm * within_mm
