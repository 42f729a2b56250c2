"""What was entered for the seat on turn follows in turn when something before it is put right. No Kivy in here.

A card that nobody recorded gives every later one to a wrong seat, for whoever touches a card leaves its seat to the
table. Such seats are worked out again; one that a person or the camera named stays.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from kozyr.engine.acts import Act, Called, Dealt, Declared, Exchanged, Played
from kozyr.engine.errors import KozyrError
from kozyr.engine.game import Naming
from kozyr.engine.seats import Seat
from kozyr.engine.table.corrections import effective
from kozyr.engine.table.log import Entry, Source, Step
from kozyr.engine.table.session import Session
from kozyr.engine.view import Audience

IN_TURN: Final = "in-turn"
"""Why an entry has another seat than before: those before it changed."""
SUPERFLUOUS: Final = "superfluous"
"""Why an entry is taken out: what was put right before it leaves no room for it."""


def in_turn(session: Session[Any], entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """``entries`` and, after them, the corrections by which what follows in their deal is done in turn again.

    As they are when nothing follows. Raises LogFormatError when they name no entry.
    """
    old, new = session.steps, effective((*session.entries, *entries))
    at = next((at for at, (one, two) in enumerate(zip(old, new, strict=False)) if one != two), min(len(old), len(new)))
    begin, state = session.before_deal(at)
    end = next((to for to in range(at + 1, len(old)) if isinstance(old[to].act, Dealt)), len(old))
    log = {entry.seq: entry for entry in session.entries}
    wanted = {step.seq for step in old[at:end] if _seat_of(step.act) is not None and _is_free(log, step.seq)}
    deal = new[begin : len(new) - len(old) + end]
    # Nearly every correction leaves the turn as it was, which one look at the deal shows.
    if next(_moved(session, state, deal, wanted), None) is None:
        return entries
    free = set(_on_turn(session, state, old[begin:end], wanted))
    seq, now = entries[-1].seq + 1, entries[-1].at_ms
    moved = _moved(session, state, deal, free)
    return (
        *entries,
        *(
            Entry(seq + number, now, entries[-1].source, act, replaces=step.seq, by=entries[-1].by, why=IN_TURN)
            for number, (step, act) in enumerate(moved)
        ),
    )


def _on_turn(session: Session[Any], state: Any, steps: tuple[Step, ...], wanted: set[int]) -> Iterator[int]:
    """Those of the ``wanted`` acts whose seat is the one that the table would have given them."""
    before: Act | None = None
    for step in steps:
        if step.seq in wanted and _seat_of(step.act) is _due(session, state, step.act, before):
            yield step.seq
        state, before = _after(session, state, step.seq, step.act), step.act


def _moved(session: Session[Any], state: Any, steps: tuple[Step, ...], free: set[int]) -> Iterator[tuple[Step, Act]]:
    """The acts of ``free`` that another seat does when all goes on in turn."""
    before: Act | None = None
    for step in steps:
        act: Act = step.act
        due = _due(session, state, act, before) if step.seq in free else None
        if due is not None and due is not _seat_of(act):
            assert isinstance(act, Called | Declared | Exchanged | Played)
            act = replace(act, seat=due)
            yield step, act
        state, before = _after(session, state, step.seq, act), act


def _seat_of(act: Act) -> Seat | None:
    """Whose act it is, of a kind that the pads enter for the seat on turn."""
    return act.seat if isinstance(act, Called | Declared | Exchanged | Played) else None


def _due(session: Session[Any], state: Any, act: Act, before: Act | None) -> Seat | None:
    """Whose act this would be, as the table stands; some things are declared by who has just laid a card."""
    expected = session.game.view(state, Audience.JUDGE).expectation
    if isinstance(act, Declared):
        kind = act.declaration.split()[0]
        with_card = kind in {one.name for one in session.game.declarations if one.naming is Naming.SUIT}
        last = before.seat if with_card and isinstance(before, Played) else expected.seat
        return dict(expected.speakers).get(kind, last)
    if isinstance(act, Called):
        # After the auction nobody is due to call.
        return (expected.caller or expected.seat) if expected.calls else None
    return expected.seat


def _after(session: Session[Any], state: Any, seq: int, act: Act) -> Any:
    try:
        return session.game.step(state, seq, act)[0]
    except KozyrError:
        return state


def _is_free(log: dict[int, Entry], seq: int) -> bool:
    """Whether a finger entered what entry ``seq`` states, and nobody named its seat afterwards."""
    line = [log[seq]]
    while line[-1].replaces is not None:
        line.append(log[line[-1].replaces])
    first, seat = line[-1], getattr(log[seq].act, "seat", None)
    if first.source is Source.CAMERA or first.before is not None:
        return False
    of_seat = [entry for entry in line if getattr(entry.act, "seat", None) is seat]
    return first in of_seat or any(entry.why == IN_TURN for entry in of_seat)
