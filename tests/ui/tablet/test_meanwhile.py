"""What is put right may have been changed while its page was open: no correction is lost without a word."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from kozyr.engine.acts import Act, Called, Dealt, Declared, Exposed, Played
from kozyr.engine.cards import Card, cards
from kozyr.engine.seats import Seat
from kozyr.engine.table.log import Source

from .test_every_table import model_of, play, say
from .test_slips import TRICKS, pad, plain, slip, tips

EMPTY = "That entry has been taken back; nothing was changed"
OTHERWISE = "Something else stands there by now; nothing was changed"


def bazar_belot() -> Any:
    model = model_of("bazar-belot", "2x2")
    model.begin_deal(Seat.S)
    say(model, "14S", *["pass"] * 4)
    model.declare(Seat.N, "terz KH")
    play(model, TRICKS)
    model.expose(Seat.S, cards("7S"))
    return model


def auction() -> Any:
    model = model_of("bazar-belot", "2x2")
    model.begin_deal(Seat.S)
    say(model, "13H")
    return model


def dealt() -> Any:
    model = model_of("bazar-belot", "2x2")
    model.begin_deal(Seat.S)
    return model


def preferans() -> Any:
    model = model_of("preferans", "3")
    model.begin_deal(model.view.seats[0].seat)
    say(model, "6S", "pass", "pass")
    return model


class Case(NamedTuple):
    """Something that is put right."""

    made: Callable[[], Any]
    """The table."""
    kind: type[Act]
    """What is put right: the last one of its kind."""
    touch: Callable[[Any], None]
    """The touches that say what it was."""
    right: Callable[[Any], object]
    """What of the act they change."""
    wanted: object
    """To what."""
    open: Callable[[Any], None] = lambda hand: None
    """The touches before, with which it may not have changed yet."""


def on_pad(card: str) -> Callable[[Any], None]:
    return lambda hand: hand.tap(pad(hand, card))


def tip(name: str) -> Callable[[Any], None]:
    return lambda hand: hand.tap(tip=name)


def text(words: str) -> Callable[[Any], None]:
    return lambda hand: hand.tap(text=words)


def other_cards(hand: Any) -> None:
    for card in ("7S", "8S"):
        hand.tap(pad(hand, card))
    hand.tap(text="Done")


CASES = {
    "a card": Case(bazar_belot, Played, on_pad("AC"), lambda act: act.card, Card.parse("AC")),
    "who laid it": Case(
        bazar_belot, Played, text("Гравець 1 · South"), lambda act: act.seat, Seat.S, text("Who\nlaid it?")
    ),
    "a bid": Case(auction, Called, tip("14H"), lambda act: act.call, "14H"),
    "a word": Case(preferans, Called, tip("7C"), lambda act: act.call, "7C"),
    "a declaration": Case(bazar_belot, Declared, tip("quint KH"), lambda act: act.declaration, "quint KH"),
    "whose declaration": Case(
        bazar_belot, Declared, text("Гравець 4 · East"), lambda act: act.seat, Seat.E, tip("who")
    ),
    "open cards": Case(
        bazar_belot, Exposed, other_cards, lambda act: act.cards, cards("8S"),
        text("They were other cards"),
    ),
    "who dealt": Case(dealt, Dealt, text("Гравець 4 · East"), lambda act: act.dealer, Seat.E),
}  # fmt: skip
EVERY = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def opened(case: Case, hand: Any, show: Callable[..., Any]) -> tuple[Any, Any, int]:
    """The table, its screen with the page open, and the line that is put right."""
    from kozyr.ui.tablet.screens.editing import edit

    model = case.made()
    screen = show(model)
    seq = [step.seq for step in model.session.steps if isinstance(step.act, case.kind)][-1]
    edit(screen, seq)
    hand.idle()
    case.open(hand)
    return model, screen, seq


def restated(model: Any, hand: Any, seq: int, act: Act | None, source: Source = Source.CAMERA) -> None:
    """Somebody else, as a rule the camera, states a line anew."""
    model.session.correct(seq, act, model.now_ms(), source)
    model.changed()
    hand.idle()


@EVERY
def test_a_line_stated_once_more_is_put_right_all_the_same(case: Case, hand: Any, show: Callable[..., Any]) -> None:
    model, _, seq = opened(case, hand, show)
    restated(model, hand, seq, model.standing(seq).act)
    case.touch(hand)
    if "What will change" in hand.texts():
        hand.tap(tip="amend")
    assert case.right(model.standing(seq).act) == case.wanted


@EVERY
def test_a_line_taken_back_is_not_brought_back_and_that_is_said(
    case: Case, hand: Any, show: Callable[..., Any]
) -> None:
    model, screen, seq = opened(case, hand, show)
    restated(model, hand, seq, None)
    before = model.session.entries
    case.touch(hand)
    assert model.session.entries == before
    assert plain(hand.find(tip="notice").text) == EMPTY
    assert not screen._page.whole


def test_a_declaration_that_is_a_play_by_now_is_left_as_it_is(hand: Any, show: Callable[..., Any]) -> None:
    model, _, seq = opened(CASES["a declaration"], hand, show)
    restated(model, hand, seq, Exposed(Seat.N, cards("8S")))
    before = model.session.entries
    hand.tap(tip="quint KH")
    assert model.session.entries == before
    assert plain(hand.find(tip="notice").text) == OTHERWISE


def test_what_is_taken_back_already_is_not_taken_back_again(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    show(model)
    hand.tap(pad(hand, "QC"))
    restated(model, hand, model.play_of(Card.parse("QC")).seq, None)
    before = model.session.entries
    hand.tap(text="Take\nback")
    assert model.session.entries == before
    assert plain(hand.find(tip="notice").text) == EMPTY


def test_a_card_that_is_gone_stays_nobodys_when_it_is_stated_once_more(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    from kozyr.ui.tablet.screens.cardpad import CorrectCardPage

    model = played(TRICKS)
    screen = show(model)
    step = model.play_of(Card.parse("8H"))
    restated(model, hand, step.seq, step.act)
    screen.open_page(CorrectCardPage, seq=step.seq)
    assert not [said for said in hand.texts() if "8♥" in said and "Третій" in said]


def test_cards_of_an_older_deal_are_looked_for_in_that_deal(played: Callable[..., Any]) -> None:
    model = played("KH 8H")
    first = model.play_of(Card.parse("8H"))
    model.session.correct(first.seq, first.act, model.now_ms(), Source.CAMERA)
    model.misdeal("five cards")
    model.deal(Seat.W)
    assert model.play_of(Card.parse("KH"), first.seq) is not None
    assert model.calls_before(first.seq)[0] == "14S"


def test_a_page_about_what_is_taken_back_does_not_open_empty(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    screen = show(model)
    hand.tap(pad(hand, "QC"))
    restated(model, hand, model.play_of(Card.parse("QC")).seq, None)
    hand.tap(text="Insert\nbefore")
    assert plain(hand.find(tip="notice").text) == EMPTY
    assert not screen._page.whole


def test_a_page_that_is_drawn_again_after_its_card_went_closes(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    screen = show(model)
    hand.tap(pad(hand, "QC"))
    restated(model, hand, model.play_of(Card.parse("QC")).seq, None)
    screen.relay()
    hand.idle()
    assert plain(hand.find(tip="notice").text) == EMPTY
    assert not screen._page.whole


def test_a_reason_is_not_noted_for_what_stands_otherwise_by_now(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    screen = show(model)
    slip(hand, "QC", "AC")
    hand.tap(tip="amend")
    seq = model.play_of(Card.parse("AC")).seq
    screen.open_changes(seq)
    hand.tap(tip="why")
    restated(model, hand, seq, Played(model.standing(seq).act.seat, Card.parse("KC")))
    before = model.session.entries
    hand.tap(tip="why-misread")
    assert model.session.entries == before
    assert plain(hand.find(tip="notice").text) == OTHERWISE


def test_what_was_brought_back_meanwhile_is_not_brought_back_again(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    screen = show(model)
    step = model.play_of(Card.parse("QC"))
    model.take_back(step.seq)
    screen.open_changes(step.seq)
    restated(model, hand, step.seq, Played(step.act.seat, Card.parse("KC")))
    before = model.session.entries
    hand.tap(tip="again")
    assert model.session.entries == before
    assert plain(hand.find(tip="notice").text) == OTHERWISE


def cards_played(model: Any) -> list[str]:
    return [step.act.card.code for step in model.session.steps if isinstance(step.act, Played)]


def test_to_go_on_after_a_step_back_brings_no_card_back(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    screen = show(model)
    slip(hand, "QC", "AC")
    hand.tap(tip="undo")
    hand.tap(tip="go-on")
    assert plain(hand.find(tip="notice").text) == EMPTY
    assert not screen._page.whole
    assert cards_played(model) == TRICKS.split()[:-1]


def test_beside_the_way_on_stands_the_way_forward(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    show(model)
    slip(hand, "QC", "AC")
    hand.tap(tip="undo")
    hand.find(tip="go-on")
    hand.tap(tip="redo-this")
    assert cards_played(model) == TRICKS.split()


def test_to_go_on_tells_what_follows_by_now(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played(TRICKS)
    show(model)
    slip(hand, "8H", "9H")
    hand.tap(tip="undo")
    hand.tap(tip="go-on")
    assert "Earlier: 9♥, not\u00a08♥" in hand.texts()
    hand.tap(tip="amend")
    assert cards_played(model) == ["KH", "9H", *TRICKS.split()[2:-1]]


def test_what_was_shown_and_is_stated_otherwise_by_now_is_not_put_right(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played(TRICKS)
    screen = show(model)
    slip(hand, "QC", "AC")
    step = model.play_of(Card.parse("QC"))
    restated(model, hand, step.seq, Played(step.act.seat, Card.parse("KC")))
    before = model.session.entries
    hand.tap(tip="amend")
    assert model.session.entries == before
    assert plain(hand.find(tip="notice").text) == OTHERWISE
    assert not screen._page.whole


def test_what_follows_otherwise_by_now_is_shown_before_it_is_made(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("KH 8H 7H")
    model.open_judging()
    show(model, "pad")
    slip(hand, "8H", "AH")
    model.seen(Played(model.view.expectation.seat, Card.parse("JH")), model.now_ms())
    hand.idle()
    before = model.session.entries
    hand.tap(tip="amend")
    assert model.session.entries == before
    assert plain(hand.find(tip="notice").text) == "The table has changed: this is what follows now"
    assert "Trick 1: won by Третій, not Другий" in hand.texts()
    hand.tap(tip="amend")
    assert cards_played(model) == ["KH", "AH", "7H", "JH"]


def test_the_card_meant_as_the_next_play_is_not_laid_by_whoever_was_on_turn(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("KH 8H")
    show(model)
    slip(hand, "8H", "AC")
    model.seen(Played(model.view.expectation.seat, Card.parse("7H")), model.now_ms())
    hand.idle()
    before = model.session.entries
    hand.tap(tip="instead")
    assert model.session.entries == before
    hand.tap(tip="instead")
    assert model.session.steps[-1].act == Played(Seat.S, Card.parse("AC"))


def test_a_correction_that_cannot_be_made_any_more_says_why(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    model = played("KH 8H")
    show(model)
    slip(hand, "8H", "AC")
    model.seen(Played(model.view.expectation.seat, Card.parse("AC")), model.now_ms())
    hand.idle()
    before = model.session.entries
    hand.tap(tip="amend")
    assert model.session.entries == before
    assert "A♣" in plain(hand.find(tip="notice").text)
    assert "amend" not in tips(hand)


def test_the_page_speaks_the_language_chosen_while_it_waits(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any]
) -> None:
    from kozyr.ui.locale.text import set_language

    model = played(TRICKS)
    screen = show(model)
    slip(hand, "8H", "9H")
    set_language("uk")
    screen.relay()
    hand.idle()
    assert "Раніше: не\u00a08♥, а\u00a09♥" in hand.texts()


def test_words_are_not_put_in_before_a_call_that_was_taken_back(hand: Any, show: Callable[..., Any]) -> None:
    model, _, _ = opened(CASES["a bid"], hand, show)
    hand.tap(text="Insert before")
    hand.tap(tip="undo")
    hand.tap(tip="go-on")
    assert plain(hand.find(tip="notice").text) == EMPTY
    assert not [step for step in model.session.steps if isinstance(step.act, Called)]
