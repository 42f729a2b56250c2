"""Cards shown by their owner: a construction in the second trick, an open hand after a claim.

Source: Репино, "Г. Розыгрыш", 4.2.1, 4.2.3; rules dossier B.3.
"""

from dataclasses import replace

from kozyr.engine import cardplay
from kozyr.engine.acts import Revealed
from kozyr.engine.cards import Card, Suit
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.bazar_belot.declaring import hand_of, seen_elsewhere
from kozyr.engine.games.bazar_belot.findings import found, with_play
from kozyr.engine.games.bazar_belot.melds import Meld, best_in, parse_declaration, rank_key, seniority
from kozyr.engine.games.bazar_belot.state import Announced, Deal, LowShow, Table
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat


def revealed(table: Table, deal: Deal, seq: int, act: Revealed) -> Deal:
    """The deal after cards were shown: a construction before the second card, an open hand after a claim.

    Raises ImpossibleAct for a card that another seat has played.
    """
    own = deal.play.cards_of(act.seat)
    for card in act.cards:
        if card in deal.play.played and card not in own and deal.play.ledger is not None:
            raise ImpossibleAct("{seat} cannot show {card}: another seat has played it", seat=act.seat, card=card)
    shown_before = dict(deal.shown_cards).get(act.seat, frozenset())
    shown = shown_before | frozenset(act.cards)
    others = tuple(pair for pair in deal.shown_cards if pair[0] is not act.seat)
    deal = deal._replace(shown_cards=(*others, (act.seat, shown)))
    if deal.play.ledger is None:
        return deal
    deal = with_play(deal, cardplay.known(deal.play, seq, act.seat, act.cards))
    for card in act.cards:
        if card in deal.declared_cards:
            deal = seen_elsewhere(deal, seq, act.seat, card)
    if deal.claim is not None or not 1 <= len(deal.play.tricks) < 8:
        return deal
    answering = any(table.order.side_of(seat) != table.order.side_of(act.seat) for seat in deal.showing)
    deal = deal._replace(showing=(*deal.showing, act.seat))
    in_time = len(deal.play.tricks) == 1 and all(play.seat is not act.seat for play in deal.play.trick)
    if in_time or seq in deal.docket.forced:
        return _shown_in_time(deal, seq, act, shown | own)
    return _shown_late(table, deal, seq, act, shown | own, answering)


def _shown_in_time(deal: Deal, seq: int, act: Revealed, cards: frozenset[Card]) -> Deal:
    """What was announced counts when it is shown, and when something higher is; a lower thing is an offence."""
    open_ones = [one for one in deal.declarations if _awaits_show(one, act.seat)]
    good = [one for one in open_ones if one.meld.cards <= cards]
    if good or not open_ones or deal.denomination is None:
        return _mark_shown(deal, good)
    denomination = deal.denomination
    one = max(open_ones, key=lambda each: rank_key(each.meld, denomination))
    made = best_in(cards, denomination)
    if made is None:
        if frozenset(act.cards) <= one.meld.cards:
            return deal
        return found(deal, "B-3", Offence.FALSE_DECLARATION, act.seat, (one.seq, seq), cards=act.cards)
    if seniority(made, denomination) < seniority(one.meld, denomination):
        return still_low(deal._replace(low_shows=(*deal.low_shows, LowShow(seq, one))), seq)
    deal = _mark_shown(deal, [one])
    if seniority(made, denomination) == seniority(one.meld, denomination):
        return deal
    return found(deal, "B-6", Offence.FALSE_DECLARATION, act.seat, (seq, seq), cards=act.cards)


def _awaits_show(one: Announced, seat: Seat) -> bool:
    return one.seat is seat and one.meld.is_construction and one.in_time and not one.shown


def _mark_shown(deal: Deal, good: list[Announced]) -> Deal:
    marked = tuple(replace(one, shown=True) if one in good else one for one in deal.declarations)
    return deal._replace(declarations=marked) if good else deal


def _shown_late(table: Table, deal: Deal, seq: int, act: Revealed, cards: frozenset[Card], answering: bool) -> Deal:
    """Too late it does not count, unless it answers at once an opponents' lower one shown in the second trick."""
    denomination = deal.denomination
    good = [one for one in deal.declarations if _awaits_show(one, act.seat) and one.meld.cards <= cards]
    if denomination is None:
        return deal
    side = table.order.side_of(act.seat)
    if answering and good and len(deal.play.laid_by(act.seat)) == 2:
        theirs = [one.meld for one in deal.declarations if one.shown and table.order.side_of(one.seat) != side]
        lower = max((rank_key(meld, denomination) for meld in theirs), default=(-1, 0, 0, 0))
        higher = [one for one in good if rank_key(one.meld, denomination) > lower]
        if higher:
            return _mark_shown(deal, good)
    if good or best_in(frozenset(act.cards), denomination) is not None:
        deal = found(deal, "B-11", Offence.LATE_DECLARATION, act.seat, (seq, seq), cards=act.cards)
    return deal


def still_low(deal: Deal, seq: int) -> Deal:
    """Finds B-5 where by now the hand cannot hold what was announced."""
    denomination = deal.denomination
    if denomination is None or deal.play.ledger is None:
        return deal
    for low in deal.low_shows:
        seat = low.announced.seat
        hand = hand_of(deal, seat)
        known = hand if hand is not None else deal.play.cards_of(seat) | deal.play.ledger.held(seat)
        possible = known if hand is not None else known | deal.play.ledger.playable(seat)
        if not _can_hold(low.announced.meld, known, possible):
            deal = found(deal, "B-5", Offence.FALSE_DECLARATION, seat, (low.seq, seq))
    return deal


def _can_hold(meld: Meld, known: frozenset[Card], possible: frozenset[Card]) -> bool:
    """Whether a hand of these known cards and others of the possible ones can hold the announced rank, in any suit."""
    wanted = [meld.cards]
    if meld.suit is not None and meld.rank is not None:
        wanted = [parse_declaration(f"{meld.kind} {meld.rank}{suit}").cards for suit in Suit]
    return any(cards <= possible and len(cards - known) <= 8 - len(known) for cards in wanted)
