"""The pictures kept beside a log are evidence: whole, and never written over."""

from pathlib import Path

import numpy as np
import pytest

from kozyr.ui.runner import CropFolder, crop_folder

PICTURE = np.full((20, 30, 3), 128, dtype=np.uint8)


def test_pictures_of_a_resumed_log_do_not_replace_the_earlier_ones(tmp_path: Path) -> None:
    folder = crop_folder(tmp_path / "evening.kozyr.jsonl")
    before = [CropFolder(folder).keep("card", PICTURE)]
    before.append(CropFolder(folder).keep("card", PICTURE))
    (folder / "notes.txt").write_text("by hand")
    after = CropFolder(folder).keep("card", PICTURE)
    assert len({*before, after}) == 3
    assert sorted(path.name for path in folder.glob("*.jpg")) == sorted(str(name) for name in (*before, after))


def test_a_picture_that_could_not_be_written_whole_is_not_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_bytes

    def full(path: Path, data: bytes) -> int:
        write(path, data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    folder = CropFolder(tmp_path / "evening.crops")
    assert folder.keep("card", PICTURE) is None
    assert list(folder.folder.iterdir()) == []
