"""The fold over a log, and one table's session: entries in, state and facts out.

State is nothing but the fold of the log under the game. An entry is tried before it is kept: one that is refused
changes nothing.
"""

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final, Generic, NamedTuple, TypeVar

from kozyr.engine.acts import Act, Dealt, Played
from kozyr.engine.errors import ImpossibleAct, KozyrError, LogFormatError
from kozyr.engine.facts import Fact, Irregularity
from kozyr.engine.game import Game, Report
from kozyr.engine.seats import Seat
from kozyr.engine.table.afterwards import brought_about
from kozyr.engine.table.corrections import carried, effective
from kozyr.engine.table.differences import Differences, differences
from kozyr.engine.table.findings import Found, weighed
from kozyr.engine.table.log import Entry, Header, Source, Step
from kozyr.engine.table.unclear import doubts
from kozyr.engine.view import Audience, TableView

State = TypeVar("State")
_MOST_TRIALS: Final = 100
"""So many ways in which a deal may have gone are remembered."""


@dataclass(frozen=True, slots=True)
class StepError:
    """An act of the log that cannot have happened under the game's rules."""

    seq: int
    """Its entry."""
    error: KozyrError
    """Why, in one sentence."""


@dataclass(frozen=True, slots=True)
class Folded(Generic[State]):
    """A log played through."""

    state: State
    """The state at its end."""
    facts: tuple[Fact, ...]
    """All that followed, in order."""
    errors: tuple[StepError, ...]
    """The acts that could not be applied, in order; empty for a sound log."""


class ConflictingCorrection(ImpossibleAct):
    """A correction after which another act of the log could not have happened."""

    def __init__(self, seq: int, error: KozyrError) -> None:
        super().__init__(
            "after this correction entry {entry} could not have happened: {error}; correct both together",
            entry=seq, error=error,
        )  # fmt: skip
        self.seq = seq


