"""Cards in the trick area while nothing can be played: an early lead, a lead that nobody saw, or tidying up."""

from dataclasses import replace
from typing import Final

from kozyr.engine.acts import Exposed, Played
from kozyr.engine.table.asking import ask, guess, tried, withdraw
from kozyr.engine.table.doubt import NOTHING, Choice, Why
from kozyr.engine.table.judgement import which, whose
from kozyr.engine.table.recorded import recorded
from kozyr.engine.table.scene import Scene, Step
from kozyr.engine.table.sightings import Memory, Role, Sighting
from kozyr.engine.view import Phase

_AUCTION_MS: Final = 3000
"""How long a card may lie in the trick area before somebody is asked why the auction is not over."""
_BEGUN: Final = 2
"""So many cards of different seats, each following the other, are a trick."""


def out_of_play(scene: Scene) -> Step:
    """Cards in the trick area while nothing can be played: an early lead, or tidying up."""
    memory = replace(scene.memory, sweep=None)
    early = scene.table.view.phase is Phase.AUCTION
    unseen = _lead_unseen(scene) if early else None
    if unseen is not None:
        memory, question = ask(memory, scene.table, Why.MISSED, None, unseen, (unseen,), scene.waiting[:1])
        memory, said = guess(memory, question, unseen)
        return memory, (question, *said)
    for card in scene.waiting:
        memory, said = _early(memory, scene, card) if early and card.gone_ms is None else tidied(memory, card)
        if said:
            return memory, said
    return memory, ()


def _lead_unseen(scene: Scene) -> Choice | None:
    """The answer that play has begun and its lead was not seen: cards lie there of seats that follow who is to lead."""
    table, waiting = scene.table, scene.waiting
    if scene.rules is None or len(waiting) < _BEGUN:
        return None
    first, second = (whose(card, table).seat for card in waiting[:2])
    leaders = [seat for seat in table.seats if tried(Played(seat, None), scene.rules) is None]
    if len(leaders) != 1 or first == leaders[0] or second not in table.between(table.after(first), leaders[0]):
        return None
    named = which(waiting[0], first, table, scene.memory.caution).guess
    missed = (Played(seat, None) for seat in table.between(leaders[0], first))
    return Choice((*missed, Played(first, named)), 0.5)


def tidied(memory: Memory, card: Sighting) -> Step:
    """The memory when a card was no play; what was asked about it falls away."""
    return withdraw(memory.with_card(replace(card, role=Role.IGNORED)), card.question)


def _early(memory: Memory, scene: Scene, card: Sighting) -> Step:
    """A card laid while calls are still waited for: the lead, when the last passes were not said; else it waits."""
    table = scene.table
    seat = card.arrived_from if card.arrived_from in table.seats else table.nearest(card)
    reading = which(card, seat, table, memory.caution)
    leads = reading.why is None and scene.rules is not None and tried(Played(seat, card.card), scene.rules) is None
    if leads:
        return recorded(memory, table, card, seat, reading)
    if card.question is not None or card.card is None or memory.now_ms - card.at_ms < _AUCTION_MS:
        return memory, ()
    shown = Choice((Exposed(seat, (card.card,)),), card.confidence)
    memory, question = ask(memory, table, Why.AUCTION_OPEN, seat, NOTHING, (shown,), (card,))
    return memory, (question,)


def play_begun(memory: Memory, waiting: tuple[Sighting, ...]) -> Step:
    """The auction is over: a card that was asked about because of it is looked at afresh."""
    for card in waiting:
        question = memory.open_question(card.question)
        if question is not None and question.why is Why.AUCTION_OPEN:
            return withdraw(memory.with_card(replace(card, question=None)), question.number)
    return memory, ()
