"""The schematic form of an account: bars, circles, crossed circles and small points to add or to subtract.

Source: ФДУ-uk 7.2.2; rules dossier A.5.2. In text a crossed circle is ``(X)``, a circle ``O``, a bar ``|``, and small
points are ``+5`` or ``-3``, crossed-out ones ``+~5~``: ``(X) O ||| +~7~ +2``.
"""

import re
from dataclasses import dataclass
from typing import Final

from kozyr.engine.errors import LogFormatError

CROSSED: Final = 100
"""A crossed circle."""
CIRCLE: Final = 50
"""A circle."""
BAR: Final = 20
"""A bar, upright or level."""
_MOST_BARS: Final = 4
_TOKEN: Final = re.compile(r"\s*(?:\(([XxХх])\)|([OОoо])|([|—–])|([+-])(~?)([0-9]{1,6})(~?)(?![0-9]))")


@dataclass(frozen=True, slots=True)
class Small:
    """Small points in one of the two columns."""

    points: int
    """More than 0 in both columns."""
    struck: bool = False
    """True once they have lost their relevance and are crossed out."""


@dataclass(frozen=True, slots=True)
class Account:
    """What is written for one side: symbols, and small points in one of two columns."""

    crossed: int = 0
    """Crossed circles."""
    circles: int = 0
    """Circles."""
    bars: int = 0
    """Bars."""
    pluses: tuple[Small, ...] = ()
    """Small points to be added to the symbols, crossed-out ones kept."""
    minuses: tuple[Small, ...] = ()
    """Small points to be subtracted from them, crossed-out ones kept."""

    @property
    def symbols(self) -> int:
        """What the symbols are worth."""
        return CROSSED * self.crossed + CIRCLE * self.circles + BAR * self.bars

    @property
    def value(self) -> int:
        """What the account is worth: crossed-out small points count no more."""
        return self.symbols + _live(self.pluses) - _live(self.minuses)

    @property
    def is_both(self) -> bool:
        """Whether points stand in both columns, which the rules forbid (7.2.2)."""
        return _live(self.pluses) > 0 and _live(self.minuses) > 0


def drawn(points: int) -> Account:
    """The one way to draw a number: as little as can be in small points, of two equal ways the one that adds.

    A number below 0 has no symbols and is all to be subtracted.
    """
    nearest = max(0, points // CROSSED - 1)
    ways = [
        Account(crossed, circles, bars)
        for crossed in range(nearest, nearest + 3)
        for circles in (0, 1)
        for bars in range(_MOST_BARS + 1)
    ]
    best = min(ways, key=lambda way: (abs(points - way.symbols), points < way.symbols, -way.crossed, -way.circles))
    rest = points - best.symbols
    pluses, minuses = (Small(rest),) if rest > 0 else (), (Small(-rest),) if rest < 0 else ()
    return Account(best.crossed, best.circles, best.bars, pluses, minuses)


def continued(account: Account, points: int) -> Account:
    """The account once it is worth ``points``: symbols are only ever added, small points that changed are crossed out.

    Raises LogFormatError where points stand in both columns: such an account is worth nothing certain.
    """
    _checked(account)
    added = drawn(points - account.symbols)
    if added.symbols == 0 and points == account.value:
        return account
    return Account(
        account.crossed + added.crossed,
        account.circles + added.circles,
        account.bars + added.bars,
        _rewritten(account.pluses, added.pluses),
        _rewritten(account.minuses, added.minuses),
    )


def text_of(account: Account) -> str:
    """The account in one line of text; ``read`` understands it."""
    signs = "(X)" * account.crossed, "O" * account.circles, "|" * account.bars
    small = [_small_text(sign, one) for sign, ones in (("+", account.pluses), ("-", account.minuses)) for one in ones]
    return " ".join(part for part in (*signs, *small) if part) or "0"


def read(text: str) -> Account:
    """An account written by hand.

    Raises LogFormatError for what is no sign of the schematic form, for small points of 0, and for points in both
    columns at once that are not crossed out.
    """
    at, crossed, circles, bars = 0, 0, 0, 0
    columns: dict[str, list[Small]] = {"+": [], "-": []}
    said = "" if text.strip() == "0" else text.rstrip()
    while at < len(said):
        found = _TOKEN.match(said, at)
        if found is None or (found[5] == "~") != (found[7] == "~") or (found[6] is not None and int(found[6]) == 0):
            raise LogFormatError(
                "{text!r} is no sign of the schematic form; write (X), O, |, +5 or -5", text=said[at:].strip()
            )
        crossed, circles, bars = crossed + bool(found[1]), circles + bool(found[2]), bars + bool(found[3])
        if found[4]:
            columns[found[4]].append(Small(int(found[6]), found[5] == "~"))
        at = found.end()
    return _checked(Account(crossed, circles, bars, tuple(columns["+"]), tuple(columns["-"])))


def _checked(account: Account) -> Account:
    if account.is_both:
        raise LogFormatError("small points stand among the pluses and the minuses at once; cross one of them out")
    return account


def _live(column: tuple[Small, ...]) -> int:
    return sum(one.points for one in column if not one.struck)


def _rewritten(column: tuple[Small, ...], added: tuple[Small, ...]) -> tuple[Small, ...]:
    """The column with ``added`` as all that counts in it."""
    live = tuple(one for one in column if not one.struck)
    if live == added:
        return column
    return (*(Small(one.points, struck=True) for one in column), *added)


def _small_text(sign: str, one: Small) -> str:
    return f"{sign}~{one.points}~" if one.struck else f"{sign}{one.points}"
