"""A card that lies on the table has been read better: a guess is confirmed or corrected, a clear reading doubted."""

from dataclasses import replace

from kozyr.engine.acts import Played
from kozyr.engine.table.asking import Rules, ask, withdraw
from kozyr.engine.table.doubt import NOTHING, Choice, Proposal, Question, Said, Why
from kozyr.engine.table.judgement import unavailable
from kozyr.engine.table.sightings import ABOUT_WHICH, Memory, Role, Shown, Sighting
from kozyr.engine.view import PlayView


def next_reread(memory: Memory, table: Shown, rules: Rules | None, force: bool) -> tuple[Memory, tuple[Said, ...]]:
    """What a better reading of a recorded play changes; at most one step. Neither ``rules`` nor ``force`` matters."""
    del rules, force
    for card in memory.cards:
        if not card.reread or card.role is not Role.PLAY or card.seat is None or card.trick is None:
            continue
        memory = memory.with_card(replace(card, reread=False))
        play = table.plays.get((card.trick, card.seat))
        if play is None or card.card is None or card.confidence < memory.caution.accept:
            continue
        asked = next((one for one in memory.guessed if one.number == card.question), None)
        if play.card == card.card:
            memory, said = withdraw(memory, asked.number if asked and asked.why is not Why.ORDER else None)
        else:
            memory, said = _contradicted(memory, table, card, play, asked)
        if said:
            return memory, said
    return memory, ()


def _contradicted(
    memory: Memory, table: Shown, card: Sighting, play: PlayView, asked: Question | None
) -> tuple[Memory, tuple[Said, ...]]:
    """A guess, or an unknown card, gives way to a clear reading; a clear reading against another is a question."""
    assert card.card is not None
    if unavailable(card.card, play.seat, table, memory.caution) is not None:
        return memory.contradicting(None, play.card, card.card), ()
    act = Played(play.seat, card.card)
    if play.card is None or (asked is not None and card.taken_at < memory.caution.accept):
        about_card = asked is not None and asked.why in ABOUT_WHICH
        memory, said = withdraw(memory, asked.number if asked and about_card else None)
        proposal = Proposal(act, memory.now_ms, round(card.confidence, 4), card.crop, replaces=play.seq)
        return memory, (proposal, *said)
    corrected = Choice((act,), round(card.confidence, 3), replaces=play.seq)
    current = next(one for one in memory.cards if one.track == card.track)
    memory, question = ask(memory, table, Why.REREAD, play.seat, NOTHING, (corrected,), (current,), memory.now_ms)
    return memory, (question,)
