"""Second thoughts: a guess gives way to what was seen later."""

from dataclasses import replace
from typing import Final

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.asking import Rules, guess_again
from kozyr.engine.table.doubt import Choice, Proposal, Question, Why
from kozyr.engine.table.judgement import unavailable
from kozyr.engine.table.scene import Scene, Step
from kozyr.engine.table.sightings import ABOUT_WHICH, Memory, Role, Shown, Sighting
from kozyr.engine.view import PlayView

_BY_ELIMINATION: Final = 0.95
"""How sure a card is that nobody has clearly seen, when all others have been."""


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


def by_elimination(memory: Memory, table: Shown, rules: Rules | None, force: bool) -> Step:
    """When the whole deck is played, the doubtful cards are those that nobody has clearly seen, if in one way only.

    At most one step: a card that stands in the wrong place is first made unknown there. A card that nobody saw lying
    there accuses nobody: where it would, it stays unknown.
    """
    del force
    deck = memory.caution.deck
    if len(table.plays) != len(deck) or memory.eliminations > 2 * len(deck):
        return memory, ()
    doubts = dict(_doubtful(memory, table))
    found = _only_way(doubts, deck - {play.card for play in table.plays.values() if play not in doubts})
    memory = replace(memory, eliminations=memory.eliminations + 1)
    for play, card in found.items():
        if play.card == card:
            continue
        taken = next((other for other in doubts if other.card == card), None)
        changed, act = (taken, Played(taken.seat, None)) if taken else (play, Played(play.seat, card))
        unseen = act.card is not None and not _was_seen(memory, table, changed)
        if unseen and rules is not None and rules.accuses_if(changed.seq, act):
            continue
        choice, question = Choice((act,), _BY_ELIMINATION), doubts[changed]
        if question is not None:
            return guess_again(memory, question, choice, changed.seq)
        why = Why.UNREADABLE
        return memory, (Proposal(act, memory.now_ms, choice.confidence, replaces=changed.seq, why=why),)
    return memory, ()


def _was_seen(memory: Memory, table: Shown, play: PlayView) -> bool:
    """Whether a card lay there, read or not."""
    places = ((card.trick, card.seat) for card in memory.cards if card.role is Role.PLAY)
    return any(table.plays.get((trick, seat)) == play for trick, seat in places if trick and seat)


def _doubtful(memory: Memory, table: Shown) -> list[tuple[PlayView, Question | None]]:
    """The plays whose card is unknown or a guess, with the open question about each."""
    asked = {
        place: question
        for question in memory.guessed
        if question.why in ABOUT_WHICH and len(question.guess.acts) == 1
        for place in (_guessed_place(memory, table, question),)
        if place is not None
    }
    unknown = [play for play in table.plays.values() if play.card is None and play not in asked]
    return [*asked.items(), *((play, None) for play in unknown)]


def _only_way(doubts: dict[PlayView, Question | None], unseen: frozenset[Card]) -> dict[PlayView, Card]:
    """Which card each doubtful play was, when likely readings leave one way only; empty otherwise."""
    left, found = set(unseen), dict[PlayView, Card]()
    if len(doubts) != len(unseen):
        return found
    while left:
        for play in doubts.keys() - found.keys():
            possible = left & _candidates(play, doubts[play]) or left
            if len(possible) == 1:
                (found[play],) = possible
                left -= possible
                break
        else:
            return {}
    return found


def _candidates(play: PlayView, question: Question | None) -> set[Card]:
    """The likely cards of a play, as far as anything could be read."""
    acts = [act for choice in question.choices for act in choice.acts] if question else []
    return {act.card for act in acts if isinstance(act, Played) and act.seat == play.seat and act.card is not None}
