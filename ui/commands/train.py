"""``kozyr train``: the networks from scratch, on synthetic pictures of installed decks."""

import argparse
import importlib.util
from pathlib import Path

from kozyr.engine.errors import KozyrError
from kozyr.ui.commands.numbers import number_within, whole_from


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    networks = ("detector", "reader", "single")
    parser.add_argument("network", choices=networks, help="what to train (single: both in one, for bench networks)")
    parser.add_argument("--out", required=True, type=Path, help="folder for data, checkpoints and the exported network")
    parser.add_argument("--hours", type=number_within(0, 1000), help="how long to train (default: the recipe's)")
    parser.add_argument(
        "--seed", type=whole_from(0, 2**31 - 1), help="seed of pictures and training (default: the shipped networks')"
    )
    parser.add_argument("--start", type=Path, metavar="FILE", help="weights (.pt) to go on from")
    parser.add_argument("--tiny", action="store_true", help="a few pictures and minutes, to see that everything runs")


def run(options: argparse.Namespace) -> int:
    """Trains, validates, exports, and prints the exported file."""
    if any(importlib.util.find_spec(name) is None for name in ("torch", "ultralytics")):
        raise KozyrError("training needs the train extra; run in the copy of Kozyr: pip install '.[train]'")
    if options.start is not None and not options.start.is_file():
        raise KozyrError("{path} is missing; --start wants weights (.pt) that training wrote", path=options.start)
    options.out.mkdir(parents=True, exist_ok=True)
    wished = {"hours": options.hours, "tiny": options.tiny, "start": options.start}
    wished |= {} if options.seed is None else {"seed": options.seed}
    if options.network == "detector":
        from kozyr.models.train_detector import train as train_detector

        print(train_detector(options.out, **wished))
    elif options.network == "single":
        from kozyr.models.train_single import train as train_single

        print(train_single(options.out, **wished))
    else:
        from kozyr.models.train_reader import train as train_reader

        print(train_reader(options.out / "index-reader.onnx", **wished))
    return 0
