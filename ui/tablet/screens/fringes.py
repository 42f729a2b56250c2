"""What lies between a player's plate and the trick: what he has declared and the cards that lie open. No Kivy in here.

Above and below the trick they stand in one row, so that they take the least of its height; at the sides the words stand
below the plate and the cards above it. All in layout units.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.view import DeclarationView, Phase, TableView
from kozyr.ui.locale.text import declaration_text, tr
from kozyr.ui.tablet.screens.said_with_cards import is_asked, lack_text

PLATE: Final = (226, 62)
"""A plate above or below."""
SIDE_PLATE: Final = (132, 116)
"""A plate at a side."""
MARGIN: Final = 11
"""Between the edge of the felt and a plate."""
GAP: Final = 5
"""Between a plate and what lies before it, and between that and the trick."""
CHIP: Final = 41
"""The height of what was declared."""
TALL_CHIP: Final = 44
"""Its height at a side, where it may be two lines."""
CLEAR: Final = 10
"""Free above and below what was declared: a finger that comes down there means it, so it is 9 mm high to a finger."""
CHIP_BESIDE: Final = 150
"""The width of what was declared where the cards stand beside it."""
LEAST_CHIP: Final = 100
"""And where there is little room."""
SIDE_GAP: Final = 3
"""Between a plate at a side and the cards above it."""
SIDE_CLEAR: Final = 8
"""Between a plate at a side and the words below it: less than elsewhere, for the last trick's key lies below them."""
TINY: Final = (30, 40)
"""A card of an open hand."""
SIDE_TINY: Final = (27, 38)
"""A card of an open hand at a side: five stand above the plate, and no wider than the trick leaves room."""
SIDE_ACROSS: Final = 5
"""Cards of an open hand in a row at a side."""

SMALL: Final = (60, 84)
"""A card that lies open in a corner."""
CORNER: Final = 18
"""From the left edge to what lies open in the corner."""
CAPTION: Final = 130
"""The width of the word below it."""
PICTURE: Final = (168, 164)
"""What the camera and its picture take in the lower right corner."""
CLOCK: Final = (160, 76)
"""What the clock takes in the upper right corner."""
LAST_TRICK: Final = (142, 60)
"""The key that shows the last trick."""
TOWARD: Final = {Seat.S: (0, -1), Seat.N: (0, 1), Seat.W: (-1, 0), Seat.E: (1, 0)}
"""The direction of each seat from the middle."""


@dataclass(frozen=True, slots=True)
class Fringe:
    """What lies before one player."""

    said: tuple[str, ...] = ()
    """His declarations, the word for those that nobody has shown, and what a word with a card lacks."""
    missed: tuple[int, ...] = ()
    """The entries of those that fell because nobody showed them."""
    entries: tuple[int, ...] = ()
    """The entries of all."""
    cards: tuple[Card, ...] = ()
    """His cards that lie open."""

    @property
    def high(self) -> float:
        """The height of the row above or below the trick; 0 where nothing lies there."""
        words = CHIP + 2 * (CLEAR - GAP) if self.said else 0
        return max(words, TINY[1] if self.cards else 0)

    @property
    def reach(self) -> float:
        """How far from the edge of the felt the trick must stay, above or below."""
        return MARGIN + PLATE[1] + GAP + (self.high + GAP if self.high else 0)


def fringes(view: TableView) -> Mapping[Seat, Fringe]:
    """What lies before every seat while calls are made or cards are played."""
    if view.phase not in (Phase.AUCTION, Phase.PLAY):
        return {seat.seat: Fringe() for seat in view.seats}
    waiting = dict(view.expectation.showings) if view.phase is Phase.PLAY else {}
    made: dict[Seat, Fringe] = {}
    for seat in view.seats:
        own = [one for one in told(view) if one.seat == seat.seat and one.seq not in waiting]
        own = own if view.phase is Phase.PLAY else []
        missed = tuple(one.seq for one in own if one.unshown)
        lacks = dict.fromkeys(lack_text(view, one) for one in own if one.amiss is not None)
        words = tuple(declaration_text(one.declaration) if is_asked(view, one) else declared_text(one) for one in own)
        said = words + ((tr("showing.missed.short"),) if missed else ()) + tuple(lacks)
        made[seat.seat] = Fringe(said, missed, tuple(one.seq for one in own), seat.open_hand)
    return made


def told(view: TableView) -> tuple[DeclarationView, ...]:
    """The declarations as people speak of them: a word said too early and again with its card was said once."""
    stand = [one for one in view.declarations if one.amiss is None and one.counts is not False]
    return tuple(one for one in view.declarations if not any(_repeats(one, other) for other in stand))


