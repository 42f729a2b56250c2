"""Closing the pool: what does not go into a full pool helps another player, or is written off the own mountain.

Source: Сочи Игра 12; compensation, overflow and ties after rules dossier C.5.7. Without ``pool_target`` no pool closes.
"""

from collections.abc import Iterable, Iterator

from kozyr.engine.games.preferans.rules import Rules
from kozyr.engine.games.preferans.score import Outcome
from kozyr.engine.games.preferans.sheet import (
    Change,
    Changes,
    Column,
    Mountain,
    Pool,
    Sheet,
    Whists,
    added,
    mountain,
    pool,
    whists,
)
from kozyr.engine.seats import Seat


def placed(changes: Changes, sheet: Sheet, dealer: Seat | None, rules: Rules, writes_off: bool = False) -> Changes:
    """A deal's changes with every pool point where it can go, on a sheet before the deal.

    ``dealer`` sits out at a table of four and is not helped. ``writes_off`` is the choice that a made misère and a made
    ten leave to who is closed.
    """
    if rules.pool_target is None:
        return changes
    done: list[Change] = []
    for change in changes:
        parts = [change]
        if change.column is Column.POOL:
            helped = () if writes_off else _to_help(change.seat, sheet, dealer, rules.pool_target)
            parts = list(_parts(change, sheet, helped, rules))
        done += parts
        sheet = added(sheet, parts)
    return tuple(done)


def has_choice(changes: Changes, how: Outcome, sheet: Sheet, dealer: Seat | None, rules: Rules) -> bool:
    """Whether the declarer must say ``help`` or ``write-off``: a made misère or ten, and points left for others."""
    if how not in (Outcome.MISERE_MADE, Outcome.TEN_MADE):
        return False
    return any(
        change.column is Column.POOL and change.why == "help" for change in placed(changes, sheet, dealer, rules)
    )


def is_over(sheet: Sheet, rules: Rules) -> bool:
    """Whether every pool is closed: the pulka is at its end."""
    return rules.pool_target is not None and all(row.pool >= rules.pool_target for row in sheet)


def _parts(change: Change, sheet: Sheet, helped: Iterable[Seat], rules: Rules) -> Iterator[Change]:
    """The own pool to the brim, then the pools of those to be helped, and the own mountain last."""
    room = {Seat(row.side): max(0, (rules.pool_target or 0) - row.pool) for row in sheet}
    own = min(change.points, room[change.seat])
    left = change.points - own
    if own:
        yield pool(change.seat, Pool(own), change.why)
    for seat in helped:
        given = min(left, room[seat])
        if given:
            yield pool(seat, Pool(given), "help")
            yield whists(change.seat, seat, Whists(given * rules.aid_rate), "help")
        left -= given
    if left:
        yield mountain(change.seat, Mountain(-left), "written-off")


def _to_help(helper: Seat, sheet: Sheet, dealer: Seat | None, target: int) -> tuple[Seat, ...]:
    """The open pools of others, the largest first, equal ones clockwise from who helps."""
    pools = {Seat(row.side): row.pool for row in sheet}
    seats = tuple(pools)
    at = seats.index(helper)
    clockwise = seats[at + 1 :] + seats[:at]
    still_open = [seat for seat in clockwise if seat != dealer and pools[seat] < target]
    return tuple(sorted(still_open, key=lambda seat: -pools[seat]))
