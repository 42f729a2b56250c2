"""The next play: which of the cards lying in the trick area it is, or what must be asked before it can be one."""

from dataclasses import dataclass, replace
from typing import Final

from kozyr.engine.acts import Act, Exposed, Played
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.asking import Rules, ask, guess, guess_again, tried, withdraw
from kozyr.engine.table.doubt import NOTHING, Choice, Proposal, Question, Said, Why
from kozyr.engine.table.judgement import Owner, Reading, unavailable, which, whose
from kozyr.engine.table.sightings import Memory, Role, Shown, Sighting
from kozyr.engine.view import Phase, PlayView

_AUCTION_MS: Final = 3000
"""How long a card may lie in the trick area before somebody is asked why the auction is not over."""


_LIKELY_MISREAD: Final = 0.02
"""From this probability of the other reading on, a card was rather misread than one missed."""


@dataclass(frozen=True, slots=True)
class _Scene:
    """All that one decision needs."""

    memory: Memory
    table: Shown
    rules: Rules | None
    force: bool
    waiting: tuple[Sighting, ...]

    def pressed(self, card: Sighting) -> bool:
        """True when the table has moved on past ``card``: another lies there, or the trick was swept."""
        sweep = self.memory.sweep
        swept = sweep is not None and card.order_ms <= sweep.at_ms
        return self.force or len(self.waiting) > 1 or swept or card.moved_to is not None


Step = tuple[Memory, tuple[Said, ...]]


def next_play(memory: Memory, table: Shown, rules: Rules | None, force: bool) -> Step:
    """The next play, or question about one; at most one step."""
    waiting = tuple(
        sorted(
            (card for card in memory.cards if card.role is Role.WAITING and card.in_trick),
            key=lambda card: (card.order_ms, card.at_ms),
        )
    )
    if not table.in_play:
        return _out_of_play(_Scene(memory, table, rules, force, waiting))
    memory, said = _play_begun(memory, waiting)
    if said:
        return memory, said
    missed = next((one for one in memory.questions if one.why is Why.MISSED), None)
    if missed is not None and (waiting or force):
        return guess(memory, missed, missed.guess)
    if memory.sweep and not any(card.order_ms <= memory.sweep.at_ms for card in waiting):
        scene = _Scene(memory, table, rules, force, waiting)
        memory, said = _penalty_card(scene) or _swept(scene)
        if said or memory.sweep:
            return memory, said
    return _turn(_Scene(memory, table, rules, force, waiting))


def _turn(scene: _Scene) -> Step:
    """Whose card is next: the one of the seat on turn, or one out of turn that has waited long enough."""
    memory, table, waiting = scene.memory, scene.table, scene.waiting
    owners = {card.track: whose(card, table) for card in waiting}
    turn = table.expected
    mine = next((card for card in waiting if turn is None or owners[card.track].seat == turn), None)
    if mine is None:
        step = _penalty_card(scene)
        if step is not None:
            return step
    if not waiting:
        return memory, ()
    head = waiting[0]
    if mine is None:
        owner = owners[head.track]
        return _led_by(scene, owner.seat) or _out_of_turn(scene, head, owner)
    long_before = mine.order_ms - head.order_ms > memory.caution.order_ms
    if mine is not head and (memory.open_question(head.question) or long_before):
        return _out_of_turn(scene, head, owners[head.track])
    if owners[mine.track].others:
        return _out_of_turn(scene, mine, owners[mine.track])
    return _on_turn(scene, mine, owners[mine.track].seat)


def _out_of_play(scene: _Scene) -> Step:
    """Cards in the trick area while nothing can be played: an early lead, or tidying up."""
    memory = replace(scene.memory, sweep=None)
    early = scene.table.view.phase is Phase.AUCTION
    for card in scene.waiting:
        memory, said = _early(memory, scene, card) if early and card.gone_ms is None else _tidied(memory, card)
        if said:
            return memory, said
    return memory, ()


