"""What a finding is worth that rests on a guess: nobody is accused for certain by what was not clearly seen.

A finding rests on more than the play that broke a rule and the card that proves it: on the card led, on the trump
shown, on whose turn it was. So the deal is played again without what is unclear, and what is not found then was not
certain.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from kozyr.engine.acts import Dealt, Played
from kozyr.engine.facts import Irregularity
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.table.corrections import effective
from kozyr.engine.table.doubt import Why
from kozyr.engine.table.log import Entry, Source, Step

CLEAR: Final = 0.98
"""A card read as surely as this is clear, even when it was asked about because the rules find fault with it."""
_ASTRAY: Final = frozenset(one.value for one in (Why.ORDER, Why.OUT_OF_TURN, Why.REPLACED, Why.SWAPPED, Why.WHO))
"""Guesses of whose a card was and when it was laid: it may not belong where it stands."""

Found = tuple[Offence, Seat | None, int]
"""Offence, seat and the entry that broke the rule: what makes a finding the same one."""
Replay = Callable[[int, tuple[Step, ...]], frozenset[Found]]
"""(How many acts stand before a deal, its acts) -> what would be found for certain in it, had it gone so."""


def is_unclear(entry: Entry) -> bool:
    """Whether an entry records what the camera did not clearly see, or a guess at it."""
    if entry.source is not Source.CAMERA or (entry.confidence is None and not entry.is_guess):
        return False
    return (entry.confidence or 0.0) < CLEAR


class Doubts(NamedTuple):
    """The entries of a log that accuse nobody for certain."""

    unclear: frozenset[int]
    """What the camera did not clearly see: another card may have lain there."""
    astray: frozenset[int]
    """Of these, guesses of whose a card was and when it was laid: there may have been none in that place."""
    broken: frozenset[int]
    """All from the first act on that cannot have happened."""
    seen: frozenset[int]
    """All that only the camera states, clear or not."""


def doubts(entries: Sequence[Entry], wrong: Iterable[int] = ()) -> Doubts:
    """The doubts of a log; ``wrong``: entries whose acts cannot have happened."""
    unclear = [entry for entry in entries if is_unclear(entry)]
    astray = frozenset(entry.seq for entry in unclear if entry.why in _ASTRAY)
    seen = frozenset(entry.seq for entry in entries if entry.source is Source.CAMERA)
    broken, first = frozenset[int](), frozenset(wrong)
    if first:
        # In the order of play: a correction has a later number than its place.
        order = [step.seq for step in effective(entries)]
        broken = frozenset(order[next((at for at, seq in enumerate(order) if seq in first), len(order)) :])
    return Doubts(frozenset(entry.seq for entry in unclear), astray, broken, seen)


def weighed(
    findings: tuple[Irregularity, ...], unsure: Doubts, steps: Sequence[Step], replay: Replay
) -> tuple[Irregularity, ...]:
    """The findings; those that rest on an entry in doubt are not certain. ``steps``: the acts that stand."""
    certain = [one for one in findings if one.certain and not {one.committed, one.proved} & _named(unsure)]
    certain = _found_without(certain, unsure, steps, replay) if certain else []
    crowded = _on_one_reading(certain, unsure.seen)
    kept = {_key(one) for one in certain if not {one.committed, one.proved} & crowded}
    return tuple(replace(one, certain=False) if one.certain and _key(one) not in kept else one for one in findings)


def _named(unsure: Doubts) -> frozenset[int]:
    return unsure.unclear | unsure.broken


def _key(one: Irregularity) -> Found:
    return one.offence, one.seat, one.committed


def _found_without(
    certain: list[Irregularity], unsure: Doubts, steps: Sequence[Step], replay: Replay
) -> list[Irregularity]:
    """Of these findings, those that are found for certain too when the unclear acts of their deal are not known."""
    places = {step.seq: at for at, step in enumerate(steps)}
    deals = [at for at, step in enumerate(steps) if isinstance(step.act, Dealt)]
    kept, known = [], dict[int, frozenset[Found] | None]()
    for one in certain:
        at = places.get(one.committed)
        if at is None:
            kept.append(one)
            continue
        begin = max((deal for deal in deals if deal <= at), default=0)
        if begin not in known:
            end = next((deal for deal in deals if deal > at), len(steps))
            known[begin] = _found_in(tuple(steps[begin:end]), begin, unsure, replay)
        found = known[begin]
        if found is None or _key(one) in found:
            kept.append(one)
    return kept


def _found_in(deal: tuple[Step, ...], begin: int, unsure: Doubts, replay: Replay) -> frozenset[Found] | None:
    """What is found in a deal whatever the unclear acts were; None when all of them are clear."""
    in_doubt = {step.seq for step in deal} & unsure.unclear
    if not in_doubt:
        return None
    found = replay(begin, tuple(_blurred(deal, in_doubt)))
    astray = in_doubt & unsure.astray
    if astray and found:
        found &= replay(begin, tuple(_blurred([step for step in deal if step.seq not in astray], in_doubt)))
    return found


def _blurred(deal: Iterable[Step], in_doubt: Iterable[int]) -> Iterable[Step]:
    """The acts, an unclear play as one of an unknown card; of other unclear acts nothing is left."""
    for step in deal:
        if step.seq not in in_doubt:
            yield step
        elif isinstance(step.act, Played):
            yield step._replace(act=Played(step.act.seat, None))


def _on_one_reading(certain: Iterable[Irregularity], seen: frozenset[int]) -> frozenset[int]:
    """The readings of the camera by which several plays would be illegal: likelier that one was misread.

    Such is a card that proves several of them, or is one and proves another; and so are the plays of several seats on
    one lead.
    """
    by_reading, by_trick = defaultdict[int, set[int]](set), defaultdict[tuple[int, int | None], set[Irregularity]](set)
    for one in certain:
        if one.offence is not Offence.REVOKE or one.committed not in seen:
            continue
        by_trick[one.deal, one.trick].add(one)
        for seq in {one.committed, one.proved} & seen:
            by_reading[seq].add(one.committed)
    crowded = {seq for seq, plays in by_reading.items() if len(plays) > 1}
    for accused in by_trick.values():
        if len({one.seat for one in accused}) > 1:
            crowded |= {one.committed for one in accused}
    return frozenset(crowded)
