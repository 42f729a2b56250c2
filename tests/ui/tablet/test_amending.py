"""A correction is said in plain words: the common one at once and with two touches, any other before it is made."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Called, Declared, Played, Tallied
from kozyr.engine.cards import Card, cards
from kozyr.engine.seats import Seat
from kozyr.ui.locale.catalog import LANGUAGES


def plays(model: Any) -> list[Any]:
    """The plays that stand."""
    return [step for step in model.session.steps if isinstance(step.act, Played)]


def faces(hand: Any, card: str, *, pad: bool = False) -> Any:
    """A card on the felt, or on the pad."""
    found = [one for root in hand.window.children for one in root.walk() if getattr(one, "card", None) is not None]
    return next(one for one in found if one.card == Card.parse(card) and one.wide is pad)


def test_the_common_fix_is_two_touches_and_is_said(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H 8H")
    show(model)
    hand.tap(faces(hand, "8H"))
    hand.tap(faces(hand, "AH", pad=True))
    assert plays(model)[-1].act == Played(Seat.N, Card.parse("AH"))
    assert [text for text in hand.texts() if text.startswith("Corrected. Trick 1, Третій: A♥, not\u00a08♥")]


def test_two_cards_that_change_places_are_shown_before(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("KH 8H 7H JH AD QD")
    show(model)
    before = model.session.entries
    hand.tap(faces(hand, "QD"))
    hand.tap(faces(hand, "8H", pad=True))
    assert model.session.entries == before, "nothing is written before it is confirmed"
    assert "8♥ and Q♦ (Третій, trick 2) change places" in hand.texts()
    hand.tap(text="Leave as it is")
    assert model.session.entries == before


def test_who_wins_and_whose_turn_it_is_are_said(played: Callable[..., Any], hand: Any) -> None:
    from kozyr.ui.tablet.foresight import foreseen

    model = played("9H 8H 10H 7H")
    found = foreseen(model, model.correction(plays(model)[1].seq, Played(plays(model)[1].act.seat, Card.parse("AH"))))
    names = {Seat.W: "Другий", Seat.N: "Третій", Seat.E: "Четвертий", Seat.S: "Перший"}
    was, now = names[plays(model)[2].act.seat], names[plays(model)[1].act.seat]
    assert f"Trick 1: won by {now}, not {was}" in found.follows
    assert f"Now to play: {now}" in found.follows
    assert not found.changes_totals


def test_what_changes_the_score_is_shown_before(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played()
    model.tally((("SN", 18), ("WE", 144)))
    screen = show(model, "history")
    wrong = model.session.steps[-1].seq
    screen.amend(lambda: model.correction(wrong, Tallied((("SN", 144), ("WE", 18)))))
    hand.idle()
    assert model.session.steps[-1].seq == wrong
    shown = " ".join(hand.texts())
    assert "not “Entered by hand: S–N 18, W–E 144”" in shown
    assert "Deal 1: S–N " in shown
    hand.tap(tip="amend")
    assert model.session.steps[-1].act == Tallied((("SN", 144), ("WE", 18)))


def test_findings_are_told_to_the_judge_alone(played: Callable[..., Any], hand: Any) -> None:
    from kozyr.ui.tablet.foresight import foreseen

    model = played("KH 8H QH 7H KD QD AD 7D JH")
    third = plays(model)[2]
    club = model.correction(third.seq, Played(third.act.seat, Card.parse("10C")))
    assert not [line for line in foreseen(model, club).follows if "revoke" in line]
    model.open_judging()
    found = [line for line in foreseen(model, club).follows if "revoke" in line]
    assert len(found) == 1
    assert found[0].startswith("Found: ")
    model.amend(club)
    back = foreseen(model, model.correction(model.session.next_seq - 1, third.act))
    assert [line for line in back.follows if line.startswith("No longer found: ")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_correction_is_said_without_numbers_of_entries(
    lang: str, played: Callable[..., Any], hand: Any
) -> None:
    from kozyr.ui.locale.text import set_language
    from kozyr.ui.tablet.foresight import said

    set_language(lang)
    model = played("9H 8H")
    model.declare(Seat.W, "terz KC")
    call, play = model.session.steps[1].seq, plays(model)[-1]
    of = {
        "call": model.correction(call, Called(Seat.W, "13H")),
        "gone": model.correction(play.seq, None),
        "who": model.correction(play.seq, Played(Seat.N, play.act.card)),
        "card": model.correction(play.seq, Played(play.act.seat, Card.parse("AH"))),
        "added": model.insertion(play.seq, Played(Seat.N, Card.parse("10H"))),
        "declared": model.correction(model.session.next_seq - 1, Declared(Seat.W, "terz KD")),
        "swap": model.swapping(play.seq, plays(model)[0].seq),
    }
    told = {name: said(model, entries) for name, entries in of.items()}
    assert all(len(lines) == 1 for lines in told.values())
    assert len({lines[0] for lines in told.values()}) == len(told)
    for lines in told.values():
        assert "{" not in lines[0]
        assert "entry" not in lines[0]
    assert "13♥" in told["call"][0]
    assert "14♠" in told["call"][0]


def test_a_card_of_an_earlier_deal_changes_places_within_that_deal(model: Any) -> None:
    """The same card lies in the deal that is played as well: that one is another."""
    for dealer in (Seat.S, Seat.W):
        model.deal(dealer)
        model.call(model.view.expectation.seat, "14S")
        for _ in range(4):
            model.call(model.view.expectation.seat, "pass")
        for card in cards("9H 8H"):
            model.play(model.view.expectation.seat, card)
    first, second = plays(model)[0], plays(model)[2]
    assert first.act.card == second.act.card
    assert model.play_of(first.act.card, plays(model)[1].seq).seq == first.seq
    assert model.play_of(first.act.card).seq == second.seq
    assert model.play_of(Card.parse("7H"), first.seq) is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_cannot_be_names_the_other_entry(lang: str, played: Callable[..., Any], hand: Any) -> None:
    from kozyr.engine.errors import ImpossibleAct
    from kozyr.ui.locale.text import card_text, set_language
    from kozyr.ui.tablet.telling import error_said

    set_language(lang)
    model = played("9H 8H 10H 7H KD")
    last, first = plays(model)[-1], plays(model)[0]
    with pytest.raises(ImpossibleAct) as refused:
        model.amend(model.correction(first.seq, Played(first.act.seat, last.act.card)))
    said = error_said(model, refused.value)
    assert f"Четвертий: {card_text(last.act.card)}" in said
    assert str(last.seq) not in said
    assert "{" not in said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_doubt_names_the_time_out(lang: str, hand: Any) -> None:
    from kozyr.ui.locale.text import clock_text, set_language
    from kozyr.ui.tablet.telling import doubt_said

    from .test_every_table import model_of

    set_language(lang)
    model = model_of("debertz", "2x2")
    model.take_time(Seat.W)
    (doubt,) = model.session.report().doubts
    assert f"Гравець 2, {clock_text(model.session.steps[0].at_ms)}" in doubt_said(model, doubt)
