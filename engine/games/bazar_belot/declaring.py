"""Constructions and belas in a deal: declared, shown, found false, and which of them count.

Source: Репино, "Г. Розыгрыш", "Д. Правила обращения с конструкциями", 4.2; rules dossier B.3.
"""

from kozyr.engine.acts import Declared
from kozyr.engine.cards import Card, Rank
from kozyr.engine.games.bazar_belot import belas
from kozyr.engine.games.bazar_belot.bidding import ended_silently
from kozyr.engine.games.bazar_belot.findings import false_declaration, found
from kozyr.engine.games.bazar_belot.melds import Kind, bela_cards, parse_declaration
from kozyr.engine.games.bazar_belot.state import Announced, Deal, Stop, Table
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat


def hand_of(deal: Deal, seat: Seat) -> frozenset[Card] | None:
    """The full hand a seat began with, when it was written down or has been played out; else None."""
    written = next((cards for who, cards in deal.hands if who is seat), None)
    if written is not None:
        return written
    cards = deal.play.cards_of(seat)
    return cards if len(cards) == 8 else None


def declared(table: Table, deal: Deal, seq: int, act: Declared) -> Deal:
    """The deal after a declaration; one that comes late or out of turn is recorded and flagged."""
    meld = parse_declaration(act.declaration)
    deal = ended_silently(table, deal, seq)
    if not meld.is_construction:
        return belas.said(deal, seq, act, meld)
    laid = deal.play.laid_by(act.seat)
    in_time = seq in deal.docket.forced or (not laid and (not deal.is_over or _by_hand(deal)))
    closed = bool(deal.play.active) and act.seat not in deal.play.active
    one = Announced(seq, act.seat, act.declaration, meld, in_time and not closed)
    deal = deal._replace(
        declarations=(*deal.declarations, one),
        declared_cards=deal.declared_cards | meld.cards,
    )
    if laid:
        deal = found(deal, "B-11", Offence.LATE_DECLARATION, act.seat, (seq, seq))
    elif deal.play.trick and act.seat is not deal.play.turn:
        deal = found(deal, "B-4", Offence.DECLARATION_OUT_OF_TURN, act.seat, (seq, seq))
    deal = _checked_at_once(deal, seq, one)
    is_true = all(finding.committed != seq for finding in deal.findings if finding.offence is Offence.FALSE_DECLARATION)
    if meld.kind is Kind.FRAME and meld.rank is Rank.SEVEN and one.in_time and is_true:
        return deal._replace(stop=Stop.FOUR_SEVENS)
    return deal


def _by_hand(deal: Deal) -> bool:
    """Whether the deal is entered by hand: a result and no cards."""
    return deal.tally is not None and not deal.play.trick and not deal.play.tricks


def _checked_at_once(deal: Deal, seq: int, one: Announced) -> Deal:
    """A construction of which a card has been seen elsewhere, or which the written hand lacks, does not exist."""
    hand = next((cards for who, cards in deal.hands if who is one.seat), None)
    elsewhere = deal.play.played - deal.play.cards_of(one.seat)
    missing = one.meld.cards & elsewhere if hand is None else one.meld.cards - hand
    return false_declaration(deal, one, seq, missing) if missing else deal


def before_first_lead(deal: Deal) -> Deal:
    """Findings that wait for the first card: in a deal entered by hand nobody minds the order of declarations."""
    for one in deal.declarations:
        if one.meld.is_construction and one.seat is not deal.play.turn:
            deal = found(deal, "B-4", Offence.DECLARATION_OUT_OF_TURN, one.seat, (one.seq, one.seq))
    return deal


def seen_elsewhere(deal: Deal, seq: int, seat: Seat, card: Card) -> Deal:
    """Findings when ``seat`` turns out to hold a card of somebody else's construction or bela."""
    for one in deal.declarations:
        if one.seat is seat or _is_answered(deal, one):
            continue
        cards = one.meld.cards
        if not one.meld.is_construction:
            cards = bela_cards(one.meld.suit) if one.shown and one.meld.suit else frozenset()
        if card in cards:
            deal = false_declaration(deal, one, seq, frozenset((card,)))
    return deal


def played_out(deal: Deal, seq: int) -> Deal:
    """Findings when all cards are played and every hand is known."""
    for one in deal.declarations:
        hand = hand_of(deal, one.seat)
        if one.meld.is_construction and hand is not None and not _is_answered(deal, one) and one.meld.cards - hand:
            deal = false_declaration(deal, one, seq, one.meld.cards - hand)
    return deal


def _is_answered(deal: Deal, one: Announced) -> bool:
    """Whether a construction was shown, as announced or otherwise: then the show is judged and not the words."""
    return one.meld.is_construction and (one.shown or any(low.announced.seq == one.seq for low in deal.low_shows))
