"""Arrays of observations in, entries and questions out: each fault that neighbours' users met is a test by its name."""

from dataclasses import replace
from typing import Any

import pytest

from kozyr.engine.acts import Act, Called, Dealt, Declared, Exposed, Played
from kozyr.engine.cards import Card
from kozyr.engine.errors import ImpossibleAct
from kozyr.engine.games.registry import game_named
from kozyr.engine.laws import Offence
from kozyr.engine.observations import (
    CameraChanged,
    CardAppeared,
    CardLeft,
    CardReread,
    Zone,
    ZoneKind,
)
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import NOTHING, Choice, Proposal, Question, Why, Withdrawn
from kozyr.engine.table.follow import Follower
from kozyr.engine.table.interpret import advance, interpret
from kozyr.engine.table.log import Entry, Source
from kozyr.engine.table.session import Session
from kozyr.engine.table.sightings import Memory
from kozyr.engine.table.unclear import doubts
from kozyr.engine.view import Audience

from .watched import CALLS, HEADER, PLACES, TRICK, E, N, S, Table, W, entries, opened, short


@pytest.fixture
def table() -> Table:
    return opened()


CLUBS, DIAMONDS, HEARTS = "W AC N 9C E KC S 7C", "W 7D N AD E 8D S 9D", "N 7H E 8H S AH W 9H"


# Clear readings


def test_a_clear_regular_card_is_recorded_at_once_with_its_time_confidence_and_picture(table: Table) -> None:
    (entry,) = entries(table.lay(W, "AC", 1000))
    assert entry == Entry(7, 1000, Source.CAMERA, Played(W, Card.parse("AC")), 0.995, crop="crops/1.png")


def test_honest_tricks_give_their_plays_and_no_question(table: Table) -> None:
    table.tricks(CLUBS, DIAMONDS, HEARTS)
    assert table.acts == [f"{a} {b}" for trick in (CLUBS, DIAMONDS, HEARTS) for a, b in _pairs(trick)]
    assert table.asked == []
    assert table.offences == []


def _pairs(trick: str) -> list[tuple[str, str]]:
    words = trick.split()
    return list(zip(words[::2], words[1::2], strict=True))


# B11 and other readings that cannot be, or are not sure


def test_b11_a_card_already_played_is_refused_and_the_best_card_still_possible_is_offered(table: Table) -> None:
    now = table.tricks(CLUBS)
    queen = (Card.parse("KC"), 0.96), (Card.parse("QC"), 0.03), (Card.parse("JC"), 0.01)
    assert entries(table.lay(W, "KC", now, sure=0.96, alternatives=queen)) == []
    question = table.question
    assert question.why is Why.PLAYED_BEFORE
    assert question.act == Played(W, Card.parse("QC"))
    offered = [[short(act) for act in choice.acts] for choice in question.choices[:-1]]
    assert offered == [["W QC"], ["W JC"], ["E ??", "W KC"]]
    assert question.choices[-1] == NOTHING
    assert question.crops == ("crops/5.png",)
    table.follower.answer(question.number, question.choices[0], now + 2000, by="W")
    assert table.acts[-1] == "W QC"
    entry = table.follower.session.entries[-1]
    assert (entry.source, entry.by, entry.why, entry.at_ms) == (Source.TOUCH, "W", "played-before", now)
    assert table.follower.questions == ()


def test_a_card_clearer_now_than_when_it_was_taken_to_be_played_corrects_that_play(table: Table) -> None:
    for seat, code, at in ((W, "AC", 1000), (N, "9C", 2000)):
        table.lay(seat, code, at)
    table.lay(E, "KC", 3000, sure=0.96, alternatives=((Card.parse("KC"), 0.96), (Card.parse("KS"), 0.04)))
    table.lay(S, "KC", 4000, sure=0.999)
    assert table.question.why is Why.PLAYED_BEFORE
    table.finish(5000)
    assert table.acts == ["W AC", "N 9C", "E KS", "S KC"]
    question = table.question
    table.follower.answer(question.number, Choice((Played(S, Card.parse("10C")),)), 9000)
    assert table.acts == ["W AC", "N 9C", "E KC", "S 10C"]


def test_a_doubtful_card_is_asked_about_after_a_moment_and_only_cards_not_yet_played_are_offered(table: Table) -> None:
    now = table.tricks(CLUBS)
    choices = (Card.parse("9C"), 0.5), (Card.parse("QD"), 0.3), (Card.parse("KD"), 0.2)
    assert table.lay(W, "9C", now, sure=0.5, alternatives=choices) == ()
    assert table.wait(now + 400) == ()
    table.wait(now + 600)
    assert table.question.why is Why.DOUBTFUL
    assert [short(choice.acts[0]) for choice in table.question.choices[:-1]] == ["W QD", "W KD"]
    assert table.question.guess.confidence == pytest.approx(0.6)
    assert table.wait(now + 60_000) == ()


def test_a_doubt_whose_other_reading_has_been_played_is_no_doubt(table: Table) -> None:
    now = table.tricks(CLUBS)
    choices = (Card.parse("QC"), 0.6), (Card.parse("KC"), 0.39)
    assert len(entries(table.lay(W, "QC", now, sure=0.6, alternatives=choices))) == 1


def test_a_card_that_is_not_in_the_deck_is_a_question(table: Table) -> None:
    table.lay(W, "6C", 1000, alternatives=((Card.parse("6C"), 0.97), (Card.parse("8C"), 0.02)), sure=0.97)
    assert table.question.why is Why.IMPOSSIBLE
    assert table.question.act == Played(W, Card.parse("8C"))


def test_a_card_that_cannot_be_read_is_asked_about_and_guessed_as_unknown_when_play_goes_on(table: Table) -> None:
    table.lay(W, "??", 1000)
    table.wait(1600)
    assert table.question.why is Why.UNREADABLE
    assert table.question.act == Played(W, None)
    assert [short(act) for choice in table.question.choices for act in choice.acts] == ["W ??"]
    table.lay(N, "9C", 3000)
    assert table.acts == ["W ??", "N 9C"]
    guessed = table.follower.session.entries[6]
    assert (guessed.why, guessed.source) == ("unreadable", Source.CAMERA)
    assert table.question.number == 1
    table.follower.answer(1, Choice((Played(W, Card.parse("AC")),)), 5000)
    assert table.acts == ["W AC", "N 9C"]
    assert table.follower.session.entries[-1].replaces == 7


