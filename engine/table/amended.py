"""The corrections of a log, one after another, with what each has changed in the result when it was made."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from kozyr.engine.acts import Act, Dealt
from kozyr.engine.game import Game
from kozyr.engine.table.corrections import effective, history
from kozyr.engine.table.differences import Differences, differences
from kozyr.engine.table.log import Entry, Header, Step
from kozyr.engine.table.session import played_through


@dataclass(frozen=True, slots=True)
class Correction:
    """Correcting entries that were made in one go, and what they changed."""

    entries: tuple[Entry, ...]
    """One, or several that belong together: they follow each other at the same time (two cards exchanged)."""
    old: tuple[Act | None, ...]
    """For each, the act that stood in its place; None for an insertion and for what had been taken back."""
    differences: Differences
    """The result after it against the result before it."""


def corrections_of(game: Game[Any], header: Header, entries: Sequence[Entry]) -> tuple[Correction, ...]:
    """Every correction of a log, in order. Raises LogFormatError as ``session.fold``."""
    groups = _groups(entries)
    if not groups:
        return ()
    stood = {change.seq: change.old for place in history(entries) for change in place.changes}
    replay = _Replay(game, header)
    found = []
    for first, end in groups:
        before = game.report(replay.upto(entries[:first]))
        after = game.report(replay.upto(entries[:end]))
        made = tuple(entries[first:end])
        found.append(Correction(made, tuple(stood.get(one.seq) for one in made), differences(before, after)))
    return tuple(found)


def _groups(entries: Sequence[Entry]) -> list[tuple[int, int]]:
    """(first, behind the last) of the entries of each correction."""
    groups: list[tuple[int, int]] = []
    for at, entry in enumerate(entries):
        if entry.replaces is None and entry.before is None:
            continue
        last = groups[-1] if groups else (-1, -1)
        if last[1] == at and entries[at - 1].at_ms == entry.at_ms:
            groups[-1] = (last[0], at + 1)
        else:
            groups.append((at, at + 1))
    return groups


class _Replay:
    """Plays ever longer beginnings of a log, each from the last deal that is still what it was."""

    def __init__(self, game: Game[Any], header: Header) -> None:
        self._game = game
        self._steps: tuple[Step, ...] = ()
        self._deals: list[tuple[int, Any]] = [(0, game.start(header))]
        """(how many acts were before it, the state then) at the beginning and before each deal."""

    def upto(self, entries: Iterable[Entry]) -> Any:
        """The state after ``entries``."""
        steps = effective(entries)
        same = next((at for at, pair in enumerate(zip(self._steps, steps, strict=False)) if pair[0] != pair[1]), None)
        same = min(len(self._steps), len(steps)) if same is None else same
        while self._deals[-1][0] > same:
            self._deals.pop()
        at, state = self._deals[-1]
        cuts = [cut for cut in range(at + 1, len(steps)) if isinstance(steps[cut].act, Dealt)]
        for begin, end in zip((at, *cuts), (*cuts, len(steps)), strict=True):
            state = played_through(self._game, state, steps[begin:end]).state
            if end in cuts:
                self._deals.append((end, state))
        self._steps = steps
        return state
