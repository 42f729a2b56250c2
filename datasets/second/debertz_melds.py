"""Sport Debertz, combinations ("Торги комбінацій"): runs of one suit, of which only the highest of the table counts.

"Старшинство комбінацій не залежить від наявності козирної масти": among equals the first by the rule of move has it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from kozyr.datasets.second.defaults import DEBERTZ, chosen
from kozyr.datasets.second.proof import RANKS

Declared = tuple[str, str, int]
"""(seat, ``fifty AS``, cards in the run)."""
_NAMES: Final = {3: "terz", 4: "fifty", 5: "fifty", 6: "fifty", 7: "fifty", 8: "fifty"}


def runs_of(hand: Iterable[str]) -> list[tuple[str, int]]:
    """All longest runs of three cards and more, as (top card, length), suit by suit from the ace down."""
    held = set(hand)
    found = []
    for suit in "SHDC":
        length = 0
        for rank in (*RANKS, ""):
            if rank and rank + suit in held:
                length += 1
                continue
            if length >= 3:
                top = RANKS[-1] if not rank else RANKS[RANKS.index(rank) - 1]
                found.append((top + suit, length))
            length = 0
    return found


def melds_of(hand: Iterable[str], trump: str, options: Mapping[str, Any] | None = None) -> list[tuple[str, int]]:
    """The combinations of a hand as (name, cards in the run), highest first."""
    deberts = chosen(DEBERTZ, options or {})["deberts"]
    found = []
    for top, length in runs_of(hand):
        whole = length >= deberts["min_len"] and (top[-1] == trump or not deberts["trump_only"])
        found.append((f"{'deberts' if whole else _NAMES[length]} {top}", length))
    return sorted(found, key=lambda meld: _rank(meld[0], meld[1], options), reverse=True)


def worth(name: str, length: int, options: Mapping[str, Any] | None = None) -> int:
    """The points of a combination; deberts wins the party instead."""
    rules = chosen(DEBERTZ, options or {})
    if name.startswith("terz"):
        return int(rules["terz"])
    if name.startswith("deberts"):
        return 0
    return 100 if rules["hundred_for_five"] and length >= 5 else int(rules["fifty"])


def _rank(name: str, length: int, options: Mapping[str, Any] | None) -> tuple[int, int, int]:
    kind, top = name.split()
    by_length = chosen(DEBERTZ, options or {})["sequence_compare"] == "length_then_top"
    return int(kind == "deberts"), length if by_length else worth(name, length, options), RANKS.index(top[:-1])


def credited(
    declared: Sequence[Declared],
    order: Sequence[str],
    sides: Mapping[str, str],
    trump: str,
    options: Mapping[str, Any] | None = None,
) -> dict[str, int]:
    """The points of combinations of the side that has the highest one; nothing when none was declared.

    ``order`` the seats by the rule of move, the one after the token first; ``sides`` seat -> side.
    """
    if not declared:
        return {}
    rules = chosen(DEBERTZ, options or {})
    ranked = sorted(declared, key=lambda one: (_rank(one[1], one[2], options), -order.index(one[0])), reverse=True)
    owner = ranked[0][0]
    total = 0
    for seat in order:
        own = [one for one in ranked if one[0] == seat]
        if seat != owner and not (rules["team_sum"] and sides[seat] == sides[owner]):
            continue
        total += sum(worth(name, length, options) for _, name, length in own[: None if _all(rules) else 1])
    return {sides[owner]: total}


def _all(rules: Mapping[str, Any]) -> bool:
    return bool(rules["winner_scores_all_own"])


def winner_of_deberts(
    declared: Sequence[Declared],
    order: Sequence[str],
    sides: Mapping[str, str],
    options: Mapping[str, Any] | None = None,
) -> str:
    """The side that wins the party by deberts, or nothing."""
    if chosen(DEBERTZ, options or {})["deberts"]["effect"] != "win_party":
        return ""
    owners = [one for one in declared if one[1].startswith("deberts")]
    best = max(owners, key=lambda one: (_rank(one[1], one[2], options), -order.index(one[0])), default=None)
    return sides[best[0]] if best else ""
