"""Which page comes up by itself, and what is said once: another phase, a question, a lost camera, a fallen combination.

No Kivy in here.
"""

from collections.abc import Iterable

from kozyr.engine.table.doubt import Question
from kozyr.engine.view import Phase, TableView
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.screens.showing import lost, lost_text
from kozyr.ui.tablet.screens.tabs import tab_names, usual_tab, words_wanted

ENTERING = ("pad", "declare", "auction", "cards")
"""The tabs on which a touched player's acts are entered."""


class Attention:
    """The tab in force, as people choose it and as the table goes on."""

    def __init__(self, model: TableModel) -> None:
        self._model = model
        self.tab = ""
        self.phase: Phase | None = None
        """The phase that was last followed."""
        self._waits = self._declaring = self._camera_lost = False
        self._lost = frozenset(one.seq for one in lost(model.view))
        self._asked: tuple[Question, ...] = ()

    @property
    def matter(self) -> tuple[object, ...]:
        """What the panel is about, but for what people choose: the tab, the phase, the question asked."""
        asked = self._model.questions[:1] if self.tab == "question" else ()
        return self.phase, self.tab, asked

    def follow(self) -> tuple[str, ...]:
        """The table has changed; returns what is to be said once."""
        view = self._model.view
        said = (*self._camera(), *self._missed(view))
        waits = words_wanted(view)
        if view.phase is not self.phase or (waits and not self._waits):
            self.phase = view.phase
            if self.tab not in ("history", "judge"):
                self.tab = usual_tab(self._model, view)
        self._waits = waits
        self._end_declaring(view)
        self._raise_question()
        self.settle()
        return said

    def settle(self) -> None:
        """A tab that is not offered gives way to the usual one."""
        if self.tab not in tab_names(self._model, self._model.view):
            self.tab = usual_tab(self._model, self._model.view)

    def go_on(self) -> None:
        """From the page of declarations to what is due next."""
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
        if self.tab == "score" and self.phase is Phase.PLAY:
            self.tab = "pad"
        return (tr("camera.manual"),)

    def _missed(self, view: TableView) -> tuple[str, ...]:
        """Once, when a declaration has come to nothing: nobody showed it, or it was said apart from its card."""
        now = frozenset(one.seq for one in lost(view))
        new, self._lost = now - self._lost, now
        return self.missed(new)

    def _end_declaring(self, view: TableView) -> None:
        """Where nothing may be declared any more, the panel goes on to what is due next."""
        may = bool(view.expectation.declarations)
        if self._declaring and not may:
            self.go_on()
        self._declaring = may

    def _raise_question(self) -> None:
        """A new question comes up; when the last one is answered, the usual page."""
        new = [question for question in self._model.questions if question not in self._asked]
        self._asked = self._model.questions
        if new:
            self.tab = "question"
        elif self.tab == "question" and not self._model.questions:
            self.tab = usual_tab(self._model, self._model.view)
