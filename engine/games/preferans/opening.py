"""How the play of a deal opens: who plays, what everybody has seen by then, and what cannot be where.

Source: Сочи Распасы 2; rules dossier C.4, C.5.6 and 11.2.
"""

from collections.abc import Iterable

from kozyr.engine import cardplay
from kozyr.engine.cardplay import CardPlay, Holdings
from kozyr.engine.cards import Card
from kozyr.engine.errors import Words
from kozyr.engine.games.preferans.play import HAND, TALON, PreferansConduct
from kozyr.engine.games.preferans.state import Deal, Table
from kozyr.engine.legality import Ledger, open_ledger
from kozyr.engine.seats import Seat


def opened(table: Table, deal: Deal, seq: int) -> Deal:
    """The deal when its game may have become known or changed: the play opens anew, cards that lie are judged anew."""
    conduct = conduct_of(deal)
    if conduct is None:
        return deal
    if deal.play.trick or deal.play.tricks:
        return deal if conduct == deal.conduct else relaid(table, deal, seq)
    first = conduct.first()
    active = conduct.players(1, first)
    sizes = [TALON if seat is conduct.dealer else HAND for seat in active]
    ledger = _seen(deal, seq, conduct, open_ledger(active, sizes))
    play = cardplay.opened(deal.play, conduct, active, first, ledger)
    return deal._replace(conduct=conduct, play=_known(deal, play, seq))


def relaid(table: Table, deal: Deal, seq: int) -> Deal:
    """The deal with all its cards waiting to be judged again, now that more is known."""
    play = deal.play
    laid = (*(each for trick in play.tricks for each in trick.plays), *play.trick)
    waiting = CardPlay(unjudged=(*laid, *play.unjudged), aside=play.aside, open_cards=play.open_cards)
    return opened(table, deal._replace(play=waiting), seq)


def conduct_of(deal: Deal) -> PreferansConduct | None:
    """How the deal is played; None until the game is known."""
    if deal.is_raspasy:
        if deal.sitting is not None:
            return PreferansConduct(deal.hands, is_raspasy=True, dealer=deal.sitting)
        return PreferansConduct(deal.hands, is_raspasy=True, talon=deal.talon)
    if deal.is_misere:
        return PreferansConduct(deal.hands)
    if deal.order is None or deal.order.strain is None:
        return None
    return PreferansConduct(deal.hands, deal.order.strain.trump)


def _seen(deal: Deal, seq: int, conduct: PreferansConduct, ledger: Ledger) -> Ledger:
    """The ledger with the talon and the discards, as far as they were seen."""
    talon = [card for card in deal.talon if card is not None]
    if conduct.dealer is not None:
        return ledger.know(seq, conduct.dealer, talon)[0]
    if deal.is_raspasy or deal.is_returned:
        return out_of_play(deal, ledger, seq, talon)
    return with_exchange(deal, ledger, seq, talon)


def with_exchange(deal: Deal, ledger: Ledger, seq: int, taken: Iterable[Card]) -> Ledger:
    """The ledger with cards that the declarer took: no defender has them, and once both discards are known, he has."""
    taken = tuple(taken)
    ledger = out_of_play(deal, ledger.bar(deal.defenders, taken) if taken else ledger, seq, deal.given)
    if len(deal.given) < TALON or deal.declarer is None:
        return ledger
    kept = [card for card in deal.talon if card is not None and card not in deal.given]
    return ledger.know(seq, deal.declarer, kept)[0]


def out_of_play(deal: Deal, ledger: Ledger, seq: int, cards: Iterable[Card]) -> Ledger:
    """The ledger when cards are seen that nobody can play: talon cards of raspasy, discards, a talon given back."""
    elsewhere = next(seat for seat in Seat if seat not in ledger.seats)
    return ledger.lay_open(seq, ((elsewhere, tuple(cards)),))[0]


def _known(deal: Deal, play: CardPlay, seq: int) -> CardPlay:
    """The play with the hands written down, the open ones, cards exposed or out of turn."""
    play = cardplay.known_before(play, seq, _in_play(deal, play))
    for seat, cards in deal.open_hands:
        play = cardplay.known(play, seq, seat, cards) if seat in play.active else play
    return play


def _in_play(deal: Deal, play: CardPlay) -> Holdings:
    return tuple((seat, cards) for seat, cards in written(deal) if seat in play.active)


def written(deal: Deal) -> Holdings:
    """The hands written down, as they were at the start of play.

    A declarer's hand that holds a card seen among the discards was written down as dealt.
    """
    if not deal.given:
        return deal.written
    talon = frozenset(card for card in deal.talon if card is not None)
    return tuple(
        (seat, (cards | talon) - deal.given if seat is deal.declarer and cards & deal.given else cards)
        for seat, cards in deal.written
    )


def reason_against(deal: Deal, seat: Seat, card: Card | None) -> Words | None:
    """Why ``seat`` cannot have played ``card``, or None."""
    sits_out = seat is deal.sitting
    if deal.conduct is not None and seat not in deal.play.active:
        return Words("{seat} deals and does not play", seat=seat)
    if card is None or deal.conduct is None or (deal.is_raspasy and sits_out):
        return None
    if card in deal.given:
        return Words("{card} was discarded", card=card)
    if card in deal.talon:
        if deal.is_raspasy or deal.is_returned:
            return Words("{card} lies in the talon", card=card)
        if seat is not deal.declarer:
            return Words("{card} was in the talon, and {declarer} took it", card=card, declarer=deal.declarer)
    return None
