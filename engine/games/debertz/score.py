"""The score of one deal of Debertz, in points, from what each side took and declared.

Source: ФДУ-uk "Ігрові ситуації" 6.2–6.4 and 7; rules dossier A.5. Every amount is a line of its own: own tricks and
combinations first, then what moves from side to side (bayd, deferred bayd, pot), then what is written off.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from kozyr.engine.facts import ScoreLine
from kozyr.engine.games.debertz.rules import Rules
from kozyr.engine.games.debertz.sharing import heirs_of_bayd, outscorers, shares

TRICKS: Final = 8
"""Tricks of a deal, in every format."""
CARD_POINTS: Final = 152
"""Points of all 32 cards with a trump suit, without the last trick (7.4: 162 with it)."""
PENALTIES: Final = frozenset({"no-tricks", "third-b", "later-b", "fine"})
"""Lines that take points from a side and give them to nobody."""


class Ending(StrEnum):
    """What became of the order."""

    MADE = "made"
    BAYD = "bayd"
    DEFERRED = "deferred"


@dataclass(frozen=True, slots=True)
class Taken:
    """What one side has at the end of a deal."""

    points: int = 0
    """Card points in its tricks, the 10 for the last trick included."""
    tricks: int = 0
    """Tricks won."""
    credited: int = 0
    """Points of its combinations that count after the comparison, whether it has a trick or not; without bela."""
    declared: int = 0
    """Points of all combinations that it declared in time, counted or not; without bela."""
    bela: int = 0
    """Points of its announced bela."""

    @property
    def own(self) -> int:
        """What the side has gained: combinations of a side without a trick are void (6.2.3.2), bela is not."""
        return self.points + self.bela + (self.credited if self.tricks else 0)


@dataclass(frozen=True, slots=True)
class Finished:
    """What a deal came to, before anything that the party adds to it."""

    declarer: str | None
    """The side that ordered; None when the judge stopped the deal before anybody did."""
    taken: tuple[tuple[str, Taken], ...]
    """Every side, by the rule of move from the player after the obliged one."""
    index: int | None = None
    """Trick points of all dealt cards under its trump, the last trick's 10 included; None when they are not known.
    Only a bayd that the judge declared needs it."""
    offenders: tuple[str, ...] = ()
    """Sides to which the judge has declared a bayd (6.2.1.8)."""
    fines: tuple[tuple[str, int], ...] = ()
    """(side, points) that rulings have written off."""
    won_by: str | None = None
    """The side whose deberts wins the party at once: nothing else of the deal counts."""
    annulled: bool = False
    """True for a deal begun anew or annulled: nothing counts but fines."""

    @property
    def sides(self) -> tuple[str, ...]:
        """All sides, by the rule of move."""
        return tuple(side for side, _ in self.taken)


@dataclass(frozen=True, slots=True)
class Standing:
    """What a party carries from deal to deal besides the points."""

    letters: tuple[tuple[str, int], ...]
    """(side, letters Б so far)."""
    pot: int = 0
    """Points of deferred bayds that wait."""
    deferred: bool = False
    """Whether the next deal is the one after a deferred bayd: same obliged player, same declarer, no calls."""

    def letters_of(self, side: str) -> int:
        """The letters Б of a side."""
        return dict(self.letters)[side]


@dataclass(frozen=True, slots=True)
class Result:
    """The score of a deal and how it came about."""

    lines: tuple[ScoreLine, ...]
    """The lines of a side sum to its score."""
    bayt: tuple[str, ...]
    """Sides that got a letter Б."""
    after: Standing
    """What the party carries on."""
    ending: Ending | None = None
    """What became of the order; None for what was not counted to the end."""
    won_by: str | None = None
    """The side that the deal has made winner of the party at once."""

    def of(self, side: str) -> int:
        """What the deal gave to a side."""
        return sum(line.value for line in self.lines if line.side == side)


class _Sum(NamedTuple):
    """A deal summed up, before letters and fines."""

    lines: list[ScoreLine]
    bayt: tuple[str, ...]
    pot: int = 0
    ending: Ending | None = None


def fresh(sides: Iterable[str]) -> Standing:
    """The standing at the start of a party: no letters, no pot."""
    return Standing(tuple((side, 0) for side in sides))


def ending_of(deal: Finished, rules: Rules) -> Ending:
    """Whether the declarer has more than each opponent (or all together), as much, or less (6.2.1.1, 6.2.2.1).

    The deal must have a declarer.
    """
    own = {side: one.own for side, one in deal.taken}
    against = [points for side, points in own.items() if side != deal.declarer]
    needed = sum(against) if rules.must_beat == "sum" else max(against)
    mine = own[deal.declarer or ""]
    return Ending.MADE if mine > needed else Ending.BAYD if mine < needed else Ending.DEFERRED


def scored(deal: Finished, before: Standing, rules: Rules) -> Result | None:
    """The score of a deal that is over.

    None while it has none: no order, or a judge's bayd in a deal whose cards are not all known.
    """
    fines = [ScoreLine(side, "fine", -points) for side, points in deal.fines]
    if deal.annulled or deal.won_by is not None:
        return Result(tuple(fines), (), before, None, None if deal.annulled else deal.won_by)
    summed = _judged(deal, before, rules) if deal.offenders else _counted(deal, before, rules)
    if summed is None:
        return None
    letters = tuple((side, count + (side in summed.bayt)) for side, count in before.letters)
    after = Standing(letters, summed.pot, summed.ending is Ending.DEFERRED)
    lines = [*summed.lines, *_letter_lines(summed.bayt, after, rules), *fines]
    return Result(
        tuple(line for line in lines if line.value or line.what == "tricks"), summed.bayt, after, summed.ending
    )


def index_of(deal: Finished, rules: Rules) -> int | None:
    """All trick points of a deal for a judge's bayd; before an order (no trump yet) always those of a whole deck."""
    if rules.judge_bayd_base != "dealt_points_plus_10" or deal.declarer is None:
        return CARD_POINTS + rules.last_trick
    if deal.index is None and sum(one.tricks for _, one in deal.taken) == TRICKS:
        return sum(one.points for _, one in deal.taken)
    return deal.index


