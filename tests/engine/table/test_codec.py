"""Lines of the log: canonical writing, strict reading, one clear sentence for every deviation."""

import json
from collections.abc import Callable
from typing import Any, get_args

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kozyr.engine import acts
from kozyr.engine.acts import Act, Decision, Played, Ruled
from kozyr.engine.cards import DECK_52, cards
from kozyr.engine.errors import LogFormatError
from kozyr.engine.laws import Offence, Remedy
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.act_codec import COLUMNS, FIELDS, act_from_json, act_to_json
from kozyr.engine.table.codec import read_entry, read_header, write_entry, write_header
from kozyr.engine.table.log import Entry, Header, Source

HEADER = (
    '{"kozyr": 1, "game": "bazar-belot", "variant": "repino-2013", "rules": {"match_target": 301},'
    ' "started": "2026-11-30T18:00:00Z", "seats": [{"seat": "S", "player": "Анна"}, {"seat": "W", "player": "…"},'
    ' {"seat": "N", "player": ""}, {"seat": "E", "player": "E"}], "sides": {"SN": ["S", "N"], "WE": ["W", "E"]}}'
)
TABLE = read_header(HEADER).seating
PLAY: dict[str, Any] = {
    "seq": 7,
    "at_ms": 61250,
    "source": "camera",
    "act": {"type": "Played", "seat": "S", "card": "9H"},
}

seats = st.sampled_from(Seat)
card = st.sampled_from(DECK_52)
some_cards = st.lists(card, min_size=1, max_size=5, unique=True).map(tuple)
any_cards = st.lists(card, max_size=5, unique=True).map(tuple)
texts = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12).filter(str.strip)
counts = st.integers(0, 300)
per_side = st.dictionaries(st.sampled_from(["SN", "WE"]), counts, min_size=1).map(lambda found: tuple(found.items()))
maybe_text = st.none() | texts


@st.composite
def hands(draw: st.DrawFn) -> tuple[tuple[Seat, tuple[Any, ...]], ...]:
    deck = draw(st.permutations(DECK_52))
    chosen = draw(st.lists(seats, unique=True, max_size=4))
    return tuple((seat, tuple(deck[8 * at : 8 * at + 8])) for at, seat in enumerate(chosen))


any_act = st.one_of(
    st.builds(acts.Dealt, st.none() | seats, st.none() | seats, hands()),
    st.builds(acts.TurnedUp, some_cards),
    st.builds(acts.Called, seats, texts),
    st.builds(acts.Exchanged, seats, any_cards | counts, any_cards | counts),
    st.builds(acts.Declared, seats, texts),
    st.builds(acts.Revealed, seats, any_cards),
    st.builds(acts.Played, seats, st.none() | card),
    st.builds(acts.Exposed, seats, some_cards),
    st.builds(acts.Claimed, seats, counts),
    st.builds(acts.Misdealt, texts, st.none() | seats),
    st.builds(acts.TimeoutTaken, seats),
    st.builds(acts.TimeExpired, seats),
    st.builds(acts.Tallied, per_side, st.just(()) | per_side),
    st.builds(
        acts.Ruled,
        st.sampled_from(Offence).map(str) | st.just("B-12"),
        seats,
        st.none() | st.integers(1, 99),
        st.sampled_from(Decision),
        st.none() | st.sampled_from(Remedy),
        maybe_text,
        st.none() | counts,
        st.none() | st.sampled_from(COLUMNS),
    ),
)


@st.composite
def any_entry(draw: st.DrawFn) -> Entry:
    seq = draw(st.integers(2, 10_000))
    kind = draw(st.sampled_from(["plain", "replaces", "before", "taken back"]))
    earlier = draw(st.integers(1, seq - 1))
    return Entry(
        seq,
        draw(st.integers(0, 10**9)),
        draw(st.sampled_from(Source)),
        None if kind == "taken back" else draw(any_act),
        draw(st.none() | st.floats(0, 1)),
        earlier if kind in ("replaces", "taken back") else None,
        earlier if kind == "before" else None,
        draw(maybe_text),
        draw(maybe_text),
        draw(st.none() | st.just("crops/7.png")),
    )


