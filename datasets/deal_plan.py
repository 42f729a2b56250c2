"""Which deal is shown how: the game, the deck, the table, the camera and the players of each of many rendered deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from kozyr.datasets.careless_tables import tables_of
from kozyr.datasets.deck_pictures import printings
from kozyr.datasets.game_staging import GameDeal, game_deal
from kozyr.datasets.scenes import Printing
from kozyr.engine.games import registry

GAMES: Final = tuple(registry.GAMES)
"""The games in turn."""
_LETTERS: Final = (
    "latin",
    "cyrillic",
    "latin",
    "cyrillic",
    "latin",
    "latin",
    "cyrillic",
    "latin",
    "cyrillic",
    "german",
)
"""What is printed on the decks of ten deals in a row: as decks are found on tables here."""
_DECKS: Final = 40
"""Decks of each kind of letters, before they come round again."""
_FIRST_SEED: Final = {"validation": 7_100_000, "reserved": 7_500_000}
_FPS: Final = (15.0, 15.0, 20.0, 25.0)


@dataclass(frozen=True, slots=True)
class DealPlan:
    """One deal to be rendered."""

    number: int
    """Its place among the deals, from 1."""
    seed: int
    """Of everything that is drawn at random."""
    deal: GameDeal
    """The cards and the words."""
    table: str
    """The game, the format and the edition, as in ``careless_tables``."""
    printing: Printing
    """The deck."""
    letters: str
    """A key of ``deck_pictures.LETTERS``."""
    fps: float
    """Pictures a second."""
    quality: int
    """Of the stream's coder (``video_coding``); 0 for a camera whose pictures come as they are."""
    off_mm: tuple[float, float]
    """How far the camera hangs beside the middle of the table."""

    @property
    def name(self) -> str:
        """Names it in figures and files."""
        style = "" if self.printing.style_seed is None else f"-{self.printing.style_seed}"
        return f"{self.number:03}-{self.table.replace(' ', '-')}-{self.printing.deck}{style}"


def planned(number: int, split: str, seed: int, games: Sequence[str] = GAMES, tricks: int = 99) -> DealPlan:
    """The deal of that number, from 1; the same arguments always give the same one.

    ``tricks``: no more than so many are played. Raises KozyrError when no deck of the split is installed.
    """
    own = _FIRST_SEED[split] + 1000 * seed + number
    rng = np.random.default_rng([own, 31])
    at = number - 1
    names = tables_of(games[at % len(games)])
    table = names[at // len(games) % len(names)]
    letters = _LETTERS[at % len(_LETTERS)]
    decks = _decks(split, letters)
    earlier = sum(_LETTERS[k % len(_LETTERS)] == letters for k in range(at))
    return DealPlan(
        number, own, _played_out(table, own, tricks), table, decks[(earlier + 7 * seed) % len(decks)], letters,
        float(rng.choice(_FPS)), int(rng.choice([0, 62, 74, 86])),
        (float(rng.uniform(-55, 55)), float(rng.uniform(-22, 22))),
    )  # fmt: skip


@lru_cache(maxsize=16)
def _decks(split: str, letters: str) -> tuple[Printing, ...]:
    return printings(split, letters, _DECKS)


def _played_out(table: str, seed: int, tricks: int) -> GameDeal:
    """A deal in which cards are played: in some, all pass."""
    tries = (game_deal(table, seed + 100_000_000 * attempt, tricks) for attempt in range(50))
    return next(deal for deal in tries if deal.lays)
