"""The window fills the screen where that is asked for and is never larger than it, with nobody to manage windows."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from kozyr.ui.tablet.window_size import USUAL_PX, Room, fitted

SMALL = Room((1024, 600), (1024, 564))
LARGE = Room((1920, 1080), (1920, 1040))
XVFB = shutil.which("Xvfb")
SHOWN = """
from kozyr.ui.tablet.app import run_table
def tell(app):
    from kivy.core.window import Window
    print("window", *Window.system_size, Window.left, Window.top, flush=True)
    app.stop()
run_table(fullscreen={fullscreen}, started=tell)
"""


def size(room: Room | None, asked: tuple[int, int] | None = None, *, fullscreen: bool = False) -> tuple[object, ...]:
    found = fitted(room, asked, fullscreen=fullscreen)
    return found["width"], found["height"]


def test_the_usual_window_is_no_larger_than_what_is_free() -> None:
    assert size(LARGE) == USUAL_PX
    assert size(SMALL) == SMALL.free_px
    assert size(None) == USUAL_PX


def test_a_window_of_a_size_asked_for_has_that_size() -> None:
    assert size(SMALL, (1280, 800)) == (1280, 800)
    assert "left" not in fitted(SMALL, (1280, 800), fullscreen=False)


def test_the_whole_screen_is_asked_for_by_its_size_and_place() -> None:
    found = fitted(SMALL, (800, 480), fullscreen=True)
    assert size(SMALL, (800, 480), fullscreen=True) == SMALL.whole_px
    assert (found["fullscreen"], found["position"], found["left"], found["top"]) == ("auto", "custom", 0, 0)
    assert fitted(None, None, fullscreen=True)["fullscreen"] == "auto"


@pytest.mark.skipif(XVFB is None, reason="needs Xvfb, a screen of X without a window manager")
@pytest.mark.parametrize("fullscreen", [True, False])
def test_on_a_screen_of_a_kiosk_without_a_window_manager(tmp_path: Path, fullscreen: bool) -> None:
    reading, writing = os.pipe()
    command = [str(XVFB), "-displayfd", str(writing), "-screen", "0", "1024x600x24", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing,), stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as pipe:
            display = f":{pipe.readline().strip()}"
        home = {"HOME": str(tmp_path), "KIVY_HOME": str(tmp_path), "KIVY_NO_ARGS": "1", "DISPLAY": display}
        usual = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
        script = SHOWN.format(fullscreen=fullscreen)
        told = subprocess.run(
            [sys.executable, "-c", script], env=usual | home, capture_output=True, text=True, timeout=120
        )
    finally:
        server.terminate()
        server.wait(20)
    assert "window 1024 600 0 0" in told.stdout, told.stdout + told.stderr
