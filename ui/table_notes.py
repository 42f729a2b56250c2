"""What a tablet notes beside the log: how often the last trick was looked at, and when people sat down to play.

It is no part of the log: a look is no act, and the log counts the time of play alone. A tablet that is started again
goes on counting. A file that is damaged or missing means that there is nothing to know.
"""

import contextlib
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from kozyr.engine.kept_json import DamagedJson, made_from
from kozyr.engine.table.log import Header

_NO_MOMENT: Final = (ValueError, ArithmeticError, OSError)
"""What Python raises for a moment that is none, or that lies outside the years of a calendar here."""
Sitting = tuple[int, datetime]
"""(The session's clock, the moment)."""


def notes_file(log: Path) -> Path:
    """Where the notes of a log lie: ``evening.kozyr.jsonl`` has ``evening.notes.json``."""
    return log.with_name(log.name.removesuffix(".jsonl").removesuffix(".kozyr") + ".notes.json")


class TableNotes:
    """The notes of one log; ``file`` None keeps them nowhere."""

    def __init__(self, header: Header, file: Path | None = None) -> None:
        self._file = file
        self.looks = (0, 0)
        """The last deal in which somebody looked at the last trick, and how often in it."""
        self._sittings: list[Sitting] = []
        with contextlib.suppress(*_NO_MOMENT):
            self._sittings.append((0, datetime.fromisoformat(header.started).astimezone(UTC)))
        with contextlib.suppress(OSError, DamagedJson):
            self._read()

    def looked(self, deal: int, count: int) -> None:
        """There were ``count`` looks in ``deal``."""
        self.looks = deal, count
        self._keep()

    def sat_down(self, at_ms: int, when: datetime) -> None:
        """Play goes on: the session's clock stands at ``at_ms``."""
        self._sittings.append((at_ms, when))
        self._keep()

    def time_of_day(self, at_ms: int) -> datetime | None:
        """When it was ``at_ms`` of the session, in the time of this place; None where the log does not say."""
        begun = [(from_ms, when) for from_ms, when in self._sittings if from_ms <= at_ms]
        if not begun:
            return None
        from_ms, when = begun[-1]
        try:
            return (when + timedelta(milliseconds=at_ms - from_ms)).astimezone()
        except _NO_MOMENT:
            return None

    def _read(self) -> None:
        if self._file is None:
            return
        self.looks, later = made_from(self._file.read_bytes(), _from_json)
        self._sittings += later

    def _keep(self) -> None:
        """Whole or not at all; a disk that refuses costs the notes, not the game."""
        if self._file is None:
            return
        part = self._file.with_suffix(".part")
        sittings = [(from_ms, when.astimezone(UTC).isoformat()) for from_ms, when in self._sittings if from_ms]
        deal, looks = self.looks
        with contextlib.suppress(OSError):
            part.write_text(json.dumps({"deal": deal, "looks": looks, "sittings": sittings}), "utf-8")
            part.replace(self._file)


def _from_json(found: Any) -> tuple[tuple[int, int], list[Sitting]]:
    """(The deal and how often somebody looked in it, the sittings)."""
    sittings = [(int(from_ms), datetime.fromisoformat(when).astimezone(UTC)) for from_ms, when in found["sittings"]]
    return (int(found["deal"]), int(found["looks"])), sittings
