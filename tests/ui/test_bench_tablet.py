"""The measurement of the table app: what its figures mean, and that it ends when it is asked to."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from kozyr.ui.bench_tablet import asked_to_end, figures_of, growth_of


def test_growth_is_the_slope_after_the_first_third() -> None:
    samples = [(at, 100.0 + at) for at in range(0, 50, 10)] + [(at, 150.0 + at / 50) for at in range(50, 151, 10)]
    assert growth_of(samples) == {"from_entry": 50, "mib": 2.0, "mib_per_100_entries": 2.0}


def test_flat_memory_grows_by_nothing() -> None:
    grown = growth_of([(at, 300.0 + at % 2) for at in range(100)])
    assert grown is not None
    assert abs(grown["mib"]) < 0.1


def test_too_few_samples_say_nothing_about_growth() -> None:
    assert growth_of([]) is None
    assert growth_of([(10, 1.0), (20, 2.0), (30, 3.0)]) is None


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
    assert not list(tmp_path.iterdir())


def wait_for(folder: Path) -> Path:
    """The log of the match that is played, as soon as there is one."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        for file in folder.glob("kozyr-bench-*/*.kozyr.jsonl"):
            return file
        time.sleep(0.1)
    raise AssertionError("no match was begun")
