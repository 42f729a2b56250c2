"""All matches of this tablet, and logs that come from a stick or another one."""

import threading
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from kivy.clock import Clock
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from kozyr.engine.errors import KozyrError
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import score_text, tr
from kozyr.ui.logbook import ENDING, Standing, heading_of, match_in, newest
from kozyr.ui.places import Place, places
from kozyr.ui.tablet.screens.sheet import Sheet, muted
from kozyr.ui.tablet.screens.start import StartScreen, resumed, standing_text
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, WrapKey, key

MATCHES: Final = 6
"""Matches on a page: none of them need be scrolled into sight."""
FILES: Final = 30
"""Logs on a page of a place."""


class PagedSheet(Sheet):
    """A list of logs by pages; which one is open is kept."""

    each = MATCHES
    """Logs on a page."""
    name = "logs"
    """Under which the page is kept."""

    def of_page(self, found: Sequence[Path]) -> Sequence[Path]:
        """The logs of the page that is open."""
        self._last = max(0, len(found) - 1) // self.each
        self._at = min(self.start.state.chosen.get(self.name, 0), self._last)
        return found[self._at * self.each : (self._at + 1) * self.each]

    def turning(self, *between: Widget) -> None:
        """The keys to the pages before and after, with others between them."""
        if self._last:
            before = self._turn_key("←", self._at - 1, "newer")
            after = self._turn_key("→", self._at + 1, "older")
            where = key(f"{self._at + 1} / {self._last + 1}", lambda: None, tone="quiet", base_size=20, tip="page")
            where.size_hint_x, where.width = None, theme.s * 96
            between = (before, *between, where, after)
        if between:
            self.row(*between)

    def _turn_key(self, sign: str, at: int, tip: str) -> Key:
        made = key(sign, partial(self._turn, at), base_size=34, tip=tip, lit=0 <= at <= self._last)
        made.size_hint_x, made.width = None, theme.s * 96
        return made

    def _turn(self, at: int) -> None:
        if 0 <= at <= self._last:
            self.start.state.chosen[self.name] = at
            self.start.redraw()


class LogsSheet(PagedSheet):
    """Every match, the newest first, be it over or not; and the way to bring one in."""

    def __init__(self, start: StartScreen) -> None:
        self._read: dict[Path, Standing] = start.state.chosen.setdefault("read", {})
        super().__init__(start, tr("start.logs"))

    def build(self) -> None:
        found = self.start.desk.logs()
        self._keys: dict[Path, Key] = {}
        for at, path in enumerate(self.of_page(found), self._at * self.each):
            made = key(match_text(path, self._read.get(path)), partial(resumed, self.start, path), base_size=19)
            self._keys[path], made.tip = _high(made), f"log-{at}"
        none: list[Widget] = [Heading(text=tr("logs.none"), color=theme.muted, high=64)]
        self.listed([*self._keys.values()] or none, tip="logs")
        bring = key(tr("logs.bring"), partial(self.start.go, PlacesSheet), base_size=20, tip="bring")
        self.turning(*([bring] if self.start.desk.bring_in is not None else []))
        self.start.closing = read_aside(self._keys, self._tell)

    def _tell(self, path: Path, found: Standing) -> None:
        if found.deal or found.is_damaged or path not in self._read:
            self._read[path] = found
            self._keys[path].text = match_text(path, found)


class PlacesSheet(Sheet):
    """Where the log lies."""

    def __init__(self, start: StartScreen) -> None:
        super().__init__(start, tr("logs.bring"))

    def build(self) -> None:
        self.listed([self._place_key(one) for one in places()], tip="places")

    def _place_key(self, place: Place) -> WrapKey:
        made = WrapKey(
            f"[b]{tr(f'place.{place.kind}')}[/b]\n{muted(escape_markup(str(place.path)))}",
            partial(self.start.go, partial(FilesSheet, folder=place.path)), base_size=20,
        )  # fmt: skip
        made.tip = f"place-{place.kind}"
        return made


class FilesSheet(PagedSheet):
    """The logs of a folder, the newest first."""

    each = FILES

    def __init__(self, start: StartScreen, folder: Path) -> None:
        self._folder, self.name = folder, f"logs of {folder}"
        super().__init__(start, escape_markup(folder.name or str(folder)))

    def build(self) -> None:
        found = newest(self._folder)
        made: list[Widget] = []
        self._keys: dict[Path, WrapKey] = {}
        for path in self.of_page(found):
            one = self._keys[path] = WrapKey(file_text(path, None), partial(self._bring, path), base_size=19)
            one.tip = f"file-{path.name}"
            made.append(one)
        self.listed(
            made or [Heading(text=tr("logs.no-files", ending=ENDING), color=theme.muted, high=64)], 1, tip="files"
        )
        self.turning()
        self.start.closing = read_aside(self._keys, self._tell)

    def _tell(self, path: Path, found: Standing) -> None:
        self._keys[path].text = file_text(path, found)

    def _bring(self, path: Path) -> None:
        bring_in, start = self.start.desk.bring_in, self.start
        if bring_in is None:
            return
        try:
            bring_in(path)
        except KozyrError as error:
            start.say(tr("logs.refused", why=escape_markup(error_text(error))))
            return
        start.state.offered = start.desk.offered()
        start.state.chosen[LogsSheet.name] = 0
        start.state.pages[:] = [LogsSheet]
        start.say(tr("logs.brought", name=escape_markup(path.name)))


def read_aside(paths: Iterable[Path], tell: Callable[[Path, Standing], object]) -> Callable[[], object]:
    """Reads logs beside the screen: first who played, then how it stands. ``tell`` gets each on the thread that draws.

    What is returned ends it.
    """
    wanted, ended = tuple(paths), threading.Event()

    def told(path: Path, found: Standing) -> None:
        if not ended.is_set():
            tell(path, found)

    def run() -> None:
        for read in (heading_of, match_in):
            for path in wanted:
                if ended.is_set():
                    return
                if (found := read(path)) is not None:
                    Clock.schedule_once(lambda _, path=path, found=found: told(path, found), 0)

    threading.Thread(target=run, name="kozyr-logs", daemon=True).start()
    return ended.set


def match_text(path: Path, found: Standing | None) -> str:
    """A match of this tablet; by its file's name while no more is known."""
    return escape_markup(path.name) if found is None else standing_text(found)


def file_text(path: Path, found: Standing | None) -> str:
    """A log by who played what and when and how it stands, the file's name below; that alone where no more is known."""
    file = escape_markup(path.name)
    if found is None:
        return f"[b]{file}[/b]"
    when = found.started.strftime("%d.%m.%Y %H:%M") if found.started else ""
    about = " · ".join(filter(None, (tr(f"game.{found.game}"), when)))
    who = escape_markup(", ".join(found.players))
    how = tr("logs.damaged") if found.is_damaged else _how_it_stands(found)
    first, second = (who, about) if who else (about, "")
    return f"[b]{first}[/b]\n{muted(' · '.join(filter(None, (second, how))))}\n{muted(file, 14)}"


def _how_it_stands(found: Standing) -> str:
    score = score_text(found.score, short=True)
    if found.is_over:
        return tr("logs.over", score=score)
    return tr("logs.deal", deal=found.deal, score=score).removesuffix(": ") if found.deal else ""


def _high(made: Key) -> Key:
    made.size_hint_y, made.height = None, theme.s * 116
    return made
