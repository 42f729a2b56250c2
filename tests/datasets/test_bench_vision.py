"""The clip benchmark counts what it says it counts."""

import importlib.util
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kozyr.datasets import bench_vision as bench
from kozyr.datasets.clip_score import score_clip
from kozyr.datasets.truth_eyes import TruthEyes, labelled_cards
from kozyr.engine.acts import Act, Dealt, Played
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Source
from kozyr.vision.detect import WEIGHTS as DETECTOR
from kozyr.vision.read import WEIGHTS as READER

CORNERS = [[100.0, 100.0], [160.0, 100.0], [160.0, 190.0], [100.0, 190.0]]
PLAYS = [("W", "AC", 30), ("N", "9C", 60), ("E", "KC", 90), ("S", "AS", 120)]


def labels(folder: Path, irregularities: tuple[dict[str, Any], ...] = ()) -> Path:
    plays = [
        {"n": n, "trick": 1, "frame_settled": frame, "seat": seat, "card": card, "corners_px": CORNERS}
        for n, (seat, card, frame) in enumerate(PLAYS, start=1)
    ]
    whole = {
        "clip": "t.mp4",
        "fps": 15,
        "plays": plays,
        "collections": [{"trick": 1, "winner": "W", "frame_start": 150, "frame_end": 160}],
        "irregularities": list(irregularities),
    }
    path = folder / "t.json"
    path.write_text(json.dumps(whole), encoding="utf-8")
    return path


def entry(seq: int, act: Act | None, at_ms: int, **more: Any) -> Entry:
    return Entry(seq, at_ms, more.pop("source", Source.CAMERA), act, **more)


def played(seat: str, code: str | None) -> Played:
    return Played(Seat(seat), None if code is None else Card.parse(code))


def log(*plays: Entry) -> list[Entry]:
    return [entry(1, Dealt(Seat.S), 0), *plays]


def test_a_perfect_log_is_all_right(tmp_path: Path) -> None:
    entries = log(*(entry(n, played(s, c), f * 1000 // 15 - 100) for n, (s, c, f) in enumerate(PLAYS, start=2)))
    score = score_clip(labels(tmp_path), entries)
    assert [score[key] for key in ("plays", "right", "asked", "wrong", "missing", "false")] == [4, 4, 0, 0, 0, 0]
    assert (score["seat_right"], score["order_right"], score["problems"]) == (4, True, [])


def test_wrong_asked_missing_and_false_are_told_apart(tmp_path: Path) -> None:
    entries = log(
        entry(2, played("W", "AC"), 2000, why="doubtful"),
        entry(3, played("N", "9S"), 4000),
        entry(4, played("E", None), 6000),
        entry(5, played("E", "7H"), 30_000),
    )
    score = score_clip(labels(tmp_path), entries)
    assert [score[key] for key in ("right", "asked", "wrong", "missing", "false")] == [0, 2, 1, 1, 1]
    assert score["asked_and_guessed_right"] == 1
    assert [row["verdict"] for row in score["problems"]] == ["asked", "wrong", "asked", "missing"]
    assert score["false_plays"] == ["E 7H at 30000 ms"]


def test_a_correction_counts_as_it_stands_and_as_asked_when_a_person_made_it(tmp_path: Path) -> None:
    entries = log(
        entry(2, played("W", "10C"), 2000),
        entry(3, played("W", "AC"), 2500, replaces=2),
        entry(4, played("N", "9S"), 4000),
        entry(5, played("N", "9C"), 9000, replaces=4, source=Source.TOUCH),
    )
    score = score_clip(labels(tmp_path), entries)
    assert [score[key] for key in ("right", "asked", "wrong", "missing")] == [1, 1, 0, 2]


def test_another_order_is_noticed(tmp_path: Path) -> None:
    entries = log(entry(2, played("N", "9C"), 2200), entry(3, played("W", "AC"), 2300))
    assert score_clip(labels(tmp_path), entries)["order_right"] is False


def test_labelled_offences_are_looked_for(tmp_path: Path) -> None:
    event = {"type": "revoke", "trick": 1, "seat": "S", "card": "AS"}
    score = score_clip(labels(tmp_path, (event,)), log())
    assert score["irregularities"] == {
        "events": [{"type": "revoke", "seat": "S", "trick": 1, "found": False}],
        "found": 0,
        "of": 1,
        "false": [],
    }


def test_truth_eyes_see_the_labelled_corners_in_any_part_of_the_frame(tmp_path: Path) -> None:
    eyes = TruthEyes(labelled_cards(labels(tmp_path)))
    picture = np.zeros((300, 300, 3), np.uint8)
    eyes.show(40, picture)
    whole = eyes.find(picture)
    assert [reading.card for reading in eyes.read(picture, whole)] == [Card.parse("AC")] * 2
    part = picture[80:200, 90:180]
    moved = eyes.find(part)
    assert moved[0].centre_px == pytest.approx((whole[0].centre_px[0] - 90, whole[0].centre_px[1] - 80))
    eyes.show(10, picture)
    assert eyes.find(picture) == ()


@pytest.mark.skipif(not (DETECTOR.is_file() and READER.is_file()), reason="needs the trained networks")
def test_speed_without_ultralytics_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    writer = cv2.VideoWriter(str(tmp_path / "t.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 15, (320, 192))
    for at in range(12):
        writer.write(np.full((192, 320, 3), 60 + at, np.uint8))
    writer.release()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    result = bench.bench_vision(tmp_path / "t.mp4")
    assert result["frames"] == 12
    assert result["watch"]["fps"] > 0 < result["watch"]["cpu_s_per_video_s"]
    assert "ultralytics is not installed" in result["plain"]
