"""``kozyr read IMAGE…``: the cards lying face-up in still pictures."""

import argparse
import json
import sys
import time
from pathlib import Path

from kozyr.engine.cards import Card
from kozyr.engine.errors import CameraLost, Words
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.commands.numbers import whole_from
from kozyr.ui.commands.watch import add_detail_argument
from kozyr.ui.eyes import open_eyes
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import cards_text, tr
from kozyr.vision.backs import face_down
from kozyr.vision.detect import BACKENDS
from kozyr.vision.fuse import fuse, read_indices, strangers
from kozyr.vision.sources import read_picture
from kozyr.vision.types import CardReading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "images", nargs="+", metavar="IMAGE", help=Words("a picture file; its EXIF rotation is applied")
    )
    parser.add_argument("--deck", metavar="NAME", help=Words("the learnt deck on the table (kozyr deck list)"))
    parser.add_argument("--json", action="store_true", help=Words("one JSON object a picture, on one line each"))
    parser.add_argument("--backend", choices=BACKENDS, default=BACKENDS[0], help=Words("what runs the index detector"))
    parser.add_argument(
        "--threads", type=whole_from(1, 256), help=Words("threads of each network (default: the cores, at most two)")
    )
    add_detail_argument(parser)
    add_language_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Reads every picture; 2 when one is no picture, after the others have been answered."""
    speak(options.lang)
    eyes = {"backend": options.backend, "threads": options.threads, "deck": options.deck, "detail": options.detail}
    detector, reader = open_eyes(video=False, **eyes)
    status = 0
    for name in options.images:
        try:
            picture = read_picture(Path(name))
        except CameraLost as error:
            print(f"kozyr: {error_text(error)}", file=sys.stderr)
            status = 2
            continue
        begun = time.perf_counter()
        readings = read_indices(picture, detector, reader)
        cards, unknown = fuse(readings), strangers(readings)
        backs = len(face_down(picture, cards))
        ms = (time.perf_counter() - begun) * 1000
        said = {"unknown": [card.code for card in unknown]} if options.deck else {}
        print(_as_json(name, cards, backs, ms, **said) if options.json else _as_text(name, cards, unknown), flush=True)
    return status


def _as_json(name: str, cards: tuple[CardReading, ...], backs: int, ms: float, **more: list[str]) -> str:
    found = [
        {
            "card": card.card.code,
            "confidence": round(card.confidence, 4),
            "corners_px": [[round(x, 1), round(y, 1)] for x, y in card.corners_px],
        }
        for card in cards
    ]
    line = {"image": name, "cards": found, "face_down": backs, "ms": round(ms, 1), **more}
    return json.dumps(line, ensure_ascii=False)


def _as_text(name: str, cards: tuple[CardReading, ...], unknown: tuple[Card, ...]) -> str:
    line = f"{name}: {cards_text(card.card for card in cards) or '–'}"
    return f"{line} ({tr('read.unknown', cards=cards_text(unknown))})" if unknown else line
