"""The measurement of the table app: what its figures mean, and that it ends when it is asked to."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kozyr.ui.bench_memory import Held, memory_verdict
from kozyr.ui.bench_tablet import Looking, asked_to_end, figures_of


def held(lasting: Callable[[int], float], resident: Callable[[int], float] = lambda at: 500.0) -> dict[str, Any]:
    """What is said of two hours with a deal every forty entries."""
    play = [(at, resident(at)) for at in range(10, 1561, 10)]
    return memory_verdict(play, [Held(at, resident(at), lasting(at), 200_000, 40.0) for at in range(0, 1561, 40)])


def test_memory_that_goes_up_and_down_about_the_same_is_flat() -> None:
    found = held(lambda at: 400.0 + 25 * (at // 40 % 3), lambda at: 500.0 + 60 * (at % 70 == 0))
    assert found["flat"] is True
    assert found["least_lasting_mib_by_quarters"] == [400.0] * 4
    assert found["highest_mib_by_quarters"] == [560.0] * 4
    assert abs(found["lasting_mib_an_hour"]) < found["give_or_take"]


@pytest.mark.parametrize(("an_hour", "is_flat"), [(5.0, True), (7.0, False), (-50.0, True)])
def test_what_lasts_may_not_be_more_than_is_told(an_hour: float, is_flat: bool) -> None:
    """Even where it is hidden in what goes up and down."""
    found = held(lambda at: 400.0 + at * an_hour / 780 + 25 * (at // 40 % 3))
    assert found["flat"] is is_flat
    assert abs(found["lasting_mib_an_hour"] - an_hour) < found["give_or_take"]


def test_what_lasts_may_not_surely_rise_though_one_look_is_as_low_as_ever() -> None:
    found = held(lambda at: 400.0 + (at if at != 1520 else 800) * 24 / 780)
    assert found["least_lasting_mib_by_quarters"][3] == found["least_lasting_mib_by_quarters"][2]
    assert found["lasting_mib_an_hour"] > found["give_or_take"]
    assert found["flat"] is False


def test_play_that_takes_more_in_the_last_quarter_is_not_flat() -> None:
    assert held(lambda at: 400.0, lambda at: 500.0 + 17 * (at == 1500))["flat"] is False
    assert held(lambda at: 400.0, lambda at: 500.0 + 15 * (at == 1500))["flat"] is True
    assert held(lambda at: 400.0, lambda at: 500.0 - 99 * (at < 780))["flat"] is True, "the first half does not count"


def test_what_grows_evenly_has_no_doubt_about_it() -> None:
    found = held(lambda at: 400.0 + at / 78)
    assert (found["lasting_mib_an_hour"], found["give_or_take"], found["objects_an_hour"]) == (10.0, 0.0, 0)


def test_too_short_a_time_says_nothing_about_memory() -> None:
    assert memory_verdict([], []) == {"flat": None}
    few = [Held(at, 500.0, 400.0, 200_000, 40.0) for at in range(0, 800, 40)]
    assert memory_verdict([(at, 500.0) for at in range(0, 800, 10)], few) == {"flat": None}


def test_the_eyes_rest_between_two_pictures() -> None:
    """While memory is looked at no picture is worked at; afterwards they go on."""
    looking = Looking.__new__(Looking)
    looking.pictures, looking._turn, looking._over = 0, threading.Lock(), threading.Event()
    at_work, over = threading.Event(), threading.Event()

    def eyes() -> None:
        while not over.is_set():
            at_work.set()
            time.sleep(0.01)
            at_work.clear()
            looking._tell()

    thread = threading.Thread(target=eyes)
    thread.start()
    try:
        for _ in range(5):
            with looking.resting():
                seen = looking.pictures
                assert not at_work.is_set()
                time.sleep(0.05)
                assert looking.pictures == seen
            while looking.pictures == seen:
                time.sleep(0.001)
    finally:
        over.set()
        thread.join()
    looking._ended(None)
    begun = time.monotonic()
    with looking.resting():
        assert time.monotonic() < begun + 10, "eyes that have ended rest already"


def test_one_time_is_no_percentile() -> None:
    assert figures_of([5.0]) == {"n": 1}
    assert figures_of([float(at) for at in range(1, 101)]) == {"n": 100, "median": 50.5, "p95": 96.0, "max": 100.0}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_asked_once_it_ends_in_order_and_asked_twice_at_once(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with asked_to_end() as asked:
        assert not asked.is_set()
        signal.raise_signal(number)
        assert asked.wait(1)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
    assert signal.getsignal(number) is before


@pytest.mark.timeout(240)
def test_ended_early_it_tells_what_it_has_and_leaves_nothing(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "kozyr", "bench", "tablet", "--entries", "100000", "--touches", "1", "--alone"]
    made = {**os.environ, "TMPDIR": str(tmp_path), "KIVY_NO_ARGS": "1", "KIVY_NO_CONFIG": "1"}
    made.pop("KIVY_HOME", None)
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=made, text=True) as bench:
        log = wait_for(tmp_path)
        while log.read_text("utf-8").count("\n") < 5:
            time.sleep(0.1)
        bench.send_signal(signal.SIGTERM)
        told, _ = bench.communicate(timeout=120)
    assert bench.returncode == 0
    found: dict[str, Any] = json.loads(told[told.index("{") :])
    assert found["ended_early"]
    assert found["entries"] >= 4
    assert found["entry_to_screen_ms"]["n"] >= 2
    assert found["memory"] == {"flat": None}
    assert found["memory_between_deals"][0]["lasting_mib"] > 0
    assert not list(tmp_path.iterdir())


def wait_for(folder: Path) -> Path:
    """The log of the match that is played, as soon as there is one."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        for file in folder.glob("kozyr-bench-*/*.kozyr.jsonl"):
            return file
        time.sleep(0.1)
    raise AssertionError("no match was begun")
