"""What the camera did not clearly see, as the log tells it: such entries accuse nobody for certain."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from kozyr.engine.acts import Dealt, Exposed, Played, Revealed
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import Why
from kozyr.engine.table.log import REDONE, UNDONE, Entry, Source, Step

CLEAR: Final = 0.98
"""A card read as surely as this is clear, even when it was asked about because the rules find fault with it."""
_ASTRAY: Final = frozenset((Why.ORDER, Why.OUT_OF_TURN, Why.REPLACED, Why.SWAPPED, Why.WHO))
"""Guesses of whose a card was and when it was laid: it may not belong where it stands."""
_HAPPENED: Final = _ASTRAY | {Why.AUCTION_OPEN, Why.EXPOSED, Why.MISSED}
"""Guesses of what has happened: however surely the card was read, they are guesses."""


def is_unclear(entry: Entry) -> bool:
    """Whether an entry records what the camera did not clearly see, or a guess at it.

    Every line that the camera's own part writes says how sure it was. One that does not, and is no guess, was written
    by somebody who states the card: a log that is copied out by hand or worked out for a test is as clear as he is.
    """
    if entry.source is not Source.CAMERA or (entry.confidence is None and not entry.is_guess):
        return False
    return entry.why in _HAPPENED or (entry.confidence or 0.0) < CLEAR


class Doubts(NamedTuple):
    """The entries of a log that accuse nobody for certain."""

    unclear: frozenset[int]
    """What the camera did not clearly see: another card may have lain there."""
    astray: frozenset[int]
    """Of these, guesses of whose a card was and when it was laid: there may have been none in that place."""
    missed: frozenset[int]
    """Of these, plays that nobody saw: the cards around them may belong to another trick than they stand in."""
    broken: frozenset[int]
    """All from the first act on that cannot have happened."""
    seen: frozenset[int]
    """All that only the camera states, clear or not."""


def doubts(entries: Sequence[Entry], steps: Sequence[Step], wrong: Iterable[int] = ()) -> Doubts:
    """The doubts of a log of which ``steps`` stand; ``wrong``: entries whose acts cannot have happened.

    A step back that states again what the camera had stated is as clear as that was.
    """
    stated = _stated(entries)
    unclear = {seq: entry for seq, entry in stated.items() if is_unclear(entry)}
    astray = frozenset(seq for seq, entry in unclear.items() if entry.why in _ASTRAY)
    missed = frozenset(seq for seq, entry in unclear.items() if entry.why == Why.MISSED)
    seen = frozenset(seq for seq, entry in stated.items() if entry.source is Source.CAMERA)
    broken, first = frozenset[int](), frozenset(wrong)
    if first:
        # In the order of play: a correction has a later number than its place.
        order = [step.seq for step in steps]
        broken = frozenset(order[next((at for at, seq in enumerate(order) if seq in first), len(order)) :])
    return Doubts(frozenset(unclear) | (_at_odds(steps) & seen), astray, missed, broken, seen)


def _stated(entries: Sequence[Entry]) -> dict[int, Entry]:
    """Every entry, and of a step back or forward the line of its place that stated the same before."""
    stated = {entry.seq: entry for entry in entries}
    if not any(entry.why in (UNDONE, REDONE) for entry in entries):
        return stated
    places: dict[int, list[Entry]] = {}
    for entry in entries:
        place = places.get(entry.replaces, []) if entry.replaces is not None else []
        if entry.why in (UNDONE, REDONE):
            again = next((line for line in reversed(place) if line.act == entry.act), entry)
            stated[entry.seq] = stated[again.seq]
        place.append(entry)
        places[entry.seq] = place
    return stated


def _at_odds(steps: Iterable[Step]) -> frozenset[int]:
    """The acts that show one card with one player and let another one play it."""
    found: set[int] = set()
    told: dict[Card, list[tuple[int, Seat]]] = {}
    for step in steps:
        match step.act:
            case Dealt():
                told = {}
            case Played(seat=seat, card=card) if card is not None:
                others = [seq for seq, other in told.get(card, ()) if other is not seat]
                found.update((*others, step.seq) if others else ())
            case Exposed(seat=seat, cards=cards) | Revealed(seat=seat, cards=cards):
                for card in cards:
                    told.setdefault(card, []).append((step.seq, seat))
    return frozenset(found)
