"""A whole log: what is good so far, the first error, and whether it was altered."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kozyr.engine.acts import Played
from kozyr.engine.cards import DECK_32
from kozyr.engine.seats import Seat
from kozyr.engine.table.codec import line_hash, write_entry
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.reading import read_log

HEADER = (
    '{"kozyr":1,"game":"bazar-belot","variant":"repino-2013","rules":{},"started":"2026-11-30T18:00:00Z",'
    '"seats":[{"seat":"S","player":"Оля"},{"seat":"W","player":"w"},{"seat":"N","player":"n"},{"seat":"E","player":"e"}],'
    '"sides":{"SN":["S","N"],"WE":["W","E"]}}'
)


def played(seq: int) -> Entry:
    seat = tuple(Seat)[seq % 4]
    return Entry(seq, 1000 * seq, Source.CAMERA, Played(seat, DECK_32[seq - 1]), 0.99)


def sealed_lines(count: int) -> list[str]:
    lines = [HEADER]
    for seq in range(1, count + 1):
        lines.append(write_entry(played(seq), line_hash(lines[-1])))
    return lines


def plain_lines(count: int) -> list[str]:
    return [HEADER, *(write_entry(played(seq)) for seq in range(1, count + 1))]


def data(lines: list[str], end: str = "\n") -> bytes:
    return "".join(line + end for line in lines).encode()


def test_a_sealed_log_is_read_whole_and_found_untouched() -> None:
    read = read_log(data(sealed_lines(5)))
    assert [entry.seq for entry in read.entries] == [1, 2, 3, 4, 5]
    assert read.error is None
    assert read.sealed
    assert read.altered_line is None


def test_a_log_written_by_hand_is_accepted_as_unsealed() -> None:
    read = read_log(data(plain_lines(3)))
    assert (len(read.entries), read.error, read.sealed, read.altered_line) == (3, None, False, None)


def test_byte_order_mark_windows_ends_blank_lines_and_a_missing_last_end_do_no_harm() -> None:
    lines = sealed_lines(3)
    read = read_log(b"\xef\xbb\xbf" + data([lines[0], "", *lines[1:]], "\r\n").removesuffix(b"\r\n"))
    assert (len(read.entries), read.error, read.sealed, read.altered_line) == (3, None, True, None)


@pytest.mark.parametrize("line", range(1, 7))
def test_any_altered_line_is_named_the_last_one_and_the_header_included(line: int) -> None:
    lines = sealed_lines(5)
    lines[line - 1] = lines[line - 1].replace("Оля" if line == 1 else '"at_ms":', "Яна" if line == 1 else '"at_ms":1')
    read = read_log(data(lines))
    assert read.error is None
    assert read.altered_line == line


def test_an_altered_line_with_a_new_seal_is_found_in_the_line_after_it() -> None:
    lines = sealed_lines(5)
    lines[3] = write_entry(played(9), line_hash(lines[2])).replace('"seq":9', '"seq":3')
    forged = json.loads(lines[3])
    body = json.dumps({key: forged[key] for key in forged if key != "seal"}, separators=(",", ":"))[:-1]
    lines[3] = f'{body},"seal":"{line_hash(body)}"}}'
    assert read_log(data(lines)).altered_line == 5


@pytest.mark.parametrize("gone", [2, 3, 4, 5])
def test_a_line_taken_out_or_put_in_is_found(gone: int) -> None:
    lines = sealed_lines(5)
    without = lines[: gone - 1] + lines[gone:]
    assert read_log(data(without)).altered_line in (gone - 1, gone)
    put_in = [*lines[:gone], write_entry(played(6)).replace('"seq":6', '"seq":4'), *lines[gone:]]
    assert read_log(data(put_in)).altered_line == gone + 1


def test_lines_may_change_their_order_only_at_the_price_of_being_found() -> None:
    lines = sealed_lines(5)
    lines[2], lines[3] = lines[3], lines[2]
    assert read_log(data(lines)).altered_line is not None


def test_a_log_begun_by_hand_and_continued_by_the_program_is_partly_sealed() -> None:
    lines = plain_lines(2)
    for seq in (3, 4):
        lines.append(write_entry(played(seq), line_hash(lines[-1])))
    read = read_log(data(lines))
    assert (read.sealed, read.altered_line) == (False, None)
    lines[2] = lines[2].replace("2000", "2001")
    assert read_log(data(lines)).altered_line == 3


def test_lines_cut_from_the_end_are_found_by_the_printed_hash() -> None:
    lines = sealed_lines(5)
    assert read_log(data(lines[:-1])).altered_line is None
    assert read_log(data(lines)).last_hash == line_hash(lines[-1]) != read_log(data(lines[:-1])).last_hash


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        ("nonsense", "line 4: the line must be one JSON object"),
        ('{"seq":2,"at_ms":1,"source":"touch","act":{"type":"TimeExpired","seat":"S"}}', 'line 4: "seq" must rise'),
        ('{"seq":9,"at_ms":1,"source":"touch","act":null,"replaces":7}', 'line 4: "replaces" names entry 7'),
        ('{"seq":9,"at_ms":1,"source":"touch","act":null,"replaces":9}', 'line 4: "replaces" must name an earlier'),
    ],
)
def test_a_damaged_log_gives_what_was_good_and_the_first_error_with_its_line(bad: str, sentence: str) -> None:
    lines = plain_lines(5)
    lines[3:4] = [bad]
    read = read_log(data(lines))
    assert [entry.seq for entry in read.entries] == [1, 2]
    assert str(read.error).startswith(sentence)


def test_an_empty_file_and_a_file_that_is_no_log_are_told_apart_from_logs() -> None:
    assert "the log is empty" in str(read_log(b"\n\n").error)
    assert read_log(b"\x89PNG\r\n\x1a\n").header is None
    for other in (b"\xff\xfe{", b"hello\n", b'{"a": 1}\n', b"%PDF-1.4\n"):
        read = read_log(other)
        assert not read.is_log
        assert str(read.error) == "this is no log of Kozyr; give a file that Kozyr wrote"
    assert read_log(b'{"kozyr": 1, "ga').is_log, "a log that is damaged in its first line is one all the same"


@settings(max_examples=300)
@given(st.binary(max_size=300))
def test_random_bytes_are_read_without_an_exception(noise: bytes) -> None:
    assert read_log(noise).error is not None
    read = read_log(data(sealed_lines(2)) + noise)
    assert len(read.entries) >= 2 or read.error is not None


@settings(max_examples=300)
@given(st.integers(0), st.integers(0, 255))
def test_a_single_changed_byte_is_an_error_or_an_alteration(where: int, value: int) -> None:
    good = data(sealed_lines(3))
    at = where % (len(good) - 1)
    bad = bytearray(good)
    if bad[at] == value or bad[at] == 0x0A or (value == 0x0D and good[at + 1] == 0x0A):
        return
    bad[at] = value
    read = read_log(bytes(bad))
    assert read.error is not None or read.altered_line is not None


def test_a_last_line_torn_by_a_power_cut_is_unreadable_and_not_altered() -> None:
    data = ("\n".join(sealed_lines(4)) + "\n").encode()
    start = data[:-1].rindex(b"\n") + 1
    for tail in (data[start : start + 1], data[start : start + 40], data[start:-2], b"\0" * 200):
        read = read_log(data[:start] + tail)
        assert (len(read.entries), read.altered_line) == (3, None)
        assert str(read.error).startswith("line 5: ")


def test_a_last_line_that_is_whole_and_altered_is_told() -> None:
    data = "\n".join(sealed_lines(4)).replace('"at_ms":4000', '"at_ms":4001').encode()
    assert read_log(data).altered_line == 5
