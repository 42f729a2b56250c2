"""From what the camera states to what was played: observations to acts or questions. Pure; no clock, no files.

``interpret`` takes one observation, ``advance`` lets time pass. Both return at most one step of play at a time: whoever
calls them records the proposals and calls ``advance`` again with the new view until nothing more is said
(``follow.Follower`` does that). An act that would be irregular or impossible is a question first. A question that
nobody has answered when the table moves on is recorded as its best guess, marked with what was asked.
"""

from dataclasses import replace
from typing import Final

from kozyr.engine.cards import Card
from kozyr.engine.observations import (
    CameraChanged,
    CardAppeared,
    CardLeft,
    CardReread,
    Observation,
    ZoneCleared,
    ZoneKind,
)
from kozyr.engine.seats import Seat
from kozyr.engine.table.arrivals import appeared, left, reread, vanished
from kozyr.engine.table.asking import Rules, settled
from kozyr.engine.table.contradictions import next_contradiction
from kozyr.engine.table.doubt import Proposal, Question, Said, Why, Withdrawn
from kozyr.engine.table.exposures import next_exposure
from kozyr.engine.table.judgement import whose
from kozyr.engine.table.plays import next_play
from kozyr.engine.table.rereads import next_reread
from kozyr.engine.table.second_thoughts import by_elimination
from kozyr.engine.table.sightings import Memory, Role, Shown, Sighting, Sweep, shown
from kozyr.engine.table.turned_up import next_turned_up
from kozyr.engine.view import TableView

_MISPLACED: Final = frozenset({"moved", "off-centre"})
"""Notes of the camera after which places mean something else than before."""


def interpret(
    memory: Memory, view: TableView, observation: Observation, rules: Rules | None = None
) -> tuple[Memory, tuple[Said, ...]]:
    """What an observation means at this table.

    ``view``: the judge's view, which has all closed tricks. ``rules``: tell whether an act would be irregular; without
    them only the turn, the deck and the cards played are known.
    """
    if isinstance(observation, CameraChanged):
        return _camera(memory, observation)
    if not memory.working:
        return memory, ()
    table = shown(view, memory.guessed)
    memory, old = _renewed(replace(memory, now_ms=max(memory.now_ms, observation.at_ms)), table)
    said: tuple[Said, ...] = ()
    match observation:
        case CardAppeared():
            memory, said = appeared(memory, table, observation)
        case CardReread():
            memory = reread(memory, observation)
        case CardLeft():
            memory = left(memory, table, (observation.track,), observation.at_ms)
            memory, said = vanished(memory, observation)
        case ZoneCleared():
            memory = left(memory, table, observation.tracks, observation.at_ms)
            if observation.zone.kind is ZoneKind.TRICK:
                memory = replace(memory, sweep=Sweep(observation.at_ms, observation.tracks, observation.crop))
    memory, more = _next(memory, table, rules, force=False)
    return memory, (*old, *said, *more)


def advance(
    memory: Memory, view: TableView, now_ms: int, rules: Rules | None = None, *, force: bool = False
) -> tuple[Memory, tuple[Said, ...]]:
    """What has become due by ``now_ms`` (time of the pictures). ``force``: nothing more will come, guess what waits."""
    if not memory.working and not force:
        return memory, ()
    table = shown(view, memory.guessed)
    memory, old = _renewed(replace(memory, now_ms=max(memory.now_ms, now_ms)), table)
    memory, said = _next(memory, table, rules, force)
    return memory, (*old, *said)


