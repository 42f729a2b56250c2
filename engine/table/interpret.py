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
from kozyr.engine.table.asking import Rules, settled
from kozyr.engine.table.doubt import Proposal, Question, Said, Why, Withdrawn
from kozyr.engine.table.exposures import next_exposure
from kozyr.engine.table.judgement import whose
from kozyr.engine.table.plays import next_play
from kozyr.engine.table.rereads import next_reread
from kozyr.engine.table.sightings import Memory, Role, Shown, Sighting, Sweep, shown, sighting
from kozyr.engine.view import TableView

_LATE_MS: Final = 500
"""A card of a trick swept this recently can still be seen on its way to the pile."""


def interpret(
    memory: Memory, view: TableView, observation: Observation, rules: Rules | None = None
) -> tuple[Memory, tuple[Said, ...]]:
    """What an observation means at this table.

    ``view``: the judge's view, which has all closed tricks. ``rules``: tell whether an act would be irregular; without
    them only the turn, the deck and the cards played are known.
    """
    if isinstance(observation, CameraChanged):
        return _camera(memory, observation), ()
    if not memory.working:
        return memory, ()
    table = shown(view, memory.guessed)
    memory = _renewed(replace(memory, now_ms=max(memory.now_ms, observation.at_ms)), table)
    said: tuple[Said, ...] = ()
    match observation:
        case CardAppeared():
            memory, said = _appeared(memory, table, observation)
        case CardReread():
            memory = _reread(memory, observation)
        case CardLeft():
            memory = _left(memory, (observation.track,), observation.at_ms)
        case ZoneCleared():
            memory = _left(memory, observation.tracks, observation.at_ms)
            if observation.zone.kind is ZoneKind.TRICK:
                memory = replace(memory, sweep=Sweep(observation.at_ms, observation.tracks))
    memory, more = _next(memory, table, rules, force=False)
    return memory, said + more


def advance(
    memory: Memory, view: TableView, now_ms: int, rules: Rules | None = None, *, force: bool = False
) -> tuple[Memory, tuple[Said, ...]]:
    """What has become due by ``now_ms`` (time of the pictures). ``force``: nothing more will come, guess what waits."""
    if not memory.working and not force:
        return memory, ()
    table = shown(view, memory.guessed)
    memory = _renewed(replace(memory, now_ms=max(memory.now_ms, now_ms)), table)
    return _next(memory, table, rules, force)


def _camera(memory: Memory, change: CameraChanged) -> Memory:
    """Lost: nothing is believed until it is back. Back: what lies there is told anew and matched to what is known."""
    memory = replace(memory, working=change.working, now_ms=max(memory.now_ms, change.at_ms))
    if not change.working:
        return memory
    cards = tuple(card if card.gone_ms else replace(card, gone_ms=change.at_ms) for card in memory.cards)
    return replace(memory, cards=cards)


def _renewed(memory: Memory, table: Shown) -> Memory:
    """A new deal begins with an empty memory."""
    if table.view.deal == memory.deal:
        return memory
    return replace(memory, deal=table.view.deal, cards=(), sweep=None)


def _reread(memory: Memory, seen: CardReread) -> Memory:
    def better(card: Sighting) -> Sighting:
        if card.track != seen.track:
            return card
        listed = seen.alternatives or ((seen.card, seen.confidence),)
        return replace(
            card, card=seen.card, confidence=seen.confidence, alternatives=listed, crop=seen.crop or card.crop,
            reread=True, gone_ms=None,
        )  # fmt: skip

    return replace(memory, cards=tuple(better(card) for card in memory.cards))


def _left(memory: Memory, tracks: tuple[int, ...], at_ms: int) -> Memory:
    return replace(
        memory,
        cards=tuple(replace(card, gone_ms=at_ms) if card.track in tracks else card for card in memory.cards),
    )


def _appeared(memory: Memory, table: Shown, seen: CardAppeared) -> tuple[Memory, tuple[Said, ...]]:
    """Takes a new card in: as one that is known, or as one that waits to be understood."""
    new = sighting(seen, memory.now_ms)
    said: tuple[Said, ...] = ()
    old = next((card for card in memory.cards if card.track == new.track), None)
    if old is not None and old.role is Role.WAITING and old.in_trick and not new.in_trick:
        return memory.with_card(replace(old, moved_to=new.zone, gone_ms=None)), ()
    if old is not None:
        memory = replace(memory, cards=tuple(card for card in memory.cards if card is not old))
        if old.role in (Role.ASIDE, Role.SHOWN) and old.card == new.card:
            new = replace(new, role=old.role if not _now_played(new, old, table) else Role.WAITING, seat=old.seat)
    if new.role is Role.WAITING:
        memory, new, said = _known(memory, table, new)
    return replace(memory, cards=(*memory.cards, new)), said


def _now_played(new: Sighting, old: Sighting, table: Shown) -> bool:
    """True for a card that lay outside and is now put to the trick."""
    return new.in_trick and (old.moved_to or old.zone).kind is not ZoneKind.TRICK and table.in_play


