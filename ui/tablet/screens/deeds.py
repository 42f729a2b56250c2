"""What fingers do at the table, whatever page they touch: acts, corrections, a step back; refusals are said."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeVar

from kivy.uix.boxlayout import BoxLayout

from kozyr.engine.acts import Act, Ruled
from kozyr.engine.seats import Seat
from kozyr.engine.table.corrections import history
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.foresight import Foresight
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.refusals import REFUSALS, refusal_said
from kozyr.ui.tablet.screens.amending import ConfirmPage, Instead, made_text
from kozyr.ui.tablet.screens.changes import ChangesPage
from kozyr.ui.tablet.screens.deedpin import DeedPinPage
from kozyr.ui.tablet.screens.editing import edit
from kozyr.ui.tablet.screens.othercalls import contract_page
from kozyr.ui.tablet.screens.page import ChoicePage, Page
from kozyr.ui.tablet.screens.redeclare import RedeclarePage
from kozyr.ui.tablet.screens.side import Offer
from kozyr.ui.tablet.screens.topbar import winning_call
from kozyr.ui.tablet.step_words import redone_text, undone_text
from kozyr.ui.tablet.steps import Restating
from kozyr.ui.tablet.telling import told
from kozyr.ui.tablet.ways import Prepare, ways_of
from kozyr.ui.tablet.widgets import coloured

Kind = TypeVar("Kind", bound=Act)
Found = tuple[Restating, ...]
"""What a step back or forward would restate."""
By = Callable[[Callable[[], bool]], bool]
"""Makes a step: as whoever touches, or as the judge."""


class Deeds(BoxLayout):
    """The part of the table screen that changes its model; how that is shown is the screen's own."""

    model: TableModel

    @property
    def acting(self) -> Seat | None:
        """The player whose plate was touched: the pads enter for him."""
        return self.model.acting

    @acting.setter
    def acting(self, seat: Seat | None) -> None:
        self.model.acting = seat

    def refresh(self, *, close: bool = False) -> None:
        """Shows the model as it is now; ``close``: a page with a task of its own has done it."""

    def open(self, page: Page) -> None:
        """Shows a page."""

    def notice(self, text: str, tone: str = "danger", offers: Iterable[Offer] = ()) -> None:
        """Says one sentence, as a rule a refusal; ``offers``: keys beside it."""

    def finished(self) -> None:
        """What a page was for has been done."""

    def standing(self, seq: int, kind: type[Kind]) -> Kind | None:
        """The act that stands now where line ``seq`` stated one, for a page that puts it right.

        Others may have changed it since the page was opened. None where no such act stands there any more: that is
        said, and the page closes.
        """
        step = self.model.standing(seq)
        if step is not None and isinstance(step.act, kind):
            return step.act
        self.lost(tr("amend.empty" if step is None else "amend.otherwise"))
        return None

    def lost(self, why: str = "") -> None:
        """What the open page is about is there no more: it closes and says why; usually it was taken back."""
        self.refresh(close=True)
        self.notice(why or tr("amend.empty"))

    def attempt(self, do: Callable[..., object], *args: object) -> bool:
        """Does something with the model; what is refused, by the rules or a disk, is said. True when it was done.

        What returns False has done nothing, as for a tap told twice: then nothing is said.
        """
        try:
            return do(*args) is not False
        except REFUSALS as error:
            self.notice(refusal_said(self.model, error))
            return False

    def finish(self, do: Callable[..., object], *args: object) -> bool:
        """Does something and goes back to the tab in force, or on to what is due next. True when it was done."""
        done = self.attempt(do, *args)
        if done:
            self.acting = None
            self.finished()
            self.refresh(close=True)
        return done

    def amend(self, prepare: Prepare, *, asks: bool = False, instead: Instead = lambda: None) -> None:
        """Makes a correction and says what it was; one that changes what is written down is shown first.

        So is what puts an act in or takes one out, where others after it then follow in turn, and what would make
        an offence of a later entry. ``asks``: it is shown in
        any case; ``instead``: with what a finger that slipped may have meant. ``prepare`` makes its log lines: more
        than once, for others may have written between the look and the confirmation.
        """
        try:
            first = prepare()[0]
            ways = ways_of(self.model, prepare)
        except REFUSALS as error:
            self.notice(refusal_said(self.model, error))
            return
        found = ways[0].found
        asks |= len(ways) > 1 and (first.before is not None or first.act is None)
        asks |= any(way.found.faulty for way in ways)
        if asks or found.changes_totals:
            self.open(ConfirmPage(self, prepare, ways, instead))
        elif self.finish(lambda: self.model.amend(ways[0].prepare())):
            self.corrected(found)

    def take_back(self, seq: int) -> None:
        """What entry ``seq`` states did not happen."""
        step = self.model.standing(seq)
        if step is None:
            self.lost()
        elif self.model.is_judges(step.act):
            self.ask_judge(False, partial(self._take_back_ruled, seq))
        else:
            self.amend(partial(self.model.correction, seq, None))

    def _take_back_ruled(self, seq: int) -> None:
        """The judge takes back what he has decided, from among the players."""
        if self.standing(seq, Ruled) is not None:
            self.finish(self.model.as_judge, partial(self.model.take_back, seq))

    def ask_judge(self, again: bool, do: Callable[[], object]) -> None:
        """Asks for the judge's PIN before a ruling is taken back, or ``again`` stands; says whose it is."""
        self.open(DeedPinPage(self, tr("judge.only-again" if again else "judge.only-back"), do))

    def correct_contract(self) -> None:
        """The call that the contract comes from is put right, or any other of the deal, which stand above the felt."""
        seq = winning_call(self.model.view)
        if seq is None:
            return
        page = contract_page(self, seq)
        if page.children:
            self.open(page)
        else:
            self.lost(page.lost_by)

    def correct_declared(self, seqs: tuple[int, ...]) -> None:
        """What a player has declared is put right; of several things the one that is chosen."""
        if len(seqs) == 1:
            edit(self, seqs[0])
            return
        steps = (step for step in map(self.model.standing, seqs) if step is not None)
        made = ((coloured(told(self.model, step.act)), "plain", partial(edit, self, step.seq)) for step in steps)
        self.open(ChoicePage(self, tr("pad.which-declared"), tuple(made)))

    def insert_declared(self, seq: int) -> None:
        """A declaration that was missed is put before entry ``seq``."""
        self.open(RedeclarePage(self, seq, insert=True))

    def open_changes(self, seq: int) -> None:
        """Shows what became of the place in which entry ``seq`` stands."""
        line = self.model.line_of(seq)
        place = next((one for one in history(self.model.session.entries) if one.seq == line), None)
        if place is not None:
            self.open(ChangesPage(self, place))

    def corrected(self, found: Foresight) -> None:
        """Says what has just been put right, with the way back beside it."""
        self.notice(made_text(found), tone="plain", offers=(("↶", self.undo, "undo-this"),))

    def undo(self) -> None:
        """One step back, whatever it was; the notice says which, with the way forward beside it.

        A ruling is the judge's: his PIN is asked for, as for a step forward.
        """
        self._step(self.model.undoes, self._undo)

    def redo(self) -> None:
        """One step forward: what was taken back last stands again, and is said."""
        self._step(self.model.redoes, self._redo)

    def _step(self, found: Found, do: Callable[[Found, By], None]) -> None:
        if not self.model.is_judges(*(act for one in found for act in (one.was, one.becomes))):
            do(found, lambda made: made())
        else:
            again = any(isinstance(one.becomes, Ruled) for one in found)
            self.ask_judge(again, partial(do, found, self.model.as_judge))

    def _undo(self, found: Found, by: By) -> None:
        """``found``: the step; done nothing when that is the next one no more."""
        if found != self.model.undoes:
            self.lost()
            return
        said = undone_text(self.model, found) if found else ""
        if found and self.attempt(by, self.model.undo):
            self.acting = None
            self.refresh(close=True)
            self.notice(said, tone="plain", offers=(("↷", self.redo, "redo-this"),))

    def _redo(self, found: Found, by: By) -> None:
        if found != self.model.redoes:
            self.lost()
            return
        said = redone_text(self.model, found) if found else ""
        if found and self.attempt(by, self.model.redo):
            self.acting = None
            self.refresh(close=True)
            more = (("↷", self.redo, "redo-this"),) if self.model.can_redo else ()
            self.notice(said, tone="plain", offers=(("↶", self.undo, "undo-this"), *more))

    @property
    def seat(self) -> Seat | None:
        """For whom the pads enter: the plate that was touched, else whose turn it is."""
        return self.acting or self.model.view.expectation.seat