def _repeats(one: DeclarationView, other: DeclarationView) -> bool:
    """Whether ``one`` came to nothing because ``other``, the same word of the same player, stands."""
    alike = one.declaration == other.declaration or one.amiss is not None
    same = one.seat is other.seat and one.declaration.split()[0] == other.declaration.split()[0]
    return one is not other and same and alike and (one.counts is False or one.amiss is not None)


def declared_text(declaration: DeclarationView) -> str:
    """A declaration, with what it is worth once that is settled; a cross before it when it does not count."""
    text = declaration_text(declaration.declaration)
    if declaration.counts is None:
        return text
    return f"{text} +{declaration.value}" if declaration.counts and declaration.value else f"✕ {text}"


class Box(NamedTuple):
    """A place on the felt: units from its left and its lower edge."""

    x: float
    y: float
    wide: float
    high: float


class Laid(NamedTuple):
    """Where a fringe lies."""

    words: Box | None
    """What was declared."""
    cards: tuple[Box, ...]
    """The cards in their order."""


def row(fringe: Fringe, plate: Box, taken: Iterable[Box], wide: float, *, is_above: bool) -> Laid:
    """Words and cards side by side before a plate above or below the trick, clear of what is taken beside it.

    ``wide``: of the felt. Where there is little room the words become narrower first, then the cards.
    """
    low = plate.y - GAP - fringe.high if is_above else plate.y + plate.high + GAP
    left, right = _room(low, fringe.high, taken, wide)
    many, room = len(fringe.cards), right - left
    full = (CHIP_BESIDE if many else PLATE[0]) if fringe.said else 0
    gap = GAP if full and many else 0
    words = min(full, max(LEAST_CHIP, room - gap - many * (TINY[0] + 2))) if many else min(full, room)
    step = min(TINY[0] + 2, (room - words - gap) / max(many, 1))
    whole = words + gap + step * many
    x = min(max(left, plate.x + (plate.wide - whole) / 2), right - whole)
    middle = low + fringe.high / 2
    card, first = min(TINY[0], step - 1), x + words + gap
    cards = tuple(Box(first + step * at + (step - card) / 2, middle - TINY[1] / 2, card, TINY[1]) for at in range(many))
    return Laid(Box(x, middle - CHIP / 2, words, CHIP) if full else None, cards)


def _room(low: float, high: float, taken: Iterable[Box], wide: float) -> tuple[float, float]:
    """From where to where nothing is taken between two heights, as seen from the middle."""
    near = [box for box in taken if box.y < low + high and low < box.y + box.high]
    left = max((box.x + box.wide + GAP for box in near if box.x + box.wide / 2 < wide / 2), default=MARGIN)
    return left, min((box.x - GAP for box in near if box.x + box.wide / 2 > wide / 2), default=wide - MARGIN)


def beside(fringe: Fringe, plate: Box) -> Laid:
    """At a side: the words below the plate, the cards in rows above it."""
    words = Box(plate.x, plate.y - SIDE_CLEAR - TALL_CHIP, plate.wide, TALL_CHIP) if fringe.said else None
    wide, tall = SIDE_TINY
    across = min(SIDE_ACROSS, len(fringe.cards))
    left = plate.x + plate.wide / 2 - across * (wide + 1) / 2
    places = (divmod(at, SIDE_ACROSS) for at in range(len(fringe.cards)))
    above = plate.y + plate.high + SIDE_GAP
    return Laid(words, tuple(Box(left + c * (wide + 1), above + r * (tall + 1), wide, tall) for r, c in places))


def squeezed(high: float, need: float, north: float, south: float) -> tuple[float, float]:
    """(scale, shift upwards) of a trick that needs ``need`` to each side of its middle on a felt ``high`` high.

    ``north`` and ``south``: how much is taken at the edges. It stays in the middle as long as it fits there.
    """
    scale = min(1.0, (high - north - south) / (2 * need))
    below, above = -(high / 2 - south - need * scale), high / 2 - north - need * scale
    return scale, min(max(0.0, below), above)


def turned_up(view: TableView) -> tuple[Card, ...]:
    """What lies open in the upper left corner: nothing while a hand takes its place."""
    is_taken = any(seat.open_hand and TOWARD[seat.seat][0] < 0 for seat in view.seats)
    return () if is_taken or view.phase not in (Phase.AUCTION, Phase.PLAY) else view.turned_up


def corners(view: TableView, wide: float, high: float) -> list[Box]:
    """What is taken in the corners: what lies open, the clock, the last trick, the camera and its picture."""
    made = [Box(wide - CLOCK[0], high - CLOCK[1], *CLOCK), Box(wide - PICTURE[0], 0, *PICTURE), Box(0, 0, *LAST_TRICK)]
    corner = turned_up(view)
    if corner:
        across = CORNER + max(len(corner) * (SMALL[0] + 6), CAPTION)
        made.append(Box(0, high - SMALL[1] - 38, across, SMALL[1] + 38))
    return made
