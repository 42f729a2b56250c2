"""``kozyr overlay``: a browser source for OBS and a page for spectators, fed by the log of a table."""

import argparse
import asyncio
import contextlib
import os
import sys
from pathlib import Path

from kozyr.engine.errors import KozyrError
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.commands.numbers import number_within, whole_from
from kozyr.ui.locale.catalog import language
from kozyr.ui.locale.text import tr
from kozyr.ui.overlay.doors import MOST_CLIENTS, PAGES, Tokens
from kozyr.ui.overlay.feed import MOST_DELAY_S
from kozyr.ui.overlay.hooks import EVENTS, Hook, ObsScenes, TextFiles
from kozyr.ui.overlay.service import PORT, Doors, Overlay, follow
from kozyr.ui.settings import data_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "log", nargs="?", type=Path,
        help="a *.kozyr.jsonl file, or a folder whose newest log is shown (default: the table app's own folder)",
    )  # fmt: skip
    add_door_arguments(parser)
    parser.add_argument(
        "--revoke", choices=PAGES, help="make a new token for a page, the old one opens nothing; and end"
    )
    add_language_argument(parser)


def add_door_arguments(parser: argparse.ArgumentParser) -> None:
    """Where the pages are served, to whom, how late, and what else hears of the table."""
    parser.add_argument("--port", type=whole_from(0, 65535), default=PORT, help="default: %(default)s")
    parser.add_argument(
        "--lan",
        action="store_true",
        help="open to the local network as well; each page then has an address with a token",
    )
    parser.add_argument(
        "--delay", type=number_within(0, MOST_DELAY_S), default=0.0, metavar="SECONDS",
        help=f"show everything this much later, 0 to {MOST_DELAY_S}",
    )  # fmt: skip
    parser.add_argument("--clients", type=whole_from(1, 5000), default=MOST_CLIENTS, help="listeners at most")
    parser.add_argument("--theme", type=Path, metavar="FILE.css", help="a style sheet of your own, read after ours")
    parser.add_argument("--text-files", type=Path, metavar="FOLDER", help="keep score.txt, contract.txt … there")
    parser.add_argument("--obs", metavar="HOST:PORT", help="change scenes in OBS (password: $KOZYR_OBS_PASSWORD)")
    parser.add_argument(
        "--scene", action="append", default=[], metavar="EVENT=SCENE", help=f"events: {' '.join(EVENTS)}; repeatable"
    )


def run(options: argparse.Namespace) -> int:
    """Serves until interrupted."""
    speak(options.lang)
    if options.revoke:
        Tokens(_token_file()).revoke(options.revoke)
        print(tr("overlay.revoked", page=options.revoke))
        return 0
    where = options.log or data_folder() / "logs"
    if not where.exists():
        raise KozyrError(f"{where} is not there; name a *.kozyr.jsonl log, or begin a match with kozyr table")
    doors, hooks = doors_from(options), hooks_from(options)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(follow(where, doors, hooks, tell_addresses))
    return 0


def doors_from(options: argparse.Namespace) -> Doors:
    """What the options open. Raises KozyrError for a theme that is no file."""
    if options.theme is not None and not options.theme.is_file():
        raise KozyrError(f"--theme {options.theme} is no file; give a style sheet")
    return Doors(
        host="0.0.0.0" if options.lan else "127.0.0.1",
        port=options.port,
        tokens=_token_file() if options.lan else None,
        theme=options.theme,
        delay_s=options.delay,
        most_clients=options.clients,
    )


def hooks_from(options: argparse.Namespace) -> tuple[Hook, ...]:
    """What else hears of the table. Raises KozyrError for a folder, an address or an event that is wrong."""
    hooks: list[Hook] = []
    if options.text_files is not None:
        hooks.append(TextFiles(options.text_files, language()))
    scenes = dict(_scene(text) for text in options.scene)
    if options.obs is None and scenes:
        raise KozyrError("--scene needs --obs HOST:PORT, the address of obs-websocket")
    if options.obs is not None:
        host, _, port = options.obs.rpartition(":")
        if not host or not port.isdecimal() or int(port) > 65535 or not scenes:
            raise KozyrError(
                f"--obs {options.obs!r} must be HOST:PORT, as in localhost:4455, with at least one --scene"
            )
        hooks.append(ObsScenes((host, int(port)), os.environ.get("KOZYR_OBS_PASSWORD", ""), scenes, told=_complain))
    return tuple(hooks)


def tell_addresses(overlay: Overlay) -> None:
    """Prints where the pages are."""
    for page in PAGES:
        print(tr("overlay.address", page=page, address=overlay.server.address(page, network=False)), flush=True)
        if overlay.server.tokens is not None:
            print(tr("overlay.address", page=page, address=overlay.server.address(page, network=True)), flush=True)


def _scene(text: str) -> tuple[str, str]:
    event, _, scene = text.partition("=")
    if event not in EVENTS or not scene.strip():
        raise KozyrError(f"--scene {text!r} must be EVENT=SCENE; the events are {', '.join(EVENTS)}")
    return event, scene.strip()


def _token_file() -> Path:
    return data_folder() / "overlay-tokens.json"


def _complain(sentence: str) -> None:
    print(f"kozyr: {sentence}", file=sys.stderr, flush=True)
