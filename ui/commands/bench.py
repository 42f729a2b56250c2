"""``kozyr bench``: the measurements behind every figure in the README."""

import argparse
import json
import platform
import sys
from pathlib import Path

from kozyr.engine.games.registry import GAMES
from kozyr.ui.commands.numbers import number_within, whole_from
from kozyr.ui.eyes import DETECTOR, READER, open_eyes
from kozyr.ui.new_match import Plan
from kozyr.ui.settings import datasets_folder, models_folder
from kozyr.vision.detect import STILL_SIDES_PX, VIDEO_SIDES_PX
from kozyr.vision.fuse import read_picture


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    kinds = "rules|read|reader|deck|networks|vision|clip|deals|soak|camera|overlay|tablet"
    what = parser.add_subparsers(dest="what", required=True, metavar=kinds)
    rules = what.add_parser(
        "rules", help="careless deals of every game against the rules written a second time; how fast a deal replays"
    )
    rules.add_argument("--deals", type=whole_from(1), default=10_000, help="careless deals of each game")
    rules.add_argument("--game", action="append", choices=sorted(GAMES), help="only this game (may be repeated)")
    rules.add_argument("--seed", type=int, default=1)
    read = what.add_parser("read", help="recall and precision on a folder of labelled photographs")
    read.add_argument("folder", type=Path, help="a folder with labels.tsv, or with a JSON file beside each picture")
    reader = what.add_parser("reader", help="single corner indices: read right, and whether the probability is true")
    reader.add_argument("--split", action="append", choices=("validation", "reserved"), help="default: both")
    reader.add_argument("--crops", type=whole_from(20), default=12_000, help="indices drawn of each (default 12,000)")
    reader.add_argument("--pictures", type=whole_from(0, 2000), default=0, help="whole pictures too, cards as told")
    reader.add_argument("--out", type=Path, metavar="FOLDER", help="the diagram (SVG), and what was surely read wrong")
    reader.add_argument("--threads", type=whole_from(1, 256))
    deck = what.add_parser("deck", help="drawn decks read before and after learning, by their letters")
    deck.add_argument("--split", choices=("validation", "reserved"), default="reserved", help="which decks")
    deck.add_argument("--decks", type=whole_from(1, 50), default=4, help="decks of each kind of letters")
    deck.add_argument("--pictures", type=whole_from(1, 400), default=8, help="pictures of each deck")
    deck.add_argument("--out", type=Path, metavar="FOLDER", help="pictures of every failure")
    deck.add_argument("--given-places", action="store_true", help="no detector: the reader alone, much quicker")
    deck.add_argument("--threads", type=whole_from(1, 256))
    networks = what.add_parser("networks", help="the networks that ship beside a single one that finds and reads")
    networks.add_argument("--single", type=Path, required=True, metavar="FILE", help="from: kozyr train single")
    networks.add_argument("--split", choices=("validation", "reserved"), default="reserved", help="which decks")
    networks.add_argument("--decks", type=whole_from(1, 50), default=4, help="decks of each kind of letters")
    networks.add_argument("--pictures", type=whole_from(1, 400), default=8, help="pictures of each deck")
    networks.add_argument("--video", action="store_true", help="look at each picture once, as at a frame of a video")
    networks.add_argument("--threads", type=whole_from(1, 256))
    vision = what.add_parser("vision", help="speed of the table pipeline beside per-frame prediction on the same clip")
    vision.add_argument("clip", nargs="?", type=Path, help="a video (default: the demo clip)")
    clip = what.add_parser("clip", help="plays right, asked, wrong and missing on a labelled clip")
    clip.add_argument("clip", type=Path, help="a video with its labels (.json) beside it")
    clip.add_argument("--calls", type=Path, help="a log of the calls and declarations")
    deals = what.add_parser("deals", help="rendered deals of all games, hands and sweeps and all, from pixels to log")
    deals.add_argument("--deals", type=whole_from(1, 10_000), default=100, help="how many")
    deals.add_argument("--split", choices=("validation", "reserved"), default="reserved", help="which decks")
    deals.add_argument("--learnt", action="store_true", help="each deck has been learnt")
    deals.add_argument("--given-cards", action="store_true", help="no networks: the tracking alone, much quicker")
    deals.add_argument("--game", action="append", choices=sorted(GAMES), help="only this game (may be repeated)")
    deals.add_argument("--seed", type=whole_from(0), default=0, help="other deals")
    deals.add_argument("--first", type=whole_from(1), default=1, help="the number of the first deal")
    deals.add_argument("--tricks", type=whole_from(1, 99), default=99, help="no more than so many of each deal")
    deals.add_argument("--out", type=Path, metavar="FOLDER", help="pictures of every failure")
    deals.add_argument("--json", action="store_true", help="figures as JSON, and no line for each deal")
    deals.add_argument("--threads", type=whole_from(1, 256))
    soak = what.add_parser("soak", help="a clip again and again before a live camera: delay and memory over the time")
    soak.add_argument("clip", nargs="?", type=Path, help="a video with its calls beside it (default: the demo clip)")
    soak.add_argument("--minutes", type=number_within(0, 1440), default=30.0)
    soak.add_argument("--threads", type=whole_from(1, 256))
    what.add_parser("camera", help="how soon a camera that fails is noticed, and used again, by kind of fault")
    overlay = what.add_parser("overlay", help="many pages of one table: how late they hear, and what the table feels")
    overlay.add_argument("--clients", type=whole_from(1, 2000), default=200)
    overlay.add_argument("--seconds", type=whole_from(2, 3600), default=300)
    overlay.add_argument("--rate", type=number_within(0, 100), default=5.0, help="entries a second")
    overlay.add_argument("--screen", action="store_true", help="the table draws its screen too, unseen")
    tablet = what.add_parser(
        "tablet", help="from a touch and from a log entry to the screen, and memory, while the pipeline runs beside"
    )
    tablet.add_argument("--entries", type=whole_from(10), default=1560, help="log entries: about two hours of play")
    tablet.add_argument("--touches", type=whole_from(1), default=150, help="how many of them are real touches")
    tablet.add_argument("--game", choices=sorted(GAMES), default=Plan().game, help="which game is played")
    tablet.add_argument("--alone", action="store_true", help="no pipeline beside")


