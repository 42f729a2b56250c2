"""Cards that nobody holds: laid open for all, taken into hand, changed for another.

Which of it is due is told by the view's ``Expectation``: ``turns_up`` makes a card in the middle one that is shown and
no play, ``takers`` and ``swap_card`` say who may take it and what must be given for it.
"""

from dataclasses import replace
from typing import Final

from kozyr.engine.acts import Exchanged, Played, TurnedUp
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.asking import Rules, ask, guess, tried, withdraw
from kozyr.engine.table.doubt import Choice, Proposal, Why
from kozyr.engine.table.scene import Step
from kozyr.engine.table.sightings import Memory, Role, Shown, Sighting

_PATIENCE_MS: Final = 4000
"""An unread card that was turned up is guessed after this long: the auction waits for it."""
_SWAP_MS: Final = 2500
"""How long the card in place of which another lies may be taken after that one was laid, or before."""
_PLACE_MM: Final = 80.0
"""A card that lies nearer to the shown one than this may have been given for it."""


def next_turned_up(memory: Memory, table: Shown, rules: Rules | None, force: bool) -> Step:
    """The next card shown, taken or changed; at most one step."""
    expected = table.view.expectation
    memory, said = _fallen_away(memory, table)
    if said:
        return memory, said
    if expected.turns_up:
        return _turned_up(memory, table, rules, force)
    if expected.swap_card is not None:
        return _swapped(memory, table, rules, force)
    return _taken(memory, table, rules) if expected.takers else (memory, ())


def held(memory: Memory, table: Shown) -> frozenset[int]:
    """The cards in the trick area that may turn out to be no plays: those to be shown, and one given for another."""
    expected = table.view.expectation
    if expected.turns_up:
        return frozenset(card.track for card in _to_show(memory, table) if card.in_trick)
    if expected.swap_card is None:
        return frozenset()
    given = _given(memory, table)
    return frozenset((given.track,)) if given is not None and not _is_lead(memory, table, given) else frozenset()


# -- shown ----------------------------------------------------------------------------------------------------------


def _to_show(memory: Memory, table: Shown) -> list[Sighting]:
    """The cards that may be those to be laid open, in the order they came."""
    turner = table.view.expectation.turner
    waiting = [card for card in memory.cards if card.role is Role.WAITING]
    known = [card for card in waiting if card.card is None or card.card not in table.played]
    ours = [card for card in known if turner is None or card.arrived_from in (None, turner)]
    return sorted(ours, key=lambda card: (card.order_ms, card.at_ms))


def _turned_up(memory: Memory, table: Shown, rules: Rules | None, force: bool) -> Step:
    """Cards that are sure are shown as soon as all that are due lie there, or no more have come for a while."""
    due = table.view.expectation.turns_up
    cards = _to_show(memory, table)
    sure = [card for card in cards if card.card is not None and card.confidence >= memory.caution.accept]
    sure = list({card.card: card for card in reversed(sure)}.values())[::-1][:due]
    if sure and (force or _is_whole(memory, sure, due)):
        names = tuple(card.card for card in sure if card.card is not None)
        if tried(TurnedUp(names), rules) is not Why.IMPOSSIBLE:
            return _shown(memory, sure, names)
    for card in cards:
        if card not in sure:
            memory, said = _doubtful(memory, table, card, force)
            if said:
                return memory, said
    return memory, ()


def _is_whole(memory: Memory, sure: list[Sighting], due: int) -> bool:
    """Whether nothing more is to be waited for: all are there, and a card before its player is not on its way."""
    caution = memory.caution
    lain = memory.now_ms - max(card.at_ms for card in sure)
    if all(card.in_trick for card in sure):
        return len(sure) == due or lain >= caution.exposed_single_ms
    return lain >= (caution.exposed_ms if len(sure) == due > 1 else caution.exposed_single_ms)


def _shown(memory: Memory, cards: list[Sighting], names: tuple[Card, ...]) -> Step:
    asked = [card.question for card in cards if card.question is not None]
    for card in cards:
        memory = memory.with_card(replace(card, role=Role.SHOWN, reread=False))
    first, sureness = cards[0], round(min(card.confidence for card in cards), 4)
    proposal = Proposal(TurnedUp(names), first.at_ms, sureness, first.crop)
    for number in asked:
        memory, said = withdraw(memory, number)
        if said:
            return memory, (proposal, *said)
    return memory, (proposal,)


def _doubtful(memory: Memory, table: Shown, card: Sighting, force: bool) -> Step:
    """A card to be shown that is not read surely: asked about, then guessed; a back is none."""
    named = [(one, chance) for one, chance in card.alternatives if _is_free(one, table, memory)]
    if not named:
        return memory, ()
    choices = tuple(Choice((TurnedUp((one,)),), round(chance, 3)) for one, chance in named[: memory.caution.choices])
    question = memory.open_question(card.question)
    lain = memory.now_ms - card.at_ms
    if question is not None:
        return guess(memory, question, choices[0]) if force or lain > _PATIENCE_MS else (memory, ())
    patience = memory.caution.read_ms if card.in_trick else memory.caution.exposed_single_ms
    if lain < patience and not force:
        return memory, ()
    memory, question = ask(memory, table, Why.DOUBTFUL, None, choices[0], choices, (card,))
    return memory, (question,)


