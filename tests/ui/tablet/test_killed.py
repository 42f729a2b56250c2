"""The power goes at any moment of a match: every entry that the screen took is in the log, and none is there twice."""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from kozyr.engine.games.registry import game_named
from kozyr.engine.table.session import fold
from kozyr.engine.table.store import LogStore, read_log_file

KILLS = int(os.environ.get("KOZYR_KILLS", "3"))
"""How often; a long run is asked for by the environment."""
PROGRAM = Path(__file__).with_name("played_by_touch.py")


@pytest.mark.timeout(120 + 240 * KILLS)
def test_killed_at_random_moments_no_entry_is_lost_and_none_doubled(tmp_path: Path) -> None:
    log, rng = tmp_path / "match.kozyr.jsonl", random.Random(20261130)
    told = 0
    for number in range(KILLS):
        told = max(told, killed_once(log, number, rng.uniform(0.0, 2.5)))
        with LogStore.open(log) as store:
            seqs = [entry.seq for entry in store.read.entries]
        assert seqs == list(range(1, len(seqs) + 1)), "none twice, none between missing"
        assert told <= len(seqs) <= told + 1, "all that were told, and at most one that was on its way"
        told = len(seqs)
    read = read_log_file(log)
    assert read.error is None
    assert read.header is not None
    assert told >= KILLS
    assert not fold(game_named(read.header.game), read.header, read.entries).errors


def killed_once(log: Path, seed: int, after_s: float) -> int:
    """Runs the program, kills it so long after its first touch; the number of the last entry that it told."""
    environment = {**os.environ, "KOZYR_HOME": str(log.parent), "KIVY_HOME": str(log.parent / "kivy")}
    with subprocess.Popen(
        [sys.executable, str(PROGRAM), str(log), str(seed)], env=environment, stdout=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        lines: list[str] = []
        reader = threading.Thread(target=lambda: lines.extend(_lines(running)))
        reader.start()
        until = time.monotonic() + 200
        while not any(line.isdecimal() for line in lines) and time.monotonic() < until and running.poll() is None:
            time.sleep(0.01)
        time.sleep(after_s)
        running.kill()
        running.wait(20)
        reader.join(20)
    numbers = [int(line) for line in lines if line.isdecimal()]
    assert numbers, f"no touch was taken: {lines}"
    return numbers[-1]


def _lines(running: "subprocess.Popen[str]") -> Iterator[str]:
    assert running.stdout is not None
    for line in running.stdout:
        yield line.strip()
