"""``kozyr watch SOURCE --log FILE``: follow a table without a screen."""

import argparse
import json
import time
from pathlib import Path
from typing import Any

from kozyr.engine.acts import Played
from kozyr.engine.errors import KozyrError, Words
from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import Question
from kozyr.engine.table.log import Entry, Header
from kozyr.engine.table.session import Session
from kozyr.engine.table.store import LogStore
from kozyr.ui.calls import CallsToMerge, contract_calls, read_calls
from kozyr.ui.check_text import match_lines
from kozyr.ui.commands.game_options import add_game_arguments, header_from, renamed
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.commands.numbers import whole_from
from kozyr.ui.commands.overlay_doors import add_overlay_switch, complain, refuse_early, shown_beside
from kozyr.ui.eyes import DETAILS, open_eyes
from kozyr.ui.happenings import Narrator, as_json
from kozyr.ui.locale.players import players_called
from kozyr.ui.locale.text import tr
from kozyr.ui.runner import CropFolder, Watcher, crop_folder, follow
from kozyr.vision.calibrate import Edge
from kozyr.vision.calibrate import load as load_calibration
from kozyr.vision.detect import BACKENDS
from kozyr.vision.pipeline import Pipeline
from kozyr.vision.sources import open_source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "source", metavar="SOURCE", help=Words("camera number, video file, folder of pictures, rtsp:// or http://")
    )
    parser.add_argument("--log", required=True, type=Path, help=Words("the log to write (a new file, *.kozyr.jsonl)"))
    parser.add_argument(
        "--calls", type=Path, metavar="LOG", help=Words("a log of what no camera hears: deals, calls, declarations")
    )
    parser.add_argument(
        "--json", action="store_true", help=Words("one JSON object for each event, and a summary at the end")
    )
    parser.add_argument(
        "--dealer",
        choices=[seat.value for seat in Seat],
        help=Words("who dealt, or holds the token, when there is no --calls"),
    )
    parser.add_argument(
        "--contract", help=Words("the contract, when there is no --calls, as in 14S; in the notation of the log")
    )
    parser.add_argument("--declarer", choices=[seat.value for seat in Seat], help=Words("whose contract it is"))
    parser.add_argument("--backend", choices=BACKENDS, default=BACKENDS[0], help=Words("what runs the index detector"))
    parser.add_argument(
        "--threads", type=whole_from(1, 256), help=Words("threads of each network (default: the cores, at most two)")
    )
    add_picture_arguments(parser)
    add_game_arguments(parser)
    add_overlay_switch(parser)
    add_language_argument(parser)


def add_picture_arguments(parser: argparse.ArgumentParser) -> None:
    """Adds what says how the camera looks at the table."""
    parser.add_argument(
        "--south", choices=[edge.value for edge in Edge], default="bottom", help=Words("the edge where S sits")
    )
    parser.add_argument("--calibration", type=Path, help=Words("a saved calibration of this camera"))
    parser.add_argument("--deck", metavar="NAME", help=Words("the learnt deck on the table (kozyr deck list)"))
    add_detail_argument(parser)


def add_detail_argument(parser: argparse.ArgumentParser) -> None:
    """Adds how closely the networks look."""
    parser.add_argument(
        "--detail",
        choices=tuple(DETAILS),
        default="full",
        help=Words("light: less work for the networks (a small computer)"),
    )


def run(options: argparse.Namespace) -> int:
    """Follows the table until the pictures end."""
    speak(options.lang)
    refuse_early(options)
    header, calls = header_and_calls(options)
    source = open_source(options.source)
    pipeline = open_pipeline(options, crop_folder(options.log))
    begun = time.perf_counter()
    with shown_beside(options) as show, LogStore.create(options.log, header) as store:
        if options.calls is None and options.contract is None:
            complain(Words("without --calls or --contract no auction is known: every card is asked about"))
        session = Session(game_named(header.game), header, keep=store.append)
        narrator = Narrator(session)
        plays = questions = 0
        show(session)
        for happening in follow(source, pipeline, Watcher(session, calls)):
            plays += isinstance(happening, Entry) and isinstance(happening.act, Played) and not happening.replaces
            questions += isinstance(happening, Question)
            show(session)
            for line in (as_json(happening),) if options.json else narrator.lines(happening):
                print(line, flush=True)
        seconds = time.perf_counter() - begun
        frames = pipeline.stats.frames
        summary: dict[str, Any] = {
            "frames": frames,
            "fps": round(frames / max(seconds, 1e-6), 1),
            "plays": plays,
            "questions": questions,
        }
        if options.json:
            print(json.dumps({"summary": summary}), flush=True)
        else:
            with players_called(header.players):
                print(tr("watch.summary", **summary), *match_lines(session.report()), sep="\n")
    return 0


def header_and_calls(options: argparse.Namespace) -> tuple[Header, CallsToMerge]:
    """The match to follow and the calls to merge, from ``--calls`` or from the game options."""
    if options.calls is not None:
        if any((options.dealer, options.contract, options.declarer)):
            raise KozyrError("--calls says who dealt and what was ordered; leave out --dealer, --contract, --declarer")
        if any((options.game, options.variant, options.format, options.target, options.rule)):
            raise KozyrError(
                "the header of --calls says the game and its rules; "
                "leave out --game, --variant, --format, --target, --rule"
            )
        read = read_calls(options.calls)
        assert read.header is not None
        game_named(read.header.game).start(read.header)
        return renamed(read.header, options), CallsToMerge(read.entries)
    header = header_from(options)
    wished = (options.dealer, options.contract, options.declarer)
    if not any(wished):
        return header, CallsToMerge()
    if not all(wished):
        raise KozyrError("--dealer, --contract and --declarer belong together; give all three, or --calls")
    return header, CallsToMerge(contract_calls(header, *wished))


def open_pipeline(options: argparse.Namespace, crops: Path) -> Pipeline:
    """The eyes as the options want them. Raises DetectorUnavailable or CalibrationError."""
    eyes = {"backend": options.backend, "threads": options.threads, "deck": options.deck, "detail": options.detail}
    detector, reader = open_eyes(video=True, **eyes)
    calibration = load_calibration(options.calibration) if options.calibration else None
    keep = CropFolder(crops).keep
    return Pipeline(
        detector, reader, calibration, south=Edge(options.south), save_crop=keep, settings=DETAILS[options.detail]
    )
