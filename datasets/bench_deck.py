"""How much better a deck is read once it has been learnt: recall and precision before and after, by its letters.

Decks of the validation split may be tuned on; reserved decks only measure. A deck is learnt from four drawn pictures of
its suits and read on other drawn tables. A card is *readable* when a person can read one of its indices, as
``datasets.legible`` defines without any network: 16 pixels high or more, four fifths of rank and suit sign to be seen,
and neither lost in blur, glare, noise or compression: the picture still tells it from every other card of the deck.
Error per card counts readable cards missed and wrong readings of readable indices; precision counts every report.
A reported card is *wrong* when no index of it is to be seen in the picture. What was found of the cards that a former,
laxer definition called readable stands beside.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from kozyr.datasets.deck_lesson import lesson
from kozyr.datasets.deck_pictures import LETTERS, Seen, printings, table_picture
from kozyr.datasets.read_counts import Figures, counted, missed_cards, wrong_cards
from kozyr.datasets.scene_crops import inexact_box
from kozyr.datasets.scenes import Printing
from kozyr.engine.cards import DECK_32
from kozyr.vision.fuse import DEFAULTS, fuse, read_boxes
from kozyr.vision.read import OnnxIndexReader
from kozyr.vision.turns import find_all_ways
from kozyr.vision.types import Image, IndexBox, IndexDetector

SEEDS: Final = {"validation": 6_100_000, "reserved": 6_500_000}
"""The first picture's seed; the next deck's begins a thousand on."""
_LEARN_FROM: Final = 500
"""Seeds of the pictures to learn from, after the deck's first; a picture that does not fit is taken again."""
_SEEN: Final = 0.5
"""An index half covered is still found."""
_ALL_TURNS: Final = 4.0
"""The score of a box that is found in one of four turned pictures only, and as sure as if it were in all."""
_VIEW: Final = 3.0
"""A pictured failure shows so many heights of the index around it."""


class GivenPlaces:
    """Stands for the detector: it is told where the indices lie, and finds them as inexactly as a detector does.

    So the reader is measured alone, on many more pictures in the same time. It finds nothing that is no index.
    """

    def __init__(self) -> None:
        self._known: list[tuple[Image, tuple[IndexBox, ...]]] = []

    def show(self, seen: Seen) -> None:
        """From now on this picture can be searched."""
        random = np.random.default_rng((seen.seed, 98))
        boxes = tuple(inexact_box(random, one, _ALL_TURNS) for one in seen.labels if one.visible >= _SEEN)
        self._known = [*self._known[-3:], (seen.picture, boxes)]

    def find(self, image: Image, long_side_px: int | None = None) -> tuple[IndexBox, ...]:
        """The indices of a picture that was shown, as it was shown; none in any other."""
        return next((boxes for picture, boxes in self._known if picture is image), ())


Eyes = tuple[IndexDetector, OnnxIndexReader]
Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Trial:
    """One deck."""

    printing: Printing
    """Which."""
    letters: str
    """A key of LETTERS."""
    first_seed: int
    """Of its pictures."""
    before: Figures
    """Read as an unseen deck."""
    after: Figures
    """Read when learnt."""
    causes: Counter[str]
    """Why readable cards were missed after learning."""
    pictures_taken: int
    """How many were needed to learn it: 4 when each fitted at once; 0 when it could not be learnt."""


def bench_deck(
    eyes: Eyes,
    split: str = "reserved",
    *,
    decks: int = 4,
    pictures: int = 8,
    out: Path | None = None,
    tell: Tell | None = None,
) -> dict[str, Any]:
    """Figures by letters, ``decks`` of each and ``pictures`` of each deck; ``out`` gets a picture of every failure.

    ``tell`` hears a line a deck. Raises KozyrError when no card faces are installed.
    """
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
    trials = []
    for group, letters in enumerate(LETTERS):
        for number, printing in enumerate(printings(split, letters, decks)):
            seed = SEEDS[split] + 1000 * (100 * group + number)
            trial = _trial(eyes, printing, letters, (seed, pictures, split), out)
            trials.append(trial)
            if tell is not None:
                tell(_told(trial))
    rows = {letters: _summed([trial for trial in trials if trial.letters == letters]) for letters in LETTERS}
    return {"split": split, "first_seed": SEEDS[split], **rows, "all": _summed(trials)}


