"""Combinations and belas in a deal: declared, shown, found false.

Source: ФДУ "Торги комбінацій"; rules dossier A.3.
"""

from dataclasses import replace

from kozyr.engine import cardplay
from kozyr.engine.acts import Declared, Revealed
from kozyr.engine.cards import Card, Suit, in_deck_order
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.debertz.combinations import Combination, bela_cards, of_suit, parse_declaration
from kozyr.engine.games.debertz.findings import found, with_play
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
        return _said_bela(table, deal, seq, act, combination)
    forced = seq in deal.docket.forced
    in_time = forced or deal.is_by_hand or deal.cards_laid < len(table.order.seats)
    one = Announced(seq, act.seat, act.declaration, combination, in_time, shown=forced)
    deal = _recorded(deal, one, combination.cards)
    if not in_time or forced:
        deal = found(table, deal, "D-12", Offence.LATE_DECLARATION, act.seat, (seq, seq))
    return _checked_at_once(table, deal, seq, one)


def _recorded(deal: Deal, one: Announced, cards: frozenset[Card]) -> Deal:
    return deal._replace(declarations=(*deal.declarations, one), declared_cards=deal.declared_cards | cards)


def _checked_at_once(table: Table, deal: Deal, seq: int, one: Announced) -> Deal:
    """A combination of which a card is known to be elsewhere, or which a known hand lacks, does not exist (D-13)."""
    hand = hand_of(deal, one.seat)
    missing = (
        one.combination.cards & _elsewhere(table, deal, one.seat) if hand is None else one.combination.cards - hand
    )
    return _is_false(table, deal, one, seq, missing) if missing else deal


def _elsewhere(table: Table, deal: Deal, seat: Seat) -> frozenset[Card]:
    """The cards that all have seen with another seat: laid, lying open, shown, or taken from under the deck."""
    seen = [each.card for each in deal.play.unjudged if each.seat is not seat and each.card is not None]
    seen += [aside.card for aside in deal.play.aside if aside.seat is not seat]
    if deal.shown is not None and deal.declarer not in (None, seat) and not may_be_swapped(table, deal):
        seen.append(deal.shown)
    others = [cards for who, cards in (*deal.shown_cards, *deal.play.open_cards) if who is not seat]
    return (deal.play.played - deal.play.cards_of(seat)).union(seen, *others)


def _is_false(table: Table, deal: Deal, one: Announced, proved: int, cards: frozenset[Card]) -> Deal:
    proof = in_deck_order(cards)
    return found(table, deal, "D-13", Offence.FALSE_DECLARATION, one.seat, (one.seq, proved), cards=proof)


def seen_elsewhere(table: Table, deal: Deal, seq: int, seat: Seat, card: Card) -> Deal:
    """Findings when ``seat`` turns out to hold a card of somebody else's combination or bela."""
    for one in deal.declarations:
        if one.seat is not seat and card in one.combination.cards and (one.in_time or one.combination.is_sequence):
            deal = _is_false(table, deal, one, seq, frozenset((card,)))
    return deal


def hands_known(table: Table, deal: Deal, seq: int) -> Deal:
    """Findings when a hand is known to its last card."""
    for one in deal.declarations:
        hand = hand_of(deal, one.seat)
        if one.combination.is_sequence and hand is not None and one.combination.cards - hand:
            deal = _is_false(table, deal, one, seq, one.combination.cards - hand)
    return deal


def _said_bela(table: Table, deal: Deal, seq: int, act: Declared, combination: Combination) -> Deal:
    """A bela: it is good when said with its card, or in a deal of which no card is logged."""
    trump = deal.trump
    combination = combination if trump is None else of_suit(combination, trump)
    one = Announced(seq, act.seat, act.declaration, combination, deal.cards_laid == 0)
    if trump is not None and combination.suit is not trump:
        return _is_false(table, _recorded(deal, one, frozenset()), one, seq, frozenset())
    own = deal.play.laid_by(act.seat)
    if not own or trump is None:
        return _recorded(deal, one, combination.cards)
    pair, last = bela_cards(trump), own[-1]
    laid = pair & {play.card for play in own if play.card is not None}
    if _is_last_card(deal, last.seq) and (last.card is None or last.card in pair):
        one = replace(one, in_time=True, with_card=last.card, shown=laid == pair)
        return _with_card(table, _recorded(deal, one, pair), seq, one)
    if seq in deal.docket.forced:
        one = replace(one, in_time=laid == pair, shown=laid == pair)
    deal = _recorded(deal, one, pair)
    if laid == pair:
        return found(table, deal, "D-12", Offence.LATE_DECLARATION, act.seat, (seq, seq))
    return _checked_at_once(table, deal, seq, one)


def _is_last_card(deal: Deal, seq: int) -> bool:
    """Whether an entry laid the last card there is: the one on top, or a card changed after others were laid.

    A correction has a later number than the cards laid after it, so the numbers alone do not say.
    """
    trick = deal.play.trick or (deal.play.tricks[-1].plays if deal.play.tricks else ())
    return bool(trick) and seq in (trick[-1].seq, max(play.seq for play in trick))


def _with_card(table: Table, deal: Deal, seq: int, one: Announced) -> Deal:
    """A bela said with its first card tells that the other one is held."""
    deal = _checked_at_once(table, deal, seq, one)
    if one.shown or one.with_card is None or deal.trump is None:
        return deal
    other = bela_cards(deal.trump) - {one.with_card}
    if other & _elsewhere(table, deal, one.seat):
        return deal
    return with_play(table, deal, cardplay.known(deal.play, seq, one.seat, other))


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
            deal = _is_false(table, deal, one, seq, frozenset())
    return deal
