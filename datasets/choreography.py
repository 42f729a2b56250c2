"""A deal as a timeline: which card and which arm is where at every moment, and what happened when."""

from dataclasses import dataclass

from kozyr.datasets.deals import Lay
from kozyr.datasets.motion import Pose, Track
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat


@dataclass(frozen=True, slots=True)
class CardTrack:
    """One card's way through the deal."""

    card: Card
    track: Track


@dataclass(frozen=True, slots=True)
class ArmTrack:
    """One visit of an arm."""

    seat: Seat
    track: Track
    shadow_only: bool = False
    """True when only the arm's shadow falls on the table."""


@dataclass(frozen=True, slots=True)
class Landing:
    """A card laid into the trick area."""

    lay: Lay
    still_s: float
    """The card lies still from here on."""
    clear_s: float
    """The arm that laid it has left the picture."""


@dataclass(frozen=True, slots=True)
class Collection:
    """A trick taken away."""

    trick: int
    winner: Seat
    start_s: float
    """First movement of a card."""
    end_s: float
    """The cards lie still on the pile."""
    pile: Pose


@dataclass(frozen=True, slots=True)
class Incident:
    """Something else that happened: ``exposed``, ``empty_hand``, ``shadow``, ``nudge``, ``aside``."""

    kind: str
    seat: Seat
    start_s: float
    end_s: float
    cards: tuple[Card, ...] = ()
    trick: int = 0


@dataclass(frozen=True, slots=True)
class Habits:
    """How the players of one table behave; all times in seconds."""

    think_s: tuple[float, float] = (0.1, 0.9)
    """Pause before a card."""
    approach_s: tuple[float, float] = (0.45, 0.75)
    """Arm coming in."""
    press_s: tuple[float, float] = (0.08, 0.3)
    """Hand resting on the card it laid."""
    leave_s: tuple[float, float] = (0.36, 0.55)
    """Arm going out."""
    look_s: tuple[float, float] = (0.5, 1.2)
    """Pause between the fourth card and the sweep."""
    sweep: float = 1.0
    """Slowness of sweeps: 1.0 is about 2.2 s from the arm's entry to its leaving."""
    toss: float = 0.2
    """Share of cards let go early, which slide on by themselves."""
    nudge: float = 0.12
    """Share of landings that push a card already lying there."""
    rush: float = 0.04
    """Share of cards that land within half a second of the one before."""
    turn_deg: float = 11.0
    """Spread of the cards' angles in the trick."""


@dataclass(frozen=True, slots=True)
class Room:
    """What the camera sees of the table, and where things may lie."""

    half_mm: tuple[float, float]
    """Half width and half height of the visible table."""
    pile_sides: tuple[tuple[Seat, int], ...]
    """For each seat +1 when its pile lies at its right hand, -1 for the left."""

    def edge(self, seat: Seat) -> float:
        """Distance from the origin to the picture's edge on a seat's side."""
        return self.half_mm[1 if seat in (Seat.S, Seat.N) else 0]

    def pile_side(self, seat: Seat) -> int:
        """+1 right hand, -1 left hand."""
        return dict(self.pile_sides)[seat]


@dataclass(frozen=True, slots=True)
class Choreography:
    """Everything that moves, and the truth about it."""

    cards: tuple[CardTrack, ...]
    arms: tuple[ArmTrack, ...]
    landings: tuple[Landing, ...]
    collections: tuple[Collection, ...]
    incidents: tuple[Incident, ...]
    end_s: float


@dataclass(frozen=True, slots=True)
class Extras:
    """Which incidents to stage beside the cards themselves."""

    exposed_before: int | None = None
    """Two cards are exposed before this trick."""
    empty_hands: int = 1
    """How many times a hand comes without a card."""
    shadows: int = 1
    """How many times only an arm's shadow falls on the table."""
    aside: bool = True
    """A card out of turn is pulled back before its owner; otherwise it stays in the trick until its turn."""
    start_s: float = 1.2
    """When the first arm may come in."""
    pauses: tuple[tuple[int, float], ...] = ()
    """(number of the lay counted from 0, seconds): time for something to be said before that card."""
