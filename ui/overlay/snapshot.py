"""A table at one moment: what is needed to tell its state later, taken in no time and shared with nobody."""

from dataclasses import dataclass
from typing import Any, Final, Self

from kozyr.engine.game import Game
from kozyr.engine.table.log import Entry, Header, Step
from kozyr.engine.table.session import Session
from kozyr.engine.view import Audience
from kozyr.ui.overlay.public import Object, public_state

_RECENT: Final = 256
"""Acts in which the one that asked for a clock is looked for: more than a deal has."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A moment of a table. Engine states are immutable, so it holds for ever and costs nothing until it is told."""

    game: Game[Any]
    """The rules."""
    header: Header
    """The match."""
    folded: Any
    """The engine's state."""
    last: Entry | None
    """The last entry; None before the first."""
    recent: tuple[Step, ...]
    """The last acts that stand."""

    @classmethod
    def of(cls, session: Session[Any]) -> Self:
        """The moment a session is in. Only on the thread that owns the session."""
        entries = session.entries
        return cls(session.game, session.header, session.state, entries[-1] if entries else None, _tail(session.steps))

    @classmethod
    def after(cls, game: Game[Any], header: Header, folded: Any, entries: list[Entry], steps: list[Step]) -> Self:
        """The moment after a log was played through."""
        return cls(game, header, folded, entries[-1] if entries else None, tuple(steps[-_RECENT:]))

    def state(self) -> Object:
        """What the audience may see."""
        view = self.game.view(self.folded, Audience.SPECTATORS)
        clock = view.clock
        at_ms = None if clock is None else next((step.at_ms for step in self.recent if step.seq == clock.seq), None)
        state = public_state(self.header, view, self.game.report(self.folded), self._target(), at_ms)
        return state | {"seq": self.last.seq if self.last else 0, "at_ms": self.last.at_ms if self.last else 0}

    def _target(self) -> int | None:
        """What the match is played to, where the header or an option names it."""
        named = self.header.extra.get("target", self.game.options(self.header).get("match_target"))
        return named if isinstance(named, int) else None


def _tail(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    return steps[-_RECENT:]
