"""What the translation of observations hands on: acts it is sure of, questions it is not, questions that fell away."""

from dataclasses import dataclass
from enum import StrEnum

from kozyr.engine.acts import Act
from kozyr.engine.seats import Seat


class Why(StrEnum):
    """Why a question is asked: a key that ui/locale words (``question.<key>``) and that an unanswered guess keeps."""

    UNREADABLE = "unreadable"
    """A card lies there and cannot be read."""
    DOUBTFUL = "doubtful"
    """Its reading is not sure enough."""
    PLAYED_BEFORE = "played-before"
    """It reads as a card that was played already in this deal."""
    IMPOSSIBLE = "impossible"
    """It reads as a card that this seat cannot hold, or that is not in the deck."""
    IRREGULAR = "irregular"
    """The card is clear, and the rules would find fault with it or with an earlier play: is it really this card?"""
    OUT_OF_TURN = "out-of-turn"
    """A card lies there from a seat whose turn it is not: out of turn, or was another card missed?"""
    ORDER = "order"
    """Two cards came in one breath: who was first?"""
    WHO = "who"
    """It came from one edge and lies at another: whose is it?"""
    REPLACED = "replaced"
    """A seat that has played to this trick laid another card: taken back and replaced, or out of turn?"""
    MISSED = "missed"
    """The trick was swept up before the camera saw all its cards."""
    REREAD = "reread"
    """A card that was taken as one now clearly reads as another."""
    CONTRADICTED = "contradicted"
    """Never asked: what was clear is stated once more as a guess, for a later reading cannot be right beside it."""
    EXPOSED = "exposed"
    """Face-up cards lie outside the trick."""
    SWAPPED = "swapped"
    """A card that may be given for the shown one lies in its place: was it given, or led?"""
    AUCTION_OPEN = "auction-open"
    """A card lies in the trick area while the auction is not over."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One possible answer."""

    acts: tuple[Act, ...]
    """What to record, in order; empty when nothing happened."""
    confidence: float = 0.0
    """How likely it is, 0 to 1, where that is known."""
    replaces: int | None = None
    """The entry that the first act replaces."""
    before: int | None = None
    """The entry before which the acts go."""


NOTHING = Choice(())
"""The answer that nothing was played or shown, or that all is right as it stands."""


@dataclass(frozen=True, slots=True)
class Question:
    """A doubt, for a person to settle."""

    number: int
    """Its number in the session, from 1."""
    at_ms: int
    """When what it is about happened."""
    why: Why
    """What is asked."""
    seat: Seat | None
    """Whose card it is about."""
    guess: Choice
    """The best guess; recorded, marked with ``why``, when the table moves on before anybody answers."""
    choices: tuple[Choice, ...]
    """The likely answers, best first; the last one is that nothing happened."""
    crops: tuple[str, ...] = ()
    """The names of the saved pictures that show it."""
    tracks: tuple[int, ...] = ()
    """The cards it is about, by the camera's numbers."""

    @property
    def act(self) -> Act | None:
        """The first act of the best guess."""
        return self.guess.acts[0] if self.guess.acts else None


@dataclass(frozen=True, slots=True)
class Proposal:
    """An act to record."""

    act: Act
    """What happened."""
    at_ms: int
    """When."""
    confidence: float
    """0 to 1."""
    crop: str | None = None
    """The name of the saved picture."""
    replaces: int | None = None
    """The entry it corrects."""
    before: int | None = None
    """The entry it goes before."""
    question: int | None = None
    """The number of the open question whose guess this is; it stays open and an answer corrects the entry."""
    why: Why | None = None
    """Of a guess, what is asked."""


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """A question that needs no answer any more."""

    number: int
    """Its number."""


Said = Proposal | Question | Withdrawn
"""Everything that interpreting an observation can give."""
