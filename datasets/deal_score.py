"""How the eyes followed one rendered deal: each play judged, each fault laid to the reader or to the tracking."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from kozyr.datasets.clip_score import Logged, logged_play, paired, told_as_shown, verdict_of
from kozyr.engine.acts import Played
from kozyr.engine.table.corrections import history
from kozyr.engine.table.log import Entry

_NEAR_MM: Final = 25.0
"""A card seen so near the true place is that card."""
_EARLY_MS: Final = 700
_LATE_MS: Final = 4000
"""When a play's card is looked for among what was seen, from its coming to rest on."""
SURE: Final = 0.9
"""A card read more surely than this was read."""


@dataclass(frozen=True, slots=True)
class Sighted:
    """A card that the pipeline stated, where it lies in the picture."""

    at_ms: int
    """The picture with which it was stated."""
    centre_px: tuple[float, float]
    """Its middle."""
    card: str | None
    """Its code; None for an unread one."""
    confidence: float
    """How sure."""
    zone: str
    """``trick``, ``front`` or ``aside``."""


@dataclass(frozen=True, slots=True)
class JudgedPlay:
    """One true play and what the log has of it."""

    row: Mapping[str, Any]
    """Its label."""
    logged: Logged | None
    """What the log has."""
    verdict: str
    """``right``, ``asked``, ``wrong``, ``missing``."""
    guessed_right: bool
    """Whether the card stands as it was, asked or not."""
    placed_right: bool
    """Whether the seat is right and the play stands in its place in the order of play."""
    fault: str | None
    """``reader`` or ``tracking`` where it is not right unaided in its seat and order."""
    latency_ms: int | None
    """From the card's rest to the entry, computing included; None where the play is not right unaided."""
    seen: str
    """What the pipeline made of the card, in a word."""


@dataclass(frozen=True, slots=True)
class DealScore:
    """One deal."""

    plays: tuple[JudgedPlay, ...]
    """Every true play, in order."""
    false: tuple[Logged, ...]
    """Plays in the log that nobody made."""
    shown: int
    """Cards turned up, talons and swaps."""
    shown_right: int
    """Of these, how many the log has."""
    questions: int
    """Questions asked, those that fell away by themselves included."""


@dataclass(slots=True)
class Told:
    """What came out while a deal was followed, with the times at which it did."""

    sighted: list[Sighted] = field(default_factory=list)
    """Cards stated by the pipeline."""
    done_ms: dict[int, float] = field(default_factory=dict)
    """When each entry, by its seq, was there: the picture's time and the computing after it."""
    questions: int = 0
    """Questions asked."""


def score_deal(truth: Mapping[str, Any], entries: Iterable[Entry], told: Told) -> DealScore:
    """Each play of a deal as the log has it; ``truth`` as in ``rendered_deal.RenderedDeal``."""
    places = history(tuple(entries))
    logged = [logged_play(place) for place in places if isinstance(place.act, Played)]
    pairs = paired(truth["plays"], logged, float(truth["fps"]))
    used = [found for _, found in pairs if found is not None]
    moved = _out_of_order([logged.index(found) for found in used])
    strays = {used[at].seq for at in moved}
    shown = {row["card"] for row in truth.get("shown", ())}
    return DealScore(
        tuple(_judged(play, found, strays, truth, told) for play, found in pairs),
        tuple(found for found in logged if found not in used),
        len(shown), len(shown & told_as_shown(place.act for place in places)), told.questions,
    )  # fmt: skip


def _out_of_order(places: Sequence[int]) -> set[int]:
    """The fewest members that must go so that the others stand in rising order."""
    longest: list[tuple[int, ...]] = []
    for at, place in enumerate(places):
        before = [run for run in longest if places[run[-1]] < place]
        longest.append((*max(before, key=len, default=()), at))
    kept = max(longest, key=len, default=())
    return set(range(len(places))) - set(kept)


def _judged(
    play: Mapping[str, Any], found: Logged | None, strays: set[int], truth: Mapping[str, Any], told: Told
) -> JudgedPlay:
    verdict = verdict_of(dict(play), found)
    placed = found is not None and found.seat == play["seat"] and found.seq not in strays
    guessed = found is not None and found.card == play["card"]
    seen = _seen_as(play, truth, told.sighted)
    done = told.done_ms.get(found.seq) if found is not None and verdict == "right" else None
    latency = None if done is None else round(done - play["rest_ms"])
    fault = None
    if verdict != "right" or not placed:
        fault = "reader" if seen in ("misread", "unsure", "unread") else "tracking"
    return JudgedPlay(play, found, verdict, guessed, placed, fault, latency, seen)


def _seen_as(play: Mapping[str, Any], truth: Mapping[str, Any], sighted: Sequence[Sighted]) -> str:
    """``read``, ``unsure``, ``misread``, ``unread``, ``elsewhere`` (not in the trick area) or ``unseen``."""
    x, y = np.mean(play["corners_px"], axis=0)
    reach = _NEAR_MM * truth["px_per_mm"]
    near = [
        one for one in sighted
        if -_EARLY_MS <= one.at_ms - play["rest_ms"] <= _LATE_MS and math.dist(one.centre_px, (x, y)) < reach
    ]  # fmt: skip
    if not near:
        return "unseen"
    first = min(near, key=lambda one: (one.card != play["card"], -one.confidence))
    if first.card is None:
        return "unread"
    if first.card != play["card"]:
        return "misread"
    if first.zone != "trick":
        return "elsewhere"
    # A card that was first stated otherwise has been misread, even if it was read better afterwards.
    if any(one.card not in (None, play["card"]) for one in near):
        return "misread"
    return "read" if first.confidence > SURE else "unsure"


def summed(scores: Sequence[DealScore], settle_ms: int) -> dict[str, Any]:
    """The figures of all deals, with their counts."""
    plays = [play for score in scores for play in score.plays]
    verdicts = Counter(play.verdict for play in plays)
    late = np.array([play.latency_ms for play in plays if play.latency_ms is not None], np.float64)
    faults = Counter(f"{play.fault}: {play.verdict}, {play.seen}" for play in plays if play.fault)
    questions = sum(score.questions for score in scores)
    return {
        "deals": len(scores), "plays": len(plays),
        "right_unaided": verdicts["right"], "right_unaided_share": _share(verdicts["right"], len(plays)),
        "asked": verdicts["asked"],
        "asked_guess_right": sum(play.verdict == "asked" and play.guessed_right for play in plays),
        "asked_guess_wrong": sum(play.verdict == "asked" and not play.guessed_right for play in plays),
        "wrong_not_asked": verdicts["wrong"], "missing": verdicts["missing"],
        "false_plays": sum(len(score.false) for score in scores),
        "seat_and_order_right": sum(play.placed_right for play in plays),
        "seat_and_order_share": _share(sum(play.placed_right for play in plays), len(plays)),
        "shown": sum(score.shown for score in scores), "shown_right": sum(score.shown_right for score in scores),
        "questions": questions, "questions_per_deal": round(questions / max(len(scores), 1), 3),
        "faults_of": dict(Counter(play.fault for play in plays if play.fault)),
        "faults": dict(sorted(faults.items())),
        "latency_ms": _percentiles(late),
        "latency_after_settle_ms": _percentiles(late - settle_ms), "settle_ms": settle_ms,
    }  # fmt: skip


def _share(part: int, whole: int) -> float | None:
    return round(part / whole, 5) if whole else None


def _percentiles(values: Any) -> dict[str, int] | None:
    if not len(values):
        return None
    return {"median": round(float(np.median(values))), "p95": round(float(np.percentile(values, 95)))}
