"""How a random deal of Debertz comes to its play: cards, orders, the seven swap.

What may be called and swapped comes from ``kozyr.datasets.second``.
"""

from collections.abc import Mapping
from typing import Any

from kozyr.datasets.careless_debertz_play import Deal, Terms
from kozyr.datasets.careless_play import Table
from kozyr.datasets.second import debertz_calls
from kozyr.datasets.second.proof import DECK
from kozyr.engine.acts import Called, Dealt, Exchanged, TurnedUp
from kozyr.engine.cards import cards
from kozyr.engine.seats import Seat


def dealt(terms: Terms, table: Table, obliged: str, declarer: str = "") -> Deal:
    """The deal with the cards in the hands of those who will play them, the auction over, the seven swapped.

    ``table`` without hands; ``declarer``: who declares without an auction, after a deferred bayd.
    """
    deck = table.rng.sample(DECK, len(DECK))
    at = terms.seats.index(obliged) + 1
    talk = terms.seats[at:] + terms.seats[:at]
    table.hands = {seat: [deck.pop() for _ in range(6)] for seat in talk}
    deal = Deal(table, obliged, talk, deck.pop())
    table.add(Dealt(None, Seat(obliged)))
    table.add(TurnedUp(cards((deal.shown,))))
    table.uncover((deal.shown,))
    ended: Mapping[str, Any] = {}
    if declarer:
        deal.declarer, deal.trump = declarer, deal.shown[-1]
    else:
        ended = _order(terms, deal)
    _deal_out(terms, deal, deck, ended)
    return deal


def _order(terms: Terms, deal: Deal) -> Mapping[str, Any]:
    """The auction of orders: random legal calls, now and then one that is not."""
    table, calls = deal.table, list[tuple[str, str]]()
    while True:
        now = debertz_calls.auction(deal.talk, deal.shown, calls, terms.rules)
        if now["ended"]:
            deal.declarer, deal.trump = now["ended"]["declarer"], now["ended"]["trump"]
            return dict(now["ended"])
        seat, legal = now["turn"], list(now["legal"])
        table.legal_calls.append((table.seq, seat, frozenset(legal)))
        if table.happens(table.habits.calls_wrongly):
            seat, legal = table.rng.choice(terms.seats), ["pass", "play", "S", "H", "D", "C"]
        if "pass" in legal and table.happens(0.7):
            legal = ["pass"]
        call = table.rng.choice(legal)
        calls.append((seat, call))
        table.add(Called(Seat(seat), call))
        verdict = debertz_calls.auction(deal.talk, deal.shown, calls, terms.rules)["verdicts"][-1]
        if verdict != "stands":
            table.wrong_calls.append((verdict, seat, table.seq))


def _deal_out(terms: Terms, deal: Deal, deck: list[str], ended: Mapping[str, Any]) -> None:
    """The seven may be swapped, then everybody gets the rest of eight cards."""
    table, seven = deal.table, "7" + deal.shown[-1]
    holder = next((seat for seat in terms.seats if seven in table.hands[seat]), "")
    given = deal.shown
    swaps = bool(holder and ended) and debertz_calls.may_swap(
        holder, seven, deal.shown, ended, terms.format, terms.rules
    )
    if swaps and table.happens(0.7 if holder != deal.declarer else 0.2):
        table.add(Exchanged(Seat(holder), cards((deal.shown,)), cards((seven,))))
        table.hands[holder].remove(seven)
        table.hands[holder].append(deal.shown)
        given = seven
        table.see(holder, (deal.shown,))
    for seat in deal.talk:
        table.hands[seat] += [given, deck.pop()] if seat == deal.declarer else [deck.pop(), deck.pop()]
    table.see(deal.declarer, (given,))
    deal.hands = {seat: tuple(table.hands[seat]) for seat in terms.seats}
    if table.happens(table.habits.hands_logged):
        hands = tuple((Seat(seat), cards(hand)) for seat, hand in deal.hands.items())
        table.acts[0] = Dealt(None, Seat(deal.obliged), hands)
        table.know_from_the_start(deal.hands)
