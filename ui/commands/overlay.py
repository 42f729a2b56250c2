"""``kozyr overlay``: a browser source for OBS and a page for spectators, fed by the log of a table."""

import argparse
import asyncio
import contextlib
import signal
import sys
from pathlib import Path

from kozyr.engine.errors import KozyrError, Words
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.commands.overlay_doors import (
    add_door_arguments,
    complain,
    doors_from,
    hooks_from,
    refuse_early,
    tell_addresses,
    token_file,
)
from kozyr.ui.locale.text import tr
from kozyr.ui.overlay.doors import PAGES, Tokens
from kozyr.ui.overlay.hooks import Hook
from kozyr.ui.overlay.log_service import follow
from kozyr.ui.overlay.service import Doors, Overlay
from kozyr.ui.settings import data_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument(
        "log", nargs="?", type=Path,
        help=Words("a *.kozyr.jsonl file, or a folder whose newest log is shown; one that is not there yet is waited "
                   "for (default: the table app's own folder)"),
    )  # fmt: skip
    add_door_arguments(parser)
    parser.add_argument(
        "--revoke", choices=PAGES, help=Words("make a new token for a page, the old one opens nothing; and end")
    )
    add_language_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Serves until interrupted."""
    speak(options.lang)
    if options.revoke:
        Tokens(token_file()).revoke(options.revoke)
        print(tr("overlay.revoked", page=options.revoke))
        return 0
    where = options.log or data_folder() / "logs"
    if options.log is not None and not where.exists() and not where.parent.is_dir():
        raise KozyrError(
            "{where} is not there and neither is its folder; name a *.kozyr.jsonl log or a folder", where=where
        )
    refuse_early(options)
    doors, hooks = doors_from(options), hooks_from(options)
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_serve(where, doors, hooks))
    return 0


async def _serve(where: Path, doors: Doors, hooks: tuple[Hook, ...]) -> None:
    """Serves until the program is told to end, by Ctrl+C or by the system."""

    def ready(overlay: Overlay) -> None:
        tell_addresses(overlay.server)
        if not where.exists():
            print(tr("overlay.waits-for", path=where), flush=True)

    work = asyncio.ensure_future(follow(where, doors, hooks, ready, complain))
    if sys.platform != "win32":
        for sign in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(sign, work.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await work
