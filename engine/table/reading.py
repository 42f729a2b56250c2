"""A whole log, read tolerantly: what is good so far and the first error; and whether its seals hold.

Every line that Kozyr writes carries ``prev``, the hash of the line before, and ``seal``, the hash of the line itself
up to there. Logs written by hand carry neither and are accepted as unsealed.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from kozyr.engine.errors import LogFormatError
from kozyr.engine.seats import Seating
from kozyr.engine.table.codec import HASH_LENGTH, line_hash, read_entry, read_header
from kozyr.engine.table.log import Entry, Header
from kozyr.engine.table.strict_json import parse_object

_SEALED: Final = re.compile(
    rf'(?P<body>.*"prev":"(?P<prev>[0-9a-f]{{{HASH_LENGTH}}})"),"seal":"(?P<seal>[0-9a-f]{{{HASH_LENGTH}}})"\}}'
)

_NO_LOG: Final = LogFormatError("this is no log of Kozyr; give a file that Kozyr wrote")


@dataclass(frozen=True, slots=True)
class LogRead:
    """What could be read of a log."""

    header: Header | None
    """None when line 1 is no header."""
    entries: tuple[Entry, ...]
    """The entries before the first error."""
    error: LogFormatError | None
    """The first error, its sentence beginning with the line's number; None when all is well."""
    sealed: bool
    """True when every entry carries its seal and there is at least one."""
    altered_line: int | None
    """The number of the first line whose seal, or whose tie to the line before, is broken; None when none is.

    A last line that is not whole was torn by a power cut, not altered.
    """
    last_hash: str = ""
    """The hash of the last line: printed on a protocol, it proves later that no line was cut off or altered."""
    is_log: bool = True
    """False for a file whose first line does not even speak of Kozyr: a picture, a document, somebody else's data."""


def lines_of(data: bytes) -> list[tuple[int, bytes]]:
    """(line number from 1, its bytes without the line's end) of all lines that are not blank."""
    rows = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    return [(number, row.rstrip(b"\r")) for number, row in enumerate(rows, start=1) if row.strip()]


def read_log(data: bytes) -> LogRead:
    """The log in ``data`` as far as it can be read; raises nothing."""
    rows = lines_of(data)
    header: Header | None = None
    entries: list[Entry] = []
    known: dict[int, None] = {}
    error: LogFormatError | None = None
    torn = bool(rows) and not is_object(rows[-1][1])
    sealed, altered = verify(row for _, row in (rows[:-1] if torn else rows))
    altered_line = None if altered is None else rows[altered - 1][0]
    at = 1
    if rows and not _is_of_a_log(rows[0][1]):
        return LogRead(None, (), _NO_LOG, False, None, is_log=False)
    try:
        if not rows:
            raise LogFormatError("the log is empty; its first line must be a header")
        for at, row in rows:  # noqa: B007 (named in the error below)
            line = decoded(row)
            if header is None:
                header = read_header(line)
            else:
                entries.append(checked_entry(line, header.seating, known))
                known[entries[-1].seq] = None
    except LogFormatError as found:
        error = LogFormatError("line {at}: {found}", at=at, found=found)
    return LogRead(header, tuple(entries), error, sealed, altered_line, _hash_of(rows[-1][1]) if rows else "")


def _is_of_a_log(first: bytes) -> bool:
    """Whether a file's first line may be a log's header, be it damaged: other files are told apart in a word."""
    return b'"kozyr"' in first


def decoded(row: bytes) -> str:
    """The text of a line. Raises LogFormatError when it is no UTF-8."""
    try:
        return row.decode()
    except UnicodeDecodeError:
        raise LogFormatError("the line is no UTF-8 text") from None


def is_object(row: bytes) -> bool:
    """True for a line that is whole as JSON: what is wrong with it was written so, and is no torn write."""
    try:
        parse_object(decoded(row))
    except LogFormatError:
        return False
    return True


def checked_entry(line: str, table: Seating, known: dict[int, None]) -> Entry:
    """The entry in ``line``, checked against the numbers of those before it, in order. Raises LogFormatError."""
    entry = read_entry(line, table)
    last = next(reversed(known), 0)
    if entry.seq <= last:
        raise LogFormatError(
            '"seq" must rise from entry to entry; {entry} comes after {last}', entry=entry.seq, last=last
        )
    for key, named in (("replaces", entry.replaces), ("before", entry.before)):
        if named is not None and named not in known:
            raise LogFormatError('"{key}" names entry {named}, and there is none before it', key=key, named=named)
    return entry


def verify(rows: Iterable[bytes]) -> tuple[bool, int | None]:
    """(Does every entry carry its seal, the number from 1 of the first altered line or None).

    ``rows``: the lines that are not blank, header first, without their ends. A line that was removed or put between
    is found in the line after it. Lines cut from the end leave no trace in what remains: compare the last seal with
    the one printed on the protocol.
    """
    before: str | None = None
    before_is_sealed = False
    some_sealed, all_sealed = False, True
    for number, row in enumerate(rows, start=1):
        line = row.decode(errors="surrogateescape")
        if before is not None:
            match = _SEALED.fullmatch(line)
            if match is None:
                all_sealed = False
                if some_sealed:
                    return False, number
            else:
                some_sealed = True
                if _hash(match["body"]) != match["seal"]:
                    return all_sealed, number
                if _hash(before) != match["prev"]:
                    return all_sealed, number if before_is_sealed else number - 1
            before_is_sealed = match is not None
        before = line
    return all_sealed and some_sealed, None


def _hash(line: str) -> str:
    try:
        return line_hash(line)
    except UnicodeEncodeError:
        return ""


def _hash_of(row: bytes) -> str:
    return line_hash(row.decode(errors="replace"))
