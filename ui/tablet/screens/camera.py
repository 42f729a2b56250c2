"""The camera: which one, what it sees with the zones on it, what to do about it, and calibrating with a finger."""

from functools import partial
from typing import Any

from kivy.graphics.texture import Texture
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from kozyr.ui.camera_check import Look
from kozyr.ui.locale.text import known, seat_text, tr
from kozyr.ui.opened_late import is_address
from kozyr.ui.tablet.keyboard import Keyboard, field, written
from kozyr.ui.tablet.screens.decks_halves import warning_ink
from kozyr.ui.tablet.screens.sheet import Sheet
from kozyr.ui.tablet.screens.start import StartScreen
from kozyr.ui.tablet.screens.taps import TapsScreen
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Chip, FitLabel, Key, Text, key
from kozyr.vision.calibrate import Edge


class CameraSheet(Sheet):
    """The cameras to choose from, the live picture, one line of advice."""

    def __init__(self, start: StartScreen) -> None:
        self._look: Look | None = None
        self._texture: Any = None
        super().__init__(start, tr("start.camera"))
        self._watch()

    @property
    def _camera(self) -> str | None:
        return self.start.desk.remembered.now.camera

    def build(self) -> None:
        body = BoxLayout(spacing=theme.s * 12, orientation="vertical" if theme.portrait else "horizontal")
        self._picture = Image(fit_mode="contain", opacity=0, size_hint_y=0.001)
        self._picture.bind(pos=self._put_seats, size=self._put_seats)
        self._taps_key = key(tr("camera-check.taps"), self._taps, base_size=19, tip="taps", lit=False)
        words = "opening" if self._camera is not None else "none" if self._cameras() else "none-found"
        self._empty = FitLabel(text=tr(f"camera-check.{words}"), base_size=22, color=theme.muted)
        holder = BoxLayout(orientation="vertical")
        if self._camera is None and theme.portrait:
            holder.size_hint_y, holder.height = None, theme.s * 110
        holder.add_widget(self._picture)
        holder.add_widget(self._empty)
        self._holder = holder
        body.add_widget(holder)
        body.add_widget(self._side())
        if self._camera is None and theme.portrait:
            body.add_widget(Widget())
        self.add_widget(body)

    def _side(self) -> BoxLayout:
        side = BoxLayout(orientation="vertical", spacing=theme.s * 8)
        if theme.portrait:
            side.size_hint_y, side.height = None, theme.s * 420
        else:
            side.size_hint_x, side.width = None, theme.s * 370
        side.add_widget(_high(self._source_key(None)))
        for camera in self._cameras():
            side.add_widget(_high(self._source_key(camera)))
        address = key(tr("camera-check.address"), partial(self.start.go, AddressSheet), base_size=18, tip="address")
        side.add_widget(_high(address))
        if not self._found():
            tone = "primary" if self._camera is None else "plain"
            again = key(tr("camera-check.again"), self.start.redraw, base_size=19, tip="again", tone=tone)
            side.add_widget(_high(again))
        self._advice = Text(text="", base_size=21, padding=(theme.s * 6, theme.s * 6))
        side.add_widget(self._advice)
        side.add_widget(Widget())
        if self._camera is not None:
            side.add_widget(_high(self._taps_key))
        return side

    def _found(self) -> tuple[str, ...]:
        desk = self.start.desk.camera
        return () if desk is None else desk.found()[:3]

    def _cameras(self) -> tuple[str, ...]:
        found = self._found()
        return (*found, self._camera) if self._camera is not None and self._camera not in found else found

    def _source_key(self, camera: str | None) -> Key:
        words = tr("camera-check.without") if camera is None else camera_text(camera)
        made = key(words, partial(self._choose, camera), base_size=19, tip=f"camera-{camera}")
        made.tone = "chosen" if camera == self._camera else "plain"
        return made

    def _choose(self, camera: str | None) -> None:
        if self.start.attempt(partial(self.start.desk.remembered.change, camera=camera)):
            self.start.redraw()

    def _watch(self) -> None:
        desk, camera = self.start.desk.camera, self._camera
        if desk is not None and camera is not None:
            stop = desk.look(camera, self._seen)
            self.start.closing = stop

    def _seen(self, look: Look) -> None:
        """A new picture, on the thread that draws; that none comes is said in its place."""
        self._look = look
        words = [
            tr(f"camera-check.{one}") if known(f"camera-check.{one}") else tr(f"calibrate.{one}")
            for one in look.advice
            if look.pixels is not None
        ]
        if look.cards:
            words.append(tr("camera-check.cards", count=look.cards))
        self._advice.text = "\n".join(words)
        self._advice.color = theme.good if look.advice == ("good",) else warning_ink()
        self._taps_key.lit = look.plain is not None
        if look.pixels is None:
            self._picture.opacity, self._picture.size_hint_y = 0, 0.001
            self._put_seats()
            gone = "gone-address" if is_address(self._camera or "") else "gone"
            self._empty.text, self._empty.size_hint_y = tr(f"camera-check.{gone}"), 1
            return
        self._empty.text, self._empty.size_hint_y = "", 0.001
        self._picture.size_hint_y = 1
        self._draw(look.pixels)

    def _draw(self, pixels: Any) -> None:
        height, width = pixels.shape[:2]
        if self._texture is None or self._texture.size != (width, height):
            self._texture = Texture.create(size=(width, height), colorfmt="bgr")
            self._texture.flip_vertical()
        self._texture.blit_buffer(pixels.reshape(-1), colorfmt="bgr", bufferfmt="ubyte")
        self._picture.texture, self._picture.opacity = self._texture, 1
        self._picture.canvas.ask_update()
        self._put_seats()

    def _put_seats(self, *_: object) -> None:
        """The places' letters, in the language in force, on the picture wherever it lies."""
        seats = () if self._look is None or self._picture.texture is None else self._look.seats
        if len(self._picture.children) != len(seats):
            self._picture.clear_widgets()
            for _ in seats:
                self._picture.add_widget(Chip(fill=theme.plate, base_size=18, size_hint=(None, None)))
        width, height = self._picture.norm_image_size
        left, top = self._picture.center_x - width / 2, self._picture.center_y + height / 2
        for chip, (seat, (x, y)) in zip(self._picture.children, seats, strict=True):
            chip.text, chip.size = seat_text(seat, short=True), (theme.s * 44, theme.s * 34)
            chip.center = left + x * width, top - y * height

    def _taps(self) -> None:
        look, camera = self._look, self._camera
        if look is not None and look.plain is not None and camera is not None:
            self.start.go(partial(taps_page, pixels=look.plain, camera=camera))


