"""Any earlier card, call or declaration is put right with two touches; a third only where figures written down change.

The taps are counted from the page that shows what is wrong: the felt during play, the history of an older deal.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from kozyr.engine.acts import Called, Declared, Played
from kozyr.engine.cards import Card, cards
from kozyr.engine.seats import Seat

from .test_every_table import model_of, play, say


@pytest.fixture
def counted(hand: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Any]:
    """A block in which exactly so many touches are made."""
    taps: list[object] = []
    tap = hand.tap

    def counting(widget: Any = None, **what: Any) -> None:
        taps.append(what or widget)
        tap(widget, **what)

    monkeypatch.setattr(hand, "tap", counting)

    @contextmanager
    def block(wanted: int) -> Iterator[None]:
        taps.clear()
        yield
        assert len(taps) == wanted, taps

    return block


def band(screen: Any) -> Any:
    """The contract above the felt."""
    from kozyr.ui.tablet.screens.topbar import ContractBand

    return next(one for one in screen.walk() if isinstance(one, ContractBand))


def on_felt(hand: Any, said: str) -> Any:
    from kozyr.ui.tablet.widgets import DeedChip

    widgets = [one for root in hand.window.children for one in root.walk() if isinstance(one, DeedChip)]
    return next(one for one in widgets if said in one.text)


def calls(model: Any) -> list[str]:
    return [step.act.call for step in model.session.steps if isinstance(step.act, Called)]


def test_the_winning_bid_is_put_right_from_the_contract_during_play(
    played: Callable[..., Any], hand: Any, show: Callable[..., Any], counted: Any
) -> None:
    model = played("9H 8H 10C 7H KD")
    screen = show(model)
    with counted(2):
        hand.tap(band(screen))
        hand.tap(tip="15S")
    assert calls(model)[0] == "15S"
    assert model.view.contract == "15S"
    assert screen.tab == "pad"


@pytest.mark.parametrize(("at", "right"), [(0, "8D"), (1, "12D"), (2, "13C"), (4, "pass")])
def test_any_call_is_two_taps_from_the_contract_and_the_choice(
    at: int, right: str, model: Any, hand: Any, show: Callable[..., Any], counted: Any
) -> None:
    """The contract, the call that did not win, and then what it was."""
    bids(model)
    said = [step for step in model.session.steps if isinstance(step.act, Called)][at]
    others = {f"call-{step.seq}" for step in model.session.steps if isinstance(step.act, Called)}
    screen = show(model)
    with counted(3):
        hand.tap(band(screen))
        others -= {getattr(one, "tip", None) for one in screen.walk()}
        hand.tap(tip=f"call-{said.seq}")
        hand.tap(tip=right)
    if any(getattr(one, "tip", None) == "amend" for root in hand.window.children for one in root.walk()):
        hand.tap(tip="amend")
    assert len(others) == 1, "all calls but the one that the page itself is about"
    assert calls(model)[at] == right
    assert not any(str(getattr(one, "tip", None)).startswith("call-") for one in screen.walk())


@pytest.mark.parametrize("right", ["15S", "13S", "14H", "13N"])
def test_a_bid_near_the_one_entered_is_one_touch_away(
    right: str, played: Callable[..., Any], hand: Any, show: Callable[..., Any], counted: Any
) -> None:
    model = played()
    screen = show(model)
    hand.tap(band(screen))
    assert hand.find(tip="14S").tone == "chosen"
    with counted(1):
        hand.tap(tip=right)
    assert calls(model)[0] == right


def test_a_call_of_the_auction_that_runs(model: Any, hand: Any, show: Callable[..., Any], counted: Any) -> None:
    model.deal(Seat.S)
    model.call(Seat.W, "13H")
    screen = show(model)
    with counted(2):
        hand.tap(band(screen))
        hand.tap(tip="14H")
    assert calls(model) == ["14H"]


def test_the_trump_of_debertz_and_the_order_of_preferans(hand: Any, show: Callable[..., Any], counted: Any) -> None:
    debertz = model_of("debertz", "2x2")
    debertz.begin_deal(debertz.view.seats[0].seat)
    debertz.turn_up(cards("10H"))
    say(debertz, *["pass"] * 4, "S")
    play(debertz, "9S")
    screen = show(debertz)
    with counted(2):
        hand.tap(band(screen))
        hand.tap(tip="C")
    assert debertz.view.contract == "C"
    preferans = model_of("preferans", "3")
    preferans.begin_deal(preferans.view.seats[0].seat)
    say(preferans, "6S", "pass", "pass")
    preferans.turn_up(cards("7C 8C"))
    preferans.exchange(preferans.view.expectation.seat, cards("7C 8C"), 2)
    say(preferans, "order 7H", "whist", "pass")
    screen = show(preferans)
    with counted(2):
        hand.tap(band(screen))
        hand.tap(tip="order 8H")
    assert preferans.view.contract == "8H"


@pytest.mark.parametrize(("tip", "right"), [("terz QH", None), ("berz KH", "berz KH"), ("quint KH", "quint KH")])
def test_a_declaration_on_the_felt(
    tip: str, right: str | None, played: Callable[..., Any], hand: Any, show: Callable[..., Any], counted: Any
) -> None:
    model = played()
    model.declare(Seat.W, "terz KH")
    show(model)
    with counted(2):
        hand.tap(on_felt(hand, "terz"))
        if right is None:
            hand.tap(card=Card.parse(tip.split()[1]))
        else:
            hand.tap(tip=right)
    assert [step.act for step in model.session.steps if isinstance(step.act, Declared)] == [Declared(Seat.W, tip)]


def test_of_several_declarations_the_one_meant(played: Callable[..., Any], hand: Any, show: Callable[..., Any]) -> None:
    model = played()
    model.declare(Seat.W, "terz KH")
    model.declare(Seat.W, "terz QC")
    show(model)
    hand.tap(on_felt(hand, "terz"))
    hand.tap(text="Другий declares terz Q♣")
    hand.tap(card=Card.parse("JC"))
    declared = [step.act for step in model.session.steps if isinstance(step.act, Declared)]
    assert declared == [Declared(Seat.W, "terz KH"), Declared(Seat.W, "terz JC")]


def older(model: Any) -> None:
    """A deal of one open trick, counted by hand, and the next one."""
    model.deal(Seat.S)
    model.call(Seat.W, "14S")
    for _ in range(4):
        model.call(model.view.expectation.seat, "pass")
    model.declare(Seat.W, "terz KH")
    for card in cards("9H 8H 10C"):
        model.play(model.view.expectation.seat, card)
    model.tally((("SN", 100), ("WE", 62)))
    model.deal(Seat.W)


def entry_of(hand: Any, model: Any, kind: type) -> Any:
    """The line of the first act of a kind, in sight."""
    places = {step.seq: step.act for step in model.session.steps}
    seq = next(seq for seq, act in places.items() if isinstance(act, kind))
    return in_sight(hand, hand.find(tip=f"entry-{model.parts.first.get(seq, seq)}"))


@pytest.mark.parametrize("before", [False, True], ids=["entered once", "corrected before"])
@pytest.mark.parametrize(("kind", "to"), [(Played, Card.parse("AH")), (Called, "14H"), (Declared, Card.parse("QH"))])
def test_a_line_of_an_older_deal_and_the_right_value(
    kind: type, to: Any, before: bool, model: Any, hand: Any, show: Callable[..., Any], counted: Any
) -> None:
    """And a confirmation where a figure changes that is written down."""
    older(model)
    first = next(step for step in model.session.steps if isinstance(step.act, kind))
    if before:
        wrong = {Played: Played(Seat.W, Card.parse("AC")), Called: Called(Seat.W, "15S")}
        model.correct(first.seq, wrong.get(kind, Declared(Seat.W, "terz AH")))
    show(model, "history")
    hand.tap(tip="older")
    line = entry_of(hand, model, kind)
    with counted(2):
        hand.tap(line)
        hand.tap(**({"card": to} if isinstance(to, Card) else {"tip": to}))
    if any(getattr(one, "tip", None) == "amend" for root in hand.window.children for one in root.walk()):
        hand.tap(tip="amend")
    act = next(step.act for step in model.session.steps if isinstance(step.act, kind))
    told = {Played: Played(Seat.W, Card.parse("AH")), Called: Called(Seat.W, "14H")}
    assert act == told.get(kind, Declared(Seat.W, "terz QH"))


def bids(model: Any) -> None:
    """An auction of Bazar Belot, and the lead."""
    model.deal(Seat.S)
    for call in ("pass", "12S", "pass", "13H", "contra", "pass", "pass", "pass", "pass"):
        if model.view.contract is None:
            model.call(model.view.expectation.caller or model.view.expectation.seat, call)
    model.play(model.view.expectation.seat, Card.parse("9H"))


@pytest.mark.parametrize(
    ("at", "right"), [(0, "8D"), (0, "9S"), (0, "10N"), (1, "12D"), (1, "pass"), (2, "13C"), (3, "14H"), (4, "pass")]
)
def test_any_call_of_the_deal_that_is_played_from_its_line(
    at: int, right: str, model: Any, hand: Any, show: Callable[..., Any], counted: Any
) -> None:
    """Whether it won or not: its line, then the right call."""
    bids(model)
    said = [step for step in model.session.steps if isinstance(step.act, Called)][at]
    show(model, "history")
    line = in_sight(hand, hand.find(tip=f"entry-{said.seq}"))
    with counted(2):
        hand.tap(line)
        hand.tap(tip=right)
    if any(getattr(one, "tip", None) == "amend" for root in hand.window.children for one in root.walk()):
        hand.tap(tip="amend")
    assert calls(model)[at] == right


def ordered(game: str) -> Any:
    """An auction that is over, of Debertz or Preferans."""
    if game == "debertz":
        model = model_of("debertz", "2x2")
        model.begin_deal(model.view.seats[0].seat)
        model.turn_up(cards("10H"))
        say(model, *["pass"] * 4, "S")
        return model
    model = model_of("preferans", "3")
    model.begin_deal(model.view.seats[0].seat)
    say(model, "6S", "pass", "pass")
    model.turn_up(cards("7C 8C"))
    model.exchange(model.view.expectation.seat, cards("7C 8C"), 2)
    say(model, "order 7H", "whist", "pass")
    return model


@pytest.mark.parametrize(
    ("game", "at", "right"), [("debertz", 4, "D"), ("preferans", 5, "whist"), ("preferans", 1, "here")]
)
def test_the_page_of_any_call_has_its_likely_words(
    game: str, at: int, right: str, hand: Any, show: Callable[..., Any]
) -> None:
    """The pass of a whister is put right among the words of the defence, that of a bidder among the bids."""
    model = ordered(game)
    said = [step for step in model.session.steps if isinstance(step.act, Called)][at]
    show(model, "history")
    hand.tap(in_sight(hand, hand.find(tip=f"entry-{said.seq}")))
    assert hand.find(tip=right).lit


def in_sight(hand: Any, line: Any) -> Any:
    """A line of the list, scrolled to."""
    from kivy.uix.scrollview import ScrollView

    scroll = line.parent
    while not isinstance(scroll, ScrollView):
        scroll = scroll.parent
    scroll.scroll_to(line, animate=False)
    hand.idle()
    return line
