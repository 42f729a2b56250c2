"""``kozyr bench clip``: a labelled clip followed from pixels to log, and the log compared with the labels."""

import time
from pathlib import Path
from typing import Any

from kozyr.datasets.clip_score import score_clip
from kozyr.engine.errors import KozyrError
from kozyr.engine.games.registry import game_named
from kozyr.engine.kept_json import made_from
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.doubt import Question
from kozyr.engine.table.log import Header
from kozyr.engine.table.session import Session
from kozyr.ui.calls import CallsToMerge, contract_calls, read_calls
from kozyr.ui.eyes import open_eyes
from kozyr.ui.runner import Watcher, follow
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.sources import open_source


def bench_clip(clip: Path, calls_log: Path | None = None, *, threads: int | None = None) -> dict[str, Any]:
    """Plays right, asked, wrong and missing, findings, questions and speed of one clip.

    The labels lie beside the clip (``.json``). Without ``calls_log`` the lowest contract in the labelled trump is taken
    to have been bid by the first leader. Raises KozyrError when clip, labels or networks are missing or damaged.
    """
    labels = clip.with_suffix(".json")
    try:
        truth = made_from(labels.read_bytes(), _labels)
        beside = clip.with_name(f"{clip.stem}-calls.kozyr.jsonl")
        header, calls = _match(truth, calls_log or (None if "trump" in truth else beside))
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise KozyrError(
            "{labels} holds no labels of a clip ({error}); give a clip with its labels beside it",
            labels=labels,
            error=error,
        ) from error
    detector, reader = open_eyes(video=True, threads=threads)
    session = Session(game_named(header.game), header)
    pipeline = Pipeline(detector, reader)
    begun, begun_cpu = time.perf_counter(), time.process_time()
    questions = [
        happening for happening in follow(open_source(clip), pipeline, Watcher(session, calls))
        if isinstance(happening, Question)
    ]  # fmt: skip
    wall, cpu = time.perf_counter() - begun, time.process_time() - begun_cpu
    video_s = pipeline.stats.frames / truth["fps"]
    speed = {"fps": round(pipeline.stats.frames / wall, 1), "cpu_s_per_video_s": round(cpu / video_s, 3)}
    scored = score_clip(labels, session.entries, session.report().irregularities)
    return scored | {"questions": len(questions), "match": dict(session.report().match_score)} | speed


def _labels(truth: dict[str, Any]) -> dict[str, Any]:
    return truth | {"fps": float(truth["fps"])}


def _match(truth: dict[str, Any], calls_log: Path | None) -> tuple[Header, CallsToMerge]:
    """The log's header and the words; a clip of another game has them beside it."""
    if calls_log is not None:
        read = read_calls(calls_log)
        assert read.header is not None
        return read.header, CallsToMerge(read.entries)
    seats = seating(tuple(Seat), {"SN": (Seat.S, Seat.N), "WE": (Seat.W, Seat.E)})
    players = tuple((seat, seat.value) for seat in seats.seats)
    header = Header("bazar-belot", "repino-2013", seats, players, "2026-01-01T00:00:00Z")
    return header, CallsToMerge(contract_calls(header, truth["dealer"], f"8{truth['trump']}", truth["first_leader"]))
