"""What a deal has come to: who has which tricks, the score, what rulings make of it, or why there is none.

All consequences of rulings for the score are executed here and nowhere else.
"""

from dataclasses import replace

from kozyr.engine.cards import DECK_32
from kozyr.engine.docket import Ruling
from kozyr.engine.facts import ScoreLine
from kozyr.engine.games.bazar_belot.claims import is_good
from kozyr.engine.games.bazar_belot.laws import OF_THE_MATCH
from kozyr.engine.games.bazar_belot.score import Contract, Result, Taken, scored, total_points
from kozyr.engine.games.bazar_belot.standing import announced_of, counted
from kozyr.engine.games.bazar_belot.state import Deal, DoubtKind, Outcome, Table
from kozyr.engine.laws import Remedy

TRICKS = 8
"""Tricks of a deal."""
ENDING = (Remedy.BAYT, Remedy.TOTUS, Remedy.REDEAL, Remedy.ANNUL)
"""Remedies that end a deal."""
Owners = dict[int, str]
"""Trick number → the side that has it."""


def outcome_of(table: Table, deal: Deal) -> Outcome:
    """The outcome of a deal as far as it has gone."""
    outcome = _before_fines(table, deal)
    fines = tuple(
        ScoreLine(table.order.side_of(ruling.act.seat), "ruling", -(ruling.act.points or 0))
        for ruling in deal.in_force
        if ruling.remedy is Remedy.FINE
    )
    if not fines or outcome.result is None:
        return outcome
    return replace(outcome, result=replace(outcome.result, lines=(*outcome.result.lines, *fines)))


def _before_fines(table: Table, deal: Deal) -> Outcome:
    ending = next((ruling for ruling in reversed(deal.in_force) if _ends_the_deal(ruling)), None)
    if ending is not None:
        return _by_ruling(table, deal, ending)
    if deal.stop is not None:
        return Outcome(Result(()), (), (), redealt=True)
    return _played(table, deal)


def _ends_the_deal(ruling: Ruling) -> bool:
    return ruling.remedy in ENDING and ruling.law not in OF_THE_MATCH


def _by_ruling(table: Table, deal: Deal, ruling: Ruling) -> Outcome:
    """Redeal and annulment give nothing; bayt and totus give the opponents the contract, the tricks and constructions.

    B-8 counts all announced constructions, the other rows those that the opponents announced (4.3.2, 4.2.3).
    """
    points, tricks = _so_far(table, deal)
    if ruling.remedy not in (Remedy.BAYT, Remedy.TOTUS):
        return Outcome(Result(()), points, tricks, redealt=ruling.remedy is Remedy.REDEAL)
    offending = table.order.side_of(ruling.act.seat)
    side = table.order.other_sides(offending)[0]
    theirs = announced_of(table, deal, offending) if ruling.law == "B-8" else 0
    lines = (
        ScoreLine(side, "contract", deal.contract.cost(table.rules) if deal.contract else 0),
        ScoreLine(side, "tricks", _all_tricks(table, deal, ruling.remedy)),
        ScoreLine(side, "declarations", announced_of(table, deal, side)),
        ScoreLine(side, "opponents-declarations", theirs),
    )
    result = Result(tuple(line for line in lines if line.value), (offending,))
    return Outcome(result, points, tricks, redealt=ruling.law == "B-1")


def _all_tricks(table: Table, deal: Deal, remedy: Remedy) -> int:
    rules = table.rules
    high = remedy is Remedy.TOTUS and rules.totus_trick_value == 25
    kinds = rules.all_tricks_value if high else rules.trick_total
    return kinds.suit if deal.denomination is None else kinds.of(deal.denomination)


def _so_far(table: Table, deal: Deal) -> tuple[tuple[tuple[str, int], ...], tuple[tuple[str, int], ...]]:
    """(side, small points) and (side, tricks) of the closed tricks."""
    points = dict.fromkeys(table.order.side_names, 0)
    tricks = dict.fromkeys(table.order.side_names, 0)
    for trick in deal.play.tricks:
        if trick.winner is not None:
            side = table.order.side_of(trick.winner)
            points[side] += trick.points or 0
            tricks[side] += 1
    return tuple(points.items()), tuple(tricks.items())


def _played(table: Table, deal: Deal) -> Outcome:
    """A deal that is scored by its tricks, entered by hand or card by card."""
    if deal.contract is None:
        points, tricks = _so_far(table, deal)
        return Outcome(None, points, tricks, doubt=DoubtKind.NO_CONTRACT if deal.tally else None)
    forfeits = sorted(
        (ruling.trick, table.order.side_of(ruling.act.seat))
        for ruling in deal.in_force
        if ruling.remedy is Remedy.TRICKS_TO_OPPONENTS and ruling.trick
    )
    by_cards = _by_cards(table, deal, deal.contract, forfeits)
    if deal.tally is None or forfeits:
        return by_cards
    if len(deal.play.tricks) < TRICKS or by_cards.result is None:
        return _tallied(table, deal, deal.contract)
    # Every card is known: they count, and a tally that says otherwise is a doubt.
    agrees = all(dict(by_cards.points).get(side) == points for side, points in deal.tally.points)
    return by_cards if agrees else replace(by_cards, doubt=DoubtKind.TALLY)


