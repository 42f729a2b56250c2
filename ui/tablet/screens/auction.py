"""The auction pad: one tap for a bid at the lowest level, a stepper for a higher one, everything sayable recordable."""

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from kozyr.engine.acts import Called
from kozyr.engine.seats import Seat
from kozyr.engine.view import Expectation
from kozyr.ui.locale.text import bid_parts, call_text, denomination_text, tr
from kozyr.ui.tablet.kept import kept
from kozyr.ui.tablet.people import player
from kozyr.ui.tablet.screens.page import ChoicePage, Page, seat_page
from kozyr.ui.tablet.theme import theme
from kozyr.ui.tablet.widgets import Key, Text, coloured, key

if TYPE_CHECKING:
    from kozyr.ui.tablet.screens.table import TableScreen

DENOMINATIONS: Final = ("S", "H", "D", "C", "N", "A")
LEVELS: Final = range(8, 100)
"""The numbers that a bid may carry."""
CAPO_LEVEL: Final = 25
"""The lowest number of a capo."""
AT_ONCE: Final = 27
"""So many numbers stand on a page of them."""
LOW: Final = 58
"""The height of a row of keys where there are many, units."""
CAPOS: Final = ("", "capo", "capo-hand")
_parts: Final = lru_cache(maxsize=2048)(bid_parts)
"""Of the hundreds of calls that are legal at every turn."""


