"""The published JSON Schema says what the reader accepts, and the guide names everything in it."""

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from kozyr.engine.acts import Act
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.table.codec import ENTRY_KEYS, HEADER_KEYS, read_entry, read_header
from kozyr.engine.table.doubt import Why
from kozyr.engine.table.reading import read_log
from kozyr.engine.table.schema import log_schema, schema_text

DOCS = Path(__file__).resolve().parents[3] / "docs"
GUIDE = (DOCS / "log-format.md").read_text("utf-8")
SCHEMA = log_schema()
HEADER = {
    "kozyr": 1, "game": "bazar-belot", "variant": "repino-2013", "rules": {}, "started": "2026-11-30T18:00:00Z",
    "seats": [{"seat": seat, "player": ""} for seat in "SWNE"], "sides": {"SN": ["S", "N"], "WE": ["W", "E"]},
}  # fmt: skip
ENTRY = {"seq": 7, "at_ms": 5, "source": "touch", "act": {"type": "Played", "seat": "S", "card": "9H"}}
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "null": (type(None),),
    "integer": (int,),
    "number": (int, float),
}


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether ``value`` follows ``schema``: the part of JSON Schema that the published file uses."""
    return all(_keyword(name, rule, value, schema) for name, rule in schema.items())


def _keyword(name: str, rule: Any, value: Any, schema: dict[str, Any]) -> bool:
    match name:
        case "type":
            kinds = [rule] if isinstance(rule, str) else rule
            return any(isinstance(value, TYPES[kind]) and not isinstance(value, bool) for kind in kinds)
        case "const":
            return type(value) is type(rule) and bool(value == rule)
        case "enum":
            return value in rule
        case "$ref":
            return fits(value, SCHEMA["$defs"][rule.rsplit("/", 1)[1]])
        case "anyOf":
            return any(fits(value, one) for one in rule)
        case "oneOf":
            return sum(fits(value, one) for one in rule) == 1
        case "allOf":
            return all(fits(value, one) for one in rule)
        case "not":
            return not fits(value, rule)
        case "if":
            return not fits(value, rule) or fits(value, schema["then"])
    return _bounds(name, rule, value, schema)


def _bounds(name: str, rule: Any, value: Any, schema: dict[str, Any]) -> bool:
    if isinstance(value, dict):
        match name:
            case "required":
                return all(key in value for key in rule)
            case "properties":
                return all(fits(value[key], one) for key, one in rule.items() if key in value)
            case "propertyNames":
                return all(fits(key, rule) for key in value)
            case "additionalProperties":
                rest = [value[key] for key in value if key not in schema.get("properties", {})]
                return not rest if rule is False else all(fits(one, rule) for one in rest)
    if isinstance(value, list):
        match name:
            case "items":
                return all(fits(one, rule) for one in value)
            case "minItems":
                return len(value) >= rule
            case "maxItems":
                return len(value) <= rule
            case "uniqueItems":
                return len({json.dumps(one) for one in value}) == len(value)
    if isinstance(value, str):
        match name:
            case "pattern":
                return re.search(rule, value) is not None
            case "minLength":
                return len(value) >= rule
    if isinstance(value, int | float) and name in ("minimum", "maximum"):
        return bool(value >= rule if name == "minimum" else value <= rule)
    return True


def test_the_published_schema_is_the_one_the_reader_goes_by() -> None:
    assert (DOCS / "log.schema.json").read_text("utf-8") == schema_text(), (
        "write it again: python -m kozyr.engine.table.schema > docs/log.schema.json"
    )


def test_the_schema_lists_exactly_the_acts_of_the_union() -> None:
    named = [one["$ref"].rsplit("/", 1)[1] for one in SCHEMA["$defs"]["act"]["oneOf"]]
    assert named == [kind.__name__ for kind in get_args(Act)]


GOOD: list[Any] = [
    HEADER,
    HEADER | {"format": "2x2", "target": 501},
    {key: HEADER[key] for key in HEADER if key not in ("sides", "rules")},
    ENTRY,
    ENTRY | {"act": None, "replaces": 3},
    ENTRY | {"before": 3, "replaces": None, "confidence": 0.5, "by": "x", "crop": None, "prev": "0" * 32},
    ENTRY | {"act": {"type": "Played", "seat": "S", "card": "??"}},
    ENTRY | {"act": {"type": "Dealt", "dealer": None, "hands": {"S": ["9H"]}}},
    ENTRY | {"act": {"type": "Exchanged", "seat": "S", "taken": ["7H"], "given": 1}},
    ENTRY | {"act": {"type": "Tallied", "points": {"SN": 162, "WE": 0}}},
    ENTRY | {"act": {"type": "Ruled", "offence": "B-12", "seat": "S", "decision": "other", "remedy": "warn"}},
]
BAD: list[Any] = [
    HEADER | {"kozyr": 2},
    HEADER | {"kozyr": True},
    HEADER | {"table": 1},
    HEADER | {"seats": []},
    HEADER | {"rules": []},
    ENTRY | {"seq": 0},
    ENTRY | {"seq": True},
    ENTRY | {"at_ms": -1},
    ENTRY | {"at_ms": "1"},
    ENTRY | {"source": "radio"},
    ENTRY | {"colour": 1},
    ENTRY | {"act": None},
    ENTRY | {"act": None, "before": 3},
    ENTRY | {"replaces": 3, "before": 2},
    ENTRY | {"confidence": 2},
    ENTRY | {"prev": "xyz"},
    ENTRY | {"act": {"type": "Flew", "seat": "S"}},
    ENTRY | {"act": {"type": "Played", "seat": "S"}},
    ENTRY | {"act": {"type": "Played", "seat": "X", "card": "9H"}},
    ENTRY | {"act": {"type": "Played", "seat": "S", "card": "1H"}},
    ENTRY | {"act": {"type": "Exposed", "seat": "S", "cards": []}},
    ENTRY | {"act": {"type": "Exposed", "seat": "S", "cards": ["9H", "9H"]}},
    ENTRY | {"act": {"type": "Tallied"}},
    ENTRY | {"act": {"type": "Ruled", "offence": "revok", "seat": "S", "decision": "accepted"}},
]


def _is_read(value: Any) -> bool:
    line = json.dumps(value)
    try:
        read_header(line) if "kozyr" in value else read_entry(line)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("value", GOOD, ids=range(len(GOOD)))
def test_what_is_read_fits_the_schema(value: Any) -> None:
    assert fits(value, SCHEMA)
    assert _is_read(value)


@pytest.mark.parametrize("value", BAD, ids=range(len(BAD)))
def test_what_is_refused_does_not_fit_the_schema(value: Any) -> None:
    assert not fits(value, SCHEMA)
    assert not _is_read(value)


@pytest.mark.parametrize(
    "word",
    [*(kind.__name__ for kind in get_args(Act)), *HEADER_KEYS, *ENTRY_KEYS, *Offence, *Remedy, *Why],
)
def test_the_guide_names_every_act_key_offence_remedy_and_question(word: str) -> None:
    assert f"`{word}`" in GUIDE


def test_the_examples_in_the_guide_are_read() -> None:
    examples = re.findall(r"^\{.*\}$", GUIDE, re.MULTILINE)
    headers = [line for line in examples if '"kozyr"' in line]
    lines = [line for line in examples if '"seq"' in line]
    assert headers
    assert len(lines) >= 8
    for line in headers:
        assert read_header(line).game
    for line in lines:
        assert read_entry(line).seq
    for line in (*headers, *lines):
        assert fits(json.loads(line), SCHEMA)


def test_the_sealed_example_of_the_guide_holds_and_breaks_when_touched() -> None:
    lines = re.findall(r"^\{.*\}$", GUIDE, re.MULTILINE)
    header = next(line for line in lines if '"kozyr"' in line)
    sealed = next(line for line in lines if '"seal"' in line)
    read = read_log(f"{header}\n{sealed}\n".encode())
    assert (read.error, read.sealed, read.altered_line) == (None, True, None)
    assert read_log(f"{header}\n{sealed}\n".replace(":0,", ":1,").encode()).altered_line == 2
