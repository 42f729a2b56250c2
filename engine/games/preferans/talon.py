"""The talon: turned up, taken and discarded, given back; in raspasy its cards lead.

Source: Сочи Игра 3, 9, Распасы 2, Штрафы 3.
"""

from kozyr.engine.acts import Exchanged, Played, TurnedUp
from kozyr.engine.cards import Card
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.preferans.bidding import ended_silently
from kozyr.engine.games.preferans.findings import found, twelve_card_price, with_play
from kozyr.engine.games.preferans.laws import TWELVE_CARDS
from kozyr.engine.games.preferans.opening import conduct_of, opened, out_of_play, relaid, with_exchange
from kozyr.engine.games.preferans.play import TALON
from kozyr.engine.games.preferans.state import Deal, Table
from kozyr.engine.games.preferans.trickplay import played
from kozyr.engine.laws import Offence


def turned_up(table: Table, deal: Deal, seq: int, act: TurnedUp) -> Deal:
    """The deal after talon cards were turned up, together or one by one; in raspasy of four a single one is led.

    Raises ImpossibleAct for a third card, a card seen elsewhere, and after a misdeal.
    """
    if deal.misdealt is not None:
        raise ImpossibleAct("TurnedUp: the deal was wrong, deal again first")
    new = tuple(card for card in act.cards if card not in deal.talon)
    for card in new:
        _check_unseen(deal, card)
    if not new:
        return deal
    talon = _placed(deal, new)
    if sum(card is not None for card in talon) > TALON or len(talon) > TALON:
        raise ImpossibleAct("TurnedUp: the talon has two cards, and {cards} lies there", cards=_listed(deal))
    deal = deal._replace(talon=talon)
    if deal.is_raspasy and len(new) == 1 and deal.sitting is not None and deal.play.turn is deal.sitting:
        return played(table, deal, seq, Played(deal.sitting, new[0]))
    if deal.conduct is None or not (deal.play.trick or deal.play.tricks):
        return opened(table, deal, seq)
    return _during_play(table, deal, seq, new)


def _listed(deal: Deal) -> tuple[Card, ...]:
    return tuple(card for card in deal.talon if card is not None)


def _check_unseen(deal: Deal, card: Card) -> None:
    lying = [each.card for each in deal.play.unjudged] + [each.card for each in deal.play.aside]
    if card in deal.play.played or card in lying or card in deal.given:
        raise ImpossibleAct("TurnedUp: {card} has been played or discarded already in this deal", card=card)
    for seat, cards in deal.written:
        if card in cards and (deal.is_raspasy and seat is not deal.sitting):
            raise ImpossibleAct("TurnedUp: {card} is in the hand written down for {seat}", card=card, seat=seat)


def _placed(deal: Deal, new: tuple[Card, ...]) -> tuple[Card | None, ...]:
    """The talon with more cards. In raspasy of three the card of a trick that lies there is the one before it."""
    if not deal.is_raspasy or deal.sitting is not None:
        return (*deal.talon, *new)
    talon = deal.talon
    for card in new:
        at = deal.play.trick_number - 1
        if len(talon) <= at < TALON:
            talon = (*talon, *(None for _ in range(at - len(talon))), card)
        elif None in talon:
            talon = tuple(card if one is None else one for one in talon)
        else:
            talon = (*talon, card)
    return talon


def _during_play(table: Table, deal: Deal, seq: int, new: tuple[Card, ...]) -> Deal:
    """Talon cards that are seen when cards lie already; a card of raspasy that came late judges its trick anew."""
    ledger = deal.play.ledger
    if ledger is None:
        return deal
    if deal.is_raspasy and deal.sitting is None:
        played_to = deal.play.trick_number if deal.play.trick else deal.play.trick_number - 1
        if any(card in deal.talon[:played_to] for card in new):
            return relaid(table, deal, seq)
        ledger = out_of_play(deal, ledger, seq, new)
        return with_play(table, deal._replace(conduct=conduct_of(deal)), deal.play._replace(ledger=ledger))
    if deal.is_raspasy and deal.sitting is not None:
        ledger = ledger.know(seq, deal.sitting, new)[0]
    else:
        ledger = out_of_play(deal, ledger, seq, new) if deal.is_returned else ledger.bar(deal.defenders, new)
    return with_play(table, deal, deal.play._replace(ledger=ledger))


def exchanged(table: Table, deal: Deal, seq: int, act: Exchanged) -> Deal:
    """The deal after its declarer took the talon, discarded, or both.

    Raises ImpossibleAct for anybody else, for a game without the talon, and for cards that cannot be the ones.
    """
    if act.seat is deal.auction.bidder:
        deal = ended_silently(table, deal, seq)
    _check_exchange(deal, act)
    taken = act.taken if isinstance(act.taken, tuple) else ()
    given = frozenset(act.given) if isinstance(act.given, tuple) else frozenset()
    new = tuple(card for card in taken if card not in deal.talon)
    deal = deal._replace(talon=(*deal.talon, *new), given=deal.given | given)
    deal = _with_exchange(table, deal, seq, new)
    discards = len(act.given) if isinstance(act.given, tuple) else act.given
    if not discards:
        return opened(table, deal._replace(holds_twelve=deal.holds_twelve or seq), seq)
    late = deal.order is not None and not deal.is_exchanged and not deal.is_told_late
    deal = deal._replace(is_exchanged=True, holds_twelve=None)
    if late and deal.declarer is not None:
        price, seqs = twelve_card_price(table, deal), (deal.order_seq, seq)
        deal = found(deal, TWELVE_CARDS, Offence.TWELVE_CARD_ORDER, deal.declarer, seqs, price=price)
    return opened(table, deal, seq)


def _with_exchange(table: Table, deal: Deal, seq: int, new: tuple[Card, ...]) -> Deal:
    """The deal when discards are seen after cards were played."""
    ledger = deal.play.ledger
    if ledger is None or not (deal.play.trick or deal.play.tricks):
        return deal
    return with_play(table, deal, deal.play._replace(ledger=with_exchange(deal, ledger, seq, new)))


def _check_exchange(deal: Deal, act: Exchanged) -> None:
    best = deal.auction.best
    if best is None or act.seat is not deal.declarer:
        raise ImpossibleAct("Exchanged: {seat} has not won the bidding", seat=act.seat)
    if best.is_dark:
        raise ImpossibleAct("Exchanged: {seat} plays without the talon", seat=act.seat)
    if deal.is_returned:
        raise ImpossibleAct("Exchanged: {seat} gave the talon back", seat=act.seat)
    talon = frozenset(deal.talon)
    for what, cards in (("taken", act.taken), ("given", act.given)):
        count = len(cards) if isinstance(cards, tuple) else cards
        if count > TALON:
            raise ImpossibleAct("Exchanged: the talon has two cards, not {count}", count=count)
        for card in cards if isinstance(cards, tuple) else ():
            if card in deal.play.played:
                raise ImpossibleAct("Exchanged: {card} has been played already in this deal", card=card)
            if what == "taken" and len(talon) == TALON and card not in talon:
                raise ImpossibleAct(
                    "Exchanged: {card} was not in the talon, {cards} was", card=card, cards=_listed(deal)
                )
    if isinstance(act.taken, tuple) and len(talon | set(act.taken)) > TALON:
        raise ImpossibleAct("Exchanged: the talon has two cards, and {cards} lies there", cards=_listed(deal))
