"""Four corners touched with a finger on the camera's picture, and what the person sees of it."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kozyr.engine.seats import Seat
from kozyr.ui.locale.catalog import LANGUAGES
from kozyr.vision.calibrate import Edge, load

CARD = ((590, 310), (716, 310), (716, 486), (590, 486))
LEAST_PX = 60
"""9 mm on a 7-inch screen of 1024x600."""


@pytest.fixture
def taps(window: Any, hand: Any) -> Callable[..., Any]:
    """Shows the screen on a grey picture; ``screen.saved`` and ``screen.closed`` collect what it tells."""
    from kozyr.ui.tablet.screens.taps import TapsScreen
    from kozyr.ui.tablet.widgets import TapFilter

    def shown(size_mm: tuple[float, float] | None = None, size: tuple[int, int] = (1280, 720)) -> Any:
        saved: list[Any] = []
        closed: list[bool] = []
        pixels = np.full((size[1], size[0], 3), 90, np.uint8)
        screen = TapsScreen(pixels, size_mm, Edge.BOTTOM, saved.append, lambda: closed.append(True))
        screen.saved, screen.closed = saved, closed
        root = TapFilter(size_hint=(None, None), size=(1024, 600))
        root.add_widget(screen)
        window.add_widget(root)
        hand.idle()
        return screen

    return shown


def touch(hand: Any, screen: Any, *way: tuple[float, float]) -> None:
    """One finger down at a pixel of the picture, along others, and up."""
    from kivy.tests.common import UnitTestTouch

    time.sleep(0.13)
    points = [screen.to_screen(point) for point in way]
    finger = UnitTestTouch(*points[0])
    finger.touch_down()
    hand.idle(1)
    for point in points[1:]:
        finger.touch_move(*point)
        hand.idle(1)
    finger.touch_up()
    hand.idle()


def test_four_touches_show_the_zones_and_save(taps: Callable[..., Any], hand: Any) -> None:
    screen = taps()
    assert "(4 to go)" in " ".join(hand.texts())
    for corner in CARD:
        touch(hand, screen, corner)
    texts = hand.texts()
    assert {"1", "2", "3", "4", "North", "South", "West", "East"} <= set(texts)
    assert any(text.startswith("Tricks are played in the ring") for text in texts)
    hand.tap(tip="save")
    (made,) = screen.saved
    assert made.fixed
    assert made.size_px == (1280, 720)
    assert made.px_per_mm == pytest.approx(2, rel=0.03)
    assert made.centre_px == pytest.approx((653, 398), abs=2)


def test_seats_are_named_where_they_sit(taps: Callable[..., Any], hand: Any) -> None:
    screen = taps()
    for corner in CARD:
        touch(hand, screen, corner)

    def middle(text: str) -> Any:
        return hand.find(text=text).center

    assert middle("North")[1] > middle("West")[1] > middle("South")[1]
    assert middle("West")[0] < middle("South")[0] < middle("East")[0]
    hand.tap(tip="south")
    hand.idle()
    assert "South: left" in hand.texts()
    assert middle("South")[0] < middle("West")[0] < middle("North")[0]
    hand.tap(tip="save")
    assert screen.saved[0].seat_of(Edge.LEFT) is Seat.S


def test_nothing_is_saved_before_the_fourth_touch(taps: Callable[..., Any], hand: Any) -> None:
    screen = taps()
    for corner in CARD[:3]:
        touch(hand, screen, corner)
    assert not hand.find(tip="save").lit
    hand.tap(tip="save")
    assert screen.saved == []
    assert "North" not in hand.texts()


def test_undo_and_retry(taps: Callable[..., Any], hand: Any) -> None:
    screen = taps()
    for corner in (*CARD[:3], (900, 100)):
        touch(hand, screen, corner)
    hand.tap(tip="undo")
    assert len(screen.taps_px) == 3
    assert screen.taps_px[-1] == pytest.approx(CARD[2], abs=1)
    touch(hand, screen, CARD[3])
    assert screen.calibration is not None
    hand.tap(tip="retry")
    assert screen.taps_px == []
    assert "(4 to go)" in " ".join(hand.texts())
    hand.tap(tip="undo")
    assert screen.taps_px == []


def test_a_corner_slid_into_place(taps: Callable[..., Any], hand: Any) -> None:
    screen = taps()
    touch(hand, screen, (600, 330), (595, 315), CARD[0])
    assert screen.taps_px == [pytest.approx(CARD[0], abs=1)]
    for corner in (*CARD[1:3], (500, 560)):
        touch(hand, screen, corner)
    touch(hand, screen, (490, 575), (590 - 10, 486 + 15))
    assert len(screen.taps_px) == 4
    assert screen.taps_px[3] == pytest.approx(CARD[3], abs=1)
    touch(hand, screen, (1000, 100))
    assert len(screen.taps_px) == 4


def test_the_ring_slides_to_where_tricks_are_played(taps: Callable[..., Any], hand: Any) -> None:
    """The card need not lie in the middle: the scale is its, the place is the finger's."""
    screen = taps()
    for x, y in CARD:
        touch(hand, screen, (x - 200, y + 100))
    before = screen.calibration
    touch(hand, screen, (1000, 200), (1100, 150), (1200, 100))
    assert [point[0] for point in screen.taps_px] == pytest.approx([x - 200 for x, _ in CARD], abs=1)
    hand.tap(tip="south")
    hand.tap(tip="save")
    (made,) = screen.saved
    assert made.centre_px == pytest.approx((653, 398), abs=2)
    assert made.px_per_mm == pytest.approx(before.px_per_mm, rel=0.03)
    hand.tap(tip="undo")
    touch(hand, screen, (CARD[3][0] - 200, CARD[3][1] + 100))
    assert screen.calibration.centre_px == pytest.approx(before.centre_px, abs=1)


