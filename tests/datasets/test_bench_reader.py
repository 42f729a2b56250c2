"""What ``kozyr bench reader`` counts: an honest reader is calibrated, a boastful one is not, heights are told apart."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from kozyr.datasets import bench_reader, held_crops
from kozyr.datasets.bench_reader import ask, bins, figures, worst
from kozyr.datasets.crops import NO_INDEX
from kozyr.datasets.decks import deck
from kozyr.datasets.held_crops import BANDS_PX, HeldCrops
from kozyr.datasets.reliability_plot import Panel, calibration_error, reliability_svg

COUNT = 4000


class Told:
    """A reader that names the true label as often as asked for, with the probability asked for."""

    def __init__(self, held: HeldCrops, *, right: float, said: float) -> None:
        rng = np.random.default_rng(5)
        hit = rng.random(len(held.labels)) < right
        named = np.where(hit, held.labels, (held.labels + 1) % 52)
        self._rows = np.full((len(named), 53), (1 - said) / 52)
        self._rows[np.arange(len(named)), named] = said
        self._at = 0

    def chances(self, crops: np.ndarray) -> np.ndarray:
        self._at += len(crops)
        return self._rows[self._at - len(crops) : self._at]


@pytest.fixture(scope="module")
def held() -> HeldCrops:
    rng = np.random.default_rng(1)
    labels = rng.integers(0, 53, COUNT).astype(np.uint8)
    crops = np.zeros((COUNT, 48, 32, 3), np.uint8)
    return HeldCrops("validation", crops, labels, (np.arange(COUNT) % 3).astype(np.uint8))


def all_of(held: HeldCrops) -> np.ndarray:
    return np.ones(len(held.labels), bool)


def test_a_reader_that_is_right_as_often_as_it_says_is_calibrated(held: HeldCrops) -> None:
    answers = ask(Told(held, right=0.8, said=0.8), held)
    assert calibration_error(bins(answers, all_of(held))) < 0.02
    found = figures(answers, all_of(held))
    assert found["card_right"] == pytest.approx(0.8, abs=0.03)
    assert found["sure"] == 0.0
    assert found["sure_right"] is None


def test_a_boastful_reader_is_not(held: HeldCrops) -> None:
    answers = ask(Told(held, right=0.6, said=0.97), held)
    found = figures(answers, all_of(held))
    assert found["calibration_error"] == pytest.approx(0.37, abs=0.03)
    assert found["sure"] == 1.0
    assert found["sure_right"] == pytest.approx(0.6, abs=0.03)
    assert found["taken_from"]["0.99"]["wrong"] == 0
    assert found["taken_from"]["0.9"]["wrong"] == pytest.approx(0.4 * COUNT, rel=0.1)


def test_crops_without_an_index_count_for_themselves(held: HeldCrops) -> None:
    empty = HeldCrops("validation", held.crops, np.full(COUNT, NO_INDEX, np.uint8), held.bands)
    found = figures(ask(Told(empty, right=0.5, said=0.95), empty), all_of(held))
    assert found["cards"] == 0
    assert found["card_right"] is None
    assert found["none_right"] == pytest.approx(0.5, abs=0.03)
    assert found["sure_right"] == 0.0


def test_the_diagram_is_whole_svg_with_a_point_for_every_step(held: HeldCrops) -> None:
    found = bins(ask(Told(held, right=0.8, said=0.85), held), held.bands == 1)
    drawn = ElementTree.fromstring(reliability_svg([[Panel("one", found)], [Panel("two", found), Panel("none", ())]]))
    points = [part for part in drawn.iter() if part.tag.endswith("circle")]
    assert len(points) == 2 * len(found) == 2


def test_what_was_surely_wrong_is_pictured(held: HeldCrops) -> None:
    few = HeldCrops("validation", held.crops[:30], held.labels[:30], held.bands[:30])
    sheet = worst(ask(Told(few, right=0.0, said=0.95), few))
    assert sheet.shape == (172 * 3, 112 * 12, 3)
    assert sheet.min() == 0


@pytest.mark.skipif(not deck("orell").source.exists(), reason="card faces are not installed (gnome-cards-data)")
def test_crops_are_rendered_once_in_all_heights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_crops, "cache_folder", lambda: tmp_path)
    first = held_crops.held_crops("validation", 40)
    assert len(first.labels) == 40
    assert set(first.bands.tolist()) == set(range(len(BANDS_PX)))
    assert len(list(tmp_path.rglob("*.npz"))) == 1
    monkeypatch.setattr(held_crops, "_rendered", lambda split, count: pytest.fail("rendered again"))
    assert np.array_equal(held_crops.held_crops("validation", 40).crops, first.crops)


def test_thresholds_shown_are_those_in_force() -> None:
    from kozyr.engine.table.sightings import Caution
    from kozyr.vision.fuse import DEFAULTS
    from kozyr.vision.settle import SURE

    in_force = {DEFAULTS.accept_one, DEFAULTS.accept_two, DEFAULTS.accept_small, Caution().accept, SURE}
    assert in_force <= set(bench_reader.THRESHOLDS)
