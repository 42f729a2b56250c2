"""Constructions and belas in a deal: declared, shown, found false, and which of them count.

Source: Репино, "Г. Розыгрыш", "Д. Правила обращения с конструкциями", 4.2; rules.md B.3.
"""

from dataclasses import replace

from kozyr.engine.acts import Declared, Revealed
from kozyr.engine.cards import DECK_32, Card, Rank, Suit
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.bazar_belot.bidding import ended_silently
from kozyr.engine.games.bazar_belot.findings import found, with_ledger
from kozyr.engine.games.bazar_belot.melds import (
    Kind,
    Meld,
    bela_cards,
    best_in,
    parse_declaration,
    rank_key,
    seniority,
)
from kozyr.engine.games.bazar_belot.play import Denomination
from kozyr.engine.games.bazar_belot.state import Announced, Deal, Laid, LowShow, Stop, Table
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat


def laid_by(deal: Deal, seat: Seat) -> tuple[Laid, ...]:
    """The cards a seat has laid to tricks, in order."""
    plays = (*(play for trick in deal.tricks for play in trick.plays), *deal.trick)
    return tuple(play for play in plays if play.seat is seat)


def cards_of(deal: Deal, seat: Seat) -> frozenset[Card]:
    """The known cards among them."""
    return frozenset(play.card for play in laid_by(deal, seat) if play.card is not None)


def hand_of(deal: Deal, seat: Seat) -> frozenset[Card] | None:
    """The full hand a seat began with, when it was written down or has been played out; else None."""
    written = next((cards for who, cards in deal.hands if who is seat), None)
    if written is not None:
        return written
    cards = cards_of(deal, seat)
    return cards if len(cards) == 8 else None


def declared(table: Table, deal: Deal, seq: int, act: Declared) -> Deal:
    """The deal after a declaration; one that comes late or out of turn is recorded and flagged."""
    meld = parse_declaration(act.declaration)
    deal = ended_silently(table, deal, seq)
    if not meld.is_construction:
        return _said_bela(deal, seq, act, meld)
    laid = laid_by(deal, act.seat)
    in_time = seq in deal.forced or (not laid and (not deal.is_over or _by_hand(deal)))
    closed = bool(deal.active) and act.seat not in deal.active
    one = Announced(seq, act.seat, act.declaration, meld, in_time and not closed)
    deal = replace(
        deal,
        declarations=(*deal.declarations, one),
        declared_cards=deal.declared_cards | meld.cards,
    )
    if laid:
        deal = found(deal, "B-11", Offence.LATE_DECLARATION, act.seat, (seq, seq))
    elif deal.trick and act.seat is not deal.turn:
        deal = found(deal, "B-4", Offence.DECLARATION_OUT_OF_TURN, act.seat, (seq, seq))
    deal = _checked_at_once(deal, seq, one)
    is_true = all(finding.committed != seq for finding in deal.findings if finding.offence is Offence.FALSE_DECLARATION)
    if meld.kind is Kind.FRAME and meld.rank is Rank.SEVEN and one.in_time and is_true:
        return replace(deal, stop=Stop.FOUR_SEVENS)
    return deal


def _by_hand(deal: Deal) -> bool:
    """Whether the deal is entered by hand: a result and no cards."""
    return deal.tally is not None and not deal.trick and not deal.tricks


def _checked_at_once(deal: Deal, seq: int, one: Announced) -> Deal:
    """A construction of which a card has been seen elsewhere, or which the written hand lacks, does not exist."""
    hand = next((cards for who, cards in deal.hands if who is one.seat), None)
    elsewhere = deal.played - cards_of(deal, one.seat)
    missing = one.meld.cards & elsewhere if hand is None else one.meld.cards - hand
    return _is_false(deal, one, seq, missing) if missing else deal


def _is_false(deal: Deal, one: Announced, proved: int, cards: frozenset[Card]) -> Deal:
    """Before the second trick it can still be corrected (B-2); then no more (B-3)."""
    row = "B-2" if not one.meld.is_construction or len(laid_by(deal, one.seat)) < 2 else "B-3"
    proof = tuple(card for card in DECK_32 if card in cards)
    return found(deal, row, Offence.FALSE_DECLARATION, one.seat, (one.seq, proved), cards=proof)


def before_first_lead(deal: Deal) -> Deal:
    """Findings that wait for the first card: in a deal entered by hand nobody minds the order of declarations."""
    for one in deal.declarations:
        if one.meld.is_construction and one.seat is not deal.turn:
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
    trick = deal.trick or (deal.tricks[-1].plays if deal.tricks else ())
    denomination = deal.denomination
    trump = denomination.trump if denomination else None
    if not trick:
        unlogged = Announced(seq, act.seat, act.declaration, _of_suit(meld, trump), deal.contract is not None)
        return _halves(deal, unlogged)
    last = trick[-1]
    card, led = last.card, trick[0].card
    suit = trump if denomination is not Denomination.ALL_TRUMPS else (card.suit if card else meld.suit)
    one = Announced(seq, act.seat, act.declaration, _of_suit(meld, suit), True)
    if last.seat is not act.seat:
        own = laid_by(deal, act.seat)
        late = bool(own) and suit is not None and own[-1].card in bela_cards(suit)
        row, offence = ("B-11", Offence.LATE_DECLARATION) if late else ("B-4", Offence.DECLARATION_OUT_OF_TURN)
        return found(_halves(deal, one), row, offence, act.seat, (seq, seq))
    if card is None:
        return _halves(deal, one)
    if suit is None or card not in bela_cards(suit) or meld.suit not in (None, suit):
        return found(_halves(deal, one), "B-2", Offence.FALSE_DECLARATION, act.seat, (seq, seq), cards=(card,))
    if denomination is Denomination.ALL_TRUMPS and (led is None or led.suit is not suit):
        return _halves(deal, one)
    return _with_card(deal, seq, one, card)