def test_every_act_of_the_union_has_its_fields_listed_and_named_as_in_the_dataclass() -> None:
    assert set(FIELDS) == set(get_args(Act))
    for kind, fields in FIELDS.items():
        assert tuple(field.key for field in fields) == tuple(kind.__dataclass_fields__)


@given(any_act)
def test_an_act_written_and_read_is_the_same_act(act: Act) -> None:
    assert act_from_json(json.loads(json.dumps(act_to_json(act)))) == act


@given(any_entry(), st.none() | st.just("0" * 32))
def test_an_entry_written_and_read_is_the_same_entry_and_the_line_is_canonical(entry: Entry, prev: str | None) -> None:
    line = write_entry(entry, prev)
    assert read_entry(line) == entry
    assert "\n" not in line
    assert write_entry(read_entry(line), prev) == line


def test_the_header_of_the_contract_is_read_whole() -> None:
    header = read_header(HEADER)
    assert header.game == "bazar-belot"
    assert header.seating.seats == (Seat.S, Seat.W, Seat.N, Seat.E)
    assert header.seating.side_names == ("SN", "WE")
    assert header.players[0] == (Seat.S, "Анна")
    assert header.rules == {"match_target": 301}
    assert read_header(write_header(header)) == header


def test_a_debertz_header_keeps_format_and_target_and_seats_without_sides_play_alone() -> None:
    header = read_header(
        '{"kozyr":1,"game":"debertz","variant":"fdu-uk","format":"1x2","target":501,"started":"2026-11-30T18:00:00+00:00",'
        '"rules":{"timeout":{"seconds":120}},'
        '"seats":[{"seat":"W","player":"a"},{"seat":"N","player":"b"},{"seat":"S","player":"c"}]}'
    )
    assert header.extra == {"format": "1x2", "target": 501}
    assert header.seating == seating((Seat.W, Seat.N, Seat.S))
    assert header.rules == {"timeout": {"seconds": 120}}
    assert read_header(write_header(header)) == header


def test_a_header_cannot_be_changed_after_reading() -> None:
    header = read_header(HEADER)
    with pytest.raises(TypeError):
        header.rules["match_target"] = 1  # type: ignore[index]


def test_writing_follows_the_contract_to_the_letter() -> None:
    entry = Entry(7, 61250, Source.CAMERA, Played(Seat.S, cards("9H")[0]), 0.998, why="дом", crop="7.png")
    assert write_entry(entry) == (
        '{"seq":7,"at_ms":61250,"source":"camera","act":{"type":"Played","seat":"S","card":"9H"},'
        '"confidence":0.998,"why":"дом","crop":"7.png"}'
    )


def test_a_ruling_with_a_fine_carries_points_and_column() -> None:
    act = act_from_json(
        {"type": "Ruled", "offence": "slow-play", "seat": "N", "decision": "other", "remedy": "fine", "points": 5,
         "column": "mountain"}
    )  # fmt: skip
    assert act == Ruled("slow-play", Seat.N, None, Decision.OTHER, Remedy.FINE, None, 5, "mountain")


def test_an_exchange_may_give_numbers_instead_of_cards() -> None:
    assert act_from_json({"type": "Exchanged", "seat": "S", "taken": ["7H", "8H"], "given": 2}) == acts.Exchanged(
        Seat.S, cards("7H 8H"), 2
    )


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm() -> None:
    assert read_header("\ufeff" + HEADER + "\r\n") == read_header(HEADER)


def _with(change: Callable[[dict[str, Any]], object]) -> str:
    entry = json.loads(json.dumps(PLAY))
    change(entry)
    return json.dumps(entry)


