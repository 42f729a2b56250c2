"""Training the index detector from scratch on synthetic tables, and exporting it.

The network has one class, the corner index of a card, as an oriented box. It is trained on seeded pictures of
``kozyr.datasets.scenes`` only; nothing is downloaded and no pretrained weights are used. ``models.train_single`` uses
the same functions for a network with a class for each card.
"""

import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from kozyr.datasets.scenes import IndexLabel, scene
from kozyr.engine.errors import KozyrError
from kozyr.models.compact import halve_weights

TILE_PX: Final = 416
"""Side of a training picture."""
RECIPE: Final = "yolo11n-obb.yaml"
"""Architecture, built with random weights."""
WEIGHTS: Final = Path(__file__).parent / "index-detector.onnx"
"""Where the shipped detector lies."""
SEED: Final = 20130
ONE_CLASS: Final = ("index",)
"""What the detector tells apart: nothing."""
_LABELLED_SHARE: Final = 0.7
"""An index less visible than this is neither taught as one nor counted."""
_THREADS: Final = 2
_DESCRIPTION: Final = "detector.yaml"
_ABOUT: Final = "Kozyr index detector: oriented boxes of card corner indices; see index-detector.md"


def write_dataset(out: Path, count: int, seed: int, split: str, classes: Sequence[str] = ONE_CLASS) -> Path:
    """Write ``count`` labelled pictures under ``out``/images/``split`` and ``out``/labels/``split``.

    Labels are oriented boxes, one line an index: its class and four corners in fractions of the picture. ``classes``
    are codes of cards; with one class every index is of it. Pictures that are already there are kept, so an
    interrupted run goes on. Raises KozyrError when no deck is installed.
    """
    images, labels = out / "images" / split, out / "labels" / split
    images.mkdir(parents=True, exist_ok=True)
    labels.mkdir(parents=True, exist_ok=True)
    for number in range(seed, seed + count):
        file = images / f"{number:07d}.jpg"
        if file.exists():
            continue
        picture, indices = scene(number, TILE_PX, split)
        lines = [line for label in indices if (line := _line(label, classes)) is not None]
        (labels / f"{number:07d}.txt").write_text("".join(lines))
        _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 93])
        file.write_bytes(data.tobytes())
    return images


def _line(label: IndexLabel, classes: Sequence[str]) -> str | None:
    quad = np.array(label.quad_px)
    high = float(np.linalg.norm(quad[3] - quad[0]))
    if label.visible < _LABELLED_SHARE or high < 9 or not (label.readable or high >= 12):
        return None
    points = np.clip(quad / TILE_PX, 0, 1).reshape(-1)
    number = 0 if len(classes) == 1 else classes.index(label.card.code)
    return f"{number} " + " ".join(f"{v:.5f}" for v in points) + "\n"


def train(
    out: Path,
    *,
    hours: float | None = None,
    tiny: bool = False,
    seed: int = SEED,
    threads: int = _THREADS,
    start: Path | None = None,
) -> Path:
    """Train on the pictures under ``out`` (written there first where missing) and export the best weights to ONNX.

    ``hours`` limits the training time; ``tiny`` runs everything on a few pictures, to prove that it runs; ``start`` are
    weights (.pt) to go on from. Returns the ONNX file, ``out``/index-detector.onnx. Raises KozyrError when the training
    extra is not installed.
    """
    counts = (24, 8) if tiny else (24_000, 300)
    write_dataset(out, counts[0], seed * 50, "train")
    write_dataset(out, counts[1], seed * 50, "validation")
    best = fit(out, hours=hours, tiny=tiny, seed=seed, threads=threads, start=start)
    return export(best, out / WEIGHTS.name)


