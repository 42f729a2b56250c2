"""Cards of seats whose turn it is not: out of turn, or in turn after a card that was missed or misread."""

from dataclasses import replace
from typing import Final

from kozyr.engine.acts import Act, Played
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.asking import ask, guess, tried
from kozyr.engine.table.doubt import NOTHING, Choice, Proposal, Why
from kozyr.engine.table.judgement import Owner, Reading, unavailable, which, whose
from kozyr.engine.table.scene import Scene, Step, choices_of
from kozyr.engine.table.sightings import Memory, Role, Shown, Sighting

_LIKELY_MISREAD: Final = 0.02
"""From this probability of the other reading on, a card was rather misread than one missed."""


def out_of_turn(scene: Scene, card: Sighting, owner: Owner) -> Step:
    """A card from a seat whose turn it is not: waits, is asked about, and is guessed by what happens next."""
    memory, table = scene.memory, scene.table
    question = memory.open_question(card.question)
    if question is not None:
        if not scene.pressed(card):
            return memory, ()
        return guess(memory, question, _by_what_followed(scene, card, question.choices, question.guess))
    swept = memory.sweep is not None and card.order_ms <= memory.sweep.at_ms
    if memory.now_ms - card.at_ms < memory.caution.order_ms and not scene.force and not swept:
        return memory, ()
    reading = which(card, owner.seat, table, memory.caution)
    why, best, choices = _suspicions(scene, card, owner, reading)
    memory, question = ask(memory, table, why, owner.seat, best, choices, (card,))
    return memory, (question,)


def _suspicions(scene: Scene, card: Sighting, owner: Owner, reading: Reading) -> tuple[Why, Choice, tuple[Choice, ...]]:
    """(What is asked, the best guess, all likely answers) about a card that is not of the seat on turn."""
    table, seat, turn = scene.table, owner.seat, scene.table.expected
    named = reading.guess
    out = Choice((Played(seat, named),), 0.6)
    if reading.why is Why.PLAYED_BEFORE:
        return Why.PLAYED_BEFORE, NOTHING, choices_of(seat, reading)
    if owner.others:
        seats = (seat, *owner.others)
        choices = tuple(Choice((Played(one, named),), round(1 / len(seats), 3)) for one in seats)
        return Why.WHO, choices[0], choices
    earlier = next((play for play in table.open_plays if play.seat == seat), None)
    if earlier is not None:
        replaced = Choice((Played(seat, named),), 0.5, replaces=earlier.seq)
        lies = any(
            one.role is Role.PLAY and (one.trick, one.seat) == (table.number, seat) and one.gone_ms is None
            for one in scene.memory.cards
        )
        return Why.REPLACED, out if lies else replaced, (out, replaced) if lies else (replaced, out)
    others = [out, *_misread_before(scene, seat, named)]
    missed = _missed_before(table, seat, named)
    if missed is not None:
        others.append(missed)
    if turn is not None:
        others.append(Choice((Played(turn, named),), 0.1))
    others += [choice for choice in choices_of(seat, reading) if choice.acts != out.acts]
    return Why.OUT_OF_TURN, out, tuple(others)


def _misread_before(scene: Scene, seat: Seat, card: Card | None) -> tuple[Choice, ...]:
    """The answers that ``seat`` leads rightly, because a card of the last trick was taken for another."""
    table, rules = scene.table, scene.rules
    if table.open_plays or rules is None or table.number == 1:
        return ()
    lead, found = Played(seat, card), []
    for one in scene.memory.cards:
        play = table.plays.get((one.trick, one.seat)) if one.role is Role.PLAY and one.trick and one.seat else None
        if play is None or one.trick != table.number - 1:
            continue
        for other, chance in one.alternatives:
            barred = other == play.card or unavailable(other, play.seat, table, scene.memory.caution)
            if not barred and rules.turn_if(play.seq, Played(play.seat, other)) == seat:
                found.append(Choice((Played(play.seat, other), lead), round(chance, 4), replaces=play.seq))
    won = table.plays.get((table.number - 1, table.expected)) if table.expected else None
    if won is not None and won.card is not None:
        found.append(Choice((Played(won.seat, None), lead), 0.01, replaces=won.seq))
    return tuple(sorted(found, key=lambda choice: -choice.confidence))


def _missed_before(table: Shown, seat: Seat, card: Card | None) -> Choice | None:
    """The answer that the cards before this one were laid and not seen, where the trick has room for them."""
    turn = table.expected
    if turn is None or turn not in table.seats:
        return None
    missing = table.between(turn, seat)
    if len(table.open_plays) + len(missing) + 1 > len(table.seats):
        return None
    acts: tuple[Act, ...] = (*(Played(one, None) for one in missing), Played(seat, card))
    return Choice(acts, 0.3)


def _by_what_followed(scene: Scene, card: Sighting, choices: tuple[Choice, ...], best: Choice) -> Choice:
    """The guess that fits what the table did next.

    When it went on after this seat, the card was in turn: one before it was missed, or the last trick was misread.
    """
    table = scene.table
    several = [choice for choice in choices if len(choice.acts) > 1]
    missed = next((choice for choice in several if choice.replaces is None), None)
    misread = next((choice for choice in several if choice.replaces is not None), None)
    seat = whose(card, table).seat
    later = [one for one in scene.waiting if one is not card]
    if later:
        followed = whose(later[0], table).seat
        likely = misread is not None and misread.confidence >= _LIKELY_MISREAD
        if followed != table.after(seat):
            return best
        if misread is not None and likely:
            return misread
        if followed == table.expected:
            return best
        one_missed = missed is not None and len(missed.acts) == 2
        return (missed if one_missed else misread or missed) or best
    swept = scene.memory.sweep is not None
    full = missed is not None and len(table.open_plays) + len(missed.acts) == len(table.seats)
    return missed if missed is not None and swept and full else best


def penalty_card(scene: Scene) -> Step | None:
    """A penalty card that lies in the trick when its owner's turn comes is played by lying there."""
    memory, table, turn = scene.memory, scene.table, scene.table.expected
    lying = next(
        (one for one in memory.cards if one.role is Role.ASIDE and one.in_trick and _lies(one, memory)
         and one.card is not None and table.penalty.get(one.card) == turn),
        None,
    )  # fmt: skip
    if lying is None or turn is None:
        return None
    act = Played(turn, lying.card)
    why = tried(act, scene.rules)
    swept = memory.sweep is not None and lying.track in memory.sweep.tracks
    moved_on = bool(scene.waiting) or scene.force or swept
    question = memory.open_question(lying.question)
    if why is None and (scene.rules is not None or moved_on):
        doubt = next((one for one in memory.guessed if one.number == lying.question), None)
        known = replace(
            lying, role=Role.PLAY, seat=turn, trick=table.number, taken_at=lying.confidence,
            question=doubt.number if doubt else None,
        )  # fmt: skip
        why_asked = doubt.why if doubt else None
        return memory.with_card(known), (Proposal(act, memory.now_ms, lying.confidence, lying.crop, why=why_asked),)
    if not moved_on:
        return None
    choice = Choice((act,), lying.confidence)
    if question is None:
        asked = replace(lying, trick=table.number)
        memory, question = ask(memory, table, why or Why.IRREGULAR, turn, choice, (choice,), (asked,), memory.now_ms)
        return memory, (question,)
    return guess(memory, question, choice)


def _lies(card: Sighting, memory: Memory) -> bool:
    swept = memory.sweep is not None and card.track in memory.sweep.tracks
    return card.moved_to is None and (card.gone_ms is None or swept)
