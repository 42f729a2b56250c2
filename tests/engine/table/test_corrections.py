"""Corrections are plain list edits, whoever corrects what and however often."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kozyr.engine.acts import Act, Called, Decision, Played, Ruled
from kozyr.engine.cards import Card, cards
from kozyr.engine.errors import LogFormatError
from kozyr.engine.seats import Seat
from kozyr.engine.table.corrections import carried, effective, history
from kozyr.engine.table.log import Entry, Source, Step


def play(code: str, seat: Seat = Seat.S) -> Played:
    return Played(seat, Card.parse(code))


def entry(seq: int, act: Act | None, replaces: int | None = None, before: int | None = None, by: str = "") -> Entry:
    return Entry(seq, 100 * seq, Source.TOUCH, act, replaces=replaces, before=before, by=by or None)


def acts_of(*entries: Entry) -> list[Act]:
    return [step.act for step in effective(entries)]


NINE, TEN, JACK, QUEEN = play("9H"), play("10H"), play("JH"), play("QH")


def test_a_correction_stands_at_the_place_and_time_of_what_it_corrects_under_its_own_number() -> None:
    assert effective((entry(1, NINE), entry(2, TEN), entry(3, JACK, replaces=1))) == (
        Step(3, 100, JACK),
        Step(2, 200, TEN),
    )


def test_correcting_a_correction_changes_the_same_place_whichever_entry_it_names() -> None:
    log = (entry(1, NINE), entry(2, TEN), entry(3, JACK, replaces=1))
    assert acts_of(*log, entry(4, QUEEN, replaces=3)) == [QUEEN, TEN]
    assert acts_of(*log, entry(4, QUEEN, replaces=1)) == [QUEEN, TEN]


def test_what_was_taken_back_can_be_brought_back_in_its_place() -> None:
    log = (entry(1, NINE), entry(2, TEN), entry(3, None, replaces=1))
    assert acts_of(*log) == [TEN]
    assert acts_of(*log, entry(4, NINE, replaces=3)) == [NINE, TEN]


def test_an_insertion_stands_before_the_place_it_names_even_when_that_was_taken_back() -> None:
    log = (
        entry(1, NINE),
        entry(2, TEN),
        entry(3, None, replaces=2),
        entry(4, JACK, before=2),
        entry(5, QUEEN, before=4),
    )
    assert acts_of(*log) == [NINE, QUEEN, JACK]


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (entry(3, JACK, replaces=9), '"replaces" names 9'),
        (entry(3, JACK, before=9), '"before" names 9'),
        (entry(2, JACK), '"seq" must rise'),
        (entry(3, None, replaces=3), '"replaces" names 3'),
    ],
)
def test_a_reference_to_an_unknown_or_later_entry_is_refused(bad: Entry, sentence: str) -> None:
    with pytest.raises(LogFormatError, match=sentence):
        effective((entry(1, NINE), entry(2, TEN), bad))


def test_a_ruling_follows_the_entry_that_it_names_through_corrections() -> None:
    ruling = Ruled("revoke", Seat.S, 1, Decision.ACCEPTED)
    log = (entry(1, NINE), entry(2, ruling), entry(3, JACK, replaces=1))
    assert acts_of(*log) == [JACK, Ruled("revoke", Seat.S, 3, Decision.ACCEPTED)]
    assert carried(ruling, log) == Ruled("revoke", Seat.S, 3, Decision.ACCEPTED)
    assert carried(ruling, log[:1]) is ruling
    assert carried(NINE, log) is NINE


def test_the_history_of_a_place_says_who_changed_what_when() -> None:
    log = (
        entry(1, NINE),
        entry(2, TEN, before=1),
        entry(3, JACK, replaces=1, by="Judge"),
        entry(4, None, replaces=1),
    )
    inserted, first = history(log)
    assert inserted.inserted
    assert (inserted.seq, inserted.act, inserted.changes) == (2, TEN, ())
    assert [(change.old, change.new, change.by, change.at_ms) for change in first.changes] == [
        (NINE, JACK, "Judge", 300),
        (JACK, None, None, 400),
    ]
    assert (first.seq, first.act, first.inserted) == (4, None, False)


@st.composite
def logs(draw: st.DrawFn) -> tuple[list[Entry], list[Act]]:
    """A log with corrections of all kinds, and the same edits done on a plain list."""
    entries: list[Entry] = []
    model: list[list[object]] = []  # [place number, act or None]
    place_of: dict[int, int] = {}
    for seq in range(1, draw(st.integers(1, 25)) + 1):
        act = draw(st.sampled_from([Called(Seat.W, str(seq)), Called(Seat.N, str(-seq))]))
        kind = draw(st.sampled_from(["add", "add", "replace", "drop", "insert"])) if entries else "add"
        if kind == "add":
            entries.append(entry(seq, act))
            model.append([seq, act])
            place_of[seq] = seq
            continue
        named = draw(st.integers(1, seq - 1))
        at = next(index for index, row in enumerate(model) if row[0] == place_of[named])
        if kind == "insert":
            entries.append(entry(seq, act, before=named))
            model.insert(at, [seq, act])
            place_of[seq] = seq
        else:
            new = act if kind == "replace" else None
            entries.append(entry(seq, new, replaces=named))
            model[at][1] = new
            place_of[seq] = place_of[named]
    return entries, [row[1] for row in model if row[1] is not None]  # type: ignore[misc]


@given(logs())
def test_corrections_equal_plain_list_edits(made: tuple[list[Entry], list[Act]]) -> None:
    entries, expected = made
    assert acts_of(*entries) == expected
    assert [place.act for place in history(entries) if place.act is not None] == expected
    assert [place.seq for place in history(entries) if place.act is not None] == [s.seq for s in effective(entries)]


def test_cards_are_compared_by_value() -> None:
    assert acts_of(entry(1, Played(Seat.S, cards("9H")[0]))) == [NINE]