BAD_ENTRIES: dict[str, tuple[str, str]] = {
    "unknown key": (_with(lambda e: e.update(colour=1)), 'an entry has no key "colour"'),
    "missing key": (_with(lambda e: e.pop("at_ms")), 'an entry must have the key "at_ms"'),
    "bool as number": (
        _with(lambda e: e.update(seq=True)),
        '"seq" must be a whole number from 1 to 2^53 - 1, not true',
    ),
    "text as number": (_with(lambda e: e.update(at_ms="5")), '"at_ms" must be a whole number'),
    "fraction": (_with(lambda e: e.update(at_ms=1.5)), '"at_ms" must be a whole number'),
    "negative time": (_with(lambda e: e.update(at_ms=-1)), '"at_ms" must be a whole number from 0'),
    "huge number": (_with(lambda e: e.update(at_ms=2**60)), '"at_ms" must be a whole number'),
    "seq zero": (_with(lambda e: e.update(seq=0)), '"seq" must be a whole number from 1'),
    "source": (_with(lambda e: e.update(source="radio")), '"source" must be one of camera touch judge, not "radio"'),
    "confidence": (_with(lambda e: e.update(confidence=1.2)), '"confidence" must be a number from 0 to 1, not 1.2'),
    "confidence bool": (_with(lambda e: e.update(confidence=True)), '"confidence" must be a number from 0 to 1'),
    "note": (_with(lambda e: e.update(by=5)), '"by" must be a text or null, not 5'),
    "picture outside": (_with(lambda e: e.update(crop="../../x")), '"crop" must be the name of a picture inside'),
    "null alone": (_with(lambda e: e.update(act=None)), '"act" may be null only together with "replaces"'),
    "both": (_with(lambda e: e.update(replaces=1, before=2)), 'either "replaces" or "before", not both'),
    "later": (_with(lambda e: e.update(replaces=7)), '"replaces" must name an earlier entry than 7, not 7'),
    "act text": (_with(lambda e: e.update(act="Played")), '"act" must be an object of the act\'s fields'),
    "act type": (_with(lambda e: e["act"].update(type="Flew")), '"type" must be one of Dealt TurnedUp'),
    "act no type": (_with(lambda e: e["act"].pop("type")), '"type" must be one of Dealt TurnedUp'),
    "act key": (_with(lambda e: e["act"].update(cards=[])), 'Played has no key "cards"; its keys are type seat card'),
    "act missing": (_with(lambda e: e["act"].pop("card")), 'Played must have the key "card"'),
    "card": (_with(lambda e: e["act"].update(card="1H")), '"card" must be a card: rank 2-10 J Q K A and suit S H D C'),
    "card null": (_with(lambda e: e["act"].update(card=None)), '"card" must be a card such as 10H, not null'),
    "seat": (_with(lambda e: e["act"].update(seat="X")), '"seat" must be a seat of this table, S W N E, not "X"'),
    "unknown card in a list": (
        _with(lambda e: e.update(act={"type": "Exposed", "seat": "S", "cards": ["??"]})),
        '"cards" cannot hold ??',
    ),
    "no card": (
        _with(lambda e: e.update(act={"type": "Exposed", "seat": "S", "cards": []})),
        '"cards" must be a list with at least one card',
    ),
    "card twice": (
        _with(lambda e: e.update(act={"type": "Exposed", "seat": "S", "cards": ["9H", "9H"]})),
        '"cards" names 9H twice',
    ),
    "card with two seats": (
        _with(lambda e: e.update(act={"type": "Dealt", "dealer": "S", "hands": {"S": ["9H"], "W": ["9H"]}})),
        '"hands" gives 9H to two seats',
    ),
    "side": (
        _with(lambda e: e.update(act={"type": "Tallied", "points": {"S": 1}})),
        '"points" names "S"; the sides are SN WE',
    ),
    "nothing tallied": (_with(lambda e: e.update(act={"type": "Tallied"})), 'Tallied must have "points" or "tricks"'),
    "offence": (
        _with(lambda e: e.update(act={"type": "Ruled", "offence": "revok", "seat": "S", "decision": "accepted"})),
        '"offence" must be one of revoke out-of-turn',
    ),
    "decision": (
        _with(lambda e: e.update(act={"type": "Ruled", "offence": "revoke", "seat": "S", "decision": "yes"})),
        '"decision" must be one of accepted dismissed other, not "yes"',
    ),
    "remedy": (
        _with(
            lambda e: e.update(
                act={"type": "Ruled", "offence": "revoke", "seat": "S", "decision": "other", "remedy": "jail"}
            )
        ),
        '"remedy" must be one of bayt bayd totus',
    ),
    "hash": (_with(lambda e: e.update(prev="xyz")), '"prev" must be 32 hexadecimal digits'),
    "not a number": (_with(lambda e: e.update(confidence=float("nan"))), "NaN is no number in JSON"),
    "infinite": (_with(lambda e: None).replace("61250", "1e999"), '"at_ms" must be a whole number'),
    "key twice": (_with(lambda e: None).replace('"seq"', '"seq": 1, "seq"'), '"seq" stands twice in one object'),
    "no object": ("[1]", "the line must be one JSON object in { }, not [1]"),
    "no JSON": ("seq 7", "the line must be one JSON object in { }; it cannot be read as JSON"),
    "half a character": (_with(lambda e: e.update(by="\ud800")), "a text holds half of a surrogate pair"),
    "deep": ("[" * 100_000, "the line is nested too deeply"),
    "long number": ('{"seq": ' + "9" * 5000 + "}", "the line must be one JSON object in { }; it cannot be read"),
    "empty": ("", "the line must be one JSON object in { }"),
}


