"""Any word of the game, legal or not: for what was said against the rules, and to correct what was entered."""

from collections.abc import Mapping
from functools import partial
from itertools import takewhile
from typing import TYPE_CHECKING, Final

from kivy.uix.gridlayout import GridLayout

from kozyr.engine.acts import Called
from kozyr.engine.seats import Seat
from kozyr.engine.table.session import played_through
from kozyr.engine.view import Audience
from kozyr.ui.locale.text import call_text, tr
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.page import ChoicePage, Page, seat_page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Heading, Key, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.model import TableModel
    from kozyr.ui.tablet.screens.table import TableScreen

Group = tuple[str, tuple[str, ...], tuple[str, ...]]
"""(name, bids in rows of five, words)."""
_LADDER: Final = tuple(f"{level}{strain}" for level in (6, 7, 8, 9, 10) for strain in "SCDHN")
GROUPS: Final[Mapping[str, tuple[Group, ...]]] = {
    "debertz": (("bids", (), ("S", "H", "D", "C", "play", "pass")),),
    "preferans": (
        ("bids", _LADDER, ("pass", "here", "misere", "misere-dark", "9", "9-dark", "10-dark")),
        ("orders", tuple(f"order {bid}" for bid in _LADDER), ("talon-in-face", "without-three")),
        ("defence", (), ("whist", "half", "pass", "open", "closed", "look", "help", "write-off")),
    ),
}
"""Every word of a game by the part of the deal it belongs to; ``look`` stands for a look at each hand."""
_ORDER_STAGES: Final = ("talon", "discard", "order")