def _tidied(memory: Memory, card: Sighting) -> Step:
    return withdraw(memory.with_card(replace(card, role=Role.IGNORED)), card.question)


def _early(memory: Memory, scene: _Scene, card: Sighting) -> Step:
    """A card laid while calls are still waited for: the lead, when the last passes were not said; else it waits."""
    table = scene.table
    seat = card.arrived_from if card.arrived_from in table.seats else card.owner
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


def _choices(seat: Seat, reading: Reading) -> tuple[Choice, ...]:
    return tuple(Choice((Played(seat, card),), round(chance, 3)) for card, chance in reading.candidates)


def _best(seat: Seat, reading: Reading) -> Choice:
    if reading.guess is None:
        return Choice((Played(seat, None),))
    return next(choice for choice in _choices(seat, reading) if choice.acts == (Played(seat, reading.guess),))


def _on_turn(scene: _Scene, card: Sighting, seat: Seat) -> Step:
    """A card of the seat on turn: recorded when it is clear and regular, otherwise asked about, then guessed."""
    memory, table = scene.memory, scene.table
    reading = which(card, seat, table, memory.caution)
    if reading.why is None:
        displaced = _displaced(memory, table, card)
        if displaced is not None:
            return displaced
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
    best, choices = _best(seat, reading), _choices(seat, reading)
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


def _displaced(memory: Memory, table: Shown, card: Sighting) -> Step | None:
    """A card clearly seen now was only guessed to have been played before: that guess gives way to its next best."""
    question = table.doubted.get(card.card) if card.card else None
    play = _guessed_place(memory, table, question) if question else None
    if question is None or play is None or play.card != card.card:
        return None
    return guess_again(memory, question, _other_guesses(memory, table, question)[0], play.seq)


def _led_by(scene: _Scene, seat: Seat) -> Step | None:
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


def _out_of_turn(scene: _Scene, card: Sighting, owner: Owner) -> Step:
    """A card from a seat whose turn it is not: waits, is asked about, and is guessed by what happens next."""
    memory, table = scene.memory, scene.table
    question = memory.open_question(card.question)
    if question is not None:
        if not scene.pressed(card):
            return memory, ()
        return guess(memory, question, _by_what_followed(scene, card, question.choices, question.guess))
    swept = memory.sweep is not None and card.order_ms <= memory.sweep.at_ms
    if memory.now_ms - card.at_ms < memory.caution.order_ms and not scene.force and not swept:
        return memory, ()
    reading = which(card, owner.seat, table, memory.caution)
    why, best, choices = _suspicions(scene, card, owner, reading)
    memory, question = ask(memory, table, why, owner.seat, best, choices, (card,))
    return memory, (question,)


def _suspicions(
    scene: _Scene, card: Sighting, owner: Owner, reading: Reading
) -> tuple[Why, Choice, tuple[Choice, ...]]:
    """(What is asked, the best guess, all likely answers) about a card that is not of the seat on turn."""
    table, seat, turn = scene.table, owner.seat, scene.table.expected
    named = reading.guess
    out = Choice((Played(seat, named),), 0.6)
    if reading.why is Why.PLAYED_BEFORE:
        return Why.PLAYED_BEFORE, NOTHING, _choices(seat, reading)
    if owner.others:
        seats = (seat, *owner.others)
        choices = tuple(Choice((Played(one, named),), round(1 / len(seats), 3)) for one in seats)
        return Why.WHO, choices[0], choices
    earlier = next((play for play in table.open_plays if play.seat == seat), None)
    if earlier is not None:
        replaced = Choice((Played(seat, named),), 0.5, replaces=earlier.seq)
        lies = any(
            one.role is Role.PLAY and (one.trick, one.seat) == (table.number, seat) and one.gone_ms is None
            for one in scene.memory.cards
        )
        return Why.REPLACED, out if lies else replaced, (out, replaced) if lies else (replaced, out)
    others = [out, *_misread_before(scene, seat, named)]
    missed = _missed_before(table, seat, named)
    if missed is not None:
        others.append(missed)
    if turn is not None:
        others.append(Choice((Played(turn, named),), 0.1))
    others += [choice for choice in _choices(seat, reading) if choice.acts != out.acts]
    return Why.OUT_OF_TURN, out, tuple(others)


