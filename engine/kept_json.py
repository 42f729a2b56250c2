"""JSON that is kept beside a log or in a person's own folder, where anybody may change it and a disk may damage it."""

import json
from collections.abc import Callable
from typing import Any, Final, TypeVar

from kozyr.engine.errors import KozyrError

Made = TypeVar("Made")
_DAMAGE: Final = (
    ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, KozyrError,
)  # fmt: skip
"""What comes of text that is no JSON (nested too deeply, too), and of values that are not what they should be: a list
for a number, ``1e999`` for a whole one, a moment before the year 1."""


class DamagedJson(ValueError):
    """A text that is no JSON, or holds something else than it should."""


def made_from(text: str | bytes, make: Callable[[Any], Made]) -> Made:
    """What ``make`` makes of the JSON in ``text``. Raises DamagedJson, whatever stands there."""
    try:
        return make(json.loads(text))
    except _DAMAGE as error:
        raise DamagedJson(str(error)) from error
