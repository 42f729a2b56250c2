"""Cards that appear, are read better and leave: each taken in as one that is known, or as one that waits."""

from dataclasses import replace
from typing import Final

from kozyr.engine.observations import CardAppeared, CardLeft, CardReread, ZoneKind
from kozyr.engine.seats import Seat
from kozyr.engine.table.asking import withdraw
from kozyr.engine.table.doubt import Said, Why, Withdrawn
from kozyr.engine.table.sightings import Caution, Memory, Role, Shown, Sighting, Sweep, near, sighting

_LATE_MS: Final = 500
"""A card of a trick swept this recently can still be seen on its way to the pile."""
Taken = tuple[Memory, tuple[Said, ...]]


def reread(memory: Memory, seen: CardReread) -> Memory:
    """The memory with a better reading of a card that it knows."""
    card = next((one for one in memory.cards if one.track == seen.track), None)
    if card is None:
        return memory
    listed = seen.alternatives or ((seen.card, seen.confidence),)
    better = replace(
        card, card=seen.card, confidence=seen.confidence, alternatives=listed, crop=seen.crop or card.crop,
        reread=True, gone_ms=None,
    )  # fmt: skip
    return memory.with_card(better)


def left(memory: Memory, table: Shown, tracks: tuple[int, ...], at_ms: int) -> Memory:
    """The memory after cards have left. When the last card of an open trick is gone, it was swept."""
    if len(tracks) == 1:
        memory = _told_otherwise(memory, tracks[0])
    gone = frozenset(tracks)
    cards = tuple(
        replace(card, gone_ms=at_ms, also=()) if not gone.isdisjoint((card.track, *card.also)) else card
        for card in memory.cards
    )
    memory = replace(memory, cards=cards)
    trick = [card for card in cards if card.in_trick and (card.role is Role.WAITING or _lies_open(card, table))]
    seen_to_go = all(card.gone_ms is not None and card.gone_ms != memory.back_ms for card in trick)
    # At a table of two one card is all that may be seen of a trick.
    least = min(2, len(table.seats) - 1)
    if len(trick) >= least and seen_to_go and any(card.track in tracks for card in trick):
        return replace(memory, sweep=Sweep(at_ms, tuple(card.track for card in trick)))
    return memory


def _told_otherwise(memory: Memory, track: int) -> Memory:
    """The memory when one number has left of a card that the camera tells under another one still."""
    for card in memory.cards:
        numbers = (card.track, *card.also)
        if track in numbers and len(numbers) > 1:
            first, *rest = (number for number in numbers if number != track)
            return memory.renumbered(card, first).with_card(replace(card, track=first, also=tuple(rest)))
    return memory


def vanished(memory: Memory, seen: CardLeft) -> Taken:
    """A shape that nobody laid, nobody could read and nobody took up was no card; its question falls away."""
    card = next((one for one in memory.cards if one.track == seen.track), None)
    if card is None or card.role is not Role.WAITING or not card.in_trick:
        return memory, ()
    if card.arrived_from is not None or card.alternatives or memory.sweep is not None:
        return memory, ()
    return withdraw(memory.with_card(replace(card, role=Role.IGNORED)), card.question)


def _lies_open(card: Sighting, table: Shown) -> bool:
    return card.role is Role.PLAY and card.trick == table.number


def appeared(memory: Memory, table: Shown, seen: CardAppeared) -> Taken:
    """The memory with a card that has come to rest, known or waiting to be understood."""
    new = sighting(seen, memory.now_ms)
    old = next((card for card in memory.cards if card.track == new.track), None) or _found(memory, table, new)
    if old is None:
        return _new(memory, table, new)
    if _laid_by_another(old, new, memory.caution):
        memory = memory.contradicting(old.question, new.card)
    memory = memory.renumbered(old, new.track)
    also = (*old.also, old.track) if old.gone_ms is None else ()
    old = replace(old, track=new.track, also=tuple(number for number in also if number != new.track))
    if old.role is Role.WAITING and old.in_trick and not new.in_trick:
        return memory.with_card(replace(old, moved_to=new.zone, gone_ms=None)), ()
    same_place = old.zone.kind is new.zone.kind
    if old.role is Role.PLAY or (old.role is Role.WAITING and same_place):
        return _sweep_denied(memory.with_card(_again(old, new)), table, old.trick)
    if same_place and _was_dragged(memory, table, old, new):
        again = replace(_again(old, new), role=Role.WAITING, dragged=True, told_ms=memory.now_ms)
        return memory.with_card(again), ()
    if old.role in (Role.ASIDE, Role.SHOWN, Role.IGNORED) and not _now_played(new, old, table) and same_place:
        return memory.with_card(_again(old, new)), ()
    if new.arrived_from is None and not old.in_trick:
        new = replace(new, arrived_from=old.owner)
    without = replace(memory, cards=tuple(card for card in memory.cards if card.track != new.track))
    return _new(without, table, new)


