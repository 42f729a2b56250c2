"""Cards on the table in a deal: played, laid out of turn, exposed, claimed.

Source: Репино, "Г. Розыгрыш", 4.3; rules dossier B.4, B.6.
"""

from itertools import permutations

from kozyr.engine.acts import Played
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.bazar_belot.bidding import HAND, ended_silently, first_leader
from kozyr.engine.games.bazar_belot.declaring import (
    before_first_lead,
    laid_by,
    played_out,
    seen_elsewhere,
)
from kozyr.engine.games.bazar_belot.findings import found, with_ledger
from kozyr.engine.games.bazar_belot.play import (
    LAST_TRICK_POINTS,
    NOTHING,
    Denomination,
    forbidden,
    trick_points,
    winner,
)
from kozyr.engine.games.bazar_belot.showing import still_low
from kozyr.engine.games.bazar_belot.state import Aside, ClosedTrick, Deal, Holdings, Laid, Table
from kozyr.engine.laws import Offence
from kozyr.engine.seats import Seat
from kozyr.engine.trick import SeenTrick, fully_seen


def played(table: Table, deal: Deal, seq: int, act: Played, in_order: bool = True) -> Deal:
    """The deal after a card was laid down, legal or not.

    ``in_order``: False when the log does not tell which declarations came before the card.

    Raises ImpossibleAct for a card that has been played already, a ninth card of a hand, or a card after the end.
    """
    if deal.contract is None and act.seat is first_leader(table, deal):
        deal = ended_silently(table, deal, seq)
    if act.card in deal.played and _is_confirmed(deal, act):
        return deal
    if act.seat in deal.may_change and act.seat is not deal.turn and act.card not in deal.played:
        return _another_card(table, deal, seq, act)
    _check_possible(deal, act)
    seat = act.seat
    if deal.contract is None and (deal.unjudged or not deal.calls):
        return deal._replace(unjudged=(*deal.unjudged, Laid(seq, seat, act.card)))
    if deal.contract is None:
        return _laid_aside(deal, seq, seat, act.card)
    if in_order and not deal.trick and not deal.tricks and deal.declarations:
        deal = before_first_lead(deal)
    if seat is deal.turn:
        return _to_trick(table, deal, seq, seat, act.card)
    if deal.turn is None and seat in deal.possible_leaders:
        return _to_trick(table, deal, seq, seat, act.card)
    if seq in deal.forced and seat in deal.active and not _has_played(deal, seat):
        return _to_trick(table, deal, seq, seat, act.card)
    deal = _penalty_cards_lying(table, deal, seat)
    if seat is deal.turn:
        return _to_trick(table, deal, seq, seat, act.card)
    return _laid_aside(deal, seq, seat, act.card)


def judged(table: Table, deal: Deal) -> Deal:
    """The deal when the contract has become known after cards were played: each is judged as if it came now."""
    waiting, deal = deal.unjudged, deal._replace(unjudged=())
    for play in waiting:
        deal = played(table, deal, play.seq, Played(play.seat, play.card), in_order=False)
    return deal


def _has_played(deal: Deal, seat: Seat) -> bool:
    """Whether a card of that seat lies in the open trick."""
    return seat in [play.seat for play in deal.trick]


def _check_possible(deal: Deal, act: Played) -> None:
    seat, card = act.seat, act.card
    if deal.stop is not None or deal.tally is not None or len(deal.tricks) == HAND:
        raise ImpossibleAct(f"{seat} cannot play {card or 'a card'}: the deal is over")
    own = [aside.card for aside in deal.aside if aside.seat is seat]
    waiting = [play.seat for play in deal.unjudged]
    if card is not None:
        if card in own:
            return
        lying = [aside.card for aside in deal.aside] + [play.card for play in deal.unjudged]
        if card in deal.played or card in lying:
            raise ImpossibleAct(f"{seat} cannot play {card}: it has been played already in this deal")
    lying_aside = _surely_aside(deal, seat, len(own)) if own and card is not None else 0
    if len(deal.tricks) + _has_played(deal, seat) + lying_aside + waiting.count(seat) >= HAND:
        raise ImpossibleAct(f"{seat} cannot play {card or 'a card'}: all eight cards of that hand are played")
    for who, hand in deal.hands:
        if who is seat and card is not None and card not in hand:
            raise ImpossibleAct(f"{seat} cannot play {card}: it is not in the hand written down for {seat}")


