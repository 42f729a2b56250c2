"""The power goes at any moment of a match: every entry that the screen took is in the log, and none is there twice.

How often: ``KOZYR_KILLS=100 pytest -s tests/ui/tablet/test_killed.py``; it says what it did.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.acts import Dealt
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.session import fold
from kozyr.engine.table.store import LogStore, read_log_file

KILLS = int(os.environ.get("KOZYR_KILLS", "3"))
"""How often; a long run is asked for by the environment."""
PROGRAM = Path(__file__).with_name("played_by_touch.py")
MOST_TOUCHES = 6
"""Entries of a player before he is killed, at most."""
LONGEST_S = 0.15
"""Moments between two entries: about what a touch takes."""


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Any]:
    """The program that begins players."""
    environment = {**os.environ, "KOZYR_HOME": str(tmp_path), "KIVY_HOME": str(tmp_path / "kivy")}
    faults = (tmp_path / "stderr").open("w+")
    with subprocess.Popen(
        [sys.executable, str(PROGRAM)], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=faults,
        text=True, bufsize=1,
    ) as program:  # fmt: skip
        yield program
        program.kill()
    faults.close()


@pytest.mark.timeout(300 + 120 * KILLS)
def test_killed_at_random_moments_no_entry_is_lost_and_none_doubled(players: Any, tmp_path: Path) -> None:
    log, rng = tmp_path / "match.kozyr.jsonl", random.Random(20261130)
    told, while_starting, on_their_way, begun = 0, 0, 0, time.monotonic()
    for number in range(KILLS):
        last = killed_once(players, log, number, rng)
        while_starting += last is None
        told = max(told, last or 0)
        if not log.exists():
            continue
        with LogStore.open(log) as store:
            seqs = [entry.seq for entry in store.read.entries]
        assert seqs == list(range(1, len(seqs) + 1)), "none twice, none between missing"
        assert told <= len(seqs) <= told + 1, "all that were told, and at most one that was on its way"
        on_their_way += len(seqs) > told
        told = len(seqs)
    read = read_log_file(log)
    assert read.error is None
    assert read.header is not None
    assert told >= KILLS
    assert not fold(game_named(read.header.game), read.header, read.entries).errors
    deals = sum(isinstance(entry.act, Dealt) for entry in read.entries)
    print(
        f"\nkilled {KILLS} times, {while_starting} of them before a touch, in {time.monotonic() - begun:.0f} s: "
        f"{told} entries of {deals} deals, {on_their_way} of them on their way; none lost, none doubled"
    )


def killed_once(players: Any, log: Path, seed: int, rng: random.Random) -> int | None:
    """Has somebody play and kills him after so many entries, or while he starts; the last entry that he told."""
    touches, moment_s = rng.randrange(MOST_TOUCHES + 1), rng.uniform(0.0, LONGEST_S)
    players.stdin.write(f"{seed} {log}\n")
    word, player = heard(players, log).split()
    assert word == "began"
    numbers: list[int] = []
    while len(numbers) < touches:
        line = heard(players, log)
        assert line != "gone", f"the player ended by himself: {(log.parent / 'stderr').read_text()[-2000:]}"
        numbers += [int(line)] if line.isdecimal() else []
    time.sleep(moment_s if touches else moment_s * 4)
    os.kill(int(player), signal.SIGKILL)
    while (line := heard(players, log)) != "gone":
        numbers += [int(line)] if line.isdecimal() else []
    return numbers[-1] if numbers else None


def heard(players: Any, log: Path) -> str:
    """The next line; the machine may be as busy as it likes."""
    line = str(players.stdout.readline()).strip()
    assert line, f"the program ended: {(log.parent / 'stderr').read_text()[-2000:]}"
    return line
