"""The protocol on a printer: one touch on its name; what becomes of the sheets is said."""

import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from kivy.clock import Clock
from kivy.utils import escape_markup

from kozyr.engine.errors import KozyrError
from kozyr.ui import printing
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.refusals import REFUSALS, refusal_text
from kozyr.ui.tablet.screens.paper_view import BesidePaper
from kozyr.ui.tablet.screens.sheet import muted
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, Rows, Scroll, Text, WrapKey, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

Found = TypeVar("Found")
LOOK_S: Final = 2.0
"""How often a job is asked after."""
SLOW_LOOKS: Final = 5
"""After so many looks a printer is said to be slow."""
MOST_LOOKS: Final = 60
"""After so many nobody waits any more."""


class PrintPage(BesidePaper):
    """The printers of this machine, each a key."""

    def __init__(self, screen: "TableScreen", pdf: Callable[[], bytes], title: str, **way: Any) -> None:
        self._pdf, self._title = pdf, title
        self._printers: tuple[printing.Printer, ...] = ()
        self._said, self._tone = tr("papers.looking"), "muted"
        self._copies, self._looks = 1, 0
        self._job = ""
        self._busy = True
        super().__init__(screen, way.get("view"), way.get("back"))
        self._search()

    def refresh(self) -> None:
        """Nothing here depends on the table."""

    def build(self) -> None:
        self.heading(tr("papers.printer"))
        if self._printers:
            self.add_widget(Heading(text=tr("papers.copies"), base_size=17, color=theme.muted, high=28))
            self.row(*(self._copies_key(number) for number in range(1, printing.MOST_COPIES + 1)))
        rows = Rows(spacing=theme.s * 8)
        for one in self._printers:
            rows.add_widget(self._printer_key(one))
        if self._said:
            rows.add_widget(
                Text(
                    text=self._said, base_size=19, color=getattr(theme, self._tone), padding=(theme.s * 8, theme.s * 10)
                )
            )
        scroll = Scroll()
        scroll.add_widget(rows)
        self.add_widget(scroll)
        again = key(tr("papers.look-again"), self._search, base_size=19, lit=not self._busy, tip="look-again")
        self.row(key(tr("key.back"), self._back, base_size=19, tip="back"), again)

    def _copies_key(self, number: int) -> Key:
        tone = "chosen" if number == self._copies else "plain"
        return key(str(number), partial(self._choose_copies, number), tone=tone, tip=f"copies-{number}")

    def _choose_copies(self, number: int) -> None:
        self._copies = number
        self._rebuild()

    def _printer_key(self, printer: printing.Printer) -> WrapKey:
        small = "papers.printer.stopped" if not printer.ready else "papers.printer.usual" if printer.usual else ""
        text = f"[b]{escape_markup(printer.title)}[/b]" + (f"\n{muted(tr(small))}" if small else "")
        made = WrapKey(text, partial(self._print, printer), base_size=21)
        made.tip = f"printer-{printer.name}"
        return made

    def _rebuild(self) -> None:
        self.clear_widgets()
        self.build()

    def _tell(self, said: str, tone: str = "muted", *, busy: bool = False) -> None:
        self._said, self._tone, self._busy = said, tone, busy
        self._rebuild()

    def _search(self) -> None:
        self._tell(tr("papers.looking"), busy=True)
        self._aside(printing.printers, self._found)

    def _found(self, printers: tuple[printing.Printer, ...]) -> None:
        self._printers = printers
        self._tell(tr("papers.touch-printer"))

    def _print(self, printer: printing.Printer) -> None:
        if self._busy:
            return
        # What became of the sheets sent before must not be taken for what becomes of these.
        self._job = ""
        self._tell(tr("papers.sending", printer=escape_markup(printer.title)), busy=True)
        pdf, title, copies = self._pdf(), self._title, self._copies
        self._aside(lambda: printing.print_pdf(pdf, printer, title, copies), partial(self._sent, printer))

    def _sent(self, printer: printing.Printer, job: str) -> None:
        self._job, self._looks = job, 0
        self._tell(tr("papers.sent", printer=escape_markup(printer.title)), "good")
        self._look_later(printer, job)

    def _look_later(self, printer: printing.Printer, job: str) -> None:
        look = partial(self._aside, partial(printing.waits, job), partial(self._looked, printer, job))
        Clock.schedule_once(lambda _: job == self._job and self.parent and look(), LOOK_S)

    def _looked(self, printer: printing.Printer, job: str, waits: bool) -> None:
        """The job was asked after: printed, or how long it waits."""
        if job != self._job:
            return
        self._looks += 1
        title = escape_markup(printer.title)
        if not waits:
            self._tell(tr("papers.printed", printer=title), "good")
            return
        if self._looks == SLOW_LOOKS:
            self._tell(tr("papers.slow", printer=title), "danger")
        if self._looks < MOST_LOOKS:
            self._look_later(printer, job)

    def _aside(self, ask: Callable[[], Found], tell: Callable[[Found], object]) -> None:
        """Asks the printing system on a thread of its own, and tells the page if it is still shown."""

        def asked() -> None:
            try:
                found = ask()
            except REFUSALS as error:
                said = error
                Clock.schedule_once(lambda _: self._refused(said), 0)
            else:
                Clock.schedule_once(lambda _: self.parent and tell(found), 0)

        threading.Thread(target=asked, name="kozyr-printing", daemon=True).start()

    def _refused(self, error: KozyrError | OSError) -> None:
        if self.parent is not None:
            said = refusal_text(error)
            self._tell(said[:1].upper() + said[1:], "danger")
