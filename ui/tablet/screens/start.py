"""The first screen: on with a match or a new one, the camera, the settings. Its pages are ``Sheet``."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from kozyr.engine.cards import cards
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Header
from kozyr.ui.locale.text import score_text, tr
from kozyr.ui.logbook import Standing
from kozyr.ui.new_match import Plan
from kozyr.ui.preferences import Remembered
from kozyr.ui.tablet.cardface import CardFace
from kozyr.ui.tablet.cloth import felt_cloth
from kozyr.ui.tablet.people import escaped
from kozyr.ui.tablet.refusals import REFUSALS, refusal_text
from kozyr.ui.tablet.screens.look_keys import language_keys
from kozyr.ui.tablet.screens.sheet import said_line
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import FitLabel, Key, key, plain

Making = Callable[["StartScreen"], Widget]
"""Makes a page for the start screen as it is now."""

LOOK_AGAIN_S: Final = 1.0
"""Between two looks for a camera that is missing."""


@dataclass(frozen=True, slots=True)
class NewMatch:
    """What the start screen asks for."""

    header: Header
    """Who plays what, by which rules."""
    dealer: Seat
    """Who deals first, or holds the token first."""


@dataclass(frozen=True, slots=True)
class Camera:
    """What the camera page can do."""

    found: Callable[[], tuple[str, ...]]
    """The cameras that are plugged in."""
    look: Callable[[str, Callable[[Any], object]], Callable[[], object]]
    """Begins to look through a camera; the function given is told a ``Look`` now and then, on the thread that draws.
    The function returned ends it."""
    saved: Callable[[str, Any], object]
    """Keeps a calibration of a camera that somebody has touched."""
    named: str | None = None
    """The camera that was named when Kozyr was started: then none is chosen here."""
    absent: Callable[[str], bool] = lambda camera: False
    """Whether a camera is known to be missing."""


@dataclass(frozen=True, slots=True)
class StartDesk:
    """What the start screen can do beyond itself."""

    begin: Callable[[NewMatch], Any]
    """Makes the model of a new match."""
    resume: Callable[[Path], Any]
    """Makes the model of a match that goes on."""
    offered: Callable[[], Standing | None] = lambda: None
    """The match that is offered first, to go on with or because it has just ended."""
    remembered: Remembered = field(default_factory=lambda: Remembered(Path("/nonexistent/settings.json")))
    """What is kept between starts."""
    plan: Plan = field(default_factory=Plan)
    """The match that is offered."""
    names: Mapping[Seat, str] = field(default_factory=dict)
    """The players who are offered."""
    bring_in: Callable[[Path], Path] | None = None
    """Copies a log to the others."""
    left: Callable[[], object] = lambda: None
    """A table was left for this screen."""
    camera: Camera | None = None
    """None where no camera can be chosen."""
    logs: Callable[[], tuple[Path, ...]] = tuple
    """The logs of all matches, the newest first."""
    pin_named: bool = False
    """Whether the judge's PIN was given when Kozyr was started: then none is set here."""


@dataclass(slots=True)
class StartState:
    """What is entered and shown; it outlives a change of language, colours or size."""

    plan: Plan
    """The match that is put together."""
    names: dict[Seat, str]
    """Who sits where; a seat without a name is played by whoever sits there."""
    dealer: Seat
    """Who deals first, or holds the token."""
    pages: list[Making] = field(default_factory=list)
    """The pages opened, the last one on top."""
    said: str = ""
    """One sentence about what went wrong, safe among markup."""
    typed: str = ""
    """What is being typed on the page on top."""
    scrolled: dict[str, float] = field(default_factory=dict)
    """How far pages are scrolled, by their names."""
    chosen: dict[str, Any] = field(default_factory=dict)
    """What pages keep for themselves."""
    offered: Standing | None = None
    """The match that is offered first."""
    looked: bool = False
    """Whether it was looked for."""


def first_state(desk: StartDesk) -> StartState:
    """Nothing entered yet."""
    seats = desk.plan.seats.seats
    return StartState(desk.plan, dict(desk.names), seats[0], said=escaped(desk.remembered.said or ""))


