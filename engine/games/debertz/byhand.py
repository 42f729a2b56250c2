"""A result entered by hand: points and tricks of each side, completed where the rest is plain, or not adding up."""

from kozyr.engine.acts import Tallied
from kozyr.engine.games.debertz.play import HAND
from kozyr.engine.games.debertz.score import CARD_POINTS
from kozyr.engine.games.debertz.state import Table

Small = dict[str, int]
"""Side → small points, or tricks."""


def figures(table: Table, tally: Tallied) -> tuple[Small, Small] | None:
    """(side → small points, side → tricks) in the order of the sides; None when they cannot be those of a deal.

    Where nobody counted the tricks, who has points has one at least. Who has none may have a trick all the same, and
    then nobody can say whether fifty are written off; of two teams the other one with 162 has all tricks.
    """
    points, tricks = dict(tally.points), dict(tally.tricks)
    sides = table.seating.side_names
    everything = next((side for side in sides if tricks.get(side) == HAND), None)
    if not points and everything and table.is_full_deck:
        points = {side: _most(table) if side == everything else 0 for side in sides}
    if points and not tricks and (all(points.values()) or (table.is_full_deck and len(sides) == 2)):
        tricks = {side: int(points.get(side, 0) > 0) for side in sides}
    if not _adds_up(table, points, tricks, are_counted=bool(tally.tricks)):
        return None
    return {side: points[side] for side in sides}, {side: tricks[side] for side in sides}


def _most(table: Table) -> int:
    """All small points there can be in a deal."""
    return CARD_POINTS + table.rules.last_trick


def _adds_up(table: Table, points: Small, tricks: Small, *, are_counted: bool) -> bool:
    """Whether these can be the figures of a deal: with four players they make 162, else less and the last trick."""
    sides = set(table.seating.side_names)
    if set(points) != sides or set(tricks) != sides:
        return False
    total, most = sum(points.values()), _most(table)
    if total > most or (table.is_full_deck and total != most) or total < table.rules.last_trick:
        return False
    if are_counted and sum(tricks.values()) != HAND:
        return False
    return all(tricks[side] or not points[side] for side in sides)