class AuctionPage(Page):
    """Calls for the seat on turn or the plate that was touched.

    Given the ``seq`` of a call it corrects that, or with ``insert`` puts one that was missed before it.
    """

    keeps = stays = True

    def __init__(self, screen: "TableScreen", seq: int | None = None, insert: bool = False) -> None:
        self._seq, self._insert = seq, insert
        self.whole = seq is not None
        self._level: int | None = None
        self._capo = ""
        self._turn: object = None
        self._goes_on = False
        super().__init__(screen)

    @property
    def unfinished(self) -> str:
        return tr("left.insert") if self._insert else ""

    def again(self) -> None:
        self._turn = None
        super().again()

    def build(self) -> None:
        if self._seq is not None and self._corrected() is None:
            return
        expected = self.model.view.expectation
        legal = set(expected.calls) if self._seq is None else set()
        self._forget_level(expected)
        self.heading(self._title())
        if self._closes and not self._goes_on:
            self._last_pass(legal)
            return
        level = self._level or self._lowest(expected)
        steps = (
            key("−", partial(self._step, -1), base_size=34, tip="level-down"),
            key(str(level), self._pick_level, base_size=40, tone="quiet", tip="level"),
            key("+", partial(self._step, 1), base_size=34, tip="level-up"),
        )
        capo = [
            key(tr(f"auction.{kind}"), partial(self._toggle, kind), tone="chosen" if self._capo == kind else "plain")
            for kind in CAPOS[1:]
        ]
        if self._seq is not None and not self._insert:
            self._corrections(level, steps, capo)
            return
        bids = [self._bid_key(letter, level, legal) for letter in DENOMINATIONS]
        anywhere = {call for _, call in expected.calls_out_of_turn}
        said = [self._say_key(call, legal | (anywhere if call != "pass" else set())) for call in ("contra", "recontra")]
        if theme.portrait:
            self.row(*steps, *capo)
            self.grid(6, bids)
            self.row(*said)
        else:
            self.row(*steps)
            self.grid(3, bids)
            self.row(*capo)
            self.row(*said)
        self.row(self._say_key("pass", legal), height=76)
        if self._seq is not None:
            self.row(*self._correcting_keys(self._seq))

    @property
    def _closes(self) -> bool:
        """Whether all others have passed, so that one more pass closes the auction."""
        calls = [call.call for call in self.model.view.calls if call.stands]
        others = len(self.model.view.seats) - 1
        asked = self._seq is None and self.screen.acting is None and "pass" in self.model.view.expectation.calls
        is_bid = any(_parts(call) is not None for call in calls)
        return asked and is_bid and all(call == "pass" for call in calls[-others:])

    def _last_pass(self, legal: set[str]) -> None:
        """What closes the auction alone: who takes it for closed touches cards, and no bid may lie below them."""
        highest = [call.call for call in self.model.view.calls if call.stands and _parts(call.call) is not None][-1]
        said = tr("auction.closes", call=coloured(call_text(highest)))
        self.add_widget(kept(Text, text=said, base_size=21, color=theme.text, padding=(theme.s * 8, theme.s * 6)))
        self.fill()
        self.row(key(tr("auction.goes-on"), self._go_on, base_size=20, tip="goes-on"))
        self.row(self._say_key("pass", legal), height=76)

    def _go_on(self) -> None:
        self._goes_on = True
        self.refresh()

    def _corrections(self, level: int, steps: tuple[Key, ...], capo: list[Key]) -> None:
        """Every bid near the one that was entered, the higher above the lower: the right one is one touch."""
        assert self._seq is not None
        middle = min(max(level, LEVELS[0] + 1), LEVELS[-1] - 1)
        bids = [self._near_key(letter, near) for near in (middle + 1, middle, middle - 1) for letter in DENOMINATIONS]
        for one in capo:
            one.base_size, one.pad = 17, 3
        said = [self._say_key(call, set()) for call in ("contra", "recontra", "pass")]
        for one in said:
            one.base_size, one.tone, one.pad = 18, "plain", 3
        if theme.portrait:
            self.row(*steps, *capo)
        else:
            self.row(*steps, height=LOW)
        self.grid(len(DENOMINATIONS), bids).spacing = theme.s * 4
        if not theme.portrait:
            self.row(*capo, height=LOW)
        self.row(*said, height=LOW)
        self.row(*self._correcting_keys(self._seq), height=LOW)

    def _near_key(self, letter: str, level: int) -> Key:
        call, act = self._call_of(letter, level), self._corrected()
        tone = "chosen" if act is not None and act.call == call else "plain"
        text = coloured(call_text(f"{level}{letter}").replace(" ", "\u00a0"))
        return key(text, partial(self._say, call), base_size=22, tone=tone, pad=2, tip=call)

    def _correcting_keys(self, seq: int) -> list[Key]:
        back = key(tr("key.back"), self.screen.home, base_size=17)
        if self._insert:
            return [back]
        insert = partial(self.screen.open_page, AuctionPage, seq=seq, insert=True)
        return [
            back,
            key(tr("key.insert"), insert, base_size=17),
            key(tr("key.take-back"), partial(self.screen.take_back, seq), base_size=17),
            *self.changes_keys(seq, base_size=17),
        ]

    def _title(self) -> str:
        if self._seq is not None:
            act = self._corrected()
            call = f"{player(self.model, act.seat)}, {coloured(call_text(act.call))}" if act else ""
            return tr("auction.insert" if self._insert else "auction.correct", call=call)
        return tr("auction.whose", seat=player(self.model, self._seat(self.model.view.expectation)))

    def _seat(self, expected: Expectation) -> Seat | None:
        """For whom a call is entered: the plate that was touched, else whose word it is."""
        return self.screen.acting or expected.caller or expected.seat

    def _corrected(self) -> Called | None:
        step = self.model.standing(self._seq) if self._seq is not None else None
        return step.act if step is not None and isinstance(step.act, Called) else None

    def _forget_level(self, expected: Expectation) -> None:
        turn = (expected.caller or expected.seat, len(self.model.view.calls), self._seq)
        if turn != self._turn:
            self._turn, self._level, self._capo, self._goes_on = turn, None, "", False

    def _lowest(self, expected: Expectation) -> int:
        """The level to begin with: that of the call to correct, else the lowest that is legal in any denomination."""
        act = self._corrected()
        own = _parts(act.call) if act is not None else None
        if own is not None and own[2] == self._capo:
            return own[0]
        if self._seq is not None and own is None:
            # A pass or a contra was another bid, if any, above those before it: the middle of the three rows.
            before = [found[0] for found in map(_parts, self.model.calls_before(self._seq)) if found is not None]
            least = max([*before, CAPO_LEVEL - 1 if self._capo else LEVELS[0] - 1]) + 1
            return least if self._insert else least + 1
        calls = (*expected.calls, *(call for _, call in expected.calls_out_of_turn))
        parts = [found for found in map(_parts, calls) if found is not None and found[2] == self._capo]
        standing = [found[0] for found in (_parts(call.call) for call in self.model.view.calls) if found is not None]
        above = max(standing, default=LEVELS[0] - 1) + 1
        return min((level for level, _, _ in parts), default=max(CAPO_LEVEL, above) if self._capo else above)

    def _step(self, by: int) -> None:
        level = (self._level or self._lowest(self.model.view.expectation)) + by
        self._level = min(max(level, LEVELS[0]), LEVELS[-1])
        self.refresh()

    def _pick_level(self, at: int = 0) -> None:
        """All numbers from the lowest that is legal, by pages; the last key turns to the next, and back to the first.

        ``at``: the place of the first number of the page.
        """
        self.clear_widgets()
        self.heading(tr("auction.levels"))
        lowest = LEVELS[0] if self._seq is not None else self._lowest(self.model.view.expectation)
        levels = [level for level in LEVELS if level >= lowest]
        keys = [key(str(level), partial(self._set_level, level)) for level in levels[at : at + AT_ONCE]]
        if len(levels) > AT_ONCE + 1:
            there = levels[at + AT_ONCE :]
            text = f"{there[0]}…" if there else f"{levels[0]}…"
            keys.append(
                key(text, partial(self._pick_level, at + AT_ONCE if there else 0), tone="quiet", tip="more-levels")
            )
        self.grid(7 if theme.portrait else 4, keys)

    def _set_level(self, level: int) -> None:
        self._level = level
        self.refresh()

    def _toggle(self, capo: str) -> None:
        self._capo = "" if self._capo == capo else capo
        self._level = None
        self.refresh()

    def _call_of(self, letter: str, level: int) -> str:
        return f"{level}{letter} {self._capo}".rstrip()

    def _bid_key(self, letter: str, level: int, legal: set[str]) -> Key:
        call = self._call_of(letter, level)
        lit = call in legal or self._seq is not None or bool(self._seats_out_of_turn(call))
        text = coloured(denomination_text(letter)) if lit else denomination_text(letter)
        return key(text, partial(self._say, call), lit=lit, base_size=40, tip=call)

    def _say_key(self, call: str, legal: set[str]) -> Key:
        lit = call in legal or self._seq is not None
        tone = "primary" if call == "pass" and lit else "plain"
        return key(
            tr(f"call.{call}").capitalize(), partial(self._say, call), lit=lit, tone=tone, base_size=26, tip=call
        )

    def _seats_out_of_turn(self, call: str) -> list[Seat]:
        """The seats that may say ``call`` although it is another's turn; a higher capo from one hand counts too."""
        wanted = _parts(call)
        found = []
        for seat, offered in self.model.view.expectation.calls_out_of_turn:
            parts = _parts(offered)
            above = wanted and parts and wanted[1:] == parts[1:] and wanted[0] >= parts[0]
            if offered == call or above:
                found.append(seat)
        return found

    def _say(self, call: str) -> None:
        if self._insert:
            seats = self.model.session.header.seating.seats
            ask = tr("auction.who", call=call_text(call))
            done = partial(self._inserted, call)
            self.screen.open(seat_page(self.screen, ask, seats, done, unfinished=self.unfinished))
            return
        if self._seq is not None:
            act = self.screen.standing(self._seq, Called)
            if act is not None:
                self.screen.amend(partial(self.model.correction, self._seq, Called(act.seat, call)))
            return
        expected = self.model.view.expectation
        seat = self._seat(expected)
        others = self._seats_out_of_turn(call)
        if seat is not None and self.screen.acting is None and call in expected.calls:
            self.screen.finish(self.model.call, seat, call)
        elif self.screen.acting is not None and self.screen.acting in others:
            self.screen.finish(self.model.call, self.screen.acting, call)
        elif self.screen.acting is None and len(others) == 1:
            self.screen.finish(self.model.call, others[0], call)
        elif self.screen.acting is None and others:
            ask = tr("auction.who", call=call_text(call))
            self.screen.open(seat_page(self.screen, ask, others, partial(self._said_by, call)))
        else:
            self._confirm(call, seat)

    def _inserted(self, call: str, seat: Seat) -> None:
        assert self._seq is not None
        self.screen.amend(partial(self.model.insertion, self._seq, Called(seat, call)))

    def _said_by(self, call: str, seat: Seat) -> None:
        self.screen.finish(self.model.call, seat, call)

    def _confirm(self, call: str, seat: Seat | None) -> None:
        if seat is None:
            ask = tr("auction.who", call=call_text(call))
            seats = self.model.session.header.seating.seats
            self.screen.open(seat_page(self.screen, ask, seats, partial(self._said_by, call)))
            return
        question = tr("auction.unlawful", call=f"{player(self.model, seat)}: {coloured(call_text(call))}")
        record = (tr("auction.record"), "plain", partial(self.screen.finish, self.model.call, seat, call))
        self.screen.open(ChoicePage(self.screen, question, (record,)))