@pytest.mark.parametrize(("line", "sentence"), BAD_ENTRIES.values(), ids=BAD_ENTRIES)
def test_a_bad_entry_is_refused_with_one_sentence_that_names_the_key(line: str, sentence: str) -> None:
    with pytest.raises(LogFormatError) as found:
        read_entry(line, TABLE)
    assert str(found.value).startswith(sentence) or sentence in str(found.value)
    assert "\n" not in str(found.value)
    str(found.value).encode()


def _header_with(**changes: Any) -> str:
    found = json.loads(HEADER) | changes
    return json.dumps({key: value for key, value in found.items() if value is not ...})


BAD_HEADERS: dict[str, tuple[str, str]] = {
    "no header": ('{"seq": 1}', 'line 1 must be the header of a log, an object with "kozyr": 1'),
    "version": (_header_with(kozyr=2), '"kozyr" must be 1, the version of the format'),
    "version bool": (_header_with(kozyr=True), '"kozyr" must be 1'),
    "unknown key": (_header_with(table=5), 'the header has no key "table"'),
    "missing": (_header_with(variant=...), 'the header must have the key "variant"'),
    "game": (_header_with(game=""), '"game" must be a text that is not empty'),
    "started": (_header_with(started="yesterday"), '"started" must be the date and time in UTC'),
    "started elsewhere": (_header_with(started="2026-11-30T18:00:00+02:00"), '"started" must be the date and time'),
    "started nowhere": (_header_with(started="2026-11-30T18:00:00"), '"started" must be the date and time in UTC'),
    "rules": (_header_with(rules=[1]), '"rules" must be an object of options and their values, not [1]'),
    "seats": (_header_with(seats={}), '"seats" must be a list'),
    "seat": (_header_with(seats=[{"seat": "Q", "player": ""}]), '"seat" must be a seat of this table'),
    "order": (_header_with(seats=[{"seat": s, "player": ""} for s in "SNWE"]), "clockwise"),
    "twice": (_header_with(seats=[{"seat": s, "player": ""} for s in "SSWN"]), "clockwise"),
    "no seats": (_header_with(seats=[]), "two to four"),
    "two elsewhere": (_header_with(seats=[{"seat": s, "player": ""} for s in "WE"], sides=...), "two players sit at S"),
    "sides": (_header_with(sides={"SN": ["S", "N"], "WE": ["W"]}), "every seat must belong to exactly one side"),
    "empty side": (_header_with(sides={"SN": ["S", "N"], "WE": ["W", "E"], "X": []}), '"sides" must be an object'),
    "target": (_header_with(target="501"), '"target" must be a whole number'),
    "format": (_header_with(format=2), '"format" must be a text'),
}  # fmt: skip


@pytest.mark.parametrize(("line", "sentence"), BAD_HEADERS.values(), ids=BAD_HEADERS)
def test_a_bad_header_is_refused_with_one_sentence_that_names_the_key(line: str, sentence: str) -> None:
    with pytest.raises(LogFormatError) as found:
        read_header(line)
    assert sentence in str(found.value)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


