"""Asking, guessing and settling: how a question enters the memory and how it leaves it."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final

from kozyr.engine.acts import Act, Played
from kozyr.engine.cards import Card
from kozyr.engine.errors import KozyrError
from kozyr.engine.facts import Fact, Irregularity
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import NOTHING, Choice, Proposal, Question, Said, Why, Withdrawn
from kozyr.engine.table.log import Entry
from kozyr.engine.table.sightings import Memory, Role, Shown, Sighting

_LIKELY: Final = 0.5
"""A reading as likely as this, of a card that was taken to be elsewhere, makes it doubtful whether it was."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the translation may ask the rules; nothing changes by asking."""

    follows: Callable[[Act], tuple[Fact, ...]]
    """What would follow from an act now (``Session.trial``); raises ImpossibleAct for what cannot be."""
    turn_if: Callable[[int, Act], Seat | None]
    """Whose turn it would be, had that entry stated this act (``Session.turn_if``)."""
    accuses_if: Callable[[int, Act], bool]
    """Whether somebody would be found at fault who is not now, had that entry stated this act."""
    stated: Callable[[Card], tuple[Entry, ...]] = lambda card: ()
    """The entries of this deal by which the camera has clearly stated where a card is."""


def tried(act: Act, rules: Rules | None) -> Why | None:
    """What is to be asked before ``act`` is recorded: nothing, or that it is irregular or impossible."""
    if rules is None:
        return None
    try:
        facts = rules.follows(act)
    except KozyrError:
        return Why.IMPOSSIBLE
    return Why.IRREGULAR if any(isinstance(fact, Irregularity) for fact in facts) else None


def ask(
    memory: Memory,
    table: Shown,
    why: Why,
    seat: Seat | None,
    guess: Choice,
    choices: Iterable[Choice],
    cards: tuple[Sighting, ...],
    at_ms: int | None = None,
    *,
    crop: str | None = None,
) -> tuple[Memory, Question]:
    """A new open question about ``cards``; that nothing happened is always the last choice.

    ``crop``: a picture that shows what no card's own picture does.
    """
    number = memory.asked + 1
    listed = tuple(dict.fromkeys(choice for choice in choices if choice.acts))
    at = cards[0].at_ms if cards else memory.now_ms
    question = Question(
        number, at if at_ms is None else at_ms, why, seat, guess, (*listed, NOTHING),
        tuple(name for name in (*(card.crop for card in cards), crop) if name), tuple(card.track for card in cards),
    )  # fmt: skip
    for card in cards:
        memory = memory.with_card(replace(card, question=number, trick=card.trick or table.number))
    memory = memory.contradicting(number, *_doubted_by(table, why, seat, cards))
    return replace(memory, asked=number, questions=(*memory.questions, question)), question


def _doubted_by(table: Shown, why: Why, seat: Seat | None, cards: tuple[Sighting, ...]) -> Iterable[Card]:
    """The cards of which something else has been said before, if these are what they read as."""
    for card in cards:
        own = table.plays.get((card.trick, card.seat)) if card.role is Role.PLAY and card.trick and card.seat else None
        if why is Why.REREAD and own is not None and own.card is not None:
            yield own.card
        if card.card is None or card.confidence < _LIKELY or (own is not None and own.card == card.card):
            continue
        if why is Why.IMPOSSIBLE or card.card in table.played or card.card in table.penalty:
            yield card.card
        if why is Why.REPLACED:
            # Two cards of one seat in one trick may be two readings of one.
            yield from (play.card for play in table.open_plays if play.seat == seat and play.card is not None)


def withdraw(memory: Memory, number: int | None) -> tuple[Memory, tuple[Said, ...]]:
    """The memory without question ``number``, and the word that it needs no answer; nothing when it is not open."""
    if number is None or number not in {one.number for one in (*memory.questions, *memory.guessed)}:
        return memory, ()
    return _without(memory, number), (Withdrawn(number),)


def guess(memory: Memory, question: Question, choice: Choice) -> tuple[Memory, tuple[Said, ...]]:
    """Records ``choice`` as the best guess; the question stays open to an answer, which will correct it."""
    memory = settled(memory, question.number, choice)
    if not choice.acts:
        return memory, (Withdrawn(question.number),)
    memory = replace(memory, guessed=(*memory.guessed, replace(question, guess=choice)))
    crop = question.crops[0] if question.crops else None
    proposals = (
        Proposal(
            act,
            question.at_ms,
            choice.confidence,
            crop,
            None if index else choice.replaces,
            choice.before,
            question.number,
            question.why,
        )
        for index, act in enumerate(choice.acts)
    )
    return memory, tuple(proposals)


def guess_again(memory: Memory, question: Question, choice: Choice, seq: int) -> tuple[Memory, tuple[Said, ...]]:
    """Another best guess in place of the one that entry ``seq`` states; the question stays open."""
    again = tuple(replace(one, guess=choice) if one.number == question.number else one for one in memory.guessed)
    crop = question.crops[0] if question.crops else None
    (act,) = choice.acts
    proposal = Proposal(act, memory.now_ms, choice.confidence, crop, seq, None, question.number, question.why)
    return replace(memory, guessed=again), (proposal,)


def settled(memory: Memory, number: int, choice: Choice) -> Memory:
    """The memory after question ``number`` was answered with ``choice`` (which whoever asked has recorded)."""
    question = next((one for one in (*memory.questions, *memory.guessed) if one.number == number), None)
    if question is None:
        return memory
    cards = tuple(
        _understood(card, question, choice) if card.track in question.tracks else card for card in memory.cards
    )
    return _without(replace(memory, cards=_moved_on(cards, question, choice)), number)


def _moved_on(cards: tuple[Sighting, ...], question: Question, choice: Choice) -> tuple[Sighting, ...]:
    """The cards, where an answer gives a play before the one asked about to another seat than it was taken for."""
    if len(choice.acts) < 2 or choice.replaces is None:
        return cards
    tricks = {card.trick for card in cards if card.track in question.tracks}
    # A trick that was swept without a card is asked about by none of its own: it is the last one that was followed.
    tricks = tricks or {max((card.trick or 0 for card in cards if card.role is Role.PLAY), default=0)}
    owners = {act.card: act.seat for act in choice.acts if isinstance(act, Played) and act.card is not None}
    return tuple(
        replace(card, seat=owners[card.card])
        if card.role is Role.PLAY and card.trick in tricks and card.card in owners
        else card
        for card in cards
    )


def _without(memory: Memory, number: int) -> Memory:
    return replace(
        memory,
        questions=tuple(one for one in memory.questions if one.number != number),
        guessed=tuple(one for one in memory.guessed if one.number != number),
    )


def _understood(card: Sighting, question: Question, choice: Choice) -> Sighting:
    """What a card has turned out to be."""
    plays = [act for act in choice.acts if isinstance(act, Played)]
    if not plays:
        if card.role is Role.PLAY:
            return replace(card, reread=False)
        return replace(card, role=Role.SHOWN if choice.acts else Role.IGNORED)
    named = (one for card_read, _ in card.alternatives for one in plays if one.card == card_read)
    play = next(named, plays[-1])
    alone = question.why is Why.OUT_OF_TURN and len(choice.acts) == 1 and play.seat == question.seat
    role = Role.ASIDE if alone or choice.before is not None else Role.PLAY
    taken = card.confidence if play.card is not None else 0.0
    return replace(card, role=role, seat=play.seat, card=play.card or card.card, taken_at=taken, reread=False)