def fit(
    out: Path,
    *,
    hours: float | None = None,
    tiny: bool = False,
    seed: int = SEED,
    threads: int = _THREADS,
    classes: Sequence[str] = ONE_CLASS,
    class_weight: float = 0.5,
    start: Path | None = None,
) -> Path:
    """Train on the pictures that lie under ``out``; the best weights, ``out``/runs/detector/weights/best.pt.

    Pictures added while it runs are used from the next epoch on. ``start`` are weights (.pt) to go on from, whatever
    their number of classes; without them training starts from random ones. ``class_weight`` is what a wrong class
    costs, ultralytics' own if left out; boxes cost 7.5.
    """
    _quiet_ultralytics(out)
    try:
        from ultralytics.models.yolo.obb import OBBTrainer
    except ImportError as error:
        raise KozyrError(
            "training needs the train extra; run: pip install torch torchvision, then '.[train]'"
        ) from error
    from kozyr.models.growing_set import GrowingSet

    pictures_an_epoch = 16 if tiny else 2000

    class Trainer(OBBTrainer):  # type: ignore[misc, unused-ignore]
        """Trains on a growing folder, a fixed number of random pictures an epoch."""

        def build_dataset(self, img_path: str, mode: str = "train", batch: int | None = None) -> Any:
            if mode != "train":
                return super().build_dataset(img_path, mode, batch)
            return GrowingSet(Path(img_path), self.args, self.data, pictures_an_epoch)

    settings = _settings(out, hours, tiny, seed)
    settings |= {"cls": class_weight, "pretrained": False if start is None else str(start)}
    _describe(out, classes)
    trainer = Trainer(overrides=settings)
    trainer.add_callback("on_train_start", lambda running: _speed_up(running, threads))
    trainer.train()
    return Path(trainer.best if Path(trainer.best).exists() else trainer.last)


def export(weights: Path, target: Path, about: str = _ABOUT) -> Path:
    """Write the ONNX form of ``weights``: any input size in steps of 32, raw output, licence in its metadata."""
    _quiet_ultralytics(target.parent)
    from ultralytics import YOLO

    with tempfile.TemporaryDirectory() as folder:
        copied = Path(shutil.copy(weights, Path(folder) / "index-detector.pt"))
        made = YOLO(str(copied)).export(format="onnx", imgsz=TILE_PX, dynamic=True, nms=False, simplify=True, opset=17)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(str(made), target)
    halve_weights(target, about)
    return target


def _settings(out: Path, hours: float | None, tiny: bool, seed: int) -> dict[str, Any]:
    settings: dict[str, Any] = {
        "model": RECIPE, "data": str(out / _DESCRIPTION), "imgsz": TILE_PX, "batch": 8 if tiny else 16, "nbs": 16,
        "epochs": 1 if tiny else 40, "optimizer": "AdamW", "lr0": 0.0015, "lrf": 0.02, "warmup_epochs": 0.5,
        "weight_decay": 0.0005, "mosaic": 0.0, "fliplr": 0.0, "degrees": 0.0, "scale": 0.25, "translate": 0.08,
        "hsv_h": 0.02, "hsv_s": 0.4, "hsv_v": 0.3, "erasing": 0.0, "amp": False, "device": "cpu", "workers": 0,
        "seed": seed, "plots": False, "cache": False, "project": str((out / "runs").resolve()),
        "name": "detector", "exist_ok": True, "patience": 0, "verbose": False,
    }  # fmt: skip
    if hours is not None and not tiny:
        settings["time"] = hours
    return settings


def _describe(out: Path, classes: Sequence[str]) -> None:
    places = f"path: {out.resolve()}\ntrain: images/train\nval: images/validation\n"
    names = "".join(f"  {number}: {name}\n" for number, name in enumerate(classes))
    (out / _DESCRIPTION).write_text(f"{places}names:\n{names}")


def _quiet_ultralytics(folder: Path) -> None:
    """No downloads, no telemetry, and its settings beside our files; must run before its first import."""
    place = (folder / "settings").resolve()
    (place / "Ultralytics").mkdir(parents=True, exist_ok=True)
    os.environ.update(YOLO_OFFLINE="1", YOLO_AUTOINSTALL="0", YOLO_CONFIG_DIR=str(place))
    plain = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
    for name in ("Arial.ttf", "Arial.Unicode.ttf"):
        if plain.exists() and not (place / "Ultralytics" / name).exists():
            shutil.copy(plain, place / "Ultralytics" / name)


def _speed_up(trainer: Any, threads: int) -> None:
    """Channels last and half-length floats: half the time for the same losses on a CPU."""
    import torch

    torch.set_num_threads(threads)
    trainer.model.to(memory_format=torch.channels_last)
    plain: Callable[..., Any] = trainer.model.forward

    def forward(*args: Any, **options: Any) -> Any:
        with torch.autocast("cpu", torch.bfloat16):
            return plain(*args, **options)

    trainer.model.forward = forward
