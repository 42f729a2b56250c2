"""``kozyr table``: the table app, by touch, with or without a camera."""

import argparse
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kozyr.engine.errors import KozyrError, Words
from kozyr.engine.table.store import check_whole
from kozyr.engine.view import Phase
from kozyr.ui.camera_check import CameraCheck, Look, calibration_file, cameras_found, is_absent
from kozyr.ui.commands.game_options import add_game_arguments, header_from, named_players, plan_from
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.commands.numbers import whole_from
from kozyr.ui.commands.overlay_doors import add_overlay_switch, overlay_beside, refuse_early
from kozyr.ui.commands.watch import add_picture_arguments, open_pipeline
from kozyr.ui.decks import load_deck
from kozyr.ui.live import LiveTable
from kozyr.ui.locale.errors import error_text
from kozyr.ui.logbook import Standing, bring_in, first_standing, new_log, newest, standing
from kozyr.ui.new_match import USUAL, Plan, checked
from kozyr.ui.opened_late import OpenedLate, may_come
from kozyr.ui.overlay.service import OverlayThread
from kozyr.ui.preferences import Remembered
from kozyr.ui.runner import crop_folder
from kozyr.ui.settings import data_folder
from kozyr.ui.tablet.display import has_display
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.pin import MOST_DIGITS
from kozyr.ui.whole_file import make_folder, write_whole
from kozyr.vision.calibrate import Calibration
from kozyr.vision.detect import BACKENDS
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.sources import open_source

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.start import NewMatch


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "--camera", metavar="SOURCE", help=Words("camera number, video file, rtsp:// or http:// (default: none)")
    )
    parser.add_argument(
        "--log", type=Path, help=Words("the log to go on with, or to begin (default: a new one for each match)")
    )
    parser.add_argument("--pin", help=Words("digits that open the judge's mode"))
    parser.add_argument("--size", help=Words("window size, as in 1024x600 (default: as the screen allows)"))
    parser.add_argument("--fullscreen", action="store_true", help=Words("the whole screen"))
    parser.add_argument("--backend", choices=BACKENDS, default=BACKENDS[0], help=Words("what runs the index detector"))
    parser.add_argument(
        "--threads", type=whole_from(1, 256), help=Words("threads of each network (default: the cores, at most two)")
    )
    add_picture_arguments(parser)
    add_game_arguments(parser)
    add_overlay_switch(parser)
    add_language_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Opens the window; returns when it is closed."""
    shell_language(options.lang)
    size = None if options.size is None else _size(options.size)
    _check_pin(options.pin)
    refuse_early(options)
    header_from(options)
    if not has_display():
        raise KozyrError("there is no display; connect one, or use kozyr watch, which needs none")
    TableShell(options).run(size)
    return 0


def shell_language(chosen: str | None) -> None:
    """The language asked for, else the one that was chosen on the screen, else the system's."""
    speak(chosen or Remembered(data_folder() / "settings.json").now.language)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()) or min(int(width), int(height)) < 320:
        raise KozyrError("--size {text!r} must be width x height in pixels, as in 1024x600", text=text)
    return int(width), int(height)


def _check_pin(pin: str | None) -> None:
    if pin is not None and not (pin.isascii() and pin.isdecimal() and len(pin) <= MOST_DIGITS):
        raise KozyrError("--pin must be one to twelve digits, for the judge enters it on a pad of digits")


