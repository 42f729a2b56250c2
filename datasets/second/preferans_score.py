"""Preferans Sochi, what one deal writes into the sheet ("Игра-Висты" 3-10, "Распасы").

A whole sheet of zeros is made and every sentence of the convention writes its part into it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from kozyr.datasets.second.defaults import PREFERANS, chosen
from kozyr.datasets.second.preferans_bids import circle, level_of
from kozyr.datasets.second.preferans_whists import consolation, shortfalls, whists_for_tricks


class Row(TypedDict):
    """What one seat has in the sheet."""

    pool: int
    """Пуля."""
    mountain: int
    """Гора."""
    whists: dict[str, int]
    """Other seat -> whists written on it."""


Sheet = dict[str, Row]
"""Seat -> its part of the sheet."""


def blank(players: Sequence[str]) -> Sheet:
    """An empty sheet."""
    return {seat: Row(pool=0, mountain=0, whists={other: 0 for other in players if other != seat}) for seat in players}


def value_of(contract: str, options: Mapping[str, Any] | None = None) -> int:
    """What a game costs."""
    values = chosen(PREFERANS, options or {})["value"]
    return int(values["misere" if contract.startswith("misere") else str(level_of(contract))])


def circle_cost(raspasy: int, players: int, options: Mapping[str, Any] | None = None) -> int:
    """The price of a trick in raspasy after ``raspasy`` of them in a row."""
    rules = chosen(PREFERANS, options or {})
    costs = rules["raspasy"]["cost"]
    return int(costs[min(circle(raspasy, players, rules), len(costs) - 1)])


def deal(facts: Mapping[str, Any], options: Mapping[str, Any] | None = None) -> Sheet:
    """What a deal gave; ``facts`` as the package says. Pools are written as if they had no target."""
    rules = chosen(PREFERANS, options or {})
    sheet = blank(facts["players"])
    kind = facts["kind"]
    if kind == "raspasy":
        _raspasy(sheet, facts, rules)
        return sheet
    if facts.get("in_face"):
        sheet[facts["dealer"]]["mountain"] += _in_face(facts, rules)
    declarer = facts["declarer"]
    if kind == "given-up":
        bid = facts["bid"] if rules["without_three"]["value"] == "auction_end" else facts["contract"]
        sheet[declarer]["mountain"] += 3 * value_of(bid, rules)
        return sheet
    value = value_of(facts["contract"], rules)
    if kind == "misere":
        taken = facts["tricks"].get(declarer, 0)
        sheet[declarer]["mountain" if taken else "pool"] += value * (taken or 1)
        return sheet
    _talon(sheet, facts, value, rules)
    if kind == "unplayed":
        sheet[declarer]["pool"] += value
        _half(sheet, facts, value, rules)
        return sheet
    short = level_of(facts["contract"]) - facts["tricks"].get(declarer, 0)
    sheet[declarer]["mountain" if short > 0 else "pool"] += value * max(short, 1)
    if kind == "played":
        written = (*whists_for_tricks(facts, value, short, rules), *consolation(facts, value, short, rules))
        for seat, whists in written:
            sheet[seat]["whists"][declarer] += whists
        for whister, missing in shortfalls(facts, rules).items():
            sheet[whister]["mountain"] += value * missing
    return sheet


def _raspasy(sheet: Sheet, facts: Mapping[str, Any], rules: Mapping[str, Any]) -> None:
    """ "Очки в гору за взятку"; "сдающему за безвзятие в пулю НЕ пишется, играющим - пишется"."""
    cost = circle_cost(facts.get("raspasy", 0), len(sheet), rules)
    idle = facts["dealer"] if len(sheet) == 4 else ""
    # Forgiving everybody at the table alike changes no balance.
    forgiven = min(facts["tricks"].get(seat, 0) for seat in sheet) if rules["raspasy"]["amnesty"] else 0
    for seat, row in sheet.items():
        taken = facts["tricks"].get(seat, 0)
        row["mountain"] += cost * max(taken - forgiven, 0)
        if not taken and rules["raspasy"]["zero_bonus"] == "cost":
            row["pool"] += cost if seat != idle or rules["raspasy"]["zero_bonus_dealer"] else 0


def _in_face(facts: Mapping[str, Any], rules: Mapping[str, Any]) -> int:
    """ "Стоимость игры, на которой завершил торги играющий"; on a misère 2, in raspasy 4."""
    if facts["bid"].startswith("misere"):
        return int(rules["talon_in_face"]["misere_in_raspasy" if facts.get("raspasy", 0) else "misere"])
    return value_of(facts["bid"], rules)


def _talon(sheet: Sheet, facts: Mapping[str, Any], value: int, rules: Mapping[str, Any]) -> None:
    """ "При игре вчетвером сдающему за взятки в прикупе", the game as ordered, made or not."""
    talon: list[str] = list(facts.get("talon") or ())
    if len(sheet) != 4 or len(talon) != 2 or facts.get("in_face"):
        return
    worth = rules["talon_tricks"]
    ranks = sorted(card[:-1] for card in talon)
    suited = talon[0][-1] == talon[1][-1]
    tricks = worth["ace"] if "A" in ranks else 0
    if ranks == ["A", "A"]:
        tricks = worth["two_aces"]
    elif suited and ranks == ["A", "K"]:
        tricks = worth["ace_king_suited"]
    elif suited and ranks == ["K", "Q"]:
        tricks = worth["king_queen_suited"]
    sheet[facts["dealer"]]["whists"][facts["declarer"]] += value * tricks


def _half(sheet: Sheet, facts: Mapping[str, Any], value: int, rules: Mapping[str, Any]) -> None:
    """Half of what one whister must take, where pass, half, pass were said."""
    for seat, answer in facts["answers"].items():
        if answer == "half":
            sheet[seat]["whists"][facts["declarer"]] += value * rules["obligation"][facts["contract"][0]] // 2


OUTCOMES = ("raspasy", "made", "made-misere", "made-10", "failed", "failed-misere", "annulled")
"""How a deal can end for what follows it."""


def after(
    raspasy: int, dealer: str, players: Sequence[str], outcome: str, options: Mapping[str, Any] | None = None
) -> tuple[int, str]:
    """(deals of raspasy in a row now, next dealer) after a deal that ended in one of ``OUTCOMES``."""
    rules = chosen(PREFERANS, options or {})
    following = players[(list(players).index(dealer) + 1) % len(players)]
    if outcome == "annulled":
        return raspasy, dealer
    if outcome == "failed-misere" and raspasy and not rules["failed_misere_in_raspasy_moves_dealer"]:
        return raspasy, dealer
    if outcome == "raspasy":
        return raspasy + 1, following
    return (0 if outcome == "made" else raspasy), following
