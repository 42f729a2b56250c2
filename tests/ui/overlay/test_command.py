"""``kozyr overlay`` and ``--overlay`` as people start, kill and restart them."""

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.acts import Called, Dealt
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.store import LogStore
from kozyr.ui.cli import main
from kozyr.ui.commands.overlay_doors import add_overlay_switch, shown_beside
from kozyr.ui.commands.table import TableShell
from kozyr.ui.live import LiveTable
from kozyr.ui.overlay.service import Doors, OverlayThread

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E
HEADER = Header(
    "bazar-belot", "repino-2013", seating((S, W, N, E), {"SN": (S, N), "WE": (W, E)}),
    tuple((seat, seat.value) for seat in Seat), "2026-01-01T00:00:00Z",
)  # fmt: skip
WRITER = """
import sys, time
from kozyr.engine.acts import Dealt
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.store import LogStore
store = LogStore.open(sys.argv[1])
seq = store.read.entries[-1].seq if store.read.entries else 0
while True:
    seq += 1
    store.append(Entry(seq, seq, Source.TOUCH, Dealt(tuple(Seat)[seq % 4])))
    print(seq, flush=True)
    time.sleep(0.01)
"""


class Running:
    """A ``kozyr overlay`` of its own."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kozyr", "overlay", "--lang", "en", *words],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"127\.0\.0\.1:(\d+)/overlay", line)
        assert found, (line, self.process.stderr.read() if self.process.poll() is not None else "")
        self.port = int(found[1])

    def end(self, sign: int = signal.SIGTERM) -> tuple[int, str]:
        """Status and stderr after a signal."""
        self.process.send_signal(sign)
        _, said = self.process.communicate(timeout=120)
        return self.process.returncode, said


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOZYR_HOME", str(tmp_path / "home"))


@pytest.fixture
def started() -> Iterator[Callable[..., Running]]:
    """Starts overlays and ends what is left of them."""
    all_of_them: list[Running] = []

    def start(*words: str) -> Running:
        all_of_them.append(Running(*words))
        return all_of_them[-1]

    yield start
    for one in all_of_them:
        if one.process.poll() is None:
            one.process.kill()
            one.process.communicate()


@pytest.fixture
def log_path(tmp_path: Path) -> Path:
    """Where the log is."""
    return tmp_path / "evening.kozyr.jsonl"


def state(port: int) -> Any:
    """The state that a page would get now."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/state", timeout=10) as answer:
        return json.loads(answer.read())


