"""Second thoughts: a guess gives way to what was seen later."""

from kozyr.engine.acts import Played
from kozyr.engine.seats import Seat
from kozyr.engine.table.asking import guess_again
from kozyr.engine.table.doubt import Choice, Question
from kozyr.engine.table.judgement import unavailable
from kozyr.engine.table.scene import Scene, Step
from kozyr.engine.table.sightings import Memory, Role, Shown, Sighting
from kozyr.engine.view import PlayView


def displaced(memory: Memory, table: Shown, card: Sighting) -> Step | None:
    """A card clearly seen now was only guessed to have been played before: that guess gives way to its next best."""
    question = table.doubted.get(card.card) if card.card else None
    play = _guessed_place(memory, table, question) if question else None
    if question is None or play is None or play.card != card.card:
        return None
    return guess_again(memory, question, _other_guesses(memory, table, question)[0], play.seq)


def led_by(scene: Scene, seat: Seat) -> Step | None:
    """Another seat leads than won by a guess: the guess gives way to a likely card by which that seat has won."""
    memory, table, rules = scene.memory, scene.table, scene.rules
    if table.open_plays or rules is None:
        return None
    for question in reversed(memory.guessed):
        play = _guessed_place(memory, table, question) if question in table.doubted.values() else None
        if play is None or table.plays.get((table.number - 1, play.seat)) != play:
            continue
        for choice in _other_guesses(memory, table, question)[:-1]:
            if rules.turn_if(play.seq, choice.acts[0]) == seat:
                return guess_again(memory, question, choice, play.seq)
    return None


def _guessed_place(memory: Memory, table: Shown, question: Question) -> PlayView | None:
    """The play that a guess was recorded as."""
    for card in memory.cards:
        if card.track in question.tracks and card.role is Role.PLAY and card.trick and card.seat:
            return table.plays.get((card.trick, card.seat))
    return None


def _other_guesses(memory: Memory, table: Shown, question: Question) -> list[Choice]:
    """What a guessed card may have been instead, best first: one of the answers offered, or an unknown card."""
    (guess_act,) = question.guess.acts
    assert isinstance(guess_act, Played)
    others = []
    for choice in question.choices:
        act = choice.acts[0] if len(choice.acts) == 1 else None
        if not isinstance(act, Played) or act.card is None or act == guess_act or act.seat != guess_act.seat:
            continue
        if unavailable(act.card, act.seat, table, memory.caution) is None and act.card not in table.doubted:
            others.append(choice)
    return [*others, Choice((Played(guess_act.seat, None),))]
