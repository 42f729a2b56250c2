"""Paper from the screen: the protocol as a PDF and the log, to a stick or a folder, or to somebody's phone."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kivy.clock import Clock
from kivy.graphics.texture import Texture
from kivy.uix.image import Image
from kivy.utils import escape_markup

from kozyr.engine.errors import KozyrError
from kozyr.engine.view import Audience
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import tr
from kozyr.ui.logbook import ENDING
from kozyr.ui.paper.papers import PAPERS, document
from kozyr.ui.paper.subject import Subject, seated
from kozyr.ui.places import Place, free_name, places
from kozyr.ui.session_text import log_bytes
from kozyr.ui.sharing import Shared, Sharing, qr_rows
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.screens.sheet import muted
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Heading, Text, WrapKey, key
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


class PaperPage(Page):
    """What to do with the protocol and the log."""

    whole = True

    def __init__(self, screen: "TableScreen") -> None:
        self._form: str | None = None
        super().__init__(screen)

    def build(self) -> None:
        self.heading(tr("papers.title"))
        forms = PAPERS[self.model.session.game.name].forms
        if forms:
            now = self._form or self.model.session.report().protocol or forms[0]
            self.row(*[
                key(tr(f"papers.form.{form}"), partial(self._choose, form), base_size=18, tip=f"form-{form}",
                    tone="chosen" if form == now else "plain")
                for form in forms
            ])  # fmt: skip
        self.row(key(tr("papers.phone"), self._share, tone="primary", base_size=21, tip="share"), height=84)
        self.row(key(tr("papers.save-pdf"), self._save_pdf, base_size=20, tip="save-pdf"), height=72)
        self.row(key(tr("papers.save-log"), self._save_log, base_size=20, tip="save-log"), height=72)
        self.fill()
        self.row(key(tr("key.back"), self.screen.home, tip="back"))

    def _choose(self, form: str) -> None:
        self._form = form
        self.refresh()

    def _document(self) -> bytes:
        return document(subject_of(self.model, self._form))

    def _share(self) -> None:
        name = stem(self.model)
        log = log_bytes(self.model.session)
        made = self._document()
        files = {f"{name}.pdf": Shared(PDF, lambda: made), f"{name}{ENDING}": Shared(LOG, lambda: log)}
        self.screen.attempt(lambda: self.screen.open_page(SharePage, sharing=Sharing(files)))

    def _save_pdf(self) -> None:
        self.screen.open_page(SavePage, name=stem(self.model), suffix=".pdf", data=self._document)

    def _save_log(self) -> None:
        self.screen.open_page(
            SavePage, name=stem(self.model), suffix=ENDING, data=lambda: log_bytes(self.model.session)
        )


class SavePage(Page):
    """Where to put a file."""

    whole = True

    def __init__(self, screen: "TableScreen", name: str, suffix: str, data: Callable[[], bytes]) -> None:
        self._name, self._suffix, self._data = name, suffix, data
        self._said = ""
        self._good = False
        super().__init__(screen)

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
        self.row(key(tr("key.back"), partial(self.screen.open_page, PaperPage), tip="back"))

    def _save(self, place: Place) -> None:
        try:
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


class SharePage(Page):
    """A QR code for a phone in the same network; the address ends with the page."""

    whole = True

    def __init__(self, screen: "TableScreen", sharing: Sharing) -> None:
        self._sharing = sharing
        self._left = Heading(text="", base_size=18, color=theme.muted, halign="center", high=34)
        self._tick: Any = Clock.schedule_interval(self._count, 1)
        super().__init__(screen)
        self.bind(parent=lambda *_: Clock.schedule_once(self._gone, 0))

    def build(self) -> None:
        self.heading(tr("papers.phone"))
        self.add_widget(Text(text=tr("papers.scan"), base_size=18, padding=(theme.s * 6, theme.s * 4)))
        self.add_widget(Image(texture=qr_texture(self._sharing.address), fit_mode="contain"))
        self.add_widget(
            FitLabel(text=self._sharing.address, base_size=16, size_hint_y=None, height=theme.s * 44, color=theme.muted)
        )
        if self._sharing.is_local_only:
            self.add_widget(Text(text=tr("papers.no-network"), base_size=17, color=theme.danger))
        self.add_widget(self._left)
        self._count()
        self.row(key(tr("papers.end"), self._end, tip="back"))

    def refresh(self) -> None:
        """Nothing here depends on the table."""

    def _count(self, *_: object) -> None:
        left = self._sharing.left_s
        self._left.text = tr("papers.left", minutes=left // 60, seconds=f"{left % 60:02}")
        if not left:
            self._end()

    def _end(self) -> None:
        self.close()
        self.screen.open_page(PaperPage)

    def _gone(self, *_: object) -> None:
        if self.parent is None:
            self.close()

    def close(self) -> None:
        """The address opens nothing any more."""
        self._tick.cancel()
        self._sharing.close()


def qr_texture(text: str) -> Any:
    """A QR code as a texture, a pixel a module: black on white in every theme, as readers want it."""
    rows = qr_rows(text)[::-1]
    pixels = bytes(value for row in rows for dark in row for value in ((0, 0, 0) if dark else (255, 255, 255)))
    made = Texture.create(size=(len(rows[0]), len(rows)), colorfmt="rgb", mipmap=False)
    made.mag_filter = made.min_filter = "nearest"
    made.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")
    return made
