"""What a finding is worth that rests on a guess: nobody is accused for certain by what was not clearly seen."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from kozyr.engine.facts import Irregularity
from kozyr.engine.table.corrections import effective
from kozyr.engine.table.log import Entry

_CLEAR: Final = 0.98
"""A card read as surely as this is clear, even when it was asked about because the rules find fault with it."""


def is_unclear(entry: Entry) -> bool:
    """Whether an entry records a guess of the camera at what it did not clearly see."""
    return entry.is_guess and (entry.confidence or 0.0) < _CLEAR


def doubtful(entries: Sequence[Entry], wrong: Iterable[int] = ()) -> frozenset[int]:
    """The entries of a log that accuse nobody for certain: unclear guesses, and all from the first of ``wrong`` on.

    ``wrong``: entries whose acts cannot have happened.
    """
    unclear = {entry.seq for entry in entries if is_unclear(entry)}
    first = frozenset(wrong)
    if not first:
        return frozenset(unclear)
    # In the order of play: a correction has a later number than its place.
    order = [step.seq for step in effective(entries)]
    return frozenset(unclear.union(order[next((at for at, seq in enumerate(order) if seq in first), len(order)) :]))


def weighed(findings: tuple[Irregularity, ...], unsure: frozenset[int]) -> tuple[Irregularity, ...]:
    """The findings; one that an entry of ``unsure`` commits or proves is not certain."""
    return tuple(
        replace(one, certain=False) if one.certain and {one.committed, one.proved} & unsure else one for one in findings
    )
