"""Paper from the screen: the protocol as it will be printed, and the log; to a printer, a folder or a phone."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kivy.utils import escape_markup

from kozyr.engine.errors import KozyrError
from kozyr.engine.view import Audience
from kozyr.ui.file_trouble import PULLED_OUT
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import language, tr
from kozyr.ui.logbook import ENDING
from kozyr.ui.paper.papers import PAPERS, document
from kozyr.ui.paper.subject import Subject, seated
from kozyr.ui.places import Place, free_name, places
from kozyr.ui.session_text import log_bytes
from kozyr.ui.sharing import Shared, Sharing
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.screens.paper_print import PrintPage
from kozyr.ui.tablet.screens.paper_share import SharePage
from kozyr.ui.tablet.screens.paper_view import BesidePaper, PaperView
from kozyr.ui.tablet.screens.sheet import muted
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Text, WrapKey, key
from kozyr.ui.whole_file import write_whole

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

PDF: Final = "application/pdf"
LOG: Final = "application/x-ndjson"


def subject_of(model: Any, form: str | None) -> Subject:
    """What the protocol of a table is drawn from."""
    session = model.session
    header = seated(session.header, session.view(Audience.JUDGE))
    return Subject(session.report(), header, session.game.options(session.header), form)


def stem(model: Any) -> str:
    """The name of a match's files: game and start."""
    header = model.session.header
    return f"{header.game}-{header.started[:16].replace(':', '').replace('T', '-')}"


class TablePaper:
    """The protocol of a table as it stands: made once, whether it is looked at, saved, printed or given away."""

    def __init__(self, model: TableModel) -> None:
        self._model = model
        self._form: str | None = None
        self._made: tuple[object, bytes] | None = None

    @property
    def forms(self) -> tuple[str, ...]:
        """The ways it can be kept, where there are several."""
        return PAPERS[self._model.session.game.name].forms

    @property
    def form(self) -> str | None:
        """The way in which it is kept: as chosen, as the log says, or the first one."""
        return self._form or self._model.report.protocol or next(iter(self.forms), None)

    def choose(self, form: str) -> None:
        """Keeps it in another way."""
        self._form = form

    @property
    def pdf(self) -> bytes:
        """The document, in the language in force."""
        of = (len(self._model.session.entries), self.form, language())
        if self._made is None or self._made[0] != of:
            self._made = of, document(subject_of(self._model, self._form))
        return self._made[1]


class PaperPage(BesidePaper):
    """What to do with the protocol, which stands in the felt's place, and with the log."""

    def __init__(self, screen: "TableScreen") -> None:
        self.paper = TablePaper(screen.model)
        super().__init__(screen, PaperView(lambda: self.paper.pdf))

    def build(self) -> None:
        if self._view is not None:
            self._view.look()
        self.heading(tr("papers.title"))
        if self.paper.forms:
            self.row(*[
                key(tr(f"papers.form.{form}"), partial(self._choose, form), base_size=18, tip=f"form-{form}",
                    tone="chosen" if form == self.paper.form else "plain")
                for form in self.paper.forms
            ])  # fmt: skip
        printed = key(tr("papers.print"), self._print, tone="primary", base_size=21, tip="print")
        shared = key(tr("papers.phone"), self._share, base_size=20, tip="share")
        saved = key(tr("papers.save-pdf"), self._save_pdf, base_size=20, tip="save-pdf")
        logged = key(tr("papers.save-log"), self._save_log, base_size=20, tip="save-log")
        for keys in (
            ((printed, shared), (saved, logged)) if theme.portrait else ((printed,), (shared,), (saved,), (logged,))
        ):
            self.row(*keys, height=72)
        self.fill()
        self.row(key(tr("key.back"), self.screen.home, tip="back"))

    def back(self) -> None:
        """Shown again after a page that was opened from it."""
        self.relay()
        self.screen.open(self)

    def _choose(self, form: str) -> None:
        self.paper.choose(form)
        self.refresh()

    def _print(self) -> None:
        self.screen.open_page(PrintPage, pdf=lambda: self.paper.pdf, title=stem(self.model), **self._way)

    def _share(self) -> None:
        name = stem(self.model)
        log, made = log_bytes(self.model.session), self.paper.pdf
        files = {f"{name}.pdf": Shared(PDF, lambda: made), f"{name}{ENDING}": Shared(LOG, lambda: log)}
        self.screen.attempt(lambda: self.screen.open_page(SharePage, sharing=Sharing(files), **self._way))

    def _save_pdf(self) -> None:
        self._save(".pdf", lambda: self.paper.pdf)

    def _save_log(self) -> None:
        self._save(ENDING, lambda: log_bytes(self.model.session))

    def _save(self, suffix: str, data: Callable[[], bytes]) -> None:
        self.screen.open_page(SavePage, name=stem(self.model), suffix=suffix, data=data, **self._way)

    @property
    def _way(self) -> dict[str, Any]:
        """What a page that is opened from this one keeps in sight, and its way back."""
        return {"view": self._view, "back": self.back}


class SavePage(BesidePaper):
    """Where to put a file."""

    def __init__(self, screen: "TableScreen", name: str, suffix: str, data: Callable[[], bytes], **way: Any) -> None:
        self._name, self._suffix, self._data = name, suffix, data
        self._said = ""
        self._good = False
        super().__init__(screen, way.get("view"), way.get("back"))

    def build(self) -> None:
        self.heading(tr("papers.where"))
        for place in places():
            text = f"[b]{tr(f'place.{place.kind}')}[/b]\n{muted(escape_markup(str(place.path)))}"
            made = WrapKey(text, partial(self._save, place), base_size=20)
            made.tip = f"place-{place.kind}"
            self.add_widget(made)
        self.add_widget(
            Text(text=escape_markup(self._said), base_size=18, color=theme.good if self._good else theme.danger,
                 padding=(theme.s * 6, theme.s * 10))
        )  # fmt: skip
        self.fill()
        self.row(key(tr("key.back"), self._back, tip="back"))

    def _save(self, place: Place) -> None:
        try:
            if not place.is_there:
                raise KozyrError("{path} cannot be written: {why}", path=place.path, why=PULLED_OUT)
            there = save(place.path, self._name, self._suffix, self._data())
        except KozyrError as error:
            self._said, self._good = error_text(error), False
        else:
            self._said, self._good = tr("papers.saved", path=there), True
        self.refresh()


def save(folder: Path, name: str, suffix: str, data: bytes) -> Path:
    """Puts a file into a folder under a name that is free. Raises KozyrError with one sentence."""
    there = free_name(folder, name, suffix)
    write_whole(there, data)
    return there
