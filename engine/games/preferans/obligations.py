"""How many tricks whisters must take, and who lacks how many (Сочи Игра 8).

The originals name a joint duty of two whisters on 6 and 7; how a shortfall is shared is ``two_whist_shortfall``.
"""

from kozyr.engine.games.preferans.rules import Rules


def obligation(level: int, whisters: int, rules: Rules) -> int:
    """Tricks that the defence owes: by one whister, or by two together (on a nine: each)."""
    owed = rules.obligation
    match level:
        case 6:
            return owed.six
        case 7:
            return owed.seven
        case 8:
            return owed.eight_one if whisters == 1 else owed.eight_two
        case 9:
            return owed.nine_each
        case _:
            return owed.ten


def missing_tricks(level: int, taken: tuple[int, int], rules: Rules) -> tuple[int, int]:
    """How many tricks each of two whisters pays for; ``taken`` in the order of their words."""
    owed = obligation(level, 2, rules)
    match level:
        case 6 | 7:
            return _joint(owed, taken, rules.two_whist_shortfall)
        case 8:
            return _eight(owed, taken, rules.eight_second_whister)
        case 9:
            return _below(owed, taken)
        case _:
            short = max(0, owed - sum(taken))
            return short, short


def _joint(owed: int, taken: tuple[int, int], shortfall: str) -> tuple[int, int]:
    """6 and 7: half of the duty each. Who is above his half pays nothing and lowers what the other pays."""
    own = _below((owed + 1) // 2, taken)
    together = max(0, owed - sum(taken))
    if shortfall == "always_quota":
        return own
    if together == 0:
        return 0, 0
    if shortfall == "uncapped_quota":
        return own
    second = min(own[1], together)
    return min(own[0], together - second), second


def _eight(owed: int, taken: tuple[int, int], second_whister: str) -> tuple[int, int]:
    """8: one trick each, or two by one of them; of one trick alone the second whister pays the other, of none both."""
    short = max(0, owed - sum(taken))
    if short == 0:
        return 0, 0
    if sum(taken) == 0:
        return (owed + 1) // 2, (owed + 1) // 2
    if second_whister == "second_to_declare" or taken[1] == 0:
        return 0, short
    return short, 0


def _below(quota: int, taken: tuple[int, int]) -> tuple[int, int]:
    """What each lacks of his own quota."""
    return max(0, quota - taken[0]), max(0, quota - taken[1])
