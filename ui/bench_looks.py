"""Looks at every page of a table, for ``kozyr bench tablet``; imports Kivy."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from kozyr.engine.acts import Played
from kozyr.engine.table.corrections import history
from kozyr.engine.table.doubt import NOTHING, Choice, Question, Why
from kozyr.engine.view import Phase
from kozyr.ui.bench_moments import SLOWEST, Moment, Moments
from kozyr.ui.locale.text import language, set_language
from kozyr.ui.paper.papers import document
from kozyr.ui.sharing import Shared, Sharing
from kozyr.ui.tablet.app import TableApp
from kozyr.ui.tablet.screens.cardpad import InsertCardPage
from kozyr.ui.tablet.screens.case import found
from kozyr.ui.tablet.screens.changes import ChangesPage
from kozyr.ui.tablet.screens.claim import ClaimPage
from kozyr.ui.tablet.screens.clocks import TimePage
from kozyr.ui.tablet.screens.editing import edit
from kozyr.ui.tablet.screens.judge import EntryPage, JudgeCallPage, LawsPage
from kozyr.ui.tablet.screens.lasttrick import LastTrickPage
from kozyr.ui.tablet.screens.menu import MenuPage, PinPage
from kozyr.ui.tablet.screens.otherwords import GROUPS, OtherWordsPage
from kozyr.ui.tablet.screens.paper_share import SharePage
from kozyr.ui.tablet.screens.papers import PDF, PaperPage, SavePage, subject_of
from kozyr.ui.tablet.screens.reasons import ReasonPage
from kozyr.ui.tablet.screens.table import TableScreen
from kozyr.ui.tablet.screens.tabs import tab_names
from kozyr.ui.tablet.screens.tally import TallyPage, can_tally
from kozyr.ui.tablet.theme import theme

TURNED: Final = ((600, 1024), (1024, 600))
"""The tablet is turned, and turned back."""
LOOKED_S: Final = 0.2
"""Somebody who looks at a page does so for a moment, at least for this one."""
Way = tuple[str, Callable[[], object]]
"""(name, what opens the page)."""


class Looks:
    """Opens pages as people do and waits until each is drawn."""

    def __init__(
        self, app: TableApp, drawn: Callable[[], object], timer: Moments, rest: Callable[[float], object]
    ) -> None:
        self._app, self._drawn, self._timer, self._rest = app, drawn, timer, rest
        self.moments: list[Moment] = []
        """From the wish to the picture, for each page."""

    def slowest(self) -> dict[str, float]:
        """The pages that take longest in the mean, and how long, in milliseconds."""
        by_page: dict[str, list[float]] = defaultdict(list)
        for one in self.moments:
            by_page[one.what].append(one.ms)
        means = [(name, round(sum(times) / len(times), 1)) for name, times in by_page.items()]
        return dict(sorted(means, key=lambda row: -row[1])[:SLOWEST])

    @property
    def _screen(self) -> TableScreen:
        assert isinstance(self._app.screen, TableScreen)
        return self._app.screen

    def at_tabs(self) -> None:
        """The score, the log and the pad."""
        for tab in ("score", "history", "pad"):
            self._look((tab, partial(self._screen.choose, tab)))

    def at_everything(self) -> None:
        """Every page that the table has now, the judge's too; then turned, in other colours and another language."""
        model = self._screen.model
        for way in (*self._tabs(), *self._pages(), *self._of_entries(), *self._asked()):
            self._look(way)
        self._screen.home()
        model.open_judging()
        for way in self._judged():
            self._look(way)
        model.close_judging()
        self._look(("home", self._screen.home))
        self._worn()

    def _look(self, way: Way) -> None:
        name, opens = way
        self._rest(LOOKED_S)
        self._app.stir()
        with self._timer.timed(name, self._screen.model.session.next_seq - 1) as moment:
            opens()
            self._drawn()
        self.moments.append(moment)

    def _tabs(self) -> Iterator[Way]:
        for tab in tab_names(self._screen.model, self._screen.model.view):
            yield tab, partial(self._screen.choose, tab)

    def _pages(self) -> Iterator[Way]:
        screen, model = self._screen, self._screen.model
        kinds: dict[str, Any] = {"menu": MenuPage, "papers": PaperPage, "pin": PinPage, "judge-called": JudgeCallPage}
        kinds |= {"last-trick": LastTrickPage} if any(trick != model.view.trick for trick in model.view.tricks) else {}
        kinds |= {"claim": ClaimPage} if model.view.phase is Phase.PLAY else {}
        kinds |= {"tally": TallyPage} if can_tally(screen) else {}
        kinds |= {"other-words": OtherWordsPage} if model.session.game.name in GROUPS else {}
        kinds |= {"time": TimePage} if model.view.clock else {}
        for name, kind in kinds.items():
            yield name, partial(screen.open_page, kind)
        made = document(subject_of(model, None))
        yield "save", partial(screen.open_page, SavePage, name="bench", suffix=".pdf", data=lambda: made)
        sharing = Sharing({"bench.pdf": Shared(PDF, lambda: made)})
        yield "share", partial(screen.open_page, SharePage, sharing=sharing)

    def _of_entries(self) -> Iterator[Way]:
        screen, model = self._screen, self._screen.model
        steps = model.deal_steps
        yield "correct", partial(edit, screen, steps[-1].seq)
        plays = [step.seq for step in steps if isinstance(step.act, Played)]
        if plays:
            yield "insert", partial(screen.open_page, InsertCardPage, seq=plays[-1])
        changed = [place for place in history(model.session.entries) if place.changes]
        for place in changed[-1:]:
            yield "changes", partial(screen.open_page, ChangesPage, place=place)
            yield "reasons", partial(screen.open_page, ReasonPage, place=place)

    def _asked(self) -> Iterator[Way]:
        """The camera is not sure, then it is."""
        screen, model = self._screen, self._screen.model
        card = next((step.act.card for step in model.deal_steps if isinstance(step.act, Played)), None)
        seat = model.session.header.seating.seats[0]
        likely = Choice((Played(seat, card),), 0.5)
        question = Question(model.session.next_seq, model.now_ms(), Why.DOUBTFUL, seat, likely, (likely, NOTHING))
        yield "home", screen.home
        yield "question", partial(model.ask, question)
        yield "answered", partial(model.withdraw, question.number)

    def _judged(self) -> Iterator[Way]:
        screen, model = self._screen, self._screen.model
        seat, law = model.session.header.seating.seats[0], next(iter(model.session.game.laws.values()))
        yield "judge", partial(screen.choose, "judge")
        yield "laws", partial(screen.open_page, LawsPage, seat=seat)
        yield "law-entry", partial(screen.open_page, EntryPage, law=law, seat=seat)
        for finding in model.view.findings[-1:]:
            yield "ruling", partial(screen.open_ruling, found(model, finding))
            yield "ruled", screen.close_ruling

    def _worn(self) -> None:
        """Turned and turned back; light and dark again; another language and back."""
        colours, spoken, root = theme.name, language(), self._screen.parent
        for size in TURNED:
            self._look(("turned", partial(setattr, root, "size", size)))
        for name in ("light", colours):
            self._look(("colours", partial(theme.wear, name)))
        for name in ("ru", spoken):
            self._look(("language", partial(set_language, name)))