def _surely_aside(deal: Deal, seat: Seat, own: int) -> int:
    """How many of a seat's penalty cards cannot have been played yet: an unread card may have been one of them."""
    return max(0, own - sum(play.card is None for play in laid_by(deal, seat)))


def _another_card(table: Table, deal: Deal, seq: int, act: Played) -> Deal:
    """An opponent who played after a revoke that was taken back plays another card instead of his (4.3.3)."""
    plays = deal.trick or deal.tricks[-1].plays
    at = next((at for at, play in enumerate(plays) if play.seat is act.seat), None)
    if at is None or deal.ledger is None:
        return deal
    old, waiting = plays[at], deal.retake
    deal = deal._replace(
        trick=(*plays[:at], *plays[at + 1 :]),
        tricks=deal.tricks if deal.trick else deal.tricks[:-1],
        leader=plays[0].seat,
        retake=(act.seat, at),
        played=deal.played if old.card is None else deal.played - {old.card},
        may_change=tuple(seat for seat in deal.may_change if seat is not act.seat),
    )
    deal = with_ledger(deal, deal.ledger.forgive(old.seq)) if deal.ledger is not None else deal
    return _to_trick(table, deal, seq, act.seat, act.card)._replace(retake=waiting)


def _laid_aside(deal: Deal, seq: int, seat: Seat, card: Card | None) -> Deal:
    """A card out of turn becomes a penalty card; the turn stays where it was (4.3.1)."""
    known = () if card is None else (card,)
    if deal.is_unsure or _unread_lies(deal):
        deal = deal._replace(is_unsure=True, has_strayed=True)
    deal = found(deal, "B-7", Offence.OUT_OF_TURN, seat, (seq, seq), certain=not deal.is_unsure, cards=known)
    if card is None or any(aside.seat is seat and aside.card == card for aside in deal.aside):
        return deal
    deal = deal._replace(aside=(*deal.aside, Aside(seq, seat, card, deal.trick_number)))
    if deal.ledger is not None:
        deal = with_ledger(deal, deal.ledger.know(seq, seat, (card,), deal.trick_number)[0])
    return seen_elsewhere(deal, seq, seat, card) if card in deal.declared_cards else deal


def _unread_lies(deal: Deal) -> bool:
    """Whether an unread card lies there from out of turn: nobody can say whether it has become the due play."""
    return any(
        one.offence is Offence.OUT_OF_TURN and not one.cards and one.trick == (deal.trick_number or None)
        for one in deal.findings
    )


def _penalty_cards_lying(table: Table, deal: Deal, seat: Seat) -> Deal:
    """When ``seat`` plays on past cards that lie there from out of turn, those cards were the due plays.

    A penalty card must be played at the first legal opportunity, and nobody lays down twice what lies there already.
    """
    lying = {aside.seat: aside for aside in deal.aside if aside.trick == deal.trick_number}
    if deal.turn not in lying:
        return deal
    due = _still_to_play(deal)
    passed = due[: due.index(seat)] if seat in due else due
    if not all(each in lying for each in passed):
        return deal
    after = deal
    for each in passed:
        after = _to_trick(table, after, lying[each].seq, each, lying[each].card)
    return after if after.turn is seat else deal


def _still_to_play(deal: Deal) -> tuple[Seat, ...]:
    """The seats that have no card in the open trick, in order of turn."""
    at = deal.active.index(deal.turn) if deal.turn in deal.active else 0
    laid = {play.seat for play in deal.trick}
    return tuple(seat for seat in deal.active[at:] + deal.active[:at] if seat not in laid)


def _is_confirmed(deal: Deal, act: Played) -> bool:
    """Whether this is a penalty card put to its trick by hand after it was taken as played where it lay."""
    out_of_turn = {one.committed for one in deal.findings if one.offence is Offence.OUT_OF_TURN}
    return act.card in deal.played and any(
        play.card == act.card and play.seq in out_of_turn for play in laid_by(deal, act.seat)
    )


