"""The lines of a log: read strictly, written in one canonical way (docs/log-format.md).

Every deviation is a LogFormatError with one sentence that names the key; nothing else ever comes out of the readers.
"""

import hashlib
import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from kozyr.engine.acts import Called, Declared, Exposed, Played, Revealed
from kozyr.engine.errors import LogFormatError, Words
from kozyr.engine.seats import Seat, Seating, seating
from kozyr.engine.table.act_codec import act_from_json, act_to_json, read_seat
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.strict_json import (
    chance,
    check_keys,
    compact,
    frozen,
    items,
    mapping,
    parse_object,
    refuse,
    text,
    thawed,
    whole,
)

VERSION: Final = 1
"""The version of the log format."""
HASH_LENGTH: Final = 32
"""Hexadecimal digits kept of a line's SHA-256."""
HEADER_KEYS: Final = {
    "kozyr": True, "game": True, "variant": True, "format": False, "target": False, "rules": False, "started": True,
    "seats": True, "sides": False,
}  # fmt: skip
"""Key -> must it be there, in the order in which they are written."""
ENTRY_KEYS: Final = {
    "seq": True, "at_ms": True, "source": True, "act": True, "confidence": False, "replaces": False, "before": False,
    "by": False, "why": False, "crop": False, "prev": False, "seal": False,
}  # fmt: skip
"""Key -> must it be there, in the order in which they are written."""

_HEADER: Final = Words("the header")
_ENTRY: Final = Words("an entry")
_ROW: Final = Words("a row of seats")
_OPTIONS: Final = Words("options and their values")
_PLAYERS: Final = Words("seats with their players")
_PLAYER: Final = Words("seat and player")
_SIDES: Final = Words("side names with their seats")
_SEATS: Final = Words("seats")
_SOURCES: Final = {source.value: source for source in Source}
_HASH: Final = rf'"[0-9a-f]{{{HASH_LENGTH}}}"'
_USUAL: Final = re.compile(
    r'\{"seq": ?([1-9][0-9]{0,14}), ?"at_ms": ?(0|[1-9][0-9]{0,14}), ?"source": ?"([a-z]+)"'
    r', ?"act": ?(\{"type": ?"[A-Z][a-z]+", ?"seat": ?"[SWNE]"[^{}\\]*\})'
    r'(?:, ?"confidence": ?(0\.[0-9]{1,15}|1\.0))?'
    rf'(?:, ?"prev": ?{_HASH}, ?"seal": ?{_HASH})?\}}'
)
"""A line as it nearly always is: an act of one seat, as it happened. It says the same as the JSON it is."""


def line_hash(line: str) -> str:
    """The hash of a line without its end, as the next line's ``prev`` carries it."""
    return hashlib.sha256(line.encode()).hexdigest()[:HASH_LENGTH]


def read_header(line: str) -> Header:
    """The header in line 1. Raises LogFormatError; names of games, variants and options are the game's to check."""
    found = parse_object(line)
    if "kozyr" not in found:
        raise LogFormatError('line 1 must be the header of a log, an object with "kozyr": 1')
    if type(found["kozyr"]) is not int or found["kozyr"] != VERSION:
        refuse(
            "kozyr",
            Words("{version}, the version of the format that this program reads", version=VERSION),
            found["kozyr"],
        )
    check_keys(found, HEADER_KEYS, _HEADER)
    players = _players(found["seats"])
    extra: dict[str, object] = {}
    if found.get("format") is not None:
        extra["format"] = text(found["format"], "format")
    if found.get("target") is not None:
        extra["target"] = whole(found["target"], "target", 1)
    rules = {} if found.get("rules") is None else mapping(found["rules"], "rules", _OPTIONS)
    return Header(
        game=text(found["game"], "game"),
        variant=text(found["variant"], "variant"),
        seating=_seating(tuple(seat for seat, _ in players), found.get("sides")),
        players=players,
        started=_moment(found["started"]),
        rules=MappingProxyType({option: frozen(value, option) for option, value in rules.items()}),
        extra=MappingProxyType(extra),
    )


def _players(value: object) -> tuple[tuple[Seat, str], ...]:
    players = []
    for item in items(value, "seats", _PLAYERS):
        row = mapping(item, "seats", _PLAYER)
        check_keys(row, {"seat": True, "player": True}, _ROW)
        if not isinstance(row["player"], str):
            refuse("player", Words("a text"), row["player"])
        players.append((read_seat(row["seat"], "seat", None), row["player"]))
    return tuple(players)


def _seating(seats: tuple[Seat, ...], sides: object) -> Seating:
    """Seats and sides as the header names them; without ``sides`` each seat is its own, and the game knows more."""
    if sides is None:
        return seating(seats)
    named: dict[str, tuple[Seat, ...]] = {}
    for side, members in mapping(sides, "sides", _SIDES).items():
        named[text(side, "sides")] = tuple(read_seat(item, side, None) for item in items(members, side, _SEATS))
    if not all(named.values()):
        refuse("sides", Words("an object that gives every side at least one seat"), sides)
    return seating(seats, named)


