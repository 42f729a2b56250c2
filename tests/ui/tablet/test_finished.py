"""A match that is over can be found and opened again: its score, its history, its protocol."""

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.view import Phase
from kozyr.ui.logbook import ENDING, match_in, standing
from kozyr.ui.places import Place

from .evening import saved

SHORT = ("--rule", "match_target=101")
GOLDEN = Path(__file__).parents[3] / "tests" / "golden" / "bazar_belot" / "b51_ten_examples.kozyr.jsonl"


def comes(fingers: Any, words: str) -> bool:
    """Waits until words stand on the screen that are found out beside it."""
    until = time.monotonic() + 10
    while not (there := any(words in text for text in fingers.hand.texts())) and time.monotonic() < until:
        fingers.hand.idle(1)
        time.sleep(0.01)
    return there


def play_to_the_end(fingers: Any) -> None:
    """Deals counted by hand until somebody has won."""
    fingers.tip("new")
    fingers.tip("begin")
    fingers.screen, model = fingers.app.screen, fingers.app.model
    while model.view.winner is None:
        if model.view.phase is Phase.DEAL_OVER:
            model.begin_deal(model.next_dealer)
        model.call(model.view.expectation.seat, "16S")
        while model.view.expectation.calls:
            model.call(model.view.expectation.caller or model.view.expectation.seat, "pass")
        model.tally((("SN", 140), ("WE", 22)))
    fingers.settle()


def leave(fingers: Any) -> None:
    """Back to the start screen."""
    fingers.tip("menu")
    fingers.text("Leave the table")
    fingers.hand.idle(3)


def test_a_won_match_is_offered_listed_and_opens_where_it_ended(evening: Callable[..., Any]) -> None:
    fingers = evening(*SHORT)
    play_to_the_end(fingers)
    score, entries = fingers.view.score, fingers.model.session.entries
    leave(fingers)
    assert any("Match over: " in text for text in fingers.hand.texts())
    fingers.tip("logs")
    assert comes(fingers, "Match over: ")
    fingers.tip("log-0")
    fingers.screen = fingers.app.screen
    assert fingers.view.phase is Phase.MATCH_OVER
    assert (fingers.view.score, fingers.model.session.entries) == (score, entries)
    fingers.tip("history")
    fingers.tip("score")
    assert "128" in saved(fingers)


def test_a_power_cut_after_the_last_card_leaves_the_match_there(evening: Callable[..., Any], tmp_path: Path) -> None:
    fingers = evening(*SHORT)
    play_to_the_end(fingers)
    (log,) = fingers.logs.glob(f"*{ENDING}")
    fingers.shell._close()
    fingers.hand.window.remove_widget(fingers.app._root)
    again = evening("--log", str(log))
    assert standing(log) is not None, "--log takes it"
    again.tip("resume")
    assert again.app.model.view.phase is Phase.MATCH_OVER


def test_a_finished_log_that_is_brought_in_is_the_first_of_the_list(
    evening: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    fingers = evening()
    monkeypatch.setattr("kozyr.ui.tablet.screens.logs.places", lambda: (Place("stick", fingers.stick),))
    shutil.copy(GOLDEN, fingers.stick / f"won{ENDING}")
    for tip in ("logs", "bring", "place-stick", f"file-won{ENDING}"):
        fingers.tip(tip)
    assert any("is here now" in text for text in fingers.hand.texts())
    assert comes(fingers, "Match over: ")
    fingers.tip("log-0")
    assert fingers.app.model.view.phase is Phase.MATCH_OVER


def test_an_old_match_is_looked_at_without_its_camera(
    evening: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    fingers = evening()
    fingers.logs.mkdir(exist_ok=True)
    shutil.copy(GOLDEN, fingers.logs / f"won{ENDING}")
    fingers.shell._remembered.change(camera="0")
    fingers.tip("logs")
    fingers.tip("log-0")
    assert not fingers.app.model.camera.present


def test_every_one_of_a_hundred_logs_is_reached_and_none_is_waited_for(
    evening: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    fingers, read = evening(), []

    def reading(path: Path) -> Any:
        read.append(path)
        time.sleep(0.05)
        return match_in(path)

    monkeypatch.setattr("kozyr.ui.tablet.screens.logs.match_in", reading)
    fingers.logs.mkdir(exist_ok=True)
    for at in range(100):
        shutil.copy(GOLDEN, fingers.logs / f"{at:03}{ENDING}")
    began = time.monotonic()
    fingers.tip("logs")
    assert time.monotonic() - began < 2, "a hundred logs would take five seconds"
    reached = set()
    for _ in range(100):
        reached |= {one.tip for one in fingers.widgets() if str(getattr(one, "tip", "")).startswith("log-")}
        if len(reached) == 100:
            break
        fingers.tip("older")
    assert len(reached) == 100
    assert len(set(read)) < 100, "only the logs of a page that stays open are read"
    fingers.tip("newer")
    assert comes(fingers, "Match over: ")
