"""A log replayed as far as it can be read: what ``kozyr check`` tells, for programs and for people."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from kozyr.engine.acts import Act
from kozyr.engine.errors import KozyrError, LogFormatError, Words
from kozyr.engine.game import Report
from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat
from kozyr.engine.table.amended import Correction, corrections_of
from kozyr.engine.table.log import Header
from kozyr.engine.table.reading import LogRead
from kozyr.engine.table.session import Session, StepError
from kozyr.engine.table.store import read_log_file
from kozyr.engine.view import Audience, TableView
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.narrate import Spoken, spoken
from kozyr.ui.locale.text import tr


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong with a log."""

    words: Words
    """What."""
    seq: int | None = None
    """The entry; None for the log as a whole."""

    def said(self, text: str, what: str) -> str:
        """``text``, which is these words in some language, with the entry and ``what`` it states."""
        return text if self.seq is None else tr("check.entry-error", what=what, seq=self.seq, text=text)


@dataclass(frozen=True, slots=True)
class Checked:
    """One log, replayed as far as it could be read."""

    name: str
    """The path as given."""
    broken: tuple[Fault, ...]
    """Why the log, or its rest, could not be read; empty for a sound one."""
    header: Header | None = None
    """None when not even the header could be read."""
    report: Report | None = None
    """None with ``header``, or when the game refuses it. What rests on a guess is not certain in it."""
    sides: Mapping[Seat, str] | None = None
    """Seat -> the side it scores for; None with ``report``."""
    letters: Mapping[str, int] | None = None
    """Side -> letters Б in the current party, where there are such; None elsewhere and with ``report``."""
    times: Mapping[int, int] | None = None
    """seq -> milliseconds from the session's start; None with ``report``."""
    doubts: tuple[Fault, ...] = ()
    """What was read and cannot have happened."""
    altered_line: int | None = None
    """The first line whose seal does not match."""
    corrections: tuple[Correction, ...] = ()
    """The corrections, each with what it changed."""
    last_hash: str = ""
    """The hash of the last line."""
    acts: Mapping[int, Act] = field(default_factory=dict)
    """seq -> what the entry states, where it states anything."""

    def spoken(self, seq: int | None) -> Spoken | None:
        """An entry as people speak of it; None for one that states nothing."""
        if seq is None or seq not in self.acts:
            return None
        return spoken((self.times or {}).get(seq, 0), self.acts[seq])

    @property
    def errors(self) -> tuple[str, ...]:
        """Everything that is wrong with the log, for programs: what is wrong with a line or an entry is English."""
        return self._told(str)

    @property
    def sentences(self) -> tuple[str, ...]:
        """Everything that is wrong with the log, a sentence each in the language in force."""
        return self._told(error_text)

    def _told(self, word: Callable[[Words], str]) -> tuple[str, ...]:
        broken, doubts = (
            tuple(one.said(word(one.words), self._what(one.seq)) for one in some) for some in (self.broken, self.doubts)
        )
        altered = () if self.altered_line is None else (tr("check.altered", line=self.altered_line),)
        return (*broken, *altered, *doubts)

    def _what(self, seq: int | None) -> str:
        """An entry by its time and its act."""
        said = self.spoken(seq)
        return f"{said.time} {said.what}" if said is not None else "?"


def check(name: str) -> Checked:
    """Replays one log; raises nothing for a bad one."""
    try:
        return _replayed(name, read_log_file(name))
    except KozyrError as error:
        return Checked(name, (Fault(error.words),))


def _replayed(name: str, read: LogRead) -> Checked:
    if read.header is None:
        raise read.error or KozyrError("no header")
    game = game_named(read.header.game)
    session = Session(game, read.header, read.entries)
    report = session.report()
    return Checked(
        name,
        (*((Fault(read.error.words),) if read.error else ()), *_told(session.errors, unreadable=True)),
        read.header,
        report,
        _sides(report),
        _letters(session.view(Audience.JUDGE)) if report.meeting else None,
        {entry.seq: entry.at_ms for entry in read.entries},
        _told(session.errors, unreadable=False),
        read.altered_line,
        corrections_of(game, read.header, read.entries),
        read.last_hash,
        {entry.seq: entry.act for entry in read.entries if entry.act is not None},
    )


def _sides(report: Report) -> Mapping[Seat, str]:
    """Seat -> side: the name of a side is the letters of its seats."""
    names = [name for name, _ in report.match_score] or [row.side for row in report.sheet]
    return {Seat(letter): name for name in names for letter in name}


def _letters(view: TableView) -> Mapping[str, int]:
    return {one.side: one.letters for one in view.seats}


def _told(errors: tuple[StepError, ...], *, unreadable: bool) -> tuple[Fault, ...]:
    """Acts that are not in the game's notation, which cannot be read; or those that cannot have happened."""
    chosen = [found for found in errors if isinstance(found.error, LogFormatError) is unreadable]
    return tuple(Fault(found.error.words, found.seq) for found in chosen)