class AddressSheet(Sheet):
    """The address of a network camera, typed in Latin letters."""

    def __init__(self, start: StartScreen) -> None:
        super().__init__(start, tr("camera-check.address"))

    def build(self) -> None:
        state = self.start.state
        now = self.start.desk.remembered.now.camera or ""
        state.typed = state.typed or (now if is_address(now) else "rtsp://")
        self._shown = field(state.typed, 26)
        self.add_widget(Widget(size_hint_y=0.2))
        self.add_widget(self._shown)
        self.add_widget(Widget(size_hint_y=0.2))
        self.add_widget(Keyboard(state.typed, self._typed, self._done, layout="en", most=120))

    def _typed(self, text: str) -> None:
        self.start.state.typed = text
        self._shown.text = written(text)

    def _done(self) -> None:
        typed = self.start.state.typed.strip()
        if not is_address(typed):
            self.start.say(tr("camera-check.address-wrong"))
        elif self.start.attempt(partial(self.start.desk.remembered.change, camera=typed)):
            self.start.back()


def taps_page(start: StartScreen, pixels: Any, camera: str) -> Widget:
    """Four corners touched on the picture; what is made of them is kept for this camera. Turned upright or drawn anew
    it is the same page with the same marks."""
    kept = start.state.chosen.get("taps")
    if isinstance(kept, TapsScreen) and kept.of is pixels:
        kept.build()
        return kept

    def saved(calibration: Any) -> None:
        desk = start.desk.camera
        if desk is not None and start.attempt(desk.saved, camera, calibration):
            start.back()

    made = TapsScreen(pixels, None, Edge.BOTTOM, saved, start.back)
    made.of = pixels
    start.state.chosen["taps"] = made
    return made


def camera_text(camera: str) -> str:
    """A camera as people call it."""
    return tr("camera-check.number", number=int(camera) + 1) if camera.isdecimal() else escape_markup(camera)


def _high(made: Key) -> Key:
    made.size_hint_y, made.height = None, theme.s * 62
    return made
