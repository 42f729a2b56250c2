"""How a random deal of Debertz is played: combinations named and shown, belas, and the cards.

What is legal and what combinations count comes from ``kozyr.datasets.second``.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from kozyr.datasets.careless_play import Table, Trick
from kozyr.datasets.second import debertz_melds
from kozyr.datasets.second.debertz_play import DebertzPlay
from kozyr.datasets.second.proof import RANKS
from kozyr.engine.acts import Declared, Revealed
from kozyr.engine.cards import cards
from kozyr.engine.seats import Seat, Seating

TRICKS: Final = 8
"""Of a deal."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How a table plays."""

    format: str
    """``1x1 1x2 1x3 2x2``."""
    edition: str
    """``fdu-uk fdu-ru2 fdu-ru1``."""
    seating: Seating
    """Who sits where."""
    rules: Mapping[str, Any]
    """Options that differ from the edition."""

    @property
    def options(self) -> dict[str, Any]:
        """Options that differ from the defaults of the second writing: partners' combinations do not add up in ru1."""
        return ({"team_sum": False} if self.edition == "fdu-ru1" else {}) | dict(self.rules)

    @property
    def seats(self) -> str:
        """The seats, clockwise."""
        return "".join(self.seating.seats)

    def side(self, seat: str) -> str:
        """The side of a seat."""
        return self.seating.side_of(Seat(seat))

    def sides_by_move(self, talk: str) -> list[str]:
        """The sides by the rule of move."""
        return list(dict.fromkeys(self.side(seat) for seat in talk))


@dataclass(slots=True)
class Deal:
    """One deal on its way."""

    table: Table
    """Hands, log and what has been seen."""
    obliged: str
    """Who holds the token."""
    talk: str
    """The seats by the rule of move, from the one after the token."""
    shown: str
    """The shown card."""
    declarer: str = ""
    """Who ordered."""
    trump: str = ""
    """The suit ordered."""
    hands: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """At the start of play."""


class Play:
    """The conduct of one deal, with its combinations and belas."""

    tricks = TRICKS
    lying_first = False

    def __init__(self, terms: Terms, deal: Deal) -> None:
        self.book = DebertzPlay(deal.trump, terms.format, terms.edition, terms.options)
        self._terms, self._deal = terms, deal
        self._named: list[tuple[str, str, tuple[str, ...]]] = []
        self.shows = deal.table.happens(deal.table.habits.shows)
        self._asks = deal.table.happens(0.5)
        self.belas: list[str] = []

    def turns(self, number: int, taker: str) -> Sequence[str]:
        """Everybody, from the seat after the token or the one that took the last trick."""
        order = self._terms.seats
        at = order.index(taker or self._deal.talk[0])
        return order[at:] + order[:at]

    def wanted(self, hand: Sequence[str], trick: Trick, seat: str, number: int) -> Sequence[str]:
        """What the rules let the seat play."""
        return self.book.wanted(hand, trick, seat, number)

    def taker(self, trick: Trick, number: int) -> str:
        """Who takes the trick."""
        return self.book.taker(trick, number)

    def before_trick(self, table: Table, number: int) -> None:
        """After the first trick the side with the highest combination shows all that it named."""
        if number != 2 or not self._named or not self.shows:
            return
        best = max(self.credited_all(), key=lambda side: self.credited_all()[side])
        for seat, _, run in self._named:
            left = [card for card in run if card in table.hands[seat]]
            shown = run if table.happens(0.5) else left
            if self._terms.side(seat) == best and shown:
                table.add(Revealed(Seat(seat), cards(shown)))
                table.see(seat, left)

    def before_card(self, table: Table, seat: str, number: int) -> None:
        """Names the combinations before the first card; on some tables the judge then asks everybody else at once."""
        if number == 1 and seat not in [named[0] for named in self._named]:
            self.name(table, seat)
            if self._named and self._asks:
                at = self._deal.talk.index(seat)
                for other in self._deal.talk[at + 1 :]:
                    if other not in [named[0] for named in self._named]:
                        self.name(table, other)
                self._asks = False

    def after_card(self, table: Table, seat: str, card: str, trick: Trick) -> None:
        """Says bela with the second of king and queen of trumps, or with the first where the rules are so."""
        rank, other = card[:-1], ("Q" if card[0] == "K" else "K") + card[-1]
        if rank not in ("K", "Q") or card[-1] != self._deal.trump or other not in self._deal.hands[seat]:
            return
        first = self._terms.rules.get("bella_announce") == "first_card"
        if (other in table.hands[seat]) == first and table.happens(table.habits.declares):
            self.belas.append(seat)
            table.add_with_card(Declared(Seat(seat), "bela"))
            if first:
                table.see(seat, (other,))

    def name(self, table: Table, seat: str) -> None:
        """Names all combinations of a hand, the highest first; none where a deberts would end the party."""
        hand = self._deal.hands[seat]
        names = [name for name, _ in debertz_melds.melds_of(hand, self._deal.trump, self._terms.options)]
        if any(name.startswith("deberts") for name in names) or not table.happens(table.habits.declares):
            return
        for name in names:
            self._named.append((seat, name, _run(hand, name.split()[1])))
            table.add(Declared(Seat(seat), name))

    def credited_all(self) -> dict[str, int]:
        """The points of the combinations named, as far as they are the highest."""
        return self._credit([(seat, name, len(run)) for seat, name, run in self._named])

    def counted(self) -> list[tuple[str, str, int]]:
        """(seat, name, length) of what was named and shown."""
        return [(seat, name, len(run)) for seat, name, run in self._named] if self.shows else []

    def declared_points(self) -> dict[str, int]:
        """The points of all combinations named, by side."""
        points = Counter[str]()
        for seat, name, run in self._named:
            points[self._terms.side(seat)] += debertz_melds.worth(name, len(run), self._terms.options)
        return dict(points)

    def _credit(self, named: Sequence[tuple[str, str, int]]) -> dict[str, int]:
        terms = self._terms
        side_of = {seat: terms.side(seat) for seat in terms.seats}
        return dict(debertz_melds.credited(named, self._deal.talk, side_of, self._deal.trump, terms.options))


def _run(hand: Sequence[str], top: str) -> tuple[str, ...]:
    """The cards of a hand that follow each other downwards from ``top``."""
    at, suit = RANKS.index(top[:-1]), top[-1]
    run = []
    while at >= 0 and RANKS[at] + suit in hand:
        run.append(RANKS[at] + suit)
        at -= 1
    return tuple(run)
