"""Preferans Sochi, what whisters get and owe ("Игра-Висты" 8, 10): whists for tricks, consolation, missing tricks."""

from collections.abc import Mapping
from typing import Any

from kozyr.datasets.second.preferans_bids import level_of


def _parties(facts: Mapping[str, Any]) -> tuple[list[str], list[str], dict[str, int]]:
    """Whisters in the order they spoke, passers who hold a hand, and everybody's tricks but the declarer's."""
    whisters = [seat for seat, answer in facts["answers"].items() if answer == "whist"]
    passers = [seat for seat, answer in facts["answers"].items() if answer != "whist"]
    tricks = {seat: count for seat, count in facts["tricks"].items() if seat != facts["declarer"]}
    return whisters, passers, tricks


def whists_for_tricks(
    facts: Mapping[str, Any], value: int, short: int, rules: Mapping[str, Any]
) -> list[tuple[str, int]]:
    """(seat, whists on the declarer) for the tricks; ``short``: how many the declarer lacks."""
    whisters, passers, tricks = _parties(facts)
    total = sum(tricks.values())
    if len(whisters) == 2:
        return [(seat, value * tricks.get(seat, 0)) for seat in whisters]
    if rules["whist_style"] == "gentleman" and short > 0:
        return [(seat, value * total // 2) for seat in (*whisters, *passers[:1])]
    return [(whisters[0], value * total)]


def consolation(facts: Mapping[str, Any], value: int, short: int, rules: Mapping[str, Any]) -> list[tuple[str, int]]:
    """ "Подсадные висты пишутся не только вистующему, но и пасовавшему и сдающему"."""
    whisters, passers, _ = _parties(facts)
    roles = {
        seat: "whister" if seat in whisters else "passer" if seat in passers else "dealer"
        for seat in facts["players"]
        if seat != facts["declarer"]
    }
    return [(seat, value * short) for seat, role in roles.items() if short > 0 and role in rules["consolation"]]


def shortfalls(facts: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, int]:
    """Whister -> tricks missing ("Обязательства вистующих", Игра 8)."""
    whisters, _, tricks = _parties(facts)
    level, must = level_of(facts["contract"]), rules["obligation"]
    total = sum(tricks.values())
    own = {seat: tricks.get(seat, 0) for seat in whisters}
    if len(whisters) == 1:
        needed = must["8_one"] if level == 8 else must["9_each"] if level == 9 else must[str(level)]
        return {whisters[0]: max(needed - total, 0)}
    if level == 10:
        return {seat: max(must["10"] - total, 0) for seat in whisters}
    if level == 9:
        return {seat: max(must["9_each"] - taken, 0) for seat, taken in own.items()}
    if level == 8:
        if max(own.values()) >= must["8_two"] or min(own.values()) >= 1:
            return {}
        if total == 1 and rules["eight_second_whister"] == "second_to_declare":
            return {whisters[1]: 1}
        return {seat: 1 for seat, taken in own.items() if not taken}
    together = max(must[str(level)] - total, 0)
    lacks = {seat: max(must[str(level)] // 2 - taken, 0) for seat, taken in own.items()}
    if rules["two_whist_shortfall"] == "always_quota":
        return lacks
    if not together:
        return {}
    capped = rules["two_whist_shortfall"] == "capped_quota"
    return {seat: min(lack, together) if capped else lack for seat, lack in lacks.items()}
