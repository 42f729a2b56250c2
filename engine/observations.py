"""What a camera can state: cards and places, never seats' rights or plays.

Places are named after the table's four edges, which carry the seats' letters once a calibration says which edge is S.
"""

from dataclasses import dataclass
from enum import StrEnum

from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat


class ZoneKind(StrEnum):
    """What kind of place on the table."""

    TRICK = "trick"
    FRONT = "front"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table."""

    kind: ZoneKind
    """The trick area in the middle, the strip in front of an edge, or anywhere else."""
    edge: Seat | None = None
    """The edge a FRONT zone belongs to."""


@dataclass(frozen=True, slots=True)
class CardAppeared:
    """A card has come to rest face-up (or face-down, unread)."""

    at_ms: int
    """When it came to rest."""
    track: int
    """The number under which the camera follows this card."""
    zone: Zone
    """Where it lies."""
    nearest: Seat
    """The edge it lies nearest to, seen from the middle of the trick area."""
    arrived_from: Seat | None
    """The edge the hand or card came from, or None when it was not seen coming."""
    card: Card | None
    """The likeliest card; None when it cannot be read or lies face-down."""
    confidence: float
    """Calibrated probability of ``card``, 0 to 1."""
    alternatives: tuple[tuple[Card, float], ...]
    """The likeliest cards with their probabilities, best first."""
    centre_mm: tuple[float, float]
    """Its centre on the table plane, origin in the middle of the trick area, x to E, y to S."""
    crop: str | None = None
    """The name of the saved picture of it."""
    arrival_ms: int | None = None
    """When it first touched the table, for the order of two cards that came together."""


@dataclass(frozen=True, slots=True)
class CardReread:
    """A card that lies on the table has been read better (a hand withdrew, glare passed)."""

    at_ms: int
    """When."""
    track: int
    """The number of the card."""
    card: Card
    """What it is now read as."""
    confidence: float
    """Calibrated probability, 0 to 1."""
    alternatives: tuple[tuple[Card, float], ...]
    """The likeliest cards, best first."""
    crop: str | None = None
    """The name of the saved picture."""


@dataclass(frozen=True, slots=True)
class CardLeft:
    """A card that lay on the table is gone."""

    at_ms: int
    """When it was last seen."""
    track: int
    """Its number."""
    zone: Zone
    """Where it had lain."""
    card: Card | None
    """What it had been read as."""


@dataclass(frozen=True, slots=True)
class ZoneCleared:
    """All cards of a zone went together: a trick was swept up."""

    at_ms: int
    """When the last of them was gone."""
    zone: Zone
    """Which zone."""
    toward: Seat | None
    """The edge they went to, or None when it was not seen."""
    tracks: tuple[int, ...]
    """The cards that went."""
    crop: str | None = None
    """The name of the saved picture of the table before they went."""


@dataclass(frozen=True, slots=True)
class CameraChanged:
    """The camera was lost or came back."""

    at_ms: int
    """When it was noticed."""
    working: bool
    """True when pictures come again."""
    why: str
    """``frozen``, ``gone``, ``absent``, ``resized``, ``dark``, ``blank``, ``moved``, ``off-centre``, ``back``: a key
    that ui/locale words."""


Observation = CardAppeared | CardReread | CardLeft | ZoneCleared | CameraChanged
"""Everything a camera can state."""
