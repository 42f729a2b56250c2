"""A log followed while somebody else writes it: grown, cut back, exchanged, damaged, late, or no log at all."""

import os
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kozyr.datasets.careless import CARELESS, HONEST, Script, entries
from kozyr.datasets.careless_tables import TABLES
from kozyr.engine.acts import Called, Dealt, Played
from kozyr.engine.cards import Card
from kozyr.engine.errors import KozyrError
from kozyr.engine.seats import Seat
from kozyr.engine.table.codec import line_hash, write_entry, write_header
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.reading import read_log
from kozyr.engine.table.session import fold
from kozyr.engine.table.store import LogStore
from kozyr.ui.overlay import following, growing
from kozyr.ui.overlay.following import Follower, Found
from kozyr.ui.overlay.growing import GrowingLog, Replay

BELOT = TABLES["bazar-belot 2x2"]
HEADER = BELOT.header(random.Random(1))
S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E


def match(table: str, deals: int, seed: int = 1, habits: Any = HONEST) -> tuple[Header, list[Entry]]:
    """Several deals in one log."""
    dealer, rng = TABLES[table], random.Random(seed)
    header, log = dealer.header(rng), list[Entry]()
    before: Script | None = None
    for _ in range(deals):
        before = dealer.deal(rng, habits, len(log) + 1, before)
        log += entries(before)
    return header, log


def corrected(log: list[Entry], rng: random.Random, count: int) -> list[Entry]:
    """The log with corrections among its entries: cards exchanged, acts taken back, acts put between."""
    rows: list[Entry] = []
    for entry in log:
        rows.append(replace(entry, seq=len(rows) + 1))
        if count and rng.random() < 0.03:
            count -= 1
            named = rng.choice(rows)
            act = rng.choice([None, Played(S, Card.parse("7H")), named.act])
            before = rng.random() < 0.3 and act is not None
            key = {"before": named.seq} if before else {"replaces": named.seq}
            rows.append(Entry(len(rows) + 1, entry.at_ms, Source.TOUCH, act, **key))
    return rows


def lines(header: Header, log: list[Entry]) -> list[bytes]:
    """The lines of a log as Kozyr writes them."""
    rows = [write_header(header)]
    for entry in log:
        rows.append(write_entry(entry, line_hash(rows[-1])))
    return [f"{row}\n".encode() for row in rows]


@pytest.fixture
def log_path(tmp_path: Path) -> Path:
    """Where the log is."""
    return tmp_path / "evening.kozyr.jsonl"