def test_the_finger_hides_nothing_while_it_holds(taps: Callable[..., Any], hand: Any) -> None:
    """What lies under the finger is shown enlarged on the other side, as long as it is down."""
    from kivy.graphics import Rectangle
    from kivy.tests.common import UnitTestTouch

    screen = taps()

    def loupes() -> list[Any]:
        return [one for one in screen._marks.canvas.children if type(one) is Rectangle]

    for pixel, beside in (((200.0, 300.0), 1), ((1100.0, 300.0), -1)):
        time.sleep(0.13)
        finger = UnitTestTouch(*screen.to_screen(pixel))
        finger.touch_down()
        hand.idle(1)
        (shown,) = loupes()
        assert (shown.pos[0] + shown.size[0] / 2 - finger.x) * beside > 200
        u = [shown.tex_coords[at] for at in (0, 2)]
        assert sum(u) / 2 == pytest.approx(pixel[0] / 1280, abs=0.01)
        finger.touch_up()
        hand.idle(1)
        assert not loupes()


def test_touches_beside_the_picture_are_none(taps: Callable[..., Any], hand: Any) -> None:
    screen = taps(size=(720, 720))
    touch(hand, screen, (-200, 300))
    touch(hand, screen, (360, -20))
    assert screen.taps_px == []
    touch(hand, screen, (700, 300), (900, 300))
    assert screen.taps_px == [pytest.approx((720, 300), abs=1)]


def test_corners_of_no_rectangle_are_told_and_can_be_mended(taps: Callable[..., Any], hand: Any) -> None:
    screen = taps()
    for corner in ((500, 300), (800, 300), (650, 600), (650, 400)):
        touch(hand, screen, corner)
    assert any(text.startswith("These are not the corners") for text in hand.texts())
    hand.tap(tip="save")
    assert screen.saved == []
    touch(hand, screen, (650, 400), (500, 600))
    touch(hand, screen, (650, 600), (800, 600))
    assert screen.calibration is not None


def test_a_trick_area_outside_the_picture_is_told(taps: Callable[..., Any], hand: Any) -> None:
    screen = taps()
    for corner in ((30, 30), (156, 30), (156, 206), (30, 206)):
        touch(hand, screen, corner)
    assert any("leaves the picture" in text for text in hand.texts())


