"""Options of a rule book: a frozen record of defaults, changed by what a log's header says differently.

A record is a frozen dataclass whose fields are whole numbers, texts, truth values, rows of whole numbers, nested
records, or ``int | None``. A field whose name in logs is no name in Python says so with ``called("8_one", default)``.
"""

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from kozyr.engine.errors import LogFormatError, Words

MOST: Final = 10_000
"""The largest number an option may have."""

Record = TypeVar("Record")


def called(name: str, default: Any) -> Any:
    """A field of an options record that logs know as ``name``."""
    return field(default=default, metadata={"called": name})


@dataclass(frozen=True, slots=True)
class Limits:
    """What the options of a game may be, by their path (``capo_hand.value``)."""

    game: str
    """As in the header of a log."""
    choices: Mapping[str, tuple[object, ...]]
    """The values of an option that may have only some."""
    at_least_one: frozenset[str] = frozenset()
    """Paths of numbers that may not be 0."""
    may_be_empty: frozenset[str] = frozenset()
    """Paths of lists that may name nothing."""


def changed(record: Record, overrides: Mapping[str, object], limits: Limits, prefix: str = "") -> Record:
    """``record`` with what ``overrides`` say differently, nested records merged key by key.

    Raises LogFormatError for an unknown option and for a value that the option cannot have.
    """
    names = {_called(one): one.name for one in dataclasses.fields(record)}  # type: ignore[arg-type]
    changes: dict[str, Any] = {}
    for key, value in overrides.items():
        path = f"{prefix}{key}"
        if key not in names:
            raise LogFormatError("rules: {game} has no option {path!r}", game=limits.game, path=path)
        changes[names[key]] = _value(path, value, getattr(record, names[key]), limits)
    return dataclasses.replace(record, **changes) if changes else record  # type: ignore[type-var]


def flattened(record: object, prefix: str = "") -> dict[str, object]:
    """Every option by its path, nested records opened: what the rules in force are, in the record's order."""
    found: dict[str, object] = {}
    for one in dataclasses.fields(record):  # type: ignore[arg-type]
        path, value = f"{prefix}{_called(one)}", getattr(record, one.name)
        found |= flattened(value, f"{path}.") if dataclasses.is_dataclass(value) else {path: value}
    return found


def _called(one: "dataclasses.Field[Any]") -> str:
    return str(one.metadata.get("called", one.name))


def _value(path: str, value: object, default: object, limits: Limits) -> object:
    if dataclasses.is_dataclass(default) and not isinstance(default, type):
        if isinstance(value, Mapping):
            return changed(default, value, limits, f"{path}.")
        options = ", ".join(_called(one) for one in dataclasses.fields(default))
        raise LogFormatError("rules: {path} must be an object with any of {options}", path=path, options=options)
    choices = limits.choices.get(path)
    if choices is not None:
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            allowed = ", ".join("null" if choice is None else str(choice).lower() for choice in choices)
            raise LogFormatError(
                "rules: {path} is {value}; it may be {allowed}", path=path, value=_said(value), allowed=allowed
            )
        return value
    if isinstance(default, tuple):
        return _row(path, value, default, limits)
    if default is None:
        return None if value is None else _number(path, value, limits)
    if type(value) is not type(default):
        kind = {bool: Words("true or false"), int: Words("a whole number")}.get(type(default), Words("a text"))
        raise LogFormatError("rules: {path} is {value}; it must be {kind}", path=path, value=_said(value), kind=kind)
    return _number(path, value, limits) if isinstance(value, int) and not isinstance(value, bool) else value


def _row(path: str, value: object, default: tuple[object, ...], limits: Limits) -> tuple[object, ...]:
    if not isinstance(value, tuple | list) or not (value or path in limits.may_be_empty):
        raise LogFormatError(
            "rules: {path} is {value}; it must be a list with something in it, such as {example}",
            path=path,
            value=_said(value),
            example=_said(default),
        )
    if isinstance(default[0], str):
        choices = limits.choices[f"{path}[]"]
        strange = next((one for one in value if one not in choices), None)
        if strange is not None:
            raise LogFormatError(
                "rules: {path} names {strange}; it may name {choices}",
                path=path,
                strange=_said(strange),
                choices=", ".join(map(str, choices)),
            )
        return tuple(value)
    return tuple(_number(path, one, limits) for one in value)


def _number(path: str, value: object, limits: Limits) -> int:
    if type(value) is not int:
        raise LogFormatError("rules: {path} is {value}; it must be a whole number", path=path, value=_said(value))
    least = int(path in limits.at_least_one)
    if not least <= value <= MOST:
        raise LogFormatError(
            "rules: {path} is {value}; it must be {least} to {most}", path=path, value=value, least=least, most=MOST
        )
    return value


def _said(value: object) -> str:
    """A value as the header of a log writes it."""
    return json.dumps(value, ensure_ascii=False, default=dict)
