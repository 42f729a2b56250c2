"""Which combinations of a deal count, and for how much.

Only the side with the highest combination scores; a bela stands by itself. Source: ФДУ "Торги комбінацій".
"""

from dataclasses import dataclass

from kozyr.engine.cards import Card
from kozyr.engine.games.debertz.combinations import bela_cards, length_in, rank_key, value, wins_the_party
from kozyr.engine.games.debertz.state import Announced, Deal, Table
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.seats import Seat

Worth = tuple[bool | None, int]
"""(whether a declaration counts, None while that is open; what it is worth when it counts)."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What the declarations of a deal that is over come to; each (side, points)."""

    credited: tuple[tuple[str, int], ...]
    """Combinations that count."""
    declared: tuple[tuple[str, int], ...]
    """All combinations declared in time, whoever's are higher; void ones left out."""
    bela: tuple[tuple[str, int], ...]
    """Belas."""
    won_by: str | None = None
    """The side whose deberts wins the party."""


def standing(table: Table, deal: Deal, over: bool) -> tuple[Worth, ...]:
    """Each declaration of the deal, in order, and what it is worth. ``over``: nothing more can be shown."""
    if not deal.declarations:
        return ()
    void = _void(table, deal)
    scoring = _scoring(table, deal, void, over)
    settled = over or deal.cards_laid > len(table.order.seats)
    worths: list[Worth] = []
    for at, one in enumerate(deal.declarations):
        worth = value(one.combination, table.rules, _length(table, deal, one))
        if at in void:
            worths.append((False, 0))
        elif not one.combination.is_sequence:
            worths.append(_bela(table, deal, at, over))
        elif not one.in_time:
            worths.append((False, 0))
        elif settled:
            worths.append((at in scoring, worth if at in scoring else 0))
        else:
            worths.append((None, worth))
    return tuple(worths)


def counted(table: Table, deal: Deal) -> Counted:
    """The combinations of a deal that is over, by sides."""
    names = table.order.side_names
    credited, every, bela = (dict.fromkeys(names, 0) for _ in range(3))
    able = _candidates(table, deal, _void(table, deal)) if deal.declarations else ()
    for at, (one, (counts, worth)) in enumerate(zip(deal.declarations, standing(table, deal, over=True), strict=True)):
        side = table.order.side_of(one.seat)
        if not one.combination.is_sequence:
            bela[side] += worth if counts else 0
            continue
        if at in able:
            every[side] += value(one.combination, table.rules, _length(table, deal, one))
        credited[side] += worth if counts else 0
    return Counted(tuple(credited.items()), tuple(every.items()), tuple(bela.items()), party_winner(table, deal))


def party_winner(table: Table, deal: Deal) -> str | None:
    """The side that has shown a deberts, which wins the party; declared is enough where nothing is shown."""
    if not deal.declarations:
        return None
    void = _void(table, deal)
    for at in sorted(_scoring(table, deal, void, over=deal.tally is not None)):
        one = deal.declarations[at]
        if deal.trump is not None and wins_the_party(one.combination, deal.trump, table.rules):
            return table.order.side_of(one.seat)
    return None


def awaits_show(table: Table, deal: Deal) -> Seat | None:
    """Who of the side with the highest combination is to show one before the second trick; None when nobody is."""
    if table.rules.combo_show == "not_required" or deal.cards_laid != len(table.order.seats):
        return None
    able = _candidates(table, deal, _void(table, deal))
    if not able:
        return None
    best = _highest(table, deal, able)
    order = [best, *sorted(_sharing(table, deal, able, best) - {best})]
    return next((deal.declarations[at].seat for at in order if not deal.declarations[at].shown), None)


def unshown(table: Table, deal: Deal) -> tuple[int, ...]:
    """The places of the combinations that are not shown and would score if they were; those awaited first.

    None before the first trick lies complete; after it they have fallen for want of showing.
    """
    enough = deal.tally is not None or table.rules.combo_show == "not_required"
    if enough or not deal.declarations or deal.cards_laid < len(table.order.seats):
        return ()
    if deal.is_over and deal.cards_laid == len(table.order.seats):
        return ()
    able = _candidates(table, deal, _void(table, deal))
    shown = tuple(at for at in able if deal.declarations[at].shown)
    missed = [at for at in able if at not in shown and at in _with(table, deal, shown, at)]
    return tuple(sorted(missed, key=lambda at: _key(table, deal, deal.declarations[at]), reverse=True))


def _with(table: Table, deal: Deal, shown: tuple[int, ...], at: int) -> frozenset[int]:
    """What scores when ``at`` is shown as well."""
    able = (*shown, at)
    return _sharing(table, deal, able, _highest(table, deal, able))


def may_show(table: Table, deal: Deal, seat: Seat) -> frozenset[Card]:
    """The cards of the combinations that ``seat`` has declared in time and may still show; none once it is too late."""
    if deal.cards_laid > len(table.order.seats):
        return frozenset()
    mine = (one for one in deal.declarations if one.seat is seat and one.combination.is_sequence)
    return frozenset().union(*(one.combination.cards for one in mine if one.in_time and not one.shown))


