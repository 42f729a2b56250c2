"""What a deal has come to: who has which tricks, what rulings make of it, or why it has no score.

All consequences of rulings for the score are executed here and in ``score``, and nowhere else.
"""

from dataclasses import replace

from kozyr.engine import claims
from kozyr.engine.cards import DECK_32, Card
from kozyr.engine.claim_search import Claim, holds
from kozyr.engine.claims import Rest
from kozyr.engine.docket import Ruling
from kozyr.engine.games.debertz.byhand import Small, figures
from kozyr.engine.games.debertz.existence import hand_of
from kozyr.engine.games.debertz.play import HAND, card_points
from kozyr.engine.games.debertz.score import CARD_POINTS, Finished, Taken, index_of
from kozyr.engine.games.debertz.standing import counted, party_winner
from kozyr.engine.games.debertz.state import Deal, DoubtKind, Outcome, Table
from kozyr.engine.laws import Remedy
from kozyr.engine.seats import Seat

_BAYD = (Remedy.BAYD, Remedy.BAYT)
NOTHING = (Remedy.REDEAL, Remedy.ANNUL)
"""Remedies after which a deal gives nothing."""


def outcome_of(table: Table, deal: Deal) -> Outcome:
    """The outcome of a deal as far as it has gone."""
    outcome = _before_fines(table, deal)
    fines = tuple(
        (table.order.side_of(ruling.act.seat), _fine(ruling)) for ruling in deal.docket.in_force if _fine(ruling)
    )
    if not fines or outcome.finished is None:
        return outcome
    return replace(outcome, finished=replace(outcome.finished, fines=fines))


def _fine(ruling: Ruling) -> int:
    """What a ruling writes off: a fine, or the points that the judge has named with an annulment."""
    if ruling.remedy is Remedy.ANNUL and not ruling.stale:
        return ruling.act.points or 0
    return ruling.points if ruling.remedy is Remedy.FINE else 0


def _before_fines(table: Table, deal: Deal) -> Outcome:
    points, tricks = _so_far(table, deal)
    remedies = [ruling.remedy for ruling in deal.docket.in_force]
    nothing = next((remedy for remedy in reversed(remedies) if remedy in NOTHING), None)
    if nothing is not None or deal.stop is not None:
        finished = Finished(None, _in_order(table, deal, {}, {}), annulled=True)
        return Outcome(finished, tuple(points.items()), tuple(tricks.items()), nothing is not Remedy.ANNUL)
    offenders = offending_sides(table, deal)
    if offenders and table.rules.judge_bayd_stops_deal:
        return _stopped(table, deal, offenders)
    if deal.trump is None:
        doubt = (
            DoubtKind.NO_CONTRACT if deal.tally or len(deal.play.unjudged) == HAND * len(table.order.seats) else None
        )
        return Outcome(None, tuple(points.items()), tuple(tricks.items()), doubt=doubt)
    winner = party_winner(table, deal)
    if winner is not None and winner not in offenders:
        finished = Finished(_declarer(table, deal), _in_order(table, deal, points, tricks), won_by=winner)
        return Outcome(finished, tuple(points.items()), tuple(tricks.items()))
    return _played(table, deal, offenders)


def offending_sides(table: Table, deal: Deal) -> tuple[str, ...]:
    """The sides to which the judge has declared a bayd."""
    sides = {table.order.side_of(ruling.act.seat) for ruling in deal.docket.in_force if ruling.remedy in _BAYD}
    return tuple(side for side in table.order.side_names if side in sides)


def _declarer(table: Table, deal: Deal) -> str | None:
    return None if deal.declarer is None else table.order.side_of(deal.declarer)


def _so_far(table: Table, deal: Deal) -> tuple[Small, Small]:
    """(side → small points, side → tricks) of the closed tricks."""
    points = dict.fromkeys(table.seating.side_names, 0)
    tricks = dict.fromkeys(table.seating.side_names, 0)
    for trick in deal.play.tricks:
        if trick.winner is not None:
            side = table.order.side_of(trick.winner)
            points[side] += trick.points or 0
            tricks[side] += 1
    return points, tricks


