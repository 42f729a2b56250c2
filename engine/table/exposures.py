"""Face-up cards outside the trick: gathered for a moment, then shown as expected, exposed, or on their way in."""

from dataclasses import replace
from typing import Final

from kozyr.engine.acts import Act, Exposed, Revealed
from kozyr.engine.cards import Card
from kozyr.engine.table.asking import Rules, ask, guess, tried, withdraw
from kozyr.engine.table.doubt import Choice, Proposal, Said, Why
from kozyr.engine.table.sightings import Memory, Role, Shown, Sighting

_SEEN: Final = 0.5
"""A reading outside the trick of less than this is taken for a back or for the picture of something else."""
_POSSIBLE: Final = 0.005
"""A reading less likely than this is none."""
_COMBINATION: Final = 3
"""A shown combination has at least this many cards."""


def next_exposure(memory: Memory, table: Shown, rules: Rules | None, force: bool) -> tuple[Memory, tuple[Said, ...]]:
    """The next group of cards outside the trick that is due; at most one step."""
    for question in memory.questions:
        if question.why is Why.EXPOSED and (force or _moved_on(memory, question.tracks)):
            group = tuple(card for card in memory.cards if card.track in question.tracks)
            cards = _named(group, table, memory)
            best = Choice((Exposed(group[0].owner, cards),), question.guess.confidence) if cards else question.guess
            return guess(memory, question, best)
    memory = _sorted_out(memory, table)
    waiting = [card for card in memory.cards if card.role is Role.WAITING and not card.in_trick and not card.question]
    for seat in dict.fromkeys(card.owner for card in waiting):
        group = tuple(card for card in waiting if card.owner == seat)
        patience = memory.caution.exposed_ms if len(group) > 1 else memory.caution.exposed_single_ms
        if force or memory.now_ms - max(card.at_ms for card in group) >= patience:
            return _due(memory, table, group, rules)
    return memory, ()


def _moved_on(memory: Memory, tracks: tuple[int, ...]) -> bool:
    """True when a card was laid to a trick, or one was swept, after these were seen."""
    seen = max((card.told_ms for card in memory.cards if card.track in tracks), default=0)
    laid = any(card.in_trick and card.told_ms > seen for card in memory.cards)
    return laid or (memory.sweep is not None and memory.sweep.at_ms > seen)


def _sorted_out(memory: Memory, table: Shown) -> Memory:
    """Backs, cards of the present trick and what lies there while nobody holds a hand are no exposures."""
    for card in memory.cards:
        if card.role is not Role.WAITING or card.in_trick or card.question:
            continue
        readable = card.card is not None and card.confidence >= _SEEN and card.card in memory.caution.deck
        trick = table.played[card.card][0] if card.card in table.played else 0
        known = card.card in table.penalty or trick >= max(1, table.number - 1)
        shown = any(one.card == card.card and one.role is Role.SHOWN for one in memory.cards if one is not card)
        if not table.with_hands or not readable or known or shown or card.owner not in table.seats:
            memory = memory.with_card(replace(card, role=Role.IGNORED))
    return memory


def _due(
    memory: Memory, table: Shown, group: tuple[Sighting, ...], rules: Rules | None
) -> tuple[Memory, tuple[Said, ...]]:
    """A group has lain there long enough: together with one asked about a moment ago, it is shown or exposed."""
    seat = group[0].owner
    withdrawn: tuple[Said, ...] = ()
    asked = next((one for one in memory.questions if one.why is Why.EXPOSED and one.seat == seat), None)
    if asked is not None:
        group = (*(card for card in memory.cards if card.track in asked.tracks), *group)
        memory, withdrawn = withdraw(memory, asked.number)
    cards = _named(group, table, memory)
    if not cards:
        for card in group:
            memory = memory.with_card(replace(card, role=Role.IGNORED))
        return memory, withdrawn
    confidence, at_ms = round(min(card.confidence for card in group), 4), min(card.at_ms for card in group)
    for act in _expected(table, group, cards, memory.caution.accept):
        if tried(act, rules) is None:
            for card in group:
                memory = memory.with_card(replace(card, role=Role.SHOWN, seat=seat))
            memory = memory.contradicting(None, *(card.card for card in group if card.card in table.played))
            return memory, (*withdrawn, Proposal(act, at_ms, confidence, group[0].crop))
    choices = [Choice((Exposed(seat, cards),), confidence)]
    if len(cards) > 1:
        choices += [Choice((Exposed(seat, (card,)),)) for card in cards if len(cards) == 2]
        choices.append(Choice((Revealed(seat, cards),)))
    memory, question = ask(memory, table, Why.EXPOSED, seat, choices[0], choices, group, at_ms)
    return memory, (*withdrawn, question)


def _named(group: tuple[Sighting, ...], table: Shown, memory: Memory) -> tuple[Card, ...]:
    """The cards of a group: one that reads as a card played long ago is another, when any other is likely.

    Empty when all of them have been played: an old trick is being looked at.
    """
    if all(card.card in table.played for card in group):
        return ()
    names: list[Card] = []
    for card in group:
        readings = [one for one, chance in card.alternatives if chance >= _POSSIBLE]
        free = (one for one in readings if one not in table.played and one not in names and one in memory.caution.deck)
        name = next(free, None)
        if name is not None:
            names.append(name)
    return tuple(names)


def _expected(table: Shown, group: tuple[Sighting, ...], cards: tuple[Card, ...], accept: float) -> tuple[Act, ...]:
    """What the rules wait for that these cards may be: a shown combination, an open hand or the rest of one.

    Of an open hand only what is read surely is told: it proves what its owner has.
    """
    if "Revealed" not in table.view.expectation.kinds:
        return ()
    seat = group[0].owner
    sure = tuple(card.card for card in group if card.card in cards and card.card and card.confidence >= accept)
    if any(row.open_hand for row in table.view.seats if row.seat is seat):
        return (Revealed(seat, sure),) if sure else ()
    if len(cards) < _COMBINATION:
        return ()
    return (Revealed(seat, sure if len(sure) >= _COMBINATION else cards),)
