"""Acts as JSON: one table says which fields each act has and how each is read, written and described."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from kozyr.engine import acts
from kozyr.engine.acts import Act, Decision
from kozyr.engine.cards import UNKNOWN, Card
from kozyr.engine.errors import CardCodeError, LogFormatError, Words
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.seats import Seat, Seating
from kozyr.engine.table.strict_json import check_keys, items, mapping, refuse, shown, text, whole

_CARD_SCHEMA: Final = {"type": "string", "pattern": "^(10|[2-9JQKA])[SHDC]$"}
_SEAT_SCHEMA: Final = {"enum": [seat.value for seat in Seat]}
_COUNT_SCHEMA: Final = {"type": "integer", "minimum": 0}
_TEXT_SCHEMA: Final = {"type": "string", "minLength": 1}
_A_CARD_EACH: Final = Words("cards")
_SEATS_WITH_CARDS: Final = Words("seats with their cards")
_SIDES_WITH_NUMBERS: Final = Words("sides with their numbers")
_ACT_FIELDS: Final = Words("the act's fields, or null to take an entry back")
_SEATS: Final = {seat.value: seat for seat in Seat}
LINES: Final = ("SN", "WE")
"""The sides of games in which opposite seats score together."""
COLUMNS: Final = ("pool", "mountain", "whists")
"""The Preferans columns that a fine can go to."""


@dataclass(frozen=True, slots=True)
class FieldKind:
    """One kind of value."""

    read: Callable[[Any, str, Seating | None], Any]
    """JSON value, key and the seats at the table (None: any) -> the value, or LogFormatError."""
    write: Callable[[Any], Any]
    """The value -> JSON value."""
    schema: dict[str, Any]
    """Its JSON Schema."""


@dataclass(frozen=True, slots=True)
class ActField:
    """One field of an act."""

    key: str
    """Its name in JSON and in the dataclass."""
    kind: FieldKind
    """Its values."""
    required: bool = True
    """Whether it must be there; one that may be left out may also be null."""


def read_card(value: object, key: str) -> Card:
    """A card by its code; ``??`` is none."""
    if value == UNKNOWN:
        raise LogFormatError(
            "{key} cannot hold {unknown}; leave out a card that nobody could read", key=shown(key), unknown=UNKNOWN
        )
    if not isinstance(value, str):
        refuse(key, Words("a card such as 10H"), value)
    try:
        return Card.parse(value)
    except CardCodeError:
        refuse(key, Words("a card: rank 2-10 J Q K A and suit S H D C, as in 10H"), value)


def read_seat(value: object, key: str, table: Seating | None) -> Seat:
    """A seat; with ``table``, one that is occupied."""
    seat = _SEATS.get(value) if isinstance(value, str) else None
    allowed = table.seats if table else tuple(Seat)
    if seat is None or seat not in allowed:
        refuse(key, Words("a seat of this table, {keys}", keys=" ".join(allowed)), value)
    return seat


def _cards(value: object, key: str, fewest: int) -> tuple[Card, ...]:
    found = tuple(read_card(item, key) for item in items(value, key, _A_CARD_EACH))
    if len(found) < fewest:
        refuse(key, Words("a list with at least one card"), value)
    if len(set(found)) != len(found):
        twice = next(card for card in found if found.count(card) > 1)
        raise LogFormatError("{key} names {twice} twice; there is one of each card", key=shown(key), twice=twice)
    return found


def _cards_or_number(value: object, key: str, _table: Seating | None) -> tuple[Card, ...] | int:
    if isinstance(value, list):
        return _cards(value, key, 0)
    if type(value) is not int:
        refuse(key, Words("a list of cards, or their number when they were not seen"), value)
    return whole(value, key)


def _hands(value: object, key: str, table: Seating | None) -> tuple[tuple[Seat, tuple[Card, ...]], ...]:
    found = mapping(value, key, _SEATS_WITH_CARDS)
    hands = tuple((read_seat(seat, key, table), _cards(cards, key, 1)) for seat, cards in found.items())
    dealt = [card for _, cards in hands for card in cards]
    if len(set(dealt)) != len(dealt):
        twice = next(card for card in dealt if dealt.count(card) > 1)
        raise LogFormatError("{key} gives {twice} to two seats; there is one of each card", key=shown(key), twice=twice)
    return hands


def _per_side(value: object, key: str, table: Seating | None) -> tuple[tuple[str, int], ...]:
    found = mapping(value, key, _SIDES_WITH_NUMBERS)
    for side in found:
        if table and side not in table.side_names and not _may_be_lines(side, table):
            raise LogFormatError(
                "{key} names {side}; the sides are {sides}",
                key=shown(key),
                side=shown(side),
                sides=" ".join(table.side_names),
            )
    return tuple((side, whole(number, side)) for side, number in found.items())


def _may_be_lines(side: str, table: Seating) -> bool:
    """Whether the game may know the side: a header of four may leave the two lines out."""
    return side in LINES and len(table.side_names) == len(tuple(Seat))


def _chosen(value: object, key: str, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        refuse(key, Words("one of {keys}", keys=" ".join(allowed)), value)
    return value


def _offence(value: object, key: str, _table: Seating | None) -> str:
    named = text(value, key)
    row = named.partition("-")
    if named not in set(Offence) and not (row[0] in ("B", "D", "P") and row[2].isdecimal() and row[2].isascii()):
        refuse(key, Words("one of {keys}, or a row of the penalty table such as B-12", keys=" ".join(Offence)), value)
    return named


def _choice(kind: type[StrEnum]) -> FieldKind:
    names = tuple(kind)
    return FieldKind(
        lambda value, key, _: kind(_chosen(value, key, names)),
        str,
        {"enum": [str(name) for name in names]},
    )


def _plain(value: Any) -> Any:
    return value


def _codes(cards: tuple[Card, ...]) -> list[str]:
    return [card.code for card in cards]


def _or_null(kind: FieldKind) -> FieldKind:
    return FieldKind(
        lambda value, key, table: None if value is None else kind.read(value, key, table),
        lambda value: None if value is None else kind.write(value),
        {"anyOf": [kind.schema, {"type": "null"}]},
    )


_SEAT: Final = FieldKind(read_seat, str, _SEAT_SCHEMA)
_TEXT: Final = FieldKind(lambda value, key, _: text(value, key), _plain, _TEXT_SCHEMA)
_COUNT: Final = FieldKind(lambda value, key, _: whole(value, key), _plain, _COUNT_SCHEMA)
_SEQ: Final = FieldKind(lambda value, key, _: whole(value, key, 1), _plain, {"type": "integer", "minimum": 1})
_CARD_LIST: Final = {"type": "array", "items": _CARD_SCHEMA, "uniqueItems": True}
_SOME_CARDS: Final = FieldKind(lambda value, key, _: _cards(value, key, 1), _codes, {**_CARD_LIST, "minItems": 1})
_ANY_CARDS: Final = FieldKind(lambda value, key, _: _cards(value, key, 0), _codes, _CARD_LIST)
_CARDS_OR_NUMBER: Final = FieldKind(
    _cards_or_number,
    lambda value: value if isinstance(value, int) else _codes(value),
    {"anyOf": [_CARD_LIST, _COUNT_SCHEMA]},
)
_CARD_OR_UNKNOWN: Final = FieldKind(
    lambda value, key, _: None if value == UNKNOWN else read_card(value, key),
    lambda card: card.code if card else UNKNOWN,
    {"anyOf": [_CARD_SCHEMA, {"const": UNKNOWN}]},
)
_HANDS: Final = FieldKind(
    _hands,
    lambda hands: {seat.value: _codes(cards) for seat, cards in hands},
    {
        "type": "object",
        "propertyNames": _SEAT_SCHEMA,
        "additionalProperties": {**_CARD_LIST, "minItems": 1},
    },
)
_PER_SIDE: Final = FieldKind(_per_side, dict, {"type": "object", "additionalProperties": _COUNT_SCHEMA})
_OFFENCE: Final = FieldKind(
    _offence, _plain, {"anyOf": [{"enum": list(map(str, Offence))}, {"type": "string", "pattern": "^[BDP]-[0-9]+$"}]}
)
_COLUMN: Final = FieldKind(lambda value, key, _: _chosen(value, key, COLUMNS), _plain, {"enum": list(COLUMNS)})

_BY_SEAT: Final = ActField("seat", _SEAT)
FIELDS: Final[dict[type[Act], tuple[ActField, ...]]] = {
    acts.Dealt: (
        ActField("dealer", _or_null(_SEAT)),
        ActField("obliged", _SEAT, required=False),
        ActField("hands", _HANDS, required=False),
    ),
    acts.TurnedUp: (ActField("cards", _SOME_CARDS),),
    acts.Called: (_BY_SEAT, ActField("call", _TEXT)),
    acts.Exchanged: (_BY_SEAT, ActField("taken", _CARDS_OR_NUMBER), ActField("given", _CARDS_OR_NUMBER)),
    acts.Declared: (_BY_SEAT, ActField("declaration", _TEXT)),
    acts.Revealed: (_BY_SEAT, ActField("cards", _ANY_CARDS)),
    acts.Played: (_BY_SEAT, ActField("card", _CARD_OR_UNKNOWN)),
    acts.Exposed: (_BY_SEAT, ActField("cards", _SOME_CARDS)),
    acts.Claimed: (_BY_SEAT, ActField("tricks", _COUNT)),
    acts.Misdealt: (ActField("reason", _TEXT), ActField("offender", _SEAT, required=False)),
    acts.TimeoutTaken: (_BY_SEAT,),
    acts.TimeExpired: (_BY_SEAT,),
    acts.Tallied: (ActField("points", _PER_SIDE, required=False), ActField("tricks", _PER_SIDE, required=False)),
    acts.Ruled: (
        ActField("offence", _OFFENCE),
        _BY_SEAT,
        ActField("committed", _SEQ, required=False),
        ActField("decision", _choice(Decision)),
        ActField("remedy", _choice(Remedy), required=False),
        ActField("why", _TEXT, required=False),
        ActField("points", _COUNT, required=False),
        ActField("column", _COLUMN, required=False),
    ),
}
"""The fields of every act, in the order in which they are written."""
_BY_NAME: Final = {kind.__name__: kind for kind in FIELDS}
_KEYS: Final = {
    kind: {"type": True} | {field.key: field.required for field in fields} for kind, fields in FIELDS.items()
}


def act_from_json(value: object, table: Seating | None = None) -> Act:
    """The act that a JSON object states.

    ``table``: seats and sides of the log, None to allow any. Raises LogFormatError for every deviation from
    docs/log-format.md, with one sentence that names the key.
    """
    found = mapping(value, "act", _ACT_FIELDS)
    kind = _BY_NAME.get(found["type"]) if isinstance(found.get("type"), str) else None
    if kind is None:
        refuse("type", Words("one of {keys}", keys=" ".join(_BY_NAME)), found.get("type"))
    check_keys(found, _KEYS[kind], kind.__name__)
    fields: dict[str, Any] = {}
    for field in FIELDS[kind]:
        given = found.get(field.key)
        if field.required or given is not None:
            fields[field.key] = field.kind.read(given, field.key, table)
    if kind is acts.Ruled:
        fields.setdefault("committed", None)
    if kind is acts.Tallied and not fields:
        raise LogFormatError('Tallied must have "points" or "tricks"')
    return kind(**fields)


def act_to_json(act: Act) -> dict[str, Any]:
    """The JSON object that states ``act``: fields in canonical order, those that say nothing left out."""
    found: dict[str, Any] = {"type": type(act).__name__}
    for field in FIELDS[type(act)]:
        value = getattr(act, field.key)
        if field.required or value not in (None, ()):
            found[field.key] = field.kind.write(value)
    return found


def act_schema(kind: type[Act]) -> dict[str, Any]:
    """The JSON Schema of one act."""
    fields = FIELDS[kind]
    properties: dict[str, Any] = {"type": {"const": kind.__name__}}
    for field in fields:
        properties[field.key] = field.kind.schema if field.required else _or_null(field.kind).schema
    schema: dict[str, Any] = {
        "type": "object",
        "properties": properties,
        "required": ["type", *(field.key for field in fields if field.required)],
        "additionalProperties": False,
    }
    if kind is acts.Tallied:
        schema["anyOf"] = [{"required": ["points"]}, {"required": ["tricks"]}]
    return schema
