"""Cards of a deal going to the table: played, laid out of turn, played before anybody entered a call.

Source: Репино, "Г. Розыгрыш", 4.3; rules dossier B.4, B.6. The course of the cards themselves is in engine/cardplay.
"""

from kozyr.engine import cardplay, misplaced
from kozyr.engine.acts import Played
from kozyr.engine.cardplay import CardPlay, Laid
from kozyr.engine.cards import Card
from kozyr.engine.errors import ImpossibleAct, Words
from kozyr.engine.games.bazar_belot.belas import with_next_card
from kozyr.engine.games.bazar_belot.bidding import ended_silently, first_leader
from kozyr.engine.games.bazar_belot.declaring import before_first_lead, played_out, seen_elsewhere
from kozyr.engine.games.bazar_belot.findings import found, with_play
from kozyr.engine.games.bazar_belot.play import HAND, BelotConduct
from kozyr.engine.games.bazar_belot.showing import still_low
from kozyr.engine.games.bazar_belot.state import Deal, Table
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat


def played(table: Table, deal: Deal, seq: int, act: Played, in_order: bool = True) -> Deal:
    """The deal after a card was laid down, legal or not.

    ``in_order``: False when the log does not tell which declarations came before the card.

    Raises ImpossibleAct for a card that has been played already, a ninth card of a hand, or a card after the end.
    """
    if deal.contract is None and act.seat is first_leader(table, deal):
        deal = ended_silently(table, deal, seq)
    play, seat, card = deal.play, act.seat, act.card
    if card in play.played and misplaced.is_confirmed(play, seat, card, deal.docket.out_of_turn):
        return deal
    conduct = deal.conduct
    if conduct is not None and seat in play.may_change and seat is not play.turn and card not in play.played:
        return _another_card(deal, conduct, seq, act)
    if deal.stop is not None or deal.tally is not None or play.is_complete:
        raise ImpossibleAct("{seat} cannot play {card}: the deal is over", seat=seat, card=card or Words("a card"))
    cardplay.check_possible(play, seat, card, hand=HAND, written=deal.hands)
    if conduct is None and (play.unjudged or not deal.calls):
        return deal._replace(play=play._replace(unjudged=(*play.unjudged, Laid(seq, seat, card))))
    if conduct is None:
        return _laid_aside(deal, seq, seat, card)
    if in_order and not play.trick and not play.tricks and deal.declarations:
        deal = before_first_lead(deal)
    if not cardplay.is_due(play, seat, forced=seq in deal.docket.forced):
        for lying in misplaced.lying_before(play, conduct, seat):
            deal = _to_trick(deal, conduct, lying.seq, lying.seat, lying.card)
        if seat is not deal.play.turn:
            return _laid_aside(deal, seq, seat, card)
    return _to_trick(deal, conduct, seq, seat, card)


def judged(table: Table, deal: Deal) -> Deal:
    """The deal when the contract has become known after cards were played: each is judged as if it came now."""
    waiting, deal = deal.play.unjudged, deal._replace(play=deal.play._replace(unjudged=()))
    for each in waiting:
        deal = played(table, deal, each.seq, Played(each.seat, each.card), in_order=False)
    return deal


def _another_card(deal: Deal, conduct: BelotConduct, seq: int, act: Played) -> Deal:
    """An opponent who played after a revoke that was taken back plays another card instead of his (4.3.3)."""
    play = misplaced.another_card(deal.play, act.seat)
    if play is None:
        return deal
    waiting = deal.play.retake
    deal = _to_trick(with_play(deal, play), conduct, seq, act.seat, act.card)
    return deal._replace(play=deal.play._replace(retake=waiting))


def _laid_aside(deal: Deal, seq: int, seat: Seat, card: Card | None) -> Deal:
    """A card out of turn becomes a penalty card; the turn stays where it was (4.3.1)."""
    play = misplaced.laid_aside(
        deal.play, seq, seat, card, unread_lies=deal.docket.has_unread_out_of_turn(deal.trick_number)
    )
    known = () if card is None else (card,)
    before = deal._replace(play=deal.play._replace(is_unsure=play.is_unsure, has_strayed=play.has_strayed))
    deal = found(before, "B-7", Offence.OUT_OF_TURN, seat, (seq, seq), certain=not play.is_unsure, cards=known)
    new = len(play.aside) > len(deal.play.aside)
    deal = with_play(deal, play)
    return seen_elsewhere(deal, seq, seat, card) if new and card in deal.declared_cards and card else deal


def _to_trick(deal: Deal, conduct: BelotConduct, seq: int, seat: Seat, card: Card | None) -> Deal:
    """A card goes to the trick; a claim is off when play goes on."""
    before: CardPlay = deal.play
    if before.ledger is None:
        return deal
    play = cardplay.to_trick(before, conduct, seq, seat, card)
    if deal.showing or deal.claim is not None:
        deal = deal._replace(showing=(), claim=None)
    deal = with_play(deal, play)
    if card is not None and card in deal.declared_cards:
        deal = seen_elsewhere(deal, seq, seat, card)
    if deal.declarations:
        deal = with_next_card(deal, seq, seat, card)
    if cardplay.is_full(play, conduct):
        deal = deal._replace(play=cardplay.closed(deal.play, conduct))
    if deal.low_shows:
        deal = still_low(deal, seq)
    return played_out(deal, seq) if deal.declarations and deal.play.is_complete else deal
