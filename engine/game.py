"""What a game is to the rest of Kozyr: a pure transition with views and a report."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeVar

from kozyr.engine.acts import Act
from kozyr.engine.facts import Fact, Irregularity
from kozyr.engine.laws import Law
from kozyr.engine.table.log import Header
from kozyr.engine.view import Audience, DealRow, TableView


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
    """All findings of the log, in order of proof, ruled on or not."""


State = TypeVar("State")


class Game(Protocol[State]):
    """A rule set as pure functions. States are immutable; nothing here reads a clock, a file or a random number."""

    name: str
    """``bazar-belot``."""
    laws: Mapping[str, Law]
    """Penalty rows by id."""

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
