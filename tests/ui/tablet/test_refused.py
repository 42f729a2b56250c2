"""A disk, a log or a network that says no is told in a sentence, whatever was touched; the app goes on."""

import errno
import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kozyr.engine.errors import KozyrError

from .test_slips import TRICKS, pad, plain, slip

FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/media/stick")
SAID = "/media/stick: no space left on device; make room on the disk"


def fails(error: Exception = FULL) -> Callable[..., Any]:
    def failing(*_: Any, **__: Any) -> Any:
        raise error

    return failing


@pytest.fixture
def begun(window: Any, hand: Any, tmp_path: Any) -> Iterator[Callable[..., Any]]:
    """An app at its start screen, or at a table; what is given are fields of its desk."""
    from kozyr.ui.preferences import Remembered
    from kozyr.ui.tablet.app import TableApp
    from kozyr.ui.tablet.screens.start import StartDesk

    apps: list[Any] = []

    def made(model: Any = None, **fields: Any) -> Any:
        calls: dict[str, Any] = {"begin": lambda match: model, "resume": lambda path: model}
        desk = StartDesk(**(calls | {"remembered": Remembered(tmp_path / "settings.json")} | fields))
        app = TableApp(model, desk=desk)
        root = app.build()
        root.size_hint, root.size = (None, None), (1024, 600)
        window.add_widget(root)
        hand.idle(3)
        apps.append(app)
        return app

    yield made
    for app in apps:
        app.on_stop()


@pytest.mark.parametrize(
    ("error", "words"), [(FULL, SAID), (KozyrError("it is damaged"), "it is damaged")], ids=["a disk", "a log"]
)
def test_logs_that_cannot_be_read_leave_the_start_screen_standing(
    error: Exception, words: str, begun: Callable[..., Any], hand: Any
) -> None:
    begun(offered=fails(error))
    assert words in hand.texts()
    hand.find(tip="new")


def test_a_match_that_a_disk_does_not_take_is_not_begun(begun: Callable[..., Any], hand: Any) -> None:
    app = begun(begin=fails())
    hand.tap(tip="new")
    hand.tap(tip="begin")
    assert SAID in hand.texts()
    assert app.model is None


def test_a_page_that_cannot_read_its_files_closes(begun: Callable[..., Any], hand: Any) -> None:
    app = begun(logs=fails())
    hand.tap(tip="logs")
    assert SAID in hand.texts()
    assert not app.screen.state.pages


def test_what_is_done_on_the_start_screen_may_be_refused(begun: Callable[..., Any], hand: Any) -> None:
    app = begun()
    assert app.screen.attempt(fails()) is False
    hand.idle()
    assert SAID in hand.texts()


def test_a_table_that_cannot_be_closed_well_is_left_all_the_same(
    model: Any, begun: Callable[..., Any], hand: Any
) -> None:
    app = begun(model, left=fails())
    app._leave()
    hand.idle()
    assert SAID in hand.texts()
    hand.find(tip="new")


def test_a_full_disk_at_a_play_is_no_impossible_play(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    show(model)
    model.session._keep = fails()
    hand.tap(pad(hand, "AC"))
    assert plain(hand.find(tip="notice").text) == SAID


def test_a_full_disk_at_a_correction_leaves_it_open(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    show(model)
    slip(hand, "8H", "9H")
    model.session._keep = fails()
    hand.tap(tip="amend")
    assert plain(hand.find(tip="notice").text) == SAID
    hand.find(tip="amend")


@pytest.mark.parametrize("at_table", [False, True], ids=["the start screen", "a table"])
def test_a_refusal_that_no_page_takes_is_said(at_table: bool, model: Any, begun: Callable[..., Any], hand: Any) -> None:
    """As the event loop of the running app asks about it."""
    from kivy.base import ExceptionManager

    begun(model if at_table else None)
    assert ExceptionManager.handle_exception(FULL) == ExceptionManager.PASS
    hand.idle()
    assert SAID in hand.texts()


def test_a_fault_of_the_app_itself_is_not_kept_silent(begun: Callable[..., Any]) -> None:
    from kivy.base import ExceptionManager

    begun()
    assert ExceptionManager.handle_exception(ValueError("a fault")) == ExceptionManager.RAISE


def test_an_app_that_is_closed_hears_of_no_refusal(begun: Callable[..., Any]) -> None:
    from kivy.base import ExceptionManager

    app = begun()
    app.on_stop()
    assert ExceptionManager.handle_exception(FULL) == ExceptionManager.RAISE
