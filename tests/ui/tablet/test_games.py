"""Every game and format on the table screen: it starts, calls are said, cards are laid, nothing ever fails."""

import argparse
import random
from collections.abc import Callable
from typing import Any

import pytest

from kozyr.engine.acts import Called, Dealt, Exchanged, Played, TurnedUp
from kozyr.engine.cards import DECK_32
from kozyr.engine.errors import KozyrError
from kozyr.engine.games.registry import GAMES, game_named
from kozyr.engine.seats import Seat
from kozyr.engine.table.session import Session
from kozyr.engine.view import Phase
from kozyr.ui.commands.game_options import header_from

TABLES = [(name, form) for name, game in GAMES.items() for form in game.formats]


def table_of(name: str, form: str) -> Any:
    """The model of a new match."""
    from kozyr.ui.tablet.model import TableModel

    options = argparse.Namespace(game=name, variant=None, format=form, target=None, rule=[], player=[])
    header = header_from(options)
    at = iter(range(0, 10_000_000, 1000))
    return TableModel(Session(game_named(name), header), now_ms=lambda: next(at))


def acts(model: Any) -> list[Any]:
    return [step.act for step in model.session.steps]


def a_move(model: Any, rng: random.Random) -> None:
    """Something regular: what the screen would offer next."""
    view = model.view
    expected = view.expectation
    left = [card for card in DECK_32 if card not in model.played]
    if view.phase in (Phase.BEFORE_DEAL, Phase.DEAL_OVER, Phase.MATCH_OVER):
        model.begin_deal(model.next_dealer or view.seats[0].seat)
    elif "TurnedUp" in expected.kinds:
        model.turn_up(tuple(left[: 2 if view.stage == "talon" else 1]))
    elif "Exchanged" in expected.kinds and view.phase is Phase.AUCTION:
        model.exchange(expected.seat, view.turned_up, 2)
    elif expected.calls and "Played" not in expected.kinds:
        call = rng.choice((*expected.calls[:6], expected.calls[0]))
        model.call(expected.caller or expected.seat, call)
    else:
        model.play(expected.seat, rng.choice([card for card in left if card in expected.playable] or left))


@pytest.mark.parametrize(("name", "form"), TABLES)
def test_a_table_of_every_game_shows_all_it_can_come_to(
    name: str, form: str, hand: Any, show: Callable[..., Any]
) -> None:
    model, rng = table_of(name, form), random.Random(form)
    screen = show(model)
    for at in range(52):
        try:
            a_move(model, rng)
        except KozyrError as refused:
            # What the rules refuse is said on the screen; here it only ends a random deal.
            screen.notice(str(refused))
            model.begin_deal(model.next_dealer or model.view.seats[0].seat)
        if at % 4 == 0:
            screen.choose(("pad", "score", "history", "pad")[at // 4 % 4])
            hand.idle(1)
    assert len(acts(model)) >= 52
    assert any(isinstance(act, Played) for act in acts(model))


@pytest.mark.parametrize(("name", "form"), [one for one in TABLES if one[0] != "bazar-belot"])
def test_calls_are_said_on_a_plain_pad(name: str, form: str, hand: Any, show: Callable[..., Any]) -> None:
    model = table_of(name, form)
    show(model)
    first = model.view.seats[0].seat
    hand.tap(tip=f"deal-{first}")
    token = model.session.game.judge_deals
    assert acts(model) == [Dealt(None, first) if token else Dealt(first)]
    if "TurnedUp" in model.view.expectation.kinds:
        hand.tap(card=DECK_32[0])
        assert acts(model)[-1] == TurnedUp(DECK_32[:1])
    seat, calls = model.view.expectation.seat, model.view.expectation.calls
    hand.tap(tip=calls[-1])
    assert acts(model)[-1] == Called(seat, calls[-1])
    assert model.view.calls[-1].stands


def test_a_call_said_wrongly_is_corrected(hand: Any, show: Callable[..., Any]) -> None:
    model = table_of("preferans", "4")
    model.begin_deal(Seat.S)
    seat = model.view.expectation.seat
    model.call(seat, "6S")
    screen = show(model)
    from kozyr.ui.tablet.screens.editing import edit

    edit(screen, model.session.steps[-1].seq)
    hand.tap(tip="6C")
    assert acts(model)[-1] == Called(seat, "6C")


def test_the_talon_is_taken_with_one_key(hand: Any, show: Callable[..., Any]) -> None:
    model = table_of("preferans", "4")
    model.begin_deal(Seat.S)
    for call in ("6S", "pass", "pass"):
        model.call(model.view.expectation.seat, call)
    model.turn_up(DECK_32[:2])
    show(model)
    seat = model.view.expectation.seat
    hand.tap(tip="exchanged")
    assert acts(model)[-1] == Exchanged(seat, DECK_32[:2], 2)
