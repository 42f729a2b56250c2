"""The log that a command takes when none is named: the newest of the user's own folder."""

import sys
from typing import Final

from kozyr.engine.errors import KozyrError, Words
from kozyr.ui.locale.text import tr
from kozyr.ui.logbook import newest
from kozyr.ui.settings import data_folder

LOG_HELP: Final = Words("a *.kozyr.jsonl file (default: the newest log of the table app's own folder)")
"""What ``--help`` says of LOG."""


def newest_of_all() -> str:
    """The path of that log, which is said on stderr: stdout is the answer's. Raises KozyrError when there is none."""
    folder = data_folder() / "logs"
    found = newest(folder)
    if not found:
        raise KozyrError("there is no log in {folder}; name a *.kozyr.jsonl file", folder=folder)
    print(tr("check.newest", path=found[0]), file=sys.stderr)
    return str(found[0])
