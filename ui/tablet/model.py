"""The table behind the screen: one session, the questions that wait, the camera, the judge's presence. No Kivy in here.

A ``TableModel`` belongs to one thread, the one that draws. Whoever reads a camera hands its acts and questions over to
that thread (``TableApp.post``).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from kozyr.engine.acts import Act, Dealt, Played, Ruled, TimeExpired, TimeoutTaken
from kozyr.engine.cards import Card
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.game import Report, ReportDoubt
from kozyr.engine.laws import Law
from kozyr.engine.observations import CameraChanged
from kozyr.engine.seats import Seat
from kozyr.engine.table.corrections import history
from kozyr.engine.table.doubt import Choice, Question
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.session import Session
from kozyr.engine.table.writing import apart
from kozyr.engine.view import Audience, Phase, TableView
from kozyr.ui.table_notes import TableNotes
from kozyr.ui.tablet.parts import Parts, parts_of
from kozyr.ui.tablet.pin import guard
from kozyr.ui.tablet.touch_log import TouchLog

JUDGE: Final = "judge"
"""Who corrects something in the judge's mode, for the log."""


@dataclass(frozen=True, slots=True)
class CameraState:
    """What is known of the camera."""

    present: bool = False
    """False for a table that plays without one."""
    working: bool = False
    """True while new pictures come."""
    why: str = "none"
    """The end of a ``camera.`` key of ui/locale: ``ok``, ``none``, ``gone``, ``frozen``…"""


