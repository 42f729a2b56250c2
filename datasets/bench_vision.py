"""How fast the table pipeline is beside plain per-frame prediction, and how well it follows a labelled clip."""

import importlib.util
import json
import os
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kozyr.engine.acts import Act, Exchanged, Played, TurnedUp
from kozyr.engine.facts import Fact, Irregularity
from kozyr.engine.table.corrections import Place, history
from kozyr.engine.table.log import Entry, Source
from kozyr.vision.detect import VIDEO_SIDES_PX, WEIGHTS, open_detector
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.read import OnnxIndexReader
from kozyr.vision.sources import VideoFile
from kozyr.vision.types import Frame

PLAIN_FRAMES: Final = 150
"""How many frames, evenly spread, plain prediction is timed on; it costs the same for every frame."""
_BEFORE_MS: Final = 2500
_AFTER_MS: Final = 6000
"""How far from the label a play may stand in the log to be taken for it."""
_OFFENCES: Final = {"revoke": "revoke", "out_of_turn": "out-of-turn", "exposed_cards": "exposed-cards"}


@dataclass(frozen=True, slots=True)
class _Speed:
    frames: int
    wall_s: float
    cpu_s: float

    def per_video_second(self, fps: float) -> dict[str, float]:
        seconds = self.frames / fps
        return {
            "fps": round(self.frames / self.wall_s, 1),
            "cpu_s_per_video_s": round(self.cpu_s / seconds, 4),
        }


def bench_vision(
    clip: Path,
    *,
    weights: Path = WEIGHTS,
    threads: int = 2,
    image_px: Sequence[int] = (640, 1280),
    plain_frames: int = PLAIN_FRAMES,
) -> dict[str, Any]:
    """Frames a second and CPU seconds per video second of both on one clip, in one run of one process.

    CPU time is that of all threads, decoding included. The plain way is ``YOLO(weights).predict(frame)`` of ultralytics
    for every frame with the same detector; it is timed on ``plain_frames`` frames spread over the clip.
    Raises CameraLost or DetectorUnavailable when the clip or a network is missing.
    """
    fps = VideoFile(clip).fps
    detector = open_detector(weights=weights, long_sides_px=VIDEO_SIDES_PX, threads=threads)
    pipeline = Pipeline(detector, OnnxIndexReader(threads=threads))
    ours = _time_pipeline(clip, pipeline)
    stats = pipeline.stats
    result: dict[str, Any] = {
        "clip": clip.name,
        "frames": ours.frames,
        "video_s": round(ours.frames / fps, 1),
        "watch": ours.per_video_second(fps) | {"looks": stats.looks, "network_ms": round(stats.network_ms)},
    }
    if importlib.util.find_spec("ultralytics") is None:
        result["plain"] = "ultralytics is not installed, so there is nothing to compare with; run: pip install .[train]"
        return result
    for side in image_px:
        plain = _time_plain(clip, weights, side, ours.frames, plain_frames)
        row: dict[str, float] = plain.per_video_second(fps)
        row["watch_needs_times_less_cpu"] = round(row["cpu_s_per_video_s"] / result["watch"]["cpu_s_per_video_s"], 1)
        result[f"plain_{side}"] = row
    return result


def _time_pipeline(clip: Path, pipeline: Pipeline) -> _Speed:
    frames, wall, cpu = 0, time.perf_counter(), time.process_time()
    for item in VideoFile(clip):
        pipeline.process(item)
        frames += isinstance(item, Frame)
    pipeline.finish()
    return _Speed(frames, time.perf_counter() - wall, time.process_time() - cpu)


def _time_plain(clip: Path, weights: Path, side: int, frames: int, wanted: int) -> _Speed:
    """Plain prediction, its share of the decoding included."""
    os.environ.setdefault("YOLO_OFFLINE", "1")
    os.environ.setdefault("YOLO_AUTOINSTALL", "0")
    os.environ.setdefault("YOLO_VERBOSE", "false")
    os.environ.setdefault("YOLO_CONFIG_DIR", tempfile.mkdtemp(prefix="kozyr-yolo-"))
    from ultralytics import YOLO  # the optional part of the train extra

    model: Any = YOLO(str(weights), task="obb")
    every = max(1, frames // wanted)
    taken, wall, cpu, decode_wall, decode_cpu = 0, 0.0, 0.0, time.perf_counter(), time.process_time()
    for item in VideoFile(clip):
        if not isinstance(item, Frame) or item.index % every:
            continue
        begun, begun_cpu = time.perf_counter(), time.process_time()
        model.predict(item.pixels, imgsz=side, verbose=False, device="cpu")
        if item.index:  # the first one sets the model up
            taken += 1
            wall += time.perf_counter() - begun
            cpu += time.process_time() - begun_cpu
        else:
            decode_wall += time.perf_counter() - begun
            decode_cpu += time.process_time() - begun_cpu
    share = taken / frames
    decode_wall = time.perf_counter() - decode_wall - wall
    decode_cpu = time.process_time() - decode_cpu - cpu
    return _Speed(taken, wall + decode_wall * share, cpu + decode_cpu * share)


@dataclass(frozen=True, slots=True)
class _Logged:
    seat: str
    card: str
    at_ms: int
    asked: bool


def score_clip(labels: Path, entries: Iterable[Entry], facts: Iterable[Fact] = ()) -> dict[str, Any]:
    """How a log kept by the camera compares with a clip's labels.

    A play is *right* when it stands with its card and nothing was asked, *asked* when a question was raised about it
    (the entry is a guess marked with its reason, or an answer), *wrong* when another card stands unasked, *missing*
    when nothing stands for it, *false* when nothing was played. Raises OSError or ValueError for unreadable labels.
    """
    truth = json.loads(labels.read_text(encoding="utf-8"))
    entries = tuple(entries)
    logged = [_logged(place) for place in history(entries) if isinstance(place.act, Played)]
    acts = tuple(place.act for place in history(entries))
    pairs = _paired(truth["plays"], logged, float(truth["fps"]))
    counts: Counter[str] = Counter()
    problems = []
    for play, found in pairs:
        verdict = _verdict(play, found)
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
        **({"shown": len(shown), "shown_right": len(shown & _told_as_shown(acts))} if shown else {}),
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


def _told_as_shown(acts: Iterable[Act | None]) -> set[str]:
    """The cards that a log has as turned up, or openly given for one that was."""
    found: set[str] = set()
    for act in acts:
        cards = act.cards if isinstance(act, TurnedUp) else act.given if isinstance(act, Exchanged) else ()
        found |= {card.code for card in cards} if isinstance(cards, tuple) else set()
    return found


def _logged(place: Place) -> _Logged:
    act = place.act
    assert isinstance(act, Played)
    changed = [change for change in place.changes if change.source is not Source.CAMERA]
    asked = act.card is None or place.first.why is not None or bool(changed)
    return _Logged(act.seat.value, "??" if act.card is None else act.card.code, place.first.at_ms, asked)


def _paired(
    plays: Sequence[dict[str, Any]], logged: Sequence[_Logged], fps: float
) -> list[tuple[dict[str, Any], _Logged | None]]:
    """Each labelled play with the logged one it is: first by its card, then by its seat, near its time."""
    found: dict[int, _Logged] = {}
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


def _verdict(play: dict[str, Any], found: _Logged | None) -> str:
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