def _by_cards(table: Table, deal: Deal, contract: Contract, forfeits: list[tuple[int, str]]) -> Outcome:
    points, tricks = _so_far(table, deal)
    owners = _owners(table, deal)
    for first, offending in forfeits:
        owners.update(dict.fromkeys(range(first, TRICKS + 1), table.order.other_sides(offending)[0]))
    unread = any(trick.points is None for trick in deal.play.tricks)
    if len(owners) < TRICKS and not unread:
        open_claim = None if deal.claim is None else DoubtKind.CLAIM
        return Outcome(None, points, tricks, doubt=open_claim)
    if unread:
        over = len(owners) == TRICKS or len(deal.play.tricks) == TRICKS
        # A penalty card that was never seen in a trick may be the unread one when no card is left in any hand.
        laid = deal.play.played | (set() if deal.play.is_complete else {one.card for one in deal.play.aside})
        missing = tuple(card for card in DECK_32 if card not in laid)
        return Outcome(None, points, tricks, doubt=DoubtKind.CARDS_MISSING if over else None, cards=missing)
    small = dict.fromkeys(table.order.side_names, 0)
    for trick in deal.play.tricks:
        small[owners[trick.number]] += trick.points or 0
    if len(deal.play.tricks) < TRICKS and len(deal.play.active) == len(table.order.seats):
        # Every card lies known in a closed trick or is still in a hand, and all of those go to one line.
        small[owners[TRICKS]] += total_points(contract.bid.denomination) - sum(small.values())
    counts = {side: sum(owner == side for owner in owners.values()) for side in small}
    outcome = _finished(table, deal, contract, small, counts)
    # Tricks given to the opponents by a ruling may have decided the rest: then nobody asks about a claim.
    by_claim = deal.claim is not None and not forfeits and len(deal.play.tricks) < TRICKS
    return replace(outcome, doubt=DoubtKind.NOT_TRIED) if by_claim and is_good(table, deal) is None else outcome


def _owners(table: Table, deal: Deal) -> Owners:
    owners = {trick.number: table.order.side_of(trick.winner) for trick in deal.play.tricks if trick.winner is not None}
    left = range(len(deal.play.tricks) + 1, TRICKS + 1)
    if deal.claim is not None and is_good(table, deal) is not False and deal.claim.tricks in (0, len(left)):
        side = table.order.side_of(deal.claim.seat)
        owners.update(dict.fromkeys(left, side if deal.claim.tricks else table.order.other_sides(side)[0]))
    return owners


def _tallied(table: Table, deal: Deal, contract: Contract) -> Outcome:
    """The result entered by hand; where its figures contradict each other there is no score."""
    if deal.tally is None:
        return Outcome(None, (), ())
    points, tricks = dict(deal.tally.points), dict(deal.tally.tricks)
    sides, total = table.order.side_names, total_points(contract.bid.denomination)
    everything = next((side for side in sides if tricks.get(side) == TRICKS), None)
    if not points and everything:
        points = {side: total if side == everything else 0 for side in sides}
    if not tricks and total in points.values():
        tricks = {side: TRICKS if points.get(side) == total else 0 for side in sides}
    full_deck = len(deal.play.active) == len(table.order.seats)
    fits = set(points) == set(sides) and sum(points.values()) <= total
    fits = fits and (sum(points.values()) == total or not full_deck)
    if tricks:
        fits = fits and set(tricks) == set(sides) and sum(tricks.values()) == TRICKS
        fits = fits and all(tricks[side] or not points.get(side) for side in tricks)
    if not fits:
        return Outcome(None, tuple(points.items()), tuple(tricks.items()), doubt=DoubtKind.TALLY)
    # Without a count of tricks both lines have points, so neither has none and neither has all.
    return _finished(table, deal, contract, points, tricks or dict.fromkeys(sides, 1))


def _finished(table: Table, deal: Deal, contract: Contract, small: dict[str, int], counts: dict[str, int]) -> Outcome:
    """Scored. The playing line's constructions need a trick, the whisters' do not."""
    declared = counted(table, deal)
    taken = {
        side: Taken(small[side], counts[side], 0 if side == contract.side and not counts[side] else declared[side])
        for side in table.order.side_names
    }
    known = (
        () if deal.tally is not None and not deal.tally.tricks and sum(counts.values()) != TRICKS else counts.items()
    )
    sides = table.order.side_names
    return Outcome(scored(contract, taken, table.rules), tuple((side, small[side]) for side in sides), tuple(known))
