"""``kozyr render``: labelled synthetic pictures and table videos."""

import argparse
import json
from pathlib import Path

from kozyr.datasets import render
from kozyr.datasets.careless_tables import TABLES
from kozyr.datasets.decks import deck_names
from kozyr.engine.errors import KozyrError
from kozyr.ui.commands.numbers import number_within, whole_from


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    kinds = (
        "deal: a whole deal as a video; scene: one labelled picture; preview: a sheet of moments of deals; "
        "sheet: training pictures, each told in words, and reader crops"
    )
    parser.add_argument("what", choices=("deal", "scene", "preview", "sheet"), help=kinds)
    parser.add_argument("--out", required=True, type=Path, help="the file to write: .mp4 for a deal, .png or .jpg else")
    parser.add_argument(
        "--seed", type=whole_from(0), default=0, help="the same seed gives the same picture or video (default 0)"
    )
    parser.add_argument("--deck", help="a deck by name (default: one of the validation decks, by the seed)")
    parser.add_argument(
        "--fps", type=number_within(0, 240), default=15.0, help="frames a second of a deal (default 15)"
    )
    parser.add_argument("--size", type=whole_from(1), default=640, help="pixels of a scene's side (default 640)")
    parser.add_argument("--split", choices=("train", "validation", "reserved"), default="validation")
    parser.add_argument("--table", choices=sorted(TABLES), help="an honest deal of any game (default: the demo's game)")
    parser.add_argument("--tricks", type=whole_from(1, 12), default=3, help="tricks of such a deal (default 3)")
    parser.add_argument("--honest", action="store_true", help="a deal in which nothing goes wrong")


def run(options: argparse.Namespace) -> int:
    """Renders what is asked for and prints where it lies."""
    if options.deck and options.deck not in _all_decks():
        raise KozyrError(
            "{deck!r} is no deck that is installed; choose from {decks}",
            deck=options.deck,
            decks=", ".join(_all_decks()),
        )
    if options.what == "deal" and options.table:
        said = render.render_game(options.table, options.seed, options.out, tricks=options.tricks, fps=options.fps)
        print(json.dumps({"video": str(options.out), "plays": len(said["plays"]), "deck": said["deck"]}))
    elif options.what == "deal":
        events = () if options.honest else render.EVENTS
        said = render.render_deal(options.seed, options.out, deck=options.deck, fps=options.fps, events=events)
        print(
            json.dumps(
                {"video": str(options.out), "plays": len(said["plays"]), "deck": said["deck"]}, ensure_ascii=False
            )
        )
    elif options.what == "scene":
        print(render.render_scene(options.seed, options.out, size_px=options.size, split=options.split))
    elif options.what == "sheet":
        print(render.render_sheet(options.out, seed=options.seed))
    else:
        print(render.render_preview(options.out, seed=options.seed, split=options.split))
    return 0


def _all_decks() -> list[str]:
    return sorted(name for split in ("train", "validation", "reserved") for name in deck_names(split))
