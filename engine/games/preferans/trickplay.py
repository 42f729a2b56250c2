"""Cards of a deal going to the table: played, laid out of turn, played before anybody entered a call, exposed.

The course of the cards themselves is in engine/cardplay. Source: rules dossier C.4.
"""

from kozyr.engine import cardplay, misplaced
from kozyr.engine.acts import Exposed, Played, Revealed
from kozyr.engine.cardplay import Laid
from kozyr.engine.cards import Card
from kozyr.engine.errors import ImpossibleAct, Words
from kozyr.engine.games.preferans import defence
from kozyr.engine.games.preferans.bidding import ended_silently
from kozyr.engine.games.preferans.findings import found, with_play
from kozyr.engine.games.preferans.laws import UNPRICED
from kozyr.engine.games.preferans.opening import reason_against, written
from kozyr.engine.games.preferans.play import HAND, TALON
from kozyr.engine.games.preferans.state import Deal, Table
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat


def played(table: Table, deal: Deal, seq: int, act: Played) -> Deal:
    """The deal after a card was laid down, legal or not.

    Raises ImpossibleAct for a card that has been played or lies elsewhere, one more than the hand holds, or a card
    after the end.
    """
    deal = _gone_on(table, deal, seq)
    play, seat, card = deal.play, act.seat, act.card
    if card in play.played and (
        misplaced.is_confirmed(play, seat, card, deal.docket.out_of_turn)
        or (seat is deal.sitting and card in deal.talon)
    ):
        return deal
    conduct = deal.conduct
    if conduct is not None and seat in play.may_change and seat is not play.turn and card not in play.played:
        return _another_card(table, deal, seq, act)
    _check_possible(deal, seat, card)
    deal = deal._replace(waiting=None)
    if conduct is None and _waits_for_calls(deal):
        return deal._replace(play=play._replace(unjudged=(*play.unjudged, Laid(seq, seat, card))))
    if conduct is None:
        return _laid_aside(table, deal, seq, seat, card)
    if not cardplay.is_due(play, seat, forced=seq in deal.docket.forced):
        for lying in misplaced.lying_before(play, conduct, seat):
            deal = _to_trick(table, deal, lying.seq, lying.seat, lying.card)
        if seat is not deal.play.turn:
            return _laid_aside(table, deal, seq, seat, card)
    return _to_trick(table, deal, seq, seat, card)


def judged(table: Table, deal: Deal) -> Deal:
    """The deal when its game has become known after cards were played: each is judged as if it came now.

    A card that then cannot have been played counts as unread.
    """
    waiting, deal = deal.play.unjudged, deal._replace(play=deal.play._replace(unjudged=()), is_told_late=True)
    for each in waiting:
        for card in dict.fromkeys((each.card, None)):
            try:
                deal = played(table, deal, each.seq, Played(each.seat, card))
            except ImpossibleAct:
                continue
            break
    return deal


def _waits_for_calls(deal: Deal) -> bool:
    """Whether a card is played because the calls are behind: who lays one early in the bidding is out of turn."""
    spoken = {call.seat for call in deal.calls if call.stands}
    return bool(deal.play.unjudged) or deal.auction.is_over or not spoken or len(spoken) >= len(deal.hands) - 1


def _gone_on(table: Table, deal: Deal, seq: int) -> Deal:
    """The deal when a card is played and what was left to say is plain: passes after a misère, whists at six spades."""
    best = deal.auction.best
    if best is not None and best.is_misere and not deal.auction.is_over:
        deal = ended_silently(table, deal, seq)
    if deal.defence is not None and not deal.defence.is_divided and not deal.is_told_late:
        deal = deal._replace(defence=defence.settled(deal.defence))
    return deal


def _check_possible(deal: Deal, seat: Seat, card: Card | None) -> None:
    what = card or Words("a card")
    if deal.misdealt is not None or deal.tally is not None or deal.play.is_complete or deal.is_given_up:
        raise ImpossibleAct("{seat} cannot play {what}: the deal is over", seat=seat, what=what)
    if deal.defence is not None and deal.defence.is_unplayed:
        raise ImpossibleAct("{seat} cannot play {what}: nobody whists, the deal is over", seat=seat, what=what)
    reason = reason_against(deal, seat, card)
    if reason is not None:
        raise ImpossibleAct("{seat} cannot play {what}: {reason}", seat=seat, what=what, reason=reason)
    hand = TALON if seat is deal.sitting else HAND
    cardplay.check_possible(deal.play, seat, card, hand=hand, written=written(deal))


def _another_card(table: Table, deal: Deal, seq: int, act: Played) -> Deal:
    """Who played after a card that was taken back plays another one instead of his."""
    play = misplaced.another_card(deal.play, act.seat)
    if play is None:
        return deal
    waiting = deal.play.retake
    deal = _to_trick(table, with_play(table, deal, play), seq, act.seat, act.card)
    return deal._replace(play=deal.play._replace(retake=waiting))


def _laid_aside(table: Table, deal: Deal, seq: int, seat: Seat, card: Card | None) -> Deal:
    """A card out of turn lies there, face-up; the turn stays where it was."""
    play = misplaced.laid_aside(
        deal.play, seq, seat, card, unread_lies=deal.docket.has_unread_out_of_turn(deal.trick_number)
    )
    known = () if card is None else (card,)
    certain = not play.is_unsure and deal.conduct is not None
    before = deal._replace(play=deal.play._replace(is_unsure=play.is_unsure, has_strayed=play.has_strayed))
    deal = found(before, UNPRICED, Offence.OUT_OF_TURN, seat, (seq, seq), certain=certain, cards=known)
    return with_play(table, deal, play)


def _to_trick(table: Table, deal: Deal, seq: int, seat: Seat, card: Card | None) -> Deal:
    """A card goes to the trick; a claim is off when play goes on."""
    conduct = deal.conduct
    if conduct is None or deal.play.ledger is None:
        return deal
    if deal.claim is not None:
        deal = deal._replace(claim=None)
    deal = with_play(table, deal, cardplay.to_trick(deal.play, conduct, seq, seat, card))
    if cardplay.is_full(deal.play, conduct):
        deal = deal._replace(play=cardplay.closed(deal.play, conduct))
    return deal


def revealed(table: Table, deal: Deal, seq: int, act: Revealed) -> Deal:
    """The deal when a hand is laid open: what it holds now it held at every trick before."""
    before = dict(deal.open_hands).get(act.seat, frozenset())
    others = tuple(pair for pair in deal.open_hands if pair[0] is not act.seat)
    deal = deal._replace(open_hands=(*others, (act.seat, before | frozenset(act.cards))))
    return with_play(table, deal, cardplay.known(deal.play, seq, act.seat, act.cards))


def exposed(table: Table, deal: Deal, seq: int, act: Exposed) -> Deal:
    """The deal after cards of a hand were seen: a finding without a price, unless that hand lies open anyway."""
    play, now = misplaced.exposed(deal.play, seq, act.seat, act.cards)
    if not now:
        return deal
    deal = with_play(table, deal, play)
    is_open = any(seat is act.seat for seat, _ in deal.open_hands)
    if deal.claim is not None or deal.has_result or is_open or (deal.is_misere and act.seat in deal.defenders):
        return deal
    in_order = tuple(card for card in act.cards if card in now)
    return found(deal, UNPRICED, Offence.EXPOSED_CARDS, act.seat, (seq, seq), cards=in_order)
