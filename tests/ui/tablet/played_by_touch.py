"""A program that plays matches by touches and tells each entry when the screen has taken it; made to be killed.

``python played_by_touch.py``: loads everything but the window, then begins a match for each line ``SEED LOG`` of its
input, in a process of its own that goes on with the log, or begins one. It says ``began PID``; the player says
``ready`` and then the number of each entry whose key was let go of and that the app calls recorded; when the player is
gone, by whatever death, the program says ``gone``.
"""

import importlib
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

os.environ["SDL_VIDEODRIVER"] = "offscreen"
os.environ["KIVY_NO_ARGS"] = os.environ["KIVY_NO_CONFIG"] = "1"
os.environ["KIVY_LOG_MODE"] = "PYTHON"
os.environ.setdefault("KIVY_HOME", tempfile.mkdtemp())


def main() -> None:
    """Begins matches until its input ends."""
    from kivy.config import Config

    Config.set("graphics", "width", "1024")
    Config.set("graphics", "height", "600")
    for name in ("kozyr.ui.live", "kozyr.ui.tablet.app"):
        importlib.import_module(name)
    assert "kivy.core.window" not in sys.modules, "a window is opened by whoever plays"
    for line in sys.stdin:
        seed, _, log = line.strip().partition(" ")
        player = os.fork()
        if not player:
            play(Path(log), random.Random(seed))
            os._exit(0)
        tell(f"began {player}")
        os.waitpid(player, 0)
        tell("gone")


def tell(words: str) -> None:
    """One line, at once."""
    os.write(sys.stdout.fileno(), f"{words}\n".encode())


def play(log: Path, rng: random.Random) -> None:
    """Plays until it is killed or the log is long enough."""
    from kivy.base import EventLoop

    EventLoop.ensure_window()
    from kozyr.ui.live import LiveTable
    from kozyr.ui.new_match import Plan, header_of
    from kozyr.ui.preferences import Remembered
    from kozyr.ui.tablet.app import TableApp
    from kozyr.ui.tablet.screens.start import StartDesk

    table = LiveTable.resume(log) if log.exists() else LiveTable.create(log, header_of(Plan("bazar-belot"), {}))
    desk = StartDesk(lambda match: None, lambda path: None, remembered=Remembered(log.with_name("settings.json")))
    app = TableApp(table.model, desk=desk)
    root = app.build()
    EventLoop.window.add_widget(root)
    for _ in range(4):
        EventLoop.idle()
    tell("ready")
    while table.session.next_seq < 4_000:
        one_touch(app, table.model, rng)


def one_touch(app: Any, model: Any, rng: random.Random) -> None:
    """The next regular thing, on whatever key it is; now and then it is undone, or the tablet is turned."""
    from kivy.base import EventLoop

    before = model.session.next_seq
    if rng.random() < 0.05:
        app._root.size = rng.choice([(600, 1024), (1024, 600)])
        EventLoop.idle()
    if rng.random() < 0.05 and model.session.steps:
        model.undo()
    else:
        touch(wanted(app, model, rng))
    for seq in range(before, model.session.next_seq):
        tell(str(seq))


def wanted(app: Any, model: Any, rng: random.Random) -> Any:
    """The key of something regular that comes next."""
    from kozyr.engine.view import Phase
    from kozyr.ui.tablet.widgets import Key

    view, screen = model.view, app.screen
    if view.phase is Phase.PLAY:
        screen.choose("pad" if "Played" in view.expectation.kinds else screen.tab)
    found = list(app._root.walk())
    if view.phase is Phase.PLAY and view.expectation.seat is not None:
        pads = [one for one in found if getattr(one, "wide", False) and one.card in view.expectation.playable]
        if pads:
            return rng.choice(pads)
    keys = [one for one in found if isinstance(one, Key) and one.lit]
    calls = [one for one in keys if one.tip in view.expectation.calls]
    deals = [one for one in keys if one.tip.startswith("deal") or "Next deal" in one.text or one.tone == "primary"]
    return rng.choice(calls or deals or keys)


def touch(widget: Any) -> None:
    """A finger on the middle of it, down and up."""
    from kivy.base import EventLoop
    from kivy.tests.common import UnitTestTouch

    time.sleep(0.13)  # a tap on the same place before that is one told twice
    finger = UnitTestTouch(*widget.to_window(*widget.center))
    finger.touch_down()
    EventLoop.idle()
    finger.touch_up()
    EventLoop.idle()


if __name__ == "__main__":
    main()
