"""The window of the table, and its pictures where there is no display.

Kivy is imported with this module, so import it only when a screen is wanted; with no display set
``SDL_VIDEODRIVER=offscreen`` first (``display.offscreen`` does).
"""

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from kivy.app import App
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.config import Config

from kozyr.engine.errors import KozyrError
from kozyr.engine.facts import Irregularity
from kozyr.ui.file_trouble import unwritten
from kozyr.ui.locale.text import language, on_language
from kozyr.ui.preferences import Preferences
from kozyr.ui.reserves import one_reserve
from kozyr.ui.tablet.backlog import no_backlog
from kozyr.ui.tablet.display import has_display
from kozyr.ui.tablet.focus import KeyFocus
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.people import escaped
from kozyr.ui.tablet.refusals import REFUSALS, refusal_plain, refusal_text, refusals_said
from kozyr.ui.tablet.screens.case import found
from kozyr.ui.tablet.screens.start import StartDesk, StartScreen, StartState, first_state
from kozyr.ui.tablet.screens.table import TableScreen
from kozyr.ui.tablet.sound import sounds
from kozyr.ui.tablet.theme import register_fonts, theme
from kozyr.ui.tablet.tidying import Tidying
from kozyr.ui.tablet.widgets import TapFilter, draw_anew
from kozyr.ui.tablet.window_size import fitted, room
from kozyr.ui.whole_file import put_whole

PICTURE_PX: Final = (1280, 800)
"""The size of pictures, when none is asked for."""


class NoWindow(KozyrError, RuntimeError):
    """No window can be opened on this machine."""


class PictureNotSaved(KozyrError, RuntimeError):
    """A picture of the screen cannot be written."""


