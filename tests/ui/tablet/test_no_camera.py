"""A camera that is not there when the table opens: said on the screen, looked for, taken up when it comes."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from kozyr.engine.errors import CameraLost
from kozyr.ui.opened_late import OpenedLate
from kozyr.vision.types import Frame


class Lamp:
    """A live camera before an empty table."""

    name, live = "lamp", True

    def __init__(self) -> None:
        self.closed = False

    def __iter__(self) -> Iterator[Frame]:
        for index in range(10_000):
            if self.closed:
                return
            time.sleep(0.02)
            yield Frame(index * 20, index, np.full((72, 128, 3), 60, np.uint8))

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def unplugged(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The camera 97; ``there`` is set when somebody plugs it in."""
    camera = SimpleNamespace(there=False, opened=[])

    def opening(spec: object) -> Lamp:
        if not camera.there:
            raise CameraLost("not there")
        camera.opened.append(Lamp())
        return camera.opened[-1]

    monkeypatch.setattr("kozyr.ui.commands.table.open_source", opening)
    monkeypatch.setattr("kozyr.ui.commands.table.is_absent", lambda one: not camera.there)
    monkeypatch.setattr("kozyr.ui.commands.table.OpenedLate", partial(OpenedLate, pause_s=0.05))
    monkeypatch.setattr("kozyr.ui.tablet.screens.start.LOOK_AGAIN_S", 0.05)
    return camera


def until(hand: Any, true: Callable[[], bool]) -> bool:
    """Whether something comes true while the screen goes on."""
    end = time.monotonic() + 8
    while not true() and time.monotonic() < end:
        hand.idle(1)
        time.sleep(0.01)
    return true()


def test_a_camera_that_is_not_there_is_said_on_the_first_screen_until_it_is(
    unplugged: Any, evening: Callable[..., Any], hand: Any
) -> None:
    evening("--camera", "97")
    said = (
        "Camera 98 was not found. Plug it in and Kozyr takes it up by itself; meanwhile everything is entered by touch."
    )
    assert said in hand.texts()
    unplugged.there = True
    assert until(hand, lambda: said not in hand.texts())


def test_a_match_begins_without_its_camera_and_goes_on_with_it(
    unplugged: Any, evening: Callable[..., Any], hand: Any
) -> None:
    club = evening("--camera", "97")
    hand.tap(tip="new")
    hand.tap(tip="begin")
    model = club.app.model
    assert until(hand, lambda: model.camera.why == "absent")
    hand.idle(3)
    assert model.camera.working is False
    strips = [one for one in club.app.screen.walk() if hasattr(one, "light")]
    assert [one.state for one in strips] == ["camera not found"]
    unplugged.there = True
    assert until(hand, lambda: model.camera.working)
    hand.idle(3)
    assert [one.state for one in strips] == ["sees the table"]


def test_where_no_camera_is_found_the_page_says_so_and_looks_again(
    evening: Callable[..., Any], hand: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    cameras: list[str] = []
    monkeypatch.setattr("kozyr.ui.commands.table.cameras_found", lambda: tuple(cameras))
    evening()
    hand.tap(tip="camera")
    assert any(text.startswith("No camera was found. Plug one in") for text in hand.texts())
    hand.tap(tip="again")
    assert any(text.startswith("No camera was found") for text in hand.texts())
    cameras.append("0")
    hand.tap(tip="again")
    assert hand.find(tip="camera-0").text == "Camera 1"
    assert "Look again" not in hand.texts()


def test_an_address_that_is_not_whole_is_refused_where_it_is_typed(evening: Callable[..., Any], hand: Any) -> None:
    club = evening()
    hand.tap(tip="camera")
    hand.tap(tip="address")
    hand.tap(tip="done")
    assert any(text.startswith("The address must be whole") for text in hand.texts())
    assert hand.find(tip="done")
    assert club.shell.desk().remembered.now.camera is None


def test_an_address_without_a_picture_is_told_to_be_checked_and_a_wire_to_be_looked_at(
    evening: Callable[..., Any], hand: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kozyr.ui.camera_check import Look

    told: list[Callable[[Look], object]] = []
    monkeypatch.setattr(
        "kozyr.ui.commands.table.TableShell._look_through", lambda shell, camera, tell: (told.append(tell), str)[1]
    )
    club = evening()
    for camera, advice in (("rtsp://127.0.0.1:9/x", "Check the address"), ("97", "Check its cable")):
        club.shell._remembered.change(camera=camera)
        hand.tap(tip="camera")
        told[-1](Look(None, None, ("gone",)))
        hand.idle()
        assert sum(advice in text for text in hand.texts()) == 1
        hand.tap(tip="back")