def _trial(eyes: Eyes, printing: Printing, letters: str, drawn: tuple[int, int, str], out: Path | None) -> Trial:
    seed, pictures, split = drawn
    detector, reader = eyes
    deck, taken = lesson(eyes, printing, seed + _LEARN_FROM, partial(_show, detector))
    before = after = Figures()
    causes: Counter[str] = Counter()
    for number in range(pictures):
        seen = table_picture(seed + number, printing, DECK_32, split)
        _show(detector, seen)
        found = find_all_ways(detector, seen.picture, DEFAULTS.turns)
        boxes = tuple(box for box in found if box.score >= DEFAULTS.least_score)
        reader.know(None)
        before += counted(seen, fuse(read_boxes(seen.picture, boxes, reader)))
        reader.know(deck)
        readings = read_boxes(seen.picture, boxes, reader)
        cards = fuse(readings)
        after += counted(seen, cards)
        missed = missed_cards(seen, cards, readings)
        causes.update(cause for _, cause in missed)
        if out is not None:
            for label, cause in missed:
                _picture(out, seen, label.quad_px, f"{label.card.code}-{cause.replace(' ', '-')}")
            for card in wrong_cards(seen, cards):
                _picture(out, seen, card.corners_px, f"{card.card.code}-wrong")
    reader.know(None)
    return Trial(printing, letters, seed, before, after, causes, taken)


def _show(detector: IndexDetector, seen: Seen) -> None:
    if isinstance(detector, GivenPlaces):
        detector.show(seen)


def _picture(out: Path, seen: Seen, quad: Sequence[tuple[float, float]], name: str) -> None:
    """Writes the place of a failure, enlarged, under a name that says what it is."""
    centre = np.mean(quad, axis=0)
    reach = max(_VIEW * math.dist(quad[0], quad[3]), 24.0)
    (x0, y0), (x1, y1) = (
        np.clip(np.round(centre + sign * reach).astype(int), 0, seen.picture.shape[0]) for sign in (-1, 1)
    )
    if x1 <= x0 or y1 <= y0:
        return
    part = cv2.resize(seen.picture[y0:y1, x0:x1], (360, 360), interpolation=cv2.INTER_CUBIC)
    cv2.imwrite(str(out / f"{seen.seed}-{name}.png"), part)


def _summed(trials: Sequence[Trial]) -> dict[str, Any]:
    causes: Counter[str] = sum((trial.causes for trial in trials), Counter())
    return {
        "decks": len(trials),
        "learnt": sum(trial.pictures_taken > 0 for trial in trials),
        "pictures_to_learn": sum(trial.pictures_taken for trial in trials),
        "before": sum((trial.before for trial in trials), Figures()).as_dict(),
        "after": sum((trial.after for trial in trials), Figures()).as_dict(),
        "missed_because": dict(causes),
    }


def _told(trial: Trial) -> str:
    printing = trial.printing
    name = printing.deck if printing.style_seed is None else f"{printing.deck} with index {printing.style_seed}"
    said = ", ".join(f"{word} {_counts(one)}" for word, one in (("before", trial.before), ("after", trial.after)))
    return f"{name} ({trial.letters}, seed {trial.first_seed}, {trial.pictures_taken} pictures to learn): {said}"


def _counts(one: Figures) -> str:
    wrong = f"{one.wrong} wrong of {one.reported}, {one.wrong_readable} of them at readable indices"
    return f"recall {one.found}/{one.wanted}, by the former definition {one.found_before}/{one.wanted_before} ({wrong})"