def test_a_better_reading_settles_a_waiting_question_without_anybody(table: Table) -> None:
    table.lay(W, "AC", 1000, sure=0.6, alternatives=((Card.parse("AC"), 0.6), (Card.parse("AS"), 0.4)))
    table.wait(2000)
    assert table.question.why is Why.DOUBTFUL
    events = table.see(CardReread(2500, 1, Card.parse("AS"), 0.99, ((Card.parse("AS"), 0.99),)))
    assert [type(event) for event in events] == [Withdrawn, Entry]
    assert table.acts == ["W AS"]
    assert table.follower.questions == ()


def test_a_better_reading_corrects_a_guess_and_withdraws_its_question(table: Table) -> None:
    table.lay(W, "AC", 1000, sure=0.6, alternatives=((Card.parse("AC"), 0.6), (Card.parse("AS"), 0.4)))
    table.wait(2000)
    table.lay(N, "9C", 3000)
    assert table.acts == ["W AC", "N 9C"]
    events = table.see(CardReread(3500, 1, Card.parse("AS"), 0.99, ((Card.parse("AS"), 0.99),)))
    assert table.acts == ["W AS", "N 9C"]
    assert Withdrawn(1) in events


def test_a_better_reading_that_confirms_a_guess_withdraws_its_question(table: Table) -> None:
    table.lay(W, "AC", 1000, sure=0.6, alternatives=((Card.parse("AC"), 0.6), (Card.parse("AS"), 0.4)))
    table.wait(2000)
    table.lay(N, "9C", 3000)
    assert table.see(CardReread(3500, 1, Card.parse("AC"), 0.99, ())) == (Withdrawn(1),)
    assert table.acts == ["W AC", "N 9C"]


def test_a_guess_gives_way_when_its_card_is_clearly_seen_later(table: Table) -> None:
    table.lay(W, "KC", 1000, sure=0.6, alternatives=((Card.parse("KC"), 0.6), (Card.parse("KS"), 0.4)))
    table.lay(N, "9C", 3000)
    table.wait(3600)
    assert table.acts == ["W KC", "N 9C"]
    table.lay(E, "KC", 5000)
    assert table.acts == ["W KS", "N 9C", "E KC"]
    assert table.question.why is Why.DOUBTFUL
    assert table.question.guess.acts == (Played(W, Card.parse("KS")),)
    table.follower.answer(table.question.number, Choice((Played(W, Card.parse("KH")),)), 9000)
    assert table.acts == ["W KH", "N 9C", "E KC"]
    assert table.follower.questions == ()


def test_a_guess_gives_way_when_another_leads_than_would_have_won_by_it(table: Table) -> None:
    table.lay(W, "10C", 1000)
    table.lay(N, "AC", 2000, sure=0.6, alternatives=((Card.parse("AC"), 0.6), (Card.parse("8C"), 0.4)))
    table.lay(E, "KC", 3000)
    table.lay(S, "7C", 4000)
    table.sweep(5500, (1, 2, 3, 4))
    assert table.follower.session.view(Audience.JUDGE).expectation.seat is N
    table.lay(W, "7D", 8000)
    assert table.acts == ["W 10C", "N 8C", "E KC", "S 7C", "W 7D"]
    assert table.asked == [Why.DOUBTFUL]
    assert table.offences == []


def test_a_lead_that_contradicts_a_clear_last_trick_is_asked_about_and_followed_by_what_the_table_does(
    table: Table,
) -> None:
    table.lay(W, "10C", 1000)
    table.lay(N, "AC", 2000, sure=0.96, alternatives=((Card.parse("AC"), 0.96), (Card.parse("8C"), 0.03)))
    table.lay(E, "KC", 3000)
    table.lay(S, "7C", 4000)
    table.sweep(5500, (1, 2, 3, 4))
    table.lay(W, "7D", 8000)
    table.wait(9600)
    assert table.question.why is Why.OUT_OF_TURN
    assert [short(act) for act in table.question.choices[1].acts] == ["N 8C", "W 7D"]
    table.lay(N, "KD", 10_000)
    assert table.acts == ["W 10C", "N 8C", "E KC", "S 7C", "W 7D", "N KD"]
    assert table.offences == []


