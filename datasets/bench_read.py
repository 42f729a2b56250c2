"""How well the cards of labelled still pictures are read: recall and precision per source of the pictures.

The folder holds pictures and ``labels.tsv`` with the columns ``file``, ``cards`` (codes with spaces) and ``source``;
or, for rendered pictures, beside each a JSON file of the same name with its cards, which of them a person can read,
and their deck.
"""

import csv
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from kozyr.engine.cards import DECK_32, Card, cards
from kozyr.engine.errors import KozyrError
from kozyr.vision.types import CardReading, Image

LABELS: Final = "labels.tsv"

ReadPicture = Callable[[Image], tuple[CardReading, ...]]
"""A picture to its cards, as ``vision.fuse.read_picture`` with its networks bound."""


@dataclass(frozen=True, slots=True)
class PictureResult:
    """One picture, read."""

    file: str
    """Its name in the folder."""
    source: str
    """Where it comes from."""
    labelled: tuple[Card, ...]
    """Every card that lies face-up in it."""
    reported: tuple[Card, ...]
    """Every card that was read."""
    ms: float
    """Time it took."""
    unreadable: tuple[Card, ...] = ()
    """Of the labelled cards, those that nobody can read; they count neither for nor against."""

    @property
    def wanted(self) -> frozenset[Card]:
        """The labelled cards from 7 to ace that can be read, which count for recall."""
        return frozenset(self.labelled) & frozenset(DECK_32) - frozenset(self.unreadable)

    @property
    def found(self) -> frozenset[Card]:
        """The wanted cards that were read."""
        return self.wanted & frozenset(self.reported)

    @property
    def missed(self) -> frozenset[Card]:
        """The wanted cards that were not read."""
        return self.wanted - frozenset(self.reported)

    @property
    def wrong(self) -> frozenset[Card]:
        """Reported cards, of any rank, that are not in the picture."""
        return frozenset(self.reported) - frozenset(self.labelled)


@dataclass(frozen=True, slots=True)
class ReadFigures:
    """Recall and precision over some pictures."""

    source: str
    """Which pictures."""
    pictures: int
    """How many."""
    wanted: int
    """Labelled cards from 7 to ace."""
    found: int
    """Of these, read."""
    reported: int
    """Cards read, of any rank."""
    wrong: int
    """Of these, not in their picture."""
    ms: float
    """Median time a picture."""

    @property
    def recall(self) -> float:
        """Share of the wanted cards that were found; 1 when none was wanted."""
        return self.found / self.wanted if self.wanted else 1.0

    @property
    def precision(self) -> float:
        """Share of the reported cards that lie in their picture; 1 when none was reported."""
        return 1 - self.wrong / self.reported if self.reported else 1.0

    def __str__(self) -> str:
        return (
            f"{self.source}: {self.pictures} pictures, recall {self.recall:.3f} ({self.found}/{self.wanted}), precision"
            f" {self.precision:.3f} ({self.wrong} wrong of {self.reported}), {self.ms:.0f} ms a picture"
        )


@dataclass(frozen=True, slots=True)
class ReadReport:
    """All of a folder."""

    pictures: tuple[PictureResult, ...]
    """Every picture, in the order of the labels."""

    @property
    def sources(self) -> tuple[ReadFigures, ...]:
        """Figures per source, by name."""
        names = sorted({picture.source for picture in self.pictures})
        return tuple(_figures(name, [p for p in self.pictures if p.source == name]) for name in names)

    @property
    def total(self) -> ReadFigures:
        """Figures over everything."""
        return _figures("all", self.pictures)

    def lines(self) -> tuple[str, ...]:
        """The report as text: a line a source, then the total."""
        return (*(str(figures) for figures in self.sources), str(self.total))


def _figures(name: str, pictures: list[PictureResult] | tuple[PictureResult, ...]) -> ReadFigures:
    return ReadFigures(
        source=name,
        pictures=len(pictures),
        wanted=sum(len(p.wanted) for p in pictures),
        found=sum(len(p.found) for p in pictures),
        reported=sum(len(set(p.reported)) for p in pictures),
        wrong=sum(len(p.wrong) for p in pictures),
        ms=float(np.median([p.ms for p in pictures])) if pictures else 0.0,
    )


def bench_read(folder: Path, read: ReadPicture | None = None) -> ReadReport:
    """Reads every labelled picture of a folder (EXIF rotation applied) and compares.

    ``read`` is what reads a picture; the shipped networks if None. Raises KozyrError when the folder or its labels are
    missing or damaged, and DetectorUnavailable when a network is.
    """
    labelled = _labelled(folder)
    reading = read or shipped_reading()
    return ReadReport(tuple(_result(folder, one, reading) for one in labelled))


@dataclass(frozen=True, slots=True)
class _Labelled:
    """A picture and what lies in it."""

    file: str
    source: str
    cards: tuple[Card, ...]
    unreadable: tuple[Card, ...] = ()


def _labelled(folder: Path) -> tuple[_Labelled, ...]:
    """The labels of a folder, of either form."""
    labels = folder / LABELS
    if not labels.is_file():
        rendered = tuple(_rendered(path) for path in sorted(folder.glob("*.json")))
        if rendered:
            return rendered
        raise KozyrError(f"{labels} is missing; give a folder of pictures with a {LABELS} of file, cards and source")
    with labels.open(encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(text, delimiter="\t"))
    try:
        return tuple(_Labelled(row["file"], row["source"], cards(row["cards"])) for row in rows)
    except (KeyError, AttributeError) as error:
        raise KozyrError(f"{labels} needs the columns file, cards and source") from error


def _rendered(path: Path) -> _Labelled:
    """The labels of a rendered picture, out of the JSON file beside it."""
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        shown = [(Card.parse(one["code"]), bool(one["readable"])) for one in told["cards"]]
        decks = sorted({str(one["deck"]) for one in told["cards"]})
        unreadable = tuple(card for card, readable in shown if not readable)
        return _Labelled(str(told["image"]), " ".join(decks), tuple(card for card, _ in shown), unreadable)
    except (ValueError, KeyError, TypeError) as error:
        raise KozyrError(f"{path} does not tell the image and the code, deck and readability of its cards") from error


def shipped_reading() -> ReadPicture:
    """Reads a picture with the networks that ship. Raises DetectorUnavailable when one is missing."""
    from kozyr.vision.detect import open_detector
    from kozyr.vision.fuse import read_picture
    from kozyr.vision.read import STILL, OnnxIndexReader

    detector, reader = open_detector(), OnnxIndexReader(settings=STILL)
    return lambda image: read_picture(image, detector, reader)


def _result(folder: Path, labelled: _Labelled, read: ReadPicture) -> PictureResult:
    picture = cv2.imread(str(folder / labelled.file), cv2.IMREAD_COLOR)
    if picture is None:
        raise KozyrError(f"{folder / labelled.file} is missing or is no picture")
    started = time.perf_counter()
    found = read(np.asarray(picture, dtype=np.uint8))
    ms = (time.perf_counter() - started) * 1000
    reported = tuple(one.card for one in found)
    return PictureResult(labelled.file, labelled.source, labelled.cards, reported, round(ms, 1), labelled.unreadable)
