"""Constructions and belas in a deal: declared, shown, found false, and which of them count.

Source: Репино, "Г. Розыгрыш", "Д. Правила обращения с конструкциями", 4.2; rules dossier B.3.
"""

from dataclasses import replace

from kozyr.engine import cardplay
from kozyr.engine.acts import Declared
from kozyr.engine.cards import DECK_32, Card, Rank
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.bazar_belot.bidding import ended_silently
from kozyr.engine.games.bazar_belot.findings import found, with_play
from kozyr.engine.games.bazar_belot.melds import (
    Kind,
    Meld,
    bela_cards,
    parse_declaration,
)
from kozyr.engine.games.bazar_belot.play import Denomination
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
        return _said_bela(deal, seq, act, meld)
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
    return _is_false(deal, one, seq, missing) if missing else deal


def _is_false(deal: Deal, one: Announced, proved: int, cards: frozenset[Card]) -> Deal:
    """Before the second trick it can still be corrected (B-2); then no more (B-3)."""
    row = "B-2" if not one.meld.is_construction or len(deal.play.laid_by(one.seat)) < 2 else "B-3"
    proof = tuple(card for card in DECK_32 if card in cards)
    return found(deal, row, Offence.FALSE_DECLARATION, one.seat, (one.seq, proved), cards=proof)


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
            deal = _is_false(deal, one, seq, frozenset((card,)))
    return deal


def played_out(deal: Deal, seq: int) -> Deal:
    """Findings when all cards are played and every hand is known."""
    for one in deal.declarations:
        hand = hand_of(deal, one.seat)
        if one.meld.is_construction and hand is not None and not _is_answered(deal, one) and one.meld.cards - hand:
            deal = _is_false(deal, one, seq, one.meld.cards - hand)
    return deal


def _is_answered(deal: Deal, one: Announced) -> bool:
    """Whether a construction was shown, as announced or otherwise: then the show is judged and not the words."""
    return one.meld.is_construction and (one.shown or any(low.announced.seq == one.seq for low in deal.low_shows))


def _said_bela(deal: Deal, seq: int, act: Declared, meld: Meld) -> Deal:
    """One half of a bela: it is good when said with its card, in all trumps on a lead of its own suit."""
    trick = deal.play.trick or (deal.play.tricks[-1].plays if deal.play.tricks else ())
    denomination = deal.denomination
    trump = denomination.trump if denomination else None
    if not trick:
        return _bela_without_card(deal, seq, act, _of_suit(meld, trump))
    last = trick[-1]
    card, led = last.card, trick[0].card
    suit = trump if denomination is not Denomination.ALL_TRUMPS else (card.suit if card else meld.suit)
    one = Announced(seq, act.seat, act.declaration, _of_suit(meld, suit), True)
    if last.seat is not act.seat:
        own = deal.play.laid_by(act.seat)
        late = bool(own) and suit is not None and own[-1].card in bela_cards(suit)
        row, offence = ("B-11", Offence.LATE_DECLARATION) if late else ("B-4", Offence.DECLARATION_OUT_OF_TURN)
        return found(_halves(deal, one), row, offence, act.seat, (seq, seq))
    if card is None:
        return _unless_nonexistent(_halves(deal, one), one)
    if suit is None or card not in bela_cards(suit) or meld.suit not in (None, suit):
        return found(_halves(deal, one), "B-2", Offence.FALSE_DECLARATION, act.seat, (seq, seq), cards=(card,))
    if denomination is Denomination.ALL_TRUMPS and (led is None or led.suit is not suit):
        return _halves(deal, one)
    return _with_card(deal, seq, one, card)


def _bela_without_card(deal: Deal, seq: int, act: Declared, meld: Meld) -> Deal:
    """A half of a bela in a deal of which no card is logged.

    Raises ImpossibleAct in all trumps when it names no suit: every suit has a bela there.
    """
    if deal.denomination is Denomination.ALL_TRUMPS and meld.suit is None:
        raise ImpossibleAct(
            "{seat}'s {declaration} names no suit: in all trumps say which, as in bela H",
            seat=act.seat,
            declaration=act.declaration,
        )
    one = Announced(seq, act.seat, act.declaration, meld, deal.contract is not None)
    return _unless_nonexistent(_halves(deal, one), one)


def _unless_nonexistent(deal: Deal, one: Announced) -> Deal:
    """A finding for a bela that the contract has none of: it is king and queen of trumps, of any suit in all trumps."""
    denomination = deal.denomination
    if denomination is None or denomination is Denomination.ALL_TRUMPS:
        return deal
    if denomination.trump is not None and one.meld.suit in (None, denomination.trump):
        return deal
    return found(deal, "B-2", Offence.FALSE_DECLARATION, one.seat, (one.seq, one.seq))


def _of_suit(meld: Meld, suit: object) -> Meld:
    return meld if meld.suit is not None or suit is None else parse_declaration(f"{meld.kind} {suit}")


def _halves(deal: Deal, one: Announced) -> Deal:
    return deal._replace(declarations=(*deal.declarations, one))


def _with_card(deal: Deal, seq: int, one: Announced, card: Card) -> Deal:
    """A half said with its card: the first half tells that the other card is held."""
    if one.meld.suit is None:
        return _halves(deal, one)
    other = next(each for each in bela_cards(one.meld.suit) if each != card)
    second = other in deal.play.cards_of(one.seat)
    if one.meld.kind is Kind.REBELA or second:
        return _halves(deal, replace(one, shown=second and one.meld.kind is Kind.REBELA))
    deal = _halves(deal, replace(one, shown=True))
    deal = deal._replace(declared_cards=deal.declared_cards | {other})
    if other in deal.play.played:
        return _is_false(deal, replace(one, shown=True), seq, frozenset((other,)))
    return with_play(deal, cardplay.known(deal.play, seq, one.seat, (other,)))
