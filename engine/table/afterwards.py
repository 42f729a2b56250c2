"""A finding that arose only by corrections made after the entry: what was entered was in order when it was entered.

Whoever puts an earlier entry right may turn a later one, faultless until then, into an offence. That accuses nobody.
"""

from collections.abc import Sequence

from kozyr.engine.acts import Dealt
from kozyr.engine.facts import Irregularity
from kozyr.engine.table.corrections import Place, effective, history
from kozyr.engine.table.findings import Found, Replay
from kozyr.engine.table.log import Entry, Step


def brought_about(
    one: Irregularity, entries: Sequence[Entry], steps: Sequence[Step], replay: Replay
) -> tuple[Entry, ...]:
    """The corrections of earlier entries of its deal, made after the entry at fault, without which nothing is found.

    Empty where the finding stands without them. ``steps``: the acts that stand; ``replay`` as for ``weighed``.
    """
    later = _later(one.committed, entries)
    if not later:
        return ()
    key = one.offence, one.seat, one.committed
    if not _is_found(key, tuple(steps), replay) or _is_found(key, _without(entries, later), replay):
        return ()
    single = [some for some in later if not _is_found(key, _without(entries, [some]), replay)]
    wanted = {entry.seq for some in single or later for entry in some}
    return tuple(entry for entry in entries if entry.seq in wanted)


def _later(committed: int, entries: Sequence[Entry]) -> list[list[Entry]]:
    """What was changed before ``committed`` in its deal after that was entered, place by place."""
    if not any(entry.seq > committed and (entry.replaces or entry.before) for entry in entries):
        return []
    places = history(entries)
    at = next((at for at, place in enumerate(places) if place.seq == committed), 0)
    begin = max((to for to in range(at) if isinstance(places[to].act, Dealt)), default=0)
    since, log = _stated(places[at]), {entry.seq: entry for entry in entries}
    found = []
    for place in places[begin:at]:
        own = [place.first.seq, *(change.seq for change in place.changes)]
        if lines := [log[seq] for seq in own if seq > since]:
            found.append(lines)
    return found


def _stated(place: Place) -> int:
    """The line that first stated what stands there without a break: confirming it states nothing new."""
    said = [change.seq for change in place.changes if change.old != change.new]
    return said[-1] if said else place.first.seq


def _without(entries: Sequence[Entry], later: list[list[Entry]]) -> tuple[Step, ...]:
    """The acts that would stand without those corrections."""
    gone = {entry.seq for some in later for entry in some}
    # A place of another one that was put in before a place that is gone stays out with it.
    for entry in entries:
        if entry.replaces in gone or entry.before in gone:
            gone.add(entry.seq)
    return effective([entry for entry in entries if entry.seq not in gone])


def _is_found(key: Found, steps: tuple[Step, ...], replay: Replay) -> bool:
    at = next((at for at, step in enumerate(steps) if step.seq == key[2]), None)
    if at is None:
        return False
    cuts = [to for to, step in enumerate(steps) if isinstance(step.act, Dealt)]
    begin = max((cut for cut in cuts if cut <= at), default=0)
    end = next((cut for cut in cuts if cut > at), len(steps))
    return key in replay(begin, steps[begin:end])
