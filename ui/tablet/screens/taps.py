"""Calibrating with a finger: four corners touched on the camera's picture, then the zones to judge, then save."""

from collections.abc import Callable
from typing import Any, Final

import cv2
import numpy as np
from kivy.app import App
from kivy.base import EventLoop
from kivy.config import Config
from kivy.graphics import Color, Ellipse, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.widget import Widget

from kozyr.ui.calibrating import front_borders_px, seat_places_px, tapped_calibration
from kozyr.ui.locale.text import on_language, seat_text, tr
from kozyr.ui.tablet.app import NoWindow
from kozyr.ui.tablet.theme import register_fonts, theme
from kozyr.ui.tablet.widgets import Chip, FitLabel, Key, TapFilter, key
from kozyr.vision.calibrate import Calibration, CalibrationError, Edge, check
from kozyr.vision.types import Image, Point

_TOP: Final = 66
"""Units for what is asked, above the picture."""
_BOTTOM: Final = 80
"""Units for the keys below it."""
_HOLD: Final = 56
"""Units around a mark within which a finger takes hold of it: its number is held as well."""
_RING: Final = -1
"""What is held when it is no mark."""
_LOUPE: Final = 170
_ZOOM: Final = 3.0
_MOST_PX: Final = 2048
"""The longer side of the picture as the screen keeps it."""


