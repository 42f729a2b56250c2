"""Acts and corrections entered by touch into a session, one tap for one entry, with undo and redo. No Kivy in here."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from kozyr.engine.acts import (
    Act,
    Called,
    Claimed,
    Dealt,
    Declared,
    Exchanged,
    Exposed,
    Misdealt,
    Played,
    Revealed,
    Tallied,
    TimeExpired,
    TimeoutTaken,
    TurnedUp,
)
from kozyr.engine.cards import Card
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import REDONE, UNDONE, Entry, Source, Step
from kozyr.engine.table.session import Session
from kozyr.ui.tablet.steps import Restating, Steps

DEBOUNCE_MS: Final = 300
"""The same thing entered again within this time is one tap told twice."""


class TouchLog:
    """A session as people's fingers write it. What cannot have happened raises the engine's error, changing nothing.

    ``now_ms``: the session's clock; when left out it goes on from the last entry.
    """

    def __init__(self, session: Session[Any], now_ms: Callable[[], int] | None = None) -> None:
        self.session = session
        started = time.monotonic() - (session.entries[-1].at_ms if session.entries else 0) / 1000
        self.now_ms = now_ms or (lambda: int((time.monotonic() - started) * 1000))
        self._listeners: list[Callable[[], None]] = []
        self._read = Steps()
        self._last_tap: tuple[object, int] | None = None

    @property
    def source(self) -> Source:
        """Who enters now."""
        return Source.TOUCH

    @property
    def by(self) -> str | None:
        """Who corrects something now; None where that is not known."""
        return None

    @property
    def deal_steps(self) -> tuple[Step, ...]:
        """The acts that stand of the current deal, its ``Dealt`` first."""
        steps = self.session.steps
        starts = [at for at, step in enumerate(steps) if isinstance(step.act, Dealt)]
        return steps[starts[-1] :] if starts else steps

    def step_of(self, seq: int) -> Step | None:
        """The act that entry ``seq`` states, None when it stands no more."""
        return next((step for step in self.session.steps if step.seq == seq), None)

    def standing(self, seq: int) -> Step | None:
        """What stands now where line ``seq`` stated something, whichever line states it; None for nothing."""
        return self.step_of(self.line_of(seq))

    def entry_of(self, seq: int) -> Entry | None:
        """The log line ``seq``."""
        return next((entry for entry in self.session.entries if entry.seq == seq), None)

    def play_of(self, card: Card, beside: int | None = None) -> Step | None:
        """The play of this deal in which ``card`` stands; of the deal of entry ``beside``, where one is named."""
        steps = self.deal_steps if beside is None else self._deal_with(beside)
        return next((step for step in steps if isinstance(step.act, Played) and step.act.card == card), None)

    def calls_before(self, seq: int) -> tuple[str, ...]:
        """What was called before entry ``seq`` in its deal, and stands in the log."""
        steps, line = self._deal_with(seq), self.line_of(seq)
        at = next((at for at, step in enumerate(steps) if step.seq == line), len(steps))
        return tuple(step.act.call for step in steps[:at] if isinstance(step.act, Called))

    def _deal_with(self, seq: int) -> tuple[Step, ...]:
        """The acts that stand of the deal to which entry ``seq`` belongs."""
        steps, line = self.session.steps, self.line_of(seq)
        at = next((at for at, step in enumerate(steps) if step.seq == line), len(steps))
        starts = [each for each, step in enumerate(steps) if isinstance(step.act, Dealt)]
        first = max((start for start in starts if start <= at), default=0)
        return steps[first : min((start for start in starts if start > at), default=len(steps))]

    @property
    def played(self) -> frozenset[Card]:
        """The cards played in this deal."""
        acts = [step.act for step in self.deal_steps]
        return frozenset(act.card for act in acts if isinstance(act, Played) and act.card is not None)

    def on_change(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Calls ``listener`` after every change; the function returned stops that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def changed(self) -> None:
        """Tells everybody who listens."""
        for listener in tuple(self._listeners):
            listener()

    def deal(self, dealer: Seat | None) -> bool:
        """A deal begins; ``dealer`` None when the judge deals."""
        return self.record(Dealt(dealer), "deal")

    def begin_deal(self, seat: Seat) -> bool:
        """The next deal, by its dealer; where the judge deals, by who holds the token."""
        return self.record(Dealt(None, seat) if self.session.game.judge_deals else Dealt(seat), "deal")

    def exchange(self, seat: Seat, taken: tuple[Card, ...] | int, given: tuple[Card, ...] | int) -> bool:
        """Cards taken and given back: which, or how many where nobody saw them."""
        return self.record(Exchanged(seat, taken, given), "exchange")

    def turn_up(self, cards: tuple[Card, ...]) -> bool:
        """Cards shown to all."""
        return self.record(TurnedUp(cards), ("turn-up", cards))

    def call(self, seat: Seat, call: str) -> bool:
        """Anything said in the auction, in notation."""
        return self.record(Called(seat, call), call)

    def declare(self, seat: Seat, declaration: str) -> bool:
        """A declaration, in notation."""
        return self.record(Declared(seat, declaration), declaration)

    def play(self, seat: Seat, card: Card | None) -> bool:
        """A card laid to the trick; None for one that nobody could read."""
        return self.record(Played(seat, card), card)

    def reveal(self, seat: Seat, cards: tuple[Card, ...]) -> bool:
        """Cards of a construction shown to all."""
        return self.record(Revealed(seat, cards), ("reveal", cards))

    def expose(self, seat: Seat, cards: tuple[Card, ...]) -> bool:
        """Cards lying face-up outside the trick."""
        return self.record(Exposed(seat, cards), ("expose", cards))

    def claim(self, seat: Seat, tricks: int) -> bool:
        """ "The rest are mine"."""
        return self.record(Claimed(seat, tricks), "claim")

    def misdeal(self, reason: str, offender: Seat | None = None) -> bool:
        """The deal was wrong and ends without play."""
        return self.record(Misdealt(reason, offender), "misdeal")

    def tally(self, points: tuple[tuple[str, int], ...], tricks: tuple[tuple[str, int], ...] = ()) -> bool:
        """The play's result entered by hand instead of card by card."""
        return self.record(Tallied(points, tricks), "tally")

    def take_time(self, seat: Seat) -> bool:
        """A time-out asked for, or "Время!" said to the seat whose move is waited for."""
        return self.record(TimeoutTaken(seat), ("time", seat))

    def end_time(self, seat: Seat) -> bool:
        """A clock has run out, or was ended."""
        return self.record(TimeExpired(seat), ("time over", seat))

    def record(self, act: Act, tap: object, by: str | None = None) -> bool:
        """Adds an act; ``tap`` names the key that was pressed: pressed again at once, it is one tap told twice.

        True when it was done, False for such a second tap, here and wherever something is done.
        """
        return self._once(tap, lambda: self.session.record(act, self.now_ms(), self.source, by=by))

    # corrections: prepared, looked at, then made

    def correction(self, seq: int, act: Act | None, why: str | None = None) -> tuple[Entry, ...]:
        """The log line by which entry ``seq`` was another act; None takes it back."""
        return (Entry(self.session.next_seq, self.now_ms(), self.source, act, replaces=seq, by=self.by, why=why),)

    def insertion(self, seq: int, act: Act) -> tuple[Entry, ...]:
        """The log line that puts an act that was missed before entry ``seq``."""
        return (Entry(self.session.next_seq, self.now_ms(), self.source, act, before=seq, by=self.by),)

    def swapping(self, seq: int, other: int) -> tuple[Entry, ...]:
        """The log lines by which the cards of two plays were taken for one another."""
        first, second = self.standing(seq), self.standing(other)
        if first is None or second is None:
            raise ImpossibleAct("entry {entry} stands no more", entry=seq if first is None else other)
        if not isinstance(first.act, Played) or not isinstance(second.act, Played):
            raise ImpossibleAct("entries {seq} and {other} must both be plays", seq=seq, other=other)
        at, now = self.session.next_seq, self.now_ms()
        one = Entry(at, now, self.source, replace(first.act, card=second.act.card), replaces=seq, by=self.by)
        two = Entry(at + 1, now, self.source, replace(second.act, card=first.act.card), replaces=other, by=self.by)
        return one, two

    def amend(self, entries: tuple[Entry, ...]) -> bool:
        """Makes corrections that belong together; all that follows is worked out again.

        Raises ConflictingCorrection when a later entry could then not have happened.
        """
        first = entries[0]
        return self._once(("amend", first.replaces, first.before), lambda: self.session.amend(entries))

    def correct(self, seq: int, act: Act, why: str | None = None) -> bool:
        """Entry ``seq`` was another act. Raises as ``amend``."""
        return self.amend(self.correction(seq, act, why))

    def take_back(self, seq: int) -> bool:
        """What entry ``seq`` states did not happen."""
        return self.amend(self.correction(seq, None))

    def insert_before(self, seq: int, act: Act) -> bool:
        """An act that was missed, before entry ``seq``."""
        return self.amend(self.insertion(seq, act))

    # a step back and forward: lines of the log, and read from it, so that they outlive the app

    @property
    def undoes(self) -> tuple[Restating, ...]:
        """What ``undo`` would restate now; empty when nothing is left."""
        return self._steps.back

    @property
    def redoes(self) -> tuple[Restating, ...]:
        """What ``redo`` would restate now; empty when nothing was undone since something else was done."""
        return self._steps.forward

    @property
    def can_redo(self) -> bool:
        """Whether something undone can be brought back."""
        return bool(self.redoes)

    def undo(self) -> bool:
        """Takes back what was done last: an act, a correction, an answer to the camera; can be repeated.

        False also when there is nothing. Raises ImpossibleAct when that cannot be taken back, because of what came
        after it; the next undo leaves it alone.
        """
        found = self.undoes
        if not found:
            return False
        try:
            return self._once("undo", lambda: self._restate(found, UNDONE))
        except ImpossibleAct:
            self._steps.leave()
            raise

    def redo(self) -> bool:
        """Brings back what was undone last; False also when there is nothing. Raises as ``amend``."""
        found = self.redoes
        return bool(found) and self._once("redo", lambda: self._restate(found, REDONE))

    def line_of(self, seq: int) -> int:
        """The line that states now what line ``seq`` once stated, whichever of its lines was replaced."""
        return self._steps.line_of(seq)

    @property
    def _steps(self) -> Steps:
        """The steps of the log as it is now; only what is new of it is read."""
        self._read.follow(self.session.entries)
        return self._read

    def _restate(self, found: tuple[Restating, ...], why: str) -> None:
        at, now = self.session.next_seq, self.now_ms()
        self.session.amend(
            [
                Entry(at + number, now, self.source, one.becomes, replaces=one.seq, by=self.by, why=why)
                for number, one in enumerate(found)
            ]
        )

    def _once(self, tap: object, do: Callable[[], object]) -> bool:
        """Does it, unless the same tap did it just now. One that was refused did nothing: the next is no second one."""
        now, last = self.now_ms(), self._last_tap
        if last is not None and last[0] == tap and 0 <= now - last[1] < DEBOUNCE_MS:
            return False
        do()
        self._last_tap = (tap, now)
        self.changed()
        return True