class TableShell:
    """The window's surroundings: which log, which camera, what happens at the end."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._options = options
        self._table: LiveTable | None = None
        self._app: Any = None
        self._last: Path | None = None
        self._overlay: OverlayThread | None = None
        self._remembered = Remembered(data_folder() / "settings.json")
        if options.deck:
            self._remembered.now = replace(self._remembered.now, deck=options.deck)
        if options.camera:
            # Tell about a missing file or network before a window opens; a camera may be plugged in later.
            if not may_come(options.camera):
                open_source(options.camera).close()
            open_pipeline(options, data_folder())

    def run(self, size: tuple[int, int] | None) -> None:
        """Shows the window until it is closed. Raises KozyrError before that when a named log cannot go on."""
        named = self._named()
        if named is not None and standing(named) is None:
            raise KozyrError("{named} holds no match that can be opened; name a new file to begin one", named=named)
        self._overlay = overlay_beside(self._options)
        try:
            self._recall()
            self.show(size)
        finally:
            if self._overlay is not None:
                self._overlay.close()

    def _recall(self) -> None:
        """After a crash the pages show the match that the start screen offers first, before anybody touches it."""
        if self._overlay is not None and (offered := self.offered()) is not None:
            self._overlay.recall(offered.path)

    def show(self, size: tuple[int, int] | None) -> None:
        """The window."""
        from kozyr.ui.tablet.app import run_table

        run_table(
            desk=self.desk(), size_px=size, fullscreen=self._options.fullscreen, started=self._started,
            stopped=self._close,
        )  # fmt: skip

    def desk(self) -> Any:
        """What the start screen can do."""
        from kozyr.ui.tablet.screens.start import Camera, StartDesk

        names = dict(self._remembered.now.seated) | named_players(self._options)
        camera = Camera(cameras_found, self._look_through, self._calibrated, self._options.camera, is_absent)
        return StartDesk(
            self._begin, self._resume, self.offered, self._remembered, self._plan(), names,
            lambda path: bring_in(path, _logs_folder()), self._close, camera, self.logs, self._options.pin is not None,
        )  # fmt: skip

    def _plan(self) -> Plan:
        """As the options say; where they say nothing, as the last match was."""
        options, kept = self._options, self._remembered.now
        if any((options.game, options.variant, options.format, options.target, options.rule)):
            return plan_from(options, named_players(options))
        return checked(Plan(kept.game or USUAL, kept.variant or "", kept.form or "", kept.target, kept.rules))

    def _begin(self, match: "NewMatch") -> TableModel:
        self._close()
        model = self._opened(LiveTable.create(self._new_log(), match.header, **self._surroundings()))
        model.begin_deal(match.dealer)
        return model

    def _resume(self, path: Path) -> TableModel:
        self._close()
        return self._opened(LiveTable.resume(path, **self._surroundings()))

    def offered(self) -> Standing | None:
        """The match that is offered first. Raises as ``logs``."""
        return first_standing(self.logs())

    def logs(self) -> tuple[Path, ...]:
        """The logs of all matches: the one just left first, then the one named, then the newest.

        Raises KozyrError when the one named is damaged before its last line.
        """
        first = [path for path in (self._last, self._named()) if path is not None]
        return tuple(dict.fromkeys((*first, *newest(_logs_folder()))))

    def _named(self) -> Path | None:
        if self._options.log is None or not os.path.exists(self._options.log):
            return None
        check_whole(self._options.log)
        return Path(self._options.log)

    def _new_log(self) -> Path:
        if self._options.log is not None and not os.path.exists(self._options.log):
            return Path(self._options.log)
        return new_log(_logs_folder())

    def _look_through(self, camera: str, tell: Callable[[Look], object]) -> Callable[[], object]:
        """Watches a camera for the camera page until the function returned is called."""

        def seen(look: Look) -> None:
            if self._app is not None:
                self._app.post(lambda: tell(look))

        return CameraCheck(camera, calibration_file(data_folder(), camera), seen).stop

    @staticmethod
    def _calibrated(camera: str, calibration: Calibration) -> None:
        file = calibration_file(data_folder(), camera)
        make_folder(file.parent)
        write_whole(file, calibration.as_bytes())

    def _opened(self, table: LiveTable) -> TableModel:
        self._table, self._last = table, table.store.path
        if self._options.pin is None:
            table.model.keep_pin = lambda pin: self._remembered.change(pin=pin)
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

        camera = self._options.camera or self._remembered.now.camera
        if camera and self._table is not None and not self._is_over:
            named = str(camera)
            pipeline = self._pipeline(named, crop_folder(self._table.store.path))
            if pipeline is None:
                return
            source = OpenedLate(lambda: open_source(named))
            show = LivePicture(self._app).show
            self._table.look(source, pipeline, self._app.post, show=show, ended=self._eyes_ended)

    @property
    def _is_over(self) -> bool:
        """Whether the table shows a match that is over: what lies before a camera now is none of its cards."""
        return self._table is not None and self._table.model.view.phase is Phase.MATCH_OVER

    def _pipeline(self, camera: str, crops: Path) -> Pipeline | None:
        """The eyes for a camera; of one that was chosen on the screen a fault is said there and the table goes on."""
        options = argparse.Namespace(**vars(self._options))
        kept = calibration_file(data_folder(), camera)
        if options.calibration is None and kept.is_file():
            options.calibration = kept
        options.deck = self._deck()
        try:
            return open_pipeline(options, crops)
        except KozyrError as error:
            if self._options.camera:
                raise
            self._failed(error)
            return None

    def _deck(self) -> str | None:
        """The deck chosen on the screen; one that is gone or damaged is said, and the eyes take any deck."""
        deck = self._remembered.now.deck
        try:
            if deck is not None:
                load_deck(deck)
        except KozyrError as error:
            self._failed(error)
            return None
        return deck

    def _eyes_ended(self, error: Exception | None) -> None:
        if error is not None:
            self._app.say(error_text(error))

    def _surroundings(self) -> dict[str, Any]:
        return {"judge_pin": self._options.pin or self._remembered.now.pin, "failed": self._failed}

    def _failed(self, error: KozyrError) -> None:
        """Says it on the screen that is shown next: a table that is being opened is not there yet."""
        if self._app is not None:
            app, words = self._app, error_text(error)
            app.post(lambda: app.say(words))

    def _close(self) -> None:
        """Gives the log and the camera back, before anybody opens them again."""
        table, self._table = self._table, None
        if table is not None:
            table.close()
            if self._overlay is not None:
                self._overlay.rest()


def _logs_folder() -> Path:
    """Where new logs are put; it need not be there yet."""
    return data_folder() / "logs"