def _was_dragged(memory: Memory, table: Shown, old: Sighting, new: Sighting) -> bool:
    """True for a lead that went along when the last trick was swept and lies there again, that trick being gone.

    A wrong reading of a card of that trick would have gone with its card, or have come back beside it.
    """
    if old.role is not Role.IGNORED or old.gone_ms is None or not new.in_trick or not table.in_play:
        return False
    clear = max(old.confidence, new.confidence) >= memory.caution.accept
    unplayed = new.card is not None and new.card == old.card and new.card not in table.played
    led = not table.open_plays and old.arrived_from == table.expected == new.nearest
    return clear and unplayed and led and not any(_lies_closed(card, table) for card in memory.cards)


def _laid_by_another(old: Sighting, new: Sighting, caution: Caution) -> bool:
    """True for a card taken to be one that lies there, though it lies elsewhere, with another seat."""
    owner = old.seat or old.arrived_from
    if new.card is None or new.card != old.card or owner in (new.nearest, new.arrived_from):
        return False
    return not near(old, new, caution.same_mm)


def _again(old: Sighting, new: Sighting) -> Sighting:
    """A known card seen again: where it lies now, and the better of both readings."""
    moved = replace(old, zone=new.zone, centre_mm=new.centre_mm, gone_ms=None, moved_to=None)
    if new.card is None or new.confidence <= old.confidence:
        return moved
    return replace(
        moved, card=new.card, confidence=new.confidence, alternatives=new.alternatives, crop=new.crop or old.crop,
        reread=True,
    )  # fmt: skip


def _found(memory: Memory, table: Shown, new: Sighting) -> Sighting | None:
    """The card of the open trick that this is: seen by its other corner, or lost from sight and found again."""
    for card in memory.cards:
        lies = card.role is Role.WAITING or _lies_open(card, table) or _lies_closed(card, table)
        if not (new.in_trick and card.in_trick and lies):
            continue
        same = new.card is not None and new.card == card.card
        close = near(card, new, memory.caution.same_mm)
        if card.gone_ms is None:
            # Of a card with indices in all corners another one may have told where it lies.
            again = close or _laid_at_once(card, new, memory.caution) or not _newly_laid(card, new, memory, table)
            if (same and again) or (close and _one_laid(card, new, memory.caution)):
                return card
            continue
        lately = new.at_ms - card.gone_ms <= memory.caution.found_ms
        came_by_itself = new.arrived_from in (None, card.seat or card.arrived_from) or _stirred(memory, new)
        if same and card.role is Role.WAITING:
            return card
        if close and lately and came_by_itself and _may_be_one(card, new) and not _are_two(card, new, memory.caution):
            return card
    return None


def _stirred(memory: Memory, new: Sighting) -> bool:
    """True for an unread shape that seems to have come from a hand which laid another, clear card at that moment.

    Nobody lays two cards at once: the hand has only moved or shaded what lay there.
    """
    laid = (one for one in memory.cards if one.in_trick and one.confidence >= memory.caution.accept)
    return new.card is None and any(_laid_at_once(one, new, memory.caution) for one in laid)


def _newly_laid(card: Sighting, new: Sighting, memory: Memory, table: Shown) -> bool:
    """True for a shape that reads as ``card``, which lies elsewhere, and is another all the same: one was misread.

    It came from the seat on turn and lies before it; or a seat leads with it beside a trick that is not swept, and not
    with the arm that has just laid a card there.
    """
    came = new.arrived_from
    if came is None or came != new.nearest or came == table.expected:
        return came is not None and came == new.nearest
    own = (one.order_ms for one in memory.cards if one.in_trick and one.role is Role.PLAY and one.seat == came)
    just_laid = any(new.order_ms - laid_ms <= memory.caution.order_ms for laid_ms in own)
    return _lies_closed(card, table) and not just_laid


def _lies_closed(card: Sighting, table: Shown) -> bool:
    """True for a card of the trick that is complete and not yet swept."""
    return card.role is Role.PLAY and card.trick == table.number - 1 and card.gone_ms is None


def _one_laid(card: Sighting, new: Sighting, caution: Caution) -> bool:
    """Two readings of what one hand laid at one moment: nobody lays two cards, so one of them is a wrong reading."""
    together = abs(card.order_ms - new.order_ms) <= caution.together_ms
    unsure = min(card.confidence, new.confidence) < caution.accept
    return together and unsure and card.arrived_from is not None and card.arrived_from == new.arrived_from


def _laid_at_once(card: Sighting, new: Sighting, caution: Caution) -> bool:
    """True for two sightings of one name that one hand brought at one moment."""
    together = abs(card.order_ms - new.order_ms) <= caution.together_ms
    return together and card.arrived_from is not None and card.arrived_from == new.arrived_from


def _may_be_one(card: Sighting, new: Sighting) -> bool:
    readings = dict(card.alternatives).keys() & dict(new.alternatives).keys()
    return card.card is None or new.card is None or bool(readings)