@pytest.fixture(autouse=True)
def _always_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder is looked through at every poll."""
    monkeypatch.setattr(following, "_LISTED_S", 0.0)


def seq(found: Found | None) -> int:
    """The entry that a state has come to."""
    assert found is not None
    return int(found.snapshot.state()["seq"])


@pytest.mark.parametrize("table", ["bazar-belot 2x2", "debertz 2x2 fdu-uk", "preferans 3"])
def test_a_replay_is_the_fold_of_the_log_after_every_entry(table: str) -> None:
    for seed in range(3):
        rng = random.Random(seed)
        header, log = match(table, 3, seed, CARELESS)
        log = corrected(log, rng, 12)
        replay, done = Replay(header), 0
        while done < len(log):
            taken = rng.randint(1, 4)
            replay.add(log[done : done + taken])
            done += taken
            assert replay.snapshot().folded == fold(replay.game, header, log[:done]).state, (seed, done)


def test_bytes_in_any_pieces_give_the_entries_of_the_whole_log() -> None:
    header, log = match("bazar-belot 2x2", 2, 3)
    data = b"\xef\xbb\xbf" + b"\r\n".join(line.rstrip(b"\n") for line in lines(header, log))
    for seed in range(5):
        rng, growing_log = random.Random(seed), GrowingLog()
        found: list[Entry] = []
        cuts = sorted(rng.sample(range(len(data)), 60))
        for end in (*cuts, len(data)):
            assert growing_log.goes_on(data[:end])
            found += growing_log.take(data[:end])
        assert growing_log.header == header
        assert tuple(found) == read_log(data).entries


def test_what_is_wrong_in_a_line_ends_the_reading_there_and_says_where() -> None:
    header, log = match("bazar-belot 2x2", 1)
    rows = lines(header, log)
    rows[7] = b'{"seq": 7, "act": "no"}\n'
    growing_log, found = GrowingLog(), 0
    for end in range(1, len(rows) + 1):
        found += len(growing_log.take(b"".join(rows[:end])))
    whole = read_log(b"".join(rows))
    assert found == len(whole.entries) == 6
    assert str(growing_log.error) == str(whole.error)


def test_each_line_of_a_long_match_is_read_once_and_a_correction_plays_few_acts_again(
    log_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header, log = match("bazar-belot 2x2", 40)
    rows = lines(header, log)
    log_path.write_bytes(b"".join(rows[:-20]))
    follower = Follower(log_path)
    follower.poll()
    read, played = list[str](), list[int]()
    checked_entry, played_through = growing.checked_entry, growing.played_through

    def checked(line: str, *rest: Any) -> Entry:
        read.append(line)
        return checked_entry(line, *rest)

    def counted(game: Any, state: Any, steps: Any) -> Any:
        played.append(len(steps))
        return played_through(game, state, steps)

    monkeypatch.setattr(growing, "checked_entry", checked)
    monkeypatch.setattr(growing, "played_through", counted)
    for row in rows[-20:]:
        with log_path.open("ab") as file:
            file.write(row)
        assert follower.poll() is not None
    assert len(read) == sum(played) == 20
    played.clear()
    again = write_entry(Entry(len(log) + 1, 0, Source.TOUCH, log[-5].act, replaces=log[-5].seq), line_hash(""))
    with log_path.open("a", encoding="utf-8") as file:
        file.write(again + "\n")
    assert seq(follower.poll()) == len(log) + 1
    assert sum(played) <= 5 + growing._STRIDE


def test_a_step_is_found_after_each_entry_of_a_table(log_path: Path) -> None:
    follower = Follower(log_path)
    assert follower.poll() is None
    with LogStore.create(log_path, HEADER) as store:
        assert seq(follower.poll()) == 0
        for at, act in enumerate((Dealt(E), Called(S, "8H"), Called(W, "pass")), start=1):
            store.append(Entry(at, at * 1000, Source.TOUCH, act))
            assert seq(follower.poll()) == at
            assert follower.poll() is None
        store.append(Entry(4, 4000, Source.TOUCH, Called(S, "9H"), replaces=2))
        found = follower.poll()
        assert found is not None
        assert [call["call"] for call in found.snapshot.state()["calls"]] == ["9H", "pass"]


def test_of_many_entries_that_came_at_once_the_last_state_is_told(log_path: Path) -> None:
    header, log = match("bazar-belot 2x2", 3)
    rows = lines(header, log)
    log_path.write_bytes(rows[0])
    follower = Follower(log_path)
    assert seq(follower.poll()) == 0
    log_path.write_bytes(b"".join(rows))
    assert seq(follower.poll()) == len(log)
    assert follower.poll() is None


def test_a_line_being_written_waits_for_its_end(log_path: Path) -> None:
    header, log = match("bazar-belot 2x2", 1)
    rows = lines(header, log)
    log_path.write_bytes(b"".join(rows[:5]) + rows[5][:20])
    follower = Follower(log_path)
    assert seq(follower.poll()) == 4
    with log_path.open("ab") as file:
        file.write(rows[5][20:])
    assert seq(follower.poll()) == 5


def test_the_last_line_of_a_log_written_by_hand_needs_no_end(log_path: Path) -> None:
    header, log = match("bazar-belot 2x2", 1)
    rows = lines(header, log)
    log_path.write_bytes(b"".join(rows[:6]).rstrip(b"\n"))
    follower = Follower(log_path)
    assert seq(follower.poll()) == 5
    with log_path.open("ab") as file:
        file.write(b"\n" + rows[6])
    assert seq(follower.poll()) == 6


def test_a_log_cut_back_by_a_recovery_is_read_again(log_path: Path) -> None:
    header, log = match("bazar-belot 2x2", 1)
    rows = lines(header, log)
    log_path.write_bytes(b"".join(rows[:9]) + b'{"seq":9,"at_')
    follower = Follower(log_path)
    assert seq(follower.poll()) == 8
    with LogStore.open(log_path) as store:
        assert store.recovered is not None
        assert follower.poll() is None
        store.append(log[8])
        assert seq(follower.poll()) == 9
    log_path.write_bytes(b"".join(rows[:4]))
    assert seq(follower.poll()) == 3


def test_a_card_changed_by_hand_in_the_middle_is_seen_although_the_size_stays(log_path: Path) -> None:
    rows = lines(HEADER, [Entry(1, 0, Source.TOUCH, Dealt(E)), Entry(2, 0, Source.TOUCH, Called(S, "8H"))])
    log_path.write_bytes(b"".join(rows))
    follower = Follower(log_path)
    follower.poll()
    log_path.write_bytes(b"".join(rows).replace(b'"8H"', b'"9H"'))
    os.utime(log_path, ns=(1, 1))
    found = follower.poll()
    assert found is not None
    assert found.snapshot.state()["calls"][0]["call"] == "9H"
    assert found.age_s == 0.0, "it is news, however old the file says that it is"


def test_an_impossible_act_is_passed_over_as_check_does(log_path: Path) -> None:
    acts = (Dealt(E), Called(S, "8H"), *(Called(seat, "pass") for seat in (W, N, E, S)))
    cards = (Played(S, Card.parse("7H")), Played(W, Card.parse("7H")), Played(N, Card.parse("8H")))
    log = [Entry(at, at, Source.TOUCH, act) for at, act in enumerate((*acts, *cards), start=1)]
    log_path.write_bytes(b"".join(lines(HEADER, log)))
    follower = Follower(log_path)
    found = follower.poll()
    assert found is not None
    assert [play["card"] for play in found.snapshot.state()["trick"]["plays"]] == ["7H", None, "8H"]


def test_a_line_that_is_none_is_told_and_what_stands_before_it_is_shown(log_path: Path) -> None:
    rows = lines(HEADER, [Entry(1, 0, Source.TOUCH, Dealt(E))])
    log_path.write_bytes(b"".join(rows) + b'{"seq": 1}\n')
    follower = Follower(log_path)
    assert seq(follower.poll()) == 1
    assert follower.error is not None
    assert "line 3" in follower.error
    assert "\n" not in follower.error


@pytest.mark.parametrize(
    "data",
    [b"hello\n", b"{}\n", b'{"kozyr": 1, "game": "whist"}\n', b"\x00\xff\n" * 9, b"x" * 70_000, b"no end"],
    ids=["text", "object", "game", "binary", "long", "unended"],
)
def test_a_file_that_is_no_log_is_one_sentence(data: bytes, log_path: Path) -> None:
    log_path.write_bytes(data)
    os.utime(log_path, (1, 1))
    with pytest.raises(KozyrError) as refused:
        Follower(log_path).poll()
    assert str(log_path) in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_device_is_no_log() -> None:
    with pytest.raises(KozyrError, match="no file that holds a log"):
        Follower(Path("/dev/zero")).poll()


def test_the_newest_log_of_a_folder_is_followed_and_what_is_none_is_passed_over(tmp_path: Path) -> None:
    header, log = match("bazar-belot 2x2", 1)
    rows = lines(header, log)
    first, second, junk = (tmp_path / f"{name}.kozyr.jsonl" for name in ("b", "a", "c"))
    follower = Follower(tmp_path)
    assert follower.poll() is None
    first.write_bytes(b"".join(rows[:4]))
    os.utime(first, (100, 100))
    assert seq(follower.poll()) == 3
    second.write_bytes(b"".join(rows[:7]))
    os.utime(second, (200, 200))
    junk.write_bytes(b"junk\n")
    assert seq(follower.poll()) == 6
    assert follower.path == second
    with first.open("ab") as file:
        file.write(rows[4])
    assert seq(follower.poll()) == 4, "the table went on with the older match"
    assert follower.path == first
    assert follower.poll() is None


def test_how_long_a_log_has_stood_so_is_known_when_it_is_found(log_path: Path) -> None:
    log_path.write_bytes(b"".join(lines(HEADER, [Entry(1, 0, Source.TOUCH, Dealt(E))])))
    os.utime(log_path, (1000, 1000))
    found = Follower(log_path).poll()
    assert found is not None
    assert found.age_s > 1_000_000


@pytest.fixture
def held(log_path: Path) -> Iterator[LogStore]:
    """A log that a table writes."""
    with LogStore.create(log_path, HEADER) as store:
        yield store


@pytest.mark.skipif(not Path("/proc/locks").exists(), reason="only Linux lists its locks")
def test_whether_a_table_holds_the_log_is_known_and_never_in_its_way(log_path: Path, held: LogStore) -> None:
    follower = Follower(log_path)
    assert follower.is_held() is False
    follower.poll()
    assert follower.is_held() is True
    held.close()
    for _ in range(50):
        assert follower.is_held() is False
        LogStore.open(log_path).close()


def test_a_log_written_by_hand_is_silent_when_nothing_came_for_half_a_minute(
    log_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(following.time, "monotonic", lambda: now[0])
    log_path.write_bytes(b"".join(lines(HEADER, [Entry(1, 0, Source.TOUCH, Dealt(E))])))
    follower = Follower(log_path)
    follower.poll()
    assert follower.is_held() is not True
    now[0] += 31
    assert follower.is_held() in (False, None)
