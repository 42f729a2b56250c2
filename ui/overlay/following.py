"""Following a log on the disk that another program writes: every entry as it comes, and what the audience may see."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kozyr.engine.errors import KozyrError
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.log import Entry, Header
from kozyr.engine.table.reading import LogRead, read_log
from kozyr.engine.table.session import Session
from kozyr.engine.view import Audience
from kozyr.ui.overlay.public import Object, public_state

if sys.platform != "win32":
    import fcntl


@dataclass(frozen=True, slots=True)
class Step:
    """The state of the table after one entry of its log."""

    entry: Entry | None
    """The entry; None for the state that a log was found in."""
    state: Object
    """What the audience may see."""


class Follower:
    """Follows one log, or the newest log of a folder. ``poll`` now and then; nothing is ever written.

    ``sink`` gets each step in order. A log that was cut back (a torn line moved aside), or another one that is newer,
    is read from its beginning, and one step tells its state.
    """

    def __init__(self, where: Path, sink: Callable[[Step], object]) -> None:
        self._where, self._sink = where, sink
        self._path: Path | None = None
        self._data = b""
        self._session: Session[Any] | None = None

    @property
    def path(self) -> Path | None:
        """The log being followed; None while there is none."""
        return self._path

    @property
    def header(self) -> Header | None:
        """Its header; None while there is none."""
        return self._session.header if self._session is not None else None

    def poll(self) -> None:
        """Takes in what has been written since the last call. Raises KozyrError for a log that cannot be read."""
        path = _newest(self._where)
        if path is None:
            return
        try:
            if path == self._path and path.stat().st_size == len(self._data):
                return
            data = path.read_bytes()
        except OSError as error:
            raise KozyrError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
        whole = data[: data.rfind(b"\n") + 1]
        if path != self._path or not whole.startswith(self._data) or self._session is None:
            self._begin(path, whole)
        elif len(whole) > len(self._data):
            self._go_on(whole)

    def is_held(self) -> bool | None:
        """Whether a program has the log open for writing; None where the system cannot tell."""
        if self._path is None or sys.platform == "win32":
            return None
        try:
            fd = os.open(self._path, os.O_RDONLY)
        except OSError:
            return False
        try:
            fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return True
        finally:
            os.close(fd)
        return False

    def _begin(self, path: Path, data: bytes) -> None:
        read = read_log(data)
        if read.header is None:
            # The first line is being written; a file that never was a log says so when it is older than that.
            if data:
                raise KozyrError(f"{path}: {read.error}")
            return
        self._path, self._data = path, data
        self._session = Session(game_named(read.header.game), read.header, read.entries)
        self._tell(None)

    def _go_on(self, data: bytes) -> None:
        assert self._session is not None
        read = read_log(data)
        known = len(self._session.entries)
        self._data = data
        if read.header != self._session.header or read.entries[:known] != self._session.entries:
            self._session = self._made(read)
            self._tell(None)
            return
        for at, entry in enumerate(read.entries[known:], start=known + 1):
            try:
                self._session.append(entry)
            except KozyrError:
                # What the table itself refused can stand in a log written by hand: it is read as `kozyr check` does.
                self._session = Session(self._session.game, self._session.header, read.entries[:at])
            self._tell(entry)

    @staticmethod
    def _made(read: LogRead) -> Session[Any]:
        assert read.header is not None
        return Session(game_named(read.header.game), read.header, read.entries)

    def _tell(self, entry: Entry | None) -> None:
        if self._session is not None:
            self._sink(Step(entry, state_of(self._session)))


def state_of(session: Session[Any]) -> Object:
    """What the audience may see of a session now."""
    view = session.view(Audience.SPECTATORS)
    clock = view.clock
    at_ms = None if clock is None else next((step.at_ms for step in session.steps if step.seq == clock.seq), None)
    last = session.entries[-1] if session.entries else None
    state = public_state(session.header, view, session.report(), _target(session), at_ms)
    return state | {"seq": last.seq if last else 0, "at_ms": last.at_ms if last else 0}


def _target(session: Session[Any]) -> int | None:
    """What the match is played to, where the header or an option names it."""
    named = session.header.extra.get("target", session.game.options(session.header).get("match_target"))
    return named if isinstance(named, int) else None


def _newest(where: Path) -> Path | None:
    """The log named, or the newest of a folder; None while there is none."""
    if not where.is_dir():
        return where if where.exists() else None
    logs = [path for path in where.glob("*.kozyr.jsonl") if path.is_file()]
    return max(logs, key=lambda path: (path.stat().st_mtime_ns, path.name), default=None)