def _in_order(table: Table, deal: Deal, points: Small, tricks: Small) -> tuple[tuple[str, Taken], ...]:
    """What each side has, by the rule of move."""
    sums = counted(table, deal)
    credited, declared, bela = dict(sums.credited), dict(sums.declared), dict(sums.bela)
    obliged = deal.auction.obliged or table.order.seats[-1]
    sides = dict.fromkeys(table.order.side_of(seat) for seat in table.order.following(table.order.next(obliged)))
    return tuple(
        (side, Taken(points.get(side, 0), tricks.get(side, 0), credited[side], declared[side], bela[side]))
        for side in sides
    )


def _stopped(table: Table, deal: Deal, offenders: tuple[str, ...]) -> Outcome:
    """A bayd declared by the judge ends the deal: the others have the whole index, which must be known."""
    points, tricks = _so_far(table, deal)
    if deal.tally is not None and deal.cards_laid == 0:
        points, tricks = points | dict(deal.tally.points), tricks | dict(deal.tally.tricks)
    index = _index(table, deal)
    finished = Finished(_declarer(table, deal), _in_order(table, deal, points, tricks), index, offenders)
    if index_of(finished, table.rules) is None:
        return _missing(deal, points, tricks)
    return Outcome(finished, tuple(points.items()), tuple(tricks.items()))


def _missing(deal: Deal, points: Small, tricks: Small) -> Outcome:
    """No score while cards are hidden that it depends on."""
    laid = deal.play.played
    if not deal.play.is_complete:
        laid |= {aside.card for aside in deal.play.aside}
    cards = tuple(card for card in DECK_32 if card not in laid)
    return Outcome(None, tuple(points.items()), tuple(tricks.items()), doubt=DoubtKind.CARDS_MISSING, cards=cards)


def _index(table: Table, deal: Deal) -> int | None:
    """Small points of all dealt cards with the last trick's; None while a card of them is hidden."""
    if table.is_full_deck:
        return CARD_POINTS + table.rules.last_trick
    if deal.tally is not None and deal.tally.points:
        return sum(points for _, points in deal.tally.points)
    cards = _dealt_cards(table, deal)
    if cards is None or deal.trump is None:
        return None
    return sum(card_points(card, deal.trump) for card in cards) + table.rules.last_trick


def _dealt_cards(table: Table, deal: Deal) -> frozenset[Card] | None:
    hands = [hand_of(deal, seat) for seat in table.order.seats]
    known = [hand for hand in hands if hand is not None]
    return frozenset().union(*known) if len(known) == len(hands) else None


def _played(table: Table, deal: Deal, offenders: tuple[str, ...]) -> Outcome:
    """A deal that is scored by its tricks, entered by hand or card by card."""
    by_cards = _by_cards(table, deal, offenders)
    if deal.tally is None:
        return by_cards
    if not deal.play.is_complete or by_cards.finished is None:
        return _tallied(table, deal, offenders)
    # Every card is known: they count, and a tally that says otherwise is a doubt.
    agrees = all(dict(by_cards.points).get(side) == points for side, points in deal.tally.points)
    return by_cards if agrees else replace(by_cards, doubt=DoubtKind.TALLY)


def _by_cards(table: Table, deal: Deal, offenders: tuple[str, ...]) -> Outcome:
    points, tricks = _so_far(table, deal)
    if any(trick.points is None or trick.winner is None for trick in deal.play.tricks):
        over = deal.play.is_complete or deal.claim is not None
        return _missing(deal, points, tricks) if over else Outcome(None, tuple(points.items()), tuple(tricks.items()))
    if not deal.play.is_complete:
        if deal.claim is None:
            return Outcome(None, tuple(points.items()), tuple(tricks.items()))
        rest = _rest(table, deal, points)
        if rest is None:
            return Outcome(None, tuple(points.items()), tuple(tricks.items()), doubt=DoubtKind.CLAIM)
        for seat, count, worth in rest:
            points[table.order.side_of(seat)] += worth
            tricks[table.order.side_of(seat)] += count
        return replace(_finished(table, deal, points, tricks, offenders), doubt=_doubt(table, deal, rest))
    return _finished(table, deal, points, tricks, offenders)


