"""``--detail light`` and ``--threads``, for a small computer: what they change, and that cards are still read."""

import argparse
from pathlib import Path

import cv2
import pytest

from kozyr.ui.commands import read, table, watch
from kozyr.ui.eyes import DETAILS, open_eyes
from kozyr.ui.settings import datasets_folder
from kozyr.vision.detect import LIGHT_STILL_SIDES_PX, STILL_SIDES_PX
from kozyr.vision.fuse import read_picture


def parsed(command: object, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)  # type: ignore[attr-defined]
    return parser.parse_args(words)


@pytest.mark.parametrize(
    ("command", "needed"), [(read, ["a.png"]), (watch, ["0", "--log", "a.kozyr.jsonl"]), (table, [])]
)
def test_reading_watching_and_the_table_take_both(command: object, needed: list[str]) -> None:
    usual, light = parsed(command, *needed), parsed(command, *needed, "--detail", "light", "--threads", "3")
    assert (usual.detail, usual.threads) == ("full", None)
    assert (light.detail, light.threads) == ("light", 3)


def test_a_light_table_shows_the_detector_smaller_pictures(tmp_path: Path) -> None:
    words = ["0", "--log", "a.kozyr.jsonl", "--threads", "1"]
    full, light = (
        watch.open_pipeline(parsed(watch, *words, *more), tmp_path)._settings for more in ([], ["--detail", "light"])
    )
    assert full == DETAILS["full"]
    assert light.network_px_per_mm < 0.8 * full.network_px_per_mm


def test_a_light_look_at_a_still_picture_leaves_out_the_largest_size() -> None:
    assert set(LIGHT_STILL_SIDES_PX) < set(STILL_SIDES_PX)
    video = cv2.VideoCapture(str(datasets_folder() / "demo.mp4"))
    video.set(cv2.CAP_PROP_POS_MSEC, 20_500)
    picture = video.read()[1]
    video.release()
    found = [
        {card.card.code for card in read_picture(picture, *open_eyes(video=False, threads=1, detail=detail))}
        for detail in DETAILS
    ]
    assert found[0] == found[1] != set()
