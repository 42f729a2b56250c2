"""What ``kozyr render`` calls: files, sheets and one clear sentence for a bad wish."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from kozyr.datasets import decks, render
from kozyr.datasets.table_set import random_setting
from kozyr.engine.errors import KozyrError


def validation_decks() -> tuple[str, ...]:
    try:
        return decks.deck_names("validation")
    except KozyrError:
        return ()


needs_decks = pytest.mark.skipif(not validation_decks(), reason="no card faces are installed")


@needs_decks
def test_a_sheet_shows_as_many_moments_as_asked_for(tmp_path: Path) -> None:
    path = render.render_preview(tmp_path / "sheet.png", seed=3, pictures=2)
    assert cv2.imread(str(path)).shape == (360, 1280, 3)


@needs_decks
def test_a_scene_has_labels_inside_the_picture(tmp_path: Path) -> None:
    path = render.render_scene(4, tmp_path / "scene.png", size_px=320)
    truth = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert cv2.imread(str(path)).shape == (320, 320, 3)
    readable = [row for row in truth["indices"] if row["readable"]]
    assert readable
    assert all(-40 < v < 360 for row in readable for corner in row["quad_px"] for v in corner)


@needs_decks
def test_a_table_repeats_with_its_seed() -> None:
    first, again, other = (random_setting(seed, validation_decks()[0], (320, 180)) for seed in (1, 1, 2))
    assert np.array_equal(first.table.top, again.table.top)
    assert not np.array_equal(first.table.top, other.table.top)
    assert first.room == again.room


@pytest.mark.parametrize(
    ("name", "wishes", "sentence"),
    [
        ("deal.mp4", {"events": ("dance",)}, "no event"),
        ("deal.avi", {}, "must end in .mp4"),
        ("deal.mp4", {"fps": 0.0}, "positive number of frames"),
        ("deal.mp4", {"deck": "nonsense"}, "no deck"),
    ],
)
def test_a_bad_wish_is_one_sentence_and_leaves_nothing(
    tmp_path: Path, name: str, wishes: dict[str, object], sentence: str
) -> None:
    with pytest.raises(KozyrError, match=sentence):
        render.render_deal(1, tmp_path / name, **wishes)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
