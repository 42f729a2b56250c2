"""The JSON Schema of a log line, made from the tables by which lines are read.

``python -m kozyr.engine.table.schema > docs/log.schema.json`` writes the published copy.
"""

import json
from typing import Any, Final

from kozyr.engine.seats import Seat
from kozyr.engine.table.act_codec import FIELDS, act_schema
from kozyr.engine.table.codec import ENTRY_KEYS, HASH_LENGTH, HEADER_KEYS, VERSION
from kozyr.engine.table.log import Source
from kozyr.engine.table.strict_json import LARGEST

_TEXT: Final = {"type": "string", "minLength": 1}
_NOTE: Final = {"type": ["string", "null"]}
_SEAT: Final = {"enum": [seat.value for seat in Seat]}
_HASH: Final = {"anyOf": [{"type": "string", "pattern": f"^[0-9a-f]{{{HASH_LENGTH}}}$"}, {"type": "null"}]}
_REFERENCE: Final = {"type": ["integer", "null"], "minimum": 1, "maximum": LARGEST}


def log_schema() -> dict[str, Any]:
    """The schema of one line: the header or an entry. What ties lines together cannot be said in a schema."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "One line of a Kozyr log, version 1",
        "oneOf": [{"$ref": "#/$defs/header"}, {"$ref": "#/$defs/entry"}],
        "$defs": {
            "header": _header(),
            "entry": _entry(),
            "act": {"oneOf": [{"$ref": f"#/$defs/{kind.__name__}"} for kind in FIELDS]},
        }
        | {kind.__name__: act_schema(kind) for kind in FIELDS},
    }


def _header() -> dict[str, Any]:
    row = {
        "type": "object",
        "properties": {"seat": _SEAT, "player": {"type": "string"}},
        "required": ["seat", "player"],
        "additionalProperties": False,
    }
    properties = {
        "kozyr": {"const": VERSION},
        "game": _TEXT,
        "variant": _TEXT,
        "format": {"anyOf": [_TEXT, {"type": "null"}]},
        "target": {"type": ["integer", "null"], "minimum": 1, "maximum": LARGEST},
        "rules": {"type": ["object", "null"]},
        "started": {"type": "string", "format": "date-time"},
        "seats": {"type": "array", "items": row, "minItems": 2, "maxItems": 4},
        "sides": {
            "type": ["object", "null"],
            "additionalProperties": {"type": "array", "items": _SEAT, "minItems": 1},
        },
    }
    return _object(properties, HEADER_KEYS)


def _entry() -> dict[str, Any]:
    properties = {
        "seq": {"type": "integer", "minimum": 1, "maximum": LARGEST},
        "at_ms": {"type": "integer", "minimum": 0, "maximum": LARGEST},
        "source": {"enum": [source.value for source in Source]},
        "act": {"anyOf": [{"$ref": "#/$defs/act"}, {"type": "null"}]},
        "confidence": {"type": ["number", "null"], "minimum": 0, "maximum": 1},
        "replaces": _REFERENCE,
        "before": _REFERENCE,
        "by": _NOTE,
        "why": _NOTE,
        "crop": _NOTE,
        "prev": _HASH,
        "seal": _HASH,
    }
    corrects = {"properties": {"replaces": {"type": "integer"}}, "required": ["replaces"]}
    inserts = {"properties": {"before": {"type": "integer"}}, "required": ["before"]}
    return _object(properties, ENTRY_KEYS) | {
        "if": {"properties": {"act": {"type": "null"}}},
        "then": corrects,
        "not": {"allOf": [corrects, inserts]},
    }


def _object(properties: dict[str, Any], keys: dict[str, bool]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {key: properties[key] for key in keys},
        "required": [key for key, required in keys.items() if required],
        "additionalProperties": False,
    }


def schema_text() -> str:
    """The schema as it is published."""
    return json.dumps(log_schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
