"""What stands around the trick: the lines above the felt, and the clock, the camera and its picture in its corners."""

from collections.abc import Callable
from typing import Any, Final

from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image
from kivy.uix.widget import Widget

from kozyr.ui.locale.text import known, tr
from kozyr.ui.tablet.model import CameraState, TableModel
from kozyr.ui.tablet.screens.plates import player_text
from kozyr.ui.tablet.screens.timing import ClockKey
from kozyr.ui.tablet.screens.topbar import ContractBand, SideScore, TopBar, bars
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Key

JUDGE_WIDTH: Final = 118
"""The judge's key, units."""
LAMP_ON: Final = (0.5, 0.95, 0.7, 1)
"""The camera's lamp on the felt."""


class TopLines:
    """Contract, score of every side and the judge's key; ``judge`` and ``contract`` are done when these are touched."""

    def __init__(self, model: TableModel, judge: Callable[[], object], contract: Callable[[], object]) -> None:
        self._model = model
        self._band, self._judge = ContractBand(), Key(size_hint_x=None, base_size=17)
        self._band.do = contract
        self._judge.bind(on_release=lambda *_: judge())
        self._sides = {side: SideScore() for side in model.sides}

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """All that stands in the bars."""
        return self._band, self._judge, *self._sides.values()

    def bars(self, menu: Key, undo: Key) -> tuple[TopBar, ...]:
        """One line, on a high screen two, with the keys that stand there too."""
        self._judge.width = theme.s * JUDGE_WIDTH
        return bars(menu, self._band, list(self._sides.values()), undo, self._judge)

    def show(self) -> None:
        """Shows the model as it is now."""
        model, view = self._model, self._model.view
        self._band.show(view, {seat.seat: player_text(seat) for seat in view.seats})
        for side, box in self._sides.items():
            box.show(view, side)
        if any(box.points for box in self._sides.values()):
            for box in self._sides.values():
                # A line that is empty is kept, so that the totals stand level.
                box.points = box.points or " "
        word = "top.judging" if model.judging else "top.judge-called" if model.judge_called else "top.judge"
        self._judge.text = tr(word).replace(" ", "\n", 1)
        self._judge.tone = "primary" if model.judge_called or model.judging else "plain"


class CameraStrip(BoxLayout):
    """What the camera does."""

    state = StringProperty("")
    light = ColorProperty((0, 0, 0, 0))
    ground = ColorProperty((0, 0, 0, 0))

    def show(self, camera: CameraState) -> None:
        """Shows the state of the camera."""
        word = f"camera.{camera.why}" if known(f"camera.{camera.why}") else "camera.gone"
        self.state = tr(word)
        self.ground = theme.danger if camera.present and not camera.working else (0, 0, 0, 0)
        self.light = (LAMP_ON if camera.working else theme.danger) if camera.present else theme.faint


class Corners:
    """The clock, the camera's state and its picture, in the corners of a felt."""

    def __init__(self, model: TableModel, clock_tapped: Callable[[], object]) -> None:
        self._model = model
        self.picture, self._camera = Image(fit_mode="contain", opacity=0), CameraStrip()
        self._clock = ClockKey(model)
        self._clock.bind(on_release=lambda *_: clock_tapped())

    @property
    def widgets(self) -> tuple[Widget, ...]:
        """All that stands on the felt, the lowest first."""
        return self.picture, self._camera, self._clock

    def show(self) -> None:
        """Shows the model as it is now."""
        self._camera.show(self._model.camera)
        self._clock.show()

    def show_picture(self, texture: Any) -> None:
        """Shows the live picture; None hides it."""
        self.picture.texture = texture
        self.picture.canvas.ask_update()
        self.picture.opacity = 1 if texture is not None else 0

    def place(self, felt: Widget, *_: object) -> None:
        """Into the corners of the felt, wherever it lies."""
        s = theme.s
        self.picture.size_hint = (None, None)
        self.picture.size = (s * 146, s * 82)
        self.picture.pos = (felt.right - s * 162, felt.y + s * 80)
        self._camera.pos = (felt.right - s * 170, felt.y + s * 16)
        self._clock.pos = (felt.right - s * 14 - self._clock.width, felt.top - s * 14 - self._clock.height)

    def close(self) -> None:
        """The clock stops counting."""
        self._clock.close()
