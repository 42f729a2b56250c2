"""How a random deal of Preferans comes to its play: bidding, talon, order, defence.

What may be called comes from ``kozyr.datasets.second``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from kozyr.datasets.careless_play import Table
from kozyr.datasets.second import preferans_calls
from kozyr.datasets.second.proof import DISCARD, TALON
from kozyr.engine.acts import Called, Exchanged, TurnedUp
from kozyr.engine.cards import cards
from kozyr.engine.seats import Seat

_GLADLY: Final = (
    ("pass", 1.5), ("misere-dark", 0.1), ("misere", 0.2), ("without-three", 0.4), ("9-dark", 0.2), ("10-dark", 0.1),
    ("10", 0.03), ("9", 0.06),
)  # fmt: skip
"""How gladly a call that begins so is made, beside 1 for the others."""
_WRONG: Final = ("6S", "7H", "here", "whist", "half", "8N", "misere")
"""What is called wrongly, or perhaps rightly."""


def _gladly(call: str) -> float:
    return next((weight for start, weight in _GLADLY if call.startswith(start)), 1.0)


@dataclass(frozen=True, slots=True)
class Next:
    """What a deal leaves to the next one of the same pulka."""

    dealer: str
    """Who deals."""
    raspasy: int = 0
    """Deals of raspasy played in a row."""


@dataclass(slots=True)
class Deal:
    """One deal on its way."""

    table: Table
    """Hands, log and what has been seen."""
    rules: Mapping[str, Any]
    """Options that differ from the convention."""
    ahead: Next
    """Who deals, and the raspasy before."""
    talk: str
    """The players of the deal, the first hand first."""
    talon: tuple[str, str]
    """Its two cards."""
    calls: list[tuple[str, str]] = field(default_factory=list)
    """(seat, call) of everything said; ``lead`` where the first card was led."""
    now: Mapping[str, Any] = field(default_factory=dict)
    """What the second writing says of the calls so far."""
    taken: bool = False
    """Whether the declarer has the talon's cards."""
    turned_up: bool = False
    """Whether the talon lies open."""

    @property
    def is_dark(self) -> bool:
        """Whether the bid that stands renounces the talon."""
        told = zip(self.calls, self.now["verdicts"], strict=True)
        bids = [call for (_, call), verdict in told if verdict == "stands" and call[:1] in "678910m" and call != "pass"]
        return bool(bids) and bids[-1].endswith("-dark")

    @property
    def ended(self) -> Mapping[str, Any]:
        """How the auction ended, empty while it goes on."""
        return self.now.get("ended") or {}

    @property
    def has_play(self) -> bool:
        """Whether cards are played."""
        return bool(self.ended) and self.ended["kind"] in ("played", "checked", "misere", "raspasy")


def talk_through(deal: Deal) -> None:
    """Bidding, talon, order and answers, as far as they go before a card is led."""
    _look(deal)
    while deal.now["legal"] and deal.now["stage"] != "lead":
        if deal.ended and deal.calls[-1][1][:4] != "look" and deal.table.happens(0.6):
            break
        _call(deal)
    if deal.ended.get("kind") == "misere" and not deal.ended["dark"] and not deal.ended["in_face"]:
        _exchange(deal, deal.ended["declarer"])


def choose_style(deal: Deal) -> None:
    """Open or closed, once the first card is led."""
    _look(deal)
    while deal.now["turn"] and deal.now["stage"] == "style":
        _call(deal)


def _look(deal: Deal) -> None:
    deal.now = preferans_calls.auction(deal.table.order, deal.ahead.dealer, deal.calls, deal.ahead.raspasy, deal.rules)


def _call(deal: Deal) -> None:
    """One random call, legal unless somebody is careless."""
    table, legal, seat = deal.table, list(deal.now["legal"]), deal.now["turn"][0]
    table.legal_calls.append((table.seq, seat, frozenset(legal)))
    call = table.rng.choices(legal, [_gladly(call) for call in legal])[0]
    if deal.now["stage"] == "order" and not deal.is_dark:
        _turn_up(deal)
        if call.startswith("order") and "talon-in-face" not in [call for _, call in deal.calls]:
            _exchange(deal, seat)
    may_just_play = bool(deal.ended)
    if not may_just_play and table.happens(table.habits.calls_wrongly):
        wrong = table.rng.choice(_WRONG + ("order 7S",) * (deal.now["stage"] == "answer"))
        _say(deal, table.rng.choice(deal.table.order), wrong)
    if deal.now["turn"][:1] == seat and call in deal.now["legal"]:
        _say(deal, seat, call)


def _say(deal: Deal, seat: str, call: str) -> None:
    deal.calls.append((seat, call))
    deal.table.add(Called(Seat(seat), call))
    _look(deal)
    verdict = deal.now["verdicts"][-1]
    if verdict != "stands":
        deal.table.wrong_calls.append((verdict, seat, deal.table.seq))


def _turn_up(deal: Deal) -> None:
    """Everybody sees the talon."""
    if not deal.turned_up:
        deal.turned_up = True
        deal.table.add(TurnedUp(cards(deal.talon)))
        deal.table.see(TALON, deal.talon)


def _exchange(deal: Deal, declarer: str) -> None:
    """The declarer takes the talon and discards two cards, which the log knows or only counts."""
    if deal.taken:
        return
    _turn_up(deal)
    table = deal.table
    hand = table.hands[declarer]
    hand += deal.talon
    given = [hand.pop(table.rng.randrange(len(hand))) for _ in range(2)]
    taken = cards(deal.talon) if table.happens(0.6) else 2
    known = table.happens(0.3)
    table.add(Exchanged(Seat(declarer), taken, cards(given) if known else 2))
    if known:
        table.see(DISCARD, given)
    deal.taken = True
