"""Corrections: which acts a log states once every replacing, inserting and taking back is applied.

Every entry that is not a correction has a place of its own; ``replaces`` changes what stands in a place (whichever of
the place's entries it names), ``before`` makes a new place before another. A place whose act is taken back stays, so
that a later correction can bring it back and an insertion can still name it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kozyr.engine.acts import Act, Ruled
from kozyr.engine.errors import LogFormatError
from kozyr.engine.table.log import Entry, Source, Step


@dataclass(frozen=True, slots=True)
class Change:
    """One correction of a place."""

    seq: int
    """The correcting entry."""
    at_ms: int
    """When it was entered."""
    source: Source
    """Touch, judge or camera."""
    by: str | None
    """Who entered it."""
    why: str | None
    """Why."""
    old: Act | None
    """What stood before, None when it had been taken back."""
    new: Act | None
    """What stands since, None when it was taken back."""


@dataclass(frozen=True, slots=True)
class Place:
    """One place of the log, with all that ever stood in it."""

    first: Entry
    """The entry that made it."""
    changes: tuple[Change, ...]
    """Its corrections, oldest first."""

    @property
    def inserted(self) -> bool:
        """True when it was put between others afterwards."""
        return self.first.before is not None

    @property
    def seq(self) -> int:
        """The entry that states what stands here now."""
        return self.changes[-1].seq if self.changes else self.first.seq

    @property
    def act(self) -> Act | None:
        """What stands here now; None when it was taken back."""
        return self.changes[-1].new if self.changes else self.first.act


@dataclass(slots=True)
class _Slot:
    first: Entry
    entries: list[Entry]


def _slots(entries: Iterable[Entry]) -> tuple[list[_Slot], dict[int, _Slot]]:
    """The places in order, and the place that each entry belongs to."""
    order: list[_Slot] = []
    of: dict[int, _Slot] = {}
    last = 0
    for entry in entries:
        if entry.seq <= last:
            raise LogFormatError(
                '"seq" must rise from entry to entry; {entry} comes after {last}', entry=entry.seq, last=last
            )
        last = entry.seq
        named = entry.replaces if entry.replaces is not None else entry.before
        if named is not None and named not in of:
            key = "replaces" if entry.replaces is not None else "before"
            raise LogFormatError(
                'entry {entry}: "{key}" names {named}, and there is no such entry before it',
                entry=entry.seq,
                key=key,
                named=named,
            )
        if entry.replaces is not None:
            slot = of[entry.replaces]
            slot.entries.append(entry)
        else:
            slot = _Slot(entry, [entry])
            at = len(order) if entry.before is None else _index(order, of[entry.before])
            order.insert(at, slot)
        of[entry.seq] = slot
    return order, of


def _index(order: list[_Slot], wanted: _Slot) -> int:
    return next(at for at, slot in enumerate(order) if slot is wanted)


def effective(entries: Iterable[Entry]) -> tuple[Step, ...]:
    """The acts that stand, in the order of play.

    A ruling's ``committed`` is carried on to the entry that now states the act it names. Raises LogFormatError for a
    ``seq`` that does not rise and for ``replaces`` or ``before`` that name no earlier entry.
    """
    entries = tuple(entries)
    if not any(entry.replaces or entry.before for entry in entries):
        return _uncorrected(entries)
    order, of = _slots(entries)
    steps = []
    for slot in order:
        stands = slot.entries[-1]
        if stands.act is not None:
            steps.append(Step(stands.seq, slot.first.at_ms, _carried(stands.act, of)))
    return tuple(steps)


def _uncorrected(entries: tuple[Entry, ...]) -> tuple[Step, ...]:
    """The acts of a log without corrections, as nearly every log is: each entry has its own place."""
    last = 0
    for entry in entries:
        if entry.seq <= last:
            raise LogFormatError(
                '"seq" must rise from entry to entry; {entry} comes after {last}', entry=entry.seq, last=last
            )
        last = entry.seq
    return tuple([Step(entry.seq, entry.at_ms, entry.act) for entry in entries if entry.act is not None])


def _carried(act: Act, of: dict[int, _Slot]) -> Act:
    if isinstance(act, Ruled) and act.committed in of:
        now = of[act.committed].entries[-1].seq
        return act if now == act.committed else replace(act, committed=now)
    return act


def carried(act: Act, entries: Iterable[Entry]) -> Act:
    """``act`` as it stands after ``entries``: a ruling on a corrected entry names the correcting one."""
    return _carried(act, _slots(entries)[1]) if isinstance(act, Ruled) else act


def history(entries: Iterable[Entry]) -> tuple[Place, ...]:
    """Every place of the log in the order of play, with its corrections: who, when, old, new, why."""
    return tuple(
        Place(slot.first, tuple(_change(old, new) for old, new in zip(slot.entries, slot.entries[1:], strict=False)))
        for slot in _slots(entries)[0]
    )


def _change(old: Entry, new: Entry) -> Change:
    return Change(new.seq, new.at_ms, new.source, new.by, new.why, old.act, new.act)
