"""A finger that slips on the card pad changes nothing: what would change is shown, the card meant one touch away."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Played
from kozyr.engine.cards import Card
from kozyr.engine.seats import Seat
from kozyr.ui.locale.catalog import LANGUAGES
from kozyr.ui.tablet.widgets import plain

TRICKS = "KH 8H 7H JH QD KD AD 7D QC"
"""Two closed tricks and an open one."""


def pad(hand: Any, card: str) -> Any:
    """A key of the pad."""
    found = [one for root in hand.window.children for one in root.walk() if getattr(one, "wide", False)]
    return next(one for one in found if one.card == Card.parse(card))


def shown(hand: Any) -> list[str]:
    """The small cards on the page, in their order."""
    found = [one for root in hand.window.children for one in root.walk() if getattr(one, "small", False)]
    return [one.card.code for one in sorted(found, key=lambda one: one.to_window(*one.pos)[0])]


def slip(hand: Any, played: str, meant: str) -> None:
    """The wrong key, on which a card stands that is played already, and then the right one."""
    hand.tap(pad(hand, played))
    hand.tap(pad(hand, meant))


def tips(hand: Any) -> set[str]:
    return {getattr(one, "tip", "") for root in hand.window.children for one in root.walk()}


@pytest.mark.parametrize("wrong", ["8H", "KD", "QC"], ids=["an old trick", "the last one", "the open one"])
def test_two_touches_of_the_pad_change_no_earlier_card(
    wrong: str, played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    screen = show(model)
    before = model.session.entries
    slip(hand, wrong, "AC")
    assert model.session.entries == before
    hand.tap(tip="leave")
    assert model.session.entries == before
    assert screen.tab == "pad"


def test_the_card_that_was_meant_is_played_with_one_more_touch(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    show(model)
    seat = model.view.expectation.seat
    before = len(model.session.entries)
    slip(hand, "8H", "AC")
    assert plain(hand.find(tip="instead").text).endswith("A♣")
    hand.tap(tip="instead")
    assert model.session.steps[-1].act == Played(seat, Card.parse("AC"))
    assert len(model.session.entries) == before + 1


def test_what_is_confirmed_is_made_and_said_with_the_way_back_beside_it(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    show(model)
    before = [step.act for step in model.session.steps]
    slip(hand, "8H", "9H")
    assert "Change a closed trick?" in hand.texts()
    hand.tap(tip="amend")
    assert model.play_of(Card.parse("9H")).act.seat is Seat.N
    assert hand.find(tip="notice").text.startswith("Corrected.")
    hand.tap(tip="undo-this")
    assert [step.act for step in model.session.steps] == before
    assert plain(hand.find(tip="notice").text) == "Correction undone: 9♥ → 8♥"
    hand.tap(tip="redo-this")
    assert model.play_of(Card.parse("9H")) is not None
    assert plain(hand.find(tip="notice").text) == "Correction redone: 8♥ → 9♥"


def test_players_see_both_cards_and_no_more_of_an_old_trick(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    show(model)
    slip(hand, "8H", "AC")
    assert shown(hand) == ["8H", "AC"]
    assert "Whose card it is, and in which trick, only the judge sees" in hand.texts()
    assert "look" not in tips(hand)
    assert model.looks == 0


def test_the_last_trick_is_shown_on_request_and_that_is_counted(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    show(model)
    slip(hand, "KD", "AC")
    assert shown(hand) == ["KD", "AC"]
    hand.tap(tip="look")
    assert shown(hand) == ["QD", "KD", "AD", "7D", "AC"]
    assert "Looks in this deal: 1" in hand.texts()
    assert "Третій" in hand.texts()
    assert model.looks == 1
    hand.tap(tip="amend")
    assert model.play_of(Card.parse("AC")).act.seat is Seat.N


def test_the_judge_sees_the_trick_the_player_and_what_follows(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    model.open_judging()
    show(model, "pad")
    slip(hand, "8H", "AH")
    assert shown(hand) == ["KH", "8H", "7H", "JH", "AH"]
    said = hand.texts()
    assert "Trick 1, Третій: A♥, not\u00a08♥" in said
    assert "Trick 1: won by Третій, not Другий" in said
    assert model.looks == 0


@pytest.mark.parametrize("what", ["take-back", "who"])
def test_other_changes_of_a_card_touched_on_the_pad_are_shown_first(
    what: str, played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    show(model)
    before = model.session.entries
    hand.tap(pad(hand, "QC"))
    if what == "take-back":
        hand.tap(text="Take\nback")
    else:
        hand.tap(text="Who\nlaid it?")
        hand.tap(text="Перший · South")
    assert model.session.entries == before
    hand.tap(tip="amend")
    assert len(model.session.entries) > len(before)


def test_a_card_touched_on_the_felt_is_put_right_in_two_touches(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    from kozyr.ui.tablet.cardface import CardFace

    model = played(TRICKS)
    screen = show(model)
    hand.tap(next(one for one in screen.walk() if isinstance(one, CardFace) and not one.wide))
    hand.tap(pad(hand, "AC"))
    assert model.session.steps[-1].act.card == Card.parse("AC")
    hand.tap(tip="undo-this")
    assert model.session.steps[-1].act.card == Card.parse("QC")


def test_a_hurried_second_touch_confirms_nothing(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The key that confirms comes up under the finger that touched the card."""
    from kivy.tests.common import UnitTestTouch

    monkeypatch.setattr("kozyr.ui.tablet.screens.side.SETTLE_S", 4.0)
    model = played(TRICKS)
    show(model)
    before = model.session.entries
    slip(hand, "8H", "AC")
    confirm = hand.find(tip="amend")
    touch = UnitTestTouch(*confirm.to_window(*confirm.center))
    touch.touch_down()
    touch.touch_up()
    hand.idle()
    assert model.session.entries == before
    hand.tap(confirm)
    assert model.session.entries != before


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_says_so_in_every_language(
    lang: str, played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    from kozyr.ui.locale.text import set_language, tr

    set_language(lang)
    show(played(TRICKS))
    slip(hand, "8H", "AC")
    assert {tr("amend.title.closed"), tr("amend.leave"), tr("amend.yes"), tr("amend.judge-sees")} <= set(hand.texts())
