"""What was entered for the seat on turn follows in turn when something before it is put right."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Called, Dealt, Declared, Played
from kozyr.engine.cards import Card, cards
from kozyr.engine.seats import Seat
from kozyr.engine.view import Audience

HEARTS = "AH 8H 7H KH 9H QC JC AD"
"""Trick 1 of W, whose E's card, 10♥, nobody recorded: 7♥ was S's, K♥ led trick 2."""


def laid(model: Any) -> list[tuple[str, str]]:
    """Every play that stands, in order."""
    return [(str(step.act.seat), step.act.card.code) for step in model.session.steps if isinstance(step.act, Played)]


def seq_of(model: Any, card: str) -> int:
    """The play of a card."""
    return int(model.play_of(Card.parse(card)).seq)


def findings(model: Any) -> list[Any]:
    """What the judge would be told."""
    return list(model.session.view(Audience.JUDGE).findings)


def faces(hand: Any, card: str, *, pad: bool = False) -> Any:
    found = [one for root in hand.window.children for one in root.walk() if getattr(one, "card", None) is not None]
    return next(one for one in found if one.card == Card.parse(card) and one.wide is pad)


def insert(hand: Any, screen: Any, before: str, card: str, who: str) -> None:
    """As a person does it: the card before which, the key, the card, the player."""
    from kozyr.ui.tablet.screens.editing import edit

    edit(screen, seq_of(screen.model, before))
    hand.idle()
    hand.tap(text="Insert\nbefore")
    hand.tap(faces(hand, card, pad=True))
    hand.tap(text=who)


def test_a_missed_card_put_in_gives_every_later_one_to_the_seat_that_laid_it(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(HEARTS)
    screen = show(model)
    insert(hand, screen, "7H", "10H", "Четвертий · East")
    assert "6 entries after it follow in turn" in hand.texts()
    assert hand.find(tip="way.in-turn").tone == "chosen"
    hand.tap(tip="amend")
    assert laid(model) == [
        ("W", "AH"), ("N", "8H"), ("E", "10H"), ("S", "7H"), ("W", "KH"), ("N", "9H"), ("E", "QC"), ("S", "JC"),
        ("W", "AD"),
    ]  # fmt: skip
    assert [one for one in findings(model) if one.offence.value == "out-of-turn"] == []
    assert model.view.expectation.seat is Seat.N


def test_only_what_was_missed_is_put_in_where_the_table_says_so(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(HEARTS)
    before = {card: seat for seat, card in laid(model)}
    screen = show(model)
    insert(hand, screen, "7H", "10H", "Четвертий · East")
    hand.tap(tip="way.alone")
    assert "6 entries after it follow in turn" not in hand.texts()
    hand.tap(tip="amend")
    assert {card: seat for seat, card in laid(model)} == {**before, "10H": "E"}
    assert findings(model)


def test_one_step_back_takes_the_card_and_all_that_followed_it(played: Callable[..., Any], hand: Any) -> None:
    from kozyr.ui.tablet.following import in_turn

    model = played(HEARTS)
    before = laid(model)
    missed = Played(Seat.E, Card.parse("10H"))
    model.amend(in_turn(model.session, model.insertion(seq_of(model, "7H"), missed)))
    after = laid(model)
    model.undo()
    assert laid(model) == before
    model.redo()
    assert laid(model) == after
    model.undo()
    again = in_turn(model.session, model.insertion(seq_of(model, "7H"), missed))
    model.amend(again)
    assert laid(model) == after, "what was moved and moved back moves again"


def test_a_card_that_was_never_laid_gives_the_later_ones_back(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("AH 8H 10H 9D 7H KH 9H QC JC")
    screen = show(model)
    screen.take_back(seq_of(model, "9D"))
    hand.idle()
    hand.tap(tip="amend")
    assert laid(model) == [
        ("W", "AH"), ("N", "8H"), ("E", "10H"), ("S", "7H"), ("W", "KH"), ("N", "9H"), ("E", "QC"), ("S", "JC"),
    ]  # fmt: skip
    assert not [one for one in findings(model) if one.offence.value == "out-of-turn"]
    model.undo()
    assert laid(model)[3:5] == [("S", "9D"), ("W", "7H")]


def test_a_card_that_wins_another_trick_gives_the_lead_with_it(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("KH 8H 7H JH QD KD 10D 7D")
    assert laid(model)[4] == ("W", "QD")
    show(model)
    hand.tap(faces(hand, "8H", pad=True))
    hand.tap(faces(hand, "AH", pad=True))
    hand.tap(tip="amend")
    assert laid(model)[4:] == [("N", "QD"), ("E", "KD"), ("S", "10D"), ("W", "7D")]
    assert findings(model) == []
    model.undo()
    assert laid(model)[1] == ("N", "8H")
    assert laid(model)[4:] == [("W", "QD"), ("N", "KD"), ("E", "10D"), ("S", "7D")]


def test_what_the_camera_saw_keeps_its_seat(model: Any) -> None:
    from kozyr.ui.tablet.following import in_turn

    model.deal(Seat.S)
    model.call(Seat.W, "14S")
    for seat in (Seat.N, Seat.E, Seat.S, Seat.W):
        model.call(seat, "pass")
    for at, (seat, card) in enumerate(zip("WNS", cards("AH 8H 7H"), strict=True)):
        model.seen(Played(Seat(seat), card), 9000 + at)
    alone = model.insertion(seq_of(model, "7H"), Played(Seat.E, Card.parse("10H")))
    assert in_turn(model.session, alone) == alone


def test_a_seat_that_somebody_named_stays(played: Callable[..., Any]) -> None:
    from kozyr.ui.tablet.following import in_turn

    model = played("AH 8H 7H")
    model.correct(seq_of(model, "7H"), Played(Seat.S, Card.parse("7H")))
    alone = model.insertion(seq_of(model, "7H"), Played(Seat.E, Card.parse("10H")))
    assert in_turn(model.session, alone) == alone


def test_cards_out_of_turn_by_a_touched_plate_stay_out_of_turn(played: Callable[..., Any]) -> None:
    from kozyr.ui.tablet.following import in_turn

    model = played("AH 8H")
    model.play(Seat.S, Card.parse("7H"))
    missed = Played(Seat.N, Card.parse("9H"))
    found = in_turn(model.session, model.insertion(seq_of(model, "8H"), missed))
    assert [entry.act for entry in found] == [missed, Played(Seat.E, Card.parse("8H"))]


def test_calls_follow_another_dealer(model: Any, hand: Any) -> None:
    from kozyr.ui.tablet.following import in_turn

    model.deal(Seat.S)
    for call in ("14S", "pass", "contra", "pass", "pass", "pass"):
        model.call(model.view.expectation.caller or model.view.expectation.seat, call)
    dealt = model.deal_steps[0].seq
    model.amend(in_turn(model.session, model.correction(dealt, Dealt(Seat.W))))
    called = [(str(step.act.seat), step.act.call) for step in model.session.steps if isinstance(step.act, Called)]
    assert called[:3] == [("N", "14S"), ("E", "pass"), ("S", "contra")]
    assert model.view.declarer is Seat.N


def test_a_bela_goes_with_its_king(played: Callable[..., Any]) -> None:
    from kozyr.ui.tablet.following import in_turn

    model = played("AS 8S KS")
    model.declare(Seat.E, "bela")
    missed = model.insertion(seq_of(model, "KS"), Played(Seat.E, Card.parse("7S")))
    model.amend(in_turn(model.session, missed))
    assert laid(model)[-1] == ("S", "KS")
    assert model.session.steps[-1].act == Declared(Seat.S, "bela")


def test_the_deal_after_it_is_left_alone(played: Callable[..., Any]) -> None:
    from kozyr.ui.tablet.following import in_turn

    model = played(HEARTS)
    seq = seq_of(model, "7H")
    model.tally((("SN", 100), ("WE", 62)))
    model.deal(Seat.W)
    later = {step.seq for step in model.deal_steps}
    found = in_turn(model.session, model.insertion(seq, Played(Seat.E, Card.parse("10H"))))
    assert len(found) == 7
    assert not later & {entry.replaces for entry in found}


def test_why_each_later_card_has_another_seat_is_kept(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    from kozyr.ui.tablet.following import in_turn

    model = played("AH 8H 7H")
    model.amend(in_turn(model.session, model.insertion(seq_of(model, "7H"), Played(Seat.E, Card.parse("10H")))))
    show(model, "history")
    hand.tap(tip=f"entry-{model.session.entries[-3].seq}")
    hand.tap(tip="changes")
    assert any("the others follow in turn" in text for text in hand.texts())


@pytest.mark.parametrize("lang", ["uk", "ru", "en"])
def test_how_many_follow_is_said(lang: str, played: Callable[..., Any], hand: Any) -> None:
    from kozyr.ui.locale.text import set_language
    from kozyr.ui.tablet.following import in_turn
    from kozyr.ui.tablet.foresight import foreseen

    set_language(lang)
    model = played(HEARTS)
    entries = in_turn(model.session, model.insertion(seq_of(model, "7H"), Played(Seat.E, Card.parse("10H"))))
    assert len(foreseen(model, entries).said) == 2
    assert "6" in foreseen(model, entries).said[1]
