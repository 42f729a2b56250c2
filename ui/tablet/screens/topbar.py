"""The line above the felt: the contract as people say it, the score of every side, the judge, one step back."""

from typing import Any

from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from kozyr.engine.seats import Seat
from kozyr.engine.view import CallView, Phase, TableView
from kozyr.ui.locale.text import bid_parts, call_text, seat_text, side_text, tr
from kozyr.ui.tablet.kept import Deed
from kozyr.ui.tablet.theme import CARD_BLACK, CARD_RED, theme

_BIDS = ("misere", "misere-dark", "9", "9-dark", "10", "10-dark")
"""Bids that name no suit."""
_NAMING = ("order", "play", "S", "H", "D", "C")
"""Other words that begin what names a contract."""


def is_bid(call: str) -> bool:
    """Whether a call names a contract."""
    return bid_parts(call) is not None or call in _BIDS


def bidding(view: TableView) -> tuple[str | None, Seat | None, int]:
    """The bid that stands in a running auction, who holds it, and its doubling."""
    standing: list[CallView] = [call for call in view.calls if call.stands]
    bids = [call for call in standing if is_bid(call.call)]
    if not bids:
        return None, None, 1
    holders = [call.seat for call in standing if is_bid(call.call) or call.call == "here"]
    said = {call.call for call in standing}
    return bids[-1].call, holders[-1], 4 if "recontra" in said else 2 if "contra" in said else 1


def calls_awaited(view: TableView) -> bool:
    """Whether a word is waited for, whatever else may happen as well."""
    return view.phase is Phase.AUCTION or bool(view.expectation.calls)


def contract_unknown(view: TableView) -> bool:
    """Whether the auction still runs, or cards were recorded before any call and wait for it."""
    return view.contract is None and (view.phase is Phase.AUCTION or (view.phase is Phase.PLAY and calls_awaited(view)))


def winning_call(view: TableView) -> int | None:
    """The entry of the call that the contract comes from, or of the highest bid of a running auction; None without."""
    named = (call for call in reversed(view.calls) if call.stands)
    return next((call.seq for call in named if is_bid(call.call) or call.call.split()[0] in _NAMING), None)


class ContractBand(Deed, BoxLayout):
    """The contract on a card; who plays it; contra, the number of the deal, what waits in the pot."""

    bid = StringProperty("")
    bid_ink = ColorProperty(CARD_BLACK)
    who = StringProperty("")
    note = StringProperty("")
    note_ink = ColorProperty((1, 1, 1, 1))

    def show(self, view: TableView, names: dict[Seat, str]) -> None:
        """Shows the contract, or the highest bid of a running auction."""
        running = contract_unknown(view)
        contract, declarer, doubled = bidding(view) if running else (view.contract, view.declarer, view.doubled)
        self.note_ink = theme.muted if doubled == 1 else theme.accent
        more = [tr("top.pot", points=view.pot)] if view.pot else []
        more += [tr("top.raspasy", count=view.raspasy)] if view.raspasy else []
        if contract is None:
            self.bid = ""
            self.who = tr("top.deal", deal=view.deal) if view.deal else tr(f"game.{view.game}")
            waiting = tr(f"phase.{view.phase.value}")
            passed = bool(view.calls) and all(call.call == "pass" for call in view.calls)
            unbid = tr("top.all-pass" if passed else "top.no-bid")
            self.note = " · ".join([unbid if running else waiting, *more])
            return
        suit = (bid_parts(contract) or (0, contract, ""))[1]
        self.bid_ink = CARD_RED if suit in ("H", "D") else CARD_BLACK
        self.bid = call_text(contract).replace(" ", "\n", 1) if len(contract) > 5 else call_text(contract)
        words = [tr(f"doubled.{doubled}")] if doubled > 1 else []
        self.note = " · ".join([*words, tr("top.deal", deal=view.deal), *more])
        if declarer is None:
            self.who, self.note = self.note, tr(f"phase.{view.phase.value}")
        else:
            self.who = names.get(declarer, "") or seat_text(declarer)


class SideScore(BoxLayout):
    """One side: its match total large; small points of this deal, letters Б or its sheet below."""

    side = StringProperty("")
    total = StringProperty("")
    points = StringProperty("")

    def show(self, view: TableView, side: str) -> None:
        """Shows the score of ``side``."""
        self.side = side_text(side, short=True)
        self.total = str(dict(view.score).get(side, 0)).replace("-", "−")
        wins = dict(view.meeting).get(side, 0)
        if wins:
            self.side += " " + "●" * wins
        sheet = next((row for row in view.sheet if row.side == side), None)
        if sheet is not None:
            self.total = f"{dict(view.settlement).get(side, 0):+d}".replace("-", "−").replace("+0", "0")
            self.points = tr("top.sheet", pool=sheet.pool, mountain=sheet.mountain)
            return
        letters = max((seat.letters for seat in view.seats if seat.side == side), default=0)
        parts = [tr("top.letter") * letters] if letters else []
        if view.phase is Phase.PLAY:
            parts.append(tr("top.in-deal", points=dict(view.points).get(side, 0)))
        self.points = " · ".join(parts)


class TopBar(BoxLayout):
    """Menu, contract, score, one step back, judge; on a high screen the score has a line of its own."""


def bars(menu: Any, band: ContractBand, sides: list[SideScore], undo: Any, judge: Any) -> tuple[TopBar, ...]:
    """The line above the felt, or two on a high screen."""
    first = TopBar()
    if not theme.portrait:
        for widget in (menu, band, *sides, undo, judge):
            first.add_widget(widget)
        return (first,)
    band.size_hint_x = 1
    for widget in (menu, band, undo, judge):
        first.add_widget(widget)
    second = TopBar(height=theme.s * 54)
    for side in sides:
        second.add_widget(side)
    return first, second
