"""A table with a screen: what the camera states, what fingers touch and what lies on the disk are one log."""

import errno
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kozyr.engine.acts import Called, Dealt, Played
from kozyr.engine.cards import Card
from kozyr.engine.errors import CameraLost, KozyrError
from kozyr.engine.observations import CameraChanged, CardAppeared, Observation, Zone, ZoneCleared, ZoneKind
from kozyr.engine.seats import Seat, seating
from kozyr.engine.table.log import Entry, Header, Source
from kozyr.engine.table.store import LogStore, read_log_file
from kozyr.ui.calls import CallsToMerge
from kozyr.ui.live import LiveTable
from kozyr.ui.opened_late import OpenedLate
from kozyr.ui.runner import CropFolder, Eyes
from kozyr.vision.types import Frame

S, W, N, E = Seat.S, Seat.W, Seat.N, Seat.E
SEATS = seating((S, W, N, E), {"SN": (S, N), "WE": (W, E)})
HEADER = Header("bazar-belot", "repino-2013", SEATS, tuple((seat, seat.value) for seat in Seat), "2026-01-01T00:00:00Z")
AUCTION = (Dealt(E), Called(S, "9H"), *(Called(seat, "pass") for seat in (W, N, E, S)))
CALLS = tuple(Entry(seq, 0, Source.TOUCH, act) for seq, act in enumerate(AUCTION, 1))
PLACES = {S: (0.0, 60.0), W: (-60.0, 0.0), N: (0.0, -60.0), E: (60.0, 0.0)}


def appeared(at_ms: int, track: int, seat: Seat, code: str, confidence: float = 0.999) -> CardAppeared:
    """A card laid to the trick from its seat."""
    card = Card.parse(code)
    return CardAppeared(
        at_ms, track, Zone(ZoneKind.TRICK), seat, seat, card, confidence, ((card, confidence),), PLACES[seat]
    )


def table(tmp_path: Path, **options: Any) -> LiveTable:
    """A new table that has its auction in its calls."""
    return LiveTable.create(tmp_path / "evening.kozyr.jsonl", HEADER, calls=CallsToMerge(CALLS), **options)


def tricks(live: LiveTable) -> list[tuple[str, str]]:
    """(seat, card) of the plays that stand."""
    acts = [step.act for step in live.session.steps]
    return [(act.seat.value, act.card.code if act.card else "??") for act in acts if isinstance(act, Played)]


def test_what_the_camera_sees_is_on_the_disk_before_it_is_told(tmp_path: Path) -> None:
    told: list[bool] = []

    def happened(happening: object) -> None:
        assert isinstance(happening, Entry)
        told.append(happening.seq in {entry.seq for entry in read_log_file(live.store.path).entries})

    live = table(tmp_path, happened=happened)
    live.take((appeared(5000, 1, S, "AS"),), 5200)
    live.take((appeared(7000, 2, W, "7S"),), 7200)
    assert tricks(live) == [("S", "AS"), ("W", "7S")]
    assert told == [True] * len(live.session.entries)
    live.close()


def test_a_doubtful_card_is_a_question_and_the_answer_is_logged(tmp_path: Path) -> None:
    live = table(tmp_path)
    live.take((appeared(5000, 1, S, "AS", 0.5),), 5200)
    live.take((), 6500)
    (question,) = live.model.questions
    assert tricks(live) == []
    live.model.answer(question, question.choices[0])
    assert live.model.questions == ()
    assert tricks(live) == [("S", "AS")]
    assert live.session.entries[-1].source is Source.TOUCH
    live.close()


def test_a_question_open_at_a_kill_is_asked_again(tmp_path: Path) -> None:
    """Nothing is closed properly: the disk alone tells what was asked."""
    live = table(tmp_path)
    live.take((appeared(5000, 1, S, "AS", 0.5),), 5200)
    live.take((), 6500)
    (asked,) = live.model.questions
    live.store.close()
    again = LiveTable.resume(live.store.path)
    (question,) = again.model.questions
    assert (question.why, question.seat, question.choices) == (asked.why, asked.seat, asked.choices)
    again.take((), 7000)
    assert again.model.questions == (question,)
    again.model.answer(question, question.choices[0])
    assert tricks(again) == [("S", "AS")]
    assert again.model.questions == ()
    again.store.close()
    assert LiveTable.resume(live.store.path).model.questions == ()