def _misread_before(scene: _Scene, seat: Seat, card: Card | None) -> tuple[Choice, ...]:
    """The answers that ``seat`` leads rightly, because a card of the last trick was taken for another."""
    table, rules = scene.table, scene.rules
    if table.open_plays or rules is None or table.number == 1:
        return ()
    lead, found = Played(seat, card), []
    for one in scene.memory.cards:
        play = table.plays.get((one.trick, one.seat)) if one.role is Role.PLAY and one.trick and one.seat else None
        if play is None or one.trick != table.number - 1:
            continue
        for other, chance in one.alternatives:
            barred = other == play.card or unavailable(other, play.seat, table, scene.memory.caution)
            if not barred and rules.turn_if(play.seq, Played(play.seat, other)) == seat:
                found.append(Choice((Played(play.seat, other), lead), round(chance, 4), replaces=play.seq))
    won = table.plays.get((table.number - 1, table.expected)) if table.expected else None
    if won is not None and won.card is not None:
        found.append(Choice((Played(won.seat, None), lead), 0.01, replaces=won.seq))
    return tuple(sorted(found, key=lambda choice: -choice.confidence))


def _missed_before(table: Shown, seat: Seat, card: Card | None) -> Choice | None:
    """The answer that the cards before this one were laid and not seen, where the trick has room for them."""
    turn = table.expected
    if turn is None or turn not in table.seats:
        return None
    missing = table.between(turn, seat)
    if len(table.open_plays) + len(missing) + 1 > len(table.seats):
        return None
    acts: tuple[Act, ...] = (*(Played(one, None) for one in missing), Played(seat, card))
    return Choice(acts, 0.3)


def _by_what_followed(scene: _Scene, card: Sighting, choices: tuple[Choice, ...], best: Choice) -> Choice:
    """The guess that fits what the table did next.

    When it went on after this seat, the card was in turn: one before it was missed, or the last trick was misread.
    """
    table = scene.table
    several = [choice for choice in choices if len(choice.acts) > 1]
    missed = next((choice for choice in several if choice.replaces is None), None)
    misread = next((choice for choice in several if choice.replaces is not None), None)
    seat = whose(card, table).seat
    later = [one for one in scene.waiting if one is not card]
    if later:
        followed = whose(later[0], table).seat
        if followed != table.after(seat) or followed == table.expected:
            return best
        one_missed = missed is not None and len(missed.acts) == 2
        if misread is not None and not (one_missed and misread.confidence < _LIKELY_MISREAD):
            return misread
        return missed or best
    swept = scene.memory.sweep is not None
    full = missed is not None and len(table.open_plays) + len(missed.acts) == len(table.seats)
    return missed if missed is not None and swept and full else best


def _penalty_card(scene: _Scene) -> Step | None:
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


def _swept(scene: _Scene) -> Step:
    """The trick area was emptied: right after a whole trick, otherwise cards were missed; a sweep makes no plays."""
    memory, table, sweep = scene.memory, scene.table, scene.memory.sweep
    assert sweep is not None
    if len(table.open_plays) == 0 or len(sweep.tracks) < 2:
        return replace(memory, sweep=None), ()
    if not scene.waiting and not scene.force and memory.now_ms - sweep.at_ms < memory.caution.swept_ms:
        return memory, ()
    turn = table.expected
    if turn is None:
        return replace(memory, sweep=None), ()
    at = table.seats.index(turn)
    missing = (table.seats[at:] + table.seats[:at])[: len(table.seats) - len(table.open_plays)]
    unseen = Choice(tuple(Played(seat, None) for seat in missing), 0.5)
    choices = (unseen,)
    memory, question = ask(replace(memory, sweep=None), table, Why.MISSED, turn, unseen, choices, (), sweep.at_ms)
    return memory, (question,)
