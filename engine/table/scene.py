"""What one decision about the next play needs."""

from dataclasses import dataclass

from kozyr.engine.acts import Played
from kozyr.engine.seats import Seat
from kozyr.engine.table.asking import Rules
from kozyr.engine.table.doubt import Choice, Said
from kozyr.engine.table.judgement import Reading
from kozyr.engine.table.sightings import Memory, Shown, Sighting

Step = tuple[Memory, tuple[Said, ...]]
"""The memory after a step, and what was said; nothing said means that nothing is due."""


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one decision needs."""

    memory: Memory
    """What is remembered."""
    table: Shown
    """What the table shows in public."""
    rules: Rules | None
    """What the rules answer, where they can be asked."""
    force: bool
    """True when nothing more will come."""
    waiting: tuple[Sighting, ...]
    """The cards in the trick area that are no plays yet, by the time they came."""

    def pressed(self, card: Sighting) -> bool:
        """True when the table has moved on past ``card``: another lies there, or the trick was swept."""
        sweep = self.memory.sweep
        swept = sweep is not None and card.order_ms <= sweep.at_ms
        return self.force or len(self.waiting) > 1 or swept or card.moved_to is not None


def choices_of(seat: Seat, reading: Reading) -> tuple[Choice, ...]:
    """An answer for each card that it may be, best first."""
    return tuple(Choice((Played(seat, card),), round(chance, 3)) for card, chance in reading.candidates)


def best_of(seat: Seat, reading: Reading) -> Choice:
    """The best guess as an answer; an unknown card when there is nothing to guess by."""
    if reading.guess is None:
        return Choice((Played(seat, None),))
    return next(choice for choice in choices_of(seat, reading) if choice.acts == (Played(seat, reading.guess),))
