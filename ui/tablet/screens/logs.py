"""Matches that can go on, and logs that come from a stick or another tablet."""

import threading
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Final

from kivy.clock import Clock
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from kozyr.engine.errors import KozyrError
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import score_text, tr
from kozyr.ui.logbook import ENDING, Standing, heading_of, match_in
from kozyr.ui.places import Place, places
from kozyr.ui.tablet.screens.sheet import Sheet, muted
from kozyr.ui.tablet.screens.start import StartScreen, resumed, standing_text
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, WrapKey, key

FILES: Final = 30
"""Logs listed of a place."""


class LogsSheet(Sheet):
    """Every match that can go on, the newest first; and the way to bring one in."""

    def __init__(self, start: StartScreen) -> None:
        super().__init__(start, tr("start.logs"))

    def build(self) -> None:
        standings = self.start.state.standings or ()
        made: list[Widget] = [
            _high(key(standing_text(one), partial(resumed, self.start, one), base_size=19, tip=f"log-{at}"))
            for at, one in enumerate(standings)
        ]
        self.listed(made or [Heading(text=tr("logs.none"), color=theme.muted, high=64)], tip="logs")
        if self.start.desk.bring_in is not None:
            self.row(key(tr("logs.bring"), partial(self.start.go, PlacesSheet), base_size=20, tip="bring"))


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


class FilesSheet(Sheet):
    """The logs of a folder, the newest first."""

    def __init__(self, start: StartScreen, folder: Path) -> None:
        self._folder = folder
        super().__init__(start, escape_markup(folder.name or str(folder)))

    def build(self) -> None:
        found = logs_in(self._folder)
        made: list[Widget] = []
        self._keys: dict[Path, WrapKey] = {}
        for path in found[:FILES]:
            one = self._keys[path] = WrapKey(file_text(path, None), partial(self._bring, path), base_size=19)
            one.tip = f"file-{path.name}"
            made.append(one)
        self.listed(
            made or [Heading(text=tr("logs.no-files", ending=ENDING), color=theme.muted, high=64)], 1, tip="files"
        )
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
        start.state.standings = start.desk.standings()
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


def logs_in(folder: Path) -> list[Path]:
    """The logs of a folder, the newest first; none of one that cannot be read."""
    try:
        found = [(path.stat().st_mtime, path) for path in folder.glob(f"*{ENDING}") if path.is_file()]
    except OSError:
        return []
    return [path for _, path in sorted(found, reverse=True)]


def _high(made: Key) -> Key:
    made.size_hint_y, made.height = None, theme.s * 116
    return made
