"""The camera's proposals as lines of the log: those of one step together, or none of them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from kozyr.engine.acts import Act, Played
from kozyr.engine.errors import ImpossibleAct, LogFormatError
from kozyr.engine.table.doubt import Proposal, Why
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.session import Session


def written(session: Session[Any], proposals: Sequence[Proposal]) -> tuple[Entry | None, ...]:
    """The entry of each proposal, now recorded; a card that cannot be is recorded as an unknown one.

    None for another act that cannot be. Raises KozyrError when the log cannot be written; then none is recorded.
    """
    made: list[Entry | None] = []
    is_kept = True
    for proposal in proposals:
        is_last = len(made) == len(proposals) - 1
        before = [one for one in made if one is not None]
        entry = _fitting(session, proposal, before, try_only=not is_last)
        made.append(entry)
        is_kept = not before if entry is None else is_last
    if not is_kept:
        session.amend([one for one in made if one is not None])
    return tuple(made)


def apart(session: Session[Any], entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The lines of an answer, a millisecond later where they could not be told from those of the answer before.

    Two questions may be about one moment and ask for one reason; lines of one time and reason are one answer's.
    """
    last = session.entries[-1] if session.entries else None
    if last is None or not entries or _marks(last) != _marks(entries[0]):
        return tuple(entries)
    return tuple(replace(entry, at_ms=entry.at_ms + 1) for entry in entries)


def _marks(entry: Entry) -> tuple[object, ...]:
    """By what the lines of one answer are known."""
    return entry.at_ms, entry.source, entry.by, entry.why


def _fitting(session: Session[Any], proposal: Proposal, before: Sequence[Entry], *, try_only: bool) -> Entry | None:
    """The entry of a proposal after those ``before`` it in its step; written with them unless it is only tried."""
    seq = session.next_seq + len(before)
    for act, why in _wordings(proposal):
        entry = Entry(
            seq, proposal.at_ms, Source.CAMERA, act, proposal.confidence, proposal.replaces, proposal.before,
            why=why.value if why else None, crop=proposal.crop,
        )  # fmt: skip
        try:
            if try_only:
                session.replayed((*before, entry))
            elif before:
                session.amend((*before, entry))
            else:
                session.append(entry)
        except (ImpossibleAct, LogFormatError):
            continue
        return entry
    return None


def _wordings(proposal: Proposal) -> Iterator[tuple[Act, Why | None]]:
    """What a proposal may be recorded as, the first that can be."""
    yield proposal.act, proposal.why
    if isinstance(proposal.act, Played) and proposal.replaces is None:
        yield Played(proposal.act.seat, None), proposal.why or Why.IMPOSSIBLE
