"""The ``kozyr`` command: finds the wanted command, turns faults into one sentence and exit status 2."""

import argparse
import contextlib
import importlib
import io
import os
import sys
import threading
import time
from collections.abc import Sequence
from itertools import pairwise
from types import ModuleType
from typing import Final, NoReturn

import kozyr
from kozyr.engine.errors import KozyrError, Words
from kozyr.ui.commands.complaints import understood
from kozyr.ui.commands.helping import USAGE, say_help
from kozyr.ui.commands.languages import speak
from kozyr.ui.file_trouble import refused
from kozyr.ui.locale.catalog import LANGUAGES
from kozyr.ui.locale.errors import error_text

COMMANDS: Final = {
    "demo": Words("the main job on what ships: a recorded table through camera, rules and touch screen"),
    "table": Words("the live table app, by touch, with or without a camera"),
    "watch": Words("the same without a screen, on a camera, a video file, a folder of pictures or a stream"),
    "overlay": Words("pages for OBS and for spectators, fed by the log of a table"),
    "calibrate": Words("where the table lies in the camera's picture: four touches, or from the cards on it"),
    "read": Words("the cards lying face-up in still pictures"),
    "deck": Words("learn a deck of cards from four pictures, check it, list and forget decks"),
    "check": Words("replay logs: irregularities, scores and what is in doubt"),
    "rules": Words("the rule book in force: every rule with its source, the options and their values, the penalties"),
    "protocol": Words("the protocol of a log as people write it, in the terminal or on pages to print"),
    "bench": Words("the measurements behind every figure in the README"),
    "render": Words("make labelled synthetic pictures and table videos"),
    "train": Words("train the networks from scratch (needs the train extra)"),
}
"""Command -> what it does, in the order of ``kozyr --help``."""
IN_ENGLISH: Final = ("bench", "render", "train")
"""The tools for developers, which have no ``--lang``."""

LEAVE_S: Final = 1.5
"""How long the program's end waits for threads that are in the midst of something."""


class OneLineParser(argparse.ArgumentParser):
    """An argument parser whose complaints are one line that says where to look, and whose help is in the language."""

    def format_help(self) -> str:
        """The help in the language in force, as far as its texts are ``Words``."""
        say_help(self)
        return super().format_help().replace(USAGE, error_text(USAGE), 1)

    def error(self, message: str) -> NoReturn:
        """Print the complaint and exit with status 2."""
        words = Words("{complaint} (see: {program} --help)", complaint=understood(message), program=self.prog)
        raise SystemExit(_complain(words))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line (default: the process's own). Returns the exit status; 2 for bad input."""
    status = _answered(list(sys.argv[1:] if arguments is None else arguments))
    if arguments is None:
        _leave(status)
    return status


def _leave(status: int) -> None:
    """The program's end: threads that still look at a picture are waited for, and what does not end is cut off.

    Python takes its own house down around such a thread, and the library it is in then aborts the program.
    """
    until_s = time.monotonic() + LEAVE_S
    threads = [one for one in threading.enumerate() if one.daemon and one.name.startswith("kozyr-")]
    for one in threads:
        one.join(max(0.0, until_s - time.monotonic()))
    if any(one.is_alive() for one in threads):
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):
                stream.flush()
        os._exit(status)


def _answered(words: list[str]) -> int:
    _speak_utf8()
    speak(_wished(words))
    try:
        return _dispatch(words)
    except KozyrError as error:
        return _complain(error)
    except BrokenPipeError:
        # Whoever read our output has gone (`kozyr check … | head`): nothing to tell anybody.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _complain(refused(error))
    except KeyboardInterrupt:
        return 130


def _speak_utf8() -> None:
    """What we print is UTF-8 as the logs are, whatever the system's setting; a name that is none is escaped."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _wished(words: list[str]) -> str | None:
    """The language that ``--lang`` asks for: what is wrong with the other words is to be said in it too."""
    said = (word.partition("=")[2] for word in words if word.startswith("--lang="))
    after = (following for word, following in pairwise(words) if word == "--lang")
    return next((lang for lang in (*said, *after) if lang in LANGUAGES), None)


def _command_first(words: list[str]) -> list[str]:
    """``kozyr --lang uk deck list`` is ``kozyr deck list --lang uk``."""
    lead = 2 if words[:1] == ["--lang"] else int(bool(words) and words[0].startswith("--lang="))
    if not lead or len(words) <= lead or words[lead] not in COMMANDS:
        return words
    # At the end, for a command may have commands of its own.
    return words[lead:] if words[lead] in IN_ENGLISH else [*words[lead:], *words[:lead]]


def _dispatch(words: list[str]) -> int:
    words = _command_first(words)
    if words and words[0] in COMMANDS:
        command = load(words[0])
        parser = OneLineParser(prog=f"kozyr {words[0]}", description=COMMANDS[words[0]], allow_abbrev=False)
        command.add_arguments(parser)
        status: int = command.run(parser.parse_args(words[1:]))
        return status
    return _top_level(words)


def _top_level(words: list[str]) -> int:
    listing = "\n".join(f"  {name:<9} {error_text(summary)}" for name, summary in COMMANDS.items())
    parser = OneLineParser(
        prog="kozyr",
        description=Words("Watches a real card table through one camera, knows the rules and keeps the score."),
        epilog=Words("commands:\n{listing}\n\nkozyr COMMAND --help says more.", listing=listing),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="kozyr [--version] COMMAND …",
    )
    parser.add_argument("--version", action="version", version=f"kozyr {kozyr.__version__}")
    _, rest = parser.parse_known_args(words)
    if not rest:
        parser.print_help()
        return 0
    listed = ", ".join(COMMANDS)
    return _complain(Words("{word!r} is no command; choose from {commands}", word=rest[0], commands=listed))


def load(name: str) -> ModuleType:
    """The module of a command."""
    return importlib.import_module(f"kozyr.ui.commands.{name}")


def _complain(error: KozyrError | str) -> int:
    print(f"kozyr: {error_text(error)}", file=sys.stderr)
    return 2