class TableModel(TouchLog):
    """Everything the touch screen shows and does.

    ``answered``: called with a question and the choice instead of ``record_choice``; it records what follows.
    ``judge_pin``: the digits that open the judge's mode, plain or as ``kept_pin`` keeps them, None when anybody may.
    ``crop_file``: the picture file of an entry's ``crop``, None when lost. ``acting`` is the player whose plate was
    touched last, until he has done something: nobody is asked who he is.
    """

    def __init__(
        self,
        session: Session[Any],
        *,
        now_ms: Callable[[], int] | None = None,
        answered: Callable[[Question, Choice], object] | None = None,
        judge_pin: str | None = None,
        crop_file: Callable[[str], str | None] | None = None,
        notes: TableNotes | None = None,
    ) -> None:
        super().__init__(session, now_ms)
        self._answered = answered
        self._judge_pin = judge_pin
        self.keep_pin: Callable[[str], object] | None = None
        self.crop_file = crop_file or (lambda name: None)
        self.questions: tuple[Question, ...] = ()
        self.judging = False
        self.judge_called = False
        self.camera = CameraState()
        self.notes = notes or TableNotes(session.header)
        self.acting: Seat | None = None
        self._viewed: tuple[Any, bool, TableView] | None = None
        self._reported: tuple[Any, int, Report] | None = None
        self._parted: tuple[tuple[int, bool], Parts] | None = None

    @property
    def source(self) -> Source:
        """The judge in the judge's mode, otherwise whoever touches."""
        return Source.JUDGE if self.judging else Source.TOUCH

    @property
    def by(self) -> str | None:
        """Who corrects something now, as far as he is known without asking: the judge, or whose plate was touched."""
        if self.judging:
            return JUDGE
        named = {seat: name for seat, name in self.session.header.players if name}
        return None if self.acting is None else named.get(self.acting, self.acting.value)

    @property
    def view(self) -> TableView:
        """The table for whoever stands before the screen now; made once for each state, which never changes itself."""
        of = self.session.state
        if self._viewed is None or self._viewed[0] is not of or self._viewed[1] is not self.judging:
            view = self.session.view(Audience.JUDGE if self.judging else Audience.PLAYERS)
            self._viewed = of, self.judging, view
        return self._viewed[2]

    @property
    def report(self) -> Report:
        """Deals, match and findings so far; worked out once for each state of the log."""
        of = self.session.state, self.session.next_seq
        if self._reported is None or self._reported[0] is not of[0] or self._reported[1] != of[1]:
            self._reported = *of, self.session.report()
        return self._reported[2]

    @property
    def parts(self) -> Parts:
        """To which deal and trick every entry belongs; worked out once for each state of the log."""
        is_over = self.view.phase in (Phase.DEAL_OVER, Phase.MATCH_OVER)
        # Not by the table's state: a match whose only deal was taken back is where it began, but its log has entries.
        of = self.session.next_seq, is_over
        if self._parted is None or self._parted[0] != of:
            self._parted = of, parts_of(history(self.session.entries), self.session.facts, is_over=is_over)
        return self._parted[1]

    @property
    def laws(self) -> Mapping[str, Law]:
        """The penalty rows under the edition in force."""
        return self.session.game.laws_in_force(self.session.header)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides that score, in the order of the seats: as the game has them, whether the log names them or not."""
        return tuple(dict.fromkeys(seat.side for seat in self.view.seats))

    @property
    def marked(self) -> frozenset[Card]:
        """The cards that the pads show as gone: players are not reminded of them, so only for the judge."""
        return self.played if self.judging else frozenset()

    @property
    def looks(self) -> int:
        """How often the last closed trick was looked at in this deal."""
        deal, count = self.notes.looks
        return count if deal == self.view.deal else 0

    def look(self) -> None:
        """Somebody looks at the last closed trick."""
        self.notes.looked(self.view.deal, self.looks + 1)

    def is_gone(self, seq: int) -> bool:
        """Whether a play lies on the table no more, so that players are told neither whose it was nor when.

        The last closed trick is gone as well: it is looked at on request, and such looks are counted.
        """
        view, seq = self.view, self.line_of(seq)
        if self.judging or view.phase is not Phase.PLAY or seq not in {step.seq for step in self.deal_steps}:
            return False
        step = self.step_of(seq)
        if step is None or not isinstance(step.act, Played):
            return False
        if any(step.act.card in seat.penalty_cards for seat in view.seats):
            return False
        lying = view.trick.plays if view.trick is not None else ()
        return seq not in {play.seq for play in lying}

    @property
    def clock_left_s(self) -> int | None:
        """Seconds left on the clock that runs, below 0 when it has run out; None without one, or while it waits.

        The engine reads no time: the app counts from the entry, from the deal's end where the clock waited for that.
        """
        clock = self.view.clock
        if clock is None or clock.is_waiting:
            return None
        asked = self.step_of(clock.seq)
        began = asked.at_ms if asked is not None else 0
        if self.view.phase in (Phase.DEAL_OVER, Phase.MATCH_OVER):
            of_clocks = (TimeoutTaken, TimeExpired)
            began = max([began, *(step.at_ms for step in self.deal_steps if not isinstance(step.act, of_clocks))])
        return clock.seconds - (self.now_ms() - began) // 1000

    @property
    def doubts(self) -> tuple[ReportDoubt, ...]:
        """What keeps the current deal from being scored."""
        return tuple(doubt for doubt in self.report.doubts if doubt.deal == self.view.deal)

    @property
    def next_dealer(self) -> Seat | None:
        """Who deals next, or holds the token: as the game expects, else the seat after the last one; None at first."""
        expected = self.view.expectation
        # Where a word is waited for as well and nobody else is named, ``seat`` is whose word it is.
        is_word = bool(expected.calls) and expected.caller is None
        if "Dealt" in expected.kinds and expected.seat is not None and not is_word:
            return expected.seat
        dealt = [step.act for step in self.session.steps if isinstance(step.act, Dealt)]
        first = [act.obliged if self.session.game.judge_deals else act.dealer for act in dealt]
        last = next((seat for seat in reversed(first) if seat is not None), None)
        return None if last is None else self.session.header.seating.next(last)

    def rule(self, ruling: Ruled) -> bool:
        """The judge decides; True when it was done. Raises ImpossibleAct outside the judge's mode."""
        if not self.judging:
            raise ImpossibleAct("a ruling is the judge's; open the judge's mode first")
        return self.record(ruling, ("rule", ruling.offence, ruling.seat, ruling.committed))

    def seen(self, act: Act, at_ms: int, *, confidence: float | None = None, crop: str | None = None) -> None:
        """An act that the camera states. Raises as ``Session.record``."""
        self.session.record(act, at_ms, Source.CAMERA, confidence=confidence, crop=crop)
        self.changed()

    def ask(self, question: Question) -> None:
        """A doubt of the camera: it waits beside the table until somebody answers."""
        if question not in self.questions:
            self.questions = (*self.questions, question)
            self.changed()

    def withdraw(self, number: int) -> None:
        """Question ``number`` needs no answer any more (a better picture came)."""
        self.questions = tuple(one for one in self.questions if one.number != number)
        self.changed()

    def answer(self, question: Question, choice: Choice) -> bool:
        """Somebody has answered with one of the choices or another card; False when it waits for no answer any more.

        Raises as ``Session.append``.
        """
        if question not in self.questions:
            return False
        (self._answered or self.record_choice)(question, choice)
        self.withdraw(question.number)
        return True

    def record_choice(self, question: Question, choice: Choice) -> None:
        """Records what an answer says happened, whole or not at all, as stated by whoever touched."""
        crop = question.crops[0] if question.crops else None
        entries = []
        for at, act in enumerate(choice.acts):
            replaces = choice.replaces if at == 0 else None
            before = choice.before if replaces is None else None
            entries.append(Entry(
                self.session.next_seq + at, question.at_ms, self.source, act, replaces=replaces, before=before,
                why=question.why.value, crop=crop,
            ))  # fmt: skip
        if entries:
            self.session.amend(apart(self.session, entries))

    def camera_changed(self, change: CameraChanged) -> None:
        """The camera was lost or came back."""
        self.camera = CameraState(True, change.working, change.why)
        self.changed()

    def call_judge(self) -> None:
        """Somebody asks for the judge; says nothing about why."""
        self.judge_called = True
        self.changed()

    @property
    def needs_pin(self) -> bool:
        """Whether the judge's mode asks for a PIN."""
        return self._judge_pin is not None

    def knows_pin(self, pin: str) -> bool:
        """Whether it is the judge's PIN; False also while the pad waits after wrong ones."""
        return self._judge_pin is None or guard.opens(pin, self._judge_pin)

    def is_judges(self, *acts: Act | None) -> bool:
        """Whether one of these acts is the judge's alone, and he is not there now: his PIN is asked for it."""
        return self.needs_pin and not self.judging and any(isinstance(act, Ruled) for act in acts)

    def as_judge(self, do: Callable[[], bool]) -> bool:
        """Does one thing as the judge, whose PIN was entered for it; the table stays the players'."""
        before, self.judging = self.judging, True
        try:
            return do()
        finally:
            self.judging = before

    def set_pin(self, kept: str) -> None:
        """From now on this PIN opens the judge's mode. ``keep_pin`` comes first: what it raises leaves the old one."""
        if self.keep_pin is not None:
            self.keep_pin(kept)
        self._judge_pin = kept

    def open_judging(self, pin: str = "") -> bool:
        """Opens the judge's mode; False when the PIN is wrong, or comes while the pad waits after wrong ones."""
        if not self.knows_pin(pin):
            return False
        self.judging, self.judge_called = True, False
        self.changed()
        return True

    def close_judging(self) -> None:
        """Back to the players' view."""
        self.judging = self.judge_called = False
        self.changed()