def _doubt(table: Table, deal: Deal, rest: Rest) -> DoubtKind | None:
    """What is to be told of a claim that the rest of the deal was scored by: more was claimed than the cards give, or
    nobody could try them."""
    if deal.claim is None:
        return None
    side = table.order.side_of(deal.claim.seat)
    if sum(count for seat, count, _ in rest if table.order.side_of(seat) == side) < deal.claim.tricks:
        return DoubtKind.CLAIM
    hidden = deal.claim.tricks > 0 and claims.remaining(deal.play, HAND, deal.hands) is None
    return DoubtKind.NOT_TRIED if hidden or _sides_left(table, deal) is None else None


def _sides_left(table: Table, deal: Deal) -> tuple[str, ...] | None:
    """The sides that some legal play gives one of the tricks left; None when there are too many ways to play."""
    hands, left = claims.remaining(deal.play, HAND, deal.hands), HAND - len(deal.play.tricks)
    if hands is None or deal.conduct is None:
        return table.order.side_names
    for side in table.order.side_names:
        seats = tuple(seat for seat in table.order.seats if table.order.side_of(seat) == side)
        takes_all = holds(deal.play, deal.conduct, hands, Claim(seats, left, ()))
        if takes_all is not False:
            return (side,) if takes_all else None
    return table.order.side_names


def _finished(table: Table, deal: Deal, points: Small, tricks: Small, offenders: tuple[str, ...]) -> Outcome:
    index = sum(points.values())
    finished = Finished(_declarer(table, deal), _in_order(table, deal, points, tricks), index, offenders)
    return Outcome(finished, tuple(points.items()), tuple(tricks.items()))


def _rest(table: Table, deal: Deal, points: Small) -> Rest | None:
    """What the tricks after a claim come to; None when the claim does not settle them.

    With all hands open the rules of play decide; where several ways are open, a claim of all tricks must hold in each.
    A claim that nobody has opened the hands to is taken at its word.
    """
    claim, way = deal.claim, deal.conduct
    if claim is None or way is None:
        return None
    left = HAND - len(deal.play.tricks)
    hands = claims.remaining(deal.play, HAND, deal.hands)
    rests = None if hands is None else claims.possible_rests(deal.play, way, hands)
    if rests is not None and len({_by_sides(table, rest) for rest in rests}) == 1:
        return next(iter(rests))
    sides = None if hands is None else _sides_left(table, deal)
    if sides is not None and len(sides) == 1:
        taker = next(seat for seat in table.order.seats if table.order.side_of(seat) == sides[0])
        return _all_to(table, deal, taker, left, points)
    if sides is not None:
        return None
    if claim.tricks == left:
        return _all_to(table, deal, claim.seat, left, points)
    others = table.order.opponents(claim.seat)
    if claim.tricks == 0 and len(table.order.sides) == 2:
        return _all_to(table, deal, others[0], left, points)
    return None


def _by_sides(table: Table, rest: Rest) -> tuple[tuple[str, int, int], ...]:
    tricks, small = dict.fromkeys(table.order.side_names, 0), dict.fromkeys(table.order.side_names, 0)
    for seat, count, worth in rest:
        tricks[table.order.side_of(seat)] += count
        small[table.order.side_of(seat)] += worth
    return tuple((side, tricks[side], small[side]) for side in tricks)


def _all_to(table: Table, deal: Deal, seat: Seat, left: int, points: Small) -> Rest | None:
    """All tricks that are left go to one seat, with all points not yet won; None while those are not known."""
    index = _index(table, deal)
    return None if index is None else ((seat, left, index - sum(points.values())),)


def _tallied(table: Table, deal: Deal, offenders: tuple[str, ...]) -> Outcome:
    """The result entered by hand; where its figures contradict each other there is no score."""
    if deal.tally is None:
        return Outcome(None, (), ())
    entered = figures(table, deal.tally)
    if entered is None:
        return Outcome(None, deal.tally.points, deal.tally.tricks, doubt=DoubtKind.TALLY)
    outcome = _finished(table, deal, *entered, offenders)
    return replace(outcome, tricks=deal.tally.tricks)
