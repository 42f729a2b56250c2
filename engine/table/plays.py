"""The next play: which of the cards lying in the trick area it is, or what must be asked before it can be one."""

from dataclasses import replace
from typing import Final

from kozyr.engine.acts import Exposed, Played
from kozyr.engine.seats import Seat
from kozyr.engine.table.asking import Rules, ask, guess, tried, withdraw
from kozyr.engine.table.doubt import NOTHING, Choice, Proposal, Why
from kozyr.engine.table.explanations import last_shifted
from kozyr.engine.table.judgement import Reading, beside, by_expectation, middle_of, unavailable, which, whose
from kozyr.engine.table.out_of_turn import out_of_turn, penalty_card
from kozyr.engine.table.scene import Scene, Step, best_of, choices_of
from kozyr.engine.table.second_thoughts import displaced, led_by
from kozyr.engine.table.sightings import Memory, Role, Shown, Sighting
from kozyr.engine.table.turned_up import held
from kozyr.engine.view import Phase

_HEAP: Final = 2
"""So many cards of the last trick are still that trick."""
_SWEEPING_MS: Final = 2500
"""A sweep takes no longer than this from the first moved card on."""
_AMISS: Final = 1.0
"""A card that fits its seat as badly as this, or worse, may be of another one."""
_AMISS_MS: Final = 700
"""So long it waits for a card of its seat that came before it and is told after it."""
_AUCTION_MS: Final = 3000
"""How long a card may lie in the trick area before somebody is asked why the auction is not over."""


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
        return _out_of_play(Scene(memory, table, rules, force, waiting))
    memory, said = _play_begun(memory, waiting)
    if said:
        return memory, said
    missed = next((one for one in memory.questions if one.why is Why.MISSED), None)
    if missed is not None and (waiting or force):
        return guess(memory, missed, missed.guess)
    if memory.sweep and not any(card.order_ms <= memory.sweep.at_ms for card in waiting):
        scene = Scene(memory, table, rules, force, waiting)
        memory, said = penalty_card(scene) or _swept(scene)
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
    head = waiting[0]
    if mine is None:
        owner = owners[head.track]
        return led_by(scene, owner.seat) or out_of_turn(scene, head, owner)
    long_before = mine.order_ms - head.order_ms > memory.caution.order_ms
    if mine is not head and (memory.open_question(head.question) or long_before):
        return out_of_turn(scene, head, owners[head.track])
    if owners[mine.track].others:
        return out_of_turn(scene, mine, owners[mine.track])
    if _left_with_the_last(scene, mine):
        return _tidied(memory, mine)
    if _waits_for_the_sweep(scene, mine) or _waits_for_another(scene, mine, owners[mine.track].seat):
        return memory, ()
    return _on_turn(scene, mine, owners[mine.track].seat)


def _last_trick(scene: Scene) -> list[Sighting]:
    """The cards of the last trick, when nobody has led to the next one."""
    number = 0 if scene.table.open_plays else scene.table.number - 1
    return [card for card in scene.memory.cards if card.role is Role.PLAY and card.trick == number > 0]


def _left_with_the_last(scene: Scene, card: Sighting) -> bool:
    """A shape that was swept up together with the last trick was one of its cards, seen in a moving heap."""
    sweep = scene.memory.sweep
    if sweep is None or card.track not in sweep.tracks:
        return False
    return sum(one.track in sweep.tracks for one in _last_trick(scene)) >= _HEAP


def _waits_for_the_sweep(scene: Scene, card: Sighting) -> bool:
    """A lead while the last trick still lies there waits until that is gone, for a moment: it may be swept with it."""
    if scene.force or len(scene.waiting) > 1 or scene.memory.now_ms - card.told_ms >= _SWEEPING_MS:
        return False
    return sum(one.gone_ms is None for one in _last_trick(scene)) >= _HEAP


def _waits_for_another(scene: Scene, card: Sighting, seat: Seat) -> bool:
    """A card that lies with another seat than the one on turn waits a moment: two arms may have crossed.

    So does a lead when nobody knows who is to lead: a card that came before it may be told after it.
    """
    memory = scene.memory
    if scene.pressed(card) or card.question is not None or card.gone_ms is not None:
        return False
    if memory.now_ms - card.told_ms >= _AMISS_MS:
        return False
    if scene.table.expected is None or card.arrived_from != seat:
        return scene.table.expected is None
    lying = (one for one in memory.cards if one.role is Role.PLAY and one.trick == scene.table.number)
    return beside(card, seat, scene.table, middle_of(lying)) >= _AMISS


def _out_of_play(scene: Scene) -> Step:
    """Cards in the trick area while nothing can be played: an early lead, or tidying up."""
    memory = replace(scene.memory, sweep=None)
    early = scene.table.view.phase is Phase.AUCTION
    unseen = _lead_unseen(scene) if early else None
    if unseen is not None:
        memory, question = ask(memory, scene.table, Why.MISSED, None, unseen, (unseen,), scene.waiting[:1])
        memory, said = guess(memory, question, unseen)
        return memory, (question, *said)
    for card in scene.waiting:
        memory, said = _early(memory, scene, card) if early and card.gone_ms is None else _tidied(memory, card)
        if said:
            return memory, said
    return memory, ()


def _lead_unseen(scene: Scene) -> Choice | None:
    """The answer that play has begun and its lead was not seen: cards lie there of seats that follow who is to lead."""
    table, waiting = scene.table, scene.waiting
    if scene.rules is None or len(waiting) < _HEAP:
        return None
    first, second = (whose(card, table).seat for card in waiting[:2])
    leaders = [seat for seat in table.seats if tried(Played(seat, None), scene.rules) is None]
    if len(leaders) != 1 or first == leaders[0] or second not in table.between(table.after(first), leaders[0]):
        return None
    named = which(waiting[0], first, table, scene.memory.caution).guess
    missed = (Played(seat, None) for seat in table.between(leaders[0], first))
    return Choice((*missed, Played(first, named)), 0.5)


