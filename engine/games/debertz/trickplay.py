"""Cards of a deal laid to tricks, out of turn or before the trumps are known.

Source: ФДУ "Роздача", "Правило ходу"; rules dossier A.4.
"""

from kozyr.engine import cardplay, misplaced
from kozyr.engine.acts import Exposed, Played, Revealed
from kozyr.engine.cards import Card, in_deck_order
from kozyr.engine.errors import ImpossibleAct, Words
from kozyr.engine.games.debertz.belas import with_next_card
from kozyr.engine.games.debertz.declaring import revealed
from kozyr.engine.games.debertz.existence import hands_known, seen_elsewhere
from kozyr.engine.games.debertz.findings import found, with_play
from kozyr.engine.games.debertz.play import HAND
from kozyr.engine.games.debertz.standing import may_show
from kozyr.engine.games.debertz.state import Deal, Table
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat


def played(table: Table, deal: Deal, seq: int, act: Played) -> Deal:
    """The deal after a card was laid down, legal or not.

    Raises ImpossibleAct for a card that has been played already, a ninth card of a hand, or a card after the end.
    """
    seat, card, play = act.seat, act.card, deal.play
    if card is not None and card in play.played and misplaced.is_confirmed(play, seat, card, deal.docket.out_of_turn):
        return deal
    if seat in play.may_change and seat is not play.turn and card not in play.played:
        changed = misplaced.another_card(play, seat)
        if changed is not None:
            waiting = play.retake
            deal = _to_trick(table, with_play(table, deal, changed), seq, seat, card)
            return deal._replace(play=deal.play._replace(retake=waiting))
    if deal.stop is not None or deal.tally is not None or play.is_complete:
        raise ImpossibleAct("{seat} cannot play {card}: the deal is over", seat=seat, card=card or Words("a card"))
    cardplay.check_possible(play, seat, card, hand=HAND, written=deal.hands)
    if deal.conduct is None:
        return _before_trumps(table, deal, seq, act)
    if cardplay.is_due(play, seat, forced=seq in deal.docket.forced):
        return _to_trick(table, deal, seq, seat, card)
    lying = misplaced.lying_before(play, deal.conduct, seat) if play.aside else ()
    for aside in lying:
        deal = _to_trick(table, deal, aside.seq, aside.seat, aside.card)
    if lying:
        return _to_trick(table, deal, seq, seat, card)
    return _laid_aside(table, deal, seq, seat, card)


def _before_trumps(table: Table, deal: Deal, seq: int, act: Played) -> Deal:
    """A card in the middle of the auction is out of turn; where no calls were entered it waits for them."""
    if deal.play.unjudged or not deal.calls or deal.auction.is_over:
        waiting = cardplay.Laid(seq, act.seat, act.card)
        return deal._replace(play=deal.play._replace(unjudged=(*deal.play.unjudged, waiting)))
    return _laid_aside(table, deal, seq, act.seat, act.card)


def judged(table: Table, deal: Deal) -> Deal:
    """The deal when the trumps have become known after cards were played: each is judged as if it came now."""
    waiting = deal.play.unjudged
    deal = deal._replace(play=deal.play._replace(unjudged=()))
    for each in waiting:
        deal = played(table, deal, each.seq, Played(each.seat, each.card))
    return deal


def _to_trick(table: Table, deal: Deal, seq: int, seat: Seat, card: Card | None) -> Deal:
    way = deal.conduct
    if way is None:
        return deal
    play = cardplay.to_trick(deal.play, way, seq, seat, card)
    before, now = deal.play.ledger, play.ledger
    proved = before is None or now is None or now.found is not before.found
    deal = deal._replace(claim=None) if deal.claim is not None else deal
    deal = with_play(table, deal, play) if proved else deal._replace(play=play)
    if deal.declarations:
        deal = with_next_card(table, deal, seq, seat, card)
    if cardplay.is_full(deal.play, way):
        deal = deal._replace(play=cardplay.closed(deal.play, way))
    if card is not None and card in deal.declared_cards:
        deal = seen_elsewhere(table, deal, seq, seat, card)
    return hands_known(table, deal, seq) if deal.declarations and len(deal.play.tricks) == HAND else deal


def _laid_aside(table: Table, deal: Deal, seq: int, seat: Seat, card: Card | None) -> Deal:
    """A card out of turn lies aside, face-up; the turn stays where it was (D-1)."""
    play = misplaced.laid_aside(
        deal.play, seq, seat, card, unread_lies=deal.docket.has_unread_out_of_turn(deal.play.trick_number)
    )
    deal = with_play(table, deal, play)
    cards = () if card is None else (card,)
    deal = found(table, deal, "D-1", Offence.OUT_OF_TURN, seat, (seq, seq), certain=not play.is_unsure, cards=cards)
    return seen_elsewhere(table, deal, seq, seat, card) if card is not None and card in deal.declared_cards else deal


def exposed(table: Table, deal: Deal, seq: int, act: Exposed) -> Deal:
    """The deal after cards were seen outside the trick: an offence (D-5), while dealing perhaps the judge's (D-7)."""
    play, now = misplaced.exposed(deal.play, seq, act.seat, act.cards)
    if not now:
        return deal
    before = dict(deal.play.open_cards).get(act.seat, frozenset())
    if now - before <= may_show(table, deal, act.seat):
        return revealed(table, deal, seq, Revealed(act.seat, act.cards))
    deal = with_play(table, deal, play)
    new = in_deck_order(now - before)
    for card in new:
        if card in deal.declared_cards:
            deal = seen_elsewhere(table, deal, seq, act.seat, card)
    if deal.claim is not None or deal.is_over or deal.stop is not None:
        return deal
    if deal.shown is None and not deal.calls and not deal.cards_laid:
        return found(table, deal, "D-7", Offence.MISDEAL, act.seat, (seq, seq), certain=False, cards=new)
    return found(table, deal, "D-5", Offence.EXPOSED_CARDS, act.seat, (seq, seq), cards=new)