def wait_for(holds: Callable[[], bool], seconds: float = 120) -> None:
    """Waits until something holds."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.02)


def free_port() -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Page:
    """A page that reconnects for ever, as those that ship do, and keeps the last state it has heard."""

    def __init__(self, port: int) -> None:
        self.port, self.state, self.servers = port, dict[str, Any](), set[str]()
        self._ended = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._ended:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/events?page=overlay", timeout=3) as stream:
                    for line in stream:
                        if line.startswith(b'data: {"game"'):
                            self.state = json.loads(line[6:])
                            self.servers.add(self.state["server"])
                        if self._ended:
                            return
            except OSError:
                time.sleep(0.05)

    def close(self) -> None:
        self._ended = True
        self._thread.join(5)


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_a_log_and_ends_cleanly(sign: int, log_path: Path, started: Callable[..., Running]) -> None:
    with LogStore.create(log_path, HEADER) as store:
        running = started(str(log_path), "--port", "0")
        store.append(Entry(1, 1000, Source.TOUCH, Dealt(E)))
        wait_for(lambda: state(running.port)["deal"] == 1)
        page = Page(running.port)
        wait_for(lambda: bool(page.state))
        assert running.end(sign) == (0, "")
        page.close()


def test_a_log_that_appears_later_is_waited_for(tmp_path: Path, started: Callable[..., Running]) -> None:
    later = tmp_path / "later.kozyr.jsonl"
    running = started(str(later), "--port", "0")
    assert state(running.port) is None
    with LogStore.create(later, HEADER):
        wait_for(lambda: state(running.port) is not None)
    assert running.end()[0] == 0


def test_without_a_log_the_tables_own_folder_is_followed(tmp_path: Path, started: Callable[..., Running]) -> None:
    running = started("--port", "0")
    folder = tmp_path / "home" / "logs"
    folder.mkdir(parents=True)
    for at, name in enumerate(("first", "second"), start=1):
        with LogStore.create(folder / f"{name}.kozyr.jsonl", HEADER) as store:
            for seq in range(1, at + 1):
                store.append(Entry(seq, seq, Source.TOUCH, Dealt(E)))
            wait_for(lambda at=at: (state(running.port) or {}).get("deal") == at)
    assert running.end() == (0, "")


def test_a_damaged_line_is_told_once_and_the_pages_go_on(log_path: Path, started: Callable[..., Running]) -> None:
    with LogStore.create(log_path, HEADER) as store:
        store.append(Entry(1, 1000, Source.TOUCH, Dealt(E)))
    running = started(str(log_path), "--port", "0")
    whole = log_path.read_bytes()
    log_path.write_bytes(whole + b'{"seq": 1}\n')
    time.sleep(0.5)
    assert state(running.port)["deal"] == 1
    log_path.write_bytes(whole)
    with LogStore.open(log_path) as store:
        store.append(Entry(2, 2000, Source.TOUCH, Dealt(S)))
        wait_for(lambda: state(running.port)["deal"] == 2)
    status, said = running.end()
    assert status == 0
    assert said.count("\n") == 1
    assert "line 3" in said


def test_pages_recover_from_twenty_kills_of_the_table_and_of_the_overlay(
    log_path: Path, started: Callable[..., Running]
) -> None:
    """B27: ten times the table's process, ten times the overlay's, killed in the middle with a page open."""
    LogStore.create(log_path, HEADER).close()
    port = free_port()
    running = started(str(log_path), "--port", str(port))
    page = Page(port)
    for kill in range(10):
        table = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(log_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert table.stdout is not None
        begun = int(table.stdout.readline())
        wait_for(lambda begun=begun: page.state.get("seq", 0) >= begun)
        if kill % 2:
            running.process.kill()
            running.process.communicate()
            running = started(str(log_path), "--port", str(port))
        table.kill()
        said, _ = table.communicate()
        last = int((said.split() or [begun])[-1])
        wait_for(lambda last=last: page.state.get("seq", 0) >= last)
        if not kill % 2:
            running.process.kill()
            running.process.communicate()
            running = started(str(log_path), "--port", str(port))
    wait_for(lambda: page.state == state(port))
    assert len(page.servers) >= 10
    page.close()
    assert running.end()[0] == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["/no/such/folder/a.kozyr.jsonl"], "/no/such/folder"),
        (["/dev/zero"], "no file that holds a log"),
        (["README.md"], "line 1"),
        (["--port", "70000"], "--port"),
        (["--delay", "301"], "0 to 300"),
        (["--delay", "-1"], "0 to 300"),
        (["--delay", "nan"], "0 to 300"),
        (["--clients", "0"], "--clients"),
        (["--theme", "/no/such.css"], "--theme"),
        (["--scene", "deal=Table"], "--obs"),
        (["--obs", "localhost:4455"], "--scene"),
        (["--obs", "localhost", "--scene", "deal=Table"], "HOST:PORT"),
        (["--obs", "localhost:0", "--scene", "deal=Table"], "HOST:PORT"),
        (["--obs", "localhost:4455", "--scene", "lunch=Table"], "EVENT=SCENE"),
        (["--text-files", "README.md/inside"], "cannot be written"),
        (["--revoke", "everything"], "--revoke"),
    ],
    ids=lambda found: " ".join(found) if isinstance(found, list) else "",
)
def test_bad_input_is_one_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("obsws_python", reason="scene changes need the obs extra")
    root = Path(__file__).parents[3]
    given = [str(root / word) if word.startswith("README") else word for word in words]
    try:
        status = main(["overlay", "--lang", "en", *given])
    except SystemExit as ended:
        status = int(str(ended.code))
    said = capsys.readouterr()
    assert status == 2
    assert said.err.count("\n") == 1
    assert sentence in said.err
    assert "Traceback" not in said.err


def test_a_port_that_is_taken_is_one_sentence(log_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    LogStore.create(log_path, HEADER).close()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert main(["overlay", str(log_path), "--port", port]) == 2
        assert port in capsys.readouterr().err
        assert main(["watch", "README.md", "--log", str(log_path), "--overlay", "--overlay-port", port]) == 2


def test_revoking_makes_a_new_token_in_a_file_of_ones_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "home" / "overlay-tokens.json"
    assert main(["overlay", "--revoke", "overlay", "--lang", "en"]) == 0
    first = json.loads(kept.read_text("utf-8"))["overlay"]
    assert main(["overlay", "--revoke", "overlay", "--lang", "en"]) == 0
    assert json.loads(kept.read_text("utf-8"))["overlay"] != first
    assert kept.stat().st_mode & 0o777 == 0o600
    said = capsys.readouterr().out
    assert "overlay" in said
    assert first not in said


def test_for_the_network_each_page_has_an_address_with_its_token(
    log_path: Path, started: Callable[..., Running], tmp_path: Path
) -> None:
    LogStore.create(log_path, HEADER).close()
    running = started(str(log_path), "--port", "0", "--lan")
    assert running.process.stdout is not None
    lines = [running.process.stdout.readline() for _ in range(3)]
    kept = json.loads((tmp_path / "home" / "overlay-tokens.json").read_text("utf-8"))
    assert kept["overlay"] in lines[0]
    assert kept["spectator"] in lines[2]
    assert running.end() == (0, "")


def test_what_is_for_the_pages_needs_the_switch(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--lan"], ["--delay", "5"], ["--text-files", str(tmp_path)]):
        assert main(["watch", str(tmp_path), "--log", str(tmp_path / "a.kozyr.jsonl"), *words]) == 2
        assert "--overlay" in capsys.readouterr().err


def test_the_table_app_serves_its_match_and_every_correction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shells: list[TableShell] = []
    ports: list[int] = []

    def remembered(self: TableShell, options: argparse.Namespace) -> None:
        made(self, options)
        shells.append(self)

    def window(**_: object) -> None:
        found = re.search(r"127\.0\.0\.1:(\d+)/overlay", capsys.readouterr().err)
        assert found
        ports.append(port := int(found[1]))
        assert state(port) is None
        model = shells[0]._opened(LiveTable.create(tmp_path / "evening.kozyr.jsonl", HEADER))
        model.begin_deal(S)
        wait_for(lambda: (state(port) or {}).get("deal") == 1)
        model.call(W, "8H")
        wait_for(lambda: [call["call"] for call in state(port)["calls"]] == ["8H"])
        model.undo()
        wait_for(lambda: state(port)["calls"] == [])
        shells[0]._close()
        model = shells[0]._opened(LiveTable.resume(tmp_path / "evening.kozyr.jsonl"))
        model.call(W, "9H")
        wait_for(lambda: [call["call"] for call in state(port)["calls"]] == ["9H"])
        shells[0]._close()

    made = TableShell.__init__
    monkeypatch.setattr(TableShell, "__init__", remembered)
    monkeypatch.setattr("kozyr.ui.commands.table.has_display", lambda: True)
    monkeypatch.setattr("kozyr.ui.tablet.app.run_table", window)
    assert main(["table", "--overlay", "--overlay-port", "0"]) == 0
    with pytest.raises(OSError, match="refused"):
        state(ports[0])


def test_after_a_crash_the_pages_show_the_match_before_anybody_touches_the_start_screen(
    log_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with LogStore.create(log_path, HEADER) as store:
        for seq, act in enumerate((Dealt(E), Called(S, "8H")), start=1):
            store.append(Entry(seq, 1000 * seq, Source.TOUCH, act))
    seen: list[Any] = []

    def window(**_: object) -> None:
        found = re.search(r"127\.0\.0\.1:(\d+)/overlay", capsys.readouterr().err)
        assert found
        wait_for(lambda: state(int(found[1])) is not None)
        seen.append(state(int(found[1])))
        with urllib.request.urlopen(f"http://127.0.0.1:{found[1]}/events?page=overlay", timeout=10) as stream:
            seen.append(next(json.loads(line[6:]) for line in stream if line.startswith(b'data: {"table"')))

    monkeypatch.setattr("kozyr.ui.commands.table.has_display", lambda: True)
    monkeypatch.setattr("kozyr.ui.tablet.app.run_table", window)
    assert main(["table", "--log", str(log_path), "--overlay", "--overlay-port", "0"]) == 0
    assert [call["call"] for call in seen[0]["calls"]] == ["8H"]
    assert seen[1]["table"] is False


def test_a_command_without_a_screen_shows_its_session(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    parser = argparse.ArgumentParser()
    add_overlay_switch(parser)
    live = LiveTable.create(tmp_path / "evening.kozyr.jsonl", HEADER)
    with shown_beside(parser.parse_args([])) as show:
        show(live.session)
        assert capsys.readouterr().err == ""
    with shown_beside(parser.parse_args(["--overlay", "--overlay-port", "0"])) as show:
        found = re.search(r":(\d+)/overlay", capsys.readouterr().err)
        assert found
        live.model.begin_deal(E)
        show(live.session)
        wait_for(lambda: (state(int(found[1])) or {}).get("deal") == 1)
    live.close()


def test_a_table_never_waits_for_its_pages(tmp_path: Path) -> None:
    """The overlay's thread hangs; the table shows a thousand states, and of these the pages get the last."""
    live = LiveTable.create(tmp_path / "evening.kozyr.jsonl", HEADER)
    thread = OverlayThread(Doors(port=0))
    go_on, hangs = threading.Event(), threading.Event()
    thread._loop.call_soon_threadsafe(lambda: (hangs.set(), go_on.wait(20)))
    assert hangs.wait(10)
    for _ in range(1000):
        thread.show(live.session)
    live.session.record(Dealt(E), 0, Source.TOUCH)
    live.session.record(Called(S, "8H"), 0, Source.TOUCH)
    thread.show(live.session)
    assert not go_on.is_set()
    go_on.set()
    wait_for(lambda: (state(thread.port) or {}).get("seq") == 2)
    assert state(thread.port)["revision"] <= 2
    thread.close()
    thread.show(live.session)
    thread.rest()
    live.close()


def test_a_disk_that_is_full_for_text_files_stops_nothing(log_path: Path, started: Callable[..., Running]) -> None:
    """The folder of the texts vanishes while the overlay runs."""
    texts = log_path.parent / "texts"
    with LogStore.create(log_path, HEADER) as store:
        running = started(str(log_path), "--port", "0", "--text-files", str(texts))
        store.append(Entry(1, 1000, Source.TOUCH, Dealt(E)))
        wait_for(lambda: (texts / "deal.txt").exists() and (texts / "deal.txt").read_text("utf-8") == "1")
        for file in (*texts.iterdir(), texts):
            os.remove(file) if file.is_file() else file.rmdir()
        store.append(Entry(2, 2000, Source.TOUCH, Dealt(S)))
        store.append(Entry(3, 3000, Source.TOUCH, Dealt(W)))
        wait_for(lambda: state(running.port)["deal"] == 3)
        status, said = running.end()
    assert status == 0
    assert said.count("\n") == 1
    assert "cannot be written" in said