def test_a_guess_made_before_a_kill_is_corrected_by_the_answer_after_it(tmp_path: Path) -> None:
    live = table(tmp_path)
    live.take((appeared(5000, 1, S, "AS", 0.5),), 5200)
    live.take((), 6500)
    live.take((appeared(9000, 2, W, "7S"), appeared(9500, 3, N, "8S"), appeared(9900, 4, E, "9S")), 20_000)
    live.finish()
    assert tricks(live)[0][0] == "S"
    asked = live.watcher.follower.asked[0]
    assert asked.guessed
    live.store.close()
    again = LiveTable.resume(live.store.path)
    question = again.model.questions[0]
    other = replace(question.choices[0], acts=(Played(S, Card.parse("KS")),))
    again.model.answer(question, other)
    assert tricks(again)[0] == ("S", "KS")
    assert len(tricks(again)) == 4
    again.close()


def test_what_was_answered_in_the_last_moment_is_not_asked_again(tmp_path: Path) -> None:
    live = table(tmp_path)
    live.take((appeared(5000, 1, S, "AS", 0.5),), 5200)
    live.take((), 6500)
    kept = (tmp_path / "evening.questions.json").read_bytes()
    (question,) = live.model.questions
    live.model.answer(question, question.choices[0])
    live.store.close()
    (tmp_path / "evening.questions.json").write_bytes(kept)
    again = LiveTable.resume(live.store.path)
    assert again.model.questions == ()
    again.store.close()
    (tmp_path / "evening.questions.json").write_text('[{"number": 1}]')
    assert LiveTable.resume(live.store.path).model.questions == ()


def test_a_table_goes_on_where_it_stopped(tmp_path: Path) -> None:
    live = table(tmp_path)
    live.take((appeared(5000, 1, S, "AS"),), 5200)
    live.close()
    again = LiveTable.resume(live.store.path)
    assert tricks(again) == [("S", "AS")]
    assert again.now_ms() >= 5000
    again.model.play(W, Card.parse("7S"))
    assert tricks(again) == [("S", "AS"), ("W", "7S")]
    assert again.session.entries[-1].at_ms >= 5000
    again.close()


def test_cards_that_lie_there_after_a_restart_are_not_played_again(tmp_path: Path) -> None:
    first_trick = ((S, "AS"), (W, "7S"), (N, "8S"), (E, "10S"))
    live = table(tmp_path)
    for number, (seat, code) in enumerate((*first_trick, (S, "KS"), (W, "QS"))):
        if number == 4:
            live.take((ZoneCleared(9500, Zone(ZoneKind.TRICK), S, (0, 1, 2, 3)),), 9900)
        live.take((appeared(5000 + 1000 * number, number, seat, code),), 5200 + 1000 * number)
    before = tricks(live)
    assert len(before) == 6
    live.close()
    again = LiveTable.resume(live.store.path)
    lying = [
        replace(appeared(200, 1, S, "KS"), arrived_from=None),
        replace(appeared(200, 2, W, "QS", 0.6), arrived_from=None),
    ]
    again.take(tuple(lying), again.now_ms() + 300)
    again.take((), again.now_ms() + 3000)
    assert tricks(again) == before
    assert again.model.questions == ()
    again.take((appeared(again.now_ms(), 3, N, "JS"),), again.now_ms() + 200)
    assert tricks(again) == [*before, ("N", "JS")]
    again.close()


def test_a_log_in_use_or_missing_is_one_sentence(tmp_path: Path) -> None:
    live = table(tmp_path)
    with pytest.raises(KozyrError):
        LiveTable.resume(live.store.path)
    with pytest.raises(KozyrError):
        LiveTable.create(live.store.path, HEADER)
    live.close()
    with pytest.raises(KozyrError):
        LiveTable.resume(tmp_path / "nothing.kozyr.jsonl")


def test_b01_a_lost_camera_is_shown_and_the_game_goes_on_by_touch(tmp_path: Path) -> None:
    live = table(tmp_path)
    live.take((appeared(5000, 1, S, "AS"),), 5200)
    live.take((CameraChanged(7000, False, "frozen"),), 7000)
    assert (live.model.camera.working, live.model.camera.why) == (False, "frozen")
    live.take((appeared(7500, 2, W, "7S"),), 7600)
    assert tricks(live) == [("S", "AS")]
    live.model.play(W, Card.parse("8S"))
    live.take((CameraChanged(9000, True, "back"),), 9000)
    assert (live.model.camera.working, live.model.camera.why) == (True, "ok")
    live.take((appeared(9100, 3, S, "AS"), appeared(9100, 4, W, "8S")), 9300)
    assert tricks(live) == [("S", "AS"), ("W", "8S")]
    live.close()


