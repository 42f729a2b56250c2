"""Another card named by hand goes to the play that nobody could read, or to the one that was asked about."""

from dataclasses import replace

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import NOTHING, Choice, Question, Why
from kozyr.ui.tablet.screens.question import choice_text, with_card

W, N = Seat.W, Seat.N
NINE, ACE = Card.parse("9C"), Card.parse("AC")
OUT = Choice((Played(N, NINE),), 0.6)
MISSED = Choice((Played(W, None), Played(N, NINE)), 0.3)


def question(guess: Choice, *choices: Choice) -> Question:
    return Question(1, 0, Why.OUT_OF_TURN, N, guess, (*choices, NOTHING))


def test_a_card_that_was_missed_is_the_one_that_is_named() -> None:
    assert with_card(question(MISSED, OUT, MISSED), ACE).acts == (Played(W, ACE), Played(N, NINE))


def test_a_card_that_was_read_otherwise_is_named_in_its_place() -> None:
    assert with_card(question(OUT, OUT, MISSED), ACE).acts == (Played(N, ACE),)


def test_where_the_guess_is_that_nothing_happened_the_likeliest_play_gets_the_card() -> None:
    assert with_card(question(NOTHING, OUT), ACE).acts == (Played(N, ACE),)


def test_a_missed_card_and_a_misread_one_before_are_told_apart_in_words() -> None:
    misread = replace(MISSED, replaces=9)
    assert choice_text(misread) != choice_text(MISSED)
