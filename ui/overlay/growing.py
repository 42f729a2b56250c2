"""A log that grows on the disk, read line by line as the lines come, and played through as far as it has come."""

from typing import Any, Final

from kozyr.engine.errors import LogFormatError
from kozyr.engine.game import Game
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.codec import read_header
from kozyr.engine.table.corrections import carried, effective
from kozyr.engine.table.log import Entry, Header, Step
from kozyr.engine.table.reading import checked_entry, decoded, is_object
from kozyr.engine.table.session import played_through
from kozyr.ui.overlay.snapshot import Snapshot

_STRIDE: Final = 32
"""Acts between the states that are kept to begin again from after a correction."""


class GrowingLog:
    """The lines of one log, each read once. What is wrong ends the reading there, as in ``read_log``."""

    def __init__(self) -> None:
        self.header: Header | None = None
        self.error: LogFormatError | None = None
        """The first error, its sentence beginning with the line's number."""
        self._seen = b""
        self._line = 1
        self._known: dict[int, None] = {}

    def goes_on(self, data: bytes) -> bool:
        """Whether ``data`` begins with all that was read before."""
        return data.startswith(self._seen)

    def take(self, data: bytes) -> list[Entry]:
        """The entries that have come since the last call. A line that is still being written waits."""
        at = len(self._seen)
        end = max(at, data.rfind(b"\n") + 1)
        if data[end:].strip() and is_object(data[end:]):
            # A log written by hand need not end its last line.
            end = len(data)
        self._seen = data[:end]
        found: list[Entry] = []
        for number, row in enumerate(data[at:end].split(b"\n") if self.error is None else ()):
            self._line += number > 0
            try:
                self._read(row.rstrip(b"\r"), found)
            except LogFormatError as error:
                self.error = LogFormatError("line {line}: {error}", line=self._line, error=error)
                break
        return found

    def _read(self, row: bytes, found: list[Entry]) -> None:
        if not row.strip():
            return
        if self.header is None:
            self.header = read_header(decoded(row))
            return
        entry = checked_entry(decoded(row), self.header.seating, self._known)
        self._known[entry.seq] = None
        found.append(entry)


class Replay:
    """A log played through, entry by entry; a correction plays again only what comes after the corrected place."""

    def __init__(self, header: Header) -> None:
        """Raises KozyrError for a header that its game refuses."""
        self.header = header
        self.game: Game[Any] = game_named(header.game)
        self._entries: list[Entry] = []
        self._steps: list[Step] = []
        self._marks: list[Any] = [self.game.start(header)]
        self._state = self._marks[0]

    def add(self, entries: list[Entry]) -> None:
        """Adds entries, corrections or not. An act that cannot have happened is passed over as ``fold`` does."""
        before = len(self._steps)
        if any(entry.replaces or entry.before for entry in entries):
            self._entries += entries
            steps = list(effective(self._entries))
            before = _common(self._steps, steps)
        else:
            steps = list(self._steps)
            for entry in entries:
                if entry.act is not None:
                    steps.append(Step(entry.seq, entry.at_ms, carried(entry.act, self._entries)))
                self._entries.append(entry)
        self._play(steps, before)

    def snapshot(self) -> Snapshot:
        """The table now."""
        return Snapshot.after(self.game, self.header, self._state, self._entries, self._steps)

    def _play(self, steps: list[Step], same: int) -> None:
        """Plays ``steps``, of which the first ``same`` are those played before."""
        at, state = len(self._steps), self._state
        if same < at:
            mark = same // _STRIDE
            at, state = mark * _STRIDE, self._marks[mark]
            del self._marks[mark + 1 :]
        while at < len(steps):
            # From one mark to the next.
            end = min(len(steps), at - at % _STRIDE + _STRIDE)
            state = played_through(self.game, state, steps[at:end]).state
            at = end
            if at % _STRIDE == 0:
                self._marks.append(state)
        self._steps, self._state = steps, state


def _common(old: list[Step], new: list[Step]) -> int:
    """How many steps both begin with."""
    pairs = zip(old, new, strict=False)
    return next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(old), len(new)))