def _tidied(memory: Memory, card: Sighting) -> Step:
    return withdraw(memory.with_card(replace(card, role=Role.IGNORED)), card.question)


def _early(memory: Memory, scene: Scene, card: Sighting) -> Step:
    """A card laid while calls are still waited for: the lead, when the last passes were not said; else it waits."""
    table = scene.table
    seat = card.arrived_from if card.arrived_from in table.seats else table.nearest(card)
    reading = which(card, seat, table, memory.caution)
    leads = reading.why is None and scene.rules is not None and tried(Played(seat, card.card), scene.rules) is None
    if leads:
        return _recorded(memory, table, card, seat, reading)
    if card.question is not None or card.card is None or memory.now_ms - card.at_ms < _AUCTION_MS:
        return memory, ()
    shown = Choice((Exposed(seat, (card.card,)),), card.confidence)
    memory, question = ask(memory, table, Why.AUCTION_OPEN, seat, NOTHING, (shown,), (card,))
    return memory, (question,)


def _play_begun(memory: Memory, waiting: tuple[Sighting, ...]) -> Step:
    """The auction is over: a card that was asked about because of it is looked at afresh."""
    for card in waiting:
        question = memory.open_question(card.question)
        if question is not None and question.why is Why.AUCTION_OPEN:
            return withdraw(memory.with_card(replace(card, question=None)), question.number)
    return memory, ()


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
            return _recorded(memory, table, card, seat, reading)
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
    earlier = _earlier_misread(memory, table, card, seat) if reading.why is Why.PLAYED_BEFORE else None
    if earlier is None:
        return best, choices
    surer, other = earlier
    return (other, (other, *choices)) if surer else (best, (*choices, other))


def _earlier_misread(memory: Memory, table: Shown, card: Sighting, seat: Seat) -> tuple[bool, Choice] | None:
    """(Is it likelier, the answer) that a clearly read card is right and an earlier play was taken for it wrongly."""
    place = table.played.get(card.card) if card.card and card.confidence >= memory.caution.accept else None
    seen = (one for one in memory.cards if one.role is Role.PLAY and (one.trick, one.seat) == place)
    earlier = next(seen, None)
    if place is None or earlier is None:
        return None
    others = (
        one
        for one, _ in earlier.alternatives
        if one != card.card and unavailable(one, place[1], table, memory.caution) is None
    )
    acts = (Played(place[1], next(others, None)), Played(seat, card.card))
    surer = card.confidence > earlier.confidence
    return surer, Choice(acts, round(card.confidence / 2, 3), replaces=table.plays[place].seq)


def _recorded(memory: Memory, table: Shown, card: Sighting, seat: Seat, reading: Reading) -> Step:
    """A clear, regular play; when it came in one breath with the one before, their order is asked as well."""
    memory, withdrawn = withdraw(memory, card.question)
    known = replace(card, role=Role.PLAY, seat=seat, trick=table.number, reread=False, question=None)
    memory = memory.with_card(known)
    play = Proposal(Played(seat, card.card), card.at_ms, round(reading.candidates[0][1], 4), card.crop)
    before = _in_one_breath(memory, table, card)
    if before is None:
        return memory, (*withdrawn, play)
    regular = Choice((play.act,), 0.5)
    other = replace(regular, before=table.open_plays[-1].seq)
    memory, question = ask(memory, table, Why.ORDER, seat, regular, (regular, other), (known,))
    memory, said = guess(memory, question, regular)
    return memory, (*withdrawn, question, *said)


def _in_one_breath(memory: Memory, table: Shown, card: Sighting) -> Sighting | None:
    """The card of the play before, when nobody can say that it came before."""
    if not table.open_plays:
        return None
    place = (table.number, table.open_plays[-1].seat)
    last = next((one for one in memory.cards if one.role is Role.PLAY and (one.trick, one.seat) == place), None)
    if last is None:
        return None
    if card.arrival_ms is not None and last.arrival_ms is not None:
        return last if card.order_ms - last.order_ms < memory.caution.breath_ms else None
    return last if abs(card.at_ms - last.at_ms) < memory.caution.breath_unknown_ms else None


def _swept(scene: Scene) -> Step:
    """The trick area was emptied: right after a whole trick, otherwise cards were missed; a sweep makes no plays."""
    memory, table, sweep = scene.memory, scene.table, scene.memory.sweep
    assert sweep is not None
    if len(table.open_plays) == 0 or len(sweep.tracks) < min(2, len(table.seats) - 1):
        return replace(memory, sweep=None), ()
    if not scene.waiting and not scene.force and memory.now_ms - sweep.at_ms < memory.caution.swept_ms:
        return memory, ()
    turn = table.expected
    if turn is None:
        return replace(memory, sweep=None), ()
    at = table.seats.index(turn)
    missing = (table.seats[at:] + table.seats[:at])[: len(table.seats) - len(table.open_plays)]
    unseen = Choice(tuple(Played(seat, None) for seat in missing), 0.5)
    shifted = last_shifted(scene) if len(missing) == 1 else None
    named = by_expectation(turn, table, memory.caution) if len(missing) == 1 else ()
    choices = (unseen, *(Choice((Played(turn, card),), round(chance, 3)) for card, chance in named))
    if shifted is not None:
        unseen, choices = shifted, (shifted, *choices)
    memory = replace(memory, sweep=None)
    memory, question = ask(memory, table, Why.MISSED, turn, unseen, choices, (), sweep.at_ms, crop=sweep.crop)
    return memory, (question,)