class StartScreen(FloatLayout):
    """Shows the page on top, or the home page. ``opened`` gets the model of a table."""

    def __init__(
        self,
        desk: StartDesk,
        opened: Callable[[Callable[[], Any]], object],
        state: StartState | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.desk, self._opened = desk, opened
        self.state = state or first_state(desk)
        self.closing: Callable[[], object] = lambda: None
        if not self.state.looked:
            self._look()
        self._ground = Rectangle()
        self.bind(pos=self._place, size=lambda *_: self.redraw())
        self.redraw()

    def _look(self) -> None:
        """Looks for the match that is offered first; logs that cannot be read are said, and none is offered."""
        self.state.offered, self.state.looked = None, True
        try:
            self.state.offered = self.desk.offered()
        except REFUSALS as error:
            self.state.said = refusal_text(error)

    def say(self, text: str) -> None:
        """One sentence about what went wrong, safe among markup."""
        self.state.said = text
        self.redraw()

    def go(self, page: Making) -> None:
        """Opens a page."""
        self.state.said = self.state.typed = ""
        self.state.pages.append(page)
        self.redraw()

    def back(self) -> None:
        """Closes the page on top."""
        self.state.said = self.state.typed = ""
        if self.state.pages:
            self.state.pages.pop()
        self.redraw()

    def attempt(self, do: Callable[..., object], *args: object) -> bool:
        """Does something; what cannot be done is said. True when it was done."""
        try:
            do(*args)
        except REFUSALS as error:
            self.say(refusal_text(error))
            return False
        return True

    def open_table(self, make: Callable[[], Any]) -> None:
        """On to a table."""
        self._opened(make)

    def close(self) -> None:
        """Ends what the page on top does in the background."""
        closing, self.closing = self.closing, lambda: None
        closing()

    def redraw(self) -> None:
        """Draws the page on top for the state it is in."""
        self.close()
        self.clear_widgets()
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.ground)
            self._ground = Rectangle(pos=self.pos, size=self.size)
        if self.width < 101:
            return
        page = self._on_top()
        page.size_hint, page.pos, page.size = (1, 1), self.pos, self.size
        self.add_widget(page)

    def _on_top(self) -> Widget:
        """The page on top; one that a disk does not let be shown closes, and that is said."""
        while self.state.pages:
            try:
                return self.state.pages[-1](self)
            except REFUSALS as error:
                self.close()
                self.state.pages.pop()
                self.state.said = refusal_text(error)
        return Home(self)

    def _place(self, *_: object) -> None:
        self._ground.pos = self.pos


class Home(BoxLayout):
    """What people come for, in large keys."""

    def __init__(self, start: StartScreen) -> None:
        s = theme.s
        super().__init__(spacing=s * 14, padding=s * 14, orientation="vertical" if theme.portrait else "horizontal")
        self.start = start
        self.add_widget(Emblem(**({"size_hint_y": 0.42} if theme.portrait else {})))
        side = BoxLayout(orientation="vertical", spacing=s * 10)
        if theme.portrait:
            side.size_hint_y = 0.58
        else:
            side.size_hint_x, side.width = None, s * 480
        for one in self._keys():
            side.add_widget(one)
        self.add_widget(side)

    def _keys(self) -> list[Widget]:
        from kozyr.ui.tablet.screens.camera import CameraSheet
        from kozyr.ui.tablet.screens.decks import DecksSheet
        from kozyr.ui.tablet.screens.logs import LogsSheet
        from kozyr.ui.tablet.screens.look import LookSheet
        from kozyr.ui.tablet.screens.setup import SetupSheet

        start, offered = self.start, self.start.state.offered
        found: list[Widget] = []
        if start.state.said:
            found.append(said_line(plain(start.state.said)))
        found += self._camera_line()
        found.append(Widget())
        goes_on = offered is not None and not offered.is_over
        if offered is not None:
            resume = key(standing_text(offered), partial(resumed, start, offered.path), base_size=21, tip="resume")
            resume.tone = "primary" if goes_on else "plain"
            found.append(_high(resume, 108))
        tone = "plain" if goes_on else "primary"
        found.append(_high(key(tr("start.new"), partial(start.go, SetupSheet), tone=tone, base_size=26, tip="new"), 84))
        others = [key(tr("start.logs"), partial(start.go, LogsSheet), base_size=19, tip="logs")]
        if start.desk.camera is not None and start.desk.camera.named is None:
            others.append(key(tr("start.camera"), partial(start.go, CameraSheet), base_size=19, tip="camera"))
        others.append(key(tr("decks.title"), partial(start.go, DecksSheet), base_size=19, tip="decks"))
        others.append(key(tr("start.look"), partial(start.go, LookSheet), base_size=19, tip="look"))
        found += [_row(*others), Widget(), _row(*language_keys())]
        return found

    def _camera_line(self) -> list[Widget]:
        """That the camera to look through is missing; the line goes by itself when the camera is there."""
        from kozyr.ui.tablet.screens.camera import camera_text

        desk = self.start.desk.camera
        camera = None if desk is None else desk.named or self.start.desk.remembered.now.camera
        if desk is None or camera is None or not desk.absent(camera):
            return []

        def looked(_: float) -> None:
            if not desk.absent(camera):
                self.start.redraw()

        self.start.closing = Clock.schedule_interval(looked, LOOK_AGAIN_S).cancel
        return [said_line(tr("start.camera-absent", camera=camera_text(camera)))]


