"""Every backend passes the same test: it finds the corner indices of real pictures, or says what is missing."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from kozyr.datasets import decks
from kozyr.datasets.scenes import IndexLabel, scene
from kozyr.engine.errors import DetectorUnavailable
from kozyr.models.measure_detector import lies_on, measure
from kozyr.vision.detect import WEIGHTS, open_detector

needs_weights = pytest.mark.skipif(not WEIGHTS.is_file(), reason="the detector has not been trained yet")
needs_faces = pytest.mark.skipif(
    not decks.deck("anglo").source.exists(), reason="card faces are not installed (gnome-cards-data)"
)
BACKENDS = ("onnx", "opencv")


@needs_weights
@needs_faces
@pytest.mark.parametrize("backend", BACKENDS)
def test_most_readable_indices_are_found_and_little_else(backend: str) -> None:
    figures = measure(open_detector(backend, long_sides_px=(640,)), "validation", pictures=24, size_px=416)
    assert figures.readable > 40
    assert figures.recall >= 0.85
    assert figures.precision >= 0.78


@needs_weights
@needs_faces
@pytest.mark.parametrize("seed", [5_000_013, 5_000_017])
def test_the_same_indices_are_found_in_a_picture_turned_by_quarters(seed: int) -> None:
    picture, labels = scene(seed, 416, "validation")
    detector = open_detector("onnx", long_sides_px=(416,))
    readable = [label for label in labels if label.readable]
    assert len(readable) >= 5
    for quarter in range(4):
        turned = [_turned(label, quarter, picture.shape[0]) for label in readable]
        finds = detector.find(np.ascontiguousarray(np.rot90(picture, quarter)))
        assert sum(any(lies_on(find, label) for find in finds) for label in turned) >= len(readable) - 1


def _turned(label: IndexLabel, quarters: int, side: int) -> IndexLabel:
    """The label in the picture turned anticlockwise by quarters, as ``np.rot90`` does."""
    points = label.quad_px
    for _ in range(quarters):
        points = tuple((y, side - 1 - x) for x, y in points)
    return replace(label, quad_px=points)


@needs_weights
def test_backends_agree() -> None:
    picture = np.random.default_rng(3).integers(0, 255, (300, 416, 3)).astype(np.uint8)
    picture[60:220, 80:200] = 250
    first, second = (open_detector(name, long_sides_px=(416,), least_score=0.001).find(picture) for name in BACKENDS)
    assert len(first) == len(second)
    for one, other in zip(first[:5], second[:5], strict=True):
        assert one.score == pytest.approx(other.score, abs=0.02)


@needs_weights
@pytest.mark.parametrize("shape", [(1, 1), (7, 900), (33, 31), (480, 640)])
def test_a_picture_of_any_size_is_accepted(shape: tuple[int, int]) -> None:
    assert open_detector("onnx", long_sides_px=(320,)).find(np.full((*shape, 3), 90, np.uint8)) == ()


@pytest.mark.parametrize("backend", BACKENDS)
def test_missing_and_damaged_weights_are_told_in_a_sentence(backend: str, tmp_path: Path) -> None:
    with pytest.raises(DetectorUnavailable, match="missing"):
        open_detector(backend, weights=tmp_path / "none.onnx")
    damaged = tmp_path / "damaged.onnx"
    damaged.write_bytes(b"not a network")
    with pytest.raises(DetectorUnavailable, match="damaged"):
        open_detector(backend, weights=damaged)


def test_an_unknown_backend_is_told_in_a_sentence() -> None:
    with pytest.raises(DetectorUnavailable, match="choose one of onnx, opencv, ultralytics"):
        open_detector("tensorflow")
