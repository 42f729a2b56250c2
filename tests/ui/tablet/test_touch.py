"""What a club does with fingers: bid, declare, play, correct, answer, rule."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Called, Claimed, Dealt, Declared, Exposed, Misdealt, Played, Revealed, Tallied
from kozyr.engine.cards import Card, cards
from kozyr.engine.laws import Offence
from kozyr.engine.observations import CameraChanged
from kozyr.engine.seats import Seat
from kozyr.engine.table.doubt import NOTHING, Choice, Question, Why
from kozyr.engine.view import Phase
from kozyr.ui.locale.text import tr
from kozyr.ui.tablet.widgets import plain


def acts(model: Any) -> list[Any]:
    return [step.act for step in model.session.steps]


def test_dealer_then_bids_by_taps(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    show(model)
    hand.tap(tip="deal-S")
    hand.tap(tip="8H")
    hand.tap(tip="pass")
    hand.tap(tip="level-up")
    hand.tap(tip="10S")
    hand.tap(tip="contra")
    assert acts(model) == [
        Dealt(Seat.S),
        Called(Seat.W, "8H"),
        Called(Seat.N, "pass"),
        Called(Seat.E, "10S"),
        Called(Seat.S, "contra"),
    ]
    assert model.view.calls[-1].stands


def test_level_keys_and_capo(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    model.deal(Seat.S)
    show(model)
    hand.tap(tip="level")
    hand.tap(text="21")
    hand.tap(tip="21A")
    hand.tap(text="Capo")
    hand.tap(tip="25H capo")
    assert acts(model)[1:] == [Called(Seat.W, "21A"), Called(Seat.N, "25H capo")]


def test_contra_by_the_seat_that_may_say_it(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    """Two opponents may say contra out of turn: the screen asks who did."""
    model.deal(Seat.S)
    model.call(Seat.W, "12S")
    model.call(Seat.N, "pass")
    show(model)
    assert model.view.expectation.seat is Seat.E
    hand.tap(tip="contra")
    hand.tap(text="Перший · South")
    assert acts(model)[-1] == Called(Seat.S, "contra")
    assert model.view.calls[-1].stands


def test_unlawful_call_is_recorded_after_one_question(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    model.deal(Seat.S)
    model.call(Seat.W, "12S")
    screen = show(model)
    hand.tap(tip="level-down")
    assert not hand.find(tip="12H").lit
    hand.tap(tip="12H")
    assert len(acts(model)) == 2
    hand.tap(text="Record it")
    assert acts(model)[-1] == Called(Seat.N, "12H")
    assert not model.view.calls[-1].stands
    assert screen.tab == "pad"


def test_declare_and_show(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played()
    show(model)
    hand.tap(tip="declare")
    hand.tap(text="terz")
    hand.tap(card=Card.parse("KH"))
    hand.tap(tip="declare")
    hand.tap(text="frame")
    hand.tap(text="J")
    hand.tap(tip="declare")
    hand.tap(text="Cards shown")
    hand.tap(text="Другий · West")
    for code in ("KH", "QH", "JH"):
        hand.tap(card=Card.parse(code))
    hand.tap(text="Done")
    assert acts(model)[-3:] == [
        Declared(Seat.W, "terz KH"),
        Declared(Seat.W, "frame J"),
        Revealed(Seat.W, cards("KH QH JH")),
    ]


def test_a_card_by_one_tap_and_never_twice(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    """A gone card looks like any other; touched, it is the entry to correct, and no second card is laid."""
    model = played()
    show(model)
    hand.tap(card=Card.parse("9H"))
    assert acts(model)[-1] == Played(Seat.W, Card.parse("9H"))
    pad_key = next(one for one in _pad(hand) if one.card == Card.parse("9H"))
    assert not pad_key.dim
    hand.tap(pad_key)
    assert len([act for act in acts(model) if isinstance(act, Played)]) == 1
    assert any("9♥ is already played (trick 1, Другий)" in text for text in hand.texts())
    hand.tap(text="Back")
    assert model.view.expectation.seat is Seat.N


def test_the_judge_sees_which_cards_are_gone(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played("9H")
    model.open_judging()
    show(model, "pad")
    assert {one.card.code for one in _pad(hand) if one.dim} == {"9H"}


def _pad(hand: Any) -> list[Any]:
    return [one for root in hand.window.children for one in root.walk() if getattr(one, "wide", False)]


def test_out_of_turn_through_the_plate(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    from kozyr.ui.tablet.screens.felt import Plate

    model = played("9H 8H")
    screen = show(model)
    plate = next(one for one in screen.walk() if isinstance(one, Plate) and one.seat is Seat.S)
    hand.tap(plate)
    hand.tap(card=Card.parse("AH"))
    assert acts(model)[-1] == Played(Seat.S, Card.parse("AH"))
    assert screen.acting is None
    assert model.view.seats[0].penalty_cards == (Card.parse("AH"),)


def test_a_card_of_an_earlier_trick_is_corrected_from_the_pad(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    """The pad knows where a card was laid: that card, then the right one; it is shown before it is made."""
    model = played("KH 8H 7H JH QD KD AD 7D QC")
    before = {seat.seat: seat.tricks for seat in model.view.seats}
    assert (before[Seat.W], before[Seat.N]) == (1, 0)
    wrong = next(step for step in model.session.steps if step.act == Played(Seat.N, Card.parse("8H")))
    show(model)
    hand.tap(next(one for one in _pad(hand) if one.card == Card.parse("8H")))
    hand.tap(next(one for one in _pad(hand) if one.card == Card.parse("AH")))
    hand.tap(tip="amend")
    entry = next(entry for entry in model.session.entries if entry.replaces == wrong.seq)
    assert entry.act == Played(Seat.N, Card.parse("AH"))
    assert next(seat.tricks for seat in model.view.seats if seat.seat is Seat.N) == 1


def test_the_last_trick_is_shown_on_request_and_counted(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("KH 8H 7H JH QD")
    show(model)
    assert not any(one.card == Card.parse("8H") for one in _faces(hand))
    hand.tap(tip="last-trick")
    assert [one.card.code for one in _faces(hand) if one.card != Card.parse("QD")] == ["KH", "8H", "7H", "JH"]
    assert "Looks in this deal: 1" in hand.texts()
    hand.tap(next(one for one in _faces(hand) if one.card == Card.parse("8H")))
    hand.tap(next(one for one in _pad(hand) if one.card == Card.parse("AH")))
    hand.tap(tip="amend")
    assert acts(model)[3 + 4] == Played(Seat.N, Card.parse("AH"))
    assert model.looks == 1


def _faces(hand: Any) -> list[Any]:
    from kozyr.ui.tablet.cardface import CardFace

    found = [one for root in hand.window.children for one in root.walk() if isinstance(one, CardFace)]
    return [one for one in found if not one.wide]


def test_two_cards_taken_for_one_another_change_places(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("KH 8H 7H JH AD QD")
    show(model)
    hand.tap(next(one for one in _faces(hand) if one.card == Card.parse("QD")))
    hand.tap(next(one for one in _pad(hand) if one.card == Card.parse("8H")))
    assert "8♥ and Q♦ (Третій, trick 2) change places" in hand.texts()
    hand.tap(tip="amend")
    cards_now = [act.card.code for act in acts(model) if isinstance(act, Played)]
    assert cards_now == ["KH", "QD", "7H", "JH", "AD", "8H"]


def test_missed_card_is_inserted(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played("9H 7H")
    show(model)
    hand.tap(next(one for one in _faces(hand) if one.card == Card.parse("7H")))
    hand.tap(text="Insert\nbefore")
    hand.tap(next(one for one in _pad(hand) if one.card == Card.parse("8H")))
    hand.tap(text="Третій · North")
    hand.tap(tip="amend")
    plays = [act for act in acts(model) if isinstance(act, Played)]
    assert [play.card.code for play in plays] == ["9H", "8H", "7H"]
    assert plays[1].seat is Seat.N


def test_history_undo_redo_and_correcting_a_call(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    model.deal(Seat.S)
    model.call(Seat.W, "12S")
    model.call(Seat.N, "13H")
    show(model, "history")
    for said in ("↶ Undo\nТретій: 13♥", "↶ Undo\nДругий: 12♠"):
        assert plain(hand.find(tip="step-back").text) == said
        hand.tap(tip="step-back")
    assert acts(model) == [Dealt(Seat.S)]
    for said in ("↷ Redo\nДругий: 12♠", "↷ Redo\nТретій: 13♥"):
        assert plain(hand.find(tip="step-forward").text) == said
        hand.tap(tip="step-forward")
    assert plain(hand.find(tip="step-forward").text) == "↷ Redo"
    assert acts(model) == [Dealt(Seat.S), Called(Seat.W, "12S"), Called(Seat.N, "13H")]
    hand.tap(next(one for one in _keys(hand) if "Третій: 13" in plain(one.text) and one.tip.startswith("entry-")))
    hand.tap(tip="level-up")
    lowest = next(one for one in _keys(hand) if one.tip.endswith("D"))
    hand.tap(lowest)
    assert acts(model)[-1] == Called(Seat.N, lowest.tip)


def test_a_correction_has_a_reason_with_one_touch(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    model.deal(Seat.S)
    model.call(Seat.W, "12S")
    model.correct(2, Called(Seat.W, "12H"))
    show(model, "history")
    hand.tap(next(one for one in _keys(hand) if "Другий: 12" in one.text))
    hand.tap(tip="changes")
    hand.tap(tip="why")
    hand.tap(tip="why-misheard")
    last = model.session.entries[-1]
    assert (last.act, last.replaces, last.why) == (Called(Seat.W, "12H"), 3, "misheard")
    hand.tap(next(one for one in _keys(hand) if "Другий: 12" in one.text))
    hand.tap(tip="changes")
    told = [text for text in hand.texts() if "touch" in text]
    assert [text.count("misheard") for text in told] == [0, 0, 1], "who, when, old, new, and then why"


def test_a_missed_call_is_inserted_and_a_wrong_seat_put_right(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    model.deal(Seat.S)
    model.call(Seat.W, "12S")
    model.call(Seat.E, "pass")
    show(model, "history")
    hand.tap(next(one for one in _keys(hand) if "Четвертий: pass" in one.text))
    hand.tap(text="Insert before")
    hand.tap(tip="contra")
    hand.tap(text="Третій · North")
    assert [act.call for act in acts(model)[1:]] == ["12S", "contra", "pass"]
    model.undo()
    model.undo()
    for seat in (Seat.N, Seat.E, Seat.S, Seat.W):
        model.call(seat, "pass")
    model.play(Seat.N, Card.parse("9H"))
    hand.idle()
    hand.tap(tip=f"entry-{model.session.steps[-1].seq}")
    hand.tap(text="Who\nlaid it?")
    hand.tap(text="Другий · West")
    assert acts(model)[-1] == Played(Seat.W, Card.parse("9H"))
    assert model.view.trick.plays[0].seat is Seat.W


def _keys(hand: Any) -> list[Any]:
    from kozyr.ui.tablet.widgets import Key

    return [one for root in hand.window.children for one in root.walk() if isinstance(one, Key)]


def test_question_answered_by_the_likely_card(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played("9H")
    screen = show(model)
    choices = tuple(Choice((Played(Seat.N, card),), 0.5) for card in cards("8H 8D"))
    question = Question(1, 61_000, Why.DOUBTFUL, Seat.N, choices[0], (*choices, NOTHING))
    model.ask(question)
    hand.idle()
    assert screen.tab == "question"
    assert any(one.card == Card.parse("9H") for one in _faces(hand)), "the trick stays in sight"
    hand.tap(next(one for one in _faces(hand) if one.card == Card.parse("8D")))
    entry = model.session.entries[-1]
    assert (entry.act, entry.at_ms, entry.why) == (Played(Seat.N, Card.parse("8D")), 61_000, "doubtful")
    assert model.questions == ()
    assert screen.tab != "question"


def test_question_answered_by_another_card_and_by_nothing(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H")
    show(model)
    choice = Choice((Played(Seat.N, Card.parse("8H")),), 0.5)
    model.ask(Question(1, 61_000, Why.IRREGULAR, Seat.N, choice, (choice, NOTHING)))
    hand.idle()
    assert not any("revoke" in text or "rules" in text for text in hand.texts())
    hand.tap(tip="other")
    hand.tap(next(one for one in _pad(hand) if one.card == Card.parse("QH")))
    assert acts(model)[-1] == Played(Seat.N, Card.parse("QH"))
    before = len(model.session.entries)
    model.ask(Question(2, 62_000, Why.WHO, Seat.E, choice, (Choice((Played(Seat.E, Card.parse("8H")),)), NOTHING)))
    hand.tap(tip="nothing")
    assert len(model.session.entries) == before
    assert model.questions == ()


def test_question_about_the_order_and_an_unseen_card(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("9H")
    show(model)
    north, east = Played(Seat.N, Card.parse("8H")), Played(Seat.E, Card.parse("KH"))
    orders = (Choice((north, east), 0.5), Choice((Played(Seat.N, None), east), 0.5))
    model.ask(Question(1, 61_000, Why.ORDER, Seat.N, orders[0], (*orders, NOTHING)))
    hand.idle()
    assert "Третій: a card went unseen, then Четвертий K♥" in hand.texts()
    hand.tap(text="Третій 8♥, then Четвертий K♥")
    assert acts(model)[-2:] == [north, east]


@pytest.fixture
def revoked(played: Callable[..., Any]) -> Any:
    """E throws a club on the heart led and plays a heart later: proved."""
    model = played("9H 8H 10C 7H KD QD AD 7D JH")
    findings = [one for one in _judged(model) if one.offence is Offence.REVOKE]
    assert len(findings) == 1, findings
    return model


def _judged(model: Any) -> Any:
    from kozyr.engine.view import Audience

    return model.session.view(Audience.JUDGE).findings


def test_players_are_told_nothing(revoked: Any, hand: Any, show: Callable[..., Any]) -> None:
    screen = show(revoked)
    for tab in ("pad", "declare", "score", "history"):
        screen.choose(tab)
        hand.idle()
        assert "revoke" not in " ".join(hand.texts()).lower()
        assert not any(one.flag for one in _faces(hand))


def test_other_entries_are_corrected_from_the_history(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played()
    model.declare(Seat.W, "terz KH")
    model.expose(Seat.E, cards("AC KC"))
    screen = show(model, "history")
    hand.tap(next(one for one in _keys(hand) if "Четвертий exposed" in one.text))
    hand.tap(text="Take back")
    assert not [act for act in acts(model) if isinstance(act, Exposed)]
    hand.tap(next(one for one in _keys(hand) if "Другий declares" in one.text))
    hand.tap(tip="other-kind")
    hand.tap(text="berz")
    hand.tap(card=Card.parse("AH"))
    assert acts(model)[-1] == Declared(Seat.W, "berz AH")
    assert any("was Другий declares terz K♥" in text for text in hand.texts())
    row = next(one for one in _keys(hand) if "Перший deals" in one.text)
    row.parent.parent.scroll_to(row, animate=False)
    hand.tap(row)
    hand.tap(text="Четвертий · East")
    hand.tap(tip="amend")
    assert acts(model)[0] == Dealt(Seat.E)
    assert screen.tab == "history"


def test_declarations_of_every_kind(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played("KS")
    show(model, "declare")
    hand.tap(text="terz")
    hand.tap(text="Back")
    hand.tap(text="bela")
    assert acts(model)[-1] == Declared(Seat.W, "bela"), "whose king it is"
    model.undo()
    hand.idle()
    hand.tap(tip="declare")
    hand.tap(text="quint")
    assert not [one for one in _pad(hand) if one.card == Card.parse("10H")], "a quint cannot end in a ten"
    hand.tap(card=Card.parse("AC"))
    assert acts(model)[-1] == Declared(Seat.N, "quint AC")


def test_claim_and_misdeal_from_the_menu(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played("9H 8H 7H JH")
    show(model)
    hand.tap(tip="menu")
    hand.tap(text="The rest are mine")
    hand.tap(text="Перший · South")
    hand.tap(tip="claim-all")
    assert acts(model)[-1] == Claimed(Seat.S, 7)
    hand.tap(tip="hand-S")
    for card in cards("AS KS QS AC KC QC AD"):
        hand.tap(card=card)
    assert acts(model)[-1] == Revealed(Seat.S, cards("AS KS QS AC KC QC AD"))
    assert (hand.find(tip="hand-S").tone, hand.find(tip="hand-W").tone) == ("good", "plain")
    assert plain(hand.find(tip="hand-S").text) == "Перший · South: 7 of 7"
    hand.tap(tip="hands-done")
    model.undo()
    model.undo()
    hand.tap(tip="menu")
    hand.tap(text="Misdeal")
    hand.tap(text="Record it")
    assert isinstance(acts(model)[-1], Misdealt)
    assert model.view.phase is Phase.DEAL_OVER


def _places(hand: Any) -> list[tuple[float, float]]:
    return [tuple(made.to_window(*made.pos)) for made in _keys(hand) if made.text.isdigit()]


def test_pin_guards_the_judge(revoked: Any, hand: Any, show: Callable[..., Any]) -> None:
    revoked._judge_pin = "47"
    show(revoked)
    hand.tap(text="Judge")
    hand.tap(text="The judge is here")
    hand.idle()
    before = _places(hand)
    for digit in "41":
        hand.tap(text=digit)
    hand.tap(text="Done")
    assert not revoked.judging
    assert tr("judge.pin-wrong") in hand.texts()
    assert _places(hand) == before, "the digits stay under the fingers"
    for digit in "47":
        hand.tap(text=digit)
    hand.tap(text="Done")
    assert revoked.judging


def test_exposed_cards_and_tally_from_the_menu(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played()
    show(model)
    hand.tap(tip="menu")
    hand.tap(text="Exposed cards")
    hand.tap(text="Четвертий · East")
    for code in ("AC", "KC"):
        hand.tap(card=Card.parse(code))
    hand.tap(text="Done")
    assert acts(model)[-1] == Exposed(Seat.E, cards("AC KC"))
    hand.tap(tip="menu")
    hand.tap(text="Enter the tricks by number")
    for digit in "18":
        hand.tap(tip=f"digit-{digit}")
    hand.tap(tip="done")
    assert acts(model)[-1] == Tallied((("SN", 18), ("WE", 144)), ())
    assert model.view.phase is Phase.DEAL_OVER
    hand.tap(text="Next deal: Другий")
    assert acts(model)[-1] == Dealt(Seat.W)


def test_camera_lost_is_said_and_play_goes_on(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played("9H")
    show(model)
    model.camera_changed(CameraChanged(5000, False, "frozen"))
    hand.idle()
    assert "picture is frozen" in hand.texts()
    assert any(one.card == Card.parse("9H") for one in _faces(hand))
    hand.tap(next(one for one in _pad(hand) if one.card == Card.parse("8H")))
    assert acts(model)[-1] == Played(Seat.N, Card.parse("8H"))
    model.camera_changed(CameraChanged(9000, True, "back"))
    hand.idle()
    assert "sees the table again" in hand.texts()


def test_one_tap_told_twice_is_one_entry(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    """A Pi delivers mouse and touch for one tap: "pass" must not be said for the next seat as well."""
    from kivy.tests.common import UnitTestTouch

    model.deal(Seat.S)
    show(model)
    target = hand.find(tip="pass")
    x, y = target.to_window(*target.center)
    for _ in range(2):
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        touch.touch_up()
    hand.idle()
    assert acts(model) == [Dealt(Seat.S), Called(Seat.W, "pass")]
    hand.tap(tip="pass")
    assert acts(model)[-1] == Called(Seat.N, "pass")


def test_the_auction_is_entered_after_cards_were_recorded(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    """The camera saw a trick and a lead before anybody told the calls: these are told then, and all is judged."""
    model.deal(Seat.S)
    screen = show(model)
    for at, (seat, card) in enumerate(zip("WNESS", cards("AS 7S 8S 9S KH"), strict=True)):
        model.seen(Played(Seat(seat), card), 5000 + at)
    hand.idle()
    assert (model.view.phase, model.view.contract, screen.tab) == (Phase.PLAY, None, "auction")
    assert "To call: Другий" in hand.texts()
    hand.tap(tip="pad")
    assert len(_pad(hand)) == 32
    hand.tap(tip="auction")
    for _ in range(6):
        hand.tap(tip="level-up")
    hand.tap(tip="14S")
    assert "To call: Третій" in hand.texts()
    hand.tap(tip="pass")
    hand.tap(tip="pass")
    assert "To call: Перший" in hand.texts()
    hand.tap(tip="contra")
    assert screen.tab == "auction"
    for _ in range(4):
        if model.view.contract is None:
            hand.tap(tip="pass")
    view = model.view
    assert (view.contract, view.declarer, view.doubled, model.session.errors) == ("14S", Seat.W, 2, ())
    assert [(trick.winner, trick.points) for trick in view.tricks] == [(Seat.S, 25)]
    assert dict(view.points) == {"SN": 25, "WE": 0}
    assert [play.card for play in view.trick.plays] == [Card.parse("KH")]
    assert screen.tab == "pad"
    assert len(_pad(hand)) == 32
    hand.tap(next(one for one in _pad(hand) if one.card == Card.parse("8H")))
    assert acts(model)[-1] == Played(Seat.W, Card.parse("8H"))


def _touch(at: tuple[float, float]) -> None:
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(*at)
    touch.touch_down()
    touch.touch_up()


def test_a_second_tap_on_the_last_pass_lays_no_card(
    model: Any, hand: Any, show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card pad comes up under the finger that said the last pass."""
    monkeypatch.setattr("kozyr.ui.tablet.screens.side.SETTLE_S", 4.0)
    model.deal(Seat.S)
    model.call(Seat.W, "14S")
    for seat in (Seat.N, Seat.E, Seat.S):
        model.call(seat, "pass")
    show(model)
    target = hand.find(tip="pass")
    at = target.to_window(target.center_x + 40, target.center_y)
    hand.tap(target)
    assert model.view.phase is Phase.PLAY
    time.sleep(0.15)
    _touch(at)
    hand.idle()
    assert acts(model)[-1] == Called(Seat.W, "pass")
    time.sleep(4.0)
    _touch(at)
    hand.idle()
    assert isinstance(acts(model)[-1], Played), "the pad takes touches again"