def _are_two(card: Sighting, new: Sighting, caution: Caution) -> bool:
    """Two readings, both clear and not the same, are of two cards."""
    return card.card != new.card and min(card.confidence, new.confidence) >= caution.accept


def _now_played(new: Sighting, old: Sighting, table: Shown) -> bool:
    """True for a card that lay outside and is now put to the trick."""
    return new.in_trick and (old.moved_to or old.zone).kind is not ZoneKind.TRICK and table.in_play


def _new(memory: Memory, table: Shown, new: Sighting) -> Taken:
    """A card under a number not heard before: one of a recorded play, a penalty card, or one that waits."""
    if not table.with_hands:
        return _with(memory, replace(new, role=Role.IGNORED))
    play = table.played.get(new.card) if new.card else None
    if play and new.card not in table.penalty and _same_card(memory, table, new, play):
        number, seat = play
        followed = (
            replace(card, role=Role.IGNORED)
            if card.role is Role.PLAY and (card.trick, card.seat) == (number, seat)
            else card
            for card in memory.cards
        )
        memory, _ = _with(replace(memory, cards=tuple(followed)), replace(new, role=Role.PLAY, seat=seat, trick=number))
        return _sweep_denied(memory, table, number)
    if new.card in table.penalty:
        return _with(memory, _penalty(memory, table, new))
    if new.in_trick:
        memory, said = _on_its_way(memory, new)
        memory, _ = _with(memory, new)
        return memory, said
    aside = _aside_of(memory, new)
    if aside is not None:
        return _with(memory.with_card(replace(aside, moved_to=new.zone)), replace(new, role=Role.ASIDE))
    return _with(memory, new)


def _with(memory: Memory, new: Sighting) -> Taken:
    return replace(memory, cards=(*memory.cards, new)), ()


def _on_its_way(memory: Memory, new: Sighting) -> Taken:
    """A card that lay in front of its player for a moment was on its way into the trick, and not exposed."""
    if new.card is None or new.confidence < memory.caution.accept:
        return memory, ()
    said: tuple[Said, ...] = ()
    for card in memory.cards:
        if card.role is Role.WAITING and not card.in_trick and card.card == new.card:
            memory, withdrawn = withdraw(memory.with_card(replace(card, role=Role.IGNORED)), card.question)
            said += withdrawn
    return memory, said


def _aside_of(memory: Memory, new: Sighting) -> Sighting | None:
    """The card of the trick area, not yet understood, that is now being put aside: laid out of turn, most likely."""
    for card in memory.cards:
        if not card.in_trick or card.role is not Role.WAITING:
            continue
        if new.card is not None and new.card == card.card:
            return card
        lately = card.gone_ms is not None and 0 <= new.at_ms - card.gone_ms <= memory.caution.found_ms
        if lately and new.owner in (card.arrived_from, card.nearest) and _may_be_one(card, new):
            return card
    return None


def _penalty(memory: Memory, table: Shown, new: Sighting) -> Sighting:
    """A penalty card: put to the trick by its owner on turn, lying face up as it must, or clearly laid by another."""
    assert new.card is not None
    owner = table.penalty[new.card]
    same = [card for card in memory.cards if card.card == new.card]
    sure = new.confidence >= memory.caution.accept
    if new.in_trick and sure and new.arrived_from in table.seats and new.arrived_from != owner:
        return new
    lay_outside = any(_now_played(new, card, table) for card in same)
    came = new.arrived_from == owner and bool(same)
    if new.in_trick and table.in_play and owner == table.expected and (lay_outside or came):
        return new
    return replace(new, role=Role.ASIDE, seat=owner)


def _same_card(memory: Memory, table: Shown, new: Sighting, play: tuple[int, Seat]) -> bool:
    """True when the new sighting is the card of a recorded play: moved, lost and found, or recorded by touch."""
    number, seat = play
    before = [card for card in memory.cards if card.role is Role.PLAY and (card.trick, card.seat) == (number, seat)]
    if any(near(card, new, memory.caution.same_mm) for card in before if card.gone_ms is None):
        return True
    if not new.in_trick:
        return number >= table.number - 1
    lying = any(card.gone_ms is None for card in before)
    if lying or new.card in table.doubted or new.confidence < memory.caution.accept:
        return False
    if number == table.number:
        return True
    gone = max((card.gone_ms or 0 for card in before), default=0)
    return number == table.number - 1 and (not before or new.order_ms - gone <= _LATE_MS)


def _sweep_denied(memory: Memory, table: Shown, number: int | None) -> Taken:
    """A card of the open trick lies there after all: there was no sweep."""
    if number != table.number or not table.open_plays:
        return memory, ()
    denied = [one for one in memory.questions if one.why is Why.MISSED]
    memory = replace(memory, sweep=None, questions=tuple(one for one in memory.questions if one not in denied))
    return memory, tuple(Withdrawn(one.number) for one in denied)
