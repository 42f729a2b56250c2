"""How a log kept by the camera compares with the labels of its clip."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kozyr.engine.acts import Act, Exchanged, Played, TurnedUp
from kozyr.engine.facts import Fact, Irregularity
from kozyr.engine.table.corrections import Change, Place, history
from kozyr.engine.table.doubt import Why
from kozyr.engine.table.log import Entry, Source

_BEFORE_MS: Final = 2500
_AFTER_MS: Final = 6000
"""How far from the label a play may stand in the log to be taken for it."""
_OFFENCES: Final = {"revoke": "revoke", "out_of_turn": "out-of-turn", "exposed_cards": "exposed-cards"}


@dataclass(frozen=True, slots=True)
class Logged:
    """A play as a log has it."""

    seat: str
    """Whose it is."""
    card: str
    """Its code; ``??`` when it is not known."""
    at_ms: int
    """When it was played, by the log."""
    asked: bool
    """Whether a question was raised about it: it is a guess, or an answer."""
    seq: int = 0
    """The entry that put it there."""


def score_clip(labels: Path, entries: Iterable[Entry], facts: Iterable[Fact] = ()) -> dict[str, Any]:
    """How a log kept by the camera compares with a clip's labels.

    A play is *right* when it stands with its card and nothing was asked, *asked* when a question was raised about it
    (the entry is a guess marked with its reason, or an answer), *wrong* when another card stands unasked, *missing*
    when nothing stands for it, *false* when nothing was played. Raises OSError or ValueError for unreadable labels.
    """
    truth = json.loads(labels.read_text(encoding="utf-8"))
    entries = tuple(entries)
    logged = [logged_play(place) for place in history(entries) if isinstance(place.act, Played)]
    acts = tuple(place.act for place in history(entries))
    pairs = paired(truth["plays"], logged, float(truth["fps"]))
    counts: Counter[str] = Counter()
    problems = []
    for play, found in pairs:
        verdict = verdict_of(play, found)
        counts[verdict] += 1
        if verdict != "right":
            read = None if found is None else f"{found.seat} {found.card}"
            problems.append({"n": play["n"], "play": f"{play['seat']} {play['card']}", "log": read, "verdict": verdict})
    used = [found for _, found in pairs if found is not None]
    again = {(e["seat"], e["card"]) for e in truth["irregularities"] if e["type"] == "out_of_turn"}
    # A card laid out of turn may be played for good later, where it lies.
    extra = [found for found in logged if found not in used and (found.seat, found.card) not in again]
    places = [logged.index(found) for found in used]
    shown = {row["card"] for row in truth.get("shown", ())}
    return {
        "clip": truth["clip"],
        **({"shown": len(shown), "shown_right": len(shown & told_as_shown(acts))} if shown else {}),
        "plays": len(truth["plays"]),
        **{key: counts[key] for key in ("right", "asked", "wrong", "missing")},
        "false": len(extra),
        "asked_and_guessed_right": sum(f is not None and f.asked and f.card == p["card"] for p, f in pairs),
        "seat_right": sum(found is not None and found.seat == play["seat"] for play, found in pairs),
        "order_right": places == sorted(places),
        "irregularities": _score_findings(truth, [f for f in facts if isinstance(f, Irregularity)]),
        "problems": problems,
        "false_plays": [f"{found.seat} {found.card} at {found.at_ms} ms" for found in extra],
    }


def told_as_shown(acts: Iterable[Act | None]) -> set[str]:
    """The cards that a log has as turned up, or openly given for one that was."""
    found: set[str] = set()
    for act in acts:
        cards = act.cards if isinstance(act, TurnedUp) else act.given if isinstance(act, Exchanged) else ()
        found |= {card.code for card in cards} if isinstance(cards, tuple) else set()
    return found


def logged_play(place: Place) -> Logged:
    """What stands in a place of the log that holds a play."""
    act = place.act
    assert isinstance(act, Played)
    asked = act.card is None or place.first.why is not None or any(map(_is_asked, place.changes))
    return Logged(
        act.seat.value, "??" if act.card is None else act.card.code, place.first.at_ms, asked, place.first.seq
    )


def _is_asked(change: Change) -> bool:
    """Whether somebody corrected, or the camera put a guess in its place and asked."""
    return change.source is not Source.CAMERA or change.why not in (None, Why.CONTRADICTED)


def paired(
    plays: Sequence[dict[str, Any]], logged: Sequence[Logged], fps: float
) -> list[tuple[dict[str, Any], Logged | None]]:
    """Each labelled play with the logged one it is: first by its card, then by its seat, near its time."""
    found: dict[int, Logged] = {}
    free = list(logged)
    for key in ("card", "seat"):
        for at, play in enumerate(plays):
            if at in found:
                continue
            landed = play["frame_settled"] * 1000 / fps
            timely = [x for x in free if -_BEFORE_MS <= x.at_ms - landed <= _AFTER_MS]
            near = [x for x in timely if (x.card if key == "card" else x.seat) == play[key]]
            if near:
                found[at] = min(near, key=lambda x: abs(x.at_ms - landed))
                free.remove(found[at])
    return [(play, found.get(at)) for at, play in enumerate(plays)]


def verdict_of(play: dict[str, Any], found: Logged | None) -> str:
    """``right``, ``asked``, ``wrong`` or ``missing``, as ``score_clip`` counts them."""
    if found is None:
        return "missing"
    if found.asked:
        return "asked"
    return "right" if found.card == play["card"] else "wrong"


def _score_findings(truth: dict[str, Any], findings: Sequence[Irregularity]) -> dict[str, Any]:
    """Which labelled offences were found, and what was found beside them."""
    wanted = [e for e in truth["irregularities"] if e["type"] in _OFFENCES]
    left = list(findings)
    rows = []
    for event in wanted:
        fits = [f for f in left if _is_of(f, event)]
        if fits:
            left.remove(fits[0])
        rows.append({"type": event["type"], "seat": event["seat"], "trick": event["trick"], "found": bool(fits)})
    false = [f"{f.offence.value} {f.seat.value if f.seat else '?'} trick {f.trick}" for f in left]
    return {"events": rows, "found": sum(row["found"] for row in rows), "of": len(rows), "false": false}


def _is_of(finding: Irregularity, event: dict[str, Any]) -> bool:
    if finding.offence.value != _OFFENCES[event["type"]] or finding.seat is None or finding.seat.value != event["seat"]:
        return False
    return event["type"] == "exposed_cards" or finding.trick in (None, event["trick"])
