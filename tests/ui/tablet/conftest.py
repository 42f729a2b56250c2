"""A real window without a display, touched by fingers that the event loop believes in."""

import importlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

os.environ["SDL_VIDEODRIVER"] = "offscreen"
os.environ["KIVY_NO_ARGS"] = os.environ["KIVY_NO_CONFIG"] = "1"
os.environ["KIVY_LOG_MODE"] = "PYTHON"

WIDTH, HEIGHT = 1024, 600
LONGEST = 40
"""So many pictures a long list takes to be whole."""
_SEATED = (("S", "Перший"), ("W", "Другий"), ("N", "Третій"), ("E", "Четвертий"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(280))


@pytest.fixture(scope="session")
def window(tmp_path_factory: pytest.TempPathFactory) -> Any:
    os.environ["KIVY_HOME"] = str(tmp_path_factory.mktemp("kivy"))
    from kivy.config import Config

    for name, value in (("width", WIDTH), ("height", HEIGHT), ("maxfps", 0)):
        Config.set("graphics", name, str(value))
    from kivy.base import EventLoop

    EventLoop.ensure_window()
    from kozyr.ui.tablet.theme import register_fonts

    register_fonts()
    _remember_tidying()
    return EventLoop.window


_TIDYING: list[Any] = []
"""What keeps the search for garbage to the pauses, of the apps that a test has started."""


def _remember_tidying() -> None:
    from kozyr.ui.tablet.tidying import Tidying

    start = Tidying.start

    def started(tidying: Tidying) -> None:
        _TIDYING.append(tidying)
        start(tidying)

    Tidying.start = started  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def _tidying_ends_with_its_test() -> Iterator[None]:
    """An app left running would search through everything in each pause of all tests after it."""
    yield
    while _TIDYING:
        _TIDYING.pop().stop()


class Hand:
    """A finger before the window."""

    def __init__(self, window: Any) -> None:
        self.window = window

    def idle(self, times: int = 2) -> None:
        from kivy.base import EventLoop

        for _ in range(times):
            EventLoop.idle()

    def _settled_at(self, widget: Any) -> float:
        """When the panel that the widget stands on takes touches again, after its page changed by itself."""
        at = 0.0
        while widget is not None and widget is not self.window:
            at, widget = max(at, getattr(widget, "settled_at", 0.0)), widget.parent
        return at

    def find(self, *, tip: str | None = None, text: str | None = None, card: Any = None) -> Any:
        """The widget with this tip, text or card that lies highest in the tree."""
        found: list[Any] = []
        for _ in range(LONGEST):
            found = [one for root in self.window.children for one in root.walk() if self._is(one, tip, text, card)]
            if found:
                break
            self.idle(1)
        assert found, f"nothing on the screen is {tip or text or card}; there is {self.texts()}"
        return found[-1]

    @staticmethod
    def _is(widget: Any, tip: str | None, text: str | None, card: Any) -> bool:
        if card is not None:
            return getattr(widget, "card", None) == card
        if tip is not None:
            return bool(getattr(widget, "tip", None) == tip)
        return bool(plain(getattr(widget, "text", "")) == text)

    def texts(self) -> list[str]:
        """Everything that can be read on the screen."""
        shown = (plain(getattr(one, "text", "")) for root in self.window.children for one in root.walk())
        return [text for text in shown if text]

    def tap(self, widget: Any = None, **what: Any) -> None:
        """One short touch in the middle of a widget."""
        from kivy.tests.common import UnitTestTouch
        from kivy.uix.scrollview import ScrollView

        self.idle()
        target = widget if widget is not None else self.find(**what)
        time.sleep(max(0.13, self._settled_at(target) - time.monotonic()))
        x, y = target.to_window(*target.center)
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.idle(1)
        touch.touch_up()
        self.idle()
        parent = target.parent
        while parent is not None and parent is not self.window and not isinstance(parent, ScrollView):
            parent = parent.parent
        until = time.monotonic() + (0.3 if isinstance(parent, ScrollView) else 0)
        while time.monotonic() < until:
            self.idle(1)
            time.sleep(0.01)


def plain(text: str) -> str:
    import re

    return re.sub(r"\[/?[a-z]+(?:=[^\]]*)?\]", "", text)


@pytest.fixture
def hand(window: Any) -> Iterator[Hand]:
    from kozyr.ui.locale.text import language, set_language
    from kozyr.ui.tablet.theme import theme

    before = language()
    set_language("en")
    theme.wear("dark")
    theme.fit(WIDTH, HEIGHT)
    yield Hand(window)
    for child in tuple(window.children):
        window.remove_widget(child)
    set_language(before)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No pauses between touches."""
    monkeypatch.setattr("kozyr.ui.tablet.widgets.DOUBLE_TAP_S", 0.0)
    monkeypatch.setattr("kozyr.ui.tablet.screens.side.SETTLE_S", 0.0)
    monkeypatch.setattr("kozyr.ui.tablet.touch_log.DEBOUNCE_MS", 0)


@pytest.fixture
def model() -> Any:
    """A table of four with a clock that is a second further at every look."""
    from kozyr.engine.games.bazar_belot.game import GAME
    from kozyr.engine.seats import Seat, seating
    from kozyr.engine.table.log import Header
    from kozyr.engine.table.session import Session
    from kozyr.ui.tablet.model import TableModel

    seats = seating(tuple(Seat), {"SN": (Seat.S, Seat.N), "WE": (Seat.W, Seat.E)})
    players = tuple((Seat(seat), name) for seat, name in _SEATED)
    header = Header("bazar-belot", "repino-2013", seats, players, "2026-11-30T18:00:00Z")
    clock = SimpleNamespace(ms=0, step=1000)

    def now_ms() -> int:
        clock.ms += clock.step
        return int(clock.ms)

    made = TableModel(Session(GAME, header), now_ms=now_ms)
    made.clock = clock
    return made


@pytest.fixture
def played(model: Any) -> Callable[..., Any]:
    """Plays a deal up to a point: S is the dealer, W plays 14♠, everybody follows."""
    from kozyr.engine.cards import cards
    from kozyr.engine.seats import Seat

    def play(codes: str = "") -> Any:
        model.deal(Seat.S)
        model.call(Seat.W, "14S")
        for seat in (Seat.N, Seat.E, Seat.S, Seat.W):
            model.call(seat, "pass")
        for card in cards(codes):
            model.play(model.view.expectation.seat, card)
        return model

    return play


@pytest.fixture
def show(window: Any, hand: Hand) -> Callable[..., Any]:
    """Shows a model's table screen in the window."""
    from kozyr.ui.tablet.screens.table import TableScreen
    from kozyr.ui.tablet.widgets import TapFilter

    def shown(model: Any, tab: str | None = None) -> Any:
        root = TapFilter(size_hint=(None, None), size=(WIDTH, HEIGHT))
        screen = TableScreen(model)
        root.add_widget(screen)
        window.add_widget(root)
        if tab is not None:
            screen.choose(tab)
        hand.idle()
        return screen

    return shown


@pytest.fixture
def pictured(monkeypatch: pytest.MonkeyPatch, window: Any, hand: Hand, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Every screen that ``docs/screens/pages.py`` pictures, by its name; what that puts in other places goes again."""
    from kozyr.ui.tablet.screens import decks_files, logs, papers

    for module in (decks_files, logs, papers):
        monkeypatch.setattr(module, "places", vars(module)["places"])
    monkeypatch.setattr(logs, "read_aside", logs.read_aside)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path_factory.mktemp("pictured")))
    monkeypatch.syspath_prepend(str(Path(__file__).parents[3] / "docs" / "screens"))
    return importlib.import_module("pages").every()


@pytest.fixture
def evening(
    window: Any, hand: Any, at_once: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., Any]]:
    """Kozyr as it is started in a club, with the true start screen, logs and settings; fingers before it.

    What is given are words of the command line.
    """
    import argparse

    from kozyr.engine.seats import Seat
    from kozyr.ui.commands import table
    from kozyr.ui.places import Place
    from kozyr.ui.preferences import Remembered
    from kozyr.ui.tablet.app import TableApp

    from .evening import NAMES, PIN, Evening

    monkeypatch.setenv("KOZYR_HOME", str(tmp_path / "home"))
    stick = tmp_path / "stick"
    stick.mkdir()
    monkeypatch.setattr("kozyr.ui.tablet.screens.papers.places", lambda: (Place("stick", stick),))
    mounted = os.path.ismount
    monkeypatch.setattr("os.path.ismount", lambda path: path == stick or mounted(path))
    Remembered(tmp_path / "home" / "settings.json").met(NAMES[Seat.E])
    started: list[tuple[Any, Any]] = []

    def begun(*words: str) -> Any:
        parser = argparse.ArgumentParser()
        table.add_arguments(parser)
        shell = table.TableShell(parser.parse_args(["--pin", PIN, *words]))
        app = TableApp(desk=shell.desk(), stopped=shell._close)
        root = app.build()
        root.size_hint, root.size = (None, None), (WIDTH, HEIGHT)
        window.add_widget(root)
        shell._started(app)
        hand.idle(4)
        started.append((app, shell))
        return Evening(hand, app, shell, stick)

    yield begun
    for app, _ in started:
        app.on_stop()
