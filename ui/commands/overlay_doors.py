"""The options of the overlay that every command with one shares: where, for whom, how late, and what else hears."""

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from kozyr.engine.errors import KozyrError, Words
from kozyr.engine.table.session import Session
from kozyr.ui.commands.numbers import number_from, whole_from
from kozyr.ui.locale.catalog import language
from kozyr.ui.locale.errors import error_text
from kozyr.ui.locale.text import tr
from kozyr.ui.overlay.answers import Limits
from kozyr.ui.overlay.doors import MOST_CLIENTS, PAGES
from kozyr.ui.overlay.feed import MOST_DELAY_S
from kozyr.ui.overlay.hooks import EVENTS, Hook, TextFiles
from kozyr.ui.overlay.obs import ObsScenes
from kozyr.ui.overlay.server import OverlayServer
from kozyr.ui.overlay.service import PORT, Doors, OverlayThread
from kozyr.ui.settings import data_folder


def add_door_arguments(parser: argparse.ArgumentParser, prefix: str = "") -> None:
    """Adds them. ``prefix``: ``overlay-`` where a command has other options of these names."""
    add = parser.add_argument
    add(
        f"--{prefix}port", dest="overlay_port", type=whole_from(0, 65535), default=PORT, metavar="PORT",
        help=Words("the pages' port, 0 for a free one (default: %(default)s)"),
    )  # fmt: skip
    add(
        "--lan", action="store_true",
        help=Words("open the pages to the local network as well; each then has an address with a token"),
    )  # fmt: skip
    add(
        "--delay", type=number_from(0, MOST_DELAY_S), default=0.0, metavar="SECONDS",
        help=Words("show everything so much later, 0 to {most}", most=MOST_DELAY_S),
    )  # fmt: skip
    add(
        "--clients", type=whole_from(1, 5000), default=MOST_CLIENTS, metavar="N",
        help=Words("listeners at most (default: %(default)s)"),
    )  # fmt: skip
    add("--theme", type=Path, metavar="FILE.css", help=Words("a style sheet of your own, read after ours"))
    add("--text-files", type=Path, metavar="FOLDER", help=Words("keep score.txt, contract.txt … there"))
    add("--obs", metavar="HOST:PORT", help=Words("change scenes in OBS (password: $KOZYR_OBS_PASSWORD)"))
    add(
        "--scene", action="append", default=[], metavar="EVENT=SCENE",
        help=Words("the scene for an event, repeatable; events: {names}", names=" ".join(EVENTS)),
    )  # fmt: skip


def add_overlay_switch(parser: argparse.ArgumentParser) -> None:
    """Adds ``--overlay`` to a command that runs a table, and what goes with it."""
    parser.add_argument("--overlay", action="store_true", help=Words("serve the pages for OBS and spectators as well"))
    add_door_arguments(parser, "overlay-")


def overlay_beside(options: argparse.Namespace) -> OverlayThread | None:
    """The overlay that ``--overlay`` asks for, its addresses told on stderr; None without.

    Raises KozyrError for options that are wrong and for a port that is taken.
    """
    if not options.overlay:
        return None
    thread = OverlayThread(doors_from(options), hooks_from(options), complain)
    tell_addresses(thread.overlay.server, sys.stderr)
    return thread


@contextmanager
def shown_beside(options: argparse.Namespace) -> Iterator[Callable[[Session[Any]], object]]:
    """What shows a session on the pages that ``--overlay`` asks for, and does nothing without. Raises as above."""
    thread = overlay_beside(options)
    try:
        yield thread.show if thread is not None else lambda session: None
    finally:
        if thread is not None:
            thread.close()


def refuse_early(options: argparse.Namespace) -> None:
    """Raises KozyrError for options that do not go together, before anything is opened."""
    if not getattr(options, "overlay", True):
        for name in ("lan", "delay", "theme", "text_files", "obs", "scene"):
            if getattr(options, name):
                raise KozyrError(
                    "--{option} is for the pages; add --overlay to serve them", option=name.replace("_", "-")
                )
    if options.theme is not None and not options.theme.is_file():
        raise KozyrError("--theme {path} is no file; give a style sheet", path=options.theme)
    if options.obs is None and options.scene:
        raise KozyrError("--scene needs --obs HOST:PORT, the address of obs-websocket")


def doors_from(options: argparse.Namespace) -> Doors:
    """What the options open."""
    return Doors(
        host="0.0.0.0" if options.lan else "127.0.0.1",
        port=options.overlay_port,
        tokens=token_file() if options.lan else None,
        theme=options.theme,
        delay_s=options.delay,
        limits=Limits(clients=options.clients),
    )


def hooks_from(options: argparse.Namespace) -> tuple[Hook, ...]:
    """What else hears of the table. Raises KozyrError for a folder, an address or an event that is wrong."""
    scenes = dict(_scene(text) for text in options.scene)
    hooks: list[Hook] = []
    if options.obs is not None:
        host, _, port = options.obs.rpartition(":")
        if not host or not (port.isascii() and port.isdecimal()) or not 0 < int(port) < 65536 or not scenes:
            raise KozyrError(
                "--obs {address!r} must be HOST:PORT, as in localhost:4455, with at least one --scene",
                address=options.obs,
            )
        password = os.environ.get("KOZYR_OBS_PASSWORD", "")
        hooks.append(ObsScenes((host, int(port)), password, scenes, told=complain))
    if options.text_files is not None:
        hooks.append(TextFiles(options.text_files, language(), complain))
    return tuple(hooks)


def tell_addresses(server: OverlayServer, to: TextIO | None = None) -> None:
    """Prints where the pages are, on the standard output when ``to`` is left out."""
    for page in PAGES:
        for network in (False, True) if server.tokens is not None else (False,):
            print(tr("overlay.address", page=page, address=server.address(page, network=network)), file=to, flush=True)


def token_file() -> Path:
    """Where the read tokens are kept."""
    return data_folder() / "overlay-tokens.json"


def complain(sentence: str) -> None:
    """Tells a trouble that does not end the program."""
    print(f"kozyr: {error_text(sentence)}", file=sys.stderr, flush=True)


def _scene(text: str) -> tuple[str, str]:
    event, _, scene = text.partition("=")
    if event not in EVENTS or not scene.strip():
        raise KozyrError(
            "--scene {text!r} must be EVENT=SCENE; the events are {events}", text=text, events=", ".join(EVENTS)
        )
    return event, scene.strip()
