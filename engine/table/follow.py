"""The camera's part in a session: observations in, entries and questions out, answers back in.

The same on a screen and without one: a question stays open until it is answered; when the table moves on first, its
best guess is recorded with the question's key in ``why``, and an answer then corrects it.
"""

import contextlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, Generic, NamedTuple, TypeVar

from kozyr.engine.acts import Act
from kozyr.engine.cards import Card
from kozyr.engine.errors import KozyrError
from kozyr.engine.facts import Irregularity
from kozyr.engine.observations import Observation
from kozyr.engine.seats import Seat
from kozyr.engine.table.asking import Rules, settled
from kozyr.engine.table.contradictions import cards_in, settled_by
from kozyr.engine.table.corrections import effective, history
from kozyr.engine.table.doubt import Choice, Proposal, Question, Said, Why, Withdrawn
from kozyr.engine.table.interpret import advance, interpret
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.session import Session
from kozyr.engine.table.sightings import Caution, Memory
from kozyr.engine.table.unclear import is_unclear
from kozyr.engine.table.writing import apart, written
from kozyr.engine.view import Audience, TableView

State = TypeVar("State")
_MOST_STEPS: Final = 500
"""No single picture brings more steps than this; what is left comes with the next one."""
Event = Entry | Question | Withdrawn
"""What following the table gives, in order: entries as recorded, questions asked, questions that fell away."""


class Asked(NamedTuple):
    """A question that can still be answered."""

    question: Question
    """What is asked."""
    guessed: tuple[int, ...] = ()
    """The seqs of the entries that record its best guess; empty while none was needed."""


