"""The sheet of training pictures: what a tile is said to show was drawn, and nothing is said of what nobody sees."""

import numpy as np
import pytest

from kozyr.datasets import decks, preview
from kozyr.datasets.preview import WANTED, preview_sheet
from kozyr.datasets.scenes import described, scene

pytestmark = pytest.mark.skipif(
    not decks.deck("anglo").source.exists(), reason="card faces are not installed (gnome-cards-data)"
)


def test_a_told_picture_is_the_one_that_training_draws() -> None:
    picture, notes = described(700_000, 320)
    assert np.array_equal(picture, scene(700_000, 320)[0])
    assert notes[0].endswith(("open card", "open cards"))


def test_notes_follow_what_can_be_seen() -> None:
    told = [(scene(seed, 320)[1], described(seed, 320)[1]) for seed in range(700_000, 700_012)]
    for labels, notes in told:
        cards = {label.card for label in labels if label.visible > 0.7}
        assert abs(int(notes[0].split()[0]) - len(cards)) <= 2
        assert cards or not any(note.startswith("worn") for note in notes)
    assert len({note for _, notes in told for note in notes if "JPEG" not in note and "index" not in note}) > 12


@pytest.mark.parametrize(
    ("name", "fits", "fails"),
    [
        ("motion blur", ("2 open cards", "wood", "motion blur, 7 px"), ("2 open cards", "wood", "motion blur, 3 px")),
        ("heavy overlap, one corner left", ("9 open cards", "8 with one corner seen"), ("9 open cards",)),
        ("worn edges and creases", ("2 open cards", "worn cards, 90%", "index 31 px"), ("2 open cards", "index 31 px")),
        ("four-corner indices", ("3 open cards", "four-corner index"), ("3 open cards", "index 44 px")),
        ("cheap camera: JPEG below 42", ("3 open cards", "JPEG 37"), ("3 open cards",)),
    ],
)
def test_what_is_wanted_is_told_from_the_notes(name: str, fits: tuple[str, ...], fails: tuple[str, ...]) -> None:
    assert WANTED[name](fits)
    assert not WANTED[name](fails)


def test_the_sheet_has_a_captioned_tile_for_all_that_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "_SEEDS", 8)
    monkeypatch.setattr(preview, "_crops", lambda seed: np.full((50, 100, 3), 255, np.uint8))
    sheet = preview_sheet(700_000)
    found = len(list(preview._found(700_000)))
    assert 3 <= found <= 8
    assert sheet.shape == (-(-found // 7) * (264 + 62) + 58, 7 * 270, 3)