def _known(memory: Memory, table: Shown, new: Sighting) -> tuple[Memory, Sighting, tuple[Said, ...]]:
    """A card that has been seen or recorded before is no second play."""
    if not table.with_hands:
        return memory, replace(new, role=Role.IGNORED), ()
    sure = new.card is not None and new.confidence >= memory.caution.accept
    play = table.played.get(new.card) if new.card else None
    if play and new.card not in table.penalty and _same_card(memory, table, new, play):
        number, seat = play
        memory = replace(memory, cards=tuple(_followed(card, number, seat) for card in memory.cards))
        memory, said = _sweep_denied(memory, table, number)
        return memory, replace(new, role=Role.PLAY, seat=seat, trick=number), said
    if new.card in table.penalty:
        return memory, _penalty(memory, table, new), ()
    if sure and new.in_trick:
        outside = [card for card in memory.cards if card.card == new.card and not card.in_trick]
        moved = tuple(
            replace(card, role=Role.IGNORED) if card in outside and card.role is Role.WAITING else card
            for card in memory.cards
        )
        memory = replace(memory, cards=moved)
        same = next((card for card in moved if _twin(card, new, memory)), None)
        if same is not None:
            merged = replace(same, gone_ms=None, track=new.track, centre_mm=new.centre_mm)
            memory = replace(memory, cards=tuple(card for card in moved if card is not same))
            return memory, merged, ()
    aside = None if new.in_trick else _aside_of(memory, new)
    if aside is not None:
        return memory.with_card(replace(aside, moved_to=new.zone)), replace(new, role=Role.ASIDE), ()
    return memory, new, ()


def _twin(card: Sighting, new: Sighting, memory: Memory) -> bool:
    """A waiting card read a second time under another number: lost and found, or seen by its two corners."""
    near = (card.centre_mm[0] - new.centre_mm[0]) ** 2 + (card.centre_mm[1] - new.centre_mm[1]) ** 2
    close = near <= memory.caution.same_mm**2
    return card.role is Role.WAITING and card.in_trick and card.card == new.card and (card.gone_ms is not None or close)


def _aside_of(memory: Memory, new: Sighting) -> Sighting | None:
    """The card of the trick area, not yet understood, that is now being put aside: laid out of turn, most likely."""
    pending = (card for card in memory.cards if card.in_trick and card.role is Role.WAITING)
    return next((card for card in pending if new.card is not None and card.card == new.card), None)


def _penalty(memory: Memory, table: Shown, new: Sighting) -> Sighting:
    """A penalty card: put to the trick by its owner on turn, or lying face up as it must."""
    assert new.card is not None
    owner = table.penalty[new.card]
    same = [card for card in memory.cards if card.card == new.card]
    lay_outside = any(_now_played(new, card, table) for card in same)
    came = new.arrived_from == owner and bool(same)
    if new.in_trick and table.in_play and owner == table.expected and (lay_outside or came):
        return new
    return replace(new, role=Role.ASIDE, seat=owner)


def _same_card(memory: Memory, table: Shown, new: Sighting, play: tuple[int, Seat]) -> bool:
    """True when the new sighting is the card of a recorded play: moved, lost and found, or recorded by touch."""
    number, seat = play
    before = [card for card in memory.cards if card.role is Role.PLAY and (card.trick, card.seat) == (number, seat)]
    if any(_near(card, new, memory.caution.same_mm) for card in before if card.gone_ms is None):
        return True
    if not new.in_trick:
        return True
    lying = any(card.gone_ms is None for card in before)
    if lying or new.card in table.doubted or new.confidence < memory.caution.accept:
        return False
    if number == table.number:
        return True
    gone = max((card.gone_ms or 0 for card in before), default=0)
    return number == table.number - 1 and (not before or new.order_ms - gone <= _LATE_MS)


def _near(card: Sighting, new: Sighting, within_mm: float) -> bool:
    across, along = card.centre_mm[0] - new.centre_mm[0], card.centre_mm[1] - new.centre_mm[1]
    return across * across + along * along <= within_mm * within_mm


def _followed(card: Sighting, number: int, seat: Seat) -> Sighting:
    """The old track of a card that is now followed under a new one."""
    if card.role is Role.PLAY and (card.trick, card.seat) == (number, seat):
        return replace(card, role=Role.IGNORED)
    return card


def _sweep_denied(memory: Memory, table: Shown, number: int) -> tuple[Memory, tuple[Said, ...]]:
    """A card of the open trick lies there after all: there was no sweep."""
    if number != table.number or not table.open_plays:
        return memory, ()
    denied = [one for one in memory.questions if one.why is Why.MISSED]
    memory = replace(memory, sweep=None, questions=tuple(one for one in memory.questions if one not in denied))
    return memory, tuple(Withdrawn(one.number) for one in denied)


def _next(memory: Memory, table: Shown, rules: Rules | None, force: bool) -> tuple[Memory, tuple[Said, ...]]:
    """One step: a recorded play recognised, a better reading, cards exposed, then the next play."""
    memory, withdrawn = _reconciled(memory, table)
    for step in (next_reread, next_exposure, next_play):
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