def _to_trick(table: Table, deal: Deal, seq: int, seat: Seat, card: Card | None) -> Deal:
    before, denomination = deal.ledger, deal.denomination
    if before is None or denomination is None:
        return deal
    place = deal.retake[1] if deal.retake is not None and deal.retake[0] is seat else len(deal.trick)
    lying = tuple([(play.seat, play.card) for play in deal.trick[:place]])
    number = len(deal.tricks) + 1
    if not deal.trick:
        deal = _led(deal, seat)
    unsure = deal.has_strayed or len(deal.led_by) > 1
    illegal_with = NOTHING if unsure else forbidden(lying, seat, card, denomination, table.order)
    ledger, _ = before.play(seq, seat, card, illegal_with, number)
    leader = deal.leader if deal.trick else seat
    trick = (*deal.trick[:place], Laid(seq, seat, card), *deal.trick[place:])
    deal = deal._replace(
        trick=trick,
        turn=_next_turn(deal.active, leader, trick),
        leader=leader,
        played=deal.played if card is None else deal.played | {card},
        aside=tuple([one for one in deal.aside if one.card != card]),
        open_cards=_without(deal.open_cards, card) if deal.open_cards else (),
        retake=None,
        showing=(),
        claim=None,
        may_change=deal.may_change if deal.trick else (),
        ledger=ledger if ledger.found is before.found else before,
    )
    if ledger.found is not before.found:
        deal = with_ledger(deal, ledger)
    if card is not None and card in deal.declared_cards:
        deal = seen_elsewhere(deal, seq, seat, card)
    if len(trick) == len(deal.active):
        deal = _closed(deal, denomination)
    if deal.low_shows:
        deal = still_low(deal, seq)
    return played_out(deal, seq) if len(deal.tricks) == HAND and deal.declarations else deal


def _led(deal: Deal, seat: Seat) -> Deal:
    """The deal when ``seat`` leads, and who may have had to lead instead.

    After a trick that several may have led, its first cards may lie there from out of turn. Whoever goes on past them
    makes them the due plays, whoever led. But when one of those seats itself plays next, nobody can tell whether it
    leads or plays to the trick before.
    """
    leaders = deal.possible_leaders if seat in deal.possible_leaders else (seat,)
    strayed = deal.has_strayed
    if len(deal.led_by) > 1 and deal.tricks:
        order = [play.seat for play in deal.tricks[-1].plays]
        last = max(order.index(each) for each in deal.led_by if each in order)
        strayed = strayed or seat in order[:last]
    if leaders == deal.led_by and strayed == deal.has_strayed and len(leaders) == 1:
        return deal
    return deal._replace(led_by=leaders, is_unsure=deal.is_unsure or len(leaders) > 1, has_strayed=strayed)


def _next_turn(active: tuple[Seat, ...], leader: Seat | None, trick: tuple[Laid, ...]) -> Seat | None:
    """The first seat after the leader that has no card in the trick."""
    at = active.index(leader) if leader in active else 0
    laid = [play.seat for play in trick]
    for seat in active[at:] + active[:at]:
        if seat not in laid:
            return seat
    return None


def _without(open_cards: Holdings, card: Card | None) -> Holdings:
    return tuple((seat, cards - {card}) for seat, cards in open_cards)


def _closed(deal: Deal, denomination: Denomination) -> Deal:
    """The deal when the last card of a trick lies; the winner leads next."""
    number = len(deal.tricks) + 1
    plays = tuple([(play.seat, play.card) for play in deal.trick])
    winners = _possible_winners(deal, plays, denomination)
    leaders = winners
    if len(deal.led_by) > 1:
        might = {won for seat in deal.led_by for won in _possible_winners(deal, _led_from(seat, plays), denomination)}
        leaders = tuple(seat for seat in deal.active if seat in might)
    points = None
    if fully_seen(plays) is not None:
        points = trick_points(plays, denomination) + (LAST_TRICK_POINTS if number == HAND else 0)
    closed = ClosedTrick(number, deal.trick, winners[0] if len(winners) == 1 else None, points)
    leader = closed.winner if number < HAND else None
    tricks = (*deal.tricks, closed)
    return deal._replace(tricks=tricks, trick=(), leader=leader, turn=leader, possible_leaders=leaders)


def _led_from(leader: Seat, plays: SeenTrick) -> SeenTrick:
    """The same plays as if ``leader`` had led."""
    return tuple(sorted(plays, key=lambda play: play[0] is not leader))


def _possible_winners(deal: Deal, plays: SeenTrick, denomination: Denomination) -> tuple[Seat, ...]:
    """Who may have won a complete trick: one seat unless a card of it is unread."""
    seen = fully_seen(plays)
    if seen is not None:
        return (winner(seen, denomination),)
    unread = sum(card is None for _, card in plays)
    if unread > 2:
        return deal.active
    left = [card for card in DECK_32 if card not in deal.played]
    winners = set()
    for cards in permutations(left, unread):
        filling = iter(cards)
        winners.add(winner(tuple((seat, card or next(filling)) for seat, card in plays), denomination))
    return tuple(seat for seat in deal.active if seat in winners)