def outcome(read: Callable[[], object]) -> object:
    """What was read, or the sentence that refused it; any other exception is a fault."""
    try:
        return read()
    except LogFormatError as error:
        return str(error)


@settings(max_examples=300)
@given(st.binary(max_size=200))
@example(b"\xef\xbb\xbf{}")
@example(b'{"seq":1}')
def test_random_bytes_give_a_log_format_error_and_nothing_else(data: bytes) -> None:
    for reader in (read_header, read_entry):
        with pytest.raises(LogFormatError):
            reader(data.decode(errors="surrogateescape"))


@settings(max_examples=300)
@given(st.sampled_from(["seq", "at_ms", "source", "act", "confidence", "replaces", "crop", "prev"]), json_values)
def test_any_value_under_any_key_is_read_or_refused_and_nothing_else(key: str, value: Any) -> None:
    assert isinstance(outcome(lambda: read_entry(json.dumps(PLAY | {key: value}), TABLE)), Entry | str)


@settings(max_examples=300)
@given(any_act, st.data())
def test_any_value_in_any_field_of_an_act_is_read_or_refused_and_nothing_else(act: Act, data: st.DataObject) -> None:
    found = act_to_json(act)
    found[data.draw(st.sampled_from(sorted(found)))] = data.draw(json_values)
    assert isinstance(outcome(lambda: read_entry(json.dumps(PLAY | {"act": found}), TABLE)), Entry | str)


@settings(max_examples=200)
@given(st.sampled_from(["game", "variant", "rules", "started", "seats", "sides", "format", "target"]), json_values)
def test_any_value_in_the_header_is_read_or_refused_and_nothing_else(key: str, value: Any) -> None:
    assert isinstance(outcome(lambda: read_header(json.dumps(json.loads(HEADER) | {key: value}))), Header | str)


def test_where_the_header_names_no_sides_a_tally_may_be_of_lines_or_of_seats() -> None:
    """Which of them score together is the game's to say; a name that no game can mean is refused at once."""
    line = _with(lambda e: e.update(act={"type": "Tallied", "tricks": {"SN": 5, "WE": 3}}))
    alone = seating((Seat.S, Seat.W, Seat.N, Seat.E))
    assert read_entry(line, alone).act == acts.Tallied(tricks=(("SN", 5), ("WE", 3)))
    with pytest.raises(LogFormatError, match='"tricks" names "SN"; the sides are S W N'):
        read_entry(line, seating((Seat.S, Seat.W, Seat.N)))


@given(any_act, st.none() | st.floats(0, 1), st.booleans())
def test_a_line_reads_the_same_by_the_short_way_and_by_the_strict_one(
    act: Act, sure: float | None, sealed: bool
) -> None:
    line = write_entry(Entry(7, 61250, Source.CAMERA, act, sure), "0" * 32 if sealed else None)
    spaced = json.dumps(json.loads(line), ensure_ascii=False)
    assert read_entry(line) == read_entry(f" {line}") == read_entry(spaced)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"seat":"S"', '"seat":"S","seat":"W"', '"seat" stands twice'),
        ('"card":"9H"', '"card":"9H","card":"8H"', '"card" stands twice'),
        ('"card":"9H"', '"card":"9X"', '"card" must be a card'),
        ('"card":"9H"', '"card":"9H\t"', "cannot be read as JSON"),
        ('"card":"9H"', '"card":"9H","more":1', 'Played has no key "more"'),
        ("61250", "061250", "cannot be read as JSON"),
        ("61250", "9007199254740992", '"at_ms" must be a whole number'),
        ("camera", "cinema", '"source" must be one of'),
        ('"seat":"S"', '"seat":"E"', '"seat" must be a seat of this table'),
    ],
)
def test_the_short_way_lets_nothing_by(old: str, new: str, why: str) -> None:
    line = '{"seq":7,"at_ms":61250,"source":"camera","act":{"type":"Played","seat":"S","card":"9H"}}'
    three = seating((Seat.S, Seat.W, Seat.N))
    assert read_entry(line, three).act == Played(Seat.S, cards("9H")[0])
    with pytest.raises(LogFormatError, match=why):
        read_entry(line.replace(old, new), three)
