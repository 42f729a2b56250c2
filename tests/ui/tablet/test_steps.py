"""A step back and forward are read from the log: what was done before the app was closed is undone as well."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from kozyr.engine.acts import Exposed, Played
from kozyr.engine.cards import Card, cards
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import NOTHING, Choice, Question, Why
from kozyr.engine.table.log import REDONE, UNDONE, Source
from kozyr.engine.table.session import Session
from kozyr.engine.table.unclear import doubts
from kozyr.ui.locale.catalog import LANGUAGES
from kozyr.ui.tablet.model import TableModel


def acts(model: Any) -> list[Any]:
    return [step.act for step in model.session.steps]


def again(model: Any) -> Any:
    """The same table after a restart: nothing is known of it but the log."""
    session = Session(model.session.game, model.session.header, model.session.entries)
    return TableModel(session, now_ms=model.now_ms)


def last(model: Any) -> Any:
    return model.session.steps[-1]


def corrected(model: Any, code: str) -> None:
    """The last card was another one."""
    model.correct(last(model).seq, replace(last(model).act, card=Card.parse(code)))


def question(*codes: str, number: int = 1, at_ms: int = 61_000) -> tuple[Question, Choice]:
    """A doubt of the camera and its answer: these cards, of W, N, E and S in turn."""
    choice = Choice(tuple(Played(Seat("WNES"[at]), card) for at, card in enumerate(cards(" ".join(codes)))))
    return Question(number, at_ms, Why.DOUBTFUL, Seat.W, choice, (choice, NOTHING)), choice


def test_after_a_restart_every_step_is_undone_and_brought_back(played: Callable[..., Any]) -> None:
    model = played("9H 8H 7H")
    stands = [acts(model)]
    corrected(model, "AH")
    stands.append(acts(model))
    model.amend(model.swapping(model.session.steps[-3].seq, model.session.steps[-2].seq))
    stands.append(acts(model))
    model.insert_before(last(model).seq, Exposed(Seat.S, cards("AS")))
    stands.append(acts(model))
    model.play(Seat.S, Card.parse("QH"))
    model = again(model)
    for stand in reversed(stands):
        model.undo()
        assert acts(model) == stand
        model = again(model)
    model.undo()
    assert acts(model) == stands[0][:-1]
    for stand in stands:
        model = again(model)
        model.redo()
        assert acts(model) == stand


def test_a_killed_app_does_not_undo_its_own_steps_back(played: Callable[..., Any]) -> None:
    """Two cards are taken back, the app is killed; a third step back takes the card before them."""
    model = played("9H 8H 7H")
    before = acts(model)
    model.undo()
    model.undo()
    model = again(model)
    model.undo()
    assert acts(model) == before[:-3]


def test_an_answer_to_the_camera_is_taken_back_whole(played: Callable[..., Any]) -> None:
    model = played()
    before = acts(model)
    asked, choice = question("9H", "8H")
    model.ask(asked)
    model.answer(asked, choice)
    after = acts(model)
    assert len(after) == len(before) + 2
    model = again(model)
    model.undo()
    assert acts(model) == before
    model.redo()
    assert acts(model) == after


def test_two_answers_about_one_moment_and_for_one_reason_are_two_steps(played: Callable[..., Any]) -> None:
    """Two cards that came in one breath, both doubtful, both answered: each step takes back one of them."""
    model = played()
    stands = [acts(model)]
    for number, codes in enumerate(("9H", "8H", "7H"), start=1):
        asked, _ = question(codes, number=number)
        choice = Choice((Played(Seat("WNE"[number - 1]), Card.parse(codes)),))
        model.ask(asked)
        model.answer(asked, choice)
        stands.append(acts(model))
    model = again(model)
    for stand in reversed(stands[:-1]):
        model.undo()
        assert acts(model) == stand
    for stand in stands[1:]:
        model.redo()
        assert acts(model) == stand


def test_an_answer_that_took_the_place_of_a_guess_gives_the_guess_back(played: Callable[..., Any]) -> None:
    model = played()
    model.session.record(Played(Seat.W, Card.parse("9H")), 61_000, Source.CAMERA, confidence=0.6, why="doubtful")
    asked, _ = question("8H")
    model.ask(asked)
    model.answer(asked, Choice((Played(Seat.W, Card.parse("8H")),), replaces=last(model).seq))
    assert last(model).act == Played(Seat.W, Card.parse("8H"))
    model.undo()
    assert last(model).act == Played(Seat.W, Card.parse("9H"))
    model.undo()
    assert not [act for act in acts(model) if isinstance(act, Played)]


def unclear(model: Any) -> bool:
    """Whether what stands last accuses nobody for certain."""
    return last(model).seq in doubts(model.session.entries, model.session.steps).unclear


def test_a_guess_that_a_step_back_gives_again_is_no_surer_than_it_was(played: Callable[..., Any]) -> None:
    model = played()
    model.session.record(Played(Seat.W, Card.parse("9H")), 61_000, Source.CAMERA, confidence=0.6, why="doubtful")
    assert unclear(model)
    corrected(model, "8H")
    assert not unclear(model)
    model.undo()
    assert unclear(model)
    model.undo()
    model.redo()
    assert unclear(model)
    model.redo()
    assert not unclear(model)


def test_a_guess_that_somebody_had_confirmed_stays_sure_after_a_step_back(played: Callable[..., Any]) -> None:
    model = played()
    model.session.record(Played(Seat.W, Card.parse("9H")), 61_000, Source.CAMERA, confidence=0.6, why="doubtful")
    model.correct(last(model).seq, last(model).act, "doubtful")
    corrected(model, "8H")
    model.undo()
    assert last(model).act.card == Card.parse("9H")
    assert not unclear(model)


def test_what_changes_nothing_is_no_step(played: Callable[..., Any]) -> None:
    """A reason noted, and an answer that a guess was right."""
    model = played("9H 8H")
    before = acts(model)
    model.correct(last(model).seq, last(model).act, "slip")
    assert acts(model) == before
    model.undo()
    assert acts(model) == before[:-1]


def test_the_cameras_correction_of_itself_is_no_step_of_its_own(played: Callable[..., Any]) -> None:
    model = played("9H")
    before = acts(model)
    model.seen(Played(Seat.N, Card.parse("8H")), 61_000)
    model.session.correct(last(model).seq, Played(Seat.N, Card.parse("8D")), 62_000, Source.CAMERA)
    model.undo()
    assert acts(model) == before


def test_nothing_is_brought_back_once_the_table_went_on(played: Callable[..., Any]) -> None:
    model = played("9H 8H")
    model.undo()
    assert model.can_redo
    model.seen(Played(Seat.N, Card.parse("QH")), 61_000)
    assert not model.can_redo
    assert not again(model).can_redo


def test_what_cannot_be_taken_back_is_left_alone_by_the_next_step(played: Callable[..., Any]) -> None:
    """The card that a correction took from a play was laid by another since."""
    model = played("9H 8H 7H")
    eight = model.session.steps[-2]
    model.correct(eight.seq, replace(eight.act, card=Card.parse("AH")))
    model.session.correct(last(model).seq, replace(last(model).act, card=Card.parse("8H")), 62_000, Source.CAMERA)
    before = acts(model)
    with pytest.raises(ImpossibleAct):
        model.undo()
    assert acts(model) == before
    model.undo()
    assert len(acts(model)) == len(before) - 1


def test_the_log_says_which_lines_are_steps(played: Callable[..., Any]) -> None:
    model = played("9H 8H")
    model.undo()
    model.redo()
    assert [entry.why for entry in model.session.entries[-2:]] == [UNDONE, REDONE]
    assert {entry.why for entry in model.session.entries[:-2]} == {None}


@pytest.mark.parametrize("seed", range(6))
def test_any_way_back_and_forward_is_the_same_with_and_without_restarts(seed: int, played: Callable[..., Any]) -> None:
    """Random acts, corrections, steps: one table is started again after each of them, the other never."""
    model = played()
    random, deck = Random(seed), cards("AS KS QS JS AH KH QH JH")
    for _ in range(60):
        wanted = random.random()
        free = [card for card in deck if model.play_of(card) is None]
        plays = [step for step in model.session.steps if isinstance(step.act, Played)]
        if wanted < 0.3 and free and model.view.expectation.seat is not None:
            model.play(model.view.expectation.seat, random.choice(free))
        elif wanted < 0.5 and free and plays:
            step = random.choice(plays)
            model.correct(step.seq, replace(step.act, card=random.choice(free)))
        elif wanted < 0.8:
            model.undo()
        else:
            model.redo()
        fresh = again(model)
        assert (fresh.undoes, fresh.redoes) == (model.undoes, model.redoes)


def test_undo_at_any_depth_ends_with_an_empty_table(played: Callable[..., Any]) -> None:
    model = played("9H 8H 7H 10H KH")
    corrected(model, "QH")
    whole, depth = acts(model), 0
    while model.undoes:
        model.undo()
        depth += 1
    assert acts(model) == []
    for _ in range(depth):
        model.redo()
    assert acts(model) == whole


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_step_is_told_in_plain_words(lang: str, played: Callable[..., Any], hand: Any) -> None:
    from kozyr.ui.locale.text import card_text, set_language
    from kozyr.ui.tablet.step_words import back_text, forward_text

    set_language(lang)
    model = played("9H 8H")
    eight, ace = card_text(Card.parse("8H")), card_text(Card.parse("AH"))
    assert back_text(model, model.undoes) == f"Третій: {eight}"
    corrected(model, "AH")
    assert back_text(model, model.undoes) == f"{ace} → {eight}"
    model.undo()
    assert forward_text(model, model.redoes) == f"{eight} → {ace}"
    model.take_back(last(model).seq)
    assert f"Третій: {eight}" in back_text(model, model.undoes) != f"Третій: {eight}"
    assert forward_text(model, model.redoes) == ""


def test_a_step_about_a_gone_card_says_neither_whose_it_was_nor_when(played: Callable[..., Any], hand: Any) -> None:
    from kozyr.ui.tablet.step_words import back_text, forward_text

    model = played("KH 8H 7H JH QD KD AD 7D QC")
    gone = model.play_of(Card.parse("8H"))
    model.correct(gone.seq, replace(gone.act, card=Card.parse("10H")))
    assert back_text(model, model.undoes) == "10♥ → 8♥"
    model.undo()
    assert forward_text(model, model.redoes) == "8♥ → 10♥"
    model.correct(gone.seq, replace(gone.act, card=Card.parse("10H")), "slip")
    model.correct(model.play_of(Card.parse("10H")).seq, replace(gone.act, card=None))
    assert "Третій" not in back_text(model, model.undoes)


def test_a_resumed_table_undoes_what_was_done_before(tmp_path: Path, model: Any) -> None:
    from kozyr.ui.live import LiveTable

    log = tmp_path / "evening.kozyr.jsonl"
    table = LiveTable.create(log, model.session.header)
    table.model.deal(Seat.S)
    table.model.correct(1, replace(table.model.session.steps[0].act, dealer=Seat.W))
    table.close()
    resumed = LiveTable.resume(log)
    resumed.model.undo()
    assert resumed.session.steps[0].act.dealer is Seat.S
    resumed.close()
    third = LiveTable.resume(log)
    assert third.model.can_redo
    third.model.undo()
    assert third.session.steps == ()
    third.close()
