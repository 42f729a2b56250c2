"""The next play: which of the cards lying in the trick area it is, or what must be asked before it can be one."""

from dataclasses import replace
from typing import Final

from kozyr.engine.acts import Played
from kozyr.engine.seats import Seat
from kozyr.engine.table.asking import Rules, ask, guess, tried
from kozyr.engine.table.doubt import Choice, Why
from kozyr.engine.table.early import out_of_play, play_begun, tidied
from kozyr.engine.table.explanations import earlier_misread
from kozyr.engine.table.judgement import Reading, beside, middle_of, which, whose
from kozyr.engine.table.out_of_turn import out_of_turn, penalty_card
from kozyr.engine.table.recorded import recorded
from kozyr.engine.table.scene import Scene, Step, best_of, choices_of
from kozyr.engine.table.second_thoughts import displaced, led_by
from kozyr.engine.table.sightings import Memory, Role, Shown, Sighting
from kozyr.engine.table.sweeps import is_over, left_with_the_last, swept, waits_for_the_sweep
from kozyr.engine.table.turned_up import held

_AMISS: Final = 1.0
"""A card that fits its seat as badly as this, or worse, may be of another one."""
_AMISS_MS: Final = 700
"""So long it waits for a card of its seat that came before it and is told after it."""


def next_play(memory: Memory, table: Shown, rules: Rules | None, force: bool) -> Step:
    """The next play, or question about one; at most one step."""
    no_plays = held(memory, table)
    waiting = tuple(
        sorted(
            (one for one in memory.cards if one.role is Role.WAITING and one.in_trick and one.track not in no_plays),
            key=lambda card: (card.order_ms, card.at_ms),
        )
    )
    if not table.in_play:
        return out_of_play(Scene(memory, table, rules, force, waiting))
    memory, said = play_begun(memory, waiting)
    if said:
        return memory, said
    missed = next((one for one in memory.questions if one.why is Why.MISSED), None)
    if missed is not None and (waiting or force):
        return guess(memory, missed, missed.guess)
    if is_over(Scene(memory, table, rules, force, waiting)):
        memory = replace(memory, sweep=None)
    if memory.sweep and not any(card.order_ms <= memory.sweep.at_ms for card in waiting):
        scene = Scene(memory, table, rules, force, waiting)
        memory, said = penalty_card(scene) or swept(scene)
        if said or memory.sweep:
            return memory, said
    return _turn(Scene(memory, table, rules, force, waiting))


def _turn(scene: Scene) -> Step:
    """Whose card is next: the one of the seat on turn, or one out of turn that has waited long enough."""
    memory, table, waiting = scene.memory, scene.table, scene.waiting
    owners = {card.track: whose(card, table) for card in waiting}
    turn = table.expected
    mine = next((card for card in waiting if turn is None or owners[card.track].seat == turn), None)
    if mine is None:
        step = penalty_card(scene)
        if step is not None:
            return step
    if not waiting:
        return memory, ()
    gone = next((card for card in waiting if left_with_the_last(scene, card)), None)
    if gone is not None:
        return tidied(memory, gone)
    head = waiting[0]
    if waits_for_the_sweep(scene, head):
        return memory, ()
    if mine is None:
        owner = owners[head.track]
        return led_by(scene, owner.seat) or out_of_turn(scene, head, owner)
    long_before = mine.order_ms - head.order_ms > memory.caution.order_ms
    if mine is not head and (memory.open_question(head.question) or long_before):
        return out_of_turn(scene, head, owners[head.track])
    if owners[mine.track].others:
        return out_of_turn(scene, mine, owners[mine.track])
    if turn is None and not table.open_plays and tried(Played(owners[mine.track].seat, None), scene.rules) is not None:
        return out_of_turn(scene, mine, owners[mine.track])
    if _waits_for_another(scene, mine, owners[mine.track].seat):
        return memory, ()
    return _on_turn(scene, mine, owners[mine.track].seat)


def _waits_for_another(scene: Scene, card: Sighting, seat: Seat) -> bool:
    """A card that lies with another seat than the one on turn waits a moment: two arms may have crossed.

    So does a lead when nobody knows who is to lead: a card that came before it may be told after it.
    """
    memory = scene.memory
    if scene.pressed(card) or card.question is not None or card.gone_ms is not None:
        return False
    if memory.now_ms - card.told_ms >= _AMISS_MS:
        return False
    if card.dragged:
        return True
    if scene.table.expected is None or card.arrived_from != seat:
        return scene.table.expected is None
    lying = (one for one in memory.cards if one.role is Role.PLAY and one.trick == scene.table.number)
    return beside(card, seat, scene.table, middle_of(lying)) >= _AMISS


def _on_turn(scene: Scene, card: Sighting, seat: Seat) -> Step:
    """A card of the seat on turn: recorded when it is clear and regular, otherwise asked about, then guessed."""
    memory, table = scene.memory, scene.table
    reading = which(card, seat, table, memory.caution)
    if reading.why is None:
        again = displaced(memory, table, card)
        if again is not None:
            return again
        why = tried(Played(seat, card.card), scene.rules)
        if why is None:
            return recorded(memory, table, card, seat, reading)
        if why is Why.IMPOSSIBLE:
            rest = tuple(pair for pair in reading.candidates if pair[0] != card.card)
            reading = Reading(why, rest, rest[0][0] if rest else None)
        else:
            reading = replace(reading, why=why)
    assert reading.why is not None
    best, choices = _answers(memory, table, card, seat, reading)
    question = memory.open_question(card.question)
    if question is not None:
        return guess(memory, question, best) if scene.pressed(card) else (memory, ())
    may_improve = reading.why in (Why.DOUBTFUL, Why.UNREADABLE) and not scene.pressed(card)
    if may_improve and memory.now_ms - card.told_ms < memory.caution.read_ms:
        return memory, ()
    memory, question = ask(memory, table, reading.why, seat, best, choices, (card,))
    return memory, (question,)


def _answers(
    memory: Memory, table: Shown, card: Sighting, seat: Seat, reading: Reading
) -> tuple[Choice, tuple[Choice, ...]]:
    """(The best guess, all likely answers) about a card of the seat on turn."""
    best, choices = best_of(seat, reading), choices_of(seat, reading)
    if reading.guess is None:
        # Which card it was can be said by hand only where the play itself is among the answers.
        choices = (*choices, best)
    earlier = earlier_misread(memory, table, card, seat) if reading.why is Why.PLAYED_BEFORE else None
    if earlier is None:
        return best, choices
    surer, other = earlier
    return (other, (other, *choices)) if surer else (best, (*choices, other))
