"""The pair of networks that ships beside a single network that finds and reads at once, on the same drawn tables.

The pair keeps its thresholds. Of the single network's, the one is taken that finds most readable cards of the
validation decks at no less precision than the pair has there; then the decks of the split are read. A card is readable,
found, missed or wrong as in ``datasets.bench_deck``; two corners are counted once by the same fusion.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Protocol

from kozyr.datasets.bench_deck import SEEDS
from kozyr.datasets.deck_pictures import LETTERS, Seen, printings, table_picture
from kozyr.datasets.read_counts import CAUSES, Figures, counted, missed_cards
from kozyr.engine.cards import DECK_52
from kozyr.vision.fuse import DEFAULTS, FuseSettings, fuse
from kozyr.vision.turns import find_all_ways
from kozyr.vision.types import Image, IndexDetector, IndexReader, IndexReading

SINGLE: Final = "single network"
PAIR: Final = "detector and reader"
TRIED: Final = tuple(round(0.02 * step, 2) for step in range(3, 50))
"""Thresholds of the single network."""
_MOVED: Final = ("accept_two", "accept_fused", "accept_parted", "accept_small")
"""The thresholds of fusion that move with that of a lone corner."""


class Networks(Protocol):
    """What is compared."""

    size_bytes: int
    """Of its files."""

    def readings(self, image: Image, turns: int) -> tuple[IndexReading, ...]:
        """The index readings of a BGR picture and of its ``turns`` - 1 quarter turns."""
        ...


class Pair:
    """A detector and a reader, as ``vision.fuse.read_indices`` runs them."""

    def __init__(self, detector: IndexDetector, reader: IndexReader, files: Sequence[Path]) -> None:
        """``files``: where the two were loaded from."""
        self._detector, self._reader = detector, reader
        self.size_bytes = sum(file.stat().st_size for file in files)

    def readings(self, image: Image, turns: int) -> tuple[IndexReading, ...]:
        """The index readings of a BGR picture and of its ``turns`` - 1 quarter turns."""
        found = find_all_ways(self._detector, image, turns)
        return self._reader.read(image, tuple(box for box in found if box.score >= DEFAULTS.least_score))


@dataclass(frozen=True, slots=True)
class Look:
    """A picture as the networks read it, without its pixels."""

    seen: Seen
    """What a person sees."""
    readings: Mapping[str, tuple[IndexReading, ...]]
    """By the networks' name."""
    cpu_ms: Mapping[str, float]
    """Processor time it took, all threads together."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    name: str
    """Of the networks."""
    accept: float
    """Least confidence of a card of which one corner was read."""
    figures: Figures
    """Over all pictures."""
    causes: Counter[str] = field(default_factory=Counter)
    """Why readable cards were missed."""
    cpu_ms: float = 0.0
    """Processor time a picture, mean."""
    size_bytes: int = 0
    """Of the files."""

    def __str__(self) -> str:
        made = self.figures
        cells = (
            self.name, f"{self.accept:.2f}", f"{made.found / max(1, made.wanted):.3f} ({made.found} of {made.wanted})",
            f"{1 - made.wrong / max(1, made.reported):.3f} ({made.wrong} wrong of {made.reported})",
            str(made.wrong_readable), *(str(self.causes[cause]) for cause in CAUSES),
            f"{self.cpu_ms:.0f} ms", f"{self.size_bytes / 1e6:.1f} MB",
        )  # fmt: skip
        return f"| {' | '.join(cells)} |"


HEAD: Final = "\n".join(
    (
        "| networks | threshold | recall of readable cards | precision | wrong at readable indices |"
        f" {' | '.join(f'missed: {cause}' for cause in CAUSES)} | processor time a picture | files |",
        "|" + "---|" * (7 + len(CAUSES)),
    )
)
"""Of the table."""


def bench_networks(
    networks: Mapping[str, Networks],
    split: str = "reserved",
    *,
    decks: int = 4,
    pictures: int = 8,
    turns: int = DEFAULTS.turns,
    tell: Callable[[str], None] | None = None,
) -> tuple[Row, ...]:
    """A row for each of the networks: PAIR, SINGLE, and what other pairs there are.

    ``decks`` of each kind of letters and ``pictures`` of each deck are read, of the validation split to choose and of
    ``split`` to measure. ``tell`` hears a line a deck. Raises KozyrError when no card faces are installed.
    """
    asked = decks, pictures, turns
    tuned = tuple(looks(networks, "validation", asked, tell))
    accept = chosen(tuned, counted_at(tuned, PAIR, DEFAULTS))
    measured = tuned if split == "validation" else tuple(looks(networks, split, asked, tell))
    return tuple(_row(name, networks[name], measured, accept if name == SINGLE else None) for name in networks)


def looks(
    networks: Mapping[str, Networks], split: str, asked: tuple[int, int, int], tell: Callable[[str], None] | None = None
) -> Iterator[Look]:
    """Pictures of a split, read by all; ``asked``: decks of each kind of letters, pictures of each, turns."""
    decks, pictures, turns = asked
    for group, letters in enumerate(LETTERS):
        for number, printing in enumerate(printings(split, letters, decks)):
            first = SEEDS[split] + 1000 * (100 * group + number)
            for seed in range(first, first + pictures):
                yield _look(networks, table_picture(seed, printing, DECK_52, split), turns)
            if tell is not None:
                tell(f"{split}: {printing.deck} ({letters}, first seed {first}) read")


def _look(networks: Mapping[str, Networks], seen: Seen, turns: int) -> Look:
    readings, spent = {}, {}
    for name, one in networks.items():
        started = time.process_time()
        readings[name] = one.readings(seen.picture, turns)
        spent[name] = 1000 * (time.process_time() - started)
    return Look(replace(seen, picture=seen.picture[:0]), readings, spent)


def accepting(threshold: float) -> FuseSettings:
    """Fusion that accepts a card at this confidence of one corner; its other thresholds move along with that."""
    share = threshold / DEFAULTS.accept_one
    others = {name: min(1.0, share * getattr(DEFAULTS, name)) for name in _MOVED}
    return replace(DEFAULTS, accept_one=threshold, **others)


def counted_at(seen: Sequence[Look], name: str, settings: FuseSettings) -> Figures:
    """Counts of what the networks of that name read in the pictures, with these thresholds."""
    return sum((counted(one.seen, fuse(one.readings[name], settings)) for one in seen), Figures())


def chosen(tuned: Sequence[Look], pair: Figures) -> float:
    """The threshold of the single network that finds most at no less precision than the pair's.

    Where it never is as precise, the most precise one.
    """

    def worth(threshold: float) -> tuple[float, int]:
        made = counted_at(tuned, SINGLE, accepting(threshold))
        return min(_precision(made), _precision(pair)), made.found

    return max(TRIED, key=worth)


def _precision(made: Figures) -> float:
    return 1 - made.wrong / made.reported if made.reported else 0.0


def _row(name: str, networks: Networks, measured: Sequence[Look], accept: float | None) -> Row:
    settings = DEFAULTS if accept is None else accepting(accept)
    causes: Counter[str] = Counter()
    for one in measured:
        readings = one.readings[name]
        causes.update(cause for _, cause in missed_cards(one.seen, fuse(readings, settings), readings))
    spent = sum(one.cpu_ms[name] for one in measured) / max(1, len(measured))
    figures = counted_at(measured, name, settings)
    return Row(name, settings.accept_one, figures, causes, spent, networks.size_bytes)
