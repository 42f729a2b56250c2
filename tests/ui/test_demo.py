"""The main job, whole: the shipped clip through pixels, networks, rules and screen, as a user runs it."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import pytest

from kozyr.datasets.clip_score import score_clip
from kozyr.engine.games.registry import game_named
from kozyr.engine.table.session import fold
from kozyr.engine.table.store import read_log_file
from kozyr.ui.settings import datasets_folder

TRUTH = json.loads((datasets_folder() / "demo.json").read_text("utf-8"))


def kozyr(*words: str) -> subprocess.CompletedProcess[str]:
    """Runs the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "kozyr", *words], capture_output=True, text=True, timeout=280, check=False
    )


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    """The demo clip through ``kozyr watch --json``: the log and the printed lines."""
    folder = tmp_path_factory.mktemp("watch")
    clip, calls, log = (
        datasets_folder() / "demo.mp4",
        datasets_folder() / "demo-calls.kozyr.jsonl",
        folder / "a.kozyr.jsonl",
    )
    run = kozyr("watch", str(clip), "--calls", str(calls), "--log", str(log), "--json")
    assert run.returncode == 0, run.stderr
    return log, [json.loads(line) for line in run.stdout.splitlines()]


def test_every_play_of_the_demo_is_right_or_asked_about(watched: tuple[Path, list[dict[str, Any]]]) -> None:
    read = read_log_file(watched[0])
    scored = score_clip(datasets_folder() / "demo.json", read.entries)
    assert scored["right"] + scored["asked"] == len(TRUTH["plays"]), scored["problems"]
    assert (scored["wrong"], scored["missing"], scored["false"]) == (0, 0, 0), scored
    assert scored["asked"] <= 4


def test_the_lines_of_watch_are_the_log_and_end_with_a_summary(watched: tuple[Path, list[dict[str, Any]]]) -> None:
    log, lines = watched
    entries = [line for line in lines if "act" in line]
    kept = [json.loads(row) for row in log.read_text("utf-8").splitlines()[1:]]
    assert [(row["seq"], row["act"]) for row in entries] == [(row["seq"], row["act"]) for row in kept]
    summary = lines[-1]["summary"]
    assert summary["frames"] == TRUTH["frames"]
    assert summary["plays"] == sum(row["act"]["type"] == "Played" for row in entries if row["act"])
    assert summary["questions"] == sum("question" in line for line in lines)


def test_the_revoke_is_flagged_with_its_clause_and_both_times(watched: tuple[Path, list[dict[str, Any]]]) -> None:
    run = kozyr("check", "--json", str(watched[0]))
    found = {row["offence"]: row for row in json.loads(run.stdout)["irregularities"]}
    assert set(found) == {"revoke", "out-of-turn"}
    revoke = found["revoke"]
    assert (revoke["law"], revoke["citation"], revoke["seat"]) == ("B-10", "Репино 4.3.4", "N")
    assert revoke["committed"] < revoke["proved"]


def test_the_score_equals_the_truth(watched: tuple[Path, list[dict[str, Any]]]) -> None:
    read = read_log_file(watched[0])
    assert read.header is not None
    game = game_named(read.header.game)
    report = game.report(fold(game, read.header, read.entries).state)
    assert dict(report.deals[-1].score) == TRUTH["expected"]["without_ruling"]["score"]


def test_pictures_of_asked_cards_lie_beside_the_log(watched: tuple[Path, list[dict[str, Any]]]) -> None:
    log, lines = watched
    names = [name for line in lines if "question" in line for name in line["question"]["crops"]]
    assert names
    for name in names:
        picture = cv2.imread(str(log.with_name("a.crops") / name))
        assert picture is not None
        assert min(picture.shape[:2]) > 30


def test_demo_without_a_display_narrates_judges_and_leaves_pictures(tmp_path: Path) -> None:
    run = kozyr("demo", "--headless", "--out", str(tmp_path), "--lang", "en")
    assert run.returncode == 0, run.stdout + run.stderr
    said = run.stdout
    assert "B-10, Репино 4.3.4" in said
    assert "0:05 E A♥" in said
    assert said.count("Equal to the truth.") == 2
    for name in ("table.png", "score.png", "judge.png", "ruling-1.png", "after-ruling.png", "trick-1.png"):
        picture = cv2.imread(str(tmp_path / name))
        assert picture is not None, name
        assert picture.shape[:2] == (800, 1280)
        assert picture.std() > 20