@contextmanager
def no_search_for_cycles() -> Iterator[None]:
    """For a long replay: records that point at older ones alone make no cycles, and looking for them costs a fifth."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def fold(game: Game[State], header: Header, entries: Iterable[Entry]) -> Folded[State]:
    """The state and facts of a log.

    An impossible act does not end it: a play whose card cannot be right is taken as a play of an unknown card, so
    that the turn goes on, anything else is left out, and both are listed in ``errors``. Raises LogFormatError for a
    header that the game refuses and for corrections that name no earlier entry.
    """
    return played_through(game, game.start(header), effective(entries))


def played_through(game: Game[State], state: State, steps: Iterable[Step]) -> Folded[State]:
    """The state and facts when ``steps`` follow on ``state``; impossible acts as in ``fold``."""
    facts: list[Fact] = []
    errors: list[StepError] = []
    for step in steps:
        try:
            state, found = game.step(state, step.seq, step.act)
        except (ImpossibleAct, LogFormatError) as error:
            errors.append(StepError(step.seq, error))
            state, found = _softened(game, state, step)
        facts.extend(found)
    return Folded(state, tuple(facts), tuple(errors))


def _softened(game: Game[State], state: State, step: Step) -> tuple[State, tuple[Fact, ...]]:
    if isinstance(step.act, Played) and step.act.card is not None:
        try:
            return game.step(state, step.seq, Played(step.act.seat, None))
        except (ImpossibleAct, LogFormatError):
            pass
    return state, ()


@dataclass(frozen=True, slots=True)
class _Deal(Generic[State]):
    """Where the last deal begins: a trial, a correction in it and a step back do not play the evening again."""

    steps: int
    """How many acts stand before it."""
    state: State
    """The state then."""
    facts: int
    """How many facts there were."""


class _Trials(NamedTuple, Generic[State]):
    """A deal played again without what is unclear, or with another card."""

    before: State
    """The state when it begins."""
    found: dict[tuple[Step, ...], frozenset[Found]]
    """Its acts, had it gone so -> what would have been found for certain."""


class Session(Generic[State]):
    """One table: the log so far, the state it leads to, and the only way to add to it.

    ``keep``: called with the accepted entry or entries before the session changes, and before anything can be shown
    (``LogStore.append``); when it raises, nothing has changed. Not thread-safe: one thread owns a session.
    """

    def __init__(
        self,
        game: Game[State],
        header: Header,
        entries: Iterable[Entry] = (),
        keep: Callable[..., object] | None = None,
    ) -> None:
        """Raises LogFormatError for a header the game refuses and for corrections that name no earlier entry."""
        self.game = game
        self.header = header
        self._keep = keep
        self._entries = list(entries)
        self._start = game.start(header)
        self._steps = list(effective(self._entries))
        folded = played_through(game, self._start, self._steps)
        self._state, self._errors = folded.state, folded.errors
        self._facts = list(folded.facts)
        self._deal: _Deal[State] | None = None
        self._trials: dict[int, _Trials[State]] = {}

    @property
    def state(self) -> State:
        """The state now."""
        return self._state

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All that followed so far."""
        return tuple(self._facts)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The log so far."""
        return tuple(self._entries)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The acts that stand, corrections applied."""
        return tuple(self._steps)

    @property
    def errors(self) -> tuple[StepError, ...]:
        """Acts of the log that cannot have happened and wait for a correction."""
        return self._errors

    @property
    def next_seq(self) -> int:
        """The number of the next entry."""
        return self._entries[-1].seq + 1 if self._entries else 1

    def view(self, audience: Audience) -> TableView:
        """The table as ``audience`` may see it."""
        view = self.game.view(self._state, audience)
        return replace(view, findings=self._weighed(view.findings)) if view.findings else view

    def report(self) -> Report:
        """Deals, match and findings so far; what rests on a guess is not certain."""
        report = self.game.report(self._state)
        return replace(report, irregularities=self._weighed(report.irregularities))

    def _weighed(self, findings: tuple[Irregularity, ...]) -> tuple[Irregularity, ...]:
        if not any(one.certain for one in findings):
            return findings
        unsure = doubts(self._entries, self._steps, [found.seq for found in self._errors])
        sure = weighed(findings, unsure, self._steps, self._found_if)
        return tuple(replace(one, certain=False) if one.certain and self.brought_about(one) else one for one in sure)

    def brought_about(self, one: Irregularity) -> tuple[Entry, ...]:
        """The corrections of earlier entries, made after the entry at fault, without which this would not be found."""
        return brought_about(one, self._entries, self._steps, self._found_if)

    def _found_if(self, begin: int, deal: tuple[Step, ...]) -> frozenset[Found]:
        """What would be found for certain if the deal that begins with act ``begin`` had gone as ``deal``."""
        if begin not in self._trials:
            self._trials[begin] = _Trials(self.before_deal(begin)[1], {})
        before, known = self._trials[begin]
        if len(known) > _MOST_TRIALS:
            known.clear()
        if deal not in known:
            found = self.game.report(played_through(self.game, before, deal).state).irregularities
            known[deal] = frozenset((one.offence, one.seat, one.committed) for one in found if one.certain)
        return known[deal]

    def trial(self, act: Act) -> tuple[Fact, ...]:
        """What would follow from ``act`` now; nothing changes. Raises ImpossibleAct or LogFormatError."""
        return self.game.step(self._state, self.next_seq, act)[1]

    def turn_if(self, seq: int, act: Act) -> Seat | None:
        """Whose turn it would be if entry ``seq`` had stated ``act``; None when the log could not be so."""
        folded = self._played_if(seq, act)
        return None if folded is None else self.game.view(folded.state, Audience.JUDGE).expectation.seat

    def facts_if(self, seq: int, act: Act) -> tuple[Fact, ...] | None:
        """What would have followed, in its deal at least, if entry ``seq`` had stated ``act``; None as ``turn_if``."""
        folded = self._played_if(seq, act)
        return None if folded is None else folded.facts

    def _played_if(self, seq: int, act: Act) -> Folded[State] | None:
        """The log if entry ``seq`` had stated ``act``, played from the last deal on where the entry belongs to that."""
        steps = effective((*self._entries, Entry(self.next_seq, 0, Source.CAMERA, act, replaces=seq)))
        deal = self._last_deal()
        begin, state = deal.steps, deal.state
        if seq not in {step.seq for step in self._steps[begin:]}:
            begin, state = 0, self._start
        folded = played_through(self.game, state, steps[begin:])
        later = {step.seq for step in self._steps[begin:]}
        return None if len(folded.errors) > sum(one.seq in later for one in self._errors) else folded

    def before_deal(self, at: int) -> tuple[int, State]:
        """How many acts stand before the deal that act ``at`` of ``steps`` belongs to, and the state then."""
        begin = max((one for one, step in enumerate(self._steps[: at + 1]) if isinstance(step.act, Dealt)), default=0)
        deal = self._last_deal()
        if begin == deal.steps:
            return begin, deal.state
        return begin, played_through(self.game, self._start, self._steps[:begin]).state

    def _last_deal(self) -> _Deal[State]:
        if self._deal is None:
            begin = max((at for at, step in enumerate(self._steps) if isinstance(step.act, Dealt)), default=0)
            folded = played_through(self.game, self._start, self._steps[:begin])
            self._deal = _Deal(begin, folded.state, len(folded.facts))
        return self._deal

    def record(
        self,
        act: Act,
        at_ms: int,
        source: Source,
        *,
        confidence: float | None = None,
        by: str | None = None,
        why: str | None = None,
        crop: str | None = None,
    ) -> Entry:
        """Adds an act as the next entry and returns it. Raises as ``append``."""
        entry = Entry(self.next_seq, at_ms, source, act, confidence, by=by, why=why, crop=crop)
        self.append(entry)
        return entry

    def append(self, entry: Entry) -> tuple[Fact, ...]:
        """Adds one entry, a correction or not; returns the facts of a new act, for a correction those of the whole log.

        Raises ImpossibleAct, LogFormatError, or what ``keep`` raises; then nothing has changed.
        """
        if entry.replaces is not None or entry.before is not None:
            return self.amend((entry,))
        if entry.seq < self.next_seq or entry.act is None:
            raise LogFormatError("an entry after {entry} must have a higher seq and an act", entry=self.next_seq - 1)
        act = carried(entry.act, self._entries)
        state, facts = self.game.step(self._state, entry.seq, act)
        if self._keep:
            self._keep(entry)
        self._entries.append(entry)
        if isinstance(act, Dealt):
            self._deal = _Deal(len(self._steps), self._state, len(self._facts))
        self._steps.append(Step(entry.seq, entry.at_ms, act))
        self._state = state
        self._facts.extend(facts)
        return facts

    def amend(self, entries: Sequence[Entry]) -> tuple[Fact, ...]:
        """Adds corrections that belong together and plays the log again; returns the facts of the whole log.

        Raises ConflictingCorrection when an act of the log, sound before, could no longer have happened;
        LogFormatError, or what ``keep`` raises; then nothing has changed.
        """
        steps, folded = self._amended(entries)
        if self._keep:
            self._keep(*entries)
        if not self._is_in_last_deal(steps):
            self._deal = None
            self._trials.clear()
        self._entries, self._steps = [*self._entries, *entries], list(steps)
        self._state, self._facts, self._errors = folded.state, list(folded.facts), folded.errors
        return folded.facts

    def preview(self, entries: Sequence[Entry]) -> Differences:
        """What corrections would change in the result; nothing changes. Raises as ``amend``."""
        return differences(self.game.report(self._state), self.game.report(self.replayed(entries).state))

    def replayed(self, entries: Sequence[Entry]) -> Folded[State]:
        """The log played through with corrections; nothing changes. Raises as ``amend``."""
        return self._amended(entries)[1]

    def _amended(self, entries: Sequence[Entry]) -> tuple[tuple[Step, ...], Folded[State]]:
        steps = effective((*self._entries, *entries))
        folded = self._played(steps)
        known, own = {found.seq for found in self._errors}, {entry.seq for entry in entries}
        for found in folded.errors:
            if found.seq in own:
                raise found.error
            if found.seq not in known:
                raise ConflictingCorrection(found.seq, found.error)
        return steps, folded

    def _played(self, steps: tuple[Step, ...]) -> Folded[State]:
        """The whole log as ``steps``; where only the last deal differs, nothing before it is played again."""
        if not self._is_in_last_deal(steps):
            return played_through(self.game, self._start, steps)
        deal = self._last_deal()
        before = {step.seq for step in self._steps[: deal.steps]}
        folded = played_through(self.game, deal.state, steps[deal.steps :])
        errors = (*(found for found in self._errors if found.seq in before), *folded.errors)
        return Folded(folded.state, (*self._facts[: deal.facts], *folded.facts), errors)

    def _is_in_last_deal(self, steps: Sequence[Step]) -> bool:
        """Whether ``steps`` are what stands, but for the last deal."""
        begin = self._last_deal().steps
        return list(steps[:begin]) == self._steps[:begin]

    def correct(
        self, seq: int, act: Act | None, at_ms: int, source: Source, *, by: str | None = None, why: str | None = None
    ) -> Entry:
        """Replaces what entry ``seq`` states (None takes it back) and returns the correcting entry. Raises as amend."""
        entry = Entry(self.next_seq, at_ms, source, act, replaces=seq, by=by, why=why)
        self.amend((entry,))
        return entry

    def take_back(
        self, seq: int, at_ms: int, source: Source, *, by: str | None = None, why: str | None = None
    ) -> Entry:
        """Takes entry ``seq`` back; a later correction can bring it back. Raises as ``amend``."""
        return self.correct(seq, None, at_ms, source, by=by, why=why)

    def insert_before(
        self, seq: int, act: Act, at_ms: int, source: Source, *, by: str | None = None, why: str | None = None
    ) -> Entry:
        """Puts an act that was missed before entry ``seq`` and returns its entry. Raises as ``amend``."""
        entry = Entry(self.next_seq, at_ms, source, act, before=seq, by=by, why=why)
        self.amend((entry,))
        return entry
