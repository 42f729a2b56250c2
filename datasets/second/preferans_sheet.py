"""Preferans Sochi, the sheet: full pools and help, the final settlement, points of a round, fines, the clock."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from fractions import Fraction
from math import floor
from typing import Any

from kozyr.datasets.second.defaults import PREFERANS, chosen
from kozyr.datasets.second.preferans_score import Sheet, blank


def added(sheet: Sheet, other: Sheet) -> Sheet:
    """The sum of two sheets."""
    result = deepcopy(sheet)
    for seat, row in other.items():
        result[seat]["pool"] += row["pool"]
        result[seat]["mountain"] += row["mountain"]
        for on, whists in row["whists"].items():
            result[seat]["whists"][on] += whists
    return result


def enter(
    sheet: Sheet, seat: str, points: int, facts: Mapping[str, Any], options: Mapping[str, Any] | None = None
) -> Sheet:
    """``points`` for the pool of ``seat`` written (Игра 12): up to the target, then into others' or off the mountain.

    ``facts``: ``players`` clockwise, ``dealer``, and ``choice``: ``"write-off"`` where a made misère or ten is written
    off the mountain instead of helping others.
    """
    rules = chosen(PREFERANS, options or {})
    result = deepcopy(sheet)
    target = rules["pool_target"]
    if target is None:
        result[seat]["pool"] += points
        return result
    own = min(points, max(target - result[seat]["pool"], 0))
    result[seat]["pool"] += own
    points -= own
    while points:
        helped = "" if facts.get("choice") == "write-off" else _to_help(result, seat, facts, target)
        if not helped:
            result[seat]["mountain"] -= points
            break
        given = min(points, target - result[helped]["pool"])
        result[helped]["pool"] += given
        result[seat]["whists"][helped] += rules["aid_rate"] * given
        points -= given
    return result


def _to_help(sheet: Sheet, seat: str, facts: Mapping[str, Any], target: int) -> str:
    """Whose pool is the largest of those not full, never the dealer's of four; of equals the nearest clockwise."""
    players = list(facts["players"])
    at = players.index(seat)
    open_pools = [
        other
        for other in (*players[at + 1 :], *players[:at])
        if sheet[other]["pool"] < target and not (len(players) == 4 and other == facts["dealer"])
    ]
    return max(open_pools, key=lambda other: sheet[other]["pool"], default="")


def balances(sheet: Sheet, options: Mapping[str, Any] | None = None) -> dict[str, Fraction]:
    """What each has won in whists before rounding."""
    rules = chosen(PREFERANS, options or {})
    players = len(sheet)
    pool = Fraction(sum(row["pool"] for row in sheet.values()), players)
    mountain = Fraction(sum(row["mountain"] for row in sheet.values()), players)
    return {
        seat: rules["pool_rate"] * (row["pool"] - pool)
        - rules["mountain_rate"] * (row["mountain"] - mountain)
        + sum(whists - sheet[on]["whists"].get(seat, 0) for on, whists in row["whists"].items())
        for seat, row in sheet.items()
    }


def settle(sheet: Sheet, options: Mapping[str, Any] | None = None) -> dict[str, int]:
    """Final whists in whole numbers that sum to zero: rounded down, the largest remainders up, seats in order."""
    exact = balances(sheet, options)
    whole = {seat: floor(value) for seat, value in exact.items()}
    by_remainder = sorted(exact, key=lambda seat: whole[seat] - exact[seat])
    for seat in by_remainder[: -sum(whole.values())]:
        whole[seat] += 1
    return whole


def round_points(results: Mapping[str, int], options: Mapping[str, Any] | None = None) -> dict[str, Fraction]:
    """Points of a tournament round: for the place in the pulka and for whists won or lost."""
    places = [3, 1, -1, -3] if len(results) == 4 else [3, 0, -3]
    tie = chosen(PREFERANS, options or {})["pulka_place_tie"]
    ranked = sorted(results.values(), reverse=True)
    points = {}
    for seat, won in results.items():
        shared = [places[at] for at, other in enumerate(ranked) if other == won]
        place = Fraction(sum(shared), len(shared)) if tie == "average" else Fraction(max(shared))
        brackets = 1 + sum(abs(won) > limit for limit in (50, 150, 300, 500))
        points[seat] = place + (brackets if won > 0 else -brackets if won < 0 else 0)
    return points


def clock_fine(seconds: int) -> int:
    """Points in the mountain for thinking so long after "Время!"."""
    return max(seconds - 30, 0) // 30


def fine(row: str, value: int, late: bool = False) -> int:
    """Points in the mountain for a row of the penalty table.

    ``value``: for P-1 the wrong deals in a row, for P-2 to P-4 the game's value, for P-5 the price of a trick, for P-6
    the tricks looked at, for P-7 the seconds. ``late``: found after the division into whist and pass (P-2), after
    "at once" (P-3 to P-5).
    """
    if row == "P-1":
        return 2 * max(value - 1, 0)
    if row == "P-5":
        return (10 if late else 3) * value
    if row == "P-6":
        return 2 * value
    return clock_fine(value) if row == "P-7" else (3 if late else 1) * value


def total(players: Sequence[str], deals: Sequence[Sheet]) -> Sheet:
    """A sheet of several deals."""
    result = blank(players)
    for one in deals:
        result = added(result, one)
    return result
