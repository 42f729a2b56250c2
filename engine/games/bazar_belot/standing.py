"""Which declarations of a deal count, and for how much.

Only the line with the highest construction plays, and all of that line's count; a bela stands by itself.
Source: Репино, "Г. Розыгрыш" and "Д. Правила обращения с конструкциями"; rules dossier B.3.
"""

from kozyr.engine.cards import Rank
from kozyr.engine.games.bazar_belot.melds import Kind, bela_cards, compatible, rank_key, value
from kozyr.engine.games.bazar_belot.play import Denomination
from kozyr.engine.games.bazar_belot.state import Announced, Deal, Table
from kozyr.engine.laws import Offence, Remedy

Worth = tuple[bool | None, int]
"""(whether a declaration counts, None while that is open; what it is worth when it counts)."""
_LINE_ROWS = ("B-11",)
"""Rows whose ``declarations-void`` concerns one construction, which does not count anyway."""


def standing(table: Table, deal: Deal, over: bool) -> tuple[Worth, ...]:
    """Each declaration of the deal, in order, and what it is worth. ``over``: nothing more can be shown."""
    denomination = deal.denomination
    if denomination is None or not deal.declarations:
        return tuple((None, 0) for _ in deal.declarations)
    void = _void_lines(table, deal)
    playing = _playing(table, deal, denomination, void, over)
    settled = over or len(deal.play.tricks) >= 2
    worths: list[Worth] = []
    for at, one in enumerate(deal.declarations):
        if not one.meld.is_construction:
            worths.append(_bela(table, deal, one, void, over))
        elif at in playing:
            worths.append((True if settled else None, value(one.meld, denomination, table.rules)))
        else:
            may_yet = not settled and one.in_time and not one.shown and _exists(table, one, denomination)
            worths.append((None if may_yet else False, 0))
    return tuple(worths)


def _void_lines(table: Table, deal: Deal) -> frozenset[str]:
    """The lines that a ruling has deprived of all constructions."""
    return frozenset(
        table.order.side_of(ruling.act.seat)
        for ruling in deal.in_force
        if ruling.remedy is Remedy.DECLARATIONS_VOID and ruling.law not in _LINE_ROWS
    )


def _candidates(table: Table, deal: Deal, denomination: Denomination) -> list[int]:
    """Constructions declared in time that exist in this denomination and do not share cards against the rules."""
    found: list[int] = []
    for seat in table.order.seats:
        mine = [
            at
            for at, one in enumerate(deal.declarations)
            if one.seat is seat and one.meld.is_construction and one.in_time and _exists(table, one, denomination)
        ]
        fits = compatible([deal.declarations[at].meld for at in mine], table.rules.reuse_frame_sequence)
        found += [at for at, good in zip(mine, fits, strict=True) if good]
    return found


def _exists(table: Table, one: Announced, denomination: Denomination) -> bool:
    return _cancels(one) or value(one.meld, denomination, table.rules) > 0


def _cancels(one: Announced) -> bool:
    return one.meld.kind is Kind.FRAME and one.meld.rank is Rank.EIGHT


def _playing(table: Table, deal: Deal, denomination: Denomination, void: frozenset[str], over: bool) -> frozenset[int]:
    """The places of the constructions that play, as far as shown by now."""
    able = [at for at in _candidates(table, deal, denomination) if _side(table, deal, at) not in void]
    if void:
        return frozenset(at for at in able if not _cancels(deal.declarations[at]))
    enough = deal.tally is not None
    shown = [at for at in able if enough or deal.declarations[at].shown or (over and _ended_before_show(deal, at))]
    if not shown or any(_cancels(deal.declarations[at]) for at in shown):
        return frozenset()
    highest = max(shown, key=lambda at: (rank_key(deal.declarations[at].meld, denomination), -at))
    line = _side(table, deal, highest)
    return frozenset(at for at in shown if _side(table, deal, at) == line)


def _side(table: Table, deal: Deal, at: int) -> str:
    return table.order.side_of(deal.declarations[at].seat)


def _ended_before_show(deal: Deal, at: int) -> bool:
    """A deal that ended early by claim or ruling: nobody could show what was not yet due."""
    return len(deal.play.laid_by(deal.declarations[at].seat)) < 2


def _bela(table: Table, deal: Deal, one: Announced, void: frozenset[str], over: bool) -> Worth:
    """The second half carries the value; in a deal entered by hand one half is enough."""
    suit = one.meld.suit
    denomination = deal.denomination
    trump = denomination.trump if denomination else None
    possible = denomination is Denomination.ALL_TRUMPS or (suit is trump and trump is not None)
    closed = bool(deal.play.active) and one.seat not in deal.play.active
    if suit is None or not possible or closed or not one.in_time or table.order.side_of(one.seat) in void:
        return (False, 0)
    if one.waits and not over:
        return (None, 0)
    entered = deal.tally is not None
    halves = [
        each
        for each in deal.declarations
        if each.seat is one.seat and each.meld.suit is suit and not each.meld.is_construction
        and each.in_time and (each.shown or (entered and not _is_logged(deal, each)))
    ]  # fmt: skip
    if one not in halves:
        return (False, 0)
    first = next((each for each in halves if each.meld.kind is Kind.BELA), None)
    second = next((each for each in halves if each.meld.kind is Kind.REBELA), None)
    if one is second:
        return (first is not None, table.rules.bela if first is not None else 0)
    if one is not first:
        return (False, 0)
    if second is not None:
        return (True, 0)
    if entered and not bela_cards(suit) <= deal.play.cards_of(one.seat):
        return (True, table.rules.bela)
    return (False if over else None, 0)


def _is_logged(deal: Deal, one: Announced) -> bool:
    """Whether the play of both cards of this bela stands in the log, so that its halves can be checked."""
    return one.meld.suit is not None and bela_cards(one.meld.suit) <= deal.play.cards_of(one.seat)


def counted(table: Table, deal: Deal) -> dict[str, int]:
    """What the declarations of each line count for in a deal that is over."""
    total = dict.fromkeys(table.order.side_names, 0)
    for one, (counts, worth) in zip(deal.declarations, standing(table, deal, over=True), strict=True):
        if counts:
            total[table.order.side_of(one.seat)] += worth
    return total


def announced_of(table: Table, deal: Deal, side: str) -> int:
    """What all announced constructions of a line are worth, whoever's are higher; false ones left out."""
    denomination = deal.denomination
    if denomination is None:
        return 0
    false = {one.committed for one in deal.findings if one.offence is Offence.FALSE_DECLARATION and one.law != "B-6"}
    void = _void_lines(table, deal)
    worths = standing(table, deal, over=True)
    total = 0
    candidates = _candidates(table, deal, denomination)
    for at, one in enumerate(deal.declarations):
        if table.order.side_of(one.seat) != side or side in void or one.seq in false:
            continue
        if not one.meld.is_construction:
            total += worths[at][1] if worths[at][0] else 0
        elif at in candidates:
            total += value(one.meld, denomination, table.rules)
    return total
