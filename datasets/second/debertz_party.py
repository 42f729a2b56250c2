"""Sport Debertz, parties and the meeting (ФДУ 7.5-7.7), and a number of points in bars and circles (7.2)."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, TypedDict

from kozyr.datasets.second.debertz_score import Scored, deal
from kozyr.datasets.second.defaults import DEBERTZ, chosen


class Ended(TypedDict):
    """A finished party."""

    winner: str
    """The side."""
    record: tuple[int, int] | None
    """What is written down for the winner and the next one where both reached the target; None otherwise."""


class Party(TypedDict):
    """A finished party with its accounts."""

    score: dict[str, int]
    """Side -> points."""
    winner: str
    """The side."""
    record: tuple[int, int] | None
    """As in ``Ended``."""


class Meeting(TypedDict):
    """Deals played in order."""

    parties: list[Party]
    """The finished ones."""
    score: dict[str, int]
    """The accounts of the party now played."""
    wins: dict[str, int]
    """Side -> parties won."""
    winner: str
    """Of the meeting, or nothing."""
    results: list[Scored]
    """Deal by deal."""


def ended(
    accounts: Mapping[str, int],
    target: int,
    declarer: str,
    order: Sequence[str],
    options: Mapping[str, Any] | None = None,
    pot: int = 0,
) -> Ended | None:
    """Whether a party is over after a deal of ``declarer``; ``order`` the sides by the rule of move in that deal."""
    rules = chosen(DEBERTZ, options or {})
    past = [side for side in order if accounts[side] > target or (accounts[side] == target and _ge(rules))]
    if not past or (pot and rules["pot_at_target"] == "play_on"):
        return None
    leaders = [side for side in order if accounts[side] == max(accounts.values())]
    winner = declarer if declarer in leaders else leaders[0]
    return Ended(winner=winner, record=(target, target - 1) if len(past) > 1 else None)


def _ge(rules: Mapping[str, Any]) -> bool:
    return bool(rules["target_reached"] == "ge")


def parties(deals: Sequence[Mapping[str, Any]], target: int, options: Mapping[str, Any] | None = None) -> Meeting:
    """A list of deals' facts, without pot and letters, played in order into parties and a meeting.

    A deal's facts may hold ``deberts``: the side that wins the party by it at once.
    """
    rules = chosen(DEBERTZ, options or {})
    sides = list(deals[0]["order"]) if deals else []
    meeting = Meeting(parties=[], score=dict.fromkeys(sides, 0), wins=dict.fromkeys(sides, 0), winner="", results=[])
    pot, letters = 0, dict.fromkeys(sides, 0)
    for facts in deals:
        over: Ended | None
        if facts.get("deberts"):
            over = Ended(winner=facts["deberts"], record=None)
        else:
            result = deal({**facts, "pot": pot, "letters": letters}, rules)
            meeting["results"].append(result)
            pot, letters = result["pot"], result["letters"]
            for side in sides:
                meeting["score"][side] += result["score"][side]
            over = ended(meeting["score"], target, facts["declarer"], facts["order"], rules, pot)
        if over is None:
            continue
        meeting["parties"].append(Party(score=meeting["score"], winner=over["winner"], record=over["record"]))
        meeting["wins"][over["winner"]] += 1
        if meeting["wins"][over["winner"]] >= rules["meeting_wins"] and not meeting["winner"]:
            meeting["winner"] = over["winner"]
        meeting["score"] = dict.fromkeys(sides, 0)
        pot, letters = 0, dict.fromkeys(sides, 0)
    return meeting


def schematic(points: int) -> tuple[int, int, int, int, int]:
    """(crossed circles, circles, bars, plus, minus) of the fewest small points, rather added, in large signs."""
    best: tuple[tuple[int, int, int, int], tuple[int, int, int, int, int]] | None = None
    for crosses, circles, bars in product(range(max(points, 0) // 100 + 2), range(2), range(5)):
        rest = points - 100 * crosses - 50 * circles - 20 * bars
        key = (abs(rest), int(rest < 0), -crosses, -circles)
        if best is None or key < best[0]:
            best = key, (crosses, circles, bars, max(rest, 0), max(-rest, 0))
    assert best is not None
    return best[1]