class Follower(Generic[State]):
    """Follows one table for one session. Belongs to the thread that owns the session."""

    def __init__(self, session: Session[State], caution: Caution | None = None) -> None:
        self.session = session
        self.memory = Memory(caution or Caution())
        self._rules = Rules(session.trial, self._turn_if, self._accuses_if, self._stated)
        self._turns: tuple[State, dict[tuple[int, Act], Seat | None]] = (session.state, {})
        self._guesses: dict[int, list[Entry]] = {}
        self._viewed = (session.state, session.view(Audience.JUDGE))
        self._untold: list[Event] = []
        self._is_behind = False

    @property
    def _view(self) -> TableView:
        """The judge's view of the present state, made once for each state."""
        if self._viewed[0] is not self.session.state:
            self._viewed = (self.session.state, self.session.view(Audience.JUDGE))
        return self._viewed[1]

    def _turn_if(self, seq: int, act: Act) -> Seat | None:
        """``Session.turn_if``, which plays the deal again, once for each state and not with every picture."""
        if self._turns[0] is not self.session.state:
            self._turns = (self.session.state, {})
        known = self._turns[1]
        if (seq, act) not in known:
            known[seq, act] = self.session.turn_if(seq, act)
        return known[seq, act]

    def _accuses_if(self, seq: int, act: Act) -> bool:
        """Whether there would be findings that there are not, or the log could not be so."""
        facts = self.session.facts_if(seq, act)
        known = {(one.offence, one.seat, one.committed) for one in self.session.facts if isinstance(one, Irregularity)}
        found = (one for one in facts or () if isinstance(one, Irregularity))
        return facts is None or any((one.offence, one.seat, one.committed) not in known for one in found)

    def _stated(self, card: Card) -> tuple[Entry, ...]:
        """The entries of the last deal that stand by which the camera has clearly stated where a card is."""
        broken = {found.seq for found in self.session.errors}
        by_camera = (one for one in self._by_camera() if one.seq not in broken and not is_unclear(one))
        return tuple(one for one in by_camera if card in cards_in(one.act))

    def _by_camera(self) -> list[Entry]:
        """The camera's entries of the last deal that stand."""
        steps = self.session.steps
        standing = {step.seq for step in steps[self.session.before_deal(len(steps) - 1)[0] :]}
        return [one for one in self.session.entries if one.source is Source.CAMERA and one.seq in standing]

    @property
    def questions(self) -> tuple[Question, ...]:
        """All questions that can still be answered, the oldest first; guessed ones are among them."""
        return tuple(sorted((*self.memory.questions, *self.memory.guessed), key=lambda question: question.number))

    @property
    def asked(self) -> tuple[Asked, ...]:
        """All questions that can still be answered, with the entries of their guesses."""
        guesses = self._guesses
        return tuple(Asked(one, tuple(entry.seq for entry in guesses.get(one.number, ()))) for one in self.questions)

    def reopen(self, asked: Iterable[Asked]) -> tuple[Question, ...]:
        """Takes up questions of an earlier run of this log; returns them as they are asked now.

        The camera's cards of that run are gone. What was answered just before the run ended is not asked again.
        """
        entries = {entry.seq: entry for entry in self.session.entries}
        taken = tuple(
            one._replace(question=replace(one.question, tracks=())) for one in asked if not self._is_answered(one)
        )
        for one in taken:
            known = [entries[seq] for seq in one.guessed if seq in entries]
            if known:
                self._guesses[one.question.number] = known
        guessed = tuple(one.question for one in taken if one.question.number in self._guesses)
        fresh = tuple(one.question for one in taken if one.question.number not in self._guesses)
        highest = max((one.question.number for one in taken), default=0)
        self.memory = replace(
            self.memory,
            deal=self._view.deal,
            asked=max(self.memory.asked, highest),
            questions=(*self.memory.questions, *fresh),
            guessed=(*self.memory.guessed, *guessed),
        )
        return tuple(one.question for one in taken)

    def _is_answered(self, asked: Asked) -> bool:
        """Whether the log holds an answer: an entry of the question's own, or one in place of its guess."""
        question = asked.question
        own = [entry for entry in self.session.entries if entry.why == question.why.value]
        new = [entry for entry in own if entry.seq not in asked.guessed]
        return any(entry.at_ms == question.at_ms or entry.replaces in asked.guessed for entry in new)

    def observe(self, observation: Observation) -> tuple[Event, ...]:
        """Takes in what the camera states. Raises KozyrError when the log cannot be written; then it is not taken."""
        if self._is_behind:
            self._go_on(self.memory.now_ms, force=False)
        memory, said = interpret(self.memory, self._view, observation, self._rules)
        self._take(memory, said)
        if said:
            # Taken in is taken in: what the log refuses from here on is tried again by the next call.
            with contextlib.suppress(KozyrError):
                self._go_on(self.memory.now_ms, force=False)
        return self.tell()

    def tick(self, now_ms: int) -> tuple[Event, ...]:
        """Lets time pass; call it for every picture, and after every entry by touch.

        Raises KozyrError when the log cannot be written. What was recorded before that is told by the next call.
        """
        self._advance(now_ms, force=False)
        return self.tell()

    def finish(self, now_ms: int) -> tuple[Event, ...]:
        """The pictures have ended: what still waits is guessed. Raises as ``tick``."""
        self._advance(now_ms, force=True)
        return self.tell()

    def tell(self) -> tuple[Event, ...]:
        """What has happened and was not told yet, because a call ended with an error."""
        told, self._untold = tuple(self._untold), []
        return told

    def answer(
        self, number: int, choice: Choice, at_ms: int, source: Source = Source.TOUCH, by: str | None = None
    ) -> tuple[Event, ...]:
        """Records the answer to a question, in place of its guess when that was recorded already.

        An unclear guess that is right is stated once more, for it then rests on the answer.
        ``choice``: one of the question's, or another made like them. Raises ImpossibleAct or LogFormatError for an
        answer that cannot be, and KeyError for a question that is no longer open; then nothing has changed.
        """
        question = next((one for one in self.questions if one.number == number), None)
        if question is None:
            raise KeyError(number)
        guessed = self._guesses.get(number, [])
        blank = Entry(self.session.next_seq, at_ms, source, None, by=by, why=question.why.value)
        if guessed and _states(guessed, choice):
            entries = _stated_again(blank, self._unclear(guessed))
        else:
            entries = self._entries(question, choice, guessed, blank)
        memory, cleared = settled_by(self.memory, number)
        entries += _stated_again(_after(blank, entries), self._believed(choice, cleared, entries))
        if entries:
            entries = apart(self.session, entries)
            self.session.amend(entries)
        self._guesses.pop(number, None)
        self.memory = settled(memory, number, choice)
        self._untold += entries
        with contextlib.suppress(KozyrError):
            self._advance(at_ms, force=False)
        return self.tell()

    def _entries(self, question: Question, choice: Choice, guessed: list[Entry], blank: Entry) -> tuple[Entry, ...]:
        """The lines that record ``choice``, made like ``blank``; with ``guessed``, those that undo the guess too."""
        first = blank.seq
        blank = blank if guessed else replace(blank, at_ms=question.at_ms)
        made: list[Entry] = []

        def add(act: Act | None, replaces: int | None = None, before: int | None = None) -> None:
            made.append(replace(blank, seq=first + len(made), act=act, replaces=replaces, before=before))

        placed = [entry.seq for entry in guessed if entry.replaces is None]
        for entry in guessed:
            if entry.replaces is not None:
                add(self._before_guess(entry.seq), replaces=entry.seq)
        if len(placed) == len(choice.acts) == 1 and choice.replaces is None and choice.before is None:
            add(choice.acts[0], replaces=placed[0])
            return tuple(made)
        for seq in placed:
            add(None, replaces=seq)
        place = choice.before if choice.before is not None else next(iter(placed), None)
        for index, act in enumerate(choice.acts):
            replaces = choice.replaces if index == 0 else None
            add(act, replaces, None if replaces else place)
        return tuple(made)

    def _unclear(self, guessed: list[Entry]) -> list[Entry]:
        """What the camera guessed and did not clearly see, where it stands yet."""
        standing = {step.seq for step in self.session.steps}
        return [entry for entry in guessed if is_unclear(entry) and entry.seq in standing]

    def _believed(self, choice: Choice, cleared: frozenset[Card], made: tuple[Entry, ...]) -> list[Entry]:
        """The entries in doubt that an answer, recorded as ``made``, confirms: nothing contradicts them any more."""
        standing = {step.seq for step in effective((*self.session.entries, *made))}
        doubted = (one for one in self._by_camera() if one.why == Why.CONTRADICTED and one.seq in standing)
        return [one for one in doubted if one.act in choice.acts or not cleared.isdisjoint(cards_in(one.act))]

    def _before_guess(self, seq: int) -> Act | None:
        """What stood in the place of a guess before it was recorded."""
        changes = [change for place in history(self.session.entries) for change in place.changes if change.seq == seq]
        return changes[0].old if changes else None

    def _advance(self, now_ms: int, force: bool) -> None:
        if self.memory.is_quiet and self.memory.deal == self._view.deal:
            self.memory = replace(self.memory, now_ms=max(self.memory.now_ms, now_ms))
        else:
            self._go_on(now_ms, force)

    def _go_on(self, now_ms: int, force: bool) -> None:
        """Records what has become due, step by step, until nothing more has."""
        self._is_behind = True
        for _ in range(_MOST_STEPS):
            memory, said = advance(self.memory, self._view, now_ms, self._rules, force=force)
            self._take(memory, said)
            if not said:
                break
        self._is_behind = False

    def _take(self, memory: Memory, said: tuple[Said, ...]) -> None:
        """Records one step, to be told. Raises KozyrError when the log cannot be written; then nothing has changed."""
        entries = iter(written(self.session, [one for one in said if isinstance(one, Proposal)]))
        self.memory = memory
        for one in said:
            if not isinstance(one, Proposal):
                self._untold.append(one)
            elif (entry := next(entries)) is not None:
                self._untold.append(entry)
                self._note_guess(one, entry)

    def _note_guess(self, proposal: Proposal, entry: Entry) -> None:
        """Keeps by which entry a question's best guess is recorded."""
        if proposal.question is not None:
            known = self._guesses.setdefault(proposal.question, [])
            again = next((at for at, old in enumerate(known) if old.seq == proposal.replaces), None)
            if again is None:
                known.append(entry)
            else:
                known[again] = replace(known[again], seq=entry.seq, act=entry.act)


def _after(blank: Entry, made: tuple[Entry, ...]) -> Entry:
    return replace(blank, seq=blank.seq + len(made))


def _stated_again(blank: Entry, unclear: Iterable[Entry]) -> tuple[Entry, ...]:
    """The lines, made like ``blank``, by which somebody states what the camera was not sure of."""
    return tuple(replace(blank, seq=blank.seq + at, act=one.act, replaces=one.seq) for at, one in enumerate(unclear))


def _states(entries: list[Entry], choice: Choice) -> bool:
    """True when ``entries`` record exactly ``choice``."""
    same_place = (entries[0].replaces, entries[0].before) == (choice.replaces, choice.before)
    return same_place and tuple(entry.act for entry in entries) == choice.acts
