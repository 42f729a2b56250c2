"""The language that a command speaks: ``--lang``, else ``KOZYR_LANG``, else the system's, else English."""

import argparse
import os

from kozyr.engine.errors import Words
from kozyr.ui.locale.text import LANGUAGES, set_language


def add_language_argument(parser: argparse.ArgumentParser) -> None:
    """Adds ``--lang``."""
    parser.add_argument("--lang", choices=LANGUAGES, help=Words("language of the texts (default: the system's)"))


def speak(chosen: str | None) -> str:
    """Sets the language in force and returns it."""
    wished = (chosen, os.environ.get("KOZYR_LANG"), os.environ.get("LC_ALL"), os.environ.get("LANG"))
    lang = next((word[:2] for word in wished if word and word[:2] in LANGUAGES), "en")
    set_language(lang)
    return lang
