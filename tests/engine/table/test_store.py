"""The log on disk: confirmed entries survive anything, nothing is half-written, nobody else writes meanwhile."""

import errno
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kozyr.engine.acts import Called, Played
from kozyr.engine.cards import DECK_32
from kozyr.engine.errors import KozyrError, LogFormatError
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.codec import write_entry, write_header
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.reading import read_log
from kozyr.engine.table.store import LogStore, read_log_file

SEATS = tuple(Seat)
SIDES = {"SN": (Seat.S, Seat.N), "WE": (Seat.W, Seat.E)}
HEADER = Header(
    "bazar-belot", "repino-2013", seating(SEATS, SIDES), tuple((s, "ім'я") for s in SEATS), "2026-11-30T18:00:00Z"
)


def played(seq: int) -> Entry:
    return Entry(seq, 10 * seq, Source.CAMERA, Played(SEATS[seq % 4], DECK_32[seq % 32]), 0.99)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "стіл.kozyr.jsonl"


def filled(path: Path, count: int) -> bytes:
    with LogStore.create(path, HEADER) as store:
        for seq in range(1, count + 1):
            store.append(played(seq))
    return path.read_bytes()


def test_what_was_appended_is_read_back_sealed(path: Path) -> None:
    filled(path, 4)
    read = read_log_file(path)
    assert read.header == HEADER
    assert read.entries == tuple(played(seq) for seq in range(1, 5))
    assert (read.error, read.sealed, read.altered_line) == (None, True, None)


def test_an_opened_log_goes_on_where_it_stopped(path: Path) -> None:
    filled(path, 2)
    with LogStore.open(path) as store:
        assert store.recovered is None
        assert [entry.seq for entry in store.read.entries] == [1, 2]
        store.append(played(3), played(4))
        with pytest.raises(LogFormatError, match='"seq" must rise'):
            store.append(played(4))
    read = read_log_file(path)
    assert (len(read.entries), read.sealed, read.altered_line) == (4, True, None)


