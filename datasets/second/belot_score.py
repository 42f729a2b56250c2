"""Bazar Belot, the score ("Е. Подсчет результатов и их запись"): a deal in large points, and the match."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from kozyr.datasets.second.belot_calls import bid_of
from kozyr.datasets.second.defaults import BELOT, chosen


class Scored(TypedDict):
    """What a deal gave."""

    score: dict[str, int]
    """Side -> large points."""
    bayt: list[str]
    """The line that gets "БТ"."""
    made: bool
    """Whether the contract was made."""


class Match(TypedDict):
    """Deals played in order."""

    score: dict[str, int]
    """Running totals."""
    winner: str
    """The side, or nothing."""


def split(playing: int, whisting: int, total: int) -> tuple[int, int]:
    """Small points in tricks to large ones "с преимуществом вистующей пары", together not over ``total``."""
    whisted = (whisting + 5) // 10
    return min((playing + 5) // 10, total - whisted), whisted


def deal(
    contract: str,
    side: str,
    points: Mapping[str, int],
    tricks: Mapping[str, int],
    melds: Mapping[str, int],
    doubled: int = 1,
    options: Mapping[str, Any] | None = None,
) -> Scored:
    """The score of a deal. ``doubled``: 1, or what contra or recontra multiply the contract by."""
    rules = chosen(BELOT, options or {})
    bid = bid_of(contract)
    assert bid is not None, "a contract is a bid"
    other = "WE" if side == "SN" else "SN"
    kind = {"N": "bk", "A": "vk"}.get(bid.mode, "suit")
    total, sweep = int(rules["trick_total"][kind]), int(rules["all_tricks_value"][kind])
    own, against = melds.get(side, 0), melds.get(other, 0)
    cost = bid.level * doubled
    if bid.capo == "capo-hand" and rules["capo_hand"]["value"] == "double":
        cost *= 2
    swept = not tricks.get(other, 0)
    made = points[side] + 10 * own >= 10 * bid.level
    if bid.capo:
        made = swept and sweep + own >= bid.level
    if made and doubled == 1:
        taken, whisted = split(points[side], points[other], total)
        score = {side: cost + (sweep if swept else taken) + own, other: whisted + against}
        return Scored(score=score, bayt=[], made=True)
    winner, loser = (side, other) if made else (other, side)
    gained = cost + (total if tricks.get(loser, 0) else sweep)
    gained += melds.get(winner, 0)
    if made or rules["failed_declarer_constructions"] == "to_opponents":
        gained += melds.get(loser, 0)
    return Scored(score={winner: gained, loser: 0}, bayt=[loser], made=made)


def match(deals: Sequence[Mapping[str, int]], options: Mapping[str, Any] | None = None) -> Match:
    """Running totals; "побеждает пара, набравшая большое количество", on equal ones the match goes on."""
    target = chosen(BELOT, options or {})["match_target"]
    totals = {"SN": 0, "WE": 0}
    for score in deals:
        totals = {side: totals[side] + score.get(side, 0) for side in totals}
    best = max(totals, key=lambda side: totals[side])
    level = totals["SN"] == totals["WE"]
    return Match(score=totals, winner=best if totals[best] >= target and not level else "")