def test_closing_saves_nothing(taps: Callable[..., Any], hand: Any) -> None:
    screen = taps()
    hand.tap(tip="cancel")
    assert (screen.saved, screen.closed) == ([], [True])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_fit_and_keys_are_as_large_as_a_finger(lang: str, taps: Callable[..., Any], hand: Any) -> None:
    from kozyr.ui.locale.text import set_language
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import FitLabel, Key

    set_language(lang)
    states: tuple[tuple[tuple[float, float], ...], ...] = (
        (), CARD, ((500, 300), (800, 300), (650, 600), (650, 400)), ((30, 30), (156, 30), (156, 206), (30, 206)),
    )  # fmt: skip
    for size_mm in (None, (2100.0, 1297.0)):
        screen = taps(size_mm)
        for state in states:
            screen.taps_px = list(state)
            screen.turn()
            hand.idle(1)
            for label in screen.walk():
                if isinstance(label, Key):
                    assert min(label.size) >= LEAST_PX, (label.text, label.size)
                if isinstance(label, FitLabel) and label.text:
                    what = (label.text, label.size, label.texture_size, label.font_size)
                    assert label.texture_size[0] <= label.width + 1, what
                    assert label.texture_size[1] <= label.height + 1, what
                    assert label.font_size >= 0.6 * label.base_size * theme.s, what
        hand.window.remove_widget(screen.parent)


def test_the_window_gives_what_was_saved(window: Any, hand: Any) -> None:
    from kozyr.ui.locale.text import set_language
    from kozyr.ui.tablet.screens.taps import TapsApp

    app = TapsApp(np.full((720, 1280, 3), 90, np.uint8), None, Edge.BOTTOM)
    root = app.build()
    root.size_hint, root.size = (None, None), (1024, 600)
    window.add_widget(root)
    hand.idle(4)
    screen = root.children[0]
    set_language("ru")
    hand.idle()
    assert "Сохранить" in hand.texts()
    for corner in CARD:
        touch(hand, screen, corner)
    assert app.made is None
    app.stop = lambda: app.on_stop()
    hand.tap(tip="save")
    assert app.made is not None
    assert app.made.centre_px == pytest.approx((653, 398), abs=2)


WHOLE = """
import sys
from kivy.clock import Clock
from kivy.tests.common import UnitTestTouch
import kozyr.ui.commands.calibrate as command
from kozyr.ui.cli import main
from kozyr.ui.tablet.screens import taps

def touch(at):
    finger = UnitTestTouch(*at)
    finger.touch_down()
    Clock.schedule_once(lambda _: finger.touch_up(), 0)

def begin(screen):
    corners = ((590, 310), (716, 310), (716, 486), (590, 486))
    waited = [0]
    def follow(_):
        # The next touch comes when the screen has taken the last one, however slow the machine is.
        taken = len(screen.taps_px)
        waited[0] += 1
        if screen._held is not None or waited[0] < 10:
            return
        waited[0] = 0
        touch(screen.to_screen(corners[taken]) if taken < 4 else screen._save_key.to_window(*screen._save_key.center))
    Clock.schedule_interval(follow, 0.05)

built = taps.TapsApp.build
def build(app):
    root = built(app)
    begin(root.children[0])
    return root
taps.TapsApp.build = build
command.has_display = lambda: True
sys.exit(main(["calibrate", *sys.argv[1:]]))
"""


@pytest.mark.timeout(280)
def test_the_command_with_a_window(tmp_path: Path) -> None:
    still, out = tmp_path / "table.png", tmp_path / "camera.json"
    cv2.imwrite(str(still), np.full((720, 1280, 3), 90, np.uint8))
    env = {**os.environ, "KIVY_HOME": str(tmp_path / "kivy"), "KOZYR_LANG": "en"}
    words = [sys.executable, "-c", WHOLE, str(still), "--out", str(out)]
    ended = subprocess.run(words, env=env, capture_output=True, text=True, timeout=250, check=False)
    assert ended.returncode == 0, ended.stderr
    assert f"Saved: {out}" in ended.stdout
    assert load(out).px_per_mm == pytest.approx(2, rel=0.03)
