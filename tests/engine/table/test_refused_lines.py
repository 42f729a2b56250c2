"""A log that refuses a line for a moment: what was recorded before is told, what was refused comes later, once."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from kozyr.engine.cards import DECK_32
from kozyr.engine.errors import KozyrError
from kozyr.engine.games.registry import game_named
from kozyr.engine.observations import CameraChanged, Observation
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import Choice, Question
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.session import Session
from kozyr.ui.calls import CallsToMerge
from kozyr.ui.runner import Watcher, follow

from .watched import CALLS, HEADER, E, N, S, Table, W, entries, opened


@dataclass
class Disk:
    """Takes lines until ``room`` is used up, all that are given together or none."""

    room: int
    lines: int = 0

    def keep(self, *entries: Entry) -> None:
        if self.lines + len(entries) > self.room:
            raise KozyrError("disk full")
        self.lines += len(entries)


def doubled(table: Table, rng: random.Random) -> tuple[Question, Choice, int] | None:
    """A question asked at this table that an answer of several new plays would settle, and when; None without one."""
    deck = [card.code for card in DECK_32 if card.code[-1] == "C"] + [
        card.code for card in DECK_32 if card.code[-1] != "C"
    ][:8]
    rng.shuffle(deck)
    at_ms, order = 1000, [W, N, E, S] * 2
    for turn in range(6):
        seat = order[turn] if rng.random() < 0.75 else rng.choice(list(Seat))
        table.lay(seat, deck[turn], at_ms)
        for later_ms in (150, 350, 700, 900):
            table.wait(at_ms + later_ms)
            for asked in table.follower.asked:
                for choice in () if asked.guessed else asked.question.choices:
                    if len(choice.acts) > 1 and choice.replaces is None and choice.before is None:
                        return asked.question, choice, at_ms + later_ms
        at_ms += rng.choice((300, 1000, 1500))
    return None


def test_an_answer_of_several_plays_is_recorded_whole_or_not_at_all() -> None:
    tried = 0
    for seed in range(40):
        table, twin = opened(), opened()
        found = doubled(table, random.Random(seed))
        if found is None:
            continue
        tried += 1
        question, choice, at_ms = found
        session, before = table.follower.session, (table.acts, table.offences, table.follower.questions)
        session._keep = Disk(room=1).keep
        with pytest.raises(KozyrError, match="disk full"):
            table.follower.answer(question.number, choice, at_ms)
        assert (table.acts, table.offences, table.follower.questions) == before
        session._keep = None
        table.follower.answer(question.number, choice, at_ms)
        doubled(twin, random.Random(seed))
        twin.follower.answer(question.number, choice, at_ms)
        assert session.entries == twin.follower.session.entries
    assert tried > 2


Moves = list[tuple[int, Seat, str, float]]


def moves(seed: int) -> Moves:
    """Some cards of a trick or two: now and then one is missed, out of turn or not clear."""
    rng = random.Random(seed)
    deck = [card.code for card in DECK_32]
    rng.shuffle(deck)
    found, at_ms, order = [], 0, [W, N, E, S] * 2
    for turn in range(rng.randint(2, 6)):
        at_ms += rng.choice((400, 1000, 1500))
        if turn == 0 or rng.random() >= 0.25:
            seat = order[turn] if rng.random() < 0.8 else rng.choice(list(Seat))
            found.append((at_ms, seat, deck[turn], rng.choice((0.995, 0.995, 0.7))))
    return found


def shown(laid: Moves, refused: int) -> tuple[Table, list[Any], int]:
    """A table that has seen this, line number ``refused`` refused once: (the table, what was told, lines tried)."""
    table, told, tried = opened(), list[Any](), 0
    session, watcher = table.follower.session, Watcher(table.follower.session)
    watcher.follower = table.follower

    def keep(*entries: Entry) -> None:
        nonlocal tried
        tried += 1
        if tried == refused:
            raise KozyrError("disk full")

    def take(observations: tuple[Observation, ...], now_ms: int, follow: Callable[..., Any] = watcher.take) -> None:
        try:
            told.extend(follow(observations, now_ms))
        except KozyrError:
            assert tried == refused

    session._keep = keep
    last_ms = 0
    for at_ms, seat, code, sure in laid:
        for now_ms in range(last_ms, at_ms, 200):
            take((), now_ms)
        take((table.card(seat, code, at_ms, sure=sure),), at_ms)
        last_ms = at_ms
    for now_ms in range(last_ms, last_ms + 9000, 200):
        take((), now_ms)
    for _ in range(2):
        take((), last_ms + 9000, watcher.finish)
    return table, told, tried


@pytest.mark.parametrize("seed", range(20))
def test_a_table_whose_log_refuses_one_line_ends_like_one_whose_log_takes_them_all(seed: int) -> None:
    laid = moves(seed)
    table, told, lines = shown(laid, refused=0)
    assert lines
    for refused in range(1, lines + 1):
        other, heard, _ = shown(laid, refused)
        assert (other.acts, other.offences) == (table.acts, table.offences)
        assert [one.why for one in other.follower.questions] == [one.why for one in table.follower.questions]
        assert entries(heard) == list(other.follower.session.entries[6:])
        assert [one.number for one in heard if isinstance(one, Question)] == [
            one.number for one in told if isinstance(one, Question)
        ]


def called() -> tuple[Entry, ...]:
    return tuple(Entry(seq, 0, Source.TOUCH, act) for seq, act in enumerate(CALLS, 1))


@pytest.mark.parametrize("record", [lambda calls, session: calls.due(session, 10), CallsToMerge.rest])
def test_calls_recorded_before_the_log_refused_one_are_told_by_the_next_call(
    record: Callable[[CallsToMerge, Session[Any]], tuple[Entry, ...]],
) -> None:
    disk = Disk(room=2)
    session: Session[Any] = Session(game_named("bazar-belot"), HEADER, keep=disk.keep)
    calls = CallsToMerge(called())
    with pytest.raises(KozyrError, match="disk full"):
        record(calls, session)
    disk.room = 9
    assert record(calls, session) == session.entries
    assert len(session.entries) == 6


class Blind:
    """Eyes that see nothing."""

    def process(self, item: CameraChanged) -> tuple[Observation, ...]:
        return ()

    def finish(self) -> tuple[Observation, ...]:
        return ()


def test_all_that_the_log_holds_is_told_before_the_watch_ends_for_a_full_disk() -> None:
    session: Session[Any] = Session(game_named("bazar-belot"), HEADER, keep=Disk(room=2).keep)
    told: list[Any] = []
    watch = follow((CameraChanged(50, True, "ok"),), Blind(), Watcher(session, CallsToMerge(called())))  # type: ignore[arg-type]
    with pytest.raises(KozyrError, match="disk full"):
        told.extend(iter(watch))
    assert told == list(session.entries)
    assert len(told) == 2
