"""What every score of Debertz must obey, in every format: points move between sides and none appear or vanish.

Source: rules dossier A.5: 162 and the combinations with four players (7.4), else what the dealt cards are worth.
"""

from kozyr.engine.games.debertz.rules import Rules
from kozyr.engine.games.debertz.score import (
    PENALTIES,
    TRICKS,
    Finished,
    Result,
    Standing,
    combinations_of,
    declared_of,
    index_of,
)


def at_stake(deal: Finished, before: Standing, rules: Rules) -> int:
    """All points that a deal has to give out, the pot it began with included."""
    if deal.annulled or deal.won_by is not None:
        return before.pot
    if deal.offenders:
        return (index_of(deal, rules) or 0) + declared_of(deal, rules) + before.pot
    tricks = sum(one.points + one.bela for _, one in deal.taken)
    return tricks + sum(combinations_of(deal, side, rules) for side in deal.sides) + before.pot


def imbalance(deal: Finished, before: Standing, result: Result, rules: Rules) -> int:
    """What was at stake less what was given out and what waits in the pot: 0, apart from penalties.

    With ``split_remainder=drop`` the points that could not be divided are missing, fewer than the sides; and a deal in
    which the judge has declared a bayd to every side gives nothing out.
    """
    given = sum(line.value for line in result.lines if line.what not in PENALTIES)
    return at_stake(deal, before, rules) - given - result.after.pot


def miscounted(deal: Finished) -> int:
    """What a deal played to its end has in tricks beyond the index: 0 when the tricks add up or cannot be checked."""
    if deal.index is None or sum(one.tricks for _, one in deal.taken) != TRICKS:
        return 0
    return sum(one.points for _, one in deal.taken) - deal.index