def test_a_question_that_comes_up_takes_no_touch_meant_for_the_pad(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kozyr.ui.tablet.screens.side.SETTLE_S", 4.0)
    model = played()
    show(model)
    card = Card.parse("AC")
    choices = (Choice((Played(Seat.W, card),), 0.8), Choice((Played(Seat.W, Card.parse("KC")),), 0.2))
    model.ask(Question(1, 5000, Why.DOUBTFUL, Seat.W, choices[0], (*choices, NOTHING)))
    hand.idle()
    likely = next(one for one in _faces(hand) if one.card == card)
    _touch(likely.to_window(*likely.center))
    hand.idle()
    assert len(model.questions) == 1
    hand.tap(likely)
    assert model.questions == ()
    assert acts(model)[-1] == Played(Seat.W, card)


def test_a_step_back_is_said_in_the_colour_of_no_refusal(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    screen = show(played("9H"))
    hand.tap(tip="undo")
    assert hand.find(tip="notice").tone == "plain"
    screen.notice("no")
    hand.idle()
    assert hand.find(tip="notice").tone == "danger"


def test_after_passes_the_band_says_so(model: Any, hand: Any, show: Callable[..., Any]) -> None:
    show(model)
    hand.tap(tip="deal-S")
    assert tr("top.no-bid") in hand.texts()
    hand.tap(tip="pass")
    assert tr("top.all-pass") in hand.texts()
    hand.tap(tip="8H")
    assert tr("top.all-pass") not in hand.texts()


def test_who_took_no_trick_says_so_to_the_end_of_the_deal(played: Callable[..., Any], window: Any) -> None:
    from kozyr.ui.tablet.screens.plates import Plate

    seat = next(one for one in played("9H").view.seats if one.tricks == 0)
    plate = Plate(seat=seat.seat, upright=False)
    for phase, won, said in (
        (Phase.PLAY, False, True), (Phase.DEAL_OVER, True, True), (Phase.DEAL_OVER, False, False),
    ):  # fmt: skip
        plate.tell(seat, phase, won)
        assert (tr("felt.tricks", tricks=0) in plate.line) is said


def test_after_the_match_the_protocol_comes_first(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("")
    model.tally((("SN", 20), ("WE", 142)))
    screen = show(model, "score")
    assert (hand.find(tip="paper").tone, hand.find(tip="next").tone) == ("plain", "primary")
    while model.view.winner is None:
        model.begin_deal(model.next_dealer)
        model.call(model.view.expectation.seat, "40S")
        while model.view.expectation.calls:
            model.call(model.view.expectation.caller or model.view.expectation.seat, "pass")
        model.tally((("SN", 20), ("WE", 142)) if model.view.declarer in (Seat.W, Seat.E) else (("SN", 142), ("WE", 20)))
    screen.choose("score")
    hand.idle()
    assert (hand.find(tip="paper").tone, hand.find(tip="next").tone) == ("primary", "plain")
