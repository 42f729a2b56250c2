"""The model behind the screen, without a window."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from kozyr.engine.acts import Called, Decision, Exposed, Played, Ruled
from kozyr.engine.cards import Card
from kozyr.engine.errors import ImpossibleAct, KozyrError
from kozyr.engine.games.registry import game_named
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import NOTHING, Choice, Question, Why
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.session import ConflictingCorrection, Session
from kozyr.engine.view import Audience
from kozyr.ui.new_match import Plan, header_of
from kozyr.ui.tablet.model import TableModel
from kozyr.ui.tablet.touch_log import DEBOUNCE_MS


def acts(model: Any) -> list[Any]:
    return [step.act for step in model.session.steps]


def test_same_tap_within_the_debounce_time_is_ignored(model: Any) -> None:
    model.deal(Seat.S)
    model.clock.step = DEBOUNCE_MS // 3
    model.call(Seat.W, "pass")
    model.call(Seat.N, "pass")
    assert len(acts(model)) == 2
    model.clock.step = DEBOUNCE_MS
    model.call(Seat.N, "pass")
    assert len(acts(model)) == 3


def test_different_taps_in_quick_succession_count(played: Callable[..., Any]) -> None:
    model = played()
    model.clock.step = 10
    model.play(Seat.W, Card.parse("9H"))
    model.play(Seat.N, Card.parse("8H"))
    assert [act.card.code for act in acts(model) if isinstance(act, Played)] == ["9H", "8H"]


def test_undo_and_redo_many(played: Callable[..., Any]) -> None:
    model = played("9H 8H 7H")
    before = acts(model)
    for _ in range(3):
        model.undo()
    assert len(acts(model)) == len(before) - 3
    assert model.view.expectation.seat is Seat.W
    for _ in range(3):
        model.redo()
    assert acts(model) == before
    assert not model.can_redo
    model.undo()
    model.play(Seat.E, Card.parse("QH"))
    assert not model.can_redo


def test_undo_takes_back_what_was_done_last_be_it_a_correction(played: Callable[..., Any]) -> None:
    """A correction made after the last card is undone before that card; and all of it comes back in turn."""
    model = played("9H 8H 7H")
    before, wrong = acts(model), model.session.steps[-2]
    model.correct(wrong.seq, replace(wrong.act, card=Card.parse("AH")))
    corrected = acts(model)
    model.insert_before(model.session.steps[-1].seq, Exposed(Seat.S, (Card.parse("AS"),)))
    inserted = acts(model)
    model.play(Seat.E, Card.parse("QH"))
    whole = acts(model)
    for stand in (inserted, corrected, before, before[:-1], before[:-2], before[:-3]):
        model.undo()
        assert acts(model) == stand
    for stand in (before[:-2], before[:-1], before, corrected, inserted, whole):
        model.redo()
        assert acts(model) == stand
    assert not model.can_redo
    model.undo()
    model.undo()
    assert acts(model) == corrected


def test_undo_of_two_corrections_of_one_card_gives_each_value_again(played: Callable[..., Any]) -> None:
    model = played("9H 8H 7H")
    stands = [acts(model)]
    for code in ("AH", "KH"):
        last = model.session.steps[-1]
        model.correct(last.seq, replace(last.act, card=Card.parse(code)))
        stands.append(acts(model))
    model.take_back(model.session.steps[-1].seq)
    for stand in reversed(stands):
        model.undo()
        assert acts(model) == stand
    model.undo()
    assert acts(model) == stands[0][:-1]
    for stand in (*stands, stands[0][:-1]):
        model.redo()
        assert acts(model) == stand


def test_an_answer_to_the_camera_is_a_step_of_its_own(played: Callable[..., Any]) -> None:
    """It names the line of its guess, also where somebody has corrected that since."""
    model = played("9H 8H 7H")
    guessed = model.session.steps[-1].seq
    model.correct(guessed, Played(Seat.E, Card.parse("QH")))
    answered = Played(Seat.E, Card.parse("KH"))
    model.session.correct(guessed, answered, model.now_ms(), Source.TOUCH)
    stands = [Played(Seat.E, Card.parse(code)) for code in ("KH", "QH", "7H")]
    assert acts(model)[-1] == answered == stands[0]
    for stand in stands[1:]:
        model.undo()
        assert acts(model)[-1] == stand
    for stand in reversed(stands[:-1]):
        model.redo()
        assert acts(model)[-1] == stand


def test_undo_goes_on_past_an_inserted_card_that_other_hands_took_back(played: Callable[..., Any]) -> None:
    model = played("9H 8H 7H")
    before = acts(model)
    model.insert_before(model.session.steps[-1].seq, Exposed(Seat.S, (Card.parse("AS"),)))
    model.session.take_back(model.session.entries[-1].seq, model.now_ms(), Source.CAMERA)
    assert acts(model) == before
    model.undo()
    assert acts(model) == before[:-1]


def test_undo_of_an_exchange_of_two_cards_puts_both_back(played: Callable[..., Any]) -> None:
    model = played("9H 8H 7H")
    before = acts(model)
    first, second = model.session.steps[-3], model.session.steps[-2]
    model.amend(model.swapping(first.seq, second.seq))
    assert acts(model) != before
    model.undo()
    assert acts(model) == before


def test_undo_goes_back_through_clocks() -> None:
    """A clock that was ended runs again, from when it was asked for; one that was asked for is gone; and forward."""
    at = iter(range(0, 10**8, 1000))
    model = TableModel(Session(game_named("debertz"), header_of(Plan("debertz"), {})), now_ms=lambda: next(at))
    model.begin_deal(Seat.S)
    model.take_time(Seat.W)
    asked = model.view.clock
    assert asked is not None
    model.turn_up((Card.parse("10H"),))
    model.end_time(Seat.W)
    whole = acts(model)
    assert model.view.clock is None
    model.undo()
    assert model.view.clock == asked
    model.undo()
    model.undo()
    assert model.view.clock is None
    model.undo()
    assert acts(model) == []
    for _ in whole:
        model.redo()
    assert acts(model) == whole
    assert model.view.clock is None


def test_correction_moves_everything_after_it(played: Callable[..., Any]) -> None:
    """B14: a card of two tricks ago; winners and points follow, the old value stays in the log."""
    model = played("KH 8H 7H JH 9D 8D 7D JD QC")
    wrong = next(step.seq for step in model.session.steps if step.act == Played(Seat.N, Card.parse("8H")))
    points = dict(model.view.points)
    model.correct(wrong, Played(Seat.N, Card.parse("AH")))
    won = [trick.winner for trick in model.session.view(Audience.JUDGE).tricks]
    assert won[0] is Seat.N
    assert dict(model.view.points) != points
    entry = model.session.entries[-1]
    assert (entry.replaces, entry.source) == (wrong, Source.TOUCH)
    assert model.entry_of(wrong).act == Played(Seat.N, Card.parse("8H"))


def test_correction_that_cannot_be_changes_nothing(played: Callable[..., Any]) -> None:
    model = played("KH 8H 7H JH 9D")
    entries, seq = model.session.entries, model.play_of(Card.parse("8H")).seq
    with pytest.raises((ConflictingCorrection, ImpossibleAct)):
        model.correct(seq, Played(Seat.N, Card.parse("9D")))
    assert model.session.entries == entries
    model.amend(model.swapping(seq, model.play_of(Card.parse("9D")).seq))
    assert model.step_of(model.session.entries[-2].seq).act == Played(Seat.N, Card.parse("9D"))


def test_only_the_judge_rules(played: Callable[..., Any]) -> None:
    model = played("9H 8H 10C 7H KD QD AD 7D JH")
    finding = model.session.view(Audience.JUDGE).findings[0]
    ruling = Ruled("revoke", finding.seat, finding.committed, Decision.DISMISSED, why="the camera misread")
    with pytest.raises(ImpossibleAct):
        model.rule(ruling)
    assert model.view.findings == ()
    assert model.open_judging()
    model.rule(ruling)
    entry = model.session.entries[-1]
    assert (entry.source, entry.act.why) == (Source.JUDGE, "the camera misread")
    model.close_judging()
    assert model.source is Source.TOUCH


def test_answer_goes_where_the_camera_is_followed(played: Callable[..., Any]) -> None:
    model = played("9H")
    given: list[tuple[Any, Any]] = []
    model._answered = lambda question, choice: given.append((question, choice))
    choice = Choice((Played(Seat.N, Card.parse("8H")),))
    question = Question(3, 1000, Why.DOUBTFUL, Seat.N, choice, (choice, NOTHING))
    changes: list[int] = []
    model.on_change(lambda: changes.append(len(model.questions)))
    model.ask(question)
    model.ask(question)
    model.answer(question, choice)
    model.answer(question, choice)
    assert given == [(question, choice)]
    assert changes == [1, 0]


def test_answer_that_corrects_names_the_entry(played: Callable[..., Any]) -> None:
    model = played("9H 8H")
    seq = model.play_of(Card.parse("8H")).seq
    choice = Choice((Played(Seat.N, Card.parse("8D")),), 0.9, replaces=seq)
    question = Question(4, 2000, Why.REREAD, Seat.N, NOTHING, (choice, NOTHING), crops=("0004.png",))
    model.ask(question)
    model.answer(question, choice)
    entry = model.session.entries[-1]
    assert (entry.replaces, entry.why, entry.crop) == (seq, "reread", "0004.png")
    assert model.play_of(Card.parse("8H")) is None


def test_an_answer_of_two_plays_is_recorded_whole_or_not_at_all(played: Callable[..., Any]) -> None:
    model = played("9H")
    before, room = acts(model), [1]

    def keep(*entries: Entry) -> None:
        if len(entries) > room[0]:
            raise KozyrError("disk full")
        room[0] -= len(entries)

    choice = Choice((Played(Seat.N, None), Played(Seat.E, Card.parse("8H"))))
    question = Question(5, 2000, Why.OUT_OF_TURN, Seat.E, choice, (choice, NOTHING))
    model.session._keep = keep
    model.ask(question)
    with pytest.raises(KozyrError, match="disk full"):
        model.answer(question, choice)
    assert (acts(model), model.questions) == (before, (question,))
    room[0] = 2
    model.answer(question, choice)
    assert (acts(model), model.questions) == ([*before, *choice.acts], ())


def test_dealer_passes_on(model: Any, played: Callable[..., Any]) -> None:
    assert model.next_dealer is None
    played()
    model.tally((("SN", 100), ("WE", 62)))
    assert model.next_dealer is Seat.W


def test_insertion_and_take_back(played: Callable[..., Any]) -> None:
    model = played("9H 7H")
    seven = model.play_of(Card.parse("7H")).seq
    model.insert_before(seven, Played(Seat.N, Card.parse("8H")))
    assert [act.seat for act in acts(model) if isinstance(act, Played)] == [Seat.W, Seat.N, Seat.N]
    model.take_back(seven)
    assert [act.card.code for act in acts(model) if isinstance(act, Played)] == ["9H", "8H"]
    assert Called(Seat.W, "14S") in acts(model)