class TapsScreen(FloatLayout):
    """The picture, four marks on it, the zones that come of them.

    ``save`` gets the calibration that a person found right; ``cancel`` gets nothing. ``taps_px`` are pixels of the
    picture, in the order touched; ``middle_px`` is where a person slid the ring to, None: the middle of the taps.
    """

    def __init__(
        self,
        pixels: Image,
        size_mm: tuple[float, float] | None,
        south: Edge,
        save: Callable[[Calibration], object],
        cancel: Callable[[], object],
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.size_px = (int(pixels.shape[1]), int(pixels.shape[0]))
        self.size_mm, self.south = size_mm, south
        self.of: Any = None
        self.taps_px: list[Point] = []
        self.middle_px: Point | None = None
        self._save, self._cancel = save, cancel
        self._texture = _texture(pixels)
        self._held: int | None = None
        self._beside = (0.0, 0.0)
        self.bind(size=lambda *_: self.build(), pos=lambda *_: self.build())
        self.build()

    @property
    def calibration(self) -> Calibration | None:
        """What the four taps make; None for fewer, and for taps that are no rectangle."""
        if len(self.taps_px) < 4:
            return None
        try:
            made = tapped_calibration(self.taps_px, self.size_px, self.size_mm, self.south)
        except CalibrationError:
            return None
        return made if self.middle_px is None else made.with_centre(self.middle_px)

    def build(self) -> None:
        """Puts the words, the picture and the keys."""
        self.clear_widgets()
        s = theme.s
        self._says = FitLabel(base_size=20, size_hint=(None, None), size=(self.width, s * _TOP))
        self._says.pos = (self.x, self.top - s * _TOP)
        self._marks = Widget(size_hint=(None, None), size=(0, 0))
        row = BoxLayout(spacing=s * 8, padding=s * 8, size_hint=(None, None), size=(self.width, s * _BOTTOM))
        row.pos = self.pos
        for one in self._keys():
            row.add_widget(one)
        for part in (self._marks, self._says, row):
            self.add_widget(part)
        self.canvas.before.clear()
        with self.canvas.before:
            Color(*theme.ground)
            Rectangle(pos=self.pos, size=self.size)
            Color(1, 1, 1, 1)
            x, y, width, height = self._frame()
            Rectangle(texture=self._texture, pos=(x, y), size=(width, height))
        self._draw()

    def _keys(self) -> tuple[Key, ...]:
        edge = tr(f"calibrate.edge.{self.south.value}")
        self._undo_key = key(tr("calibrate.screen.undo"), self.undo, tip="undo")
        self._retry_key = key(tr("calibrate.screen.retry"), self.retry, tip="retry")
        south = key(tr("calibrate.screen.south", edge=edge), self.turn, tip="south")
        self._save_key = key(tr("calibrate.screen.save"), self.save, tip="save", tone="primary")
        return (
            key(tr("calibrate.screen.close"), self._cancel, tip="cancel"),
            self._undo_key,
            self._retry_key,
            south,
            self._save_key,
        )

    def undo(self) -> None:
        """Takes the last tap back."""
        self.taps_px, self.middle_px = self.taps_px[:-1], None
        self._draw()

    def retry(self) -> None:
        """Takes all taps back."""
        self.taps_px, self.middle_px = [], None
        self._draw()

    def turn(self) -> None:
        """South sits at the next edge, clockwise."""
        edges = tuple(Edge)
        self.south = edges[(edges.index(self.south) + 1) % len(edges)]
        self.build()

    def save(self) -> None:
        """Hands the calibration over, when there is one."""
        calibration = self.calibration
        if calibration is not None:
            self._save(calibration)

    def on_touch_down(self, touch: Any) -> bool:
        """A new mark, or hold of one that is there; with all four right, beside them, of the ring."""
        if super().on_touch_down(touch):
            return True
        if self._held is not None or not self._in_picture(touch.x, touch.y):
            return False
        self._held = self._mark_near(touch.x, touch.y)
        if self._held is None and len(self.taps_px) < 4:
            self._held = len(self.taps_px)
            self.taps_px.append(self._pixel(touch.x, touch.y))
        calibration = self.calibration
        if self._held is None and calibration is not None:
            self._held = _RING
            self.middle_px = calibration.centre_px
        if self._held is not None:
            x, y = self.to_screen(self._held_px())
            self._beside = (x - touch.x, y - touch.y)
            touch.grab(self)
            self._draw()
        return True

    def on_touch_move(self, touch: Any) -> bool:
        """The held mark goes with the finger, as far from it as it was, never out of the picture."""
        if touch.grab_current is not self or self._held is None:
            return bool(super().on_touch_move(touch))
        pixel = self._pixel(touch.x + self._beside[0], touch.y + self._beside[1])
        if self._held == _RING:
            self.middle_px = pixel
        else:
            self.taps_px[self._held] = pixel
        self._draw()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Lets go of the mark."""
        if touch.grab_current is not self:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        self._held = None
        self._draw()
        return True

    def _held_px(self) -> Point:
        """The pixel of what is held."""
        if self._held == _RING and self.middle_px is not None:
            return self.middle_px
        return self.taps_px[self._held or 0]

    def to_screen(self, point_px: Point) -> Point:
        """Where a pixel of the picture is shown."""
        x, y, width, height = self._frame()
        return x + point_px[0] / self.size_px[0] * width, y + height - point_px[1] / self.size_px[1] * height

    def _frame(self) -> tuple[float, float, float, float]:
        """Left, bottom, width and height of the picture on the screen."""
        room = max(self.height - theme.s * (_TOP + _BOTTOM), 1)
        scale = min(self.width / self.size_px[0], room / self.size_px[1])
        width, height = self.size_px[0] * scale, self.size_px[1] * scale
        return self.x + (self.width - width) / 2, self.y + theme.s * _BOTTOM + (room - height) / 2, width, height

    def _in_picture(self, x: float, y: float) -> bool:
        left, bottom, width, height = self._frame()
        return left <= x <= left + width and bottom <= y <= bottom + height

    def _pixel(self, x: float, y: float) -> Point:
        left, bottom, width, height = self._frame()
        across, down = (x - left) / width, 1 - (y - bottom) / height
        return min(max(across, 0.0), 1.0) * self.size_px[0], min(max(down, 0.0), 1.0) * self.size_px[1]

    def _mark_near(self, x: float, y: float) -> int | None:
        away = [float(np.hypot(px - x, py - y)) for px, py in map(self.to_screen, self.taps_px)]
        nearest = min(range(len(away)), key=away.__getitem__, default=None)
        # While marks are still to come a new one may lie near another: a card is small.
        reach = theme.s * (_HOLD if len(away) == 4 else _HOLD / 4)
        return nearest if nearest is not None and away[nearest] <= reach else None

    def _draw(self) -> None:
        """Words, marks and zones for the state the taps are in."""
        calibration = self.calibration
        self._say(calibration)
        self._save_key.lit = calibration is not None
        self._save_key.tone = "primary" if calibration is not None else "plain"
        self._undo_key.lit = self._retry_key.lit = bool(self.taps_px)
        self._marks.clear_widgets()
        self._marks.canvas.clear()
        with self._marks.canvas:
            if calibration is not None:
                self._draw_zones(calibration)
            self._draw_marks()
        if calibration is not None:
            self._put_seats(calibration)
        self._put_numbers()
        if self._held is not None and self._held != _RING:
            self._draw_loupe(self._held)

    def _say(self, calibration: Calibration | None) -> None:
        left = 4 - len(self.taps_px)
        self._says.color = theme.text
        if left and self.size_mm is None:
            self._says.text = tr("calibrate.screen.card", left=left)
        elif left and self.size_mm is not None:
            width, height = (f"{side:g}" for side in self.size_mm)
            self._says.text = tr("calibrate.screen.rectangle", width=width, height=height, left=left)
        elif calibration is None:
            self._says.text, self._says.color = tr("calibrate.screen.bad"), theme.danger
        else:
            wrong = check(calibration, self.size_px)
            self._says.text = tr(f"calibrate.wrong.{wrong[0]}") if wrong else tr("calibrate.screen.judge")
            self._says.color = theme.accent if wrong else theme.text

    def _draw_zones(self, calibration: Calibration) -> None:
        outline = [float(v) for point in calibration.trick_outline_px() for v in self.to_screen(_point(point))]
        for ink, thick in (((0, 0, 0, 0.6), 3.2), ((*theme.accent[:3], 1), 1.8)):
            Color(*ink)
            Line(points=outline, close=True, width=theme.s * thick)
            x, y = self.to_screen(calibration.centre_px)
            Line(points=(x - theme.s * 14, y, x + theme.s * 14, y), width=theme.s * thick / 2)
            Line(points=(x, y - theme.s * 14, x, y + theme.s * 14), width=theme.s * thick / 2)
            for border in front_borders_px(calibration):
                ends = self._clipped(border)
                if ends is not None:
                    Line(points=ends, width=theme.s * thick / 2)

    def _clipped(self, border: Any) -> list[float] | None:
        """A line of the picture cut off at the picture's border, on the screen; None when it lies outside."""
        (ax, ay), (bx, by) = (tuple(int(v) for v in end) for end in np.round(border))
        seen, first, second = cv2.clipLine((0, 0, *self.size_px), (ax, ay), (bx, by))
        return [v for end in (first, second) for v in self.to_screen(_point(end))] if seen else None

    def _draw_marks(self) -> None:
        s = theme.s
        shown = [self.to_screen(tap) for tap in self.taps_px]
        for x, y in shown:
            for ink, thick in (((0, 0, 0, 0.7), 3.4), ((1, 1, 1, 1), 1.6)):
                Color(*ink)
                Line(circle=(x, y, s * 11), width=s * thick / 2)
                Line(points=(x - s * 5, y, x + s * 5, y), width=s * thick / 2)
                Line(points=(x, y - s * 5, x, y + s * 5), width=s * thick / 2)
        for x, y in self._number_places():
            Color(*theme.accent)
            Ellipse(pos=(x - s * 17, y - s * 17), size=(s * 34, s * 34))

    def _number_places(self) -> list[Point]:
        """Beside the marks, away from their middle, so that no number hides a corner or another number."""
        shown = np.array([self.to_screen(tap) for tap in self.taps_px]).reshape(-1, 2)
        middle = shown.mean(axis=0) if len(shown) > 1 else np.array((0.0, self.height))
        x0, y0, width, height = self._frame()
        found = []
        for at in shown:
            away = at - middle
            reach = theme.s * 34 / max(float(np.hypot(*away)), 1e-6)
            x, y = (float(v) for v in at + away * reach)
            edge = theme.s * 17
            found.append((min(max(x, x0 + edge), x0 + width - edge), min(max(y, y0 + edge), y0 + height - edge)))
        return found

    def _put_numbers(self) -> None:
        side = theme.s * 34
        for number, (x, y) in enumerate(self._number_places(), 1):
            label = FitLabel(text=str(number), base_size=22, bold=True, pad=2, color=theme.accent_text)
            label.size, label.center = (side, side), (x, y)
            self._marks.add_widget(label)

    def _put_seats(self, calibration: Calibration) -> None:
        for seat, place in seat_places_px(calibration).items():
            chip = Chip(text=seat_text(seat), fill=theme.plate, base_size=18)
            chip.size, chip.center = (theme.s * 96, theme.s * 34), self.to_screen(place)
            self._marks.add_widget(chip)

    def _draw_loupe(self, held: int) -> None:
        """What the finger hides, enlarged, in the upper corner on the other side."""
        side, s = theme.s * _LOUPE, theme.s
        tap = self.taps_px[held]
        x0, y0, width, height = self._frame()
        at_x, _ = self.to_screen(tap)
        left = x0 + s * 8 if at_x > x0 + width / 2 else x0 + width - side - s * 8
        bottom = y0 + height - side - s * 8
        u, v = tap[0] / self.size_px[0], 1 - tap[1] / self.size_px[1]
        du, dv = side / width / _ZOOM / 2, side / height / _ZOOM / 2
        with self._marks.canvas:
            Color(1, 1, 1, 1)
            corners = (u - du, v - dv, u + du, v - dv, u + du, v + dv, u - du, v + dv)
            Rectangle(texture=self._texture, tex_coords=corners, pos=(left, bottom), size=(side, side))
            Color(*theme.accent)
            Line(rectangle=(left, bottom, side, side), width=s * 1.5)
            middle_x, middle_y = left + side / 2, bottom + side / 2
            Line(points=(middle_x - s * 26, middle_y, middle_x + s * 26, middle_y), width=s)
            Line(points=(middle_x, middle_y - s * 26, middle_x, middle_y + s * 26), width=s)


class TapsApp(App):
    """The window of one calibration; ``made`` is what was saved, None when it was closed without."""

    title = "Kozyr"

    def __init__(self, pixels: Image, size_mm: tuple[float, float] | None, south: Edge, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._asked = (pixels, size_mm, south)
        self.made: Calibration | None = None
        self._forget: Callable[[], None] = lambda: None

    def build(self) -> TapFilter:
        register_fonts()
        root = TapFilter()
        screen = TapsScreen(*self._asked, self._saved, self.stop)

        def fit(_: object, size_px: tuple[float, float]) -> None:
            theme.fit(*size_px)
            screen.build()

        root.bind(size=fit)
        root.add_widget(screen)
        self._forget = on_language(lambda _: screen.build())
        return root

    def _saved(self, calibration: Calibration) -> None:
        self.made = calibration
        self.stop()

    def on_stop(self) -> None:
        """The window closes; Kivy says so twice."""
        forget, self._forget = self._forget, lambda: None
        forget()


def run_taps(pixels: Image, size_mm: tuple[float, float] | None, south: Edge) -> Calibration | None:
    """Opens the window on a BGR picture and returns the calibration that was saved, None when it was closed without.

    ``size_mm``: the rectangle to touch, None for a card. Raises NoWindow when this machine cannot show one.
    """
    for section, name, value in (
        ("graphics", "width", "1280"), ("graphics", "height", "800"), ("kivy", "exit_on_escape", "0"),
        ("input", "mouse", "mouse,disable_multitouch"),
    ):  # fmt: skip
        Config.set(section, name, value)
    app = TapsApp(pixels, size_mm, south)
    try:
        EventLoop.ensure_window()
    except SystemExit:
        raise NoWindow("no window can be opened here; give the corners with --taps, or say --automatic") from None
    app.run()
    return app.made


def _texture(pixels: Image) -> Any:
    """A BGR picture as a texture whose first row is the lowest, as Kivy counts."""
    height, width = pixels.shape[:2]
    scale = min(1.0, _MOST_PX / max(height, width))
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    small = np.ascontiguousarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)[::-1])
    made = Texture.create(size=size, colorfmt="bgr")
    made.blit_buffer(small.reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
    return made


def _point(values: Any) -> Point:
    return float(values[0]), float(values[1])