class OtherWordsPage(Page):
    """All words of the game for the seat on turn, or the plate touched, or any other.

    Given the ``seq`` of a call it corrects that, or with ``insert`` puts one that was missed before it.
    """

    whole = True

    def __init__(self, screen: "TableScreen", seq: int | None = None, insert: bool = False) -> None:
        self._seq, self._insert = seq, insert
        model = screen.model
        self._groups = GROUPS[model.session.game.name]
        expected = model.view.expectation
        corrected = self._corrected_of(screen)
        # Where all words stand on one page those that were not in order then stand back, as they do in play.
        is_one = len(self._groups) == 1 and corrected is not None and not insert
        self._legal = self._legal_then(model) if is_one else frozenset()
        self._seat: Seat | None = screen.acting or expected.caller or expected.seat
        self._at = self._first_group(model.view.stage)
        if corrected is not None:
            self._seat = corrected.seat
            self._at = self._group_of(corrected.call) if corrected.call != "pass" else self._passes_in(screen)
        super().__init__(screen)

    @property
    def unfinished(self) -> str:
        return tr("left.insert") if self._insert else ""

    def _corrected_of(self, screen: "TableScreen") -> Called | None:
        step = screen.model.standing(self._seq) if self._seq is not None else None
        return step.act if step is not None and isinstance(step.act, Called) else None

    def _legal_then(self, model: "TableModel") -> frozenset[str]:
        """What might have been said in the place of the call that is corrected; empty where that is not known."""
        game, line = model.session.game, model.line_of(self._seq or 0)
        before = tuple(takewhile(lambda step: step.seq != line, model.session.steps))
        state = played_through(game, game.start(model.session.header), before).state
        return frozenset(game.view(state, Audience.PLAYERS).expectation.calls)

    def _first_group(self, stage: str | None) -> int:
        if len(self._groups) == 1 or stage in (None, "bid"):
            return 0
        return 1 if stage in _ORDER_STAGES else 2

    def _passes_in(self, screen: "TableScreen") -> int:
        """The group in which the call that is corrected is a pass: the last one once something was ordered."""
        before = screen.model.calls_before(self._seq) if self._seq is not None else ()
        orders = {word for name, bids, words in self._groups if name == "orders" for word in (*bids, *words)}
        return len(self._groups) - 1 if orders.intersection(before) else 0

    def _group_of(self, call: str) -> int:
        found = (at for at, (_, bids, words) in enumerate(self._groups) if call in bids or call.split()[0] in words)
        return next(found, 0)

    def build(self) -> None:
        if self._seq is not None and self._corrected_of(self.screen) is None:
            return
        self.padding, self.spacing = theme.s * 5, theme.s * 5
        self.add_widget(Heading(text=self._title(), base_size=18, high=30))
        _, bids, words = self._groups[self._at]
        calls = [call for word in words for call in self._calls_of(word)]
        if bids:
            grid = GridLayout(cols=10 if theme.portrait else 5, spacing=theme.s * 5)
            for bid in bids:
                grid.add_widget(self._key(bid, 22))
            self.add_widget(grid)
        if theme.portrait:
            columns = max(4, (len(calls) + 1) // 2) if bids else 3
        else:
            columns = 4 if bids and len(calls) > 2 else 2
        rows = -(-len(calls) // columns)
        made = self.grid(columns, [self._key(call, 15 if bids else 22) for call in calls])
        if bids:
            made.size_hint_y, made.height = None, theme.s * (56 * rows + 5 * (rows - 1))
        self.row(*self._keys(), height=58)

    def _title(self) -> str:
        corrected = self._corrected_of(self.screen)
        if corrected is None:
            return tr("calls.who-said", seat=player(self.model, self._seat)) if self._seat else tr("calls.again")
        said = f"{player(self.model, corrected.seat)}, {coloured(call_text(corrected.call))}"
        return tr("auction.insert" if self._insert else "auction.correct", call=said)

    def _calls_of(self, word: str) -> tuple[str, ...]:
        if word != "look":
            return (word,)
        view = self.model.view
        return tuple(f"look {seat.seat}" for seat in view.seats if seat.is_playing and seat.seat is not view.declarer)

    def _key(self, call: str, size: float) -> Key:
        bid = call.removeprefix("order ")
        corrected = self._corrected_of(self.screen)
        is_chosen = corrected is not None and corrected.call == call and not self._insert
        is_lit = not self._legal or call in self._legal or is_chosen
        text = coloured(call_text(bid)) if is_lit else call_text(bid)
        lines = text.replace(" ", "\n", 1) if len(bid) > 4 and " " in call_text(bid) else text
        tone = "chosen" if is_chosen else "plain"
        made = key(lines, partial(self._say, call), base_size=size, tone=tone, pad=2, tip=call, lit=is_lit)
        if call in ("S", "H", "D", "C"):
            made.base_size = 48
        return made

    def _keys(self) -> list[Key]:
        keys = [key(tr("key.back"), self.screen.home, base_size=16, pad=2)]
        if len(self._groups) > 1:
            at = (self._at + 1) % len(self._groups)
            turn = partial(self._turn, at)
            keys.append(key(tr(f"calls.group.{self._groups[at][0]}"), turn, base_size=16, pad=2, tip="group"))
        if self._seq is None or self._insert:
            keys.append(key(tr("calls.who"), self._who, base_size=16, pad=2, tip="who"))
        if self._seq is not None and not self._insert:
            insert = partial(self.screen.open_page, OtherWordsPage, seq=self._seq, insert=True)
            taken = partial(self.screen.take_back, self._seq)
            keys += [
                key(tr("key.insert"), insert, base_size=16, pad=2, tip="insert"),
                key(tr("key.take-back"), taken, base_size=16, pad=2),
                *self.changes_keys(self._seq),
            ]
        return keys

    def _turn(self, at: int) -> None:
        self._at = at
        self.refresh()

    def _who(self) -> None:
        seats = self.model.session.header.seating.seats
        self.screen.open(seat_page(self.screen, tr("calls.who"), seats, self._chosen))

    def _chosen(self, seat: Seat) -> None:
        page = OtherWordsPage(self.screen, self._seq, self._insert)
        page._seat = seat
        page.refresh()
        if page.children:
            self.screen.open(page)

    def _say(self, call: str) -> None:
        corrected = self._corrected_of(self.screen)
        if self._seq is not None and not self._insert:
            act = self.screen.standing(self._seq, Called)
            if act is not None:
                self.screen.amend(partial(self.model.correction, self._seq, Called(act.seat, call)))
        elif self._seat is None or (self._insert and self._seat is corrected_seat(corrected)):
            seats = self.model.session.header.seating.seats
            ask = tr("auction.who", call=call_text(call))
            done = partial(self._said_by, call)
            self.screen.open(seat_page(self.screen, ask, seats, done, unfinished=self.unfinished))
        else:
            self._said_by(call, self._seat)

    def _said_by(self, call: str, seat: Seat) -> None:
        expected = self.model.view.expectation
        legal = call in expected.calls and seat in (expected.caller, expected.seat)
        if self._insert and self._seq is not None:
            self.screen.amend(partial(self.model.insertion, self._seq, Called(seat, call)))
        elif legal or (seat, call) in expected.calls_out_of_turn:
            self.screen.finish(self.model.call, seat, call)
        else:
            question = tr("auction.unlawful", call=f"{player(self.model, seat)}: {coloured(call_text(call))}")
            record = partial(self.screen.finish, self.model.call, seat, call)
            self.screen.open(ChoicePage(self.screen, question, ((tr("auction.record"), "plain", record),)))


def corrected_seat(corrected: Called | None) -> Seat | None:
    """Whose call is corrected."""
    return None if corrected is None else corrected.seat