def combinations_of(deal: Finished, side: str, rules: Rules) -> int:
    """Points of combinations that a side brings into a deal counted to its end, be they its own or another's after it.

    A declarer in bayd loses its combinations to the opponents, without a trick too (6.2.1.5 before 6.2.3.2).
    """
    one = dict(deal.taken)[side]
    if side != deal.declarer or ending_of(deal, rules) is not Ending.BAYD:
        return one.credited if one.tricks else 0
    if one.tricks == 0 and rules.no_trick_declarer_combos == "void":
        return 0
    return one.declared if rules.bayd_transfers == "all_declared" else one.credited


def declared_of(deal: Finished, rules: Rules) -> int:
    """Points of combinations and belas that a judge's bayd moves besides the index (6.2.1.2)."""
    every = rules.judge_bayd_combos == "all_declared"
    return sum(one.bela + (one.declared if every else one.credited) for _, one in deal.taken)


def _counted(deal: Finished, before: Standing, rules: Rules) -> _Sum | None:
    """A deal that the tricks have decided."""
    if deal.declarer is None:
        return None
    declarer, own = deal.declarer, {side: one.own for side, one in deal.taken}
    lines = [line for side, one in deal.taken for line in _own_lines(side, one, combinations_of(deal, side, rules))]
    ending, pot = ending_of(deal, rules), before.pot
    bayt: tuple[str, ...] = ()
    if ending is Ending.MADE:
        lines.append(ScoreLine(declarer, "pot", pot))
        pot = 0
    elif ending is Ending.BAYD:
        lost = sum(line.value for line in lines if line.side == declarer)
        given = shares(lost, heirs_of_bayd(own, declarer, rules), own, rules)
        lines += [ScoreLine(declarer, "bayd", -lost), *_given(given, "bayd")]
        lines += _given(shares(pot, outscorers(own, declarer), own, rules), "pot")
        pot, bayt = 0, (declarer,)
    else:
        lines.append(ScoreLine(declarer, "deferred", -own[declarer]))
        pot += own[declarer]
        bayt = (declarer,) if rules.deferred_counts_as_b else ()
    return _Sum([*lines, *_no_trick_lines(deal, rules)], bayt, pot, ending)


def _judged(deal: Finished, before: Standing, rules: Rules) -> _Sum | None:
    """A deal that the judge has decided: the others are early winners of the whole index (6.2.1.2, 6.2.1.8)."""
    index = index_of(deal, rules)
    if index is None:
        return None
    own = {side: one.own for side, one in deal.taken}
    innocent = tuple(side for side in own if side not in deal.offenders)
    wins = (deal.declarer,) if deal.declarer in innocent else innocent
    heirs = wins if rules.judge_bayd_beneficiary == "declarer" else innocent
    whole = shares(index + declared_of(deal, rules), heirs, own, rules)
    tricks = shares(index, heirs, own, rules)
    lines = _given(tricks, "judge-bayd")
    lines += _given({side: whole[side] - tricks[side] for side in heirs}, "combinations")
    lines += _given(shares(before.pot, wins, own, rules), "pot")
    is_over = sum(one.tricks for _, one in deal.taken) == TRICKS
    if is_over and not rules.judge_bayd_stops_deal:
        lines += _no_trick_lines(deal, rules)
    return _Sum(lines, tuple(side for side in own if side in deal.offenders))


def _own_lines(side: str, one: Taken, combinations: int) -> tuple[ScoreLine, ...]:
    return (
        ScoreLine(side, "tricks", one.points),
        ScoreLine(side, "combinations", combinations),
        ScoreLine(side, "bela", one.bela),
    )


def _given(divided: dict[str, int], what: str) -> list[ScoreLine]:
    return [ScoreLine(side, what, points) for side, points in divided.items()]


def _no_trick_lines(deal: Finished, rules: Rules) -> list[ScoreLine]:
    """Fifty off for each side without a trick, a declarer in bayd too (6.2.3.1)."""
    return [ScoreLine(side, "no-tricks", -rules.no_trick_penalty) for side, one in deal.taken if one.tricks == 0]


def _letter_lines(bayt: tuple[str, ...], after: Standing, rules: Rules) -> list[ScoreLine]:
    """The third letter Б of a party and each later one (6.2.1.6, 6.2.1.7)."""
    lines = []
    for side in bayt:
        count = after.letters_of(side)
        if count == 3:
            lines.append(ScoreLine(side, "third-b", -rules.third_b_penalty))
        elif count > 3:
            lines.append(ScoreLine(side, "later-b", -rules.later_b_penalty))
    return lines
