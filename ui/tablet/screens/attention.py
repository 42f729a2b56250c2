"""Which page comes up by itself, and what is said once: another phase, a question, a lost camera, a fallen combination.

A page for reading that somebody has opened stays until it is left: what happens meanwhile is said. No Kivy in here.
"""

from collections.abc import Iterable

from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import Question
from kozyr.engine.view import Phase, TableView
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.screens.said_with_cards import asked_now
from kozyr.ui.tablet.screens.showing import lost, lost_text
from kozyr.ui.tablet.screens.tabs import tab_names, usual_tab, words_wanted

ENTERING = ("pad", "declare", "auction", "cards")
"""The tabs on which a touched player's acts are entered."""


READING = ("history", "judge")
"""The tabs that nobody comes to but by hand."""


class Attention:
    """The tab in force, as people choose it and as the table goes on."""

    def __init__(self, model: TableModel) -> None:
        self._model = model
        self.tab = ""
        self.phase: Phase | None = None
        """The phase that was last followed."""
        self._waits = self._declaring = self._camera_lost = self._is_opened = False
        self._judging = model.judging
        self._lost = frozenset(one.seq for one in lost(model.view))
        self._asked: tuple[Question, ...] = ()
        self._second = asked_now(model)

    @property
    def matter(self) -> tuple[object, ...]:
        """What the panel is about, but for what people choose: the tab, the phase, the question asked."""
        asked = self._model.questions[:1] if self.tab == "question" else ()
        return self.phase, self.tab, asked

    def choose(self, tab: str) -> None:
        """Somebody has touched a tab."""
        self.tab, self._is_opened = tab, tab == "score"

    @property
    def _is_read(self) -> bool:
        """Whether somebody has opened the page to read it."""
        return self.tab in READING or (self.tab == "score" and self._is_opened)

    def follow(self, *, is_busy: bool = False) -> tuple[str, ...]:
        """The table has changed; returns what is to be said once. ``is_busy``: a page with a task lies over the tab."""
        view = self._model.view
        said = (*self._camera(), *self._missed(view))
        waits = words_wanted(view)
        if view.phase is not self.phase or (waits and not self._waits):
            self.phase = view.phase
            if not self._is_read:
                self.tab = usual_tab(self._model, view)
        self._waits = waits
        said += (*self._end_declaring(view), *self._raise_question(is_busy=is_busy))
        comes, self._judging = self._model.judging and not self._judging, self._model.judging
        if comes:
            self.tab = "judge"
        self.settle()
        return said

    def second_word(self) -> tuple[str, Seat] | None:
        """Once, when a word that was said with one card may be said with the other: which, and whose."""
        before, self._second = self._second, asked_now(self._model)
        return None if self._second is None or self._second == before else self._second[1:]

    def settle(self) -> None:
        """A tab that is not offered gives way to the usual one."""
        if self.tab not in tab_names(self._model, self._model.view):
            self.tab = usual_tab(self._model, self._model.view)

    def go_on(self) -> None:
        """Something was done: from the page of declarations to what is due next; the score need not stay open."""
        self._is_opened = False
        if self.tab == "declare":
            self.tab = usual_tab(self._model, self._model.view)

    def enter(self) -> None:
        """A player was touched: the panel shows a page on which his acts are entered."""
        if self.phase in (Phase.AUCTION, Phase.PLAY) and self.tab not in ENTERING:
            self.tab = "pad"

    def missed(self, seqs: Iterable[int]) -> tuple[str, ...]:
        """Why these declarations do not count."""
        return lost_text(self._model.view, seqs)

    def _camera(self) -> tuple[str, ...]:
        """Once, when the camera is lost: the game goes on by touch."""
        lost = self._model.camera.present and not self._model.camera.working
        is_new, self._camera_lost = lost and not self._camera_lost, lost
        if not is_new:
            return ()
        if self.tab == "score" and self.phase is Phase.PLAY and not self._is_read:
            self.tab = "pad"
        return (tr("camera.manual"),)

    def _missed(self, view: TableView) -> tuple[str, ...]:
        """Once, when a declaration has come to nothing: nobody showed it, or it was said apart from its card."""
        now = frozenset(one.seq for one in lost(view))
        new, self._lost = now - self._lost, now
        return self.missed(new)

    def _end_declaring(self, view: TableView) -> tuple[str, ...]:
        """Where nothing may be declared any more, the panel goes on to what is due next, and says why."""
        may = bool(view.expectation.declarations)
        ends, self._declaring = self._declaring and not may and self.tab == "declare", may
        if not ends:
            return ()
        self.go_on()
        return (tr("declare.ended"),)

    def _raise_question(self, *, is_busy: bool) -> tuple[str, ...]:
        """A new question comes up, or is told of where somebody reads; after the last one the usual page."""
        new = [question for question in self._model.questions if question not in self._asked]
        self._asked = self._model.questions
        if new:
            said = (tr("question.waits", count=len(self._asked)),) if is_busy or self._is_read else ()
            self.tab = self.tab if self._is_read else "question"
            return said
        if self.tab == "question" and not self._model.questions:
            self.tab = usual_tab(self._model, self._model.view)
        return ()
