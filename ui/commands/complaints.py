"""What the command line parser complains about, in the language in force.

The parser of Python gives a complaint as an English text. Those that a person meets are known here by their templates,
so that they can be said like any other error; the rest stays English.
"""

import re
from functools import cache
from string import Formatter
from typing import Final

from kozyr.engine.errors import Words

_KNOWN: Final = (
    Words("unrecognized arguments: {words}"),
    Words("the following arguments are required: {names}"),
    Words("argument {name}: {message}"),
    Words("invalid choice: {value} (choose from {choices})"),
    Words("expected one argument"),
    Words("expected at least one argument"),
    Words("expected {count} arguments"),
    Words("ignored explicit argument {value}"),
    Words("invalid {kind} value: {value}"),
    Words("{text} is no whole number from {low} to {high}"),
    Words("{text} is no whole number from {low}"),
    Words("{text} is no number above {low} and up to {high}"),
    Words("{text} is no number from {low} to {high}"),
    Words("{text} is not a pixel X,Y, as in 640,360"),
    Words("{text} is not a size in millimetres, as in 63x88"),
    Words("{text} must be from 20 to 5000 millimetres both ways"),
)


def understood(message: str) -> str:
    """The words of a complaint; one that is not known as it stands."""
    for words in _KNOWN:
        found = _pattern(words).fullmatch(message)
        if found is not None:
            values = found.groupdict()
            return words.filled(**values | ({"message": understood(values["message"])} if "message" in values else {}))
    return message


@cache
def _pattern(words: Words) -> re.Pattern[str]:
    parts = Formatter().parse(words.template)
    texts = (re.escape(text) + (f"(?P<{name}>.+?)" if name else "") for text, name, _, _ in parts)
    return re.compile("".join(texts), re.DOTALL)
