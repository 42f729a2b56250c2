"""Sport Debertz, the score of a deal (ФДУ 6.2): made, bayd, deferred bayd and its pot, no tricks, letters, the judge.

"Байд настає у разі не набрання необхідних ігрових очок": the declarer must have more than every opponent.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from kozyr.datasets.second.defaults import DEBERTZ, chosen


class Scored(TypedDict):
    """What a deal gave."""

    score: dict[str, int]
    """Side -> points, fines included."""
    bayd: list[str]
    """The sides in bayd."""
    deferred: bool
    """Whether the bayd is deferred."""
    pot: int
    """Points deferred to the next deal."""
    letters: dict[str, int]
    """Side -> letters Б in the party after this deal."""
    made: bool
    """Whether the declarer made the game."""


def share(
    points: int, among: Sequence[str], totals: Mapping[str, int], options: Mapping[str, Any] | None = None
) -> dict[str, int]:
    """Equal parts of ``points`` to the sides ``among``, who stand by the rule of move; what is left one point each."""
    part, left = divmod(points, len(among))
    result = dict.fromkeys(among, part)
    rule = chosen(DEBERTZ, options or {})["split_remainder"]
    if rule == "to_highest":
        result[max(among, key=lambda side: totals.get(side, 0))] += left
    elif rule == "by_move":
        for side in among[:left]:
            result[side] += 1
    return result


def deal(facts: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> Scored:
    """The score of a deal; ``facts`` as the package says."""
    rules = chosen(DEBERTZ, options or {})
    if facts.get("offender"):
        return _by_the_judge(facts, rules)
    order = list(facts["order"])
    declarer = facts["declarer"]
    tricks, pot = facts["tricks"], facts.get("pot", 0)
    credits, belas = facts.get("credited", {}), facts.get("bela", {})
    totals = {
        side: facts["points"].get(side, 0) + belas.get(side, 0) + (credits.get(side, 0) if tricks.get(side, 0) else 0)
        for side in order
    }
    others = [side for side in order if side != declarer]
    needed = sum(totals[side] for side in others) if rules["must_beat"] == "sum" else max(totals[one] for one in others)
    score = dict(totals)
    bayd: list[str] = []
    deferred = totals[declarer] == needed
    if totals[declarer] > needed:
        score[declarer] += pot
        pot = 0
    elif deferred:
        score[declarer] = 0
        pot += totals[declarer]
    else:
        bayd = [declarer]
        score[declarer] = 0
        outscored = [side for side in others if totals[side] > totals[declarer]] or others
        _add(score, share(pot, outscored, totals, rules))
        pot = 0
        lost = totals[declarer] + _declared_besides(facts, rules)
        _add(score, share(lost, _who_takes(others, outscored, totals, rules), totals, rules))
    for side in order:
        if not tricks.get(side, 0):
            score[side] -= rules["no_trick_penalty"]
    lettered = [declarer] if deferred and rules["deferred_counts_as_b"] else bayd
    letters = _letters(facts, lettered, score, rules)
    made = not bayd and not deferred
    return Scored(score=score, bayd=bayd, deferred=deferred, pot=pot, letters=letters, made=made)


def _add(score: dict[str, int], shares: Mapping[str, int]) -> None:
    for side, points in shares.items():
        score[side] += points


def _who_takes(
    others: list[str], outscored: list[str], totals: Mapping[str, int], rules: Mapping[str, Any]
) -> list[str]:
    """Among whom the points of a declarer in bayd are divided."""
    if rules["bayd_split"] == "all_equal":
        return others
    return [max(outscored, key=lambda side: totals[side])] if rules["bayd_split"] == "highest" else outscored


def _declared_besides(facts: Mapping[str, Any], rules: Mapping[str, Any]) -> int:
    """Combination points of a declarer in bayd that are not in his total but go over with it."""
    declarer = facts["declarer"]
    counted = facts.get("credited", {}).get(declarer, 0)
    going = counted
    if rules["bayd_transfers"] == "all_declared":
        going = max(counted, facts.get("declared", {}).get(declarer, 0))
    if facts["tricks"].get(declarer, 0):
        return int(going - counted)
    return int(going) if rules["no_trick_declarer_combos"] == "to_opponents" else 0


def _letters(
    facts: Mapping[str, Any], lettered: Sequence[str], score: dict[str, int], rules: Mapping[str, Any]
) -> dict[str, int]:
    """Б written, and the fine of the third and of each later one taken off."""
    letters = {side: facts.get("letters", {}).get(side, 0) for side in facts["order"]}
    for side in lettered:
        letters[side] += 1
        if letters[side] >= 3:
            score[side] -= rules["third_b_penalty" if letters[side] == 3 else "later_b_penalty"]
    return letters


def _by_the_judge(facts: Mapping[str, Any], rules: Mapping[str, Any]) -> Scored:
    """Bayd declared for a breach (uk 6.2.1.8): the others win the whole index of the deal before its end."""
    order, declarer, offender = list(facts["order"]), facts["declarer"], facts["offender"]
    base = 162
    if rules["judge_bayd_base"] == "dealt_points_plus_10":
        base = facts.get("dealt", 152) + rules["last_trick"]
    which = "declared" if rules["judge_bayd_combos"] == "all_declared" else "credited"
    index = base + sum(facts.get(which, {}).values()) + sum(facts.get("bela", {}).values())
    others = [side for side in order if side != offender]
    winners = others
    if rules["judge_bayd_beneficiary"] == "declarer" and offender != declarer:
        winners = [declarer]
    score = dict.fromkeys(order, 0)
    totals = facts.get("points", {})
    _add(score, share(index, winners, totals, rules))
    _add(score, share(facts.get("pot", 0), others if offender == declarer else [declarer], totals, rules))
    letters = _letters(facts, [offender], score, rules)
    return Scored(score=score, bayd=[offender], deferred=False, pot=0, letters=letters, made=offender != declarer)
