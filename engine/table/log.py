"""The log of one table: a header and entries, append-only, the only truth."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from kozyr.engine.acts import Act
from kozyr.engine.seats import Seat, Seating

UNDONE: Final = "undo"
"""Why a line is there: a step back at a screen. It states again what an earlier line of its place stated."""
REDONE: Final = "redo"
"""Why a line is there: a step forward again."""


class Source(StrEnum):
    """Who stated an entry."""

    CAMERA = "camera"
    TOUCH = "touch"
    JUDGE = "judge"


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a log."""

    game: str
    """``bazar-belot``, ``debertz``, ``preferans``."""
    variant: str
    """``repino-2013``, ``fdu-uk``…"""
    seating: Seating
    """Seats and sides."""
    players: tuple[tuple[Seat, str], ...]
    """(seat, the player's name)."""
    started: str
    """Wall-clock start, ISO 8601, UTC."""
    rules: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    """What differs from the variant; nested mappings are merged key by key."""
    extra: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    """Header fields of a game of its own: Debertz ``format`` and ``target``."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log."""

    seq: int
    """Its number, from 1, rising."""
    at_ms: int
    """Milliseconds from the session's start."""
    source: Source
    """Who stated it."""
    act: Act | None
    """What happened; None only in a correction that takes an entry back."""
    confidence: float | None = None
    """Of a camera entry, 0 to 1."""
    replaces: int | None = None
    """The seq of the entry this one corrects."""
    before: int | None = None
    """The seq of the entry this one is inserted before."""
    by: str | None = None
    """Who entered it."""
    why: str | None = None
    """Why, for a correction or a doubt."""
    crop: str | None = None
    """The name of the saved picture."""

    @property
    def is_guess(self) -> bool:
        """Whether it records the best guess at a question of the camera that nobody had answered."""
        return self.source is Source.CAMERA and self.why is not None


class Step(NamedTuple):
    """One effective act after all corrections. A named tuple, for there is one a card and it is made twice as fast."""

    seq: int
    """The entry that states it: of a corrected act, the correcting entry."""
    at_ms: int
    """When it happened: of a corrected act, the time of the entry first made."""
    act: Act
    """What happened."""
