"""A log on disk: the only module of the engine that touches files.

An entry is confirmed when ``append`` returns: its line is written whole and has reached the disk. A process killed at
any moment leaves at most one torn line, which the next ``open`` moves into a file beside the log.
"""

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from kozyr.engine.errors import KozyrError, LogFormatError, Words, system_reason
from kozyr.engine.table.codec import line_hash, read_entry, write_entry, write_header
from kozyr.engine.table.log import Entry, Header
from kozyr.engine.table.reading import LogRead, decoded, is_object, lines_of, read_log

if sys.platform == "win32":
    import msvcrt

    def _lock(fd: int) -> None:
        msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)


_FLAGS: Final = os.O_RDWR | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)


@dataclass(frozen=True, slots=True)
class Recovery:
    """What ``LogStore.open`` had to move aside."""

    line: int
    """The number of the first line that was not whole."""
    size: int
    """How many bytes were moved."""
    kept_in: Path
    """The file that holds them now."""

    def __str__(self) -> str:
        return f"line {self.line} was not written to its end; its {self.size} bytes were moved to {self.kept_in.name}"


def read_log_file(path: str | os.PathLike[str]) -> LogRead:
    """The log in a file, as far as it can be read. Raises KozyrError when the file cannot be read at all."""
    try:
        where = Path(path)
        if where.is_char_device() or where.is_block_device():
            raise KozyrError("{where} is no file that holds a log; give a *.kozyr.jsonl file", where=where)
        return read_log(where.read_bytes())
    except OSError as error:
        raise _told(Path(path), Words("cannot be read"), error) from None


def check_whole(path: str | os.PathLike[str]) -> None:
    """Raises KozyrError for a log that ``LogStore.open`` would refuse to go on with; a torn last line does no harm."""
    where = Path(path)
    try:
        _whole_length(where.read_bytes(), cut_at_damage=False)
    except LogFormatError as error:
        raise LogFormatError("{where}: {error}", where=where, error=error) from None
    except OSError as error:
        raise _told(where, Words("cannot be read"), error) from None


def _told(path: Path, what: Words, error: OSError) -> KozyrError:
    return KozyrError("{path} {what}: {why}", path=path, what=what, why=system_reason(error))


