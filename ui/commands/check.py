"""``kozyr check LOG…``: replay logs and say what they show."""

import argparse
import json
import sys
from pathlib import Path

from kozyr.engine.errors import Words
from kozyr.engine.table.session import no_search_for_cycles
from kozyr.ui.check_text import check_text
from kozyr.ui.checked import Checked, check
from kozyr.ui.commands.languages import add_language_argument, speak
from kozyr.ui.commands.newest_log import LOG_HELP, newest_of_all
from kozyr.ui.locale.players import players_called
from kozyr.ui.report_json import correction_object, log_object, unread_object


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's options."""
    parser.add_argument("logs", nargs="*", metavar="LOG", help=LOG_HELP)
    parser.add_argument("--json", action="store_true", help=Words("one JSON object a log, on one line each"))
    parser.add_argument("--strict", action="store_true", help=Words("exit with 1 when there are irregularities"))
    add_language_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Checks every log; 2 when one could not be read, 1 with --strict when one shows irregularities, else 0."""
    speak(options.lang)
    unread = irregular = False
    with no_search_for_cycles():
        for name in options.logs or (newest_of_all(),):
            log = check(name)
            _tell(log, options.json)
            unread = unread or bool(log.broken)
            irregular = irregular or bool(log.report and log.report.irregularities)
    return 2 if unread else int(options.strict and irregular)


def _tell(log: Checked, as_json: bool) -> None:
    if as_json:
        print(json.dumps(_as_json(log), ensure_ascii=False), flush=True)
    with players_called(log.header.players if log.header is not None else ()):
        if log.report is not None and not as_json:
            print(check_text(log), flush=True)
        if log.broken:
            print(f"kozyr: {_named(log)}", file=sys.stderr)


def _named(log: Checked) -> str:
    """Why a log could not be read, with its name."""
    values, why = log.broken[0].words.values.values(), log.sentences[0]
    is_named = any(isinstance(one, str | Path) and Path(one) == Path(log.name) for one in values)
    return why if is_named else f"{log.name}: {why}"


def _as_json(log: Checked) -> dict[str, object]:
    if log.report is None or log.sides is None:
        said = unread_object(log.name, log.errors)
    else:
        said = log_object(log.name, log.report, log.sides, log.errors, letters=log.letters)
        said["corrections"] = [correction_object(one) for one in log.corrections]
    return said | {"ok": not log.broken, "altered_line": log.altered_line, "hash": log.last_hash or None}