def run(options: argparse.Namespace) -> int:
    """Measures, and prints what machine it was measured on."""
    print(f"machine: {machine()}")
    if options.what == "rules":
        from kozyr.datasets.bench_rules import bench_rules

        games = tuple(options.game or GAMES)
        print(json.dumps(bench_rules(options.deals, options.seed, games), indent=1))
    elif options.what == "read":
        from kozyr.datasets.bench_read import bench_read

        detector, reader = open_eyes(video=False)
        print("\n".join(bench_read(options.folder, lambda image: read_picture(image, detector, reader)).lines()))
    elif options.what == "vision":
        from kozyr.datasets.bench_vision import bench_vision

        print(
            json.dumps(
                bench_vision(options.clip or datasets_folder() / "demo.mp4", weights=models_folder() / DETECTOR),
                indent=1,
            )
        )
    elif options.what == "camera":
        from kozyr.datasets.bench_camera import bench_camera

        print(json.dumps(bench_camera(), indent=1))
    elif options.what == "deck":
        _bench_deck(options)
    elif options.what == "deals":
        _bench_deals(options)
    elif options.what == "reader":
        _bench_reader(options)
    elif options.what == "networks":
        _bench_networks(options)
    elif options.what == "soak":
        from kozyr.ui.bench_soak import bench_soak

        clip = options.clip or datasets_folder() / "demo.mp4"
        print(json.dumps(bench_soak(options.minutes, clip, threads=options.threads), indent=1))
    elif options.what == "overlay":
        from kozyr.ui.overlay.bench import bench_overlay

        found = bench_overlay(options.clients, options.seconds, options.rate, screen=options.screen)
        print(json.dumps(found, indent=1))
    elif options.what == "tablet":
        _bench_tablet(options)
    else:
        from kozyr.ui.bench_clip import bench_clip

        print(json.dumps(bench_clip(options.clip, options.calls), indent=1, ensure_ascii=False))
    return 0


def _bench_deck(options: argparse.Namespace) -> None:
    from kozyr.datasets.bench_deck import GivenPlaces, bench_deck

    eyes = open_eyes(video=False, threads=options.threads)
    if options.given_places:
        eyes = GivenPlaces(), eyes[1]
    wanted = {"decks": options.decks, "pictures": options.pictures, "out": options.out}
    found = bench_deck(eyes, options.split, **wanted, tell=lambda line: print(line, flush=True))
    print(json.dumps(found, indent=1, ensure_ascii=False))


def _bench_deals(options: argparse.Namespace) -> None:
    from kozyr.ui.bench_deals import DealsWanted, bench_deals, in_words

    wanted = DealsWanted(
        options.deals, options.split, options.seed, options.first, tuple(options.game or GAMES), options.tricks,
        options.learnt, options.given_cards, options.threads,
    )  # fmt: skip
    found = bench_deals(wanted, options.out, None if options.json else lambda line: print(line, flush=True))
    print(json.dumps(found, indent=1, ensure_ascii=False) if options.json else "\n".join(in_words(found)))


def _bench_reader(options: argparse.Namespace) -> None:
    from kozyr.datasets.bench_reader import bench_reader

    eyes = open_eyes(video=False, threads=options.threads)
    splits = tuple(options.split or ("validation", "reserved"))
    found = bench_reader(eyes, splits, options.crops, pictures=options.pictures, out=options.out)
    print(json.dumps(found, indent=1))


def _bench_networks(options: argparse.Namespace) -> None:
    from kozyr.datasets.bench_networks import HEAD, PAIR, SINGLE, Networks, Pair, bench_networks
    from kozyr.datasets.single_network import SingleNetwork

    detector, reader = open_eyes(video=options.video, threads=options.threads)
    sides = VIDEO_SIDES_PX if options.video else STILL_SIDES_PX
    files = [models_folder() / name for name in (DETECTOR, READER)]
    compared: dict[str, Networks] = {
        PAIR: Pair(detector, reader, files),
        SINGLE: SingleNetwork(options.single, long_sides_px=sides, threads=options.threads or 2),
    }
    wanted = {"decks": options.decks, "pictures": options.pictures, "turns": 1 if options.video else 4}
    rows = bench_networks(compared, options.split, **wanted, tell=lambda line: print(line, flush=True))
    print("\n".join((HEAD, *map(str, rows))))


def _bench_tablet(options: argparse.Namespace) -> None:
    from kozyr.ui.bench_tablet import TabletWanted, bench_tablet

    wanted = TabletWanted(options.entries, options.touches, options.game, options.alone)
    found = bench_tablet(wanted, lambda line: print(line, file=sys.stderr, flush=True))
    print(json.dumps(found, indent=1))


def machine() -> str:
    """The processor and system, in words."""
    import os

    name = platform.processor() or platform.machine()
    try:
        rows = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        name = next((row.split(":", 1)[1].strip() for row in rows if row.startswith("model name")), name)
    except OSError:
        pass
    return (
        f"{name}, {os.cpu_count()} cores, {platform.system()} {platform.release()}, Python {platform.python_version()}"
    )
