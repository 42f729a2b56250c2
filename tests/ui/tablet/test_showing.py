"""A combination of Debertz counts when shown before the second trick: one touch, or the word that it fell."""

from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Revealed
from kozyr.engine.cards import cards
from kozyr.engine.seats import Seat

from .conftest import plain
from .fingers import Fingers
from .test_every_table import HIGH, WIDE, check, model_of, play, say

MISSED = "terz A♦ was not shown before the second trick: it does not count"


def after_trick_one() -> Any:
    """S orders hearts and declares a terz to the ace of diamonds, W one to the queen of clubs; trick 1 lies."""
    model = model_of("debertz", "2x2")
    model.begin_deal(Seat.E)
    model.turn_up(cards("9H"))
    say(model, "play")
    model.declare(Seat.S, "terz AD")
    play(model, "AS")
    model.declare(Seat.W, "terz QC")
    play(model, "7S 8S 9S")
    return model


def said(hand: Any) -> str:
    """All that can be read."""
    return "\n".join(hand.texts())


def test_one_touch_shows_what_was_declared(hand: Any, show: Callable[..., Any], at_once: None) -> None:
    model = after_trick_one()
    show(model)
    assert "Combinations are shown before the second trick" in hand.texts()
    assert "Shows terz A♦ (Гравець 1)" in hand.texts()
    hand.tap(tip="showing-S")
    shown = model.session.steps[-1].act
    assert (type(shown), shown.seat, set(shown.cards)) == (Revealed, Seat.S, set(cards("AD KD QD")))
    assert "Combinations are shown" not in said(hand), "the lower one need not be shown any more"
    play(model, "AD")
    hand.idle(3)
    assert [one.counts for one in model.view.declarations] == [True, False]
    assert "not shown" not in said(hand)


def test_no_key_before_the_first_trick_lies(hand: Any, show: Callable[..., Any]) -> None:
    model = after_trick_one()
    model.undo()
    show(model)
    assert "Shows terz" not in said(hand)


def test_not_shown_is_said_at_once_and_by_its_label(hand: Any, show: Callable[..., Any], at_once: None) -> None:
    model = after_trick_one()
    screen = show(model, "pad")
    fingers = Fingers(hand, screen)
    fingers.card(cards("AD")[0])
    hand.idle(3)
    both = "terz A♦, terz Q♣ was not shown before the second trick: it does not count"
    assert plain(hand.find(tip="notice").text) == both
    hand.tap(tip="notice")
    assert both not in hand.texts()
    hand.tap(text="✕ terz A♦ · not shown")
    assert plain(hand.find(tip="notice").text) == MISSED


def test_showing_too_late_is_refused_with_the_reason(hand: Any, show: Callable[..., Any], at_once: None) -> None:
    model = after_trick_one()
    play(model, "AD")
    screen = show(model, "declare")
    before = model.session.steps
    fingers = Fingers(hand, screen)
    fingers.show(Revealed(Seat.S, cards("KD QD AD")))
    assert model.session.steps == before
    assert plain(hand.find(tip="notice").text) == MISSED
    hand.tap(tip="notice")
    fingers.show(Revealed(Seat.N, cards("KS")))
    assert model.session.steps != before, "other cards may lie open"


def test_the_account_of_the_deal_says_what_was_not_shown(hand: Any, show: Callable[..., Any]) -> None:
    model = after_trick_one()
    play(model, "AD 7D 8D 9D KD JC 10D 7H QD QC 8C 8H")
    play(model, "9H")
    model.claim(Seat.S, 4)
    if not model.view.rows[-1].finished:
        pytest.fail(f"the deal is open: {model.view.expectation}")
    show(model, "score")
    assert any(MISSED in text for text in hand.texts())


@pytest.mark.parametrize("size", [WIDE, HIGH])
@pytest.mark.parametrize("lang", ["uk", "ru", "en"])
def test_keys_and_words_of_the_strip_fit(lang: str, size: tuple[int, int], window: Any, hand: Any) -> None:
    from kozyr.ui.locale.text import set_language, tr
    from kozyr.ui.tablet.screens.table import TableScreen
    from kozyr.ui.tablet.theme import theme
    from kozyr.ui.tablet.widgets import TapFilter

    theme.fit(*size)
    set_language(lang)
    model = after_trick_one()
    root, screen = TapFilter(size_hint=(None, None), size=size), TableScreen(model)
    root.add_widget(screen)
    window.add_widget(root)
    hand.idle(2)
    check(screen, (lang, size, "to show"))
    assert tr("showing.hint") in hand.texts()
    play(model, "AD")
    hand.idle(3)
    check(screen, (lang, size, "missed"))
    screen.close()


def debertz_with_a_bela(said_before: str, *cards_after: str) -> Any:
    """S orders hearts; W says bela when ``said_before`` has been laid, then the other cards follow."""
    model = model_of("debertz", "2x2")
    model.begin_deal(Seat.E)
    model.turn_up(cards("9H"))
    say(model, "play")
    play(model, said_before)
    model.declare(Seat.W, "bela")
    for each in cards_after:
        play(model, each)
    return model


def test_a_bela_said_before_its_card_waits_for_it_and_bears_no_cross(
    hand: Any, show: Callable[..., Any], at_once: None
) -> None:
    model = debertz_with_a_bela("7H KH 8H 10H 7S 8S")
    show(model)
    assert ("waits for its card" in said(hand), "✕" in said(hand)) == (True, False)
    play(model, "QH")
    hand.idle(3)
    assert "bela +20" in said(hand)
    assert "waits" not in said(hand)


def test_a_bela_said_too_early_tells_why_it_counts_for_nothing(
    hand: Any, show: Callable[..., Any], at_once: None
) -> None:
    model = debertz_with_a_bela("7H KH 8H 10H 7S 8S")
    screen = show(model)
    play(model, "9S")
    hand.idle(3)
    assert "Гравець 2, bela: said with another card, it does not count" in hand.texts(), "it is said once"
    assert "✕ bela\ntoo early" in said(hand)
    screen._side.fill_tabs()
    hand.tap(text="✕ bela\ntoo early")
    assert "Гравець 2, bela: said with another card, it does not count" in hand.texts(), "where it is put right too"


def test_a_bela_said_early_and_again_with_its_card_is_one_bela(
    hand: Any, show: Callable[..., Any], at_once: None
) -> None:
    model = debertz_with_a_bela("7H KH 8H 10H 7S 8S", "QH")
    model.declare(Seat.W, "bela")
    show(model)
    assert ("bela +20" in said(hand), "✕" in said(hand)) == (True, False)


def test_the_account_of_the_deal_says_why_a_bela_brought_nothing(hand: Any, show: Callable[..., Any]) -> None:
    model = debertz_with_a_bela("7H KH 8H 10H 7S 8S", "9S", "10S")
    model.claim(Seat.N, max(seat.cards_left for seat in model.view.seats))
    assert model.view.rows[-1].finished
    show(model, "score")
    assert any("said with another card, it does not count" in text for text in hand.texts())