class FakePipeline:
    """Test equipment: tells one prepared observation a frame."""

    def __init__(self, told: list[Observation], faults: range = range(0)) -> None:
        self._told, self._faults, self._count = told, faults, 0

    def process(self, item: Frame | CameraChanged) -> tuple[Observation, ...]:
        if isinstance(item, CameraChanged):
            return (item,)
        self._count += 1
        if self._count in self._faults:
            raise RuntimeError("the network ran out of memory")
        return (self._told.pop(0),) if self._told else ()

    def finish(self) -> tuple[Observation, ...]:
        return ()


def frames(count: int) -> Iterator[Frame]:
    """Black pictures, ten a second."""
    for index in range(count):
        yield Frame(index * 100, index, np.zeros((90, 160, 3), np.uint8))


def worked_off(live: LiveTable, source: Iterator[Frame], pipeline: FakePipeline) -> Exception | None:
    """Runs the eyes to their end, doing posted work on this thread as the screen would."""
    work: list[Callable[[], object]] = []
    over: list[Exception | None] = []
    live.look(source, pipeline, work.append, ended=over.append)  # type: ignore[arg-type]
    limit = time.monotonic() + 120
    while not over and time.monotonic() < limit:
        while work:
            work.pop(0)()
        time.sleep(0.005)
    assert over, "the eyes came to no end"
    return over[0]


def test_eyes_on_their_own_thread_feed_the_table(tmp_path: Path) -> None:
    live = table(tmp_path)
    seen: list[Observation] = [appeared(0, 1, S, "AS"), appeared(100, 2, W, "7S")]
    assert worked_off(live, frames(8), FakePipeline(seen)) is None
    assert tricks(live) == [("S", "AS"), ("W", "7S")]
    live.close()


def test_a_fault_of_the_eyes_leaves_the_table_playing_by_touch(tmp_path: Path) -> None:
    live = table(tmp_path)
    error = worked_off(live, frames(20), FakePipeline([appeared(0, 1, S, "AS")], faults=range(3, 99)))
    assert "memory" in str(error)
    assert live.model.camera.working is False
    live.model.play(W, Card.parse("7S"))
    assert tricks(live) == [("S", "AS"), ("W", "7S")]
    live.close()


def test_one_picture_that_makes_the_eyes_stumble_does_not_end_the_evening(tmp_path: Path) -> None:
    live = table(tmp_path)
    seen: list[Observation] = [appeared(0, 1, S, "AS"), appeared(200, 2, W, "7S")]
    assert worked_off(live, frames(8), FakePipeline(seen, faults=range(2, 3))) is None
    assert live.model.camera.why == "ended"
    assert tricks(live) == [("S", "AS"), ("W", "7S")]
    live.close()


def test_eyes_stop_when_the_window_closes() -> None:
    def endless() -> Iterator[Frame]:
        index = 0
        while True:
            time.sleep(0.01)
            yield Frame(index * 10, index, np.zeros((90, 160, 3), np.uint8))
            index += 1

    eyes = Eyes(endless(), FakePipeline([]), lambda observations, now_ms: None)  # type: ignore[arg-type]
    eyes.start()
    eyes.stop()
    assert not any(thread.name == "kozyr-eyes" and thread.is_alive() for thread in threading.enumerate())


