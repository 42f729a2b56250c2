"""What was done at the table, a step each, read from the log alone: a restart forgets nothing. No Kivy in here.

A step back is told in the log by why its lines are there, so that after it the step before is the next one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from kozyr.engine.acts import Act
from kozyr.engine.table.log import REDONE, UNDONE, Entry, Source


class Move(NamedTuple):
    """What happened to one place of the log."""

    place: int
    """The seq of the entry that made the place."""
    old: Act | None
    """What stood there before; None for nothing."""
    new: Act | None
    """What stood there since; None when it was taken back."""


@dataclass(slots=True)
class Done:
    """What one touch did, or one entry of the camera."""

    moves: tuple[Move, ...]
    """A move a place, in the order of the lines."""
    is_left: bool = False
    """Whether it cannot be taken back, for what came after it."""

    @property
    def places(self) -> tuple[int, ...]:
        """The places that it moved."""
        return tuple(move.place for move in self.moves)


class Restating(NamedTuple):
    """What a step back or forward makes of one place."""

    seq: int
    """The line that stands there now."""
    was: Act | None
    """What it states; None for nothing."""
    becomes: Act | None
    """What stands there afterwards; None for nothing."""


class Steps:
    """The steps that can be taken back, and those that can be brought back, of a log that only grows.

    The camera's corrections of what it stated itself are no steps: a step back takes back what it stated. Neither is
    what changes nothing, as a reason noted.
    """

    def __init__(self) -> None:
        self._read = 0
        self._place: dict[int, int] = {}
        self._line: dict[int, int] = {}
        self._act: dict[int, Act | None] = {}
        self._done: list[Done] = []
        self._undone: list[Done] = []

    def follow(self, entries: Sequence[Entry]) -> None:
        """Reads what is new of the log."""
        new = entries[self._read :]
        self._read = len(entries)
        for _, lines in groupby(new, _Together()):
            self._take(tuple(lines))

    def line_of(self, seq: int) -> int:
        """The line that states now what line ``seq`` once stated, whichever of the lines of its place."""
        return self._line[self._place[seq]] if seq in self._place else seq

    @property
    def back(self) -> tuple[Restating, ...]:
        """What a step back would restate; empty when nothing is left."""
        done = self._last
        return () if done is None else tuple(self._restating(move.place, move.old) for move in done.moves)

    @property
    def forward(self) -> tuple[Restating, ...]:
        """What a step forward would restate; empty when nothing was taken back since something else was done."""
        return tuple(self._restating(move.place, move.new) for move in self._undone[-1].moves) if self._undone else ()

    def leave(self) -> None:
        """The step that would be taken back now cannot be, for what came after it: the next one is that before it."""
        if self._last is not None:
            self._last.is_left = True

    @property
    def _last(self) -> Done | None:
        """The last step in which there is something to take back: others may have done that."""
        return next((one for one in reversed(self._done) if self._counts(one)), None)

    def _counts(self, done: Done) -> bool:
        return not done.is_left and any(self._act[move.place] != move.old for move in done.moves)

    def _restating(self, place: int, act: Act | None) -> Restating:
        return Restating(self._line[place], self._act[place], act)

    def _take(self, lines: tuple[Entry, ...]) -> None:
        done = Done(tuple(self._moves(lines)))
        first = lines[0]
        if first.replaces is not None and first.why == UNDONE and self._takes_back(done):
            return
        if first.replaces is not None and first.why == REDONE and self._brings_back(done):
            return
        self._undone.clear()
        if not (first.source is Source.CAMERA and first.replaces is not None):
            self._done.append(done)

    def _takes_back(self, done: Done) -> bool:
        """Whether these moves take back a step: that one, and those after it that were left, are gone."""
        at = next((at for at in reversed(range(len(self._done))) if self._done[at].places == done.places), None)
        if at is None:
            return False
        del self._done[at:]
        self._undone.append(Done(tuple(Move(move.place, move.new, move.old) for move in done.moves)))
        return True

    def _brings_back(self, done: Done) -> bool:
        """Whether these moves bring back what was taken back last."""
        if not self._undone or self._undone[-1].places != done.places:
            return False
        self._undone.pop()
        self._done.append(done)
        return True

    def _moves(self, lines: Iterable[Entry]) -> Iterable[Move]:
        """What lines did, a move a place."""
        moved: dict[int, Move] = {}
        for entry in lines:
            place = entry.seq if entry.replaces is None else self._place[entry.replaces]
            old = moved[place].old if place in moved else self._act.get(place)
            moved[place] = Move(place, old, entry.act)
            self._place[entry.seq] = place
            self._line[place], self._act[place] = entry.seq, entry.act
        return moved.values()


class _Together:
    """A key by which lines that were written together are grouped: several corrections, or an answer's acts."""

    def __init__(self) -> None:
        self._number = 0
        self._last: Entry | None = None

    def __call__(self, entry: Entry) -> int:
        last, self._last = self._last, entry
        if last is None or not _are_together(last, entry):
            self._number += 1
        return self._number


def _are_together(one: Entry, two: Entry) -> bool:
    if (one.at_ms, one.source, one.by) != (two.at_ms, two.source, two.by) or one.source is Source.CAMERA:
        return False
    if one.why is not None and one.why == two.why:
        return True
    if {one.why, two.why} & {UNDONE, REDONE}:
        return False
    return all(entry.replaces is not None or entry.before is not None for entry in (one, two))
