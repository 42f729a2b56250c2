"""The auction as part of a deal: the shown card, calls, the seven swap, and the play begun when trumps are known.

Source: ФДУ "Початок гри", "Торги замовлень", 6.2.2.2–6.2.2.4.
"""

from typing import Final

from kozyr.engine import cardplay
from kozyr.engine.acts import Called, Exchanged, TurnedUp
from kozyr.engine.cardplay import CardPlay
from kozyr.engine.cards import Card, Rank
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.debertz import auction as words
from kozyr.engine.games.debertz.auction import Auction, Kind
from kozyr.engine.games.debertz.declaring import trumps_known
from kozyr.engine.games.debertz.findings import found, with_play
from kozyr.engine.games.debertz.play import HAND, conduct
from kozyr.engine.games.debertz.state import Deal, Swap, Table
from kozyr.engine.games.debertz.swapping import may_swap
from kozyr.engine.laws import Offence
from kozyr.engine.legality import open_ledger
from kozyr.engine.seats import Seat
from kozyr.engine.view import CallView

_KINDS: Final = {"lit_suit": Kind.NONE, "declarer_names": Kind.DECLARER_NAMES}


def auction_of(table: Table, obliged: Seat | None, declarer: Seat | None) -> Auction:
    """The auction of a new deal; ``declarer``: of the deal whose bayd is deferred, when this one follows it."""
    kind = _KINDS.get(table.rules.deferred_trump)
    if declarer is None or kind is None:
        return words.opened(table.order, obliged)
    return words.followed(table.order, obliged, declarer, kind)


def turned_up(table: Table, deal: Deal, seq: int, act: TurnedUp) -> Deal:
    """The deal when a card was shown.

    Raises ImpossibleAct for more than one card, a second shown card, or one that another seat has played.
    """
    if len(act.cards) != 1:
        raise ImpossibleAct("TurnedUp: the judge shows one card, not {count}", count=len(act.cards))
    if deal.shown is not None:
        raise ImpossibleAct(
            "TurnedUp: {card} is the shown card of this deal already; correct that entry", card=deal.shown
        )
    card = act.cards[0]
    deal = deal._replace(shown=card, auction=words.with_shown(deal.auction, card.suit))
    return _begun(table, deal, seq) if deal.conduct is None else _shown_card_known(table, deal, seq)


def called(table: Table, deal: Deal, seq: int, act: Called) -> Deal:
    """The deal after a call. An irregular one is recorded and flagged and does not stand unless a ruling says so."""
    if deal.is_belated and deal.follows and not deal.calls and not deal.cards_laid:
        deal = _unforeseen(table, deal)
    wrong = words.fault(deal.auction, table.rules, act.seat, act.call)
    if deal.stop or (deal.conduct is not None and (deal.tally or deal.play.is_complete)):
        raise ImpossibleAct(
            "{seat} cannot call {call}: the deal is over, deal again first", seat=act.seat, call=act.call
        )
    if wrong is Offence.CALL_OUT_OF_TURN and _begins_elsewhere(deal):
        deal = _obliged_before(table, deal, act.seat)
        wrong = words.fault(deal.auction, table.rules, act.seat, act.call)
    stands = wrong is None or (seq in deal.docket.forced and not deal.auction.is_over)
    deal = deal._replace(calls=(*deal.calls, CallView(seq, act.seat, act.call, stands)))
    if wrong is not None:
        deal = found(table, deal, "D-2", wrong, act.seat, (seq, seq))
    if not stands:
        return deal
    return _begun(table, deal._replace(auction=words.called(deal.auction, act.seat, act.call)), seq)


def _unforeseen(table: Table, deal: Deal) -> Deal:
    """A deal with its own auction, because nobody knew of the deferred bayd: it is played as it lies."""
    auction = words.opened(table.order, deal.dealt.obliged)
    if deal.shown is not None:
        auction = words.with_shown(auction, deal.shown.suit)
    return deal._replace(auction=auction, follows=False, conduct=None, play=CardPlay())


def _begins_elsewhere(deal: Deal) -> bool:
    """Whether this may be the first word of an auction whose obliged player was worked out and not entered."""
    return deal.dealt.obliged is None and not deal.calls and deal.auction.kind is Kind.TWO_ROUNDS


