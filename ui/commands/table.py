"""``kozyr table``: the table app, by touch, with or without a camera."""

import argparse
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kozyr.engine.errors import KozyrError
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.session import fold
from kozyr.engine.table.store import check_whole, read_log_file
from kozyr.ui.commands.game_options import add_game_arguments, header_from, named_players
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.commands.numbers import whole_from
from kozyr.ui.commands.overlay_doors import add_overlay_switch, overlay_beside, refuse_early
from kozyr.ui.commands.watch import add_picture_arguments, open_pipeline
from kozyr.ui.live import LiveTable
from kozyr.ui.opened_late import OpenedLate
from kozyr.ui.overlay.service import OverlayThread
from kozyr.ui.runner import crop_folder
from kozyr.ui.settings import data_folder
from kozyr.ui.tablet.display import has_display
from kozyr.ui.tablet.model import TableModel
from kozyr.vision.detect import BACKENDS
from kozyr.vision.sources import open_source

Standing = tuple[int, tuple[tuple[str, int], ...]]
"""(deal, score) of a match that can go on."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "--camera", metavar="SOURCE", help="camera number, video file, rtsp:// or http:// (default: none)"
    )
    parser.add_argument(
        "--log", type=Path, help="the log to go on with, or to begin (default: a new one for each match)"
    )
    parser.add_argument("--pin", help="digits that open the judge's mode")
    parser.add_argument("--size", default="1280x800", help="window size, as in 1024x600")
    parser.add_argument("--fullscreen", action="store_true")
    parser.add_argument("--backend", choices=BACKENDS, default=BACKENDS[0], help="what runs the index detector")
    parser.add_argument(
        "--threads", type=whole_from(1, 256), help="threads of each network (default: the cores, at most two)"
    )
    add_picture_arguments(parser)
    add_game_arguments(parser)
    add_overlay_switch(parser)
    add_language_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Opens the window; returns when it is closed."""
    speak(options.lang)
    size = _size(options.size)
    _check_pin(options.pin)
    refuse_early(options)
    header_from(options)
    if not has_display():
        raise KozyrError("there is no display; connect one, or use kozyr watch, which needs none")
    TableShell(options).run(size)
    return 0


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()) or min(int(width), int(height)) < 320:
        raise KozyrError(f"--size {text!r} must be width x height in pixels, as in 1024x600")
    return int(width), int(height)


def _check_pin(pin: str | None) -> None:
    if pin is not None and not (pin.isascii() and pin.isdecimal() and len(pin) <= 12):
        raise KozyrError("--pin must be one to twelve digits, for the judge enters it on a pad of digits")


class TableShell:
    """The window's surroundings: which log, which camera, what happens at the end."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._table: LiveTable | None = None
        self._app: Any = None
        self._last: Path | None = None
        self._overlay: OverlayThread | None = None
        if options.camera:
            # Tell about a missing camera or network before a window opens.
            open_source(options.camera).close()
            open_pipeline(options, data_folder())

    def run(self, size: tuple[int, int]) -> None:
        """Shows the window until it is closed. Raises KozyrError before that when a named log cannot go on."""
        last = self.last_log()
        state = None if last is None else _where_it_stands(last)
        if last is not None and state is None and self._options.log is not None:
            raise KozyrError(f"{last} holds no match to go on with; name a new file to begin one")
        self._overlay = overlay_beside(self._options)
        try:
            self.show(size, state)
        finally:
            if self._overlay is not None:
                self._overlay.close()

    def show(self, size: tuple[int, int], state: Standing | None) -> None:
        """The window; ``state``: (deal, score) of the match that may be gone on with."""
        from kozyr.ui.tablet.app import run_table
        from kozyr.ui.tablet.screens.start import Beginning, NewMatch, Resumable

        def begin(match: NewMatch) -> TableModel:
            self._close()
            header = replace(header_from(self._options), players=match.players)
            model = self._opened(LiveTable.create(self._new_log(), header, **self._surroundings()))
            model.begin_deal(match.dealer)
            return model

        def resume() -> TableModel:
            self._close()
            return self._opened(LiveTable.resume(self.last_log() or self._new_log(), **self._surroundings()))

        def left() -> Resumable | None:
            self._close()
            last = self.last_log()
            standing = None if last is None else _where_it_stands(last)
            return Resumable(*standing) if standing else None

        resumable = Resumable(*state) if state else None
        new = header_from(self._options)
        begins = Beginning(new.seating.seats, game_named(new.game).judge_deals)
        run_table(
            begin=begin, resume=resume, resumable=resumable, names=named_players(self._options), begins=begins,
            size_px=size, fullscreen=self._options.fullscreen, started=self._started, left=left, stopped=self._close,
        )  # fmt: skip

    def last_log(self) -> Path | None:
        """The log to go on with: the one just left, else the one named, else the newest in the user's folder.

        Raises KozyrError when the one named is damaged before its last line.
        """
        if self._last is not None:
            return self._last
        if self._options.log is not None:
            named = Path(self._options.log)
            if named.exists():
                check_whole(named)
                return named
            return None
        return max(_folder().glob("*.kozyr.jsonl"), key=lambda path: path.stat().st_mtime, default=None)

    def _new_log(self) -> Path:
        if self._options.log is not None and not self._options.log.exists():
            return Path(self._options.log)
        began = f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}"
        names = (began, *(f"{began}-{number}" for number in range(2, 100)))
        files = [_folder() / f"{name}.kozyr.jsonl" for name in names]
        return next((file for file in files if not file.exists()), files[0])

    def _opened(self, table: LiveTable) -> TableModel:
        self._table, self._last = table, table.store.path
        if self._overlay is not None:
            overlay = self._overlay
            table.model.on_change(lambda: overlay.show(table.session))
            overlay.show(table.session)
        if self._app is not None:
            self._look()
        return table.model

    def _started(self, app: Any) -> None:
        self._app = app
        if self._table is not None:
            self._look()

    def _look(self) -> None:
        from kozyr.ui.tablet.live_picture import LivePicture

        if self._options.camera and self._table is not None:
            pipeline = open_pipeline(self._options, crop_folder(self._table.store.path))
            camera = str(self._options.camera)
            source = OpenedLate(lambda: open_source(camera))
            show = LivePicture(self._app).show
            self._table.look(source, pipeline, self._app.post, show=show, ended=self._eyes_ended)

    def _eyes_ended(self, error: Exception | None) -> None:
        if error is not None:
            self._app.say(str(error))

    def _surroundings(self) -> dict[str, Any]:
        return {"judge_pin": self._options.pin, "failed": self._failed}

    def _failed(self, error: KozyrError) -> None:
        if self._app is not None:
            self._app.say(str(error))

    def _close(self) -> None:
        """Gives the log and the camera back, before anybody opens them again."""
        table, self._table = self._table, None
        if table is not None:
            table.close()
            if self._overlay is not None:
                self._overlay.rest()


def _folder() -> Path:
    folder = data_folder() / "logs"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _where_it_stands(path: Path) -> Standing | None:
    """(deal, score) of a log that can go on; None for one that cannot, or whose match is over."""
    try:
        check_whole(path)
        read = read_log_file(path)
        if read.header is None:
            return None
        game = game_named(read.header.game)
        report = game.report(fold(game, read.header, read.entries).state)
    except KozyrError:
        return None
    winner = report.meeting_winner if report.meeting else report.winner
    if winner is not None or not report.deals:
        return None
    return report.deals[-1].deal, report.match_score or report.settlement