def _is_free(card: Card, table: Shown, memory: Memory) -> bool:
    open_hands = (one for row in table.view.seats for one in row.open_hand)
    return card in memory.caution.deck and card not in (*table.played, *table.view.turned_up, *open_hands)


def _fallen_away(memory: Memory, table: Shown) -> Step:
    """The question of a card that was to be shown falls away when it has been entered by hand."""
    if table.view.expectation.turns_up:
        return memory, ()
    for question in memory.questions:
        if any(isinstance(act, TurnedUp) for choice in question.choices for act in choice.acts):
            for card in memory.cards:
                if card.track in question.tracks:
                    memory = memory.with_card(replace(card, role=Role.SHOWN))
            return withdraw(memory, question.number)
    return memory, ()


# -- taken, changed -------------------------------------------------------------------------------------------------


def _taken(memory: Memory, table: Shown, rules: Rules | None) -> Step:
    """The shown cards have gone while one player may take them: he has. What he gives for them lies face down."""
    expected, lying = table.view.expectation, table.view.turned_up
    cards = [card for card in memory.cards if card.role is Role.SHOWN and card.card in lying]
    gone = [card for card in cards if card.gone_ms not in (None, memory.back_ms)]
    if len(expected.takers) != 1 or not cards or len(gone) < len(cards) or {c.card for c in cards} != set(lying):
        return memory, ()
    for card in cards:
        memory = memory.with_card(replace(card, role=Role.IGNORED))
    act = Exchanged(expected.takers[0], lying, len(lying))
    if tried(act, rules) is not None:
        return memory, ()
    sureness = round(min(card.confidence for card in cards), 4)
    return memory, (Proposal(act, max(card.gone_ms or 0 for card in cards), sureness, cards[0].crop),)


def _given(memory: Memory, table: Shown) -> Sighting | None:
    """The card that must be given for the shown one, lying where it may have been given."""
    wanted, shown = table.view.expectation.swap_card, _lain(memory, table)
    for card in memory.cards:
        if card.role is not Role.WAITING or card.card != wanted or card.confidence < memory.caution.accept:
            continue
        if shown is None:
            return None
        across = card.centre_mm[0] - shown.centre_mm[0]
        along = card.centre_mm[1] - shown.centre_mm[1]
        lately = shown.gone_ms is None or abs(card.order_ms - shown.gone_ms) <= _SWAP_MS
        if lately and across * across + along * along <= _PLACE_MM * _PLACE_MM:
            return card
    return None


def _lain(memory: Memory, table: Shown) -> Sighting | None:
    """Where the shown card lay, as far as the camera saw it."""
    cards = [card for card in memory.cards if card.role is Role.SHOWN and card.card in table.view.turned_up]
    return cards[-1] if cards else None


def _is_lead(memory: Memory, table: Shown, given: Sighting) -> bool:
    """Whether nobody has taken the shown card in time: then the card beside it was led."""
    shown = _lain(memory, table)
    return shown is not None and shown.gone_ms is None and memory.now_ms - given.at_ms > _SWAP_MS


def _swapped(memory: Memory, table: Shown, rules: Rules | None, force: bool) -> Step:
    """The shown card left and the other lies in its place: changed, unless its owner may as well have led it.

    A led card stays until the others have played; one that is taken up again was given. Before that somebody is asked.
    """
    given, shown = _given(memory, table), _lain(memory, table)
    if given is None or shown is None or shown.gone_ms is None or given.card is None or shown.card is None:
        return memory, ()
    expected = table.view.expectation
    seats = (given.arrived_from,) if given.arrived_from in expected.takers else expected.takers
    choices = [_exchange(seat, shown.card, given.card, given.confidence) for seat in seats if seat is not None]
    question = memory.open_question(given.question)
    was_given = given.arrived_from is not expected.seat or given.gone_ms not in (None, memory.back_ms)
    if len(choices) == 1 and given.arrived_from is not None and was_given:
        act = choices[0].acts[0]
        if tried(act, rules) is None:
            memory, said = withdraw(memory.with_card(replace(given, role=Role.SHOWN)), given.question)
            return memory, (Proposal(act, given.at_ms, given.confidence, given.crop), *said)
    if question is not None:
        moved_on = force or any(c.in_trick and c.role is Role.WAITING and c is not given for c in memory.cards)
        return guess(memory, question, question.guess) if moved_on else (memory, ())
    if not choices or memory.now_ms - given.at_ms < _SWAP_MS:
        return memory, ()
    if expected.seat is not None:
        choices.append(Choice((Played(expected.seat, given.card),), 0.3))
    asked = seats[0] if seats else expected.seat
    memory, question = ask(memory, table, Why.SWAPPED, asked, choices[0], choices, (given,))
    return memory, (question,)


def _exchange(seat: Seat, taken: Card, given: Card, sureness: float) -> Choice:
    return Choice((Exchanged(seat, (taken,), (given,)),), round(sureness, 3))
