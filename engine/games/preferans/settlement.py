"""The final account of a pulka in whole whists that sum to zero.

R = pool points above the average, less mountain points above the average, at their rates, and the whists written on the
others less those the others have written (rules dossier C.5.8).
"""

from kozyr.engine.games.preferans.rules import Rules
from kozyr.engine.games.preferans.sheet import Sheet, Whists


def settled(sheet: Sheet, rules: Rules) -> tuple[tuple[str, Whists], ...]:
    """(side, its whists as things stand), in the order of the sheet. They sum to zero.

    Averages are taken without rounding. What is lost by rounding down goes, one whist each, to those with the largest
    fraction; equal fractions in the order of the seats.
    """
    whole = [divmod(balance, len(sheet)) for balance in _balances(sheet, rules)]
    left = -sum(whists for whists, _ in whole)
    by_fraction = sorted(range(len(sheet)), key=lambda at: -whole[at][1])
    raised = frozenset(by_fraction[:left])
    return tuple((row.side, Whists(whole[at][0] + (at in raised))) for at, row in enumerate(sheet))


def _balances(sheet: Sheet, rules: Rules) -> list[int]:
    """Every player's whists times the number of players: whole numbers, summing to zero."""
    players = len(sheet)
    worth = [rules.pool_rate * row.pool - rules.mountain_rate * row.mountain for row in sheet]
    whists = {(row.side, other): written for row in sheet for other, written in row.whists}
    return [
        players * mine - sum(worth) + players * sum(whists[row.side, o] - whists[o, row.side] for o, _ in row.whists)
        for row, mine in zip(sheet, worth, strict=True)
    ]
