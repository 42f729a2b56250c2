"""Cards of seats whose turn it is not: out of turn, or in turn after a card that was missed or misread."""

from dataclasses import replace

from kozyr.engine.acts import Played
from kozyr.engine.table.asking import ask, guess, tried
from kozyr.engine.table.doubt import NOTHING, Choice, Proposal, Question, Why
from kozyr.engine.table.explanations import crossed_arms, earlier_misread, explanations, likeliest
from kozyr.engine.table.judgement import Owner, Reading, which, whose
from kozyr.engine.table.scene import Scene, Step, choices_of
from kozyr.engine.table.sightings import Memory, Role, Sighting, near


def out_of_turn(scene: Scene, card: Sighting, owner: Owner) -> Step:
    """A card from a seat whose turn it is not: waits, is asked about, and is guessed by what happens next."""
    memory, table = scene.memory, scene.table
    question = memory.open_question(card.question)
    if question is not None:
        if not scene.pressed(card):
            return memory, ()
        likely = question.guess
        if question.why is Why.OUT_OF_TURN:
            named = which(card, owner.seat, table, memory.caution).guess
            found = likeliest(scene, card, explanations(scene, card, owner.seat, named))
            if found is None:
                return memory, ()
            likely = found
        elif question.why is Why.WHO:
            likely = _whose_most_likely(scene, card, question)
        return guess(memory, question, likely)
    swept = memory.sweep is not None and card.order_ms <= memory.sweep.at_ms
    if memory.now_ms - card.at_ms < memory.caution.order_ms and not scene.force and not swept:
        return memory, ()
    reading = which(card, owner.seat, table, memory.caution)
    why, best, choices = _suspicions(scene, card, owner, reading)
    memory, question = ask(memory, table, why, owner.seat, best, choices, (card,))
    return memory, (question,)


def _whose_most_likely(scene: Scene, card: Sighting, question: Question) -> Choice:
    """Of a card that points to several seats: of the seat on turn, if that has laid no other; else nobody's.

    A shape that lies with one seat and came with another may be a wrong reading of what lay there: nobody is accused.
    """
    turn = scene.table.expected
    others = (one for one in scene.waiting if one.track != card.track)
    if any(whose(one, scene.table) == Owner(turn) for one in others if turn is not None):
        return NOTHING
    for choice in question.choices:
        act = choice.acts[0] if choice.acts else None
        if isinstance(act, Played) and act.seat == turn and tried(act, scene.rules) is None:
            return choice
    return NOTHING


def _suspicions(scene: Scene, card: Sighting, owner: Owner, reading: Reading) -> tuple[Why, Choice, tuple[Choice, ...]]:
    """(What is asked, the best guess, all likely answers) about a card that is not of the seat on turn."""
    table, seat = scene.table, owner.seat
    named = reading.guess
    out = Choice((Played(seat, named),), 0.6)
    before = table.played[card.card][0] if card.card in table.played else 0
    misread = earlier_misread(scene.memory, table, card, seat) if before < table.number else None
    if reading.why is Why.PLAYED_BEFORE and misread is None:
        return Why.PLAYED_BEFORE, NOTHING, choices_of(seat, reading)
    if misread is not None and before == table.number - 1 and not table.open_plays:
        # The card that was taken for this one won the last trick, or did not: that explains who leads, too.
        return Why.PLAYED_BEFORE, misread[1], (misread[1], *choices_of(seat, reading))
    if owner.others:
        seats = (seat, *owner.others)
        choices = tuple(Choice((Played(one, named),), round(1 / len(seats), 3)) for one in seats)
        return Why.WHO, choices[0], choices
    earlier = next((play for play in table.open_plays if play.seat == seat), None)
    if earlier is not None:
        replaced = Choice((Played(seat, named),), 0.5, replaces=earlier.seq)
        lies = [
            one
            for one in scene.memory.cards
            if one.role is Role.PLAY and (one.trick, one.seat) == (table.number, seat) and one.gone_ms is None
        ]
        choices = (out, replaced) if lies else (replaced, out)
        crossed = crossed_arms(scene, earlier, named)
        hidden = any(near(one, card, scene.memory.caution.hides_mm) for one in lies)
        best = crossed or (NOTHING if hidden else choices[0])
        return Why.REPLACED, best, ((crossed,) if crossed else ()) + choices
    others = [explained.choice for explained in explanations(scene, card, seat, named)]
    others += [misread[1]] if misread is not None else []
    others += [choice for choice in choices_of(seat, reading) if choice.acts != out.acts]
    return Why.OUT_OF_TURN, out, tuple(others)


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