def test_a_clear_card_that_later_clearly_reads_as_another_is_a_question_proposing_the_correction(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.see(CardReread(1500, 1, Card.parse("AS"), 0.99, ((Card.parse("AS"), 0.99),)))
    question = table.question
    assert question.why is Why.REREAD
    assert question.guess == NOTHING
    assert question.choices[0] == Choice((Played(W, Card.parse("AS")),), 0.99, replaces=7)
    table.follower.answer(question.number, question.choices[0], 4000)
    assert table.acts == ["W AS"]


# B13: who was first


def test_b13_two_cards_within_half_a_second_told_in_the_other_order_are_both_kept_in_turn(table: Table) -> None:
    table.lay(N, "9C", 1300, arrival_ms=1200)
    assert table.acts == []
    table.lay(W, "AC", 1250, arrival_ms=800, sure=0.99)
    assert table.acts == ["W AC", "N 9C"]
    assert table.asked == []


def test_b13_two_cards_in_one_breath_that_touched_the_table_in_turn_are_in_turn(table: Table) -> None:
    table.lay(W, "AC", 1300, arrival_ms=1200)
    table.lay(N, "9C", 1320, arrival_ms=1210)
    assert table.acts == ["W AC", "N 9C"]
    assert table.asked == []


@pytest.mark.parametrize("touched", [(1210, 1200), (1200, 1200), (None, None)])
def test_b13_two_cards_in_one_breath_are_both_kept_and_their_order_is_one_question(
    table: Table, touched: tuple[int | None, int | None]
) -> None:
    table.lay(W, "AC", 1300, arrival_ms=touched[0])
    table.lay(N, "9C", 1320, arrival_ms=touched[1])
    assert table.acts == ["W AC", "N 9C"]
    question = table.question
    assert question.why is Why.ORDER
    assert table.follower.session.entries[-1].why == "order"
    table.follower.answer(question.number, question.choices[0], 3000)
    assert table.acts == ["W AC", "N 9C"]
    assert table.follower.questions == ()
    assert table.offences == []


def test_b13_the_other_order_makes_the_second_card_one_out_of_turn_which_then_lies_in_the_trick(table: Table) -> None:
    table.lay(W, "AC", 1300, arrival_ms=1200)
    table.lay(N, "9C", 1320, arrival_ms=1190)
    table.follower.answer(table.question.number, table.question.choices[1], 3000)
    assert table.acts[:2] == ["N 9C", "W AC"]
    assert table.offences == [(Offence.OUT_OF_TURN, N)]
    table.lay(E, "KC", 4000)
    assert table.follower.session.view(Audience.JUDGE).trick.plays[-1].seat is E  # type: ignore[union-attr]


# Out of turn


def test_a_card_out_of_turn_waits_then_is_asked_about_and_stands_as_laid_when_the_turn_goes_on(table: Table) -> None:
    table.lay(W, "AC", 1000)
    assert table.lay(E, "KC", 3000) == ()
    assert table.wait(4000) == ()
    table.wait(4600)
    question = table.question
    assert question.why is Why.OUT_OF_TURN
    assert [[short(act) for act in choice.acts] for choice in question.choices] == [
        ["E KC"], ["N ??", "E KC"], ["N KC"], [],
    ]  # fmt: skip
    table.lay(N, "9C", 6000)
    assert table.acts == ["W AC", "E KC", "N 9C", "E KC"]
    assert table.offences == [(Offence.OUT_OF_TURN, E)]
    table.lay(S, "7C", 8000)
    assert table.follower.session.view(Audience.JUDGE).tricks[0].winner is W


def test_a_card_out_of_turn_that_is_put_aside_is_played_when_its_owner_puts_it_to_a_trick(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.lay(E, "KC", 3000)
    table.wait(4600)
    table.see(CardLeft(5000, 2, TRICK, Card.parse("KC")))
    table.see(table.card(E, "KC", 5300, zone=Zone(ZoneKind.FRONT, E), arrived_from=None, track=2))
    table.lay(N, "9C", 6000)
    assert table.acts == ["W AC", "E KC", "N 9C"]
    assert table.wait(9000) == ()
    table.see(CardLeft(9500, 2, Zone(ZoneKind.FRONT, E), Card.parse("KC")))
    table.lay(E, "KC", 9800)
    assert table.acts[-1] == "E KC"
    table.lay(S, "7C", 11000)
    assert table.offences == [(Offence.OUT_OF_TURN, E)]
    assert table.follower.session.view(Audience.JUDGE).tricks[0].winner is W


def test_a_penalty_card_that_would_be_a_revoke_is_not_taken_for_the_play_before_the_table_moves_on(
    table: Table,
) -> None:
    table.follower.session.record(Exposed(E, (Card.parse("QC"), Card.parse("JC"))), 500, Source.TOUCH)
    table.lay(W, "AC", 1000)
    table.lay(E, "KH", 3000)
    table.wait(4600)
    table.lay(N, "9C", 6000)
    assert table.acts[1:] == ["W AC", "E KH", "N 9C"]
    assert table.wait(20_000) == ()
    table.lay(S, "7C", 21_000)
    assert table.acts[1:] == ["W AC", "E KH", "N 9C", "E KH", "S 7C"]
    assert table.asked == [Why.OUT_OF_TURN, Why.IRREGULAR]
    assert (Offence.REVOKE, E) in table.offences


def test_without_the_rules_at_hand_turn_deck_and_cards_played_still_decide(table: Table) -> None:
    view = table.follower.session.view(Audience.JUDGE)
    memory, said = interpret(Memory(), view, table.card(W, "AC", 1000))
    (proposal,) = said
    assert isinstance(proposal, Proposal)
    assert (proposal.act, proposal.why) == (Played(W, Card.parse("AC")), None)
    memory, said = interpret(Memory(), view, table.card(E, "KC", 2000))
    assert said == ()
    memory, said = advance(memory, view, 4000)
    (question,) = said
    assert isinstance(question, Question)
    assert question.why is Why.OUT_OF_TURN
    memory, said = advance(memory, view, 4000, force=True)
    assert [one.act for one in said if isinstance(one, Proposal)] == [Played(E, Card.parse("KC"))]
    assert memory.guessed[0].number == question.number


def test_a_card_clearly_laid_by_another_than_whose_penalty_card_it_was_taken_for_is_asked_about(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.lay(E, "7C", 3000, sure=0.6, alternatives=((Card.parse("7C"), 0.6), (Card.parse("KC"), 0.4)))
    table.wait(4600)
    table.lay(N, "9C", 6000)
    table.see(CardLeft(6500, 2, TRICK, None))
    table.lay(E, "KC", 8000)
    table.lay(S, "7C", 9000)
    assert [question.why for question in table.follower.questions] == [Why.OUT_OF_TURN, Why.PLAYED_BEFORE]
    table.finish(12_000)
    assert [text for text in table.acts if text.startswith("S")] == ["S ??"]


def test_a_missed_card_is_seen_by_the_play_that_goes_on_after_it(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.lay(E, "KC", 3000)
    table.wait(4600)
    table.lay(S, "7C", 5000)
    assert table.acts == ["W AC", "N ??", "E KC", "S 7C"]
    assert table.offences == []
    question = table.question
    table.follower.answer(question.number, Choice((Played(N, Card.parse("9C")), Played(E, Card.parse("KC")))), 7000)
    assert table.acts == ["W AC", "N 9C", "E KC", "S 7C"]
    assert table.follower.session.view(Audience.JUDGE).tricks[0].winner is W


def test_a_card_missed_and_told_late_takes_its_own_place(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.lay(E, "KC", 3000)
    table.wait(4600)
    table.lay(S, "7C", 5000)
    table.lay(N, "9C", 2000, arrived_from=None)
    assert table.acts == ["W AC", "N 9C", "E KC", "S 7C"]


def test_the_answer_that_it_was_the_card_of_the_seat_on_turn_is_recorded_so(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.lay(E, "KC", 3000)
    table.wait(4600)
    table.follower.answer(table.question.number, table.question.choices[2], 5000)
    assert table.acts == ["W AC", "N KC"]
    table.lay(E, "9C", 6000)
    assert table.acts == ["W AC", "N KC", "E 9C"]


def test_an_answer_after_the_guess_takes_all_of_it_back(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.lay(E, "KC", 3000)
    table.wait(4600)
    table.lay(S, "7C", 5000)
    question = table.question
    table.follower.answer(question.number, Choice((Played(N, Card.parse("KC")),)), 7000)
    assert table.acts[:2] == ["W AC", "N KC"]


def test_a_card_laid_again_by_the_same_seat_is_a_replacement_when_the_first_is_gone(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.lay(N, "9D", 2000)
    table.see(CardLeft(2600, 2, TRICK, Card.parse("9D")))
    table.lay(N, "9C", 3000)
    table.wait(4600)
    question = table.question
    assert question.why is Why.REPLACED
    assert question.guess.replaces == 8
    table.lay(E, "KC", 5000)
    assert table.acts == ["W AC", "N 9C", "E KC"]


# Who played


def test_who_played_is_told_by_where_the_card_came_from_not_only_by_where_it_lies(table: Table) -> None:
    table.lay(W, "AC", 1000, nearest=N)
    table.lay(N, "9C", 3000, nearest=W)
    table.lay(E, "KC", 5000, arrived_from=None, centre_mm=(30.0, 40.0), nearest=S)
    assert table.acts == ["W AC", "N 9C", "E KC"]
    assert table.asked == []


def test_a_card_that_lies_with_the_seat_on_turn_but_came_from_elsewhere_is_of_the_seat_on_turn(table: Table) -> None:
    table.lay(W, "AC", 1000, arrived_from=S)
    assert table.acts == ["W AC"]


def test_a_contradiction_about_who_played_is_a_question(table: Table) -> None:
    table.lay(W, "AC", 1000, arrived_from=S, nearest=E)
    table.wait(3000)
    assert table.question.why is Why.WHO
    assert [short(choice.acts[0]) for choice in table.question.choices[:-1]] == ["S AC", "E AC", "W AC"]


def test_a_card_that_points_to_two_seats_is_nobodys_once_the_seat_on_turn_has_laid_its_own(table: Table) -> None:
    """A wrong reading on a card that lies there seems to have come with the arm of somebody else."""
    table.lay(W, "AC", 1000)
    table.lay(S, "JS", 1900, nearest=W, centre_mm=(-58.0, 4.0))
    table.wait(3600)
    assert table.question.why is Why.WHO
    table.lay(N, "9C", 4000)
    assert table.acts == ["W AC", "N 9C"]
    assert table.offences == []
    assert table.follower.questions == ()


def test_a_second_card_where_the_first_of_that_seat_still_lies_is_a_wrong_reading_of_it(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.lay(W, "JS", 2000, centre_mm=(PLACES[W][0] + 8.0, 4.0))
    table.lay(N, "9C", 4000)
    table.finish(6000)
    assert table.asked == [Why.REPLACED]
    assert table.acts == ["W AC", "N 9C"]
    assert table.offences == []


def test_a_second_card_beside_the_first_of_that_seat_is_out_of_turn(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.lay(W, "JS", 2000, centre_mm=(PLACES[W][0] - 45.0, 20.0))
    table.lay(N, "9C", 4000)
    table.finish(6000)
    assert table.asked == [Why.REPLACED]
    assert "W JS" in table.acts
    assert (Offence.OUT_OF_TURN, W) in table.offences


def test_an_unclear_guess_that_somebody_answers_is_right_is_no_guess_any_more(table: Table) -> None:
    table.lay(W, "AC", 1000, sure=0.6, alternatives=((Card.parse("AC"), 0.6), (Card.parse("AS"), 0.4)))
    table.wait(2000)
    table.lay(N, "9C", 3000)
    session, question = table.follower.session, table.question
    guessed = next(entry for entry in session.entries if entry.is_guess)
    table.follower.answer(question.number, question.guess, 5000, by="W")
    said = session.entries[-1]
    assert (said.replaces, said.act, said.source, said.by) == (guessed.seq, guessed.act, Source.TOUCH, "W")
    assert doubts(session.entries, session.steps).unclear == frozenset({guessed.seq})
    assert said.seq in {step.seq for step in session.steps}
    assert table.acts == ["W AC", "N 9C"]


def test_an_answer_that_a_guess_was_right_leaves_a_correction_made_since_as_it_is(table: Table) -> None:
    table.lay(W, "AC", 1000, sure=0.6, alternatives=((Card.parse("AC"), 0.6), (Card.parse("AS"), 0.4)))
    table.wait(2000)
    table.lay(N, "9C", 3000)
    session, question = table.follower.session, table.question
    guessed = next(entry for entry in session.entries if entry.is_guess)
    session.correct(guessed.seq, Played(W, Card.parse("KC")), 4000, Source.TOUCH)
    table.follower.answer(question.number, question.guess, 5000)
    assert table.acts == ["W KC", "N 9C"]


# B12 and sweeps


def test_b12_a_sweep_gives_no_plays_and_the_winner_leads_next(table: Table) -> None:
    now = table.tricks(CLUBS)
    assert table.follower.session.view(Audience.JUDGE).expectation.seat is W
    table.see(table.card(W, "KC", now - 700, arrived_from=W, centre_mm=(-90.0, 30.0)))
    table.front(W, "9C", now - 400)
    table.wait(now + 5000)
    assert len(table.acts) == 4
    assert table.asked == []


def test_a_sweep_before_the_fourth_card_was_seen_asks_for_it_and_makes_no_play_of_the_sweep(table: Table) -> None:
    for at, (seat, code) in enumerate(_pairs(CLUBS)[:3]):
        table.lay(Seat(seat), code, 1000 * (at + 1))
    table.sweep(5000, (1, 2, 3))
    assert table.asked == []
    table.wait(5900)
    question = table.question
    assert (question.why, question.seat, question.act) == (Why.MISSED, S, Played(S, None))
    table.follower.answer(question.number, Choice((Played(S, Card.parse("7C")),)), 7000)
    assert table.acts == ["W AC", "N 9C", "E KC", "S 7C"]


def test_an_unanswered_missed_card_is_unknown_when_the_next_trick_begins(table: Table) -> None:
    for at, (seat, code) in enumerate(_pairs(CLUBS)[:3]):
        table.lay(Seat(seat), code, 1000 * (at + 1))
    table.sweep(5000, (1, 2, 3))
    table.lay(W, "7D", 8000)
    table.wait(8700)
    assert table.acts == ["W AC", "N 9C", "E KC", "S ??", "W 7D"]
    assert table.question.why is Why.MISSED
    table.follower.answer(table.question.number, Choice((Played(S, Card.parse("7C")),)), 9000)
    assert table.acts == ["W AC", "N 9C", "E KC", "S 7C", "W 7D"]


def test_cards_that_still_lie_after_a_supposed_sweep_withdraw_the_question(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.lay(N, "9C", 2000)
    table.sweep(3000, (1, 2))
    table.wait(3900)
    assert table.question.why is Why.MISSED
    assert Withdrawn(1) in table.lay(W, "AC", 4500, arrived_from=None)
    assert table.acts == ["W AC", "N 9C"]
    table.lay(N, "9C", 4500, arrived_from=None)
    table.lay(E, "KC", 5500)
    assert table.acts == ["W AC", "N 9C", "E KC"]


def test_a_shape_that_nobody_laid_and_nobody_took_up_was_no_card(table: Table) -> None:
    table.lay(W, "??", 1000, arrived_from=None)
    table.wait(1600)
    assert table.see(CardLeft(2000, 1, TRICK, None)) == (Withdrawn(1),)
    table.lay(W, "AC", 3000)
    assert table.acts == ["W AC"]


def test_cards_that_leave_one_by_one_were_swept_as_well(table: Table) -> None:
    for at, (seat, code) in enumerate(_pairs(CLUBS)[:3]):
        table.lay(Seat(seat), code, 1000 * (at + 1))
    for track in (1, 2, 3):
        table.see(CardLeft(5000 + track, track, TRICK, None))
    table.wait(6000)
    assert table.question.why is Why.MISSED
    table.lay(W, "7D", 8000)
    table.wait(8700)
    assert table.acts == ["W AC", "N 9C", "E KC", "S ??", "W 7D"]


def test_a_doubtful_last_card_is_guessed_when_the_trick_is_swept(table: Table) -> None:
    for at, (seat, code) in enumerate(_pairs(CLUBS)[:3]):
        table.lay(Seat(seat), code, 1000 * (at + 1))
    table.lay(S, "7C", 4000, sure=0.7, alternatives=((Card.parse("7C"), 0.7), (Card.parse("7S"), 0.3)))
    table.sweep(5200, (1, 2, 3, 4))
    assert table.acts == ["W AC", "N 9C", "E KC", "S 7C"]
    assert table.asked == [Why.DOUBTFUL]


# B08: one card, one play


def test_b08_one_card_seen_by_both_its_corners_is_one_play(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.lay(W, "AC", 1100, centre_mm=(-60.0, 40.0))
    table.wait(9000)
    assert table.acts == ["W AC"]
    assert table.asked == []


def test_b08_two_readings_of_what_one_hand_laid_are_one_card_and_the_surer_one_counts(table: Table) -> None:
    table.lay(W, "6C", 1000, sure=0.3, alternatives=((Card.parse("6C"), 0.3), (Card.parse("9C"), 0.2)))
    table.lay(W, "AC", 1100, centre_mm=(-50.0, 20.0))
    assert table.acts == ["W AC"]
    table.lay(N, "9C", 3000)
    table.lay(N, "KS", 3200, centre_mm=(20.0, -60.0), sure=0.4)
    table.lay(E, "KC", 5000)
    assert table.acts == ["W AC", "N 9C", "E KC"]
    assert table.asked == []


def test_b08_a_second_reading_of_the_card_that_completed_a_trick_is_no_lead(table: Table) -> None:
    for at, (seat, code) in enumerate(_pairs("W 7C N 9C E 8C S AC")):
        table.lay(Seat(seat), code, 1000 * (at + 1))
    table.lay(S, "AS", 4000, sure=0.8, centre_mm=(10.0, 90.0))
    table.sweep(6000, (1, 2, 3, 4, 5))
    table.lay(S, "AD", 8000)
    assert table.acts[4:] == ["S AD"]
    assert table.asked == []


def test_an_unread_card_put_aside_in_front_of_its_player_was_laid_out_of_turn(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.lay(E, "??", 3000)
    table.see(CardLeft(4800, 2, TRICK, None))
    table.front(E, "??", 5300, arrived_from=None)
    table.wait(5400)
    table.lay(N, "9C", 6000)
    assert table.acts == ["W AC", "E ??", "N 9C"]
    table.lay(E, "KC", 8000)
    table.lay(S, "7C", 9000)
    assert table.acts == ["W AC", "E ??", "N 9C", "E KC", "S 7C"]
    assert table.offences == [(Offence.OUT_OF_TURN, E)]


def test_b08_a_card_turned_or_pushed_on_the_table_is_no_new_play(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.see(CardLeft(1500, 1, TRICK, Card.parse("AC")))
    table.lay(W, "AC", 1600, centre_mm=(60.0, 40.0), arrived_from=None, nearest=E)
    table.lay(N, "9C", 3000)
    assert table.acts == ["W AC", "N 9C"]
    assert table.asked == []


def test_a_card_that_the_next_arm_pushed_or_shaded_is_no_new_play_though_its_shape_came_with_that_arm(
    table: Table,
) -> None:
    table.lay(W, "AC", 1000)
    table.lay(N, "9C", 2500)
    table.see(CardLeft(3400, 1, TRICK, Card.parse("AC")))
    table.lay(N, "??", 2450, centre_mm=(-68.0, 2.0), nearest=W)
    table.wait(4500)
    table.lay(E, "KC", 5000)
    table.see(CardLeft(5200, 3, TRICK, None))
    table.lay(W, "AC", 3600, centre_mm=(-60.0, 4.0), arrival_ms=3600)
    table.lay(S, "7C", 6000)
    assert table.acts == ["W AC", "N 9C", "E KC", "S 7C"]
    assert table.asked == []


# Irregular plays


def test_b16_a_revoke_is_recorded_as_it_lies_and_the_card_that_proves_it_is_asked_about_first(table: Table) -> None:
    now = table.tricks("W AC N 9D E KC S 7C")
    assert table.asked == []
    assert table.offences == []
    table.lay(W, "10C", now)
    table.lay(N, "8C", now + 1000)
    question = table.question
    assert (question.why, question.act) == (Why.IRREGULAR, Played(N, Card.parse("8C")))
    table.lay(E, "JC", now + 3000)
    assert table.acts[-2:] == ["N 8C", "E JC"]
    assert table.offences == [(Offence.REVOKE, N)]


def test_a_denied_proof_accuses_nobody(table: Table) -> None:
    now = table.tricks("W AC N 9D E KC S 7C")
    table.lay(W, "10C", now)
    table.lay(N, "8C", now + 1000)
    table.follower.answer(table.question.number, Choice((Played(N, Card.parse("8D")),)), now + 2000)
    assert table.offences == []


# Outside the trick


def test_two_cards_exposed_together_are_one_question_and_one_irregularity(table: Table) -> None:
    now = table.tricks(CLUBS)
    table.front(N, "JS", now)
    table.front(N, "QD", now + 100)
    assert table.wait(now + 500) == ()
    table.wait(now + 900)
    question = table.question
    assert question.why is Why.EXPOSED
    assert question.act == Exposed(N, (Card.parse("JS"), Card.parse("QD")))
    assert question.crops == ("crops/5.png", "crops/6.png")
    table.lay(W, "10C", now + 3000)
    assert table.acts[-2:] == ["N Exposed JS QD", "W 10C"]
    assert table.offences == [(Offence.EXPOSED_CARDS, N)]
    table.lay(N, "JC", now + 4000)
    assert table.acts[-1] == "N JC"


def test_an_exposed_card_that_is_told_late_joins_the_question_about_the_first(table: Table) -> None:
    table.front(N, "JS", 1000)
    table.wait(2600)
    assert table.question.act == Exposed(N, (Card.parse("JS"),))
    table.front(N, "QD", 1050, sure=0.7)
    table.wait(2800)
    assert table.question.act == Exposed(N, (Card.parse("JS"), Card.parse("QD")))
    assert Withdrawn(1) in table.events
    table.lay(W, "AC", 4000)
    assert table.acts == ["N Exposed JS QD", "W AC"]


def test_an_exposed_card_that_reads_as_one_played_long_ago_is_the_next_likeliest(table: Table) -> None:
    now = table.tricks(CLUBS, DIAMONDS, HEARTS)
    readings = (Card.parse("KC"), 0.98), (Card.parse("KS"), 0.02)
    table.front(N, "JS", now)
    table.front(N, "KC", now, sure=0.98, alternatives=readings)
    table.wait(now + 800)
    assert table.question.act == Exposed(N, (Card.parse("JS"), Card.parse("KS")))


def test_an_old_trick_that_is_looked_at_is_no_exposure(table: Table) -> None:
    now = table.tricks(CLUBS, DIAMONDS, HEARTS)
    for _, code in _pairs(CLUBS):
        table.front(W, code, now)
    table.wait(now + 5000)
    assert table.asked == []


def test_exposed_cards_taken_up_again_at_once_were_exposed_all_the_same(table: Table) -> None:
    table.front(N, "JS", 1000)
    table.front(N, "QD", 1050)
    for track in (1, 2):
        table.see(CardLeft(1400, track, Zone(ZoneKind.FRONT, N), None))
    table.wait(2000)
    assert table.asked == [Why.EXPOSED]


def test_a_single_card_on_its_way_into_the_trick_is_a_play_and_no_exposure(table: Table) -> None:
    table.front(W, "AC", 1000)
    table.see(CardLeft(1500, 1, Zone(ZoneKind.FRONT, W), Card.parse("AC")))
    table.lay(W, "AC", 1800)
    table.wait(9000)
    assert table.acts == ["W AC"]
    assert table.asked == []


def test_backs_won_tricks_and_doubtful_shapes_outside_the_trick_are_nothing(table: Table) -> None:
    now = table.tricks(CLUBS)
    table.front(W, "??", now)
    table.front(W, "KC", now)
    table.front(N, "QD", now, sure=0.3)
    table.wait(now + 9000)
    assert table.asked == []
    assert len(table.acts) == 4


def test_a_combination_shown_when_it_is_awaited_is_recorded_as_shown() -> None:
    session: Session[Any] = Session(game_named("bazar-belot"), HEADER)
    for act in CALLS:
        session.record(act, 0, Source.TOUCH)
    session.record(Declared(W, "terz QH"), 0, Source.TOUCH)
    table = Table(Follower(session))
    now = table.tricks(CLUBS)
    for at, code in enumerate(("QH", "JH", "10H")):
        table.front(W, code, now + at * 50)
    table.wait(now + 1000)
    assert table.acts[-1] == "W Revealed QH JH 10H"
    assert table.asked == []


# The camera is lost


def test_nothing_is_played_while_the_camera_is_lost_and_what_lies_there_after_is_not_played_twice(table: Table) -> None:
    table.lay(W, "AC", 1000)
    table.see(CameraChanged(2000, False, "frozen"))
    assert table.lay(N, "9C", 2500) == ()
    assert table.wait(30_000) == ()
    table.see(CameraChanged(40_000, True, "back"))
    table.lay(W, "AC", 40_200, arrived_from=None)
    table.lay(N, "9C", 40_200, arrived_from=None)
    assert table.acts == ["W AC", "N 9C"]
    assert table.asked == [Why.ORDER] or table.asked == []
    table.lay(E, "KC", 42_000)
    assert table.acts == ["W AC", "N 9C", "E KC"]


def test_a_card_before_its_player_is_no_exposure_when_the_places_turn_out_to_be_wrong(table: Table) -> None:
    table.front(W, "AC", 1000)
    table.wait(3000)
    assert table.asked == [Why.EXPOSED]
    table.see(CameraChanged(3100, True, "moved"))
    assert table.follower.questions == ()
    table.lay(W, "AC", 3200, arrived_from=None)
    table.lay(N, "9C", 5000)
    table.finish(9000)
    assert table.acts == ["W AC", "N 9C"]
    assert table.offences == []


def test_b12_a_wrong_reading_in_the_heap_of_a_sweep_is_no_lead(table: Table) -> None:
    for at, (seat, code) in enumerate(((W, "AC"), (N, "9C"), (E, "KC"), (S, "10C")), start=1):
        table.lay(seat, code, 1000 * at)
    table.lay(W, "JS", 5200, centre_mm=(3.0, 2.0), sure=0.957)
    table.wait(5400)
    table.sweep(6000, range(1, 6))
    table.lay(W, "7C", 8000)
    assert table.acts == ["W AC", "N 9C", "E KC", "S 10C", "W 7C"]
    assert table.asked == []


def swept_with(table: Table, seat: Seat, code: str, **other: Any) -> CardAppeared:
    """A first trick won by W, and a card told beside it that goes with its sweep."""
    for at, (who, name) in enumerate(((W, "AC"), (N, "9C"), (E, "KC"), (S, "10C")), start=1):
        table.lay(who, name, 1000 * at)
    seen = table.card(seat, code, 5200, **other)
    table.see(seen)
    table.sweep(6000, range(1, 6))
    table.wait(6500)
    return replace(seen, at_ms=7000, arrival_ms=6800, arrived_from=None)


def test_b12_a_lead_that_a_sweep_dragged_along_and_that_lies_there_again_is_a_play(table: Table) -> None:
    again = swept_with(table, W, "7C")
    table.see(replace(again, centre_mm=(-60.0, 12.0)))
    table.lay(N, "8C", 9000)
    assert table.acts[4:] == ["W 7C", "N 8C"]
    assert table.asked == []


@pytest.mark.parametrize("host_first", [True, False])
def test_b12_a_wrong_reading_that_was_swept_and_lies_there_again_with_its_card_is_no_play(
    table: Table, host_first: bool
) -> None:
    again = swept_with(table, W, "7D", centre_mm=(-64.0, 6.0))
    host = replace(table.card(W, "AC", 7000, centre_mm=(-60.0, 5.0), arrived_from=None), track=1)
    for seen in (host, again) if host_first else (again, host):
        table.see(seen)
    table.wait(9000)
    table.sweep(9500, (1, 5))
    table.lay(W, "7C", 11_000)
    table.lay(N, "8C", 12_000)
    assert table.acts[4:] == ["W 7C", "N 8C"]
    assert table.asked == []


def test_b12_a_swept_reading_of_a_seat_that_has_not_to_lead_stays_no_play(table: Table) -> None:
    table.see(swept_with(table, N, "7D", centre_mm=(3.0, -64.0)))
    table.lay(W, "7C", 9000)
    table.lay(N, "8C", 10_000)
    assert table.acts[4:] == ["W 7C", "N 8C"]
    assert table.asked == []


def test_a_wrong_reading_on_a_whole_trick_is_no_play_whoever_it_seems_to_be_of(table: Table) -> None:
    """A card of the trick, shaded by an arm, reads as another one: it lies with one seat and came with another."""
    for at, (seat, code) in enumerate(((W, "AC"), (N, "9C"), (E, "KC"), (S, "10C")), start=1):
        table.lay(seat, code, 1000 * at)
    table.lay(S, "JS", 4400, arrival_ms=2900, nearest=N, centre_mm=(2.0, -60.0), sure=0.985)
    table.wait(5400)
    assert table.asked == []
    table.sweep(6000, range(1, 6))
    table.lay(W, "7C", 8000)
    table.lay(N, "8C", 9000)
    assert table.acts == ["W AC", "N 9C", "E KC", "S 10C", "W 7C", "N 8C"]
    assert table.asked == []
    assert table.offences == []


def test_a_card_told_once_more_by_its_other_corner_is_no_other_card_however_far_off_it_seems(table: Table) -> None:
    """One card, a corner at a time: each places it elsewhere, a third reads it as another; swept with its trick."""
    for at, (seat, code) in enumerate(((W, "AC"), (N, "9C"), (E, "KC"), (S, "10C")), start=1):
        table.lay(seat, code, 1000 * at)
    table.lay(E, "KC", 4600, arrived_from=S, centre_mm=(46.0, 110.0), sure=0.991)
    table.lay(E, "QC", 4650, arrival_ms=2950, centre_mm=(62.0, 50.0), sure=0.979)
    table.wait(7300)
    assert table.asked == []
    table.sweep(7400, range(1, 7))
    table.lay(W, "7C", 9000)
    table.lay(N, "QC", 10_000)
    assert table.acts == ["W AC", "N 9C", "E KC", "S 10C", "W 7C", "N QC"]
    assert table.asked == []


def test_a_lead_with_the_card_that_one_of_the_last_trick_was_misread_as_is_no_lost_lead(table: Table) -> None:
    """E laid another card than KC, with which it won; it leads the true KC before the trick is swept."""
    for at, (seat, code) in enumerate(((W, "AC"), (N, "9C"), (E, "KC"), (S, "10C")), start=1):
        table.lay(seat, code, 1000 * at)
    table.lay(E, "KC", 6000, centre_mm=(30.0, 60.0))
    for at, (seat, code) in enumerate(((S, "8C"), (W, "7C"), (N, "QC")), start=7):
        table.lay(seat, code, 1000 * at)
    assert table.acts == ["W AC", "N 9C", "E ??", "S 10C", "E KC", "S 8C", "W 7C", "N QC"]
    assert table.asked == [Why.PLAYED_BEFORE]
    assert table.offences == []


def test_a_card_out_of_turn_on_a_whole_trick_that_stays_when_that_is_swept_is_asked_about(table: Table) -> None:
    for at, (seat, code) in enumerate(((W, "AC"), (N, "9C"), (E, "KC"), (S, "10C")), start=1):
        table.lay(seat, code, 1000 * at)
    table.lay(E, "JS", 5200)
    table.wait(5400)
    assert table.asked == []
    table.sweep(6000, range(1, 5))
    table.wait(8000)
    assert table.question.why is Why.OUT_OF_TURN


def test_a_lead_before_the_last_trick_is_swept_is_a_play_when_the_table_goes_on(table: Table) -> None:
    for at, (seat, code) in enumerate(((W, "AC"), (N, "9C"), (E, "KC"), (S, "10C")), start=1):
        table.lay(seat, code, 1000 * at)
    table.lay(W, "7C", 5200)
    table.wait(6000)
    assert table.acts == ["W AC", "N 9C", "E KC", "S 10C"]
    table.lay(N, "8C", 6100)
    assert table.acts[4:] == ["W 7C", "N 8C"]


def test_b13_a_card_seen_to_come_before_the_one_on_turn_is_asked_about_and_not_silently_put_in_order(
    table: Table,
) -> None:
    table.lay(N, "9C", 1300, arrival_ms=1000)
    table.lay(W, "AC", 1800, arrival_ms=1600)
    table.wait(5000)
    assert table.asked == [Why.ORDER]
    assert [choice.acts for choice in table.question.choices if choice.acts]


def test_a_card_entered_by_touch_before_the_camera_told_it_is_not_played_twice(table: Table) -> None:
    table.follower.session.record(Played(W, Card.parse("AC")), 900, Source.TOUCH)
    table.lay(W, "AC", 1000)
    assert table.acts == ["W AC"]
    table.lay(N, "9C", 2000, sure=0.5, alternatives=((Card.parse("9C"), 0.5), (Card.parse("9S"), 0.5)))
    table.wait(3000)
    assert table.asked == [Why.DOUBTFUL]
    table.follower.session.record(Played(N, Card.parse("9C")), 3500, Source.TOUCH)
    assert table.wait(3600) == (Withdrawn(1),)
    table.lay(E, "KC", 5000)
    assert table.acts == ["W AC", "N 9C", "E KC"]


# Before and after play


def auctioning(*calls: Act) -> Table:
    session: Session[Any] = Session(game_named("bazar-belot"), HEADER)
    for act in calls:
        session.record(act, 0, Source.TOUCH)
    return Table(Follower(session))


def test_cards_before_the_deal_are_nothing() -> None:
    table = auctioning()
    table.lay(W, "AC", 1000)
    table.front(N, "JS", 1100)
    table.finish(9000)
    assert (table.acts, table.asked) == ([], [])


def test_a_card_in_the_trick_area_while_others_still_call_waits_and_is_asked_about_once() -> None:
    table = auctioning(Dealt(S), Called(W, "pass"))
    table.lay(W, "AC", 1000)
    table.wait(5000)
    table.wait(6000)
    assert table.asked == [Why.AUCTION_OPEN]
    for seat, call in ((N, "8S"), (E, "pass"), (S, "pass"), (W, "pass"), (N, "pass")):
        table.follower.session.record(Called(seat, call), 7000, Source.TOUCH)
    table.wait(8000)
    assert table.acts == ["W AC"]
    assert table.follower.questions == ()


def test_the_lead_ends_an_auction_whose_last_passes_were_not_entered() -> None:
    table = auctioning(*CALLS[:5])
    table.lay(W, "AC", 1000)
    table.wait(9000)
    assert table.acts == ["W AC"]
    assert table.asked == []


def test_two_cards_exposed_during_the_auction_are_asked_about() -> None:
    table = auctioning(Dealt(S))
    table.front(N, "JS", 1000)
    table.front(N, "QD", 1000)
    table.finish(3000)
    assert table.acts == ["N Exposed JS QD"]
    assert table.asked == [Why.EXPOSED]


# Answers


def test_an_answer_that_cannot_be_changes_nothing(table: Table) -> None:
    now = table.tricks(CLUBS)
    table.lay(W, "??", now)
    table.wait(now + 600)
    before = table.follower.session.entries, table.follower.questions
    with pytest.raises(ImpossibleAct):
        table.follower.answer(table.question.number, Choice((Played(W, Card.parse("AC")),)), now + 1000)
    assert (table.follower.session.entries, table.follower.questions) == before
    with pytest.raises(KeyError):
        table.follower.answer(99, NOTHING, now)


def test_nothing_was_played_makes_a_card_nothing(table: Table) -> None:
    table.lay(W, "??", 1000)
    table.wait(1600)
    table.follower.answer(table.question.number, NOTHING, 2000)
    table.lay(W, "AC", 3000)
    assert table.acts == ["W AC"]
    assert table.follower.questions == ()


def test_at_the_end_of_the_pictures_what_waits_is_guessed_and_marked(table: Table) -> None:
    table.lay(W, "AC", 1000, sure=0.7, alternatives=((Card.parse("AC"), 0.7), (Card.parse("AS"), 0.3)))
    table.finish(1100)
    assert table.acts == ["W AC"]
    entry = table.follower.session.entries[-1]
    assert (entry.why, entry.confidence, entry.source) == ("doubtful", 0.7, Source.CAMERA)
