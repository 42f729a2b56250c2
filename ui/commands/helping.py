"""What ``--help`` says, in the language in force: the texts of our own, and the few that Python's parser has."""

import argparse
from typing import Final

from kozyr.engine.errors import Words
from kozyr.ui.locale.errors import error_text

USAGE: Final = Words("usage: ")
"""How a help begins."""
_OF_PYTHON: Final = (
    Words("options"),
    Words("positional arguments"),
    Words("show this help message and exit"),
    Words("show program's version number and exit"),
)


def say_help(parser: argparse.ArgumentParser) -> None:
    """Puts the texts of a parser into the language in force; what is no ``Words`` stays as it is.

    The tools for developers (``bench``, ``render``, ``train``) speak English.
    """
    parser.description, parser.epilog = _said(parser.description), _said(parser.epilog)
    for group in parser._action_groups:
        group.title = _said(group.title)
    for action in parser._actions:
        for one in (action, *getattr(action, "_choices_actions", ())):
            one.help = _said(one.help)


def _said(text: str | None) -> str | None:
    if text is None:
        return None
    return error_text(next((words for words in _OF_PYTHON if words == text), text))
