"""How points that several sides have earned are divided among them (ФДУ-uk 6.2.2.5, 6.2.2.6; rules dossier A.5)."""

from collections.abc import Mapping

from kozyr.engine.games.debertz.rules import Rules


def outscorers(own: Mapping[str, int], declarer: str) -> tuple[str, ...]:
    """The opponents with more than the declarer, by the rule of move.

    All opponents where none has: a declarer who had to beat their sum may fail without being beaten by one of them.
    """
    opponents = tuple(side for side in own if side != declarer)
    return tuple(side for side in opponents if own[side] > own[declarer]) or opponents


def heirs_of_bayd(own: Mapping[str, int], declarer: str, rules: Rules) -> tuple[str, ...]:
    """Who gets the points of a declarer in bayd; ``own`` is by the rule of move, which decides between equals."""
    opponents = tuple(side for side in own if side != declarer)
    if rules.bayd_split == "all_equal":
        return opponents
    if rules.bayd_split == "highest":
        return (max(opponents, key=lambda side: own[side]),)
    return outscorers(own, declarer)


def shares(points: int, heirs: tuple[str, ...], own: Mapping[str, int], rules: Rules) -> dict[str, int]:
    """``points`` in equal parts; what cannot be divided goes by ``split_remainder``.

    ``heirs`` stand by the rule of move: with ``by_move`` the first of them get one point more each.
    """
    if not heirs:
        return {}
    part, rest = divmod(points, len(heirs))
    divided = dict.fromkeys(heirs, part)
    if rules.split_remainder == "to_highest":
        divided[max(heirs, key=lambda side: own[side])] += rest
    elif rules.split_remainder == "by_move":
        for side in heirs[:rest]:
            divided[side] += 1
    return divided