def _moment(value: object) -> str:
    moment = text(value, "started")
    try:
        offset = datetime.fromisoformat(moment).utcoffset()
    except ValueError:
        offset = None
    if offset != timedelta(0):
        refuse("started", Words("the date and time in UTC, as in 2026-11-30T18:00:00Z"), value)
    return moment


def moment_text(moment: datetime) -> str:
    """``started`` for a header: ISO 8601, UTC, whole seconds. ``moment`` must know its time zone."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def write_header(header: Header) -> str:
    """Line 1 of a log, without the line's end."""
    sides = header.seating.sides
    found: dict[str, Any] = {
        "kozyr": VERSION, "game": header.game, "variant": header.variant, **header.extra,
        "rules": thawed(header.rules), "started": header.started,
        "seats": [{"seat": seat.value, "player": name} for seat, name in header.players],
        "sides": {side: [seat.value for seat in seats] for side, seats in sides},
    }  # fmt: skip
    return compact(found)


def read_entry(line: str, table: Seating | None = None) -> Entry:
    """The entry in one line; ``table``: the header's seats and sides, None to allow any. Raises LogFormatError."""
    entry = _usual_entry(line, table)
    if entry is not None:
        return entry
    found = parse_object(line)
    if "kozyr" in found:
        raise LogFormatError("a second header: a match by other rules or with other players begins a log of its own")
    check_keys(found, ENTRY_KEYS, _ENTRY)
    source = _SOURCES.get(found["source"]) if isinstance(found["source"], str) else None
    if source is None:
        refuse("source", Words("one of {keys}", keys=" ".join(Source)), found["source"])
    entry = Entry(
        seq=whole(found["seq"], "seq", 1),
        at_ms=whole(found["at_ms"], "at_ms"),
        source=source,
        act=None if found["act"] is None else act_from_json(found["act"], table),
        confidence=None if found.get("confidence") is None else chance(found["confidence"], "confidence"),
        replaces=_reference(found, "replaces"),
        before=_reference(found, "before"),
        by=_note(found, "by"),
        why=_note(found, "why"),
        crop=_picture(found),
    )
    for key in ("prev", "seal"):
        _check_hash(found.get(key), key)
    _check_sense(entry)
    return entry


def _usual_entry(line: str, table: Seating | None) -> Entry | None:
    """The entry of a line that is written in the usual way, in a third of the time; None for any other line."""
    match = _USUAL.fullmatch(line)
    if match is None:
        return None
    seq, at_ms, source, act, sure = match.groups()
    stated = _act_of_a_seat(act)
    if stated is None or source not in _SOURCES or (table is not None and stated.seat not in table.seats):
        return None
    return Entry(int(seq), int(at_ms), _SOURCES[source], stated, None if sure is None else float(sure))


@lru_cache(maxsize=4096)
def _act_of_a_seat(text: str) -> Played | Called | Declared | Revealed | Exposed | None:
    """The act in its own JSON object, the same one for the same text; None when it is another act or wrong."""
    try:
        act = act_from_json(parse_object(text))
    except LogFormatError:
        return None
    return act if isinstance(act, Played | Called | Declared | Revealed | Exposed) else None


def _reference(found: dict[str, Any], key: str) -> int | None:
    value = found.get(key)
    return None if value is None else whole(value, key, 1)


def _note(found: dict[str, Any], key: str) -> str | None:
    value = found.get(key)
    if value is not None and not isinstance(value, str):
        refuse(key, Words("a text or null"), value)
    return value


def _picture(found: dict[str, Any]) -> str | None:
    name = _note(found, "crop")
    if name is not None and (not name or "\\" in name or "\0" in name or ".." in name.split("/") or name[0] == "/"):
        refuse("crop", Words("the name of a picture inside the log's own folder"), name)
    return name


def _check_hash(value: object, key: str) -> None:
    if value is None:
        return
    if not isinstance(value, str) or len(value) != HASH_LENGTH or value.strip("0123456789abcdef"):
        refuse(key, Words("{count} hexadecimal digits", count=HASH_LENGTH), value)


def _check_sense(entry: Entry) -> None:
    if entry.act is None and entry.replaces is None:
        raise LogFormatError('"act" may be null only together with "replaces", to take that entry back')
    if entry.replaces is not None and entry.before is not None:
        raise LogFormatError('an entry has either "replaces" or "before", not both; write two entries')
    for key, earlier in (("replaces", entry.replaces), ("before", entry.before)):
        if earlier is not None and earlier >= entry.seq:
            raise LogFormatError(
                '"{key}" must name an earlier entry than {entry}, not {earlier}',
                key=key,
                entry=entry.seq,
                earlier=earlier,
            )


def write_entry(entry: Entry, prev: str | None = None) -> str:
    """The line of an entry, without the line's end; with ``prev``, the hash of the line before, it is sealed."""
    found: dict[str, Any] = {
        "seq": entry.seq, "at_ms": entry.at_ms, "source": entry.source.value,
        "act": None if entry.act is None else act_to_json(entry.act),
    }  # fmt: skip
    for key in ("confidence", "replaces", "before", "by", "why", "crop"):
        value = getattr(entry, key)
        if value is not None:
            found[key] = value
    if prev is None:
        return compact(found)
    found["prev"] = prev
    body = compact(found)[:-1]
    return f'{body},"seal":"{line_hash(body)}"}}'