def _void(table: Table, deal: Deal) -> frozenset[int]:
    """The places of declarations that rulings have made void: one named, all of a side, or a false one ruled on."""
    rulings = deal.docket.in_force
    sides = {
        table.order.side_of(ruling.act.seat)
        for ruling in rulings
        if ruling.remedy is Remedy.DECLARATIONS_VOID and all(one.seq != ruling.committed for one in deal.declarations)
    }
    named = {
        ruling.committed
        for ruling in rulings
        if ruling.remedy is Remedy.DECLARATIONS_VOID
        or (ruling.offence is Offence.FALSE_DECLARATION and ruling.remedy not in (None, Remedy.STANDS))
    }
    return frozenset(
        at for at, one in enumerate(deal.declarations) if one.seq in named or table.order.side_of(one.seat) in sides
    )


def _candidates(table: Table, deal: Deal, void: frozenset[int]) -> tuple[int, ...]:
    """Combinations declared in time; of those of one hand that share a card only the highest."""
    found: list[int] = []
    for seat in table.order.seats:
        mine = [
            at
            for at, one in enumerate(deal.declarations)
            if one.seat is seat and one.combination.is_sequence and one.in_time and at not in void
        ]
        mine.sort(key=lambda at: _key(table, deal, deal.declarations[at]), reverse=True)
        taken: set[object] = set()
        for at in mine:
            cards = deal.declarations[at].combination.cards
            if taken.isdisjoint(cards):
                taken |= cards
                found.append(at)
    return tuple(sorted(found))


def _key(table: Table, deal: Deal, one: Announced) -> tuple[int, int, int]:
    return rank_key(one.combination, _length(table, deal, one), deal.trump, table.rules)


def _length(table: Table, deal: Deal, one: Announced) -> int:
    """How many cards in a row are known to belong to a combination, where the options ask for it."""
    rules = table.rules
    if rules.sequence_compare != "length_then_top" and not rules.hundred_for_five:
        return len(one.combination.cards)
    seen = dict(deal.shown_cards).get(one.seat, frozenset()) | deal.play.cards_of(one.seat)
    return length_in(one.combination, seen)


def _highest(table: Table, deal: Deal, able: tuple[int, ...]) -> int:
    """The highest of these; of equal ones that of the first by the rule of move."""
    obliged = deal.auction.obliged or table.order.seats[-1]
    order = table.order.following(table.order.next(obliged))
    return max(
        able, key=lambda at: (_key(table, deal, deal.declarations[at]), -order.index(deal.declarations[at].seat))
    )


def _scoring(table: Table, deal: Deal, void: frozenset[int], over: bool) -> frozenset[int]:
    """The places of the combinations that score, as far as shown by now."""
    able = _candidates(table, deal, void)
    enough = deal.tally is not None or table.rules.combo_show == "not_required"
    early = over and deal.cards_laid <= len(table.order.seats)
    able = tuple(at for at in able if enough or early or deal.declarations[at].shown)
    if not able:
        return frozenset()
    return _sharing(table, deal, able, _highest(table, deal, able))


def _sharing(table: Table, deal: Deal, able: tuple[int, ...], best: int) -> frozenset[int]:
    """Of these combinations those that score when ``best`` is the highest: its owner's, and the partner's."""
    owner, rules = deal.declarations[best].seat, table.rules
    side = table.order.side_of(owner)
    scoring: list[int] = []
    for seat in table.order.seats_of(side):
        mine = tuple(at for at in able if deal.declarations[at].seat is seat)
        if not mine or (seat is not owner and not rules.team_sum):
            continue
        scoring += mine if rules.winner_scores_all_own else (_highest(table, deal, mine),)
    return frozenset(scoring)


def _bela(table: Table, deal: Deal, at: int, over: bool) -> Worth:
    """A bela counts once: before its card and again with it, it is one bela said twice."""
    counts, worth = _bela_alone(table, deal, at, over)
    mine = [
        before
        for before in range(at)
        if deal.declarations[before].seat is deal.declarations[at].seat
        and not deal.declarations[before].combination.is_sequence
    ]
    again = counts and any(_bela_alone(table, deal, before, over)[0] for before in mine)
    return (False, 0) if again else (counts, worth)


def _bela_alone(table: Table, deal: Deal, at: int, over: bool) -> Worth:
    """A bela as if it were the only one: said with the card that the options ask for, or where no card is logged."""
    one = deal.declarations[at]
    worth = table.rules.bella
    if deal.trump is None or one.combination.suit is not deal.trump:
        return (None if deal.trump is None and not over else False, 0)
    pair, laid = bela_cards(deal.trump), deal.play.cards_of(one.seat)
    if deal.tally is not None and not pair <= laid:
        return _bela_by_hand(deal, at, worth)
    if deal.cards_laid == 0:
        return (False if over else None, worth)
    if not one.in_time:
        return (None if one.waits and not over else False, 0)
    if table.rules.bella_announce == "first_card" and one.with_card is not None:
        if one.shown or not pair.isdisjoint(deal.play.played - laid):
            return (False, 0)
        return (True if over or pair <= laid else None, worth)
    if not one.shown:
        # Said with the first card it is to be said with the second as well.
        may_yet = not over and pair.isdisjoint(deal.play.played - laid) and not pair <= laid
        return (None if may_yet else False, 0)
    return (True, worth)


def _bela_by_hand(deal: Deal, at: int, worth: int) -> Worth:
    """Where the play of its cards is not logged a bela counts when it is declared, the first time."""
    one = deal.declarations[at]
    again = any(other.seat is one.seat and not other.combination.is_sequence for other in deal.declarations[:at])
    return (False, 0) if again else (True, worth)