class TableApp(App):
    """The window: a start screen, then the table, as often as wanted.

    ``model``: the table to begin with, or None for the start screen, which ``desk`` then serves. ``stopped`` is called
    when the window closes. What people set (language, colours, text size) is remembered by the desk.
    """

    title = "Kozyr"

    def __init__(
        self,
        model: TableModel | None = None,
        *,
        desk: StartDesk | None = None,
        stopped: Callable[[], object] = lambda: None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.model, self.desk, self._stopped = model, desk, stopped
        self._state: StartState | None = None
        self._screen: TableScreen | StartScreen | None = None
        self._root: Any = None
        self._forget: tuple[Callable[[], object], ...] = ()
        self._tidying = Tidying(
            lambda: isinstance(self._screen, TableScreen) and self._screen.is_lasting,
            lambda: isinstance(self._screen, TableScreen) and self._screen.prepare(),
        )
        self._unheard: Callable[[], object] = lambda: None

    def build(self) -> TapFilter:
        register_fonts()
        if self.desk is not None:
            wear(self.desk.remembered.now)
        self._root = root = TapFilter()
        again = Clock.create_trigger(lambda *_: self.rebuild(), 0)

        def changed(*_: object) -> None:
            self._remember()
            again()

        def resized(_: object, size_px: tuple[float, float]) -> None:
            theme.fit(*size_px)
            again()

        for name in ("name", "t"):
            theme.fbind(name, changed)
        self._root.bind(size=resized)
        focus = KeyFocus(self._root, EventLoop.window)
        self._forget = (
            on_language(changed), lambda: theme.funbind("name", changed), lambda: theme.funbind("t", changed),
            focus.stop, self._tidying.stop, no_backlog(EventLoop.window),
            refusals_said(self._refused),
        )  # fmt: skip
        theme.fit(*self._root.size)
        self.rebuild()
        self._tidying.start()
        return root

    def _remember(self) -> None:
        """What was set is set at the next start too; a disk that refuses it is said on the start screen."""
        if self.desk is None:
            return
        kept = self.desk.remembered
        found = {"language": language(), "theme": theme.name, "text": theme.text_size}
        if {name: getattr(kept.now, name) for name in found} != found:
            try:
                kept.change(**found)
            except REFUSALS as error:
                self.say(refusal_plain(error))

    def post(self, do: Callable[[], object]) -> None:
        """Does something on the thread that draws, soon; from any thread. The order is kept."""
        Clock.schedule_once(lambda _: do(), -1)

    @property
    def screen(self) -> TableScreen | StartScreen | None:
        """What is shown."""
        return self._screen

    def stir(self) -> None:
        """Somebody waits for the screen, though no finger is on it: no time to tidy."""
        self._tidying.stir()

    def tidy(self) -> int:
        """Throws away all that is not used any more, now; returns how many objects are left."""
        return self._tidying.whole()

    @property
    def touched_s(self) -> float:
        """When a finger came down last, ``time.monotonic`` seconds."""
        return float(self._root.touched_s) if self._root is not None else 0.0

    def rebuild(self) -> None:
        """Draws the screen anew: another language, other colours, another size. An open page stays as it is."""
        shown = self._screen
        if isinstance(shown, StartScreen) and self.model is None:
            shown.redraw()
        elif isinstance(shown, TableScreen) and shown.model is self.model:
            shown.relay()
        else:
            self._build_screen()

    def _build_screen(self) -> None:
        self._close()
        if self.model is not None:
            self._screen = TableScreen(self.model, self._leave if self.desk else self.stop)
            self._unheard = self.model.on_change(self._tidying.stir)
        else:
            desk = self.desk or StartDesk(lambda match: None, lambda path: None)
            self._state = self._state or first_state(desk)
            self._screen = StartScreen(desk, self._open, self._state)
        self._root.add_widget(self._screen)

    def _close(self) -> None:
        shown, self._screen = self._screen, None
        self._root.clear_widgets()
        self._unheard()
        self._unheard = lambda: None
        if shown is not None:
            shown.close()

    def _open(self, table: Callable[[], TableModel]) -> None:
        """Shows a table; a log that cannot be opened (a full disk, another window) is said on the start screen."""
        try:
            model = table()
        except REFUSALS as error:
            if isinstance(self._screen, StartScreen):
                self._screen.say(refusal_text(error))
        else:
            self.show(model)

    def _leave(self) -> None:
        said = ""
        if self.desk is not None:
            try:
                self.desk.left()
            except REFUSALS as error:
                said = refusal_text(error)
        if self._state is not None:
            self._state.looked = False
            self._state.pages.clear()
        self.show(None)
        if said and isinstance(self._screen, StartScreen):
            self._screen.say(said)

    def show(self, model: TableModel | None) -> None:
        """Shows a table, or the start screen for None."""
        self.model = model
        self._build_screen()

    def say(self, text: str) -> None:
        """One sentence to whoever sits at the table."""
        if isinstance(self._screen, TableScreen):
            self._screen.notice(escaped(text))
        elif self._state is not None:
            self._state.said = escaped(text)

    def _refused(self, text: str) -> None:
        """Says what a touch was refused with; the start screen is drawn anew, for a page of it may be half there."""
        self.say(text)
        if isinstance(self._screen, StartScreen):
            self._screen.redraw()

    def show_picture(self, texture: Any) -> None:
        """The camera's live picture, small on the felt; None hides it."""
        if isinstance(self._screen, TableScreen):
            self._screen.show_picture(texture)

    def on_pause(self) -> bool:
        """Stays alive when a tablet is locked."""
        return True

    def on_resume(self) -> None:
        """Draws anew: the graphics memory may be gone."""
        draw_anew()
        self.rebuild()

    def on_stop(self) -> None:
        """The window closes; Kivy says so twice."""
        forget, self._forget = self._forget, ()
        for one in forget:
            one()
        self._close()
        if forget:
            self._stopped()


def wear(preferences: Preferences) -> None:
    """Puts on what is remembered: colours, text size, sound. The language is set by whoever opens the window."""
    theme.wear(preferences.theme)
    theme.speak(preferences.text)
    sounds.on = preferences.sound


def run_table(
    model: TableModel | None = None,
    *,
    desk: StartDesk | None = None,
    size_px: tuple[int, int] | None = None,
    fullscreen: bool = False,
    started: Callable[[TableApp], object] = lambda app: None,
    stopped: Callable[[], object] = lambda: None,
) -> None:
    """Opens the window and returns when it is closed. ``started`` gets the app when it draws: for ``post``.

    Raises NoWindow when this machine cannot show one.
    """
    for name, value in fitted(room() if has_display() else None, size_px, fullscreen=fullscreen).items():
        Config.set("graphics", name, value)
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("input", "mouse", "mouse,disable_multitouch")
    app = TableApp(model, desk=desk, stopped=stopped)
    _ensure_window()
    Clock.schedule_once(lambda _: started(app), 0)
    app.run()


def _ensure_window() -> None:
    # Before the driver has threads, which would keep what they have.
    one_reserve()
    try:
        EventLoop.ensure_window()
    except SystemExit:
        raise NoWindow("no window can be opened here; connect a display, or run with --headless") from None


def save_picture(
    model: TableModel,
    file: Path,
    size_px: tuple[int, int] = PICTURE_PX,
    *,
    tab: str | None = None,
    ruling: Irregularity | None = None,
) -> Path:
    """Saves the table screen as a PNG. ``tab``: pad, declare, score, history, judge, question.

    Raises NoWindow, and PictureNotSaved when the file cannot be written; one that was there before then stays.
    """
    _ensure_window()
    register_fonts()
    theme.fit(*size_px)
    screen = TableScreen(model)
    try:
        if tab is not None:
            screen.choose(tab)
        if ruling is not None:
            screen.open_ruling(found(model, ruling))
        export(screen, file, size_px)
    finally:
        screen.close()
    return file


def export(screen: Any, file: Path, size_px: tuple[int, int]) -> None:
    """Lays a screen out in a size and writes its picture, whole or not at all. Raises PictureNotSaved."""
    screen.size_hint, screen.size = (None, None), size_px
    window = EventLoop.window
    window.add_widget(screen)
    for _ in range(4):
        EventLoop.idle()
    try:
        put_whole(file, lambda part: part.write_bytes(_painted(screen)))
    except Exception as error:
        why = unwritten(error) if isinstance(error, OSError) else str(error) or type(error).__name__
        raise PictureNotSaved("{file} cannot be saved: {why}", file=file, why=why) from None
    finally:
        window.remove_widget(screen)


def _painted(screen: Any) -> bytes:
    """The picture as a PNG. It is made in memory, for the library's writer of files keeps silent when one fails."""
    made = BytesIO()
    screen.export_as_image().save(made, fmt="png")
    return made.getvalue()


def save_pictures(model: TableModel, folder: Path, size_px: tuple[int, int] = PICTURE_PX) -> tuple[Path, ...]:
    """Saves what matters of a table as PNGs in ``folder`` and returns the files: table, score, history; a question
    when one waits; for each finding the ruling dialog. Raises NoWindow."""
    folder.mkdir(parents=True, exist_ok=True)
    tabs = ["pad", "score", "history", *(["question"] if model.questions else [])]
    names = {"pad": "table"}
    made = [save_picture(model, folder / f"{names.get(tab, tab)}.png", size_px, tab=tab) for tab in tabs]
    judging = model.judging
    model.judging = True
    try:
        for at, finding in enumerate(model.view.findings, start=1):
            made.append(save_picture(model, folder / f"ruling-{at}.png", size_px, ruling=finding))
        if model.view.findings:
            made.append(save_picture(model, folder / "judge.png", size_px, tab="judge"))
    finally:
        model.judging = judging
    return tuple(made)