def test_crops_are_kept_and_a_full_disk_does_not_stop_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crops = CropFolder(tmp_path / "evening.crops")
    picture = np.zeros((20, 30, 3), np.uint8)
    name = crops.keep("AS", picture)
    assert name is not None
    assert crops.file(name) is not None
    assert crops.file("../../etc/passwd") is None

    def full(self: Path, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert crops.keep("KS", picture) is None


def test_the_clock_goes_on_while_the_camera_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [100.0]
    monkeypatch.setattr("kozyr.ui.live.time.monotonic", lambda: seconds[0])
    live = LiveTable.create(tmp_path / "evening.kozyr.jsonl", HEADER)
    live.model.deal(E)
    live.take((CameraChanged(7000, False, "gone"),), 7000)
    for seat in (S, W, N):
        seconds[0] += 2
        live.model.call(seat, "pass")
    calls = [(entry.at_ms, entry.act) for entry in live.session.entries if isinstance(entry.act, Called)]
    assert calls == [(9000, Called(S, "pass")), (11000, Called(W, "pass")), (13000, Called(N, "pass"))]
    live.close()


def test_work_of_the_eyes_that_comes_after_closing_is_dropped(tmp_path: Path) -> None:
    live = table(tmp_path)
    live.take((appeared(5000, 1, S, "AS", 0.5),), 5200)
    work: list[Callable[[], object]] = []
    live.look(frames(3), FakePipeline([appeared(6000, 2, W, "7S")]), work.append)  # type: ignore[arg-type]
    live.close()
    before = live.store.path.read_bytes()
    assert work, "the eyes posted nothing"
    for do in work:
        do()
    assert live.store.path.read_bytes() == before


def test_a_full_disk_is_told_once_and_what_was_seen_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[KozyrError] = []
    live = table(tmp_path, failed=told.append)
    live.take((appeared(5000, 1, S, "AS"),), 5200)

    def full(fd: int, data: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("kozyr.engine.table.store.os.write", full)
        live.take((appeared(7000, 2, W, "7S"),), 7200)
        live.take((), 7300)
        live.take((appeared(8000, 3, N, "8S"),), 8100)
    assert [("space" in str(error)) for error in told] == [True]
    assert tricks(live) == [("S", "AS")]
    live.take((), 8200)
    assert tricks(live) == [("S", "AS"), ("W", "7S"), ("N", "8S")]
    assert [entry.act for entry in read_log_file(live.store.path).entries] == [e.act for e in live.session.entries]
    live.close()


def test_calls_that_a_full_disk_refused_are_recorded_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    live = table(tmp_path)

    def full(fd: int, data: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("kozyr.engine.table.store.os.write", full)
        live.take((appeared(5000, 1, S, "AS"),), 5200)
    assert live.session.entries == ()
    live.take((), 5300)
    assert [entry.act for entry in live.session.entries] == [*AUCTION, Played(S, Card.parse("AS"))]
    live.close()


class Clip:
    """Test equipment: a source of a few pictures that is told when it is closed."""

    name, live = "clip", True

    def __init__(self) -> None:
        self.closed = 0

    def __iter__(self) -> Iterator[Frame | CameraChanged]:
        yield from frames(2)

    def close(self) -> None:
        self.closed += 1


def test_a_camera_that_is_missing_is_told_once_and_opened_when_it_is_there() -> None:
    clip, tries = Clip(), iter((CameraLost("not there"), CameraLost("not there"), None))

    def opening() -> Clip:
        error = next(tries)
        if error is not None:
            raise error
        return clip

    items = list(OpenedLate(opening, pause_s=0.05))
    changes = [(item.working, item.why) for item in items if isinstance(item, CameraChanged)]
    assert changes == [(False, "absent"), (True, "back")]
    assert [type(item) for item in items[2:]] == [Frame, Frame]
    assert items[2].at_ms >= 100
    assert clip.closed == 1


def test_a_camera_that_never_comes_ends_when_the_table_closes(tmp_path: Path) -> None:
    def opening() -> Clip:
        raise CameraLost("not there")

    live = table(tmp_path)
    live.look(OpenedLate(opening), FakePipeline([]), lambda do: None)  # type: ignore[arg-type]
    begun = time.monotonic()
    live.close()
    assert time.monotonic() - begun < 20, "closing does not wait for the camera"


def test_what_was_undone_is_not_brought_back_after_the_camera_went_on(tmp_path: Path) -> None:
    live = table(tmp_path)
    live.take((appeared(5000, 1, S, "AS"),), 5200)
    live.model.play(W, Card.parse("7S"))
    live.model.undo()
    assert live.model.can_redo
    live.take((appeared(7000, 2, W, "8S"),), 7200)
    assert tricks(live) == [("S", "AS"), ("W", "8S")]
    assert not live.model.can_redo
    live.close()


def test_a_log_that_is_refused_is_held_by_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "evening.kozyr.jsonl"
    LogStore.create(path, replace(HEADER, rules={"no_such_option": 1})).close()
    for _ in range(2):
        with pytest.raises(KozyrError, match="no option 'no_such_option'"):
            LiveTable.resume(path)
    LogStore.open(path).close()


def test_a_log_that_no_table_stands_on_is_not_left_behind(tmp_path: Path) -> None:
    path = tmp_path / "evening.kozyr.jsonl"
    with pytest.raises(KozyrError, match="no option 'no_such_option'"):
        LiveTable.create(path, replace(HEADER, rules={"no_such_option": 1}))
    assert list(tmp_path.iterdir()) == []
    LiveTable.create(path, HEADER).close()


def test_what_was_recorded_before_the_disk_was_full_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    live, write, room = table(tmp_path, happened=told.append), os.write, [2]

    def full(fd: int, data: bytes) -> int:
        room[0] -= 1
        if room[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return write(fd, data)

    with monkeypatch.context() as patch:
        patch.setattr("kozyr.engine.table.store.os.write", full)
        live.take((), 100)
        assert told == list(live.session.entries)
        assert len(told) == 2
    live.take((), 200)
    assert told == list(live.session.entries)
    assert len(told) == len(CALLS)
    live.close()
