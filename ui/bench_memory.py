"""Whether memory is flat over an evening, for ``kozyr bench tablet``: what play holds, and what lasts of it.

Resident memory goes up and down by a hundred MiB: pages that are not used any more wait for the search for garbage,
and what the eyes need for one picture is taken and given back ten times a second. So at equal points, between two
deals, everything that is not used any more is thrown away while the eyes rest between two pictures; what is resident
then is what lasts. The verdict looks at both.
"""

import os
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

QUARTERS: Final = 4
"""The first half of the time counts for nothing: pages and words come up for the first time, and what is kept of them
reaches its bounds."""
ENTRIES_AN_HOUR: Final = 780
"""Log entries in an hour of a club's play."""
MORE_MIB: Final = 3.0
"""So much more than in the third quarter may last in the last one, half an hour later: an evening of eight hours then
takes a twentieth of a computer with 1 GiB at most."""
HIGHER_MIB: Final = 16.0
"""How much higher the highest memory of the last quarter may be."""
LEAST: Final = 6
"""With fewer looks at what lasts in a quarter nothing is said."""
_SURELY: Final = 2.1
"""So many standard errors to either side hold the slope with 95 %, for the twenty looks or so of an hour."""
Samples = Sequence[tuple[int, float]]
"""(entries in the log, memory in MiB)."""


class Held(NamedTuple):
    """Memory between two deals."""

    entries: int
    """How long the log was."""
    resident_mib: float
    """As the deal left it."""
    lasting_mib: float
    """After everything that is not used any more was thrown away."""
    objects: int
    """Objects of Python's that are left then, of those that the search for garbage looks at."""
    pictures_mib: float
    """Pictures of words, grounds and cards that are kept, in graphics memory."""


def memory_mib() -> float:
    """Resident memory of this program, MiB; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0.0
    return round(pages * os.sysconf("SC_PAGE_SIZE") / 2**20, 1)


def memory_verdict(play: Samples, held: Sequence[Held]) -> dict[str, Any]:
    """``flat`` with the figures it rests on: see decisions/0018. None for what so short a time does not tell.

    Of what lasts in a quarter of the time the least counts: the driver and the eyes can only have more in hand at one
    look than at another, and what leaks is in all of them. Nor may the line through them rise faster than that, where
    it surely rises.
    """
    last = max((at for at, _ in play), default=0)
    highest = [[mib for at, mib in play if _is_in(at, part, last)] for part in range(QUARTERS)]
    lasting = [[one for one in held if _is_in(one.entries, part, last)] for part in range(QUARTERS)]
    if min(map(len, lasting)) < LEAST or not all(highest):
        return {"flat": None}
    least = [min(one.lasting_mib for one in part) for part in lasting]
    most = [max(part) for part in highest]
    late = [one for part in lasting[2:] for one in part]
    slope, error = _slope([(one.entries, one.lasting_mib) for one in late])
    rises = slope > MORE_MIB * 2 and slope > _SURELY * error
    return {
        "flat": least[3] <= least[2] + MORE_MIB and most[3] <= most[2] + HIGHER_MIB and not rises,
        "least_lasting_mib_by_quarters": least, "may_be_more_by": MORE_MIB,
        "highest_mib_by_quarters": most, "may_be_higher_by": HIGHER_MIB,
        "lasting_mib_an_hour": round(slope, 2), "give_or_take": round(_SURELY * error, 2),
        "objects_an_hour": round(_slope([(one.entries, float(one.objects)) for one in late])[0]),
    }  # fmt: skip


def _is_in(at: int, part: int, last: int) -> bool:
    """Whether an entry belongs to this quarter of ``last`` entries."""
    return last * part / QUARTERS < at <= last * (part + 1) / QUARTERS


def _slope(points: Samples) -> tuple[float, float]:
    """By how much it grows in an hour, and the standard error of that."""
    x, y = zip(*points, strict=True)
    line = statistics.linear_regression(x, y)
    middle = statistics.fmean(x)
    spread = sum((one - middle) ** 2 for one in x)
    off = sum((b - line.intercept - line.slope * a) ** 2 for a, b in points) / (len(points) - 2)
    return line.slope * ENTRIES_AN_HOUR, (off / spread) ** 0.5 * ENTRIES_AN_HOUR
