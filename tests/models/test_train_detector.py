"""Training of the index detector runs from pictures to a network that the live backends open."""

from pathlib import Path

import cv2
import numpy as np
import onnxruntime
import pytest

from kozyr.datasets import decks
from kozyr.datasets.scenes import scene
from kozyr.datasets.single_network import SingleNetwork
from kozyr.engine.cards import DECK_52
from kozyr.models import train_detector, train_single
from kozyr.vision.detect import open_detector

faces = pytest.mark.skipif(
    not decks.deck("anglo").source.exists(), reason="card faces are not installed (gnome-cards-data)"
)


@faces
def test_a_data_set_is_pictures_with_oriented_boxes_and_is_not_drawn_twice(tmp_path: Path) -> None:
    images = train_detector.write_dataset(tmp_path, 3, 900, "train")
    files = sorted(images.glob("*.jpg"))
    assert [file.stem for file in files] == ["0000900", "0000901", "0000902"]
    before = [file.stat().st_mtime_ns for file in files]
    rows = []
    for file in files:
        assert cv2.imread(str(file)).shape == (416, 416, 3)
        text = (tmp_path / "labels" / "train" / f"{file.stem}.txt").read_text()
        rows += [line.split() for line in text.splitlines()]
    assert rows
    assert all(row[0] == "0" and len(row) == 9 for row in rows)
    corners = np.array(rows, float)[:, 1:]
    assert corners.min() >= 0
    assert corners.max() <= 1
    train_detector.write_dataset(tmp_path, 3, 900, "train")
    assert [file.stat().st_mtime_ns for file in files] == before


@faces
def test_with_a_class_for_each_card_the_labels_name_the_cards(tmp_path: Path) -> None:
    train_detector.write_dataset(tmp_path / "one", 3, 900, "train")
    train_detector.write_dataset(tmp_path / "all", 3, 900, "train", train_single.CLASSES)
    named = 0
    for number in range(900, 903):
        shown = {card.code for card in (label.card for label in scene(number, 416, "train")[1])}
        one, many = (
            (tmp_path / folder / "labels" / "train" / f"{number:07d}.txt").read_text().splitlines()
            for folder in ("one", "all")
        )
        assert [line.split()[1:] for line in one] == [line.split()[1:] for line in many]
        assert {train_single.CLASSES[int(line.split()[0])] for line in many} <= shown
        named += len({line.split()[0] for line in many} - {"0"})
    assert named > 0
    assert tuple(card.code for card in DECK_52) == train_single.CLASSES


@faces
@pytest.mark.train
@pytest.mark.timeout(600)
def test_training_validation_and_export_run_end_to_end(tmp_path: Path) -> None:
    made = train_detector.train(tmp_path, tiny=True, seed=3)
    assert made.is_file()
    assert made.stat().st_size < 6_100_000
    assert (tmp_path / "runs" / "detector" / "results.csv").read_text().count("\n") == 2
    picture = np.full((200, 320, 3), 120, np.uint8)
    for backend in ("onnx", "opencv", "ultralytics"):
        found = open_detector(backend, weights=made, long_sides_px=(416,)).find(picture)
        assert all(0 <= box.score <= 1 for box in found)


@faces
@pytest.mark.train
@pytest.mark.timeout(1200)
def test_a_single_network_begins_with_the_detectors_weights_and_reads_when_exported(tmp_path: Path) -> None:
    import torch

    train_detector.write_dataset(tmp_path / "one", 24, 3 * 50, "train")
    train_detector.write_dataset(tmp_path / "one", 8, 3 * 50, "validation")
    detector = train_detector.fit(tmp_path / "one", tiny=True, seed=3)
    made = train_single.train(tmp_path / "all", tiny=True, seed=3, start=detector)
    best = tmp_path / "all" / "runs" / "detector" / "weights" / "best.pt"
    assert made.name == "single-network.onnx"
    session = onnxruntime.InferenceSession(str(made), providers=["CPUExecutionProvider"])
    raw = session.run(None, {session.get_inputs()[0].name: np.zeros((1, 3, 64, 96), np.float32)})[0]
    assert raw.shape[1] == 4 + len(DECK_52) + 1
    first = "model.0.conv.weight"
    begun, went_on = (torch.load(file, weights_only=False)["model"].state_dict()[first] for file in (detector, best))
    assert (begun.float() - went_on.float()).abs().max() < 0.05
    readings = SingleNetwork(made, long_sides_px=(416,)).readings(np.full((200, 320, 3), 120, np.uint8), 2)
    assert all(one.card in DECK_52 and 0 <= one.confidence <= 1 for one in readings)
