"""A training set that may grow while it is used: each epoch draws from the pictures that exist by then."""

import random
from pathlib import Path
from typing import Any

import numpy as np
from ultralytics.data.dataset import YOLODataset
from ultralytics.utils.ops import segments2boxes


class GrowingSet(YOLODataset):  # type: ignore[misc, unused-ignore]
    """Oriented boxes from the pictures of a folder, a fixed number drawn at random an epoch."""

    def __init__(self, images: Path, settings: Any, data: dict[str, Any], drawn: int) -> None:
        self.folder, self.drawn = images, drawn
        self.seen: dict[str, dict[str, Any]] = {}
        super().__init__(
            img_path=str(images), imgsz=settings.imgsz, augment=True, hyp=settings, data=data, task="obb", prefix=""
        )

    def get_labels(self) -> list[dict[str, Any]]:
        """One record a picture, read from the label files beside the pictures."""
        self.look_again()
        self.im_files = list(self.seen)
        return list(self.seen.values())

    def look_again(self) -> None:
        """Take in the pictures written since."""
        for file in sorted(self.folder.glob("*.jpg")):
            if str(file) not in self.seen:
                self.seen[str(file)] = _record(file, int(self.imgsz))

    def __len__(self) -> int:
        return min(self.drawn, len(self.labels)) if hasattr(self, "labels") else self.drawn

    def __getitem__(self, index: int) -> Any:
        if index == 0 or random.random() < 1 / self.drawn:
            self._grow()
        return super().__getitem__(random.randrange(len(self.labels)))

    def _grow(self) -> None:
        before = len(self.seen)
        self.look_again()
        fresh = list(self.seen.items())[before:]
        self.labels += [record for _, record in fresh]
        self.im_files += [file for file, _ in fresh]
        self.npy_files += [Path(file).with_suffix(".npy") for file, _ in fresh]
        self.ims += [None] * len(fresh)
        self.im_hw0 += [None] * len(fresh)
        self.im_hw += [None] * len(fresh)
        self.ni = len(self.labels)


def _record(file: Path, side: int) -> dict[str, Any]:
    text = (file.parent.parent.parent / "labels" / file.parent.name / f"{file.stem}.txt").read_text()
    rows = np.array([line.split() for line in text.splitlines()], np.float32).reshape(-1, 9)
    segments = [row[1:].reshape(4, 2) for row in rows]
    return {
        "im_file": str(file),
        "shape": (side, side),
        "cls": rows[:, :1],
        "bboxes": segments2boxes(segments) if segments else np.zeros((0, 4), np.float32),
        "segments": segments,
        "keypoints": None,
        "normalized": True,
        "bbox_format": "xywh",
    }
