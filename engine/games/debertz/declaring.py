"""Combinations and belas in a deal: declared, shown, found false.

Source: ФДУ "Торги комбінацій"; rules dossier A.3.
"""

from dataclasses import replace

from kozyr.engine import cardplay
from kozyr.engine.acts import Declared, Revealed
from kozyr.engine.cards import Suit
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.debertz import belas
from kozyr.engine.games.debertz.combinations import of_suit, parse_declaration
from kozyr.engine.games.debertz.existence import (
    checked_at_once,
    false_declaration,
    hands_known,
    recorded,
    seen_elsewhere,
)
from kozyr.engine.games.debertz.findings import found, with_play
from kozyr.engine.games.debertz.state import Announced, Deal, Table
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat


def declared(table: Table, deal: Deal, seq: int, act: Declared) -> Deal:
    """The deal after a declaration; one that comes after the first trick is recorded and flagged (D-12).

    Raises ImpossibleAct when the deal ended without play.
    """
    combination = parse_declaration(act.declaration, table.rules)
    if deal.stop is not None:
        raise ImpossibleAct(
            "{seat} cannot declare {declaration}: the deal ended without play",
            seat=act.seat,
            declaration=act.declaration,
        )
    if not combination.is_sequence:
        return belas.said(table, deal, seq, act, combination)
    forced = seq in deal.docket.forced
    in_time = forced or deal.is_by_hand or deal.cards_laid < len(table.order.seats)
    one = Announced(seq, act.seat, act.declaration, combination, in_time, shown=forced)
    deal = recorded(deal, one, combination.cards)
    if not in_time or forced:
        deal = found(table, deal, "D-12", Offence.LATE_DECLARATION, act.seat, (seq, seq))
    return checked_at_once(table, deal, seq, one)


def revealed(table: Table, deal: Deal, seq: int, act: Revealed) -> Deal:
    """The deal after cards were shown and kept: a combination, an open hand.

    Raises ImpossibleAct for a card that another seat has played.
    """
    own = deal.play.cards_of(act.seat)
    for card in act.cards:
        if card in deal.play.played and card not in own:
            raise ImpossibleAct("{seat} cannot show {card}: another seat has played it", seat=act.seat, card=card)
    shown = dict(deal.shown_cards).get(act.seat, frozenset()) | frozenset(act.cards)
    others = tuple(pair for pair in deal.shown_cards if pair[0] is not act.seat)
    deal = deal._replace(shown_cards=(*others, (act.seat, shown)))
    deal = with_play(table, deal, cardplay.known(deal.play, seq, act.seat, act.cards))
    for card in act.cards:
        if card in deal.declared_cards:
            deal = seen_elsewhere(table, deal, seq, act.seat, card)
    if deal.declarations:
        deal = hands_known(table, deal, seq)
    in_time = deal.cards_laid <= len(table.order.seats) or seq in deal.docket.forced
    return _shown_by_now(table, deal, act.seat) if in_time else deal


def _shown_by_now(table: Table, deal: Deal, seat: Seat) -> Deal:
    """The combinations of ``seat`` that all can see by now; cards already played need not be shown again."""
    seen = dict(deal.shown_cards).get(seat, frozenset()) | deal.play.cards_of(seat)
    seen |= {play.card for play in deal.play.unjudged if play.seat is seat and play.card is not None}
    marked = tuple(
        replace(one, shown=True)
        if one.seat is seat and one.combination.is_sequence and one.in_time and one.combination.cards <= seen
        else one
        for one in deal.declarations
    )
    return deal._replace(declarations=marked)


def trumps_known(table: Table, deal: Deal, seq: int, trump: Suit) -> Deal:
    """The declarations when the trumps become known: a bela is of trumps or does not exist."""
    marked = tuple(replace(one, combination=of_suit(one.combination, trump)) for one in deal.declarations)
    deal = deal._replace(declarations=marked)
    for one in marked:
        if not one.combination.is_sequence and one.combination.suit is not trump:
            deal = false_declaration(table, deal, one, seq, frozenset())
    return deal
