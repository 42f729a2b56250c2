"""Whether what was declared exists: hands that are known, cards that all have seen elsewhere (D-13).

Source: ФДУ "Торги комбінацій"; rules dossier A.3.
"""

from kozyr.engine.cards import Card, in_deck_order
from kozyr.engine.games.debertz.findings import found
from kozyr.engine.games.debertz.play import HAND
from kozyr.engine.games.debertz.state import Announced, Deal, Table
from kozyr.engine.games.debertz.swapping import may_be_swapped
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat


def hand_of(deal: Deal, seat: Seat) -> frozenset[Card] | None:
    """The full hand a seat began with, when it was written down, or all of it was played or lies open; else None."""
    written = next((cards for who, cards in deal.hands if who is seat), None)
    if written is not None:
        return written
    cards = deal.play.cards_of(seat)
    if deal.play.ledger is not None and len(cards) < HAND:
        cards |= deal.play.ledger.held(seat)
    return cards if len(cards) == HAND else None


def recorded(deal: Deal, one: Announced, cards: frozenset[Card]) -> Deal:
    """The deal with a declaration, and the cards by which it can be found false."""
    return deal._replace(declarations=(*deal.declarations, one), declared_cards=deal.declared_cards | cards)


def checked_at_once(table: Table, deal: Deal, seq: int, one: Announced) -> Deal:
    """A combination of which a card is known to be elsewhere, or which a known hand lacks, does not exist (D-13)."""
    hand = hand_of(deal, one.seat)
    missing = one.combination.cards & elsewhere(table, deal, one.seat) if hand is None else one.combination.cards - hand
    return false_declaration(table, deal, one, seq, missing) if missing else deal


def elsewhere(table: Table, deal: Deal, seat: Seat) -> frozenset[Card]:
    """The cards that all have seen with another seat: laid, lying open, shown, or taken from under the deck."""
    seen = [each.card for each in deal.play.unjudged if each.seat is not seat and each.card is not None]
    seen += [aside.card for aside in deal.play.aside if aside.seat is not seat]
    if deal.shown is not None and deal.declarer not in (None, seat) and not may_be_swapped(table, deal):
        seen.append(deal.shown)
    others = [cards for who, cards in (*deal.shown_cards, *deal.play.open_cards) if who is not seat]
    return (deal.play.played - deal.play.cards_of(seat)).union(seen, *others)


def false_declaration(table: Table, deal: Deal, one: Announced, proved: int, cards: frozenset[Card]) -> Deal:
    """The deal with the finding that a declaration is false; ``cards`` prove it (D-13)."""
    proof = in_deck_order(cards)
    return found(table, deal, "D-13", Offence.FALSE_DECLARATION, one.seat, (one.seq, proved), cards=proof)


def seen_elsewhere(table: Table, deal: Deal, seq: int, seat: Seat, card: Card) -> Deal:
    """Findings when ``seat`` turns out to hold a card of somebody else's combination or bela."""
    for one in deal.declarations:
        if one.seat is not seat and card in one.combination.cards and (one.in_time or one.combination.is_sequence):
            deal = false_declaration(table, deal, one, seq, frozenset((card,)))
    return deal


def hands_known(table: Table, deal: Deal, seq: int) -> Deal:
    """Findings when a hand is known to its last card."""
    for one in deal.declarations:
        hand = hand_of(deal, one.seat)
        if one.combination.is_sequence and hand is not None and one.combination.cards - hand:
            deal = false_declaration(table, deal, one, seq, one.combination.cards - hand)
    return deal
