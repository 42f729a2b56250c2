"""Who corrected what is noted as far as it is known without asking; when, by the time of play and the time of day."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat


def faces(hand: Any, card: str, *, pad: bool = False) -> Any:
    found = [one for root in hand.window.children for one in root.walk() if getattr(one, "card", None) is not None]
    return next(one for one in found if one.card == Card.parse(card) and one.wide is pad)


def plate(screen: Any, seat: Seat) -> Any:
    from kozyr.ui.tablet.screens.felt import Plate

    return next(one for one in screen.walk() if isinstance(one, Plate) and one.seat is seat)


def here(text: str) -> str:
    """A moment of UTC as the clock of this place shows it."""
    return f"{datetime.fromisoformat(text).astimezone():%H:%M}"


def test_a_correction_after_a_touched_plate_is_by_that_player(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H 8H")
    screen = show(model)
    hand.tap(plate(screen, Seat.S))
    hand.tap(faces(hand, "8H"))
    hand.tap(faces(hand, "AH", pad=True))
    assert model.session.entries[-1].by == "Перший"
    assert screen.acting is None, "the next one is by whoever is touched then"
    hand.tap(faces(hand, "AH"))
    hand.tap(faces(hand, "8H", pad=True))
    assert model.session.entries[-1].by is None, "nobody is asked"


@pytest.mark.parametrize("what", ["correction", "take-back", "insertion", "swap", "undo", "redo"])
def test_whatever_the_judge_puts_right_is_by_the_judge(what: str, played: Callable[..., Any]) -> None:
    model = played("9H 8H")
    first, last = (step for step in model.session.steps if isinstance(step.act, Played))
    model.open_judging()
    before = len(model.session.entries)
    match what:
        case "correction":
            model.correct(last.seq, Played(Seat.N, Card.parse("AH")))
        case "take-back":
            model.take_back(last.seq)
        case "insertion":
            model.insert_before(last.seq, Played(Seat.N, Card.parse("AH")))
        case "swap":
            model.amend(model.swapping(first.seq, last.seq))
        case _:
            model.undo()
            if what == "redo":
                model.redo()
    assert {entry.by for entry in model.session.entries[before:]} == {"judge"}


def test_the_history_of_an_entry_says_who_and_at_what_time_of_day(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H 8H")
    screen = show(model)
    hand.tap(plate(screen, Seat.S))
    model.clock.ms = 65 * 60_000
    hand.tap(faces(hand, "8H"))
    hand.tap(faces(hand, "AH", pad=True))
    screen.open_changes(model.session.entries[-1].seq)
    hand.idle()
    found = next(text for text in hand.texts() if "· touch · Перший" in text)
    assert f"({here('2026-11-30T19:05:00+00:00')})" in found
    model.open_judging()
    model.correct(model.session.entries[-1].seq, Played(Seat.N, Card.parse("8H")))
    screen.open_changes(model.session.entries[-1].seq)
    hand.idle()
    (judged,) = (text for text in hand.texts() if "· judge" in text)
    assert judged.count("judge") == 1, "it is said once"


def test_the_time_of_day_goes_on_from_when_people_sat_down_again(tmp_path: Path, model: Any) -> None:
    """The session's clock counts the time of play alone: a match may go on the next day."""
    from kozyr.ui.table_notes import TableNotes, notes_file

    file = notes_file(tmp_path / "evening.kozyr.jsonl")
    notes = TableNotes(model.session.header, file)
    notes.sat_down(600_000, datetime(2026, 12, 1, 9, 30, tzinfo=UTC))
    for known in (notes, TableNotes(model.session.header, file)):
        assert known.time_of_day(60_000) == datetime(2026, 11, 30, 18, 1, tzinfo=UTC)
        assert known.time_of_day(660_000) == datetime(2026, 12, 1, 9, 31, tzinfo=UTC)


@pytest.mark.parametrize("started", ["", "yesterday"])
def test_a_log_that_does_not_say_when_it_began_has_the_time_of_play_alone(started: str, model: Any) -> None:
    from dataclasses import replace

    from kozyr.ui.table_notes import TableNotes
    from kozyr.ui.tablet.telling import when_text

    model.notes = TableNotes(replace(model.session.header, started=started))
    assert "(" not in when_text(model, 60_000)


def test_a_resumed_match_notes_when_people_sat_down(tmp_path: Path, model: Any) -> None:
    from kozyr.ui.live import LiveTable

    log = tmp_path / "evening.kozyr.jsonl"
    table = LiveTable.create(log, model.session.header)
    table.model.deal(Seat.S)
    table.close()
    again = LiveTable.resume(log)
    moment = again.model.notes.time_of_day(again.model.now_ms())
    again.close()
    assert moment is not None
    assert abs((datetime.now(UTC) - moment).total_seconds()) < 60
