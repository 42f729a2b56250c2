"""The result of a play entered by hand: small points by side, or tricks by player where those count."""

from functools import partial
from typing import TYPE_CHECKING, Final

from kozyr.engine.view import Phase
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.screens.page import Page
from kozyr.ui.tablet.screens.plates import scorer_text
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

DIGITS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
MOST_DIGITS: Final = 3
ACROSS: Final = 2
"""Sides beside one another."""
Counts = tuple[tuple[str, int], ...]
"""(side, points or tricks)."""


class TallyPage(Page):
    """A number for each side; the last side has what is left, where the whole is known.

    No points need not be no trick: of two sides one that took none is said so with a key of its own; where that does
    not tell everybody's tricks, they are asked next, and ``points`` are those entered before.
    """

    whole = keeps = True

    def __init__(self, screen: "TableScreen", points: Counts = ()) -> None:
        model = screen.model
        view = model.view
        self._points = points
        self._by_tricks = bool(view.sheet or points)
        takes = [seat.side for seat in view.seats if seat.is_playing or view.contract == "raspasy"]
        self._sides = tuple(takes) if view.sheet else model.sides
        self._typed = dict.fromkeys(self._sides, "")
        self._empty: set[str] = set()
        self._at = self._sides[0]
        super().__init__(screen)

    @property
    def total(self) -> int:
        """What all sides have together; 0 where nobody knows."""
        view = self.model.view
        if self._by_tricks:
            return max((seat.cards_left for seat in view.seats), default=0) + sum(seat.tricks for seat in view.seats)
        return view.expectation.points_in_all

    @property
    def rest(self) -> str | None:
        """The side that has what is left: the only one without a number."""
        open_sides = [side for side in self._sides if not self._typed[side]]
        return open_sides[0] if self.total and len(open_sides) == 1 else None

    def _value(self, side: str) -> int | None:
        if self._typed[side]:
            return int(self._typed[side])
        if side != self.rest:
            return None
        left = self.total - sum(int(typed) for typed in self._typed.values() if typed)
        return left if left >= 0 else None

    def build(self) -> None:
        self.spacing = theme.s * 5
        title = tr("tally.tricks" if self._by_tricks else "tally.points")
        self.add_widget(Heading(text=f"{title} · {self.total}" if self.total else title, high=30))
        for first in range(0, len(self._sides), ACROSS):
            self.row(*(self._side_key(side) for side in self._sides[first : first + ACROSS]), height=56)
        if self._is_settled:
            self._no_trick_key()
        keys = [key(digit, partial(self._type, digit), base_size=28, tip=f"digit-{digit}") for digit in DIGITS]
        keys += [key("←", self._erase, base_size=26), key("0", partial(self._type, "0"), base_size=28, tip="digit-0")]
        keys.append(self._done_key())
        self.grid(6 if theme.portrait else 3, keys)
        self.row(key(tr("key.back"), self.screen.home), height=54)

    @property
    def _is_settled(self) -> bool:
        """Whether a side's having no trick tells the tricks of all."""
        return not self._by_tricks and len(self._sides) == ACROSS and self.total > 0

    def _side_key(self, side: str) -> Key:
        value = self._value(side)
        shown = "–" if value is None else str(value)
        if side in self._empty:
            shown += f" · {tr('tally.no-trick.short')}"
        tone = "chosen" if side == self._at else "plain"
        return key(
            f"{scorer_text(self.model.view, side)}: {shown}",
            partial(self._choose, side),
            tone=tone,
            tip=f"tally-{side}",
        )

    def _no_trick_key(self) -> None:
        text = tr("tally.no-trick", side=scorer_text(self.model.view, self._at))
        tone = "chosen" if self._at in self._empty else "plain"
        self.row(key(text, self._toggle_empty, tone=tone, base_size=18, tip="no-trick"), height=56)

    def _done_key(self) -> Key:
        whole = all(self._value(side) is not None for side in self._sides)
        fits = whole and (not self.total or sum(self._value(side) or 0 for side in self._sides) == self.total)
        return key(tr("key.done"), self._done, tone="primary" if fits else "plain", lit=fits, base_size=20, tip="done")

    def _choose(self, side: str) -> None:
        self._at = side
        self.refresh()

    def _toggle_empty(self) -> None:
        self._empty ^= {self._at}
        if self._at in self._empty:
            self._typed[self._at] = "0"
        self.refresh()

    def _type(self, digit: str) -> None:
        self._typed[self._at] = (self._typed[self._at].lstrip("0") + digit)[:MOST_DIGITS]
        self.refresh()

    def _erase(self) -> None:
        self._typed[self._at] = self._typed[self._at][:-1]
        self.refresh()

    def _done(self) -> None:
        values = {side: self._value(side) for side in self._sides}
        unknown = [side for side, value in values.items() if value is None]
        if unknown:
            self._choose(unknown[0])
            return
        counts = tuple((side, value or 0) for side, value in values.items())
        if self.total and sum(count for _, count in counts) != self.total:
            self.screen.notice(tr("tally.sum", total=self.total))
        elif self._by_tricks:
            self.screen.finish(self.model.tally, self._points, counts)
        elif self._is_settled:
            self.screen.finish(self.model.tally, counts, self._tricks())
        elif any(not count for _, count in counts):
            self.screen.open_page(TallyPage, points=counts)
        else:
            self.screen.finish(self.model.tally, counts)

    def _tricks(self) -> Counts:
        """The tricks of two sides, when one of them took none; else the points tell enough."""
        if not self._empty:
            return ()
        left = max((seat.cards_left for seat in self.model.view.seats), default=0)
        all_tricks = left + sum(seat.tricks for seat in self.model.view.seats)
        return tuple((side, 0 if side in self._empty else all_tricks) for side in self._sides)


def can_tally(screen: "TableScreen") -> bool:
    """Whether the result may be entered by hand now."""
    view = screen.model.view
    played = view.phase is Phase.PLAY or "Played" in view.expectation.kinds
    return "Tallied" in view.expectation.kinds or (played and view.contract is not None)
