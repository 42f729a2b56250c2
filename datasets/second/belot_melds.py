"""Bazar Belot, constructions ("Д. Правила обращения с конструкциями в ББ"): what a hand has, and whose count.

``spoken`` and ``shown`` are lists of (seat, name in notation); a construction counts when it is in both.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from kozyr.datasets.second.defaults import BELOT, chosen
from kozyr.datasets.second.proof import RANKS

Named = tuple[str, str]
"""(seat, ``terz KH``, ``frame J``, ``bela``, ``rebela H``)."""
_RUNS: Final = {"terz": (3, 2), "berz": (4, 5), "quint": (5, 10)}
_FRAMES: Final = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 10, "Q": 10}
_FRAMES_OF_BK: Final = {"A": 19, "10": 10, "K": 10, "Q": 10, "J": 10}


def side_of(seat: str) -> str:
    """The line of a seat."""
    return "SN" if seat in "SN" else "WE"


def worth(name: str, mode: str, options: Mapping[str, Any] | None = None) -> int:
    """Large points of a construction other than bela; 0 when it is none in this game."""
    kind, top = name.split()
    if kind != "frame":
        return _RUNS[kind][1]
    if mode == "N" and top == "J":
        return int(chosen(BELOT, options or {})["bk_jack_frames"])
    return (_FRAMES_OF_BK if mode == "N" else _FRAMES).get(top, 0)


def _rank(name: str, mode: str) -> tuple[int, int, int, int]:
    """Frames over runs, then length, height ("рост"), trump."""
    kind, top = name.split()
    if kind == "frame":
        return 1, -list(_FRAMES_OF_BK if mode == "N" else _FRAMES).index(top), 0, 0
    return 0, _RUNS[kind][0], RANKS.index(top[:-1]), int(mode in ("A", top[-1]))


def melds_of(hand: Iterable[str], mode: str, options: Mapping[str, Any] | None = None) -> list[str]:
    """All constructions of a hand but bela, highest first; eight in a row are a quint and a terz."""
    held = set(hand)
    frames = [f"frame {rank}" for rank in _FRAMES if held >= {rank + suit for suit in "SHDC"}]
    found = [name for name in frames if worth(name, mode, options)]
    for suit in "SHDC":
        row = "".join("x" if rank + suit in held else " " for rank in RANKS)
        for run in re.finditer("xxx+", row):
            length = len(run[0])
            kind = {3: "terz", 4: "berz"}.get(length, "quint")
            found.append(f"{kind} {RANKS[run.end() - 1]}{suit}")
            if length == 8:
                found.append(f"terz {RANKS[2]}{suit}")
    return sorted(found, key=lambda name: _rank(name, mode), reverse=True)


def _belas(spoken: Sequence[Named], mode: str) -> list[str]:
    """Seats that said both halves, once for each suit."""
    halves = [(seat, name.partition(" ")) for seat, name in spoken]
    first = [(seat, suit) for seat, (word, _, suit) in halves if word == "bela"]
    second = [(seat, suit) for seat, (word, _, suit) in halves if word == "rebela"]
    return [] if mode == "N" else [seat for seat, suit in first if (seat, suit) in second]


def played(
    spoken: Sequence[Named],
    shown: Sequence[Named],
    mode: str,
    side: str,
    tricks: Mapping[str, int],
    closed: str = "",
    options: Mapping[str, Any] | None = None,
) -> dict[str, int]:
    """Side -> large points of the constructions that count, belas included.

    ``side`` plays the contract; it needs a trick, for a bela too ("играющим необходимо взять взятку"). ``closed``: the
    seat whose hand is closed by a capo from one hand. Where the line with the highest construction does not show it,
    the other line counts what it shows then.
    """
    rules = chosen(BELOT, options or {})
    points = {"SN": 0, "WE": 0}
    idle = "" if tricks.get(side, 0) else side
    for seat in _belas(spoken, mode):
        points[side_of(seat)] += rules["bela"] if side_of(seat) != idle else 0
    named = [(seat, name) for seat, name in spoken if seat != closed and "bela" not in name]
    eights = any(name == "frame 8" for _, name in named)
    ranked = [(seat, name) for seat, name in named if name != "frame 8" and worth(name, mode, rules)]
    if eights or not ranked:
        return points
    # max keeps the first of equals: "старше та, которая раньше объявлена".
    best = max(ranked, key=lambda one: _rank(one[1], mode))
    mine = [one for one in ranked if side_of(one[0]) == side_of(best[0])]
    theirs = [one for one in ranked if one not in mine]
    counted = [one for one in mine if one in shown]
    highest = max((_rank(name, mode) for _, name in counted), default=None)
    if theirs and (highest is None or highest < max(_rank(name, mode) for _, name in theirs)):
        counted = [one for one in theirs if one in shown]
    for seat, name in counted:
        if side_of(seat) != idle:
            points[side_of(seat)] += worth(name, mode, rules)
    return points