def _camera(memory: Memory, change: CameraChanged) -> tuple[Memory, tuple[Said, ...]]:
    """Lost: nothing is believed until it is back. Back: what lies there is told anew and matched to what is known.

    When the places were wrong, a card that seemed to lie outside the trick may have been laid to it.
    """
    memory = replace(memory, working=change.working, now_ms=max(memory.now_ms, change.at_ms))
    if not change.working:
        return memory, ()
    cards = tuple(card if card.gone_ms else replace(card, gone_ms=change.at_ms, also=()) for card in memory.cards)
    memory = replace(memory, cards=cards, back_ms=change.at_ms)
    if change.why not in _MISPLACED:
        return memory, ()
    doubted = [one for one in memory.questions if one.why is Why.EXPOSED]
    cards = tuple(card for card in cards if card.role is not Role.WAITING or card.in_trick)
    memory = replace(memory, cards=cards, questions=tuple(one for one in memory.questions if one not in doubted))
    return memory, tuple(Withdrawn(one.number) for one in doubted)


def _renewed(memory: Memory, table: Shown) -> tuple[Memory, tuple[Said, ...]]:
    """A new deal begins with an empty memory; what was still asked about the old one and not guessed falls away.

    A card may have been laid open for it before anybody entered that it begins.
    """
    if table.view.deal == memory.deal:
        return memory, ()
    gone = tuple(Withdrawn(one.number) for one in memory.questions)
    lying = [card for card in memory.cards if card.role is Role.IGNORED and card.gone_ms is None and card.card]
    kept = tuple(replace(card, role=Role.WAITING, question=None, seat=None, trick=None) for card in lying)
    cards = kept if table.view.expectation.turns_up else ()
    return replace(
        memory, deal=table.view.deal, cards=cards, sweep=None, questions=(), eliminations=0, contradicted=()
    ), gone


def _next(memory: Memory, table: Shown, rules: Rules | None, force: bool) -> tuple[Memory, tuple[Said, ...]]:
    """One step: a recorded play recognised, a better reading, cards shown or exposed, then the next play."""
    memory, withdrawn = _reconciled(memory, table)
    for step in (next_reread, next_turned_up, next_exposure, next_play, by_elimination, next_contradiction):
        memory, said = step(memory, table, rules, force)
        if said:
            return memory, withdrawn + said
    return memory, withdrawn


def _reconciled(memory: Memory, table: Shown) -> tuple[Memory, tuple[Said, ...]]:
    """Waiting cards whose play has been recorded by other means (touched in, or missed and unknown) are those plays."""
    followed = {(card.trick, card.seat) for card in memory.cards if card.role is Role.PLAY}
    free = {place: play.card for place, play in table.plays.items() if place not in followed and _recent(place, table)}
    cards, settled_so = [], set()
    for card in memory.cards:
        place = _place_of(card, free, memory, table) if free and card.role is Role.WAITING and card.in_trick else None
        if place is not None:
            settled_so.add(card.question)
            card = replace(card, role=Role.PLAY, trick=place[0], seat=place[1], reread=True)
            del free[place]
        cards.append(card)
    gone = [one for one in memory.questions if one.number in settled_so]
    memory = replace(memory, cards=tuple(cards), questions=tuple(one for one in memory.questions if one not in gone))
    return memory, tuple(Withdrawn(one.number) for one in gone)


def _recent(place: tuple[int, Seat], table: Shown) -> bool:
    """A play of the open trick, or an unknown one of the trick before."""
    number = place[0]
    return number == table.number or (number == table.number - 1 and table.plays[place].card is None)


def _place_of(
    card: Sighting, free: dict[tuple[int, Seat], Card | None], memory: Memory, table: Shown
) -> tuple[int, Seat] | None:
    seat = whose(card, table).seat
    for number in (table.number, table.number - 1):
        if (number, seat) not in free or not _may_be(card, free[number, seat]):
            continue
        others = (one.at_ms for one in memory.cards if one.role is Role.PLAY and one.trick == number)
        if number == table.number or card.order_ms < max(others, default=0):
            return number, seat
    return None


def _may_be(card: Sighting, recorded: Card | None) -> bool:
    return recorded is None or card.card in (None, recorded) or recorded in dict(card.alternatives)


__all__ = ["Memory", "Proposal", "Question", "Rules", "Said", "Withdrawn", "advance", "interpret", "settled"]
