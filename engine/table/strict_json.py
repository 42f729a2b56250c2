"""JSON read strictly: every deviation is one sentence that names the key and says what is expected."""

import json
import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NoReturn

from kozyr.engine.errors import LogFormatError, Words

LARGEST: Final = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly."""


def shown(value: object) -> str:
    """``value`` as JSON for an error sentence, cut to a length that fits one line."""
    try:
        text = json.dumps(value, ensure_ascii=True)
    except (TypeError, ValueError, RecursionError):
        text = repr(type(value).__name__)
    return text if len(text) <= 40 else text[:37] + "..."


def refuse(key: str, expected: Words, value: object) -> NoReturn:
    """Raises the LogFormatError for a value of the wrong kind."""
    raise LogFormatError("{key} must be {expected}, not {value}", key=shown(key), expected=expected, value=shown(value))


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise LogFormatError("{key} stands twice in one object; keep one of them", key=shown(twice))
    return found


def _constant(name: str) -> NoReturn:
    raise LogFormatError("{name} is no number in JSON; write a finite number or null", name=name)


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_constant)


def parse_object(line: str) -> dict[str, Any]:
    """The one JSON object that a line holds; a byte order mark and the line's end do no harm."""
    try:
        found = _DECODER.decode(line.lstrip("\ufeff"))
        if not line.isascii() or "\\u" in line:
            json.dumps(found, ensure_ascii=False).encode()
    except LogFormatError:
        raise
    except RecursionError:
        raise LogFormatError("the line is nested too deeply to be a log line") from None
    except UnicodeEncodeError:
        raise LogFormatError("a text holds half of a surrogate pair; write the character itself") from None
    except ValueError as error:
        at = getattr(error, "pos", 0) + 1
        raise LogFormatError(
            "the line must be one JSON object in {{ }}; it cannot be read as JSON from character {at} on", at=at
        ) from None
    if not isinstance(found, dict):
        raise LogFormatError("the line must be one JSON object in {{ }}, not {found}", found=shown(found))
    return found


def parse_value(said: str) -> Any:
    """The JSON value in ``said``; the text itself when it is none. Raises LogFormatError for NaN and a key twice."""
    try:
        return _DECODER.decode(said)
    except LogFormatError:
        raise
    except (ValueError, RecursionError):
        return said


def check_keys(found: Mapping[str, object], allowed: Mapping[str, bool], what: str) -> None:
    """Refuses a key outside ``allowed`` (key -> must it be there) and the absence of one that must be there."""
    if not found.keys() <= allowed.keys():
        strange = next(key for key in found if key not in allowed)
        raise LogFormatError(
            "{what} has no key {key}; its keys are {keys}", what=what, key=shown(strange), keys=" ".join(allowed)
        )
    for key, required in allowed.items():
        if required and key not in found:
            raise LogFormatError("{what} must have the key {key}", what=what, key=shown(key))


def whole(value: object, key: str, low: int = 0) -> int:
    """A whole number from ``low``; true, 1.0 and "1" are none."""
    if type(value) is not int or not low <= value <= LARGEST:
        refuse(key, Words("a whole number from {low} to 2^53 - 1", low=low), value)
    return value


def text(value: object, key: str) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        refuse(key, Words("a text that is not empty"), value)
    return value


def chance(value: object, key: str) -> float:
    """A probability from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        refuse(key, Words("a number from 0 to 1"), value)
    return float(value)


def items(value: object, key: str, of: Words) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        refuse(key, Words("a list of {of}", of=of), value)
    return value


def mapping(value: object, key: str, of: Words) -> dict[str, Any]:
    """An object."""
    if not isinstance(value, dict):
        refuse(key, Words("an object of {of}", of=of), value)
    return value


def frozen(value: object, key: str) -> object:
    """Any JSON value made immutable: objects as read-only mappings, lists as tuples, numbers finite."""
    if isinstance(value, dict):
        return MappingProxyType({name: frozen(inner, name) for name, inner in value.items()})
    if isinstance(value, list):
        return tuple(frozen(inner, key) for inner in value)
    if isinstance(value, float) and not math.isfinite(value):
        refuse(key, Words("a finite number"), value)
    return value


def thawed(value: object) -> object:
    """What ``frozen`` made immutable, as plain JSON values again."""
    if isinstance(value, Mapping):
        return {name: thawed(inner) for name, inner in value.items()}
    if isinstance(value, tuple):
        return [thawed(inner) for inner in value]
    return value


def compact(value: object) -> str:
    """JSON without spaces, letters of all scripts as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