def standing_text(standing: Standing) -> str:
    """A match in three lines: how it stands, or how it ended, who plays, game and when."""
    when = standing.started.strftime("%d.%m.%Y %H:%M") if standing.started else ""
    first = " · ".join(one for one in (tr(f"game.{standing.game}"), when) if one)
    score = score_text(standing.score, short=True)
    word = "logs.damaged" if standing.is_damaged else "start.over" if standing.is_over else "start.resume"
    where = tr(word, deal=standing.deal, score=score).rstrip(", ") if standing.deal or standing.is_damaged else ""
    names = ", ".join(standing.players)
    return "\n".join(one for one in (where[:1].upper() + where[1:], escaped(names), first) if one)


def resumed(start: StartScreen, log: Path) -> None:
    """On with the match of a log, or to how it ended."""
    start.open_table(partial(start.desk.resume, log))


class Emblem(FloatLayout):
    """A felt in lamplight with four cards and the name."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        felt_ground(self)
        self.bind(pos=self._place, size=self._place)

    def _place(self, *_: object) -> None:
        self.clear_widgets()
        s, small = theme.s, theme.portrait
        high = min(s * 150, self.height * 0.34)
        for at, card in enumerate(cards("JC QD KH AS")):
            face = CardFace(card=card, size_hint=(None, None), size=(high * 0.71, high), disabled=True)
            face.center = (self.center_x + (at - 1.5) * high * 0.36, self.center_y + self.height * 0.13)
            self.add_widget(face)
        title = FitLabel(text=tr("start.title"), base_size=44 if small else 54, bold=True, color=(1, 1, 1, 1))
        tagline = FitLabel(text=tr("start.tagline"), base_size=18, color=(0.85, 0.92, 0.88, 1))
        for label, up, room in ((title, -0.19, 70), (tagline, -0.33, 44)):
            label.size_hint, label.size = (None, None), (self.width - s * 24, s * room)
            label.center = (self.center_x, self.center_y + self.height * up)
            self.add_widget(label)


def felt_ground(widget: Widget) -> None:
    """Draws a felt below a widget, wherever it goes."""
    with widget.canvas.before:
        Color(1, 1, 1, 1)
        ground = Rectangle()

    def place(*_: object) -> None:
        size = max(1, round(widget.width)), max(1, round(widget.height))
        if ground.texture is None or ground.texture.size != size:
            ground.texture = felt_cloth(size, theme.s, border=0)
        ground.pos, ground.size = widget.pos, widget.size

    widget.bind(pos=place, size=place)


def _high(widget: Key, height: float) -> Key:
    widget.size_hint_y, widget.height = None, theme.s * height
    return widget


def _row(*keys: Widget) -> BoxLayout:
    row = BoxLayout(spacing=theme.s * 8, size_hint_y=None, height=theme.s * 68)
    for one in keys:
        row.add_widget(one)
    return row
