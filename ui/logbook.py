"""The logs of a tablet: the matches in them, and logs that are brought in."""

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Final

from kozyr.engine.errors import KozyrError, Words, system_reason
from kozyr.engine.game import Report
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.log import Header
from kozyr.engine.table.reading import read_log
from kozyr.engine.table.session import fold
from kozyr.engine.table.store import check_whole, read_log_file
from kozyr.ui.places import free_name
from kozyr.ui.whole_file import make_folder, write_whole

ENDING: Final = ".kozyr.jsonl"
"""Of a log's name."""
NEWEST: Final = 20
"""How many logs are looked at for the match that is offered first."""
LARGEST_BYTES: Final = 64 * 1024 * 1024
"""A log larger than this is none that a table wrote."""
LONGEST_HEADER: Final = 64 * 1024
"""Nor one whose first line is longer, bytes."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A match as its log leaves it."""

    path: Path
    """The log."""
    game: str
    """As in its header."""
    started: datetime | None
    """When it began, in the time of this place; None for a moment that cannot be read."""
    players: tuple[str, ...]
    """Names, clockwise; without those of seats that nobody named."""
    deal: int
    """The deal in progress."""
    score: tuple[tuple[str, int], ...]
    """(side, running total)."""
    is_over: bool = False
    """Whether it was played to its end."""
    is_damaged: bool = False
    """Whether more of the log cannot be read."""


def standing(path: Path) -> Standing | None:
    """A match that can be opened, over or not; None for a log that cannot, or in which no deal began."""
    try:
        check_whole(path)
        found = match_in(path)
    except KozyrError:
        return None
    return None if found is None or not found.deal else found


def match_in(path: Path) -> Standing | None:
    """What a log holds, as far as it can be read, be it over or not; ``deal`` is 0 where none began.

    None for a log that says neither who played nor what.
    """
    try:
        read = read_log_file(path)
        if read.header is None:
            return None
        game = game_named(read.header.game)
        report = game.report(fold(game, read.header, read.entries).state)
    except KozyrError:
        return None
    deal = report.deals[-1].deal if report.deals else 0
    score = report.match_score or report.settlement
    made = _headed(path, read.header)
    return replace(made, deal=deal, score=score, is_over=_is_over(report), is_damaged=read.error is not None)


def heading_of(path: Path) -> Standing | None:
    """Who played what and when, from the first line of a log alone: cheap. None where that cannot be read."""
    try:
        with path.open("rb") as file:
            header = read_log(file.readline(LONGEST_HEADER)).header
            return None if header is None else _headed(path, header)
    except (KozyrError, OSError):
        return None


def _headed(path: Path, header: Header) -> Standing:
    players = tuple(name for seat, name in header.players if name != seat.value)
    return Standing(path, game_named(header.game).name, _moment(header), players, 0, ())


def _is_over(report: Report) -> bool:
    return (report.meeting_winner if report.meeting else report.winner) is not None


def _moment(header: Header) -> datetime | None:
    try:
        return datetime.fromisoformat(header.started).astimezone()
    except (ValueError, ArithmeticError, OSError):
        return None


def newest(folder: Path) -> tuple[Path, ...]:
    """The logs of a folder, the one written last first; a folder that cannot be looked through has none."""
    found = []
    with contextlib.suppress(OSError):
        for path in folder.glob(f"*{ENDING}"):
            # Another program may have taken it away since its name was read.
            with contextlib.suppress(OSError):
                found += [(path.stat().st_mtime_ns, path)] if path.is_file() else []
    return tuple(path for _, path in sorted(found, reverse=True))


def first_standing(paths: Iterable[Path]) -> Standing | None:
    """The first of these logs that can be opened; the others are not read."""
    return next(filter(None, map(standing, islice(paths, NEWEST))), None)


def new_log(folder: Path) -> Path:
    """A name for a new log."""
    return free_name(folder, f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}", ENDING)


def bring_in(path: Path, folder: Path) -> Path:
    """Copies a log into a folder under a name that is free, and returns that.

    Raises KozyrError, with one sentence, for a log that is damaged anywhere or of a game that is not known; nothing is
    written then.
    """
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= LARGEST_BYTES else b""
    except OSError as error:
        raise KozyrError("{path} cannot be read: {why}", path=path, why=system_reason(error)) from None
    if size > LARGEST_BYTES:
        raise KozyrError("{path} is no log of a table: it is too large", path=path)
    read = read_log_file(path)
    if not read.is_log:
        raise KozyrError("{name} is no log of Kozyr: choose one that Kozyr saved, its name ends in {ending}",
                         name=path.name, ending=ENDING)  # fmt: skip
    if read.error is not None or read.header is None:
        why = read.error or Words("it has no header")
        raise KozyrError("{path} is damaged and was not brought in: {why}", path=path, why=why)
    game = game_named(read.header.game)
    fold(game, read.header, read.entries)
    make_folder(folder)
    there = free_name(folder, path.name.removesuffix(ENDING), ENDING)
    write_whole(there, data)
    return there