def test_every_entry_is_on_the_disk_before_append_returns(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with LogStore.create(path, HEADER) as store:
        synced: list[int] = []
        real = os.fsync
        monkeypatch.setattr(os, "fsync", lambda fd: (real(fd), synced.append(path.stat().st_size)))
        store.append(played(1))
        assert synced == [path.stat().st_size]


@pytest.mark.parametrize("cut", range(1, 200, 7))
def test_a_torn_last_line_is_moved_aside_and_said_wherever_it_was_torn(path: Path, cut: int) -> None:
    whole = filled(path, 3)
    last_line = whole.rstrip(b"\n").split(b"\n")[-1]
    kept = min(cut, len(last_line) - 1)
    path.write_bytes(whole[: len(whole) - 1 - len(last_line) + kept])
    with LogStore.open(path) as store:
        assert [entry.seq for entry in store.read.entries] == [1, 2]
        assert store.recovered is not None
        assert (store.recovered.line, store.recovered.size) == (4, kept)
        assert "line 4 was not written to its end" in str(store.recovered)
        assert store.recovered.kept_in.read_bytes() == last_line[:kept]
        store.append(played(3))
    assert path.read_bytes() == whole


def test_a_power_cut_that_left_zeros_is_recovered_and_earlier_torn_lines_are_kept(path: Path) -> None:
    whole = filled(path, 3)
    for number in (1, 2):
        path.write_bytes(whole + b"\0" * 512)
        with LogStore.open(path) as store:
            assert store.recovered is not None
            assert store.recovered.kept_in.name == f"{path.name}.torn-{number}"
    assert path.read_bytes() == whole


def test_a_whole_last_line_without_its_end_is_kept(path: Path) -> None:
    whole = filled(path, 3)
    path.write_bytes(whole[:-1])
    with LogStore.open(path) as store:
        assert store.recovered is None
        assert len(store.read.entries) == 3
    assert path.read_bytes() == whole


def test_damage_inside_is_an_error_that_changes_nothing_unless_the_cut_is_wanted(path: Path) -> None:
    lines = filled(path, 5).split(b"\n")
    lines[2] = b"?" * 9
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(LogFormatError, match="line 3: the line must be one JSON object"):
        LogStore.open(path)
    assert path.read_bytes() == b"\n".join(lines)
    with LogStore.open(path, cut_at_damage=True) as store:
        assert [entry.seq for entry in store.read.entries] == [1]
        assert store.recovered is not None
        assert store.recovered.kept_in.read_bytes() == b"\n".join(lines[2:])


def test_a_last_line_that_is_whole_but_wrong_is_an_error_and_stays(path: Path) -> None:
    wrong = filled(path, 1) + b'{"seq":2,"at_ms":5,"source":"touch","act":{"type":"Played","seat":"S","card":"1H"}}'
    path.write_bytes(wrong)
    with pytest.raises(LogFormatError, match='line 3: "card" must be a card'):
        LogStore.open(path)
    assert path.read_bytes() == wrong


def test_a_log_written_by_hand_goes_on_sealed(path: Path) -> None:
    path.write_text(f"{write_header(HEADER)}\r\n{write_entry(played(1))}\r\n", "utf-8", newline="")
    with LogStore.open(path) as store:
        store.append(played(2))
    read = read_log_file(path)
    assert (len(read.entries), read.sealed, read.altered_line) == (2, False, None)
    path.write_bytes(path.read_bytes().replace(b'"at_ms":10', b'"at_ms":11'))
    assert read_log_file(path).altered_line == 2


def test_a_log_cannot_be_created_over_another_file(path: Path) -> None:
    path.write_text("a letter")
    with pytest.raises(KozyrError, match="exists already"):
        LogStore.create(path, HEADER)
    assert path.read_text() == "a letter"


@pytest.mark.parametrize("act", [LogStore.open, lambda path: LogStore.create(path, HEADER), read_log_file])
def test_a_missing_folder_is_one_sentence(tmp_path: Path, act: object) -> None:
    with pytest.raises(KozyrError, match="no such file or directory") as found:
        act(tmp_path / "nowhere" / "x.kozyr.jsonl")  # type: ignore[operator]
    assert "\n" not in str(found.value)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_takes_no_files_is_one_sentence(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(KozyrError, match="cannot be created: permission denied"):
        LogStore.create(tmp_path / "x.kozyr.jsonl", HEADER)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_and_a_picture_are_no_logs(tmp_path: Path, path: Path) -> None:
    with pytest.raises(KozyrError, match="is a directory"):
        LogStore.open(tmp_path)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    for _ in range(2):
        with pytest.raises(LogFormatError, match="no log of Kozyr"):
            LogStore.open(path)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_full_disk_takes_no_part_of_an_entry_and_the_store_goes_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = filled(path, 2)
    with LogStore.open(path) as store:
        real, left = os.write, [30]

        def write(fd: int, data: bytes) -> int:
            if not left[0]:
                raise OSError(errno.ENOSPC, "No space left on device")
            done = real(fd, data[: left[0]])
            left[0] -= done
            return done

        monkeypatch.setattr(os, "write", write)
        with pytest.raises(KozyrError, match="nothing was recorded: no space left on device"):
            store.append(played(3))
        assert path.read_bytes() == whole
        monkeypatch.setattr(os, "write", real)
        store.append(played(3))
    assert len(read_log_file(path).entries) == 3


def test_a_disk_that_fails_on_creation_leaves_no_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(fd: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(KozyrError, match="cannot be created: input/output error"):
        LogStore.create(path, HEADER)
    assert not path.exists()


def test_a_disk_that_refuses_even_the_cut_closes_the_store(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(path, 1)
    store = LogStore.open(path)

    def fail(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    monkeypatch.setattr(os, "ftruncate", fail)
    with pytest.raises(KozyrError, match="nothing was recorded"):
        store.append(played(2))
    with pytest.raises(KozyrError, match="is closed; open it again"):
        store.append(played(2))


def test_two_writers_at_once_are_kept_apart(path: Path) -> None:
    filled(path, 1)
    with LogStore.open(path), pytest.raises(KozyrError, match="in use by another Kozyr"):
        LogStore.open(path)
    with LogStore.open(path) as store:
        store.append(played(2))


def test_an_act_that_the_format_cannot_hold_is_refused_before_anything_is_written(path: Path) -> None:
    whole = filled(path, 1)
    with LogStore.open(path) as store:
        with pytest.raises(LogFormatError, match='"call" must be a text'):
            store.append(Entry(2, 0, Source.TOUCH, Called(Seat.S, " ")))
        with pytest.raises(LogFormatError):
            store.append(played(2), Entry(3, -5, Source.TOUCH, Called(Seat.S, "pass")))
    assert path.read_bytes() == whole


WRITER = """
import sys
from kozyr.engine.acts import Called
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.store import LogStore

store = LogStore.open(sys.argv[1])
seq = store.read.entries[-1].seq if store.read.entries else 0
print("ready", flush=True)
while True:
    seq += 1
    store.append(Entry(seq, seq, Source.TOUCH, Called(Seat.S, "pass " * (seq % 40) + "end")))
    print(seq, flush=True)
"""


def test_b26_killed_at_any_moment_the_log_offers_exactly_the_confirmed_entries(path: Path) -> None:
    LogStore.create(path, HEADER).close()
    chance = random.Random(26)
    confirmed = 0
    for _ in range(25):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        time.sleep(chance.uniform(0, 0.03))
        writer.send_signal(signal.SIGKILL)
        said = writer.stdout.read().split()
        writer.wait()
        confirmed = int(said[-1]) if said else confirmed
        with LogStore.open(path) as store:
            seqs = [entry.seq for entry in store.read.entries]
        assert seqs == list(range(1, len(seqs) + 1))
        assert confirmed <= len(seqs) <= confirmed + 1
        confirmed = len(seqs)
        read = read_log(path.read_bytes())
        assert (read.error, read.altered_line) == (None, None)
    assert confirmed > 25


LIMITED = """
import resource, signal, sys
from kozyr.engine.acts import Called
from kozyr.engine.errors import KozyrError
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.store import LogStore

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
store = LogStore.open(sys.argv[1])
try:
    for seq in range(1, 99):
        store.append(Entry(seq, seq, Source.TOUCH, Called(Seat.S, "pass")))
except KozyrError as error:
    print(seq - 1, error)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a file size limit")
def test_a_file_that_may_not_grow_ends_with_its_last_whole_line(path: Path) -> None:
    LogStore.create(path, HEADER).close()
    done = subprocess.run([sys.executable, "-c", LIMITED, str(path)], capture_output=True, text=True, check=True)
    confirmed = int(done.stdout.split()[0])
    assert "nothing was recorded: file too large" in done.stdout
    assert path.read_bytes().endswith(b"}\n")
    read = read_log_file(path)
    assert (len(read.entries), read.error, read.sealed) == (confirmed, None, True)
    assert confirmed > 3