def _of_suit(meld: Meld, suit: object) -> Meld:
    return meld if meld.suit is not None or suit is None else parse_declaration(f"{meld.kind} {suit}")


def _halves(deal: Deal, one: Announced) -> Deal:
    return replace(deal, declarations=(*deal.declarations, one))


def _with_card(deal: Deal, seq: int, one: Announced, card: Card) -> Deal:
    """A half said with its card: the first half tells that the other card is held."""
    if one.meld.suit is None:
        return _halves(deal, one)
    other = next(each for each in bela_cards(one.meld.suit) if each != card)
    second = other in cards_of(deal, one.seat)
    if one.meld.kind is Kind.REBELA or second:
        return _halves(deal, replace(one, shown=second and one.meld.kind is Kind.REBELA))
    deal = _halves(deal, replace(one, shown=True))
    deal = replace(deal, declared_cards=deal.declared_cards | {other})
    if other in deal.played:
        return _is_false(deal, replace(one, shown=True), seq, frozenset((other,)))
    if deal.ledger is None:
        return deal
    return with_ledger(deal, deal.ledger.know(seq, one.seat, (other,), deal.trick_number)[0])


def revealed(table: Table, deal: Deal, seq: int, act: Revealed) -> Deal:
    """The deal after cards were shown: a construction before the second card, an open hand after a claim.

    Raises ImpossibleAct for a card that another seat has played.
    """
    own = cards_of(deal, act.seat)
    for card in act.cards:
        if card in deal.played and card not in own and deal.ledger is not None:
            raise ImpossibleAct(f"{act.seat} cannot show {card}: another seat has played it")
    shown_before = dict(deal.shown_cards).get(act.seat, frozenset())
    shown = shown_before | frozenset(act.cards)
    others = tuple(pair for pair in deal.shown_cards if pair[0] is not act.seat)
    deal = replace(deal, shown_cards=(*others, (act.seat, shown)))
    if deal.ledger is None:
        return deal
    deal = with_ledger(deal, deal.ledger.know(seq, act.seat, act.cards, deal.trick_number)[0])
    for card in act.cards:
        if card in deal.declared_cards:
            deal = seen_elsewhere(deal, seq, act.seat, card)
    if deal.claim is not None or not 1 <= len(deal.tricks) < 8:
        return deal
    answering = any(table.order.side_of(seat) != table.order.side_of(act.seat) for seat in deal.showing)
    deal = replace(deal, showing=(*deal.showing, act.seat))
    in_time = len(deal.tricks) == 1 and all(play.seat is not act.seat for play in deal.trick)
    if in_time or seq in deal.forced:
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
        return still_low(replace(deal, low_shows=(*deal.low_shows, LowShow(seq, one))), seq)
    deal = _mark_shown(deal, [one])
    if seniority(made, denomination) == seniority(one.meld, denomination):
        return deal
    return found(deal, "B-6", Offence.FALSE_DECLARATION, act.seat, (seq, seq), cards=act.cards)


def _awaits_show(one: Announced, seat: Seat) -> bool:
    return one.seat is seat and one.meld.is_construction and one.in_time and not one.shown


def _mark_shown(deal: Deal, good: list[Announced]) -> Deal:
    marked = tuple(replace(one, shown=True) if one in good else one for one in deal.declarations)
    return replace(deal, declarations=marked) if good else deal


def _shown_late(table: Table, deal: Deal, seq: int, act: Revealed, cards: frozenset[Card], answering: bool) -> Deal:
    """Too late it does not count, unless it answers at once an opponents' lower one shown in the second trick."""
    denomination = deal.denomination
    good = [one for one in deal.declarations if _awaits_show(one, act.seat) and one.meld.cards <= cards]
    if denomination is None:
        return deal
    side = table.order.side_of(act.seat)
    if answering and good and len(laid_by(deal, act.seat)) == 2:
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
    if denomination is None or deal.ledger is None:
        return deal
    for low in deal.low_shows:
        seat = low.announced.seat
        hand = hand_of(deal, seat)
        known = hand if hand is not None else cards_of(deal, seat) | deal.ledger.held(seat)
        possible = known if hand is not None else known | deal.ledger.playable(seat)
        if not _can_hold(low.announced.meld, known, possible):
            deal = found(deal, "B-5", Offence.FALSE_DECLARATION, seat, (low.seq, seq))
    return deal


def _can_hold(meld: Meld, known: frozenset[Card], possible: frozenset[Card]) -> bool:
    """Whether a hand of these known cards and others of the possible ones can hold the announced rank, in any suit."""
    wanted = [meld.cards]
    if meld.suit is not None and meld.rank is not None:
        wanted = [parse_declaration(f"{meld.kind} {meld.rank}{suit}").cards for suit in Suit]
    return any(cards <= possible and len(cards - known) <= 8 - len(known) for cards in wanted)
