"""Training the index reader runs end to end on a few crops."""

import json
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("PIL")
from kozyr.models.train_reader import train
from kozyr.vision.read import OnnxIndexReader
from kozyr.vision.types import IndexBox


@pytest.mark.train
def test_a_tiny_run_renders_trains_validates_and_exports(tmp_path: Path) -> None:
    written = train(tmp_path / "reader.onnx", tiny=True, seed=1, crops=tmp_path / "crops")
    figures = json.loads(written.with_suffix(".json").read_text())
    assert 0.3 < figures["temperature"] < 3.1
    assert [row["split"] for row in figures["figures"]] == ["validation"]
    reading = OnnxIndexReader(written).read(np.full((90, 90, 3), 200, np.uint8), (IndexBox((45, 45), 20, 40, 0, 1),))
    assert len(reading[0].alternatives) == 5