class LogStore:
    """One log open for appending; no other process can open it meanwhile. Use as a context manager or ``close``."""

    def __init__(self, path: Path, fd: int, data: bytes, recovered: Recovery | None = None) -> None:
        """For ``create`` and ``open``: ``data`` is the file's content, ``fd`` its locked descriptor."""
        self.path = path
        self.recovered = recovered
        """What had to be moved aside on opening, None when the log was whole."""
        self.read = read_log(data)
        """The log as it was when opened."""
        self._fd: int | None = fd
        self._size = len(data)
        self._prev = line_hash(decoded(lines_of(data)[-1][1]))
        self._last_seq = self.read.entries[-1].seq if self.read.entries else 0

    @classmethod
    def create(cls, path: str | os.PathLike[str], header: Header) -> "LogStore":
        """A new log that holds only its header.

        Raises KozyrError when the file exists or cannot be written; then there is no file.
        """
        where = Path(path)
        data = (write_header(header) + "\n").encode()
        try:
            fd = os.open(where, _FLAGS | os.O_CREAT | os.O_EXCL, 0o644)
        except FileExistsError:
            raise KozyrError(
                "{where} exists already; choose another name, or open it to go on with it", where=where
            ) from None
        except OSError as error:
            raise _told(where, Words("cannot be created"), error) from None
        try:
            _hold(where, fd)
            _write_all(fd, data)
            os.fsync(fd)
            _sync_folder(where)
            return cls(where, fd, data)
        except BaseException as error:
            os.close(fd)
            where.unlink(missing_ok=True)
            if isinstance(error, OSError):
                raise _told(where, Words("cannot be created"), error) from None
            raise

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, cut_at_damage: bool = False) -> "LogStore":
        """An existing log, to go on with.

        A last line that is not whole is moved into ``<name>.torn-<n>`` beside the log, and ``recovered`` says so.
        Damage before the last line is a LogFormatError, unless ``cut_at_damage``: then everything from there on is
        moved aside in the same way. Raises KozyrError when the file is missing, not writable or in use.
        """
        where = Path(path)
        try:
            fd = os.open(where, _FLAGS)
        except OSError as error:
            raise _told(where, Words("cannot be opened for writing"), error) from None
        try:
            _hold(where, fd)
            data = _read_all(fd)
            whole = _whole_length(data, cut_at_damage)
            recovered = _move_aside(where, fd, data, whole) if whole < len(data) else None
            data = data[:whole]
            if not data.endswith(b"\n"):
                os.lseek(fd, 0, os.SEEK_END)
                _write_all(fd, b"\n")
                os.fsync(fd)
                data += b"\n"
            return cls(where, fd, data, recovered)
        except BaseException as error:
            os.close(fd)
            if isinstance(error, LogFormatError):
                raise LogFormatError("{where}: {error}", where=where, error=error) from None
            if isinstance(error, OSError):
                raise _told(where, Words("cannot be recovered"), error) from None
            raise

    def append(self, *entries: Entry) -> None:
        """Adds entries, sealed; on return they are on the disk.

        Raises LogFormatError for a ``seq`` that does not rise, KozyrError when the disk refuses: then the log holds
        none of them.
        """
        if self._fd is None:
            raise KozyrError("{path} is closed; open it again to go on with it", path=self.path)
        prev, last, lines = self._prev, self._last_seq, b""
        for entry in entries:
            if entry.seq <= last:
                raise LogFormatError(
                    '"seq" must rise from entry to entry; {entry} comes after {last}', entry=entry.seq, last=last
                )
            line = write_entry(entry, prev)
            read_entry(line)
            prev, last, lines = line_hash(line), entry.seq, lines + line.encode() + b"\n"
        try:
            os.lseek(self._fd, self._size, os.SEEK_SET)
            _write_all(self._fd, lines)
            os.fsync(self._fd)
        except OSError as error:
            self._withdraw()
            raise _told(self.path, Words("could not take the entry, nothing was recorded"), error) from None
        self._prev, self._last_seq, self._size = prev, last, self._size + len(lines)

    def _withdraw(self) -> None:
        """Cuts back to the last whole line; a disk that refuses that too makes the store unusable."""
        assert self._fd is not None
        try:
            os.ftruncate(self._fd, self._size)
            os.fsync(self._fd)
        except OSError:
            self.close()

    def close(self) -> None:
        """Gives the file back; the lock goes with it."""
        if self._fd is not None:
            os.close(self._fd)
            self._fd = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _hold(path: Path, fd: int) -> None:
    try:
        _lock(fd)
    except OSError:
        raise KozyrError("{path} is in use by another Kozyr; close that one first", path=path) from None


def _write_all(fd: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def _read_all(fd: int) -> bytes:
    pieces = []
    while piece := os.read(fd, 1 << 20):
        pieces.append(piece)
    return b"".join(pieces)


def _sync_folder(path: Path) -> None:
    """Makes a new name in the folder last through a power cut, where the system can."""
    if sys.platform == "win32":
        return
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _whole_length(data: bytes, cut_at_damage: bool) -> int:
    """How many bytes from the start are whole lines. Raises LogFormatError when more than the last line is damaged."""
    read = read_log(data)
    if read.header is None:
        raise read.error or LogFormatError("line 1 must be the header of a log")
    if read.error is None:
        return len(data)
    rows = lines_of(data)
    damaged, (last, _) = len(read.entries) + 1, rows[-1]
    number = rows[damaged][0]
    torn = number == last and not is_object(rows[damaged][1])
    if not torn and not cut_at_damage:
        raise read.error
    start = 0
    for _ in range(number - 1):
        start = data.index(b"\n", start) + 1
    return start


def _move_aside(path: Path, fd: int, data: bytes, whole: int) -> Recovery:
    torn = data[whole:]
    number = 1
    while True:
        aside = path.with_name(f"{path.name}.torn-{number}")
        try:
            other = os.open(aside, _FLAGS | os.O_CREAT | os.O_EXCL, 0o644)
            break
        except FileExistsError:
            number += 1
    try:
        _write_all(other, torn)
        os.fsync(other)
    finally:
        os.close(other)
    _sync_folder(aside)
    os.ftruncate(fd, whole)
    os.fsync(fd)
    return Recovery(data[:whole].count(b"\n") + 1, len(torn), aside)
