"""Counting what was read in drawn pictures: readable cards found and missed, and why, and cards that are not there."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from kozyr.datasets.deck_pictures import Seen
from kozyr.datasets.scenes import IndexLabel
from kozyr.vision.types import CardReading, IndexReading

CAUSES: Final = ("unsure", "misread", "taken for no index", "index not found")
"""Why a readable card was missed."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts over some pictures."""

    wanted: int = 0
    """Readable cards."""
    found: int = 0
    """Of these, reported."""
    reported: int = 0
    """Cards reported."""
    wrong: int = 0
    """Of these, not to be seen in their picture."""
    wrong_readable: int = 0
    """Of the wrong ones, read at an index that a person can read; the others are read into what nobody can."""
    wanted_before: int = 0
    """Cards that the former definition called readable."""
    found_before: int = 0
    """Of these, reported."""

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(
            self.wanted + other.wanted, self.found + other.found,
            self.reported + other.reported, self.wrong + other.wrong, self.wrong_readable + other.wrong_readable,
            self.wanted_before + other.wanted_before, self.found_before + other.found_before,
        )  # fmt: skip

    def as_dict(self) -> dict[str, Any]:
        """Recall, precision and error with their counts."""
        return {
            "recall": _share(self.found, self.wanted),
            "precision": _share(self.reported - self.wrong, self.reported),
            "error_per_card": _share(self.wanted - self.found + self.wrong_readable, self.wanted),
            "precision_readable": _share(self.found, self.found + self.wrong_readable),
            "wrong_readable": self.wrong_readable,
            "readable": self.wanted, "found": self.found, "reported": self.reported, "wrong": self.wrong,
            "readable_by_former_definition": self.wanted_before, "found_of_these": self.found_before,
        }  # fmt: skip


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 4) if whole else None


def counted(seen: Seen, cards: Sequence[CardReading]) -> Figures:
    """Counts of the cards reported in one picture."""
    reported = frozenset(card.card for card in cards)
    wanted = seen.readable
    wrong = wrong_cards(seen, cards)
    readable = sum(any(_near(index, seen.legible) for index in card.indices) for card in wrong)
    before = seen.readable_before
    return Figures(
        len(wanted), len(wanted & reported), len(reported), len(wrong), readable, len(before), len(before & reported)
    )


def _near(reading: IndexReading, labels: Sequence[IndexLabel]) -> bool:
    """Whether a reading lies on one of the labelled indices."""
    return any(
        math.dist(reading.box.centre_px, np.mean(label.quad_px, axis=0))
        < 0.5 * math.dist(label.quad_px[0], label.quad_px[3])
        for label in labels
    )


def missed_cards(
    seen: Seen, cards: Sequence[CardReading], readings: Sequence[IndexReading]
) -> list[tuple[IndexLabel, str]]:
    """Each readable card that is not among ``cards``, by its clearest index, and why; one of CAUSES."""
    reported = frozenset(card.card for card in cards)
    found = []
    for card in sorted(seen.readable - reported, key=lambda one: one.code):
        causes = {label: _cause(label, readings) for label in seen.legible if label.card == card}
        found.append(min(causes.items(), key=lambda row: (CAUSES.index(row[1]), -_clear(row[0]))))
    return found


def _clear(label: IndexLabel) -> float:
    return 0.0 if label.left is None else min(label.left.rank_told, label.left.suit_told)


def _cause(label: IndexLabel, readings: Sequence[IndexReading]) -> str:
    near = [one for one in readings if _near(one, (label,))]
    if not near:
        return "index not found"
    if any(one.card == label.card for one in near):
        return "unsure"
    return "misread" if any(one.card is not None for one in near) else "taken for no index"


def wrong_cards(seen: Seen, cards: Sequence[CardReading]) -> list[CardReading]:
    """Reported cards of which nothing is to be seen."""
    return [card for card in cards if card.card not in seen.lying]