def _obliged_before(table: Table, deal: Deal, first: Seat) -> Deal:
    obliged = table.order.following(first)[-1]
    return deal._replace(auction=deal.auction._replace(obliged=obliged, turn=first))


def exchanged(table: Table, deal: Deal, seq: int, act: Exchanged) -> Deal:
    """The deal after the shown card was changed for the seven of its suit.

    Raises ImpossibleAct when there is no such card any more, or another card was taken.
    """
    if deal.swap is not None:
        raise ImpossibleAct(
            "{seat} cannot change: {holder} has the shown card already", seat=act.seat, holder=deal.swap.seat
        )
    counts = [cards if isinstance(cards, int) else len(cards) for cards in (act.taken, act.given)]
    if counts != [1, 1]:
        raise ImpossibleAct(
            "{seat} cannot change {given} for {taken}: one card is changed for the shown one",
            seat=act.seat,
            given=counts[1],
            taken=counts[0],
        )
    if deal.cards_laid or deal.tally or deal.stop:
        raise ImpossibleAct("{seat} cannot change the shown card: the play has begun", seat=act.seat)
    if not isinstance(act.taken, int) and deal.shown is not None and act.taken != (deal.shown,):
        card, shown = act.taken[0], deal.shown
        raise ImpossibleAct(
            "{seat} cannot take {card}: the shown card is {shown}", seat=act.seat, card=card, shown=shown
        )
    if deal.shown is None and not isinstance(act.taken, int):
        deal = deal._replace(shown=act.taken[0], auction=words.with_shown(deal.auction, act.taken[0].suit))
    given = None if isinstance(act.given, int) else act.given[0]
    deal = deal._replace(swap=Swap(seq, act.seat, given))
    return _begun(table, deal, seq) if deal.conduct is None else _shown_card_known(table, deal, seq)


def _begun(table: Table, deal: Deal, seq: int) -> Deal:
    """The deal when the play can begin, because declarer and trumps are known."""
    trump, declarer = deal.auction.trump, deal.auction.declarer
    if not deal.auction.is_over or trump is None or declarer is None or deal.conduct is not None:
        return deal
    way = conduct(trump, table.order, table.edition)
    first = first_leader(table, deal)
    active = table.order.following(first)
    ledger = open_ledger(active, (HAND,) * len(active))
    play = cardplay.known_before(cardplay.opened(deal.play, way, active, first, ledger), seq, deal.hands)
    deal = with_play(table, deal._replace(conduct=way), play)
    deal = trumps_known(table, deal, seq, trump) if deal.declarations else deal
    return _shown_card_known(table, deal, seq)


def first_leader(table: Table, deal: Deal) -> Seat:
    """Who leads to the first trick (5.3)."""
    obliged = deal.auction.obliged or table.order.seats[-1]
    match table.rules.first_lead:
        case "token":
            return obliged
        case "after_declarer" if deal.auction.declarer is not None:
            return table.order.next(deal.auction.declarer)
    return table.order.next(obliged)


def _shown_card_known(table: Table, deal: Deal, seq: int) -> Deal:
    """The deal when everybody knows who holds the shown card, and after a swap the seven."""
    if deal.shown is None or deal.declarer is None:
        return deal
    swap, shown = deal.swap, deal.shown
    if swap is None:
        return _holding(table, deal, seq, deal.declarer, shown)
    seven = Card(Rank.SEVEN, shown.suit)
    if not may_swap(table, deal, swap.seat) or swap.given not in (None, seven):
        deal = found(table, deal, "D-14", Offence.ILLEGAL_CALL, swap.seat, (swap.seq, max(seq, swap.seq)))
        if swap.seq not in deal.docket.forced:
            return deal
    given = swap.given or seven
    deal = _holding(table, deal, seq, swap.seat, shown)
    return _holding(table, deal, seq, deal.declarer or swap.seat, given)


def _holding(table: Table, deal: Deal, seq: int, seat: Seat, card: Card) -> Deal:
    """The deal when ``seat`` is known to hold a card; a hand that was written down knows better."""
    if deal.hands and any(who is seat or card in cards for who, cards in deal.hands):
        return deal
    return with_play(table, deal, cardplay.known(deal.play, seq, seat, (card,)))
