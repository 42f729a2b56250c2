"""A picture is begun when the one before it is drawn, in a window that nobody sees too."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PICTURES = """
import os, sys
os.environ.update(SDL_VIDEODRIVER="offscreen", KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", KIVY_HOME=sys.argv[2])
from kivy.base import EventLoop
from kivy.config import Config
for name, value in (("width", 1024), ("height", 600), ("maxfps", 0)):
    Config.set("graphics", name, value)
EventLoop.ensure_window()
from kivy.graphics.opengl import glFinish, glGetString
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kozyr.ui.bench_memory import memory_mib
from kozyr.ui.tablet.backlog import no_backlog
window = EventLoop.window
page = GridLayout(cols=20)
for number in range(400):
    page.add_widget(Label(text=str(number)))
window.add_widget(page)
for _ in range(10):
    EventLoop.idle()
    glFinish()
if sys.argv[1] == "none":
    no_backlog(window)
before, rounds = memory_mib(), 1 if sys.argv[1] == "none" else 20
while rounds and memory_mib() - before < 20:
    rounds -= 1
    for _ in range(60):
        window.canvas.ask_update()
        EventLoop.idle()
    glFinish()
print(glGetString(0x1F01).decode().split()[0], round(memory_mib() - before), flush=True)
os._exit(0)
"""
"""A page of four hundred words, drawn as often as the program can until memory grew, or for a while; tells the driver
and by how much it grew."""


def grown(backlog: str, home: Path) -> tuple[str, int]:
    """The driver, and by how much memory grew in MiB."""
    # As on two cores, whatever there are here: on a single one the driver draws at once.
    run = [sys.executable, "-c", PICTURES, backlog, str(home)]
    told = subprocess.run(run, capture_output=True, text=True, check=True, env=os.environ | {"LP_NUM_THREADS": "2"})
    driver, mib = told.stdout.split()
    return driver, int(mib)


@pytest.mark.skipif(sys.platform != "linux", reason="the driver that keeps them is Mesa's")
def test_pictures_that_wait_take_no_memory(tmp_path: Path) -> None:
    driver, mib = grown("any", tmp_path)
    if driver != "llvmpipe":
        pytest.skip(f"{driver} keeps no pictures that wait")
    assert grown("none", tmp_path)[1] <= 5 < 20 <= mib, "the test's own proof: those that wait are seen so"


def test_the_app_waits_before_each_picture_until_it_is_closed(
    window: Any, hand: Any, played: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    from kozyr.ui.tablet.app import TableApp

    done: list[str] = []
    monkeypatch.setattr("kozyr.ui.tablet.backlog.opengl.glFinish", lambda: done.append("waited"))
    draw = window.render_context.draw

    class Drawing:
        def draw(self) -> None:
            done.append("drawn")
            draw()

    app = TableApp(played("9H KH"))
    window.add_widget(app.build())
    monkeypatch.setattr(window, "render_context", Drawing())
    for _ in range(3):
        window.canvas.ask_update()
        hand.idle(1)
    assert done == ["waited", "drawn"] * 3
    app.on_stop()
    done.clear()
    window.canvas.ask_update()
    hand.idle(1)
    assert done == ["drawn"]
