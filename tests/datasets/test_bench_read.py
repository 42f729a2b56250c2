"""The reading benchmark counts as it says."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from kozyr.datasets.bench_read import LABELS, bench_read
from kozyr.engine.cards import Card
from kozyr.engine.errors import KozyrError
from kozyr.vision.types import CardReading, Image

OUTLINE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def folder_of(tmp_path: Path, rows: list[tuple[str, str, str]]) -> Path:
    lines = ["file\tcards\tsource\tnotes"]
    for shade, (file, labelled, source) in enumerate(rows):
        cv2.imwrite(str(tmp_path / file), np.full((8, 8, 3), shade, np.uint8))
        lines.append(f"{file}\t{labelled}\t{source}\t")
    (tmp_path / LABELS).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return tmp_path


def saying(*answers: str):  # type: ignore[no-untyped-def]
    """Reads the picture of shade n as the n-th answer."""

    def read(image: Image) -> tuple[CardReading, ...]:
        codes = answers[int(image[0, 0, 0])].split()
        return tuple(CardReading(Card.parse(code), 0.9, OUTLINE, ()) for code in codes)

    return read


def test_low_cards_count_neither_for_nor_against_and_strangers_count_against(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, [("a.png", "9H KS 2C", "one"), ("b.png", "AD", "two"), ("c.png", "", "two")])
    report = bench_read(folder, saying("9H 2C 3C", "AD", ""))
    total = report.total
    assert (total.wanted, total.found, total.reported, total.wrong) == (3, 2, 4, 1)
    assert total.recall == pytest.approx(2 / 3)
    assert total.precision == pytest.approx(3 / 4)
    assert report.pictures[0].missed == {Card.parse("KS")}
    assert report.pictures[0].wrong == {Card.parse("3C")}


def test_figures_are_given_per_source(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, [("a.png", "9H KS", "one"), ("b.png", "AD", "two")])
    report = bench_read(folder, saying("9H", "AD"))
    assert [(figures.source, figures.recall) for figures in report.sources] == [("one", 0.5), ("two", 1.0)]
    assert report.lines()[-1].startswith("all: 2 pictures, recall 0.667 (2/3), precision 1.000 (0 wrong of 2)")


def test_a_missing_folder_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(KozyrError, match=r"labels\.tsv is missing"):
        bench_read(tmp_path / "nowhere", saying())


def test_a_picture_that_is_none_is_one_sentence(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, [("a.png", "9H", "one")])
    (folder / "a.png").write_text("text")
    with pytest.raises(KozyrError, match="is no picture"):
        bench_read(folder, saying("9H"))


def rendered(tmp_path: Path, *cards: tuple[str, bool]) -> Path:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((8, 8, 3), np.uint8))
    told = [{"code": code, "readable": readable, "deck": "plain"} for code, readable in cards]
    (tmp_path / "a.json").write_text(json.dumps({"image": "a.png", "cards": told}), encoding="utf-8")
    return tmp_path


def test_of_rendered_pictures_a_card_that_nobody_can_read_counts_neither_way(tmp_path: Path) -> None:
    folder = rendered(tmp_path, ("9H", True), ("KS", False), ("AD", True))
    total = bench_read(folder, saying("9H KS QC")).total
    assert (total.wanted, total.found, total.reported, total.wrong) == (2, 1, 3, 1)
    assert bench_read(folder, saying("")).sources[0].source == "plain"


def test_a_damaged_label_of_a_rendered_picture_is_one_sentence(tmp_path: Path) -> None:
    folder = rendered(tmp_path, ("9H", True))
    (folder / "a.json").write_text("{}")
    with pytest.raises(KozyrError, match=r"a\.json does not tell"):
        bench_read(folder, saying(""))
