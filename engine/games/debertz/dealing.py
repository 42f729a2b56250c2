"""A new deal: who holds the token, whether it follows a deferred bayd, which hands are known.

Source: ФДУ "Початок гри", 6.2.2.2–6.2.2.3; rules dossier A.1.
"""

from kozyr.engine.acts import Dealt
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.debertz.bidding import auction_of
from kozyr.engine.games.debertz.match import Meetings
from kozyr.engine.games.debertz.play import HAND
from kozyr.engine.games.debertz.state import Deal, Table
from kozyr.engine.possible import written_hands
from kozyr.engine.seats import Seat


def begun(table: Table, number: int, seq: int, act: Dealt, earlier: tuple[Deal, ...], meetings: Meetings) -> Deal:
    """A new deal after ``earlier`` ones; ``meetings`` say whether the last bayd is deferred.

    Raises ImpossibleAct for a seat that nobody sits on and for hands that cannot have been dealt.
    """
    for seat in (act.dealer, act.obliged, *(seat for seat, _ in act.hands)):
        if seat is not None and seat not in table.order.seats:
            raise ImpossibleAct("Dealt: nobody sits at {seat}", seat=seat)
    first = _deferred(earlier, meetings)
    expected = due_obliged(table, earlier, meetings)
    obliged = act.obliged or expected
    auction = auction_of(table, obliged, first.declarer if first else None)
    hands = written_hands(act, lambda _: HAND)
    belated = first is not None and any(entry > seq for entry, _ in first.acts)
    return Deal(number, seq, act, hands, auction, first is not None, expected, belated)


def _deferred(earlier: tuple[Deal, ...], meetings: Meetings) -> Deal | None:
    """The deal whose bayd is deferred and which the next deal follows."""
    party = meetings.current
    if party.winner is not None or party.deferred is None:
        return None
    return next((deal for deal in reversed(earlier) if deal.number == party.deferred), None)


def due_obliged(table: Table, earlier: tuple[Deal, ...], meetings: Meetings) -> Seat | None:
    """Who holds the token in the next deal; None when nobody can say, as in the first deal of a meeting.

    After a deferred bayd, and after a deal without a result to be dealt again, the same player as before (6.2.2.3).
    """
    deferred = _deferred(earlier, meetings)
    if deferred is not None:
        return deferred.auction.obliged
    if not earlier or meetings.winner is not None:
        return None
    last = earlier[-1]
    held = last.auction.obliged
    if held is None or last.outcome is None or last.outcome.finished is None:
        return None
    if last.outcome.redealt:
        return held
    match table.rules.orderer_rotation:
        case "declarer":
            return last.declarer or held
        case "deal_winner":
            return _winner(table, last, meetings)
    return table.order.next(held)


def _winner(table: Table, last: Deal, meetings: Meetings) -> Seat | None:
    """The first seat, in order of turn, of the side to which the last deal gave most; None when two have as much."""
    result = meetings.current.results[-1] if meetings.current.results else None
    if result is None or last.auction.obliged is None:
        return None
    given = {side: result.of(side) for side in table.order.side_names}
    best = [side for side in given if given[side] == max(given.values())]
    order = table.order.following(table.order.next(last.auction.obliged))
    return next(seat for seat in order if table.order.side_of(seat) == best[0]) if len(best) == 1 else None


def is_out_of_order(deal: Deal) -> bool:
    """Whether a deal was begun with another obliged player than was due: it is played as it lies and only noted."""
    return deal.expected is not None and deal.auction.obliged not in (None, deal.expected)
