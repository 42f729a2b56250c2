"""Where the columns of a Debertz party's table stand, and how high its sums are. All lengths are in millimetres."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from kozyr.engine.games.debertz.protocol import PartyProtocol
from kozyr.ui.paper import frame, signs

NUMBER_MM: Final = 9.0
"""Width of the column of deals."""
ORDER_MM: Final = 15.0
"""Width of the column of orders."""
TOTAL_MM: Final = 7.5
"""Height of a sum."""
SIGNS_MM: Final = 5.6
"""How much a further line of signs adds to it."""
MARGIN_MM: Final = 11.0
"""What a sum leaves of its width for small points."""


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of one party's table: their left edges and what they are called."""

    party: PartyProtocol
    """What is told."""
    title: str
    """What it is called."""
    is_digit: bool
    """Whether it is told in digits; in signs if not."""

    @property
    def wide(self) -> float:
        """Of all columns of a side."""
        return (frame.RIGHT - frame.LEFT - NUMBER_MM - ORDER_MM) / max(1, len(self.party.sides))

    @property
    def sums(self) -> float:
        """Height of the accounts drawn anew, which may take several lines of signs."""
        if self.is_digit:
            return 0.0
        drawn = [signs.signs_of(self.party.account_of(side)) for side in self.party.sides]
        return TOTAL_MM + SIGNS_MM * (max(len(signs.lines_of(one, self.wide - MARGIN_MM)) for one in drawn) - 1)

    def left(self, side: int) -> float:
        """Where the columns of a side begin."""
        return frame.LEFT + NUMBER_MM + ORDER_MM + side * self.wide

    @property
    def columns(self) -> tuple[tuple[str, float], ...]:
        """(name, width) of the columns of a side."""
        sides = len(self.party.sides)
        if self.is_digit:
            return ("gained", self.wide * 0.38), ("account", self.wide * 0.4), ("letter", self.wide * 0.22)
        letter, column = (9.0, 11.5) if sides <= 2 else (7.0, 9.0) if sides == 3 else (5.5, 8.2)
        points = self.wide - letter - 2 * column
        return ("points", points), ("letter", letter), ("pluses", column), ("minuses", column)

    def edges(self, side: int) -> Iterator[tuple[str, float, float]]:
        """(name, left edge, width) of each column."""
        x = self.left(side)
        for name, wide in self.columns:
            yield name, x, wide
            x += wide
