"""Following a log on the disk that another program writes, or the newest log of a folder."""

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from kozyr.engine.errors import KozyrError, Words, system_reason
from kozyr.engine.table.log import Header
from kozyr.ui.overlay.growing import GrowingLog, Replay
from kozyr.ui.overlay.snapshot import Snapshot

_HEADER_BYTES: Final = 1 << 16
"""A file without a line's end in so many bytes is no log."""
_SETTLED_S: Final = 2.0
"""A first line that has not been finished for so long never will be."""
_QUIET_S: Final = 30.0
"""For how long after an entry a log that no program holds is taken for one that is being written."""

_LISTED_S: Final = 0.5
"""How often a folder is looked through for a newer log."""
Signature = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Found:
    """The state that a log has come to."""

    snapshot: Snapshot
    """The table."""
    age_s: float
    """For how long the log has stood so at least; 0 for what was just written."""


class Follower:
    """``poll`` now and then; nothing is ever written. Not for two threads at a time.

    A log that was cut back (a torn line moved aside) or exchanged is read from its beginning; so is another that has
    become the newest of the folder. Of many entries that came at once only the last state is told.
    """

    def __init__(self, where: Path) -> None:
        self._where = where
        self._path: Path | None = None
        self._signature: Signature | None = None
        self._log = GrowingLog()
        self._replay: Replay | None = None
        self._bad: dict[Path, Signature] = {}
        self._was_held = False
        self._changed_s = self._listed_s = 0.0

    @property
    def path(self) -> Path | None:
        """The log being followed; None while there is none."""
        return self._path

    @property
    def header(self) -> Header | None:
        """Its header; None while there is none."""
        return self._replay.header if self._replay is not None else None

    @property
    def error(self) -> Words | None:
        """What is wrong with the log, in one sentence; what comes before it is shown."""
        error = self._log.error
        return None if error is None else Words("{path}: {why}", path=self._path, why=error)

    def poll(self) -> Found | None:
        """Where the table is now; None when nothing has changed.

        Raises KozyrError for a file that cannot be read or is no log; in a folder such a file is passed over.
        """
        if self._path is not None and time.monotonic() < self._listed_s + _LISTED_S:
            return self._look(self._path) if self._path.exists() else None
        self._listed_s = time.monotonic()
        if not self._where.is_dir():
            return self._look(self._where) if self._where.exists() else None
        for path in _newest_first(self._where):
            if path == self._path:
                return self._look(path)
            try:
                if self._bad.get(path) != (now := _signature(path)):
                    self._bad[path] = now
                    if (found := self._look(path)) is not None:
                        return found
            except KozyrError:
                continue
        return None

    def is_held(self) -> bool | None:
        """Whether a program is writing the log; None when nobody can tell."""
        if self._path is None:
            return False
        held = _is_locked(self._path)
        self._was_held = self._was_held or held is True
        if held or self._was_held or time.monotonic() - self._changed_s > _QUIET_S:
            return held
        return None

    def _look(self, path: Path) -> Found | None:
        """Takes in what has been written to ``path`` since the last look."""
        signature = _signature(path)
        if path == self._path and signature == self._signature:
            return None
        data = _read(path)
        if path == self._path and self._replay is not None and self._log.goes_on(data):
            entries = self._log.take(data)
            self._signature = signature
            if not entries:
                return None
            self._replay.add(entries)
            self._changed_s = time.monotonic()
            return Found(self._replay.snapshot(), 0.0)
        return self._begin(path, signature, data)

    def _begin(self, path: Path, signature: Signature, data: bytes) -> Found | None:
        log = GrowingLog()
        entries = log.take(data)
        age_s = max(0.0, time.time() - signature[2] / 1e9)
        if log.header is None:
            if log.error is None and (not data.strip() or age_s < _SETTLED_S):
                # Its first line is being written.
                return None
            why = log.error or Words("line 1: the header of a log was not written to its end")
            raise KozyrError("{path}: {why}", path=path, why=why)
        replay = Replay(log.header)
        replay.add(entries)
        if path != self._path:
            self._was_held = False
        else:
            # The same log with other lines is news, however old the file says that it is.
            age_s = 0.0
        self._path, self._signature, self._log, self._replay = path, signature, log, replay
        self._changed_s = time.monotonic() - age_s
        return Found(replay.snapshot(), age_s)


def _newest_first(folder: Path) -> list[Path]:
    found = []
    for path in folder.glob("*.kozyr.jsonl"):
        try:
            if path.is_file():
                found.append((path.stat().st_mtime_ns, path.name, path))
        except OSError:
            continue
    return [path for _, _, path in sorted(found, reverse=True)]


def _signature(path: Path) -> Signature:
    try:
        now = path.stat()
    except OSError as error:
        raise _told(path, error) from None
    return now.st_ino, now.st_size, now.st_mtime_ns


def _read(path: Path) -> bytes:
    if not path.is_file():
        raise KozyrError(
            "{path} is no file that holds a log; give a *.kozyr.jsonl file or a folder of such files", path=path
        )
    try:
        with path.open("rb") as file:
            head = file.read(_HEADER_BYTES)
            if len(head) == _HEADER_BYTES and b"\n" not in head:
                raise KozyrError(
                    "{path} is no log: its first line is too long for a header; give a *.kozyr.jsonl file", path=path
                )
            return head + file.read()
    except OSError as error:
        raise _told(path, error) from None


def _told(path: Path, error: OSError) -> KozyrError:
    return KozyrError("{path} cannot be read: {why}", path=path, why=system_reason(error))


def _is_locked(path: Path) -> bool | None:
    """Whether a program holds the log, as the system lists it; None where it lists nothing.

    A lock of our own would tell as well, but a table that opens its log in that moment would be refused.
    """
    if not sys.platform.startswith("linux"):
        return None
    try:
        inode = str(path.stat().st_ino)
        rows = Path("/proc/locks").read_text("ascii").splitlines()
    except FileNotFoundError:
        return False if Path("/proc/locks").exists() else None
    except (OSError, UnicodeDecodeError):
        return None
    fields = [row.split() for row in rows]
    return any("FLOCK" in row and "WRITE" in row and any(f.endswith(f":{inode}") for f in row) for row in fields)
